"""The contract of all methods, kept by each on every segmenter that it declares."""

from __future__ import annotations

import math
import pickle
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from sitegist.demo import build
from sitegist.errors import SegmenterError
from sitegist.extraction import Extraction
from sitegist.methods import METHODS, Method, create
from sitegist.methods.l_extractor import Model
from sitegist.page import SEGMENTERS, Page, read
from sitegist.site import Site
from sitegist.site.build import build_site
from sitegist.sources.document import Document

PAGES = {
    "article": """<!doctype html><html><head><title>Headline zebra</title><script>x</script></head>
        <body><nav><ul><li><a href=/>Home</a><li><a href=/a>About</a></ul></nav>
        <div class=post><h1>A head</h1><p>Some <b>bold</b> words that are to be read.</p>
        <p>More words,<br><br>and more of them after a gap.</p><pre>  code
            of  two lines</pre><hr><img src=a></div>
        <table><tr><td>A cell</td><td><table><tr><td>inside</td></tr></table></td></tr></table>
        <footer><a href=/terms>Terms</a> © 2026</footer></body></html>""",
    "old": """<title>zebra</title><table><tr><td><a href=1>a</a>
        <td>Words <p>and <p>words</table>tail""",
    "index": "<title>zebra</title>" + "<li><a href=/x>Some news of today</a> <i>now</i>" * 8,
    "Chinese": "<title>zebra</title><p>中文網頁的內容在這裡。</p><div>導 <a href=/>首頁</a></div>",
    "broken": "<title>zebra</title><p>a<b>b<td>c</p></table><li>d\x00\x01<hr>e<svg><title>t",
    "needs a browser": "<title>zebra</title><div id=app></div><script src=a></script>",
    "title only": "<title>zebra zebra</title>",
    "empty": "",
}

every_pair = pytest.mark.parametrize(
    ("name", "segmenter"),
    [(name, segmenter) for name, method in METHODS.items() for segmenter in method.segmenters],
)
every_page = pytest.mark.parametrize("page", [read(html) for html in PAGES.values()], ids=PAGES)


def made(name: str, segmenter: str | None = None) -> Method:
    """The method, with a model where it has to be trained first."""
    model = Model(("text", "a"), np.array([1.0, -2.0]), 0.1, segmenter or "partition", {})
    options = {"model": model} if METHODS[name].needs_labels else {}
    return create(name, segmenter=segmenter, **options)


def is_subsequence(part: str, whole: str) -> bool:
    """Whether the characters of a text, but for white space, stand in another in this order."""
    characters = iter("".join(whole.split()))
    return all(character in characters for character in "".join(part.split()))


@cache
def demo_site(seed: int | None = None) -> Site:
    """The small demonstration site; with a seed its pages are read in another order."""
    pages = list(build(pages=40))
    if seed is not None:
        Random(seed).shuffle(pages)
    return build_site(Document(page.path, page.url, page.html) for page in pages)


def some_pages(site: Site) -> list[Page]:
    """Pages of the site, and all those that it has never seen."""
    return [*site.sample(6), *map(read, PAGES.values())]


def check(method: Method, extraction: Extraction, page: Page) -> None:
    """One finite verdict, and one reason, for every block."""
    blocks = extraction.blocks
    assert extraction.page is page
    assert blocks.segmenter in SEGMENTERS
    assert len(extraction) == len(blocks) == len(list(extraction))
    assert extraction.kept.shape == extraction.scores.shape == (len(blocks),)
    assert extraction.kept.dtype == np.bool_
    assert np.isfinite(extraction.scores).all()
    assert 0 <= extraction.confidence <= 1
    for values in extraction.evidence.values():
        assert values.shape == (len(blocks),)
        assert np.isfinite(values).all()
    for index, verdict in enumerate(extraction):
        assert verdict.block.index == index
        assert verdict.kept == extraction.kept[index]
        assert verdict.reason == method.reason(extraction, index) != ""


def check_why(method: Method, extraction: Extraction, page: Page, index: int) -> None:
    """The numbers behind one verdict."""
    why = method.why(page, index)
    assert why["method"] == method.name
    assert (why["kept"], why["score"]) == (extraction.kept[index], extraction.scores[index])
    assert why["reason"] == method.reason(extraction, index)
    assert set(extraction.evidence) <= set(why)
    assert all(math.isfinite(value) for value in why.values() if isinstance(value, float))


@every_pair
@every_page
def test_every_method_keeps_the_contract(name: str, segmenter: str, page: Page) -> None:
    """Fit on nothing, judge, explain."""
    method = made(name, segmenter)
    assert method.fit(None) is method
    extraction = method.extract(page)
    check(method, extraction, page)
    for index in range(len(extraction)):
        check_why(method, extraction, page, index)


