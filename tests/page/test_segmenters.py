"""Segmenters: which rows make a block, against literal readings of the papers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import example, given
from lxml import html as lxml_html
from selectolax.lexbor import LexborHTMLParser

from sitegist.errors import OptionError
from sitegist.page import SEGMENTERS, Blocks, Page, read, segment
from sitegist.page.rows import BLANK, HIDDEN, TITLE
from sitegist.page.segmenters import partition, segments, tables
from sitegist.page.segmenters.partition import TAGS
from tests import strategies

every_segmenter = pytest.mark.parametrize("segmenter", SEGMENTERS)

ARTICLE = """<!doctype html><html lang=en><head><title>On fish</title><style>p {}</style></head>
<body><header class=top><nav id=menu><ul><li><a href=/>Home</a></li>
<li><a href=/b>Birds</a></li></ul></nav></header>
<main><article class="post wide"><h1>On fish</h1><p>Fish are <b>animals</b> that swim.</p>
<p>They <a href=/s>swim</a> in seas.<br><br>Some swim in rivers.</p><img src=fish.png>
<table><tr><th>Sea</th><td>Cod</td></tr><tr><th>River</th><td>Trout</td></tr></table></article>
<aside><h2>More</h2><ul><li>Whales</li><li>Crabs</li></ul></aside></main>
<hr><footer><p>© 2026 The Fish Society</p></footer></body></html>"""


def texts(blocks: Blocks) -> list[str]:
    """What the blocks that have text say."""
    return [block.text for block in blocks if block.text]


def groups(blocks: Blocks) -> set[frozenset[int]]:
    """The rows of each block."""
    return {frozenset(block.rows.tolist()) for block in blocks}


# --- every segmenter -------------------------------------------------------------------------


@every_segmenter
@given(html=strategies.soup())
@example(html="")
@example(html="<title>a</title>")
@example(html="<table>a<tr><td>b<table><tr><td>c</table>d</table>e")
@example(html="<pre>a\n<b>b</b>\n</pre>")
@example(html="<svg><title>a</title></svg>b")
def test_every_run_has_one_block(segmenter: str, html: str) -> None:
    """Each drawn run with more than white space is owned, and no block's text is lost."""
    page = read(html)
    blocks = segment(page, segmenter)
    solid = page.rows.runs[~page.rows.flagged(BLANK)[page.rows.runs]]
    assert (blocks.owner[solid] >= 0).all()
    assert blocks.owner.max(initial=-1) < len(blocks)
    assert sum(len(block.rows) for block in blocks) == (blocks.owner >= 0).sum()
    owned = page.rows.runs[blocks.owner[page.rows.runs] >= 0]
    assert blocks.words.sum() == page.words.sum()
    spans = {span for block in blocks for span in block.text_ranges}
    covered = sum(end - begin for begin, end in spans)
    assert covered == np.diff(page.rows.start)[owned].sum()


@every_segmenter
@given(html=strategies.soup())
@example(html="a<hr>b<hr>c")
@example(html="<title>a</title><p>b<table><td>c</table>d")
def test_blocks_are_numbered_as_they_begin(segmenter: str, html: str) -> None:
    """No block is empty, and they stand in the order of their first rows."""
    blocks = segment(read(html), segmenter)
    first = [int(block.rows[0]) for block in blocks]
    assert first == sorted(first)


@every_segmenter
@given(html=strategies.soup())
@example(html="<p>a<hr>b")
@example(html="<!-- a --><p>b</p><!-- c -->")
def test_the_root_is_the_deepest_element_around_a_block(segmenter: str, html: str) -> None:
    """All rows of a block are in its root, which is an element, and in no child of the root."""
    page = read(html)
    rows = page.rows
    blocks = segment(page, segmenter)
    for block, root in zip(blocks, blocks.root.tolist()):
        owned = block.rows
        assert rows.is_element[root]
        assert root <= owned[0]
        assert owned[-1] < rows.end[root]
        for child in range(root + 1, int(rows.end[root])):
            deeper = rows.is_element[child] and child <= owned[0] and owned[-1] < rows.end[child]
            assert not deeper


@every_segmenter
@given(html=strategies.soup())
def test_parents_form_a_tree(segmenter: str, html: str) -> None:
    """Going up from parent to parent ends at the top, and a parent's root is around its child's."""
    page = read(html)
    blocks = segment(page, segmenter)
    for index in range(len(blocks)):
        seen = {index}
        parent = int(blocks.parent[index])
        while parent >= 0:
            assert parent not in seen
            seen.add(parent)
            root = int(blocks.root[parent])
            assert root <= blocks.root[index] < page.rows.end[root]
            parent = int(blocks.parent[parent])


