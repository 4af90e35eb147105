"""Web archive collections: a zip of WARCs."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, BinaryIO

from sitegist.sources.document import Document, Source
from sitegist.sources.options import Options
from sitegist.sources.warc import read_warc

_ARCHIVE = re.compile(r"(?:.*/)?archive/[^/\\]+\.warc(\.gz|\.zst)?", re.IGNORECASE)
_BAD = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, struct.error)
_LOCAL_HEADER = struct.Struct("<26xHH")
_BUFFER = 1 << 18


class _Stored(io.RawIOBase):
    """A stretch of a file, as a file."""

    def __init__(self, file: BinaryIO, start: int, size: int) -> None:
        self._file, self._start, self._size, self._at = file, start, size, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._at = max(0, offset + (0, self._at, self._size)[whence])
        return self._at

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        self._file.seek(self._start + self._at)
        data = self._file.read(max(0, min(len(buffer), self._size - self._at)))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


class _Packed(io.RawIOBase):
    """A compressed member that ends where it can no longer be unpacked, and remembers why."""

    def __init__(self, inner: IO[bytes]) -> None:
        self._inner = inner
        self.reason = ""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        try:
            return self._inner.seek(offset, whence)
        except _BAD as error:
            self.reason = str(error)
            return self._inner.tell()

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._inner.read(len(buffer))
        except _BAD as error:
            self.reason = str(error)
            return 0
        buffer[: len(data)] = data
        return len(data)


def read_wacz(file: BinaryIO, name: str, source: Source, options: Options) -> Iterator[Document]:
    """The pages of all WARCs in ``archive/``.

    Without its directory, which is at the end, the file is read as one WARC between other bytes.
    """
    try:
        archive = zipfile.ZipFile(file)
        members = [member for member in archive.infolist() if _ARCHIVE.fullmatch(member.filename)]
    except _BAD as error:
        source.skip(name, f"{error}; read without its directory")
        yield from read_warc(file, name, source, options)
        return
    if not members:
        source.skip(name, "has no WARC in archive/")
    for member in sorted(members, key=lambda member: (member.filename, member.header_offset)):
        yield from _read_member(archive, member, file, name, source, options)


def _read_member(
    archive: zipfile.ZipFile,
    member: zipfile.ZipInfo,
    file: BinaryIO,
    name: str,
    source: Source,
    options: Options,
) -> Iterator[Document]:
    label = f"{name}:{member.filename}"
    try:
        inner = archive.open(member)
        if member.compress_type == zipfile.ZIP_STORED:
            file.seek(member.header_offset)
            lengths = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
            start = member.header_offset + _LOCAL_HEADER.size + sum(lengths)
            raw: _Stored | _Packed = _Stored(file, start, member.file_size)
        else:
            raw = _Packed(inner)
    except _BAD as error:
        source.skip(label, error)
        return
    with inner, io.BufferedReader(raw, _BUFFER) as part:
        yield from read_warc(part, label, source, options)
    if isinstance(raw, _Packed) and raw.reason:
        source.skip(label, raw.reason)
