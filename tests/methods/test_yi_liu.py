"""Yi and Liu's site style tree."""

from __future__ import annotations

import numpy as np
import pytest

from sitegist.errors import OptionError
from sitegist.methods.yi_liu import YiLiu, feature_entropy, style_nodes
from sitegist.page import Page, read
from sitegist.site.build import build_site
from sitegist.site.entropy import QUANTUM, term_columns
from sitegist.site.site import Site
from sitegist.sources.document import Document

WORDS = ["zebra", "bridge", "castle", "dragon"]


def site_of(pages: list[str], order: list[int] | None = None) -> Site:
    """Pages at addresses of their own, read in some order."""
    return build_site(
        Document(str(place), f"https://example.org/{place}", pages[place].encode())
        for place in order or range(len(pages))
    )


def important(method: YiLiu, page: Page) -> dict[str, float]:
    """The importance of each element node of a page, by its tag or text; the last of each."""
    nodes = style_nodes(page)
    known = dict(zip(method.keys.tolist(), method.importance.tolist()))
    found = {}
    for row in np.flatnonzero(nodes.counted).tolist():
        tag = page.rows.tag(row)
        key = page.inner_text(row) if tag == "#text" else tag
        if int(nodes.element[row]) in known:
            found[key] = known[int(nodes.element[row])]
    return found


SAME = [f"<div>common</div><p>{word}</p>" for word in WORDS]


def test_nodes_of_one_style() -> None:
    """Four pages of one look. The text in div has one feature, on all four pages:
    H = - 4 · 1/4 · log_4 1/4 = 1, so CompImp = 1 - 1/1 = 0. Of the four words in p each is on one
    page: H = 0, CompImp = 1 - 0/4 = 1.

    All others have one style: NodeImp = -1 · log_4 1 = 0, CompImp = (1 - 0.9) · 0 + 0.9 · 1 ·
    mean: div 0, p 0.9, body 0.9 · (0 + 0.9) / 2 = 0.405, html 0.9 · 0.405 = 0.3645.
    """
    method = YiLiu().fit(site_of(SAME))
    found = important(method, read(SAME[0]))
    assert found == pytest.approx(
        {"html": 0.3645, "body": 0.405, "div": 0, "common": 0, "p": 0.9, "zebra": 1}
    )
    assert method.extract(read(SAME[0])).text == "zebra"
    assert [v.kept for v in method.extract(read(SAME[0]))] == [False, True]


def test_nodes_of_two_styles() -> None:
    """Two of four pages lack the p, so body has two styles on two pages each:
    NodeImp = -2 · 1/2 · log_4 1/2 = 0.5, and l = 2.

    In the one style p is 0.9 as before, div 0: mean 0.45; in the other div is 0. So CompImp =
    (1 - 0.81) · 0.5 + 0.81 · (0.5 · 0.45 + 0.5 · 0) = 0.095 + 0.18225 = 0.27725.
    """
    pages = [*SAME[:2], "<div>common</div>", "<div>common</div><!-- -->"]
    found = important(YiLiu().fit(site_of(pages)), read(SAME[0]))
    assert found["body"] == pytest.approx(0.27725)
    assert found["html"] == pytest.approx(0.9 * 0.27725)
    assert (found["p"], found["zebra"], found["common"]) == pytest.approx((0.9, 1, 0))


def test_styles_on_one_page() -> None:
    """One page of four has an h1 more: styles on 3 pages and on 1.

    NodeImp = - 3/4 log_4 3/4 - 1/4 log_4 1/4 = 0.155639 + 0.25 = 0.405639. What is below the
    second is on one page: importance 1. CompImp = 0.19 · 0.405639 + 0.81 · (0.75 · 0.45 + 0.25 · 1)
    = 0.077071 + 0.475875 = 0.552946.
    """
    pages = [*SAME[:3], "<h1>alone</h1>" + SAME[3]]
    method = YiLiu().fit(site_of(pages))
    assert important(method, read(SAME[0]))["body"] == pytest.approx(0.552946, abs=1e-6)
    assert method.extract(read(pages[3])).text == "alone\ncommon\ndragon"


def test_a_node_that_is_empty_on_some_pages() -> None:
    """Of three pages two have an empty div, one a div with a text: styles on 2 pages and on 1.

    NodeImp = - 2/3 log_3 2/3 - 1/3 log_3 1/3 = 0.246049 + 0.333333 = 0.579380; an empty style
    is worth 0, the other 1: CompImp = 0.19 · 0.579380 + 0.81 · (2/3 · 0 + 1/3 · 1) = 0.380082.
    """
    pages = [f"<div></div><p>{word}" for word in WORDS[:2]] + ["<div>text</div><p>castle"]
    found = important(YiLiu().fit(site_of(pages)), read(pages[2]))
    assert found["div"] == pytest.approx(0.380082, abs=1e-6)


