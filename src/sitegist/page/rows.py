"""The rows of a page: one per element, text run or comment, in document order.

A subtree is the slice ``[row, end[row])``, so whatever is added up over a subtree is a
difference of two prefix sums, and the inner text of a row is a slice of one text buffer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sitegist.page.tags import BLOCK, MEANINGS

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

HIDDEN = 1  # not drawn: script, style, comment, display:none, or inside one
BLANK = 2  # a text run of white space
TITLE = 4  # the document's title, or its text
PRE = 8  # inside an element that keeps white space
LINKED = 16  # inside a link
_BLOCK_STYLE = re.compile(
    r"display\s*:\s*(?:block|flex|grid|table|list-item|flow-root)\b", re.IGNORECASE
)

DISPLAY = ("style", "align", "width", "height", "bgcolor")
"""The display attributes of paper 004 besides the class."""

Style: TypeAlias = tuple[str | None, ...]
"""What a page's author styles by: tag, class and, where there are any, display attributes."""


def style_key(style: Style) -> str:
    """A style as text: class tokens that hold digits, which are often ids, left out."""
    tag, classes, *display = style
    tokens = sorted({c for c in (classes or "").split() if not any(map(str.isdigit, c))})
    named = (f"{name}={value}" for name, value in zip(DISPLAY, display) if value is not None)
    return "\x1f".join([tag or "", " ".join(tokens), *named])


