"""Training L-Extractor (paper 002, section 7): a two-class C-SVC, linear kernel, cost 1, weights 1.

It is solved by liblinear's dual coordinate descent with the hinge loss, C-SVC's own objective. On
24,000 blocks it gives libsvm's verdicts in 0.1 s instead of 30, and libsvm's time grows with the
square of the blocks.

What is counted, here and in cross-validation, are blocks with words: gold text cannot say whether
a block without words is informative, and empty ones, which nobody gets wrong, are half of a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sitegist.errors import InputError, MissingExtra
from sitegist.methods.features import TEXT, shares
from sitegist.methods.l_extractor import Floats, Model, tag_counts
from sitegist.methods.labels import label_blocks
from sitegist.page import Blocks
from sitegist.page.rows import Bools

if TYPE_CHECKING:
    from scipy import sparse

COST = 1.0
FOLDS = 5
# A tag is a feature if this share of the training pages has it, and never one on a single page.
_FREQUENT, _FEWEST = 0.01, 2
# Paper 002 trained on 250 pages.
_STEPS = (5, 10, 25, 50, 100, 150, 200, 250, 500, 1000, 2500, 5000)


class Example(NamedTuple):
    """The blocks with words of one page."""

    site: str
    page: str
    names: tuple[str, ...]
    """The features that the page has."""
    values: Floats
    """The share of each feature (first axis) that each block (second) has."""
    labels: Bools
    """Whether a block is informative."""


@dataclass(frozen=True)
class Tally:
    """Verdicts on held-out blocks."""

    held_out: str
    hits: int = 0
    """Informative and found."""
    false: int = 0
    missed: int = 0
    rejected: int = 0
    """Neither informative nor found."""

    @property
    def blocks(self) -> int:
        """All that were judged."""
        return self.hits + self.false + self.missed + self.rejected

    @property
    def accuracy(self) -> float:
        """Share of right verdicts."""
        return (self.hits + self.rejected) / max(self.blocks, 1)

    @property
    def baseline(self) -> float:
        """The accuracy of calling all blocks what most of them are."""
        informative = self.hits + self.missed
        return max(informative, self.blocks - informative) / max(self.blocks, 1)

    @property
    def precision(self) -> float:
        """Share of the found that are informative."""
        return self.hits / max(self.hits + self.false, 1)

    @property
    def recall(self) -> float:
        """Share of the informative that were found."""
        return self.hits / max(self.hits + self.missed, 1)

    @property
    def f(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.hits / max(2 * self.hits + self.false + self.missed, 1)

    @classmethod
    def total(cls, parts: Iterable[Tally]) -> Tally:
        """All folds together, each block once."""
        listed = list(parts)
        sums = (
            sum(getattr(part, name) for part in listed)
            for name in ("hits", "false", "missed", "rejected")
        )
        return cls("all", *sums)

    def as_dict(self) -> dict[str, Any]:
        """For the model's file, to six digits."""
        names = ("accuracy", "baseline", "precision", "recall", "f")
        rates = {name: round(getattr(self, name), 6) for name in names}
        return {"held_out": self.held_out, "blocks": self.blocks, **rates}


def example(blocks: Blocks, gold: str, site: str, page: str) -> Example:
    """What a page with gold text teaches."""
    names, counts = tag_counts(blocks)
    counted = (blocks.words > 0) & ~blocks.is_title
    labels = label_blocks(blocks, gold)[counted]
    return Example(site, page, tuple(names), shares(counts)[:, counted], labels)


def train(
    examples: Iterable[Example], segmenter: str, folds: Sequence[Tally] = (), cost: float = COST
) -> Model:
    """The model of some pages; ``folds`` is what cross-validation said, to be kept with it."""
    listed = sorted(examples, key=lambda page: (page.site, page.page))
    if not any(len(page.labels) for page in listed):
        raise InputError("nothing to learn from: no page with gold text has a block with words")
    features = feature_names(listed)
    weights, intercept = _solve(listed, features, cost)
    pages = Counter(page.site for page in listed)
    told = tuple(fold.as_dict() for fold in folds)
    return Model(features, weights, intercept, segmenter, dict(sorted(pages.items())), told)


def feature_names(examples: Sequence[Example]) -> tuple[str, ...]:
    """Words, and the tags that enough of the pages have."""
    pages = Counter(name for page in examples for name in page.names)
    least = max(_FEWEST, _FREQUENT * len(examples))
    tags = sorted(name for name, count in pages.items() if count >= least and name != TEXT)
    return (TEXT, *tags)


