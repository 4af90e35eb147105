"""Gradient tree adsorption: one adsorbing point a step, up to the root (section 3.2)."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import numpy as np

from sitegist.errors import OptionError
from sitegist.hierarchy.space import InformationTree, Numbers
from sitegist.page.rows import Longs

Order = Literal["min", "bottom-up"]
ORDERS: tuple[str, ...] = get_args(Order)


class Steps(NamedTuple):
    """The adsorbing points in the order in which they adsorb their subtrees."""

    node: Longs
    diversity: Numbers
    """CDiv of each; never falling, so that gradients are never negative."""


def adsorb(tree: InformationTree, order: Order) -> Steps:
    """The steps from all elements to the root as one cluster; ties by document order.

    ``min`` is the paper's: of all inner nodes that are not inside a cluster yet, the one with
    the least diversity adsorbs its subtree. ``bottom-up`` takes only nodes whose children are
    all clusters; a node then counts as at least as diverse as any below it.
    """
    if order not in ORDERS:
        raise OptionError.unknown("order", order, ORDERS)
    inner = np.flatnonzero(~tree.is_leaf)
    rank = np.full(len(tree), -1)
    rank[inner[np.argsort(tree.diversity[inner], kind="stable")]] = np.arange(len(inner))
    if order == "min":
        # swallowed is who has an ancestor that comes first
        first = inner[rank[inner] < tree.over_ancestors(rank, least=True)[inner]]
        steps = first[np.argsort(rank[first])]
        return Steps(steps, tree.diversity[steps])
    # with each node come those above it that waited for nothing else
    latest = tree.largest_within(rank)
    steps = inner[np.lexsort((-inner, latest[inner]))]
    by_rank = np.empty(len(inner))
    by_rank[rank[inner]] = tree.diversity[inner]
    return Steps(steps, by_rank[latest[steps]])
