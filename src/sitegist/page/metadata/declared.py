"""All that a page's markup declares, collected in one pass over its elements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sitegist.page.metadata import jsonld
from sitegist.page.metadata.jsonld import Thing
from sitegist.page.metadata.text import clean

if TYPE_CHECKING:
    from sitegist.page.page import Page

MAX_ITEMS = 2_000
_NAMING = ("property", "name", "http-equiv", "itemprop")
_IN_URL = {"a": "href", "area": "href", "link": "href", "img": "src", "video": "src"}
# Properties that hold words even where the element is a link or a picture.
_WORDED = ("name", "author", "creator", "headline", "title", "publisher", "articleBody")


class Element(NamedTuple):
    """An element with attributes that may declare something."""

    row: int
    tag: str
    attrs: dict[str, str]
    text: str


@dataclass
class Declared:
    """What was found, by the kind of markup."""

    meta: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Values as written by lower-case name, with dots for colons."""
    links: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Targets of ``<link>`` by relation."""
    by_author: list[int] = field(default_factory=list)
    """Rows of links to the author."""
    times: dict[int, str] = field(default_factory=dict)
    """``datetime`` attributes by row."""
    json_ld: list[Thing] = field(default_factory=list)
    microdata: list[Thing] = field(default_factory=list)
    by_id: dict[str, Thing] = field(default_factory=dict)


def meta_key(name: str) -> str:
    """One spelling for ``og:title``, ``OG.Title`` and the like."""
    return name.strip().lower().replace(":", ".")


def elements(page: Page) -> Iterator[Element]:
    """Elements that may declare something: the one place that knows where they come from."""
    for row, (_, _, attrs, text) in page.declarations.items():
        yield Element(row, page.rows.tag(row), attrs, text)


def declared(page: Page) -> Declared:
    """Read what the page's markup declares."""
    found = Declared()
    items: list[Element] = []
    for element in elements(page):
        attrs = element.attrs
        if element.tag == "meta":
            _read_meta(found, attrs)
        elif element.tag == "link":
            for relation in attrs.get("rel", "").lower().split():
                found.links[relation].append(attrs.get("href", "").strip())
        elif element.tag == "script" and "ld+json" in attrs.get("type", "").lower():
            top, by_id = jsonld.things(jsonld.loads(element.text))
            found.json_ld.extend(top)
            found.by_id |= by_id
        elif element.tag == "a" and "author" in attrs.get("rel", "").lower().split():
            found.by_author.append(element.row)
        elif "datetime" in attrs and element.tag == "time":
            found.times[element.row] = attrs["datetime"]
        if ("itemprop" in attrs or "itemscope" in attrs) and len(items) < MAX_ITEMS:
            items.append(element)
    found.microdata = _items(page, items)
    return found


def _read_meta(found: Declared, attrs: dict[str, str]) -> None:
    value = attrs.get("content", "")
    if not value:
        return
    for attribute in _NAMING:
        if attribute in attrs:
            for name in attrs[attribute].split():
                found.meta[meta_key(name)].append(value)


def _items(page: Page, bearing: list[Element]) -> list[Thing]:
    """Microdata as things: top items in document order, loose properties last."""
    loose: Thing = {}
    top: list[Thing] = []
    open_items: list[tuple[int, Thing]] = []  # where the item ends, and the item
    for element in bearing:
        while open_items and open_items[-1][0] <= element.row:
            open_items.pop()
        inner: Thing | None = None
        if "itemscope" in element.attrs:
            types = element.attrs.get("itemtype", "").split()
            inner = {"@type": [name.rsplit("/", 1)[-1] for name in types]}
        names = element.attrs.get("itemprop", "").split()
        around = open_items[-1][1] if open_items else loose
        value = inner if inner is not None else _item_value(page, element, names)
        for name in names:
            if value:
                around.setdefault(name, []).append(value)
        if inner is not None:
            if not names or names[0] in ("mainEntity", "mainEntityOfPage"):
                top.append(inner)
            open_items.append((int(page.rows.end[element.row]), inner))
    if loose:
        top.append(loose)
    return top


def _item_value(page: Page, element: Element, names: list[str]) -> str:
    attrs = element.attrs
    for attribute in ("content", "datetime"):
        if attrs.get(attribute):
            return clean(attrs[attribute])
    url = attrs.get(_IN_URL.get(element.tag, ""), "")
    text = page.inner_text(element.row)
    if url and not (text and any(map(_WORDED.__contains__, names))):
        return url.strip()
    return clean(text)
