"""A short line that says what a part of a page is."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sitegist.page import Page, tags
from sitegist.page.rows import LINKED

# By rank; what names a table, a form or a fold comes after all headings.
_HEADINGS = (("h1",), ("h2",), ("h3",), ("h4",), ("h5",), ("h6",), ("caption", "legend", "summary"))
LENGTH = 80
_BETWEEN = " · "


def headline(page: Page, row: int, length: int = LENGTH) -> str:
    """The highest headings below a row, else its links, the beginning of its text, or images.

    >>> from sitegist.page import read
    >>> page = read("<div><h2>One</h2><p>Text</p><h3>More</h3><h2>Two</h2></div><p>Some text.</p>")
    >>> [headline(page, int(row)) for row in np.flatnonzero(page.rows.having(("div", "p")))]
    ['One · Two', 'Text', 'Some text.']
    """
    rows = page.rows
    end = int(rows.end[row])
    for names in _HEADINGS:
        found = np.flatnonzero(rows.having(names)[row:end]) + row
        texts = filter(None, map(page.inner_text, found.tolist()))
        line = _shortened(texts, length)
        if line:
            return line
    pieces = _links(page, row, end) or page.inner_text(row).split("\n")
    images = (text for at, text in rows.attrs["alt"].items() if row <= at < end)
    return _shortened(pieces, length) or _shortened(images, length)


def _links(page: Page, row: int, end: int) -> list[str]:
    """The texts of the links, where most words are in links."""
    rows = page.rows
    within = slice(*np.searchsorted(rows.runs, (row, end)))
    linked = rows.flagged(LINKED)
    if 2 * page.words[within][linked[rows.runs[within]]].sum() <= page.words[within].sum():
        return []
    anchors = np.flatnonzero((rows.meaning[row:end] & tags.ANCHOR) != 0) + row
    return [page.inner_text(anchor) for anchor in anchors.tolist()]


def _shortened(pieces: Iterable[str], length: int) -> str:
    """Whole pieces as far as there is room, the last one cut at a space where there is one."""
    line = ""
    for piece in (" ".join(piece.split()) for piece in pieces):
        if not piece:
            continue
        line = f"{line}{_BETWEEN}{piece}" if line else piece
        if len(line) > length:
            break
    if len(line) <= length:
        return line
    cut = line[: length - 1]
    at_space = cut.rpartition(" ")[0]
    return (at_space if 2 * len(at_space) > length else cut).rstrip(" ·,;:") + "…"
