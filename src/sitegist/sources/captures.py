"""The newest of several captures of one address, without holding a page in memory."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from sitegist.sources.document import Document

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_NEVER = -(2**62)


def newest(documents: Iterable[Document]) -> Callable[[int], bool]:
    """Read all documents once; whether the nth of them is the newest of its address.

    It keeps 32 bytes for each. Of captures of one second the content decides, so that the order
    of files does not; captures without a time are older than those with one, and among them the
    last wins. Addresses are the same up to the fragment; documents without one are all kept.
    """
    import numpy as np

    positions, keys, times, ranks = array("Q"), array("Q"), array("q"), array("Q")
    total = 0
    for position, document in enumerate(documents):
        total += 1
        if document.url is None:
            continue
        time = _microseconds(document.time)
        positions.append(position)
        keys.append(_key(document.url))
        times.append(time)
        ranks.append(position if time == _NEVER else zlib.crc32(document.data))
    keep = np.ones(total, bool)
    if positions:
        at, key = np.frombuffer(positions, np.uint64), np.frombuffer(keys, np.uint64)
        order = np.lexsort((at, np.frombuffer(ranks, np.uint64), np.frombuffer(times, int), key))
        last = np.append(key[order][1:] != key[order][:-1], True)
        keep[at] = False
        keep[at[order[last]]] = True
    return lambda position: position >= total or bool(keep[position])


def _key(url: str) -> int:
    """64 bits of an address: of ten million, two are the same once in 370,000 times."""
    text = url.partition("#")[0].encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


def _microseconds(time: str | None) -> int:
    if time is None:
        return _NEVER
    return (datetime.fromisoformat(time) - _EPOCH) // _MICROSECOND
