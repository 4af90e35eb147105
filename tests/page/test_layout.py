"""Layout: what the text of a page is, where its pieces join and where they part."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import example, given

from sitegist.page import read, reader
from sitegist.page.rows import HIDDEN, LINKED, PRE, TITLE
from tests import strategies

# what HTML folds, and the vertical tab
_SPACE = re.compile(r"[ \t\n\r\f\v]+")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        # inline elements join
        ("foot<b>ball</b>s", "footballs"),
        ("a<b>b<i>c</i></b>d", "abcd"),
        ("a<wbr>b", "ab"),
        ("a<x>b</x>c", "abc"),
        ("un<!-- a comment -->cut", "uncut"),
        ("a<script>1</script>b", "ab"),
        # blocks stand on lines of their own, a line break ends one, empty ones add nothing
        ("<p>a<p>b", "a\nb"),
        ("a<div>b</div>c", "a\nb\nc"),
        ("a<div></div>b", "a\nb"),
        ("<div><div><p>a</p></div></div><div><p>b</p></div>", "a\nb"),
        ("<b>a<div>b</div></b>c", "a\nb\nc"),
        ("a<br>b", "a\nb"),
        ("a<br><br> <br>b", "a\nb"),
        ("a <br> b", "a\nb"),
        ("<br>a<br>", "a"),
        ("<ul><li>a<li>b<ul><li>c</ul>d</ul>", "a\nb\nc\nd"),
        ("<h1>a</h1>b<hr>c", "a\nb\nc"),
        ("a<my-card>b</my-card>c", "a\nb\nc"),
        ("<dl><dt>a<dd>b</dl>", "a\nb"),
        ("<table><caption>a</caption><tr><th>b<td>c<tr><td>d</table>", "a\nb\nc\nd"),
        ("<table><tr><td>a<table><td>b</table>c</table>", "a\nb\nc"),
        ("<select><option>a<option>b</select>", "a\nb"),
        ("<details><summary>a</summary>b</details>", "a\nb"),
        # what stands beside words without being a part of them
        ("<button>a</button><button>b</button>", "a b"),
        ("a<button>b</button>c", "a b c"),
        ("a<img alt=i>b", "a b"),
        ("a <img> b", "a b"),
        ("<a href=1>a</a><a href=2>b</a>", "a b"),
        ("<a href=1>a</a> <a href=2>b</a>", "a b"),
        ("<a href=1>a</a>, <a href=2>b</a>", "a, b"),
        ("<a href=1>a</a>b", "ab"),
        ("a<a href=1>b<b>c</b></a>d", "abcd"),
        ("<a name=1>a</a><a name=2>b</a>", "ab"),
        # a reading stands behind its word, in the parentheses that were made for that
        ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です", "漢字(かんじ)です"),
        # what a style makes a block is one
        ("<span style='display:block'>a</span><span style='display: flex'>b</span>c", "a\nb\nc"),
        ("<span style='display:inline-block'>a</span>b", "ab"),
    ],
)
def test_gluing_and_splitting(html: str, text: str) -> None:
    """Runs join, or a space or a line end parts them, as a browser would show it."""
    assert read(html).text == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (" a \n\t b\f c\r\nd ", "a b c d"),
        ("a<b> </b>b", "a b"),
        ("a<b> b </b> c", "a b c"),
        ("a <b> b</b>", "a b"),
        ("a <!-- --> b", "a b"),
        ("a <i> <b> </b> </i> b", "a b"),
        ("<p> a </p> <p> b </p>", "a\nb"),
        ("<p>a </p>b", "a\nb"),
        ("a <script>1</script> b", "a b"),
        ("a <button> b </button> c", "a b c"),
        ("<a href=1>a </a><a href=2> b</a>", "a b"),
        # a no-break space is none of the white space that HTML folds
        ("a&nbsp;&nbsp;b", "a\xa0\xa0b"),
        ("a &nbsp; b", "a \xa0 b"),
        ("a\u3000 b", "a\u3000 b"),
        ("a&#8203;b", "a\u200bb"),
        # but between runs it only parts them
        ("a<b>&nbsp;</b>b", "a b"),
        ("<p>&nbsp;</p>", ""),
        ("<td>&nbsp;</td><p>a<p>\u3000<p>b", "a\nb"),
    ],
)
def test_white_space(html: str, text: str) -> None:
    """White space is folded to one space, across inline elements as well."""
    assert read(html).text == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<pre>a\n  b\tc</pre>", "a\n  b\tc"),
        ("<pre>\na</pre>", "a"),
        ("<pre>\n\na\n\n\nb</pre>", "\na\n\n\nb"),
        ("<pre>  a</pre>", "  a"),
        ("<pre>\ta</pre>", "\ta"),
        ("<p>x</p><pre>    a\n  b</pre><p>y", "x\n    a\n  b\ny"),
        ("<pre>\r\na\r\nb\rc</pre>", "a\nb\nc"),
        ("<pre><span>if</span> <b>a</b>:\n    <i>b</i>\n</pre>", "if a:\n    b"),
        ("<pre><i>a</i>\n<i>b</i></pre>", "a\nb"),
        ("<pre><i>a</i>\n\n  <i>b</i></pre>", "a\n\n  b"),
        ("<pre><i>a\n</i><i>  b</i></pre>", "a\n  b"),
        ("<pre>a<br>b</pre>", "a\nb"),
        ("<pre>a\n<br>b</pre>", "a\n\nb"),
        ("<pre>a\n</pre><p>b", "a\nb"),
        ("<pre>  a  </pre>  b", "  a  \nb"),
        ("<pre><div>a\n b</div>c</pre>", "a\n b\nc"),
        ("<textarea>\n a\n  b</textarea>", " a\n  b"),
        ("<listing>a\n b</listing>", "a\n b"),
        ("<pre>a&nbsp; b</pre>", "a\xa0 b"),
        ("<pre><i style=display:flex>a\n</i><i style=display:flex> b\n</i></pre>", "a\n b"),
    ],
)
def test_preformatted_text_keeps_its_lines(html: str, text: str) -> None:
    """Lines, indentation and blank lines stay; the newline right after the tag does not."""
    assert read(html).text == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p hidden>a</p>b", "b"),
        ("<p HIDDEN=''>a</p>b", "b"),
        ("<p hidden=hidden>a</p>b", "b"),
        ("<p hidden=until-found>a</p>b", "a\nb"),
        ("<p hidden=UNTIL-found>a</p>b", "a\nb"),
        ("<div hidden><p>a<b>b</b></p></div>c", "c"),
        ("<p style='display:none'>a</p>b", "b"),
        ("<p style='color: red; DISPLAY : None !important'>a</p>b", "b"),
        ("<p style='display: block'>a</p>b", "a\nb"),
        ("<div style=display:none>a<p style=display:block>b</p></div>c", "c"),
        ("a<span hidden>x</span>b", "ab"),
        ("<style>a</style><script>b</script><!-- c -->d", "d"),
        ("<template>a<p>b</p></template>c", "c"),
        ("<noscript>a<p>b</p></noscript>c", "c"),
        ("<head><noscript><p>a</p></noscript></head>b", "b"),
        ("<iframe>a</iframe><noembed>b</noembed>c", "c"),
        ("<video>Your browser is old.</video><audio>a</audio><canvas>b</canvas>c", "c"),
        ("<object>a</object>b", "b"),
        ("<datalist><option>a</datalist>b", "b"),
        ("<svg><title>a</title><text>b</text></svg>c", "b c"),
        ("<title>a</title><svg><title>b</title></svg>c", "a\nc"),
        ("<svg><desc>a</desc><metadata>b</metadata><style>c</style></svg>d", "d"),
        ("<template><title>a</title></template><title>b</title>c", "b\nc"),
    ],
)
def test_what_is_not_drawn_is_not_in_the_text(html: str, text: str) -> None:
    """Hidden by attribute, by style, by its tag, or inside of something hidden."""
    assert read(html).text == text


@pytest.mark.parametrize(
    ("html", "with_scripts", "without"),
    [
        ("<body><noscript>a<p>b</p></noscript>c", "c", "a\nb\nc"),
        ("<p>a<noscript> b</noscript></p>", "a", "a b"),
        ("<head><noscript><style>a</style></noscript></head>b", "b", "b"),
        ("<head><noscript><p>a</p></noscript></head><body>b", "b", "a\nb"),
        ("<noscript><img src=a></noscript>b", "b", "b"),
    ],
)
def test_noscript_is_for_browsers_without_scripts(
    html: str, with_scripts: str, without: str
) -> None:
    """``scripting=False`` shows what ``<noscript>`` holds, in the head and in the body."""
    assert read(html).text == with_scripts
    assert read(html, scripting=False).text == without


@pytest.mark.parametrize(
    ("html", "title", "text"),
    [
        ("<title>a</title><p>b", "a", "a\nb"),
        ("<title> a\n b </title>c", "a b", "a b\nc"),
        ("<title>a <b>&amp;</title>c", "a <b>&", "a <b>&\nc"),
        ("<title></title>c", "", "c"),
        ("<title>a</title><title>b</title>c", "a", "a\nc"),
        ("<svg><title>a</title></svg><title>b</title>c", "b", "b\nc"),
        ("<svg><title>a</title></svg>b", "", "b"),
        ("<p>a</p>", "", "a"),
    ],
)
def test_the_title(html: str, title: str, text: str) -> None:
    """The first title that is the document's begins the text; a drawing's is not drawn."""
    page = read(html)
    assert page.title == title
    assert page.text == text
    titled = page.rows.flagged(TITLE) & page.rows.having(("#text",))
    assert titled.sum() == (1 if title else 0)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        ("a", "a"),
        ("</html>a<body>b</body>c</html>d", "abcd"),
        ("<body>a</body><p>b</p>", "a\nb"),
        ("<html><p>a</html><p>b", "a\nb"),
        ("<body>a</body></html><!-- c -->b", "ab"),
        ("<p>a<p></p></p>b", "a\nb"),
        ("<table>a<tr><td>b</table>c", "a\nb\nc"),
        ("<!doctype html><!-- a --><html>b", "b"),
        ("<frameset><frame></frameset>a", ""),
        ("<plaintext>a</plaintext>", "a</plaintext>"),
    ],
)
def test_broken_documents(html: str, text: str) -> None:
    """Text before, between and after the document's own tags is kept."""
    assert read(html).text == text


