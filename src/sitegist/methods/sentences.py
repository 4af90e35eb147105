"""The sentences of a page, as ranges of its text, each with the segment that it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sitegist.page import Blocks, words
from sitegist.page.rows import Longs

# Where a sentence ends: a line break, a full stop of a script without spaces, or one of the others
# with the quotes and brackets that close after it, before white space.
_END = re.compile(r"[。！？｡]+[」』”’）)]*|[.!?…؟۔।]+[\"'”’»›)\]]*(?=\s)|\n", re.UNICODE)
_REST = re.compile(r"\s*")


def sentence_ends(text: str) -> list[int]:
    """Where each sentence ends; the white space after it is its own.

    >>> text = "One. Two? 3.5 is three!\\nFour"
    >>> [text[a:b] for a, b in zip([0, *sentence_ends(text)], sentence_ends(text))]
    ['One. ', 'Two? ', '3.5 is three!\\n', 'Four']
    """
    ends: list[int] = []
    place = 0
    while place < len(text):
        found = _END.search(text, place)
        rest = _REST.match(text, found.end() if found else len(text))
        place = rest.end() if rest else len(text)
        ends.append(place)
    return ends


@dataclass(frozen=True, eq=False)
class Sentences:
    """The sentences of a page: they follow one another and leave nothing out."""

    blocks: Blocks
    begin: Longs
    end: Longs
    block: Longs
    """The deepest block that holds all of it, -1 for what stands in none."""

    @classmethod
    def of(cls, blocks: Blocks) -> Sentences:
        """Split a page's text; what markup begins inside a sentence does not end it."""
        rows = blocks.page.rows
        end = np.array(sentence_ends(blocks.page.text), np.int64)
        begin = np.append(0, end[:-1])[: len(end)]
        starts = rows.start[rows.runs]
        first = np.searchsorted(starts, begin, "right") - 1
        last = np.searchsorted(starts, end, "left") - 1
        return cls(blocks, begin, end, _holders(blocks, first, last))

    def __len__(self) -> int:
        return len(self.begin)

    @cached_property
    def words(self) -> Longs:
        """Words of each sentence."""
        return _sums(self._word_starts[self.begin[0] :], self.begin) if len(self) else self.begin

    @cached_property
    def _word_starts(self) -> Longs:
        page = self.blocks.page
        runs = page.rows.start[page.rows.runs]
        return words.word_starts(words.classify(page.text), runs).astype(np.int64)
