"""The pipeline of paper 003 as one function."""

from __future__ import annotations

import pytest

from sitegist.errors import OptionError
from sitegist.published import discover
from sitegist.site import Site
from tests.methods.test_page_kinds import ARTICLES, news, words
from tests.sites import site_of

PAGES = news()


@pytest.fixture(scope="module")
def site() -> Site:
    """Two index pages, articles, and a page about us."""
    return site_of(PAGES)


def url(number: int) -> str:
    """The address of a page."""
    return f"http://x.org/{number}"


@pytest.mark.parametrize("rank_by", ["lamis-ln-cb-hr-tw", "lamis", "hits", "outlinks"])
@pytest.mark.parametrize("most", [2, None])
def test_articles_stand_behind_informative_links(
    site: Site, rank_by: str, most: int | None
) -> None:
    """The index pages come first, with the paper's N and without; what they list are articles."""
    found = discover(site, most=most, rank_by=rank_by).structure
    assert {page.url for page in found.toc} == {url(0), url(ARTICLES + 1)}
    assert {page.url for page in found.articles} >= {url(n) for n in range(1, ARTICLES + 1)}
    assert {link.source for link in found.links} <= {page.url for page in found.toc}
    assert {link.target for link in found.links} == {page.url for page in found.articles}
    assert len(found.toc) + len(found.articles) + len(found.other) == len(site)


def test_links_in_redundant_blocks_lead_to_no_article(site: Site) -> None:
    """The page about us is linked from everywhere, by words that stand everywhere."""
    found = discover(site, most=2, method="info-discoverer-classes").structure
    assert found.kind_of(url(ARTICLES + 2)) == "other"


def test_each_set_has_a_method_of_its_own(site: Site) -> None:
    """Entropies are those of the tables of contents, or of the articles, alone."""
    found = discover(site, most=2)
    extraction = found.extract(site.page(url(3)))
    assert extraction is not None
    assert extraction.method is found.article_method
    assert words(3) in extraction.text
    assert found.extract(site.page(url(ARTICLES + 2))) is None


def test_impossible_numbers_are_refused(site: Site) -> None:
    """So many tables of contents no site has."""
    with pytest.raises(OptionError, match="0 tables"):
        discover(site, most=0)


def test_a_site_without_links_has_no_structure() -> None:
    """And that is no error."""
    found = discover(site_of(["<p>One.</p>", "<p>Two.</p>"])).structure
    assert (found.toc, found.articles, len(found.other)) == ((), (), 2)


def test_part_of_a_site_is_counted_alone(site: Site) -> None:
    """Sums, sizes and pages are those of a site of these pages only."""
    numbers = [0, 2, 3, 4, 5, 6]
    part = site.only(map(url, numbers))
    alone = site_of([PAGES[n] if n in numbers else "" for n in range(7)], numbers)
    assert [entry.url for entry in part.entries] == [entry.url for entry in alone.entries]
    assert part.sums_of().terms == alone.sums_of().terms
    assert part.size() == len(numbers)
