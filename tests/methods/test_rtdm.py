"""Restricted top-down mapping, and the templates that it finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import OptionError
from sitegist.methods.rtdm import Rtdm, template_of, tree_of
from sitegist.methods.tree_mapping import Mapping, Tree, mapping
from sitegist.page import Page, read
from sitegist.site.build import build_site
from sitegist.site.site import Site
from sitegist.sources.document import Document

WORDS = ["apple", "bridge", "castle", "dragon", "engine", "forest"]


def html_of(place: int) -> str:
    """A list with one item of the page's own, a heading on all pages, a text of its own."""
    items = f"<li>Home<li>{WORDS[place]}s<li>About"
    return f"<ul>{items}</ul><div><h2>Words</h2><p>Of the {WORDS[place]}</p></div><div>Foot</div>"


def site_of(order: tuple[int, ...] = (0, 1, 2, 3, 4, 5)) -> Site:
    """Six pages, read in some order."""
    return build_site(
        Document(WORDS[place], f"https://example.org/{place}", html_of(place).encode())
        for place in order
    )


def page_of(place: int) -> Page:
    """One of them, read anew."""
    return read(html_of(place))


def tree(text: str) -> Tree:
    """A tree from brackets: ``a(bc(d))``, below node 0."""
    labels, parents, around = [0], [-1], [0]
    for sign in text:
        if sign == "(":
            around.append(len(labels) - 1)
        elif sign == ")":
            around.pop()
        else:
            labels.append(ord(sign))
            parents.append(around[-1])
    return Tree(np.array(labels, np.uint64), np.array(parents, np.int64))


WORKED = [
    ("a(bc)", "a(bc)", 0),  # identical: not entered
    ("a(bc)", "a(b)", 1),  # delete c
    ("a(b)", "a(bc(de))", 3),  # insert c with all below it
    ("a(bc)", "a(bd)", 1),  # c becomes d
    ("a(b(c))", "a(c)", 2),  # c cannot be matched without its parent: b becomes c, c is deleted
    ("a(b(xyz)c)", "a(c)", 4),  # b goes with all below it, which is 4; b to c would be 1 + 3 + 1
    ("a(bc)", "d(bc)", 1),
    ("", "a(b)", 2),
    ("ab", "ba", 2),
]


@pytest.mark.parametrize(("one", "other", "cost"), WORKED)
def test_worked_examples(one: str, other: str, cost: int) -> None:
    """Small trees whose cost can be counted, in both directions."""
    assert mapping(tree(one), tree(other)).cost == cost
    assert mapping(tree(other), tree(one)).cost == cost


@st.composite
def small_trees(draw: st.DrawFn) -> Tree:
    """Up to eleven nodes with up to three labels, in document order."""
    text = ""
    depth = 0
    for _ in range(draw(st.integers(0, 11))):
        text += draw(st.sampled_from("abc"))
        move = draw(st.integers(-3, 1))
        if move == 1:
            text, depth = text + "(", depth + 1
        for _ in range(min(-move, depth)):
            text, depth = text + ")", depth - 1
    return tree(text)


def naive(one: Tree, other: Tree) -> int:
    """The definition, by recursion."""

    def children(held: Tree, node: int) -> list[int]:
        return [child for child in range(len(held)) if held.parent[child] == node]

    def size(held: Tree, node: int) -> int:
        return 1 + sum(size(held, child) for child in children(held, node))

    def cost(a: int, b: int) -> int:
        left, right = children(one, a), children(other, b)
        table: dict[tuple[int, int], int] = {}
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                ways = []
                if i:
                    ways.append(table[i - 1, j] + size(one, left[i - 1]))
                if j:
                    ways.append(table[i, j - 1] + size(other, right[j - 1]))
                if i and j:
                    unlike = int(one.label[left[i - 1]] != other.label[right[j - 1]])
                    ways.append(table[i - 1, j - 1] + cost(left[i - 1], right[j - 1]) + unlike)
                table[i, j] = min(ways, default=0)
        return table[len(left), len(right)]

    return cost(0, 0)


def cost_of(found: Mapping, one: Tree, other: Tree) -> int:
    """What a mapping costs, after a look at whether it is one: parents matched, order kept."""
    pairs = [(a, b) for a, b in enumerate(found.partner.tolist()) if b >= 0]
    assert pairs == sorted(pairs)
    seconds = [b for _, b in pairs]
    assert seconds == sorted(set(seconds))
    assert all(found.partner[one.parent[a]] == other.parent[b] for a, b in pairs[1:])
    relabelled = sum(int(one.label[a] != other.label[b]) for a, b in pairs)
    return len(one) + len(other) - 2 * len(pairs) + relabelled


