"""Where a and h come from: a site, a profile of it, or nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from math import log
from pathlib import Path

import pytest

import sitegist
from sitegist.hierarchy import Cluster, ProfileKnowledge, SiteKnowledge, tree
from sitegist.profile import Profile
from sitegist.site.build import build_site
from sitegist.sources.document import Document

HOST = "https://news.example/"
STORIES = {
    "harbour": "The harbour opens again after years of patient dredging.",
    "bridge": "An old bridge was damaged when lightning struck a tower.",
    "market": "Cheese and apples fill every stall on market square today.",
    "school": "Children learn chess now, twice a week, with great success.",
    "museum": "Paintings come back, restored by careful experts abroad.",
}


def page(name: str, links: str) -> tuple[str, str]:
    """A page of the site: its menu, some links, and its story."""
    menu = f'<div><a href="{HOST}">Home</a> <a href="{HOST}about">About us</a></div>'
    story = f"<div><h1>News</h1><p>{STORIES.get(name, '')}</p></div>"
    return f"{HOST}{name}", f"<html lang=en><title>News</title>{menu}<div>{links}</div>{story}"


def documents() -> list[tuple[str, str]]:
    """Five stories, and a page that lists them."""
    listed = "".join(
        f"<p><a href='{HOST}{name}'>{' '.join(text.split()[:4])}</a></p>"
        for name, text in STORIES.items()
    )
    return [page("", listed), *(page(name, "") for name in STORIES)]


@pytest.fixture(scope="module")
def knowledge() -> SiteKnowledge:
    """The site as hierarchies ask it."""
    return SiteKnowledge(build_site(Document(url, url, html.encode()) for url, html in documents()))


def cluster(knowledge: SiteKnowledge | ProfileKnowledge, url: str, headline: str) -> Cluster:
    """An element of a page, by its text."""
    html = dict(documents())[url]
    (found,) = (c for c in tree(html, url, known=knowledge)[0] if c.headline == headline)
    return found


def test_a_is_one_less_the_mean_entropy_over_the_other_pages(knowledge: SiteKnowledge) -> None:
    """A menu that all other pages have says nothing, and a story all that can be said."""
    assert cluster(knowledge, HOST, "Home").authority == 0.0
    assert cluster(knowledge, HOST + "museum", STORIES["museum"]).authority == 1.0


def test_h_is_the_worth_of_the_terms_that_a_link_shares_with_its_target(
    knowledge: SiteKnowledge,
) -> None:
    """API is the sum of 1/EN: four shared terms on two of six pages each, over the largest."""
    page = knowledge.site.page(HOST)
    links, targets = knowledge.links(page)
    assert targets == [HOST + name for name in STORIES]  # neither itself nor pages outside
    scales = knowledge.scales(page)
    of_link = dict(zip(scales.link.tolist(), (scales.precision / 2**20).tolist()))
    shared = {"The harbour opens again": 2, "An old bridge was": 2, "Cheese and apples fill": 3}
    for link in links:
        count = shared.get(page.inner_text(link.row))
        if count is not None:
            assert of_link[link.row] == pytest.approx(count * log(6) / log(2), abs=1e-4)
    harbour = cluster(knowledge, HOST, "The harbour opens again")
    assert harbour.hub == pytest.approx(2 / 4, abs=1e-3)  # "Children learn chess now" has four
    assert cluster(knowledge, HOST, "Home").hub is None  # a link to the page itself


def test_a_page_that_is_not_of_the_site_is_judged_with_all_of_it(
    knowledge: SiteKnowledge,
) -> None:
    """Its links to the site's pages are known; what it says is new."""
    html = (
        f"<p><a href='{HOST}museum'>Paintings come back</a></p><p>Entirely unheard of things.</p>"
    )
    link, text = tree(html, HOST + "new", known=knowledge)[0]
    assert (link.hub, text.hub) == (1.0, None)
    assert text.authority == 1.0 > link.authority


def test_a_site_of_few_pages_teaches_nothing() -> None:
    """Then the page is judged by itself, and the hierarchy says so."""
    few = SiteKnowledge(
        build_site(Document(url, url, html.encode()) for url, html in documents()[:4])
    )
    assert tree(few.site.page(HOST), known=few).origin == "page"
    restored = ProfileKnowledge.restored(few.summarised().as_dict(), few.site.languages)
    assert tree(few.site.page(HOST), known=restored).origin == "page"


def test_a_profile_knows_common_terms_and_the_mean_worth_of_links(
    knowledge: SiteKnowledge,
) -> None:
    """Through JSON and back; the menu is known, and so are the targets."""
    written = json.dumps(knowledge.summarised().as_dict())
    profile = ProfileKnowledge.restored(json.loads(written), knowledge.site.languages)
    assert cluster(profile, HOST, "Home").authority == 0.0
    one = cluster(profile, HOST, "The harbour opens again")
    assert one.hierarchy.origin == "profile"
    assert one.hub == cluster(knowledge, HOST, "The harbour opens again").hub


def test_pages_of_a_mined_site_have_hierarchies(tmp_path: Path) -> None:
    """The same whether the site is in memory or on disk; with a profile they are much alike."""
    mined = sitegist.mine(documents())
    found = mined[HOST].hierarchy
    assert found.origin == "site"
    sitegist.mine_to(documents(), tmp_path / "mined")
    opened = sitegist.open_mined(tmp_path / "mined")
    assert opened[HOST].hierarchy.as_dict() == found.as_dict()
    profile = sitegist.load(tmp_path / "mined" / "site.gist")
    assert profile.tree(mined[HOST].page).origin == "profile"
    corrected = profile.corrected("html > body", True)
    assert corrected.tree(mined[HOST].page).as_dict() == profile.tree(mined[HOST].page).as_dict()


def test_a_damaged_profile_is_said_to_be_damaged(tmp_path: Path) -> None:
    """Arrays that do not fit are found when the profile is read."""
    profile = sitegist.mine(documents()).profile
    known = profile.knowledge
    broken = replace(profile, knowledge=replace(known, targets=known.terms))
    assert isinstance(broken, Profile)
    broken.save(tmp_path / "broken.gist")
    with pytest.raises(sitegist.ProfileError, match="damaged"):
        sitegist.load(tmp_path / "broken.gist")
