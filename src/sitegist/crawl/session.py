"""One run of a crawl: whose turn it is, and what is made of the answers.

It knows of no network and of no event loop: whoever has one takes what `next` gives, and brings
back what came of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from errno import ENOENT
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from sitegist import __version__
from sitegist.crawl.addresses import canonical, key_of
from sitegist.crawl.frontier import FEED, PAGE, SEED, SITEMAP, Entry, Found, Frontier
from sitegist.crawl.hosts import Hosts, seconds_of
from sitegist.crawl.plan import Plan
from sitegist.crawl.reading import Links, read_list, read_page
from sitegist.crawl.robots import Robots, is_passing
from sitegist.crawl.traps import template_of, trap_in
from sitegist.crawl.warc import Exchange, WarcWriter
from sitegist.errors import InputError, OptionError
from sitegist.sources import site_of
from sitegist.sources.options import other_type

_MAX_HOPS, _MAX_ROBOTS_HOPS, _MAX_NESTED = 10, 5, 5
_TRIES = 3
_NAMED = 20
_CONFORMS = "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"


class Ask(NamedTuple):
    """A request to be sent."""

    url: str
    host: str
    entry: Entry | None = None
    """``None`` for robots.txt."""
    hops: int = 0
    origin: str = ""
    """Whose robots.txt it is."""

    @property
    def is_page(self) -> bool:
        """Whether it is probably a page."""
        return self.entry is not None and self.entry.kind in (PAGE, SEED)

    @property
    def needs_page(self) -> bool:
        """Whether anything but a page is of no use."""
        return self.entry is not None and self.entry.kind == PAGE


def state_of(output: Path) -> Path:
    """Where the crawl that writes this file keeps what it knows."""
    return output.with_name(output.name + ".crawl")


@dataclass
class Session:
    """One run of a crawl."""

    plan: Plan
    output: Path
    say: Callable[[str], None] = lambda message: None
    clock: Callable[[], float] = time.time
    asked: int = 0
    """Requests that are under way."""

    def __post_init__(self) -> None:
        state = state_of(self.output)
        if self.output.exists() and not state.exists():
            raise OptionError(f"{self.output} is there, and no crawl of ours: name another file")
        if not self.output.parent.is_dir():
            raise FileNotFoundError(ENOENT, "there is no such folder", str(self.output))
        self.hosts = Hosts(self.plan.delay, self.plan.per_host, self.clock)
        self.frontier = Frontier(state)
        try:
            self.frontier.begin(self.plan.identity)
            self.writer = WarcWriter(self.output, self._about(), self.frontier.fact("end") or 0)
        except BaseException:
            self.frontier.close()
            raise
        self.pages: int = self.frontier.fact("pages") or 0
        self.sites: set[str] = set(self.frontier.fact("sites") or ())
        for seed in filter(None, map(canonical, self.plan.seeds)):
            self.sites.add(site_of(seed, self.plan.by))
            self.frontier.add([Found(seed, 0, SEED)])
        self.commit()

    def _about(self) -> dict[str, str]:
        return {
            "software": f"sitegist/{__version__}",
            "format": "WARC File Format 1.1",
            "conformsTo": _CONFORMS,
            "robots": "obey" if self.plan.robots else "ignore",
            "http-header-user-agent": self.plan.agent,
        }

    # what to ask for

    def next(self) -> Ask | None:
        """What to ask for now, if there is anything."""
        while not self._is_enough(self.asked):
            entry = self.frontier.next(self.hosts.is_free)
            if entry is None:
                return None
            origin = "/".join(entry.url.split("/")[:3])
            robots = self.hosts.robots(origin)
            if self.plan.robots and robots is None:
                self.frontier.put_back(entry)
                return self._sent(Ask(f"{origin}/robots.txt", entry.host, origin=origin))
            if robots is None or robots.allows(entry.url):
                return self._sent(Ask(entry.url, entry.host, entry))
            self.frontier.leave_out(entry, "robots.txt does not allow it")
        return None

    @property
    def waits(self) -> bool:
        """Whether there will be something to ask for, or is something under way."""
        return self.asked > 0 or (
            not self._is_enough(0) and self.frontier.waits(self.hosts.is_alive)
        )

    def _is_enough(self, under_way: int) -> bool:
        return self._limit(under_way) is not None

    def _limit(self, under_way: int = 0) -> Literal["pages", "bytes"] | None:
        """The limit that is reached, if as many requests as are under way give pages."""
        plan = self.plan
        if plan.bytes is not None and self.writer.end >= plan.bytes:
            return "bytes"
        is_full = plan.pages is not None and self.pages + under_way >= plan.pages
        return "pages" if is_full else None

    def _sent(self, ask: Ask) -> Ask:
        self.asked += 1
        self.hosts.ask(ask.host)
        return ask

    # what came of it

    def answered(self, ask: Ask, exchange: Exchange, stopped: bool = False) -> Ask | None:
        """An answer came; ``stopped`` if its body was not read, as it is no page.

        What it gives is to be asked for at once: where robots.txt, or a page, redirects to.
        """
        self.asked -= 1
        if ask.entry is None:
            return self._robots(ask, exchange)
        status = exchange.status
        if is_passing(status):
            self._refused(ask.entry, exchange)
            return None
        self.hosts.answered(ask.host)
        if exchange.target is not None:
            return self._redirected(ask, ask.entry, exchange, exchange.target)
        if status == 200:
            self._found(ask.entry, exchange, stopped)
        else:
            place = None if stopped else self.writer.write(exchange)
            self.frontier.done(ask.entry, status, place)
        return None

    def failed(self, ask: Ask, reason: str, passing: bool = True) -> None:
        """No answer came, or not all of it; ``passing`` if it may come another time."""
        self.asked -= 1
        if ask.entry is None:
            self.hosts.robots_failed(ask.origin, ask.host, reason)
        elif passing:
            self.hosts.failed(ask.host, reason)
            self._again(ask.entry, reason)
        else:
            self.hosts.answered(ask.host)
            self.frontier.fail(ask.entry, reason)

    def _again(self, entry: Entry, reason: str, status: int | None = None) -> bool:
        """Give it another turn, or give up; whether it has one."""
        if entry.tries + 1 < _TRIES:
            self.frontier.retry(entry)
            return True
        self.frontier.fail(entry, reason, status)
        return False

    def _refused(self, entry: Entry, exchange: Exchange) -> None:
        reason = f"the server answers {exchange.status}"
        self.hosts.failed(entry.host, reason, self._pause(exchange), is_news=not entry.tries)
        if not self._again(entry, reason, exchange.status):
            self.writer.write(exchange)

    def _pause(self, exchange: Exchange) -> float:
        return seconds_of(exchange.header("Retry-After"), self.clock())

    def _robots(self, ask: Ask, exchange: Exchange) -> Ask | None:
        target = exchange.target
        if target is not None and ask.hops < _MAX_ROBOTS_HOPS:
            self.hosts.answered(ask.host)
            return self._sent(ask._replace(url=target, hops=ask.hops + 1))
        status = 404 if target is not None else exchange.status
        if is_passing(status):
            why = f"the server answers {status}"
            self.hosts.robots_failed(ask.origin, ask.host, why, self._pause(exchange))
            return None
        try:
            body = exchange.content(self.plan.max_bytes)
        except InputError:
            body = b""
        robots = Robots.of(status, body, self.plan.agent)
        self.hosts.learn(ask.origin, ask.host, robots)
        if self.plan.sitemaps and self._is_inside(ask.origin):
            named = filter(None, (canonical(url, ask.origin) for url in robots.sitemaps))
            listed = list(named) or [f"{ask.origin}/sitemap.xml"]
            self.frontier.add(Found(url, 0, SITEMAP) for url in listed)
        return None

    def _redirected(self, ask: Ask, entry: Entry, exchange: Exchange, target: str) -> Ask | None:
        """Follow a redirect: at once if it leads to the page itself, else when it is its turn."""
        hops = entry.hops + ask.hops + 1
        if hops > _MAX_HOPS:
            reason = f"redirects more than {_MAX_HOPS} times"
            self.frontier.fail(entry, reason, exchange.status)
            return None
        place = self.writer.write(exchange)
        url = canonical(target)
        if url is not None and key_of(url) == key_of(entry.url):
            return self._sent(ask._replace(url=target, hops=ask.hops + 1))
        self.frontier.done(entry, exchange.status, place)
        self._follow(entry, url, hops)
        return None

    def moved(self, ask: Ask, target: str) -> None:
        """A browser ended up at another address, which is to be asked for when it is its turn."""
        self.asked -= 1
        self.hosts.answered(ask.host)
        entry = ask.entry
        assert entry is not None
        if entry.hops >= _MAX_HOPS:
            self.frontier.fail(entry, f"redirects more than {_MAX_HOPS} times")
            return
        self.frontier.done(entry, None, None)
        self._follow(entry, canonical(target), entry.hops + 1)

    def _follow(self, entry: Entry, url: str | None, hops: int) -> None:
        if url is not None:
            if entry.kind == SEED:  # where it leads to is what was meant
                self.sites.add(site_of(url, self.plan.by))
            self._queue([url], entry.depth, entry.kind, hops)

    def _found(self, entry: Entry, exchange: Exchange, stopped: bool) -> None:
        """An answer with status 200."""
        other = other_type(exchange.header("Content-Type"))
        if stopped:
            self.frontier.leave_out(entry, _not_a_page(other), 200)
            return
        try:
            data = exchange.content(self.plan.max_bytes)
            is_list = entry.kind in (SITEMAP, FEED) or (entry.kind == SEED and other is not None)
            listed = read_list(data, exchange.url) if is_list else None
        except InputError as error:
            self.frontier.fail(entry, str(error), 200)
            return
        if listed is not None:
            self.frontier.done(entry, 200, None)
            self._queue(listed.pages, 0)
            self._queue(listed.sitemaps, 0, SITEMAP, entry.hops + 1)
        elif entry.kind in (SITEMAP, FEED):
            self.frontier.fail(entry, "neither a sitemap nor a feed", 200)
        elif other is not None:
            self._other(entry, exchange, _not_a_page(other))
        else:
            self._page(entry, exchange, data)

    def _other(self, entry: Entry, exchange: Exchange, reason: str) -> None:
        if self.plan.any_type:
            self.frontier.done(entry, 200, self.writer.write(exchange))
        else:
            self.frontier.leave_out(entry, reason, 200)

    def _page(self, entry: Entry, exchange: Exchange, data: bytes) -> None:
        content_type = exchange.header("Content-Type")
        try:
            links = read_page(data, exchange.url, content_type, self.plan.max_bytes)
        except InputError as error:
            self._other(entry, exchange, str(error))
            return
        self.frontier.done(entry, 200, self.writer.write(exchange))
        self.pages += 1
        if self.plan.feeds and entry.depth == 0:
            self._queue(links.feeds, 0, FEED)
        new = self._queue(links.pages, entry.depth + 1)
        if self.plan.traps and entry.kind == PAGE:
            self._watch(entry, links, new)

    def _watch(self, entry: Entry, links: Links, new: list[str]) -> None:
        for trap in self.frontier.read(entry, links.lines, set(map(template_of, new))):
            self.say(trap)

    # what belongs to the site

    def _queue(self, urls: Iterable[str], depth: int, kind: int = PAGE, hops: int = 0) -> list[str]:
        """Queue what belongs to the site and is not too deep; gives what will be asked for."""
        return self.frontier.add(
            Found(url, depth, kind, hops, self._unwanted(url, kind, hops))
            for url in urls
            if self._is_inside(url) and depth <= self.plan.depth_at(url)
        )

    def _unwanted(self, url: str, kind: int, hops: int) -> str | None:
        if kind in (SITEMAP, FEED):
            return "sitemaps in sitemaps without end" if hops > _MAX_NESTED else None
        year = datetime.fromtimestamp(self.clock(), UTC).year
        if self.plan.traps and (trap := trap_in(url, year)) is not None:
            return trap
        is_file = not self.plan.any_type and _suffix(url) in _other_suffixes()
        return "not a web page, by its name" if is_file else None

    def _is_inside(self, url: str) -> bool:
        return _site(url.split("/", 3)[2], self.plan.by) in self.sites

    # how far it is

    def commit(self) -> None:
        """Have everything that happened safe on the disk."""
        self.writer.sync()
        self.frontier.note(pages=self.pages, sites=sorted(self.sites))
        self.frontier.commit(self.writer.end)

    def close(self) -> dict[str, Any]:
        """End the run; what has come of the crawl up to now."""
        self.commit()
        told = {
            "sites": sorted(self.sites),
            "pages": self.pages,
            "bytes": self.writer.end,
            "queued": self.frontier.queued,
            "failed": self.frontier.failed,
            "left_out": self.frontier.reasons(),
            "problems": self.frontier.problems(_NAMED),
            "dead": dict(sorted(self.hosts.dead.items())),
            "limit": self._limit() if self.frontier.queued else None,
        }
        self.writer.close()
        self.frontier.close()
        return told


def _not_a_page(media_type: str | None) -> str:
    return f"not a web page but {media_type}"[:100]


@cache
def _site(netloc: str, by: Literal["domain", "host"]) -> str:
    return site_of(f"http://{netloc}/", by)


def _suffix(url: str) -> str:
    name = urlsplit(url).path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""


@cache
def _other_suffixes() -> frozenset[str]:
    """How the names of pictures, films, archives and the like end."""
    from scrapy.linkextractors import IGNORED_EXTENSIONS

    return frozenset(IGNORED_EXTENSIONS)
