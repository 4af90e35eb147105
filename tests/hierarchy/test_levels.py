"""The hierarchy of a page, whatever the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitegist
from sitegist.errors import NotHtml, OptionError
from sitegist.hierarchy import ORDERS, Cluster, Hierarchy, Order, tree
from sitegist.page import read
from tests.strategies import CONTENT_TAGS, soup, trees

PAGES = soup() | trees(CONTENT_TAGS, ("br", "img alt=picture"), max_leaves=30)
LINKED = trees(("div", "p", "a href=/x", "li"), ("img alt=picture",), max_leaves=30)
EITHER = st.sampled_from(ORDERS)

NEWS = """<title>The site</title>
<div><a href=/>Home</a> <a href=/b>Blog</a> <a href=/c>About us</a></div>
<div><h2><a href=/1>Harbour opens after four years</a></h2><p>The harbour is open again.</p>
<h2><a href=/2>Storm damages the old bridge</a></h2><p>Nobody was hurt, says the mayor.</p></div>
<p>and the of</p><p><img src=x.png alt="A lantern"></p>"""


def rows_of(clusters: Sequence[Cluster]) -> list[int]:
    """All rows of the clusters, in order."""
    end = clusters[0].hierarchy.page.rows.end.tolist() if clusters else []
    return [row for cluster in clusters for row in range(cluster.row, end[cluster.row])]


@given(PAGES | LINKED, EITHER)
def test_every_level_partitions_the_content(html: str, order: Order) -> None:
    """No row is in two clusters, and every element of level 0 is in one of each level."""
    hierarchy = tree(html, order=order)
    elements = [cluster.row for cluster in hierarchy[0]]
    for clusters in hierarchy:
        rows = rows_of(clusters)
        assert len(rows) == len(set(rows))
        assert set(elements) <= set(rows)
        assert [c.row for c in clusters] == sorted(c.row for c in clusters)


@given(PAGES | LINKED, EITHER)
def test_every_step_partitions_the_elements(html: str, order: Order) -> None:
    """Before compaction, too: after each step every element is in one cluster, and they fall."""
    hierarchy = tree(html, order=order)
    space = hierarchy.tree
    clusters = set(np.flatnonzero(space.is_leaf).tolist())
    elements = sorted(clusters)
    for node in hierarchy.steps.node.tolist():
        inside = {cluster for cluster in clusters if node < cluster < space.end[node]}
        assert len(inside) > 1 or order == "min"
        assert inside
        clusters = clusters - inside | {node}
        covered = [leaf for one in clusters for leaf in range(one, space.end[one])]
        assert sorted(set(elements) & set(covered)) == elements
        assert len(covered) == len(set(covered))
    assert len(clusters) <= 1


@given(PAGES | LINKED, EITHER)
def test_the_levels_nest(html: str, order: Order) -> None:
    """Each cluster lies in one of the next level; there are fewer each time, at last one."""
    levels = list(tree(html, order=order))
    for finer, coarser in pairwise(levels):
        assert len(coarser) < len(finer)
        rows = [set(rows_of([cluster])) for cluster in coarser]
        assert all(sum(cluster.row in inside for inside in rows) == 1 for cluster in finer)
    assert len(levels[-1]) <= 1


@given(PAGES | LINKED, EITHER)
def test_the_gradient_is_additive_and_never_negative(html: str, order: Order) -> None:
    """The gradients of successive levels add up to that from the elements to the page."""
    hierarchy = tree(html, order=order)
    if len(hierarchy) > 1:
        assert (hierarchy.gradients >= -1e-12).all()
        assert math.isclose(hierarchy.gradients.sum(), hierarchy.steps.diversity[-1], abs_tol=1e-9)
        assert 0 <= hierarchy.evenness <= 1 + 1e-9


@given(PAGES | LINKED)
def test_no_dummy_is_left(html: str) -> None:
    """An inner node has two children or more, and a leaf has something to say."""
    space = tree(html).tree
    children = np.bincount(space.parent[1:], minlength=len(space))
    assert (children[~space.is_leaf] >= 2).all()
    for row in space.row[space.is_leaf].tolist():
        shows_image = any(
            row <= at < space.page.rows.end[row] for at in space.page.rows.attrs["alt"]
        )
        assert space.page.inner_text(row) or shows_image


@given(PAGES | LINKED, EITHER)
def test_all_drawn_words_with_a_meaning_are_in_the_hierarchy(html: str, order: Order) -> None:
    """What the page as one cluster shows holds every term of the page but the title's."""
    page = read(html)
    top = tree(page, order=order).top
    inside = set(rows_of([top])) if top else set()
    title = set(np.flatnonzero(page.rows.flagged(4)).tolist())
    assert set(page.terms.row.tolist()) <= inside | title


@given(PAGES | LINKED, EITHER)
def test_the_same_page_has_the_same_hierarchy(html: str, order: Order) -> None:
    """To the bit."""
    one, other = tree(html, order=order), tree(html, order=order)
    assert one.as_dict() == other.as_dict()


def by_the_book(hierarchy: Hierarchy, order: Order) -> list[int]:
    """Gradient tree adsorption, one step after the other, as the paper tells it."""
    space = hierarchy.tree
    inner = [node for node in range(len(space)) if not space.is_leaf[node]]
    steps: list[int] = []
    while not steps or steps[-1] != 0:
        swallowed = {n for step in steps for n in range(step, space.end[step])}
        left = [node for node in inner if node not in swallowed]
        if order == "bottom-up":
            left = [n for n in left if all(m in swallowed for m in inner if n < m < space.end[n])]
        steps.append(min(left, key=lambda node: (space.diversity[node], node)))
    return steps


