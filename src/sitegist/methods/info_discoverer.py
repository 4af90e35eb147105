"""InfoDiscoverer (paper 000; 003 section 4.3), called LH in paper 002."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.methods.alone import Alone
from sitegist.methods.base import Method
from sitegist.methods.cuts import best_cut
from sitegist.methods.entropies import BlockEntropy, Weighed, block_entropy, features, weigh
from sitegist.methods.refining import merge_neighbours, split_block
from sitegist.page import Blocks, Page
from sitegist.page.rows import Bools, Longs
from sitegist.site.site import FEW_PAGES, Part, Site

THRESHOLDS = ("greedy", "literal", "gap", "classes")
# Ten training pages of each cluster, as in section 5.
SAMPLE = 10
# A block whose entropy is this near to the threshold is ambiguous.
AMBIGUOUS = 0.05
# The part of all terms that has to be on either side of a gap.
_SIDE = 0.1
_STEPS = tuple(step / 10 for step in range(11))
_SENTENCE = re.compile(r".+?(?:[.!?…](?=\s|$)|[。！？]|\n|$)", re.DOTALL)


class InfoDiscoverer(Method):
    """Blocks whose terms stand on many pages are redundant, the others informative.

    ``threshold`` is ``"greedy"``, the papers' rule; ``"literal"``, the same to the letter, which
    stops before anything is selected; ``"gap"``, the middle of the widest gap between block
    entropies; ``"classes"``, where two classes of terms are furthest apart; or a number.
    ``refine`` is the second phase, which splits ambiguous table blocks by TR, TD and DOM
    children. ``occurrences`` counts a term as often as it occurs.
    On a site of fewer than five pages each page is judged by itself.
    """

    name: ClassVar[str] = "info-discoverer"
    segmenters: ClassVar[tuple[str, ...]] = ("tables", "partition", "segments", "leaves")
    needs_site: ClassVar[bool] = True

    def __init__(
        self,
        segmenter: str | None = None,
        threshold: str | float = "greedy",
        refine: bool = True,
        occurrences: bool = False,
        sample: int = SAMPLE,
    ) -> None:
        super().__init__(segmenter)
        if isinstance(threshold, str) and threshold not in THRESHOLDS:
            raise OptionError.unknown("threshold", threshold, THRESHOLDS)
        if sample < 1:
            raise OptionError(f"no threshold can be learned from {sample} pages")
        self.threshold = threshold
        self.refine = refine and self.segmenter == "tables"
        self.occurrences = occurrences
        self.sample = sample
        self.thresholds: dict[Part, float] = {}
        self.site: Site | None = None
        self._alone = Alone(self.segmenter, "its site has too few pages")

    def fit(self, site: object, labels: object = None) -> InfoDiscoverer:
        """Find a threshold for each page cluster and kind, on a few of its pages."""
        self.thresholds = {}
        self.site = site if isinstance(site, Site) and site.size() >= FEW_PAGES else None
        if self.site is not None:
            for part in (Part(), *self.site.parts):
                pages = self.site.sample(self.sample, *part)
                self.thresholds[part] = self._threshold(pages, part)
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        if self.site is None:
            return self._alone.extract(page)
        part = self.site.part_of(page)
        limit = self.thresholds[part]
        weighed = weigh(self.site, page, *part)
        blocks = self.segment(page)
        entropy = block_entropy(blocks, weighed, occurrences=self.occurrences)
        kept = _verdicts(blocks, entropy, limit)
        if self.refine:
            blocks, entropy, kept = self._second_phase(blocks, entropy, kept, weighed, limit)
        sure = np.abs(np.nan_to_num(entropy.mean, nan=limit) - limit)
        words = np.maximum(blocks.words, 0)
        confidence = (
            float(np.average(np.minimum(2 * sure, 1), weights=words)) if words.any() else 0.0
        )
        evidence = {
            "entropy": np.nan_to_num(entropy.mean, nan=-1.0),
            "terms": entropy.terms,
            "threshold": np.full(len(blocks), limit),
        }
        scores = 1.0 - np.nan_to_num(entropy.mean, nan=1.0)
        return Extraction(self, blocks, kept, scores, confidence, evidence)

    def title(self, extraction: Extraction) -> str:
        """The page's title, or, if that is redundant, the first sentence of its text (000, 3)."""
        if extraction.method is not self:
            return extraction.page.title
        titles = np.flatnonzero(extraction.blocks.is_title)
        if len(titles) and extraction.kept[titles[0]]:
            return extraction.page.title
        first = _SENTENCE.match(extraction.text)
        return first[0].strip() if first else extraction.page.title

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.method is not self:
            return extraction.method.reason(extraction, index)
        entropy = extraction.evidence["entropy"][index]
        limit = extraction.evidence["threshold"][index]
        if extraction.evidence["terms"][index] == 0:
            return "a block without terms goes as the block around it"
        relation = "is not above" if entropy <= limit else "is above"
        return f"mean entropy {entropy:.3f} of its terms {relation} the threshold {limit:.2f}"

    def _threshold(self, pages: Sequence[Page], part: Part) -> float:
        if isinstance(self.threshold, float | int):
            return float(self.threshold)
        assert self.site is not None
        seen = []
        for page in pages:
            blocks = self.segment(page)
            weighed = weigh(self.site, page, *part)
            entropy = block_entropy(blocks, weighed, occurrences=self.occurrences)
            seen.append((blocks, weighed, entropy))
        if self.threshold in ("gap", "classes"):
            rule = widest_gap if self.threshold == "gap" else two_classes
            means = np.concatenate([entropy.mean for _, _, entropy in seen])
            return rule(means, np.concatenate([entropy.terms for _, _, entropy in seen]))
        return greedy(
            [
                np.concatenate([features(b, w, e.mean <= step) for b, w, e in seen])
                for step in _STEPS
            ],
            literal=self.threshold == "literal",
        )

    def _second_phase(
        self,
        blocks: Blocks,
        entropy: BlockEntropy,
        kept: Bools,
        weighed: Weighed,
        limit: float,
    ) -> tuple[Blocks, BlockEntropy, Bools]:
        """Section 4.1: split what is ambiguous, level by level, and join what agrees again."""
        for level in range(3):
            ambiguous = _ambiguous(blocks, entropy, kept, limit)
            if not ambiguous.any():
                break
            blocks = split_block(blocks, ambiguous, level)
            entropy = block_entropy(blocks, weighed, occurrences=self.occurrences)
            kept = _verdicts(blocks, entropy, limit)
        # blocks that would be judged differently together stay apart
        apart = np.zeros(len(blocks), np.bool_)
        while True:
            merged = merge_neighbours(blocks, kept, apart)
            entropy = block_entropy(merged, weighed, occurrences=self.occurrences)
            verdicts = _verdicts(merged, entropy, limit)
            changed = kept != verdicts[merged.owner[_first_rows(blocks)]]
            if not changed.any():
                return merged, entropy, verdicts
            apart |= changed


