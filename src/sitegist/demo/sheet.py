"""A page before a template has been laid over it, and the labels of its pieces."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from sitegist.demo.blocks import Block, block_text
from sitegist.demo.catalogue import Article

_HIDDEN = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class Entry:
    """One line of a table of contents."""

    title: str
    path: str
    date: str = ""
    teaser: str = ""


@dataclass(frozen=True)
class Group:
    """Entries under a common heading, which may be empty."""

    heading: str
    entries: tuple[Entry, ...]
    path: str = ""


@dataclass
class Sheet:
    """What a page says, in no particular layout."""

    path: str
    lang: str
    kind: str
    title: str
    tables: bool = False
    legacy: bool = False
    blocks: list[Block] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    pager: list[tuple[str, str]] = field(default_factory=list)
    form: str = ""
    image: str = ""
    shop: bool = False
    section: str = ""
    article: Article | None = None
    alternates: list[tuple[str, str]] = field(default_factory=list)

    @property
    def up(self) -> str:
        """From the page's folder to the site's root."""
        return "../" * self.path.count("/")

    @property
    def charset(self) -> str:
        """The encoding that the page declares."""
        if not self.legacy:
            return "utf-8"
        return "gb18030" if self.lang == "zh" else "windows-1252"


class Labels:
    """Notes in document order what each piece of a page is.

    `part` is `content` (in the gold text), `title`, `meta` (byline, tags), `index` (entries of
    a table of contents) or `furniture`; `role` says it more exactly.
    """

    def __init__(self) -> None:
        self.rows: list[dict[str, str]] = []

    def mark(self, part: str, role: str, markup: str) -> str:
        """Note a piece of HTML and hand it back."""
        text = html.unescape(_TAG.sub(" ", _HIDDEN.sub(" ", markup)))
        words = " ".join(text.split())
        if words:
            self.rows.append({"part": part, "role": role, "text": words})
        return markup

    def content(self, block: Block, markup: str) -> str:
        """Note a block of the main content, its text as in the gold, and hand back its HTML."""
        self.rows.append({"part": "content", "role": block.role, "text": block_text(block)})
        return markup