def cross_validate(
    examples: Sequence[Example], count: int = FOLDS, seed: int = 1, cost: float = COST
) -> list[Tally]:
    """Each fold judged by what the others teach; whole sites, or of one site whole pages."""
    folds = split(examples, count, seed)
    return [
        _judged(_others(examples, fold), fold, cost, held_out) for held_out, fold in folds.items()
    ]


def learning_curve(
    examples: Sequence[Example], count: int = FOLDS, seed: int = 1, cost: float = COST
) -> Iterator[tuple[int, Tally]]:
    """Figure 10: the cross-validated verdicts after training on a growing number of pages."""
    folds = split(examples, count, seed)
    others = {name: _shuffled(_others(examples, fold), seed) for name, fold in folds.items()}
    most = min(map(len, others.values()), default=0)
    for size in [*(step for step in _STEPS if step < most), *([most] if most else [])]:
        yield (
            size,
            Tally.total(
                _judged(others[name][:size], fold, cost, name) for name, fold in folds.items()
            ),
        )


def split(examples: Sequence[Example], count: int, seed: int) -> dict[str, list[Example]]:
    """Up to ``count`` folds; none where there is nothing to hold out."""
    sites = Counter(page.site for page in examples)
    if len(sites) > 1:  # the largest first, each to the smallest fold so far
        members: list[list[str]] = [[] for _ in range(min(count, len(sites)))]
        for site, _ in sorted(sites.items(), key=lambda item: (-item[1], item[0])):
            min(members, key=lambda fold: sum(sites[held] for held in fold)).append(site)
        return {_title(fold): [page for page in examples if page.site in fold] for fold in members}
    if len(examples) < 2:
        return {}
    count = min(count, len(examples))
    shuffled = _shuffled(examples, seed)
    parts = [shuffled[place::count] for place in range(count)]
    return {f"{len(part)} pages ({place})": part for place, part in enumerate(parts, 1)}


def _title(sites: list[str]) -> str:
    named = sorted(sites)
    return ", ".join(named) if len(named) <= 3 else f"{named[0]} and {len(named) - 1} more"


def _shuffled(examples: Iterable[Example], seed: int) -> list[Example]:
    ordered = sorted(examples, key=lambda page: (page.site, page.page))
    Random(seed).shuffle(ordered)
    return ordered


def _others(examples: Iterable[Example], fold: Iterable[Example]) -> list[Example]:
    held = {(page.site, page.page) for page in fold}
    return [page for page in examples if (page.site, page.page) not in held]


def _judged(
    training: Sequence[Example], fold: Sequence[Example], cost: float, held_out: str
) -> Tally:
    features = feature_names(training)
    weights, intercept = _solve(training, features, cost)
    found = _matrix(fold, features) @ weights + intercept > 0
    is_true = np.concatenate([page.labels for page in fold])
    sides = ((found, is_true), (found, ~is_true), (~found, is_true), (~found, ~is_true))
    return Tally(held_out, *(int((a & b).sum()) for a, b in sides))


def _solve(
    examples: Sequence[Example], features: Sequence[str], cost: float
) -> tuple[Floats, float]:
    try:
        from sklearn.svm import LinearSVC
    except ImportError:
        raise MissingExtra("scikit-learn", "learn") from None
    labels = np.concatenate([page.labels for page in examples] or [np.zeros(0, np.bool_)])
    if labels.all() or not labels.any():  # one class only: nothing parts it from the other
        return np.zeros(len(features)), 1.0 if len(labels) and labels.all() else -1.0
    svm = LinearSVC(loss="hinge", C=cost, dual=True, random_state=0, max_iter=100_000)
    svm.fit(_matrix(examples, features), labels)
    return svm.coef_[0].astype(np.float64), float(svm.intercept_[0])


def _matrix(examples: Sequence[Example], features: Sequence[str]) -> sparse.csr_array:
    """Blocks by features, of all pages; features that a page lacks are 0 there."""
    from scipy import sparse

    place = {name: number for number, name in enumerate(features)}
    rows, columns, values = [], [], []
    first = 0
    for page in examples:
        known = [number for number, name in enumerate(page.names) if name in place]
        feature, block = np.nonzero(page.values[known])
        rows.append(block + first)
        columns.append(np.array([place[page.names[number]] for number in known])[feature])
        values.append(page.values[known][feature, block])
        first += len(page.labels)
    if not examples:
        return sparse.csr_array((0, len(features)), dtype=np.float64)
    # liblinear takes indices of 32 bits only
    entries = tuple(np.concatenate(part).astype(np.int32) for part in (rows, columns))
    return sparse.csr_array((np.concatenate(values), entries), shape=(first, len(features)))
