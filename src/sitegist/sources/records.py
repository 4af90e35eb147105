"""The records of a WARC, one after the other, past whatever is damaged.

fastwarc stops at the first damaged gzip member, and hands out a record that was cut short as if
it were whole. So the framing is ours: a record counts only when its header ends, its block is as
long as it says, and its member's checksum or else its digest is right. After damage we go on at
the next thing that begins like a record, in the same member or in the next one.
"""

from __future__ import annotations

import hashlib
import re
import struct
from base64 import b32encode
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from sitegist.sources.unpack import Damaged, Frame, codec_of, search, unpack

if TYPE_CHECKING:
    from sitegist.sources.zstd import ZstdDict

_CHUNK = 1 << 16
_STEP = 1 << 10
_MAX_HEAD = 1 << 16
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_VERSION = re.compile(rb"WARC/\d\.\d+[ \t]*\r?\n")
_BEGIN = b"WARC/"
_HEADER = re.compile(rb"WARC/\d\.\d{1,3}[ \t]{0,9}\r?\n[A-Za-z][A-Za-z-]{0,60}:")
_LONGEST_HEADER = 90
_DICTIONARY = 0x184D2A5D
_MAX_DICTIONARY = 1 << 24


class Place(NamedTuple):
    """Where a record begins: its frame's offset in the file, and how far into what is in it."""

    frame: int
    inner: int

    def __str__(self) -> str:
        return f"{self.frame}+{self.inner}" if self.frame and self.inner else str(sum(self))


class Record(NamedTuple):
    """One whole record."""

    place: Place
    fields: dict[str, str]
    """By their names in lower case."""
    block: bytes | None
    """None if it is larger than the limit."""


def records(file: BinaryIO, limit: int, problem: Callable[[Place, str], None]) -> Iterator[Record]:
    """All whole records of a WARC, plain, gzip or Zstandard; what is damaged is a problem."""
    container = _Container.of(file)
    checked = container.codec == "gzip"
    stream: _Stream | None = _Stream(container, Place(0, 0))
    while stream is not None:
        place = None
        try:
            place = stream.next_place()
            record = None if place is None else _record(stream, place, limit, checked)
        except Damaged as error:
            place = place or stream.place()
            problem(place, str(error))
            try:
                stream = container.resume(place)
            except Damaged as final:
                problem(place, str(final))
                return
            continue
        if record is None:
            return
        yield record


def _record(stream: _Stream, place: Place, limit: int, checked: bool) -> Record:
    fields = header_fields(stream.head())
    declared = fields.get("content-length", "")
    if not (declared.isascii() and declared.isdigit() and len(declared) < 19):
        raise Damaged(f"no usable Content-Length: {declared[:40]!r}")
    length = int(declared)
    if length > limit:
        stream.discard(length)
        block = None
    else:
        block = stream.take(length)
    stream.end()
    if block and not checked and not _digest_is_right(block, fields.get("warc-block-digest", "")):
        raise Damaged("its bytes are not those of its WARC-Block-Digest")
    return Record(place, fields, block)


def header_fields(head: bytes) -> dict[str, str]:
    """The fields of a header without its first line, the first of each name.

    >>> header_fields(b"WARC/1.0\\r\\nA: b\\r\\n c\\r\\na: d")
    {'a': 'b c'}
    """
    fields: dict[str, str] = {}
    text = head.decode("utf-8", "replace") if not head.isascii() else head.decode("ascii")
    for line in re.sub(r"\r?\n[ \t]+", " ", text).split("\n")[1:]:
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip().lower(), value.strip())
    return fields


