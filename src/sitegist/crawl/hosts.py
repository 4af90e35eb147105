"""How each host is to be treated: robots.txt, delays, pauses, and when to give up on it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime

from sitegist.crawl.robots import Robots

# How long robots.txt holds; RFC 9309, section 2.4, allows a day.
_ROBOTS_HOLD = 24 * 3600.0
# Nobody waits longer between two requests, or after Retry-After, whatever a server says.
LONGEST_DELAY, LONGEST_PAUSE = 60.0, 600.0
_ROBOTS_TRIES = 3
# So many requests in a row without a whole answer, and a host is asked no more.
_DEAD = 30


@dataclass
class Hosts:
    """What is known of the hosts of a crawl while it runs."""

    delay: float = 1.0
    per_host: int = 1
    clock: Callable[[], float] = time.time
    dead: dict[str, str] = field(default_factory=dict)
    """Hosts that are asked no more in this run, and why."""
    _asked: Counter[str] = field(default_factory=Counter)
    _failures: Counter[str] = field(default_factory=Counter)
    _paused: dict[str, float] = field(default_factory=dict)
    _delays: dict[str, float] = field(default_factory=dict)
    _robots: dict[str, tuple[Robots, float]] = field(default_factory=dict)

    def is_alive(self, host: str) -> bool:
        """Whether a host is asked in this run, now or later."""
        return host not in self.dead

    def is_free(self, host: str) -> bool:
        """Whether a host may be asked something now."""
        return (
            self.is_alive(host)
            and self._asked[host] < self.per_host
            and self._paused.get(host, 0.0) <= self.clock()
        )

    def ask(self, host: str) -> None:
        """A request goes to a host."""
        self._asked[host] += 1

    def answered(self, host: str) -> None:
        """A request has come to its end, and the host works."""
        self._asked[host] -= 1
        self._failures[host] = 0

    def failed(
        self, host: str, reason: str, retry_after: float = 0.0, is_news: bool = True
    ) -> None:
        """A request has come to its end; the more of them fail, the longer the host is let be.

        That a page fails again is no news of its host.
        """
        self._asked[host] -= 1
        self._failures[host] += is_news
        failures = self._failures[host]
        if failures >= _DEAD:
            self.dead[host] = f"{failures} requests in a row failed, the last one: {reason}"
        self.pause(host, max(retry_after, 2 * self.delay * (failures - 1)))

    def pause(self, host: str, seconds: float) -> None:
        """Ask a host nothing for a while."""
        until = self.clock() + min(seconds, LONGEST_PAUSE)
        self._paused[host] = max(until, self._paused.get(host, 0.0))

    def delay_of(self, host: str) -> float:
        """Seconds between two requests to a host, at least."""
        return max(self.delay, self._delays.get(host, 0.0))

    def robots(self, origin: str) -> Robots | None:
        """What an origin's robots.txt says; ``None`` if that has to be asked."""
        robots, until = self._robots.get(origin, (None, 0.0))
        return robots if self.clock() < until else None

    def learn(self, origin: str, host: str, robots: Robots) -> None:
        """robots.txt was answered."""
        self._robots[origin] = robots, self.clock() + _ROBOTS_HOLD
        asked = min(robots.delay or 0.0, LONGEST_DELAY)
        self._delays[host] = max(asked, self._delays.get(host, 0.0))
        self.answered(host)

    def robots_failed(self, origin: str, host: str, why: str, retry_after: float = 0.0) -> None:
        """robots.txt could not be had; after three attempts the host is given up."""
        self.failed(host, f"{origin}/robots.txt: {why}", retry_after)
        if self._failures[host] >= _ROBOTS_TRIES:
            self.dead[host] = f"{origin}/robots.txt: {why}; nothing is fetched without it"


def seconds_of(retry_after: str | None, now: float) -> float:
    """What the header Retry-After asks for: seconds, or a date.

    >>> seconds_of("120", 0.0), seconds_of("Thu, 01 Jan 1970 00:01:00 GMT", 0.0)
    (120.0, 60.0)
    >>> seconds_of("soon", 0.0)
    0.0
    """
    text = (retry_after or "").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    return max(0.0, (then if then.tzinfo else then.replace(tzinfo=UTC)).timestamp() - now)
