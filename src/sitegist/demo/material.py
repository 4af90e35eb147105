"""The text material below `texts/`: sentence banks, names, labels and fixed pages."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

TEXTS = Path(__file__).parent / "texts"
LANGUAGES = ("en", "de", "zh")
HREFLANG = {"en": "en", "de": "de", "zh": "zh-Hans"}
_THOUSANDS = {"en": ",", "de": ".", "zh": ""}

Record = dict[str, list[str]]


@dataclass(frozen=True)
class Story:
    """What one kind of news story can say: templates by key (title, lead, body, item ...)."""

    name: str
    section: str
    tags: tuple[str, ...]
    topic: str
    lines: Record


@dataclass(frozen=True)
class FixedPage:
    """A page such as the imprint: lines of `p`, `h` (subhead) and `li`, in order."""

    name: str
    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Language:
    """Everything that one edition is written with."""

    code: str
    ui: dict[str, str]
    sections: dict[str, str]
    authors: tuple[str, ...]
    months: tuple[str, ...]
    quotes: tuple[str, str]
    plans: tuple[str, ...]
    share_links: tuple[str, ...]
    ads: tuple[tuple[str, str], ...]
    lists: Record
    stories: tuple[Story, ...]
    pages: tuple[FixedPage, ...]
    thousands: str = field(default="")

    def date(self, day: tuple[int, int, int]) -> str:
        """A date as this edition prints it."""
        year, month, number = day
        return self.ui["date"].format(y=year, month=self.months[month - 1], d=number)

    def quoted(self, text: str) -> str:
        """The text in this language's quotation marks (Chinese: title marks)."""
        return self.quotes[0] + text + self.quotes[1]


def read_records(path: Path, first: str = "") -> list[Record]:
    """The `key: value` lines of a file; a line with the key `first` begins a new record."""
    records: list[Record] = [] if first else [{}]
    for key, value in _lines(path):
        if key == first:
            records.append({})
        records[-1].setdefault(key, []).append(value)
    return records


def _lines(path: Path) -> list[tuple[str, str]]:
    pairs = (
        line.partition(":")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    )
    return [(key, value.strip()) for key, _, value in pairs]


def _fixed_pages(path: Path) -> tuple[FixedPage, ...]:
    lines = _lines(path)
    starts = [at for at, (key, _) in enumerate(lines) if key == "page"]
    return tuple(
        FixedPage(lines[at][1], lines[at + 1][1], tuple(lines[at + 2 : end]))
        for at, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    )


def _story(lines: Record) -> Story:
    tags = tuple(tag.strip() for tag in lines["tags"][0].split(","))
    return Story(lines["story"][0], lines["section"][0], tags, lines["topic"][0], lines)


def _pair(text: str) -> tuple[str, str]:
    name, _, rest = text.partition("|")
    return name, rest


def load(code: str) -> Language:
    """Read one language's material."""
    folder = TEXTS / code
    raw = json.loads((folder / "ui.json").read_text(encoding="utf-8"))
    return Language(
        code=code,
        ui={key: value for key, value in raw.items() if isinstance(value, str)},
        sections=dict(raw["sections"]),
        authors=tuple(raw["authors"]),
        months=tuple(raw["months"]),
        quotes=(raw["quotes"][0], raw["quotes"][1]),
        plans=tuple(raw["plans"]),
        share_links=tuple(raw["share_links"]),
        ads=tuple(_pair(ad) for ad in raw["ads"]),
        lists=read_records(folder / "general.txt")[0],
        stories=tuple(_story(one) for one in read_records(folder / "stories.txt", "story")),
        pages=_fixed_pages(folder / "pages.txt"),
        thousands=_THOUSANDS[code],
    )


def load_all() -> dict[str, Language]:
    """All editions, in their fixed order."""
    return {code: load(code) for code in LANGUAGES}
