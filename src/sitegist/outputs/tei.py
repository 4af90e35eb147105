"""TEI P5: what corpora are kept in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from sitegist.outputs.grid import span
from sitegist.outputs.plan import HEADINGS, PARAGRAPH, PRE, RULE
from sitegist.outputs.spans import CODE, DELETED, EM, LINK, STRONG, SUB, SUP, Mark, Span, weave
from sitegist.outputs.structure import CLOSE, LEAF, OPEN, Event, structure, with_next
from sitegist.outputs.xml import uri, xml_text

if TYPE_CHECKING:
    from sitegist.extraction import Extraction
    from sitegist.page.rows import Rows

_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
_TAGS = {"dl": "list", "quote": "quote", "figure": "figure", "table": "table"}
_MARKS = {
    EM: ('<hi rend="italic">', "</hi>"),
    STRONG: ('<hi rend="bold">', "</hi>"),
    SUB: ('<hi rend="subscript">', "</hi>"),
    SUP: ('<hi rend="superscript">', "</hi>"),
    DELETED: ("<del>", "</del>"),
    CODE: ("<code>", "</code>"),
}
_HOLDS_TEXT = frozenset(("item", "dd", "cell"))


def tei(extraction: Extraction) -> str:
    """The kept part of a page as a TEI document."""
    writer = _Writer(extraction.page.rows)
    for event, after in with_next(structure(extraction)):
        writer.take(event, after)
    body = writer.finish()
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{_header(extraction)}<text>\n<body>\n{body}</body>\n</text>\n</TEI>\n"
    )


def _header(extraction: Extraction) -> str:
    from sitegist import __version__

    page = extraction.page
    known = page.metadata.as_dict()
    title = xml_text(_value(known, "title") or page.title)
    names = _value(known, "author").split("; ")
    authors = "".join(f"<author>{xml_text(name)}</author>\n" for name in names if name)
    date = xml_text(_value(known, "date"))
    when = _DATE.match(date)
    dated = f"<date{f' when={quoteattr(when[0])}' if when else ''}>{date}</date>\n" if date else ""
    source = f"<ptr target={_uri(page.url)}/>\n" if page.url else ""
    told = page.language or ""
    used = f"<langUsage>\n<language ident={quoteattr(told)}>{told}</language>\n</langUsage>\n"
    profile = f"<profileDesc>\n{used}</profileDesc>\n" if _LANGUAGE.match(told) else ""
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>\n<title>{title}</title>\n{authors}</titleStmt>\n"
        "<publicationStmt>\n<p>Extracted from a web page.</p>\n</publicationStmt>\n"
        f"<sourceDesc>\n<bibl>\n<title>{title}</title>\n{authors}{dated}{source}</bibl>\n"
        f"</sourceDesc>\n</fileDesc>\n<encodingDesc>\n<appInfo>\n"
        f'<application ident="sitegist" version="{__version__}">\n'
        f"<label>sitegist, {xml_text(extraction.method.name)}</label>\n</application>\n</appInfo>\n"
        f"</encodingDesc>\n{profile}</teiHeader>\n"
    )


def _value(known: Mapping[str, Mapping[str, str]], name: str) -> str:
    return known[name]["value"] if name in known else ""


class _Writer:
    """Blocks as TEI has them: divisions by headings, glossary lists of pairs."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.out: list[str] = []
        self.levels: list[int] = []
        """The levels of the divisions that are open."""
        self.depth = 0
        """How many containers are open."""
        self.kinds: list[str] = []
        self.bare = False
        self.has_content = False
        self.glosses: list[str] = []
        """For each open glossary list what is open in it: a label, an item or nothing."""
        self.numbers: list[int] = []

    def finish(self) -> str:
        """Close the divisions; a body of nothing, or of figures alone, is no TEI."""
        self.out.extend("</div>\n" for _ in self.levels)
        return "".join(self.out) + ("" if self.has_content else "<p/>\n")

    def take(self, event: Event, after: Event) -> None:
        if event.kind == "details":
            return
        if event.what == LEAF:
            # several paragraphs are paragraphs; one alone needs no element of its own
            self.bare = self.bare and after.kind != PARAGRAPH
            self._leaf(event)
            self.bare = False
        elif event.kind == "dd":
            self._explain() if event.what == OPEN else None
        elif event.what == CLOSE:
            self._close(event)
            self.bare = False
        else:
            self._open(event)
            self.bare = event.kind in _HOLDS_TEXT
            self.has_content |= "figure" not in self.kinds

    def _open(self, event: Event) -> None:
        self.kinds.append(event.kind)
        if event.kind in ("ul", "ol"):
            self.out.append(f'<list rend="{"bulleted" if event.kind == "ul" else "numbered"}">\n')
            self.numbers.append(_start(self.rows.attrs["start"].get(event.row)))
        elif event.kind == "dl":
            self.out.append('<list type="gloss">\n')
            self.glosses.append("")
        elif event.kind == "item":
            number = self.numbers[-1]
            self.numbers[-1] = 0
            self.out.append(f'<item n="{number}">' if number else "<item>")
        elif event.kind == "cell":
            self.out.append(f"<cell{self._cell(event.row)}>")
        else:
            self.out.append(f"<{event.kind}>\n")

    def _cell(self, row: int) -> str:
        is_head = row >= 0 and self.rows.tag(row) == "th"
        attributes = ' role="label"' if is_head else ""
        for name, ours in (("rowspan", "rows"), ("colspan", "cols")):
            size = span(self.rows, name, row)
            attributes += f' {ours}="{size}"' if size > 1 else ""
        return attributes

    def _close(self, event: Event) -> None:
        kind = self.kinds.pop()
        if kind == "dl":
            state = self.glosses.pop()
            self.out.append({"label": "</label>\n<item/>\n", "item": "</item>\n"}.get(state, ""))
        elif kind in ("ul", "ol"):
            self.numbers.pop()
        self.out.append(f"</{'list' if kind in ('ul', 'ol', 'dl') else kind}>\n")

    def _explain(self) -> None:
        """Open the item of a term; several explanations are one item, TEI wants pairs."""
        state = self.glosses[-1]
        self.bare = state != "item"
        if state != "item":
            self.out.append("</label>\n<item>" if state == "label" else "<label/>\n<item>")
            self.glosses[-1] = "item"

    def _term(self, event: Event) -> None:
        state = self.glosses[-1]
        opening = {"label": "<lb/>", "item": "</item>\n<label>", "": "<label>"}[state]
        self.out.append(opening + _inline(event.spans))
        self.glosses[-1] = "label"

    def _leaf(self, event: Event) -> None:
        kind = event.kind
        self.has_content |= kind != RULE and "figure" not in self.kinds
        if kind == "term":
            self._term(event)
        elif kind in HEADINGS:
            self._heading(event)
        elif kind == RULE:
            self.out.append('<milestone unit="section" rend="rule"/>\n')
        elif kind == PRE:
            told = f" lang={quoteattr(event.language)}" if event.language else ""
            code = f'<code{told} xml:space="preserve">{xml_text(event.code)}</code>'
            self.out.append(f"<ab>{code}</ab>\n")
        elif kind in ("caption", "figcaption"):
            self.out.append(f"<head>{_inline(event.spans)}</head>\n")
        elif kind == PARAGRAPH and self.kinds[-1:] == ["figure"] and _is_picture(event):
            self.out.extend(_picture(part) for part in event.spans)
        elif kind == PARAGRAPH and self.bare:
            self.out.append(_inline(event.spans))
        else:
            self.out.append(f"<p>{_inline(event.spans)}</p>\n")

    def _heading(self, event: Event) -> None:
        """A division's head, or, inside a list, table or quote, an anonymous block."""
        title = _inline(event.spans)
        if self.kinds:
            self.out.append(f'<ab type="head" subtype="{event.kind}">{title}</ab>\n')
            return
        level = int(event.kind[1])
        while self.levels and self.levels[-1] >= level:
            self.levels.pop()
            self.out.append("</div>\n")
        self.levels.append(level)
        self.out.append(f"<div>\n<head>{title}</head>\n")


def _start(written: str | None) -> int:
    number = (written or "").strip()
    return int(number) if number.isdecimal() and len(number) < 10 and number != "1" else 0


def _is_picture(event: Event) -> bool:
    return all(part.image for part in event.spans)


def _picture(part: Span) -> str:
    described = f"<figDesc>{xml_text(part.text)}</figDesc>\n" if part.text else ""
    return f"<graphic url={_uri(part.image)}/>\n{described}"


def _inline(spans: tuple[Span, ...]) -> str:
    return weave(spans, _open_mark, _close_mark, _content, "<lb/>\n")


def _open_mark(mark: Mark) -> str:
    return f"<ref target={_uri(mark.target)}>" if mark.kind == LINK else _MARKS[mark.kind][0]


def _close_mark(mark: Mark) -> str:
    return "</ref>" if mark.kind == LINK else _MARKS[mark.kind][1]


def _content(part: Span) -> str:
    if not part.image:
        return xml_text(part.text)
    described = f"<desc>{xml_text(part.text)}</desc>" if part.text else ""
    return f"<graphic url={_uri(part.image)}>{described}</graphic>"


def _uri(url: str) -> str:
    """An address as an attribute."""
    return quoteattr(uri(url))
