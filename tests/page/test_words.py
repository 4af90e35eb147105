"""Words: what counts as one, in any script."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given

from sitegist.page import read
from sitegist.page.words import IDEOGRAPH, LETTER, SEPARATOR, classify, count_words, word_starts
from tests import strategies


def count(text: str) -> int:
    """Words of a text that is one run."""
    return int(count_words(text, np.zeros(min(1, len(text)), np.int64)).sum())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one", 1),
        ("one two, three.", 3),
        ("don't", 2),
        ("well-known", 2),
        ("3.14", 2),
        ("x2 2x", 2),
        ("... -- !?", 0),
        ("snake_case", 2),
        ("naïve cafe\u0301", 2),
        ("Größe Straße", 2),
        ("Москва река", 2),
        ("ελληνικά", 1),
        # marks are parts of words
        ("हिन्दी में लिखा", 3),
        ("বাংলা ভাষা", 2),
        ("العَرَبِيَّة لغة", 2),
        ("שָׁלוֹם עולם", 2),
        ("தமிழ் மொழி", 2),
        # written without spaces: every character counts
        ("中文字", 3),
        ("中文 abc 字", 4),
        ("ひらがなカタカナ", 8),
        ("々〆", 2),
        ("漢字かな。", 4),
        ("한국어 단어", 2),
        ("𠮷野家", 3),
        ("ｶﾀｶﾅ", 4),
        # neither letters nor numbers
        ("😀 👍🏽", 0),
        ("a😀b", 2),
        ("、。「」", 0),
        ("\U0010ffff\U000f0000", 0),
        # beyond the basic plane, but letters
        ("𝐛𝐨𝐥𝐝 text", 2),
        ("𐌰𐌱", 1),
    ],
)
def test_words_of_many_scripts(text: str, words: int) -> None:
    """Runs of letters, marks and numbers; single characters where no spaces are written."""
    assert count(text) == words


def test_thai_counts_its_characters() -> None:
    """Marks are no characters of their own in the count that a reader makes."""
    assert count("ไทย") == 3
    assert classify("ก").tolist() == [IDEOGRAPH]


@pytest.mark.parametrize(
    ("character", "kind"),
    [
        *(("a", LETTER), ("9", LETTER), ("\u0301", LETTER)),
        *((" ", SEPARATOR), ("\xa0", SEPARATOR), ("_", SEPARATOR), ("\U0010ffff", SEPARATOR)),
        *(("字", IDEOGRAPH), ("\U00020bb7", IDEOGRAPH)),
    ],
)
def test_classes(character: str, kind: int) -> None:
    """A character's class does not depend on what stands around it."""
    assert classify(character).tolist() == [kind]
    assert classify("é" + character + "x字")[1] == kind


def test_runs_cut_words() -> None:
    """No word goes on from one run of text into the next, so that counts add up."""
    page = read("<p>foot<b>ball</b>s</p>")
    assert page.text == "footballs"
    assert page.words.tolist() == [1, 1, 1]
    assert read("<p>字<b>字</b></p>").words.tolist() == [1, 1]
    assert read("<p>a<b>.</b>b</p>").words.tolist() == [1, 0, 1]


def test_counts_do_not_depend_on_where_the_text_is_chunked() -> None:
    """Beyond a million characters the text is classified in pieces."""
    text = "é " * 600_000 + "𠮷x"
    assert count(text) == 600_002


@given(strategies.texts())
def test_words_agree_with_a_regular_expression(text: str) -> None:
    """Runs of letters are words, and so is every character of a script without spaces."""
    classes = classify(text)
    shape = "".join(map(str, classes.tolist()))
    expected = len(re.findall("1+", shape)) + len(re.findall("[23]", shape))
    starts = word_starts(classes, np.zeros(min(1, len(text)), np.int64))
    assert int(starts.sum()) == count(text) == expected
    assert len(classes) == len(text)


@given(strategies.soup())
def test_every_run_has_a_count(html: str) -> None:
    """There is one number per run, and it is the run's own."""
    page = read(html)
    start = page.rows.start
    runs = [page.text[start[run] : start[run + 1]] for run in page.rows.runs]
    assert page.words.tolist() == list(map(count, runs))
