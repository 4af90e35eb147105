"""A clean HTML document: only elements that say what the text is, nothing that runs or styles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sitegist.outputs.grid import span
from sitegist.outputs.plan import PARAGRAPH, PRE, RULE
from sitegist.outputs.spans import LINK, Mark, Span, weave
from sitegist.outputs.structure import CLOSE, LEAF, Event, structure, with_next

if TYPE_CHECKING:
    from sitegist.extraction import Extraction
    from sitegist.page.rows import Rows

_TAGS = {"item": "li", "term": "dt", "row": "tr", "quote": "blockquote", LINK: "a"}
# What begins with text that is in no paragraph of its own.
_HOLDS_TEXT = frozenset(("item", "dd", "cell"))


def html(extraction: Extraction) -> str:
    """The kept part of a page as a document of its own."""
    page = extraction.page
    language = f' lang="{escape(page.language)}"' if page.language else ""
    title = page.metadata.as_dict().get("title", {}).get("value") or page.title
    head = f'<meta charset="utf-8">\n<title>{escape(str(title), quote=False)}</title>'
    return (
        f"<!doctype html>\n<html{language}>\n<head>\n{head}\n</head>\n"
        f"<body>\n{html_body(extraction)}</body>\n</html>\n"
    )


def html_body(extraction: Extraction) -> str:
    """What stands in the body of that document."""
    return Writer(extraction.page.rows).write(structure(extraction))


class Writer:
    """Writes blocks as HTML; who wants other links or images says so in a class of his own."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.out: list[str] = []
        self.bare = False
        """Whether text may stand here without a paragraph."""

    def write(self, events: list[Event]) -> str:
        """All of them."""
        for event, after in with_next(events):
            self._take(event, after)
        return "".join(self.out)

    def _take(self, event: Event, after: Event) -> None:
        if event.what == LEAF:
            # several paragraphs are paragraphs; one alone needs no element of its own
            self.bare = self.bare and after.kind != PARAGRAPH
            self.out.append(self.leaf(event))
            self.bare = False
            return
        tag = self._tag(event)
        if event.what == CLOSE:
            self.out.append(self.closing(tag))
            self.bare = False
        else:
            self.bare = event.kind in _HOLDS_TEXT
            self.out.append(self.opening(event, tag) + ("" if self.bare else "\n"))

    def _tag(self, event: Event) -> str:
        if event.kind == "cell":
            return "th" if event.row >= 0 and self.rows.tag(event.row) == "th" else "td"
        return _TAGS.get(event.kind, event.kind)

    def opening(self, event: Event, tag: str) -> str:
        """The start tag of a container."""
        attributes = ""
        if event.kind == "cell":
            for name in ("colspan", "rowspan"):
                size = span(self.rows, name, event.row)
                attributes += f' {name}="{size}"' if size > 1 else ""
        elif event.kind == "ol":
            start = self.rows.attrs["start"].get(event.row, "").strip()
            attributes = f' start="{start}"' if start.isdecimal() and start != "1" else ""
        return f"<{tag}{attributes}>"

    def closing(self, tag: str) -> str:
        """The end tag of a container."""
        return f"</{tag}>\n"

    def leaf(self, event: Event) -> str:
        """A stretch of inline content, or of code."""
        if event.kind == RULE:
            return "<hr>\n"
        if event.kind == PRE:
            named = f' class="language-{escape(event.language)}"' if event.language else ""
            # a parser drops the first line end, so that one that counts has to be the second
            return f"<pre><code{named}>{escape(event.code, quote=False)}</code></pre>\n"
        content = weave(event.spans, self.open_mark, self.close_mark, self.content, "<br>\n")
        pictures = event.kind == PARAGRAPH and all(part.image for part in event.spans)
        if event.kind == PARAGRAPH and (self.bare or pictures):
            return content if self.bare else content + "\n"
        tag = _TAGS.get(event.kind, event.kind)
        return f"<{tag}>{content}</{tag}>\n"

    def open_mark(self, mark: Mark) -> str:
        """The start tag of a link or of emphasis."""
        return f'<a href="{escape(mark.target)}">' if mark.kind == LINK else f"<{mark.kind}>"

    def close_mark(self, mark: Mark) -> str:
        """The end tag of a link or of emphasis."""
        return "</a>" if mark.kind == LINK else f"</{mark.kind}>"

    def content(self, part: Span) -> str:
        """A piece of text, or an image."""
        if part.image:
            return f'<img src="{escape(part.image)}" alt="{escape(part.text)}">'
        return escape(part.text, quote=False)
