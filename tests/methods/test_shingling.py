"""Shared fragments by shingling."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import OptionError
from sitegist.methods.shingling import (
    Shingling,
    _shingles,
    group,
    node_parents,
    nodes_of,
    resemblance,
    resemblances,
)
from sitegist.page import Page, read
from sitegist.site.build import build_site
from sitegist.site.clusters import Clusters
from sitegist.site.site import Site
from sitegist.sources.document import Document
from tests.strategies import trees

FOOT = "Our offices in twenty cities of the country are open from nine to five on every day but"
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
OWN = [
    " ".join(f"{word}{letter}" for word in ["one", "two", "three", "four", "five", "six", "seven"])
    for letter in "abcdef"
]


def html_of(place: int) -> str:
    """A foot whose last word is the page's own, a short line, and seven words of its own."""
    foot = f"<div><p>{FOOT} <b>{DAYS[place]}</b></p></div>"
    return f"<title>{DAYS[place]}</title><p>{OWN[place]}</p><p>Page top</p>{foot}"


def site_of(order: tuple[int, ...] = (0, 1, 2, 3, 4, 5)) -> Site:
    """Six pages, read in some order."""
    return build_site(
        Document(DAYS[place], f"https://example.org/{place}", html_of(place).encode())
        for place in order
    )


def page_of(place: int) -> Page:
    """One of them, read anew."""
    return read(html_of(place))


def test_what_resembles_a_shared_fragment_is_removed() -> None:
    """The foot has 19 words, so 15 windows of five; 14 of them are the same on each two pages:
    resemblance 14 / (15 + 15 - 14) = 0.875, which is more than 0.7.

    The page's own seven words are shared by no page, the two words above the foot have 8 bytes,
    which is less than 30. The body has 28 words and 24 windows, 14 of them common:
    14 / 34 = 0.41, so it is no fragment.
    """
    method = Shingling().fit(site_of())
    extraction = method.extract(page_of(0))
    assert extraction.text == f"{OWN[0]}\nPage top"
    blocks = [block.text for block in extraction.blocks]
    foot = method.why(page_of(0), blocks.index(f"{FOOT} Monday"))
    assert (foot["kept"], foot["pages"]) == (False, 6)
    # one of the six leads the group, and is like itself
    scores = sorted(method.extract(page_of(place)).scores[-1] for place in range(6))
    assert scores == pytest.approx([0.875] * 5 + [1])
    assert foot["reason"].startswith("resembles a fragment of 6 pages by ")
    own = method.why(page_of(0), blocks.index(OWN[0]))
    assert own["kept"]
    assert own["reason"].startswith("resembles no shared fragment by 0.7")


def test_min_match_factor() -> None:
    """At 0.9 no two feet are alike; at 0.4 whole pages are."""
    site = site_of()
    assert FOOT in Shingling(min_match=0.9).fit(site).extract(page_of(0)).text
    assert Shingling(min_match=0.4).fit(site).extract(page_of(0)).text == ""


def test_min_fragment_size() -> None:
    """From 8 bytes on the two words are a node as well; they have one shingle, of both."""
    site = site_of()
    assert Shingling(min_size=8).fit(site).extract(page_of(0)).text == OWN[0]
    assert Shingling(min_size=9).fit(site).extract(page_of(0)).text == f"{OWN[0]}\nPage top"


def test_share_factor_and_its_absolute_form() -> None:
    """A foot that three of six pages have is shared by a half, not by two thirds."""
    some = [html_of(place) if place < 3 else f"<p>{OWN[place]}</p><p>Up<div>" for place in range(6)]
    site = build_site(
        Document(str(place), f"https://example.org/{place}", html.encode())
        for place, html in enumerate(some)
    )
    every = {entry.shape: 0 for entry in site.entries}
    site = replace(site, clusters=Clusters(site.clusters.leaders[:1], every))
    kept = f"{OWN[0]}\nPage top"
    for options in ({"share": 0.5}, {"share": 0.1}, {"times": 3}):
        assert Shingling(**options).fit(site).extract(page_of(0)).text == kept
    for options in ({"share": 0.6}, {"times": 4}):
        assert FOOT in Shingling(**options).fit(site).extract(page_of(0)).text


