"""The information space tree: a page's nodes, each with its place in the information space.

Leaves are text runs, whole links, and images with an alternative text. All numbers are worked
out on arrays with one entry a node, in document order, so that a subtree is a slice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sitegist.hierarchy.scales import Scales
from sitegist.page import Page
from sitegist.page.rows import HIDDEN, LINKED, TITLE, Bools, Longs, Rows
from sitegist.site.entropy import QUANTUM

Numbers = NDArray[np.float64]
# Distances are rounded to these, so that nodes that are equally diverse are so to the bit.
_FINEST = float(1 << 32)


@dataclass(frozen=True, eq=False)
class InformationTree:
    """The nodes that are left when dummies are gone; an inner node has two children or more."""

    page: Page
    row: Longs
    """The row of each node; nodes are in document order, the first is the root."""
    parent: Longs
    """The node above each, -1 above the root."""
    end: Longs
    """One past the last node of each subtree."""
    authority: Numbers
    """a = 1 - CII, the mean entropy of the terms in the subtree."""
    hub: Numbers
    """h = API_avg, over the largest of the page; 0 where nothing is known."""
    hub_known: Bools
    """Whether the subtree has a link whose target is known."""

    def __len__(self) -> int:
        return len(self.row)

    @cached_property
    def is_leaf(self) -> Bools:
        """Nodes without children."""
        leaves: Bools = self.end == np.arange(1, len(self) + 1)
        return leaves

    @cached_property
    def generations(self) -> list[Longs]:
        """The nodes of each depth, the root's first."""
        depth = np.zeros(len(self), np.int64)
        if len(self):
            inside = np.bincount(self.end, minlength=len(self) + 1)[: len(self)]
            depth = np.arange(len(self)) - np.cumsum(inside)  # subtrees that are open here
        order = np.argsort(depth, kind="stable")
        bounds = np.searchsorted(depth[order], np.arange(depth.max(initial=-1) + 2))
        return [order[first:last] for first, last in pairwise(bounds.tolist())]

    @cached_property
    def diversity(self) -> Numbers:
        """CDiv(N) = (1/m) sum_m sqrt((a_m - a_N)^2 + (h_m - h_N)^2), 0 for a leaf (section 3.2)."""
        child, parent = np.arange(1, len(self)), self.parent[1:]
        distance = np.hypot(
            self.authority[child] - self.authority[parent], self.hub[child] - self.hub[parent]
        )
        distance = np.rint(distance * _FINEST)
        total = np.bincount(parent, weights=distance, minlength=len(self))
        children = np.bincount(parent, minlength=len(self))
        return np.rint(total / np.maximum(children, 1)) / _FINEST

    def over_ancestors(self, values: Longs, least: bool) -> Longs:
        """For each node the least, or the largest, value of the nodes above it."""
        choose = np.minimum if least else np.maximum
        limits = np.iinfo(np.int64)
        found = np.full(len(self), limits.max if least else limits.min)
        for nodes in self.generations[1:]:
            above = self.parent[nodes]
            found[nodes] = choose(found[above], values[above])
        return found

    def largest_within(self, values: Longs) -> Longs:
        """For each node the largest value in its subtree."""
        found = values.copy()
        for nodes in self.generations[:0:-1]:
            np.maximum.at(found, self.parent[nodes], found[nodes])
        return found


def build_tree(page: Page, scales: Scales, distinct: bool = False) -> InformationTree:
    """Phase 1, and the dummy nodes of phase 2 taken out (sections 3.1 and 3.2).

    ``distinct`` takes the mean entropy of a node over its different terms, not over all of them.
    """
    rows = page.rows
    leaves = _leaves(page, scales)
    # D1: no meaningful content below; D2: one child. Both at once, as many times as it takes.
    full = rows.over_subtrees(leaves) > 0
    below = np.flatnonzero(full & (rows.parent >= 0))
    branches = np.bincount(rows.parent[below], minlength=len(rows))
    kept = leaves | (branches > 1)
    row = np.flatnonzero(kept)
    above = rows.parent[row]
    nearest = np.where(above >= 0, rows.nearest(kept)[above], -1)
    parent = np.where(nearest >= 0, np.searchsorted(row, nearest), -1)
    end = np.searchsorted(row, rows.end[row])
    hub, known = _hub(rows, row, scales)
    entropy = _mean_entropy(rows, row, scales, distinct)
    return InformationTree(page, row, parent, end, _authority(entropy, parent), hub, known)


