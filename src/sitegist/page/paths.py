"""Where a row stands: a CSS selector, and its place in the source."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from sitegist.page.page import Page
    from sitegist.page.rows import Longs, Rows

_IDENTIFIER = re.compile(r"-?[A-Za-z_][\w-]*\Z", re.ASCII)
_VOID = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr"),
    )
)
# A path names this many elements from the top and from the bottom; between them it descends.
_TOP, _BOTTOM = 4, 60


def css_path(page: Page, row: int) -> str:
    """A selector of the row's element: tags, first class, and place among like siblings.

    >>> from sitegist.page import read
    >>> css_path(read("<div class=a><p>x<p>y"), 5)
    'html > body > div.a > p:nth-of-type(1)'
    """
    return css_paths(page, [row])[0]


def css_paths(page: Page, chosen: Iterable[int]) -> list[str]:
    """The selectors of several rows; what their paths share is named once."""
    rows = page.rows
    levels = [np.flatnonzero(rows.depth == depth) for depth in range(_TOP)]
    step = cache(partial(_step, page))
    paths = []
    for row in chosen:
        above = int(rows.depth[row]) + 1 - _BOTTOM
        top = [_around(level, row) for level in levels[: max(above, 0)]]
        bottom = list(islice(_upwards(rows, row), _BOTTOM))[::-1]
        parts = [" > ".join(filter(None, map(step, chain))) for chain in (top, bottom)]
        paths.append((" > " if above <= _TOP else " ").join(filter(None, parts)))
    return paths


def _around(level: Longs, row: int) -> int:
    """Of all rows at one depth the one that is around a row: the last so far."""
    return int(level[np.searchsorted(level, row, side="right") - 1])


def _upwards(rows: Rows, row: int) -> Iterator[int]:
    parent = rows.parent.item
    while row >= 0:
        yield row
        row = parent(row)


def _step(page: Page, row: int) -> str:
    """A row as a part of a selector; only elements are."""
    rows = page.rows
    if not rows.is_element[row]:
        return ""
    tag, classes, *_ = rows.styles[rows.style[row]]
    name = tag or ""
    first = (classes or "").split()[:1]
    if first and _IDENTIFIER.match(first[0]):
        name += "." + first[0]
    place, count = rows.ordinal[row]
    return f"{name}:nth-of-type({place})" if count > 1 else name


def source_span(page: Page, owned: Longs) -> tuple[int, int]:
    """Where some rows begin and end in ``page.html``, as close as the places of elements tell.

    Text has no place of its own, nor has an element that the parser supplied or that was not
    closed an end: it reaches from the tag before it to the tag after it.
    """
    sources = page.sources
    spans = [sources[row] for row in owned.tolist() if row in sources and sources[row].start >= 0]
    begin = min((span.start for span in spans), default=len(page.html))
    end = max((span.end for span in spans), default=0)
    return min(begin, _begin(page, int(owned[0]))), max(end, _end(page, int(owned[-1])))


def _begin(page: Page, row: int) -> int:
    """A place in the source at or before a row, behind what stands before it."""
    ends, parent = page.rows.end, page.rows.parent
    before = row
    while before >= 0 and not _is_placed(page, before):
        before -= 1
    if before < 0:
        return 0
    if ends[before] > row:  # the row itself, or an element around it
        return page.sources[before].start
    found = page.sources[before].end
    while parent[before] >= 0 and ends[parent[before]] <= row:
        before = int(parent[before])
        if _is_placed(page, before):
            found = max(found, page.sources[before].end)
    return found


def _end(page: Page, row: int) -> int:
    """A place in the source at or after a row, before what stands behind it."""
    rows, sources = page.rows, page.sources
    following = row + 1
    while following < len(rows) and not _is_placed(page, following):
        following += 1
    found = sources[following].start if following < len(rows) else len(page.html)
    while row >= 0 and rows.end[row] <= following:
        if _is_placed(page, row) and _is_closed(page, row):
            return min(found, sources[row].end)
        row = int(rows.parent[row])
    return found


def _is_placed(page: Page, row: int) -> bool:
    return row in page.sources and page.sources[row].start >= 0


def _is_closed(page: Page, row: int) -> bool:
    """Whether an element's end is known: it has an end tag, or never has one."""
    tag = page.rows.tag(row)
    if tag in _VOID:
        return True
    start, end, *_ = page.sources[row]
    return page.html.rfind("</", start, end) > start
