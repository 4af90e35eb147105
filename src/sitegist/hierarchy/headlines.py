"""A short line that says what a part of a page is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from unicodedata import east_asian_width

import numpy as np

from sitegist.page import Page, tags
from sitegist.page.rows import LINKED, TITLE

# By rank; what names a table, a form or a fold comes after all headings.
_HEADINGS = (("h1",), ("h2",), ("h3",), ("h4",), ("h5",), ("h6",), ("caption", "legend", "summary"))
LENGTH = 80
_BETWEEN = " · "
# A list has at least so many links.
_LIST = 3
# Headings name what they stand in when no more than this share of its words stands before them.
_BEFORE = 0.25
_FEW_WORDS = 20
# No line looks further: so many characters of text, so many headings, links or images.
_ENOUGH = 10_000
_PIECES = 500


def headline(page: Page, row: int, length: int = LENGTH) -> str:
    """The highest headings below a row, else its links, the beginning of its text, or images.

    Lists of links that stand before the rest name nothing, nor do headings that come after a good
    deal of text. ``length`` counts columns: ideographs take two.

    >>> from sitegist.page import read
    >>> page = read("<div><h2>One</h2><p>Text</p><h3>More</h3><h2>Two</h2></div><p>Some text.</p>")
    >>> [headline(page, int(row)) for row in np.flatnonzero(page.rows.having(("div", "p")))]
    ['One · Two', 'Text', 'Some text.']
    """
    end = int(page.rows.end[row])
    if _mostly_links(page, row, end):
        pieces: Iterable[str] = _links(page, row, end)
        begin = row
    else:
        begin = _past_lists(page, row)
        first, last = page.rows.start[[begin, end]].tolist()
        pieces = page.text[first : min(last, first + _ENOUGH)].split("\n")
    for names in _HEADINGS:
        line = shortened(_naming(page, begin, end, names), length)
        if line:
            return line
    images = np.flatnonzero(page.rows.having(("img",), row, end)) + row
    said = (page.rows.attr(image, "alt") or "" for image in images.tolist())
    return shortened(pieces, length) or shortened(said, length)


def _words(page: Page, begin: int, end: int) -> tuple[int, int]:
    """Words between two rows, and how many of them stand in links; the title's are left out."""
    rows = page.rows
    within = slice(*np.searchsorted(rows.runs, (begin, end)))
    flags = rows.flags[rows.runs[within]]
    words = np.where((flags & TITLE) == 0, page.words[within], 0)
    return int(words.sum()), int(words[(flags & LINKED) != 0].sum())


def _mostly_links(page: Page, begin: int, end: int) -> bool:
    words, linked = _words(page, begin, end)
    return 2 * linked > words


def _past_lists(page: Page, row: int) -> int:
    """Where a part of a page begins that is not a list of links."""
    end = page.rows.end
    begin, child, last, passed = row, row + 1, int(end[row]), False
    while child < last:
        below = int(end[child])
        if not _words(page, child, below)[0]:
            child = below
        elif _is_list(page, child, below):
            child, passed = below, True
        else:
            # lists may stand in front inside of it as well
            begin = child if passed else begin
            child, last, passed = child + 1, below, False
    return begin


def _is_list(page: Page, begin: int, end: int) -> bool:
    anchors = np.count_nonzero(page.rows.meaning[begin:end] & tags.ANCHOR)
    return bool(anchors >= _LIST) and _mostly_links(page, begin, end)


def _naming(page: Page, begin: int, end: int, names: tuple[str, ...]) -> list[str]:
    """The texts of headings, unless they come after a good deal of text."""
    found = np.flatnonzero(page.rows.having(names, begin, end))[:_PIECES] + begin
    told = {row: page.inner_text(row) for row in found.tolist()}
    rows = [row for row, text in told.items() if text]
    if not rows:
        return []
    (before, linked), (words, _) = _words(page, begin, rows[0]), _words(page, begin, end)
    late = before - linked > max(_FEW_WORDS, _BEFORE * words)
    return [] if late else [told[row] for row in rows]


def _links(page: Page, begin: int, end: int) -> Iterator[str]:
    """The texts of the links."""
    anchors = np.flatnonzero((page.rows.meaning[begin:end] & tags.ANCHOR) != 0) + begin
    return (page.inner_text(anchor) for anchor in anchors.tolist())


def shortened(pieces: Iterable[str], length: int = LENGTH) -> str:
    """Whole pieces, each once, while there is room; the last one cut at a space if there is one."""
    line, said = "", set()
    for piece in (" ".join(piece.split()) for piece in islice(pieces, _PIECES)):
        if not piece or piece in said:
            continue
        said.add(piece)
        line = f"{line}{_BETWEEN}{piece}" if line else piece
        if len(line) > length:
            break
    cut = _fitting(line, length)
    if cut == len(line):
        return line
    kept = line[: _fitting(line, length - 1)]
    at_space = kept.rpartition(" ")[0]
    return (at_space if 2 * len(at_space) > len(kept) else kept).rstrip(" ·,;:") + "…"


def _fitting(line: str, length: int) -> int:
    """How many characters take no more than so many columns."""
    if line.isascii():
        return min(len(line), length)
    columns = np.cumsum([1 + (east_asian_width(character) in "WF") for character in line[:length]])
    return int(np.searchsorted(columns, length, "right"))
