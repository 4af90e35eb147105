"""Where pages come from."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from sitegist.sources.document import Document, Problem, Source
from sitegist.sources.files import find, read_file
from sitegist.sources.web import fetch, is_url

STDIN = "-"


def open(names: str | Iterable[str], url: str | None = None) -> Source:  # noqa: A001
    """The documents of files, patterns, folders, URLs and ``-`` for standard input.

    ``url`` is the address of a page that does not know its own. A name that stands for nothing
    is an `InputError` at once; what turns out unreadable is skipped and noted in ``problems``.
    """
    listed = [names] if isinstance(names, str) else list(names)
    found = [name if name == STDIN or is_url(name) else find(name) for name in listed]

    def documents(source: Source) -> Iterator[Document]:
        for place in found:
            if place == STDIN:
                yield Document("standard input", url, sys.stdin.buffer.read())
            elif isinstance(place, str):
                yield from fetch(place, source)
            else:
                for file in place:
                    yield from read_file(file, source, url)

    return Source(documents)


__all__ = ["Document", "Problem", "Source", "open"]
