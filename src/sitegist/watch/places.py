"""Where on a table of contents the links to articles stand.

A link's place is its style path: which elements of which kind are around it, whatever stands
before or after them. So furniture may come, go and change without moving a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sitegist.page import Page
from sitegist.site.stylepaths import brief_looks, path_hashes
from sitegist.sources import site_of
from sitegist.watch.state import Link

# A place leads to articles if more than this share of its links do.
_MOST = 0.5


def key_of(url: str) -> str:
    """What of an address tells whether it is new: not its scheme, ``www.`` or the last slash.

    >>> key_of("https://www.example.org/news/1/#top")
    'example.org/news/1'
    """
    rest = url.partition("://")[2].partition("#")[0]
    return rest.removeprefix("www.").rstrip("/")


def placed_links(page: Page) -> list[tuple[int, Link]]:
    """The links of a page to other pages of its site with their places, in reading order."""
    if not page.links:
        return []
    site, here = site_of(page.url), key_of(page.url or "")
    paths = path_hashes(page.rows, brief_looks(page.rows))
    places = paths[page.link_rows].tolist()
    found = [(place, Link(key_of(link.url), link.url)) for place, link in zip(places, page.links)]
    return [
        (place, link) for place, link in found if link.key != here and site_of(link.url) == site
    ]


def places_of(
    links: Iterable[tuple[int, Link]], is_article: Callable[[str], bool]
) -> frozenset[int]:
    """The places most of whose links, each counted once, lead to articles."""
    keys: dict[int, set[str]] = {}
    for place, link in links:
        keys.setdefault(place, set()).add(link.key)
    return frozenset(
        place for place, there in keys.items() if sum(map(is_article, there)) > _MOST * len(there)
    )


def informative(links: Iterable[tuple[int, Link]], places: frozenset[int]) -> list[Link]:
    """The links in some places, each once, the last first: the newest stand on top."""
    found = {link.key: link for place, link in links if place in places}
    return list(reversed(found.values()))
