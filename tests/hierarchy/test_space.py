"""The information space tree, node by node as sections 3.1 and 3.2 of paper 001 tell it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.hierarchy.scales import Scales, scales_of_page
from sitegist.hierarchy.space import build_tree
from sitegist.page import read
from sitegist.site.entropy import QUANTUM
from tests.strategies import CONTENT_TAGS, soup, trees

PAGES = soup() | trees((*CONTENT_TAGS, "a href=/x"), ("br", "img alt=picture"), max_leaves=30)


@dataclass
class Node:
    """A node of the tree that is told by the book."""

    row: int
    children: list[Node] = field(default_factory=list)


def reduced(node: Node, leaves: set[int]) -> Node | None:
    """D1: nothing below, gone. D2: one child, replaced by it. Recursively."""
    if node.row in leaves:
        return Node(node.row)
    children = [kept for kept in (reduced(child, leaves) for child in node.children) if kept]
    if len(children) < 2:
        return children[0] if children else None
    return Node(node.row, children)


def in_order(node: Node) -> list[Node]:
    """The node and all below it."""
    return [node, *(below for child in node.children for below in in_order(child))]


@given(PAGES, st.integers(0, 9), st.booleans())
def test_the_tree_is_that_of_the_paper(html: str, seed: int, distinct: bool) -> None:
    """Nodes, a, h and CDiv, with any entropies and any precision of links."""
    page = read(html)
    rows = page.rows
    random = np.random.default_rng(seed)
    plain = scales_of_page(page)
    entropy = random.integers(0, QUANTUM + 1, plain.term.max(initial=0) + 1)[plain.term]
    known = plain.link[random.random(len(plain.link)) < 0.7]
    precision = random.integers(0, 9 * QUANTUM, len(known))
    space = build_tree(
        page, Scales("site", plain.row, plain.term, entropy, known, precision), distinct
    )
    nodes = [Node(row) for row in range(len(rows))]
    for row, parent in enumerate(rows.parent.tolist()):
        if parent >= 0:
            nodes[parent].children.append(nodes[row])
    roots = [node for node in nodes if rows.parent[node.row] < 0]
    leaves = set(space.row[space.is_leaf].tolist())
    kept = [root for root in (reduced(root, leaves) for root in roots) if root]
    assert len(kept) <= 1
    told = in_order(kept[0]) if kept else []
    assert [node.row for node in told] == space.row.tolist()

    def mean(values: list[int]) -> float | None:
        return sum(values) / len(values) / QUANTUM if values else None

    def within(places: list[int], values: list[int], row: int) -> list[int]:
        return [value for at, value in zip(places, values) if row <= at < rows.end[row]]

    def said(row: int) -> list[int]:
        terms = within(plain.row.tolist(), plain.term.tolist(), row)
        worth = dict(zip(plain.term.tolist(), entropy.tolist()))
        return [worth[term] for term in (set(terms) if distinct else terms)]

    links = known.tolist(), precision.tolist()
    cii = {node.row: mean(said(node.row)) for node in told}
    api = {node.row: mean(within(*links, node.row)) for node in told}
    largest = max((value for value in api.values() if value), default=0.0) or 1.0
    a: dict[int, float] = {}
    h = {row: (value or 0.0) / largest for row, value in api.items()}
    above = {child.row: node.row for node in told for child in node.children}
    for node in told:
        found = cii[node.row]
        a[node.row] = a.get(above.get(node.row, -1), 0.0) if found is None else 1 - found
    assert space.authority == pytest.approx([a[node.row] for node in told])
    assert space.hub == pytest.approx([h[node.row] for node in told])
    assert space.hub_known.tolist() == [api[node.row] is not None for node in told]
    diversity = [
        sum(hypot(a[c.row] - a[node.row], h[c.row] - h[node.row]) for c in node.children)
        / (len(node.children) or 1)
        for node in told
    ]
    assert space.diversity == pytest.approx(diversity, abs=1e-8)
