"""The rows of a page that matter to an output, and what each of them is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sitegist.outputs.spans import CODE, DELETED, EM, LINK, STRONG, SUB, SUP

if TYPE_CHECKING:
    from sitegist.outputs.kept import Kept
    from sitegist.page import Page

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
PARAGRAPH, RULE, PRE, TEXT, IMAGE = "p", "hr", "pre", "text", "image"
# A heading or caption with more characters was never closed.
_MAX_LEAF = 400

_OTHER_NAMES = {
    "ul": ("menu", "dir"),
    PRE: ("listing", "xmp", "plaintext", "textarea"),
    "item": ("li",),
    "term": ("dt",),
    "row": ("tr",),
    "cell": ("td", "th"),
    "quote": ("blockquote",),
    LINK: ("a",),
    EM: ("i",),
    STRONG: ("b",),
    DELETED: ("s", "strike"),
    CODE: ("kbd", "samp", "tt"),
}
_OWN_NAMES = (
    *(*HEADINGS, "ul", "ol", "dl", "dd", PRE, "table", "caption", "figure", "figcaption"),
    *("details", "summary", EM, STRONG, DELETED, SUB, SUP, CODE),
)
_KINDS = {tag: tag for tag in _OWN_NAMES} | {
    tag: kind for kind, tags in _OTHER_NAMES.items() for tag in tags
}


class Item(NamedTuple):
    """One row of a page that matters to an output."""

    row: int
    end: int
    kind: str
    tag: str
    line: int
    size: int
    """Characters of its subtree."""


def make_plan(page: Page, kept: Kept) -> list[Item]:
    """The rows that matter: what is shown, and the elements that say what it is."""
    rows = page.rows
    shown = kept.texts.copy()
    images = list(kept.images)
    shown[images] = True
    around = rows.over_subtrees(shown) > 0
    kinds = [_KINDS.get(style[0] or "", "") for style in rows.styles]
    chosen = np.array([bool(kind) for kind in kinds])[rows.style] & around
    # an empty cell keeps its neighbours in their columns
    cells = np.flatnonzero(rows.having(("td", "th")))
    chosen[cells] |= around[rows.parent[cells]]
    chosen |= shown
    chosen[kept.rules] = True
    plan = np.flatnonzero(chosen)
    ends = rows.end[plan]
    sizes = np.where(around[plan], rows.start[ends] - rows.start[plan], 0)
    styles = rows.style[plan].tolist()
    named = {**dict.fromkeys(images, IMAGE), **dict.fromkeys(kept.rules.tolist(), RULE)}
    return [
        Item(row, end, kinds[style] or named.get(row, TEXT), rows.styles[style][0] or "", *rest)
        for row, end, style, *rest in zip(
            plan.tolist(), ends.tolist(), styles, rows.line[plan].tolist(), sizes.tolist()
        )
    ]


def leaf_end(plan: Sequence[Item], place: int) -> int:
    """Where a leaf ends: at its first line's end if it is none, but was left unclosed."""
    item = plan[place]
    if item.kind == PRE:
        return item.end
    line = -1
    # a leaf that is one holds few elements
    for at in range(place + 1, min(place + _MAX_LEAF, len(plan))):
        inner = plan[at]
        if inner.row >= item.end:
            break
        if inner.kind == PRE or item.size > _MAX_LEAF:
            if line >= 0 and inner.line != line:
                return inner.row
            if inner.kind == PRE:
                return -1
        if inner.kind in (TEXT, IMAGE) and line < 0:
            line = inner.line
    return item.end
