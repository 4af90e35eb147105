"""One answer against the gold of its page: all metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from sitegist.judge.contenders import Answer
from sitegist.judge.datasets import ARTICLE, DataSet, Gold
from sitegist.judge.headline import Headline, find_headline, is_headline, strip_headline
from sitegist.judge.metrics import (
    Aligned,
    Prf,
    align_page,
    block_prf,
    content_blocks,
    coverage,
    features,
    overlap,
    same_day,
    shingles,
    significant_nodes,
    similarity,
    toc_answer,
    words,
)
from sitegist.judge.peers import Metadata
from sitegist.page import Page, read, segment
from sitegist.page.rows import Bools
from sitegist.site.site import Site

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
    "ic_precision",
    "ic_recall",
    "ic_f",
    "snc_precision",
    "snc_recall",
    "snc_f",
    "title",
    "author",
    "date",
)
"""In the order of the tables; a page without gold for one has no value."""

Scores = Mapping[str, float | None]


class Truth(Protocol):
    """What is true of one page, and how well an answer fits it."""

    @property
    def gold(self) -> Gold:
        """The page."""

    def score(self, answer: Answer) -> Scores:
        """All that can be said of an answer."""

    def score_metadata(self, found: Metadata | None) -> Scores:
        """The same of what is said beside the text."""

    @property
    def has_metadata(self) -> bool:
        """Whether there is anything to ask beside the text."""


class TextTruth:
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
        covered = coverage(text, self._text)
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
            "ic_precision": covered.precision,
            "ic_recall": covered.recall,
            "ic_f": covered.f1,
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
        flags = (not all(map(self._of_headline, text.splitlines())) for text in texts)
        return np.fromiter(flags, np.bool_, len(texts))

    def _of_headline(self, line: str) -> bool:
        return is_headline(line, self._headline)


@dataclass(frozen=True)
class IndexTruth:
    """The answer set of one index page (001, section 4.2): rows of its links to articles."""

    gold: Gold
    links: frozenset[int]
    has_metadata: bool = False

    def score(self, answer: Answer) -> Scores:
        """SNC of the links in the blocks that stay; whoever judges no blocks has none."""
        if answer.extraction is None:
            return {}
        blocks, kept = answer.extraction.blocks, np.append(answer.extraction.kept, False)
        links = blocks.page.link_rows[kept[blocks.of_links]]
        nodes = significant_nodes(links.tolist(), self.links)
        return {"snc_precision": nodes.precision, "snc_recall": nodes.recall, "snc_f": nodes.f1}

    def score_metadata(self, found: Metadata | None) -> Scores:
        """Nothing is known of it."""
        return {}


def index_truths(data: DataSet, pages: Sequence[Gold], site: Site) -> Iterator[IndexTruth]:
    """The answer sets of those pages that have one."""
    entries = {entry.name: entry for entry in site.entries}
    of_kind = (page.name for page in data.pages if page.kind == ARTICLE)
    articles = {entries[name].url for name in of_kind if name in entries}
    for gold in pages:
        if gold.name in entries:
            blocks = segment(read(gold.data, entries[gold.name].url), "leaves")
            links = toc_answer(blocks, site.block_pages(blocks).tolist(), site.size(), articles)
            if links:
                yield IndexTruth(gold, frozenset(link.row for link in links))
