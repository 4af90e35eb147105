"""Which pages are tables of contents, and which are articles."""

from __future__ import annotations

import numpy as np
import pytest

from sitegist.methods.own_words import PageWords, few, own_words
from sitegist.methods.page_kinds import Settings, decide, find_structure, pooled
from sitegist.site.structure import Structure
from tests.sites import graph_of, site_of

ARTICLES = 12


def words(number: int, count: int = 60) -> str:
    """Text that no other page has."""
    return " ".join(f"w{number}x{place}" for place in range(count))


def news(*, teasers: int = 0, summaries: int = 0) -> list[str]:
    """A home page, a second index, articles, and a page about us; all link home."""
    nav = '<nav><a href="/0">Home</a> <a href="/14">About</a></nav>'

    def index(numbers: range) -> str:
        items = "".join(
            f'<li><a href="/{n}">Story number {n}</a><p>{words(n, teasers)}</p>'
            f"<p>{words(100 + n, summaries)}</p></li>"
            for n in numbers
        )
        return f'<title>All</title>{nav}<ul class="list">{items}</ul>'

    def article(number: int) -> str:
        text = f"<p>{words(number, teasers)}</p>" * bool(teasers) + f"<p>{words(number)}</p>"
        return f"<title>Story {number}</title>{nav}<main><h1>Story {number}</h1>{text}</main>"

    listed = range(1, ARTICLES + 1)
    about = f"<title>About</title>{nav}<p>We.</p>"
    return [index(listed), *map(article, listed), index(listed), about]


def kinds(structure: Structure, pages: int) -> list[str]:
    """The kind of each page, by number."""
    return [structure.kind_of(f"http://x.org/{number}") for number in range(pages)]


@pytest.mark.parametrize(("teasers", "summaries"), [(0, 0), (30, 0), (200, 0), (0, 20), (30, 20)])
def test_index_pages_and_articles(teasers: int, summaries: int) -> None:
    """Are told apart even when index pages show most of an article, or sum it up themselves."""
    pages = news(teasers=teasers, summaries=summaries)
    structure, _ = find_structure(site_of(pages))
    assert kinds(structure, len(pages)) == ["toc", *["article"] * ARTICLES, "toc", "other"]
    assert [page.articles for page in structure.toc] == [ARTICLES, ARTICLES]
    assert {page.toc for page in structure.articles} <= {page.url for page in structure.toc}


def test_the_order_of_reading_changes_nothing() -> None:
    """The same pages give the same structure, to the bit."""
    pages = news(teasers=10)
    backwards = site_of(pages, reversed(range(len(pages))))
    assert find_structure(backwards)[0] == find_structure(site_of(pages))[0]


def test_articles_without_any_index() -> None:
    """Where links are missing, a page's own text says what it is."""
    structure, _ = find_structure(site_of([f"<p>{words(n)}</p>" for n in range(8)]))
    assert kinds(structure, 8) == ["article"] * 8
    assert {page.toc for page in structure.articles} == {None}


def test_a_sample_without_most_articles() -> None:
    """What index pages link to counts to a degree, even if it is not there."""
    pages = news(teasers=5)
    kept = [0, 3, 7, 13, 14]
    structure, graph = find_structure(site_of(pages, kept))
    found = [structure.kind_of(f"http://x.org/{number}") for number in kept]
    assert found == ["toc", "article", "article", "toc", "other"]
    assert len(graph.urls) == len(kept)
    assert {link.target for link in structure.links} == {"http://x.org/3", "http://x.org/7"}


def test_articles_that_link_to_articles_that_are_missing() -> None:
    """Are articles all the same: where their links lead nobody knows."""
    related = [
        "".join(f"<li><a href='/{100 * n + k}'>Tale {n} of {k}</a>" for k in range(1, 15))
        for n in range(9)
    ]
    pages = [f"<main><p>{words(n, 90)}</p></main><ul>{related[n]}</ul>" for n in range(9)]
    structure, _ = find_structure(site_of(pages))
    assert kinds(structure, 9) == ["article"] * 9


@pytest.mark.parametrize("count", [0, 1, 2])
def test_next_to_nothing(count: int) -> None:
    """A site of no page, or of one, or of two, has a structure."""
    structure, graph = find_structure(site_of(["<p>Hello</p>"] * count))
    assert len(structure.other) == count == len(graph.urls)


def test_pages_of_a_template_are_drawn_to_its_mean() -> None:
    """Or to that of their class, the more the further the classes are apart."""
    values = np.array([0.0, 2.0] + [0.0] * 6 + [9.0] * 6 + [0.0, 1.0] * 5 + [3.0, 4.0] * 5)
    groups = np.array([1, 1] + [2] * 12 + [3] * 20)
    moved = pooled(values, groups, 1.0, 0.7)
    assert moved[:2].tolist() == [1.0, 1.0]
    assert moved[2:14].tolist() == [0.0] * 6 + [9.0] * 6
    lower, upper = set(moved[14:24].tolist()), set(moved[24:].tolist())
    assert len(lower) == len(upper) == 1
    assert 0.5 < min(lower) < 2.0 < min(upper) < 3.5
    assert set(pooled(values, groups, 1.0, 0.95)[14:].tolist()) == {2.0}


def test_settings_move_the_cut() -> None:
    """Words that an article needs at least, for one."""
    from sitegist.methods.page_kinds import Templates, find_graph, find_signs, view_site

    site = site_of(news())
    views = list(view_site(site))
    graph = find_graph(site, views)
    signs = find_signs(site, views, find_graph(site, views, beyond=True))
    structure = decide(graph, signs, Templates.of(site), Settings(fewest_words=1000))
    assert structure.articles == ()


def words_of(blocks: list[list[int]], leading: list[list[bool]] | None = None) -> list[PageWords]:
    """Pages of blocks of ten words each, by number."""
    return [
        PageWords(
            np.array(page, np.uint64),
            np.full(len(page), 10),
            np.array([sum(block in other for other in blocks) for block in page]),
            np.array(leading[number] if leading else [False] * len(page), np.bool_),
        )
        for number, page in enumerate(blocks)
    ]


def test_what_is_shown_from_elsewhere_is_not_a_page_s_own() -> None:
    """A block that index pages show belongs to the article, which is alone of its template."""
    pages = [[11, 21], [12, 22], [13, 23], [11, 12, 13]]
    links = {(3, to): 0.1 for to in range(3)}
    found = own_words(words_of(pages), graph_of(4, links), [1, 2, 3, 4])
    assert found.said.tolist() == [20, 20, 20, 30]
    assert found.own.tolist() == [20, 20, 20, 0]


def test_what_two_pages_of_one_template_show_belongs_to_neither() -> None:
    """An article stands on one article page."""
    found = own_words(words_of([[1, 5], [2, 5], [3], [4]]), graph_of(4, {}), [7, 7, 8, 8])
    assert found.own.tolist() == [10, 10, 10, 10]


def test_words_that_stand_together() -> None:
    """A stretch ends where a block leads to a page that few pages link to."""
    views = words_of([[1, 2, 3, 4], [], [5]], [[False, True, False, False], [], [True]])
    found = own_words(views, graph_of(3, {}), [1, 2, 3])
    assert found.own.tolist() == [40, 0, 10]
    assert found.stretch.tolist() == [30, 0, 10]


def test_few_is_a_tenth_but_not_next_to_nothing() -> None:
    """The root, as long as it is more."""
    assert [few(pages) for pages in (4, 25, 100, 1000)] == [2.0, 5.0, 10.0, 100.0]
