"""The sentences of a page, as ranges of its text, each with the segment that it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Blocks, words
from sitegist.page.rows import TITLE, Bools, Longs
from sitegist.page.spans import Range

# A sentence ends at a line break, at a full stop of a script without spaces, or at one of the
# others before white space, with the quotes and brackets that close after it.
_END = re.compile(r"[。！？｡]+[」』”’）)]*|[.!?…؟۔।]+[\"'”’»›)\]]*(?=\s)|\n")
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
        rest = _REST.match(text, found.end()) if found else None
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
    """The deepest block that holds all of it."""

    @classmethod
    def of(cls, blocks: Blocks) -> Sentences:
        """Split a page's text; an element that begins inside a sentence does not end it."""
        rows, text = blocks.page.rows, blocks.page.text
        end = np.array(sentence_ends(text), np.int64)
        begin = np.append(0, end[:-1])[: len(end)]
        # the line break after it is of the run that comes next
        bounds = zip(begin.tolist(), end.tolist())
        length = [max(len(text[first:last].rstrip()), 1) for first, last in bounds]
        starts = rows.start[rows.runs]
        first = np.searchsorted(starts, begin, "right") - 1
        last = np.searchsorted(starts, begin + np.array(length, np.int64), "left") - 1
        return cls(blocks, begin, end, _holders(blocks, first, last))

    def __len__(self) -> int:
        return len(self.begin)

    def at(self, places: Longs) -> Longs:
        """The sentence that each place of the text is in."""
        return np.searchsorted(self.end, places, "right")

    @cached_property
    def words(self) -> Longs:
        """Words of each sentence."""
        return np.bincount(self._of_word, minlength=len(self))

    @cached_property
    def is_title(self) -> Bools:
        """Sentences of the document's title."""
        rows = self.blocks.page.rows
        first = np.searchsorted(rows.start[rows.runs], self.begin, "right") - 1
        return rows.flagged(TITLE)[rows.runs[first]]

    def over_blocks(self, values: Bools | NDArray[np.float64]) -> NDArray[np.float64]:
        """For each block the mean of a value per sentence over the block's words.

        A block without words has that of the block around it, and 0 if there is none.
        """
        page, blocks = self.blocks.page, self.blocks
        runs = page.rows.runs
        run = np.searchsorted(page.rows.start[runs], self._word_starts, "right") - 1
        owner = blocks.owner[runs[run]]
        owned = owner >= 0
        count = np.bincount(owner[owned], minlength=len(blocks))
        of_words = values[self._of_word[owned]].astype(np.float64)
        sums = np.bincount(owner[owned], weights=of_words, minlength=len(blocks))
        means: NDArray[np.float64] = sums / np.maximum(count, 1)
        for block in np.flatnonzero(count == 0).tolist():
            above = int(blocks.parent[block])
            while above >= 0 and not count[above]:
                above = int(blocks.parent[above])
            means[block] = means[above] if above >= 0 else 0.0
        return means

    def ranges(self, chosen: Bools) -> list[Range]:
        """The spans of some sentences, less the title; neighbours are joined."""
        shown = (chosen & ~self.is_title).astype(np.int8)
        edges = np.flatnonzero(np.diff(shown, prepend=0, append=0))
        bounds = edges.reshape(-1, 2).tolist()
        return [(int(self.begin[first]), int(self.end[last - 1])) for first, last in bounds]

    @cached_property
    def _of_word(self) -> Longs:
        return self.at(self._word_starts)

    @cached_property
    def _word_starts(self) -> Longs:
        page = self.blocks.page
        if not page.text:
            return np.zeros(0, np.int64)
        runs = page.rows.start[page.rows.runs]
        return np.flatnonzero(words.word_starts(words.classify(page.text), runs))


def _holders(blocks: Blocks, first: Longs, last: Longs) -> Longs:
    """The deepest block around each stretch of text runs, given the first and the last."""
    rows = blocks.page.rows
    owner = blocks.owner[rows.runs].astype(np.int64)
    changes = np.append(0, np.cumsum(owner[1:] != owner[:-1]))[: len(owner)]
    holder = owner[first]
    mixed = np.flatnonzero(changes[first] != changes[last])
    row, until = rows.runs[first[mixed]], rows.runs[last[mixed]]
    climbing = np.arange(len(mixed))
    while len(climbing):
        here = row[climbing]
        holds = (rows.end[here] > until[climbing]) & (blocks.owner[here] >= 0)
        climbing = climbing[~(holds | (rows.parent[here] < 0))]
        row[climbing] = rows.parent[row[climbing]]
    around = blocks.owner[row]
    # where no block holds all of it, it goes with what it begins in
    holder[mixed] = np.where(around >= 0, around, holder[mixed])
    return holder
