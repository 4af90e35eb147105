"""Markup to plain lists, by turbohtml: the only module that touches the HTML parser.

Everything per node is done by C functions that are mapped over lists. A compiled reader that
fills :class:`Nodes` can take this module's place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress, repeat
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from turbohtml import Comment, Doctype, Document, Element, Text, parse

from sitegist.page.long_runs import put_back, take_out
from sitegist.page.rows import DISPLAY, Ints, Longs, Style

# Everything that is neither element, text, comment nor doctype: template contents, instructions.
_KINDS: defaultdict[type, int] = defaultdict(
    lambda: 4, {Element: 0, Text: 1, Comment: 2, Doctype: 3}
)
_KIND_STYLES: tuple[Style, ...] = tuple(
    (tag, None) for tag in ("", "#text", "#comment", "#doctype", "#fragment")
)
_STYLED = ",".join(f"[{name}]" for name in (*DISPLAY, "hidden"))
# Attributes read with the rows, and of which elements; `sources` has the others.
_READ = {
    "href": ("a", "area", "base"),
    "src": ("img",),
    "alt": ("img", "area"),
    "title": ("a", "area"),
    "lang": ("html",),
    "start": ("ol",),
    "colspan": ("td", "th"),
    "rowspan": ("td", "th"),
    "shadowrootmode": ("template",),
    "data-language": ("pre", "code"),
    "data-lang": ("pre", "code"),
}
# Elements that may say something about the page: some by their tag, others by an attribute.
_DECLARING = ("meta", "link", "time", "script")
_MARKED = '[itemprop],[itemscope],a[rel~="author" i]'
_MOST_DECLARING = 5_000
# Relations of links that say what to load, and nothing about the page.
_LOADING = {"stylesheet", "preload", "prefetch", "dns-prefetch", "preconnect", "modulepreload"}
_DECLARES = len(_READ)
_BEARERS: dict[str | None, int] = {}
"""By tag: bit i is set if it can bear the attribute i of ``_READ``, the next if it declares."""
for _bit, _tags in enumerate((*_READ.values(), _DECLARING)):
    for _name in _tags:
        _BEARERS[_name] = _BEARERS.get(_name, 0) | 1 << _bit
_tag = attrgetter("tag")
_data = attrgetter("data")


@dataclass(frozen=True)
class Nodes:
    """What the parser saw, in document order."""

    style: NDArray[np.int32]
    styles: tuple[Style, ...]
    children: Longs
    """How many children each node has."""
    attrs: dict[str, dict[int, str]]
    """The attributes in ``_READ`` and ``hidden``: name, row, value."""
    declared: dict[int, Source]
    """The elements that may say something about the page, by row; their places are left out."""
    strings: Callable[[Longs], list[str]]
    """The text of the text nodes at some rows; only once, as it lets the parser's tree go."""


class Source(NamedTuple):
    """Where an element stands, all its attributes, and the text of a script or a style sheet."""

    start: int
    end: int
    attrs: dict[str, str]
    text: str


def read(html: str, *, scripting: bool) -> Nodes:
    """Parse once and list the nodes."""
    html, taken = take_out(html)
    document = _parse(html, scripting)
    nodes = list(document.descendants)
    kinds = np.frombuffer(bytes(list(map(_KINDS.__getitem__, map(type, nodes)))), np.uint8)
    is_element = kinds == 0
    elements = list(compress(nodes, is_element.tolist()))
    rows = np.flatnonzero(is_element)
    children = np.zeros(len(nodes), np.int64)
    children[rows] = np.fromiter(map(len, elements), np.int64, len(elements))
    for row in np.flatnonzero(kinds > 3).tolist():
        children[row] = len(nodes[row])

    keys: defaultdict[Style, int] = defaultdict()
    keys.default_factory = keys.__len__
    for undrawn in _KIND_STYLES:
        keys[undrawn]
    style = kinds.astype(np.int32)
    style[rows] = _numbers(keys, zip(map(_tag, elements), _values(elements, "class")), len(rows))

    # elements that are styled in place have a style of their own
    selected = document.select(_STYLED)
    at = rows[_places(selected, elements)]
    display = (_values(selected, name) for name in ("class", *DISPLAY))
    style[at] = _numbers(keys, zip(map(_tag, selected), *display), len(at))

    styles = tuple(keys)
    table = map(_BEARERS.get, map(itemgetter(0), styles), repeat(0))
    bears = np.fromiter(table, np.uint16, len(styles)).take(style)
    bearing = np.flatnonzero(bears)
    bears = bears[bearing]
    declaring = bearing[(bears & 1 << _DECLARES) != 0].tolist()
    marked = document.select(_MARKED)
    if marked:
        declaring = sorted({*declaring, *rows[_places(marked, elements)].tolist()})
    declared = _declared(nodes, declaring)
    attrs = {"hidden": _column(at, selected, "hidden")}
    borne = int(np.bitwise_or.reduce(bears))
    for bit, name in enumerate(_READ):
        bearers = bearing[(bears & (1 << bit)) != 0] if borne & 1 << bit else bearing[:0]
        attrs[name] = _column(bearers, map(nodes.__getitem__, bearers.tolist()), name)

    trees = [document]

    def strings(at: Longs) -> list[str]:
        wanted = np.zeros(len(style), np.bool_)
        wanted[at] = True
        found = list(compress(trees.pop().strings, wanted[kinds == 1].tolist()))
        return put_back(found, taken)

    return Nodes(style, styles, children, attrs, declared, strings)


