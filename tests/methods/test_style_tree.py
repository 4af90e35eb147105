"""The style tree with sentence entropy against paper 004."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log

import numpy as np
import pytest
from hypothesis import given

from sitegist.errors import OptionError
from sitegist.methods.sentences import Sentences, sentence_ends
from sitegist.methods.style_tree import Parts, StyleTree, Thresholds, Tree, score
from sitegist.page import read, segment
from sitegist.page.terms import extract_terms
from sitegist.site.build import build_site
from sitegist.site.site import Part, Site
from sitegist.sources.document import Document
from tests.strategies import soup, texts

NAMES = ("harbour", "lantern", "seagull", "bakery", "orchard", "granite", "violin", "comet")


def site_of(pages: Sequence[str]) -> Site:
    """A site of these pages, http://x.org/0 and on."""
    return build_site(
        Document(f"{number}.html", f"http://x.org/{number}", html.encode())
        for number, html in enumerate(pages)
    )


def parts_of(html: str, segmenter: str = "segments") -> Parts:
    """A page as the tree sees it, with its words as they are for terms."""
    page = read(html)
    return Parts.of(segment(page, segmenter), extract_terms(page, None))


def article(name: str, extra: str = "") -> str:
    """A page with a menu, a paragraph of its own with one sentence of the template, a footer."""
    own = " ".join(f"{name}{number}" for number in "abcdefgh")
    return f"""<title>{name}</title><body><ul class=menu><li>Home<li>News<li>Weather</ul>
        <div class=post><p>Today {own}. Read our newsletter daily.</p>{extra}</div>
        <div class=foot>All rights reserved everywhere.</div>"""


def test_a_term_on_both_of_two_pages_has_entropy_1_and_on_one_of_them_0() -> None:
    """The papers' example: E = -2 * 1/2 log_2 1/2 = 1, and a sentence with one of each has 1/2."""
    pages = [parts_of("<p>shared one</p><i></i>"), parts_of("<p>shared two</p><i></i>")]
    found = Tree.construct(pages).entropies(pages[0])
    assert found.mean.tolist() == [0.5]
    assert (found.terms.tolist(), found.pages.tolist()) == ([2], [2])


def test_the_pages_own_counts_are_taken_out() -> None:
    """Of four pages three others are left: on two of them log_3 2, on all log_3 3, on none 0."""
    pages = [parts_of(f"<p>{text}</p><i></i>") for text in ("all two", "all two", "all two", "all")]
    tree = Tree.construct(pages)
    expected = (1 + log(2) / log(3)) / 2
    assert tree.entropies(pages[0]).mean == pytest.approx([expected], abs=1e-6)
    # to a page that was never counted, four pages are others: log_4 3
    expected = (1 + log(3) / log(4)) / 2
    assert tree.entropies(pages[0], counted=False).mean == pytest.approx([expected], abs=1e-6)


def test_the_same_words_in_another_place_are_another_feature() -> None:
    """A matrix for each node: as a heading the word is on all pages, as a text on one."""
    html = "<h2>weather</h2><p>{}</p>"
    pages = [parts_of(html.format(word)) for word in ("weather", "one", "two", "three")]
    found = Tree.construct(pages).entropies(pages[0])
    assert found.mean.tolist() == [1.0, 0.0]


def test_a_node_on_one_page_is_informative() -> None:
    """Nothing can be said against it, whatever its words do elsewhere."""
    lone = "<h4 class=lone>Home News Weather</h4>"
    pages = [article(name) for name in NAMES]
    pages[3] = article(NAMES[3], lone)
    method = StyleTree().fit(site_of(pages))
    assert method.site is not None
    found = method.extract(method.site.page("http://x.org/3"))
    verdict = next(verdict for verdict in found if verdict.block.text == "Home News Weather")
    assert verdict.kept
    assert "nothing else of the site" in verdict.reason


@pytest.mark.parametrize("segmenter", StyleTree.segmenters)
@pytest.mark.parametrize("per", ["site", "cluster"])
def test_without_labels_the_tree_tells_a_page_from_its_template(segmenter: str, per: str) -> None:
    """Verdicts are on sentences: one of the paragraph goes, and the paragraph is kept."""
    method = StyleTree(segmenter, per).fit(site_of([article(name) for name in NAMES]))
    assert method.site is not None
    found = method.extract(method.site.page("http://x.org/0"))
    assert found.text == "Today " + " ".join(f"harbour{letter}" for letter in "abcdefgh") + "."
    assert found.own_ranges is not None
    again = method.extract(read(article("unseen"), "http://x.org/new"))
    assert "unseena" in again.text
    assert "newsletter" not in again.text


def test_thresholds_take_the_largest_f_score_and_of_equals_the_lowest() -> None:
    """Informative at 0.05 and 0.25, redundant at 0.45: F is 2/3, 2/3, then 1 at 0.3 and 0.4."""
    node = np.full(3, 7, np.uint64)
    found = Thresholds.best(score(node, np.array([0.05, 0.25, 0.45]), np.array([1, 1, 0]) > 0))
    assert found.nodes.tolist() == [7]
    assert found.values.tolist() == [0.3]
    assert found.root == 0.3


def test_a_node_without_informative_sentences_has_threshold_0() -> None:
    """F is 0 at every threshold, and ties take the lowest; the root's is over all sentences."""
    nodes = np.array([7, 7, 9, 9], np.uint64)
    gold = np.array([0, 0, 1, 1]) > 0
    found = Thresholds.best(score(nodes, np.array([0.5, 0.9, 0.5, 0.65]), gold))
    assert found.values.tolist() == [0.0, 0.7]
    assert found.root == 0.7


