"""Small sites made for a test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from sitegist.site import Site
from sitegist.site.build import build_site
from sitegist.site.links import LinkGraph
from sitegist.sources.document import Document


def site_of(pages: Sequence[str], order: Iterable[int] | None = None) -> Site:
    """Pages at http://x.org/0 and on, read in some order."""
    return build_site(document(place, pages[place]) for place in order or range(len(pages)))


def document(place: int, html: str) -> Document:
    """A page as a source gives it."""
    return Document(f"{place}.html", f"http://x.org/{place}", html.encode())


def graph_of(pages: int, links: Mapping[tuple[int, int], float], terms: int = 1) -> LinkGraph:
    """A link graph from the entropies of links, each in a block of its own."""
    source, target = (np.array([link[side] for link in links], np.int64) for side in (0, 1))
    number = np.arange(len(links))
    return LinkGraph(
        tuple(f"https://x.org/{page}" for page in range(pages)),
        source,
        target,
        number,
        number,
        number.astype(np.uint64),
        tuple(f"to {page}" for page in target.tolist()),
        np.full(len(links), terms),
        np.array(list(links.values())),
        0,
    )
