"""Rows with a column for the address and one for the page, whatever they were read from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sitegist.sources.document import Document
from sitegist.sources.times import iso_utc
from sitegist.sources.unpack import Damaged

# The first of each that a row has; letters of either case.
COLUMNS = {
    "url": ("url", "uri"),
    "html": ("html", "raw_html", "content", "body"),
    "content_type": ("content_type", "mime_type"),
    "time": ("time", "date", "timestamp"),
}


def columns_of(names: Iterable[str]) -> dict[str, str]:
    """Which column holds what.

    >>> columns_of(["URL", "content", "html"])
    {'url': 'URL', 'html': 'html'}
    """
    known = {name.lower(): name for name in reversed(list(names))}
    found = {}
    for field, choices in COLUMNS.items():
        name = next((known[choice] for choice in choices if choice in known), None)
        if name is not None:
            found[field] = name
    return found


def from_row(row: Mapping[Any, object], name: str) -> Document:
    """The document in a row; `Damaged` if it holds none."""
    row = {str(key): value for key, value in row.items()}
    columns = columns_of(row)
    if "html" not in columns:
        raise Damaged("has no html")
    content_type = row[columns["content_type"]] if "content_type" in columns else None
    return document(
        name,
        row[columns["url"]] if "url" in columns else None,
        row[columns["html"]],
        content_type if isinstance(content_type, str) else None,
        row[columns["time"]] if "time" in columns else None,
    )


def document(
    name: str, url: object, html: object, content_type: str | None = None, time: object = None
) -> Document:
    """A document of values that may be anything; text becomes UTF-8 and says so."""
    if isinstance(url, bytes):
        url = url.decode("utf-8", "replace")
    if not (url is None or isinstance(url, str)):
        raise Damaged(f"its url is no text but {type(url).__name__}")
    if isinstance(html, str):
        declared = (content_type or "text/html").partition(";")[0].strip()
        data, content_type = html.encode("utf-8", "replace"), f"{declared}; charset=utf-8"
    elif isinstance(html, bytes | bytearray | memoryview):
        data = bytes(html)
    else:
        raise Damaged("has no html" if html is None else f"its html is {type(html).__name__}")
    return Document(name, url or None, data, content_type, iso_utc(time))
