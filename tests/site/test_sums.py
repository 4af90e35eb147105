"""Sums: any order, any split, any number of processes, and exact forgetting."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import SitegistError
from sitegist.page import read
from sitegist.page.terms import extract_terms
from sitegist.scale import in_order
from sitegist.site.entropy import PRECISION, QUANTUM, TermEntropy, entropy, term_columns
from sitegist.site.sums import Group, GroupedSums, Sums, page_sums
from sitegist.site.table import Table
from tests.strategies import soup, trees

pages = st.lists(trees(("p", "div", "b", "li")) | soup(20), max_size=8)
counts_per_page = st.lists(st.integers(0, 60), min_size=2, max_size=40)


def sums_of(html: str) -> Sums:
    """What one page adds."""
    page = read(html)
    return page_sums(page, extract_terms(page, None))


def grouped(parts: list[tuple[Group, Sums]]) -> GroupedSums:
    """Sums to which some pages were added."""
    sums = GroupedSums()
    for group, part in parts:
        sums.add(group, part)
    return sums


def naive(counts: list[int]) -> float:
    """Papers 000 (4.3), 003 (3.1), 004 (4.2): - sum_j w_j log_n w_j with w_j = c_j / sum c."""
    total = sum(counts)
    weights = [count / total for count in counts if count]
    return -sum(weight * log(weight) for weight in weights) / log(len(counts))


@given(counts_per_page)
def test_entropy_from_sums_is_the_papers_formula(counts: list[int]) -> None:
    """Within half a quantum, and what the rounding of Σ c ln c may add to it."""
    held = [count for count in counts if count]
    columns = term_columns(np.array(held, np.int64)).sum(axis=0, keepdims=True)
    found = entropy(columns.reshape(1, 3), len(counts))[0]
    expected = naive(counts) if held else 0.0
    rounding = 0.5 * len(held) / PRECISION / max(sum(held), 1) / log(len(counts))
    assert abs(found - expected) <= 0.5 / QUANTUM + rounding + 1e-12
    assert found * QUANTUM == int(found * QUANTUM)


@given(counts_per_page, st.data())
def test_a_page_taken_out_leaves_the_entropy_of_the_others(
    counts: list[int], data: st.DataObject
) -> None:
    """As if it had never been there."""
    place = data.draw(st.integers(0, len(counts) - 1))
    key = np.array([7], np.uint64)
    own = np.array([counts[place]], np.int64)
    others = counts[:place] + counts[place + 1 :]
    every = [Table(key, term_columns(np.array([count]))) for count in counts if count]
    rest = [Table(key, term_columns(np.array([count]))) for count in others if count]
    known = TermEntropy(Table.total([Table.empty(3), *every]), len(counts))
    expected = TermEntropy(Table.total([Table.empty(3), *rest]), len(others))
    left_out = key if counts[place] else key[:0]
    found = known.without(left_out, own[: len(left_out)]) if counts[place] else known.of(key)
    if counts[place]:
        assert found.tolist() == expected.of(key).tolist()


@given(pages, st.randoms(use_true_random=False), st.data())
def test_order_split_and_merge_make_no_difference(
    htmls: list[str], random: object, data: st.DataObject
) -> None:
    """The same sums from pages in any order, cut into any parts, merged in any order."""
    parts = [
        ((place % 2, "article" if place % 3 else ""), sums_of(h)) for place, h in enumerate(htmls)
    ]
    whole = grouped(parts)
    random.shuffle(parts)  # type: ignore[attr-defined]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(parts)), max_size=3)))
    pieces = [grouped(parts[a:b]) for a, b in pairwise([0, *cuts, len(parts)])]
    random.shuffle(pieces)  # type: ignore[attr-defined]
    merged = GroupedSums()
    for piece in pieces:
        merged.merge(piece)
    assert merged == whole
    assert merged.over(merged) == Sums.total(part for _, part in parts)


@given(pages, st.data())
def test_forgetting_is_exact(htmls: list[str], data: st.DataObject) -> None:
    """What is left is what the other pages would have given, whatever came before or after."""
    parts = [((place % 2, ""), sums_of(html)) for place, html in enumerate(htmls)]
    gone = data.draw(st.sets(st.sampled_from(range(len(parts))))) if parts else set()
    sums = grouped(parts)
    for place in gone:
        sums.forget(*parts[place])
    assert sums == grouped([part for place, part in enumerate(parts) if place not in gone])


def test_what_was_never_added_cannot_be_forgotten() -> None:
    """An error of ours, and nothing is changed."""
    sums = grouped([((1, ""), sums_of("<p>harbour lamp"))])
    before = grouped([((1, ""), sums_of("<p>harbour lamp"))])
    for group, html in (((1, ""), "<p>violin"), ((2, ""), "<p>harbour lamp")):
        with pytest.raises(SitegistError):
            sums.forget(group, sums_of(html))
    assert sums == before


def test_any_number_of_processes_gives_the_same_sums() -> None:
    """Pages summed up elsewhere add up to the same."""
    htmls = [
        f"<div><p>harbour lamp {'violin ' * place}</p><p>own{place}</p></div>" for place in range(9)
    ]
    totals = [Sums.total(in_order(sums_of, htmls, processes)) for processes in (1, 2, 3)]
    assert totals[0] == totals[1] == totals[2]
    assert totals[0].pages == 9


@given(pages)
def test_page_sums_count_what_is_there(htmls: list[str]) -> None:
    """Occurrences of each term, pages of each block, elements of each path, counted naively."""
    read_pages = [read(html) for html in htmls]
    total = Sums.total(sums_of(html) for html in htmls)
    terms: Counter[int] = Counter()
    for page in read_pages:
        found = extract_terms(page, None)
        terms.update(dict(zip(found.hash.tolist(), found.counts.tolist())))
    assert dict(zip(total.terms.keys.tolist(), total.terms.columns[:, 0].tolist())) == dict(terms)
    assert total.paths.columns[:, 1].sum() == sum(page.rows.is_element.sum() for page in read_pages)
    assert (total.blocks.columns[:, 0] <= len(htmls)).all()
    assert total.words == sum(int(page.words.sum()) for page in read_pages)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(-3, 3)), max_size=20))
def test_tables_add_by_key(pairs: list[tuple[int, int]]) -> None:
    """Keys are sorted, and those whose sums are 0 are left out."""
    keys = np.array([key for key, _ in pairs], np.uint64)
    table = Table.of(keys, np.array([value for _, value in pairs], np.int64).reshape(-1, 1))
    expected: Counter[int] = Counter()
    for key, value in pairs:
        expected[key] += value
    held = {key: value for key, value in sorted(expected.items()) if value}
    assert dict(zip(table.keys.tolist(), table.columns[:, 0].tolist())) == held
    assert all(a < b for a, b in pairwise(table.keys.tolist()))
    wanted = np.arange(7, dtype=np.uint64)
    assert table.find(wanted)[:, 0].tolist() == [held.get(key, 0) for key in range(7)]
