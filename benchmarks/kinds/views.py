"""What a judge sees of a page: its title, lines, words and links, never its address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from sitegist.judge.datasets import Gold, load
from sitegist.page import Page, read
from sitegist.page.redirects import redirect_target
from sitegist.page.rows import LINKED, TITLE
from sitegist.page.segmenters import leaves

PAGES = 100
SEED = 2004
_LINES = 12
_HEADINGS = 5
_WIDTH = 75
# A line on more of the drawn pages than this is furniture, and is left out.
_EVERYWHERE = 0.3


def draw(place: str, pages: int = PAGES, seed: int = SEED) -> list[Gold]:
    """Pages of a site in random order: as many of each kind of the gold as there are.

    Redirects are left out, and so are pages that show what another one shows. A kind with fewer
    pages than its share gives all that it has.
    """
    strata: dict[str, list[Gold]] = {}
    shown: set[str] = set()
    for gold in load(place).pages:
        page = read(gold.data, gold.url)
        if page.text not in shown and redirect_target(page) is None:
            shown.add(page.text)
            strata.setdefault(gold.kind, []).append(gold)
    random = Random(seed)
    drawn: list[Gold] = []
    by_size = sorted(strata.items(), key=lambda stratum: (len(stratum[1]), stratum[0]))
    for number, (_, members) in enumerate(by_size):
        share = (pages - len(drawn)) // (len(by_size) - number)
        drawn.extend(random.sample(members, min(share, len(members))))
    random.shuffle(drawn)
    return drawn


def views(drawn: Sequence[Gold]) -> Iterator[str]:
    """A compact view of each page, in the order given."""
    pages = [read(gold.data, gold.url) for gold in drawn]
    common = Counter(text for page in pages for text in set(leaves(page).texts))
    furniture = {text for text, count in common.items() if count > _EVERYWHERE * len(pages)}
    for number, page in enumerate(pages):
        yield f"#{number} {_view(page, furniture)}"


def _view(page: Page, furniture: set[str]) -> str:
    """Three lines; what stands in links begins with ``=``, numbers count words."""
    rows, blocks = page.rows, leaves(page)
    flags = rows.flags[rows.runs]
    body, linked = (flags & TITLE) == 0, (flags & LINKED) != 0
    lines = [
        f"{'=' if 2 * in_links > words else ''}{words} {text.strip()[:_WIDTH]}"
        for text, words, in_links in zip(blocks.texts, blocks.words, blocks.linked_words)
        if words and text not in furniture and text.strip() != page.title
    ]
    found = (
        page.inner_text(int(row)) for row in rows.having(("h1", "h2", "h3", "h4")).nonzero()[0]
    )
    headings = [text[:_WIDTH] for text in found if text and text not in furniture]
    words = f"{page.words[body & ~linked].sum()} + {page.words[body & linked].sum()} words"
    return "\n".join(
        (
            f"{page.title[:_WIDTH]} ({words} in {len(page.links)} links)",
            f"  {len(lines)} lines: {' | '.join(lines[:_LINES])}",
            f"  {len(headings)} headings: {' | '.join(headings[:_HEADINGS])}",
        )
    )
