"""Plain text, and the formats by name."""

from __future__ import annotations

import pytest

import sitegist
from sitegist.errors import OptionError
from sitegist.outputs import FORMATS, render
from tests.outputs.support import keep


def test_blocks_stand_on_lines_of_their_own() -> None:
    """Inline elements join, block elements separate, ``<pre>`` keeps its lines."""
    page = "<title>T</title><h1>He<b>ad</b></h1><p>One<br>two<div>three</div><pre>a\n\n  b</pre>"
    assert render(keep(page), "text") == "Head\nOne\ntwo\nthree\na\n\n  b"


def test_what_is_left_out_leaves_no_trace() -> None:
    """Dropped blocks and the title are not in the text."""
    assert render(keep("<title>T</title><p>One<p>two no<p>three", but="no")) == "One\nthree"


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td class=gutter><pre>1\n2</pre><td class=code><pre>a\nb</pre></table>",
        "<pre><span class=lineno>1 </span>a\n<span class=lineno>2 </span>b</pre>",
    ],
)
def test_line_numbers_are_no_text(page: str) -> None:
    """Whatever the method, and in JSON as well."""
    assert keep(page).text == "a\nb"
    found = sitegist.extract(f"<p>Text before the code.</p>{page}")
    assert not set("12") & set(found.text)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_writes_a_page_without_text(form: str) -> None:
    """Nothing kept is a document with nothing in it."""
    assert isinstance(render(keep(""), form), str)


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_page_gives_the_same_document(form: str) -> None:
    """No output depends on what was written before it."""
    page = "<h1>A</h1><ul><li>b<li><a href=c>d</a></ul>"
    assert render(keep(page), form) == render(keep(page), form)


def test_an_unknown_format_is_a_named_error() -> None:
    """The error lists the formats that there are."""
    with pytest.raises(OptionError, match="unknown format 'pdf'; choose from: html, json"):
        render(keep(""), "pdf")


def test_an_extraction_renders_itself() -> None:
    """`Extraction.render` and `Extraction.markdown` are the same documents."""
    found = sitegist.extract("<p>A sentence of some words.</p><a href=/>x</a>")
    assert found.render("markdown") == found.markdown == "A sentence of some words."


@pytest.mark.parametrize("form", FORMATS)
def test_output_can_always_be_encoded(form: str) -> None:
    """Lone surrogates in text, attributes and the title become replacement characters."""
    page = "<title>a\ud800</title><p>b\udfff <a href='\ud800'>c</a><img src=x alt='\udc00'> d"
    render(keep(page), form).encode()
