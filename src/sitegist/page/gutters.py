"""Numbers of lines beside program text: the page draws them, and they are part of no text."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np

from sitegist.page.rows import Bools, Rows, Style, spread

_GUTTER = re.compile(
    r"(?:^|\s)(?:\S*gutter|line-?nos?|line-?numbers?|\S*lineno\S*|code-line-numbers?)(?:\s|$)", re.I
)
# One of these is in whatever the two patterns find: most pages have none, and are done.
_SIGNS = ("gutter", "lineno", "line-no", "linenu", "line-nu", "user-select")
_UNSELECTABLE = re.compile(r"user-select\s*:\s*none", re.IGNORECASE)


def find_gutters(rows: Rows, text: str) -> Bools:
    """The rows of line numbers beside code."""
    written = " ".join(filter(None, chain.from_iterable(rows.styles))).lower()
    if not any(sign in written for sign in _SIGNS):
        return np.zeros(len(rows), np.bool_)
    named = list(map(_may_be_gutter, rows.styles))
    candidates = np.flatnonzero(np.array(named, np.bool_)[rows.style])
    numbers = [row for row in candidates.tolist() if _numbers_only(rows, row, text)]
    return spread(np.array(numbers, np.int64), rows.end)


def _may_be_gutter(style: Style) -> bool:
    """Whether a class says so, or the style that nobody shall select the text."""
    _, classes, declared = (*style, None)[:3]
    return bool(_GUTTER.search(classes or "") or _UNSELECTABLE.search(declared or ""))


def _numbers_only(rows: Rows, row: int, text: str) -> bool:
    inner = text[rows.start[row] : rows.start[rows.end[row]]]
    return all(token.isdigit() for token in inner.split())
