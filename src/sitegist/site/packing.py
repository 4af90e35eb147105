"""Reduced pages: a page without its source, as bytes."""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any

import numpy as np

from sitegist.errors import InputError
from sitegist.page import Page
from sitegist.page.links import base_url, resolve
from sitegist.page.rows import Rows

_ARRAYS = (
    ("style", np.int32),
    ("parent", np.int32),
    ("end", np.int32),
    ("depth", np.int32),
    ("line", np.int32),
    ("flags", np.uint8),
    ("start", np.int64),
)
_FIELDS = ("url", "encoding", "encoding_source", "media_type", "scripting")
_LENGTH = struct.Struct("<I")


def pack(page: Page) -> bytes:
    """A page's rows and text, compressed; the source is left out."""
    rows = page.rows
    head = {
        "page": {name: getattr(page, name) for name in _FIELDS},
        "styles": rows.styles,
        "attrs": {name: list(column.items()) for name, column in _resolved(page).items()},
        "text": page.text,
        "rows": len(rows),
    }
    # differences of neighbours compress far better than the numbers themselves
    arrays = [np.diff(getattr(rows, name), prepend=0).astype(kind) for name, kind in _ARRAYS]
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    encoded = text.encode("utf-8", "surrogatepass")
    body = b"".join(array.tobytes() for array in arrays)
    return zlib.compress(_LENGTH.pack(len(encoded)) + encoded + body, 1)


def _resolved(page: Page) -> dict[str, dict[int, str]]:
    """The kept attributes, addresses made absolute: what they were relative to is not kept."""
    attrs = {name: dict(column) for name, column in page.rows.attrs.items()}
    attrs["href"].update(
        (link.row, f"{link.url}#{link.fragment}" if link.fragment else link.url)
        for link in page.links
    )
    base = base_url(page)
    for row, src in attrs["src"].items():
        attrs["src"][row] = resolve(src, base) or src
    for row in list(attrs["href"]):
        if page.rows.tag(row) == "base":
            del attrs["href"][row]
    return attrs


def unpack(data: bytes) -> Page:
    """The page that was packed; its ``html`` is empty. An `InputError` if the bytes are damaged."""
    try:
        raw = zlib.decompress(data)
        (length,) = _LENGTH.unpack_from(raw)
        place = _LENGTH.size + length
        head = json.loads(raw[_LENGTH.size : place].decode("utf-8", "surrogatepass"))
        return _page(head, raw, place)
    except (zlib.error, struct.error, ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(f"a reduced page is damaged: {error}") from None
    except (RecursionError, OverflowError):
        raise InputError("a reduced page is damaged: its head is no page's") from None


def _page(head: dict[str, Any], raw: bytes, place: int) -> Page:
    arrays: dict[str, Any] = {}
    for name, kind in _ARRAYS:
        count = head["rows"] + (name == "start")
        part = np.frombuffer(raw, kind, count, place)
        arrays[name] = np.cumsum(part, dtype=kind)
        place += part.nbytes
    if place != len(raw):
        raise ValueError(f"{len(raw) - place} bytes are left over")
    attrs = {name: dict(pairs) for name, pairs in head["attrs"].items()}
    rows = Rows(styles=tuple(map(tuple, head["styles"])), attrs=attrs, **arrays)
    fields = {name: head["page"][name] for name in _FIELDS}
    if not isinstance(head["text"], str) or not isinstance(fields["url"], str | None):
        raise ValueError("its text or address is none")
    page = Page(html="", rows=rows, text=head["text"], declarations={}, **fields)
    if not _is_whole(page):
        raise ValueError("its rows do not fit together")
    rows.freeze()
    return page


def _is_whole(page: Page) -> bool:
    """Whether all numbers of a page point at something."""
    rows, size = page.rows, len(page.rows)
    here = np.arange(size)
    return bool(
        all(isinstance(tag, str) for tag, *_ in rows.styles)
        and rows.start[0] >= 0
        and rows.start[-1] <= len(page.text)
        and (np.diff(rows.start) >= 0).all()
        and ((rows.style >= 0) & (rows.style < len(rows.styles))).all()
        and ((rows.parent >= -1) & (rows.parent < here)).all()
        and ((rows.end > here) & (rows.end <= size)).all()
        and (rows.depth >= 0).all()
        and all(0 <= row < size for column in rows.attrs.values() for row in column)
    )
