"""ContentExtractor: the index gives the answers of comparing every pair, and templates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from sitegist.errors import OptionError
from sitegist.methods import vectors
from sitegist.methods.content_extractor import ContentExtractor, pages_with_like
from sitegist.methods.vectors import Index, Vectors
from sitegist.page import read
from sitegist.site.site import Part
from tests.sites import site_of

WORDS = ["apple", "bridge", "castle", "dragon", "engine", "forest", "granite", "harbour"]

sparse_vectors = st.lists(
    st.dictionaries(st.integers(0, 12), st.integers(1, 4), max_size=8), max_size=12
)


def packed(listed: list[dict[int, int]]) -> Vectors:
    """Vectors from dictionaries."""
    sizes = [len(vector) for vector in listed]
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    pairs = [pair for vector in listed for pair in sorted(vector.items())]
    keys = np.array([key for key, _ in pairs], np.uint64)
    return Vectors(start, keys, np.array([value for _, value in pairs], np.int64))


def similar(one: dict[int, int], other: dict[int, int]) -> bool:
    """Whether a cosine is above 0.9, in whole numbers."""
    dot = sum(value * other.get(key, 0) for key, value in one.items())
    squares = [sum(value * value for value in vector.values()) for vector in (one, other)]
    return 100 * dot * dot > 81 * squares[0] * squares[1]


@given(sparse_vectors, sparse_vectors)
def test_the_index_finds_what_comparing_every_pair_finds(
    indexed: list[dict[int, int]], wanted: list[dict[int, int]]
) -> None:
    """No pair more and none less, also at exactly 0.9, and for components that it never met."""
    found = {
        pair
        for here, there in Index(packed(indexed)).similar(packed(wanted))
        for pair in zip(here.tolist(), there.tolist())
    }
    expected = {
        (i, j) for i, u in enumerate(wanted) for j, v in enumerate(indexed) if similar(u, v)
    }
    assert found == expected


@given(sparse_vectors, st.data())
def test_pages_are_counted_once_however_many_pieces_the_work_is_cut_into(
    listed: list[dict[int, int]], data: st.DataObject
) -> None:
    """A vector that is similar to two of one page has its like there once."""
    owners = data.draw(st.lists(st.integers(0, 3), min_size=len(listed), max_size=len(listed)))
    index = Index(packed(listed))
    ones = np.ones(len(listed), np.int32)
    places = (np.arange(len(listed)), np.array(owners, np.int64))
    pages = sparse.csr_array((ones, places), shape=(len(listed), 4))
    expected = [
        len({owner for other, owner in zip(listed, owners) if similar(vector, other)})
        for vector in listed
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectors, "_ROOM", 1)
        assert pages_with_like(index, index.vectors, pages).tolist() == expected


# A page that the seed leaves out of a sample of ten of 31.
ODD = 5


def page(place: int, aside: str) -> str:
    """A menu, an aside that changes from page to page, and a text of the page's own."""
    own = " ".join(f"{WORDS[place % 8]}{place}{letter}" for letter in "abcdef")
    return (
        "<body><div class=menu>Home News Weather Imprint</div>"
        f"<div class=aside>{aside}</div><div class=post>{own}</div>"
    )


def test_blocks_on_few_pages_are_content() -> None:
    """The menu goes; the text and the asides stay, as no two of them are alike."""
    pages = [page(place, f"aside{place}") for place in range(12)]
    found = ContentExtractor().fit(site_of(pages)).extract(read(pages[3], "http://x.org/3"))
    assert found.text.startswith("aside3\ndragon3a")
    why = {text: found.method.reason(found, i) for i, text in enumerate(found.blocks.texts)}
    menu = "Home News Weather Imprint"
    assert why[menu] == "stands on 12 pages, and from 2 a block is redundant"
    assert why["aside3"] == "stands on 1 page, and from 2 a block would be redundant"


def test_a_new_page_counts_as_one_more() -> None:
    """Its own blocks stand on it, whether or not any page that was compared has them."""
    pages = [page(place, f"aside{place}") for place in range(12)]
    method = ContentExtractor().fit(site_of(pages))
    found = method.extract(read(page(20, "aside4"), "http://x.org/new"))
    counted = dict(zip(found.blocks.texts, found.evidence["pages"].tolist()))
    assert counted["Home News Weather Imprint"] == 13
    assert counted["aside4"] == 2
    assert counted[found.blocks.texts[-1]] == 1


def test_a_template_judges_by_place() -> None:
    """Section 4.4.2: an aside that was one of two in the sample goes by its place elsewhere."""
    pages = [page(place, f"aside {WORDS[place % 2]}") for place in range(31)]
    pages[ODD] = page(ODD, "never seen before")
    site = site_of(pages)
    template = ContentExtractor(pages=10).fit(site)
    assert f"http://x.org/{ODD}" not in {one.url for one in site.sample(10, 0)}
    found = template.extract(site.page(f"http://x.org/{ODD}"))
    assert found.text.startswith(f"{WORDS[ODD % 8]}{ODD}a")
    place = found.blocks.texts.index("never seen before")
    assert found.method.reason(found, place) == "blocks in this place are redundant in the template"
    exact = ContentExtractor().fit(site).extract(site.page(f"http://x.org/{ODD}"))
    assert exact.text.startswith("never seen before")


def test_more_pages_than_can_be_compared_make_a_template() -> None:
    """Beyond ``most`` pages ten of them teach the rest."""
    pages = [page(place, f"aside{place}") for place in range(30)]
    site = site_of(pages)
    method = ContentExtractor(most=20).fit(site)
    assert {counted.count for counted in method.counted.values()} == {10}
    assert ContentExtractor(most=30).fit(site).counted[Part(0)].count == 30


def test_two_pages_are_enough() -> None:
    """Section 4: the input is a set of at least two pages; one has nothing to be compared with."""
    two = site_of([page(0, "a"), page(1, "b")])
    assert "Home" not in ContentExtractor().fit(two).extract(two.page("http://x.org/0")).text
    one = site_of([page(0, "a")])
    found = ContentExtractor().fit(one).extract(one.page("http://x.org/0"))
    assert "there are no pages to compare it with" in found.method.reason(found, 0)


@pytest.mark.parametrize("options", [{"f": "square"}, {"pages": 1}])
def test_options_that_mean_nothing_are_refused(options: dict[str, object]) -> None:
    """Another function, and a sample of one."""
    with pytest.raises(OptionError):
        ContentExtractor(**options)  # type: ignore[arg-type]
