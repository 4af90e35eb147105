"""Block entropy (papers 000 section 4.4, 003 section 3.2, 004 section 4.3)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Blocks, Page
from sitegist.page.rows import Longs
from sitegist.page.terms import Terms
from sitegist.site.entropy import QUANTUM
from sitegist.site.site import Site


class Weighed(NamedTuple):
    """The terms of a page and their entropies over a set of pages."""

    terms: Terms
    entropy: NDArray[np.float64]
    """Of each distinct term."""


def weigh(site: Site, page: Page, cluster: int | None = None, kind: str = "") -> Weighed:
    """Term entropies over the *other* pages of a part: a page's own counts are taken out."""
    terms = site.terms(page)
    known = site.entropy(cluster, kind)
    if page.url in site:
        return Weighed(terms, known.without(terms.hash, terms.counts))
    return Weighed(terms, known.of(terms.hash))


class BlockEntropy(NamedTuple):
    """For each block the mean entropy of its terms, and how many there are."""

    mean: NDArray[np.float64]
    """NaN for a block without terms, which has no entropy."""
    terms: Longs


def block_entropy(blocks: Blocks, weighed: Weighed, *, occurrences: bool = False) -> BlockEntropy:
    """H(CB) = sum_j H(F_j) / k over the k distinct features of a block.

    With ``occurrences`` a term counts as often as it stands there.
    """
    terms = weighed.terms
    owner = blocks.owner[terms.row].astype(np.int64)
    pairs = (owner * max(len(terms.names), 1) + terms.id)[owner >= 0]
    if not occurrences:
        pairs = np.unique(pairs)
    block, term = np.divmod(pairs, max(len(terms.names), 1))
    # whole numbers, so that no order of adding up changes a bit
    value = np.rint(weighed.entropy * QUANTUM)[term]
    count = np.bincount(block, minlength=len(blocks))
    total = np.bincount(block, weights=value, minlength=len(blocks)) / QUANTUM
    return BlockEntropy(np.where(count > 0, total / np.maximum(count, 1), np.nan), count)


def features(blocks: Blocks, weighed: Weighed, chosen: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """The distinct terms of some blocks, as hashes."""
    keep = np.append(chosen, False)  # -1, no owner, is the last
    ids = np.unique(weighed.terms.id[keep[blocks.owner[weighed.terms.row]]])
    hashes: NDArray[np.uint64] = weighed.terms.hash[ids]
    return hashes
