"""What language program text on web pages is in."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sitegist.page.rows import Rows

_NAMED = re.compile(
    r"(?:^|[\s;])(?:language|lang|highlight-source|highlight|brush)[-:]\s*([\w+#-]+)"
)
_BESIDE = re.compile(r"(?:^|\s)(?:highlight|hljs|sourceCode|prettyprint|CodeMirror)\s+(.+)")
# Names that need no word before them where they stand in the class of the code itself.
_KNOWN = frozenset(
    "bash batch c++ clojure cmake console cpp csharp css dart diff dockerfile elixir erlang fsharp"
    " go golang graphql groovy haskell html http ini java javascript js json jsx julia kotlin"
    " latex lisp lua makefile markdown matlab mermaid nginx objc objectivec ocaml perl php"
    " powershell prolog properties protobuf python ruby rust sass scala scheme scss shell"
    " sparql sql svelte swift terraform toml tsx typescript vim vue xml yaml yml zig zsh".split()
)
_PARTS = re.compile(r"[_:-]")
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
        found = _attribute(rows, element) or _told_by(rows, element) or _bare(rows, element)
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


def _attribute(rows: Rows, row: int) -> str:
    return _first(rows.attr(row, name) or "" for name in ("data-language", "data-lang"))


def _bare(rows: Rows, row: int) -> str:
    """A name that the code's own class is, or ends with, as in ``gatsby-code-jsx``."""
    tokens = _classes(rows, row).split()
    return _first(name for token in tokens if (name := _PARTS.split(token)[-1].lower()) in _KNOWN)


def _classes(rows: Rows, row: int) -> str:
    return rows.styles[rows.style[row]][1] or ""


def _told_by(rows: Rows, row: int) -> str:
    classes = _classes(rows, row)
    if not classes:
        return ""
    named = _NAMED.search(classes)
    beside = None if named else _BESIDE.search(classes)
    tokens = [named[1]] if named else beside[1].split() if beside else []
    return _first(tokens)


def _first(names: Iterable[str]) -> str:
    """The first that can be the name of a language."""
    known = map(str.lower, names)
    return next((name for name in known if _LANGUAGE.match(name) and name not in _NO_LANGUAGE), "")
