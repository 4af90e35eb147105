"""The compacted hierarchy: few levels, between which the information gradient is even (3.3)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sitegist.page.rows import Longs

Numbers = NDArray[np.float64]
# Terms of the entropy are added up as multiples of this, so that ties are ties.
_UNIT = float(1 << 40)
CHOICES = 64
"""Ends of a level that are tried; of more, so many at even distances. Real pages have few."""


def gradients(diversity: Numbers, ends: Longs) -> Numbers:
    """G_info between successive levels: differences of the mean CDiv of their adsorbing points.

    ``ends`` says after how many steps each level is complete.

    >>> gradients(np.array([0.1, 0.1, 0.3, 0.4, 0.6]), np.array([3, 4, 5])).round(3).tolist()
    [0.167, 0.233, 0.2]
    """
    sums = np.append(0.0, np.cumsum(diversity))
    starts = np.append(0, ends[:-1])
    return np.diff((sums[ends] - sums[starts]) / (ends - starts), prepend=0.0)


def gradient_entropy(gradient: Numbers) -> float:
    """EN_Ginfo: how evenly the gradient is spread, from 0 to 1.

    >>> round(gradient_entropy(np.array([0.5 / 3, 0.7 / 3, 0.2])), 3)
    0.992
    """
    total = gradient.sum()
    if len(gradient) < 2 or total <= 0:
        return 0.0
    return float(_spread(gradient / total).sum() / _UNIT / np.log(len(gradient)))


def _spread(share: Numbers) -> Numbers:
    """-p ln p, in units; a share of 0 adds nothing."""
    positive = np.maximum(share, 1e-300)
    rounded: Numbers = np.rint(np.where(share > 0, -share * np.log(positive), 0.0) * _UNIT)
    return rounded


def compact(diversity: Numbers, conflict: Longs) -> Longs:
    """After how many steps each level of the compacted hierarchy is complete.

    Successive steps become one level when no adsorbing point is an ancestor of another;
    ``conflict`` says for each step the last step before it inside its subtree, or -1. Of the ways
    with the fewest levels, the one with the most evenly spread gradient is taken, found by
    dynamic programming over the ends of the last two levels; of equals, the one whose last
    levels end first. The last step has to be the root's.

    >>> steps = np.array([0.1, 0.1, 0.3, 0.4, 0.6])
    >>> compact(steps, np.array([-1, -1, -1, 0, 3])).tolist()
    [3, 4, 5]
    """
    if not len(diversity):
        return np.zeros(0, np.int64)
    begin = np.maximum.accumulate(conflict) + 1  # the first step that a level up to here may have
    sums = np.append(0.0, np.cumsum(diversity))
    windows = _windows(begin)
    # best[a, b]: the most that levels can have of which the last two end at choices a and b
    best, low = np.zeros((1, 1)), np.zeros((1, 1))
    back = []
    for middle, last in pairwise(windows):
        steps = last - middle[:, None]
        allowed = (steps > 0) & (begin[last - 1] <= middle[:, None])
        high = (sums[last] - sums[middle][:, None]) / np.maximum(steps, 1)
        share = (high - low[:, :, None]) / (diversity[-1] or 1.0)
        value = best[:, :, None] + _spread(share)
        back.append(value.argmax(axis=0))
        best, low = np.where(allowed, value.max(axis=0), -np.inf), high
    before, end = int(best[:, 0].argmax()), 0
    ends = []
    for window, came_from in zip(windows[:0:-1], reversed(back)):
        ends.append(int(window[end]))
        before, end = int(came_from[before, end]), before
    return np.array(ends[::-1])


def _windows(begin: Longs) -> list[Longs]:
    """For each level the steps at which it may be complete, when levels are as few as can be."""
    count = len(begin)
    latest, earliest = [0], [count]
    while latest[-1] < count:
        latest.append(int(np.searchsorted(begin, latest[-1], "right")))
    while earliest[-1] > 0:
        earliest.append(int(begin[earliest[-1] - 1]))
    return [
        np.unique(np.linspace(first, last, min(last - first + 1, CHOICES)).astype(np.int64))
        for first, last in zip(reversed(earliest), latest)
    ]
