"""The product pages of the reader's shop."""

from __future__ import annotations

from collections.abc import Iterator

from sitegist.demo.blocks import Block, Fields, Paragraph, Review, Subhead
from sitegist.demo.catalogue import Catalogue, Product
from sitegist.demo.chance import Dice
from sitegist.demo.grammar import Voice
from sitegist.demo.sheet import Sheet

ITEMS = 6


def product_sheets(site: Catalogue) -> Iterator[Sheet]:
    """Every product: a description, fields with fixed labels, reviews."""
    lists = {**site.languages["en"].lists, **site.shop}
    for product in site.products:
        voice = Voice(lists, Dice(site.seed, "goods", product.number), None, ",")
        blocks: list[Block] = [
            Paragraph(voice.say(template))
            for template in voice.dice.ordered(site.shop["desc"], voice.dice.between(2, 4))
        ]
        blocks += [Subhead("Details"), Fields(_fields(product, voice))]
        blocks.append(Subhead("What readers say"))
        for template in voice.dice.sample(site.shop["review"], voice.dice.between(2, 4)):
            stars = f"{voice.dice.between(3, 5)} of 5 stars"
            blocks.append(
                Review(
                    voice.say("{woman}" if voice.dice.chance(0.5) else "{man}"),
                    stars,
                    voice.say(template),
                )
            )
        image = f"img/item-{product.number % ITEMS + 1}.svg"
        yield Sheet(
            product.path, "en", "article", product.title, blocks=blocks, image=image, shop=True
        )


def _fields(product: Product, voice: Voice) -> tuple[tuple[str, str], ...]:
    """The labels are the same on all pages of a category."""
    rows = [("Price", product.price)]
    if product.category == "books":
        rows += [
            ("Author", voice.say("[{woman}|{man}]")),
            ("Pages", voice.say("{64-480}")),
            ("ISBN", voice.say("000-0-{1000-9999}-{1000-9999}-{0-9}")),
        ]
    else:
        rows += [
            ("Maker", voice.say("{surname} & [Sons|Daughters|Partners], {place}")),
            ("Material", voice.say("{material}, [painted|waxed|untreated]")),
            ("Size", voice.say("{8-60} x {5-40} cm")),
        ]
    rows += [
        ("Weight", voice.say("{90-4800} g")),
        (
            "Delivery",
            voice.say("[{2-4} to {5-9} days|from stock in {place}|by ferry, on {weekday}]"),
        ),
        ("Item number", voice.say("HL-{10-99}-{100-999}")),
    ]
    return tuple(rows)
