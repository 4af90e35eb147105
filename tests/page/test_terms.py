"""Terms: which there are, where they stand, and that nothing else decides."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from types import SimpleNamespace

import numpy as np
import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from sitegist.errors import MissingExtra, OptionError
from sitegist.page import read
from sitegist.page import terms as module
from sitegist.page.terms import STEMMERS, STOPPED, Languages, Terms, extract_terms, stop_words
from sitegist.page.words import JOINERS, SCRIPTS
from tests import strategies

EVERY_SCRIPT = {"Latin": "de", "Cyrillic": "ru", "Han": "zh", "Kana": "ja", "Greek": "el"}
LANGUAGES = (None, "en", "tr", "ja", "zh", EVERY_SCRIPT)


def names(html: str, language: Languages = None) -> list[str]:
    """The terms of a page as they follow each other."""
    terms = extract_terms(read(html), language)
    return [terms.names[number] for number in terms.id]


@pytest.mark.parametrize(
    ("language", "text", "terms"),
    [
        ("ar", "الكتاب في المدرسة", ["كتاب", "مدرس"]),
        ("ca", "les biblioteques i l'escola", ["bibliot", "esc"]),
        ("cs", "knihy a školy", ["knih", "škol"]),
        ("da", "bøgerne og skolerne", ["bøg", "skol"]),
        ("de", "die Häuser und der Garten", ["haus", "gart"]),
        ("el", "τα βιβλία και οι πόλεις", ["βιβλ", "πολ"]),
        ("en", "the running dogs don't stop", ["run", "dog", "stop"]),
        ("es", "las canciones de mi abuela", ["cancion", "abuel"]),
        ("et", "raamatud koolides", ["raama", "kooli"]),
        ("fa", "کتاب‌ها در مدرسه", ["کتاب", "مدرسه"]),
        ("fi", "kirjat ja koulussa", ["kirj", "koulu"]),
        ("fr", "l'arbre d'une chanteuse", ["arbre", "chanteux"]),
        ("hi", "किताबें और लड़कियाँ", ["किताब", "लड़क"]),
        ("hu", "a könyvek és házak", ["könyv", "ház"]),
        ("id", "bacaan dan permainan", ["baca", "main"]),
        ("it", "le canzoni dell'estate", ["canzon", "estat"]),
        ("lt", "knygos mokyklose", ["knyg", "mokykl"]),
        ("nl", "de boeken en de huizen", ["boek", "huis"]),
        ("no", "bøkene og skolene", ["bøk", "skol"]),
        ("pl", "książki i szkołami", ["książk", "szkoł"]),
        ("pt", "as canções da escola", ["cançõ", "escol"]),
        ("ro", "cărțile și școlile", ["cărț", "școl"]),
        ("ru", "книги и школами", ["книг", "школ"]),
        ("sr", "књиге школама", ["knjig", "škol"]),
        ("sv", "böckerna och skolorna", ["böck", "skol"]),
        ("tr", "kitapları ve IŞIKLAR", ["kitap", "ışık"]),
        # no stemmer, but a stop list
        ("he", "הספר של הילד", ["הספר", "הילד"]),
        ("uk", "книги та школи", ["книги", "школи"]),
        ("ko", "그리고 학교에서 책을", ["학교에서", "책을"]),
    ],
)
def test_words_are_stemmed_and_stop_words_left_out(
    language: str, text: str, terms: list[str]
) -> None:
    """Each language has its own stemmer and its own list."""
    assert names(text, language) == terms


def test_every_stemmer_exists() -> None:
    """No language is mapped to a stemmer that the library does not have, and few are unused."""
    known = set(Stemmer.algorithms())
    assert set(STEMMERS.values()) <= known
    assert known - set(STEMMERS.values()) <= {"porter", "dutch_porter"}


@pytest.mark.parametrize("language", STOPPED)
def test_stop_lists(language: str) -> None:
    """A list holds enough to matter, in the form that it is compared in."""
    stops = stop_words(language)
    assert 150 < len(stops) < 400
    assert all(word == unicodedata.normalize("NFKC", word).lower() for word in stops)
    assert all(word.isalnum() or language in ("hi", "ar") for word in stops)


def test_variants_of_a_language_share_its_list() -> None:
    """Region and script subtags are of no account."""
    assert names("as canções", "pt-BR") == names("as canções", "PT_br") == ["cançõ"]
    assert names("bøkene og skolene", "nb") == ["bøk", "skol"]


def test_unknown_language() -> None:
    """Without a language, words are lower-cased and nothing else."""
    expected = ["the", "running", "dogs"]
    assert names("The Running DOGS") == names("The Running DOGS", "xx") == expected


def test_each_script_has_its_language() -> None:
    """On a page in several scripts each word is stemmed by the language of its own."""
    languages = {"Latin": "en", "Cyrillic": "ru", "Han": "zh"}
    text = "the running книги и школами 北京的大学 ελληνικά"
    assert names(text, languages) == [
        *("run", "книг", "школ", "北京", "京的", "的大", "大学", "ελληνικά")
    ]


def test_numbers() -> None:
    """Dates and prices differ from page to page, so they are terms; single digits count things."""
    assert names("7 items in 2026, 3.14 EUR, page ３", "en") == [
        "item",
        "2026",
        "14",
        "eur",
        "page",
    ]
    assert names("٣ 3d") == ["3d"]


def test_compatibility_forms_are_the_same_words() -> None:
    """Full width, ligatures and decomposed accents look alike, so they count alike."""
    assert names("ＡＢＣ１２ ﬁle") == ["abc12", "file"]
    assert names("cafe\u0301") == names("café") == ["café"]
    assert names("ｶﾞｷﾞ") == names("ガギ") == ["ガギ"]


def test_dotted_and_dotless_i() -> None:
    """Turkish has two letters i; everywhere else there is one."""
    assert names("İstanbul IRMAK", {"Latin": "tr"}) == ["istanbul", "ırmak"]
    assert names("İstanbul IRMAK") == ["istanbul", "irmak"]


def test_joiners_are_not_seen() -> None:
    """A soft hyphen says where a word may break, not that there are two."""
    terms = extract_terms(read("Infor\u00admation\u00ad \u00adend"), None)
    assert terms.names == ("information", "end")
    assert (terms.start.tolist(), terms.end.tolist()) == ([0, 15], [13, 18])
    assert names("<p>ab<b>\u00adcd</b>\u00ad\u00ad<i>\u2060</i>e") == ["ab", "cd", "e"]


@pytest.mark.parametrize(
    ("language", "text", "terms"),
    [
        ("zh", "北京大学", ["北京", "京大", "大学"]),
        ("zh", "我们的了", []),
        ("zh", "字", ["字"]),
        ("zh", "北京，上海", ["北京", "上海"]),
        ("zh", "用iPhone拍", ["用", "iphone", "拍"]),
        ("ja", "東京へようこそ", ["東京", "京へ"]),
        ("ja", "これはテスト", ["はテ", "テス", "スト"]),
        ("th", "ไทย", ["ไท", "ทย"]),
        # marks belong to the character that they stand on
        ("th", "ค่ำนี้", ["ค่ำ", "ำนี้"]),
        (None, "𠮷野家", ["𠮷野", "野家"]),
    ],
)
def test_scripts_without_spaces(language: str | None, text: str, terms: list[str]) -> None:
    """Two neighbours make a term; what only grammar is written with does not."""
    if language == "th":
        assert names(text, language) == [unicodedata.normalize("NFKC", term) for term in terms]
    else:
        assert names(text, language) == terms


def test_places_of_bigrams() -> None:
    """Bigrams overlap, and stand where their first character does."""
    terms = extract_terms(read("ab 北京a大学校"), None)
    assert terms.start.tolist() == [0, 3, 5, 6, 7]
    assert terms.end.tolist() == [2, 5, 6, 8, 9]


def test_terms_end_with_their_run() -> None:
    """Neither words nor bigrams go on from one text run into the next."""
    assert names("<p>foot<b>ball</b>s") == ["foot", "ball", "s"]
    assert names("<p>北<b>京</b>大学") == ["北", "京", "大学"]
    assert names("<p>ก<b>\u0e49</b>ก") == ["ก", "ก"]


def test_long_strings_are_no_words() -> None:
    """What is longer than any word is data."""
    assert names("a" * 64 + " " + "b" * 65 + " e" + "\u0301" * 100) == ["a" * 64]


def test_rows_and_counts() -> None:
    """A term knows its row, so that those of a subtree are one slice."""
    page = read("<title>One</title><p>two <b>two</b> three</p>")
    terms = extract_terms(page, None)
    texts = [page.inner_text(row) for row in terms.row.tolist()]
    assert texts == ["One", "two", "two", "three"]
    assert terms.counts.tolist() == [1, 2, 1]
    assert repr(terms) == "<Terms: 4, 3 of them distinct>"


@pytest.mark.parametrize("html", ["", "<p>", "<p>... !?</p>", "<script>var x</script>", "\u0e49"])
def test_empty_pages(html: str) -> None:
    """No words, no terms; every array is there all the same."""
    terms = extract_terms(read(html), "en")
    assert len(terms) == len(terms.names) == len(terms.hash) == len(terms.counts) == 0
    assert terms.hash.dtype == np.uint64


def test_arrays_are_read_only() -> None:
    """Terms are shared, so nobody may change them."""
    terms = extract_terms(read("<p>one two"), "en")
    for array in (terms.id, terms.row, terms.start, terms.end, terms.hash, terms.counts):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_hashes_are_stable() -> None:
    """They are stored, so they may never change."""
    terms = extract_terms(read("<p>Words, Straße, 北京"), "en")
    assert terms.names == ("word", "straße", "北京")
    assert terms.hash.tolist() == [
        *(10776770685243991114, 9896309342109916002, 7415384723823703956)
    ]


_PROCESS = """
from sitegist.page import read
from sitegist.page.terms import extract_terms
terms = extract_terms(read("<p>The running dogs, книги и школами, 北京的大学 of 2026"),
                      {"Latin": "en", "Cyrillic": "ru", "Han": "zh"})
