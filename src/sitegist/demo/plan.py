"""How large the site is: which sections, years, tags and products it has, and how many articles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sitegist.demo.chance import Dice
from sitegist.demo.material import LANGUAGES, Language

LAST_TABLE_YEAR = 2011


@dataclass(frozen=True)
class Scope:
    """What one language edition has."""

    sections: int
    tags: int
    authors: int
    archive: bool
    fixed: bool


@dataclass(frozen=True)
class Plan:
    """The size of everything but the articles."""

    scopes: Mapping[str, Scope]
    table_years: tuple[int, ...]
    html5_years: tuple[int, ...]
    page_size: int
    categories: int
    products: int


@dataclass(frozen=True)
class Seat:
    """An article before it has a title: where it stands and when it appeared."""

    lang: str
    number: int
    section: str
    turn: int
    year: int
    month: int
    day: int

    @property
    def tables(self) -> bool:
        """Whether the article is from the years of the table layout."""
        return self.year <= LAST_TABLE_YEAR

    @property
    def legacy(self) -> bool:
        """Whether its page is in the encoding of its day rather than in UTF-8."""
        return self.tables and self.number // 3 % 3 != 2


def choose_plan(pages: int) -> Plan:
    """A plan whose fixed part leaves room for articles."""
    if pages < 120:
        lite = Scope(sections=1, tags=0, authors=0, archive=False, fixed=False)
        full = Scope(sections=2, tags=1, authors=1, archive=True, fixed=True)
        return Plan({"en": full, "de": lite, "zh": lite}, (2009,), (2019,), 2, 1, 2)
    if pages < 300:
        every = Scope(sections=3, tags=3, authors=2, archive=True, fixed=True)
        return Plan(dict.fromkeys(LANGUAGES, every), (2007, 2010), (2015, 2019, 2023), 5, 2, 8)
    every = Scope(sections=6, tags=8, authors=5, archive=True, fixed=True)
    old, new = (2006, 2008, 2010, 2011), (2013, 2015, 2017, 2019, 2021, 2022, 2023, 2024)
    return Plan(dict.fromkeys(LANGUAGES, every), old, new, 8, 4, 30)


def seat_articles(
    plan: Plan, languages: Mapping[str, Language], seed: int, count: int
) -> list[Seat]:
    """Give each of `count` articles a language, a section and a date."""
    seats: list[Seat] = []
    for index in range(count):
        code = LANGUAGES[index % len(LANGUAGES)]
        number = index // len(LANGUAGES)
        dice = Dice(seed, "seat", code, number)
        wanted = plan.scopes[code].sections
        sections = list(languages[code].sections)
        if wanted < 3:  # a small site: one section of the city, one with a program in it
            sections = [sections[0], sections[-1]][:wanted]
        section = sections[(number + number // wanted) % wanted]
        year = dice.pick(plan.table_years if number % 3 == 0 else plan.html5_years)
        day = (dice.between(1, 12), dice.between(1, 28))
        seats.append(Seat(code, number, section, number // wanted, year, *day))
    return seats
