"""Text that Markdown reads as text, with as few backslashes as that takes."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[\\`*_<&~\]]")
# The first alternative stays as it is: marks between spaces mean nothing.
_PATTERN = r"""(?P<plain>(?<=\s)[*_]+(?=\s))
    | \\(?=[!-/:-@\[-`{-~]|$) | ` | \* | (?<![^\W_])_ | _(?![^\W_])
    | %s | <(?=[A-Za-z/!?]) | &(?=\#?\w+;) | ~(?=~)"""
_MISREAD = re.compile(_PATTERN % r"\](?=\()", re.VERBOSE)
_MISREAD_IN_LABEL = re.compile(_PATTERN % r"[\[\]]", re.VERBOSE)
_AT_START = re.compile(
    r"""(?=\#{1,6}(?:\s|$) | [-+*](?:\s|$) | > | ~~~ | (?:=+|-+)\s*$ # headings, lists, quotes, code
    | ([-_*])[ \t]*(?:\1[ \t]*){2,}$ # rules
    | \[(?:[^\]\\]|\\.)*\]:) # where a link leads""",
    re.VERBOSE,
)
_NUMBERED = re.compile(r"(\d{1,9})([.)](?:\s|$))")
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)#(?=#*$)")
_RUN_OF_TICKS = re.compile(r"`+")


def escape(text: str) -> str:
    """Escape what would be read as markup anywhere in a line.

    >>> print(escape("*a* 5 * 3, snake_case, __init__, <b>, 1 < 2, [1](x), a & b"))
    \\*a\\* 5 * 3, snake_case, \\_\\_init\\_\\_, \\<b>, 1 < 2, [1\\](x), a & b
    """
    if not _SPECIAL.search(text):
        return text
    return _MISREAD.sub(lambda m: m[0] if m["plain"] else "\\" + m[0], text)


def escape_label(text: str) -> str:
    """The same in a link or an image, where brackets end the label."""
    return _MISREAD_IN_LABEL.sub(lambda m: m[0] if m["plain"] else "\\" + m[0], text)


def escape_start(line: str) -> str:
    """Escape what would be read as a heading, list, quote or rule at the start of a line.

    >>> escape_start("1. May"), escape_start("# 5"), escape_start("-5"), escape_start("---")
    ('1\\\\. May', '\\\\# 5', '-5', '\\\\---')
    """
    if _AT_START.match(line):
        return "\\" + line
    return (
        _NUMBERED.sub(r"\1\\\2", line, count=1)
        if line[:1].isdigit() and _NUMBERED.match(line)
        else line
    )


def escape_end(heading: str) -> str:
    """Keep the last ``#`` of a heading from being read as its end."""
    return _CLOSING_HASHES.sub(r"\\#", heading, count=1)


def longest_ticks(text: str) -> int:
    """The length of the longest run of backticks."""
    return max(map(len, _RUN_OF_TICKS.findall(text)), default=0) if "`" in text else 0


def code_span(text: str) -> str:
    """Text as inline code.

    >>> code_span("a`b"), code_span("`")
    ('``a`b``', '`` ` ``')
    """
    fence = "`" * (longest_ticks(text) + 1) if "`" in text else "`"
    pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def destination(url: str) -> str:
    """A link's address: what would end it early is encoded or escaped."""
    url = url.replace(" ", "%20").replace("<", "%3C").replace(">", "%3E").replace("\\", "%5C")
    if not _is_balanced(url):
        url = url.replace("(", "%28").replace(")", "%29")
    return url.replace("*", "%2A") if "**" in url else url


def _is_balanced(url: str) -> bool:
    depth = 0
    for character in url:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0
