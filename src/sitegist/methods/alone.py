"""What judges a page of whose site too little is known."""

from __future__ import annotations

from sitegist.extraction import Extraction
from sitegist.methods.feature_extractor import KFeatureExtractor
from sitegist.methods.features import TEXT


class Alone(KFeatureExtractor):
    """K-FeatureExtractor with its whole basket kept, which says why it stands in for another."""

    def __init__(self, segmenter: str, because: str) -> None:
        super().__init__(segmenter, (TEXT, "text-tag"), k=1)
        self.because = because

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        return f"{self.because}; by itself: {super().reason(extraction, index)}"