def test_a_leaf_of_several_features() -> None:
    """A link on three pages: the word ``more`` on all, H = 1; of three targets each on one page,
    H = 0. CompImp = 1 - (1 + 0 + 0 + 0) / 4 = 0.75. With one target for all: 1 - 2/2 = 0.

    An image with one address for all: 0.
    """
    pages = [
        f"<a href='/{word}'>more</a><div><a href='/all'>mine</a></div><img src=/a><p>{word}"
        for word in WORDS[:3]
    ]
    found = important(YiLiu().fit(site_of(pages)), read(pages[0]))
    assert (found["more"], found["mine"], found["img"]) == pytest.approx((0.75, 0, 0))


def test_a_run_of_signs_is_its_own_feature() -> None:
    """``* * *`` has no terms; the same on all pages has importance 0, and unlike signs have 1."""
    pages = [f"<div>* * *</div><p>{sign}" for sign in ("+ +", "- -", "/ /")]
    found = important(YiLiu().fit(site_of(pages)), read(pages[0]))
    assert (found["* * *"], found["+ +"]) == pytest.approx((0, 1))


def test_entropy_of_a_feature() -> None:
    """Three times on one page and once on another, of four:
    H = - 3/4 log_4 3/4 - 1/4 log_4 1/4 = 0.405639.
    """
    columns = term_columns(np.array([3, 1])).sum(axis=0).reshape(1, 3)
    value = feature_entropy(columns, np.array([4])) / QUANTUM
    assert value.tolist() == pytest.approx([0.405639], abs=1e-5)


def test_the_threshold_and_r() -> None:
    """A text of two words, one on all three pages and one of each page's own: l = 4 features,
    CompImp = 1 - 1/4 = 0.75; it stays up to t = 0.75. With r = 0 only styles count.
    """
    site = site_of([f"<p>shared {word}</p><div>common" for word in WORDS[:3]])
    page = read("<p>shared zebra</p><div>common")
    assert YiLiu(t=0.75).fit(site).extract(page).text == "shared zebra"
    assert YiLiu(t=0.76).fit(site).extract(page).text == ""
    assert YiLiu(t=0).fit(site).extract(page).text == "shared zebra\ncommon"
    assert important(YiLiu(r=0).fit(site), page)["body"] == 0
    why = YiLiu().fit(site).why(page, 0)
    assert (why["score"], why["pages"]) == pytest.approx((0.75, 3))
    assert why["reason"] == "importance 0.750 over 3 pages reaches 0.4"


def test_what_the_tree_has_never_seen_is_kept() -> None:
    """Below a sequence of elements that no page has, nothing is known."""
    method = YiLiu().fit(site_of(SAME))
    extraction = method.extract(read("<section>new</section><div>common</div>"))
    assert extraction.text == "new\ncommon"
    assert extraction.confidence == 0
    told = "no other page has these elements, which is important"
    assert {verdict.reason for verdict in extraction} == {told}
    assert method.extract(read("<div>common</div><p>new")).text == "new"


def test_display_attributes_tell_nodes_apart() -> None:
    """Another class is another element; a number in it, an id, is not."""
    pages = [f"<div class='a n{place}'>common</div><p>{word}" for place, word in enumerate(WORDS)]
    method = YiLiu().fit(site_of(pages))
    assert method.extract(read("<div class='n9 a'>common</div><p>new")).text == "new"
    assert method.extract(read("<div class='b'>common</div><p>new")).text == "common\nnew"


def test_a_large_site_is_sampled() -> None:
    """Two of four pages, always the same."""
    method = YiLiu(most_pages=2).fit(site_of(SAME))
    assert method.pages.max() == 2
    again = YiLiu(most_pages=2).fit(site_of(SAME, [3, 1, 0, 2]))
    assert np.array_equal(again.keys, method.keys)


def test_no_site_and_no_page() -> None:
    """Nothing known: everything stays; nothing there: nothing stays."""
    assert YiLiu().extract(read(SAME[0])).text == "common\nzebra"
    assert YiLiu().fit(build_site([])).extract(read(SAME[0])).confidence == 0
    assert YiLiu().fit(site_of(SAME)).extract(read("")).text == ""


@pytest.mark.parametrize("options", [{"r": 2.0}, {"t": -1.0}, {"most_pages": 0}])
def test_options_that_mean_nothing_are_refused(options: dict[str, float]) -> None:
    """Outside of 0 to 1, and no page."""
    with pytest.raises(OptionError):
        YiLiu(**options)  # type: ignore[arg-type]
