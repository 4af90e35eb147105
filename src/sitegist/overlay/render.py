"""A document of our own from the rows of a page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files

import numpy as np

from sitegist.overlay import elements
from sitegist.overlay.marks import NOTHING, Mark, Marks, parts
from sitegist.overlay.styles import sheet
from sitegist.page import Page, tags
from sitegist.page.rows import BLANK, HIDDEN, TITLE

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none';"
    " form-action 'none'"
)
"""The Content-Security-Policy of such a document: nothing runs, nothing is loaded."""
# What a browser lays out in no time; the rest of a larger page is left out, and it says so.
MAX_ROWS = 60_000
_MAX_SHEETS = 300_000
_CUT = '<p class="sg-cut">The page goes on; what follows is left out here.</p>'


def render(page: Page, marks: Marks | None = None) -> str:
    """The page without all that runs, loads or leads away; inline styles stay.

    Text and pictures of one mark are put together to the largest parts that hold nothing else.
    """
    writer = _Writer(page, marks or Marks((), np.full(len(page.rows), -1, np.int64)))
    body = writer.write()
    said = next(iter(page.rows.attrs["lang"].values()), "")
    language = elements.written(elements.attributes({"lang": said}))
    return (
        f"<!doctype html>\n<html{language}>\n<head>\n"
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(page.title) or 'A page'}</title>\n"
        f"<style>{_own_sheet()}</style>\n{writer.sheets}</head>\n{body}\n</html>\n"
    )


def _own_sheet() -> str:
    return (files("sitegist.overlay") / "frame.css").read_text(encoding="utf-8")


class _Writer:
    """One pass over the rows with the open elements on a stack."""

    def __init__(self, page: Page, marks: Marks) -> None:
        self.page = page
        self.rows = page.rows
        self.marks = marks.marks
        found = parts(page.rows, marks.label)
        self.label, self.top = found.label.tolist(), found.top.tolist()
        self.ends: list[int] = page.rows.end.tolist()
        self.starts = page.rows.start.tolist()
        blocks = (page.rows.meaning & tags.BLOCK) != 0
        self.is_block = (page.rows.over_subtrees(blocks) > 0).tolist()
        """Whether a row is laid out as a block, or holds one."""
        self.hidden = page.rows.flagged(HIDDEN | TITLE).tolist()
        self.attrs: Mapping[int, Mapping[str, str]] = (
            {row: source.attrs for row, source in page.sources.items()} if page.html else {}
        )
        self.out: list[str] = []
        self.stack: list[tuple[int, str]] = []
        self.seen: set[int] = set()
        self.body_attrs: dict[str, str] = {}
        self.inside = 0
        """The row at which the open link or picture ends."""
        self.gathered = (-1, -1, -1)
        """Of the open wrapper around inline parts: parent, mark and place on the stack."""

    @property
    def sheets(self) -> str:
        """The page's own style sheets, harmless."""
        if not self.page.html:
            return ""
        found = (
            sheet(source.text)
            for row, source in self.page.sources.items()
            if self.rows.tag(row) == "style"
        )
        kept = []
        left = _MAX_SHEETS
        for css in found:
            left -= len(css)
            if left >= 0:
                kept.append(f"<style>{css}</style>\n")
        return "".join(kept)

    def write(self) -> str:
        """The body."""
        row, size = 0, min(len(self.rows), MAX_ROWS)
        while row < size:
            self._close(row)
            row = self._take(row)
        self._close(len(self.rows) + 1)
        cut = _CUT if size < len(self.rows) else ""
        return f"<body{elements.written(self.body_attrs)}>\n{''.join(self.out)}{cut}\n</body>"

    def _close(self, row: int) -> None:
        while self.stack and self.stack[-1][0] <= row:
            self.out.append(self.stack.pop()[1])

    def _take(self, row: int) -> int:
        """Write one row, and say with which to go on."""
        rows = self.rows
        tag = rows.tag(row)
        if tag in ("html", "body"):
            self.body_attrs |= elements.attributes(self._attrs(row))
            return row + 1
        if tag in elements.PICTURED:
            self._picture(row, tag)
            return self.ends[row]
        if self.hidden[row]:
            return self.ends[row]
        if tag == "#text":
            self._text(row)
        elif rows.is_element[row] and tag not in elements.FRAMES:
            self._element(row, tag)
        return row + 1

    # text and pictures

    def _text(self, row: int) -> None:
        text = self.page.text[self.starts[row] : self.starts[row + 1]]
        if not text:
            if self.rows.flags[row] & BLANK:
                self.out.append("\n")
            return
        self._gather(row, inline=True)
        shown = escape(text, quote=False)
        # a parser drops the first line end of a pre
        if shown[0] == "\n" and self.out and self.out[-1].startswith("<pre"):
            shown = "\n" + shown
        self.out.append(self._linked(row, shown))

    def _picture(self, row: int, tag: str) -> None:
        attrs = self._attrs(row)
        if not _is_seen(attrs) or (tag == "img" and self.rows.flags[row] & HIDDEN):
            return
        self._gather(row, inline=True)
        source = elements.picture(attrs.get("src", "")) if tag == "img" else None
        alternative = attrs.get("alt", "").strip()
        if source is not None:
            sized = {
                k: v for k, v in elements.attributes(attrs).items() if k in ("width", "height")
            }
            shown = f"<img{elements.written({'src': source, 'alt': alternative, **sized})}>"
        elif tag == "img":
            shown = f"<sg-picture>{escape(alternative[:200], quote=False)}</sg-picture>"
        else:
            shown = f"<sg-picture>{tag}</sg-picture>"
        self.out.append(self._linked(row, shown))

    def _linked(self, row: int, shown: str) -> str:
        """What leads to the block's reasons, unless it stands in a link that does already."""
        label = self.label[row]
        if label < 0 or row < self.inside:
            return shown
        return f"<a{elements.written(self._link(self.marks[label]))}>{shown}</a>"

    def _link(self, mark: Mark) -> dict[str, str]:
        return {"class": "sg-text", "href": mark.href, "target": "_top", "tabindex": "-1"}

    # elements

    def _element(self, row: int, tag: str) -> None:
        attrs = elements.attributes(self._attrs(row))
        if tag == "a":
            name, attrs = self._anchor(row, attrs)
        elif tag in elements.SAME:
            name = tag
        else:
            box = "sg-box" if self.is_block[row] else "sg-inline"
            name = "pre" if tag in elements.AS_PRE else box
        if tag in ("button", "input"):
            attrs["class"] = f"sg-{tag}"
        elif tag == "details":
            attrs["open"] = ""
        marked = self._gather(row, inline=not self.is_block[row])
        if marked is not None:
            attrs = self._marked(marked, attrs)
        self.out.append(f"<{name}{elements.written(attrs)}>")
        if tag == "input":
            self.out.append(escape(self._shown_in(row), quote=False))
        if name not in elements.VOID:
            self.stack.append((self.ends[row], f"</{name}>"))

    def _anchor(self, row: int, attrs: dict[str, str]) -> tuple[str, dict[str, str]]:
        """A link of the page leads to the reasons of its block, if all of it is of one."""
        if row < self.inside:
            return "sg-inline", attrs
        label = self.label[row]
        if label < 0 or "href" not in self._attrs(row):
            return "sg-inline", {**attrs, "class": f"sg-link {attrs.get('class', '')}".strip()}
        self.inside = self.ends[row]
        link = self._link(self.marks[label])
        link["class"] = f"sg-link {attrs.pop('class', '')}".strip()
        return "a", {**link, **attrs}

    def _gather(self, row: int, inline: bool) -> Mark | None:
        """Open or go on with the wrapper that an inline part stands in; a block's own mark.

        Neighbours of one mark with nothing but inline content share a wrapper.
        """
        parent = int(self.rows.parent[row])
        label = self.label[row] if self.top[row] else -1
        is_next = self.gathered[0] == parent
        goes_on = self.gathered[1] == label or (
            # an empty line would be outlined as well
            self.label[row] == NOTHING and self.rows.tag(row) != "br"
        )
        if is_next and inline and goes_on:
            return None
        if is_next:
            place = self.gathered[2]
            if place < len(self.stack):
                self.out.append(self.stack.pop(place)[1])
            self.gathered = (-1, -1, -1)
        if label < 0:
            return None
        if not inline:
            return self.marks[label]
        attrs = self._marked(self.marks[label], {})
        self.out.append(f"<sg-part{elements.written(attrs)}>")
        self.gathered = (parent, label, len(self.stack))
        end = self.ends[parent] if parent >= 0 else len(self.rows)
        self.stack.append((end, "</sg-part>"))
        return None

    def _marked(self, mark: Mark, attrs: dict[str, str]) -> dict[str, str]:
        look = f"sg-mark sg-{mark.look}" + (" sg-chosen" if mark.chosen else "")
        attrs = {**attrs, "class": f"{look} {attrs.get('class', '')}".strip()}
        attrs["data-label"] = mark.label
        if mark.number not in self.seen:
            self.seen.add(mark.number)
            attrs["id"] = f"block-{mark.number}"
        return attrs

    def _shown_in(self, row: int) -> str:
        """What stands in a field."""
        attrs = self._attrs(row)
        if attrs.get("type", "").lower() in ("hidden", "checkbox", "radio", "image", "file"):
            return ""
        return (attrs.get("value") or attrs.get("placeholder") or "")[:100]

    def _attrs(self, row: int) -> Mapping[str, str]:
        """The attributes of an element: all of them where the source is known."""
        if row in self.attrs:
            return self.attrs[row]
        style = self.rows.styles[self.rows.style[row]]
        names = ("class", "style", "align", "width", "height", "bgcolor")
        found = {name: value for name, value in zip(names, style[1:]) if value is not None}
        for name in ("href", "src", "alt", "lang", "start", "colspan", "rowspan"):
            value = self.rows.attr(row, name)
            if value is not None:
                found[name] = value
        return found


def _is_seen(attrs: Mapping[str, str]) -> bool:
    """Whether a picture or a frame is there to be seen, not to count visits."""
    style = "".join(attrs.get("style", "").lower().split())
    sizes = {attrs.get(side, "").strip() for side in ("width", "height")}
    return "display:none" not in style and "hidden" not in attrs and sizes.isdisjoint(("0", "1"))
