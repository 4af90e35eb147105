"""Nodes to rows and one text buffer, laid out as a browser without style sheets would.

Every visible text run owns a span of the buffer, its separator first: nothing where inline
elements join, a space beside buttons and between neighbouring links, a newline between blocks.
White space is folded except in ``<pre>``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from sitegist.page import tags
from sitegist.page.folding import LINE, SPACE, WHITE, fold
from sitegist.page.reader import Nodes
from sitegist.page.rows import (
    BLANK,
    HIDDEN,
    LINKED,
    PRE,
    TITLE,
    Bools,
    Longs,
    Rows,
    depths_and_parents,
    spread,
    subtree_ends,
)

_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_DRAWN_TWICE = "katex-html"  # formulas as boxes, beside the same as MathML


def lay_out(nodes: Nodes, *, scripting: bool = True) -> tuple[Rows, str]:
    """The rows of a page and its text; without scripting, noscript elements are drawn."""
    size = len(nodes.style)
    ends = subtree_ends(nodes.children)
    depth, parent = depths_and_parents(nodes.children, ends)
    rows = Rows(
        style=nodes.style,
        styles=nodes.styles,
        parent=parent,
        end=ends.astype(np.int32),
        depth=depth,
        line=np.zeros(size, np.int32),
        flags=np.zeros(size, np.uint8),
        start=np.zeros(size + 1, np.int64),
        attrs=nodes.attrs,
    )
    _flag(rows, ends, scripting)
    text = _fill(rows, ends, nodes.strings)
    rows.freeze()
    return rows, text


def _flag(rows: Rows, ends: Longs, scripting: bool) -> None:
    """Mark what is hidden, the title, preformatted text and the insides of links."""
    for flag, roots in (
        (HIDDEN, _undrawn(rows, scripting)),
        (PRE, np.flatnonzero(rows.meaning & tags.PREFORMATTED)),
        (LINKED, _links(rows)),
    ):
        if len(roots):
            np.bitwise_or(rows.flags, spread(roots, ends) * np.uint8(flag), out=rows.flags)
    title = _title(rows, ends)
    if title is not None:
        subtree = slice(title, rows.end[title])
        rows.flags[subtree] = rows.flags[subtree] & (255 - HIDDEN) | TITLE


def _undrawn(rows: Rows, scripting: bool) -> Longs:
    """The rows that hide themselves and all below them."""
    hidden = (rows.meaning & tags.UNDRAWN) != 0
    if not scripting:
        hidden &= ~rows.having(("noscript",))
    for row in rows.attrs["shadowrootmode"]:  # the template of a shadow root is drawn
        hidden[row : row + 2] = False
    for row, value in rows.attrs["hidden"].items():
        hidden[row] |= value.lower() != "until-found"
    if rows.having(("annotation",)).any():
        hidden |= _formulas(rows)
    # few styles say more than tag and class, and a call for each would take longer than asking
    hiding = [
        number
        for number, style in enumerate(rows.styles)
        if style[1] == _DRAWN_TWICE or (len(style) > 2 and _hides(style[2]))
    ]
    if hiding:
        table = np.zeros(len(rows.styles), np.bool_)
        table[hiding] = True
        hidden |= table.take(rows.style)
    return np.flatnonzero(hidden)


def _formulas(rows: Rows) -> Bools:
    """What stands beside the source of a formula: as a line of text, the source says it better."""
    annotations = rows.having(("annotation",))
    beside = np.zeros(len(rows), np.bool_)
    beside[rows.parent[annotations]] = True
    return (rows.parent >= 0) & beside[rows.parent] & ~annotations


def _hides(declarations: str | None) -> bool:
    return declarations is not None and _DISPLAY_NONE.search(declarations) is not None


def _links(rows: Rows) -> Longs:
    """The anchors that lead somewhere."""
    bearers: Longs = np.fromiter(rows.attrs["href"], np.int64)
    anchors: Longs = bearers[(rows.meaning[bearers] & tags.ANCHOR) != 0]
    return anchors


def _title(rows: Rows, ends: Longs) -> int | None:
    """The first title that is no drawing's and in no template."""
    found = np.flatnonzero(rows.meaning & tags.TITLE)
    if len(found) and rows.tag(int(rows.parent[found[0]])) != "head":
        others = np.flatnonzero(rows.having(("svg", "template")))
        found = found[~spread(others, ends)[found]]
    return int(found[0]) if len(found) else None