def _leaves(page: Page, scales: Scales) -> Bools:
    """Text runs with a term, links with a word, and images with an alternative text."""
    rows = page.rows
    drawn = (rows.flags & (HIDDEN | TITLE)) == 0
    linked = rows.flagged(LINKED)
    meaning = np.zeros(len(rows), np.bool_)
    meaning[scales.row] = True
    image = np.zeros(len(rows), np.bool_)
    image[[row for row, text in rows.attrs["alt"].items() if text.strip()]] = True
    image &= rows.having(("img",)) & drawn
    worded = np.zeros(len(rows), np.bool_)
    worded[rows.runs[page.words > 0]] = True
    top = np.append(~linked, True)[rows.parent]  # the parent of a root, -1, is the last
    link = linked & top & drawn & (rows.over_subtrees(worded | image) > 0)
    leaves: Bools = link | ((meaning & drawn | image) & ~linked)
    return leaves


def _mean_entropy(rows: Rows, row: Longs, scales: Scales, distinct: bool) -> Numbers:
    """CII(N) = sum_j EN(term_j) / k over the k terms below each node; NaN where there are none."""
    occurs = np.stack([scales.entropy, np.ones_like(scales.entropy)])
    sums = np.pad(np.cumsum(occurs, axis=1), ((0, 0), (1, 0)))
    first = np.searchsorted(scales.row, row)
    last = np.searchsorted(scales.row, rows.end[row])
    total, count = sums[:, last] - sums[:, first]
    if distinct:
        once = _repeated(rows, scales)
        repeated, times = once[:, rows.end[row]] - once[:, row]
        total, count = total - repeated, count - times
    value: Numbers = np.where(count > 0, total / np.maximum(count, 1) / QUANTUM, np.nan)
    return value


def _repeated(rows: Rows, scales: Scales) -> Longs:
    """Prefix sums over rows of what terms say again: their entropy, and how often.

    Two successive occurrences of a term are one too many in each node around both, so they are
    noted at the innermost of these.
    """
    order = np.argsort(scales.term, kind="stable")
    again = np.flatnonzero(np.diff(scales.term[order]) == 0)
    around, later = scales.row[order[again]].astype(np.int64), scales.row[order[again + 1]]
    apart = np.flatnonzero(rows.end[around] <= later)
    while len(apart):
        around[apart] = rows.parent[around[apart]]
        apart = apart[(around[apart] >= 0) & (rows.end[around[apart]] <= later[apart])]
    inside = around >= 0
    noted = np.zeros((2, len(rows) + 1), np.int64)
    np.add.at(noted[0], around[inside] + 1, scales.entropy[order[again]][inside])
    np.add.at(noted[1], around[inside] + 1, 1)
    return noted.cumsum(axis=1)


def _authority(entropy: Numbers, parent: Longs) -> Numbers:
    """a = 1 - CII of each node; without terms it is its parent's, and 0 for a root."""
    value: Numbers = 1.0 - entropy
    silent = np.isnan(value)
    value[silent & (parent < 0)] = 0.0
    silent &= parent >= 0
    while silent.any():
        value[silent] = value[parent[silent]]
        silent &= silent[parent]
    return value


def _hub(rows: Rows, row: Longs, scales: Scales) -> tuple[Numbers, Bools]:
    """h of each node, and whether it has a link whose target is known."""
    places = np.searchsorted(scales.link, row)
    lasts = np.searchsorted(scales.link, rows.end[row])
    sums = np.append(0, np.cumsum(scales.precision))
    count = lasts - places
    mean = (sums[lasts] - sums[places]) / np.maximum(count, 1)
    largest = mean.max(initial=0.0)
    return mean / largest if largest > 0 else mean, count > 0
