"""Killed at any step, the watch loses no article and tells none twice"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sitegist.watch.delivery import ToFile
from sitegist.watch.fetching import Fetcher
from sitegist.watch.state import State
from tests.crawl.server import Answer
from tests.watch.news import News
from tests.watch.support import Memory, Watch

CHANGES = ("begin", "note", "put_off", "polled", "retry", "drop", "enter", "delivered")
"""Every method of the state that changes it; each is one transaction."""


class Killed(BaseException):
    """Nothing after this is done."""


class Death:
    """Comes at the nth step."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def step(self) -> None:
        """One step nearer."""
        self.left -= 1
        if self.left == 0:
            raise Killed

    def around(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """A method before and after which death may come."""

        def call(*args: Any, **options: Any) -> Any:
            self.step()
            result = method(*args, **options)
            self.step()
            return result

        return call

    def state(self, path: Path) -> State:
        """A state that may be left before and after each of its changes."""
        state = State(path)
        for name in CHANGES:
            setattr(state, name, self.around(getattr(state, name)))
        return state


class MortalFile(ToFile):
    """May be left in the middle of a line."""

    def __init__(self, path: Path, death: Death) -> None:
        super().__init__(path)
        self.death = death

    def take(self, line: bytes) -> None:
        for piece in (line[:1], line[1 : len(line) // 2], line[len(line) // 2 :]):
            self.death.step()
            os.write(self._file, piece)
        self.death.step()


class MortalStream(Memory):
    """May be left before and after a line, which it then has taken."""

    def __init__(self, memory: Memory, death: Death) -> None:
        super().__init__(memory.lines)
        self.death = death

    def take(self, line: bytes) -> None:
        self.death.step()
        super().take(line)
        self.death.step()


@pytest.fixture(autouse=True)
def one_fetcher(watch: Watch) -> Iterator[None]:
    """To begin anew a hundred times costs little with a connection that is there."""
    with Fetcher(0.0, clock=watch.clock, sleep=watch.clock.sleep) as watch.fetcher:
        yield


def publish(news: News) -> list[str]:
    """What makes the watch take every kind of step: an error, a list, new articles."""
    new = news.publish(3)
    news.routes["/town/"] = Answer(b"", 500)
    news.routes[new[0]] = Answer(news.page("/town/"))
    return new[1:]


def test_exactly_once_in_a_file(watch: Watch, news: News, tmp_path: Path) -> None:
    """Left after any number of steps of its first round, and started again."""
    number = 0
    while True:
        number += 1
        watch.state = tmp_path / f"{number}.db"
        file = tmp_path / f"{number}.jsonl"
        news.count, news.routes = 24, {}
        new = publish(news)
        death = Death(number)
        watch.open_state = death.state
        try:
            with closing(MortalFile(file, death)) as sink:
                watch.once(sink=sink)
        except Killed:
            pass
        else:
            break
        watch.open_state = State
        with closing(ToFile(file)) as sink:
            watch.once(sink=sink)
            watch.once(sink=sink)
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        assert [line["url"].removeprefix(watch.url) for line in lines] == new, number
        assert [line["number"] for line in lines] == [1, 2]
    assert number > 20


def test_at_least_once_on_a_stream(watch: Watch, news: News, tmp_path: Path) -> None:
    """Left in a later round; what is told twice has the same number both times."""
    watch.once()
    begun = watch.state
    number = 0
    while True:
        number += 1
        watch.state = tmp_path / f"{number}.db"
        shutil.copy(begun, watch.state)
        news.count, news.routes, watch.sink = 24, {}, Memory()
        new = publish(news)
        death = Death(number)
        watch.open_state = death.state
        try:
            watch.once(sink=MortalStream(watch.sink, death))
        except Killed:
            pass
        else:
            break
        watch.open_state = State
        watch.once()
        assert list(dict.fromkeys(watch.told)) == new, number
        assert len(watch.told) <= len(new) + 1
        numbers = {line["number"]: line["url"] for line in watch.sink.lines}
        assert len(numbers) == len(new)


def test_a_full_disk_loses_nothing(watch: Watch, news: News, tmp_path: Path) -> None:
    """The error ends the watch, and the next one writes what is left."""

    class FullDisk(ToFile):
        def take(self, line: bytes) -> None:
            os.write(self._file, line[:7])
            raise OSError(28, "No space left on device")

    file = tmp_path / "new.jsonl"
    watch.once()
    new = news.publish(2)
    with closing(FullDisk(file)) as full, pytest.raises(OSError, match="No space"):
        watch.once(sink=full)
    with closing(ToFile(file)) as sink:
        watch.once(sink=sink)
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [line["url"].removeprefix(watch.url) for line in lines] == new


def test_a_file_without_an_end_is_not_touched(watch: Watch, news: News, tmp_path: Path) -> None:
    """What somebody else wrote stays, and our lines stand on lines of their own."""
    file = tmp_path / "new.jsonl"
    file.write_bytes(b'{"number": 1}\nsomething else')
    news.publish(2)
    with closing(ToFile(file)) as sink:
        watch.once(sink=sink)
    before, torn, *lines = file.read_bytes().splitlines()
    assert (before, torn, len(lines)) == (b'{"number": 1}', b"something else", 2)
