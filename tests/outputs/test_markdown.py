"""Markdown: what people and language models read."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitegist
from sitegist.extraction import Extraction
from sitegist.outputs import render
from sitegist.page import read
from sitegist.page.segmenters.labels import blocks_from_labels
from tests import strategies
from tests.outputs.support import (
    KeepAllBut,
    assert_valid,
    keep,
    markdown,
    words,
    words_of_html,
    words_of_markdown,
    words_of_tei,
)

NBSP = "\xa0"


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<h1>a</h1><h4>b</h4>c", "# a\n\n#### b\n\nc"),
        ("<h2>a <b>b</b><br>c<a href='#a'>¶</a></h2>", "## a b c"),
        ("<h2>Learn C #</h2>", "## Learn C \\#"),
        ("<h1>a<p>" + "long " * 100 + "</h1>", "# a\n\n" + ("long " * 100).strip()),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("<p>a<br>b<br><br>c", "a  \nb\n\nc"),
        ("<p>a<hr>b<hr>", "a\n\n---\n\nb"),
        ("<h2>a<br><img src=i alt=x>\n&nbsp;b</h2>", f"## a ![x](https://example.org/a/i) {NBSP}b"),
        ("<blockquote>a<p>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd"),
        ("<details><summary>a</summary>b</details>", "a\n\nb"),
        ("<dl><dt>a<dd>b<dd>c<dt>d<dd><p>e<p>f</dl>g", "a\n: b\n: c\n\nd\n: e\n\n  f\n\ng"),
        ("<dl><dd>a<dd>b</dl>", "a\n\nb"),
    ],
)
def test_blocks(page: str, written: str) -> None:
    """Blocks are parted by blank lines; headings are one line without bold type or permalink."""
    assert markdown(page) == written


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"),
        ("<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>", "- a\n  - b\n    1. c\n- d"),
        ("<ul><li>a</li><ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
        ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c"),
        ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
        ("<ol start=-3><li>a</ol>", "1. a"),
        ("<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul>", "- a\n\n* b\n\n- c"),
        ("<details><ul><li>a</ul></details><ul><li>b</ul>", "- a\n\n* b"),
        ("<dl><dt>t<dd>s<ul><li>a</ul></dl><ul><li>b</ul>", "t\n: s\n\n  - a\n\n* b"),
        ("<blockquote><ul><li>a</ul></blockquote><ul><li>b</ul>", "> - a\n\n- b"),
        ("<ul><li>a<li><hr><li>b</ul>", "- a\n- b"),
        ("<ol><li>a</ol><ol><li>b</ol>", "1. a\n\n1) b"),
        ("<ul><li><pre>a\n\n b</pre>c</ul>", "- ```\n  a\n\n   b\n  ```\n\n  c"),
        ("<ul><li><blockquote>a<p>b</blockquote></ul>", "- > a\n  >\n  > b"),
        ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"),
        ("<ul><p>a</ul>", "a"),
        ("<ul>a<li>b</ul>", "- a\n- b"),
        ("<li>a", "a"),
        ("<ul><li><h3>a</h3>b</ul>", "- ### a\n\n  b"),
    ],
)
def test_lists(page: str, written: str) -> None:
    """Nested lists are indented; neighbours stay apart; what is no list becomes none."""
    assert markdown(page) == written


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("a<b> b </b>c", "a **b** c"),
        ("a<b> </b>c<i></i>", "a c"),
        ("<b>a<b>b</b><strong>c</strong></b>", "**abc**"),
        ("<b>a</b> <b>b</b>", "**a b**"),
        ("<i>a <b>b</b></i>", "*a **b***"),
        ("<b>a</b><i>b</i>", "**a**b"),
        ("<b>a:</b>b", "**a**:b"),
        ("<b>「a」</b>b <b>注意：</b>请", "**「a**」b **注意**：请"),
        ("<b>...</b>b", "...b"),
        ("a<s>b</s><code>c`d</code>10<sup>6</sup>", "a~~b~~``c`d``10<sup>6</sup>"),
        ("<b>a</b><p><b><p>b<p>c</b>", "**a**\n\n**b**\n\n**c**"),
        ("<code>a<b>b</b>c</code>", "`abc`"),
        ("<code>a<br>b</code>", "`a`  \n`b`"),
        ("<kbd>a</kbd> <kbd>b</kbd>+<kbd>c</kbd>", "`a` `b`+`c`"),
        ("<b><code>a</code><code>b</code></b>", "**`ab`**"),
        ("<code><a href=x>a</a></code>", "[`a`](https://example.org/a/x)"),
        ("a<i class='fa fa-x'>b</i>", "ab"),
        ("wo<b>rd</b>", "wo**rd**"),
    ],
)
def test_emphasis(page: str, written: str) -> None:
    """White space and punctuation that would break emphasis stand outside; empty ones are gone."""
    assert markdown(page) == written


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("<a href=c>a <b>b</b></a>", "[a **b**](https://example.org/a/c)"),
        ("<a href='../x y(z'>[a]</a>", "[\\[a\\]](https://example.org/x%20y%28z)"),
        ("<a href='/w_(d)'>a</a>", "[a](https://example.org/w_(d))"),
        ("<a href=x><h3>a</h3><p>b</a>", "### [a]({0}x)\n\n[b]({0}x)"),
        ("<a href=x>a</a><a href=y>b</a>", "[a]({0}x) [b]({0}y)"),
        ("<a href=javascript:x>a</a> <a>b</a> <a href=data:,x>c</a>", "a b c"),
        ("<a href=mailto:a@b.org>a</a>", "[a](mailto:a@b.org)"),
        ("<base href=http://b.org/><a href=x>a</a>", "[a](http://b.org/x)"),
        ("Wow!<a href=x>a</a>", "Wow\\![a]({0}x)"),
    ],
)
def test_links(page: str, written: str) -> None:
    """Links are absolute; those around blocks are in them; those that run are text."""
    assert markdown(page) == written.replace("{0}", "https://example.org/a/")


def test_an_indent_is_no_quote() -> None:
    """A quote around a whole article, h1 and all, only indents it."""
    page = "<blockquote><h1>a</h1><p>b<blockquote>c</blockquote></blockquote>"
    assert markdown(page) == "# a\n\nb\n\n> c"


def test_links_of_a_page_without_address_stay_as_written() -> None:
    """Nothing is invented for a relative link."""
    page = "<a href='../a?b=c d'>a</a> <a href=javascript:x>b</a> <img src=c.png> d"
    assert markdown(page, None) == "[a](../a?b=c%20d) b ![](c.png) d"


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("a<img src=i.png alt=' x [y\n'>b", "a ![x \\[y](https://example.org/a/i.png) b"),
        (
            "a<img src=i.gif width=1 height=1>b<img src=data:image/gif;base64,x alt=c><img>d",
            "a b d",
        ),
        ("a<img src=/img/spacer.gif>b", "a b"),
        ("<p>a<p><img src=/i><p>b", "a\n\n![](https://example.org/i)\n\nb"),
        ("<a href=/><img src=/i alt=x></a>", "[![x](https://example.org/i)](https://example.org/)"),
        ("a<img src=/nothing.gif><img src=/i width=16 height=12px>b", "a b"),
        ("a<img src=/i width=16 height=16 alt=x>b", "a ![x](https://example.org/i) b"),
        (
            "a<img src=data:image/gif;base64,x data-src=/i>b<img srcset='/j 1x, /k 2x'>c",
            "a ![](https://example.org/i) b ![](https://example.org/j) c",
        ),
        ("<figure><img src=/i><figcaption>a<p>b</figure>", "![](https://example.org/i)\n\na b"),
    ],
)
def test_images(page: str, written: str) -> None:
    """Images have absolute addresses; what only counts or spaces is left out."""
    assert markdown(page) == written


def test_images_between_kept_text_are_kept() -> None:
    """An image alone is a block that methods drop; between two kept ones it stays."""
    page = "<p>a<p><img src=/1><p>b<p><img src=/2><p>no"
    assert "/1" in markdown(page, but="no")
    extraction = keep(page, but="no")
    images = [not block.text for block in extraction.blocks]
    extraction.kept[images] = False
    assert render(extraction, "markdown") == "a\n\n![](https://example.org/1)\n\nb"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("# a", "\\# a"),
        ("- a", "\\- a"),
        ("+1 -a *", "+1 -a \\*"),
        ("1. a", "1\\. a"),
        ("1.5 a", "1.5 a"),
        ("&gt; a", "\\> a"),
        ("---", "\\---"),
        ("===", "\\==="),
        ("[a]: b", "\\[a]: b"),
        ("*a* _b_ `c`", "\\*a\\* \\_b\\_ \\`c\\`"),
        ("snake_case 2 * 3 ** (a) [b] a_", "snake_case 2 * 3 ** (a) [b] a\\_"),
        ("[a](b) ![c](d)", "[a\\](b) ![c\\](d)"),
        ("&lt;b> a &lt; b &amp;amp; R&amp;D", "\\<b> a < b \\&amp; R&D"),
        ("C:\\dir \\*", "C:\\dir \\\\\\*"),
        ("~~a~~ ~5", "\\~~a\\~~ ~5"),
    ],
)
def test_text_that_looks_like_markup(text: str, written: str) -> None:
    """What would be misread is escaped, and nothing else."""
    assert markdown(f"<p>{text}") == written


def test_only_the_start_of_a_line_starts_a_list() -> None:
    """A hard break begins a line; a heading has no lists in it."""
    assert markdown("<p>a - b<br>- c<h2>1. d</h2>") == "a - b  \n\\- c\n\n## 1. d"


@pytest.mark.parametrize(
    ("opening", "language"),
    [
        ('<pre><code class="language-c++">', "c++"),
        ('<pre class="lang-js">', "js"),
        ('<pre class="brush: php; toolbar: false">', "php"),
        ('<div class="highlight highlight-source-py"><pre>', "py"),
        ('<figure class="highlight java"><table><tr><td class=code><pre>', "java"),
        ('<div class="language-ruby highlighter-rouge"><div class="highlight"><pre>', "ruby"),
        ('<pre class="astro-code github-dark" data-language="yaml">', "yaml"),
        ('<pre class="rouge highlight"><code data-lang="csharp">', "csharp"),
        ('<pre><code class="swift">', "swift"),
        ('<pre class="gatsby-code-jsx"><code class="gatsby-code-jsx">', "jsx"),
        ('<pre class="rust rust-example-rendered">', "rust"),
        ('<pre><code class="hljs plaintext">', ""),
        ('<pre data-language="plaintext">', ""),
        ('<pre class="wp-block-code">', ""),
        ('<div class="shell"><pre class="mb-2 less">', ""),
    ],
)
def test_code_has_its_language(opening: str, language: str) -> None:
    """The code, its ``pre`` or what is around it name it, in the class or an attribute."""
    assert markdown(opening + "a\n") == f"```{language}\na\n```"


def test_code_keeps_its_lines() -> None:
    """No line, indent or markup changes; the fence is longer than any inside."""
    page = "<p>a<pre>\n  b\n\n\t<b>*c*</b> &lt;d>\n```\n````</pre>e"
    assert markdown(page) == "a\n\n`````\n  b\n\n\t*c* <d>\n```\n````\n`````\n\ne"


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td class=gutter><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>",
        "<pre><span class=lineno>1 </span>a\n<span class=lineno>2 </span>b</pre>",
        "<div><pre class='line-numbers'>1\n2</pre><pre>a\nb</pre></div>",
        "<div><pre><i style='user-select:none'>1\n2</i></pre><pre>a\nb</pre></div>",
    ],
)
def test_line_numbers_are_no_code(page: str) -> None:
    """A gutter of numbers is left out; one that holds words is not."""
    assert markdown(page) == "```\na\nb\n```"
    assert "one" in markdown(page.replace("1", "one"))


def test_line_breaks_in_code_are_its_lines() -> None:
    """Those that follow each other leave a line empty, as they do in a browser."""
    page = "<p>a<pre>b<br>  c<br><br>d</pre>"
    assert markdown(page) == "a\n\n```\nb\n  c\n\nd\n```"


@pytest.mark.parametrize("end", ["", "\n"])
def test_lines_of_code_that_are_styled_as_blocks_stay_together(end: str) -> None:
    """A bracket on a line of its own has no words, and is code all the same."""
    lines = (f"<span style='display:flex'>{line}{end}</span>" for line in ("if a {", "  b", "}"))
    page = f"<p>Before the code.<pre><code>{''.join(lines)}</code></pre><p>After the code."
    kept = sitegist.extract(page).render("markdown")
    assert kept == "Before the code.\n\n```\nif a {\n  b\n}\n```\n\nAfter the code."


@pytest.mark.parametrize(
    ("page", "written"),
    [
        (
            "<tr><th>a<th>b<tr><td>c|d<td><b>e</b><br>f",
            "| a | b |\n| --- | --- |\n| c\\|d | **e**<br>f |",
        ),
        ("<tr><td>a<td>b<tr><td>c<td>d<td>e", "| a | b |  |\n| --- | --- | --- |\n| c | d | e |"),
        (
            "<tr><th colspan=2>a<th>b<tr><td>c<td>d<td>e",
            "| a |  | b |\n| --- | --- | --- |\n| c | d | e |",
        ),
        (
            "<tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e",
            "| a | b |\n| --- | --- |\n|  | c |\n| d | e |",
        ),
        (
            "<caption>t</caption><tr><th>a<td>b<tr><th>c<td>d",
            "t\n\n| a | b |\n| --- | --- |\n| c | d |",
        ),
        (
            "<tr><th>a<th>b<tr><td>c<td><ul><li>d<li>e</ul>",
            "| a | b |\n| --- | --- |\n| c | d<br>e |",
        ),
    ],
)
def test_data_tables(page: str, written: str) -> None:
    """Tables have a head, equally long rows and cells of one line."""
    assert markdown(f"<table>{page}</table>") == written


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td>a<tr><td>b<tr><td>c</table>",
        "<table><tr><td>a<td>b<td>c</table>",
        "<table><tr><td>a<td><table><tr><td>b</table><tr><td>c</table>",
        "<table><tr><td><div>a</div><div>b</div><p>c<td><tr><td></table>",
    ],
)
def test_tables_for_layout_are_no_tables(page: str) -> None:
    """One column, one row, tables in tables: their cells are blocks."""
    assert markdown(page) == "a\n\nb\n\nc"


def test_a_table_around_an_article_is_for_layout() -> None:
    """Cells with headings or much text are no data."""
    cells = "<tr><td>Home<td><h2>Title</h2><p>Text<tr><td>About<td>" + "word " * 100
    assert markdown(f"<table>{cells}</table>").startswith(
        "Home\n\n## Title\n\nText\n\nAbout\n\nword"
    )


def test_a_dropped_cell_leaves_its_column() -> None:
    """The cells after it do not move."""
    rows = "<tr><td>a<td>b<td>c<tr><td>d<td>no<td>e"
    assert markdown(f"<table>{rows}</table>", but="no").endswith("| d |  | e |")


def test_what_was_between_two_pieces_parts_them() -> None:
    """Text that was dropped within a line does not glue what stood around it."""
    page = read("<p>one<b>no</b>two<i>three</i>")
    labels = np.where(page.rows.flagged(0xFF), -1, np.arange(len(page.rows)))
    blocks = blocks_from_labels(page, "leaves", labels)
    kept = np.array([block.text != "no" for block in blocks])
    extraction = Extraction(KeepAllBut(), blocks, kept, np.zeros(len(kept)), 1.0)
    assert render(extraction, "markdown") == "one two*three*"


def test_the_title_is_not_text() -> None:
    """Markdown begins with the page's body."""
    assert markdown("<title>a</title><p>b") == "b"


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "<div>",
            "<div>x",
            "<ul><li>x",
            "<ol><li>",
            "<blockquote>x",
            "<table><tr><td>x",
            "<b><i>x",
        ),
        *(
            "<a href=x>x",
            "<h1><span>x",
            "<dl><dt>x<dd>",
            "<figure>x<img src=y>",
            "<pre>x\n",
            "x<hr>",
        ),
        *(
            "<table><tr><td colspan=1000 rowspan=1000>x",
            "<tr><td>x<td>y",
            "<ul><li>x</li>",
            "x<br>",
        ),
        *("<details><summary>x", "*_`[", "a](b", "<code>`", "<table><caption>x", "&amp;&lt;"),
    ],
)
@pytest.mark.parametrize("form", ["markdown", "html", "tei"])
def test_hostile_pages(piece: str, form: str) -> None:
    """Five thousand of anything, never closed, take no recursion and no quadratic time."""
    extraction = keep(piece * 5000 + "end")
    _ = extraction.page.metadata, extraction.text
    begin = time.process_time()
    written = render(extraction, form)
    assert time.process_time() - begin < 10
    assert "end" in written
    if form == "tei":
        assert_valid(written)


