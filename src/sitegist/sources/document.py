"""What every source yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple


class Document(NamedTuple):
    """One document as it was found; nothing of it has been read yet."""

    name: str
    """The file or record it came from, for messages."""
    url: str | None
    data: bytes
    content_type: str | None = None
    time: str | None = None
    """When it was captured, ISO 8601 in UTC."""


class Problem(NamedTuple):
    """Something that was skipped."""

    name: str
    reason: str


@dataclass
class Source:
    """An iterable of documents that goes on past what it cannot read, and says what that was."""

    documents: Callable[[Source], Iterator[Document]]
    problems: list[Problem] = field(default_factory=list)

    def __iter__(self) -> Iterator[Document]:
        self.problems.clear()
        return self.documents(self)

    def skip(self, name: str, reason: object) -> None:
        """Note that something could not be read."""
        self.problems.append(Problem(name, str(reason)))
