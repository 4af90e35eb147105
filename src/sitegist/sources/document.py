"""What every source yields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sitegist.errors import InputError

# A hostile file can have a billion bad lines; all are counted, these many are named.
MAX_NAMED = 10_000
# How many of them an error tells.
_TOLD = 5


class Document(NamedTuple):
    """One document as it was found; nothing of it has been read yet."""

    name: str
    """The file or record it came from, for messages; unique within a source."""
    url: str | None
    data: bytes
    content_type: str | None = None
    time: str | None = None
    """When it was captured, ISO 8601 in UTC."""


class Problem(NamedTuple):
    """Something that was skipped."""

    name: str
    reason: str


class Readable(Protocol):
    """A binary stream."""

    def read(self, size: int = -1, /) -> bytes: ...


@dataclass
class Source:
    """An iterable of documents that goes on past what it cannot read, and says what that was."""

    documents: Callable[[Source], Iterator[Document]]
    problems: list[Problem] = field(default_factory=list)
    """What could not be read, the first ten thousand by name."""
    skipped: int = 0
    """How many could not be read."""
    left_out: Counter[str] = field(default_factory=Counter)
    """What was readable but not wanted, by the reason: types, states, older captures."""

    def __iter__(self) -> Iterator[Document]:
        self.problems.clear()
        self.left_out.clear()
        self.skipped = 0
        return self.documents(self)

    def skip(self, name: str, reason: object) -> None:
        """Note that something could not be read."""
        self.skipped += 1
        if len(self.problems) < MAX_NAMED:
            self.problems.append(Problem(name, str(reason)))

    def leave_out(self, reason: str) -> None:
        """Count something that was not wanted."""
        self.left_out[reason] += 1

    def nothing_found(self, others: Iterable[tuple[str, str]] = ()) -> InputError:
        """The error for a source without any page: what it has instead.

        ``others`` are problems of documents that it yielded.
        """
        named = [f"{name}: {reason}" for name, reason in (*self.problems, *others)]
        told = named[:_TOLD]
        if len(named) > _TOLD:
            told.append(f"and {len(named) - _TOLD:,} more that could not be read")
        told += [f"left out, {count:,}: {why}" for why, count in sorted(self.left_out.items())]
        return InputError("\n  ".join(["no pages found", *told]))
