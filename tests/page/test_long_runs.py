"""Very long text runs go around the parser, and nobody can tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.page import long_runs, read, words
from tests import strategies


@pytest.mark.parametrize(
    "html",
    [
        "<p>{}</p><p>b</p>",
        "<p> {} <b>{}</b>\ue000c",
        "<pre>\n{}\n</pre>",
        "<p>a &lt;{}&amp;lt; b",
        "<script>{}</script><p>{}",
        "<p title='>{}'>a</p><!-- >{} --><p>{}",
        "<title>{}</title><textarea>{}",
    ],
)
def test_pages_are_the_same(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows and text do not depend on how long a run may be before it is taken out."""
    long = "some  words &eacute;\n" * 3
    whole = read(html.replace("{}", long))
    monkeypatch.setattr(long_runs, "_LONG", 10)
    monkeypatch.setattr(long_runs, "_RUN", long_runs.pattern(10))
    cut = read(html.replace("{}", long))
    assert (cut.text, len(cut.rows)) == (whole.text, len(whole.rows))
    assert cut.rows.start.tolist() == whole.rows.start.tolist()


@given(html=strategies.soup())
def test_nothing_is_lost(html: str) -> None:
    """What is taken out is put back where it was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_runs, "_LONG", 0)
        patch.setattr(long_runs, "_RUN", long_runs.pattern(1))
        short, taken = long_runs.take_out(html.replace("&", ""))
        assert long_runs.put_back([short], taken) == [html.replace("&", "")]


@given(text=st.text("aß 字\u3099-", max_size=60), chunk=st.integers(1, 9), data=st.data())
def test_words_are_counted_in_portions(text: str, chunk: int, data: st.DataObject) -> None:
    """No portion cuts a word in two."""
    inner = data.draw(st.sets(st.integers(1, max(len(text) - 1, 1)), max_size=5))
    runs = np.array(sorted({0, *(place for place in inner if place < len(text))}))
    whole = words.count_words(text, runs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "_CHUNK", chunk)
        assert words.count_words(text, runs).tolist() == whole.tolist()