@given(small_trees(), small_trees())
def test_the_cost_is_that_of_the_definition(one: Tree, other: Tree) -> None:
    """And the mapping that is returned has it."""
    found = mapping(one, other)
    assert found.cost == naive(one, other) == cost_of(found, one, other)


@given(small_trees(), small_trees(), st.integers(0, 12), st.integers(0, 4))
def test_without_room_the_mapping_is_only_dearer(
    one: Tree, other: Tree, cells: int, depth: int
) -> None:
    """A mapping still, and what is identical is matched; the cost is an upper bound."""
    found = mapping(one, other, cells, depth)
    assert naive(one, other) <= cost_of(found, one, other) <= found.cost
    assert mapping(one, one, 0, 0).partner.tolist() == list(range(len(one)))


def test_without_room_equal_children_are_matched_in_order() -> None:
    """Of b c d e b and x c e b y: b, which takes the c and e before it, as they come in order."""
    found = mapping(tree("a(bcdeb)"), tree("a(xceby)"), cells=1)
    assert found.partner.tolist() == [0, 1, 5, -1, -1, -1, -1]


def test_a_template_is_what_all_pages_have_at_no_cost() -> None:
    """Of a(b(x)c) · a(b(y)cd) · a(eb(z)c): a, b without what is below it, and c."""
    pages = [tree("a(b(x)c)"), tree("a(b(y)cd)"), tree("a(eb(z)c)")]
    template = template_of(pages)
    assert template.label.tolist() == [0, *map(ord, "abc")]
    assert template.parent.tolist() == [-1, 0, 1, 1]


def test_nothing_below_another_label_is_template() -> None:
    """b and d are matched, at a cost; the x below them is out with b."""
    assert template_of([tree("a(b(xyz))"), tree("a(d(xyz))")]).label.tolist() == [0, ord("a")]


def test_what_the_template_has_in_the_same_place_is_removed() -> None:
    """The list's first and last item, the heading and the foot are on all six pages; the second
    item and the text are each page's own. On a page never seen, the heading stands elsewhere.
    """
    method = Rtdm().fit(site_of())
    assert method.extract(page_of(2)).text == "castles\nOf the castle"
    html = (
        html_of(0).replace("<h2>Words</h2>", "").replace("Foot</div>", "Foot</div><h2>Words</h2>")
    )
    assert method.extract(read(html)).text == "apples\nOf the apple\nWords"
    extraction = method.extract(page_of(2))
    assert [verdict.kept for verdict in extraction] == [False, True, False, False, True, False]
    assert extraction.scores.tolist() == [1, 0, 1, 1, 0, 1]
    # html, body, ul and three items with two texts, div, h2 and its text, p, div and its text
    told = "100% of it are where the template has the same (14 nodes on 6 pages)"
    assert method.why(page_of(2), 0)["reason"] == told


def test_the_sample() -> None:
    """Two pages of a cluster of six, by number or as a third; a share is never one page."""
    odd = [html_of(place).replace("Foot", f"Foot {place // 2}") for place in range(6)]
    site = build_site(
        Document(str(place), f"https://example.org/{place}", html.encode())
        for place, html in enumerate(odd)
    )
    assert "Foot" in Rtdm().fit(site).extract(read(odd[0])).text
    few = Rtdm(pages=2).fit(site).samples
    assert set(few.values()) == {2}
    assert Rtdm(share=0.33).fit(site).samples == few
    assert Rtdm(share=0.01).fit(site).samples == few
    for options in ({"pages": 1}, {"share": 0.0}, {"pages": 0}):
        with pytest.raises(OptionError):
            Rtdm(**options)


def test_no_site_and_no_page() -> None:
    """Nothing known: everything stays, and is said; nothing there: nothing stays."""
    extraction = Rtdm().extract(page_of(0))
    assert extraction.text.startswith("Home\napples")
    assert {verdict.reason for verdict in extraction} == {
        "nothing is known of the site, so everything stays"
    }
    assert Rtdm().fit(build_site([])).extract(page_of(0)).confidence == 0
    assert Rtdm().fit(site_of()).extract(read("")).text == ""


def test_large_and_deep_pages_come_to_an_end() -> None:
    """Thousands of unlike children, and thousands of levels; a guard against hanging."""
    wide = [tree_of(read("".join(f"<p>{k * i}" for i in range(4000)))) for k in (1, 7)]
    assert len(template_of(wide)) > 1000
    deep = [tree_of(read(f"<p>{k}" + f"<div>{k}" * 3000)) for k in (1, 7)]
    assert 300 < len(template_of(deep)) < 3000
