"""One answer against the gold of its page: all metrics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sitegist.judge.contenders import Answer
from sitegist.judge.datasets import Gold
from sitegist.judge.headline import Headline, find_headline, is_headline, strip_headline
from sitegist.judge.metrics import (
    Aligned,
    Prf,
    align_page,
    block_prf,
    content_blocks,
    features,
    overlap,
    same_day,
    shingles,
    similarity,
    words,
)
from sitegist.judge.peers import Metadata
from sitegist.page import Page, read
from sitegist.page.rows import Bools

METRICS = (
    "precision",
    "recall",
    "f1",
    "shingle_f1",
    "raw_precision",
    "raw_recall",
    "raw_f1",
    "feature_precision",
    "feature_recall",
    "b_precision",
    "b_recall",
    "b_f",
    "title",
    "author",
    "date",
)
"""In the order of the tables; a page without gold for one has no value."""

Scores = Mapping[str, float | None]


class Truth:
    """The gold of one page, made ready once for all contenders.

    With ``strip`` title, byline and date lines are left out of the gold and of every answer, as
    only some golds have them; the raw figures are those without that.
    """

    def __init__(self, gold: Gold, strip: bool) -> None:
        self.gold = gold
        self.strip = strip
        self._raw = gold.text or ""
        self._text = self._stripped(self._raw)
        self._words = words(self._text)
        self._shingles = shingles(self._words)

    @cached_property
    def _page(self) -> Page:
        return read(self.gold.data, self.gold.url, max_bytes=len(self.gold.data))

    @cached_property
    def _headline(self) -> Headline:
        return find_headline(self._page, self.gold.title, self.gold.author)

    @cached_property
    def _alignment(self) -> Aligned:
        return align_page(self._page, self._text)

    @cached_property
    def _features(self) -> frozenset[str]:
        return features(self._text, self._page.language)

    def _stripped(self, text: str) -> str:
        return strip_headline(text, self._headline) if self.strip else text

    def score(self, answer: Answer) -> dict[str, float | None]:
        """All that can be said of the main text."""
        text = self._stripped(answer.text)
        tokens = words(text)
        plain = overlap(tokens, self._words)
        raw = overlap(words(answer.text), words(self._raw)) if self.strip else plain
        found = features(text, self._page.language)
        terms = overlap(found, self._features)
        blocks = self._blocks(answer)
        return {
            "precision": plain.precision,
            "recall": plain.recall,
            "f1": plain.f1,
            "shingle_f1": overlap(shingles(tokens), self._shingles).f1,
            "raw_precision": raw.precision,
            "raw_recall": raw.recall,
            "raw_f1": raw.f1,
            "feature_precision": terms.precision,
            "feature_recall": terms.recall,
            "b_precision": blocks.precision if blocks else None,
            "b_recall": blocks.recall if blocks else None,
            "b_f": blocks.f1 if blocks else None,
        }

    def score_metadata(self, found: Metadata | None) -> dict[str, float | None]:
        """Title, author and date, where the gold has them and the contender says them at all."""
        gold = self.gold
        if found is None:
            return dict.fromkeys(("title", "author", "date"))
        return {
            "title": similarity(found.title, gold.title) if gold.title else None,
            "author": similarity(found.author, gold.author) if gold.author else None,
            "date": same_day(found.date, gold.date) if gold.date else None,
        }

    @property
    def has_metadata(self) -> bool:
        """Whether there is anything to ask beside the text."""
        return bool(self.gold.title or self.gold.author or self.gold.date)

    def _blocks(self, answer: Answer) -> Prf | None:
        """b-precision and b-recall; headline blocks count neither way."""
        if answer.extraction is None:
            return None
        blocks = answer.extraction.blocks
        content, judged = content_blocks(blocks, self._alignment)
        if self.strip:
            judged &= self._no_headlines(blocks.texts)
        return block_prf(answer.extraction.kept, content & judged, judged)

    def _no_headlines(self, texts: list[str]) -> Bools:
        import numpy as np

        flags = (not all(map(self._of_headline, text.splitlines())) for text in texts)
        return np.fromiter(flags, np.bool_, len(texts))

    def _of_headline(self, line: str) -> bool:
        return is_headline(line, self._headline)
