"""The structure of a site: which pages are tables of contents, which are articles (paper 003)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

TOC, ARTICLE, OTHER = "toc", "article", "other"


class TocPage(NamedTuple):
    """A page that leads to articles."""

    url: str
    hub: float
    """What it was ranked by: the more, the better a table of contents."""
    authority: float
    """How much links from tables of contents lead to it."""
    articles: int
    """Articles that its informative links lead to."""
    confidence: float


class ArticlePage(NamedTuple):
    """A page that has something to say itself."""

    url: str
    toc: str | None
    """The best table of contents that leads to it."""
    confidence: float


class OtherPage(NamedTuple):
    """A page that is neither."""

    url: str
    confidence: float


class InformativeLink(NamedTuple):
    """A link from an informative block of a table of contents to an article."""

    source: str
    target: str
    anchor: str
    entropy: float
    block: int
    """The leaf block of the source that it stands in."""


class Evidence(NamedTuple):
    """The numbers behind a page's kind."""

    listed: int
    """Pages that it links to, and few pages do."""
    stretch: int
    """Words of its own that stand together, between two such links."""
    own: int
    """Words of its own."""
    said: int
    """Words outside links that few pages show, its own or not."""
    alone: float
    """How much it is a table of contents by itself, from 0 to 1."""
    hub: float
    """The same, pooled with the pages of its template: it is ranked by this."""


@dataclass(frozen=True)
class Structure:
    """The pages of a site by kind, the best first, ties by URL."""

    toc: tuple[TocPage, ...] = ()
    articles: tuple[ArticlePage, ...] = ()
    other: tuple[OtherPage, ...] = ()
    links: tuple[InformativeLink, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    """Of every page, what its kind rests on; nothing for a published ranking."""

    def kind_of(self, url: str) -> str:
        """``toc``, ``article`` or ``other``; ``other`` as well for a page that is not known."""
        return self._kinds.get(url, OTHER)

    def hub_of(self, url: str) -> float:
        """What a page was ranked by, as far as that is known."""
        seen = self.evidence.get(url)
        return self._hubs.get(url, 0.0) if seen is None else seen.hub

    def dump(self) -> dict[str, Any]:
        """Everything as plain data, for `restored`."""
        rows = {
            "toc": self.toc,
            "articles": self.articles,
            "other": self.other,
            "links": self.links,
        }
        listed = {name: [list(row) for row in found] for name, found in rows.items()}
        evidence = {url: list(numbers) for url, numbers in self.evidence.items()}
        return {**listed, "evidence": evidence}

    @classmethod
    def restored(cls, data: Mapping[str, Any]) -> Structure:
        """The structure that was dumped."""
        return cls(
            tuple(TocPage(*row) for row in data["toc"]),
            tuple(ArticlePage(*row) for row in data["articles"]),
            tuple(OtherPage(*row) for row in data["other"]),
            tuple(InformativeLink(*row) for row in data["links"]),
            {url: Evidence(*numbers) for url, numbers in data["evidence"].items()},
        )

    def as_dict(self) -> dict[str, list[dict[str, Any]]]:
        """The pages as plain data, numbers with six digits."""
        return {
            "toc": _plain(self.toc),
            "articles": _plain(self.articles),
            "other": _plain(self.other),
        }

    @cached_property
    def _kinds(self) -> dict[str, str]:
        return {
            **dict.fromkeys((page.url for page in self.toc), TOC),
            **dict.fromkeys((page.url for page in self.articles), ARTICLE),
        }

    @cached_property
    def _hubs(self) -> dict[str, float]:
        return {page.url: page.hub for page in self.toc}


def _plain(pages: Iterable[TocPage | ArticlePage | OtherPage]) -> list[dict[str, Any]]:
    return [
        {
            name: round(value, 6) if isinstance(value, float) else value
            for name, value in page._asdict().items()
        }
        for page in pages
    ]
