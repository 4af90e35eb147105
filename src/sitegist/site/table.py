"""Counts by 64-bit key: sorted arrays that are added and subtracted exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import SitegistError

Keys = NDArray[np.uint64]
Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Table:
    """Integer columns for each key; keys are unique and sorted.

    >>> a = Table.of(np.array([7, 3, 7], np.uint64), np.array([[1], [1], [1]]))
    >>> (a - a).keys.tolist(), Table.total([a, a]).row(7).tolist()
    ([], [4])
    """

    keys: Keys
    columns: Counts
    """One row per key."""

    @classmethod
    def of(cls, keys: Keys, columns: Counts) -> Table:
        """A table of the sums per key; keys whose sums are all 0 are left out."""
        if not len(keys):
            return cls(keys.astype(np.uint64), columns.reshape(0, columns.shape[-1]))
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        begins = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
        sums = np.add.reduceat(columns[order].astype(np.int64), begins, axis=0)
        held = sums.any(axis=1)
        return cls(ordered[begins][held], sums[held])

    @classmethod
    def empty(cls, width: int) -> Table:
        """A table without keys."""
        return cls(np.zeros(0, np.uint64), np.zeros((0, width), np.int64))

    @classmethod
    def total(cls, tables: Sequence[Table]) -> Table:
        """The sum of tables; in which order they come makes no difference."""
        keys = np.concatenate([table.keys for table in tables])
        return cls.of(keys, np.concatenate([table.columns for table in tables]))

    def __len__(self) -> int:
        return len(self.keys)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Table)
            and np.array_equal(self.keys, other.keys)
            and np.array_equal(self.columns, other.columns)
        )

    __hash__ = None  # type: ignore[assignment]

    def __sub__(self, other: Table) -> Table:
        """What is left when ``other``, which was added before, is taken out."""
        left = Table.of(
            np.concatenate([self.keys, other.keys]),
            np.concatenate([self.columns, -other.columns]),
        )
        if (left.columns < 0).any():
            raise SitegistError("more is to be forgotten than was ever added")
        return left

    def find(self, keys: Keys) -> Counts:
        """The columns of many keys; 0 for those that are not there."""
        found = np.zeros((len(keys), self.columns.shape[1]), np.int64)
        if len(self.keys):
            place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
            known = self.keys[place] == keys
            found[known] = self.columns[place[known]]
        return found

    def row(self, key: int) -> Counts:
        """The columns of one key."""
        found: Counts = self.find(np.array([key], np.uint64))[0]
        return found
