"""FeatureExtractor and K-FeatureExtractor (paper 002, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.methods.base import Method
from sitegist.methods.features import FEATURES, TEXT, desired_rows, feature_counts, shares
from sitegist.page import Blocks, Page
from sitegist.page.rows import Bools
from sitegist.page.segmenters import partition
from sitegist.page.segmenters.partition import TAGS
from sitegist.page.segmenters.tables import TAGS as TABLE_TAGS

READINGS = ("value", "share")


class FeatureExtractor(Method):
    """Algorithm 3: the block with the most of a desired feature and little of the others.

    A block enters the basket if its desired features sum to more than the rest; the largest
    counts are then taken over the basket anew. ``by="value"`` lets the highest desired value
    win, as section 5.1 says; ``by="share"`` the highest desired part of all the block's
    features, as the algorithm's Pr(F_I | F) can be read.

    >>> from sitegist.page import read
    >>> page = read("<div><a href=/>Home</a></div><div>Some words to read.</div>")
    >>> FeatureExtractor().extract(page).text
    'Some words to read.'
    """

    name: ClassVar[str] = "feature-extractor"
    segmenters: ClassVar[tuple[str, ...]] = ("partition", "tables", "segments", "leaves")

    def __init__(
        self,
        segmenter: str | None = None,
        features: Sequence[str] = (TEXT,),
        by: str = "value",
    ) -> None:
        super().__init__(segmenter)
        if by not in READINGS:
            raise OptionError.unknown("reading", by, READINGS)
        self.features = tuple(features)
        self.by = by
        self._desired = desired_rows(features)
        # section 3.1: the tags that part the page are no features, or no table could ever win
        parting = {"partition": TAGS, "tables": TABLE_TAGS}.get(self.segmenter, ())
        self._uncounted = frozenset(parting).difference(*map(FEATURES.__getitem__, features))

    def segment(self, page: Page) -> Blocks:
        """Whole innermost tables: of the partitioning tags, TR is left out (section 5.1)."""
        if self.segmenter == "partition":
            return partition(page, [tag for tag in TAGS if tag != "tr"])
        return super().segment(page)

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        return self.judge(self.segment(page))

    def judge(self, blocks: Blocks) -> Extraction:
        """Judge the blocks of a page, however they were found."""
        counts = feature_counts(blocks, self._uncounted)
        counts[:, blocks.is_title] = 0
        desired, rest = self._sums(shares(counts))
        basket = desired > rest
        if not basket.any():  # on a page of one block both sums are often 1
            basket = (desired == rest) & (desired > 0)
        # section 5.1: the feature values anew, over the winner-basket alone
        counts[:, ~basket] = 0
        again, others = self._sums(shares(counts))
        if self.by == "share":
            again = np.divide(again, again + others, out=np.zeros_like(again), where=again > 0)
        kept = self._winners(again, basket)
        evidence = {"desired": desired, "rest": rest}
        return Extraction(self, blocks, kept, again, _margin(again, kept), evidence)

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        desired = extraction.evidence["desired"][index]
        rest = extraction.evidence["rest"][index]
        wanted = " + ".join(self.features)
        if extraction.blocks.is_title[index]:
            return "the title, which is not part of the text"
        if desired < rest or (desired == rest and not extraction.kept[index]):
            return f"{wanted} {desired:.2f} does not exceed its other features {rest:.2f}"
        score = extraction.scores[index]
        placed = "among the best" if extraction.kept[index] else "too low"
        return f"{wanted} {score:.2f} is {placed}"

    def _sums(self, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Each block's desired features, and the rest of them."""
        desired = values[self._desired].sum(axis=0)
        return desired, values.sum(axis=0) - desired

    def _winners(self, values: NDArray[np.float64], basket: Bools) -> Bools:
        kept = np.zeros(len(values), np.bool_)
        if basket.any():
            kept[np.argmax(np.where(basket, values, -1.0))] = True
        return kept


class KFeatureExtractor(FeatureExtractor):
    """Algorithm 4: all blocks of the best of ``k`` clusters of the basket (section 5.2).

    >>> from sitegist.page import read
    >>> page = read("<p>One two three four.</p><p>Five six seven eight.</p><p>Nine.</p>")
    >>> KFeatureExtractor(k=2).extract(page).text
    'One two three four.\\nFive six seven eight.'
    """

    name: ClassVar[str] = "k-feature-extractor"

    def __init__(
        self,
        segmenter: str | None = None,
        features: Sequence[str] = (TEXT,),
        by: str = "value",
        k: int = 3,
    ) -> None:
        super().__init__(segmenter, features, by)
        if k < 1:
            raise OptionError(f"k is {k}, but there has to be a cluster")
        self.k = k

    def _winners(self, values: NDArray[np.float64], basket: Bools) -> Bools:
        kept = np.zeros(len(values), np.bool_)
        kept[basket] = top_cluster(values[basket], self.k)
        return kept


def top_cluster(values: NDArray[np.float64], k: int) -> Bools:
    """Members of the highest of ``k`` clusters of numbers by k-means.

    Section 5.2: the first centroids stand at equidistant places of the sorted list. With fewer
    distinct numbers than ``k`` there are fewer clusters.

    >>> top_cluster(np.array([1.0, 9.0, 8.5, 2.0, 5.0]), 3).tolist()
    [False, True, True, False, False]
    """
    if k == 1:
        return np.ones(len(values), np.bool_)
    distinct = np.unique(values)
    if len(distinct) <= k:
        return np.asarray(values == distinct.max(initial=0.0), np.bool_)
    ordered = np.sort(values)
    centroids = np.unique(ordered[np.linspace(0, len(ordered) - 1, k).round().astype(int)])
    while True:
        # in one dimension a cluster is what lies between two midpoints
        cluster = np.searchsorted((centroids[1:] + centroids[:-1]) / 2, values, side="right")
        sizes = np.bincount(cluster, minlength=len(centroids))
        sums = np.bincount(cluster, weights=values, minlength=len(centroids))
        moved = np.where(sizes > 0, sums / np.maximum(sizes, 1), centroids)
        if np.array_equal(moved, centroids):
            return np.asarray(cluster == cluster.max(), np.bool_)
        centroids = moved


def _margin(scores: NDArray[np.float64], kept: Bools) -> float:
    """How far the weakest block kept stands above the strongest that went."""
    if not kept.any():
        return 0.0
    best_gone = scores[~kept].max(initial=0.0)
    return float(max(0.0, 1.0 - best_gone / scores[kept].min()))
