"""What a method says of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Block, Blocks, Page
from sitegist.page.rows import TITLE, Bools, Longs
from sitegist.page.spans import Range, join_ranges, text_of
from sitegist.page.words import classify, word_starts

if TYPE_CHECKING:
    from sitegist.methods.base import Method


@dataclass(frozen=True)
class Verdict:
    """One block: whether it stays, by which score, and why."""

    block: Block
    kept: bool
    score: float
    reason: str


@dataclass(frozen=True, eq=False)
class Extraction:
    """The informative part of a page, and the reasons for it."""

    method: Method
    blocks: Blocks
    kept: Bools
    """For each block whether it is informative."""
    scores: NDArray[np.float64]
    """For each block the number that the method compares; what it means is the method's."""
    confidence: float
    """From 0 to 1."""
    evidence: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """The numbers behind the scores, one per block."""
    own_ranges: tuple[Range, ...] | None = None
    """The spans that stay, where a method judges more finely than by blocks; without the title."""

    @classmethod
    def of_rows(
        cls,
        method: Method,
        blocks: Blocks,
        stays: Bools,
        scores: NDArray[np.float64],
        evidence: Mapping[str, NDArray[Any]] | None = None,
        certainty: float = 1.0,
    ) -> Extraction:
        """From a verdict on every row: a block's is that of most of its words.

        Where a block has no words, most of its rows decide.
        """
        rows = blocks.page.rows
        runs = rows.runs
        shown = runs[(stays & ~_never(blocks.page))[runs]]
        own = _trimmed(blocks.page.text, join_ranges(rows.start, shown))
        words = np.where(stays[runs], blocks.page.words, 0)
        shares = _shares(blocks, words, 2 * blocks.count(stays) > blocks.count())
        kept, sure = _verdicts(blocks, shares)
        return cls(method, blocks, kept, scores, sure * certainty, dict(evidence or {}), own)

    @classmethod
    def of_characters(
        cls,
        method: Method,
        blocks: Blocks,
        stays: Bools,
        scores: NDArray[np.float64],
        evidence: Mapping[str, NDArray[Any]] | None = None,
        certainty: float = 1.0,
    ) -> Extraction:
        """From a verdict on every character: a block's is that of most of its words.

        A block without words goes, and so does white space that nothing kept is beside.
        """
        page = blocks.page
        begins = page.rows.start[page.rows.runs]
        starts = word_starts(classify(page.text), begins) & stays
        words = np.add.reduceat(starts, begins, dtype=np.int64) if len(begins) else page.words
        shares = _shares(blocks, words, np.zeros(len(blocks), np.bool_))
        own = _ranges_of(page, stays)
        kept, sure = _verdicts(blocks, shares)
        return cls(method, blocks, kept, scores, sure * certainty, dict(evidence or {}), own)

    @property
    def page(self) -> Page:
        """The page that was judged."""
        return self.blocks.page

    @cached_property
    def ranges(self) -> list[Range]:
        """The kept spans of ``page.text``, without the title and line numbers of code."""
        if self.own_ranges is not None:
            return list(self.own_ranges)
        rows = self.page.rows
        keep = np.append(self.kept, False)  # -1, no owner, is the last
        stays = keep[self.blocks.owner] & ~_never(self.page)
        return join_ranges(rows.start, rows.runs[stays[rows.runs]])

    @cached_property
    def text(self) -> str:
        """The informative text, a line for each piece."""
        return text_of(self.page.text, self.ranges)

    @property
    def markdown(self) -> str:
        """The informative part as Markdown."""
        return self.render("markdown")

    def render(self, form: str = "text") -> str:
        """The informative part in one of the formats of `sitegist.outputs`."""
        from sitegist.outputs import render

        return render(self, form)

    def __iter__(self) -> Iterator[Verdict]:
        for index, block in enumerate(self.blocks):
            reason = self.method.reason(self, index)
            yield Verdict(block, bool(self.kept[index]), float(self.scores[index]), reason)

    def __len__(self) -> int:
        return len(self.blocks)


def _shares(blocks: Blocks, words: Longs, without: Bools) -> NDArray[np.float64]:
    """The part of each block's words that stays, given the words that stay of each text run."""
    owner = blocks.owner[blocks.page.rows.runs]
    owned = owner >= 0
    stay = np.bincount(owner[owned], weights=words[owned], minlength=len(blocks))
    return np.where(blocks.words > 0, stay / np.maximum(blocks.words, 1), without)


def _verdicts(blocks: Blocks, shares: NDArray[np.float64]) -> tuple[Bools, float]:
    """Which blocks stay, and for which part of the words that is what was said of them."""
    kept = shares > 0.5
    just = float(np.where(kept, shares, 1 - shares) @ blocks.words)
    return kept, min(just / max(int(blocks.words.sum()), 1), 1.0)


def _never(page: Page) -> Bools:
    """Rows that are no part of any text: the title, and line numbers of code."""
    return page.rows.flagged(TITLE) | page.gutters


def _ranges_of(page: Page, stays: Bools) -> tuple[Range, ...]:
    """The spans of the characters that stay, without what is never text."""
    rows = page.rows
    shown = np.append(stays, False)
    never = rows.runs[_never(page)[rows.runs]]
    for first, last in zip(rows.start[never].tolist(), rows.start[never + 1].tolist()):
        shown[first:last] = False
    edges = np.flatnonzero(shown != np.append(False, shown[:-1])).reshape(-1, 2).tolist()
    return _trimmed(page.text, edges)


def _trimmed(text: str, ranges: Iterable[Sequence[int]]) -> tuple[Range, ...]:
    """Spans without the white space at their ends; those of white space alone are left out."""
    trimmed = []
    for first, last in ranges:
        piece = text[first:last]
        begin = first + len(piece) - len(piece.lstrip())
        if begin < last:
            trimmed.append((begin, first + len(piece.rstrip())))
    return tuple(trimmed)