@given(PAGES | LINKED, EITHER)
def test_steps_are_those_of_the_paper(html: str, order: Order) -> None:
    """Ranks and sorting give the same adsorbing points as going step by step."""
    hierarchy = tree(html, order=order)
    if len(hierarchy) > 1:
        assert hierarchy.steps.node.tolist() == by_the_book(hierarchy, order)


def test_leaves_are_text_runs_links_and_images_with_a_text() -> None:
    """Stop words alone are no element; the title is not part of the page's content."""
    shown = [cluster.headline for cluster in tree(NEWS)[0]]
    assert shown == [
        *("Home", "Blog", "About us", "Harbour opens after four years"),
        *("The harbour is open again.", "Storm damages the old bridge"),
        *("Nobody was hurt, says the mayor.", "A lantern"),
    ]


def test_scales_without_a_site() -> None:
    """a is the share of terms outside links, h the mean number of terms in a link."""
    top = tree(NEWS).top
    assert top is not None
    menu, news, picture = top.parts
    assert (menu.authority, round(news.authority, 3)) == (0.0, 0.429)
    # the menu's links have one term each, the headlines four or five
    assert news.hub is not None
    assert menu.hub is not None
    assert menu.hub < news.hub
    assert picture.hub is None
    assert picture.authority == top.authority  # without terms it is as its parent
    assert (news.words, news.links, picture.words) == (21, 2, 0)


def test_a_cluster_stays_until_a_larger_one_takes_it_in() -> None:
    """Parts and level tell where it stands."""
    hierarchy = tree(NEWS)
    assert hierarchy.top is not None
    assert hierarchy.top.level == len(hierarchy) - 1
    assert hierarchy[-1] == [hierarchy.top]
    assert hierarchy[len(hierarchy) - 2] == hierarchy.top.parts
    assert {cluster.node for cluster in hierarchy.down_to(0)} >= {
        cluster.node for clusters in hierarchy for cluster in clusters
    }
    with pytest.raises(IndexError):
        hierarchy[len(hierarchy)]


@given(PAGES | LINKED, st.floats(0, 1), st.sampled_from(["a", "h"]))
def test_search_finds_the_largest_clusters_that_reach_a_threshold(
    html: str, threshold: float, scale: str
) -> None:
    """They do not overlap, all reach it, and no cluster around them does."""
    hierarchy = tree(html)
    value = hierarchy.tree.authority if scale == "a" else hierarchy.tree.hub
    found = hierarchy.search(threshold, "a" if scale == "a" else "h")
    rows = rows_of(found)
    assert len(rows) == len(set(rows))
    for cluster in found:
        assert value[cluster.node] >= threshold
        around = int(hierarchy.around[cluster.node])
        while around >= 0:
            assert value[around] < threshold
            around = int(hierarchy.around[around])


def test_search_takes_articles_by_a_and_lists_by_h() -> None:
    """The menu reaches neither."""
    hierarchy = tree(NEWS)
    assert hierarchy.top is not None
    news = hierarchy.top.parts[1]
    assert hierarchy.search(0.6, "h") == [news]
    assert hierarchy.search(0.0) == [hierarchy.top]
    with pytest.raises(OptionError, match="scale"):
        hierarchy.search(0.5, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize("html", ["", "<p>", "<title>Only this</title>", "<p>the and of</p>"])
def test_a_page_without_content_has_an_empty_hierarchy(html: str) -> None:
    """One level, and no cluster on it."""
    hierarchy = tree(html)
    assert list(hierarchy) == [[]]
    assert hierarchy.top is None
    assert hierarchy.as_dict()["clusters"] == []


def test_a_page_of_one_element_is_one_cluster() -> None:
    """There is nothing to adsorb."""
    hierarchy = tree("<div><p>One paragraph only.</p></div>")
    assert [[cluster.text for cluster in clusters] for clusters in hierarchy] == [
        ["One paragraph only."]
    ]


def test_deep_and_long_pages_are_no_matter() -> None:
    """Neither recursion nor squares."""
    deep = "<div>" * 400 + "<p>one</p>word" * 3 + "</div>" * 400
    long = "<p>paragraph <b>number</b> <i>one</i></p>" * 5000
    steps = "".join(f"<div>word{i}<p>text{i}</p>" for i in range(400))
    for html in (deep, long, steps):
        for order in ORDERS:
            assert len(tree(html, order=order)[-1]) == 1  # type: ignore[arg-type]


def test_wrong_input_is_said_to_be_wrong() -> None:
    """An unknown order, and bytes that are no page."""
    with pytest.raises(OptionError, match="order"):
        tree(NEWS, order="max")  # type: ignore[arg-type]
    with pytest.raises(NotHtml):
        tree(b"%PDF-1.4 \x00\x01")


def test_public_names() -> None:
    """The package gives out the function and the nouns."""
    assert isinstance(sitegist.tree(NEWS), sitegist.Hierarchy)
    assert repr(sitegist.tree(NEWS)).endswith("(no URL): 3 levels>")
    assert repr(sitegist.tree(NEWS).top) == "<Cluster 'The site'>"
