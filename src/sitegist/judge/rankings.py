"""Metrics of a ranking: R-precision, precision at 20 and at eleven levels of recall."""

from __future__ import annotations

import numpy as np

from sitegist.page.rows import Bools

LEVELS = 11
FIRST = 20


def r_precision(hits: Bools) -> float | None:
    """The precision of the first R of a ranking in which R are wanted: there it is the recall too.

    ``hits`` says of each, from the first on, whether it is wanted.

    >>> r_precision(np.array([True, False, True, True, False]))
    0.6666666666666666
    """
    wanted = int(hits.sum())
    return float(hits[:wanted].mean()) if wanted else None


def precision_at(hits: Bools, first: int = FIRST) -> float | None:
    """The precision of the first so many; of all, if there are fewer.

    >>> precision_at(np.array([True, False, True, True, False]), 4)
    0.75
    """
    return float(hits[:first].mean()) if hits.any() else None


def precision_at_recall(hits: Bools) -> list[float] | None:
    """The greatest precision at a recall of at least 0, 0.1, ... 1 (section 5.2, figure 13).

    >>> precision_at_recall(np.array([True, False, True]))[:6]
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    if not hits.any():
        return None
    found = np.cumsum(hits)
    precision = found / np.arange(1, len(hits) + 1)
    best_from = np.maximum.accumulate(precision[::-1])[::-1]
    needed = np.ceil(np.arange(LEVELS) / (LEVELS - 1) * found[-1] - 1e-9)
    return [float(best_from[place]) for place in np.searchsorted(found, np.maximum(needed, 1))]
