"""Alignment: which words of a page are the gold's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.methods.align import aligned

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "g"]), max_size=60)


def shown(page: str, gold: str) -> str:
    """The page's words that aligned."""
    words = page.split()
    return " ".join(np.array(words)[aligned(words, gold.split())].tolist()) if words else ""


@pytest.mark.parametrize(
    ("page", "gold", "expected"),
    [
        ("", "a b", ""),
        ("a b", "", ""),
        ("x a b c y", "a b c", "a b c"),
        # what stands out of order is furniture: here the title, repeated in the navigation
        ("b c d x a b c d e f g h i", "a b c d e f g h i", "a b c d e f g h i"),
        # two runs with something of the page's own between them
        ("a b c d ad ad e f g h", "a b c d e f g h", "a b c d e f g h"),
        # a gold word is used once
        ("a b c a b c", "a b c", "a b c"),
    ],
)
def test_aligned(page: str, gold: str, expected: str) -> None:
    """The longest runs in order align, and nothing twice."""
    assert shown(page, gold) == expected


def test_long_page() -> None:
    """An article in a long page of other words is found whole."""
    article = [f"w{number % 400}" for number in range(2000)]
    page = [*(f"n{number}" for number in range(500)), *article, *(f"f{n}" for n in range(500))]
    matched = aligned(page, article)
    assert matched[500:2500].all()
    assert not matched[:500].any()
    assert not matched[2500:].any()


@given(TEXTS, TEXTS)
def test_never_more_than_there_is(page: list[str], gold: list[str]) -> None:
    """What aligns is a subsequence of the gold."""
    words = iter(gold)
    assert all(word in words for word in np.array(page, np.object_)[aligned(page, gold)].tolist())


@given(TEXTS)
def test_itself(page: list[str]) -> None:
    """A text aligns to itself, all of it."""
    assert aligned(page, page).all()
