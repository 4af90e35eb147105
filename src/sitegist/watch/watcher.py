"""Polls the tables of contents of a site and tells each new article once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from sitegist.errors import InputError
from sitegist.extraction import Extraction
from sitegist.page import Page, read
from sitegist.page.sniff import HTML
from sitegist.site.clusters import ALIKE
from sitegist.site.shapes import shape_of
from sitegist.watch.delivery import Sink, deliver, recover
from sitegist.watch.fetching import Fetched, Fetcher
from sitegist.watch.places import informative, key_of, placed_links
from sitegist.watch.plan import Knowledge, mark
from sitegist.watch.state import State, Toc, Waiting

# So many of the last articles that fit badly mean that their template has changed.
_MISFITS, _LAST = 3, 5
# Two pages with the same title and text are one article, if there is so much text.
_WORDS_TO_COMPARE = 50
# A page is a list if a greater share of its informative words is in links.
_LIST = 0.5
REMINE = "run again with --remine to learn the new one"


class Bounds(NamedTuple):
    """How often a page is polled, in seconds."""

    shortest: float = 300.0
    longest: float = 86_400.0

    def after(self, wait: float, news: bool = False, failed: bool = False) -> float:
        """Half as long when there was something new, twice when it failed, else half as long again.

        >>> Bounds(60, 3600).after(1000), Bounds(60, 3600).after(100, news=True)
        (1500.0, 60)
        """
        longer = wait * (0.5 if news else 2.0 if failed else 1.5)
        return min(max(longer, self.shortest), self.longest)


class Round(NamedTuple):
    """What came of a round."""

    polled: int
    failed: int
    """Pages that could not be polled."""


@dataclass
class Watcher:
    """One watch: its memory, its way to the web, and where the lines go."""

    state: State
    fetcher: Fetcher
    knowledge: Knowledge
    sink: Sink
    bounds: Bounds = field(default_factory=Bounds)
    say: Callable[[str], None] = lambda message: None
    clock: Callable[[], float] = time.time
    _said: set[str] = field(default_factory=set)

    def round(self, everything: bool = False) -> Round:
        """Deliver what a killed process left, poll what is due, tell what is new."""
        recover(self.state, self.sink)
        before = None if everything else self.clock()
        tocs = self.state.tocs(before)
        failed = 0
        for toc in tocs:
            failed += not self._poll(toc)
        for item in self.state.waiting(None if everything else self.clock()):
            self._fetch(item)
        return Round(len(tocs), failed)

    def run(self, sleep: Callable[[float], None] = time.sleep) -> NoReturn:
        """Round after round, until the process is stopped."""
        while True:
            self.round()
            sleep(min(max(self.state.next_due() - self.clock(), 0.0), self.bounds.longest))

    def _poll(self, toc: Toc) -> bool:
        """Note what a table of contents lists; whether that could be done."""
        got = self.fetcher.get(toc.url, toc.etag, toc.modified)
        if got.problem is None and got.is_unchanged:
            wait = self.bounds.after(toc.wait)
            self.state.put_off(toc, wait, self.clock() + wait)
            return True
        page = self._page(got)
        if isinstance(page, str):
            return self._put_off(toc, page, got.retry_after)
        listed = informative(placed_links(page), toc.places)
        if not listed:
            # its validators are not kept: they would hide the page once it can be read again
            return self._put_off(
                toc, f"its template has changed: no links where its articles stood; {REMINE}"
            )
        new = self.state.new(listed)
        wait = self.bounds.after(toc.wait, news=bool(new))
        due = self.clock() + wait
        polled = toc._replace(etag=got.etag, modified=got.modified, wait=wait, due=due)
        self.state.polled(polled, listed, new)
        return True

    def _put_off(self, toc: Toc, problem: str, retry_after: float = 0.0) -> bool:
        self.say(f"{toc.url}: {problem}")
        wait = self.bounds.after(toc.wait, failed=True)
        pause = max(wait, min(retry_after, self.bounds.longest))
        self.state.put_off(toc, wait, self.clock() + pause)
        return False

    def _page(self, got: Fetched) -> Page | str:
        """The page, or why there is none."""
        if got.problem is not None:
            return got.problem
        try:
            page = read(got.data, got.url, got.content_type, max_bytes=self.fetcher.max_bytes)
        except InputError as error:
            return str(error)
        return page if page.media_type == HTML else f"not a web page but {page.media_type}"

    def _fetch(self, item: Waiting) -> None:
        """Tell an article, if it is one; try again later if it cannot be had."""
        if self.state.seen(item.key):
            return self.state.drop(item)
        got = self.fetcher.get(item.url)
        if got.problem is not None:
            return self._retry(item, got)
        page, here = self._page(got), key_of(got.url)
        if isinstance(page, str):
            self.say(f"{item.url}: {page}")
            return self.state.drop(item)
        if here != item.key and self.state.seen(here):
            return self.state.drop(item)
        found = self.knowledge.profile.extract(page)
        if self._is_list(found):
            return self.state.drop(item, [here])
        about = self._about(item, found)
        marks = _marks(page, about)
        if any(map(self.state.seen, marks)):
            return self.state.drop(item, [here])
        if page.needs_render:
            self.say(f"{page.url}: its text only a browser can produce")
        self.state.enter(item, [here, *marks], about)
        self._note_fit(about)
        return deliver(self.state, self.sink)

    def _retry(self, item: Waiting, got: Fetched) -> None:
        if not item.wait:
            self.say(f"{item.url}: {got.problem}")
        wait = self.bounds.after(item.wait, failed=True)
        pause = max(wait, min(got.retry_after, self.bounds.longest))
        if not self.state.retry(item, wait, self.clock() + pause):
            self.say(f"{item.url}: given up, no page lists it any more: {got.problem}")

    def _is_list(self, found: Extraction) -> bool:
        """Whether a page is another table of contents: by its template, or by what is on it."""
        if self.knowledge.profile.method.clusters.of(shape_of(found.page)) in self.knowledge.apart:
            return True
        words = int(found.blocks.words[found.kept].sum())
        if words:
            return int(found.blocks.linked_words[found.kept].sum()) > _LIST * words
        # no text at all, as photographs have, but links where tables of contents have theirs
        places = frozenset[int]().union(*(toc.places for toc in self.state.tocs()))
        return len(informative(placed_links(found.page), places)) > 1

    def _about(self, item: Waiting, found: Extraction) -> dict[str, Any]:
        """What is told of an article."""
        known = found.page.metadata.as_dict()
        fields = ("title", "author", "date", "language", "description")
        return {
            "url": found.page.url,
            "toc": item.toc,
            **{name: known.get(name, {}).get("value") for name in fields},
            "fit": round(self.knowledge.profile.fit(found.page), 6) if found.text else 0.0,
            "text": found.text,
        }

    def _note_fit(self, about: dict[str, Any]) -> None:
        """Say once if the template of the articles has changed."""
        misfits = [*self.state.fact("misfits"), about["fit"] < ALIKE][-_LAST:]
        self.state.note(misfits=misfits)
        if sum(misfits) >= _MISFITS and "articles" not in self._said:
            self._said.add("articles")
            self.say(
                f"{about['url']}: {sum(misfits)} of the last {len(misfits)} articles fit no"
                f" template of the site; it has changed; {REMINE}"
            )


def _marks(page: Page, about: dict[str, Any]) -> list[str]:
    """By which an article is known again under another address."""
    title = about["title"] or ""
    found = []
    if page.metadata.canonical_url and title:
        found.append(mark("address", key_of(page.metadata.canonical_url), title))
    if len(about["text"].split()) >= _WORDS_TO_COMPARE:
        found.append(mark("text", title, about["text"]))
    return found
