"""Extractions that keep what a test says, and what comes out of the formats again."""

from __future__ import annotations

import html as entities
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from lxml import etree

from sitegist.extraction import Extraction
from sitegist.methods.base import Method
from sitegist.outputs import render
from sitegist.page import Page, read

URL = "https://example.org/a/b"
_WORD = re.compile(r"\w+")
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1b\ufffe\uffff]")


class KeepAllBut(Method):
    """Keeps every block that does not hold a word."""

    name = "keep-all-but"

    def __init__(self, unwanted: str = "\0") -> None:
        super().__init__("leaves")
        self.unwanted = unwanted

    def extract(self, page: Page) -> Extraction:
        blocks = self.segment(page)
        kept = np.array([self.unwanted not in block.text for block in blocks], np.bool_)
        return Extraction(self, blocks, kept, kept.astype(np.float64) / 3, 1.0)

    def reason(self, extraction: Extraction, index: int) -> str:
        return "wanted" if extraction.kept[index] else "unwanted"


def keep(html: str, url: str | None = URL, but: str = "\0") -> Extraction:
    """An extraction of a page's whole text, or of all but the blocks with a word."""
    return KeepAllBut(but).extract(read(html, url))


def markdown(html: str, url: str | None = URL, but: str = "\0") -> str:
    """A page's body as Markdown."""
    return render(keep(html, url, but), "markdown")


def html_body(html: str, url: str | None = URL, but: str = "\0") -> str:
    """A page's body as cleaned HTML, line by line."""
    return _between(render(keep(html, url, but), "html"), "<body>", "</body>")


def tei_body(html: str, url: str | None = URL, but: str = "\0") -> str:
    """A page's body as TEI, which has to be valid."""
    written = render(keep(html, url, but), "tei")
    assert_valid(written)
    return _between(written, "<body>", "</body>")


def _between(text: str, begin: str, end: str) -> str:
    return text[text.index(begin) + len(begin) : text.rindex(end)].strip("\n")


@cache
def _schema() -> Any:
    return etree.RelaxNG(etree.parse(str(Path(__file__).with_name("tei_subset.rng"))))


def assert_valid(written: str) -> None:
    """The document is TEI, in the schema and where the guidelines' rules go beyond it."""
    root = etree.fromstring(written.encode())
    schema = _schema()
    assert schema.validate(root), f"{schema.error_log}\n{written}"
    tei = "{http://www.tei-c.org/ns/1.0}"
    for inner in root.iter(f"{tei}p", f"{tei}ab"):
        parent = inner.getparent()
        if parent.tag in (f"{tei}{tag}" for tag in ("item", "cell", "quote", "figure")):
            continue
        assert not any(a.tag in (f"{tei}p", f"{tei}ab") for a in inner.iterancestors()), written


def words(text: str) -> list[str]:
    """The words of a text in order; characters that no one sees do not part them."""
    return _WORD.findall(_UNSEEN.sub("", text))


def words_of_html(written: str) -> list[str]:
    """The words of a document's body, as a browser would show them."""
    return words(read(_between(written, "<body>", "</body>")).text)


def words_of_tei(written: str) -> list[str]:
    """The words of a document's body; elements around phrases do not part them."""
    body = _between(written, "<body>", "</body>")
    body = re.sub(r"<(figDesc|desc)>.*?</\1>", "", body, flags=re.DOTALL)
    body = re.sub(r"</?(hi|ref|code|del)\b[^>]*>", "", body)
    return words(entities.unescape(re.sub(r"<[^>]*>", " ", body)))


def words_of_markdown(written: str) -> list[str]:
    """The words without the markup, escapes undone."""
    text = re.sub(r"\]\([^()]*\)", "", written.replace("![", "["))
    text = re.sub(r"^\d+[.)] |^( *\d+[.)] )+", "", text, flags=re.MULTILINE)
    text = re.sub(r"<br>|\| |---", " ", text)
    text = re.sub(r"\\([!-/:-@\[-`{-~])|</?su[bp]>|[*`~\[\]]", r"\1", text)
    return words(text)
