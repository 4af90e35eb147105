"""Learn a site anew from the pages that are watched, when its templates have changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from hashlib import blake2b

from sitegist.errors import InputError
from sitegist.mining import mine
from sitegist.page import read
from sitegist.profile import Profile
from sitegist.site.site import FEW_PAGES
from sitegist.sources import Document
from sitegist.watch.fetching import Fetched, Fetcher
from sitegist.watch.places import informative, key_of, placed_links, places_of
from sitegist.watch.plan import Knowledge, clusters_apart, forget_learned
from sitegist.watch.state import Link, Planned, State, Toc

# From so many articles a template is learned.
ARTICLES = 60


def remine(state: State, fetcher: Fetcher, say: Callable[[str], None]) -> Knowledge:
    """Fetch the tables of contents and some of their articles anew, and learn from them.

    Where the links to articles stand is told by those to articles that are known already.
    """
    tocs: dict[Toc, Fetched] = {}
    for toc in state.tocs():
        if (got := _get(fetcher, toc.url, say)) is not None:
            tocs[toc] = got
    articles: dict[str, Fetched] = {}
    for link in _known_articles(state):
        if len(articles) < ARTICLES and (got := _get(fetcher, link.url, say)) is not None:
            articles.setdefault(got.url, got)
    if len(articles) < FEW_PAGES or not tocs:
        raise InputError(
            f"{len(tocs)} tables of contents and {len(articles)} known articles could be fetched,"
            " too few to learn from; mine the site anew"
        )
    pages = {got.url: got for got in (*articles.values(), *tocs.values())}
    mined = mine([Document(got.url, got.url, got.data, got.content_type) for got in pages.values()])
    apart = clusters_apart(mined.site, lambda entry: entry.name in articles)
    moved = {key_of(url) for url in articles}
    planned = [_planned(state, toc, got, moved, say) for toc, got in tocs.items()]
    lost = [toc for toc in state.tocs() if toc not in tocs]
    planned += [Planned(toc.url, toc.places, state.listed(toc.url)) for toc in lost]
    known = [(key, True) for key in sorted(moved)]
    before = state.fact("learned")
    name = _save(mined.profile, state)
    state.begin(planned, known, learned=name, apart=apart, misfits=[])
    forget_learned(state, before)
    return Knowledge(mined.profile, frozenset(apart))


def _get(fetcher: Fetcher, url: str, say: Callable[[str], None]) -> Fetched | None:
    got = fetcher.get(url)
    if got.problem is None:
        return got
    say(f"{url}: {got.problem}")
    return None


def _known_articles(state: State) -> Iterator[Link]:
    """The articles that the tables of contents listed last, those of the best first."""
    given = set()
    for toc in state.tocs():
        for link in state.listed(toc.url):
            if link.key not in given and state.is_article(link.key):
                given.add(link.key)
                yield link


def _planned(
    state: State, toc: Toc, got: Fetched, moved: set[str], say: Callable[[str], None]
) -> Planned:
    """Where the links to articles stand now; where they stood, if none is found."""
    links = placed_links(read(got.data, got.url, got.content_type))
    places = places_of(links, lambda key: key in moved or state.is_article(key))
    if not places:
        say(f"{toc.url}: no links to articles that are known")
        return Planned(toc.url, toc.places, state.listed(toc.url))
    known = [link for link in informative(links, places) if not state.new([link])]
    return Planned(toc.url, places, known)


def _save(profile: Profile, state: State) -> str:
    """Write a profile beside the state, under a name that its bytes tell."""
    made = state.path.with_suffix(".new")
    profile.save(made)
    mark = blake2b(made.read_bytes(), digest_size=8).hexdigest()
    name = f"{state.path.stem}-{mark}.gist"
    os.replace(made, state.path.with_name(name))
    return name
