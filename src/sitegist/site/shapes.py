"""The shape of a page: which kinds of blocks stand in it, and where."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sitegist.hashing import bytes_hash
from sitegist.page import Page, tags
from sitegist.page.rows import HIDDEN
from sitegist.site.stylepaths import brief_looks, path_hashes

# Deeper elements are the page's content more than its template.
_DEPTH = 7


@dataclass(frozen=True, eq=False)
class Shape:
    """The distinct style paths of a page's upper blocks, sorted."""

    paths: NDArray[np.uint64]

    @cached_property
    def key(self) -> int:
        """64 bits that pages of the same shape share."""
        return bytes_hash(self.paths.tobytes()) >> 1


def shape_of(page: Page) -> Shape:
    """A function of the page alone, so that sums can be kept by it before clusters are known."""
    rows = page.rows
    counted = ((rows.meaning & tags.BLOCK) != 0) & ~rows.flagged(HIDDEN) & (rows.depth <= _DEPTH)
    paths = path_hashes(rows, brief_looks(rows))
    return Shape(np.unique(paths[counted]))
