"""Pages in JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO

from sitegist.sources.document import Document, Source
from sitegist.sources.options import Options
from sitegist.sources.rows import from_row
from sitegist.sources.unpack import Damaged, unpacked

# Escapes make a page at most three times as long: \u00e4 for two bytes.
_ESCAPED = 3
_HEADROOM = 1 << 16


def lines(stream: BinaryIO, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """The lines of a stream and their numbers from 1; None for one above the limit."""
    number = 1
    while line := stream.readline(limit + 1):
        if len(line) > limit and not line.endswith(b"\n"):
            while (rest := stream.readline(_HEADROOM)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        else:
            yield number, line
        number += 1


def read_jsonl(file: BinaryIO, name: str, source: Source, options: Options) -> Iterator[Document]:
    """The pages of a file with one JSON object a line; see `rows.COLUMNS` for its fields."""
    number = 0
    try:
        for number, line in lines(unpacked(file), _ESCAPED * options.max_bytes + _HEADROOM):
            label = f"{name}:{number}"
            if line is None:
                source.skip(label, options.too_large())
            elif line.strip(b"\xef\xbb\xbf \t\r\n"):
                try:
                    yield from_row(_object(line), label)
                except Damaged as error:
                    source.skip(label, error)
    except Damaged as error:
        source.skip(f"{name}:{number + 1}", error)


def _object(line: bytes) -> dict[str, object]:
    try:
        row = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Damaged(f"no JSON: {error}"[:200]) from None
    if not isinstance(row, dict):
        raise Damaged("no JSON object")
    return row
