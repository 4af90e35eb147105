"""TEI P5; every document here is checked against the schema."""

from __future__ import annotations

import pytest
from lxml import etree

from sitegist.outputs import render
from sitegist.page import Page
from tests.outputs.support import assert_valid, keep, tei_body

TEI = "{http://www.tei-c.org/ns/1.0}"


@pytest.mark.parametrize(
    ("page", "body"),
    [
        (
            "a<h1>b</h1>c<h2>d</h2><h2>e</h2>f<h1>g</h1>",
            "<p>a</p>\n<div>\n<head>b</head>\n<p>c</p>\n<div>\n<head>d</head>\n</div>\n<div>\n"
            "<head>e</head>\n<p>f</p>\n</div>\n</div>\n<div>\n<head>g</head>\n</div>",
        ),
        ("<h3>a</h3><h2>b</h2>", "<div>\n<head>a</head>\n</div>\n<div>\n<head>b</head>\n</div>"),
        (
            "<p>a<b>b</b> <i>c</i> <s>d</s><sub>e</sub><sup>f</sup><code>g</code><br>h",
            '<p>a<hi rend="bold">b</hi> <hi rend="italic">c</hi> <del>d</del>'
            '<hi rend="subscript">e</hi><hi rend="superscript">f</hi><code>g</code><lb/>\nh</p>',
        ),
        ("<a href='/x?a&b'>a</a>", '<p><ref target="https://example.org/x?a&amp;b">a</ref></p>'),
        (
            "<ul><li>a<ol start=3><li>b<li>c</ol></ul>",
            '<list rend="bulleted">\n<item>a<list rend="numbered">\n<item n="3">b</item>\n'
            "<item>c</item>\n</list>\n</item>\n</list>",
        ),
        (
            "<ul><li><p>a<p>b<h2>c</h2></ul>",
            '<list rend="bulleted">\n<item><p>a</p>\n<p>b</p>\n'
            '<ab type="head" subtype="h2">c</ab>\n</item>\n</list>',
        ),
        (
            "<dl><dt>a<dt>b<dd>c<dd>d<dt>e</dl>",
            '<list type="gloss">\n<label>a<lb/>b</label>\n<item>c<p>d</p>\n</item>\n'
            "<label>e</label>\n"
            "<item/>\n</list>",
        ),
        (
            "<dl><dd>a<dt>b<dd>c</dl>",
            '<list type="gloss">\n<label/>\n<item>a</item>\n<label>b</label>\n'
            "<item>c</item>\n</list>",
        ),
        ("<blockquote>a</blockquote>", "<quote>\n<p>a</p>\n</quote>"),
        (
            "<pre class=lang-py>a\n &lt;b</pre>",
            '<ab><code lang="py" xml:space="preserve">a\n &lt;b</code></ab>',
        ),
        ("a<hr>b", '<p>a</p>\n<milestone unit="section" rend="rule"/>\n<p>b</p>'),
        (
            "a <img src=i alt=b> c",
            '<p>a <graphic url="https://example.org/a/i"><desc>b</desc></graphic> c</p>',
        ),
        (
            "<figure><img src=i alt=a><figcaption>b</figcaption></figure>c",
            '<figure>\n<graphic url="https://example.org/a/i"/>\n<figDesc>a</figDesc>\n'
            "<head>b</head>\n</figure>\n<p>c</p>",
        ),
        (
            "<figure><img src=i></figure>",
            '<figure>\n<graphic url="https://example.org/a/i"/>\n</figure>\n<p/>',
        ),
        (
            "<table><caption>t</caption><tr><th colspan=2>a<tr><td>b<td rowspan=2>c"
            "<tr><td>d<td>e</table>",
            '<table>\n<head>t</head>\n<row>\n<cell role="label" cols="2">a</cell>\n</row>\n<row>\n'
            '<cell>b</cell>\n<cell rows="2">c</cell>\n</row>\n<row>\n'
            "<cell>d</cell>\n<cell>e</cell>\n"
            "</row>\n</table>",
        ),
        ("<details><summary>a</summary>b</details>", "<p>a</p>\n<p>b</p>"),
        ("", "<p/>"),
    ],
)
def test_structure(page: str, body: str) -> None:
    """Headings open divisions where TEI allows them, and everything has its element."""
    assert tei_body(page) == body


def test_the_header_says_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Title, authors, date, address, language and the program."""
    monkeypatch.setattr(Page, "language", "en")
    page = (
        "<title>x</title><meta property=og:title content='A &amp; B'>"
        "<script type=application/ld+json>"
        '{"@type":"Article","headline":"A & B","datePublished":"2020-03-04T05:06:07Z",'
        '"author":[{"@type":"Person","name":"Ann Lee"},{"@type":"Person","name":"Bo Ek"}]}'
        "</script><p>c"
    )
    written = render(keep(page, "https://example.org/?a&b"), "tei")
    assert_valid(written)
    root = etree.fromstring(written.encode())
    found = {tag: [e.text for e in root.iter(TEI + tag)] for tag in ("title", "author", "date")}
    assert found["title"] == ["A & B", "A & B"]
    assert found["author"] == ["Ann Lee", "Bo Ek"] * 2
    assert found["date"] == ["2020-03-04"]
    assert next(root.iter(TEI + "date")).get("when") == "2020-03-04"
    assert next(root.iter(TEI + "ptr")).get("target") == "https://example.org/?a&b"
    assert next(root.iter(TEI + "language")).get("ident") == "en"
    assert next(root.iter(TEI + "application")).get("ident") == "sitegist"


def test_a_header_of_nothing_is_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page without title, address and language is TEI as well."""
    monkeypatch.setattr(Page, "language", None)
    written = render(keep("<p>a", None), "tei")
    assert_valid(written)
    assert "langUsage" not in written
    assert "<ptr" not in written


def test_what_xml_forbids_is_left_out() -> None:
    """Control characters and non-characters are not in the document; separators are spaces."""
    page = "<title>a\x02</title><p>b\x1fc\ufffed&#x1;e<img src='i\x03' alt='d\x04'>f"
    assert tei_body(page).startswith("<p>b cde <graphic")
    assert_valid(render(keep(page), "tei"))


@pytest.mark.parametrize(
    "href",
    [
        *(
            "a b",
            "%",
            "%zz",
            "x#y#z",
            "[x]",
            "{x}|\\^`",
            "é?ü=ß#ж",
            "1:2",
            "a@b@c",
            "//h:x/",
            "?&<>\"'",
        ),
        *("http://[::1", "http://a b/", "http://a:99999999/", "mailto:", "mailto:a b", "#", "::"),
    ],
)
@pytest.mark.parametrize("url", [None, "https://example.org/a"])
def test_addresses_are_always_uris(href: str, url: str | None) -> None:
    """What no URI may hold is encoded, so that any link gives a valid document."""
    quoted = href.replace("&", "&amp;").replace('"', "&quot;")
    assert "x" in tei_body(f'<a href="{quoted}">x</a> <img src="{quoted}" alt=x> x', url)


def test_paragraphs_are_never_in_paragraphs() -> None:
    """Blocks in cells and items stand beside text, not in a paragraph."""
    page = (
        "<table><tr><th>a<th>b<tr><td><p>c<p>d<td><ul><li>e<p>f</ul></table>"
        "<ul><li>g<div>h</div></ul>"
    )
    assert "<cell><p>c</p>\n<p>d</p>\n</cell>" in tei_body(page)
