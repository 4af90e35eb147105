"""What a general compressor makes of the same pages: Zstandard, with and without a dictionary."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdCompressor, ZstdDict, ZstdError, train_dict
else:
    from backports.zstd import ZstdCompressor, ZstdDict, ZstdError, train_dict

LEVEL = 3
# zstd's own default for a dictionary, and what its manual says of samples: about 100 times that.
DICTIONARY = 112_640
_SAMPLES = 100 * DICTIONARY
# The trainer looks at the first 128 KB of a sample.
_LONGEST = 1 << 17


class Compressed(NamedTuple):
    """Bytes after compression, each page by itself, as a cache needs it."""

    alone: int
    with_dictionary: int | None
    """Without the dictionary; ``None`` where there was too little to train one from."""
    dictionary: int


def compress(names: Sequence[str], source: Callable[[str], bytes], seed: int = 1) -> Compressed:
    """Compress pages, read one at a time; the dictionary is trained on a seeded choice of them."""
    dictionary = _train(names, source, seed)
    plain = ZstdCompressor(LEVEL)
    trained = ZstdCompressor(LEVEL, zstd_dict=dictionary) if dictionary else None
    alone = with_dictionary = 0
    for name in names:
        data = source(name)
        alone += len(plain.compress(data, ZstdCompressor.FLUSH_FRAME))
        if trained:
            with_dictionary += len(trained.compress(data, ZstdCompressor.FLUSH_FRAME))
    if dictionary is None:
        return Compressed(alone, None, 0)
    return Compressed(alone, with_dictionary, len(dictionary.dict_content))


def _train(names: Sequence[str], source: Callable[[str], bytes], seed: int) -> ZstdDict | None:
    shuffled = sorted(names)
    Random(seed).shuffle(shuffled)
    samples: list[bytes] = []
    size = 0
    for name in shuffled:
        samples.append(source(name)[:_LONGEST])
        size += len(samples[-1])
        if size >= _SAMPLES:
            break
    try:
        return train_dict(samples, min(DICTIONARY, max(size // 10, 256)))
    except (ZstdError, ValueError):
        return None
