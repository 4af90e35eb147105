"""How long a page is on a phone, told from its rows: an estimate, by the same rule for all.

A screen has 360 by 740 pixels, of which text has 328 in width. A line is 24 pixels high, and 8 are
left below each stretch of inline content; a sign takes 8 pixels, a wide one (Chinese, Japanese,
Korean) 16. An image is as wide as it says it is, at most as the text, and 2/3 as high where it
does not say; below 48 pixels it stands in the line. A line of code is 20 pixels high and is not
broken. All of a page stands in one column, and nothing is folded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Page
from sitegist.page.rows import HIDDEN, PRE, TITLE

WIDTH, HEIGHT = 360, 740
_TEXT = 328
_LINE, _BELOW, _SIGN, _CODE_LINE = 24, 8, 8, 20
_INLINE_IMAGE = 48
# First and last of the wide signs.
_WIDE = np.array(
    [
        (0x1100, 0x115F), (0x2E80, 0xA4CF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF),
        (0xFE30, 0xFE4F), (0xFF00, 0xFF60), (0x1F300, 0x1FAFF), (0x20000, 0x3FFFD),
    ]
)  # fmt: skip


def depths(page: Page) -> NDArray[np.int64]:
    """How many pixels below its top each row of a page begins, and at last how long it is."""
    rows = page.rows
    high = np.zeros(len(rows), np.int64)
    runs = rows.runs[~rows.flagged(TITLE)[rows.runs]]
    if len(runs):
        wide = np.append(0, np.cumsum(_widths(page.text)))
        width = wide[rows.start[runs + 1]] - wide[rows.start[runs]]
        line = rows.line[runs]
        first = np.flatnonzero(np.append(True, line[1:] != line[:-1]))
        lines = -(-np.add.reduceat(width, first) // _TEXT)
        high[runs[first]] = np.maximum(lines, 1) * _LINE + _BELOW
        ends = np.append(runs[first[1:]], runs[-1] + 1)
        for row, end in zip(runs[first].tolist(), ends.tolist()):
            if rows.flags[row] & PRE:
                code = page.text[rows.start[row] : rows.start[end]].strip("\n")
                high[row] = (code.count("\n") + 1) * _CODE_LINE + _BELOW
    for row in rows.attrs["src"]:
        if rows.tag(row) == "img" and not rows.flags[row] & HIDDEN:
            high[row] = _image_height(page, row)
    return np.append(0, np.cumsum(high))


def screens(pixels: int) -> float:
    """How many screens so many pixels are."""
    return pixels / HEIGHT


def text_height(text: str, width: int = _TEXT) -> int:
    """Pixels that a line of text takes when it is broken at a width."""
    return max(-(-int(_widths(text).sum()) // width), 1) * _LINE


def _widths(text: str) -> NDArray[np.int64]:
    """Pixels of each character."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.int64)
    place = np.searchsorted(_WIDE[:, 0], codes, "right") - 1
    is_wide = (place >= 0) & (codes <= _WIDE[place, 1])
    return np.where(is_wide, 2 * _SIGN, np.where(codes == ord("\n"), 0, _SIGN))


def _image_height(page: Page, row: int) -> int:
    style = page.rows.styles[page.rows.style[row]]
    width, height = map(_pixels, (*style[4:6], None, None)[:2])
    if width is None:
        width = _TEXT if height is None else height * 3 // 2
    if height is None:
        height = width * 2 // 3
    if min(width, height) < _INLINE_IMAGE:
        return 0
    return height * _TEXT // width if width > _TEXT else height


def _pixels(written: str | None) -> int | None:
    """A length in pixels; nothing for a share of something."""
    bare = (written or "").strip().removesuffix("px")
    return int(bare) if bare.isascii() and bare.isdigit() and len(bare) < 5 else None
