"""Methods that judge the pages of a site; they learn from it when they are first asked for."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import dataclass, replace
from threading import Lock, Thread, main_thread
from time import monotonic
from typing import NamedTuple

from sitegist.app.library import Shown
from sitegist.methods import METHODS, Method, create
from sitegist.mined import Mined
from sitegist.page import Page
from sitegist.site.site import Shelf, Site

# An answer waits so many seconds for a method that is learning.
PATIENCE = 0.1
# So many that have learned are kept.
_KEPT = 12


@dataclass(frozen=True)
class Interruptible:
    """A shelf for work in the background, which ends when the program does.

    Threads that are left running (daemons) would be torn down in the midst of a library.
    """

    shelf: Shelf

    def get(self, name: str) -> Page:
        """The page that was read from the document of that name."""
        if not main_thread().is_alive():
            raise InterruptedError("the program ends")
        return self.shelf.get(name)


def in_background(site: Site) -> Site:
    """The same site for a thread of its own."""
    return replace(site, shelf=Interruptible(site.shelf))


class Judge(NamedTuple):
    """A method that has learned, and how long that took."""

    method: Method
    seconds: float


def offered() -> dict[str, tuple[str, ...]]:
    """The methods that a mined site is enough for, each with its segmenters.

    One that has to be trained by labels first has nothing to say here.
    """
    return {name: kind.segmenters for name, kind in METHODS.items() if not kind.needs_labels}


def judges_of(shown: Shown) -> Judges:
    """The methods that judge a site."""
    return shown.once("judges", lambda: Judges(shown.mined))


class Judges:
    """Each method learns once, in a thread of its own, one after the other."""

    def __init__(self, mined: Mined) -> None:
        self._mined = mined
        self._lock = Lock()
        self._turn = Lock()
        self._begun: OrderedDict[tuple[str, str], tuple[float, Future[Judge]]] = OrderedDict()

    @property
    def own(self) -> Method:
        """The method that the site was mined with."""
        return self._mined.method

    def ask(self, name: str, segmenter: str, patience: float | None = PATIENCE) -> Judge | None:
        """The method of that name; ``None`` if it is learning still after so many seconds."""
        if (name, segmenter) == (self.own.name, self.own.segmenter):
            return Judge(self.own, 0.0)
        _, future = self._future(name, segmenter)
        try:
            return future.result(patience)
        except TooSlow:
            return None

    def since(self, name: str, segmenter: str) -> float:
        """For how many seconds a method has been learning."""
        return monotonic() - self._future(name, segmenter)[0]

    def _future(self, name: str, segmenter: str) -> tuple[float, Future[Judge]]:
        key = name, segmenter
        with self._lock:
            if key not in self._begun:
                method = create(name, segmenter=segmenter)
                self._begun[key] = monotonic(), Future()
                Thread(target=self._learn, args=(method, self._begun[key][1])).start()
            self._begun.move_to_end(key)
            found = self._begun[key]
            for old in [key for key, (_, future) in self._begun.items() if future.done()]:
                if len(self._begun) > _KEPT and old != key:
                    del self._begun[old]
        return found

    def _learn(self, method: Method, future: Future[Judge]) -> None:
        with self._turn:
            begin = monotonic()
            try:
                judge = Judge(method.fit(in_background(self._mined.site)), monotonic() - begin)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(judge)