def style_hash(style: Style) -> int:
    """64 bits that are the same in every process and on every machine."""
    digest = hashlib.blake2b(style_key(style).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


@dataclass(frozen=True, eq=False)
class Rows:
    """Arrays of equal length, one entry a row; ``start`` has one more."""

    style: Ints
    """Index into ``styles``."""
    styles: tuple[Style, ...]
    parent: Ints
    """Row of the parent element, -1 at the top."""
    end: Ints
    """One past the last row of the subtree."""
    depth: Ints
    line: Ints
    """Rows with one number stand in one stretch of inline content, no block between them."""
    flags: NDArray[np.uint8]
    start: Longs
    """Where the row's text begins in the page's text buffer."""
    attrs: Mapping[str, Mapping[int, str]]
    """The attributes that are always read: name, row, value."""

    def __len__(self) -> int:
        return len(self.style)

    @cached_property
    def meaning(self) -> Ints:
        """The bits of each row's tag, see `sitegist.page.tags`; a style may make it a block."""
        meanings = map(MEANINGS.__getitem__, map(itemgetter(0), self.styles))
        table = np.fromiter(meanings, np.int32, len(self.styles))
        for number, style in enumerate(self.styles):
            if len(style) > 2 and style[2] is not None and _BLOCK_STYLE.search(style[2]):
                table[number] |= BLOCK
        return table.take(self.style)

    @cached_property
    def tag_ids(self) -> Ints:
        """A number per row that is the same for rows with the same tag on this page."""
        tags = [style[0] for style in self.styles]
        numbers = {tag: number for number, tag in enumerate(dict.fromkeys(tags))}
        return np.array([numbers[tag] for tag in tags], np.int32).take(self.style)

    @cached_property
    def is_element(self) -> Bools:
        """Rows that are elements: neither text nor comment."""
        table = [not (style[0] or "#").startswith("#") for style in self.styles]
        return np.array(table, np.bool_).take(self.style)

    @cached_property
    def ordinal(self) -> Ints:
        """For each row its place, from 1, among its siblings of the same tag, and their number."""
        kin = self.parent.astype(np.int64) * (int(self.tag_ids.max(initial=0)) + 1) + self.tag_ids
        order = np.argsort(kin, kind="stable")
        _, group, count = np.unique(kin, return_inverse=True, return_counts=True)
        begins = np.cumsum(count) - count
        place = np.empty(len(self), np.int64)
        place[order] = np.arange(len(self)) - np.repeat(begins, count)
        return np.stack([place + 1, count[group]], axis=1).astype(np.int32)

    def tag(self, row: int) -> str:
        """The tag name of one row; text runs are ``#text``."""
        return self.styles[self.style[row]][0] or ""

    def having(self, names: Collection[str], first: int = 0, last: int | None = None) -> Bools:
        """Rows whose tag is one of ``names``; only those from ``first`` to ``last``, if given."""
        within = map(frozenset(names).__contains__, map(itemgetter(0), self.styles))
        known = np.fromiter(within, np.bool_, len(self.styles))
        return known.take(self.style[first:last])

    def attr(self, row: int, name: str) -> str | None:
        """An attribute that is always read; `Page.sources` has all."""
        return self.attrs[name].get(row)

    def freeze(self) -> None:
        """Make the arrays read-only."""
        for array in (self.style, self.parent, self.end, self.depth, self.line, self.flags):
            array.flags.writeable = False
        self.start.flags.writeable = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.freeze()  # arrays come out of a pickle writable

    def flagged(self, flag: int) -> Bools:
        """Rows that have any bit of ``flag``."""
        found: Bools = (self.flags & flag) != 0
        return found

    @cached_property
    def runs(self) -> Longs:
        """Rows of the text runs that are in the text buffer."""
        return np.flatnonzero(self.start[1:] > self.start[:-1])

    @cached_property
    def look(self) -> NDArray[np.uint64]:
        """A stable hash of each row's tag and display attributes."""
        table = np.fromiter(map(style_hash, self.styles), np.uint64, len(self.styles))
        return table[self.style]

    def nearest(self, chosen: Bools) -> Longs:
        """Each row's nearest ancestor-or-self that is chosen, or -1: pointers that double."""
        size = len(self)
        jump = np.empty(size + 1, np.int64)
        jump[:size] = np.where(chosen, np.arange(size), self.parent)
        jump[jump < 0] = size
        jump[size] = size
        while True:
            further = jump[jump]
            if np.array_equal(further, jump):
                break
            jump = further
        found = jump[:size]
        return np.where(found == size, -1, found)

    def over_subtrees(self, values: Bools | Longs) -> Longs:
        """For each row the sum of a value per row over its subtree."""
        sums = np.zeros(len(self) + 1, np.int64)
        np.cumsum(values, out=sums[1:])
        return sums[self.end] - sums[:-1]


def subtree_ends(children: Longs) -> Longs:
    """Subtree ends of nodes in document order from their numbers of children.

    After node j, ``pending[j]`` nodes are promised and not yet seen; the subtree of i is over
    at the first j >= i that has one promise less than there was before i.
    """
    size = len(children)
    ends = np.arange(1, size + 1)
    inner = np.flatnonzero(children)
    if not len(inner):
        return ends
    pending = np.cumsum(children)
    pending -= ends
    pending -= pending.min()
    order = _order(pending)
    wanted = (pending[inner] - children[inner]) * size + inner
    place = pending[order]
    place *= size
    place += order
    ends[inner] = order[np.searchsorted(place, wanted)] + 1
    return ends


def depths_and_parents(children: Longs, ends: Longs) -> tuple[Ints, Ints]:
    """Depths (roots have 0) and parents (roots have -1) of nodes in document order."""
    size = len(children)
    inner = np.flatnonzero(children)
    deeper = -np.bincount(ends[inner], minlength=size + 1)
    deeper[inner + 1] += 1
    depth = np.cumsum(deeper[:size], dtype=np.int32)
    order = _order(depth)
    parent = np.full(size, -1, np.int32)
    parent[order[np.count_nonzero(depth == 0) :]] = np.repeat(order, children[order])
    return depth, parent


def _order(values: Ints | Longs) -> Longs:
    """Stable order of numbers from 0; 16-bit keys make numpy's stable sort a radix sort."""
    narrow = values.max(initial=0) < 1 << 16
    return np.argsort(values.astype(np.uint16) if narrow else values, kind="stable")


def spread(roots: Longs, ends: Ints | Longs) -> Bools:
    """Rows that are in the subtree of any of ``roots``, which are all different."""
    size = len(ends)
    change = -np.bincount(ends[roots], minlength=size + 1)
    change[roots] += 1
    return np.cumsum(change, out=change)[:size] > 0
