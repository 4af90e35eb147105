"""The headline of a page, without the name of its site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sitegist.page.metadata.text import same, words

MAX_TITLE = 400
# Words of a headline that must stand in a declared title to be the title.
MIN_SHARED = 0.5
# Fewer tell at least where the headline stands; still fewer if there is but one.
MIN_NEAR, MIN_NEAR_ALONE = 0.5, 0.2
# Words of a declared title that a headline must have to be preferred to all lesser headings.
MIN_COVERED = 0.5
# A last part of more words is a part of the title, not the name of a site.
MAX_SITE_WORDS = 5

_SEPARATOR = re.compile(
    r"(\s+(?:[|\-–—―·•∙»«›‹⋆~/<>:]|::|\|\||»»)\s+|\s*[|｜‖¦]\s*|\s*::\s*|\s+[»«]\s*)"
)
_COLON = re.compile(r"\s*[:：]\s+")
_COUNTED = re.compile(r"^\(\d{1,3}\+?\)\s+|\s+\[\d+\]$")


def parts(title: str) -> list[str]:
    """A title, the separators in it and what they part, in turn."""
    return _SEPARATOR.split(title)


def without_site(title: str, sites: Sequence[str], *, bold: bool = False) -> str:
    """The title without the site's name at its end or beginning.

    With ``bold`` a short last part goes even if it is nobody's known name.

    >>> without_site("Fish and chips | The Daily", ["The Daily"])
    'Fish and chips'
    """
    title = _COUNTED.sub("", title)
    pieces = parts(title)
    while len(pieces) > 1 and _is_site(pieces[-1], sites):
        del pieces[-2:]
    while len(pieces) > 1 and _is_site(pieces[0], sites):
        del pieces[:2]
    if bold and len(pieces) > 2 and _looks_like_site(pieces):
        del pieces[-2:]
    kept = "".join(pieces).strip()
    before, *rest = _COLON.split(kept, maxsplit=1)
    if rest and _is_site(before, sites):
        kept = rest[0]
    return kept or title.strip()


def pieces(title: str, sites: Sequence[str]) -> list[str]:
    """What separators and colons part, the longest first, if it is at least half of the title."""
    found = [one.strip() for part in parts(title)[::2] for one in (part, *_COLON.split(part))]
    least = max(3, len(words(title)) / 2)
    found = [one for one in found if len(words(one)) >= least and not _is_site(one, sites)]
    return sorted(dict.fromkeys(found), key=len, reverse=True)


def _is_site(piece: str, sites: Iterable[str]) -> bool:
    """Whether a piece is one of the names, with or without spaces and a domain's ending."""
    joined = "".join(words(piece))
    return not joined or any(joined == "".join(words(site)) for site in sites)


def _looks_like_site(pieces: list[str]) -> bool:
    """Whether the last piece is short, and shorter than the rest."""
    last, rest = words(pieces[-1]), words("".join(pieces[:-2]))
    return len(last) <= MAX_SITE_WORDS and len(last) < len(rest)


def shared(headline: str, titles: Iterable[str]) -> float:
    """The share of a headline's words that one of the titles has, at best."""
    own = set(words(headline))
    if not own:
        return 0.0
    return max((len(own & set(words(title))) / len(own) for title in titles), default=0.0)


def coverage(headline: str, titles: Iterable[str], sites: Sequence[str]) -> float:
    """The share of a title's words, or of a part of it, that a headline has, at best."""
    own = set(words(headline))
    wanted = (set(words(without_site(title, sites, bold=True))) for title in titles)
    return max((len(own & one) / len(one) for one in wanted if one), default=0.0)


def site_part(title: str, others: Iterable[str]) -> str | None:
    """What a title has besides another title of the page, if separators part the two.

    >>> site_part("Fish and chips | The Daily", ["Fish and chips"])
    'The Daily'
    """
    found = parts(title)
    for other in others:
        for rest, piece in ((found[2:], found[0]), (found[:-2], found[-1])):
            if rest and same("".join(rest), other) and not same(piece, other):
                return piece.strip()
    return None


def best_headline(
    headlines: Sequence[tuple[int, str]], titles: Sequence[str], sites: Sequence[str]
) -> int | None:
    """The row of the headline that the declared titles agree with; where they tie, the one that
    has most of them.

    Where nothing agrees, the only headline there is, unless it is the name of the site.
    """
    fit = [
        (row, text)
        for row, text in headlines
        if len(text) <= MAX_TITLE and not _is_site(text, sites)
    ]
    fit = [(row, text) for row, text in fit if not any(_is_tail(text, title) for title in titles)]
    if not fit:
        return None
    agreement = {row: shared(text, titles) for row, text in fit}
    row = max(fit, key=lambda one: (agreement[one[0]], coverage(one[1], titles, sites)))[0]
    enough = MIN_NEAR if len(fit) > 1 else MIN_NEAR_ALONE
    return row if agreement[row] >= enough or not titles else None


def _is_tail(headline: str, title: str) -> bool:
    """Whether a headline is what most likely is the site's name in a title."""
    pieces = parts(title)
    return (
        len(pieces) > 1 and same(headline, pieces[-1]) and len(words(pieces[-1])) <= MAX_SITE_WORDS
    )
