"""Where a row stands: a CSS selector, and its place in the source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitegist.page.page import Page
    from sitegist.page.rows import Longs

_IDENTIFIER = re.compile(r"-?[A-Za-z_][\w-]*\Z", re.ASCII)
# A path names this many elements from the top and from the bottom; between them it descends.
_TOP, _BOTTOM = 4, 28


def css_path(page: Page, row: int) -> str:
    """A selector of the row's element: tags, first class, and place among like siblings.

    >>> from sitegist.page import read
    >>> css_path(read("<div class=a><p>x<p>y"), 5)
    'html > body > div.a > p:nth-of-type(1)'
    """
    rows = page.rows
    chain = []
    while row >= 0:
        if not rows.tag(row).startswith("#"):
            chain.append(row)
        row = int(rows.parent[row])
    chain.reverse()
    steps = [_step(page, element) for element in chain[:_TOP]]
    path = " > ".join(steps)
    if len(chain) > _TOP:
        rest = chain[max(_TOP, len(chain) - _BOTTOM) :]
        joint = " > " if len(rest) == len(chain) - _TOP else " "
        path += joint + " > ".join(_step(page, element) for element in rest)
    return path


def _step(page: Page, row: int) -> str:
    rows = page.rows
    tag, classes, *_ = rows.styles[rows.style[row]]
    name = tag or ""
    first = (classes or "").split()[:1]
    if first and _IDENTIFIER.match(first[0]):
        name += "." + first[0]
    place, count = rows.ordinal[row]
    return f"{name}:nth-of-type({place})" if count > 1 else name


def source_span(page: Page, owned: Longs, root: int) -> tuple[int, int] | None:
    """Where some rows begin and end in ``page.html``.

    Elements that only the parser supplied have no place of their own; what they hold has.
    """
    sources = page.sources
    spans = [sources[row] for row in owned.tolist() if row in sources and sources[row].start >= 0]
    if spans:
        return min(span.start for span in spans), max(span.end for span in spans)
    while root >= 0 and (root not in sources or sources[root].start < 0):
        root = int(page.rows.parent[root])
    return (sources[root].start, sources[root].end) if root >= 0 else None
