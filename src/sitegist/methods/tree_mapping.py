"""Restricted top-down mapping: the cheapest way from one ordered tree to another.

Whole subtrees are inserted and deleted, and two nodes are matched only if their parents are.
Identical subtrees cost nothing and are not entered; otherwise dynamic programming over the two
child sequences: delete a child (its size), insert one (its size), or match two (their own cost,
plus 1 for differing labels).

`mapping` works on all pairs of one depth at once. Equal subtrees at both ends of two child
sequences are matched first, which is never dearer, as no subtree costs more than its size less
that of the other. What is left of a pair is entered as long as there is room for its cells
(``CELLS``, and ``DEPTH`` levels, for one mapping): beyond that, the children in between are only
matched where they are equal, in order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sitegist.hashing import Hashes
from sitegist.methods.content_hashes import subtree_hashes
from sitegist.page.rows import Bools, Longs, subtree_ends

CELLS = 2_000_000
DEPTH = 300


@dataclass(frozen=True, eq=False)
class Tree:
    """An ordered tree with labels, in document order; node 0 is above all that a page has."""

    label: Hashes
    parent: Longs
    rows: Longs = field(default_factory=lambda: np.zeros(0, np.int64))
    """The row of each node, if it is the tree of a page; -1 for node 0."""

    def __len__(self) -> int:
        return len(self.label)

    @cached_property
    def children(self) -> Longs:
        """How many children each node has."""
        return np.bincount(self.parent[1:], minlength=len(self))

    @cached_property
    def size(self) -> Longs:
        """How many nodes each subtree has."""
        return subtree_ends(self.children) - np.arange(len(self))

    @cached_property
    def child(self) -> Longs:
        """All nodes but the first, by their parents; those of node i begin at ``first[i]``."""
        return np.argsort(self.parent[1:], kind="stable") + 1

    @cached_property
    def first(self) -> Longs:
        """Where the children of each node begin in ``child``."""
        return np.cumsum(self.children) - self.children

    @cached_property
    def heap(self) -> Longs:
        """The sizes of all nodes in ``child`` before each, added up."""
        return np.append(0, np.cumsum(self.size[self.child]))

    @cached_property
    def whole(self) -> Hashes:
        """A hash of each subtree."""
        ends = np.arange(len(self)) + self.size
        opened = np.ones(len(self) + 1, np.int64)
        np.subtract.at(opened, ends, 1)
        depth = np.cumsum(opened)[:-1]
        every = np.ones(len(self), np.bool_)
        return subtree_hashes(self.label, self.parent, depth, every)[1]

    def only(self, chosen: Bools) -> Tree:
        """The tree of some nodes; node 0 and the parents of all are among them."""
        number = np.cumsum(chosen) - 1
        parent = np.where(self.parent >= 0, number[self.parent], -1)[chosen]
        return Tree(self.label[chosen], parent)


class Mapping(NamedTuple):
    """How one tree becomes another."""

    cost: int
    partner: Longs
    """For each node of the one the node of the other that it is matched with, or -1."""


@dataclass(eq=False)
class _Level:
    """Pairs of nodes whose parents are a pair of the level above."""

    a: Longs
    b: Longs
    equal: Bools
    before: Longs
    """Equal children at the beginning."""
    height: Longs
    """Children of ``a`` between those at the beginning and those at the end."""
    width: Longs
    """The same of ``b``."""
    cost: Longs
    """Of turning one into the other, their own labels included."""
    entered: Longs
    """The pairs whose children in between are compared, those with most first."""
    slot: Longs
    """For each pair its place among those, or -1."""
    below: Longs
    """Where the pairs of those children begin in the next level."""
    table: Longs
    """Costs of turning the first i children into the first j, by i, entered pair and j."""
    line: Longs
    """Where each i begins in ``table``."""
    column: Longs
    """Where each entered pair begins in a line."""


def mapping(one: Tree, other: Tree, cells: int = CELLS, depth: int = DEPTH) -> Mapping:
    """The cheapest restricted top-down mapping; of several, matching comes before deletion.

    >>> three = Tree(np.array([0, 1, 2, 3], np.uint64), np.array([-1, 0, 1, 1]))
    >>> found = mapping(three, three.only(np.array([True, True, False, True])))
    >>> found.cost, found.partner.tolist()
    (1, [0, 1, -1, 2])
    """
    root = np.zeros(1, np.int64)
    levels = [_level(one, other, root, root)]
    while len(levels[-1].a):
        cells -= _enter(levels[-1], cells if len(levels) < depth else 0)
        levels.append(_level(one, other, *_pairs_below(one, other, levels[-1])))
    for level, below in zip(levels[-2::-1], levels[::-1]):
        _count(one, other, level, below.cost)
    partner = np.full(len(one), -1, np.int64)
    chosen = [0]
    for level, below in pairwise(levels):
        traced = (_trace(one, other, level, below, pair, partner) for pair in chosen)
        chosen = [place for places in traced for place in places]
    return Mapping(int(levels[0].cost[0]), partner)


def _level(one: Tree, other: Tree, a: Longs, b: Longs) -> _Level:
    """Pairs, and what their children have in common at both ends."""
    equal = one.whole[a] == other.whole[b]
    sizes = one.children[a], other.children[b]
    most = np.where(equal, 0, np.minimum(*sizes))
    before = _common(one, other, one.first[a], other.first[b], most, 1)
    ends = one.first[a] + sizes[0] - 1, other.first[b] + sizes[1] - 1
    common = before + _common(one, other, *ends, most - before, -1)
    height, width = (np.where(equal, 0, size - common) for size in sizes)
    none = np.zeros(0, np.int64)
    return _Level(a, b, equal, before, height, width, none, none, none, none, none, none, none)


def _common(one: Tree, other: Tree, a: Longs, b: Longs, most: Longs, step: int) -> Longs:
    """How many children in a row are equal, from places in the lists of children on."""
    found = np.zeros(len(a), np.int64)
    going = np.flatnonzero(most > 0)
    count = 0
    while len(going):
        left, right = one.child[a[going] + step * count], other.child[b[going] + step * count]
        going = going[one.whole[left] == other.whole[right]]
        count += 1
        found[going] = count
        going = going[most[going] > count]
    return found


def _enter(level: _Level, room: int) -> int:
    """Choose the pairs whose children are compared, small ones first; the cells that it takes."""
    cells = level.height * level.width
    chosen = np.flatnonzero(cells)
    chosen = chosen[np.argsort(cells[chosen], kind="stable")]
    chosen = np.sort(chosen[np.cumsum(cells[chosen]) <= room])
    level.entered = chosen[np.argsort(-level.height[chosen], kind="stable")]
    level.slot = np.full(len(cells), -1, np.int64)
    level.slot[level.entered] = np.arange(len(level.entered))
    used = np.cumsum(cells[level.entered])
    level.below = used - cells[level.entered]
    return int(used[-1]) if len(used) else 0


def _pairs_below(one: Tree, other: Tree, level: _Level) -> tuple[Longs, Longs]:
    """Every child in between of the one with every one of the other, of each entered pair."""
    pair, width = level.entered, level.width[level.entered]
    cells = level.height[pair] * width
    place = np.arange(int(cells.sum())) - np.repeat(level.below, cells)
    i, j = np.divmod(place, np.repeat(width, cells))
    a = np.repeat(one.first[level.a[pair]] + level.before[pair], cells) + i
    b = np.repeat(other.first[level.b[pair]] + level.before[pair], cells) + j
    return one.child[a], other.child[b]


def _count(one: Tree, other: Tree, level: _Level, below: Longs) -> None:
    """The costs of a level's pairs, from those of the pairs below."""
    first, second = one.first[level.a] + level.before, other.first[level.b] + level.before
    level.cost = one.heap[first + level.height] - one.heap[first]
    level.cost += other.heap[second + level.width] - other.heap[second]
    if len(level.entered):
        entered = level.entered
        dropped = one.size[one.child], first[entered]
        level.cost[entered] = _compare(level, dropped, other.heap, second[entered], below)
    level.cost += one.label[level.a] != other.label[level.b]


