"""Gibson's text-based algorithm."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import OptionError
from sitegist.methods import gibson_text
from sitegist.methods.gibson_text import GibsonText, covered, fold, window_hashes
from sitegist.page import Page, read
from sitegist.site.build import build_site
from sitegist.site.site import Site
from sitegist.sources.document import Document
from tests.strategies import texts

WORDS = ["apple", "bird", "cat", "dragon", "engine", "forest"]


def html_of(place: int) -> str:
    """A line that begins alike on all pages, and one that the first three have."""
    three = "<p>Only three pages say this.</p>" if place < 3 else ""
    return (
        f"<script>x</script><p>All rights <i>reserved</i>, page {place} {WORDS[place]}</p>{three}"
    )


def site_of(order: tuple[int, ...] = (0, 1, 2, 3, 4, 5)) -> Site:
    """Six pages, read in some order."""
    return build_site(
        Document(WORDS[place], f"https://example.org/{place}", html_of(place).encode())
        for place in order
    )


def page_of(place: int) -> Page:
    """One of them, read anew."""
    return read(html_of(place))


def test_characters_that_a_template_window_covers_are_removed() -> None:
    """W = 8, F = 6: the text begins ``All rights reserved, page `` on all pages, 26 characters.

    The windows that begin in its first 19 are the same everywhere and cover all 26; the next one,
    ``d, page 0``, is not. With F = 3 the line that three pages have goes too. On page 0 it begins
    after ``apple``; no window across the border is on another page.
    """
    site = site_of()
    extraction = GibsonText(window=8, times=6).fit(site).extract(page_of(0))
    assert extraction.text == "0 apple\nOnly three pages say this."
    assert GibsonText(window=8, times=3).fit(site).extract(page_of(0)).text == "0 apple"
    assert GibsonText(window=8, times=3).fit(site).extract(page_of(5)).text == "5 forest"


def test_a_template_shorter_than_a_window_is_not_seen() -> None:
    """W = 27 is one more than what the pages have in common; W = 26 is not."""
    site = site_of()
    assert GibsonText(window=27, times=6).fit(site).extract(page_of(5)).text.startswith("All")
    assert GibsonText(window=26, times=6).fit(site).extract(page_of(5)).text == "5 forest"


def test_a_block_has_the_verdict_of_most_of_its_words() -> None:
    """Of six words four go: so does the block, with the number of pages as its score."""
    method = GibsonText(window=8, times=6).fit(site_of())
    why = method.why(page_of(0), 0)
    assert (why["kept"], why["score"]) == (False, 6)
    assert why["reason"] == "most of it is text that 6 or more of 6 pages have"
    why = method.why(page_of(0), 1)
    assert (why["kept"], why["score"]) == (True, 3)
    assert why["reason"] == "no 8 characters of it stand on 6 of 6 pages"
    assert method.extract(page_of(0)).confidence == pytest.approx((4 + 5) / (6 + 5))


def test_the_paper_s_count_and_its_share() -> None:
    """F = 50 is out of reach of six pages; half of them are three."""
    site = site_of()
    method = GibsonText().fit(site)
    assert (method.window, method.limit, method.bits, method.most_pages) == (32, 50, 0, 1000)
    extraction = method.extract(page_of(0))
    assert extraction.text.startswith("All rights reserved")
    told = "the site has 6 pages, so nothing stands on 50; ask for a share of them"
    assert {verdict.reason for verdict in extraction} == {told}
    half = GibsonText(window=8, share=0.5).fit(site)
    assert half.limit == 3
    assert half.extract(page_of(0)).text == "0 apple"


def test_d_thins_out_the_windows() -> None:
    """With D = 2 hashes end in two zero bits, with 0 all are kept."""
    site = site_of()
    every = GibsonText(window=8, times=3).fit(site).counts.keys
    some = GibsonText(window=8, times=3, bits=2).fit(site).counts.keys
    assert some.tolist() == [key for key in every.tolist() if key % 4 == 0]
    assert 0 < len(some) < len(every)


def test_p_limits_the_pages() -> None:
    """Four of six pages, always the same, in the order of their addresses."""
    site = site_of()
    method = GibsonText(window=8, share=1.0, most_pages=4).fit(site)
    assert (method.pages, method.limit) == (4, 4)
    urls = [page.url for page in site.sample(4)]
    assert (
        urls
        == sorted(map(str, urls))
        == [page.url for page in site_of((5, 2, 0, 1, 3, 4)).sample(4)]
    )
    assert method.extract(page_of(5)).text == "5 forest"


def test_no_site_and_no_page() -> None:
    """Nothing known: everything stays; nothing there, or less than a window: nothing is known."""
    assert GibsonText().extract(page_of(0)).text.startswith("All rights")
    method = GibsonText(window=8, times=6).fit(site_of())
    assert method.extract(read("")).text == ""
    assert method.extract(read("<p>short")).text == "short"


@pytest.mark.parametrize("options", [{"window": 0}, {"times": 0}, {"bits": 64}, {"share": 2.0}])
def test_options_that_mean_nothing_are_refused(options: dict[str, float]) -> None:
    """No window, no page, no bits left."""
    with pytest.raises(OptionError):
        GibsonText(**options)  # type: ignore[arg-type]


@given(st.text("ab ", max_size=60), st.integers(1, 12))
def test_windows_have_one_hash_if_they_are_one_text(text: str, window: int) -> None:
    """For every length, not only powers of two."""
    codes = np.array([*map(ord, text)], np.uint32)
    if len(codes) < window:
        return
    hashes = window_hashes(codes, window).tolist()
    windows = [text[i : i + window] for i in range(len(text) - window + 1)]
    assert len(hashes) == len(windows)
    assert len(set(zip(windows, hashes))) == len(set(windows)) == len(set(hashes))


@given(texts())
def test_folding_is_that_of_python(text: str) -> None:
    """But for a space at either end."""
    codes, place = fold(text)
    folded = "".join(map(chr, codes))
    assert folded.strip(" ") == " ".join(text.encode("utf-32", "replace").decode("utf-32").split())
    assert len(place) == len(text)


@given(st.lists(st.booleans(), max_size=20), st.integers(1, 8))
def test_covered_characters(begins: list[bool], window: int) -> None:
    """Those less than a window after a beginning."""
    array = np.array(begins, np.bool_)
    array[max(len(begins) - window + 1, 0) :] = False
    expected = [bool(array[max(i - window + 1, 0) : i + 1].any()) for i in range(len(begins))]
    assert covered(array, window).tolist() == expected


def test_long_texts_are_hashed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a piece ends makes no difference."""
    whole = GibsonText(window=8, times=3).fit(site_of())
    monkeypatch.setattr(gibson_text, "_CHUNK", 5)
    method = GibsonText(window=8, times=3).fit(site_of())
    assert method.counts == whole.counts
    assert method.extract(page_of(0)).text == "0 apple"
