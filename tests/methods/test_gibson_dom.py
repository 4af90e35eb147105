"""Gibson's DOM-based algorithm, and verdicts that are finer than blocks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from sitegist.errors import OptionError
from sitegist.extraction import Extraction
from sitegist.methods.content_hashes import content_hashes
from sitegist.methods.gibson_dom import GibsonDom
from sitegist.methods.page_counts import least_pages
from sitegist.page import Page, read
from sitegist.page.rows import BLANK, HIDDEN
from sitegist.page.segmenters import leaves
from sitegist.site.build import build_site
from sitegist.site.site import Site
from sitegist.sources.document import Document
from tests.strategies import trees

WORDS = ["apple", "bridge", "castle", "dragon", "engine", "forest"]
NAV = '<ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul>'


def html_of(place: int) -> str:
    """A list of links and a foot on all pages, an aside on the first three, words of its own."""
    aside = "<aside>Three of us have this.</aside>" if place < 3 else ""
    own = f"<p>Words of the {WORDS[place]} <b>bold text</b> here.</p>"
    return f"<title>{WORDS[place]}</title><div>{NAV}</div>{own}{aside}<div>The foot.</div>"


def url_of(place: int) -> str:
    """Where it stands; the list's addresses are the same from everywhere."""
    return f"https://example.org/{'a/' * (place % 2)}{WORDS[place]}"


def site_of(order: tuple[int, ...] = (0, 1, 2, 3, 4, 5)) -> Site:
    """Six pages, read in some order."""
    return build_site(
        Document(WORDS[place], url_of(place), html_of(place).encode()) for place in order
    )


def page_of(place: int) -> Page:
    """One of them, read anew."""
    return read(html_of(place), url_of(place))


def test_a_content_on_as_many_pages_is_removed() -> None:
    """The list, the foot and the bold words stand on 6 pages, the aside on 3.

    With F = 6 the aside stays, with F = 3 it goes, with F = 2 as well.
    """
    site = site_of()
    text = GibsonDom(times=6).fit(site).extract(page_of(0)).text
    assert text == "Words of the apple\nhere.\nThree of us have this."
    for times in (3, 2):
        text = GibsonDom(times=times).fit(site).extract(page_of(0)).text
        assert text == "Words of the apple\nhere."
    assert GibsonDom(times=4).fit(site).extract(page_of(4)).text == "Words of the engine\nhere."


def test_the_paper_s_count_is_out_of_reach_of_a_small_site() -> None:
    """F = 100 by default; six pages never reach it, all stays, and each reason says so."""
    method = GibsonDom().fit(site_of())
    extraction = method.extract(page_of(0))
    assert method.limit == 100
    assert extraction.text == leaves_text(extraction)
    assert extraction.confidence == 0
    reasons = [verdict.reason for verdict in extraction][1:]
    told = "the site has 6 pages, so nothing stands on 100; ask for a share of them"
    assert set(reasons) == {told}


def leaves_text(extraction: Extraction) -> str:
    """The text of all blocks but the title."""
    texts = [block.text for block in extraction.blocks]
    return "\n".join(text for text, t in zip(texts, extraction.blocks.is_title) if not t)


@pytest.mark.parametrize(("share", "limit"), [(1.0, 6), (0.5, 3), (0.4, 3), (0.1, 2)])
def test_a_share_of_the_pages(share: float, limit: int) -> None:
    """At least that part of the six pages, and two of them."""
    site = site_of()
    shared, counted = GibsonDom(share=share).fit(site), GibsonDom(times=limit).fit(site)
    assert shared.limit == limit
    for page in site.pages():
        assert shared.extract(page).ranges == counted.extract(page).ranges


def test_shares_are_not_lifted_by_floating_point() -> None:
    """A tenth of 30 pages are three, although 0.1 · 30 is more than 3."""
    assert least_pages(100, 0.1, 30) == 3
    assert least_pages(100, None, 30) == 100


def test_a_template_is_known_wherever_it_stands() -> None:
    """On a page never seen, deeper down; and a list with another mark-up is another content."""
    method = GibsonDom(times=6).fit(site_of())
    url = "https://example.org/new"
    page = read(f"<main><nav><section>{NAV}</section></nav><p>New.</p></main>", url)
    assert method.extract(page).text == "New."
    page = read(f"<main>{NAV.replace('<li>', '<li class=now>', 1)}<p>New.</p></main>", url)
    assert method.extract(page).text == "New."  # each link is template itself
    page = read("<main><ul><li><i>Home</i></ul><p>New.</p></main>", url)
    assert method.extract(page).text == "New."  # a link's content is the word alone, here as there
    page = read("<main><ul><li><i>Home!</i></ul><p>New.</p></main>", url)
    assert method.extract(page).text == "Home!\nNew."


