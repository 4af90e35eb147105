"""What is to be watched of a mined site."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sitegist.errors import InputError, OptionError
from sitegist.profile import Profile, load
from sitegist.site.site import Entry, Site
from sitegist.watch.places import informative, key_of, placed_links, places_of
from sitegist.watch.state import Planned, State

if TYPE_CHECKING:
    from sitegist.mined import Mined

TOCS = 20
"""How many tables of contents are polled, if nobody says."""
# A table of contents is worth polling if it lists some of so many newest articles.
_NEWEST = 100
# A cluster with a smaller share of articles has none, and its pages are not told.
_ANY = 0.1


class Knowledge(NamedTuple):
    """What judges a new page."""

    profile: Profile
    apart: frozenset[int]
    """The clusters that hold no articles."""


def prepare(state: State, folder: Path, tocs: int = TOCS, chosen: Sequence[str] = ()) -> Knowledge:
    """Begin to watch what ``mine`` wrote into a folder, or go on with it.

    Mined again, the site is watched with what is known now; what has been told stays told.
    """
    plan: list[str | int] = [mark_of(folder), tocs, *chosen]
    learned = state.fact("learned")
    if state.fact("plan") != plan:
        from sitegist.store import open_mined

        begin(state, open_mined(folder), plan, tocs, chosen)
        forget_learned(state, learned)
        learned = None
    found = load(folder / "site.gist" if learned is None else state.path.with_name(learned))
    return Knowledge(found, frozenset(state.fact("apart")))


def mark_of(folder: Path) -> str:
    """Tells whether a folder was mined anew; an `InputError` if it was not mined at all."""
    try:
        profile = (folder / "site.gist").read_bytes()
    except OSError:
        raise InputError(
            f"{folder}: not a mined folder; run: sitegist mine SOURCE -o {folder}"
        ) from None
    return blake2b(profile, digest_size=16).hexdigest()


def forget_learned(state: State, name: str | None) -> None:
    """Remove a profile beside the state that another one has taken the place of."""
    if name is not None and name != state.fact("learned"):
        state.path.with_name(name).unlink(missing_ok=True)


def begin(
    state: State, mined: Mined, plan: Sequence[str | int], tocs: int, chosen: Sequence[str]
) -> None:
    """Choose what to poll; what the chosen pages linked to when they were mined is not new.

    At first all pages of the site are known. Later only what pages link to that were not watched
    before: an article that came between the last poll and the new crawl is still to be told.
    """
    before = {toc.url for toc in state.tocs()}
    articles = {article.url for article in mined.structure.articles}
    known: dict[str, bool] = {}
    if state.fact("plan") is None:
        known.update(_pages_of(mined))
    planned: list[Planned] = []
    for url in _chosen(mined, chosen) or _ranked(mined):
        page = planned_page(mined, url)
        if page.places and len(planned) < max(tocs, len(chosen)):
            planned.append(page)
        if url not in before:
            links = placed_links(mined.site.page(url))
            known.update((link.key, False) for _, link in links if link.key not in known)
    if not planned:
        raise InputError("no table of contents of the site links to its articles")
    apart = clusters_apart(mined.site, lambda entry: entry.url in articles)
    state.begin(planned, known.items(), plan=plan, learned=None, apart=apart, misfits=[])


def planned_page(mined: Mined, url: str) -> Planned:
    """A table of contents, and where its links to articles stand."""
    targets = {key_of(link.target) for link in mined.structure.links if link.source == url}
    aliases = {key_of(alias): key_of(target) for alias, target in mined.site.aliases.items()}
    links = placed_links(mined.site.page(url))
    places = places_of(links, lambda key: aliases.get(key, key) in targets)
    return Planned(url, places, informative(links, places))


def mark(*parts: str) -> str:
    """Stands among the keys for something that an article says."""
    return "=" + blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=16).hexdigest()


def _pages_of(mined: Mined) -> Iterator[tuple[str, bool]]:
    """All addresses of a site, and whether they are those of articles."""
    aliases = mined.site.aliases
    for url, page in [*((entry.url, entry.url) for entry in mined.site.entries), *aliases.items()]:
        yield key_of(url), mined.structure.kind_of(page) == "article"


def _chosen(mined: Mined, urls: Sequence[str]) -> list[str]:
    for url in urls:
        if url not in mined.site:
            raise OptionError(f"{url} is no page of the mined site")
    return list(urls)


def _ranked(mined: Mined) -> list[str]:
    """The tables of contents that list most of the newest articles, ties by their rank.

    Where the n-th newest article stands counts 1/n: the next one will stand with the very newest.
    """
    articles = [mined.site.entry(article.url) for article in mined.structure.articles]
    dates = {entry.url: entry.metadata["date"]["value"] for entry in articles
             if "date" in entry.metadata}  # fmt: skip
    newest = sorted(dates, key=lambda url: (dates[url], url), reverse=True)[:_NEWEST]
    worth = {url: 1 / place for place, url in enumerate(newest, 1)}
    listed: defaultdict[str, set[str]] = defaultdict(set)
    for link in mined.structure.links:
        if link.target in worth:
            listed[link.source].add(link.target)
    worths = {url: fsum(map(worth.__getitem__, there)) for url, there in listed.items()}
    # sorting is stable: the structure's order stands where the numbers are equal
    return sorted((toc.url for toc in mined.structure.toc), key=lambda url: -worths.get(url, 0.0))


def clusters_apart(site: Site, is_article: Callable[[Entry], bool]) -> list[int]:
    """The clusters of a site that hold no articles, or hardly any."""
    pages, articles = Counter[int](), Counter[int]()
    for entry in site.entries:
        cluster = site.clusters.of_key[entry.shape]
        pages[cluster] += 1
        articles[cluster] += is_article(entry)
    return sorted(cluster for cluster in pages if articles[cluster] < _ANY * pages[cluster])