def _bounds(rows: Rows, ends: Longs, begins: Longs) -> Longs:
    """For each row, how many of the subtrees begin with it or end just before it."""
    count = np.bincount(ends[begins], minlength=len(rows) + 1)[: len(rows)]
    count[begins] += 1
    return count


def _part(rows: Rows, ends: Longs) -> tuple[NDArray[np.uint8], Longs]:
    """What each row puts between the text before it and the text after it, and its drawn line."""
    begins = np.flatnonzero(rows.meaning & tags.BLOCK)
    blocks = _bounds(rows, ends, begins)
    drawn = np.cumsum(blocks)
    within = begins[(rows.flags[begins] & PRE) != 0]
    lines_of_code = within[_styled_only(rows, within)] if len(within) else within
    np.cumsum(blocks - _bounds(rows, ends, lines_of_code), out=rows.line)
    parting = np.zeros(len(rows), np.uint8)
    parting[_bounds(rows, ends, np.flatnonzero(rows.meaning & tags.SPACED)) > 0] = SPACE
    parting[(blocks > 0) | ((rows.meaning & tags.LINE_BREAK) != 0)] = LINE
    return parting, drawn


def _styled_only(rows: Rows, chosen: Longs) -> Bools:
    """Which blocks are blocks by their style alone: in code, a line that is still part of it."""
    named = [bool(tags.MEANINGS[style[0] or ""] & tags.BLOCK) for style in rows.styles]
    return ~np.array(named, np.bool_)[rows.style[chosen]]


def _fill(rows: Rows, ends: Longs, strings: Callable[[Longs], list[str]]) -> str:
    """Put the visible runs together and note where each begins."""
    parting, drawn = _part(rows, ends)
    at = np.flatnonzero(((rows.meaning & tags.TEXT) != 0) & ((rows.flags & HIDDEN) == 0))
    pieces = strings(at)
    solid = _solid(rows, at, pieces, drawn)
    # white space between lines of code counts; elsewhere it only parts the runs around it
    between = at[~solid]
    parting[between] = np.maximum(parting[between], WHITE)
    runs = at[solid]
    before = _separations(rows, parting, runs)
    keeps = (rows.flags[runs] & PRE) != 0
    shown = list(compress(pieces, solid.tolist()))
    if keeps.any():
        _keep_empty_lines(rows, runs, keeps, shown)
    text, bounds = fold(shown, before, keeps)
    rows.start[runs + 1] = np.diff(bounds)
    np.cumsum(rows.start, out=rows.start)
    return text


def _solid(rows: Rows, at: Longs, pieces: list[str], drawn: Longs) -> Bools:
    """Which text runs are no mere white space; of preformatted text the last line end goes."""
    blank = np.fromiter(map(str.isspace, pieces), np.bool_, len(pieces))
    rows.flags[at[blank]] |= BLANK
    solid = ~blank
    kept = np.flatnonzero(rows.flags[at] & PRE)
    if len(kept):
        ends_line = np.append(np.diff(drawn[at]) != 0, True)
        for place in kept.tolist():
            if ends_line[place]:
                pieces[place] = pieces[place].removesuffix("\n")
            solid[place] = bool(pieces[place].strip("\v\f\r"))
    return solid


def _keep_empty_lines(rows: Rows, runs: Longs, keeps: Bools, pieces: list[str]) -> None:
    """In preformatted text every line break after the first leaves a line empty."""
    breaks = np.cumsum((rows.meaning & tags.LINE_BREAK) != 0)[runs]
    empty = np.diff(breaks, prepend=breaks[:1]) - 1
    after = np.flatnonzero((empty > 0) & keeps & np.append(False, keeps[:-1]))
    for place, count in zip(after.tolist(), empty[after].tolist()):
        pieces[place] = "\n" * count + pieces[place]


def _separations(rows: Rows, parting: NDArray[np.uint8], runs: Longs) -> NDArray[np.uint8]:
    """What stands before each run: the most of what lies between; nothing at the very top."""
    if len(runs) < 2:
        return np.zeros(len(runs), np.uint8)
    between = np.zeros(len(runs), np.uint8)
    between[1:] = np.maximum.reduceat(parting[: runs[-1] + 1], runs[:-1] + 1)
    links = np.cumsum(rows.meaning & tags.ANCHOR)[runs]
    linked = (rows.flags[runs] & LINKED) != 0
    neighbours = (links[1:] != links[:-1]) & linked[1:] & linked[:-1]
    between[1:] = np.maximum(between[1:], neighbours * np.uint8(SPACE))
    return between
