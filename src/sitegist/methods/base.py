"""The contract of all methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from sitegist.errors import SegmenterError
from sitegist.page import SEGMENTERS, Blocks, Page, segment

if TYPE_CHECKING:
    from typing import Self

    from sitegist.extraction import Extraction


class Method(ABC):
    """Judges the blocks of a page, with or without knowledge of its site."""

    name: ClassVar[str]
    segmenters: ClassVar[tuple[str, ...]] = tuple(SEGMENTERS)
    """What it works on; the first is the paper's own."""
    needs_site: ClassVar[bool] = False
    """Whether it has nothing to say of a page without its site."""
    needs_labels: ClassVar[bool] = False
    """Whether it has to be trained before it can say anything."""
    takes_labels: ClassVar[bool] = False
    """Whether it says something else when it is fitted with labels."""

    def __init__(self, segmenter: str | None = None) -> None:
        self.segmenter = segmenter or self.segmenters[0]
        if self.segmenter not in self.segmenters:
            raise SegmenterError.unknown(
                f"segmenter for {self.name}", self.segmenter, self.segmenters
            )

    def fit(self, site: object, labels: object = None) -> Self:
        """Learn from a site; methods that judge each page by itself learn nothing."""
        return self

    def segment(self, page: Page) -> Blocks:
        """The page's blocks, as this method wants them."""
        return segment(page, self.segmenter)

    @abstractmethod
    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""

    @abstractmethod
    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""

    def why(self, page: Page, block: int) -> dict[str, Any]:
        """The numbers behind the verdict on one block."""
        extraction = self.extract(page)
        return {
            "method": self.name,
            "kept": bool(extraction.kept[block]),
            "score": float(extraction.scores[block]),
            "reason": self.reason(extraction, block),
            **{name: float(values[block]) for name, values in extraction.evidence.items()},
        }
