"""From documents to a site: addresses, redirects, near duplicates, reduced pages, few pages."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import InputError
from sitegist.methods.page_kinds import find_graph
from sitegist.page import read
from sitegist.page.redirects import redirect_target
from sitegist.site.addresses import Claim, assign
from sitegist.site.build import build_site, count_page, reduce_document, tell_kinds
from sitegist.site.packing import pack, unpack
from sitegist.site.site import Part
from sitegist.site.sums import GroupedSums
from sitegist.sources.document import Document
from tests.sites import document, site_of
from tests.strategies import soup

WORDS = ["apple", "bridge", "castle", "dragon", "engine", "forest", "granite", "harbour"]


def article(place: int) -> str:
    """A page of thirty words of its own."""
    own = " ".join(f"{WORDS[place % 8]}{place}x{number}" for number in range(30))
    return f"<title>{place}</title><ul><li>Home<li>News</ul><div class=post><p>{own}</p></div>"


def refresh(content: str) -> str:
    """A page that sends the reader on."""
    return f'<meta http-equiv="refresh" content="{content}"><a href="/1">You are redirected</a>'


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0; url=/1", "http://x.org/1"),
        ("0;URL='/1'", "http://x.org/1"),
        ("3, url=other.html", "http://x.org/other.html"),
        ("0;https://y.org/", "https://y.org/"),
        ("600; url=/1", None),  # a page that is read first
        ("0; url=/0", None),  # itself
        ("0", None),
        ("0; url=javascript:alert(1)", None),
    ],
)
def test_redirect_stubs(content: str, target: str | None) -> None:
    """As browsers read a meta refresh, and soon."""
    assert redirect_target(read(refresh(content), "http://x.org/0")) == target


def test_redirect_stubs_are_aliases_and_enter_no_sums() -> None:
    """A stub is no page of the site; a page with text of its own is none."""
    pages = [article(place) for place in range(5)]
    plain, site = site_of(pages), site_of([*pages, refresh("0; url=/1")])
    assert dict(site.aliases) == {"http://x.org/5": "http://x.org/1"}
    assert (len(site), "http://x.org/5" in site) == (5, False)
    assert site.sums == plain.sums
    assert redirect_target(read(refresh("0; url=/1") + article(1))) is not None
    assert redirect_target(read(refresh("0; url=/1") + article(1) * 3)) is None


def test_a_page_goes_by_its_canonical_address_and_is_found_by_both() -> None:
    """Links say where it was found, which another host may be."""
    canonical = "<link rel=canonical href='https://e.org/story'>"
    home = "<p><a href=/1>Story</a> and many more words of the home page"
    site = site_of([home, canonical + article(1), *map(article, range(2, 6))])
    assert dict(site.aliases) == {"http://x.org/1": "https://e.org/story"}
    assert site.hosts == {"x.org", "e.org"}
    graph = find_graph(site)
    links = zip(graph.source.tolist(), graph.target.tolist())
    assert [(graph.urls[a], graph.urls[b]) for a, b in links] == [
        ("http://x.org/0", "https://e.org/story")
    ]


def test_near_duplicates_are_grouped_and_count_once() -> None:
    """Under the first URL; a page that differs in a tenth of its words is another page."""
    pages = [article(place) for place in range(8)]
    again = article(3).replace("<title>3", "<title>3 (printed)")
    changed = article(4).replace("engine4x7 ", "changed ").replace("<p>", "<p>new </p><p>")
    site = site_of([*pages, again, changed])
    assert {entry.url: entry.same_as for entry in site.entries if entry.same_as} == {
        "http://x.org/8": "http://x.org/3"
    }
    assert (len(site), site.size()) == (10, 9)
    assert site.sums == site_of([*pages, changed]).sums


def test_a_page_goes_by_its_canonical_address() -> None:
    """If no other page has it; of several captures of one address the newest counts."""
    canonical = "<link rel=canonical href={}>"
    of_a, of_b = canonical.format("http://x.org/a"), canonical.format("/relative")
    documents = [
        Document("a", "http://x.org/a?ref=1", (of_a + article(0)).encode()),
        Document("b", "http://x.org/b", (of_b + article(1)).encode()),
        Document("c", "http://x.org/c", article(2).encode(), time="2020"),
        Document("d", "http://x.org/c", article(3).encode(), time="2021"),
    ]
    for order in permutations(documents):
        site = build_site(order)
        assert [entry.url for entry in site.entries] == [
            "http://x.org/a",
            "http://x.org/c",
            "http://x.org/relative",
        ]
        assert site.entry("http://x.org/c").name == "d"


def test_all_pages_may_claim_the_home_page() -> None:
    """Then each goes by the address where it was found."""
    home = "http://x.org/"
    claims = [Claim(str(n), f"http://x.org/{n}", home, None) for n in range(3)]
    assert list(assign(claims).values()) == ["http://x.org/0", "http://x.org/1", "http://x.org/2"]


@given(soup())
def test_a_reduced_page_is_the_page_without_its_source(html: str) -> None:
    """The same rows, text, words and links, and the same metadata of links; no source."""
    page = read(html, "http://x.org/dir/page")
    again = unpack(pack(page))
    assert again.html == ""
    assert (again.url, again.text, again.media_type) == (page.url, page.text, page.media_type)
    for name in ("parent", "end", "depth", "flags", "start", "line"):
        assert np.array_equal(getattr(again.rows, name), getattr(page.rows, name)), name
    assert again.rows.styles == page.rows.styles
    assert [(link.url, link.fragment, link.row) for link in again.links] == [
        (link.url, link.fragment, link.row) for link in page.links
    ]
    assert pack(again) == pack(page)


def test_damaged_reduced_pages_are_errors_of_ours() -> None:
    """Whatever byte is wrong: an error or a page that can be used, never another exception."""
    whole = pack(read(article(0)))
    refused = 0
    for place in range(0, len(whole), 7):
        broken = whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :]
        for data in (broken, whole[:place]):
            try:
                unpack(data)
            except InputError:
                refused += 1
    assert refused > len(whole) // 7


@pytest.mark.parametrize("processes", [1, 2])
def test_the_same_site_from_any_order_and_any_number_of_processes(processes: int) -> None:
    """To the bit: entries, sums, clusters, languages."""
    documents = [document(place, article(place)) for place in range(8)]
    one, other = build_site(documents), build_site(documents[::-1], processes)
    assert one.entries == other.entries
    assert one.sums == other.sums
    assert dict(one.clusters.of_key) == dict(other.clusters.of_key)
    assert one.languages == other.languages


def test_documents_that_are_no_pages_are_left_out() -> None:
    """With a reason."""
    pdf = Document("a.pdf", "http://x.org/a.pdf", b"%PDF-1.7 ...")
    found = reduce_document(pdf)
    assert isinstance(found, InputError)
    assert "not a web page" in str(found)
    assert len(build_site([pdf, document(0, article(0))])) == 1


def test_small_clusters_are_judged_by_the_whole_site() -> None:
    """A cluster of fewer than five pages has the site's entropies."""
    odd = "<body class=shop><table class=t><tr><td>one<td>two</table>"
    site = site_of([*(article(place) for place in range(7)), odd])
    assert [site.size(cluster) for cluster in range(len(site.clusters))] == [7, 1]
    assert site.entropy(1).pages == site.entropy(None).pages == 8
    assert site.entropy(0).pages == 7


