"""What a document is if it is no web page, told from its first bytes as browsers do."""

from __future__ import annotations

import json
import re

HTML = "text/html"
_MAGIC = (
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"PK\x03\x04", "application/zip"),
    (b"Rar!\x1a\x07", "application/x-rar-compressed"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"OggS\x00", "application/ogg"),
    (b"ID3\x02", "audio/mpeg"),
    (b"ID3\x03", "audio/mpeg"),
    (b"ID3\x04", "audio/mpeg"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"\x00asm", "application/wasm"),
    (b"\x7fELF", "application/x-executable"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
)
_FEEDS = re.compile(rb"<(rss|feed|rdf:RDF|sitemapindex|urlset|svg)[\s>]", re.IGNORECASE)
_FEED_TYPES = {
    b"rss": "application/rss+xml",
    b"rdf:rdf": "application/rss+xml",
    b"feed": "application/atom+xml",
    b"svg": "image/svg+xml",
}
_MARKUP = re.compile(
    rb"<(!doctype\s+html|html|head|body|title|div|p|a|table|h1|script|meta)\b", re.I
)
# What no text holds, nor UTF-16 that begins with a mark or a tag; zeros are half of any UTF-16.
_CONTROLS = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_WIDE = re.compile(rb"\xff\xfe|\xfe\xff|<\x00|\x00<")
_HEAD = 1024
_FEW = 16


def media_type(data: bytes) -> str:
    """``text/html``, unless the bytes say clearly that they are something else.

    >>> media_type(b"%PDF-1.7 ..."), media_type(b"plain words")
    ('application/pdf', 'text/html')
    """
    for magic, found in _MAGIC:
        if data.startswith(magic):
            return found
    if data[:2] == b"BM" and data[6:10] == b"\x00\x00\x00\x00":
        return "image/bmp"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp":
        return "video/mp4"
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:1] in (b"{", b"[") and _is_json(data):
        return "application/json"
    if head.startswith((b"<?xml", b"<rss", b"<feed", b"<svg")) and not _MARKUP.search(head):
        root = _FEEDS.search(head)
        return _FEED_TYPES.get(root[1].lower(), "application/xml") if root else HTML
    return "application/octet-stream" if _is_binary(data[:_HEAD]) else HTML


def _is_binary(head: bytes) -> bool:
    """Whether more than one byte in twenty is a control character: by chance one in ten is."""
    found = len(_CONTROLS.findall(head))
    return found >= _FEW and 20 * found > len(head) and not _WIDE.match(head)


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True
