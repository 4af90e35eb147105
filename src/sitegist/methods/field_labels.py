"""Field labels and their values (paper 000, section 6.2).

"Features with the highest entropies are fields for structuring these pages": inside the content
of a template, where all else is the page's own, what stands in the same place on page after page
labels what follows it. So the text of a place, a style path, is its feature; its entropy is over
the pages of a cluster that have the place, and a place where most texts are such is a label's.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sitegist.extraction import Extraction
from sitegist.methods.container import Container
from sitegist.page import Page
from sitegist.page.rows import LINKED
from sitegist.site.entropy import entropy, term_columns
from sitegist.site.fingerprints import fingerprint
from sitegist.site.site import FEW_PAGES, Site
from sitegist.site.stylepaths import brief_looks, path_hashes
from sitegist.site.table import Keys, Table

# A label stands on so many of the pages with its place that its entropy is at least this.
LEAST = 0.5
# A place is one of labels if at least this share of what stands there is.
_MOSTLY = 0.6
# On fewer pages nothing is a label.
_FEW = 3
# A label has no more characters and words than this.
_LONGEST, _WORDS = 48, 6
# Values mostly have no more characters than this, and this share of them is not furniture.
_VALUE, _KEPT = 160, 0.25
_COLON = re.compile(r"[^:：\n]*?[^\W\d_][^:：\n]*?\s*[:：](?!//)")
_LETTER = re.compile(r"[^\W\d_]")
_LINE = re.compile(r"\S[^\n]*")
_MASK = (1 << 64) - 1
_MIX = 0x9E3779B97F4A7C15


class Label(NamedTuple):
    """What introduces a field."""

    label: str
    entropy: float
    """Over the pages that have its place."""
    pages: int
    """On how many it has a value."""


class Record(NamedTuple):
    """The fields of a page."""

    url: str
    fields: Mapping[str, str]


class Fields(NamedTuple):
    """The labels of one page cluster, and what they label."""

    cluster: int
    labels: tuple[Label, ...]
    """In the order in which they stand on the pages."""
    records: tuple[Record, ...]
    """By URL; pages without any are left out."""


class _Candidate(NamedTuple):
    """A short text that may be a label."""

    line: int
    """Lines of the content are numbered; of one line's candidates the first that is one counts."""
    row: int
    """The element that it stands in."""
    text: str
    begin: int
    end: int
    """``page.text[end:]`` is where its value begins."""
    place: int
    key: int
    """Of place and text."""


class _Value(NamedTuple):
    """What follows a label."""

    label: str
    entropy: float
    text: str
    is_kept: bool
    """Whether any of it is in blocks that the site's method keeps."""


def find_fields(site: Site, least: float = LEAST) -> list[Fields]:
    """The fields of each cluster that has some."""
    method = Container().fit(site)
    clusters = sorted({part.cluster for part in method.templates if part.cluster is not None})
    found = (_of_cluster(site, method, cluster, least) for cluster in clusters)
    return [fields for fields in found if fields.labels]


def _of_cluster(site: Site, method: Container, cluster: int, least: float) -> Fields:
    known = _learn((_candidates(method.extract(page)) for page in site.pages(cluster)), least)
    found: dict[str, list[_Value]] = {}
    for page in site.pages(cluster):
        extraction = method.extract(page)
        values = _values(extraction, known.labels(_candidates(extraction)))
        if values:
            found[page.url or ""] = values
    names = _telling(value for values in found.values() for value in values)
    records = []
    places: dict[str, list[int]] = defaultdict(list)
    highest: dict[str, float] = defaultdict(float)
    for url, values in sorted(found.items()):
        fields: dict[str, str] = {}
        for label, height, text, _ in values:
            name = names.get(label.casefold())
            if name is not None and text:
                places[name].append(len(fields))
                highest[name] = max(height, highest[name])
                fields[name] = f"{fields[name]}; {text}" if name in fields else text
        if fields:
            records.append(Record(url, fields))
    pages = Counter(label for record in records for label in record.fields)
    order = sorted(places, key=lambda label: (sum(places[label]) / len(places[label]), label))
    labels = tuple(Label(label, round(highest[label], 6), pages[label]) for label in order)
    return Fields(cluster, labels, tuple(records))


def _telling(values: Iterable[_Value]) -> dict[str, str]:
    """Labels of fields, case-folded, as they are mostly written.

    Their values are mostly there, not always the same, seldom long, and not furniture.
    """
    of_label: dict[str, list[_Value]] = defaultdict(list)
    for value in values:
        of_label[value.label.casefold()].append(value)
    names = {}
    for folded, listed in of_label.items():
        told = [value for value in listed if value.text]
        differ = len({value.text for value in told}) > 1
        if differ and 2 * len(told) >= len(listed):
            kept = sum(value.is_kept for value in told)
            if median(len(value.text) for value in told) <= _VALUE and kept >= _KEPT * len(told):
                spellings = Counter(value.label for value in told)
                names[folded] = min(spellings, key=lambda name: (-spellings[name], name))
    return names


@dataclass(frozen=True, eq=False)
class _Known:
    """The labels of a cluster, by place and text."""

    keys: Keys
    """Sorted."""
    entropies: NDArray[np.float64]

    def labels(self, candidates: list[_Candidate]) -> list[tuple[_Candidate, float]]:
        """The candidates that are labels, one of a line."""
        found: dict[int, tuple[_Candidate, float]] = {}
        keys = np.array([candidate.key for candidate in candidates], np.uint64)
        at = np.searchsorted(self.keys, keys)
        for place, candidate in zip(at.tolist(), candidates):
            if place < len(self.keys) and int(self.keys[place]) == candidate.key:
                found.setdefault(candidate.line, (candidate, float(self.entropies[place])))
        return list(found.values())


