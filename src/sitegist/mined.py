"""A site's extractions and profile together: what `mine` returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sitegist.extraction import Extraction
from sitegist.hierarchy import Hierarchy, SiteKnowledge, tree
from sitegist.methods import Method
from sitegist.methods.container import Container
from sitegist.methods.page_kinds import find_graph
from sitegist.page import Page
from sitegist.profile import Profile
from sitegist.site.links import LinkGraph
from sitegist.site.site import Entry, Site
from sitegist.site.structure import ArticlePage, Structure, TocPage


@dataclass(frozen=True)
class MinedPage:
    """One page of a mined site."""

    entry: Entry
    page: Page
    method: Method
    knowledge: SiteKnowledge

    @property
    def url(self) -> str:
        """The address that it goes by."""
        return self.entry.url

    @property
    def kind(self) -> str:
        """``toc``, ``article`` or ``other``."""
        return self.entry.kind

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Title, author, date and the like, each with where it came from."""
        return self.entry.metadata

    @cached_property
    def extraction(self) -> Extraction:
        """The method's verdicts."""
        return self.method.extract(self.page)

    @property
    def text(self) -> str:
        """The informative text."""
        return self.extraction.text

    @property
    def markdown(self) -> str:
        """The informative part as Markdown."""
        return self.extraction.markdown

    @property
    def blocks(self) -> Extraction:
        """The blocks with their verdicts, in reading order."""
        return self.extraction

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """How the page's information nests."""
        return tree(self.page, known=self.knowledge)


@dataclass(frozen=True)
class Mined:
    """A mined site; iteration gives its pages in the order of their URLs, one at a time."""

    site: Site
    method: Method
    structure: Structure
    known_graph: LinkGraph | None = field(default=None, repr=False)

    @cached_property
    def graph(self) -> LinkGraph:
        """The links between the pages; of a site that was opened again, read from its pages."""
        return self.known_graph or find_graph(self.site)

    @property
    def toc(self) -> tuple[TocPage, ...]:
        """The tables of contents, the best first."""
        return self.structure.toc

    @property
    def articles(self) -> tuple[ArticlePage, ...]:
        """The articles, the surest first."""
        return self.structure.articles

    def __len__(self) -> int:
        return len(self.site)

    def __iter__(self) -> Iterator[MinedPage]:
        return (self[entry.url] for entry in self.site.entries)

    def __getitem__(self, url: str) -> MinedPage:
        """The page with this URL; a ``KeyError`` if the site has none."""
        return MinedPage(self.site.entry(url), self.site.page(url), self.method, self.knowledge)

    @cached_property
    def knowledge(self) -> SiteKnowledge:
        """The site, as hierarchies ask it."""
        return SiteKnowledge(self.site)

    @cached_property
    def profile(self) -> Profile:
        """What extraction of one more page of this site needs."""
        method = self.method
        if not isinstance(method, Container):
            method = Container().fit(self.site)
        return Profile.of(self.site, method)
