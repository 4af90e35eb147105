"""robots.txt, as RFC 9309 reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitegist.errors import MissingExtra
from sitegist.sources.web import USER_AGENT

if TYPE_CHECKING:
    from protego import Protego

# RFC 9309, section 2.5: at least this much has to be read
_MAX_BYTES = 500 * 1024
# What is no answer now may be one later: RFC 9110, section 15.5, and RFC 6585, section 4.
_PASSING = frozenset({408, 425, 429})


def is_passing(status: int) -> bool:
    """Whether a server that answers so may have the page another time."""
    return status >= 500 or status in _PASSING


class Robots:
    """What a site lets our user agent fetch."""

    def __init__(self, rules: Protego | None, agent: str, otherwise: bool = True) -> None:
        self._rules, self._agent, self._otherwise = rules, agent, otherwise

    @classmethod
    def of(cls, status: int | None, body: bytes = b"", agent: str = USER_AGENT) -> Robots:
        """What an answer to the request for robots.txt means; ``None`` if there was none.

        A file has rules; where there is no such file (4xx) everything is allowed; and while the
        server fails, is too busy (429) or does not answer, nothing is.

        >>> robots = Robots.of(200, b"User-agent: *\\nDisallow: /private\\nCrawl-delay: 3")
        >>> robots.allows("https://x.org/a"), robots.allows("https://x.org/private/a")
        (True, False)
        >>> robots.delay, Robots.of(404).allows("https://x.org/a"), Robots.of(503).allows("/")
        (3.0, True, False)
        """
        if status is not None and 200 <= status < 300:
            return cls(_parse(body), agent)
        is_missing = status is not None and status >= 400 and not is_passing(status)
        return cls(None, agent, otherwise=is_missing)

    def allows(self, url: str) -> bool:
        """Whether a page may be fetched."""
        if self._rules is None:
            return self._otherwise
        return self._rules.can_fetch(url, self._agent)

    @property
    def delay(self) -> float | None:
        """The seconds between two requests that the site asks for."""
        return None if self._rules is None else self._rules.crawl_delay(self._agent)

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The sitemaps that the file names."""
        return () if self._rules is None else tuple(self._rules.sitemaps)


def _parse(body: bytes) -> Protego:
    try:
        from protego import Protego
    except ImportError:
        raise MissingExtra("protego", "crawl") from None

    return Protego.parse(body[:_MAX_BYTES].decode("utf-8-sig", "replace"))
