"""Scrapy as the crawl's network: it asks for what a session wants, politely, and brings it back."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.core.downloader import Slot
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, ResponseDataLossError, StopDownload
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Headers, Response
from twisted.internet.error import ConnectionClosed
from twisted.python.failure import Failure
from twisted.web._newclient import ParseError
from twisted.web.http import PotentialDataLoss, _MalformedChunkedDataError
from twisted.web.http_headers import InvalidHeaderName

from sitegist.crawl.plan import Plan
from sitegist.crawl.session import Ask, Session
from sitegist.crawl.warc import Exchange, pairs
from sitegist.sources.options import other_type

# Hosts that are asked at the same time.
_HOSTS = 16
_ACCEPT = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"
_STOPPED = "download_stopped"
_ASK = "sitegist_ask"
_REASONS: dict[tuple[type[Exception], ...], str] = {
    (ConnectionClosed, ResponseDataLossError, PotentialDataLoss): "the answer is not whole",
    (ParseError, InvalidHeaderName, _MalformedChunkedDataError, ValueError): (
        "the answer is not as HTTP has it"
    ),
}


def settings_for(plan: Plan) -> dict[str, Any]:
    """Scrapy's settings; robots.txt, redirects, retries and codings are the session's business."""
    settings: dict[str, Any] = {
        "SCHEDULER": Scheduler,
        "EXTENSIONS": {Throttle: 0},
        "USER_AGENT": plan.agent,
        "DEFAULT_REQUEST_HEADERS": {
            "Accept": _ACCEPT,
            # what everybody who reads a WARC can undo
            "Accept-Encoding": "gzip, deflate",
        },
        "CONCURRENT_REQUESTS": _HOSTS * plan.per_host,
        "CONCURRENT_REQUESTS_PER_DOMAIN": plan.per_host,
        "DOWNLOAD_DELAY": plan.delay,
        "DOWNLOAD_DELAY_JITTER": 0.0,
        "AUTOTHROTTLE_ENABLED": True,
        "AUTOTHROTTLE_START_DELAY": plan.delay,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(plan.per_host),
        "DOWNLOAD_TIMEOUT": plan.deadline,
        "DOWNLOAD_MAXSIZE": plan.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "HTTPERROR_ALLOW_ALL": True,
        "LOG_ENABLED": False,
    }
    off = ("ROBOTSTXT_OBEY", "REDIRECT_ENABLED", "METAREFRESH_ENABLED", "RETRY_ENABLED",
           "COMPRESSION_ENABLED", "REFERER_ENABLED", "TELNETCONSOLE_ENABLED")  # fmt: skip
    settings |= dict.fromkeys(off, False)
    if plan.render:
        from sitegist.crawl import browser

        settings |= browser.settings_for(plan)
    return settings


class Scheduler(BaseScheduler):
    """Hands out what the session wants next."""

    def __init__(self, crawler: Crawler) -> None:
        self._spider = spider_of(crawler)
        self._session = self._spider.session
        self._urgent: deque[Request] = deque()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Scheduler:
        """As Scrapy makes its parts."""
        return cls(crawler)

    def has_pending_requests(self) -> bool:
        """Whether the crawl is not over yet."""
        return bool(self._urgent) or self._session.waits

    def enqueue_request(self, request: Request) -> bool:
        """Take what has to follow at once."""
        self._urgent.append(request)
        return True

    def next_request(self) -> Request | None:
        """The next request, if a host may be asked now."""
        if self._urgent:
            return self._urgent.popleft()
        ask = self._session.next()
        return None if ask is None else self._spider.request(ask)


class Throttle(AutoThrottle):
    """AutoThrottle that knows what robots.txt asks for."""

    def _adjust_delay(self, slot: Slot, latency: float, response: Response) -> None:
        super()._adjust_delay(slot, latency, response)
        host = urlsplit(response.url).hostname or ""
        asked = spider_of(self.crawler).session.hosts.delay_of(host)
        slot.delay = max(slot.delay, asked)
        assert self.crawler.engine is not None
        # Scrapy forgets a host that was not asked for a minute
        self.crawler.engine.downloader.per_slot_settings[host] = {"delay": asked}


class Crawl(Spider):
    """Brings requests to the network and answers to the session."""

    name = "sitegist"
    session: Session
    lost: Callable[[Exception], None]
    """Told of what the crawl cannot go on with."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **options: Any) -> Crawl:
        """As Scrapy makes its parts."""
        spider = super().from_crawler(crawler, *args, **options)
        crawler.signals.connect(spider.headers_received, signals.headers_received)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Nothing: the scheduler has everything."""
        nothing: tuple[Request, ...] = ()
        for request in nothing:
            yield request

    def request(self, ask: Ask) -> Request:
        """What is sent for it."""
        meta: dict[str, Any] = {_ASK: ask}
        if self.session.plan.render and ask.is_page:
            from sitegist.crawl import browser

            meta |= browser.meta()
        return Request(ask.url, self.answered, errback=self.failed, meta=meta, dont_filter=True)

    def headers_received(self, headers: Headers, request: Request) -> None:
        """Read no further where there is no page."""
        ask: Ask = request.meta[_ASK]
        if ask.needs_page and not self.session.plan.any_type:
            content_type = headers.get(b"Content-Type")
            if content_type and other_type(content_type.decode("latin-1")):
                raise StopDownload(fail=False)

    def answered(self, response: Response) -> Iterator[Request]:
        """An answer came."""
        assert response.request is not None
        ask: Ask = response.meta[_ASK]
        exchange = Exchange(
            ask.url,
            response.status,
            pairs(response.headers),
            response.body,
            pairs(response.request.headers),
            ip=str(response.ip_address) if response.ip_address else None,
            rendered="playwright" in response.flags,
        )
        try:
            if response.url.partition("#")[0] != response.request.url.partition("#")[0]:
                self.session.moved(ask, response.url)  # a browser follows redirects by itself
                return
            follows = self.session.answered(ask, exchange, _STOPPED in response.flags)
        except Exception as error:
            self.lost(error)
            return
        if follows is not None:
            yield self.request(follows)

    def failed(self, failure: Failure) -> None:
        """No answer came."""
        ask: Ask = failure.request.meta[_ASK]  # type: ignore[attr-defined]
        plan, passing = self.session.plan, True
        if isinstance(failure.value, DownloadCancelledError):
            reason, passing = f"more than {plan.max_bytes:,} bytes", False
        elif "Timeout" in type(failure.value).__name__:
            # scripts that never end do not end the next time
            reason, passing = f"no whole answer within {plan.deadline:g} seconds", not plan.render
        else:
            reason = _reason(failure.value)
        try:
            self.session.failed(ask, reason, passing)
        except Exception as error:
            self.lost(error)


def _reason(error: BaseException | None) -> str:
    """Why there is no answer, in words; Twisted's own are those of a traceback."""
    error = error.__cause__ or error if error else None
    reasons = getattr(error, "reasons", None)
    first = reasons[0].value if reasons else error
    for kinds, reason in _REASONS.items():
        if isinstance(first, kinds):
            return reason
    return " ".join(str(first).split())[:200] or type(first).__name__


def spider_of(crawler: Crawler) -> Crawl:
    """The one spider that there is."""
    assert isinstance(crawler.spider, Crawl)
    return crawler.spider