def _numbers(keys: Mapping[Style, int], styles: Iterable[Style], size: int) -> Ints:
    """The number of each style; a new one gets the next."""
    return np.fromiter(map(keys.__getitem__, styles), np.int32, size)


def _values(elements: Iterable[Any], name: str) -> Iterator[str | None]:
    """One attribute of each element; mapping the method itself is the fastest call there is."""
    return map(Element.attr, elements, repeat(name))


def _places(selected: list[Element], elements: Sequence[Any]) -> list[int]:
    """Where ``selected`` stand in ``elements``; both are in document order."""
    places = []
    place = 0
    for element in selected:
        place = elements.index(element, place)
        places.append(place)
    return places


def _column(rows: Longs, elements: Iterable[Any], name: str) -> dict[int, str]:
    """The values of one attribute by row, where there is one."""
    values = zip(rows.tolist(), _values(elements, name))
    return {row: value for row, value in values if value is not None}


def sources(html: str, *, scripting: bool) -> dict[int, Source]:
    """Every element's place in the source and all its attributes, by row: a second parse."""
    document = _parse(html, scripting, source_locations=True)
    return dict(_located(document.descendants))


def _declared(nodes: Sequence[Any], rows: list[int]) -> dict[int, Source]:
    """Attributes of some elements by row, the first few thousand; of scripts only JSON-LD."""
    found = {}
    for row in rows[:_MOST_DECLARING]:
        node = nodes[row]
        if node.tag == "script":
            tells = "ld+json" in (node.attr("type") or "").lower()
        else:
            tells = node.tag != "link" or node.attr("rel") not in _LOADING
        if tells:
            found[row] = Source(-1, -1, *_told(node))
    return found


def _parse(html: str, scripting: bool, source_locations: bool = False) -> Document:
    """A tree with the same rows whatever else is asked for."""
    return parse(
        html,
        positions=source_locations,
        source_locations=source_locations,
        scripting=scripting,
        # else the text of such a root would be in no tree that we see
        allow_declarative_shadow_roots=False,
    )


def _told(node: Any) -> tuple[dict[str, str], str]:
    """An element's attributes, and the text of a script or a style sheet."""
    attrs = {
        name: value if type(value) is str else node.attr(name)  # some are lists of tokens
        for name, value in node.attrs.items()
    }
    return attrs, node.text if node.tag in ("script", "style", "noscript") else ""


def _located(nodes: Iterator[Any]) -> Iterator[tuple[int, Source]]:
    for row, node in enumerate(nodes):
        if type(node) is not Element:
            continue
        attrs, text = _told(node)
        where = node.source_location
        if where is None:  # implied by the parser: no place of its own
            yield row, Source(-1, -1, attrs, text)
        else:
            last = where.end_tag or where.start_tag
            yield row, Source(where.start_tag.start_offset, last.end_offset, attrs, text)


def encoding_name(label: str) -> str | None:
    """The WHATWG name, in lower case, of the encoding that a label means, if it means one."""
    try:
        return (parse(b"", encoding=label).encoding or "").lower() or None
    except (LookupError, ValueError):
        return None
