"""A web in memory, and a clock that is set by hand: a session's rules without a network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sitegist.crawl.plan import Plan
from sitegist.crawl.session import Ask, Session
from sitegist.crawl.warc import Exchange

SITE = "http://x.org"
HTML = "text/html; charset=utf-8"


class Said(NamedTuple):
    """An answer."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", HTML),)


class Silence(NamedTuple):
    """None comes."""

    reason: str = "no whole answer"
    passing: bool = True


Route = Said | Silence | str | Callable[[str], "Said | Silence | str"]


def moved(target: str, status: int = 301) -> Said:
    """A redirect."""
    return Said(b"", status, (("Location", target),))


def links(*targets: str) -> str:
    """A page with links and with words of its own."""
    return "".join(f"<p><a href='{target}'>{target}</a>" for target in targets) + "<p>words"


@dataclass
class Web:
    """Answers by address, or by path on `SITE`; what it has not is missing."""

    routes: Mapping[str, Route]
    now: float = 1_790_000_000.0
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    slept: float = 0.0

    def clock(self) -> float:
        """A clock that goes when everybody waits."""
        return self.now

    def open(self, output: Path, *seeds: str, **options: Any) -> Session:
        """A session that nothing was asked of."""
        options = {"delay": 0.0, **options}
        plan = Plan(tuple(seeds) or (f"{SITE}/",), **options)
        return Session(plan, output, self.said.append, self.clock)

    def crawl(self, output: Path, *seeds: str, **options: Any) -> dict[str, Any]:
        """Crawl to the end; what came of it."""
        session = self.open(output, *seeds, **options)
        self.run(session)
        return session.close()

    def run(self, session: Session, requests: int = 10_000) -> None:
        """Serve a session until it wants nothing more, or so many requests."""
        follows: Ask | None = None
        for _ in range(requests):
            ask = follows or session.next()
            while ask is None and session.waits:
                self.now, self.slept = self.now + 1, self.slept + 1
                ask = session.next()
            if ask is None:
                return
            follows = self.answer(session, ask)

    def answer(self, session: Session, ask: Ask) -> Ask | None:
        """Bring one answer."""
        self.asked.append(ask.url.removeprefix(SITE))
        said = self.find(ask.url)
        if isinstance(said, Silence):
            session.failed(ask, *said)
            return None
        headers = [(name.encode(), value.encode("latin-1")) for name, value in said.headers]
        return session.answered(ask, Exchange(ask.url, said.status, headers, said.body))

    def find(self, url: str) -> Said | Silence:
        """The answer to a request."""
        path = url.removeprefix(SITE)
        route = self.routes.get(path, self.routes.get(urlsplit(path).path, Said(b"none", 404)))
        said = route(path) if callable(route) else route
        return Said(said.encode()) if isinstance(said, str) else said

    @property
    def pages(self) -> list[str]:
        """What was asked for but robots.txt."""
        return [path for path in self.asked if not path.endswith("/robots.txt")]
