"""Full text over what is informative and over everything, and excerpts."""

from __future__ import annotations

from pathlib import Path

import pytest

import sitegist
from sitegist.errors import OptionError
from sitegist.excerpts import excerpt, marked
from sitegist.mining import mine_to
from sitegist.searching import search


def hits(text: str, query: str) -> list[str]:
    """What is marked."""
    return [piece.text for piece in marked(text, query) if piece.hit]


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("harbour", "Harbour, HARBOUR; harbours", ["Harbour", "HARBOUR"]),
        ("cafe", "Café cafés CAFÉ", ["Café", "CAFÉ"]),
        ('"low tide"', "low, tide; low water and tide", ["low, tide"]),
        ("-ferry low", "ferry low", ["low"]),
        ("東京", "東京駅 東 京", ["東京", "東 京"]),
        ("c++", "C and cc", ["C"]),
        ("snake_case", "snake case", ["snake case"]),
        ("a.b", "axb a.b", ["a.b"]),
        ("x東", "x 東 xx東", ["x 東"]),
        ("***", "***", []),
        ('"', '"', []),
        ("(((", "(((", []),
        ("İstanbul", "istanbul İSTANBUL", ["istanbul", "İSTANBUL"]),
    ],
)
def test_hits_are_what_the_index_matches(query: str, text: str, found: list[str]) -> None:
    """Whole words, folded; phrases across punctuation; any part of an unspaced script."""
    assert hits(text, query) == found
    assert "".join(piece.text for piece in marked(text, query)) == text


def test_an_excerpt_shows_the_most_of_what_was_looked_for() -> None:
    """Not the first place but that with the most different words, and it ends between words."""
    text = "harbour " + "word " * 200 + "the harbour at low tide " + "word " * 200
    shown = "".join(piece.text for piece in excerpt(text, "harbour tide", 60))
    assert "harbour at low tide" in shown
    assert shown.startswith("…word")
    assert shown.endswith("word…")
    assert "".join(piece.text for piece in excerpt("", "x")) == ""
    assert len("".join(piece.text for piece in excerpt("東" * 5000, "京", 60))) <= 61


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve pages with the same furniture, one of which speaks of what all furniture names."""
    made = tmp_path_factory.mktemp("searched")
    nav = "<nav><a href=/>Start</a> <a href=/n>Newsletter</a></nav>"
    foot = "<footer>All rights of the zebra company are reserved for ever</footer>"
    pages = []
    for n in range(12):
        words = " ".join(f"alpha{n} beta{k} gamma{n * k}" for k in range(40))
        own = "A zebra walks along the harbour." if n == 3 else ""
        body = f"{nav}<article><h1>Story {n}</h1><p>{own} {words}</p></article>{foot}"
        pages.append((f"https://x.example/{n}", f"<title>Story {n}</title>{body}"))
    mine_to(pages, made)
    return made


def test_furniture_vanishes(folder: Path) -> None:
    """What only furniture matches is found in everything, and told from the rest."""
    found = search(sitegist.open_mined(folder), "zebra")
    assert [hit.url for hit in found.hits("informative")] == ["https://x.example/3"]
    everything = found.hits("everything")
    assert len(everything) == 12
    assert {hit.url for hit in everything if hit.furniture_only} == found.vanished
    assert len(found.vanished) == 11
    assert all(any(piece.hit for piece in hit.excerpt) for hit in everything)
    (hit,) = found.hits("informative", 0, 5)
    assert hit.as_dict()["excerpt"].startswith("Story 3 A zebra walks along the harbour.")


def test_a_word_has_to_be_given(folder: Path) -> None:
    """Nothing but signs, or only what must not be there, is no question; scratch has no index."""
    mined = sitegist.open_mined(folder)
    for query in ("", "  ", "***", "-zebra", '"', "\0"):
        with pytest.raises(OptionError, match="nothing to look for"):
            search(mined, query)
    scratch = sitegist.mine([("https://x.example/", "<p>some words</p>")])
    with pytest.raises(OptionError, match="mined folder"):
        search(scratch, "words")
