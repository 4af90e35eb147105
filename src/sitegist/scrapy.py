"""An add-on for Scrapy projects, in one line of settings.

    ADDONS = {"sitegist.scrapy.Addon": 100}

Items with the source of a page get its text and what it says of itself; with ``SITEGIST_WARC`` all
answers go into a WARC. `InformativeLinkExtractor` follows what a mined site's informative blocks
link to. See docs/crawling.md.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from itemadapter import ItemAdapter
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor
from scrapy.settings import BaseSettings

from sitegist import __version__
from sitegist.crawl.warc import Exchange, WarcWriter, pairs
from sitegist.errors import InputError, OptionError
from sitegist.outputs import FORMATS
from sitegist.page import Page, read
from sitegist.pipeline import extract
from sitegist.profile import Profile, load
from sitegist.store import open_mined
from sitegist.watch.places import key_of, placed_links

_FIELDS = ("title", "author", "date", "language", "description")
# So many tables of contents tell where links to articles stand.
_TOCS = 100


class Addon:
    """Puts the parts where they belong; what a project says of them itself stays."""

    def update_settings(self, settings: BaseSettings) -> None:
        """As Scrapy calls its add-ons."""
        settings.setdefault_in_component_priority_dict("ITEM_PIPELINES", ExtractPipeline, 100)
        # nearest to the network: bodies as they were sent
        settings.setdefault_in_component_priority_dict(
            "DOWNLOADER_MIDDLEWARES", WarcMiddleware, 950
        )


@dataclass
class Article:
    """A page as an item: what the pipeline fills in."""

    url: str
    html: bytes | None = field(repr=False)
    """The source; the pipeline lets it go."""
    content_type: str | None = field(default=None, repr=False)
    title: str | None = None
    author: str | None = None
    date: str | None = None
    language: str | None = None
    description: str | None = None
    fit: float | None = None
    """How well the profile fits the page, from 0 to 1."""
    text: str | None = None

    @classmethod
    def of(cls, response: Response) -> Article:
        """The page of an answer."""
        return cls(response.url, response.body, _content_type(response))


class ExtractPipeline:
    """Fills in what an item with ``url`` and ``html`` has fields for and does not say yet.

    ``text`` is the informative part, with the site's profile if ``SITEGIST_PROFILE`` names one,
    as text or in the format that ``SITEGIST_FORMAT`` names.
    """

    def __init__(self, profile: Profile | None, form: str) -> None:
        self.profile, self.form = profile, form

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ExtractPipeline:
        """As Scrapy makes its parts."""
        path, form = (
            crawler.settings.get("SITEGIST_PROFILE"),
            crawler.settings.get("SITEGIST_FORMAT"),
        )
        if form is not None and form not in FORMATS:
            raise OptionError.unknown("format in SITEGIST_FORMAT", form, FORMATS)
        return cls(None if path is None else _profile(path), form or "text")

    def process_item(self, item: Any) -> Any:
        """The item, with what could be found; what is no web page stays as it is."""
        adapter = ItemAdapter(item)
        html = adapter.get("html")
        if not isinstance(html, str | bytes):
            return item
        try:
            told = self._told(read(html, adapter.get("url"), adapter.get("content_type")))
        except InputError:
            told = {}
        names = told if isinstance(item, dict) else set(adapter.field_names()) & told.keys()
        for name in names:
            if adapter.get(name) is None:
                adapter[name] = told[name]
        if isinstance(item, Article):
            item.html = None
        return item

    def _told(self, page: Page) -> dict[str, Any]:
        found = extract(page) if self.profile is None else self.profile.extract(page)
        known: Mapping[str, Any] = page.metadata.as_dict()
        return {
            **{name: known[name]["value"] for name in _FIELDS if name in known},
            "fit": None if self.profile is None else round(self.profile.fit(page), 6),
            "text": found.render(self.form).rstrip("\n"),
        }


class InformativeLinkExtractor(LinkExtractor):
    """Links that stand where a mined site's tables of contents link to their articles.

    All options of Scrapy's own link extractor restrict them further.
    """

    def __init__(self, mined: str | os.PathLike[str], **options: Any) -> None:
        super().__init__(**options)
        self.mined = Path(mined)

    @cached_property
    def places(self) -> frozenset[int]:
        """The style paths of links to articles, learned when the first page comes.

        Most of the links there lead to articles, and not to the same ones from most pages, as
        those in furniture do.
        """
        mined = open_mined(self.mined)
        articles = {key_of(article.url) for article in mined.articles}
        listed: defaultdict[int, Counter[str]] = defaultdict(Counter)
        pages = Counter[int]()
        for toc in mined.toc[:_TOCS]:
            links = {(place, link.key) for place, link in placed_links(mined.site.page(toc.url))}
            pages.update({place for place, _ in links})
            for place, key in links:
                listed[place][key] += 1
        return frozenset(
            place
            for place, there in listed.items()
            if 2 * len(there.keys() & articles) > len(there)
            and (pages[place] == 1 or 2 * there.total() <= len(there) * pages[place])
        )

    def extract_links(self, response: Response) -> list[Link]:
        """The links of an answer that Scrapy finds and that stand in such a place."""
        page = read(response.body, response.url, _content_type(response))
        wanted = {link.key for place, link in placed_links(page) if place in self.places}
        found: list[Link] = super().extract_links(response)  # type: ignore[arg-type]
        return [link for link in found if key_of(link.url) in wanted]


class WarcMiddleware:
    """Writes all that was asked and answered to the file that ``SITEGIST_WARC`` names.

    ``%(name)s`` and ``%(time)s`` stand for the spider's name and the time.
    """

    def __init__(self, writer: WarcWriter) -> None:
        self.writer = writer

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WarcMiddleware:
        """As Scrapy makes its parts."""
        name = crawler.settings.get("SITEGIST_WARC")
        if not name:
            raise NotConfigured
        now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        spider = crawler.spider.name if crawler.spider else "spider"
        path = Path(str(name) % {"name": spider, "time": now})
        if path.exists():
            raise OptionError(f"{path} is there; write %(time)s in SITEGIST_WARC for a new one")
        agent = crawler.settings.get("USER_AGENT") or ""
        about = {"software": f"sitegist/{__version__}", "http-header-user-agent": agent}
        middleware = cls(WarcWriter(path, about))
        crawler.signals.connect(middleware.closed, signals.spider_closed)
        return middleware

    def process_response(self, request: Request, response: Response) -> Response:
        """Write what came from the network."""
        if request.url.startswith("http") and not {"cached", "download_stopped"} & set(
            response.flags
        ):
            ip = str(response.ip_address) if response.ip_address else None
            asked = pairs(request.headers)
            self.writer.write(
                Exchange(
                    request.url, response.status, pairs(response.headers), response.body,
                    asked, request.method, request.body, ip, "playwright" in response.flags,
                )
            )  # fmt: skip
        return response

    def closed(self) -> None:
        """The crawl is over."""
        self.writer.close()


def _profile(path: str) -> Profile:
    """A profile, or that of a mined folder."""
    return load(Path(path, "site.gist") if Path(path).is_dir() else path)


def _content_type(response: Response) -> str | None:
    written = response.headers.get("Content-Type")
    return None if written is None else written.decode("latin-1")
