"""Zstandard: in the standard library since Python 3.14, backported before."""

from __future__ import annotations

import sys

from sitegist.sources.unpack import Damaged

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdDecompressor, ZstdDict, ZstdError
else:
    from backports.zstd import ZstdDecompressor, ZstdDict, ZstdError

_MAGIC = b"\x37\xa4\x30\xec"


def load_dictionary(data: bytes) -> ZstdDict:
    """A dictionary, trained or just a piece of text."""
    try:
        return ZstdDict(data, is_raw=not data.startswith(_MAGIC))
    except (ZstdError, ValueError) as error:
        raise Damaged(f"its dictionary is damaged: {error}") from None


__all__ = ["ZstdDecompressor", "ZstdDict", "ZstdError", "load_dictionary"]
