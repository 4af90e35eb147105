"""The addresses of a site archive's pages."""

from __future__ import annotations

import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO
from urllib.parse import quote, unquote, urlsplit

from sitegist.sources.files import address
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
        claims = {path: url for path, url in listed.items() if _is_absolute(url)}
        self.base = _most_frequent_base(claims) or _invented(name)
        claimants = Counter(claims.values())
        homes = {address(self.base, path): path for path in listed}
        owners: dict[str, str] = {}
        for path, url in sorted(claims.items()):
            alone = claimants[url] == 1 and homes.get(url, path) == path
            if alone or (_base(path, url) and url not in owners):
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


def _most_frequent_base(claims: dict[str, str]) -> str | None:
    bases = Counter(base for path, url in claims.items() if (base := _base(path, url)))
    bases = bases or Counter(_origin(url) for url in claims.values())
    return min(bases, key=lambda base: (-bases[base], base), default=None)


def _invented(name: str) -> str:
    host = re.sub(r"[^a-z0-9.-]+", "-", name.lower()).strip("-.") or "site"
    return f"https://{host}.invalid/"


def _is_absolute(url: str) -> bool:
    try:
        return url.startswith(("http://", "https://")) and bool(urlsplit(url).netloc)
    except ValueError:
        return False


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def _base(path: str, url: str) -> str | None:
    """What an address has before the page's path, with or without ``index.html`` or suffix.

    >>> _base("a/index.html", "https://e.org/blog/a/"), _base("a.html", "https://e.org/b/")
    ('https://e.org/blog/', None)
    """
    plain = unquote(url)
    stem = path.removesuffix(".html")
    for tail in (path, path.removesuffix("index.html"), stem, stem + "/"):
        if plain.endswith("/" + tail):
            kept = len(url) - len(tail if url.endswith(tail) else quote(tail))
            return url[:kept] if url[kept - 1 : kept] == "/" and "//" in url[: kept - 1] else None
    return None
