"""Compressed bytes, unpacked piece by piece and within bounds.

A *frame* is what a compressor wrote in one go: a gzip member, a Zstandard frame, an xz or bzip2
stream. A file may be many of them, one after the other; bytes that are not compressed are one.
"""

from __future__ import annotations

import io
import re
import zlib
from typing import TYPE_CHECKING, BinaryIO, Protocol

from sitegist.errors import InputError

if TYPE_CHECKING:
    from sitegist.sources.zstd import ZstdDict

_CHUNK = 1 << 16
# No page shrinks to a five-hundredth; what does so beyond 256 MiB is a bomb.
_BOMB_SIZE, _BOMB_RATIO = 1 << 28, 500
_XZ_MEMORY = 1 << 28
_MAGIC = {
    "gzip": re.compile(rb"\x1f\x8b\x08[\x00-\x1f]"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
    "bzip2": re.compile(rb"BZh[1-9]"),
    "xz": re.compile(rb"\xfd7zXZ\x00"),
}
_MAGIC_SIZE = 6


class Damaged(InputError):
    """The bytes are not what they should be; the text says how."""


class Decompressor(Protocol):
    """What the decompressors of the standard library have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Zlib:
    """zlib with the face of the others."""

    def __init__(self, wbits: int) -> None:
        self._inner = zlib.decompressobj(wbits)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max(max_length, 0))


class _Brotli:
    """Brotli with the face of the others; it has no trailing data."""

    unused_data = b""

    def __init__(self) -> None:
        import brotli

        self._inner = brotli.Decompressor()

    @property
    def eof(self) -> bool:
        return bool(self._inner.is_finished())

    @property
    def needs_input(self) -> bool:
        return bool(self._inner.can_accept_more_data())

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        import brotli

        try:
            return bytes(self._inner.process(data, output_buffer_limit=max_length))
        except brotli.error as error:
            raise ValueError(str(error)) from None


def decompressor(codec: str, dictionary: ZstdDict | None = None) -> Decompressor:
    """A new decompressor for one frame."""
    if codec == "zstd":
        from sitegist.sources.zstd import ZstdDecompressor

        return ZstdDecompressor(dictionary)
    if codec == "br":
        return _Brotli()
    if codec == "bzip2":
        import bz2

        return bz2.BZ2Decompressor()
    if codec == "xz":
        import lzma

        return lzma.LZMADecompressor(memlimit=_XZ_MEMORY)
    return _Zlib({"gzip": 31, "zlib": 15, "deflate": -15}[codec])


def codec_of(head: bytes) -> str | None:
    """How bytes are compressed, by their first six; None if they are not.

    >>> codec_of(b"\\x1f\\x8b\\x08\\x00"), codec_of(b"<html>")
    ('gzip', None)
    """
    for codec, magic in _MAGIC.items():
        if magic.match(head):
            return codec
    return None


class Frame:
    """One frame of a file. Reading it leaves the file behind it, or a little further."""

    def __init__(
        self,
        file: BinaryIO,
        start: int,
        codec: str | None,
        dictionary: ZstdDict | None = None,
        pending: bytes = b"",
    ) -> None:
        self.start = start
        self.packed = 0
        """Bytes that were read of the file, `pending` ones included."""
        self.step = _CHUNK
        """How much of the file is read next; it grows up to this."""
        self._file, self._codec, self._dictionary = file, codec, dictionary
        self._inner = None if codec is None else decompressor(codec, dictionary)
        self._pending, self._unpacked = pending, 0

    def read(self, size: int) -> bytes:
        """Up to ``size`` bytes more, none at the end; `Damaged` if there are no right ones."""
        if self._inner is None:
            data = self._take(size)
        else:
            data = self._unpack(self._inner, size)
        self._unpacked += len(data)
        if self._unpacked > _BOMB_SIZE and self._unpacked > _BOMB_RATIO * self.packed:
            raise Damaged(f"unpacks to more than {_BOMB_RATIO} times its size")
        return data

    def _unpack(self, inner: Decompressor, size: int) -> bytes:
        try:
            while not inner.eof:
                asked = inner.needs_input
                piece = self._take(self.step) if asked else b""
                self.step = min(2 * self.step, _CHUNK)
                if data := inner.decompress(piece, size):
                    return data
                if asked and not piece and not inner.eof:
                    raise Damaged("cut short")
        except (zlib.error, OSError, EOFError, ValueError) as error:
            raise Damaged(f"damaged: {error}") from None
        except Exception as error:  # lzma and zstd have their own
            if type(error).__name__ not in ("LZMAError", "ZstdError"):
                raise
            raise Damaged(f"damaged: {error}") from None
        return b""

    def _take(self, size: int) -> bytes:
        data, self._pending = self._pending, b""
        if not data:
            data = self._file.read(size)
        elif len(data) > size:
            data, self._pending = data[:size], data[size:]
        self.packed += len(data)
        return data

    def following(self) -> Frame | None:
        """The frame after this one, which must have been read; None at the end of the file."""
        if self._inner is None:
            return None
        rest = self._inner.unused_data + self._pending
        end = self.start + self.packed - len(self._inner.unused_data)
        if len(rest) < _MAGIC_SIZE:
            rest += self._file.read(_CHUNK)
        if not rest:
            return None
        return Frame(self._file, end, self._codec, self._dictionary, rest)

    def starts_well(self) -> bool:
        """Whether the bytes at its start are those of its codec; before it was read."""
        return self._codec is None or codec_of(self._pending) == self._codec


def search(file: BinaryIO, start: int, codec: str) -> int | None:
    """Where the next frame may begin, at or after an offset."""
    file.seek(start)
    data = file.read(_CHUNK)
    while data:
        if found := _MAGIC[codec].search(data):
            return start + found.start()
        more = file.read(_CHUNK)
        if not more:
            return None
        keep = data[-_MAGIC_SIZE:]
        start += len(data) - len(keep)
        data = keep + more
    return None


class Unpacked(io.RawIOBase):
    """All frames of a file as one stream; `Damaged` where it is."""

    def __init__(self, file: BinaryIO, codec: str | None) -> None:
        self._frame = Frame(file, 0, codec)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not (data := self._frame.read(len(buffer))):
            following = self._frame.following()
            # tools pad with zeros and ignore what follows
            if following is None or not following.starts_well():
                return 0
            self._frame = following
        buffer[: len(data)] = data
        return len(data)


def unpacked(file: BinaryIO) -> io.BufferedReader:
    """A file from its start without its compression, whatever that is."""
    file.seek(0)
    codec = codec_of(file.read(_MAGIC_SIZE))
    file.seek(0)
    return io.BufferedReader(Unpacked(file, codec), _CHUNK)


def unpack(data: bytes, codec: str, limit: int, partial: bool = False) -> bytes:
    """Compressed bytes unpacked, up to one byte more than the limit.

    With ``partial`` the end may be missing; without, that is `Damaged`.
    """
    frame = Frame(io.BytesIO(data), 0, codec)
    out = bytearray()
    try:
        while len(out) <= limit:
            if piece := frame.read(limit + 1 - len(out)):
                out += piece
                continue
            following = frame.following()
            if following is None or not (codec in _MAGIC and following.starts_well()):
                break
            frame = following
    except Damaged:
        if not (partial and out):
            raise
    return bytes(out)
