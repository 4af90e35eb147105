"""The contract of all methods, kept by each on every segmenter that it declares."""

from __future__ import annotations

import math
import pickle
from itertools import pairwise

import numpy as np
import pytest

from sitegist.errors import SegmenterError
from sitegist.methods import METHODS, Method, create
from sitegist.methods.l_extractor import Model
from sitegist.page import SEGMENTERS, Page, read

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


@every_pair
@every_page
def test_every_method_keeps_the_contract(name: str, segmenter: str, page: Page) -> None:
    """Fit on nothing, judge, explain: one finite verdict and one reason for every block."""
    method = made(name, segmenter)
    assert method.fit(None) is method
    extraction = method.extract(page)
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
    for index, verdict in enumerate(extraction):
        assert verdict.block.index == index
        assert verdict.kept == extraction.kept[index]
        assert verdict.reason == method.reason(extraction, index) != ""
        why = method.why(page, index)
        assert why["method"] == name
        assert (why["kept"], why["score"]) == (verdict.kept, verdict.score)
        assert why["reason"] == verdict.reason
        assert set(extraction.evidence) <= set(why)
        numbers = [value for value in why.values() if isinstance(value, float)]
        assert all(map(math.isfinite, numbers))


@every_pair
@every_page
def test_the_text_is_the_kept_part_of_the_page(name: str, segmenter: str, page: Page) -> None:
    """What is kept stands in the page in this order, and the title does not."""
    extraction = made(name, segmenter).extract(page)
    assert is_subsequence(extraction.text, page.text)
    assert "zebra" not in extraction.text
    assert extraction.text == extraction.text.strip()
    kept = [verdict.block for verdict in extraction if verdict.kept]
    titles = extraction.blocks.is_title
    words = sum(len(block.text.split()) for block in kept if not titles[block.index])
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
