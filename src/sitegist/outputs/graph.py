"""A site's links as GraphML, GEXF, CSV or JSON, for programs that draw and measure graphs."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import NamedTuple

from sitegist.outputs.xml import xml_quoted, xml_text


class Node(NamedTuple):
    """A page."""

    url: str
    kind: str
    hub: float


class Edge(NamedTuple):
    """A link."""

    source: str
    target: str
    anchor: str
    entropy: float


class Graph(NamedTuple):
    """Pages, and the links between them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def write_graph(graph: Graph, form: str) -> Iterator[str]:
    """A graph in the format of that name, piece by piece."""
    return GRAPHS[form](graph)


def _csv(graph: Graph) -> Iterator[str]:
    """One line a link."""
    yield _csv_line(Edge._fields)
    for edge in graph.edges:
        yield _csv_line((*edge[:3], _number(edge.entropy)))


def _csv_line(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _json(graph: Graph) -> Iterator[str]:
    """Nodes and links, as d3 reads them, and networkx with ``edges="links"``."""
    nodes = [{"id": node.url, "kind": node.kind, "hub": round(node.hub, 6)} for node in graph.nodes]
    links = [{**edge._asdict(), "entropy": round(edge.entropy, 6)} for edge in graph.edges]
    told = {"directed": True, "multigraph": True, "nodes": nodes, "links": links}
    yield json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _graphml(graph: Graph) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for scope, name, kind in (
        ("node", "kind", "string"),
        ("node", "hub", "double"),
        ("edge", "anchor", "string"),
        ("edge", "entropy", "double"),
    ):
        yield f'<key id="{name}" for="{scope}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '<graph edgedefault="directed">\n'
    for node in graph.nodes:
        data = f'<data key="kind">{node.kind}</data><data key="hub">{_number(node.hub)}</data>'
        yield f"<node id={xml_quoted(node.url)}>{data}</node>\n"
    for edge in graph.edges:
        anchor = f'<data key="anchor">{xml_text(edge.anchor)}</data>'
        entropy = f'<data key="entropy">{_number(edge.entropy)}</data>'
        ends = f"source={xml_quoted(edge.source)} target={xml_quoted(edge.target)}"
        yield f"<edge {ends}>{anchor}{entropy}</edge>\n"
    yield "</graph>\n</graphml>\n"


def _gexf(graph: Graph) -> Iterator[str]:
    number = {node.url: place for place, node in enumerate(graph.nodes)}
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<gexf xmlns="http://gexf.net/1.3" version="1.3">\n'
    yield '<graph defaultedgetype="directed">\n<attributes class="node">\n'
    yield '<attribute id="kind" title="kind" type="string"/>\n'
    yield '<attribute id="hub" title="hub" type="double"/>\n</attributes>\n'
    yield '<attributes class="edge">\n<attribute id="entropy" title="entropy" type="double"/>\n'
    yield "</attributes>\n<nodes>\n"
    for node in graph.nodes:
        values = _gexf_values({"kind": node.kind, "hub": _number(node.hub)})
        yield f'<node id="{number[node.url]}" label={xml_quoted(node.url)}>{values}</node>\n'
    yield "</nodes>\n<edges>\n"
    for place, edge in enumerate(graph.edges):
        ends = f'source="{number[edge.source]}" target="{number[edge.target]}"'
        values = _gexf_values({"entropy": _number(edge.entropy)})
        yield f'<edge id="{place}" {ends} label={xml_quoted(edge.anchor)}>{values}</edge>\n'
    yield "</edges>\n</graph>\n</gexf>\n"


def _gexf_values(values: dict[str, str]) -> str:
    listed = (f'<attvalue for="{name}" value="{value}"/>' for name, value in values.items())
    return f"<attvalues>{''.join(listed)}</attvalues>"


def _number(value: float) -> str:
    return f"{value:.6g}"


GRAPHS: dict[str, Callable[[Graph], Iterator[str]]] = {
    "graphml": _graphml,
    "gexf": _gexf,
    "csv": _csv,
    "json": _json,
}
