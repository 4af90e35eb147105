"""Two methods over a whole site, in the background: what is done so far can be looked at."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from random import Random
from threading import Event, Lock, Thread
from typing import NamedTuple

from sitegist.app.agreement import Agreement, agreement
from sitegist.app.chosen import Chosen, Wanted
from sitegist.app.judges import Judges, in_background, judges_of
from sitegist.app.library import Shown
from sitegist.methods import Method
from sitegist.site.site import Entry, Site

# Of a larger site so many pages are compared, chosen by a seed.
MOST_PAGES = 5_000
# So many comparisons are kept.
_KEPT = 6


class Compared(NamedTuple):
    """One page of a comparison."""

    url: str
    kind: str
    agreement: Agreement

    @property
    def worst_first(self) -> tuple[float, int, str]:
        """By the share of words on which the two differ, then by their number."""
        told = self.agreement
        return -told.apart, -(told.first + told.second), self.url


class Comparison:
    """Begins at once; ``pages`` grows until ``finished`` is set."""

    def __init__(self, site: Site, judges: Judges, asked: Chosen, turn: Lock) -> None:
        self.entries = sample(site.entries)
        self.of_all = len(site.entries)
        self.pages: list[Compared] = []
        self.finished = Event()
        self.error: Exception | None = None
        self._dropped = False
        self._turn = turn
        Thread(target=self._work, args=(in_background(site), judges, asked)).start()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self._dropped = True

    def _work(self, site: Site, judges: Judges, asked: Chosen) -> None:
        try:
            with self._turn:
                first, second = (_judge(judges, each) for each in asked.all)
                for entry in self.entries:
                    if self._dropped:
                        break
                    page = site.page(entry.url)
                    told = agreement(first.extract(page), second.extract(page))
                    self.pages.append(Compared(entry.url, entry.kind, told))
        except Exception as error:  # told to whoever asks
            self.error = error
        finally:
            self.finished.set()


def _judge(judges: Judges, each: Wanted) -> Method:
    judge = judges.ask(each.method, each.segmenter, None)
    assert judge is not None
    return judge.method


def sample(entries: Sequence[Entry]) -> Sequence[Entry]:
    """All pages, or as many as are compared, always the same ones."""
    if len(entries) <= MOST_PAGES:
        return entries
    places = Random(1).sample(range(len(entries)), MOST_PAGES)
    return [entries[place] for place in sorted(places)]


class Comparisons:
    """The comparisons of a site that somebody has asked for; one at a time is worked on."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._lock = Lock()
        self._turn = Lock()
        self._begun: OrderedDict[str, Comparison] = OrderedDict()

    def ask(self, asked: Chosen, patience: float | None) -> Comparison:
        """A comparison, finished or, after so many seconds, as far as it is."""
        key = str(asked.query)
        with self._lock:
            if key not in self._begun:
                judges = judges_of(self._shown)
                site = self._shown.mined.site
                self._begun[key] = Comparison(site, judges, asked, self._turn)
            self._begun.move_to_end(key)
            found = self._begun[key]
            while len(self._begun) > _KEPT:
                self._begun.popitem(last=False)[1].drop()
        found.finished.wait(patience)
        if found.error is not None:
            raise found.error
        return found


def comparisons_of(shown: Shown) -> Comparisons:
    """The comparisons of a site."""
    return shown.once("comparisons", lambda: Comparisons(shown))
