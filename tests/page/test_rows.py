"""Rows: one pre-order of the document, and what is computed on it."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitegist.page import Page, read
from sitegist.page.rows import (
    HIDDEN,
    Longs,
    Rows,
    depths_and_parents,
    spread,
    style_hash,
    style_key,
    subtree_ends,
)
from tests import strategies

documents = st.binary(max_size=80) | strategies.texts() | strategies.soup()


def naive_ends_depths_parents(counts: list[int]) -> tuple[list[int], list[int], list[int]]:
    """Read a forest off its numbers of children, one node after the other."""
    size = len(counts)
    ends, depths, parents = [0] * size, [0] * size, [-1] * size

    def walk(node: int, depth: int, parent: int) -> int:
        depths[node], parents[node] = depth, parent
        following = node + 1
        for _ in range(counts[node]):
            following = walk(following, depth + 1, node)
        ends[node] = following
        return following

    node = 0
    while node < size:
        node = walk(node, 0, -1)
    return ends, depths, parents


def forest(counts: Longs, tags: list[str]) -> Rows:
    """Rows that have a shape and tags, and no text."""
    ends = subtree_ends(counts)
    depth, parent = depths_and_parents(counts, ends)
    size = len(counts)
    names = sorted(set(tags)) or ["p"]
    return Rows(
        style=np.array([names.index(tag) for tag in tags[:size]], np.int32),
        styles=tuple((name, None) for name in names),
        parent=parent.astype(np.int32),
        end=ends.astype(np.int32),
        depth=depth.astype(np.int32),
        line=np.zeros(size, np.int32),
        flags=np.zeros(size, np.uint8),
        start=np.zeros(size + 1, np.int64),
        attrs={},
    )


@st.composite
def forests(draw: st.DrawFn) -> Rows:
    """A random forest with random tags."""
    counts = draw(strategies.child_counts())
    tags = draw(st.lists(st.sampled_from("abc"), min_size=len(counts), max_size=len(counts)))
    return forest(counts, tags)


def arrays(page: Page) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]]:
    """The arrays of a page by name."""
    names = ("style", "parent", "end", "depth", "line", "flags", "start")
    return {name: getattr(page.rows, name) for name in names}


def same(one: Page, other: Page) -> bool:
    """Whether two pages agree in every array, attribute and character."""
    ours, theirs = arrays(one), arrays(other)
    return (
        all(np.array_equal(ours[name], theirs[name]) for name in ours)
        and (one.text, one.html, one.encoding) == (other.text, other.html, other.encoding)
        and one.rows.styles == other.rows.styles
        and one.rows.attrs == other.rows.attrs
    )


@given(documents)
@example("")
@example("<template><p>a<template>b</template></template>c")
@example("<title>a</title><svg><title>b</title></svg>")
def test_rows_are_a_pre_order(html: str | bytes) -> None:
    """Parents come before children, depths count them, and subtrees nest."""
    rows = read(html).rows
    at = np.arange(len(rows))
    assert (rows.parent < at).all()
    assert (rows.parent >= -1).all()
    assert (rows.end > at).all()
    assert (rows.end <= len(rows)).all()
    inner = np.flatnonzero(rows.parent >= 0)
    parent = rows.parent[inner]
    assert (rows.end[parent] >= rows.end[inner]).all()
    assert (rows.depth[inner] == rows.depth[parent] + 1).all()
    assert (rows.depth[rows.parent < 0] == 0).all()
    # a row's parent is the deepest earlier row whose subtree is not over yet
    open_rows: list[int] = []
    for row in range(len(rows)):
        while open_rows and rows.end[open_rows[-1]] <= row:
            open_rows.pop()
        assert rows.parent[row] == (open_rows[-1] if open_rows else -1)
        assert not open_rows or rows.end[row] <= rows.end[open_rows[-1]]
        open_rows.append(row)


@given(documents)
@example("<p>a</p>\n<pre>\n\n x\n</pre>")
@example("\x00\x01\x02<b>\x03</b>\x04\x05")
@example("<p>a\ud800<b>\udfff</b>")
@example("<title> </title> ")
def test_the_runs_tile_the_text(html: str | bytes) -> None:
    """Spans follow one another from 0 to the end; only drawn text runs have any."""
    page = read(html)
    rows = page.rows
    assert rows.start[0] == 0
    assert rows.start[-1] == len(page.text)
    lengths = np.diff(rows.start)
    assert (lengths >= 0).all()
    assert not lengths[rows.flagged(HIDDEN)].any()
    assert (rows.having(("#text",))[lengths > 0]).all()
    spans = [page.text[rows.start[run] : rows.start[run + 1]] for run in rows.runs]
    assert "".join(spans) == page.text
    assert all(spans)


@given(documents)
def test_nulls_never_reach_the_text(html: str | bytes) -> None:
    """Wherever they stand."""
    assert "\x00" not in read(html).text


@given(documents)
def test_the_same_bytes_give_the_same_page(html: str | bytes) -> None:
    """Reading twice gives equal arrays, attributes and text."""
    assert same(read(html), read(html))


@given(strategies.soup())
def test_a_page_survives_pickling(html: str) -> None:
    """A page that comes back from another process is the same, and still works."""
    page = read(html, "http://h/")
    assert page.links is not None
    copy = pickle.loads(pickle.dumps(page))
    assert same(page, copy)
    assert copy.links == page.links
    assert np.array_equal(copy.words, page.words)


@pytest.mark.parametrize("pickled", [False, True])
def test_arrays_are_read_only(pickled: bool) -> None:
    """Nobody can change a page by accident, not even one that came from another process."""
    page = read("<p>a<b>b</b>")
    if pickled:
        page = pickle.loads(pickle.dumps(page))
    for name, array in arrays(page).items():
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
        assert not array.flags.writeable, name


@given(strategies.child_counts())
def test_ends_depths_and_parents_follow_from_the_numbers_of_children(counts: Longs) -> None:
    """The vectorised walk agrees with one that goes node by node."""
    ends = subtree_ends(counts)
    depths, parents = depths_and_parents(counts, ends)
    expected = naive_ends_depths_parents(counts.tolist())
    assert (ends.tolist(), depths.tolist(), parents.tolist()) == expected


@pytest.mark.parametrize("counts", [[1] * 70_000 + [0], [70_000] + [0] * 70_000, [0] * 70_000])
def test_shapes_beyond_16_bits(counts: list[int]) -> None:
    """Chains and fans of more than 65,536 nodes, whose sort keys are wider."""
    size = len(counts)
    ends = subtree_ends(np.array(counts))
    depths, parents = depths_and_parents(np.array(counts), ends)
    if counts[0] == 1:
        assert (ends == size).all()
        assert depths.tolist() == list(range(size))
        assert parents.tolist() == list(range(-1, size - 1))
    else:
        assert ends[1:].tolist() == list(range(2, size + 1))
        assert ends[0] == (size if counts[0] else 1)
        assert set(parents[1:].tolist()) == {0 if counts[0] else -1}
        assert set(depths[1:].tolist()) == {1 if counts[0] else 0}


@given(st.data())
def test_spread_marks_whole_subtrees(data: st.DataObject) -> None:
    """A row is marked if it or an ancestor is among the roots, nested or repeated ones too."""
    rows = data.draw(forests())
    if not len(rows):
        return
    roots = data.draw(st.lists(st.integers(0, len(rows) - 1), unique=True))
    expected = [any(root <= row < rows.end[root] for root in roots) for row in range(len(rows))]
    assert spread(np.array(roots, np.int64), rows.end).tolist() == expected


@given(st.data())
def test_nearest_is_the_first_chosen_on_the_way_up(data: st.DataObject) -> None:
    """Pointers that double find what climbing finds."""
    rows = data.draw(forests())
    size = len(rows)
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)), np.bool_)

    def climb(row: int) -> int:
        while row >= 0 and not chosen[row]:
            row = int(rows.parent[row])
        return row

    assert rows.nearest(chosen).tolist() == [climb(row) for row in range(size)]


@given(forests())
def test_ordinal_counts_siblings_of_one_tag(rows: Rows) -> None:
    """Each row's place among its siblings of the same tag, and how many there are."""
    expected = []
    for row in range(len(rows)):
        kin = [
            other
            for other in range(len(rows))
            if rows.parent[other] == rows.parent[row] and rows.tag(other) == rows.tag(row)
        ]
        expected.append([kin.index(row) + 1, len(kin)])
    assert rows.ordinal.tolist() == expected


