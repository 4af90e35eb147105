"""One page at a time from the live web: politely, conditionally, and with an end to everything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sitegist.crawl.hosts import seconds_of
from sitegist.crawl.robots import Robots, is_passing
from sitegist.errors import MissingExtra
from sitegist.page import MAX_BYTES
from sitegist.page.links import resolve
from sitegist.sources import site_of
from sitegist.sources.answer import Answer, decode_body
from sitegist.sources.unpack import Damaged
from sitegist.sources.web import USER_AGENT

if TYPE_CHECKING:
    import httpx

# Seconds for one answer from the first byte to the last, however slowly it comes.
DEADLINE = 60.0
_REDIRECTS = 10
# How long robots.txt holds; RFC 9309, section 2.4, allows a day.
_ROBOTS_HOLD, _ROBOTS_RETRY = 24 * 3600.0, 60.0
# Nobody waits longer between two pages, whatever robots.txt says.
_LONGEST_DELAY = 60.0
_LONGEST_VALIDATOR = 1_000
_NOT_MODIFIED = 304


class Fetched(NamedTuple):
    """What came of a request."""

    url: str
    """Where it ended, after redirects."""
    problem: str | None = None
    """Why there is no page; nothing else counts then, but ``status`` and ``retry_after``."""
    status: int | None = None
    data: bytes = b""
    content_type: str | None = None
    etag: str | None = None
    modified: str | None = None
    retry_after: float = 0.0
    """Seconds that the server asks to wait."""

    @property
    def is_unchanged(self) -> bool:
        """Whether the page is the one whose validators were sent."""
        return self.status == _NOT_MODIFIED


@dataclass
class Fetcher:
    """Requests to the hosts of a site, one after the other.

    robots.txt is obeyed and its delay kept; redirects are followed within the site.
    """

    delay: float = 1.0
    """Seconds between two requests to one host, at least."""
    deadline: float = DEADLINE
    max_bytes: int = MAX_BYTES
    clock: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    _robots: dict[str, tuple[Robots, float]] = field(default_factory=dict)
    _last: dict[str, float] = field(default_factory=dict)

    def __enter__(self) -> Fetcher:
        try:
            import httpx
        except ImportError:
            raise MissingExtra("httpx", "crawl") from None

        self._runner = asyncio.Runner()
        self._client = httpx.AsyncClient(
            headers={"User-Agent": USER_AGENT, "Accept-Encoding": "gzip, deflate"},
            timeout=httpx.Timeout(self.deadline),
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._client.aclose())
        self._runner.close()

    def get(self, url: str, etag: str | None = None, modified: str | None = None) -> Fetched:
        """The page at an address, or why there is none."""
        headers = {"If-None-Match": etag, "If-Modified-Since": modified}
        conditions = {name: value for name, value in headers.items() if value}
        here, visited = url, set[str]()
        while len(visited) <= _REDIRECTS:
            if not self._robots_of(here).allows(here):
                return Fetched(here, "robots.txt does not allow it")
            visited.add(here)
            answer, target = self._polite(here, conditions)
            if answer.is_unchanged and not conditions:
                return Fetched(here, "the server answers 304 to a request without conditions")
            if target is None:
                return answer
            if target in visited:
                return Fetched(here, "redirects in a circle")
            if site_of(target) != site_of(url):
                return Fetched(here, f"redirects to another site, {site_of(target)}")
            here = target
        return Fetched(here, f"redirects more than {_REDIRECTS} times")

    def _robots_of(self, url: str) -> Robots:
        origin = _origin(url)
        robots, until = self._robots.get(origin, (Robots.of(404), 0.0))
        if self.clock() >= until:
            answer = self._robots_file(f"{origin}/robots.txt")
            robots = Robots.of(answer.status, answer.data)
            told = answer.status is not None and not is_passing(answer.status)
            self._robots[origin] = robots, self.clock() + (_ROBOTS_HOLD if told else _ROBOTS_RETRY)
        return robots

    def _robots_file(self, url: str) -> Fetched:
        """The answer for robots.txt, after at most five redirects: RFC 9309, 2.3.1.2."""
        for _ in range(6):
            answer, target = self._polite(url, {})
            if target is None:
                return answer
            url = target
        return Fetched(url, "redirects too often", 404)

    def _polite(self, url: str, headers: dict[str, str]) -> tuple[Fetched, str | None]:
        """One request, when its time has come."""
        origin = _origin(url)
        robots, _ = self._robots.get(origin, (None, 0.0))
        delay = max(self.delay, min((robots and robots.delay) or 0.0, _LONGEST_DELAY))
        wait = self._last.get(origin, 0.0) + delay - self.clock()
        if 0 < wait <= delay:  # a clock that was set back makes nobody wait
            self.sleep(wait)
        try:
            return self._runner.run(self._request(url, headers))
        finally:
            self._last[origin] = self.clock()

    async def _request(self, url: str, headers: dict[str, str]) -> tuple[Fetched, str | None]:
        """The answer, or where it redirects to."""
        import httpx

        try:
            async with (
                asyncio.timeout(self.deadline),
                self._client.stream("GET", url, headers=headers) as answer,
            ):
                target = _target(url, answer)
                if target is not None:
                    return Fetched(url), target
                return await self._read(url, answer), None
        except TimeoutError:
            return Fetched(url, f"no whole answer within {self.deadline:g} seconds"), None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
            return Fetched(url, f"{str(error) or type(error).__name__}"), None
        except Damaged as error:
            return Fetched(url, str(error)), None

    async def _read(self, url: str, answer: httpx.Response) -> Fetched:
        status, fields = answer.status_code, answer.headers
        if status == _NOT_MODIFIED:
            return Fetched(url, None, status)
        pause = seconds_of(fields.get("retry-after"), self.clock())
        problem = None if status == 200 else f"the server answers {status}"
        pieces, size = [], 0
        async for piece in answer.aiter_raw():
            pieces.append(piece)
            size += len(piece)
            if size > self.max_bytes:
                return Fetched(url, f"more than {self.max_bytes:,} bytes", status)
        coding = {"content-encoding": fields.get("content-encoding", "")}
        data = decode_body(Answer(status, coding, b"".join(pieces)), self.max_bytes)
        if len(data) > self.max_bytes:
            return Fetched(url, f"more than {self.max_bytes:,} bytes", status)
        return Fetched(
            url, problem, status, data, fields.get("content-type"),
            _validator(fields.get("etag")), _validator(fields.get("last-modified")), pause,
        )  # fmt: skip


def _origin(url: str) -> str:
    return "/".join(url.split("/")[:3])


def _target(url: str, answer: httpx.Response) -> str | None:
    """Where an answer redirects to, if it does and that can be followed."""
    if answer.status_code not in (301, 302, 303, 307, 308):
        return None
    target = resolve(answer.headers.get("location", ""), url)
    if target is None or not target.startswith(("http://", "https://")):
        raise ValueError("redirects to no address")
    return target.partition("#")[0]


def _validator(written: str | None) -> str | None:
    """What can be sent back in a header."""
    is_sound = written is not None and written.isascii() and written.isprintable()
    return written if is_sound and len(written or "") < _LONGEST_VALIDATOR else None