def _learn(pages: Iterable[list[_Candidate]], least: float) -> _Known:
    """Which texts of which places are labels, from all pages of a cluster."""
    places, texts = [Table.empty(2)], [Table.empty(3)]
    keys, owners = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint64)]
    for candidates in pages:
        at = np.array([candidate.place for candidate in candidates], np.uint64)
        here, times = np.unique(at, return_counts=True)
        places.append(Table(here, np.stack([np.ones_like(times), times], axis=1)))
        own = np.array([candidate.key for candidate in candidates], np.uint64)
        own, first, counts = np.unique(own, return_index=True, return_counts=True)
        texts.append(Table(own, term_columns(counts.astype(np.int64))))
        keys.append(own)
        owners.append(at[first])
    place, text = Table.total(places), Table.total(texts)
    owner = np.concatenate(owners)[np.unique(np.concatenate(keys), return_index=True)[1]]
    on, occurrences = place.find(owner).T
    heights = np.zeros(len(text))
    for size in np.unique(on).tolist():
        heights[on == size] = entropy(text.columns[on == size], size)
    labels = (heights >= least) & (text.columns[:, 1] >= _FEW) & (on >= FEW_PAGES)
    among = Table.of(owner[labels], text.columns[labels, :1]).find(owner)[:, 0]
    labels &= among >= _MOSTLY * occurrences
    return _Known(text.keys[labels], heights[labels])


def _candidates(extraction: Extraction) -> list[_Candidate]:
    """All that may be a label in the content container of a page."""
    inside = extraction.evidence.get("inside")
    if inside is None:
        return []
    blocks, page = extraction.blocks, extraction.page
    rows = page.rows
    paths = path_hashes(rows, brief_looks(rows))
    # what can be clicked leads elsewhere
    active = rows.flagged(LINKED) | (rows.nearest(rows.having(("button", "nav"))) >= 0)
    chosen = inside & ~blocks.is_title
    owner = blocks.owner[rows.runs]
    found: list[_Candidate] = []
    line = 0
    for run, block in zip(rows.runs.tolist(), owner.tolist()):
        if block < 0 or not chosen[block] or active[run]:
            continue
        first, last = int(rows.start[run]), int(rows.start[run + 1])
        root = int(blocks.root[block])
        stop = int(rows.start[rows.end[root]])
        begins = [first + match.start() for match in _LINE.finditer(page.text[first:last])]
        for begin in begins:
            if not _begins_line(page.text, begin):
                continue
            line += 1
            for kind, row, end in _readings(page, run, root, begin, stop):
                text = " ".join(page.text[begin:end].split()).rstrip(" :：")
                if _may_be_label(text):
                    place = (int(paths[row]) + kind) & _MASK
                    key = (place * _MIX ^ fingerprint(text.casefold())) & _MASK
                    found.append(_Candidate(line, row, text, begin, end, place, key))
    return found


def _readings(
    page: Page, run: int, root: int, begin: int, stop: int
) -> Iterator[tuple[int, int, int]]:
    """A line's leading element, what stands before its colon, all of it: kind, row and end."""
    rows, text = page.rows, page.text
    end = text.find("\n", begin, stop)
    end = stop if end < 0 else end
    lead = int(rows.parent[run])
    until = int(rows.start[rows.end[lead]])
    leads = lead > root and not text[rows.start[lead] : begin].strip()
    if leads and text[until:end].strip():
        yield 1, lead, until
    colon = _COLON.match(text, begin, end)
    if colon and text[colon.end() : end].strip():
        yield 2, root, colon.end()
    yield 3, root, end


def _begins_line(text: str, begin: int) -> bool:
    return not text[text.rfind("\n", 0, begin) + 1 : begin].strip()


def _may_be_label(text: str) -> bool:
    short = len(text) <= _LONGEST and len(text.split()) <= _WORDS
    return short and _LETTER.search(text) is not None


def _text_between(page: Page, begin: int, around: int) -> str:
    return page.text[begin : page.rows.start[page.rows.end[around]]].strip()


def _values(extraction: Extraction, labels: list[tuple[_Candidate, float]]) -> list[_Value]:
    """What follows each label, up to the next: the rest of the first element that has more."""
    page, rows = extraction.page, extraction.page.rows
    inside = np.append(extraction.evidence["inside"], False)[extraction.blocks.owner[rows.runs]]
    kept = np.append(extraction.kept, False)[extraction.blocks.owner[rows.runs]]
    begins, ends = rows.start[rows.runs], rows.start[rows.runs + 1]
    nexts = [label.begin for label, _ in labels[1:]]
    values = []
    for (label, height), following in zip(labels, [*nexts, len(page.text)]):
        around = label.row
        while rows.parent[around] >= 0 and not _text_between(page, label.end, around):
            around = int(rows.parent[around])
        bound = min(following, int(rows.start[rows.end[around]]))
        own = np.flatnonzero(inside & (ends > label.end) & (begins < bound))
        spans = zip(np.maximum(begins[own], label.end), np.minimum(ends[own], bound))
        text = " ".join("".join(page.text[first:last] for first, last in spans).split())
        values.append(_Value(label.text, height, text.lstrip(" :：–—-|"), bool(kept[own].any())))
    return values
