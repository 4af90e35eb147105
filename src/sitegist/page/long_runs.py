"""Text runs that the parser would take ten times their size for: they pass it by."""

from __future__ import annotations

import re
from html import unescape

_LONG = 1 << 22
_PRIVATE = range(0xE000, 0xF900)


def pattern(length: int) -> re.Pattern[str]:
    """What matches text runs: a character that may be dropped as a newline, and so many more."""
    return re.compile(rf"(?<![^>])([^<>])([^<>]{{{length},}})(?=<|\Z)")


_RUN = pattern(_LONG)


def take_out(html: str) -> tuple[str, list[str]]:
    """A document with a mark for each very long text run, and these runs."""
    if len(html) <= _LONG:
        return html, []
    runs: list[str] = []

    def leave_mark(found: re.Match[str]) -> str:
        runs.append(found[2])
        return f"{found[1]}{mark}{len(runs) - 1}{mark}"

    mark = next((chr(code) for code in _PRIVATE if chr(code) not in html), "")
    short = _RUN.sub(leave_mark, html) if mark else html
    return short, [mark, *runs] if runs else []


def put_back(strings: list[str], taken: list[str]) -> list[str]:
    """The strings with the runs where their marks are, character references resolved."""
    if not taken:
        return strings
    mark, *runs = taken
    taken.clear()
    marked = re.compile(f"{mark}(\\d+){mark}")

    def run(found: re.Match[str]) -> str:
        return unescape(runs[int(found[1])])

    return [marked.sub(run, one) if mark in one else one for one in strings]
