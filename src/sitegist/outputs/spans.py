"""Inline content: pieces of text, each with the marks that it stands under."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sitegist.page.links import resolve

LINK, EM, STRONG, DELETED, SUB, SUP, CODE = "link", "em", "strong", "del", "sub", "sup", "code"
BREAK = "\n"
_SAFE = frozenset(("http", "https", "mailto"))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_IGNORED_IN_URLS = dict.fromkeys(map(ord, "\t\r\n"))
_BLANK_IN_URLS = "".join(map(chr, range(33)))


class Mark(NamedTuple):
    """An inline element that means something: two of one kind are the same, links and code are
    not."""

    kind: str
    target: str = ""
    row: int = -1


class Span(NamedTuple):
    """A piece of text, or an image with its alternative text."""

    gap: str
    """The white space before it; `BREAK` is a line break."""
    text: str
    marks: tuple[Mark, ...]
    image: str = ""
    """Where the image is, if it is one."""


def weave(
    spans: Sequence[Span],
    opening: Callable[[Mark], str],
    closing: Callable[[Mark], str],
    content: Callable[[Span], str],
    line_break: str,
) -> str:
    """Spans as text in which marks open and close properly nested, white space outside them."""
    out: list[str] = []
    open_marks: tuple[Mark, ...] = ()
    for span in spans:
        shared = common(open_marks, span.marks)
        # nothing but text may stand in code
        if shared and span.gap == BREAK and open_marks[shared - 1].kind == CODE:
            shared -= 1
        out.extend(map(closing, reversed(open_marks[shared:])))
        out.append(line_break if span.gap == BREAK else span.gap)
        out.extend(map(opening, span.marks[shared:]))
        out.append(content(span))
        open_marks = span.marks
    out.extend(map(closing, reversed(open_marks)))
    return "".join(out)


def common(some: tuple[Mark, ...], others: tuple[Mark, ...]) -> int:
    """How many marks two stacks share, from the outermost inwards."""
    shared = 0
    for one, other in zip(some, others):
        if one != other:
            break
        shared += 1
    return shared


def target(written: str, base: str | None) -> str:
    """Where a link or an image leads, or nothing where no one should follow it.

    >>> target(" ../a b ", "https://example.org/x/y")
    'https://example.org/a%20b'
    >>> target("java\\nscript:alert(1)", None)
    ''
    >>> target("../a", None)
    '../a'
    """
    cleaned = written.strip(_BLANK_IN_URLS).translate(_IGNORED_IN_URLS)
    resolved = resolve(cleaned, base)
    url = resolved or cleaned
    scheme = _SCHEME.match(url)
    # with a scheme, what does not resolve is no address at all
    is_safe = scheme is None or (resolved is not None and scheme[1].lower() in _SAFE)
    return url if is_safe else ""
