"""Sniffing: what is no web page, told from its first bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.page import read
from sitegist.page.sniff import HTML, media_type


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"%PDF-1.7\n", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n\x00", "image/png"),
        (b"GIF89a..", "image/gif"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"\x00\x00\x00\x18ftypmp42", "video/mp4"),
        (b"\x1f\x8b\x08\x00", "application/gzip"),
        (b"PK\x03\x04", "application/zip"),
        (b"wOF2\x00", "font/woff2"),
        (b"BM\x36\x10\x00\x00\x00\x00\x00\x00", "image/bmp"),
        (b"ID3\x04\x00", "audio/mpeg"),
        (b'{"a": [1, 2]}', "application/json"),
        (b"\xef\xbb\xbf [1, 2]\n", "application/json"),
        (b'{"rendered": "<p>a b</p>"}', "application/json"),
        (b"<?xml version='1.0'?><rss version='2.0'>", "application/rss+xml"),
        (b"<rss>", "application/rss+xml"),
        (b"<?xml version='1.0'?><rdf:RDF xmlns='x'>", "application/rss+xml"),
        (b"\n<?xml version='1.0'?><!-- x --><feed xmlns='x'>", "application/atom+xml"),
        (b"<?xml version='1.0'?><urlset>", "application/xml"),
        (b"<?xml version='1.0'?><sitemapindex>", "application/xml"),
        (b"<svg xmlns='x'><path/></svg>", "image/svg+xml"),
        (bytes(range(256)) * 8, "application/octet-stream"),
    ],
)
def test_what_is_no_page(data: bytes, found: str) -> None:
    """Files, feeds and data are told by how they begin; then the page is empty."""
    assert media_type(data) == found
    page = read(data)
    assert page.media_type == found
    assert page.text == ""
    assert page.links == ()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"words",
        b"\x00\x00",
        b"<!doctype html>",
        b"<p>",
        b"BMW builds <b>cars</b><p>",
        b"ID3 is <p>a tag",
        b"{not json}",
        b"[1, 2",
        b'{"a": "<p>"} and more',
        b"{{ template }} <html><body>text",
        b"[caption]<div>text</div>",
        b"<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html xmlns='x'>",
        b"<?xml version='1.0'?><html xmlns='x'><body><svg></svg>",
        b"<svg></svg><p>text",
        b"%PD",
        b"\xef\xbb\xbf<html>",
        b"\xff\xfe<\x00p\x00>\x00",
        b"<\x00p\x00>\x00" + bytes([1, 78]) * 1000,  # UTF-16, Chinese
        b"w\x00o\x00r\x00d\x00s\x00 \x00" * 100,
        b"\x1b$B" * 400,
        b"\x01\x02<p>a few control characters",
    ],
)
def test_what_may_be_a_page(data: bytes) -> None:
    """In doubt it is a page: broken, templated, in UTF-16, or only words."""
    assert media_type(data) == HTML


def test_text_is_never_sniffed() -> None:
    """Who gives text has already decided that it is a page."""
    page = read('{"a": 1}')
    assert page.media_type == HTML
    assert page.text == '{"a": 1}'


@given(st.recursive(st.none() | st.text(max_size=9), lambda inner: st.lists(inner, max_size=4)))
def test_json_is_known(value: object) -> None:
    """Any JSON array is JSON, in any of its encodings."""
    for encoding in ("utf-8", "utf-8-sig"):
        data = json.dumps([value], ensure_ascii=False).encode(encoding, "replace")
        assert media_type(data) == "application/json"


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b"[" * 100_000])
def test_json_bombs(opening: bytes) -> None:
    """Data that no JSON parser can take is not JSON, and no error either."""
    assert media_type(opening * 50) == HTML


@given(st.binary(max_size=64))
def test_any_bytes_have_a_type(data: bytes) -> None:
    """Nothing is too odd to be told."""
    kind, _, name = media_type(data).partition("/")
    assert kind
    assert name
