"""What is to be crawled, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any, Literal
from urllib.parse import urlsplit

from sitegist.crawl.addresses import canonical
from sitegist.errors import OptionError
from sitegist.page import MAX_BYTES
from sitegist.sources.web import USER_AGENT, is_url

# What may differ from one run of a crawl to the next; all else makes it another crawl.
_MAY_CHANGE = frozenset(
    {"pages", "bytes", "delay", "per_host", "max_bytes", "deadline", "agent", "robots"}
)


@dataclass(frozen=True)
class Plan:
    """All options of a crawl."""

    seeds: tuple[str, ...]
    by: Literal["domain", "host"] = "domain"
    """What makes a site: the registrable ``domain`` or the ``host``."""
    depth: int | None = None
    """Links from a seed, at most."""
    depth_of: Mapping[str, int] = field(default_factory=dict)
    """The same for addresses whose path begins so; of several that fit, the longest."""
    pages: int | None = None
    bytes: int | None = None
    """Of the file that is written."""
    delay: float = 1.0
    """Seconds between two requests to one host, at least."""
    per_host: int = 1
    """Connections to one host at a time."""
    max_bytes: int = MAX_BYTES
    """Of one page, also unpacked."""
    deadline: float = 60.0
    """Seconds for one answer from the first byte to the last."""
    agent: str = USER_AGENT
    robots: bool = True
    """Whether robots.txt is obeyed."""
    traps: bool = True
    """Whether traps are left out."""
    any_type: bool = False
    """Whether what is no web page is kept as well."""
    sitemaps: bool = False
    feeds: bool = False
    render: bool = False
    """Whether a browser shows each page first."""

    def __post_init__(self) -> None:
        if not self.seeds:
            raise OptionError("nothing to crawl: give an address")
        for seed in self.seeds:
            if not is_url(seed) or canonical(seed) is None or not urlsplit(seed).hostname:
                raise OptionError(f"{seed!r} is no address to crawl; write https://example.org/")
        for prefix, depth in self.depth_of.items():
            if not prefix.startswith("/") or depth < 0:
                raise OptionError(f"{prefix}={depth}: write a path and a depth, as /archive=3")
        if self.per_host < 1 or self.delay < 0 or not self.deadline > 0 or self.max_bytes < 1:
            raise OptionError("delay, connections, deadline and bytes are positive numbers")
        if not (self.agent.isascii() and self.agent.isprintable() and self.agent.strip()):
            raise OptionError(f"{self.agent!r} is no user agent")

    @property
    def identity(self) -> dict[str, Any]:
        """What makes it this crawl and no other."""
        told = asdict(self)
        told["seeds"] = sorted(filter(None, map(canonical, self.seeds)))
        return {name: told[name] for name in sorted(told.keys() - _MAY_CHANGE)}

    def depth_at(self, url: str) -> float:
        """How many links from a seed this address may be.

        >>> plan = Plan(("http://x.org/",), depth=5, depth_of={"/tag/": 1, "/tag/new/": 3})
        >>> [plan.depth_at(f"http://x.org{path}") for path in ("/a", "/tag/b", "/tag/new/c")]
        [5, 1, 3]
        """
        path = urlsplit(url).path or "/"
        fitting = [prefix for prefix in self.depth_of if path.startswith(prefix)]
        limit = self.depth_of[max(fitting, key=len)] if fitting else self.depth
        return inf if limit is None else limit
