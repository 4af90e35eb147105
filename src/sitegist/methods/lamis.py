"""LAMIS (paper 003): tables of contents as hubs, articles as authorities, links weighed by entropy.

    H(u) = sum_v A(v) a_uv        A(v) = sum_u H(u) a_uv                   (section 3.3)

With a = 1 this is HITS, with a = 1 - E, the mean entropy of the terms of the link's anchor, LAMIS.
Section 5 adds four switches:

- LN, link normalisation: H(u) = sum_v A(v) a_uv / sum_u' a_u'v and
  A(v) = sum_u H(u) a_uv / sum_v' a_uv'; with a = 1 that is SALSA.
- CB, content block mode: the hubs are blocks; a page's hub value is the sum of its blocks'.
- HR, hybrid ranking: hub - n authority, with n = log2(links / 1,000), and 0 where that is negative.
- TW, term weight: a (1 + log10(terms of the anchor)).

A link counts once however often its source has it, with its greatest weight; see
`sitegist.site.links` for what is a link at all.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.errors import OptionError
from sitegist.site.links import LinkGraph

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
TOLERANCE = 1e-9
_MOST_ITERATIONS = 10_000


class Variant(NamedTuple):
    """Which of the paper's switches are on."""

    entropy: bool = True
    """Links weigh 1 - E; otherwise all the same."""
    ln: bool = False
    cb: bool = False
    hr: bool = False
    tw: bool = False

    @property
    def name(self) -> str:
        """As table 4 calls it, in lower case.

        >>> Variant(ln=True, tw=True).name, Variant(entropy=False, ln=True).name
        ('lamis-ln-tw', 'salsa')
        """
        first = "lamis" if self.entropy else "salsa" if self.ln else "hits"
        named = {"ln": self.ln and self.entropy, "cb": self.cb, "hr": self.hr, "tw": self.tw}
        return "-".join([first, *(name for name, is_on in named.items() if is_on)])


LAMIS = Variant()


class Ranked(NamedTuple):
    """What a ranking says of each page of a graph."""

    score: Values
    """The more, the better a table of contents."""
    hub: Values
    authority: Values
    iterations: int = 0


OUTLINKS = "outlinks"
VARIANTS = {
    variant.name: variant for variant in (Variant(*on) for on in product((False, True), repeat=5))
}
"""HITS, SALSA, LAMIS, and each of them with every combination of the switches."""
RANKINGS = (OUTLINKS, *VARIANTS)
TABLE_4 = (
    *(OUTLINKS, "hits", "salsa", "lamis", "lamis-ln", "hits-cb", "salsa-cb", "lamis-cb"),
    *("lamis-ln-cb", "lamis-ln-cb-hr", "lamis-ln-cb-hr-tw"),
)
"""What the paper reports, in its order."""


def ranking(graph: LinkGraph, name: str, iterations: int | None = None) -> Ranked:
    """A published ranking by its name: the number of pages linked to, or a variant of LAMIS."""
    if name == OUTLINKS:
        count = np.diff(graph.adjacency.indptr).astype(np.float64)
        return Ranked(count, count, np.zeros(len(graph.urls)))
    if name not in VARIANTS:
        raise OptionError.unknown("ranking", name, RANKINGS)
    return lamis(graph, VARIANTS[name], iterations)


def lamis(
    graph: LinkGraph,
    variant: Variant = LAMIS,
    iterations: int | None = None,
    tolerance: float = TOLERANCE,
) -> Ranked:
    """Hub and authority of each page, both vectors of unit length.

    They are iterated in turns, from ones, until no value changes by more than ``tolerance``.
    ``iterations=10`` updates both from the other's last values at once, ten times, as the paper
    did. With LN the limit is known: on each connected part of the graph hubs are as the sums of
    their links' weights, and so are authorities.
    """
    links = _weights(graph, variant)
    if iterations is not None:
        hub, authority, done = *_simultaneous(links, variant.ln, iterations), iterations
    elif variant.ln:
        hub, authority, done = *_limit(links), 0
    else:
        hub, authority, done = _in_turns(links, tolerance)
    if variant.cb:
        of_page = np.bincount(graph.blocks[1], hub, len(graph.urls))
        hub = _unit(of_page.astype(np.float64))
    score = hub - _n(graph) * authority if variant.hr else hub
    return Ranked(score, hub, authority, done)


def _weights(graph: LinkGraph, variant: Variant) -> csr_array:
    """The weights of links, from hubs (down) to authorities (across)."""
    weight = graph.weight if variant.entropy else np.ones(len(graph))
    if variant.tw:
        weight = weight * (1.0 + np.log10(np.maximum(graph.terms, 1)))
    links = graph.matrix(weight, graph.blocks[0] if variant.cb else None)
    links.eliminate_zeros()
    return links


def _n(graph: LinkGraph) -> float:
    links = graph.adjacency.nnz
    return max(0.0, float(np.log2(max(links, 1) / 1000.0)))


def _unit(vector: Values) -> Values:
    length = float(np.sqrt((vector * vector).sum()))
    return vector / length if length else vector


def _simultaneous(links: csr_array, ln: bool, iterations: int) -> tuple[Values, Values]:
    """Both new vectors from both old ones (section 4.2, figure 12)."""
    to_hub, to_authority = _normalised(links) if ln else (links, links.T.tocsr())
    hub, authority = np.ones(links.shape[0]), np.ones(links.shape[1])
    for _ in range(iterations):
        hub, authority = _unit(to_hub @ authority), _unit(to_authority @ hub)
    return hub, authority


def _normalised(links: csr_array) -> tuple[csr_array, csr_array]:
    """LN: weights over those of all links to the same page, and of the same hub."""
    given, received = _sums(links)
    to_hub, to_authority = links.copy(), links.T.tocsr()
    to_hub.data /= received[to_hub.indices]
    to_authority.data /= given[to_authority.indices]
    return to_hub, to_authority


def _sums(links: csr_array) -> tuple[Values, Values]:
    """The weights that go out from each hub, and that come in at each authority."""
    return np.asarray(links.sum(axis=1)).ravel(), np.asarray(links.sum(axis=0)).ravel()


def _in_turns(links: csr_array, tolerance: float) -> tuple[Values, Values, int]:
    backwards = links.T.tocsr()
    hub, authority = _unit(np.ones(links.shape[0])), _unit(np.ones(links.shape[1]))
    done, change = 0, np.inf
    while change > tolerance and done < _MOST_ITERATIONS:
        before = np.concatenate([hub, authority])
        hub = _unit(links @ authority)
        authority = _unit(backwards @ hub)
        change = np.abs(np.concatenate([hub, authority]) - before).max(initial=0.0)
        done += 1
    return hub, authority, done


def _limit(links: csr_array) -> tuple[Values, Values]:
    """What LN converges to.

    H(u) = c sum_v a_uv and A(v) = c sum_u a_uv solve both equations; c is the same wherever links
    lead on, and the sum of the authorities of a connected part stays what it was: their number.
    """
    from scipy.sparse import block_array
    from scipy.sparse.csgraph import connected_components

    hubs = links.shape[0]
    given, received = _sums(links)
    both = block_array([[None, links], [links.T, None]], format="csr")
    count, part = connected_components(both, directed=False)
    linked = np.bincount(part[hubs:], received > 0, count)
    weight = np.bincount(part[hubs:], received, count)
    c = np.divide(linked, weight, out=np.zeros(count), where=weight > 0)
    return _unit(given * c[part[:hubs]]), _unit(received * c[part[hubs:]])
