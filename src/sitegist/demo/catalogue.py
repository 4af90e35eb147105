"""Everything that has an address: articles, products, lists; and who links to whom."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sitegist.demo.chance import Dice
from sitegist.demo.grammar import LAST_YEAR, Voice
from sitegist.demo.material import TEXTS, Language, Record, Story, load_all, read_records
from sitegist.demo.plan import Plan, Seat, choose_plan, seat_articles

HOST = "https://lantern.example/"


@dataclass(frozen=True)
class Article:
    """A news article: all that other pages need to know of it."""

    seat: Seat
    story: Story
    title: str
    lead: str
    author: str
    path: str
    memory: dict[str, str] = field(repr=False)

    @property
    def day(self) -> tuple[int, int, int]:
        return (self.seat.year, self.seat.month, self.seat.day)


@dataclass(frozen=True)
class Product:
    """Something that the reader's shop sells."""

    number: int
    category: str
    title: str
    price: str
    path: str


def slugify(text: str) -> str:
    """Letters a to z, digits and hyphens; empty for Chinese."""
    text = text.lower().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    text = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    ascii_only = text.encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", ascii_only.replace("'", "")))


@dataclass
class Catalogue:
    """The whole site before a page is written."""

    seed: int
    plan: Plan
    languages: dict[str, Language]
    articles: dict[str, list[Article]] = field(default_factory=dict)
    products: list[Product] = field(default_factory=list)
    categories: list[tuple[str, str]] = field(default_factory=list)
    shop: Record = field(default_factory=dict)
    tags: dict[str, dict[str, str]] = field(default_factory=dict)
    authors: dict[str, dict[str, str]] = field(default_factory=dict)

    def sections(self, code: str) -> list[str]:
        """The section keys of an edition, in their order."""
        used = {article.seat.section for article in self.articles[code]}
        return [name for name in self.languages[code].sections if name in used]

    def in_section(self, code: str, section: str) -> list[Article]:
        """The articles of a section, newest first."""
        return [one for one in self.articles[code] if one.seat.section == section]

    def years(self, code: str) -> list[int]:
        """The years of an edition's archive, newest first; none if it has no archive."""
        if not self.plan.scopes[code].archive:
            return []
        return sorted({one.seat.year for one in self.articles[code]}, reverse=True)

    def voice(
        self,
        code: str,
        *key: object,
        memory: dict[str, str] | None = None,
        today: int = LAST_YEAR,
    ) -> Voice:
        """A voice that speaks an edition's language, with dice of its own."""
        language = self.languages[code]
        return Voice(language.lists, Dice(self.seed, *key), memory, language.thousands, today)


def pages_needed(plan: Plan, seats: Sequence[Seat]) -> int:
    """How many pages the site has with these articles."""
    total = 1 + 2 + 1 + plan.categories + plan.products + len(seats)  # landing, redirect, app, shop
    for code, scope in plan.scopes.items():
        own = [seat for seat in seats if seat.lang == code]
        per_section = Counter(seat.section for seat in own)
        total += 1 + sum(-(-number // plan.page_size) for number in per_section.values())
        total += scope.tags + scope.authors + 6 * scope.fixed
        total += (1 + len({seat.year for seat in own})) * scope.archive
    return total


def catalogue(seed: int, pages: int) -> Catalogue:
    """Plan a site of about this many pages; never more, as long as its fixed part fits."""
    plan = choose_plan(pages)
    languages = load_all()
    count = max(pages, 9)
    seats = seat_articles(plan, languages, seed, count)
    while count > 9 and pages_needed(plan, seats[:count]) > pages:
        count -= max(1, (pages_needed(plan, seats[:count]) - pages) // 2)
    site = Catalogue(seed, plan, languages)
    for code in languages:
        own = [seat for seat in seats[: max(count, 9)] if seat.lang == code]
        site.articles[code] = _articles(site, languages[code], own)
        site.tags[code] = _tag_paths(site, code)
        names = languages[code].authors[: plan.scopes[code].authors]
        site.authors[code] = {
            name: f"{code}/authors/{slugify(name) or f'author-{at}'}.html"
            for at, name in enumerate(names, 1)
        }
    _stock_shop(site)
    return site


def _articles(site: Catalogue, language: Language, seats: Sequence[Seat]) -> list[Article]:
    """Titles, leads and addresses for the seats; newest first."""
    titles: set[str] = set()
    paths: set[str] = set()
    made: list[Article] = []
    for seat in seats:
        stories = [story for story in language.stories if story.section == seat.section]
        story = stories[(seat.turn + seat.number // 7) % len(stories)]
        for attempt in range(9):
            memory = {"topic": story.topic}
            key = ("head", seat.lang, seat.number, attempt)
            voice = site.voice(language.code, *key, memory=memory, today=seat.year)
            title = voice.say(voice.dice.pick(story.lines["title"]))
            if title not in titles:
                break
        titles.add(title)
        stem = slugify(title) if language.code != "zh" else f"{seat.month:02}{seat.day:02}"
        path = f"{seat.lang}/{seat.section}/{seat.year}/{stem}"
        while path in paths:
            path += f"-{seat.number}"
        paths.add(path)
        lead = voice.say(voice.dice.pick(story.lines["lead"]))
        author = voice.dice.pick(language.authors)
        made.append(Article(seat, story, title, lead, author, f"{path}.html", memory))
    return sorted(made, key=lambda one: (one.day, one.path), reverse=True)


def _tag_paths(site: Catalogue, code: str) -> dict[str, str]:
    """The most frequent tags and the addresses of their pages."""
    counts = Counter(tag for one in site.articles[code] for tag in one.story.tags)
    ranked = sorted(counts, key=lambda tag: (-counts[tag], tag))
    chosen = sorted(ranked[: site.plan.scopes[code].tags])
    return {
        tag: f"{code}/tags/{slugify(tag) or f'tag-{at}'}.html" for at, tag in enumerate(chosen, 1)
    }


def _stock_shop(site: Catalogue) -> None:
    site.shop = read_records(TEXTS / "shop.txt")[0]
    lists = {**site.languages["en"].lists, **site.shop}
    for line in site.shop["category"][: site.plan.categories]:
        key, _, name = line.partition(" | ")
        site.categories.append((key, name))
    seen: set[str] = set()
    for number in range(site.plan.products):
        category = site.categories[number % len(site.categories)][0]
        for attempt in range(20):
            voice = Voice(lists, Dice(site.seed, "product", number, attempt))
            title = voice.say(voice.dice.pick(site.shop[f"title.{category}"]))
            if title not in seen:
                break
        seen.add(title)
        price = f"{voice.dice.between(3, 89)}.{voice.dice.pick(('00', '50', '90'))} crowns"
        path = f"en/shop/{category}/{slugify(title)}.html"
        site.products.append(Product(number, category, title, price, path))
