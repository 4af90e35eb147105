"""A small newspaper, which publishes, is redesigned and breaks on request."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from hashlib import blake2b

from tests.crawl.server import Answer, Asked, Routes, missing

MINED = 24
"""Articles that are there when the site is mined."""
_SECTIONS = ("harbour", "town")
_SYLLABLES = "ka lo mi ru ten sa vor ni bel du gra pe shi tol wan ez".split()


@dataclass
class News:
    """Two sections and a front page; the newest articles stand on top."""

    count: int = MINED
    """How many articles there are."""
    furniture: str = "Wind from the west"
    """Changes on every page, beside what is new."""
    redesigned: bool = False
    routes: Routes = field(default_factory=dict)
    """What is answered in place of the site's own pages."""

    def publish(self, count: int = 1) -> list[str]:
        """New articles, and their paths."""
        self.count += count
        return [self.path(number) for number in range(self.count - count, self.count)]

    @staticmethod
    def path(number: int) -> str:
        """Where an article stands."""
        return f"/{_SECTIONS[number % 2]}/{number:04}"

    @property
    def paths(self) -> list[str]:
        """The tables of contents and all articles."""
        articles = [self.path(number) for number in range(self.count)]
        return ["/", *(f"/{section}/" for section in _SECTIONS), *articles]

    def handle(self, asked: Asked) -> Answer:
        """The answer to a request: 304 if the page is as it was."""
        if asked.path not in self.paths:
            return missing(asked)
        page = self.page(asked.path)
        tag = f'"{blake2b(page, digest_size=8).hexdigest()}"'
        if asked.headers.get("if-none-match") == tag:
            return Answer(status=304, content_type=None, headers={"ETag": tag})
        return Answer(page, headers={"ETag": tag})

    def page(self, path: str) -> bytes:
        """A page of the site as it is now."""
        if not path.endswith("/"):
            number = int(path.split("/")[2])
            return self._dressed(f"{_title(number)} - The Daily", self._article(number))
        return self._dressed("The Daily", self._toc(path.strip("/")))

    def _dressed(self, title: str, main: str) -> bytes:
        nav = "".join(f"<li><a href=/{section}/>{section.title()}</a>" for section in _SECTIONS)
        about = "<li><a href=/about>About us</a><li><a href=/imprint>Imprint</a>"
        if self.redesigned:
            body = (
                f"<header class=top><ul class=menu>{nav}{about}</ul></header><section class=grid>"
                f"<div class=wrap>{main}</div></section><aside class=note>{self.furniture}</aside>"
            )
        else:
            body = (
                f"<nav class=menu><ul>{nav}{about}</ul></nav><div class=weather>{self.furniture}"
                f"</div><main class=page>{main}</main><footer><p>The Daily, since 1897</footer>"
            )
        return f"<!doctype html><html lang=en><title>{title}</title>{body}".encode()

    def _toc(self, section: str) -> str:
        numbers = [
            number
            for number in reversed(range(self.count))
            if not section or self.path(number).startswith(f"/{section}/")
        ][:12]
        item = (
            '<div class=card><h3><a href="{}">{}</a></h3></div>'
            if self.redesigned
            else '<article class=teaser><h2><a href="{}">{}</a></h2></article>'
        )
        return "".join(item.format(self.path(number), _title(number)) for number in numbers)

    def _article(self, number: int) -> str:
        kind = "story" if self.redesigned else "text"
        paragraphs = "".join(f"<p>{_sentence(number, place)}" for place in range(8))
        return (
            f"<h1>{_title(number)}</h1><time datetime=2026-01-{number % 28 + 1:02}></time>"
            f"<div class={kind}><div class=inner>{paragraphs}</div></div>"
        )


def _title(number: int) -> str:
    return f"Number {number}: {_sentence(number, 99)[:40].rsplit(' ', 1)[0]}"


def _sentence(number: int, place: int) -> str:
    chance = random.Random(number * 1_000 + place)
    words = ("".join(chance.choices(_SYLLABLES, k=3)) for _ in range(14))
    return " ".join(words).capitalize() + "."
