"""Program text on web pages: what language it is in, and which numbers are not part of it."""

from __future__ import annotations

import re

import numpy as np

from sitegist.page.rows import Bools, Rows, spread

_NAMED = re.compile(
    r"(?:^|[\s;])(?:language|lang|highlight-source|highlight|brush)[-:]\s*([\w+#-]+)"
)
_BESIDE = re.compile(r"(?:^|\s)(?:highlight|hljs|sourceCode|prettyprint|CodeMirror)\s+(.+)")
_LANGUAGE = re.compile(r"[a-z][a-z0-9+#-]{0,14}\Z")
_NO_LANGUAGE = frozenset(
    (
        *("hljs", "highlight", "code", "plain", "plaintext", "text", "txt", "none", "nohighlight"),
        *("no-highlight", "undefined", "default", "auto", "wrap", "notranslate", "line-numbers"),
        *("linenums", "numbersource", "numberlines", "prettyprint", "prettyprinted", "sourcecode"),
        *("copy", "block", "inline", "highlighter-rouge", "collapsed", "expanded", "dark", "light"),
        *("box", "wrapper", "container", "body", "content", "lines", "table", "figure"),
    )
)
_GUTTER = re.compile(
    r"(?:^|\s)(?:\S*gutter|line-?nos?|line-?numbers?|\S*lineno\S*|code-line-numbers?)(?:\s|$)", re.I
)
# From the code up: pre, td, tr, tbody, table, figure, div
_LEVELS = 7


def language(rows: Rows, row: int) -> str:
    """What a ``<pre>`` is written in, as the classes of it, its code or its wrappers tell.

    >>> from sitegist.page import read
    >>> language(read('<pre class="brush: php">x</pre>').rows, 3)
    'php'
    """
    inner = [r for r in range(row + 1, min(row + 3, int(rows.end[row]))) if rows.tag(r) == "code"]
    for element in (*inner, row):
        found = _told_by(rows, element)
        if found:
            return found
    for _ in range(_LEVELS):
        row = int(rows.parent[row])
        if row < 0 or rows.tag(row) in ("body", "article", "main", "section", "li"):
            break
        found = _told_by(rows, row)
        if found:
            return found
    return ""


def _told_by(rows: Rows, row: int) -> str:
    classes = rows.styles[rows.style[row]][1]
    if not classes:
        return ""
    named = _NAMED.search(classes)
    beside = None if named else _BESIDE.search(classes)
    tokens = [named[1]] if named else beside[1].split() if beside else []
    known = (token.lower() for token in tokens)
    return next((t for t in known if _LANGUAGE.match(t) and t not in _NO_LANGUAGE), "")


def gutters(rows: Rows, text: str) -> Bools | None:
    """The rows of line numbers beside code; ``None`` where there are none."""
    named = [len(style) > 1 and bool(_GUTTER.search(style[1] or "")) for style in rows.styles]
    if not any(named):
        return None
    candidates = np.flatnonzero(np.array(named, np.bool_)[rows.style])
    numbers = [row for row in candidates.tolist() if _numbers_only(rows, row, text)]
    return spread(np.array(numbers, np.int64), rows.end) if numbers else None


def _numbers_only(rows: Rows, row: int, text: str) -> bool:
    inner = text[rows.start[row] : rows.start[rows.end[row]]]
    return all(token.isdigit() for token in inner.split())
