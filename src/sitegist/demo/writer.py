"""Writes an article: chooses from its story's bank and orders the pieces."""

from __future__ import annotations

from sitegist.demo.blocks import Block, Code, Figure, Items, Paragraph, Quote, Subhead, Table
from sitegist.demo.catalogue import Article, Catalogue
from sitegist.demo.grammar import Voice
from sitegist.demo.material import TEXTS

SCENES = 8
_WORDS = {
    "file": ("boats", "notes", "tides", "guests", "letters", "birds"),
    "key": ("place", "year", "name", "ship", "month"),
    "sep": (",", ";", " - ", "_", "|"),
    "step": ("1", "2", "3"),
    "top": ("5", "10", "12", "20", "40"),
    "verb": ("count", "sort", "tally", "sum_up"),
    "ext": ("txt", "csv", "jpg", "log"),
}


def write_article(site: Catalogue, article: Article) -> list[Block]:
    """The main content of an article, lead first."""
    seat = article.seat
    key = ("body", seat.lang, seat.number)
    memory = dict(article.memory)
    voice = site.voice(seat.lang, *key, memory=memory, today=seat.year)
    blocks = _paragraphs(site, article, voice)
    _insert_extras(article, voice, blocks)
    if len(blocks) >= 7 and voice.dice.chance(0.75):
        subheads = voice.dice.ordered(article.story.lines["sub"], voice.dice.between(1, 3))
        places = voice.dice.ordered(_free_places(blocks), len(subheads))
        for place, template in reversed(list(zip(places, subheads, strict=False))):
            blocks.insert(place, Subhead(voice.say(template)))
    if voice.dice.chance(0.55):
        image = f"img/scene-{voice.dice.between(1, SCENES)}.svg"
        caption = voice.say(voice.dice.pick(article.story.lines["figure"]))
        blocks.insert(voice.dice.between(0, 2), Figure(image, caption))
    return blocks


def _free_places(blocks: list[Block]) -> list[int]:
    """Where a subhead may stand: before a paragraph with another paragraph after it."""
    return [
        at
        for at in range(2, len(blocks) - 1, 2)
        if isinstance(blocks[at], Paragraph) and isinstance(blocks[at + 1], Paragraph)
    ]


def _paragraphs(site: Catalogue, article: Article, voice: Voice) -> list[Block]:
    dice, lines, lists = voice.dice, article.story.lines, voice.lists
    joiner = site.languages[article.seat.lang].ui["joiner"]
    body = dice.ordered(lines["body"], dice.between(3, len(lines["body"])))
    general = dice.sample(lists["voice"], dice.below(3)) + dice.sample(lists["back"], dice.below(3))
    texts = [voice.say(template) for template in body]
    for template in general:
        texts.insert(dice.between(1, len(texts)), voice.say(template))
    if dice.chance(0.8):
        texts.append(voice.say(dice.pick(lists["end"])))
    for other in dice.sample(_earlier(site, article), dice.between(1, 2)):
        at = dice.below(len(texts))
        texts[at] += joiner + _link_sentence(site, other, voice)
    return [Paragraph(article.lead), *(Paragraph(text) for text in texts)]


def _earlier(site: Catalogue, article: Article) -> list[Article]:
    """Older articles of the edition, those with a tag in common if there are any."""
    older = [one for one in site.articles[article.seat.lang] if one.day < article.day]
    near = [one for one in older if set(one.story.tags) & set(article.story.tags)]
    return near or older


def _link_sentence(site: Catalogue, other: Article, voice: Voice) -> str:
    label = site.languages[other.seat.lang].quoted(other.title)
    voice.memory.update(link=f"@@{other.path}|{label}@@", linkyear=str(other.seat.year))
    return voice.say(voice.dice.pick(voice.lists["link"]))


def _insert_extras(article: Article, voice: Voice, blocks: list[Block]) -> None:
    """A quotation, a list, a table, a program: each where it does not break the beginning."""
    dice, lines = voice.dice, article.story.lines
    if dice.chance(0.45):
        words, _, speaker = dice.pick(voice.lists["quote"]).partition(" -- ")
        blocks.insert(dice.between(3, len(blocks)), Quote(voice.say(words), voice.say(speaker)))
    if dice.chance(0.5):
        at = dice.between(3, len(blocks))
        items = dice.ordered(lines["item"], dice.between(3, 5))
        intro = Paragraph(voice.say(lines["intro"][0]))
        blocks[at:at] = [intro, Items(tuple(voice.say(item) for item in items))]
    if dice.chance(0.45):
        at = dice.between(3, len(blocks))
        if at < len(blocks) and isinstance(blocks[at], Items):
            at += 1
        blocks.insert(at, _table(article, voice))
    if article.story.name in ("script", "skript"):
        blocks.insert(3, Code(_program(voice)))


def _table(article: Article, voice: Voice) -> Table:
    lines = article.story.lines
    head = tuple(voice.say(cell) for cell in lines["head"][0].split(" | "))
    rows: dict[str, tuple[str, ...]] = {}
    for _ in range(voice.dice.between(3, 6)):
        row = tuple(voice.say(cell) for cell in lines["row"][0].split(" | "))
        rows.setdefault(row[0], row)
    ordered = _sorted_rows(list(rows.values()), lines.get("sort", [""])[0])
    return Table(voice.say(lines["caption"][0]), head, tuple(ordered))


def _sorted_rows(rows: list[tuple[str, ...]], order: str) -> list[tuple[str, ...]]:
    """Rows as the story's `sort` line wants them: `up 0`, `down 3` (a column) or `each`."""
    how, _, column = order.partition(" ")
    if how == "each":
        columns = zip(*rows, strict=True)
        return list(zip(*(sorted(cells, key=_number) for cells in columns), strict=True))
    if how:
        return sorted(rows, key=lambda row: _number(row[int(column)]), reverse=how == "down")
    return rows


def _number(cell: str) -> int:
    return int("".join(digit for digit in cell if digit.isdigit()) or 0)


def _program(voice: Voice) -> str:
    programs = (TEXTS / "code.txt").read_text(encoding="utf-8").split("\n~\n")
    text = voice.dice.pick(programs).strip("\n")
    for name, words in _WORDS.items():
        text = text.replace("{" + name + "}", voice.dice.pick(words))
    return text
