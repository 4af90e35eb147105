"""Which parts of a page bear a mark: the largest that are of one block alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sitegist.overlay.elements import FRAMES
from sitegist.page import Blocks
from sitegist.page.rows import HIDDEN, TITLE, Bools, Longs, Rows

NOTHING, SEVERAL = -1, -2
"""What stands for the label of a row below which nothing is drawn, or things of several labels."""


class Mark(NamedTuple):
    """What is drawn on the parts of one block, or of one piece of a block."""

    number: int
    """The block's; the first of its parts is the place ``#block-N``."""
    look: str
    """A class of the frame's style sheet: ``kept``, ``dropped``, ``added``, ``lost``."""
    label: str
    """Shown when the pointer rests on it."""
    href: str
    """Where a click on its text leads."""
    chosen: bool = False


@dataclass(frozen=True, eq=False)
class Marks:
    """The marks of a page, and the one of each row that is drawn."""

    marks: Sequence[Mark]
    label: Longs
    """For each row its index into ``marks``, -1 for none; only text and pictures are asked."""


def of_blocks(blocks: Blocks, marks: Sequence[Mark]) -> Marks:
    """One mark for each block."""
    return Marks(marks, blocks.owner.astype(np.int64))


@dataclass(frozen=True, eq=False)
class Parts:
    """Marks by row, once what is of one block alone has been put together."""

    label: Longs
    """For each row the one label of all that is drawn below it; `NOTHING`, or `SEVERAL`."""
    top: Bools
    """Rows that no larger part is around."""


def parts(rows: Rows, label: Longs) -> Parts:
    """The largest parts of the page that are of one label."""
    drawn = np.zeros(len(rows), np.bool_)
    drawn[rows.runs] = True
    drawn[np.fromiter(rows.attrs["src"], np.int64, len(rows.attrs["src"]))] = True
    at = np.flatnonzero(drawn & ~rows.flagged(HIDDEN | TITLE))
    found = np.full(len(rows), NOTHING, np.int64)
    if not len(at):
        return Parts(found, np.zeros(len(rows), np.bool_))
    labels = label[at]
    changes = np.append(0, np.cumsum(labels[1:] != labels[:-1]))
    first = np.searchsorted(at, np.arange(len(rows)))
    last = np.searchsorted(at, rows.end) - 1
    held = first <= last
    ends = changes[np.maximum(last, 0)]
    one = held & (changes[np.minimum(first, len(at) - 1)] == ends) & ~rows.having(FRAMES)
    found[held] = SEVERAL
    found[one] = labels[first[one]]
    above = np.append(found, -1)[rows.parent]
    return Parts(found, (found >= 0) & (above < 0))
