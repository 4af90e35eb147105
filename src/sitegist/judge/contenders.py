"""Who is judged: our methods, each on a segmenter, and the peers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sitegist.errors import MissingExtra, NotHtml, OptionError
from sitegist.extraction import Extraction
from sitegist.judge import peers
from sitegist.judge.datasets import DataSet, Gold
from sitegist.judge.peers import Metadata, Tool
from sitegist.methods import METHODS, Method, create
from sitegist.page import read
from sitegist.page.sniff import HTML
from sitegist.pipeline import default_method
from sitegist.site.site import Site

ReadSite = Callable[[], Site]
"""Reads the whole site of a data set, once for all who ask."""

ALL = "all"
NONE = "none"
DEFAULT = "default"
WITH_LABELS = "+labels"
MODERN = "leaves"
"""The segmenter that every method is also judged on, if it declares it."""


class Answer(NamedTuple):
    """What a contender says of a page."""

    text: str
    extraction: Extraction | None = None
    """With the verdicts on blocks, of ours."""


class Learnt(ABC):
    """A contender that is ready for the pages of one data set."""

    @abstractmethod
    def extract(self, page: Gold) -> Answer:
        """The main text of a page."""

    def describe(self, page: Gold) -> Metadata | None:
        """Title, author and date; ``None`` if it says nothing of these."""
        return None


class Skipped(Exception):
    """A contender that cannot be judged on some data, and why."""


@dataclass(frozen=True)
class Contender:
    """Who is judged, before anything is learnt; small enough to send to a process."""

    name: str
    segmenter: str = ""
    is_peer: bool = False
    labelled: bool = False
    """Whether a method that could do without is given labels, as far as there are any."""

    @property
    def version(self) -> str | None:
        """Of a peer."""
        return peers.peer_version(self.name) if self.is_peer else None

    @property
    def method(self) -> str:
        """The name, and what it is given."""
        return self.name + WITH_LABELS if self.labelled else self.name

    @property
    def label(self) -> str:
        """The method, and the segmenter of ours."""
        return f"{self.method}:{self.segmenter}" if self.segmenter else self.name

    @property
    def needs_site(self) -> bool:
        """Whether it learns from the pages of a site, or from labels of some of them."""
        if self.is_peer:
            return self.name in peers.SITE_PEERS
        method = self._method()
        return method.needs_site or method.needs_labels

    @property
    def needs_labels(self) -> bool:
        """Whether it learns from gold texts."""
        return not self.is_peer and (self.labelled or self._method().needs_labels)

    @property
    def missing(self) -> str | None:
        """Why a peer cannot run here; ``None`` if it can."""
        if self.is_peer:
            try:
                peers.require(self.name)
            except MissingExtra as missing:
                return str(missing)
        return None

    def learn(self, data: DataSet, read_site: ReadSite, labels: Mapping[str, str]) -> Learnt:
        """Learn from a data set; ``labels`` are gold texts of other pages, by page name."""
        if self.missing:
            raise Skipped(self.missing)
        if self.needs_site and not data.is_site:
            raise Skipped("it learns from a site, and these are single pages")
        if self.is_peer:
            return _Peer(self._tool(data))
        method = self._method()
        site = read_site() if self.needs_site else None
        if not self.needs_labels:
            return _Ours(method.fit(site), site)
        if not labels:
            raise Skipped("it learns from labels, and there are none")
        return _Ours(method.fit(site, labels=_by_url(labels, site)), site)

    def _method(self) -> Method:
        if self.name == DEFAULT:
            return default_method()
        return create(self.name, segmenter=self.segmenter)

    def _tool(self, data: DataSet) -> Tool:
        if self.name in peers.SITE_PEERS:
            return peers.SITE_PEERS[self.name](page.document for page in data.pages)
        return peers.PEERS[self.name]()


class _Ours(Learnt):
    def __init__(self, method: Method, site: Site | None) -> None:
        self._method = method
        # a site may know a page by the address that it gives itself
        self._urls = {entry.name: entry.url for entry in site.entries} if site is not None else {}

    def extract(self, page: Gold) -> Answer:
        url = self._urls.get(page.name, page.url)
        parsed = read(page.data, url)
        if parsed.media_type != HTML:
            raise NotHtml(parsed.media_type)
        found = self._method.extract(parsed)
        return Answer(found.text, found)

    def describe(self, page: Gold) -> Metadata:
        found = page.metadata
        return Metadata(found.title, found.author, found.date)


class Folded(Learnt):
    """What a contender has learnt of the labels of all folds but one, for the pages of that one."""

    def __init__(self, learnt: Sequence[Learnt], folds: Sequence[Collection[str]]) -> None:
        self._learnt = learnt
        self._fold_of = {name: number for number, fold in enumerate(folds) for name in fold}

    def extract(self, page: Gold) -> Answer:
        return self._of(page).extract(page)

    def describe(self, page: Gold) -> Metadata | None:
        return self._of(page).describe(page)

    def _of(self, page: Gold) -> Learnt:
        """A page without a label is in no fold, and any will do."""
        return self._learnt[self._fold_of.get(page.name, 0)]


class _Peer(Learnt):
    def __init__(self, tool: Tool) -> None:
        self._tool = tool

    def extract(self, page: Gold) -> Answer:
        return Answer(self._tool.extract(page.document))

    def describe(self, page: Gold) -> Metadata | None:
        return self._tool.describe(page.document) if self._tool.describe else None


def _by_url(labels: Mapping[str, str], site: Site | None) -> dict[str, str]:
    """Gold texts by the URLs that the site knows its pages by."""
    entries = site.entries if site is not None else ()
    return {entry.url: labels[entry.name] for entry in entries if entry.name in labels}


def runnable(contenders: Sequence[Contender]) -> tuple[list[Contender], list[str]]:
    """Those that can run here, and a word on each of the others."""
    able = [one for one in contenders if one.missing is None]
    notes = [f"{one.label} is skipped: {one.missing}" for one in contenders if one.missing]
    return able, notes


def our_contenders(wanted: str) -> list[Contender]:
    """``all``, ``none``, or names parted by commas, each with a segmenter after a colon or not.

    ``NAME+labels`` is given gold texts to learn from, of pages that are not scored.

    >>> [one.label for one in our_contenders("default,k-feature-extractor:leaves")]
    ['default', 'k-feature-extractor:leaves']
    """
    if wanted == NONE:
        return []
    if wanted == ALL:
        return [Contender(DEFAULT), *(one for name in METHODS for one in _each(METHODS[name]))]
    found = []
    for item in _names(wanted):
        asked, _, segmenter = item.partition(":")
        name = asked.removesuffix(WITH_LABELS)
        labelled = name != asked
        if asked == DEFAULT:
            found.append(Contender(DEFAULT))
        elif name not in METHODS or (labelled and not METHODS[name].takes_labels):
            raise OptionError.unknown("method", asked, (*METHODS, DEFAULT, ALL, NONE))
        else:  # fails on a segmenter that it does not declare
            own = create(name, segmenter=segmenter or None).segmenter
            found.append(Contender(name, own, labelled=labelled))
    return found


def peer_contenders(wanted: str) -> list[Contender]:
    """``all``, ``none``, or names parted by commas.

    >>> [one.label for one in peer_contenders("trafilatura, justext")]
    ['trafilatura', 'justext']
    """
    if wanted == NONE:
        return []
    names: Sequence[str] = peers.NAMES if wanted == ALL else _names(wanted)
    for name in names:
        if name not in peers.NAMES:
            raise OptionError.unknown("peer", name, (*peers.NAMES, ALL, NONE))
    return [Contender(name, is_peer=True) for name in names]


def _each(method: type[Method]) -> list[Contender]:
    """A method on its paper's segmenter, on today's, and with labels if it takes them."""
    own = method.segmenters[0]
    both = [own] if own == MODERN or MODERN not in method.segmenters else [own, MODERN]
    plain = [Contender(method.name, segmenter) for segmenter in both]
    return plain + [Contender(method.name, own, labelled=True)] * method.takes_labels


def _names(wanted: str) -> list[str]:
    return [name.strip() for name in wanted.split(",") if name.strip()]
