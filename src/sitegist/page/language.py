"""The language of a page: its script decides, and for the rest a detector on a sample.

What a page declares is a hint: templates lie, but between two languages that a few words
could both be, it knows better.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sitegist.page.rows import PRE, TITLE
from sitegist.page.words import SCRIPTS, scripts

if TYPE_CHECKING:
    from sitegist.page.page import Page

# Languages that are worth telling apart; of the rest, a detector sees too many in short texts.
_LANGUAGES = {
    name: tuple(codes.split())
    for name, codes in {
        "Latin": "af az ca cs cy da de en eo es et eu fi fr ga gl ha hr hu id is it lt lv ms mt nl"
        " no pl pt ro sk sl so sq sv sw tl tr uz vi",
        "Greek": "el",
        "Cyrillic": "be bg kk ky mk mn ru sr tg tt uk",
        "Armenian": "hy",
        "Hebrew": "he yi",
        "Arabic": "ar fa ps ur ug sd",
        "Devanagari": "hi mr ne",
        "Bengali": "bn as",
        "Gurmukhi": "pa",
        "Gujarati": "gu",
        "Odia": "or",
        "Tamil": "ta",
        "Telugu": "te",
        "Kannada": "kn",
        "Malayalam": "ml",
        "Sinhala": "si",
        "Thai": "th",
        "Lao": "lo",
        "Tibetan": "bo dz",
        "Myanmar": "my",
        "Georgian": "ka",
        "Ethiopic": "am ti",
        "Khmer": "km",
        "Hangul": "ko",
        "Han": "zh",
        "Kana": "ja",
    }.items()
}
_DETECTED = ("Latin", "Cyrillic", "Arabic", "Devanagari")
# The detector's names for what is written, and stemmed, like another language.
_SAME = {"nb": "no", "nn": "no", "arz": "ar", "ary": "ar", "bs": "hr", "iw": "he", "in": "id"}
_HAN, _KANA = SCRIPTS.index("Han"), SCRIPTS.index("Kana")
# Chinese pages quote less kana than this, Japanese ones hold more.
_KANA_SHARE = 0.05
# Names, code and brands are Latin everywhere, and a character says more than a letter does.
_WEIGHT = np.array([{"Latin": 1, "Hangul": 4, "Han": 4, "Kana": 4}.get(s, 2) for s in SCRIPTS])
_RUNS, _RUN_LENGTH, _ENOUGH = 60, 80, 1500
# So many characters are enough to see that a page is in the language that it declares.
_GLANCE = 400
# Nothing that is written like these shares their small words: a tenth of the detector's time tells.
_PLAIN, _RIVALS = ("en", "de", "fr"), ("en", "de", "fr", "es", "it", "nl", "pt")
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS, _SMALL_WORDS, _FEWER_ELSEWHERE = 20, 0.2, 1.5
# By how much what is declared may score less, for the square root of the text's bytes.
_MARGIN = 1.0


class _Part(NamedTuple):
    """What a sample holds of one script."""

    script: str
    text: str
    letters: int
    weight: int


def detect(page: Page) -> str | None:
    """The ISO 639-1 code of a page's main language, ``None`` for a page without words."""
    return _main(_sample(page), code_of(_declared(page)))


