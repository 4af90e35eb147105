"""Nodes to rows and one text buffer, laid out as a browser without style sheets would.

Every visible text run owns a span of the buffer, its separator first: nothing where inline
elements join, a space beside buttons and between neighbouring links, a newline between blocks.
White space is folded except in ``<pre>``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import add

import numpy as np

from sitegist.page import tags
from sitegist.page.reader import Nodes
from sitegist.page.rows import (
    BLANK,
    HIDDEN,
    LINKED,
    PRE,
    TITLE,
    Longs,
    Rows,
    depths_and_parents,
    spread,
    subtree_ends,
)

_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
# NUL, which no parsed text holds, begins a run; the others are taken out of the text first.
_MARKERS = "\x01\x02\x03\x04\x05"
_NO_MARKERS = dict.fromkeys(map(ord, _MARKERS))
_MARKS = ("", "\x00", "\x00\x02", "\x00\x01")  # by what stands before a run
_KEEP_SPACE = str.maketrans({" ": "\x03", "\n": "\x04", "\t": "\x05"})
_KEPT_SPACE = ((b"\x04\x00\x01", b"\x00\x01"), (b"\x03", b" "), (b"\x04", b"\n"), (b"\x05", b"\t"))
_ACROSS_RUNS = (
    (b" \x00\x01", b"\x00\x01"),
    (b"\x01 ", b"\x01"),
    (b" \x00\x02", b"\x00\x02"),
    (b"\x02 ", b"\x02"),
    (b" \x00 ", b" \x00"),
)
_SEPARATORS = ((b"\x01", b"\n"), (b"\x02", b" "))


def lay_out(nodes: Nodes) -> tuple[Rows, str]:
    """The rows of a page and its text."""
    size = len(nodes.style)
    ends = subtree_ends(nodes.children)
    depth, parent = depths_and_parents(nodes.children, ends)
    rows = Rows(
        style=nodes.style,
        styles=nodes.styles,
        parent=parent.astype(np.int32),
        end=ends.astype(np.int32),
        depth=depth.astype(np.int32),
        line=np.zeros(size, np.int32),
        flags=np.zeros(size, np.uint8),
        start=np.zeros(size + 1, np.int64),
        attrs=nodes.attrs,
    )
    _flag(rows)
    rows.line[:] = _boundaries(rows, tags.BLOCK)
    text = _fill(rows, nodes.strings)
    rows.freeze()
    return rows, text


def _flag(rows: Rows) -> None:
    """Mark what is hidden, the title, preformatted text and the insides of links."""
    for flag, roots in (
        (HIDDEN, _undrawn(rows)),
        (PRE, np.flatnonzero(rows.meaning & tags.PREFORMATTED)),
        (LINKED, np.array([r for r in rows.attrs["href"] if rows.tag(r) == "a"], np.int64)),
    ):
        rows.flags[spread(roots, rows.end)] |= flag
    title = _title(rows)
    if title is not None:
        subtree = slice(title, rows.end[title])
        rows.flags[subtree] = rows.flags[subtree] & (255 - HIDDEN) | TITLE


def _undrawn(rows: Rows) -> Longs:
    """The rows that hide themselves and all below them."""
    hidden = (rows.meaning & tags.UNDRAWN) != 0
    for row, value in rows.attrs["hidden"].items():
        hidden[row] |= value.lower() != "until-found"
    table = [len(style) > 2 and _hides(style[2]) for style in rows.styles]
    hidden |= np.array(table, np.bool_)[rows.style]
    return np.flatnonzero(hidden)


def _hides(inline_style: str | None) -> bool:
    return inline_style is not None and _DISPLAY_NONE.search(inline_style) is not None


def _title(rows: Rows) -> int | None:
    """The first title that is not a drawing's."""
    found = np.flatnonzero(rows.meaning & tags.TITLE)
    if len(found) > 1:
        found = found[rows.nearest(rows.having(("svg",)))[found] < 0]
    return int(found[0]) if len(found) else None


def _boundaries(rows: Rows, meaning: int) -> Longs:
    """For each row, how many rows of a meaning begin or end between the page's start and it."""
    starts = np.flatnonzero(rows.meaning & meaning)
    count = np.bincount(starts, minlength=len(rows) + 1)
    count += np.bincount(rows.end[starts], minlength=len(rows) + 1)
    return np.cumsum(count)[: len(rows)]


def _fill(rows: Rows, strings: Callable[[list[int]], list[str]]) -> str:
    """Put the visible runs together and note where each begins."""
    at = np.flatnonzero(((rows.meaning & tags.TEXT) != 0) & ((rows.flags & HIDDEN) == 0))
    pieces = strings(at.tolist())
    whole = "".join(pieces)
    if any(map(whole.__contains__, _MARKERS)):
        pieces = [piece.translate(_NO_MARKERS) or " " for piece in pieces]
    blank = np.fromiter(map(str.isspace, pieces), np.bool_, len(pieces))
    rows.flags[at[blank]] |= BLANK
    keeps = (rows.flags[at] & PRE) != 0
    for place in np.flatnonzero(keeps).tolist():
        pieces[place] = pieces[place].translate(_KEEP_SPACE)
    # white space between lines of code counts; elsewhere it only parts the runs around it
    solid = ~blank | keeps
    if not whole.isascii():  # a no-break space alone is blank as well, and would not be folded
        ascii_only = np.fromiter(map(str.isascii, pieces), np.bool_, len(pieces))
        for place in np.flatnonzero(~solid & ~ascii_only).tolist():
            pieces[place] = " "
    marks = np.zeros(len(at), np.int64)
    marks[solid] = 1 + _separations(rows, at[solid])
    marked = "".join(map(add, map(_MARKS.__getitem__, marks.tolist()), pieces))
    runs = _fold(marked, bool(keeps.any()))
    rows.start[at[solid] + 1] = list(map(len, runs))
    np.cumsum(rows.start, out=rows.start)
    return "".join(runs)


def _separations(rows: Rows, runs: Longs) -> Longs:
    """What stands before each run: 0 nothing, 1 a space, 2 a new line; nothing at the very top."""
    parted = np.zeros(len(runs), np.int64)
    lines = _boundaries(rows, tags.BLOCK | tags.LINE_BREAK)[runs]
    spaces = _boundaries(rows, tags.SPACED)[runs]
    links = np.cumsum(rows.meaning & tags.ANCHOR)[runs]
    linked = (rows.flags[runs] & LINKED) != 0
    neighbours = (links[1:] != links[:-1]) & linked[1:] & linked[:-1]
    parted[1:][(spaces[1:] != spaces[:-1]) | neighbours] = 1
    parted[1:][lines[1:] != lines[:-1]] = 2
    return parted


def _fold(marked: str, has_kept_space: bool) -> list[str]:
    """Fold ASCII white space as HTML does, within runs and across them; one string a run."""
    folded = b" ".join(marked.encode("utf-8", "replace").split())
    for seen, meant in _ACROSS_RUNS:
        folded = folded.replace(seen, meant)
    if has_kept_space:
        for seen, meant in _KEPT_SPACE:
            folded = folded.replace(seen, meant)
    for seen, meant in _SEPARATORS:
        folded = folded.replace(seen, meant)
    return folded.decode("utf-8").split("\x00")[1:]
