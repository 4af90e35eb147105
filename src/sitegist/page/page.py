"""A page: what is read from one document, once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sitegist.errors import PageTooLarge
from sitegist.page import reader, tags
from sitegist.page.decode import decode
from sitegist.page.gutters import find_gutters
from sitegist.page.layout import lay_out
from sitegist.page.rows import BLANK, HIDDEN, TITLE, Bools, Longs, Rows
from sitegist.page.sniff import HTML, media_type
from sitegist.page.words import count_words

if TYPE_CHECKING:
    from sitegist.page.links import Link
    from sitegist.page.metadata import Metadata
    from sitegist.page.terms import Terms

_TLD = re.compile(r"https?://[^/?#:]*\.([A-Za-z]{2,})(?=[/?#:]|$)")
MAX_BYTES = 64 * 2**20
# Below this many visible words a page that runs scripts has not shown its text yet.
_FEW_WORDS = 25


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """One document as rows and text; the same bytes give the same Page.

    >>> page = read("<title>Hi</title><p>Some <b>bold</b> words.</p>")
    >>> page.text
    'Hi\\nSome bold words.'
    """

    url: str | None
    html: str
    """The decoded source, with ``\\n`` for every line end; source offsets count its characters."""
    encoding: str
    """WHATWG name of the encoding that was used."""
    encoding_source: str
    """What told it: ``bom``, ``header``, ``meta``, ``detected``, ``default`` or ``text``."""
    media_type: str
    """``text/html``, or what the bytes are instead; then the page is empty."""
    rows: Rows
    text: str
    """All that is drawn, the title first: inline elements joined, blocks on lines of their own."""
    scripting: bool = field(default=True)
    declarations: Mapping[int, reader.Source] = field(default_factory=dict)
    """Meta and link elements, JSON-LD, microdata and times, by row."""

    def __repr__(self) -> str:
        return (
            f"<Page {self.url or '(no URL)'}: {len(self.rows)} rows, {len(self.text)} characters>"
        )

    @cached_property
    def words(self) -> Longs:
        """Number of words in each text run, in the order of ``rows.runs``."""
        return count_words(self.text, self.rows.start[self.rows.runs])

    @cached_property
    def language(self) -> str | None:
        """ISO 639-1 code of the page's main language, ``None`` if nothing tells."""
        from sitegist.page.language import detect

        return detect(self)

    @cached_property
    def terms(self) -> Terms:
        """The page's terms, stemmed by its own language."""
        from sitegist.page.terms import extract_terms

        return extract_terms(self, self.language)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The page's links, resolved as a browser would."""
        from sitegist.page.links import find_links

        return find_links(self)

    @cached_property
    def link_rows(self) -> Longs:
        """The row of each link."""
        return np.array([link.row for link in self.links], np.int64)

    @cached_property
    def gutters(self) -> Bools:
        """The rows of line numbers beside code, which are never part of an extraction's text."""
        return find_gutters(self.rows, self.text)

    @cached_property
    def metadata(self) -> Metadata:
        """Title, author, date and the like, and where each came from."""
        from sitegist.page.metadata import find_metadata

        return find_metadata(self)

    @cached_property
    def sources(self) -> Mapping[int, reader.Source]:
        """Place in the source and all attributes of each element, by row; parses once more."""
        return reader.sources(self.html, scripting=self.scripting)

    @cached_property
    def title(self) -> str:
        """The text of the title element."""
        found = np.flatnonzero(self.rows.flagged(TITLE))
        return self.inner_text(int(found[0])) if len(found) else ""

    @cached_property
    def needs_render(self) -> bool:
        """Whether only a browser can produce the text: scripts, and next to nothing to read."""
        shown = int(self.words[~self.rows.flagged(TITLE)[self.rows.runs]].sum())
        if shown >= _FEW_WORDS or not self.rows.having(("script",)).any():
            return False
        excuses = bool(self.rows.having(("noscript",)).any())
        return shown == 0 or excuses or self._has_empty_mount

    @property
    def _has_empty_mount(self) -> bool:
        """Whether an element waits for a script to fill it: empty, with an id or a custom tag."""
        rows = self.rows
        content = ((rows.meaning & (tags.TEXT | tags.REPLACED)) != 0) & ~rows.flagged(BLANK)
        empty = (rows.over_subtrees(content) == 0) & ~rows.flagged(HIDDEN)
        candidates = np.flatnonzero(empty & ((rows.meaning & tags.BLOCK) != 0))
        return any(
            "-" in rows.tag(row) or "id" in self.sources[row].attrs for row in candidates.tolist()
        )

    def inner_text(self, row: int) -> str:
        """The drawn text of a row and all below it."""
        start = self.rows.start
        return self.text[start[row] : start[self.rows.end[row]]].strip()


def _tld(url: str | None) -> str | None:
    """The top-level domain of a URL: what its readers speak is a hint at the encoding."""
    found = _TLD.match(url or "")
    return found[1].lower() if found else None


def read(
    html: str | bytes,
    url: str | None = None,
    content_type: str | None = None,
    *,
    scripting: bool = True,
    max_bytes: int = MAX_BYTES,
) -> Page:
    """Read one document; any bytes at all give a Page, unless there are more than ``max_bytes``.

    ``content_type`` is the HTTP header, for its charset. With ``scripting=False`` the page is
    read as a browser without scripts shows it, with what ``<noscript>`` holds.
    """
    if len(html) > max_bytes:
        raise PageTooLarge(len(html), max_bytes)
    kind = HTML if isinstance(html, str) else media_type(html)
    text, encoding, told_by = decode(html if kind == HTML else b"", content_type, _tld(url))
    nodes = reader.read(text, scripting=scripting)
    rows, drawn = lay_out(nodes, scripting=scripting)
    return Page(url, text, encoding, told_by, kind, rows, drawn, scripting, nodes.declared)
