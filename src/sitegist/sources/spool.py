"""Temporary copies of what can be read only once."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from typing import BinaryIO, cast

from sitegist.sources.document import Document, Readable

_CHUNK = 1 << 18
_IN_MEMORY = 1 << 26


class _Copy(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file that goes when nobody needs it any more."""

    def __del__(self) -> None:
        self.close()


def copy(stream: Readable, file: BinaryIO) -> None:
    """All bytes of a stream into a file."""
    while piece := stream.read(_CHUNK):
        file.write(piece)


def spool(stream: Readable) -> BinaryIO:
    """A stream as a file that can be sought in; beyond 64 MiB it goes to disk."""
    file = cast(BinaryIO, _Copy(_IN_MEMORY))
    copy(stream, file)
    return file


def spool_documents(documents: Iterable[Document]) -> BinaryIO:
    """Documents in a temporary file, for `spooled_documents`."""
    file = cast(BinaryIO, _Copy(_IN_MEMORY))
    for document in documents:
        head = [document.name, document.url, len(document.data), document.content_type]
        file.write(json.dumps([*head, document.time]).encode() + b"\n" + document.data)
    return file


def spooled_documents(file: BinaryIO) -> Iterator[Document]:
    """What `spool_documents` wrote."""
    at = 0
    while True:
        file.seek(at)
        line = file.readline()
        if not line:
            return
        name, url, size, content_type, time = json.loads(line)
        data = file.read(size)
        at = file.tell()
        yield Document(name, url, data, content_type, time)
