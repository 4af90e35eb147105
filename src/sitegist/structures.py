"""A site's links as graphs: all of them, and the informative structure (003, figures 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterable

from sitegist.mined import Mined
from sitegist.outputs.graph import Edge, Graph, Node


def whole_graph(mined: Mined) -> Graph:
    """All pages, and all links between them."""
    graph = mined.graph
    ends = zip(graph.source.tolist(), graph.target.tolist())
    rows = zip(ends, graph.anchor, graph.entropy.tolist())
    edges = (
        Edge(graph.urls[source], graph.urls[target], anchor, entropy)
        for (source, target), anchor, entropy in rows
    )
    return Graph(_nodes(mined, graph.urls), tuple(edges))


def informative_graph(mined: Mined) -> Graph:
    """The informative links, and the tables of contents and articles that they join."""
    edges = tuple(
        Edge(link.source, link.target, link.anchor, link.entropy) for link in mined.structure.links
    )
    joined = {end for edge in edges for end in edge[:2]}
    return Graph(_nodes(mined, sorted(joined)), edges)


def _nodes(mined: Mined, urls: Iterable[str]) -> tuple[Node, ...]:
    structure = mined.structure
    return tuple(Node(url, structure.kind_of(url), structure.hub_of(url)) for url in urls)
