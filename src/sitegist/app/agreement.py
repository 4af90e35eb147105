"""Where two methods agree on a page, and where they do not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sitegist.extraction import Extraction
from sitegist.outputs.kept import kept_runs
from sitegist.page.rows import TITLE, Longs

NEITHER, FIRST, SECOND, BOTH = range(4)
LOOKS = ("dropped", "lost", "added", "kept")
"""How a frame shows what neither, only the first, only the second, and both keep."""


class Agreement(NamedTuple):
    """Words of a page by who keeps them; the title is not counted."""

    neither: int
    first: int
    second: int
    both: int

    @property
    def words(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def apart(self) -> float:
        """The share of the words on which the two differ."""
        return (self.first + self.second) / max(self.words, 1)

    @classmethod
    def total(cls, parts: Iterable[Agreement]) -> Agreement:
        """Of several pages together."""
        return cls(*map(sum, zip((0, 0, 0, 0), *parts)))


def keepers(first: Extraction, second: Extraction) -> Longs:
    """For each text run of a page who keeps it."""
    runs = first.page.rows.runs
    return kept_runs(first, runs) * FIRST + kept_runs(second, runs) * SECOND


def agreement(first: Extraction, second: Extraction) -> Agreement:
    """How many words of a page are kept by whom."""
    page = first.page
    told = ~page.rows.flagged(TITLE)[page.rows.runs]
    counts = np.bincount(keepers(first, second)[told], weights=page.words[told], minlength=4)
    return Agreement(*map(int, counts))