print(terms.names, terms.id.tolist(), terms.hash.tolist())
"""


def test_processes_agree() -> None:
    """Nothing depends on the seed of Python's own hashes."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", _PROCESS],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(printed) == 1


def _of_runs(terms: Terms) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for row, number in zip(terms.row.tolist(), terms.id.tolist()):
        found.setdefault(row, []).append(terms.names[number])
    return found


@given(strategies.texts(), st.sampled_from(LANGUAGES))
def test_a_run_has_the_same_terms_wherever_it_stands(text: str, language: Languages) -> None:
    """Nothing that stands around a run changes its terms."""
    alone = read(_flowing(text))
    around = read(f"<p>北x<b>{_flowing(text)}</b>京y</p><p>Straße İI １ и\u00ad cafe\u0301</p>")
    wanted = list(_of_runs(extract_terms(alone, language)).values())
    found = _of_runs(extract_terms(around, language))
    bold = int(np.flatnonzero(around.rows.having(("b",)))[0])
    end = int(around.rows.end[bold])
    assert [names for row, names in found.items() if bold <= row < end] == wanted


def _flowing(text: str) -> str:
    """A text without markup, and without white space at its ends."""
    return " ".join(text.translate(dict.fromkeys(map(ord, "<>&\x00"))).split())


@given(strategies.soup(), st.sampled_from(LANGUAGES))
def test_terms_are_in_their_places(html: str, language: Languages) -> None:
    """Terms follow each other as in the document, inside their runs, and say what stands there."""
    page = read(html)
    terms = extract_terms(page, language)
    start = page.rows.start
    assert (np.diff(terms.row) >= 0).all()
    assert (np.diff(terms.start) > 0).all()
    assert (terms.start < terms.end).all()
    assert (terms.start >= start[terms.row]).all()
    assert (terms.end <= start[terms.row + 1]).all()
    if language is None:
        for number, first, last in zip(terms.id, terms.start, terms.end):
            assert terms.names[number] == _plain(page.text[first:last])