def _digest_is_right(block: bytes, declared: str) -> bool:
    """Whether a block has the digest that its record declares; one that we don't know is right."""
    algorithm, _, value = declared.partition(":")
    algorithm = algorithm.strip().lower().replace("-", "")
    if algorithm not in ("sha1", "sha256", "md5") or not value:
        return True
    digest = hashlib.new(algorithm, block, usedforsecurity=False)
    value = value.strip()
    if len(value) == 2 * digest.digest_size:
        return value.lower() == digest.hexdigest()
    return value.upper().rstrip("=") == b32encode(digest.digest()).decode().rstrip("=")


class _Stream:
    """The unpacked bytes from a place on, over the borders of frames."""

    def __init__(self, container: _Container, place: Place) -> None:
        self._container = container
        self._frame = container.frame(place.frame)
        self._buffer = bytearray()
        self._inside = False
        self._at = 0
        # where in the unpacked bytes each frame begins
        self._marks = [(0, place.frame)]
        self._drop(place.inner)
        container.spent += self._frame.packed

    def place(self) -> Place:
        """Where the stream stands."""
        begin, frame = next(mark for mark in reversed(self._marks) if mark[0] <= self._at)
        return self._container.place(frame, self._at - begin)

    def next_place(self) -> Place | None:
        """Where the next record begins, past empty lines; None at the end."""
        self._inside = False
        while self._fill(1):
            empty = len(self._buffer) - len(self._buffer.lstrip(b"\r\n"))
            self._consume(empty)
            if self._buffer:
                place = self.place()
                self._marks = [mark for mark in self._marks if mark[0] > self._at]
                self._marks.insert(0, (self._at - place.inner, place.frame))
                return place
        return None

    def head(self) -> bytes:
        """A record's header."""
        if not (self._fill(len(_BEGIN)) and self._buffer.startswith(_BEGIN)):
            raise Damaged("no record begins here")
        self._inside = True
        while not (end := _HEAD_END.search(self._buffer)):
            if len(self._buffer) > _MAX_HEAD:
                raise Damaged("its header has no end")
            if not self._more(_STEP):
                raise Damaged("cut short in its header")
        head = bytes(self._buffer[: end.start()])
        if not _VERSION.match(head) or _HEADER.search(head, 1):
            raise Damaged("its header is damaged")
        self._consume(end.end())
        return head

    def take(self, length: int) -> bytes:
        """A record's block."""
        if not self._fill(length):
            raise Damaged(f"cut short: {len(self._buffer):,} of {length:,} bytes")
        block = bytes(self._buffer[:length])
        self._consume(length)
        return block

    def discard(self, length: int) -> None:
        """Pass over a block."""
        if self._drop(length):
            raise Damaged(f"cut short: less than its {length:,} bytes")

    def end(self) -> None:
        """Make sure that the record ends where its block does, and that its member is intact."""
        tail = self._buffer
        while len(tail) < 5 and (piece := self._frame.read(max(4 - len(tail), 1))):
            tail += piece
        if not (tail.startswith(b"\r\n\r\n") or not tail.strip(b"\r\n")):
            rest = tail.lstrip(b"\r\n")
            if len(rest) == len(tail) or not _BEGIN.startswith(rest[:5]):
                raise Damaged("its Content-Length is wrong")

    def _drop(self, length: int) -> int:
        """Pass over bytes; how many were missing."""
        while length and (self._buffer or self._more(min(length, _CHUNK))):
            passed = min(length, len(self._buffer))
            self._consume(passed)
            length -= passed
        return length

    def _consume(self, length: int) -> None:
        del self._buffer[:length]
        self._at += length

    def _fill(self, size: int) -> bool:
        """Have as many bytes in the buffer, and read no more than that; whether they are there."""
        while len(self._buffer) < size:
            if not self._more(min(size - len(self._buffer), _CHUNK)):
                return False
        return True

    def _more(self, size: int) -> bool:
        """Read up to so many bytes more; whether there were any."""
        while not (piece := self._frame.read(size)):
            following = self._next_frame()
            if following is None:
                return False
            if following:
                piece = following
                break
        self._buffer += piece
        return True

    def _next_frame(self) -> bytes | None:
        """The first bytes of the next frame; inside a record none that begins another."""
        following = self._frame.following()
        if following is None:
            return None
        if not following.starts_well():
            # tools pad with zeros
            self._at, self._inside = self._at + len(self._buffer), False
            self._buffer.clear()
            self._marks = [(self._at, following.start)]
            raise Damaged("no record begins here")
        self._frame = following
        self._marks.append((self._at + len(self._buffer), following.start))
        first = b""
        while len(first) < len(_BEGIN) and (more := following.read(len(_BEGIN) - len(first))):
            first += more
        if self._inside and first == _BEGIN:
            raise Damaged("cut short by the next record")
        return first


