"""Where values fall into two classes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Cut(NamedTuple):
    """A value between two classes of values."""

    at: float
    explained: float
    """The share of the variance that lies between the classes: 1 if each is a single value."""
    smaller: float
    """The share of the weight that is in the smaller class."""


def best_cut(values: NDArray[np.float64], weights: NDArray[np.float64] | None = None) -> Cut | None:
    """Otsu's rule: the cut with the largest variance between the classes; of equals the lowest.

    ``None`` where all that weighs has one value.

    >>> best_cut(np.array([0.0, 0.2, 0.25, 0.7, 0.8]))
    Cut(at=0.475, explained=0.915254, smaller=0.4)
    """
    weights = np.ones(len(values)) if weights is None else weights.astype(np.float64)
    found, place = np.unique(values[weights > 0], return_inverse=True)
    if len(found) < 2:
        return None
    weight = np.bincount(place, weights[weights > 0])
    total, mean = weight.sum(), (weight * found).sum() / weight.sum()
    below, sums = np.cumsum(weight)[:-1], np.cumsum(weight * found)[:-1]
    above = total - below
    apart = sums / below - (total * mean - sums) / above
    between = np.round(below * above * apart**2 / total, 9)
    cut = int(np.argmax(between))
    spread = float((weight * (found - mean) ** 2).sum())
    return Cut(
        float(round((found[cut] + found[cut + 1]) / 2, 6)),
        float(round(between[cut] / spread, 6)),
        float(round(min(below[cut], above[cut]) / total, 6)),
    )