def test_a_fragment_inside_a_fragment_is_none() -> None:
    """The paragraph in the foot has the same words as the foot: one node, the outermost. A part
    that stands in a shared part on all pages is not kept by itself.
    """
    nodes, sketches = nodes_of(page_of(0), 5, 32, 30)
    assert [page_of(0).rows.tag(row) for row in nodes.tolist()] == ["body", "p", "div"]
    assert [len(sketch) for sketch in sketches] == [24, 3, 15]
    part = "these five words stand inside it"
    pages = [f"<p>{OWN[place]}</p><div>{FOOT}<p>{part}</p></div>".encode() for place in range(6)]
    site = build_site(Document(str(i), f"https://x.org/{i}", html) for i, html in enumerate(pages))
    method = Shingling().fit(site)
    assert [len(known.shingles) for known in method.fragments.values()] == [1, 1]


def test_resemblance_of_a_changed_word() -> None:
    """Twenty words have 16 windows of five. Another last word changes one: 15 / 17; another word
    in the middle five: 11 / 21.
    """
    words = [f"w{place}" for place in range(20)]

    def sketch(words: list[str]) -> tuple[int, ...]:
        return nodes_of(read(f"<p>{' '.join(words)}"), 5, 32, 30)[1][0]

    assert resemblance(sketch(words), sketch([*words[:-1], "x"])) == pytest.approx(15 / 17)
    assert resemblance(sketch(words), sketch([*words[:10], "x", *words[11:]])) == 11 / 21


@given(st.lists(st.integers(0, 30), min_size=1, max_size=80), st.integers(1, 6), st.integers(1, 5))
def test_shingles_are_the_smallest_distinct_hashes(
    values: list[int], window: int, most: int
) -> None:
    """For any stretch, however the others are looked up."""
    tokens = np.array(values, np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    size = len(values)
    first = np.array([a for a in range(size) for _ in range(a, size)])
    last = np.array([b + 1 for a in range(size) for b in range(a, size)])
    every = _shingles(
        tokens, np.arange(max(size - window + 1, 0)), np.arange(window, size + 1), window, 1
    )
    for a, b, found in zip(
        first.tolist(), last.tolist(), _shingles(tokens, first, last, window, most)
    ):
        if b - a >= window:
            wanted = {sketch[0] for sketch in every[a : b - window + 1]}
            assert found == tuple(sorted(wanted)[:most])
        else:
            assert len(found) == 1


sketches = st.lists(
    st.sets(st.integers(0, 12), min_size=1, max_size=6).map(lambda held: tuple(sorted(held))),
    max_size=12,
    unique=True,
)


@given(sketches, st.sampled_from([0.3, 0.5, 0.7, 1.0]))
def test_groups_have_the_first_leader_that_they_resemble(
    listed: list[tuple[int, ...]], least: float
) -> None:
    """The short cut by rare shingles leaves none out."""
    leaders: list[int] = []
    for place, sketch in enumerate(listed):
        near = [p for p in leaders if p == leaders[p] and resemblance(listed[p], sketch) >= least]
        leaders.append(near[0] if near else place)
    assert group(listed, least) == leaders


@given(sketches, sketches)
def test_all_resemblances_at_once(
    listed: list[tuple[int, ...]], known: list[tuple[int, ...]]
) -> None:
    """Are those of each pair; of equal ones the first counts."""
    best, which = resemblances(listed, tuple(known))
    for sketch, value, place in zip(listed, best.tolist(), which.tolist()):
        every = [resemblance(sketch, fragment) for fragment in known]
        assert value == max(every, default=0.0)
        if value:
            assert place == every.index(value)


@given(trees(("div", "p")))
def test_parents_of_nodes(html: str) -> None:
    """The nearest node around each, which a page's rows know as well."""
    rows = read(html).rows
    chosen = rows.having(("p", "body"))
    nodes = np.flatnonzero(chosen)
    above = rows.nearest(chosen)[rows.parent[nodes]]
    expected = [nodes.tolist().index(row) if row >= 0 else -1 for row in above.tolist()]
    assert node_parents(nodes, rows.end[nodes]).tolist() == expected


def test_no_site_and_no_page() -> None:
    """Nothing known: everything stays, and is said; nothing there: nothing stays."""
    extraction = Shingling().extract(page_of(0))
    assert FOOT in extraction.text
    assert [v.reason for v in extraction][1:] == [
        "nothing is known of the site, so everything stays"
    ] * 3
    assert Shingling().fit(build_site([])).extract(page_of(0)).confidence == 0
    assert Shingling().fit(site_of()).extract(read("")).text == ""


@pytest.mark.parametrize(
    "options", [{"window": 0}, {"shingles": 0}, {"share": 0}, {"min_match": 2}]
)
def test_options_that_mean_nothing_are_refused(options: dict[str, int]) -> None:
    """No window, no shingle, no page, more than the same."""
    with pytest.raises(OptionError):
        Shingling(**options)  # type: ignore[arg-type]
