"""What a page's main content is made of, before any template.

A text may carry three marks: `_emphasised_`, a backticked code word, and a link `@@path|text@@`.
`plain` takes them off; each template writes them as its own HTML.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

_MARK = re.compile(r"@@([^|@]+)\|([^@]+)@@|_([^_]+)_|`([^`]+)`")


@dataclass(frozen=True)
class Paragraph:
    text: str
    role = "paragraph"


@dataclass(frozen=True)
class Subhead:
    text: str
    role = "subhead"


@dataclass(frozen=True)
class Items:
    items: tuple[str, ...]
    role = "list"


@dataclass(frozen=True)
class Quote:
    text: str
    speaker: str
    role = "quote"


@dataclass(frozen=True)
class Table:
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    role = "table"


@dataclass(frozen=True)
class Figure:
    image: str
    caption: str
    role = "figure"


@dataclass(frozen=True)
class Code:
    text: str
    role = "code"


@dataclass(frozen=True)
class Fields:
    rows: tuple[tuple[str, str], ...]
    role = "fields"


@dataclass(frozen=True)
class Review:
    author: str
    stars: str
    text: str
    role = "review"


Block = Paragraph | Subhead | Items | Quote | Table | Figure | Code | Fields | Review


def plain(text: str) -> str:
    """The text without its marks."""
    return _MARK.sub(lambda m: m[2] or m[3] or m[4], text)


def inline(text: str, up: str, emphasis: str = "em") -> str:
    """The text as HTML; `up` leads from the page's folder to the site's root."""
    parts: list[str] = []
    at = 0
    for mark in _MARK.finditer(text):
        parts.append(html.escape(text[at : mark.start()], quote=False))
        path, label, strong, code = mark.groups()
        if path:
            parts.append(f'<a href="{up}{path}">{html.escape(label, quote=False)}</a>')
        elif strong:
            parts.append(f"<{emphasis}>{html.escape(strong, quote=False)}</{emphasis}>")
        else:
            parts.append(f"<code>{html.escape(code, quote=False)}</code>")
        at = mark.end()
    parts.append(html.escape(text[at:], quote=False))
    return "".join(parts)


def block_text(block: Block) -> str:
    """What a person copies when copying the block, one line per line on the page."""
    match block:
        case Paragraph(text) | Subhead(text):
            return plain(text)
        case Items(items):
            return "\n".join(plain(item) for item in items)
        case Quote(text, speaker):
            return f"{plain(text)}\n{speaker}"
        case Table(caption, head, rows):
            return "\n".join([caption, *("\t".join(row) for row in (head, *rows))])
        case Figure(_, caption):
            return plain(caption)
        case Code(text):
            return text
        case Fields(pairs):
            return "\n".join(f"{label}\t{value}" for label, value in pairs)
        case Review(author, stars, text):
            return f"{author}\n{stars}\n{plain(text)}"


def gold_text(blocks: Sequence[Block]) -> str:
    """The main content of a page as plain text, without its title."""
    return "\n".join(block_text(block) for block in blocks)