def _compare(
    level: _Level, dropped: tuple[Longs, Longs], heap: Longs, second: Longs, below: Longs
) -> Longs:
    """Dynamic programming for all entered pairs at once, one line of all their tables at a time.

    Insertion runs along a line: D(j) = S(j) + min over k <= j of M(k) - S(k), where S is what it
    costs to insert the first j, and M the cheaper of deletion and match. The numbers of each pair
    are lifted so far that those to the left of it do not count.
    """
    height, width = level.height[level.entered], level.width[level.entered]
    ends = np.cumsum(width + 1)
    level.column = ends - width - 1
    pair = np.repeat(np.arange(len(width)), width + 1)
    j = np.arange(len(pair)) - level.column[pair]
    inserted = heap[second[pair] + j] - heap[second[pair]]
    sizes, first = dropped
    lift = inserted + pair * (4 * (int(heap[-1]) + int(sizes.sum()) + 1))
    inner = np.flatnonzero(j)
    cell, stride = (level.below[pair] + j - 1)[inner], width[pair][inner]
    steps = np.arange(int(height[0]))
    active = np.searchsorted(-height, -steps, side="left")  # those with more children than steps
    level.line = np.append(0, np.cumsum(np.append(ends[-1], ends[active - 1])))
    level.table = np.empty(int(level.line[-1]), np.int64)
    above = level.table[: ends[-1]] = inserted
    for step, count in zip(steps.tolist(), active.tolist()):
        size = int(ends[count - 1])
        held = size - count
        cheapest = above[:size] + sizes[first[:count] + step][pair[:size]]
        match = above[inner[:held] - 1] + below[cell[:held] + step * stride[:held]]
        cheapest[inner[:held]] = np.minimum(cheapest[inner[:held]], match)
        above = np.minimum.accumulate(cheapest - lift[:size]) + lift[:size]
        level.table[level.line[step + 1] : level.line[step + 1] + size] = above
    return level.table.take(level.line[height] + level.column + width)


