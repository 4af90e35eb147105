"""Page clusters: unions of shapes, in close to linear time, the same in any order."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitegist.page import read
from sitegist.site.clusters import ALIKE, Clusters, form_clusters, one_cluster
from sitegist.site.shapes import Shape, shape_of
from tests.sites import site_of

shapes = st.lists(
    st.tuples(st.frozensets(st.integers(0, 15), min_size=1, max_size=8), st.integers(1, 9)),
    max_size=12,
    unique_by=lambda item: item[0],
)


def shape(paths: frozenset[int]) -> Shape:
    """A shape of some paths."""
    return Shape(np.array(sorted(paths), np.uint64))


def likeness(one: Shape, other: Shape) -> float:
    """Jaccard similarity, as it is written."""
    a, b = set(one.paths.tolist()), set(other.paths.tolist())
    return len(a & b) / len(a | b)


@given(shapes)
def test_each_shape_joins_the_leader_it_is_most_like(
    listed: list[tuple[frozenset[int], int]],
) -> None:
    """Frequent shapes lead; meeting only bearers of rare paths misses none."""
    made = [(shape(paths), pages) for paths, pages in listed]
    clusters = form_clusters(made)
    leaders: list[Shape] = []
    expected = {}
    for one, _ in sorted(made, key=lambda item: (-item[1], item[0].key)):
        near = [(likeness(one, other), -place) for place, other in enumerate(leaders)]
        best = max(near, default=(0.0, 0))
        if best[0] < ALIKE:
            expected[one.key] = one.key
            leaders.append(one)
        else:
            expected[one.key] = leaders[-best[1]].key
    found = {key: clusters.leaders[place].key for key, place in clusters.of_key.items()}
    assert found == expected


@given(shapes)
def test_clusters_are_numbered_by_their_pages(listed: list[tuple[frozenset[int], int]]) -> None:
    """Cluster 0 has most pages; the numbers have no gaps."""
    clusters = form_clusters((shape(paths), pages) for paths, pages in listed)
    sizes = [0] * len(clusters)
    for paths, pages in listed:
        sizes[clusters.of_key[shape(paths).key]] += pages
    assert sizes == sorted(sizes, reverse=True)
    assert all(sizes)


def test_the_order_of_the_shapes_makes_no_difference() -> None:
    """Whatever comes first."""
    listed = [
        (shape(frozenset(paths)), pages)
        for paths, pages in (((1, 2, 3), 3), ((2, 3, 4), 3), ((3, 4, 5), 3), ((7, 8), 1))
    ]
    found = [form_clusters(order) for order in permutations(listed)]
    assert len({tuple(sorted(clusters.of_key.items())) for clusters in found}) == 1


def test_new_pages_find_their_cluster() -> None:
    """A page of a known shape, one that is much like a leader, and one like none."""
    post = "<body class=single><div class=top><p></p></div><div class=post><h1></h1><p></p></div>"
    index = "<body class=index><ul class=list><li></li></ul><div class=pager></div>"
    site = site_of([*[post] * 3, index])
    assert [site.size(cluster) for cluster in range(len(site.clusters))] == [3, 1]
    known = site.clusters
    assert known.of(shape_of(read(post))) == 0
    assert known.of(shape_of(read(post + "<blockquote>"))) == 0
    assert known.of(shape_of(read(index))) == 1
    assert known.of(shape_of(read("<body class=shop><table><td>"))) is None
    assert known.likeness(shape_of(read(post))) == 1
    assert ALIKE <= known.likeness(shape_of(read(post + "<blockquote>"))) < 1
    assert known.likeness(shape_of(read("<body class=shop><table><td>"))) < ALIKE


def test_one_site_one_cluster() -> None:
    """The papers' assumption: every page, known or new, is of it; also after a journey."""
    shapes = map(shape_of, map(read, ("<p>a", "<div>b", "<table><td>c")))
    clusters = one_cluster((shape, 1) for shape in shapes)
    for known in (clusters, Clusters.from_dict(clusters.as_dict())):
        assert len(known) == 1
        assert {known.of(shape_of(read(html))) for html in ("<p>a", "<ul><li>new", "")} == {0}
