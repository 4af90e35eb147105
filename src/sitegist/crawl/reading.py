"""What a crawl takes from an answer: links, lines of text, and the addresses in lists of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sitegist.crawl.addresses import canonical
from sitegist.crawl.traps import lines_of
from sitegist.errors import InputError, NotHtml
from sitegist.page import Page, read
from sitegist.page.links import base_url
from sitegist.page.redirects import redirect_target
from sitegist.page.sniff import HTML
from sitegist.sources.unpack import codec_of, unpack

_FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
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
    """The addresses in a sitemap, a sitemap index, RSS or Atom; ``None`` for anything else.

    Whatever is damaged is read as far as it goes; entities of its own are not.

    >>> read_list(b"<urlset><url><loc>http://x.org/a</loc></url></urlset>", "http://x.org/")
    Listed(pages=('http://x.org/a',), sitemaps=())
    """
    from lxml import etree

    if codec_of(data[:6]) == "gzip":
        data = unpack(data, "gzip", _MAX_LIST)
    if len(data) > _MAX_LIST:
        raise InputError(f"a list of more than {_MAX_LIST:,} bytes")
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    kind = "" if root is None else _local(root.tag)
    if kind in ("urlset", "sitemapindex"):
        found = tuple(_texts(root, "loc", url))
        return Listed(found, ()) if kind == "urlset" else Listed((), found)
    if kind in ("rss", "rdf", "feed"):
        links = [element.get("href") or element.text or "" for element in _items(root)]
        return Listed(_addresses(links, url), ())
    return None


def _texts(root, name: str, url: str) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
    return _addresses([e.text or "" for e in root.iter() if _local(e.tag) == name], url)


def _items(root) -> Iterator:  # type: ignore[no-untyped-def, type-arg]
    """The links of a feed's items, not its own and not those to their parts."""
    for item in root.iter():
        if _local(item.tag) in ("item", "entry"):
            for element in item:
                if _local(element.tag) == "link" and element.get("rel", "alternate") == "alternate":
                    yield element


def _local(tag: object) -> str:
    """A name without its namespace; comments have none."""
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _addresses(written: list[str], base: str) -> tuple[str, ...]:
    found = (canonical(text.strip(), base) for text in written if text.strip())
    return tuple(dict.fromkeys(filter(None, found)))