_TREES = strategies.trees(
    (
        *("p", "div", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td", "th", "blockquote"),
        *("h1", "h3", "pre", "a href=x", "b", "i", "code", "sup", "span", "figure", "details"),
    ),
    ("br", "hr", "img src=x alt=&quot;"),
)


@given(_TREES | strategies.soup(25))
def test_words_are_neither_glued_nor_split(page: str) -> None:
    """Every format has the words of the text in their order, whatever the markup."""
    extraction = keep(page)
    text = words(extraction.text)
    html, tei = render(extraction, "html"), render(extraction, "tei")
    assert words_of_html(html) == text
    assert_valid(tei)
    assert words_of_tei(tei) == text
    render(extraction, "json")


@given(_TREES)
def test_words_of_markdown_are_those_of_the_text(page: str) -> None:
    """Markup parts no word and joins none."""
    extraction = keep(page)
    assert words_of_markdown(render(extraction, "markdown")) == words(extraction.text)


@given(st.text("ab1 *_#`-.~>[]()<&|:!\\中。", max_size=12))
def test_escaped_text_reads_as_it_was(text: str) -> None:
    """Without the backslashes a paragraph is what it was."""
    extraction = keep("<p>" + text.replace("&", "&amp;").replace("<", "&lt;"))
    written = render(extraction, "markdown")
    assert _unescaped(written) == extraction.text


def _unescaped(written: str) -> str:
    """Markdown's own rule: a backslash before ASCII punctuation is none."""
    out = ""
    place = 0
    while place < len(written):
        if written[place] == "\\" and written[place + 1 : place + 2] in set("!#&()*-.:<>[\\]_`|~"):
            place += 1
        out += written[place]
        place += 1
    return out
