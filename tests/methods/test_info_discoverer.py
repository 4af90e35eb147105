"""InfoDiscoverer: thresholds, the second phase, and what a block without terms does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import OptionError
from sitegist.methods.info_discoverer import InfoDiscoverer, two_classes, widest_gap
from sitegist.methods.refining import merge_neighbours, split_block
from sitegist.page import read, segment
from tests.sites import site_of
from tests.strategies import soup

WORDS = ["apple", "bridge", "castle", "dragon", "engine", "forest", "granite", "harbour"]


def row_page(word: str) -> str:
    """One table: a row on all pages, and one of the page's own."""
    own = " ".join(f"{word}{letter}" for letter in "abcdefg")
    return f"<table><tr><td>Home News Weather Imprint<tr><td>{own}</table>"


def test_an_ambiguous_table_is_split_into_rows() -> None:
    """Section 4.1, second phase: the row on all pages goes, the other stays."""
    pages = [row_page(word) for word in WORDS]
    method = InfoDiscoverer(threshold=4 / 11).fit(site_of(pages))
    found = method.extract(read(pages[2], "http://x.org/2"))
    assert found.text == " ".join(f"castle{letter}" for letter in "abcdefg")
    whole = InfoDiscoverer(threshold=4 / 11, refine=False).fit(site_of(pages))
    assert "Home" in whole.extract(read(pages[2], "http://x.org/2")).text


def test_what_has_no_cells_is_split_by_its_children() -> None:
    """TR, then TD, then the children of the first element with several."""
    page = read("<body><div><p>one</p><p>two</p></div></body>")
    blocks = segment(page, "tables")
    chosen = np.ones(len(blocks), np.bool_)
    assert [text for text in split_block(blocks, chosen, 0).texts if text] == ["one\ntwo"]
    assert [text for text in split_block(blocks, chosen, 2).texts if text] == ["one", "two"]


def test_neighbours_with_one_verdict_are_merged() -> None:
    """Section 6.2: several blocks of the same classification become one; the title stays apart."""
    page = read("<title>t</title><p>one</p><p>two</p><p>three</p>")
    blocks = segment(page, "leaves")
    kept = np.array([text in ("one", "two") for text in blocks.texts])
    assert [text for text in merge_neighbours(blocks, kept).texts if text] == [
        "t",
        "one\ntwo",
        "three",
    ]


@given(soup(), st.integers(0, 2))
def test_splitting_and_merging_lose_nothing(html: str, level: int) -> None:
    """Every text run that had a block has one afterwards."""
    page = read(html)
    blocks = segment(page, "tables")
    runs = page.rows.runs
    parts = split_block(blocks, np.ones(len(blocks), np.bool_), level)
    joined = merge_neighbours(parts, np.zeros(len(parts), np.bool_))
    for after in (parts, joined):
        assert np.array_equal(after.owner[runs] >= 0, blocks.owner[runs] >= 0)
        assert after.words.sum() == blocks.words.sum()


def test_a_block_without_terms_goes_as_its_parent() -> None:
    """An empty table in an informative one is informative, in a redundant one redundant."""
    inner = "<table><td><img src=a></table>"
    pages = [
        f"<table><td>Menu of all {inner}</table><table><td>{word}a {word}b {inner}</table>"
        for word in WORDS
    ]
    method = InfoDiscoverer(threshold=0.5, refine=False).fit(site_of(pages))
    found = method.extract(read(pages[0], "http://x.org/0"))
    tables = found.kept[[i for i, block in enumerate(found.blocks) if "table" in block.path]]
    assert tables.tolist() == [False, False, True, True]


def test_a_page_is_judged_against_the_others() -> None:
    """A word that only this page has is of entropy 0, and so is one that one other page has.

    Two others of seven: log_7 2.
    """
    pages = [f"<p>{word}</p>" for word in WORDS]
    pages[1] = pages[2] = "<p>apple</p>"
    method = InfoDiscoverer("leaves", threshold=0.5).fit(site_of(pages))
    found = method.extract(method.site.page("http://x.org/0"))  # type: ignore[union-attr]
    assert found.evidence["entropy"].tolist() == pytest.approx([np.log(2) / np.log(7)], abs=1e-5)
    fresh = method.extract(method.site.page("http://x.org/4"))  # type: ignore[union-attr]
    assert fresh.evidence["entropy"].tolist() == [0.0]


entropies = st.lists(st.tuples(st.integers(0, 20), st.integers(1, 9)), min_size=1, max_size=30)


@given(entropies, st.sampled_from([widest_gap, two_classes]))
def test_thresholds_part_what_there_is(pairs: list[tuple[int, int]], rule: object) -> None:
    """Between two values, never outside, and 1.0 where nothing can be parted."""
    values = np.array([value / 20 for value, _ in pairs])
    terms = np.array([count for _, count in pairs])
    cut = rule(values, terms)  # type: ignore[operator]
    assert cut == 1.0 or values.min() < cut < values.max()
    order = np.argsort(-terms, kind="stable")
    assert rule(values[order], terms[order]) == pytest.approx(cut)  # type: ignore[operator]


@pytest.mark.parametrize("options", [{"threshold": "best"}, {"sample": 0}])
def test_options_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    """Another rule, and no page to learn from."""
    with pytest.raises(OptionError):
        InfoDiscoverer(**options)  # type: ignore[arg-type]
