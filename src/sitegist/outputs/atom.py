"""Atom, RFC 4287: the feed that every reader reads."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from sitegist.outputs.feed import UNDATED, Feed, Item
from sitegist.outputs.xml import uri, xml_text


def atom(feed: Feed) -> Iterator[str]:
    """A feed as an Atom document; the site stands as its author, articles name their own."""
    from sitegist import __version__

    address = f'<link rel="self" href={_address(feed.address)}/>\n' if feed.address else ""
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom"{_language(feed.language)}>\n'
        f"<id>{xml_text(uri(feed.home))}</id>\n"
        f"<title>{xml_text(feed.title)}</title>\n"
        f"<updated>{feed.updated}</updated>\n"
        f"{_author(feed.title)}"
        f'<link rel="alternate" href={_address(feed.home)}/>\n{address}'
        f'<generator version="{__version__}">sitegist</generator>\n'
    )
    for item in feed.items:
        yield _entry(item, feed.language)
    yield "</feed>\n"


def _entry(item: Item, language: str | None) -> str:
    told = _language(item.language) if item.language != language else ""
    published = f"<published>{item.date}</published>\n" if item.date else ""
    content = f'<content type="html">{xml_text(item.html)}</content>\n' if item.html else ""
    return (
        f"<entry{told}>\n"
        f"<id>{xml_text(uri(item.url))}</id>\n"
        f"<title>{xml_text(item.title)}</title>\n"
        f'<link rel="alternate" href={_address(item.url)}/>\n'
        f"<updated>{item.date or UNDATED}</updated>\n{published}"
        f"{''.join(map(_author, item.authors))}"
        f"<summary>{xml_text(item.summary)}</summary>\n{content}"
        "</entry>\n"
    )


def _author(name: str) -> str:
    return f"<author><name>{xml_text(name)}</name></author>\n"


def _address(url: str) -> str:
    return quoteattr(uri(url))


def _language(code: str | None) -> str:
    return f" xml:lang={quoteattr(code)}" if code else ""
