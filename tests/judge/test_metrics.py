"""Metrics: each against numbers worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from sitegist.judge import metrics
from sitegist.judge.metrics import Prf
from sitegist.page import read, segment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("One, two: THREE!", ["one", "two", "three"]),
        ("snake_case 3.14", ["snake", "case", "3", "14"]),
        ("日本語 test", ["日", "本", "語", "test"]),
        ("web日本", ["web", "日", "本"]),
        ("カナ ｶﾅ ひら", ["カ", "ナ", "ｶ", "ﾅ", "ひ", "ら"]),
        ("한국어 글", ["한국어", "글"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("cafe\u0301", ["café"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    """Ideographs and kana are words each; marks belong to their words; accents are composed."""
    assert metrics.words(text) == expected


def test_overlap_counts_occurrences() -> None:
    """A word said three times but asked for once is right once."""
    found = metrics.overlap(["a", "a", "a", "b"], ["a", "b", "c"])
    assert found == Prf(2 / 4, 2 / 3, 4 / 7)


def test_overlap_of_nothing() -> None:
    """To say nothing is right where nothing is asked, and wrong otherwise."""
    assert metrics.overlap([], []) == (1.0, 1.0, 1.0)
    assert metrics.overlap([], ["a"]) == (0.0, 0.0, 0.0)
    assert metrics.overlap(["a"], []) == (0.0, 0.0, 0.0)


def test_shingle_f1() -> None:
    """Swapping two words of six costs all shingles that hold them."""
    gold = metrics.shingles(["a", "b", "c", "d", "e", "f"])
    found = metrics.shingles(["a", "b", "c", "d", "f", "e"])
    assert len(gold) == 3
    assert metrics.overlap(found, gold).f1 == pytest.approx(1 / 3)


def test_short_texts_are_one_shingle() -> None:
    """Texts of fewer than four words still match each other."""
    assert metrics.shingles(["a", "b"]) == [("a", "b")]
    assert metrics.shingles([]) == []


def test_features_are_distinct_stemmed_terms() -> None:
    """000 and 003: how often a feature is said does not matter, nor its ending."""
    assert metrics.features("Pages, pages & a <page>", "en") == {"page"}


def page_of_four() -> str:
    return (
        "<title>Some title</title><p>Home page</p><p>alpha beta gamma delta</p>"
        "<p>epsilon zeta other words here</p><p>eta theta iota other</p>"
    )


def test_content_blocks() -> None:
    """A block is content from half of its words on; the title is not judged at all."""
    page = read(page_of_four())
    blocks = segment(page, "leaves")
    alignment = metrics.align_page(page, "alpha beta gamma delta epsilon zeta eta theta iota")
    content, judged = metrics.content_blocks(blocks, alignment)
    told = {
        text: (bool(is_content), bool(is_judged))
        for text, is_content, is_judged in zip(blocks.texts, content, judged)
        if text
    }
    assert told == {
        "Some title": (False, False),
        "Home page": (False, True),
        "alpha beta gamma delta": (True, True),
        "epsilon zeta other words here": (False, True),
        "eta theta iota other": (True, True),
    }


def test_block_prf() -> None:
    """002: of two kept blocks one is content; of two content blocks one is kept."""
    kept = np.array([True, True, False, True])
    content = np.array([True, False, True, False])
    judged = np.array([True, True, True, False])
    assert metrics.block_prf(kept, content, judged) == (0.5, 0.5, 0.5)


def test_information_coverage() -> None:
    """001, IC: lengths of what is shared, 6 of 10 characters found and 6 of 8 wanted."""
    found = metrics.coverage("abc def ghij", "abc def kl")
    assert found == Prf(6 / 10, 6 / 8, 12 / 18)


def test_significant_node_coverage() -> None:
    """001, SNC: an anchor counts once."""
    assert metrics.significant_nodes([1, 1, 2, 3], [2, 3, 4, 5]) == Prf(2 / 3, 2 / 4, 4 / 7)


def test_toc_answer() -> None:
    """Links to articles count, unless they stand in a block that many pages have."""
    page = read(
        "<p><a href=/1>Top story</a></p><p><a href=/2>New</a></p><p><a href=/about>About</a></p>",
        "https://x.org/",
    )
    blocks = segment(page, "leaves")
    pages = [50 if text == "Top story" else 1 for text in blocks.texts]
    articles = {"https://x.org/1", "https://x.org/2"}
    answer = metrics.toc_answer(blocks, pages, 100, articles)
    assert [link.url for link in answer] == ["https://x.org/2"]


def test_toc_answer_at_ten_percent() -> None:
    """A block on exactly a tenth of the pages is not common yet."""
    page = read("<p><a href=/1>A</a></p>", "https://x.org/")
    blocks = segment(page, "leaves")
    assert len(metrics.toc_answer(blocks, [10] * len(blocks), 100, {"https://x.org/1"})) == 1
    assert not metrics.toc_answer(blocks, [11] * len(blocks), 100, {"https://x.org/1"})


def test_title_and_date() -> None:
    """A title is compared by its words, a date by its day."""
    assert metrics.similarity("The Title - Site", "The title") == pytest.approx(0.8)
    assert metrics.similarity(None, "The title") == 0.0
    assert metrics.same_day("2020-01-02 10:00:00+00:00", "2020-01-02T23:00") == 1.0
    assert metrics.same_day("2020-01-03", "2020-01-02") == 0.0