def test_a_node_without_labels_takes_its_parents_threshold() -> None:
    """And where no node above has one, the root's."""
    parts = parts_of("<body><div>outer words<p>inner words</p><p>more</p></div><h1>other</h1>")
    blocks = parts.sentences.blocks
    above = int(blocks.parent[blocks.texts.index("inner words")])
    known = Thresholds(parts.of_block[[above]], np.array([0.3]), 0.8)
    sentences = [blocks.texts[block] for block in parts.sentences.block.tolist()]
    limits = dict(zip(sentences, known.of(parts).tolist()))
    assert limits == {"outer words": 0.3, "inner words": 0.3, "more": 0.3, "other": 0.8}


def test_labels_give_each_node_its_own_threshold() -> None:
    """The gold keeps the template's sentence, so its node lets all in; the menu's none."""
    site = site_of([article(name) for name in NAMES])
    gold = {
        f"http://x.org/{number}": "Today "
        + " ".join(f"{name}{letter}" for letter in "abcdefgh")
        + ". Read our newsletter daily."
        for number, name in enumerate(NAMES[:4])
    }
    method = StyleTree().fit(site, gold)
    found = method.extract(site.page("http://x.org/7"))
    assert found.text.endswith("cometh. Read our newsletter daily.")
    assert "Home" not in found.text
    assert "rights" not in found.text
    elsewhere = StyleTree().fit(site, {"http://elsewhere.org/": "x"})
    assert elsewhere.thresholds[Part()].root == StyleTree().fit(site).thresholds[Part()].root


def test_a_sentence_without_terms_goes_with_its_neighbour() -> None:
    """The one before it in its block, or the next where it is the first there."""
    pages = [article(name, f"<p>... {name}x {name}y {name}z. ?!</p>") for name in NAMES]
    method = StyleTree("leaves").fit(site_of(pages))
    assert method.site is not None
    text = method.extract(method.site.page("http://x.org/1")).text
    assert text.splitlines()[-1] == "... lanternx lanterny lanternz. ?!"


def test_the_order_of_the_pages_makes_no_difference() -> None:
    """To the bit: tables, thresholds and verdicts."""
    documents = [
        Document(f"{number}.html", f"http://x.org/{number}", article(name).encode())
        for number, name in enumerate(NAMES)
    ]
    shuffled = documents.copy()
    random.Random(1).shuffle(shuffled)
    one, two = (StyleTree().fit(build_site(listed)) for listed in (documents, shuffled))
    assert one.trees[Part()] == two.trees[Part()] or (
        one.trees[Part()].matrix == two.trees[Part()].matrix
        and one.trees[Part()].nodes == two.trees[Part()].nodes
    )
    assert one.thresholds[Part()].root == two.thresholds[Part()].root
    assert one.site is not None
    page = one.site.page("http://x.org/5")
    assert one.extract(page).ranges == two.extract(page).ranges
    assert one.extract(page).scores.tobytes() == two.extract(page).scores.tobytes()


@pytest.mark.parametrize("pages", [0, 4])
def test_a_site_of_too_few_pages_teaches_nothing(pages: int) -> None:
    """Under five pages each is judged by itself, and its reasons say so."""
    method = StyleTree().fit(site_of([article(name) for name in NAMES[:pages]]))
    found = method.extract(read(article("x")))
    assert found.method is not method
    assert method.reason(found, 0).startswith("its site has too few pages; by itself: ")


def test_another_scope_is_an_error() -> None:
    """A tree is per site or per cluster."""
    with pytest.raises(OptionError, match="template"):
        StyleTree(per="template")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four", ["One. ", "Two! ", "Three? ", "Four"]),
        ("“Quoted.” And on…  End", ["“Quoted.” ", "And on…  ", "End"]),
        ("今日は。明日！「はい。」\n終", ["今日は。", "明日！", "「はい。」\n", "終"]),
        ("3.5 km, v1.2.3 and x.org", ["3.5 km, v1.2.3 and x.org"]),
        ("a line\n\nanother", ["a line\n\n", "another"]),
        ("", []),
    ],
)
def test_sentences_end_at_full_stops_and_line_breaks(text: str, sentences: list[str]) -> None:
    """Of all scripts, with the quotes that close after them."""
    ends = sentence_ends(text)
    assert [text[first:last] for first, last in zip([0, *ends], ends)] == sentences


@given(texts())
def test_sentences_leave_nothing_out(text: str) -> None:
    """They rise to the end of the text."""
    ends = sentence_ends(text)
    assert ends == sorted(set(ends))
    assert ends[-1:] == ([len(text)] if text else [])


def test_markup_inside_a_sentence_does_not_end_it() -> None:
    """It belongs to the deepest segment that holds all of it."""
    page = read("<div><p>Some <b>bold</b> words. Plain words.</p><p>Other</p></div>")
    sentences = Sentences.of(segment(page, "segments"))
    roots = [page.rows.tag(int(sentences.blocks.root[block])) for block in sentences.block]
    assert [page.text[a:b].strip() for a, b in zip(sentences.begin, sentences.end)] == [
        "Some bold words.",
        "Plain words.",
        "Other",
    ]
    assert roots[0] == "p"
    assert sentences.words.tolist() == [3, 2, 1]


@given(soup())
def test_any_page_can_be_judged(html: str) -> None:
    """Verdicts, ranges and numbers are in order whatever the page is."""
    method = FITTED
    found = method.extract(read(html))
    assert np.isfinite(found.scores).all()
    assert 0 <= found.confidence <= 1
    assert all(first < last for first, last in found.ranges)
    assert all(method.reason(found, index) for index in range(len(found)))


FITTED = StyleTree().fit(site_of([article(name) for name in NAMES]))
