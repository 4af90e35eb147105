"""JSON: everything that is known of a page and its blocks."""

from __future__ import annotations

import json

import pytest

import sitegist
from sitegist.outputs import render
from sitegist.page import Page
from tests.outputs.support import URL, keep

PAGE = '<html lang=en><title>T</title><body><p class="x">Wörds to <b>keep</b><p>none</html>'
KEYS = [
    *("url", "title", "metadata", "language", "method", "segmenter", "confidence"),
    *("needs_render", "text", "blocks"),
]


def test_keys_come_in_a_fixed_order() -> None:
    """The order of keys is part of the format."""
    found = json.loads(render(keep(PAGE), "json"))
    assert list(found) == KEYS
    assert list(found["blocks"][0]) == ["text", "path", "kept", "score", "reason", "source"]


def test_it_says_how_the_page_was_read() -> None:
    """The address, the title, the method and the text."""
    found = json.loads(render(keep(PAGE, but="none"), "json"))
    assert found["url"] == URL
    assert found["title"] == "T"
    assert (found["method"], found["segmenter"]) == ("keep-all-but", "leaves")
    assert found["text"] == "Wörds to keep"
    assert found["confidence"] == 1.0
    assert found["needs_render"] is False


def test_every_block_has_its_reason_and_its_place() -> None:
    """Blocks that were dropped are there as well, with where they stand in the source."""
    found = json.loads(render(keep(PAGE, but="none"), "json"))
    title, first, second = found["blocks"]
    assert title["text"] == "T"
    assert first["path"] == "html > body > p.x:nth-of-type(1)"
    assert (first["kept"], first["score"], first["reason"]) == (True, 0.333333, "wanted")
    assert (second["kept"], second["score"], second["reason"]) == (False, 0.0, "unwanted")
    begin, end = first["source"]
    assert PAGE[begin:end].startswith('<p class="x">Wörds to <b>keep</b>')


def test_blocks_are_those_of_the_extraction() -> None:
    """Texts, paths and sources are the same as those of `Block`."""
    extraction = sitegist.extract("<div>a<p>b</p>c<br><br>d<ul><li>e<li>f</ul></div>")
    found = json.loads(render(extraction, "json"))["blocks"]
    assert [block["text"] for block in found] == [block.text for block in extraction.blocks]
    assert [block["path"] for block in found] == [block.path for block in extraction.blocks]
    sources = [tuple(block["source"]) for block in found]
    assert sources == [block.source for block in extraction.blocks]


def test_metadata_and_language_are_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `Page.metadata` and `Page.language` say is passed on with its sources."""
    page = '<html lang=de><meta property="og:title" content="Über"><p>Worte'
    assert json.loads(render(keep(page), "json"))["metadata"]["title"]["value"] == "Über"
    monkeypatch.setattr(Page, "language", "xx")
    assert json.loads(render(keep(page), "json"))["language"] == "xx"


def test_it_is_one_compact_line_in_its_own_script() -> None:
    """No spaces, no line ends, no escapes for other scripts."""
    written = render(keep("<p>Слова\n<pre>a\nb</pre>"), "json")
    assert "\n" not in written
    assert '"text":"Слова\\na\\nb"' in written


def test_a_page_without_address_has_none() -> None:
    """The key stays."""
    assert json.loads(render(keep(PAGE, None), "json"))["url"] is None
