"""LAMIS: its switches, its limits, and a million links."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import OptionError
from sitegist.methods.lamis import RANKINGS, TABLE_4, VARIANTS, Variant, lamis, ranking
from sitegist.site.entropy import entropy, term_columns
from sitegist.site.links import LinkGraph
from tests.sites import graph_of

EDGES = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda edge: edge[0] != edge[1]),
    st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    max_size=24,
)


def stars(**changes: np.ndarray) -> LinkGraph:
    """A table of contents of five articles, and two pages that know each other."""
    links = {(0, page): 0.2 for page in range(1, 6)} | {(6, 7): 0.8, (7, 6): 0.8}
    graph = graph_of(8, links)
    return LinkGraph(**{**vars(graph), **changes})


def test_names_cover_every_combination() -> None:
    """32 variants under the names of table 4, and the count of links."""
    assert len(VARIANTS) == len(RANKINGS) - 1 == 32
    assert set(TABLE_4) <= set(RANKINGS)
    assert VARIANTS["lamis-ln-cb-hr-tw"] == Variant(True, True, True, True, True)
    assert VARIANTS["salsa-cb"] == Variant(False, ln=True, cb=True)


def test_an_unknown_ranking_is_named() -> None:
    """And those that there are."""
    with pytest.raises(OptionError, match="lamis-ln"):
        ranking(stars(), "pagerank")


@pytest.mark.parametrize("name", RANKINGS)
def test_a_table_of_contents_comes_first(name: str) -> None:
    """Whatever is switched on."""
    found = ranking(stars(), name)
    assert int(np.argmax(found.score)) == 0
    assert np.isfinite(found.score).all()


def test_duplicate_links_count_once_with_their_greatest_weight() -> None:
    """A second link to the same page changes nothing unless it weighs more."""
    graph = stars()
    doubled = {
        name: np.concatenate([values[:1], values])
        for name, values in vars(graph).items()
        if isinstance(values, np.ndarray)
    }
    again = LinkGraph(**{**vars(graph), **doubled, "anchor": ("x", *graph.anchor)})
    assert np.array_equal(lamis(again).hub, lamis(graph).hub)
    assert np.array_equal(ranking(again, "outlinks").score, ranking(graph, "outlinks").score)


def test_terms_of_anchors() -> None:
    """TW: an anchor of ten terms weighs twice as much as one of one."""
    terms = np.array([10, 1, 1, 1, 1, 1, 1])
    found = lamis(stars(terms=terms), Variant(tw=True)).authority
    assert found[1] / found[2] == pytest.approx(2)


def test_hybrid_ranking() -> None:
    """HR takes n authorities from a hub, n = log2(links / 1,000), and nothing from small sites."""
    graph = stars()
    assert np.array_equal(lamis(graph, Variant(hr=True)).score, lamis(graph).hub)
    size = 64
    edges = {(a, b): 0.5 for a in range(size) for b in range(size) if a != b}
    found = lamis(graph_of(size, edges), Variant(hr=True))
    n = np.log2(size * (size - 1) / 1000)
    assert found.score == pytest.approx(found.hub - n * found.authority)


def test_blocks_part_what_a_page_joins() -> None:
    """CB, figure 14: an authority in one block of a page does not make those of another one."""
    links = {(page, 4): 0.0 for page in range(4)} | {(0, 5): 0.0}
    graph = graph_of(6, links)
    assert lamis(graph, Variant(entropy=False)).authority[5] > 0.1
    assert lamis(graph, Variant(entropy=False, cb=True)).authority[5] < 1e-6


@given(EDGES, st.booleans(), st.booleans())
def test_normalised_links_converge_to_the_known_limit(
    edges: dict[tuple[int, int], float], has_entropy: bool, cb: bool
) -> None:
    """LN: the vectors solve both equations, and are what iteration in turns leads to."""
    graph = graph_of(8, edges)
    found = lamis(graph, Variant(has_entropy, ln=True, cb=cb))
    weight = graph.weight if has_entropy else np.ones(len(graph))
    dense = np.zeros((8, 8))
    dense[graph.source, graph.target] = weight
    if cb:  # each link is a block of its own, so a page's hub is the sum over its links
        share = dense / np.maximum(dense.sum(0), 1e-300)
        expected = share @ found.authority
        length = np.linalg.norm(expected)
        assert found.hub == pytest.approx(expected / length if length else expected, abs=1e-9)
        return
    authority = np.ones(8)
    for _ in range(3000):
        hub = (dense / np.maximum(dense.sum(0), 1e-300)) @ authority
        authority = (dense / np.maximum(dense.sum(1, keepdims=True), 1e-300)).T @ hub
    for vector, limit in ((hub, found.hub), (authority, found.authority)):
        length = np.linalg.norm(vector)
        assert limit == pytest.approx(vector / length if length else vector, abs=1e-4)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(0, 4))
def test_weight_is_at_least_inverse_document_frequency(counts: list[int], others: int) -> None:
    """003, section 3.3: W = IDF for a term that is evenly spread, and more otherwise."""
    pages = len(counts) + others + 1
    columns = term_columns(np.array(counts)).sum(axis=0)[None]
    weight = 1 - entropy(columns, pages)[0]
    idf = np.log(pages / len(counts)) / np.log(pages)
    if len(set(counts)) == 1:
        assert weight == pytest.approx(idf, abs=2e-6)
    else:
        assert weight >= idf - 2e-6


def test_sites_without_links() -> None:
    """All is 0, and nothing fails."""
    for name in RANKINGS:
        assert not ranking(graph_of(3, {}), name).score.any()
