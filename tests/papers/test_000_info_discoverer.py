"""The worked examples of papers 000 and 003 (sections 3 and 4)."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sitegist.methods.entropies import block_entropy, weigh
from sitegist.methods.info_discoverer import InfoDiscoverer, greedy
from sitegist.page import Page, read
from sitegist.site import Site
from tests.sites import site_of

# Figure 6: logo, advertisement, navigation and copyright are the same; F7 to F10 are a page's own.
FIGURE_6 = [
    "<table><td>logone</table><table><td>advertwo</table><table><td>navithree channelfour</table>"
    f"<table><td>{own}</table><table><td>copyfive legalsix</table>"
    for own in ("seven eight", "nineteen tenfold")
]


def entropies(site: Site, page: Page) -> dict[str, float]:
    """The entropy of each of a page's terms over all pages of the site, the page's own too."""
    terms = site.terms(page)
    return dict(zip(terms.names, site.entropy().of(terms.hash).tolist()))


def test_feature_entropy_over_two_pages() -> None:
    """Figure 6: H(F1..F6) = 1, H(F7..F10) = 0."""
    site = site_of(FIGURE_6)
    for page, own in zip(site, ({"seven", "eight"}, {"nineteen", "tenfold"})):
        found = entropies(site, page)
        assert len(found) == 8
        high = {name for name, value in found.items() if value == 1}
        low = {name for name, value in found.items() if value == 0}
        assert (len(high), len(low)) == (6, 2)
        assert all(any(word.startswith(name[:4]) for word in own) for name in low)


@pytest.mark.parametrize(("pages", "printed"), [(5, 1.0), (4, 0.861), (2, 0.431), (1, 0.0)])
def test_feature_entropy_over_five_pages(pages: int, printed: float) -> None:
    """003, section 3.4: a term equally on four of five pages has 0.861, on two 0.431."""
    site = site_of([f"<p>zebra{'' if place < pages else place}" for place in range(5)])
    (found,) = entropies(site, site.page("http://x.org/0")).values()
    assert round(found, 3) == printed


def test_block_entropy_is_the_mean_over_distinct_features() -> None:
    """Section 4.4: a block of a feature on all pages and one of its own has (1 + 0) / 2.

    That the first stands there three times makes no difference, unless occurrences count.
    """
    site = site_of([f"<table><td>shared shared shared own{place}</table>" for place in range(6)])
    page = site.page("http://x.org/0")
    method = InfoDiscoverer().fit(site)
    weighed = weigh(site, page, None)
    blocks = method.segment(page)
    table = blocks.texts.index("shared shared shared own0")
    assert block_entropy(blocks, weighed).mean[table] == 0.5
    assert block_entropy(blocks, weighed, occurrences=True).mean[table] == 0.75
    assert np.isnan(block_entropy(blocks, weighed).mean).sum() == len(blocks) - 1


def recall_curve(*sizes: int) -> list[NDArray[np.uint64]]:
    """Selections with so many features at the thresholds 0, 0.1, ..., 1.0."""
    return [np.arange(size, dtype=np.uint64) for size in sizes]


@pytest.mark.parametrize(
    ("sizes", "threshold"),
    [
        # section 5: of ET and CTV nothing is added after 0.2
        ((0, 60, 100, 100, 100, 100, 100, 100, 100, 100, 200), 0.2),
        ((0, 0, 0, 0, 10, 40, 80, 90, 90, 95, 99), 0.7),
        # always something to add
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 1.0),
        # at first and for long nothing is let in: no boundary, but for the letter of the text
        ((0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11), 1.0),
    ],
)
def test_the_greedy_threshold(sizes: tuple[int, ...], threshold: float) -> None:
    """Section 4.5: the boundary is reached where the next step includes no more features."""
    assert greedy(recall_curve(*sizes)) == threshold


def test_the_greedy_threshold_to_the_letter() -> None:
    """From 0.1 on (000, 4.5), an empty selection that does not grow is a boundary too."""
    assert greedy(recall_curve(0, 0, 0, 50, 90, 90, 90, 90, 90, 90, 90), literal=True) == 0.1
    assert greedy(recall_curve(5, 5, 6, 7, 8, 9, 9, 9, 9, 9, 10), literal=True) == 0.5
    assert greedy(recall_curve(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), literal=True) == 1.0


def test_informative_and_redundant_blocks() -> None:
    """Section 4.5: what every page has is redundant, what one page has informative."""
    own = ["seven eight", "nineteen tenfold", "harbour lamp", "violin comet", "granite orchard"]
    pages = [FIGURE_6[0].replace("seven eight", words) for words in own]
    method = InfoDiscoverer().fit(site_of(pages))
    for page, words in zip(pages, own):
        assert method.extract(read(page, "http://x.org/new")).text == words


def test_a_redundant_title_is_replaced() -> None:
    """Section 3: by the first sentence of the informative block; a title of its own stays."""
    own = ["Harbour opens", "Lantern found", "Violin stolen", "Comet seen", "Granite sold"]
    pages = [
        f"<title>{{}}</title><table><td>Daily News</table><table><td>{head}. Moreword{place}"
        f" follows{place}.</table>"
        for place, head in enumerate(own)
    ]
    same = site_of([page.format("Daily News") for page in pages])
    method = InfoDiscoverer().fit(same)
    found = method.extract(same.page("http://x.org/0"))
    assert found.page.title == "Daily News"
    assert method.title(found) == "Harbour opens."
    different = site_of([page.format(head) for page, head in zip(pages, own)])
    method = InfoDiscoverer().fit(different)
    assert method.title(method.extract(different.page("http://x.org/1"))) == "Lantern found"
