"""What a cache and an index save: footprints, pieces, compression, index, syndication."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.applications.compression import compress
from sitegist.applications.footprint import (
    Pieces,
    all_pieces,
    encode,
    footprint,
    kept_rows,
    parts,
)
from sitegist.applications.spool import REFERENCE, Prepared, Spool, prepare
from sitegist.applications.storage import METHODS, Report, measure
from sitegist.applications.syndication import content, syndicated
from sitegist.applications.textindex import TextIndex
from sitegist.demo import build
from sitegist.errors import InputError, OptionError
from sitegist.extraction import Extraction
from sitegist.methods.feature_extractor import KFeatureExtractor
from sitegist.page import SEGMENTERS, read, segment
from sitegist.sources.document import Document

MENU = "".join(f"<li><a href='/section/{k}'>Section number {k}</a></li>" for k in range(12))


def words(number: int, count: int = 60) -> str:
    """A text that no other number has."""
    return " ".join(f"w{number}x{k * 7919 % 997}" for k in range(count))


def article(number: int, text: str | None = None, menu: str = MENU) -> str:
    """A page of a small site: the same menu and footer around a text of its own."""
    return (
        f"<!doctype html><html><head><title>Page {number}</title></head><body>\n<ul>{menu}</ul>\n"
        f"<div class=post><h1>Head {number}</h1>\n<p>{text or words(number)}</p></div>\n"
        "<div class=foot>All rights are reserved by the people of this site.</div></body></html>"
    )


def documents(host: str, numbers: Iterable[int], menu: str = MENU) -> list[Document]:
    """The pages of a site."""
    return [
        Document(f"{host}/{n}", f"https://{host}/{n}", article(n, menu=menu).encode())
        for n in numbers
    ]


def test_every_byte_belongs_to_one_row() -> None:
    """An element's tags go with its first text; without text they are the element's."""
    page = read("<div>one <b>two</b> three<p>four<p>five<br>six</div><hr>tail<img src=x>")
    rows = {row: size for row, size in enumerate(footprint(page).sizes.tolist()) if size}
    texts = {page.inner_text(row): size for row, size in rows.items() if page.inner_text(row)}
    assert texts == {
        "one": len("<div>one "),
        "two": len("<b>two</b>"),
        "three": len(" three"),
        "four": len("<p>four"),
        "five": len("<p>five"),
        "six": len("six</div>"),
        "tail": len("tail"),
    }
    tags = {page.rows.tag(row): size for row, size in rows.items() if page.rows.is_element[row]}
    assert tags == {"br": 4, "hr": 4, "img": len("<img src=x>")}


@given(st.lists(st.sampled_from(
    ["<p>", "</p>", "<div>", "</div>", "<table><tr><td>", "</table>", "<b>", "</b>", "<i>", "</i>",
     "text", " ", "ä\u4e2d", "<!-- c -->", "<br/>", "<svg><path/>", "</svg>", "<script>a</b>",
     "</script>", "<", "&amp;", "\r\n", "<title>t</title>", "<template>x</template>", "\ud800"]
)).map("".join))  # fmt: skip
def test_no_byte_is_lost_on_any_page(html: str) -> None:
    """However broken the markup is."""
    page = read(html)
    found = footprint(page)
    assert (found.sizes >= 0).all()
    if len(page.rows):
        assert found.sizes.sum() == len(encode(page.html))
    for name in SEGMENTERS:
        blocks = segment(page, name)
        assert all_pieces(blocks, found).sizes.sum() == found.sizes.sum()
        kept = np.arange(len(blocks)) % 2 == 0
        method = KFeatureExtractor(name)
        extraction = Extraction(method, blocks, kept, kept.astype(np.float64), 1.0)
        sizes = [part.sizes.sum() for part in parts(extraction, found)]
        assert sum(sizes) == found.sizes.sum()


def test_the_same_source_has_the_same_print() -> None:
    """A piece is the same if its bytes are, wherever it stands; another attribute is another."""
    pages = [read(f"<h1>{k}</h1><p class={c}>same</p>") for k, c in ((1, "a"), (2, "a"), (3, "b"))]
    prints = [
        dict(zip(blocks.texts, all_pieces(blocks, footprint(page)).prints.tolist()))
        for page in pages
        for blocks in [segment(page, "leaves")]
    ]
    assert prints[0]["same"] == prints[1]["same"] != prints[2]["same"]
    assert prints[0]["1"] != prints[1]["2"]


def test_kept_pieces_are_the_kept_blocks_and_the_tags_around_them() -> None:
    """What is in no kept block and around none is gone; with all kept, blocks are whole."""
    page = read("<main> <div> <p>keep</p> </div> </main><aside> <p>drop this</p> </aside>")
    blocks = segment(page, "leaves")
    kept = np.array([text == "keep" for text in blocks.texts])
    extraction = Extraction(KFeatureExtractor("leaves"), blocks, kept, kept.astype(float), 1.0)
    tags = {page.rows.tag(int(row)) for row in np.flatnonzero(kept_rows(extraction))}
    assert {"main", "div", "p"} <= tags
    assert "aside" not in tags
    found, rest = parts(extraction, footprint(page))
    assert found.sizes.sum() == len("<main> <div> <p>keep</p> </div> </main>")
    assert rest.sizes.sum() == len("<aside> <p>drop this</p> </aside>")


def test_a_piece_is_stored_once_and_then_referred_to() -> None:
    """A reference takes eight bytes, and a piece that is smaller itself is no reference."""
    large = Pieces(np.array([100, 3]), np.array([1, 2**64 - 1], np.uint64))
    other = Pieces(np.array([50]), np.array([3], np.uint64))
    with Spool() as spool:
        (stored,) = spool.store([(large,), (large,), (other,)])
        assert stored.size == 256
        assert stored.once == 100 + REFERENCE + 3 + 3 + 50
        assert spool.store([(other, large), (other, other)], 2) == [(100, 58), (153, 153)]
        assert spool.store([]) == [(0, 0)]


def test_a_spooled_page_comes_back() -> None:
    """Rows, source and footprint; the file is gone with the spool."""
    document = documents("a.example", [1])[0]
    prepared = prepare(document)
    assert isinstance(prepared, Prepared)
    with Spool() as spool:
        spool.add(prepared)
        page = read(document.data)
        assert spool.get(document.name).text == page.text
        assert spool.source(document.name) == document.data
        assert spool.size(document.name) == len(document.data)
        assert spool.footprint(document.name).sizes.tolist() == footprint(page).sizes.tolist()
        folder = spool.folder
        assert folder.exists()
    assert not folder.exists()
    assert isinstance(prepare(Document("x", None, b"%PDF-1.4")), InputError)


def test_compression_counts_the_dictionary() -> None:
    """Pages that are alike gain by one; a few bytes train none."""
    sources = {f"{n}": article(n).encode() for n in range(60)}
    found = compress(sorted(sources), sources.__getitem__)
    assert found.with_dictionary is not None
    assert found.with_dictionary < found.alone < sum(map(len, sources.values()))
    assert 0 < found.dictionary <= 112_640
    assert compress(sorted(sources), sources.__getitem__) == found
    assert compress(["a"], {"a": b"x"}.__getitem__).with_dictionary is None


def test_an_index_grows_with_its_texts(tmp_path: Path) -> None:
    """An empty one has no size, unspaced scripts are indexed by character, and no file stays."""
    with TextIndex(tmp_path) as index:
        assert index.size() == 0
        for number in range(300):
            index.add(words(number))
        once = index.size()
        assert once > 10_000
        index.add("\ud800 中文 ไทย")
        assert index.size() >= once
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def report() -> Report:
    """Two sites of ten pages, the second with two articles of the first."""
    menu = MENU.replace("Section", "Department")
    second = [*range(100, 108), 1, 2]
    sites = documents("a.example", range(10)) + documents("b.example", second, menu)
    return measure([*sites, Document("bad", None, b"%PDF-1.4")])


def test_savings_of_a_small_site(report: Report) -> None:
    """Menu and footer are gone, and what is left is the articles with the tags around them."""
    site = report.sites[0]
    assert (site.site, site.pages) == ("a.example", 10)
    assert site.bytes == sum(len(article(n).encode()) for n in range(10))
    assert [one.method for one in site.savings] == list(METHODS)
    least = sum(len(words(n)) for n in range(10))
    for one in site.savings:
        assert least < one.content_once <= one.content < site.bytes
        assert least < one.once < site.bytes
        assert one.content < one.rest_once < site.bytes
        assert 0 < one.index <= site.index
        furniture = sum(len(f"<ul>{MENU}</ul>") for _ in range(10))
        assert one.content <= site.bytes - furniture, one.method
        assert one.once <= site.bytes - 0.8 * furniture
    assert site.zstd < site.bytes


def test_the_total_is_the_sum_of_the_sites(report: Report) -> None:
    """Of every number."""
    for name in ("pages", "bytes", "zstd", "index"):
        assert getattr(report.total, name) == sum(getattr(site, name) for site in report.sites)
    for place, one in enumerate(report.total.savings):
        for name in ("content", "content_once", "rest_once", "once", "index"):
            parts = (getattr(site.savings[place], name) for site in report.sites)
            assert getattr(one, name) == sum(parts)


def test_syndicated_articles_are_grouped(report: Report) -> None:
    """The same content under another menu on another site; problems are named."""
    assert [group.pages for group in report.groups] == [
        ("https://a.example/1", "https://b.example/1"),
        ("https://a.example/2", "https://b.example/2"),
    ]
    assert {group.sites for group in report.groups} == {("a.example", "b.example")}
    assert report.groups[0].words >= 60
    assert [name for name, _ in report.problems] == ["bad"]


def test_pages_of_one_site_are_no_syndication() -> None:
    """The same content twice on a site is not shared between sites."""
    method = KFeatureExtractor("leaves", k=1)
    contents = [
        content(method.extract(read(article(5))), f"https://{host}.example/") for host in "ab"
    ]
    urls = [page.url for page in contents]
    assert len(syndicated(contents, dict(zip(urls, "ab")))) == 1
    assert syndicated(contents, dict.fromkeys(urls, "a")) == []
    assert syndicated([], {}) == []


def test_content_is_made_of_the_kept_leaf_blocks() -> None:
    """Whatever the method's own blocks are."""
    page = read(article(3))
    by_leaves = content(KFeatureExtractor("leaves", k=1).extract(page), "u")
    by_parts = content(KFeatureExtractor("partition", k=1).extract(page), "u")
    assert set(by_leaves.blocks.tolist()) & set(by_parts.blocks.tolist())
    assert by_leaves.words.sum() >= 60
    nothing = content(KFeatureExtractor("leaves", k=1).extract(read("")), "u")
    assert len(nothing.blocks) == 0


def test_the_order_of_documents_makes_no_difference() -> None:
    """The same report to the byte, the dictionary included."""
    pages = [Document(page.path, page.url, page.html) for page in build(pages=40)]
    first = measure(pages, ["content-extractor"])
    assert measure(pages[::-1], ["content-extractor"]).as_dict() == first.as_dict()
    (one,) = first.total.savings
    assert one.content_once <= one.content < first.total.bytes
    assert one.index < first.total.index


def test_nothing_measures_nothing() -> None:
    """No pages, or an unknown method."""
    assert measure([]).total.pages == 0
    assert measure([]).as_dict()["sites"] == []
    with pytest.raises(OptionError, match="unknown method 'vips'"):
        measure([], ["vips"])