def _trace(
    one: Tree, other: Tree, level: _Level, below: _Level, pair: int, partner: Longs
) -> list[int]:
    """Note the partners in a chosen pair of a level; the pairs that are chosen below it."""
    a, b = int(level.a[pair]), int(level.b[pair])
    partner[a] = b
    size, before = int(one.size[a]), int(level.before[pair])
    if level.equal[pair]:
        partner[a : a + size] = np.arange(b, b + size)
        return []
    height, width = int(level.height[pair]), int(level.width[pair])
    first, second = int(one.first[a]), int(other.first[b])
    middle = one.child[first + before : first + before + height].tolist()
    others = other.child[second + before : second + before + width].tolist()
    # equal children follow one another, and so do all the nodes that are in them
    start = int(one.heap[first + before] - one.heap[first])
    partner[a + 1 : a + 1 + start] = np.arange(b + 1, b + 1 + start)
    rest = size - 1 - int(one.heap[first + before + height] - one.heap[first])
    end = b + int(other.size[b])
    partner[a + size - rest : a + size] = np.arange(end - rest, end)
    if level.slot[pair] >= 0:
        sizes = one.size[middle].tolist()
        return _trace_table(level, below, int(level.slot[pair]), sizes, width)
    if middle and others:
        _match_equal(one, other, middle, others, partner)
    return []


def _trace_table(
    level: _Level, below: _Level, slot: int, sizes: list[int], width: int
) -> list[int]:
    """The pairs of children on the cheapest way back through the table of an entered pair."""
    lines = (level.line + level.column[slot]).tolist()
    first = int(level.below[slot])
    i, j = len(sizes), width
    found = []
    while i and j:
        here = level.table[lines[i] + j]
        cell = first + (i - 1) * width + j - 1
        if here == level.table[lines[i - 1] + j - 1] + below.cost[cell]:
            found.append(cell)
            i, j = i - 1, j - 1
        elif here == level.table[lines[i - 1] + j] + sizes[i - 1]:
            i -= 1
        else:
            j -= 1
    return found[::-1]


def _match_equal(
    one: Tree, other: Tree, middle: list[int], others: list[int], partner: Longs
) -> None:
    """Match the children that are equal, in order: where there was no room for their pairs."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, node in enumerate(others):
        places[int(other.whole[node])].append(place)
    reached = 0
    for node in middle:
        found = places.get(int(one.whole[node]), ())
        at = bisect_left(found, reached)
        if at < len(found):
            twin, size = others[found[at]], int(one.size[node])
            partner[node : node + size] = np.arange(twin, twin + size)
            reached = found[at] + 1
