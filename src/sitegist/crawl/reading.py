"""What a crawl takes from an answer: links, lines of text, and the addresses in lists of them."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sitegist.crawl.addresses import canonical
from sitegist.crawl.traps import lines_of
from sitegist.errors import InputError, NotHtml
from sitegist.page import Page, read
from sitegist.page.links import base_url
from sitegist.page.redirects import redirect_target
from sitegist.page.sniff import HTML
from sitegist.sources.unpack import codec_of, unpack
from sitegist.sources.web import is_url

_FEED_TYPES = (
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/feed+json",
)
_JSON_FEED = "https://jsonfeed.org/version/"
# A sitemap has at most 50 MB; see sitemaps.org.
_MAX_LIST = 50 * 2**20


class Links(NamedTuple):
    """What a page tells a crawl."""

    pages: tuple[str, ...]
    """Canonical addresses of links, frames and refreshes, each once, in document order."""
    feeds: tuple[str, ...]
    lines: tuple[int, ...]
    """See `sitegist.crawl.traps`."""


class Listed(NamedTuple):
    """What a sitemap or a feed lists."""

    pages: tuple[str, ...]
    sitemaps: tuple[str, ...]


def read_page(data: bytes, url: str, content_type: str | None, max_bytes: int) -> Links:
    """The links of a page; `NotHtml` if it is none."""
    page = read(data, url, content_type, max_bytes=max_bytes)
    if page.media_type != HTML:
        raise NotHtml(page.media_type)
    base = base_url(page)
    targets = [*(link.url for link in page.links), *_elsewhere(page)]
    # most pages have each of their links several times
    pages = dict.fromkeys(canonical(target, base) for target in dict.fromkeys(targets))
    feeds = dict.fromkeys(canonical(target, base) for target in _feeds(page))
    return Links(tuple(filter(None, pages)), tuple(filter(None, feeds)), tuple(lines_of(page.text)))


def _elsewhere(page: Page) -> Iterator[str]:
    """What a browser opens without being told to."""
    target = redirect_target(page)
    if target is not None:
        yield target
    if "frame" in page.html or "FRAME" in page.html:
        rows = page.rows
        for row, source in page.sources.items():
            if rows.tag(row) in ("frame", "iframe"):
                yield source.attrs.get("src", "")


def _feeds(page: Page) -> Iterator[str]:
    if not any(kind in page.html for kind in _FEED_TYPES):
        return
    for row, source in page.declarations.items():
        attrs = source.attrs
        if page.rows.tag(row) == "link" and attrs.get("type", "").strip().lower() in _FEED_TYPES:
            yield attrs.get("href", "")


def read_list(data: bytes, url: str) -> Listed | None:
    """The addresses in a sitemap, a sitemap index or a feed; ``None`` for anything else.

    Sitemaps may be plain text, and feeds RSS, Atom or JSON. Damaged XML is read as far as it goes;
    entities of its own are not.

    >>> read_list(b"<urlset><url><loc>http://x.org/a</loc></url></urlset>", "http://x.org/")
    Listed(pages=('http://x.org/a',), sitemaps=())
    >>> read_list(b"http://x.org/a\\nhttp://x.org/b\\n", "http://x.org/").pages
    ('http://x.org/a', 'http://x.org/b')
    >>> read_list(b"http://x.org/a is a page", "http://x.org/") is None
    True
    """
    if codec_of(data[:6]) == "gzip":
        data = unpack(data, "gzip", _MAX_LIST)
    if len(data) > _MAX_LIST:
        raise InputError(f"a list of more than {_MAX_LIST:,} bytes")
    text = data.removeprefix(codecs.BOM_UTF8).strip()
    if text.startswith(b"{"):
        return _json_feed(text, url)
    if text.startswith(b"http"):
        return _lines(text, url)
    return _xml(data, url)


def _json_feed(data: bytes, url: str) -> Listed | None:
    try:
        feed = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not str(feed.get("version")).startswith(_JSON_FEED):
        return None
    items = feed.get("items")
    entries = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return Listed(_addresses((str(item.get("url") or ""), url) for item in entries), ())


def _lines(text: bytes, url: str) -> Listed | None:
    """A line for each address, and nothing else."""
    lines = text.decode("utf-8", "replace").split()
    if len(lines) > text.count(b"\n") + 1 or not all(map(is_url, lines)):
        return None
    return Listed(_addresses((line, url) for line in lines), ())


def _xml(data: bytes, url: str) -> Listed | None:
    from lxml import etree

    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser, base_url=url)
    except (etree.XMLSyntaxError, ValueError):
        return None
    kind = "" if root is None else _local(root.tag)
    if kind in ("urlset", "sitemapindex"):
        found = _addresses((e.text or "", url) for e in root.iter() if _local(e.tag) == "loc")
        return Listed(found, ()) if kind == "urlset" else Listed((), found)
    if kind in ("rss", "rdf", "feed"):
        return Listed(_addresses(_items(root)), ())
    return None


def _items(root) -> Iterator[tuple[str, str]]:  # type: ignore[no-untyped-def]
    """The links of a feed's items with what they start from; not its own, nor those to parts."""
    for item in root.iter():
        if _local(item.tag) not in ("item", "entry"):
            continue
        links = [
            element
            for element in item
            if _local(element.tag) == "link" and element.get("rel", "alternate") == "alternate"
        ]
        # RSS may name the address of an item in its guid alone
        for element in links or (e for e in item if _local(e.tag) == "guid" and _is_link(e)):
            yield element.get("href") or element.text or "", element.base


def _is_link(guid) -> bool:  # type: ignore[no-untyped-def]
    return guid.get("isPermaLink", "true") == "true" and is_url((guid.text or "").strip())


def _local(tag: object) -> str:
    """A name without its namespace; comments have none."""
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _addresses(written: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Addresses as they are written, each with what it starts from."""
    found = (canonical(text.strip(), base) for text, base in written if text.strip())
    return tuple(dict.fromkeys(filter(None, found)))
