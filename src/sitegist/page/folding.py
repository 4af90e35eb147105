"""White space folded as HTML does, within text runs and across them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sitegist.page.rows import Bools, Longs
from sitegist.page.words import Codes, characters, code_points

NOTHING, WHITE, SPACE, LINE = range(4)
"""What stands before a run: white space that folds, a space that does not, or a new line."""
_SEPARATORS = ("", " ", " ", "\n")
# Arrays take memory for every character: so many at a time.
_PORTION = 1 << 20


def fold(pieces: list[str], before: NDArray[np.uint8], keeps: Bools) -> tuple[str, Longs]:
    """The text of some runs, given what stands before each, and the bounds of each in it.

    Every run holds something besides white space, unless it ``keeps`` that.

    >>> runs, before = [" one", " and\\n", "two "], np.array([NOTHING, NOTHING, LINE], np.uint8)
    >>> text, bounds = fold(runs, before, np.zeros(3, np.bool_))
    >>> text, bounds.tolist()
    ('one and\\ntwo', [0, 3, 7, 11])
    """
    marked = [""] * (2 * len(pieces))
    marked[::2] = map(_SEPARATORS.__getitem__, before.tolist())
    marked[1::2] = pieces
    size = np.fromiter(map(len, marked), np.int64, len(marked)).reshape(-1, 2).sum(axis=1)
    place = np.cumsum(size) - size
    kept = None
    if keeps.any():
        kept = np.repeat(keeps, size)
        kept[place[before != NOTHING]] = False
    return _folded("".join(marked), place, before, kept)


def _folded(
    marked: str, place: Longs, before: NDArray[np.uint8], kept: Bools | None
) -> tuple[str, Longs]:
    """Of white space that stands together the first character stays; a separator takes it over."""
    bounds = np.zeros(len(place) + 1, np.int64)
    portions: list[Codes] = [np.zeros(0, np.uint8)]
    done = 0
    after_white = True
    for first in range(0, len(marked), _PORTION):
        portion = slice(first, first + _PORTION)
        codes = code_points(marked[portion])
        white = _white(codes, None if kept is None else kept[portion])
        stays = ~white
        stays[1:] |= ~white[:-1]
        stays[0] |= not after_white
        runs = slice(*np.searchsorted(place, (first, first + len(codes))).tolist())
        at = place[runs] - first
        # a blank is the end of the run before it, as is white space that two runs share
        ends_other = (before[runs] == WHITE) | ((before[runs] == NOTHING) & ~stays[at])
        bounds[runs] = done - 1 + np.cumsum(stays, dtype=np.int32)[at] + ends_other
        portions.append(np.where(white, codes.dtype.type(ord(" ")), codes)[stays])
        done += len(portions[-1])
        after_white = bool(white[-1])
    folded = np.concatenate(portions)
    del portions
    folded[bounds[:-1][before == LINE]] = ord("\n")
    text = characters(folded)
    text = text.removesuffix(" ") if after_white else text
    bounds[-1] = len(text)
    return text, bounds


def _white(codes: Codes, kept: Bools | None) -> Bools:
    """White space that folds: that of ASCII, of which preformatted text keeps most."""
    white: Bools = codes == ord(" ")
    white |= (codes - codes.dtype.type(ord("\t"))) <= ord("\r") - ord("\t")
    if kept is not None:
        white &= ~kept | ((codes >= ord("\v")) & (codes <= ord("\r")))
    return white
