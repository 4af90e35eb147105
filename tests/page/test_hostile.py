"""Hostile input: a sensible result or an error of ours, within a time that no hang would keep.

The limits are ten times what a slow machine needs; ``benchmarks`` measure the speed.
"""

from __future__ import annotations

import faulthandler
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from sitegist.errors import PageTooLarge
from sitegist.methods import METHODS, create
from sitegist.page import SEGMENTERS, Page, read, segment

_SECONDS = 60
_LOOKED_AT = 300  # blocks of which everything is asked


@pytest.fixture(autouse=True)
def _deadline() -> Iterator[None]:
    """End the process if a test hangs, in C code or not, and say where."""
    faulthandler.dump_traceback_later(_SECONDS, exit=True, file=2)
    yield
    faulthandler.cancel_dump_traceback_later()


def _attributes() -> str:
    return "<p " + " ".join(f"a{n}=v" for n in range(50_000)) + " class=x>word</p>"


HOSTILE: dict[str, Callable[[], str | bytes]] = {
    "50,000 nested divs": lambda: "<div>" * 50_000 + "word" + "</div>" * 50_000,
    "50,000 nested divs, text in each": lambda: "<div>a" * 50_000,
    "50,000 nested spans, never closed": lambda: "<span class=x>a" * 50_000,
    "200,000 elements": lambda: "<ul>" + "<li><a href=/x>a b</a></li>" * 100_000 + "</ul>",
    "200,000 empty elements": lambda: "<i></i>" * 200_000 + "<img>" * 1_000,
    "50,000 attributes": _attributes,
    "5 MB of text": lambda: "<p>" + "words and words " * 330_000,
    "5 MB without a space": lambda: "<p>" + "x" * 5_000_000,
    "5 MB of white space": lambda: "<p>" + " \n" * 2_500_000 + "<pre>" + " \n" * 100_000,
    "5 MB of Chinese": lambda: ("<p>" + "字" * 1_700_000).encode(),
    "nothing closed": lambda: "<table><tr><td><a href=x><b><p>word" * 3_000,
    "nulls": lambda: b"<p>a\x00b" * 10_000 + b"\x00" * 100_000,
    "nested tables": lambda: "<table><tr><td>a" * 2_000 + "</table>" * 2_000,
    "unknown tags": lambda: "".join(f"<t{n}>word</t{n}>" for n in range(20_000)),
    "unknown tags, nested": lambda: "".join(f"<x-{n}>word" for n in range(5_000)),
    "styles of their own": lambda: "".join(
        f"<p class='c{n}' style='width:{n}px'>word</p>" for n in range(20_000)
    ),
    "one long tag": lambda: "<p " + "x" * 1_000_000,
    "one long comment": lambda: "<p>a<!--" + "-" * 1_000_000,
    "only openings": lambda: "<" * 200_000,
    "entities": lambda: "<p>" + "&amp;&#x1F600;&nosuch;" * 50_000,
    "formatting, misnested": lambda: "<p>" + "<b><i><u>x</b>" * 300,
    "many bases and links": lambda: "<base href='http://[x'><a href='http://[y'>a</a>" * 5_000,
    "many rules": lambda: "<hr>a" * 30_000,
    "rules at all depths": lambda: "<div>" * 2_000 + "<hr>a</div>" * 2_000,
    "JSON": lambda: b'{"a": ["<p>", 1]}' + b" " * 10_000,
    "PDF": lambda: b"%PDF-1.7\n" + bytes(range(256)) * 100,
    "PNG": lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 100,
    "random bytes": lambda: np.random.default_rng(7).bytes(200_000),
    "random bytes in a page": lambda: b"<p>" * 400 + np.random.default_rng(7).bytes(200_000),
    "all lone surrogates": lambda: "<p>" + "".join(map(chr, range(0xD800, 0xE000))),
}
_EMPTY = {
    *("JSON", "PDF", "PNG", "random bytes"),
    *("200,000 empty elements", "5 MB of white space", "one long tag"),
}


@pytest.fixture(scope="module", params=HOSTILE)
def hostile(request: pytest.FixtureRequest) -> tuple[str, Page]:
    """One page after the other, read once for all tests."""
    return request.param, read(HOSTILE[request.param](), "http://h.example/")


def _some(size: int) -> list[int]:
    """At most so many places, from the first to the last."""
    return sorted(set(np.linspace(0, size - 1, min(size, _LOOKED_AT)).astype(int).tolist()))


def test_a_hostile_page_is_read(hostile: tuple[str, Page]) -> None:
    """Text, words, links, title and what is asked of rows come out, and nothing is lost."""
    name, page = hostile
    assert (page.text.strip() == "") == (name in _EMPTY)
    assert len(page.words) == len(page.rows.runs)
    assert isinstance(page.links, tuple)
    assert isinstance(page.title, str)
    assert page.needs_render in (True, False)
    assert len(page.rows.look) == len(page.rows.ordinal) == len(page.rows)
    assert "\x00" not in page.text


@pytest.mark.parametrize("segmenter", SEGMENTERS)
def test_a_hostile_page_is_segmented(hostile: tuple[str, Page], segmenter: str) -> None:
    """Every segmenter has blocks of it, whose text, path and source can be asked for."""
    _, page = hostile
    blocks = segment(page, segmenter)
    assert blocks.words.sum() == page.words.sum()
    for index in _some(len(blocks)):
        block = blocks[index]
        begin, end = block.source
        assert 0 <= begin <= end <= len(page.html)
        assert len(block.path) < 10_000
        assert isinstance(block.text, str)


@pytest.mark.parametrize("method", [name for name, m in METHODS.items() if not m.needs_labels])
def test_a_hostile_page_is_judged(hostile: tuple[str, Page], method: str) -> None:
    """Every method has a verdict on each block, on every segmenter, and reasons for it."""
    _, page = hostile
    for segmenter in METHODS[method].segmenters:
        judge = create(method, segmenter=segmenter)
        extraction = judge.extract(page)
        assert len(extraction.kept) == len(extraction.scores) == len(extraction.blocks)
        assert len(extraction.text) <= len(page.text) + len(extraction.ranges)
        for index in _some(len(extraction)):
            assert judge.reason(extraction, index)


def test_what_is_too_large_is_an_error() -> None:
    """One byte over the limit is refused, with both numbers, before anything is done."""
    assert read(b"x" * 100, max_bytes=100).text == "x" * 100
    with pytest.raises(PageTooLarge, match=r"101 bytes.*100.*max_bytes") as caught:
        read(b"x" * 101, max_bytes=100)
    assert (caught.value.size, caught.value.limit) == (101, 100)


def test_all_blocks_can_be_asked_for() -> None:
    """Everything about every one of many blocks costs no more than a little for each."""
    blocks = segment(read("<ul>" + "<li><a href=/x>a b</a></li>" * 20_000))
    assert len(blocks) == 20_000
    assert {(block.text, len(block.rows)) for block in blocks} == {("a b", 3)}
    assert len({block.source for block in blocks}) == len(blocks)
    assert len({block.path for block in blocks}) == len(blocks)