def test_nulls_are_left_out() -> None:
    """Wherever they stand, and nothing beside them is lost or joined."""
    shapes = ("{0}", "a{0}b", "a <b>{0}</b>b", "<pre>{0}a\n{0} b</pre>", "<p>a<p>{0}<p>b")
    for shape in shapes:
        for html in (shape.format("\x00"), shape.format("\x00").encode()):
            assert read(html).text == read(shape.format("")).text, shape


@pytest.mark.parametrize("control", ["\x01", "\x03", "\x08", "\x1b", "\x7f"])
def test_other_control_characters_are_text(control: str) -> None:
    """A browser keeps them, and what comes out is the page's own text."""
    assert read(f"<p>a{control} b<p>{control}").text == f"a{control} b\n{control}"


@pytest.mark.parametrize("start", ["", "ä "])
def test_long_text_is_folded_in_portions(start: str) -> None:
    """Wherever a portion ends, the text is the same as if it were short."""
    run = start + "long  words\n and " * 100_000
    folded = " ".join(run.split())
    page = read(f"<p>{run}<p> {run}</p> <b> {run}</b> <i> {run}<pre>{run}x</pre>")
    assert page.text == f"{folded}\n{folded}\n{folded} {folded}\n{run}x"


def test_formulas_are_read_once() -> None:
    """Of a formula that stands there as MathML, as its source and as boxes, the source is text."""
    html = (
        "a <span class=katex><span class=katex-mathml><math><semantics><mrow><mi>c</mi><mn>2</mn>"
        "</mrow><annotation encoding=application/x-tex>c^2</annotation></semantics></math></span>"
        "<span class=katex-html aria-hidden=true><span>c</span><span>2</span></span></span> b"
    )
    assert read(html).text == "a c^2 b"
    assert read("<math><msup><mi>c</mi><mn>2</mn></msup></math>").text == "c2"


