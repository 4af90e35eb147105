"""Cleaned HTML: what the text is, nothing that runs, styles or tracks."""

from __future__ import annotations

import re

import pytest

from sitegist.outputs import render
from tests.outputs.support import html_body, keep

ALLOWED = {
    *("html", "head", "meta", "title", "body", "h1", "h2", "h3", "h4", "h5", "h6", "p", "hr", "br"),
    *("ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "tr", "td", "th", "pre", "code", "a"),
    *("blockquote", "img", "em", "strong", "del", "sub", "sup", "figure", "figcaption"),
    *("details", "summary"),
}


def test_it_is_a_whole_document() -> None:
    """Doctype, language, encoding and title, and nothing else in the head."""
    written = render(
        keep("<html lang=en><title>A &amp; B</title><p>Some words of English text."), "html"
    )
    assert written == (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<title>A &amp; B</title>\n</head>\n<body>\n<p>Some words of English text.</p>\n"
        "</body>\n</html>\n"
    )


@pytest.mark.parametrize(
    ("page", "body"),
    [
        ("<div>one<div>two</div>three", "<p>one</p>\n<p>two</p>\n<p>three</p>"),
        ("<p>one<br><br>two<br>three", "<p>one</p>\n<p>two<br>\nthree</p>"),
        ("<p><i>a <b>b</b></i>c", "<p><em>a <strong>b</strong></em>c</p>"),
        ("<h2><b>a</b></h2>", "<h2>a</h2>"),
        (
            "<a href=x><h2>a</h2><p>b</a>",
            '<h2><a href="{0}x">a</a></h2>\n<p><a href="{0}x">b</a></p>',
        ),
        (
            "<ul><li>a<ul><li>b</ul><li>c</ul>",
            "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>",
        ),
        ("<ol start=3><li><p>a<p>b</ol>", '<ol start="3">\n<li><p>a</p>\n<p>b</p>\n</li>\n</ol>'),
        ("<dl><dt>a<dd>b</dl>", "<dl>\n<dt>a</dt>\n<dd>b</dd>\n</dl>"),
        (
            "<pre><code class='hl language-py'>a &lt;\n b</code></pre>",
            '<pre><code class="language-py">a &lt;\n b</code></pre>',
        ),
        (
            "<figure><img src=i alt='x\"'><figcaption>c</figcaption></figure>",
            '<figure>\n<img src="{0}i" alt="x&quot;">\n<figcaption>c</figcaption>\n</figure>',
        ),
        ("<blockquote>a</blockquote>", "<blockquote>\n<p>a</p>\n</blockquote>"),
        (
            "<details><summary>a</summary>b</details>",
            "<details>\n<summary>a</summary>\n<p>b</p>\n</details>",
        ),
    ],
)
def test_structure_is_kept(page: str, body: str) -> None:
    """Each kind of block and inline element comes out as itself."""
    assert html_body(page) == body.replace("{0}", "https://example.org/a/")


def test_tables_keep_their_spans() -> None:
    """``colspan`` and ``rowspan`` survive where they are numbers."""
    page = (
        "<table><caption>c</caption><tr><th colspan=2 onclick=x()>a<tr><td rowspan='2x'>b"
        "<td rowspan=2>c<tr><td>d<td>e</table>"
    )
    assert html_body(page) == (
        '<table>\n<caption>c</caption>\n<tr>\n<th colspan="2">a</th>\n</tr>\n<tr>\n<td>b</td>\n'
        '<td rowspan="2">c</td>\n</tr>\n<tr>\n<td>d</td>\n<td>e</td>\n</tr>\n</table>'
    )


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        " JaVa\nScript:alert(1)",
        "\x01javascript:alert(1)",
        "java&#9;script:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "http://",
    ],
)
def test_links_that_run_are_text(href: str) -> None:
    """Only http, https, mailto and relative addresses are links."""
    assert html_body(f"<p><a href='{href}'>a</a> b", None) == "<p>a b</p>"
    assert html_body(f"<p>a<img src='{href}' alt=x> b") == "<p>a b</p>"


def test_nothing_runs_and_nothing_is_styled() -> None:
    """Scripts, handlers, styles and unknown elements are gone; their text that is drawn is not."""
    page = (
        "<body onload=x()><p style='color:red' onclick=x() class=a id=b>one <font color=red>two"
        "</font><script>x()</script><style>p{}</style><iframe src=x></iframe>"
        " <marquee>three</marquee>"
        "<img src=i.png onerror=x() alt='<script>'> <form action=x><button>four</button></form>"
    )
    body = html_body(page)
    assert re.sub(r"<[^>]*>", "", body).split() == ["one", "two", "three", "four"]
    assert set(re.findall(r"</?(\w+)", body)) <= ALLOWED
    names = re.findall(r'(\w+)="', body)
    assert names == ["src", "alt"]


def test_markup_in_text_and_attributes_is_text() -> None:
    """Nothing that a page says can become an element."""
    page = "<title></title><p>&lt;script&gt; &amp;amp; <a href='/\"><script>'>x</a>"
    assert html_body(page) == (
        '<p>&lt;script&gt; &amp;amp; <a href="https://example.org/%22%3E%3Cscript%3E">x</a></p>'
    )
    hostile = "<title>&lt;/title>&lt;script></title><p>x"
    assert "<script" not in render(keep(hostile), "html")