@every_segmenter
@given(html=strategies.soup())
def test_the_title_is_apart(segmenter: str, html: str) -> None:
    """A block that holds the title's text holds no other text, and says so."""
    page = read("<title>the title</title>" + html)
    blocks = segment(page, segmenter)
    for block in blocks:
        runs = np.intersect1d(block.rows, page.rows.runs)
        titled = set(page.rows.flagged(TITLE)[runs].tolist())
        assert len(titled) <= 1
        assert True not in titled or blocks.is_title[block.index]
        assert False not in titled or not blocks.is_title[block.index]


@every_segmenter
def test_a_page_without_anything(segmenter: str) -> None:
    """An empty document has no words in any block."""
    blocks = segment(read(""), segmenter)
    assert texts(blocks) == []
    assert not blocks.words.sum()
    assert len(list(blocks)) == len(blocks)


def test_an_unknown_segmenter_is_an_error_of_ours() -> None:
    """The message names the ones that there are."""
    with pytest.raises(OptionError, match="leaves, partition, segments, tables"):
        segment(read("a"), "vips")


# --- blocks ----------------------------------------------------------------------------------


@every_segmenter
def test_paths_select_the_root(segmenter: str) -> None:
    """Each path, given to another parser, finds exactly the element it was made from."""
    page = read(ARTICLE)
    lexbor = LexborHTMLParser(ARTICLE)
    tree = lxml_html.document_fromstring(ARTICLE)
    for block in segment(page, segmenter):
        found = lexbor.css(block.path)
        assert len(found) == 1, block.path
        tag = page.rows.tag(int(segment(page, segmenter).root[block.index]))
        assert found[0].tag == tag
        if "tbody" not in block.path:  # which lxml does not supply
            assert [element.tag for element in tree.cssselect(block.path)] == [tag], block.path
    paths = [block.path for block in segment(page, "leaves")]
    assert len(paths) - len(set(paths)) == 1  # the two halves of one paragraph


def test_a_path_finds_what_the_block_says() -> None:
    """The text of the element at the end of a leaf's path is the block's text."""
    lexbor = LexborHTMLParser(ARTICLE)
    for block in segment(read(ARTICLE)):
        (element,) = lexbor.css(block.path)
        assert "".join(block.text.split()) in "".join(element.text().split())


@given(html=strategies.trees(("div", "span", "b", "section", "ul"), void=("br", "hr")))
@example(html="<b>" * 40 + "a" + "</b>" * 39 + "<b>b</b>" + "</b>")
@example(html="<div>a</div>" + "<div>" * 45 + "b<div>c</div><div>d" + "</div>" * 46)
def test_paths_are_unique(html: str) -> None:
    """On trees of any shape a path selects one element."""
    lexbor = LexborHTMLParser(html)
    page = read(html)
    for block in segment(page):
        assert len(lexbor.css(block.path)) == 1, block.path


@pytest.mark.parametrize(
    "attrs", ["class='1st'", "class='a:b'", "class='é'", "class='a.b c'", "class=-", "class='--x'"]
)
def test_paths_of_odd_classes_are_selectors(attrs: str) -> None:
    """A class that would need escaping is left out."""
    html = f"<div {attrs}>a</div><div>b</div>"
    for block in segment(read(html)):
        assert len(LexborHTMLParser(html).css(block.path)) == 1, block.path


@pytest.mark.parametrize(
    "html",
    [
        "<svg><foreignObject><p>a</p></foreignObject></svg>",
        "<my-el><x:y>a</x:y></my-el>",
        "<a$b>text</a$b>",
        "<0>text",
        "<p/x>text",
        "<é>text</é>",
        "<h1é>text</h1é>",
    ],
)
def test_paths_of_odd_tags_are_selectors(html: str) -> None:
    """Tag names that CSS does not allow as they are still give a selector that finds them."""
    for block in segment(read(html)):
        assert len(LexborHTMLParser(html).css(block.path)) == 1, block.path


@every_segmenter
def test_sources_hold_the_text(segmenter: str) -> None:
    """The piece of the source that a block names has all its words."""
    page = read(ARTICLE)
    for block in segment(page, segmenter):
        begin, end = block.source
        assert 0 <= begin < end <= len(page.html)
        for word in block.text.split():
            assert word in page.html[begin:end]


