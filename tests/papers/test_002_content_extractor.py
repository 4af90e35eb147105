"""Paper 002, sections 3 and 4: block vectors, cosine 0.9, IBDF."""

from __future__ import annotations

from itertools import product
from math import log, sqrt

import numpy as np
import pytest

from sitegist.methods.content_extractor import ContentExtractor, limit
from sitegist.methods.vectors import Index, Vectors, block_vectors
from sitegist.page import read, segment
from sitegist.page.terms import extract_terms
from tests.sites import site_of


def vectors(*blocks: str) -> tuple[Vectors, list[str]]:
    """The vectors of some blocks of one page, the title's and the empty ones left out."""
    page = read("".join(f"<div>{block}</div>" for block in blocks))
    found = segment(page, "partition")
    chosen = np.array([i for i, text in enumerate(found.texts) if text], np.int64)
    return block_vectors(found, extract_terms(page, None)).take(chosen), found.texts


def cosine(one: str, other: str) -> float:
    """Between two blocks, computed as it is written."""
    found, _ = vectors(one, other)
    sides = [
        dict(zip(found.key[a:b].tolist(), found.value[a:b].tolist()))
        for a, b in zip(found.start, found.start[1:])
    ]
    dot = sum(value * sides[1].get(key, 0) for key, value in sides[0].items())
    norms = [sqrt(sum(value * value for value in side.values())) for side in sides]
    return float(dot / (norms[0] * norms[1]))


def test_a_term_counts_once_however_often_it_stands_there() -> None:
    """Section 3.1: a binary feature for each term; the number of terms is no component."""
    assert cosine("zebra " * 50, "zebra") == pytest.approx(1)
    assert cosine("zebra lion", "zebra tiger") == pytest.approx(1 / 2)


def test_tags_count_as_often_as_they_stand_there() -> None:
    """Section 3.1: all HTML tags except those of the partitioning tag-set."""
    assert cosine("<b>zebra</b>", "<b>lion</b>") == pytest.approx(1 / 2)
    image = "<img src=a>"
    assert cosine(f"{image * 3}zebra", f"{image * 3}lion") == pytest.approx(9 / 10)


def test_similar_means_above_nine_tenths() -> None:
    """Section 4.4.1: 9 / 10 exactly is not similar, 16 / 17 is."""
    for images, similar in ((3, False), (4, True)):
        found, _ = vectors("<img src=a>" * images + "zebra", "<img src=a>" * images + "lion")
        pairs = [
            pair
            for here, there in Index(found).similar(found)
            for pair in zip(here.tolist(), there.tolist())
        ]
        expected = set(product((0, 1), repeat=2)) if similar else {(0, 0), (1, 1)}
        assert set(pairs) == expected


def test_ibdf() -> None:
    """Equation 2: f(1 / (|S| + 1)), with f linear or the logarithm; both order the same."""
    pages = [f"<div>Menu of all</div><div>own{place} word{place}</div>" for place in range(6)]
    site = site_of(pages)
    page = site.page("http://x.org/3")
    linear = ContentExtractor(f="linear").fit(site).extract(page)
    logarithm = ContentExtractor(f="log").fit(site).extract(page)
    place = {text: index for index, text in enumerate(linear.blocks.texts)}
    menu, own = place["Menu of all"], place["own3 word3"]
    assert (linear.scores[menu], linear.scores[own]) == (1 / 7, 1 / 2)
    assert (logarithm.scores[menu], logarithm.scores[own]) == pytest.approx(
        (log(1 / 7), log(1 / 2))
    )
    assert linear.text == logarithm.text == "own3 word3"


def test_a_counter_counts_pages_and_not_blocks() -> None:
    """A block that one page shows ten times is content there (section 3.2: pages it occurs in)."""
    pages = [f"<div>word{place} own{place}</div>" * 10 for place in range(6)]
    found = ContentExtractor().fit(site_of(pages)).extract(read(pages[2], "http://x.org/2"))
    assert found.kept[found.blocks.words > 0].all()
    assert set(found.evidence["pages"][found.blocks.words > 0]) == {1}


def test_the_threshold() -> None:
    """Two pages in a sample of five to ten, a tenth of the pages otherwise."""
    assert [limit(pages) for pages in (2, 5, 10, 20, 30, 200)] == [2, 2, 2, 2, 3, 20]