@every_pair
def test_every_method_keeps_the_contract_with_a_site(name: str, segmenter: str) -> None:
    """Fit on a site, judge its pages and others, explain."""
    site = demo_site()
    method = made(name, segmenter)
    assert method.fit(site) is method
    for page in some_pages(site):
        extraction = method.extract(page)
        check(method, extraction, page)
        check_text(extraction, page)
        if len(extraction):
            check_why(method, extraction, page, len(extraction) // 2)


@every_pair
def test_what_was_learned_does_not_depend_on_order_or_process(name: str, segmenter: str) -> None:
    """To the bit: pages read in another order, and after a journey to another process."""
    first = made(name, segmenter).fit(demo_site())
    other = made(name, segmenter).fit(demo_site(seed=3))
    copy = pickle.loads(pickle.dumps(first))
    for page in some_pages(demo_site()):
        expected = first.extract(page)
        for method in (other, copy):
            found = method.extract(page)
            assert found.scores.tobytes() == expected.scores.tobytes()
            assert found.kept.tobytes() == expected.kept.tobytes()
            assert found.ranges == expected.ranges
            assert found.confidence == expected.confidence


@pytest.mark.parametrize("pages", [1, 2, 4, 5])
@every_pair
def test_the_smallest_sites(name: str, segmenter: str, pages: int) -> None:
    """Of one to five pages: still a verdict and a reason for every block."""
    site = build_site(
        Document(str(place), f"https://x.org/{place}", html.encode())
        for place, html in enumerate(list(PAGES.values())[:pages])
    )
    method = made(name, segmenter).fit(site)
    for page in site:
        check(method, method.extract(page), page)


@every_pair
@every_page
def test_the_text_is_the_kept_part_of_the_page(name: str, segmenter: str, page: Page) -> None:
    """What is kept stands in the page in this order, and the title does not."""
    extraction = made(name, segmenter).extract(page)
    check_text(extraction, page)
    assert "zebra" not in extraction.text


def check_text(extraction: Extraction, page: Page) -> None:
    """The text is made of the kept parts of the page, in order."""
    assert is_subsequence(extraction.text, page.text)
    assert extraction.text == extraction.text.strip()
    kept = [verdict.block for verdict in extraction if verdict.kept]
    titles = extraction.blocks.is_title
    words = sum(len(block.text.split()) for block in kept if not titles[block.index])
    if extraction.own_ranges is None:  # else it judges finer than blocks
        assert len(extraction.text.split()) <= words
    spans = extraction.ranges
    assert all(begin < end for begin, end in spans)
    assert all(one[1] < two[0] for one, two in pairwise(spans))


@every_pair
def test_an_extraction_survives_pickling(name: str, segmenter: str) -> None:
    """It goes to another process and back with its page, its blocks and its reasons."""
    extraction = made(name, segmenter).extract(read(PAGES["article"]))
    copy = pickle.loads(pickle.dumps(extraction))
    assert copy.text == extraction.text
    assert [verdict.reason for verdict in copy] == [verdict.reason for verdict in extraction]
    assert np.array_equal(copy.scores, extraction.scores)
    assert copy.page.html == extraction.page.html


@every_pair
def test_the_same_page_has_the_same_verdicts(name: str, segmenter: str) -> None:
    """To the bit, by another object of the same method, and after other pages."""
    method = made(name, segmenter)
    first = method.extract(read(PAGES["article"]))
    for html in PAGES.values():
        method.extract(read(html))
    for other in (method, made(name, segmenter)):
        again = other.extract(read(PAGES["article"]))
        assert again.scores.tobytes() == first.scores.tobytes()
        assert again.kept.tobytes() == first.kept.tobytes()
        assert again.ranges == first.ranges


@pytest.mark.parametrize("name", METHODS)
def test_a_method_names_itself_and_its_segmenters(name: str) -> None:
    """The registered name is the method's own, and it declares only segmenters that exist."""
    method = METHODS[name]
    assert method.name == name
    assert method.segmenters
    assert set(method.segmenters) <= set(SEGMENTERS)
    assert create(name).segmenter == method.segmenters[0]


@pytest.mark.parametrize("name", METHODS)
def test_another_segmenter_is_an_error(name: str) -> None:
    """What a method does not declare, existing or not, is refused by name."""
    others = set(SEGMENTERS) - set(METHODS[name].segmenters)
    for segmenter in [*others, "vips"]:
        with pytest.raises(SegmenterError, match=f"{name} '{segmenter}'"):
            create(name, segmenter=segmenter)
