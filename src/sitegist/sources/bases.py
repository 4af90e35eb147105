"""What stands before a file's path in the address of its page."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from urllib.parse import quote, unquote, urlsplit

from sitegist.errors import InputError
from sitegist.sources.places import PAGE, Place, open_file

# So many pages of a folder, and so much of each, tell where it comes from.
_PAGES, _BYTES = 50, 1 << 16


def address(base: str, relative: str) -> str:
    """The address of a file below a base; ``index.html`` goes by its folder's.

    That is what the links of a site say, and what servers answer with it.

    >>> address("https://e.org/docs", "a b/index.html"), address("https://e.org/", "é.html")
    ('https://e.org/docs/a%20b/', 'https://e.org/%C3%A9.html')
    """
    folder, _, file = relative.rpartition("/")
    path = f"{folder}/" * bool(folder) + file * (file != "index.html")
    return base.rstrip("/") + "/" + quote(os.fsencode(path), safe="/!$&'()*+,;=:@~")


def base_of(folder: str, places: Iterable[Place]) -> str:
    """The base of a folder's pages: what their canonical addresses tell, or an invented one.

    Without a base the links of pages to each other lead nowhere.
    """
    from sitegist.page import read

    claims = {}
    for place in islice((place for place in places if place.kind == PAGE), _PAGES):
        try:
            with open_file(place.path) as file:
                found = read(file.read(_BYTES)).metadata.canonical_url
        except (OSError, InputError):
            continue
        if found is not None and is_absolute(found):
            claims[place.relative] = found
    name = os.path.basename(os.path.abspath(folder))
    return most_frequent_base(claims) or invented_base(name)


def most_frequent_base(claims: dict[str, str]) -> str | None:
    """What most addresses, given by the paths of their pages, have before these; or a host."""
    bases = Counter(base for path, url in claims.items() if (base := base_before(path, url)))
    bases = bases or Counter(_origin(url) for url in claims.values())
    return min(bases, key=lambda base: (-bases[base], base), default=None)


def invented_base(name: str) -> str:
    """A base for pages that tell nothing of where they were; nobody can have such a host."""
    host = re.sub(r"[^a-z0-9.-]+", "-", name.lower()).strip("-.") or "site"
    return f"https://{host}.invalid/"


def is_absolute(url: str) -> bool:
    """Whether this is the address of a web page."""
    try:
        return url.startswith(("http://", "https://")) and bool(urlsplit(url).netloc)
    except ValueError:
        return False


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def base_before(path: str, url: str) -> str | None:
    """What an address has before the page's path, with or without ``index.html`` or suffix.

    >>> base_before("a/index.html", "https://e.org/blog/a/")
    'https://e.org/blog/'
    >>> base_before("a.html", "https://e.org/b/")
    """
    plain = unquote(url)
    stem = path.removesuffix(".html")
    for tail in (path, path.removesuffix("index.html"), stem, stem + "/"):
        if plain.endswith("/" + tail):
            kept = len(url) - len(tail if url.endswith(tail) else quote(tail))
            return url[:kept] if url[kept - 1 : kept] == "/" and "//" in url[: kept - 1] else None
    return None
