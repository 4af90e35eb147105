"""Where the bytes of a page's source are: every byte belongs to one row.

The source is cut where elements begin and end. A piece belongs to the text run that begins in
it, else to the element that is open there: ``<p>words</p>`` is the text run's, ``<div>`` before
it the div's. So the bytes of a block are the sum over its rows, and those of all rows are the
page's: nothing is estimated, and pages without some blocks compare with the pages as they are.

Bytes are those of the decoded source in UTF-8, whatever the page was served in.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.extraction import Extraction
from sitegist.page import Blocks, Page
from sitegist.page.rows import BLANK, Bools, Ints, Longs

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param")
) | {"source", "track", "wbr"}


class Footprint(NamedTuple):
    """The source of each row of a page."""

    sizes: Ints
    """In bytes."""
    prints: NDArray[np.uint64]
    """A hash of those bytes."""


class Pieces(NamedTuple):
    """Parts of a page that are stored as one, with the bytes and the fingerprint of each."""

    sizes: Longs
    prints: NDArray[np.uint64]


def encode(html: str) -> bytes:
    """A decoded source as bytes; halves of characters, which some pages have, take one byte."""
    return html.encode("utf-8", "replace")


def footprint(page: Page) -> Footprint:
    """The bytes of each row; needs the page's source, so reduced pages have none."""
    sizes = np.zeros(len(page.rows), np.int32)
    prints = np.zeros(len(page.rows), np.uint64)
    for row, first, last in _regions(page):
        piece = encode(page.html[first:last])
        digest = blake2b(piece, digest_size=8, key=int(prints[row]).to_bytes(8, "little")).digest()
        sizes[row] += len(piece)
        prints[row] = int.from_bytes(digest, "little")
    return Footprint(sizes, prints)


def _regions(page: Page) -> Iterator[tuple[int, int, int]]:
    """The pieces of the source: the row that each belongs to, its begin and its end."""
    if not len(page.rows):
        return
    owner: dict[int, int] = {0: 0}
    is_text: set[int] = set()
    place = 0
    for row, at in _events(page):
        place = max(place, at)
        if at >= 0:
            # where a piece begins twice the later row is the inner one, or the one still open
            owner[place] = row
            is_text.discard(place)
        elif place not in is_text:
            owner[place] = row
            is_text.add(place)
    bounds = [*sorted(owner), len(page.html)]
    for first, last in pairwise(bounds):
        yield owner[first], first, last


def _events(page: Page) -> Iterator[tuple[int, int]]:
    """In document order: an element and where it begins, what is open after one and where that
    ended, and text runs, whose place is not known, with -1."""
    rows = page.rows
    texts = rows.having(("#text",)) & ~rows.flagged(BLANK)
    ends, parents, is_text = rows.end.tolist(), rows.parent.tolist(), texts.tolist()
    open_elements: list[tuple[int, int]] = []
    for row in range(len(rows)):
        while open_elements and ends[open_elements[-1][0]] <= row:
            left, end = open_elements.pop()
            yield max(parents[left], 0), end
        if is_text[row]:
            yield row, -1
        source = page.sources.get(row)
        if source is None or source.start < 0:
            continue
        yield row, source.start
        if _is_closed(page, row, source.start, source.end):
            open_elements.append((row, source.end))
    while open_elements:
        left, end = open_elements.pop()
        yield max(parents[left], 0), end


def _is_closed(page: Page, row: int, start: int, end: int) -> bool:
    """Whether the end of an element is known: it has an end tag, or never has one."""
    return (
        page.rows.tag(row) in _VOID
        or page.html.startswith("/>", end - 2)
        or page.html.rfind("</", start, end) > start
    )


def kept_rows(extraction: Extraction) -> Bools:
    """The rows of the kept blocks, and the elements around them: what is left is still a page."""
    rows = extraction.page.rows
    kept = _owned(extraction.blocks, extraction.kept)
    around: Bools = rows.is_element & (rows.over_subtrees(kept) > 0)
    return kept | around


def all_pieces(blocks: Blocks, source: Footprint) -> Pieces:
    """Everything: the blocks, and each row that is in none."""
    everything = np.ones(len(blocks.page.rows), np.bool_)
    return _pieces(blocks, source, everything, everything[: len(blocks)])


def parts(extraction: Extraction, source: Footprint) -> tuple[Pieces, Pieces]:
    """The kept blocks and each element around them, and all the rest."""
    blocks, kept, stays = extraction.blocks, extraction.kept, kept_rows(extraction)
    return _pieces(blocks, source, stays, kept), _pieces(blocks, source, ~stays, ~kept)


def _owned(blocks: Blocks, chosen: Bools) -> Bools:
    """The rows of the chosen blocks."""
    owned: Bools = np.append(chosen, False)[blocks.owner]  # -1, no owner, is the last
    return owned


def _pieces(blocks: Blocks, source: Footprint, wanted: Bools, chosen: Bools) -> Pieces:
    """The wanted rows: those of a chosen block are one piece, each other one is its own."""
    sizes = blocks.count(np.where(wanted, source.sizes, 0))
    taken = np.flatnonzero(chosen & (sizes > 0))
    prints = [
        int.from_bytes(blake2b(source.prints[rows].tobytes(), digest_size=8).digest(), "little")
        for rows in (_of(blocks, block, wanted) for block in taken.tolist())
    ]
    alone = np.flatnonzero(wanted & ~_owned(blocks, chosen) & (source.sizes > 0))
    return Pieces(
        np.concatenate([sizes[taken], source.sizes[alone].astype(np.int64)]),
        np.concatenate([np.array(prints, np.uint64), source.prints[alone]]),
    )


def _of(blocks: Blocks, block: int, wanted: Bools) -> Longs:
    """The wanted rows of a block."""
    rows = blocks.members[block]
    found: Longs = rows[wanted[rows]]
    return found
