"""What is averaged over a subtree: entropies of its terms, and how precise its links are.

They come from the page's site, from a profile of it, or, where nothing is known, from the page
itself: then a term in a link has entropy 1 and any other 0, so that a is the share of terms
outside links; and of every link all terms count as found, each with entropy 1, so that h is the
mean number of terms in a link.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sitegist.page import Page
from sitegist.page.rows import LINKED, TITLE, Ints, Longs
from sitegist.page.terms import Terms
from sitegist.site.entropy import QUANTUM

Origin = Literal["site", "profile", "page"]


@dataclass(frozen=True, eq=False)
class Scales:
    """Integers, so that no order of adding up changes a bit."""

    origin: Origin
    row: Ints
    """For each occurrence of a term the row of its text run; rising."""
    term: Ints
    """Number of the term of each occurrence."""
    entropy: Longs
    """Of each occurrence, in quanta."""
    link: Longs
    """Rows of the links whose target is known, rising."""
    precision: Longs
    """API of each of these, in quanta."""


def scales_of_page(page: Page) -> Scales:
    """The fallback of a page of whose site nothing is known."""
    terms = page.terms
    rows = page.rows
    row, term = _shown(page, terms)
    linked = rows.flagged(LINKED)[row]
    links = np.sort(np.fromiter(rows.attrs["href"], np.int64))
    links = links[rows.having(("a",))[links]]
    first, last = (np.searchsorted(row, edge) for edge in (links, rows.end[links]))
    return Scales("page", row, term, linked * QUANTUM, links, (last - first) * QUANTUM)


def scales_of_terms(
    origin: Origin,
    page: Page,
    terms: Terms,
    entropy: NDArray[np.float64],
    links: Longs,
    precision: Longs,
) -> Scales:
    """From the entropy of each of the page's terms, and the API of some of its links, by row."""
    row, term = _shown(page, terms)
    quanta = np.rint(entropy * QUANTUM).astype(np.int64)
    order = np.argsort(links)
    return Scales(origin, row, term, quanta[term], links[order], precision[order])


def _shown(page: Page, terms: Terms) -> tuple[Ints, Ints]:
    """Row and number of each occurrence of a term, the title's left out."""
    shown = ~page.rows.flagged(TITLE)[terms.row]
    return terms.row[shown], terms.id[shown]
