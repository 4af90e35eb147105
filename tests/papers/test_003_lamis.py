"""The worked example of paper 003, section 3.4: tables 1 and 2, to the third decimal."""

from __future__ import annotations

import numpy as np
import pytest

from sitegist.methods.lamis import Variant, lamis
from sitegist.site.entropy import entropy, term_columns
from sitegist.site.links import LinkGraph
from tests.sites import graph_of

LINKS = {
    (0, 1): 0.669, (0, 2): 0.861, (1, 0): 0.861, (1, 2): 0.861, (1, 3): 0.430, (1, 4): 0.430,
    (2, 0): 0.861, (3, 0): 0.861, (3, 1): 0.669, (3, 2): 0.861, (3, 4): 0.543, (4, 0): 0.861,
    (4, 1): 0.669, (4, 2): 0.861, (4, 3): 0.543,
}  # fmt: skip


@pytest.fixture(scope="module")
def graph() -> LinkGraph:
    """Figure 7, with the entropies of table 1."""
    return graph_of(5, LINKS)


def test_term_entropies() -> None:
    """A term that is equally on four of five pages, and on two (section 3.4)."""
    four, two = (entropy(term_columns(np.ones(n, int)).sum(axis=0)[None], 5)[0] for n in (4, 2))
    assert (round(four, 3), round(two, 3)) == (0.861, 0.431)


@pytest.mark.parametrize(
    ("variant", "authority", "hub"),
    [
        (
            Variant(entropy=False),
            [0.535, 0.419, 0.576, 0.322, 0.322],
            [0.297, 0.524, 0.160, 0.553, 0.553],
        ),
        (
            Variant(),
            [0.229, 0.338, 0.244, 0.622, 0.622],
            [0.142, 0.756, 0.031, 0.451, 0.451],
        ),
    ],
    ids=["hits", "lamis"],
)
def test_ten_iterations(
    graph: LinkGraph, variant: Variant, authority: list[float], hub: list[float]
) -> None:
    """Ten simultaneous updates give table 2; it prints 0.321 for the HITS authority of P3, P4."""
    found = lamis(graph, variant, iterations=10)
    assert found.authority.round(3).tolist() == authority
    assert found.hub.round(3).tolist() == hub


def test_converged(graph: LinkGraph) -> None:
    """Converged, the table of contents has a slightly larger hub, and a smaller authority."""
    found = lamis(graph)
    assert (round(found.authority[1], 3), round(found.hub[1], 3)) == (0.337, 0.757)
