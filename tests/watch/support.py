"""A watch whose clock is set by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitegist.watch.delivery import Sink
from sitegist.watch.fetching import Fetcher
from sitegist.watch.plan import prepare
from sitegist.watch.remine import remine
from sitegist.watch.state import State
from sitegist.watch.watcher import Bounds, Round, Watcher

BOUNDS = Bounds(100.0, 10_000.0)


@dataclass
class Clock:
    """A clock that is set by hand; whoever sleeps sets it forward."""

    now: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Nobody has to wait."""
        self.slept.append(seconds)
        self.now += seconds


@dataclass
class Memory:
    """A sink that keeps its lines."""

    lines: list[dict[str, Any]] = field(default_factory=list)

    def has(self, lines: set[bytes]) -> set[bytes]:
        """A stream cannot tell."""
        return set()

    def take(self, line: bytes) -> None:
        """Every line is whole."""
        assert line.endswith(b"\n")
        self.lines.append(json.loads(line))


@dataclass
class Watch:
    """A watch on the newspaper, at a time that the test sets."""

    mined: Path
    state: Path
    url: str
    clock: Clock = field(default_factory=Clock)
    sink: Memory = field(default_factory=Memory)
    open_state: Callable[[Path], State] = State
    said: list[str] = field(default_factory=list)
    deadline: float = 30.0
    fetcher: Fetcher | None = None
    """To be used by all runs; without it each has its own, as processes do."""

    @contextmanager
    def started(self, anew: bool = False, sink: Sink | None = None) -> Iterator[Watcher]:
        """As by one run of the command."""
        said, clock = self.said.append, self.clock
        own = Fetcher(1.0, self.deadline, 200_000, clock, clock.sleep)
        with (
            closing(self.open_state(self.state)) as state,
            nullcontext(self.fetcher) if self.fetcher else own as fetcher,
        ):
            knowledge = prepare(state, self.mined)
            if anew:
                knowledge = remine(state, fetcher, said)
            yield Watcher(state, fetcher, knowledge, sink or self.sink, BOUNDS, said, clock)

    def once(self, anew: bool = False, sink: Sink | None = None) -> Round:
        """One round of everything."""
        with self.started(anew, sink) as watcher:
            return watcher.round(everything=True)

    @property
    def told(self) -> list[str]:
        """The paths of the articles that were told, in order."""
        return [line["url"].removeprefix(self.url) for line in self.sink.lines]
