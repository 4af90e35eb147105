"""Field labels and values (paper 000, section 6.2)."""

from __future__ import annotations

import random
import re
from html import unescape
from math import log

import pytest

from sitegist.demo import build
from sitegist.methods.field_labels import find_fields
from sitegist.site.build import build_site
from sitegist.sources.document import Document

FILMS = ("Harbour", "Lantern", "Seagull", "Bakery", "Orchard", "Granite", "Violin", "Comet")


def film(name: str, fields: str) -> str:
    """A page with a menu, a text of its own, and fields."""
    plot = " ".join(f"{name.lower()}{letter}" for letter in "abcdefghijklmnop")
    return f"""<title>{name}</title><ul class=menu><li><a href=/>Home</a></ul>
        <div class=film><h1>{name}</h1><p class=plot>{plot}.</p><p class=plot>More {plot}.</p>
        {fields}</div><div class=foot>All rights reserved: everything</div>"""


def documents(shape: str) -> list[Document]:
    """Eight films, whose fields have this shape; every second one has a third field."""
    listed = []
    for number, name in enumerate(FILMS):
        pairs = [("Directed by", f"{name} Smith"), ("Year", str(1990 + number))]
        if number % 2 == 0:
            pairs.append(("Prize", f"{name} cup"))
        html = film(name, SHAPES[shape](pairs))
        listed.append(Document(f"{number}.html", f"http://x.org/{number}", html.encode()))
    return listed


SHAPES = {
    "dl": lambda pairs: "<dl>" + "".join(f"<dt>{a}<dd>{b}" for a, b in pairs) + "</dl>",
    "table": lambda pairs: (
        "<table>" + "".join(f"<tr><th>{a}</th><td>{b}</td></tr>" for a, b in pairs) + "</table>"
    ),
    "strong": lambda pairs: (
        "<ul>" + "".join(f"<li><strong>{a}:</strong> {b}" for a, b in pairs) + "</ul>"
    ),
    "colon": lambda pairs: "".join(f"<p class=f>{a}: {b}</p>" for a, b in pairs),
    "lines": lambda pairs: "<p>" + "<br>".join(f"<b>{a}</b> {b}" for a, b in pairs) + "</p>",
    "divs": lambda pairs: "".join(
        f"<div class=r><div class=k>{a}</div><div class=v>{b}</div></div>" for a, b in pairs
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_labels_are_found_with_their_values(shape: str) -> None:
    """On all 8 pages E = 1, on 4 of them log_8 4 = 2/3; menu and footer are no fields."""
    (fields,) = find_fields(build_site(documents(shape)))
    assert [(one.label, one.pages) for one in fields.labels] == [
        ("Directed by", 8),
        ("Year", 8),
        ("Prize", 4),
    ]
    heights = [one.entropy for one in fields.labels]
    assert heights == pytest.approx([1, 1, log(4) / log(8)], abs=1e-5)
    assert dict(fields.records[0].fields) == {
        "Directed by": "Harbour Smith",
        "Year": "1990",
        "Prize": "Harbour cup",
    }
    assert dict(fields.records[1].fields) == {"Directed by": "Lantern Smith", "Year": "1991"}


def test_the_least_entropy_of_a_label_can_be_raised() -> None:
    """At 0.9 only what nearly all pages have is left."""
    (fields,) = find_fields(build_site(documents("dl")), least=0.9)
    assert [one.label for one in fields.labels] == ["Directed by", "Year"]


def test_the_order_of_the_pages_makes_no_difference() -> None:
    """Labels, entropies and records are the same."""
    shuffled = documents("dl")
    random.Random(3).shuffle(shuffled)
    assert find_fields(build_site(shuffled)) == find_fields(build_site(documents("dl")))


def test_a_site_of_few_pages_has_none() -> None:
    """Under five pages no template is learned."""
    assert find_fields(build_site(documents("dl")[:4])) == []


def test_the_shop_of_the_demonstration_site_gives_every_field_with_its_value() -> None:
    """Each DT and DD of its products, and nothing else on these pages."""
    made = list(build(pages=200))
    site = build_site(Document(page.path, page.url, page.html) for page in made)
    found = {
        record.url: dict(record.fields) for fields in find_fields(site) for record in fields.records
    }
    products = 0
    for page in made:
        html = page.html.decode("utf-8", "replace")
        wanted = dict(re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", html))
        if wanted:
            products += 1
            assert found[page.url] == {unescape(a): unescape(b) for a, b in wanted.items()}
    assert products > 5
