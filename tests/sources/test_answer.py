"""HTTP bodies: their codings are undone, declared rightly or not."""

from __future__ import annotations

import gzip
import zlib

import brotli
import pytest

from sitegist.sources.answer import Answer, decode_body, parse_answer
from sitegist.sources.unpack import Damaged
from tests.sources.make import zstd

HTML = b"<html>hello" * 20


def chunked(data: bytes) -> bytes:
    pieces = [data[at : at + 50] for at in range(0, len(data), 50)]
    return b"".join(b"%x;a=b\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def decode(body: bytes, limit: int = 10_000, partial: bool = False, **fields: str) -> bytes:
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    return decode_body(Answer(200, named, body), limit, partial)


def gzipped(data: bytes) -> bytes:
    """The same bytes at any time: they name a test, and workers have to agree on names."""
    return gzip.compress(data, mtime=0)


RAW = zlib.compress(HTML, wbits=-15)


@pytest.mark.parametrize(
    ("body", "coding"),
    [
        (HTML, ""),
        (HTML, "identity"),
        (gzipped(HTML), "gzip"),
        (gzipped(HTML), "X-GZIP"),
        (gzipped(HTML[:60]) + gzipped(HTML[60:]), "gzip"),
        (gzipped(HTML) + b"\0\0trailing", "gzip"),
        (zlib.compress(HTML), "deflate"),
        (RAW, "deflate"),
        (brotli.compress(HTML), "br"),
        (zstd.compress(HTML), "zstd"),
        (brotli.compress(gzipped(HTML)), "gzip, br"),
        (HTML, "gzip"),
        (HTML, "br"),
        (HTML, "deflate"),
        (HTML, "zstd"),
    ],
)
def test_content_codings(body: bytes, coding: str) -> None:
    """All codings are undone, alone and within chunks; what is not coded is left as it is."""
    assert decode(body, content_encoding=coding) == HTML
    both = decode(chunked(body), content_encoding=coding, transfer_encoding="chunked")
    assert both == HTML


def test_chunks_that_are_none() -> None:
    """Archives often keep the header of chunks that they have joined."""
    assert decode(HTML, transfer_encoding="chunked") == HTML
    assert decode(chunked(HTML)[:-5], transfer_encoding="chunked") == HTML


@pytest.mark.parametrize(
    ("body", "coding"),
    [
        (gzipped(HTML)[:30], "gzip"),
        (zstd.compress(HTML)[:-6], "zstd"),
        (brotli.compress(HTML)[:10], "br"),
        (HTML, "rot13"),
        (HTML, "gzip,gzip,gzip,gzip,gzip"),
    ],
)
def test_damaged(body: bytes, coding: str) -> None:
    """A body that breaks off, or in a coding that we don't know, is damaged."""
    with pytest.raises(Damaged):
        decode(body, content_encoding=coding)
    with pytest.raises(Damaged):
        decode(chunked(HTML)[:100], transfer_encoding="chunked")


def test_partial() -> None:
    """What the crawler cut itself, and said so, is taken as far as it goes."""
    noise = bytes(range(256)) * 4
    cut = gzip.compress(noise, 1)[:200]
    assert noise.startswith(decode(cut, partial=True, content_encoding="gzip"))
    assert HTML.startswith(decode(chunked(HTML)[:100], partial=True, transfer_encoding="chunked"))


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "deflate"])
def test_bomb(coding: str) -> None:
    """No more is unpacked than the limit and a little."""
    data = bytes(10_000_000)
    packed = {"gzip": gzip, "br": brotli, "zstd": zstd, "deflate": zlib}[coding].compress(data)
    assert 1000 < len(decode(packed, 1000, content_encoding=coding)) < 100_000


def test_heads() -> None:
    """Bare line feeds and lines without a colon do no harm; what is no answer is none."""
    found = parse_answer(b"HTTP/1.0 200\nContent-Type: a\nnonsense\n\n<p>")
    assert found == Answer(200, {"content-type": "a"}, b"<p>")
    assert parse_answer(b"HTTP/2 204 \r\nA: b") == Answer(204, {"a": "b"}, b"")
    assert parse_answer(b"<html>") is None
