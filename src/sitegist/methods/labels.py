"""Which parts of a page its gold text labels as informative.

The words of both texts are aligned by their longest common runs in order, each word of the gold
used once (`sitegist.methods.align`); a sentence or a block is informative when at least half of its
words are aligned (paper 004, section 4.4, had people label sentences).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from sitegist.methods.align import aligned
from sitegist.page import Blocks, Page, words
from sitegist.page.rows import TITLE, Bools, Longs
from sitegist.page.spans import Range

Labels: TypeAlias = Mapping[str, str]
"""Gold text, the informative part of a page, by the page's URL."""

# A sentence or a block is informative when at least this share of its words is in the gold.
INFORMATIVE = 0.5


class Labelled(NamedTuple):
    """The words of a text, and which of them are its gold text's."""

    begin: Longs
    end: Longs
    is_gold: Bools


def align(page_text: str, gold_text: str) -> list[Range]:
    """The ranges of a text that its gold text has too, from first to last word of each run.

    >>> text = "Home About\\nA fine day, and warm.\\nImprint"
    >>> [text[a:b] for a, b in align(text, "A fine day, and warm. Really.")]
    ['A fine day, and warm']
    """
    return _joined(_align(page_text, _spans(page_text), gold_text))


def align_page(page: Page, gold_text: str) -> Labelled:
    """The words of a page, and which are informative; those of the title are left out."""
    begin, end = _spans(page.text)
    body = ~page.rows.flagged(TITLE)[_rows(page, begin)]
    return _align(page.text, (begin[body], end[body]), gold_text)


def label_blocks(blocks: Blocks, gold_text: str) -> Bools:
    """For each block whether at least half of its words are in the gold; without words it is not.

    >>> from sitegist.page import read, segment
    >>> page = read("<title>A day</title><p>Home<p>A fine day, and warm.<p>Imprint")
    >>> label_blocks(segment(page), "A fine day, and very warm.").tolist()
    [False, False, True, False]
    """
    found = align_page(blocks.page, gold_text)
    owner = blocks.owner[_rows(blocks.page, found.begin)]
    owned = owner >= 0
    count = np.bincount(owner[owned], minlength=len(blocks))
    gold = np.bincount(owner[owned & found.is_gold], minlength=len(blocks))
    return _mostly(gold, count)


def label_ranges(found: Labelled, begin: Longs, end: Longs) -> Bools:
    """For each range of the text whether at least half of its words are in the gold."""
    gold = np.append(0, np.cumsum(found.is_gold))
    first, last = np.searchsorted(found.begin, begin), np.searchsorted(found.begin, end)
    count = last - first
    return _mostly(gold[last] - gold[first], count)


def _mostly(gold: Longs, count: Longs) -> Bools:
    informative: Bools = (count > 0) & (gold >= INFORMATIVE * count)
    return informative


def _align(text: str, spans: words.Spans, gold_text: str) -> Labelled:
    begin, end = spans
    here = _lowered(text, spans)
    return Labelled(begin, end, aligned(here, _lowered(gold_text, _spans(gold_text))))


def _spans(text: str) -> words.Spans:
    """Where each word is; a word may go on from one text run into the next, as it is read."""
    if not text:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    classes = words.classify(text)
    whole = np.zeros(1, np.int64)
    begin, end = words.letter_spans(classes, whole)
    single, stop, _ = words.unit_spans(classes, whole)
    if len(single):
        begin, end = np.append(begin, single), np.append(end, stop)
        order = np.argsort(begin, kind="stable")
        begin, end = begin[order], end[order]
    return begin, end


def _lowered(text: str, spans: words.Spans) -> list[str]:
    return [text[first:last].lower() for first, last in zip(*(part.tolist() for part in spans))]


def _rows(page: Page, begin: Longs) -> Longs:
    """The row of the text run that each place is in."""
    runs = page.rows.runs
    return runs[np.searchsorted(page.rows.start[runs], begin, "right") - 1]


def _joined(found: Labelled) -> list[Range]:
    """From the first to the last word of every stretch of gold words."""
    edges = np.flatnonzero(np.diff(found.is_gold.astype(np.int8), prepend=0, append=0))
    bounds = edges.reshape(-1, 2).tolist()
    return [(int(found.begin[first]), int(found.end[last - 1])) for first, last in bounds]
