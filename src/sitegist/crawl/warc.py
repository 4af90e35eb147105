"""WARC 1.1 as it is written: a record for each answer and for the request that it answers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from sitegist.errors import InputError, MissingExtra, StoreError
from sitegist.page import MAX_BYTES
from sitegist.page.links import resolve
from sitegist.sources.answer import Answer, decode_body
from sitegist.sources.web import is_url

if TYPE_CHECKING:
    from warcio.recordbuilder import RecordBuilder

Headers = Sequence[tuple[bytes, bytes]]
_UNDONE_BY_ALL = frozenset({"", "identity", "gzip", "deflate"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def pairs(headers: Mapping[bytes, Iterable[bytes]]) -> list[tuple[bytes, bytes]]:
    """The fields of a header as Scrapy has them, one after the other."""
    return [(name, value) for name, values in headers.items() for value in values]


class Exchange(NamedTuple):
    """A request and its answer."""

    url: str
    status: int
    headers: Headers
    body: bytes
    """As it was sent, its content coding not undone."""
    asked: Headers = ()
    method: str = "GET"
    asked_body: bytes = b""
    ip: str | None = None
    rendered: bool = False
    """Whether the body is what a browser made of the answer."""

    def header(self, name: str) -> str | None:
        """The first field of this name in the answer."""
        found = self._field(name)
        return None if found is None else found.decode("latin-1")

    def _field(self, name: str) -> bytes | None:
        wanted = name.lower().encode("ascii")
        return next((value for field, value in self.headers if field.lower() == wanted), None)

    @property
    def target(self) -> str | None:
        """Where the answer redirects to, if it does."""
        written = self._field("Location") if self.status in _REDIRECTS else None
        target = None if written is None else resolve(_decoded(written), self.url)
        return target.partition("#")[0] if target and is_url(target) else None

    def content(self, limit: int) -> bytes:
        """The body, its coding undone; an `InputError` for a damaged or a larger one."""
        coding = {"content-encoding": self.header("Content-Encoding") or ""}
        data = decode_body(Answer(self.status, coding, self.body), limit)
        if len(data) > limit:
            raise InputError(f"unpacks to more than {limit:,} bytes")
        return data

    def plain(self) -> Exchange:
        """With a coding undone that not everybody who reads a WARC can undo, if it can be."""
        coding = (self.header("Content-Encoding") or "").strip().lower()
        if coding in _UNDONE_BY_ALL:
            return self
        try:
            body = self.content(MAX_BYTES)
        except InputError:
            return self
        headers = [
            (b"X-Orig-" + name if name.lower() == b"content-encoding" else name, value)
            for name, value in self.headers
        ]
        return self._replace(headers=headers, body=body)


class WarcWriter:
    """Appends records to a file; a name that ends with ``.gz`` has each in a member of its own."""

    def __init__(self, path: Path, about: Mapping[str, str], end: int = 0) -> None:
        """Go on after ``end`` bytes, and cut off what is behind; 0 begins with a warcinfo."""
        try:
            from warcio.warcwriter import WARCWriter
        except ImportError:
            raise MissingExtra("warcio", "crawl") from None

        self._buffer = BytesIO()
        packed = path.name.endswith(".gz")
        self._make = WARCWriter(self._buffer, gzip=packed, warc_version="WARC/1.1")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        size = os.fstat(self._file).st_size
        if size < end:
            os.close(self._file)
            raise StoreError(f"{path}: {end - size:,} bytes are missing; --anew forgets it")
        os.ftruncate(self._file, end)
        os.lseek(self._file, end, os.SEEK_SET)
        self.end = end
        if end == 0:
            self._make.write_record(self._make.create_warcinfo_record(path.name, about))
            self._flush()

    def write(self, exchange: Exchange) -> int:
        """Write an exchange, and give the place of its answer."""
        at = self.end
        about = {"WARC-Date": datetime.now(UTC).isoformat().replace("+00:00", "Z")}
        if exchange.ip:
            about["WARC-IP-Address"] = exchange.ip
        if exchange.rendered:
            about["X-Sitegist-Rendered"] = "true"
        answer = _message(self._make, "response", exchange.plain(), about)
        request = _message(self._make, "request", exchange, {})
        self._make.write_request_response_pair(request, answer)
        self._flush()
        return at

    def sync(self) -> None:
        """Have everything on the disk."""
        os.fsync(self._file)

    def close(self) -> None:
        """Everything is on the disk, and nothing more comes."""
        self.sync()
        os.close(self._file)

    def _flush(self) -> None:
        rest = self._buffer.getbuffer()
        while rest:
            written = os.write(self._file, rest)
            self.end += written
            rest = rest[written:]
        rest.release()
        self._buffer.seek(0)
        self._buffer.truncate()


def _message(make: RecordBuilder, kind: str, exchange: Exchange, about: Mapping[str, str]) -> Any:
    """A record with an HTTP message."""
    if kind == "request":
        parts = urlsplit(exchange.url)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        first = f"{exchange.method} {target} HTTP/1.1"
        headers, body = exchange.asked, exchange.asked_body
        if not any(name.lower() == b"host" for name, _ in headers):
            headers = [(b"Host", parts.netloc.rpartition("@")[2].encode()), *headers]
    else:
        first = f"HTTP/1.1 {exchange.status} {_PHRASES.get(exchange.status, '')}"
        headers, body = exchange.headers, exchange.body
    return make.create_warc_record(
        exchange.url,
        kind,
        payload=BytesIO(body),
        length=len(body),
        warc_headers_dict=dict(about),
        http_headers=_head(first.rstrip(), headers),
    )


def _head(first: str, headers: Headers) -> Any:
    """The head of a message, byte for byte; warcio would write what is beyond ASCII otherwise."""
    from warcio.statusandheaders import StatusAndHeaders

    head = StatusAndHeaders(first, [])
    lines = [first.encode("ascii", "replace"), *(name + b": " + value for name, value in headers)]
    head.headers_buff = b"\r\n".join([*lines, b"", b""])
    head.compute_headers_buffer = lambda header_filter=None: None
    return head


def _decoded(written: bytes) -> str:
    """A field as browsers read it: UTF-8, which some servers write there, or Latin-1."""
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError:
        return written.decode("latin-1")


_PHRASES = {int(status): status.phrase for status in HTTPStatus}