def test_declarative_shadow_roots_are_drawn() -> None:
    """A browser attaches ``<template shadowrootmode>`` to its parent, and shows it."""
    html = "<my-el><template shadowrootmode=open><p>a</p></template></my-el><p>b"
    assert read(html).text == "a\nb"


def test_flags_reach_all_that_is_inside() -> None:
    """Links with a target, preformatted and hidden elements flag their whole subtrees."""
    page = read("<a href=x>a<b>b</b></a><a name=y>c</a><pre>d<i>e</i></pre><p hidden>f<i>g</i></p>")
    rows = page.rows
    found = {
        flag: {page.inner_text(run) for run in rows.runs[rows.flagged(flag)[rows.runs]].tolist()}
        for flag in (LINKED, PRE)
    }
    assert found == {LINKED: {"a", "b"}, PRE: {"d", "e"}}
    hidden_text = rows.flagged(HIDDEN) & rows.having(("#text",))
    assert np.count_nonzero(hidden_text) == 2


def test_lines_part_where_blocks_begin_and_end() -> None:
    """Rows share a line number as long as no block stands between them."""
    rows = read("a<b>b</b><p>c<i>d</i></p>e<br>f").rows
    text = np.flatnonzero(rows.having(("#text",)))
    a, b, c, d, e, f = rows.line[text].tolist()
    assert a == b
    assert c == d
    assert e == f
    assert a < c < e