def _verdicts(blocks: Blocks, entropy: BlockEntropy, limit: float) -> Bools:
    """Informative blocks; one without terms goes as its parent."""
    kept = entropy.mean <= limit
    for block in np.flatnonzero(np.isnan(entropy.mean)).tolist():
        above = blocks.parent[block]
        kept[block] = above >= 0 and kept[above]
    return kept


def _first_rows(blocks: Blocks) -> Longs:
    """The first row of each block."""
    return np.array([rows[0] for rows in blocks.members], np.int64)


def _ambiguous(blocks: Blocks, entropy: BlockEntropy, kept: Bools, limit: float) -> Bools:
    """Blocks near the threshold, and those whose children were judged differently."""
    near = np.abs(np.nan_to_num(entropy.mean, nan=9.0) - limit) < AMBIGUOUS
    children = np.flatnonzero((blocks.parent >= 0) & (entropy.terms > 0) & ~blocks.is_title)
    stays = np.zeros(len(blocks), np.bool_)
    goes = np.zeros(len(blocks), np.bool_)
    stays[blocks.parent[children[kept[children]]]] = True
    goes[blocks.parent[children[~kept[children]]]] = True
    return (near | (stays & goes)) & ~blocks.is_title


def greedy(selected: Sequence[NDArray[np.uint64]], literal: bool = False) -> float:
    """Section 4.5: raise the threshold until the next step adds no distinct feature.

    ``selected`` holds, for each threshold from 0 to 1.0 by 0.1, the features of the blocks that
    it lets in. It is 1.0 if there is always something to add. A selection without features is no
    boundary; ``literal`` takes it for one, and begins at 0.1, as 000 does: where no block is
    rare enough for 0.1 and 0.2, nothing is informative.

    >>> steps = [np.arange(n, dtype=np.uint64) for n in (0, 0, 0, 8, 8, 9, 9, 9, 9, 9, 20)]
    >>> greedy(steps), greedy(steps, literal=True)
    (0.3, 0.1)
    """
    sizes = [len(np.unique(chosen)) for chosen in selected]
    for step, (size, following) in enumerate(pairwise(sizes)):
        if size == following and (step if literal else size):
            return _STEPS[step]
    return 1.0


def widest_gap(entropies: NDArray[np.float64], terms: NDArray[np.int64]) -> float:
    """The middle of the widest gap between neighbouring entropies; of equals the lowest.

    On either side at least a tenth of all terms has to stand, or the gap before a single odd
    block would win.

    >>> widest_gap(np.array([0.0, 0.2, 0.25, 0.7, 0.8, np.nan]), np.array([1, 9, 9, 9, 9, 0]))
    0.475
    """
    values, weights = _by_value(entropies, terms)
    below, total = np.cumsum(weights)[:-1], weights.sum()
    gaps = np.where((below >= _SIDE * total) & (below <= (1 - _SIDE) * total), np.diff(values), 0.0)
    if not gaps.any():
        return 1.0
    widest = int(np.argmax(gaps))
    return float(round((values[widest] + values[widest + 1]) / 2, 6))


def two_classes(entropies: NDArray[np.float64], terms: NDArray[np.int64]) -> float:
    """Where to cut so that the mean entropies of the terms below and above differ most.

    Otsu's rule, blocks weighted by their terms.

    >>> two_classes(np.array([0.0, 0.2, 0.25, 0.7, 0.8, np.nan]), np.array([1, 9, 9, 9, 9, 0]))
    0.475
    """
    counted = ~np.isnan(entropies)
    cut = best_cut(entropies[counted], terms[counted].astype(np.float64))
    return 1.0 if cut is None else cut.at


def _by_value(
    entropies: NDArray[np.float64], terms: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The distinct entropies of blocks, and how many terms have each."""
    counted = ~np.isnan(entropies)
    values, place = np.unique(entropies[counted], return_inverse=True)
    weights = np.bincount(place, weights=terms[counted], minlength=len(values))
    return values, weights.astype(np.float64)
