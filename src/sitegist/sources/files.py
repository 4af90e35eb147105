"""Pages that lie in files of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from sitegist.sources.document import Document, Source
from sitegist.sources.options import Options
from sitegist.sources.unpack import Damaged, unpacked


def read_page(
    file: BinaryIO, name: str, url: str | None, source: Source, options: Options
) -> Iterator[Document]:
    """The page in a file, unpacked if it is compressed."""
    try:
        data = read_at_most(unpacked(file), options.max_bytes)
    except Damaged as error:
        source.skip(name, error)
        return
    yield Document(name, url, data)


def read_at_most(stream: BinaryIO, limit: int) -> bytes:
    """All bytes of a stream, or one more than the limit."""
    pieces, size = [], 0
    while size <= limit and (piece := stream.read(min(1 << 20, limit + 1 - size))):
        pieces.append(piece)
        size += len(piece)
    return b"".join(pieces)