def test_the_source_of_a_leaf_is_its_element() -> None:
    """From the first character of the start tag to the last of the end tag."""
    page = read("<p>é a</p>\r\n<div class=x><p>b <i>c</i></p></div>")
    assert [page.html[slice(*block.source)] for block in segment(page)] == [
        "<p>é a</p>",
        "<div class=x><p>b <i>c</i></p></div>",
    ]


@pytest.mark.parametrize("html", ["just text", "<td>a</td>", "a<p>b</p>c", "<li>a<li>b"])
@every_segmenter
def test_sources_where_tags_were_left_out(segmenter: str, html: str) -> None:
    """Text under elements that only the parser supplied is found in the source as well."""
    page = read(html)
    for block in segment(page, segmenter):
        begin, end = block.source
        assert all(word in page.html[begin:end] for word in block.text.split())


def test_ranges_are_joined() -> None:
    """Neighbouring runs make one range; what another block owns stays out."""
    page = read("a<b>b</b>c<table><td>d</table>e")
    first = tables(page)[0]
    assert [page.text[slice(*span)] for span in first.text_ranges] == ["abc", "\ne"]
    assert first.text == "abc\ne"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One <a href=/x>two</a> three<p>four", ["One two three"]),
        ("<p>no</p><a href=/x><img src=i alt=i><h2>Title</h2><p>Words</p></a>", ["Title"]),
        ("<p>no<div><a href=/x></a><h2>Title</h2><p>Words</div>", ["Title"]),
        ("<p>no<div hidden><a href=/x>gone</a></div>", [None]),
        ("<p>no<ul><li><a href=/x></a><li><a href=/y>Why</a></ul>", [None, "Why"]),
    ],
)
def test_links_stand_in_blocks(html: str, expected: list[str | None]) -> None:
    """Around a card or laid over it as well; those that are not drawn stand in none."""
    blocks = segment(read(html, "http://x.org/"), "leaves")
    found = [blocks[n].text if n >= 0 else None for n in blocks.of_links.tolist()]
    assert found == expected


def test_blocks_count_and_index() -> None:
    """They work like a sequence, and sum numbers and flags over their rows."""
    page = read("<p>one two</p><p><a href=x>three</a></p>")
    blocks = segment(page)
    assert blocks.words.tolist() == [2, 1]
    assert blocks.linked_words.tolist() == [0, 1]
    assert blocks.count().tolist() == [2, 3]
    assert blocks.count(page.rows.having(("a",))).tolist() == [0, 1]
    assert blocks.count(np.arange(len(page.rows))).sum() == (
        np.flatnonzero(blocks.owner >= 0).sum()
    )
    assert blocks[-1].text == "three"
    with pytest.raises(IndexError):
        blocks[2]


# --- tables ----------------------------------------------------------------------------------

FIGURE_4 = """<title>T</title><body>S0
<table><tr><td>S1</td><td><table><tr><td>S2</td></tr></table></td></tr>
<tr><td><table><tr><td>S3<table><tr><td>S4</td></tr></table></td></tr></table></td>
<td>S5<table><tr><td>S6</td></tr></table></td></tr></table>"""


def test_the_table_example_of_the_paper() -> None:
    """Paper 000, figure 4: a block has the strings of its table without those of its children."""
    blocks = tables(read(FIGURE_4))
    said = {block.text: index for index, block in enumerate(blocks)}
    assert set(said) == {"T", "S0", "S1\nS5", "S2", "S3", "S4", "S6"}

    def parent(text: str) -> str:
        return blocks[blocks[said[text]].parent].text

    assert parent("S1\nS5") == "S0"
    assert [parent(text) for text in ("S2", "S3", "S6")] == ["S1\nS5"] * 3
    assert parent("S4") == "S3"
    assert blocks.is_title.tolist() == [text == "T" for text in said]


def test_tables_can_be_refined() -> None:
    """The second phase splits tables into rows and cells."""
    page = read("<table><caption>a</caption><tr><td>b<td>c<b>d</b></table>e")
    assert texts(tables(page)) == ["e", "a\nb\ncd"]
    assert texts(tables(page, ("table", "tr"))) == ["e", "a", "b\ncd"]
    assert texts(tables(page, ("table", "tr", "td"))) == ["e", "a", "b", "cd"]


# --- partition -------------------------------------------------------------------------------


