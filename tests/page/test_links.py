"""Links: what a browser would follow."""

from __future__ import annotations

import pytest
from hypothesis import given

from sitegist.page import Page, read
from sitegist.page.links import Link, base_url, resolve
from tests import strategies

HERE = "https://example.org/a/b/c.html?q=1#top"


def urls(page: Page) -> list[str]:
    """Where the links of a page lead, fragments included."""
    return [link.url + ("#" + link.fragment if link.fragment else "") for link in page.links]


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("d", "https://example.org/a/b/d"),
        ("/d", "https://example.org/d"),
        ("./d/", "https://example.org/a/b/d/"),
        ("../d", "https://example.org/a/d"),
        ("../../../../d", "https://example.org/d"),
        ("/a/./b/../d", "https://example.org/a/d"),
        ("/%2e%2e/d", "https://example.org/d"),
        ("?x=1&amp;y=2", "https://example.org/a/b/c.html?x=1&y=2"),
        ("", "https://example.org/a/b/c.html?q=1"),
        ("#part", "https://example.org/a/b/c.html?q=1#part"),
        ("//h.example/d", "https://h.example/d"),
        ("http://h.example", "http://h.example/"),
        ("HTTP://H.EXAMPLE:80/D", "http://h.example/D"),
        ("https://h.example:443/", "https://h.example/"),
        ("https:d", "https://example.org/a/b/d"),
        ("\\d", "https://example.org/d"),
        ("  /d \n", "https://example.org/d"),
        ("/d\ne\tf", "https://example.org/def"),
        ("/d e", "https://example.org/d%20e"),
        ("/é?ü", "https://example.org/%C3%A9?%C3%BC"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"),
        ("https://h.example/#a#b", "https://h.example/#a#b"),
    ],
)
def test_links_resolve_as_in_a_browser(href: str, url: str) -> None:
    """Relative to the page's URL, dots removed, hosts and ports normalised, the rest escaped."""
    assert urls(read(f'<a href="{href}">x</a>', HERE)) == [url]


@pytest.mark.parametrize(
    "href",
    [
        "javascript:void(0)",
        "JavaScript:x",
        " java\nscript:x",
        "mailto:a@example.org",
        "tel:1",
        "data:text/html,x",
        "ftp://h.example/",
        "about:blank",
        "http://",
        "http://h ost/",
        "http://[::1/",
        "https://h:99999/",
    ],
)
def test_what_leads_to_no_page_is_no_link(href: str) -> None:
    """Scripts, mail, data and nonsense are left out."""
    assert read(f"<a href='{href}'>x</a>", HERE).links == ()


def test_a_link_tells_its_place() -> None:
    """Row, the target as written, the URL without the fragment, and the fragment."""
    page = read("<p>a <a href=' d#e '>b</a><map><area href=/f></map><a name=g>g</a>", HERE)
    first, second = page.links
    assert first == Link(first.row, "d#e", "https://example.org/a/b/d", "e")
    assert page.inner_text(first.row) == "b"
    assert page.rows.tag(second.row) == "area"
    assert second.url == "https://example.org/f"


def test_links_stand_in_document_order() -> None:
    """Links of all kinds, repeated ones and hidden ones too, in the order of their rows."""
    page = read(
        "<a href=1>x</a><area href=2><div hidden><a href=3>x</a></div><a href=1>y</a>", HERE
    )
    assert [link.href for link in page.links] == ["1", "2", "3", "1"]
    assert [link.row for link in page.links] == sorted(link.row for link in page.links)


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("", HERE),
        ("<base href='https://b.example/x/'>", "https://b.example/x/"),
        ("<base href=/x/>", "https://example.org/x/"),
        ("<base href=x/y>", "https://example.org/a/b/x/y"),
        ("<base href='//b.example'>", "https://b.example/"),
        ("<base href='/x/'><base href='/y/'>", "https://example.org/x/"),
        ("<base target=_top><base href='/y/'>", "https://example.org/y/"),
        ("<base href='http://['>", HERE),
        ("<base href='http://['><base href=/y/>", HERE),
        ("<base href='data:text/plain,x'>", HERE),
        ("<base href='javascript:x'>", HERE),
        ("<template><p><base href=/x/></template>", HERE),
        ("<template><base href=/x/></template><base href=/y/>", "https://example.org/y/"),
        ("<base href=''>", "https://example.org/a/b/c.html?q=1"),
        ("<base href='  /x/  '>", "https://example.org/x/"),
    ],
)
def test_base(head: str, base: str) -> None:
    """The first ``<base href>`` counts, itself relative to the page; a bad one does not."""
    page = read(f"<head>{head}</head><a href=d>x</a>", HERE)
    assert base_url(page) == base
    assert urls(page) == [resolve("d", base)]


def test_a_page_without_url() -> None:
    """Only absolute links are known, unless there is an absolute base."""
    links = "<a href=/d>x</a><a href=#e>y</a><a href=//h/>z</a><a href=https://h.example>w</a>"
    assert urls(read(links)) == ["https://h.example/"]
    assert urls(read("<base href=/x/>" + links)) == ["https://h.example/"]
    assert urls(read("<base href=https://b.example/x/>" + links)) == [
        "https://b.example/d",
        "https://b.example/x/#e",
        "https://h/",
        "https://h.example/",
    ]


@pytest.mark.parametrize("url", ["not a url", "", "example.org/x", "mailto:a@b", "http://["])
def test_a_page_whose_url_is_none(url: str) -> None:
    """Relative links of such a page lead nowhere, absolute ones still do."""
    page = read("<a href=d>x</a><a href=https://h.example/>y</a>", url)
    assert urls(page) == ["https://h.example/"]


@given(strategies.texts())
def test_no_target_is_too_odd(href: str) -> None:
    """Whatever an attribute holds, it is either a web address or no link."""
    escaped = href.replace("&", "&amp;").replace('"', "&quot;")
    for link in read(f'<a href="{escaped}">x</a>', HERE).links:
        assert link.url.startswith(("http://", "https://"))
        assert "#" not in link.url
        assert resolve(link.url, None) == link.url