def visible_texts(html: str) -> list[str]:
    """The drawn text nodes of a page as its rows have them."""
    page = read(html)
    nodes = reader.read(page.html, scripting=True)
    at = np.flatnonzero(page.rows.having(("#text",)) & ~page.rows.flagged(HIDDEN))
    return nodes.strings(at)


@given(strategies.soup())
@example("<b>a</b><pre>\n\n b \n</pre> c")
@example("a<p>\xa0<p>b\xa0")
@example("<textarea>\n\n x </textarea><b> y")
def test_the_text_is_that_of_the_visible_nodes(html: str) -> None:
    """But for white space, the text is the visible text nodes in order; nothing is lost."""
    drawn = "".join(visible_texts(html)).encode("utf-8", "replace").decode()
    assert "".join(read(html).text.split()) == "".join(drawn.split())


@given(strategies.soup())
def test_words_are_cut_only_where_the_page_cuts_them(html: str) -> None:
    """No text node loses or gains white space within."""
    page = read(html)
    spans = [page.text[page.rows.start[run] : page.rows.start[run + 1]] for run in page.rows.runs]
    nodes = [" ".join(filter(None, _SPACE.split(text))) for text in visible_texts(html)]
    shown = [" ".join(filter(None, _SPACE.split(span))) for span in spans]
    solid = [node.encode("utf-8", "replace").decode() for node in nodes]
    assert [text for text in shown if text.strip()] == [text for text in solid if text.strip()]


@given(strategies.trees(("div", "p", "b", "i", "a", "pre", "ul"), void=("br", "img")))
def test_the_text_has_no_needless_white_space(html: str) -> None:
    """Outside of ``<pre>`` no line is blank and no two spaces follow one another."""
    text = read(html.replace("pre>", "q>")).text
    assert "  " not in text
    assert "\n\n" not in text
    assert " \n" not in text
    assert "\n " not in text
    assert text == text.strip()
