"""What a caller wants of a source, and the one test that every document passes."""

from __future__ import annotations

import re
from typing import NamedTuple

from sitegist.errors import NotHtml
from sitegist.sources.document import Document

_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# What servers say when they do not know.
_NO_TYPE = re.compile(r"|[^/]*|(application|binary)/octet-stream|unknown/unknown|\*/\*")


class Options(NamedTuple):
    """See `sitegist.sources.open`."""

    max_bytes: int
    url: str | None = None
    base: str | None = None
    every_capture: bool = False
    html_only: bool = True
    as_site: bool = False

    def too_large(self) -> str:
        """Why a document was skipped that has more bytes than the limit."""
        return f"more than {self.max_bytes:,} bytes; raise max_bytes"


def other_type(content_type: str | None) -> str | None:
    """The declared media type if it is known and no web page's.

    >>> other_type("Text/HTML; charset=x"), other_type("application/octet-stream"), other_type(None)
    (None, None, None)
    >>> other_type("image/png")
    'image/png'
    """
    declared = (content_type or "").partition(";")[0].strip().lower()
    if declared in _PAGE_TYPES or _NO_TYPE.fullmatch(declared):
        return None
    return declared


def unwanted(document: Document, options: Options) -> str | None:
    """Why a document is none that the caller wants; None for one that is."""
    if len(document.data) > options.max_bytes:
        return options.too_large()
    if not options.html_only:
        return None
    if not document.data:
        return "empty"
    from sitegist.page.sniff import HTML, media_type

    found = other_type(document.content_type) or media_type(document.data)
    return None if found == HTML else str(NotHtml(found))
