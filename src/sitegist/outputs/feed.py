"""A site's articles as a feed: what the formats have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import NamedTuple

UNDATED = "1970-01-01T00:00:00Z"
"""What stands where a format asks for a time and no article has a date."""


class Item(NamedTuple):
    """One article."""

    url: str
    """Absolute; it is also what the article is known by."""
    title: str
    summary: str
    date: str | None = None
    """RFC 3339, in UTC."""
    authors: tuple[str, ...] = ()
    language: str | None = None
    image: str | None = None
    text: str | None = None
    """The whole informative text, if it is wanted."""
    html: str | None = None
    """The same as HTML."""


class Feed(NamedTuple):
    """The articles of a site, and what is said of all of them."""

    title: str
    home: str
    """The address of the site."""
    items: Iterable[Item]
    """In the order in which they are to be shown; each URL once."""
    updated: str = UNDATED
    """The date of the newest article."""
    language: str | None = None
    address: str | None = None
    """Where the feed itself will be found."""


FEEDS = {"atom": "atom", "json": "jsonfeed"}
"""Formats, and the modules that write them."""


def write_feed(feed: Feed, form: str = "atom") -> Iterator[str]:
    """A feed in one of the formats, piece by piece."""
    from sitegist.errors import OptionError
    from sitegist.page.decode import encodable

    if form not in FEEDS:
        raise OptionError.unknown("feed format", form, FEEDS)
    module = FEEDS[form]
    writer: Callable[[Feed], Iterator[str]] = getattr(
        import_module(f"sitegist.outputs.{module}"), module
    )
    return map(encodable, writer(feed))
