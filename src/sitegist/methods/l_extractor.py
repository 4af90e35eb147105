"""L-Extractor (paper 002, section 7): a linear SVM over the HTML tags of a block.

A block's vector has the count of each HTML tag but for those that partition, and its number of
words; each count is divided by the largest on the page, as section 5.1 does it. So a vector says
what a block has most of on *its* page, and what was learned on sites with short pages holds on
sites with long ones: see docs/decisions.md for raw counts and logarithms beside it.

This module only applies a model, with nothing but numpy; `sitegist.methods.l_training` makes one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import InputError, OptionError
from sitegist.extraction import Extraction
from sitegist.methods.base import Method
from sitegist.methods.features import TEXT, shares
from sitegist.page import Blocks, Page
from sitegist.page.rows import Longs
from sitegist.page.segmenters.partition import TAGS
from sitegist.site.site import Site

FORMAT, VERSION = "sitegist l-extractor", 1
SCALING = "shares"
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Model:
    """What was learned: a block is informative if its score is above 0."""

    features: tuple[str, ...]
    """``text``, and the tags that were frequent enough to learn from."""
    weights: Floats
    intercept: float
    segmenter: str
    """What a block was."""
    trained_on: Mapping[str, int]
    """Pages by site."""
    folds: Sequence[Mapping[str, Any]] = ()
    """What cross-validation said: accuracy, precision, recall and F of each fold."""

    def contributions(self, blocks: Blocks) -> dict[str, Floats]:
        """What each feature adds to the score of each block; tags that it never met add nothing."""
        known = dict(zip(self.features, self.weights.tolist()))
        names, counts = tag_counts(blocks)
        return {
            name: known[name] * values
            for name, values in zip(names, shares(counts))
            if name in known
        }

    def as_dict(self) -> dict[str, Any]:
        """The model as plain data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "segmenter": self.segmenter,
            "scaling": SCALING,
            "features": list(self.features),
            "weights": self.weights.tolist(),
            "intercept": self.intercept,
            "trained_on": dict(self.trained_on),
            "folds": list(map(dict, self.folds)),
        }

    @classmethod
    def from_dict(cls, data: Any, name: str = "model") -> Model:
        """The model that was written; an `InputError` says what is wrong with another."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise InputError(f"{name}: this is no model of L-Extractor")
        if (data.get("version"), data.get("scaling")) != (VERSION, SCALING):
            raise InputError(
                f"{name}: a model of version {data.get('version')}, and this program reads"
                f" version {VERSION}; train it anew"
            )
        try:
            features = tuple(map(str, data["features"]))
            weights = np.array(data["weights"], np.float64)
            intercept = float(data["intercept"])
            model = cls(
                features,
                weights,
                intercept,
                str(data["segmenter"]),
                {str(site): int(pages) for site, pages in data["trained_on"].items()},
                tuple(map(dict, data["folds"])),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"{name}: the model is damaged: {error!r}") from None
        if weights.shape != (len(features),) or not np.isfinite([*weights, intercept]).all():
            raise InputError(f"{name}: the model is damaged: a finite weight for each feature")
        return model

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as JSON; the same model gives the same bytes."""
        text = json.dumps(self.as_dict(), ensure_ascii=False, indent=1)
        Path(path).write_text(text + "\n", encoding="utf-8")


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model."""
    try:
        return Model.from_dict(json.loads(Path(path).read_bytes()), str(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: this is no model of L-Extractor") from None


def tag_counts(blocks: Blocks) -> tuple[list[str], Longs]:
    """Section 3.1: the features of a page, and how often each stands in each of its blocks.

    The first is the number of words. An element ``<text>``, which SVG has, does not count.
    """
    rows = blocks.page.rows
    tags = [style[0] or "#" for style in rows.styles]
    counted = {tag for tag in tags if not tag.startswith("#")} - {*TAGS, TEXT}
    names = [TEXT, *sorted(counted)]
    number = {name: place for place, name in enumerate(names) if name != TEXT}
    feature = np.array([number.get(tag, -1) for tag in tags], np.int64)[rows.style]
    held = (feature >= 0) & (blocks.owner >= 0)
    place = feature[held] * len(blocks) + blocks.owner[held]
    counts = np.bincount(place, minlength=len(names) * len(blocks)).reshape(len(names), len(blocks))
    counts[0] = blocks.words
    return names, counts


class LExtractor(Method):
    """Keeps the blocks that a linear SVM, trained from labelled blocks, calls informative.

    ``model`` is what ``sitegist train`` wrote, or the same as a dictionary. `fit` with labels
    (gold text by URL) trains anew on the labelled pages of a site; without labels it does nothing.
    """

    name: ClassVar[str] = "l-extractor"
    segmenters: ClassVar[tuple[str, ...]] = ("partition", "tables", "segments", "leaves")
    needs_labels: ClassVar[bool] = True
    """`fit` learns from labels only; with a model neither they nor a site are needed."""

    def __init__(
        self,
        segmenter: str | None = None,
        model: str | os.PathLike[str] | Mapping[str, Any] | Model | None = None,
    ) -> None:
        if isinstance(model, str | os.PathLike):
            model = load_model(model)
        elif isinstance(model, Mapping):
            model = Model.from_dict(model)
        super().__init__(segmenter or (model.segmenter if model else None))
        if model is not None and model.segmenter != self.segmenter:
            raise OptionError(
                f"the model was trained on blocks of {model.segmenter!r}, not {self.segmenter!r};"
                " train one for these: sitegist train --segmenter"
            )
        self.model = model

    def fit(self, site: object, labels: object = None) -> LExtractor:
        """Train on the site's pages that have gold text, if any is given."""
        if isinstance(site, Site) and isinstance(labels, Mapping) and labels:
            from sitegist.methods.l_training import example, train

            urls = sorted(url for url in labels if url in site)
            made = (
                example(self.segment(site.page(url)), labels[url], site="site", page=url)
                for url in urls
            )
            self.model = train(made, self.segmenter)
        return self

    def extract(self, page: Page) -> Extraction:
        """Judge every block of a page."""
        if self.model is None:
            raise OptionError(
                "l-extractor has no model; train it first: sitegist train DATA -o MODEL"
            )
        blocks = self.segment(page)
        added = self.model.contributions(blocks)
        scores = np.full(len(blocks), self.model.intercept)
        for values in added.values():
            scores += values
        evidence = {_named(name): values for name, values in added.items()}
        evidence["intercept"] = np.full(len(blocks), self.model.intercept)
        # outside the margin, from 1 on, training saw next to no exception
        sure = np.minimum(np.abs(scores), 1) * blocks.words
        confidence = float(sure.sum() / max(int(blocks.words.sum()), 1))
        return Extraction(self, blocks, scores > 0, scores, confidence, evidence)

    def reason(self, extraction: Extraction, index: int) -> str:
        """Why a block stays or goes, in words."""
        if extraction.blocks.is_title[index]:
            return "the title, which is not part of the text"
        kept = bool(extraction.kept[index])
        added = {name: float(values[index]) for name, values in extraction.evidence.items()}
        ordered = sorted(added.items(), key=lambda item: (-item[1] if kept else item[1], item[0]))
        told = [
            f"{value:+.2f} {name}" for name, value in ordered[:3] if (value > 0) is kept and value
        ]
        score = f"score {extraction.scores[index]:+.2f}"
        return f"{score}: {', '.join(told)}" if told else f"{score}, which is not above 0"


def _named(feature: str) -> str:
    """A feature's name beside a verdict's other numbers, which a tag could be called like."""
    return feature if feature == TEXT else f"<{feature}>"
