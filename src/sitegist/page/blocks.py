"""Blocks of a page: a segmenter's choice of rows.

A segmenter labels every row with the block that owns it, or -1. So a count per block is one
``bincount``, and nothing has to be a subtree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sitegist.page.paths import css_path, source_span
from sitegist.page.rows import HIDDEN, LINKED, TITLE, Bools, Ints, Longs, spread
from sitegist.page.spans import Range, join_ranges, text_of

if TYPE_CHECKING:
    from sitegist.page.page import Page


@dataclass(frozen=True, eq=False)
class Blocks:
    """The blocks of one page, in document order of their first rows."""

    page: Page
    segmenter: str
    owner: Ints
    """For each row the block that owns it, -1 if none does."""
    root: Ints
    """For each block the row that stands for it: the deepest element around all it owns."""
    parent: Ints
    """For each block the block around it, -1 at the top."""

    def __len__(self) -> int:
        return len(self.root)

    def __getitem__(self, index: int) -> Block:
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return Block(self, index % len(self))

    def __iter__(self) -> Iterator[Block]:
        return map(self.__getitem__, range(len(self)))

    def count(self, values: Bools | Longs | None = None) -> Longs:
        """Sum of a value per row over each block; without values, its number of rows."""
        owned = self.owner >= 0
        if values is None:
            return np.bincount(self.owner[owned], minlength=len(self))
        weights = values[owned]
        if weights.dtype == np.bool_:
            return np.bincount(self.owner[owned][weights], minlength=len(self))
        sums = np.bincount(self.owner[owned], weights=weights, minlength=len(self))
        return sums.astype(np.int64)

    @cached_property
    def members(self) -> list[Longs]:
        """For each block the rows that it owns."""
        order = np.argsort(self.owner, kind="stable")
        bounds = np.searchsorted(self.owner[order], np.arange(len(self) + 1))
        return [order[first:end] for first, end in pairwise(bounds.tolist())]

    @cached_property
    def texts(self) -> list[str]:
        """The text of each block, all at once."""
        rows = self.page.rows
        ranges: list[list[Range]] = [[] for _ in range(len(self))]
        owners = self.owner[rows.runs].tolist()
        starts = rows.start[rows.runs].tolist()
        ends = rows.start[rows.runs + 1].tolist()
        for owner, first, last in zip(owners, starts, ends):
            if owner >= 0:
                spans = ranges[owner]
                if spans and spans[-1][1] == first:
                    spans[-1] = (spans[-1][0], last)
                else:
                    spans.append((first, last))
        return [text_of(self.page.text, spans) for spans in ranges]

    @cached_property
    def words(self) -> Longs:
        """Words of each block."""
        return self._over_runs(self.page.words)

    @cached_property
    def linked_words(self) -> Longs:
        """Words of each block that stand in links."""
        linked = (self.page.rows.flags[self.page.rows.runs] & LINKED) != 0
        return self._over_runs(np.where(linked, self.page.words, 0))

    def words_below(self, at: Longs) -> Longs:
        """Words of each block that stand in or below some rows."""
        rows = self.page.rows
        below = spread(at, rows.end)[rows.runs]
        return self._over_runs(np.where(below, self.page.words, 0))

    @cached_property
    def of_links(self) -> Longs:
        """For each of the page's links the block that it stands in, -1 for what is not drawn.

        A link around whole blocks stands in the first of them that has words, if any has; an empty
        one, as is laid over a card, in the first of the element around it.
        """
        rows, at = self.page.rows, self.page.link_rows
        has_words = np.append(self.words > 0, False)[self.owner]  # -1, no owner, is the last
        found = np.full(len(at), -1)
        around = np.where(rows.flagged(HIDDEN)[at], at, np.maximum(rows.parent[at], 0))
        for chosen, within in ((has_words, around), (self.owner >= 0, at), (has_words, at)):
            inner = np.append(np.flatnonzero(chosen), len(rows))
            first = inner[np.searchsorted(inner, within)]
            found = np.where(first < rows.end[within], np.append(self.owner, -1)[first], found)
        return found.astype(np.int64)

    @cached_property
    def is_title(self) -> Bools:
        """Whether a block is the document's title, which is never part of the text."""
        return self.count(self.page.rows.flagged(TITLE)) > 0

    def _over_runs(self, values: Longs) -> Longs:
        owner = self.owner[self.page.rows.runs]
        owned = owner >= 0
        sums = np.bincount(owner[owned], weights=values[owned], minlength=len(self))
        return sums.astype(np.int64)


@dataclass(frozen=True)
class Block:
    """One block of a page."""

    blocks: Blocks
    index: int

    def __repr__(self) -> str:
        return f"<Block {self.index} {self.path}: {self.text[:40]!r}>"

    @property
    def parent(self) -> int:
        """The block around this one, -1 at the top."""
        return int(self.blocks.parent[self.index])

    @property
    def rows(self) -> Longs:
        """The rows that the block owns."""
        return self.blocks.members[self.index]

    @property
    def text_ranges(self) -> list[tuple[int, int]]:
        """The block's spans of the page's text; neighbours are joined."""
        start, rows = self.blocks.page.rows.start, self.rows
        return join_ranges(start, rows[start[rows + 1] > start[rows]])

    @property
    def text(self) -> str:
        """The block's text."""
        return text_of(self.blocks.page.text, self.text_ranges)

    @property
    def path(self) -> str:
        """A CSS selector of the block's root element."""
        return css_path(self.blocks.page, int(self.blocks.root[self.index]))

    @property
    def source(self) -> tuple[int, int]:
        """Where the block begins and ends in ``page.html``, as close as its elements tell."""
        return source_span(self.blocks.page, self.rows)
