"""The addresses of a site archive's pages."""

from __future__ import annotations

import json
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from sitegist.sources.bases import (
    address,
    base_before,
    invented_base,
    is_absolute,
    most_frequent_base,
)
from sitegist.sources.jsonl import lines
from sitegist.sources.unpack import Damaged

_LINE = 1 << 26


class Addresses:
    """The address of each page of an archive, no two the same.

    It is the gold's, if that is absolute and no other page's; of several that claim one address,
    the page whose path fits keeps it. All others are on the site's base: what most of the gold's
    addresses have before the page's path, or else their most frequent host, or
    ``https://NAME.invalid/`` if there is none.
    """

    def __init__(self, rows: Iterable[tuple[str, str]], name: str) -> None:
        listed = dict(rows)
        claims = {path: url for path, url in listed.items() if is_absolute(url)}
        self.base = most_frequent_base(claims) or invented_base(name)
        claimants = Counter(claims.values())
        homes = {address(self.base, path): path for path in listed}
        owners: dict[str, str] = {}
        for path, url in sorted(claims.items()):
            alone = claimants[url] == 1 and homes.get(url, path) == path
            if alone or (base_before(path, url) and url not in owners):
                owners[url] = path
        self._own = {path: url for url, path in owners.items()}

    def of(self, path: str) -> str:
        """The address of the page at a path below ``html/``."""
        return self._own.get(path) or address(self.base, path)


def read_gold(stream: BinaryIO) -> Iterator[tuple[str, str]]:
    """Path and address of each row of a ``gold.jsonl``; what is damaged has none."""
    try:
        for _, line in lines(stream, _LINE):
            try:
                row = json.loads(line or b"null")
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict) and isinstance(row.get("path"), str):
                yield row["path"], str(row.get("url") or "")
    except (Damaged, OSError, EOFError, tarfile.TarError):
        return
