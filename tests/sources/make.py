"""Collections of pages, made for the tests."""

from __future__ import annotations

import io
import random
import struct
import sys
from collections.abc import Iterable
from typing import Any

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from sitegist import sources
from sitegist.sources import Document

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["DAY", "Warc", "address", "numbers", "page", "read", "warc", "zstd", "zstd_warc"]

DAY = "2020-01-{:02}T00:00:00Z"


def page(number: int, size: int = 300) -> bytes:
    """A page that does not compress to nothing."""
    noise = random.Random(number).randbytes(size).hex().encode()
    return b"<html><body><p>page %d %s</p></body></html>" % (number, noise)


def address(number: int) -> str:
    """The address of a page."""
    return f"http://a.example/{number}"


class Warc:
    """A WARC in the making; the offsets of its records are noted."""

    def __init__(self, gzip: bool = True) -> None:
        self.file = io.BytesIO()
        self.writer = WARCWriter(self.file, gzip=gzip)
        self.offsets: list[int] = []

    def add(
        self,
        url: str,
        body: bytes,
        kind: str = "response",
        status: str = "200 OK",
        date: str = DAY.format(1),
        headers: Iterable[tuple[str, str]] = (("Content-Type", "text/html"),),
        extra: dict[str, str] | None = None,
    ) -> Warc:
        """Add one record."""
        http = StatusAndHeaders(status, list(headers), protocol="HTTP/1.1")
        record = self.writer.create_warc_record(
            url,
            kind,
            payload=io.BytesIO(body),
            http_headers=http,
            warc_headers_dict={"WARC-Date": date, **(extra or {})},
        )
        self.offsets.append(self.file.tell())
        self.writer.write_record(record)
        # a temporary file of warcio's
        record.raw_stream.close()
        return self

    @property
    def data(self) -> bytes:
        """The whole file."""
        return self.file.getvalue()

    @property
    def parts(self) -> list[bytes]:
        """The bytes of each record."""
        ends = [*self.offsets[1:], len(self.data)]
        return [self.data[start:end] for start, end in zip(self.offsets, ends)]


def warc(pages: int = 6, gzip: bool = True) -> Warc:
    """A WARC of pages at `address`."""
    made = Warc(gzip)
    for number in range(pages):
        made.add(address(number), page(number))
    return made


def zstd_warc(plain: Warc, dictionary: str = "") -> bytes:
    """The same records as Zstandard frames, with a dictionary ``plain`` or ``packed`` in front."""
    if not dictionary:
        return b"".join(map(zstd.compress, plain.parts))
    trained = zstd.train_dict(plain.parts * 20, 2000)
    content = trained.dict_content
    content = zstd.compress(content) if dictionary == "packed" else content
    frames = [zstd.compress(part, zstd_dict=trained) for part in plain.parts]
    return struct.pack("<II", 0x184D2A5D, len(content)) + content + b"".join(frames)


def read(x: Any, **options: Any) -> tuple[list[Document], list[str]]:
    """All documents of a source, and why others were skipped."""
    source = sources.open(x, **options)
    return list(source), [problem.reason for problem in source.problems]


def numbers(documents: Iterable[Document]) -> list[int]:
    """Which pages these are; their bytes must be right."""
    found = []
    for document in documents:
        assert document.url is not None
        number = int(document.url.rpartition("/")[2])
        assert document.data == page(number)
        found.append(number)
    return found
