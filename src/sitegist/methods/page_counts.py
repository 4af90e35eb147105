"""On how many pages something has to stand to be template, and on how many it does."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.hashing import Hashes
from sitegist.page import Blocks
from sitegist.page.rows import Longs, Rows
from sitegist.site.table import Table

# A share of a small set of pages is never less than this.
FEWEST = 2
# How many pages wait before they are added to the large table in one go.
_WAITING = 64


def check_counts(times: int, share: float | None) -> None:
    """Refuse a number of pages that means nothing."""
    if times < 1:
        raise OptionError(f"times is {times}, but a template stands on one page at least")
    if share is not None and not 0 < share <= 1:
        raise OptionError(f"share is {share}; give a number above 0, and 1 at most")


def least_pages(times: int, share: float | None, pages: int) -> int:
    """On how many of ``pages`` something has to stand: an absolute count, or a share of them.

    >>> least_pages(100, None, 90), least_pages(100, 0.1, 90), least_pages(100, 0.1, 11)
    (100, 9, 2)
    """
    return times if share is None else max(FEWEST, ceil(round(share * pages, 9)))


def told_unreachable(pages: int, limit: int) -> str:
    """Why nothing can be template, if nothing can."""
    if not pages:
        return "nothing is known of the site, so everything stays"
    if pages < limit:
        return f"the site has {pages} pages, so nothing stands on {limit}; ask for a share of them"
    return ""


def pages_with(pages: Iterable[Hashes], worth: float) -> Table:
    """On how many pages each hash stands, given the distinct hashes of each page.

    Hashes on fewer than ``worth`` pages, and those on one page only, are forgotten in the end;
    until then it takes 16 bytes for each distinct one.
    """
    counts = Table.empty(1)
    waiting: list[Table] = []
    for hashes in pages:
        waiting.append(Table(hashes, np.ones((len(hashes), 1), np.int64)))
        if len(waiting) == _WAITING:
            counts, waiting = Table.total([counts, *waiting]), []
    counts = Table.total([counts, *waiting])
    held = counts.columns[:, 0] >= max(FEWEST, worth)
    return Table(counts.keys[held], counts.columns[held])


def most_around(rows: Rows, blocks: Blocks, values: Longs) -> NDArray[np.float64]:
    """For each block the largest of a value over its own rows and its root."""
    most = np.zeros(len(blocks), np.int64)
    owned = blocks.owner >= 0
    np.maximum.at(most, blocks.owner[owned], values[owned])
    if len(most):
        most = np.maximum(most, values[blocks.root])
    return most.astype(np.float64)
