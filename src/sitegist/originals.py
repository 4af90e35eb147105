"""Documents as they were found, compressed, so that pages can be shown and read again."""

from __future__ import annotations

import json
import zlib

from sitegist.errors import InputError
from sitegist.sources.document import Document


def pack_original(document: Document) -> bytes:
    """A document with its bytes, compressed; its name is kept elsewhere."""
    about = json.dumps([document.url, document.content_type, document.time])
    return zlib.compress(about.encode("ascii") + b"\n" + document.data, 6)


def unpack_original(name: str, packed: bytes) -> Document:
    """The document that was packed; an `InputError` if the bytes are damaged."""
    try:
        about, _, data = zlib.decompress(packed).partition(b"\n")
        url, content_type, time = json.loads(about)
    except (zlib.error, ValueError, TypeError) as error:
        raise InputError(f"the original of {name} is damaged: {error}") from None
    return Document(name, url, data, content_type, time)
