"""Labels from gold text: which words, sentences and blocks of a page are informative."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitegist.methods.labels import align, align_page, label_blocks, label_ranges
from sitegist.page import read, segment
from tests.strategies import texts, words

PAGE = """<title>Storm over the bay</title><nav>Home News Sport</nav><h1>Storm over the bay</h1>
<p>The <b>storm</b> came at night. It left at noon.</p><p>Sport News Home</p>
<footer>Imprint</footer>"""
GOLD = "Storm over the bay\nThe storm came at night. It left at noon."


def test_a_block_with_half_of_its_words_in_the_gold_is_informative() -> None:
    """Two of four words are enough, one of three is not; a block without words never is."""
    page = read("<p>alpha beta other words<p>gamma stranger things<p><img src=a>")
    blocks = segment(page)
    labelled = dict(zip(blocks.texts, label_blocks(blocks, "alpha beta gamma").tolist()))
    assert labelled == {"alpha beta other words": True, "gamma stranger things": False, "": False}


def test_the_title_takes_nothing_from_the_headline() -> None:
    """Each word of the gold is used once, and never for the title element."""
    blocks = segment(read(PAGE))
    told = [
        (text, bool(label)) for text, label in zip(blocks.texts, label_blocks(blocks, GOLD)) if text
    ]
    assert told == [
        ("Storm over the bay", False),
        ("Home News Sport", False),
        ("Storm over the bay", True),
        ("The storm came at night. It left at noon.", True),
        ("Sport News Home", False),
        ("Imprint", False),
    ]


def test_ranges_are_labelled_by_the_words_that_begin_in_them() -> None:
    """Of two sentences of one block one can be informative; an empty range is not."""
    page = read("<p>Alpha beta gamma. Buy our tea now!")
    begin, end = np.array([0, 18, 18]), np.array([18, 34, 18])
    found = align_page(page, "alpha beta gamma")
    assert label_ranges(found, begin, end).tolist() == [True, False, False]


def test_scripts_without_spaces_are_aligned_by_character() -> None:
    """So a sentence is found although nothing separates its words."""
    blocks = segment(read("<p>首頁新聞<p>昨夜の嵐は港を壊した。<p>会社概要"))
    assert label_blocks(blocks, "昨夜の嵐は港を壊した。").tolist() == [False, True, False]


@given(st.lists(words(), max_size=30))
def test_a_text_aligns_with_itself(listed: list[str]) -> None:
    """All of it is one range, from the first to the last word."""
    text = " ".join(listed)
    assert align(text, text) == ([(0, len(text))] if text else [])


@given(texts(), texts())
def test_any_two_texts_align(text: str, gold: str) -> None:
    """Ranges rise, do not touch, and hold no more words than the gold has."""
    ranges = align(text, gold)
    assert all(0 <= first < last <= len(text) for first, last in ranges)
    assert all(one[1] <= two[0] for one, two in pairwise(ranges))
    if not gold:
        assert not ranges


@given(st.lists(words(), min_size=4, max_size=12), st.lists(words(), max_size=8))
def test_what_stands_around_the_gold_is_left_out(gold: list[str], around: list[str]) -> None:
    """Words that the gold does not have are never aligned."""
    strange = [f"x{number}y" for number in range(len(around))]
    text = " ".join([*strange, *gold, *strange])
    aligned = " ".join(text[first:last] for first, last in align(text, " ".join(gold)))
    assert aligned == " ".join(gold)