def test_a_page_of_the_site_and_the_same_read_anew_have_one_verdict() -> None:
    """Reduced pages have absolute addresses, fresh ones relative."""
    site = site_of()
    method = GibsonDom(times=3).fit(site)
    for place, word in enumerate(WORDS):
        fresh, reduced = page_of(place), site.shelf.get(word)
        assert content_hashes(fresh).whole.tolist() == content_hashes(reduced).whole.tolist()
        assert method.extract(fresh).ranges == method.extract(reduced).ranges


def test_a_block_has_the_verdict_of_most_of_its_words() -> None:
    """Of the paragraph two words of seven go: it stays. The numbers are those that are compared."""
    method = GibsonDom(times=6).fit(site_of())
    extraction = method.extract(page_of(4))
    blocks = [block.text for block in extraction.blocks]
    place = blocks.index("Words of the engine bold text here.")
    why = method.why(page_of(4), place)
    assert (why["kept"], why["score"]) == (True, 6)
    assert why["reason"] == "parts of it stand on up to 6 pages and go, but most of its words stay"
    foot = method.why(page_of(4), blocks.index("The foot."))
    assert (foot["kept"], foot["score"]) == (False, 6)
    assert foot["reason"] == "its content stands on 6 pages of 6; 6 make a template"
    # 5 words of 7 are right in the one block, 5 of 5 in the others, and no word of the title
    words = extraction.blocks.words.sum()
    assert extraction.confidence == pytest.approx((words - 2) / words)


def test_no_site_and_no_page() -> None:
    """Nothing known: everything stays; nothing there: nothing stays."""
    assert GibsonDom().extract(page_of(0)).text.startswith("Home\nAbout us\nWords")
    assert GibsonDom().fit(build_site([])).extract(page_of(0)).confidence == 0
    assert GibsonDom(times=3).fit(site_of()).extract(read("")).text == ""


@pytest.mark.parametrize("options", [{"times": 0}, {"share": 0.0}, {"share": 1.5}])
def test_counts_that_mean_nothing_are_refused(options: dict[str, float]) -> None:
    """No page, no share, more than all."""
    with pytest.raises(OptionError):
        GibsonDom(**options)  # type: ignore[arg-type]


def serial(page: Page, row: int) -> str:
    """A subtree written out, by recursion."""
    rows = page.rows
    if rows.tag(row) == "#text":
        return f"'{' '.join(page.text[rows.start[row] : rows.start[row + 1]].split())}'"
    inside = (
        serial(page, child)
        for child in range(row + 1, int(rows.end[row]))
        if rows.parent[child] == row and not rows.flags[child] & (HIDDEN | BLANK)
    )
    return f"<{rows.styles[rows.style[row]]}{''.join(inside)}>"


@given(trees(("div", "p", "b", "ul"), ("br",)))
def test_two_subtrees_have_one_hash_if_they_read_the_same(html: str) -> None:
    """As if each had been written out."""
    page = read(html)
    hashes = content_hashes(page)
    counted = np.flatnonzero(hashes.counted).tolist()
    written = {row: serial(page, row) for row in counted}
    by_hash = {int(hashes.whole[row]) for row in counted}
    assert len(set(written.values())) == len(by_hash)
    assert len({(written[row], int(hashes.whole[row])) for row in counted}) == len(by_hash)


def test_own_ranges_never_hold_the_title() -> None:
    """Whatever a method says of it, by rows or by characters."""
    page = read("<title>zebra</title><p>One two <b>three</b></p><img src=a>")
    blocks = leaves(page)
    method, scores = GibsonDom(), np.zeros(len(blocks))
    rows = Extraction.of_rows(method, blocks, np.ones(len(page.rows), np.bool_), scores)
    assert (rows.text, rows.kept.tolist()) == ("One two three", [True, True, True])
    every = np.ones(len(page.text), np.bool_)
    characters = Extraction.of_characters(method, blocks, every, scores)
    assert (characters.text, characters.kept.tolist()) == ("One two three", [True, True, False])
    every[page.text.index("two") :] = False
    characters = Extraction.of_characters(method, blocks, every, scores)
    assert (characters.text, characters.kept.tolist()) == ("One", [True, False, False])