def detect_text(text: str, hint: str | None = None) -> str | None:
    """The language of a text; ``hint`` is what somebody says it is.

    >>> detect_text("これは日本語の文章です")
    'ja'
    """
    places = range(0, len(text), max(_RUN_LENGTH, len(text) // _RUNS + 1))
    return _main([text[first : first + _RUN_LENGTH] for first in places], code_of(hint))


def _main(pieces: list[str], hint: str) -> str | None:
    """The language of the script that weighs most; the script of the hint weighs double."""
    parts = _parts(pieces)
    if not parts:
        return None
    main = max(parts, key=lambda part: part.weight * (1 + (hint in _LANGUAGES[part.script])))
    return _language(main.script, main.text, hint)


def knows(language: str) -> bool:
    """Whether a text in this language would be found to be."""
    return any(code_of(language) in candidates for candidates in _LANGUAGES.values())


def script_of(text: str) -> str | None:
    """The script that most of a text's letters are in, ``None`` if it has none.

    >>> script_of("Москва 2026, USA"), script_of("2026")
    ('Cyrillic', None)
    """
    counts = np.bincount(scripts(text), minlength=len(SCRIPTS))
    counts[0] = 0
    return SCRIPTS[int(counts.argmax())] if counts.any() else None


def script_votes(page: Page) -> Counter[tuple[str, str]]:
    """Letters by script and language in a sample of the page; over a site, votes add up."""
    hint = code_of(_declared(page))
    votes: Counter[tuple[str, str]] = Counter()
    for part in _parts(_sample(page)):
        language = _language(part.script, part.text, hint)
        votes[part.script, language] += part.letters
        if part.script == "Kana":  # then the Han between them is Japanese as well
            votes["Han", language] += part.letters
    return votes


def _sample(page: Page) -> list[str]:
    """The longest text runs, which are prose more often than menus, cut; the longest first."""
    rows = page.rows
    runs = rows.runs
    prose = runs[~rows.flagged(PRE | TITLE)[runs]]
    prose = prose if len(prose) else runs
    size = rows.start[prose + 1] - rows.start[prose]
    chosen = prose[np.argsort(-size, kind="stable")[:_RUNS]]
    begins = rows.start[chosen]
    length = _RUN_LENGTH * _RUNS // max(len(chosen), 1)
    ends = np.minimum(rows.start[chosen + 1], begins + length)
    return [page.text[first:last] for first, last in zip(begins.tolist(), ends.tolist())]


def _parts(pieces: list[str]) -> list[_Part]:
    """The sample by script; each piece belongs to the script that most of it is in."""
    kinds = len(SCRIPTS)
    size = np.array([len(piece) + 1 for piece in pieces], np.int64)
    piece = np.repeat(np.arange(len(pieces)), size)
    script = scripts("".join(text + "\n" for text in pieces))
    letters = np.bincount(piece * kinds + script, minlength=len(pieces) * kinds)
    letters = letters.reshape(len(pieces), kinds)
    letters[:, 0] = 0
    han, kana = letters[:, _HAN].sum(), letters[:, _KANA].sum()
    minor, major = (_HAN, _KANA) if kana > _KANA_SHARE * (han + kana) else (_KANA, _HAN)
    letters[:, major] += letters[:, minor]
    letters[:, minor] = 0
    letters *= _WEIGHT
    main = letters.argmax(axis=1)
    main[letters.sum(axis=1) == 0] = 0
    return [
        _Part(SCRIPTS[number], " ".join(texts), weight // int(_WEIGHT[number]), weight)
        for number, weight in enumerate(letters.sum(axis=0).tolist())
        if weight and (texts := [text for text, other in zip(pieces, main) if other == number])
    ]


def _declared(page: Page) -> str | None:
    """What the html element says, the first that does."""
    rows = page.rows
    for row, value in sorted(rows.attrs["lang"].items()):
        if rows.tag(row) == "html":
            return value
    return None


def code_of(tag: str | None) -> str:
    """The language of a tag such as ``pt-BR``."""
    code = (tag or "").strip().replace("_", "-").partition("-")[0].lower()
    return _SAME.get(code, code)


def _language(script: str, text: str, hint: str) -> str:
    """The language of a text in one script."""
    candidates = _LANGUAGES[script]
    if script not in _DETECTED:
        return hint if hint in candidates else candidates[0]
    if hint in _PLAIN and _is_plainly(text[:_GLANCE], hint):
        return hint
    if hint in candidates and next(iter(_scores(text[:_GLANCE], candidates))) == hint:
        return hint
    text = text[:_ENOUGH]
    scores = _scores(text, candidates)
    best = next(iter(scores))
    near = scores[best] - _MARGIN * len(text.encode("utf-8", "replace")) ** 0.5
    return hint if scores.get(hint, -np.inf) > near else best


def _is_plainly(text: str, language: str) -> bool:
    """Whether the small words of a text are those of a language, and of no other."""
    from sitegist.page.terms import stop_words

    found = _WORD.findall(text.lower())
    known = {rival: sum(map(stop_words(rival).__contains__, found)) for rival in _RIVALS}
    own = known.pop(language)
    enough = max(
        _SMALL_WORDS * max(len(found), _FEWEST_WORDS), _FEWER_ELSEWHERE * max(known.values())
    )
    return own >= enough


def _scores(text: str, candidates: Sequence[str]) -> dict[str, float]:
    """The detector's score of each candidate, the likeliest first."""
    scores: dict[str, float] = {}
    for label, score in _identifier().rank(text):
        label = _SAME.get(label, label)
        if label in candidates:
            scores.setdefault(label, score)
    return scores


@cache
def _identifier() -> Any:
    """The detector; it takes 0.3 s and 90 MB, so it comes only when it is asked."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE)