class _Container:
    """A WARC file: how it is compressed, and how to find the next record after damage."""

    def __init__(self, file: BinaryIO, codec: str | None, dictionary: ZstdDict | None) -> None:
        self.file, self.codec, self.dictionary = file, codec, dictionary
        self.spent = 0
        """Bytes that were read again to find the next record."""
        self._budget = (1 << 26) + 16 * file.seek(0, 2)

    @classmethod
    def of(cls, file: BinaryIO) -> _Container:
        """Recognise the compression by the first bytes; a gzip member anywhere will do."""
        file.seek(0)
        head = file.read(8)
        codec = codec_of(head)
        if codec not in ("gzip", "zstd"):
            codec = None if _BEGIN in head + file.read(_CHUNK) else "gzip"
        return cls(file, codec, _dictionary(file) if codec == "zstd" else None)

    def frame(self, start: int) -> Frame:
        self.file.seek(start)
        return Frame(self.file, start, self.codec, self.dictionary)

    def place(self, frame: int, inner: int) -> Place:
        """A place in a frame; of bytes that are not compressed any stretch is a frame."""
        return Place(frame, inner) if self.codec else Place(frame + inner, 0)

    def resume(self, place: Place) -> _Stream | None:
        """The stream from the next place after a damaged one where a record seems to begin.

        It raises `Damaged` when the search took too long: bytes can be made so that each one
        looks like the beginning of a member that goes on to the end.
        """
        start: int | None = place.frame
        skip = place.inner + 1
        while start is not None:
            if self.spent > self._budget:
                raise Damaged(f"too damaged: given up at offset {start:,}")
            frame = self.frame(start)
            frame.step = _STEP
            try:
                if (found := _find_header(frame, skip)) is not None:
                    self.spent += frame.packed if self.codec else 0
                    return _Stream(self, self.place(start, found))
                following = frame.following()
                start = frame.start + 1 if following is None else following.start
            except Damaged:
                start = frame.start + 1
            self.spent += frame.packed
            if self.codec is None:
                return None
            start, skip = search(self.file, start, self.codec), 0
        return None


def _find_header(frame: Frame, skip: int) -> int | None:
    """Where in a frame's bytes, after the first ``skip``, something begins like a record."""
    begin, data, step = 0, b"", _STEP
    while piece := frame.read(step):
        data += piece
        step = min(2 * step, _CHUNK)
        for found in _HEADER.finditer(data):
            if begin + found.start() >= skip:
                return begin + found.start()
        keep = data[-_LONGEST_HEADER:]
        begin += len(data) - len(keep)
        data = keep
    return None


def _dictionary(file: BinaryIO) -> ZstdDict | None:
    """The dictionary in a skippable frame at the very beginning, itself compressed or not."""
    from sitegist.sources.zstd import load_dictionary

    file.seek(0)
    head = file.read(8)
    if len(head) < 8:
        return None
    magic, size = struct.unpack("<II", head)
    if magic != _DICTIONARY or size > _MAX_DICTIONARY:
        return None
    data = file.read(size)
    try:
        return load_dictionary(
            unpack(data, "zstd", _MAX_DICTIONARY) if codec_of(data) == "zstd" else data
        )
    except Damaged:
        return None