@given(st.lists(st.sampled_from(["toc", "article", "other"]), min_size=9, max_size=9))
def test_sums_by_kinds_are_those_of_summing_up_anew(kinds: list[str]) -> None:
    """Whichever pages are of which kind, told once or twice; near duplicates stay out."""
    kind_of = {f"http://x.org/{place}": kind for place, kind in enumerate(kinds)}
    plain = site_of([*map(article, range(8)), article(3)])
    told = tell_kinds(plain, kind_of.__getitem__)
    anew = GroupedSums()
    for entry in told.entries:
        if entry.same_as is None:
            page = told.page(entry.url)
            anew.add((entry.shape, entry.kind), count_page(entry.url, page, told.languages).sums)
    assert told.sums == anew
    assert [entry.kind for entry in told.entries] == kinds
    again = tell_kinds(tell_kinds(plain, lambda url: "other"), kind_of.__getitem__)
    assert again.sums == anew
    assert told.sums_of() == plain.sums_of()


def test_parts_are_clusters_and_the_articles_in_them() -> None:
    """Pages of other kinds are judged with their cluster; few articles and new pages, too."""
    plain = site_of([*map(article, range(12))])
    assert plain.parts == (Part(0),)
    tocs = {f"http://x.org/{place}" for place in range(5)}
    site = tell_kinds(plain, lambda url: "toc" if url in tocs else "article")
    assert site.parts == (Part(0), Part(0, "article"))
    assert [site.size(*part) for part in site.parts] == [12, 7]
    assert [site.entropy(*part).pages for part in site.parts] == [12, 7]
    assert {page.url for page in site.pages(0, "toc")} == tocs
    assert site.part_of(site.page("http://x.org/0")) == Part(0)
    assert site.part_of(site.page("http://x.org/7")) == Part(0, "article")
    assert site.part_of(read(article(40), "http://x.org/40")) == Part(0)
    few = tell_kinds(plain, lambda url: "article" if url in sorted(tocs)[:4] else "toc")
    assert few.parts == (Part(0),)
    assert few.part_of(few.page("http://x.org/0")) == Part(0)
    assert few.entropy(0, "article").pages == 12