def get_block_set(page: Page, tags: tuple[str, ...]) -> set[frozenset[int]]:
    """Paper 002, section 4.1, step by step; the title is apart from the start."""
    titled = np.flatnonzero(page.rows.flagged(TITLE)).tolist()
    others = [row for row in range(len(page.rows)) if row not in titled]
    blocks = [rows for rows in (titled, others) if rows]
    for tag in tags:
        blocks = [piece for block in blocks for piece in get_blocks(page, block, tag)]
    return set(map(frozenset, blocks))


def get_blocks(page: Page, block: list[int], tag: str) -> list[list[int]]:
    """Section 4.2: split one block by one tag; what is left of it is a block."""
    pieces: dict[int, list[int]] = {}
    passed = 0
    for row in block:
        place = row
        if tag == "hr":
            passed += page.rows.tag(row) == "hr"
            place = passed
        else:
            while place >= 0 and page.rows.tag(place) != tag:
                place = int(page.rows.parent[place])
        pieces.setdefault(place, []).append(row)
    return list(pieces.values())


partition_trees = strategies.trees(("table", "tr", "p", "ul", "div", "span", "b"), ("hr", "img"))


@given(html=partition_trees)
@example(html="a<hr>b<div>c<hr>d</div>e<hr>f")
@example(html="<div>a<table><tr><td>b<hr>c</table>d<hr>e</div>f")
@example(html="<p>a<span>b</span></p><hr><p>c</p>d<hr>")
@example(html="<span>a<hr>b<div>c</div>d</span>e")
def test_partition_is_get_block_set(html: str) -> None:
    """The blocks are those that splitting tag by tag gives."""
    page = read("<title>t</title>" + html)
    assert groups(partition(page)) == get_block_set(page, TAGS)


@given(html=partition_trees)
def test_partition_by_other_tags(html: str) -> None:
    """Also in another order, without separators, and with separators first or last."""
    page = read(html)
    for tags in (("div", "hr"), ("hr", "div", "ul"), ("span", "p", "hr", "table"), ("tr",), ()):
        assert groups(partition(page, tags)) == get_block_set(page, tags)


def test_partition_by_example() -> None:
    """Each element of the set is split off, and what is left of its parent is one block."""
    html = "a<table><tr><td>b<tr><td><p>c</table>d<ul><li>e<li>f</ul><div>g<div>h</div>i</div>"
    assert texts(partition(read(html))) == ["a\nd", "b", "c", "e\nf", "g\ni", "h"]
    assert texts(partition(read(html), ["table", "div"])) == ["a\nd\ne\nf", "b\nc", "g\ni", "h"]
    assert texts(partition(read("a<hr>b<hr>c"))) == ["a", "b", "c"]
    # HR comes after TABLE, TR and P: it parts only what those have left together
    assert texts(partition(read("a<table><td>b<hr>c</table>d"))) == ["a\nd", "b", "c"]
    assert texts(partition(read("<div>a<hr>b</div><hr>c"), ["div", "hr"])) == ["a", "b", "c"]


# --- segments --------------------------------------------------------------------------------


@dataclass
class Node:
    """A node of the segment tree: its tag, its rows, its children."""

    tag: str
    rows: list[int]
    children: list[Node]


def segment_tree(page: Page, row: int) -> Node | None:
    """Paper 004, section 3.1, rule by rule, for the subtree of a row that is drawn."""
    rows = page.rows
    if rows.flags[row] & (HIDDEN | BLANK):
        return None
    children = []
    child = row + 1
    while child < rows.end[row]:
        found = segment_tree(page, child)
        if found is not None:
            children.append(found)
        child = int(rows.end[child])
    # a node and all its siblings are leaves of one tag: merge them into one
    if children and all(not c.children for c in children) and len({c.tag for c in children}) == 1:
        children = [Node(children[0].tag, [r for c in children for r in c.rows], [])]
    # a node has only one child: merge its child into it
    if len(children) == 1:
        return Node(rows.tag(row), [row, *children[0].rows], children[0].children)
    return Node(rows.tag(row), [row], children)


def segment_groups(page: Page) -> set[frozenset[int]]:
    """The rows of each node that is left."""
    found: set[frozenset[int]] = set()

    def collect(node: Node) -> None:
        found.add(frozenset(node.rows))
        for child in node.children:
            collect(child)

    roots = page.rows.is_element & (page.rows.parent < 0)
    # the title is drawn although the head around it is not
    titles = page.rows.flagged(TITLE) & page.rows.is_element
    for row in np.flatnonzero(roots | titles).tolist():
        node = segment_tree(page, row)
        if node is not None:
            collect(node)
    return found


