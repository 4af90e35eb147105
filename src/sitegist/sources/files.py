"""Pages that lie in files of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import quote

from sitegist.sources.document import Document, Source
from sitegist.sources.options import Options
from sitegist.sources.unpack import Damaged, unpacked


def address(base: str, relative: str) -> str:
    """The address of a file below a base; ``index.html`` goes by its folder's.

    That is what the links of a site say, and what servers answer with it.

    >>> address("https://e.org/docs", "a b/index.html"), address("https://e.org/", "é.html")
    ('https://e.org/docs/a%20b/', 'https://e.org/%C3%A9.html')
    """
    folder, _, file = relative.rpartition("/")
    path = f"{folder}/" * bool(folder) + file * (file != "index.html")
    return base.rstrip("/") + "/" + quote(os.fsencode(path), safe="/!$&'()*+,;=:@~")


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
