"""Links as a browser would follow them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ada_url import join_url, normalize_url

if TYPE_CHECKING:
    from sitegist.page.page import Page
    from sitegist.page.rows import Rows

_INDEX = re.compile(r"/index\.\w{2,5}$")
_HOME = re.compile(r"/(?:index\.\w{2,5})?|(?:\.\./)+(?:index\.\w{2,5})?")
_HOST = re.compile(r"https?://(?:[^/?#]*@)?(?:www\.)?([^/?#]*)", re.IGNORECASE)
_FOLLOWED = ("http://", "https://")
_NO_BASE = ("data:", "javascript:")


class Link(NamedTuple):
    """One link: where it stands and where it leads."""

    row: int
    href: str
    """As written, without the white space around it."""
    url: str
    """Absolute and without fragment."""
    fragment: str


def resolve(href: str, base: str | None) -> str | None:
    """A WHATWG URL, or ``None`` if it is none: a relative one without base, or nonsense.

    >>> resolve("../b?x=1#top", "https://example.org/a/c/d")
    'https://example.org/a/b?x=1#top'
    """
    try:
        return join_url(base, href) if base else normalize_url(href)
    except ValueError:
        return None


def host_of(url: str) -> str:
    """The host of an absolute address as it was resolved, without ``www.``; or nothing.

    >>> host_of("https://WWW.example.org:8080/a"), host_of("a/index.html")
    ('example.org:8080', '')
    """
    found = _HOST.match(url)
    return found[1].lower() if found else ""


def leads_home(href: str, base: str | None) -> bool:
    """Whether a link leads to the front page of its site, or to a folder around the page.

    >>> leads_home("/", None), leads_home("../index.html", "https://example.org/a/b/c.html")
    (True, True)
    """
    href = href.strip()
    target = resolve(href, base)
    if target is None:
        return _HOME.fullmatch(href) is not None
    place, _, _ = target.partition("#")
    folder = _INDEX.sub("/", place.split("?")[0])
    is_front = folder.count("/") == 3 and folder.endswith("/")
    here = _INDEX.sub("/", (base or "").split("?")[0].split("#")[0])
    is_around = folder.endswith("/") and here.startswith(folder) and here != folder
    return here != folder and (is_front or is_around)


def base_url(page: Page) -> str | None:
    """What relative links start from: the first ``<base href>``, else the page's URL."""
    rows = page.rows
    here = resolve(page.url, None) if page.url else None
    for row, href in rows.attrs["href"].items():
        if rows.tag(row) == "base" and not _in_template(rows, row):
            base = resolve(href, here)
            return here if base is None or base.startswith(_NO_BASE) else base
    return here


def _in_template(rows: Rows, row: int) -> bool:
    """Whether a template holds a row, which is then no part of the document."""
    while row >= 0 and rows.tag(row) != "template":
        row = int(rows.parent[row])
    return row >= 0


def find_links(page: Page) -> tuple[Link, ...]:
    """Every ``<a href>`` and ``<area href>`` that leads to a page, in document order.

    ``mailto:``, ``javascript:``, ``data:`` and the like are left out, and so is what cannot be
    resolved: a relative link of a page without URL.
    """
    base = base_url(page)
    rows = page.rows
    resolved = cache(lambda href: resolve(href, base))
    found = []
    for row, written in rows.attrs["href"].items():
        if rows.tag(row) == "base":
            continue
        href = written.strip(" \t\r\n\f")
        target = resolved(href)
        if target is not None and target.startswith(_FOLLOWED):
            url, _, fragment = target.partition("#")
            found.append(Link(row, href, url, fragment))
    return tuple(found)
