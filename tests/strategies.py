"""Every hypothesis strategy of the tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from sitegist.page.rows import Longs

# no test depends on a clock
settings.register_profile("sitegist", deadline=None)
settings.load_profile("sitegist")

CONTENT_TAGS = ("div", "p", "span", "b", "a", "ul", "li", "table", "tr", "td", "hr", "br", "img")
HEAD_TAGS = ("html", "head", "body", "title", "script", "style", "noscript", "template", "base")
ODD_TAGS = (
    *("pre", "textarea", "select", "option", "button", "svg", "math", "foreignObject", "iframe"),
    *("my-el", "x", "form", "h1", "frameset", "caption", "plaintext", "nobr", "dd"),
)
_ATTRIBUTES = (
    *("", ' class="a b1"', " class=", " style='display:none'", " hidden", " hidden=until-found"),
    *(" href=/x", " href='  //h/?q#f '", ' id="é"', " align=left width=3", " / a=b=c"),
)
_ODD_PIECES = (
    *("<", ">", "</", "<!", "<!--", "-->", "<![CDATA[", "]]>", "<?x", "&", "&amp", "&lt;p&gt;"),
    *("&#0;", "&#x110000;", "&nbsp;", "\x00", "\x01", "\x05", "\x0c", "\xa0", "\u200b", "😀"),
    *("<!doctype html>", "</html>", "</body>", "</p>", "</br>", "\r\n", "\t", "  ", "\n\n"),
)


def texts(max_size: int = 60) -> st.SearchStrategy[str]:
    """Any text at all, lone surrogates included."""
    return st.text(st.characters(), max_size=max_size)


def words() -> st.SearchStrategy[str]:
    """One plain word."""
    return st.text("abcdeäβж", min_size=1, max_size=4)


def soup(max_size: int = 40) -> st.SearchStrategy[str]:
    """Tags in any order, most of them never closed, text and odd characters between them."""
    tags = st.sampled_from(CONTENT_TAGS * 2 + HEAD_TAGS + ODD_TAGS)
    opened = st.builds(lambda tag, attrs: f"<{tag}{attrs}>", tags, st.sampled_from(_ATTRIBUTES))
    closed = tags.map(lambda tag: f"</{tag}>")
    text = st.sampled_from(("word", " two words ", "\n", *_ODD_PIECES)) | texts(5)
    return st.lists(opened | opened | closed | text, max_size=max_size).map("".join)


def trees(
    tags: Sequence[str], void: Sequence[str] = (), max_leaves: int = 12
) -> st.SearchStrategy[str]:
    """Well-formed markup of a small tree: elements of some tags, words and white space."""
    leaf = words() | st.sampled_from([" ", *(f"<{tag}>" for tag in void)])

    def inner(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        content = st.lists(children, max_size=4).map("".join)
        return st.builds(lambda tag, held: f"<{tag}>{held}</{tag}>", st.sampled_from(tags), content)

    grown = st.recursive(leaf, inner, max_leaves=max_leaves)
    return st.lists(grown, max_size=4).map("".join)


@st.composite
def child_counts(draw: st.DrawFn, max_size: int = 40) -> Longs:
    """A random forest: the number of children of each node, in document order."""
    size = draw(st.integers(0, max_size))
    parents = [draw(st.integers(-1, node - 1)) for node in range(size)]
    # any list of earlier parents is a forest; walk it in document order
    children: list[list[int]] = [[] for _ in range(size + 1)]
    for node, parent in enumerate(parents):
        children[parent].append(node)
    waiting = children[size][::-1] if size else []
    counts = []
    while waiting:
        node = waiting.pop()
        counts.append(len(children[node]))
        waiting.extend(reversed(children[node]))
    return np.array(counts, np.int64)
