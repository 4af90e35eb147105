"""What a method says of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Block, Blocks, Page
from sitegist.page.rows import Bools
from sitegist.page.spans import Range, join_ranges, text_of

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

    @property
    def page(self) -> Page:
        """The page that was judged."""
        return self.blocks.page

    @cached_property
    def ranges(self) -> list[Range]:
        """The kept spans of ``page.text``; the title is never among them."""
        rows = self.page.rows
        keep = np.append(self.kept & ~self.blocks.is_title, False)  # -1, no owner, is the last
        return join_ranges(rows.start, rows.runs[keep[self.blocks.owner[rows.runs]]])

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
