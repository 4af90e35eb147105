"""How well an answer matches the gold: pure functions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple
from unicodedata import category, normalize

import numpy as np

from sitegist.methods.align import aligned
from sitegist.page import Blocks, Page, read
from sitegist.page.links import Link
from sitegist.page.rows import Bools, Longs
from sitegist.page.terms import extract_terms

# Letters and digits that touch, with the marks on them; of these, an ideograph or a kana is a
# word of its own.
_MARKS = "".join(c for c in map(chr, range(0x300, 0xFFFF)) if category(c)[0] == "M")
_RUN = re.compile(rf"[^\W_]+(?:[{_MARKS}]+[^\W_]*)*")
_UNSPACED = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9d\U00020000-\U0003fffd"
)
_PART = re.compile(f"[{_UNSPACED}]|[^{_UNSPACED}]+")
_FIRST_UNSPACED = "\u3005"
# A shingle is this many words.
SHINGLE = 4
# A block is content when at least this share of its words aligns to the gold.
CONTENT = 0.5
# What stands on more than this share of the pages is furniture.
COMMON = 0.1


class Prf(NamedTuple):
    """Precision, recall, and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def prf(common: float, found: float, wanted: float) -> Prf:
    """From what is in both, in the answer, and in the gold; nothing asked and nothing said is 1.

    >>> prf(2, 4, 8)
    Prf(precision=0.5, recall=0.25, f1=0.3333333333333333)
    """
    if not found and not wanted:
        return Prf(1.0, 1.0, 1.0)
    if not common:
        return Prf(0.0, 0.0, 0.0)
    return Prf(common / found, common / wanted, 2 * common / (found + wanted))


def overlap(found: Iterable[Hashable], wanted: Iterable[Hashable]) -> Prf:
    """Of two multisets.

    >>> overlap("aab", "abbb")
    Prf(precision=0.6666666666666666, recall=0.5, f1=0.5714285714285714)
    """
    a, b = Counter(found), Counter(wanted)
    return prf((a & b).total(), a.total(), b.total())


def words(text: str) -> list[str]:
    """The words of a text, in lower case.

    >>> words("The 2nd page_view: 日本の page日")
    ['the', '2nd', 'page', 'view', '日', '本', 'の', 'page', '日']
    """
    return [word for _, word in _words(fold(text))]


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Where each word begins, and the word."""
    for run in _RUN.finditer(text):
        begin, found = run.start(), run[0]
        if found.isascii() or max(found) < _FIRST_UNSPACED:
            yield begin, found
        else:
            yield from ((begin + part.start(), part[0]) for part in _PART.finditer(found))


def fold(text: str) -> str:
    """Lower case, accents composed."""
    return normalize("NFC", text.lower())


def shingles(tokens: Sequence[str], size: int = SHINGLE) -> list[tuple[str, ...]]:
    """All runs of that many words; a shorter text is one shingle.

    >>> shingles("abcde", 4)
    [('a', 'b', 'c', 'd'), ('b', 'c', 'd', 'e')]
    """
    if not tokens:
        return []
    last = max(1, len(tokens) - size + 1)
    return [tuple(tokens[first : first + size]) for first in range(last)]


def features(text: str, language: str | None) -> frozenset[str]:
    """The distinct terms of a text (000, 003): stemmed, stop words out.

    >>> sorted(features("The pages of a site, and its page", "en"))
    ['page', 'site']
    """
    return frozenset(extract_terms(read(f"<pre>\n{escape(text)}</pre>"), language).names)


def similarity(found: str | None, wanted: str) -> float:
    """Word F1 of two short strings, a title or authors.

    >>> similarity("A Title | Site", "A title"), similarity(None, "A title")
    (0.8, 0.0)
    """
    return overlap(words(found or ""), words(wanted)).f1


def same_day(found: str | None, wanted: str) -> float:
    """Whether two ISO 8601 times are of one day.

    >>> same_day("2015-03-04T10:00Z", "2015-03-04"), same_day(None, "2015-03-04")
    (1.0, 0.0)
    """
    return float((found or "")[:10] == wanted[:10])


class Aligned(NamedTuple):
    """The words of a page, and which of them are the gold's."""

    runs: Longs
    """For each word the row of its text run."""
    matched: Bools


def align_page(page: Page, gold: str) -> Aligned:
    """Which words of a page stand in its gold text, found as the longest runs in order."""
    found = list(_words(page.text))
    runs = page.rows.runs
    starts = np.fromiter((start for start, _ in found), np.int64, len(found))
    places = np.searchsorted(page.rows.start[runs], starts, "right") - 1
    return Aligned(runs[places], aligned([fold(word) for _, word in found], words(gold)))


def content_blocks(blocks: Blocks, alignment: Aligned) -> tuple[Bools, Bools]:
    """Which blocks are content, and which are judged at all: those with words, less the title."""
    owner = blocks.owner[alignment.runs]
    owned = owner >= 0
    count = np.bincount(owner[owned], minlength=len(blocks))
    match = np.bincount(owner[owned & alignment.matched], minlength=len(blocks))
    judged = (count > 0) & ~blocks.is_title
    return judged & (match >= CONTENT * count), judged


def block_prf(kept: Bools, content: Bools, judged: Bools) -> Prf:
    """b-precision, b-recall and b-F (002, section 6.2).

    >>> kept, content, judged = np.array([[1, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 0]]) > 0
    >>> block_prf(kept, content, judged)
    Prf(precision=0.5, recall=0.5, f1=0.5)
    """
    return prf(
        (kept & content & judged).sum().item(),
        (kept & judged).sum().item(),
        (content & judged).sum().item(),
    )


def coverage(found: str, wanted: str) -> Prf:
    """IC (001, section 4.2): the length of what two inner texts share, in characters of words.

    >>> coverage("one three", "one two")
    Prf(precision=0.375, recall=0.5, f1=0.42857142857142855)
    """
    a, b = Counter(words(found)), Counter(words(wanted))
    common, found_length, wanted_length = (
        sum(len(word) * n for word, n in bag.items()) for bag in (a & b, a, b)
    )
    return prf(common, found_length, wanted_length)


def significant_nodes(found: Iterable[int], wanted: Iterable[int]) -> Prf:
    """SNC (001, section 4.2): anchors, given by their rows.

    >>> significant_nodes([3, 5, 8, 9], [5, 8])
    Prf(precision=0.5, recall=1.0, f1=0.6666666666666666)
    """
    return overlap(set(found), set(wanted))


def toc_answer(
    blocks: Blocks, block_pages: Sequence[int], pages: int, articles: Collection[str]
) -> list[Link]:
    """The answer set of an index page: links to articles outside what many pages have.

    ``block_pages`` says on how many of the site's ``pages`` each block stands.
    """
    common = np.asarray(block_pages) > COMMON * pages
    answer = []
    for link, block in zip(blocks.page.links, blocks.of_links.tolist()):
        if link.url in articles and not (block >= 0 and common[block]):
            answer.append(link)
    return answer
