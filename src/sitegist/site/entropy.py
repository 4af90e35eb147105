"""Term entropy from running sums (papers 000 section 4.3, 003 section 3.1, 004 section 4.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sitegist.site.table import Counts, Keys, Table

# c ln c is kept as an integer number of these, so that sums do not depend on their order.
PRECISION = 1 << 24
# Entropies are rounded to these before they are added up.
QUANTUM = 1 << 20


def term_columns(counts: Counts) -> Counts:
    """What one page adds for each of its terms: occurrences, pages, and c ln c."""
    logs = np.rint(PRECISION * counts * np.log(np.maximum(counts, 1))).astype(np.int64)
    return np.stack([counts, np.ones_like(counts), logs], axis=1)


def entropy(columns: Counts, pages: int) -> NDArray[np.float64]:
    """E(t) = (ln N - sum c ln c / N) / ln n, of each term over ``n`` pages, quantised.

    With w_ij = c_ij / sum_j c_ij this is -sum_j w_ij log_n w_ij, the papers' formula. A term
    on no page has entropy 0, and so has everything if there is one page only.
    """
    total = columns[:, 0].astype(np.float64)
    if pages < 2:
        return np.zeros(len(columns))
    safe = np.maximum(total, 1.0)
    value = (np.log(safe) - columns[:, 2] / PRECISION / safe) / np.log(pages)
    quantised: NDArray[np.float64] = np.rint(np.clip(value, 0.0, 1.0) * QUANTUM) / QUANTUM
    return quantised


@dataclass(frozen=True)
class TermEntropy:
    """The entropies of a set of pages."""

    terms: Table
    pages: int

    def of(self, keys: Keys) -> NDArray[np.float64]:
        """The entropy of each term over all pages of the set."""
        return entropy(self.terms.find(keys), self.pages)

    def without(self, keys: Keys, counts: Counts) -> NDArray[np.float64]:
        """The same over the *other* pages: the counts of a page of the set are taken out."""
        rest = self.terms.find(keys) - term_columns(counts)
        return entropy(np.maximum(rest, 0), self.pages - 1)
