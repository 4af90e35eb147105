"""Block vectors and an exact similarity join (paper 002, sections 3.1, 3.2 and 4.4.1).

A vector has a 1 for each term of the block and the count of each tag; the *number* of terms is
no component. Its numbers are whole, so that "cosine above 0.9" is decided exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from sitegist.hashing import bytes_hash, text_hash
from sitegist.page import Blocks
from sitegist.page.rows import Longs
from sitegist.page.segmenters.partition import TAGS
from sitegist.page.terms import Terms
from sitegist.site.table import Keys

# Similar means 10 a.b > 9 |a| |b|.
_OVER, _UNDER = 10, 9
# How many vectors are looked up at a time, and about how many numbers that may take in memory.
_CHUNK, _ROOM = 2048, 1 << 21
# Bounds in floating point are wrong by less than this part of them.
_SLACK = 1e-6


@dataclass(frozen=True, eq=False)
class Vectors:
    """Sparse vectors: ``key`` and ``value`` of vector i stand at ``[start[i], start[i + 1])``."""

    start: Longs
    key: Keys
    value: Longs

    def __len__(self) -> int:
        return len(self.start) - 1

    @cached_property
    def hash(self) -> NDArray[np.uint64]:
        """64 bits per vector; equal vectors have equal ones."""
        spans = zip(self.start[:-1].tolist(), self.start[1:].tolist())
        hashes = (bytes_hash(self.key[a:b].tobytes() + self.value[a:b].tobytes()) for a, b in spans)
        return np.fromiter(hashes, np.uint64, len(self))

    def take(self, chosen: Longs) -> Vectors:
        """Some of the vectors."""
        size = np.diff(self.start)[chosen]
        start = np.concatenate([[0], np.cumsum(size)])
        place = np.repeat(self.start[chosen] - start[:-1], size) + np.arange(start[-1])
        return Vectors(start, self.key[place], self.value[place])


def concatenate(parts: Sequence[Vectors]) -> Vectors:
    """All vectors of several sets."""
    sizes = np.concatenate([np.diff(part.start) for part in parts] or [np.zeros(0, np.int64)])
    keys = np.concatenate([part.key for part in parts] or [np.zeros(0, np.uint64)])
    values = np.concatenate([part.value for part in parts] or [np.zeros(0, np.int64)])
    return Vectors(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), keys, values)


def block_vectors(blocks: Blocks, terms: Terms) -> Vectors:
    """The vector of each block: its distinct terms, and how often each tag stands in it.

    Tags that partition are left out, as section 3.1 says; comments and text runs are no tags.
    """
    rows = blocks.page.rows
    tagged = rows.is_element & ~rows.having(TAGS) & (blocks.owner >= 0)
    names = [style[0] or "" for style in rows.styles]
    of_style = np.array([text_hash(f"<{name}>") for name in names], np.uint64)
    owner = blocks.owner[terms.row].astype(np.int64)
    held = owner >= 0
    block = np.concatenate([blocks.owner[tagged].astype(np.int64), owner[held]])
    key = np.concatenate([of_style[rows.style[tagged]], terms.hash[terms.id[held]]])
    is_term = np.arange(len(block)) >= np.count_nonzero(tagged)
    order = np.lexsort((key, block))
    block, key, is_term = block[order], key[order], is_term[order]
    begins = np.flatnonzero(
        np.append(True, (block[1:] != block[:-1]) | (key[1:] != key[:-1]))[: len(block)]
    )
    count = np.diff(np.append(begins, len(block)))
    value = np.where(is_term[begins], 1, count).astype(np.int64)
    start = np.searchsorted(block[begins], np.arange(len(blocks) + 1))
    return Vectors(start.astype(np.int64), key[begins], value)


@dataclass(frozen=True, eq=False)
class Index:
    """Finds all vectors that are similar to given ones; the same as comparing every pair.

    If what u and v share lies only in a part of u whose squared length is at most 0.81 of u's,
    their cosine is at most 0.9. So v must share a component with the rest, its *prefix*, and that
    is made of u's rarest components: few vectors have one.
    """

    vectors: Vectors

    @cached_property
    def vocabulary(self) -> Keys:
        """All components that occur, sorted."""
        return np.unique(self.vectors.key)

    @cached_property
    def _matrix(self) -> sparse.csr_array:
        return self._rows(self.vectors)

    @cached_property
    def _by_component(self) -> sparse.csr_array:
        return self._matrix.T.tocsr().astype(np.float64)

    @cached_property
    def _squares_by_component(self) -> sparse.csr_array:
        return self._by_component.power(2)

    @cached_property
    def _frequency(self) -> Longs:
        counts: Longs = np.diff(self._by_component.indptr).astype(np.int64)
        return counts

    @cached_property
    def _squares(self) -> Longs:
        return _squares(self.vectors)

    def similar(self, wanted: Vectors) -> Iterator[tuple[Longs, Longs]]:
        """Pairs (place in ``wanted``, place in the index) of similar vectors, in chunks.

        All that are similar to one vector are in the same chunk.
        """
        rows = self._rows(wanted)
        squares = _squares(wanted)
        for here, there in self.candidates(wanted):
            sizes = np.diff(rows.indptr)[here] + np.diff(self._matrix.indptr)[there]
            near = np.zeros(len(here), np.bool_)
            for piece in _slices(sizes, _ROOM):
                product = rows[here[piece]].multiply(self._matrix[there[piece]])
                dots = np.asarray(product.sum(axis=1), np.int64).ravel()
                near[piece] = _above(dots, squares[here[piece]], self._squares[there[piece]])
            yield here[near], there[near]

    def candidates(self, wanted: Vectors) -> Iterator[tuple[Longs, Longs]]:
        """Pairs that may be similar, and among them all that are; in chunks."""
        for first in range(0, len(wanted), _CHUNK):
            part = wanted.take(np.arange(first, min(first + _CHUNK, len(wanted))))
            prefixes = self._prefixes(part)
            met = np.bincount(
                np.repeat(np.arange(len(part)), np.diff(prefixes.indptr)),
                weights=self._frequency[prefixes.indices],
                minlength=len(part),
            )
            for piece in _slices(met.astype(np.int64), _ROOM):
                some = part.take(np.arange(piece.start, piece.stop))
                here, there = self._possible(prefixes[piece], _squares(some))
                yield here + (first + piece.start), there

    def _rows(self, vectors: Vectors) -> sparse.csr_array:
        """The vectors over the index's vocabulary; components it does not know are left out."""
        place = np.searchsorted(self.vocabulary, vectors.key)
        place = np.minimum(place, max(len(self.vocabulary) - 1, 0))
        known = self.vocabulary[place] == vectors.key if len(self.vocabulary) else place < 0
        row = np.repeat(np.arange(len(vectors)), np.diff(vectors.start))
        shape = (len(vectors), max(len(self.vocabulary), 1))
        return sparse.csr_array((vectors.value[known], (row[known], place[known])), shape=shape)

    def _possible(self, prefixes: sparse.csr_array, squares: Longs) -> tuple[Longs, Longs]:
        """Pairs that share a component of u's prefix and whose lengths allow a cosine above 0.9.

        u.v is what they share there and at most |u'| |v'| of the rest of both (Cauchy-Schwarz).
        """
        rows = prefixes.astype(np.float64)
        shared = (rows @ self._by_component).tocsr()
        row = np.repeat(np.arange(len(squares)), np.diff(shared.indptr))
        there = shared.indices.astype(np.int64)
        inside = rows.copy()
        inside.data = np.ones_like(inside.data)
        taken = (inside @ self._squares_by_component).tocsr()
        assert np.array_equal(taken.indices, shared.indices)
        prefix = np.asarray(rows.power(2).sum(axis=1)).ravel()
        mine, theirs = squares.astype(np.float64)[row], self._squares.astype(np.float64)[there]
        rest = np.maximum(mine - prefix[row], 0) * np.maximum(theirs - taken.data, 0)
        most = shared.data + np.sqrt(rest)
        held = _OVER * most > (1 - _SLACK) * _UNDER * np.sqrt(mine) * np.sqrt(theirs)
        return row[held], there[held]

    def _prefixes(self, wanted: Vectors) -> sparse.csr_array:
        """The rarest components of each vector, until the rest has at most 0.81 of its square."""
        rows = self._rows(wanted)
        row = np.repeat(np.arange(len(wanted)), np.diff(rows.indptr))
        rarity = self._frequency[rows.indices] if len(self._frequency) else rows.indices
        order = np.lexsort((rows.indices, rarity, row))
        row, column, value = row[order], rows.indices[order], rows.data[order]
        square = value.astype(np.int64) ** 2
        sums = np.concatenate([[0], np.cumsum(square)])
        begin = sums[rows.indptr]
        total = _squares(wanted)
        # components that the index does not know stand first: nothing shares them
        rest = np.diff(begin)[row] - (sums[:-1] - begin[row])
        needed = _OVER**2 * rest > _UNDER**2 * total[row]
        place = (value[needed], (row[needed], column[needed]))
        return sparse.csr_array(place, shape=rows.shape)


def _above(dots: Longs, mine: Longs, theirs: Longs) -> NDArray[np.bool_]:
    """Whether each cosine is above 0.9; where rounding could decide, in whole numbers."""
    limit = (_UNDER / _OVER) ** 2
    share = dots.astype(np.float64) ** 2 / mine / theirs
    near = share > limit
    for place in np.flatnonzero(np.abs(share - limit) < _SLACK).tolist():
        squares = int(mine[place]) * int(theirs[place])
        near[place] = _OVER**2 * int(dots[place]) ** 2 > _UNDER**2 * squares
    return near


def _slices(sizes: Longs, most: int) -> Iterator[slice]:
    """Stretches whose sizes add up to ``most`` at most, or that have one member only."""
    sums = np.cumsum(sizes)
    begin = before = 0
    while begin < len(sizes):
        end = max(begin + 1, int(np.searchsorted(sums, before + most, side="right")))
        yield slice(begin, end)
        begin, before = end, int(sums[end - 1])


def _squares(vectors: Vectors) -> Longs:
    sums = np.concatenate([[0], np.cumsum(vectors.value**2)])
    squares: Longs = sums[vectors.start[1:]] - sums[vectors.start[:-1]]
    return squares
