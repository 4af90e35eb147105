"""Traps: addresses without end that lead to nothing new.

Some show in the address. The others show in what their pages say: of each template, the pages
that brought neither a line of text nor a link out of it that were not there before.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from sitegist.hashing import text_hash

# So many pages of a template in a row that bring nothing, and the rest of it is left out; and so
# many with one path, whatever their parameters are called.
BARREN_ROW, BARREN_PATHS = 50, 150
# Of each page's lines so many are remembered, those with the lowest hashes.
_SKETCH = 32
_MAX_SEGMENTS = 20
_MAX_REPEATS = 3
_MAX_PARAMETERS = 12
_ORIGIN = re.compile(r"([a-z]+://[^/]*)?(.*)", re.DOTALL)
_NUMBER = re.compile(r"\d+")
_REPEATED = re.compile(r"(?:^|/)((?:[^/]+/){1,6}?)\1{2,}")
_DATE_PATH = re.compile(r"/((?:19|2\d)\d\d)[/-](0?[1-9]|1[0-2])(?![0-9])")
_DATE_QUERY = re.compile(
    r"(?:^|&)(?:y|yr|jahr|annee|year|date|day|month|week|from|start|time|cal\w*|\w*date|\w*year)"
    r"(?:%5b\w*%5d)?=((?:19|2\d)\d\d)(?:[-/.]|%2f|[01]\d|&|$)",
    re.IGNORECASE,
)


def trap_in(url: str, year: int) -> str | None:
    """What makes an address a trap, in this ``year``; ``None`` for most.

    >>> trap_in("http://x.org/calendar/2031/05/", 2026)
    'a trap: a date after next year'
    >>> trap_in("http://x.org/a/b/a/b/a/b/c", 2026)
    'a trap: a path that repeats itself'
    >>> trap_in("http://x.org/2024/05/report?page=2", 2026) is None
    True
    """
    parts = urlsplit(url)
    path, query = parts.path, parts.query
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > _MAX_SEGMENTS:
        return "a trap: a path of more than 20 parts"
    if _REPEATED.search(path.rstrip("/") + "/") or _too_often(segments):
        return "a trap: a path that repeats itself"
    names = [part.partition("=")[0] for part in query.split("&")]
    if len(names) > _MAX_PARAMETERS or _too_often(names):
        return "a trap: too many parameters"
    dates = [*_DATE_PATH.findall(path), *((found, "") for found in _DATE_QUERY.findall(query))]
    if any(int(found) > year + 1 for found, _ in dates):
        return "a trap: a date after next year"
    return None


def _too_often(parts: list[str]) -> bool:
    counted = (part for part in set(parts) if part and not _NUMBER.fullmatch(part))
    return any(parts.count(part) > _MAX_REPEATS for part in counted)


def template_of(url: str) -> str:
    """Addresses that a program seems to have made in one way: numbers and the last part differ.

    >>> template_of("http://x.org/news/2024/05/some-title.html?b=2&a=1")
    'http://x.org/news/0/0/*.html?a&b'
    >>> template_of("http://x.org/calendar?month=2024-05") == template_of("http://x.org/week?month=")
    True
    """
    before, _, query = url.partition("?")
    origin, path = _ORIGIN.match(before).groups("")  # type: ignore[union-attr]
    folder, _, last = path.rpartition("/")
    suffix = _NUMBER.sub("0", "." + last.rpartition(".")[2] if "." in last else "")
    names = sorted({part.partition("=")[0] for part in query.split("&")}) if query else []
    folded = _NUMBER.sub("0", folder) + "/" + "*" * bool(last) + suffix
    return origin + folded + "?" * bool(names) + "&".join(names)


def lines_of(text: str) -> list[int]:
    """A sample of the lines of a text as hashes, whatever their numbers."""
    lines = {_NUMBER.sub("0", line.strip()) for line in text.split("\n")}
    return sorted(text_hash(line) >> 1 for line in lines if line)[:_SKETCH]


def path_of(template: str) -> str:
    """A template whatever its parameters are called; one without any is what it is.

    >>> path_of("http://x.org/*?a&b"), path_of("http://x.org/*")
    ('http://x.org/*?', 'http://x.org/*')
    """
    before, mark, _ = template.partition("?")
    return before + mark