@given(html=strategies.trees(("div", "ul", "li", "b", "section"), void=("img", "br")))
@example(html="<title>t</title><ul><li>a</li><li>b</li></ul>")
@example(html="<div><section><b>a</b><li>b</li></section></div>")
@example(html="<div><b>a</b><b><b>b</b></b></div>")
@example(html="<div><b>a</b> <b> </b> <b>b</b></div>")
@example(html="<div><b></b><b hidden>a</b></div>c")
def test_segments_follow_the_merge_rules(html: str) -> None:
    """The nodes are those that the two rules, applied bottom-up, leave."""
    page = read(html)
    assert groups(segments(page)) == segment_groups(page)


def test_segments_by_example() -> None:
    """Lists of like items merge into one; unlike children stay apart; only children join."""
    html = "<ul><li>a<li>b</ul><div><p>c</p><b>d</b></div><div><div><div>e</div></div></div>"
    assert texts(segments(read(html))) == ["a\nb", "c", "d", "e"]
    assert texts(segments(read("<ul><li>a<li>b <i>c</i></ul>"))) == ["a", "b", "c"]


# --- leaves ----------------------------------------------------------------------------------


def _leaves(html: str) -> list[str]:
    return texts(segment(read(html), "leaves"))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a <b>b</b></p><p>c", ["a b", "c"]),
        ("<div>a<p>b</p>c</div>", ["a", "b", "c"]),
        ("<li>a<ul><li>b</ul>c", ["a", "b", "c"]),
        ("a<br>b", ["a\nb"]),
        ("a<br><br>b", ["a", "b"]),
        ("a<br> <br>b", ["a", "b"]),
        ("a<br><i><br></i>b", ["a", "b"]),
        ("<b>a<br><br>b</b>", ["a", "b"]),
        ("<table><tr><td>a<td>b</table>", ["a", "b"]),
        ("<a href=x><h2>a</h2><p>b</p></a>", ["a", "b"]),
        ("<title>a</title>b", ["a", "b"]),
        ("<dl><dt>a<dd>b</dl>", ["a", "b"]),
        ("<figure><img src=x><figcaption>a</figcaption></figure>", ["a"]),
        ("a<script>1</script>b", ["ab"]),
        ("a<div hidden>x</div>b", ["a", "b"]),
        ("<pre>a\n\nb</pre>", ["a\n\nb"]),
        ("<my-el>a</my-el>b", ["a", "b"]),
    ],
)
def test_leaves_by_example(html: str, expected: list[str]) -> None:
    """A block per stretch of inline content, ended by blocks and by two line breaks."""
    assert _leaves(html) == expected


def test_a_picture_is_a_leaf() -> None:
    """What shows something without text is content as well, a hidden picture is not."""
    html = "<div><img></div><p>a</p><div hidden><img></div><ul><li><svg></svg></ul>"
    ends = [block.path.rsplit(" > ", 1)[-1] for block in segment(read(html))]
    assert ends == ["div:nth-of-type(1)", "p", "ul"]


@pytest.mark.parametrize("depth", [1, 56, 57, 58, 59, 60, 61])
def test_long_paths_begin_at_the_top(depth: int) -> None:
    """Up to 64 elements a path names them all; beyond, the first four and the last sixty."""
    block = segment(read("<div>" * depth + "<img><p>a</p>"), "leaves")[1]
    assert block.path == "html > body > " + "div > " * depth + "p"


def test_longer_paths_skip_the_middle() -> None:
    """Of very deep elements the path has both ends."""
    block = segment(read("<div>" * 500 + "<img><p>a</p>"), "leaves")[1]
    assert block.path == "html > body > div > div " + "div > " * 59 + "p"


@given(html=strategies.soup())
def test_no_leaf_crosses_a_line_of_blocks(html: str) -> None:
    """All drawn rows of a leaf stand in one stretch of inline content."""
    page = read(html)
    blocks = segment(page, "leaves")
    for block in blocks:
        runs = np.intersect1d(block.rows, page.rows.runs)
        assert len(set(page.rows.line[runs].tolist())) <= 1


Segmenter = Callable[[Page], Blocks]


@pytest.mark.parametrize("function", list(SEGMENTERS.values()), ids=list(SEGMENTERS))
def test_segmenters_are_functions_of_the_page(function: Segmenter) -> None:
    """Twice the same page gives twice the same blocks, which know who made them."""
    page = read(ARTICLE)
    one, other = function(page), function(page)
    assert np.array_equal(one.owner, other.owner)
    assert np.array_equal(one.root, other.root)
    assert np.array_equal(one.parent, other.parent)
    assert SEGMENTERS[one.segmenter] is function
