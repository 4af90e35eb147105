"""The parser against a second one: the same elements in the same order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitegist.page import read
from tests import strategies

SNIPPETS = [
    # left out tags
    "",
    "a",
    "<p>a<p>b<div>c</div>d",
    "<p>a<table><td>b</table>c",
    "<li>a<li>b<ul><li>c</ul><li>d",
    "<dl><dt>a<dd>b<dt>c</dl>",
    "<table><td>a<td>b<tr><th>c<tfoot><tr><td>d</table>",
    "<table><caption>a<col><td>b",
    "<title>a</title>b<head><meta>",
    "<html class=a><html lang=b><body id=c><body class=d>",
    "a</p>b</br>c",
    "<h1>a<h2>b</h1>c",
    "<button>a<button>b",
    "<a href=1>a<a href=2>b</a>c</a>",
    "<nobr>a<nobr>b",
    "<option>a<optgroup><option>b",
    "<p>a<hr>b<pre>c</pre>d",
    "<ruby>a<rt>b<rp>c</ruby>",
    # what tables push out
    "<table>a<tr>b<td>c</td>d</tr>e</table>f",
    "<table><p>a<tr><td>b</table>c",
    "<table><a href=x>a<tr><td>b</td></a></table>c",
    "<table><table>a</table>b</table>",
    "<table><tr><td><table><tr><td>a</table>b</table>",
    "<table><form><input type=hidden><input><tr><td>a</form></table>",
    "<table><script>a</script><style>b</style>c</table>",
    "<table><td><svg><td>a</table>",
    # misnested formatting
    "<b>a<i>b</b>c</i>d",
    "<p>a<b>b<p>c</b>d",
    "<b><p>a</b>b</p>",
    "<a>a<div>b</a>c</div>",
    "<b>1<i>2<u>3</b>4</i>5</u>6",
    "<b><b><b><b><p>a",
    "<font><p>a<table><td></font>b",
    "<i><table><td>a</i>b</table>c",
    "<p><b><div><marquee></p></b></div>a",
    # text that is no markup
    "<title><b>a</b></title>",
    "<textarea><p>a</textarea>b",
    "<script><!--<script>a</script>b--></script>c",
    "<style><p></style><xmp><p></xmp><iframe><p></iframe><noembed><p></noembed>",
    "<plaintext><p>a",
    "<!-- a --><!doctype html><!-- b --><p>c",
    "<![CDATA[<p>]]>a",
    "<?php <p> ?>a",
    "<!-- <p> --!><p>",
    "<!--><p>--><p>",
    "a<b<c>d",
    "<p/class=a>b",
    "<div/>a<br/>b",
    "</div>a</body>b</html>c<p>d",
    # frames and forms
    "<frameset><frame><noframes>a</noframes></frameset>b",
    "<form>a<form>b</form>c</form>",
    "<isindex><keygen><image>",
    "<noscript><p>a</noscript><p>b",
    "<head><noscript><link><meta></noscript></head>",
    "<input><select><input>a",
    # foreign content
    "<svg><p>a</p></svg>b",
    "<svg><foreignObject><p>a<svg><g></foreignObject></svg>b",
    "<svg><title><p>a</title><desc><b>b</desc><style><i>c</style></svg>",
    "<svg><script>a</script><a><b>c",
    "<math><mi><p>a</mi><mtext><b>b</mtext><annotation-xml encoding=text/html><p>c</math>",
    "<svg><![CDATA[<p>]]></svg>",
    "<svg/><p>a",
    "<svg><font color=red>a",
    "<svg><font>a</svg>",
]


# What templates hold is a document of its own, which Lexbor keeps apart from the tree.
TEMPLATES = [
    "<template><p>a</template>b",
    "<table><template><tr></template><tr><td>a",
    "<template><template>a</template><b>b</template>c",
    "<head><template><col></template><body><p>",
    "<svg><template><p>a</template></svg>b",
]


def ours(html: str) -> list[tuple[int, str]]:
    """Depth and tag of the elements of our rows, but for what is in templates."""
    rows = read(html, scripting=False).rows
    seen = rows.is_element & (rows.nearest(rows.having(("#fragment",))) < 0)
    return [(int(rows.depth[row]), rows.tag(row).lower()) for row in np.flatnonzero(seen).tolist()]


def theirs(html: str) -> list[tuple[int, str]]:
    """Depth and tag of the elements that Lexbor sees."""
    root = LexborHTMLParser(html).root
    return [] if root is None else list(_elements(root))


def _elements(root: LexborNode) -> Iterator[tuple[int, str]]:
    for node in root.traverse(include_text=False):
        if node.is_element_node and node.tag:
            yield _depth(node), node.tag.lower()


def _depth(node: LexborNode) -> int:
    depth = 0
    while node.parent is not None and node.parent.is_element_node:
        node = node.parent
        depth += 1
    return depth


@pytest.mark.parametrize("html", SNIPPETS + TEMPLATES)
def test_two_parsers_agree(html: str) -> None:
    """On markup that asks for every repair of the standard, both make the same tree of it."""
    assert ours(html) == theirs(html)


@given(strategies.soup(25))
def test_two_parsers_agree_on_soup(html: str) -> None:
    """Tags in any order give the same tree as well."""
    assert ours(html) == theirs(html)


def test_rows_under_a_template_are_known() -> None:
    """What Lexbor keeps apart are rows of ours, below the template and not drawn."""
    page = read("<template><p>a</template>b")
    assert [page.rows.tag(row) for row in range(len(page.rows))][2:5] == [
        "template",
        "#fragment",
        "p",
    ]
    assert page.text == "b"
