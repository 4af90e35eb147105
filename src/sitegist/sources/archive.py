"""The site archives of ``shared/data``: ``NAME/html/...`` and ``NAME/gold.jsonl``."""

from __future__ import annotations

import json
import os
import re
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, urlsplit

from sitegist.errors import InputError
from sitegist.sources.document import Document, Source
from sitegist.sources.files import address, read_at_most, read_page
from sitegist.sources.jsonl import lines
from sitegist.sources.options import Options
from sitegist.sources.places import PAGE, _walk, kind_by_name, open_file, printable
from sitegist.sources.unpack import Damaged, unpacked

_LINE = 1 << 26
_MAX_EXTENSION = 1 << 20
_SUFFIX = re.compile(r"(\.(tar|gz|zst|bz2|xz|tgz|txz|tbz2|tzst))+$", re.IGNORECASE)


class Addresses:
    """The address of each page of an archive.

    It is the gold's, if that is absolute and no other page's; a page that fits the address it
    claims keeps it from the others. All others are on the site's base: what most of the gold's
    addresses have before the page's path, or else their most frequent host, or
    ``https://NAME.invalid/`` if there is none.
    """

    def __init__(self, rows: Iterable[tuple[str, str]], name: str) -> None:
        absolute = {
            path: url for path, url in rows if url.startswith(("http://", "https://"))
        }
        bases = Counter(base for path, url in absolute.items() if (base := _base(path, url)))
        if not bases:
            bases = Counter("{0.scheme}://{0.netloc}/".format(urlsplit(url)) for url in absolute.values())
        host = re.sub(r"[^a-z0-9.-]+", "-", name.lower()).strip("-.") or "site"
        self.base = min(bases, key=lambda base: (-bases[base], base), default=f"https://{host}.invalid/")
        claims = Counter(absolute.values())
        fitting = {url for path, url in absolute.items() if claims[url] > 1 and _base(path, url)}
        self._own = {
            path: url
            for path, url in absolute.items()
            if claims[url] == 1 or (url in fitting and _base(path, url))
        }

    def of(self, path: str) -> str:
        """The address of the page at a path below ``html/``."""
        return self._own.get(path) or address(self.base, path)