@given(st.data())
def test_over_subtrees_adds_up(data: st.DataObject) -> None:
    """Prefix sums give what adding up row by row gives, of numbers and of flags."""
    rows = data.draw(forests())
    size = len(rows)
    values = np.array(data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size)), int)
    sums = [int(values[row : rows.end[row]].sum()) for row in range(size)]
    assert rows.over_subtrees(values).tolist() == sums
    odd = values % 2 == 1
    assert rows.over_subtrees(odd).tolist() == [
        int(odd[row : rows.end[row]].sum()) for row in range(size)
    ]


@given(strategies.soup())
def test_inner_text_is_the_text_of_the_runs_below(html: str) -> None:
    """The slice of a subtree holds exactly the runs in it."""
    page = read(html)
    rows = page.rows
    for row in range(len(rows)):
        runs = [run for run in rows.runs if row <= run < rows.end[row]]
        spans = (page.text[rows.start[run] : rows.start[run + 1]] for run in runs)
        assert page.inner_text(row) == "".join(spans).strip()


def test_a_look_is_the_tag_and_the_display_attributes() -> None:
    """Order of classes and classes with digits do not matter; tags, classes and colours do."""
    page = read(
        "<p class='b a'><p class='a b post-17'><p class=a><p bgcolor=red><p bgcolor=blue>"
        "<div class='a b'><p class='a b' id=x>"
    )
    look = {row: int(page.rows.look[row]) for row in np.flatnonzero(page.rows.having(("p", "div")))}
    one, two, three, red, blue, div, with_id = look.values()
    assert one == two == with_id
    assert len({one, three, red, blue, div}) == 5


def test_a_look_is_the_same_in_every_process() -> None:
    """The hash of a style is part of what we store, so it never changes."""
    assert style_key(("p", "b a x1", None, "left")) == "p\x1fa b\x1falign=left"
    assert style_hash(("p", "a")) == 0x69C195BCBA1F323E


def test_attributes_that_are_always_read() -> None:
    """They are there by row; others are in ``sources``."""
    page = read("<html lang=en><a href=/x title=t>a</a><img src=i alt='An i'><ol start=3>")
    rows = page.rows
    at = {rows.tag(row): row for row in range(len(rows))}
    assert rows.attr(at["a"], "href") == "/x"
    assert rows.attr(at["img"], "src") == "i"
    assert rows.attr(at["img"], "alt") == "An i"
    assert rows.attr(at["ol"], "start") == "3"
    assert rows.attr(at["html"], "lang") == "en"
    assert rows.attr(at["ol"], "href") is None
    assert page.sources[at["a"]].attrs == {"href": "/x", "title": "t"}