def _plain(text: str) -> str:
    for joiner in JOINERS:
        text = text.replace(joiner, "")
    text = text.replace("İ", "i").lower()
    if unicodedata.is_normalized("NFKC", text):
        return text
    return unicodedata.normalize("NFKC", text).lower()


@given(strategies.soup())
def test_names_are_distinct_and_in_order(html: str) -> None:
    """Each name is there once, by first appearance, and none without an occurrence."""
    terms = extract_terms(read(html), "en")
    assert len(set(terms.names)) == len(terms.names)
    assert list(dict.fromkeys(terms.id.tolist())) == list(range(len(terms.names)))
    assert not set(terms.names) & {""}
    assert int(terms.counts.sum()) == len(terms)


@given(st.lists(st.sampled_from(["the", "dog", "книги", "北京", "2026", "é"]), max_size=30))
def test_batches_make_no_difference(pieces: list[str]) -> None:
    """Long pages are worked off in pieces."""
    page = read(" ".join(pieces))
    whole = extract_terms(page, EVERY_SCRIPT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BATCH", 3)
        parts = extract_terms(page, EVERY_SCRIPT)
    assert whole.names == parts.names
    for array in ("id", "row", "start", "end"):
        assert np.array_equal(getattr(whole, array), getattr(parts, array))


def test_one_language_is_one_for_each_script() -> None:
    """A code is short for the mapping of every script to it."""
    html = "<p>The running dogs книги 北京 ガギ 2026"
    for language in ("en", "ru", "ja", "zh"):
        everywhere = dict.fromkeys(SCRIPTS, language)
        assert names(html, language) == names(html, everywhere)


def test_unknown_option() -> None:
    """What is not offered is refused by name."""
    with pytest.raises(OptionError, match="bigrams, words"):
        extract_terms(read(""), None, cjk="trigrams")  # type: ignore[arg-type]


@pytest.mark.parametrize(("language", "package"), [("zh", "rjieba"), ("ja", "sudachipy")])
def test_missing_segmenter(language: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the extra; nothing is asked where nothing is to be cut."""
    monkeypatch.setitem(sys.modules, package, None)
    module._segmenter.cache_clear()
    assert extract_terms(read("word"), language, cjk="words").names == ("word",)
    with pytest.raises(MissingExtra, match=rf"{package}.*sitegist\[cjk\]"):
        extract_terms(read("北京大学"), language, cjk="words")


def test_segmenters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of a segmenter take the place of bigrams, in Chinese and Japanese only."""
    pairs = SimpleNamespace(cut=lambda text: [text[i : i + 2] for i in range(0, len(text), 2)])
    monkeypatch.setitem(sys.modules, "rjieba", pairs)
    module._segmenter.cache_clear()
    page = read("<p>北京大学a校<b>北京大学</b>ไทย")
    terms = extract_terms(page, {"Latin": "en", "Han": "zh"}, cjk="words")
    assert [page.text[a:b] for a, b in zip(terms.start, terms.end)] == [
        *("北京", "大学", "校", "北京", "大学", "ไท", "ทย")
    ]
    module._segmenter.cache_clear()
