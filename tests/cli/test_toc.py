"""sitegist toc"""

from __future__ import annotations

import csv
import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
from click.testing import CliRunner

from sitegist.cli.toc import command
from sitegist.demo import build
from sitegist.mining import mine_to

Invoke = Callable[..., str]


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demonstration site, mined."""
    folder = tmp_path_factory.mktemp("toc") / "mined"
    mine_to(((page.url, page.html) for page in build(pages=60)), folder)
    return folder


@pytest.fixture
def toc(mined: Path) -> Invoke:
    """What the command prints of the mined site."""

    def invoke(*options: str) -> str:
        result = CliRunner().invoke(command, [str(mined), *options])
        assert result.exit_code == 0, result.output
        return result.stdout

    return invoke


def test_lines_are_ranked(toc: Invoke) -> None:
    """Hub, authority, articles, confidence and address, the best first."""
    lines = [line.split("\t") for line in toc().splitlines()]
    hubs = [float(line[0]) for line in lines]
    assert hubs == sorted(hubs, reverse=True)
    assert all(len(line) == 5 and line[4].startswith("https://") for line in lines)
    assert toc("-n", "3").splitlines() == ["\t".join(line) for line in lines[:3]]


def test_json_has_every_page_once(toc: Invoke) -> None:
    """With the fields of its kind; each article's table of contents is one of them."""
    told = json.loads(toc("--json"))
    assert list(told) == ["toc", "articles", "other"]
    assert list(told["toc"][0]) == ["url", "hub", "authority", "articles", "confidence"]
    assert list(told["articles"][0]) == ["url", "toc", "confidence"]
    urls = [page["url"] for kind in told.values() for page in kind]
    assert len(urls) == len(set(urls))
    tocs = {page["url"] for page in told["toc"]}
    assert {page["toc"] for page in told["articles"]} <= tocs | {None}
    assert all(0 <= page["confidence"] <= 1 for kind in told.values() for page in kind)


def test_kinds_agree_with_the_truth(toc: Invoke) -> None:
    """Of the demonstration site nearly every page is told rightly."""
    told = json.loads(toc("--json"))
    found = {page["url"]: kind for kind, pages in told.items() for page in pages}
    names = {"article": "articles", "toc": "toc"}
    truth = {page.url: names.get(str(page.gold["kind"])) for page in build(pages=60)}
    judged = [url for url in found if truth.get(url)]
    right = sum(found[url] == truth[url] for url in judged)
    assert right >= 0.9 * len(judged) > 0


def test_links_join_toc_and_articles(toc: Invoke) -> None:
    """Source, target, entropy and anchor; the same as JSON."""
    told = json.loads(toc("--json"))
    tocs, articles = ({page["url"] for page in told[kind]} for kind in ("toc", "articles"))
    links = json.loads(toc("--links", "--json"))["links"]
    assert links
    assert all(link["source"] in tocs and link["target"] in articles for link in links)
    assert len(toc("--links").splitlines()) == len(links)


@pytest.mark.parametrize("whole", [False, True])
def test_graphs_are_read_by_others(toc: Invoke, whole: bool) -> None:
    """GraphML and GEXF by networkx; all four formats have the same nodes and links."""
    more = ["--whole"] if whole else []
    graphml = nx.parse_graphml(toc("--graph", "graphml", *more))
    gexf = nx.read_gexf(io.BytesIO(toc("--graph", "gexf", *more).encode()))
    told = json.loads(toc("--graph", "json", *more))
    rows = list(csv.DictReader(io.StringIO(toc("--graph", "csv", *more))))
    assert set(graphml) == {node["id"] for node in told["nodes"]}
    assert len(gexf) == len(graphml)
    assert {data["label"] for _, data in gexf.nodes(data=True)} == set(graphml)
    assert len(rows) == len(told["links"]) >= graphml.number_of_edges() > 0
    assert {row["source"] for row in rows} <= set(graphml)


def test_published_rankings(toc: Invoke) -> None:
    """Every page with score, hub and authority, converged or after the paper's ten updates."""
    rows = json.loads(toc("--ranking", "lamis-ln-cb-hr-tw", "--json"))["pages"]
    assert [row["score"] for row in rows] == sorted((r["score"] for r in rows), reverse=True)
    ten = json.loads(toc("--ranking", "lamis", "--iterations", "10", "--json"))["pages"]
    assert len(ten) == len(rows)
    assert len(toc("--ranking", "hits", "-n", "4").splitlines()) == 4


def test_the_published_pipeline(toc: Invoke) -> None:
    """Takes as many tables of contents as it is told, and articles behind them."""
    told = json.loads(toc("--published", "--json", "-n", "4"))
    assert len(told["toc"]) == 4
    assert told["articles"]
    assert {page["toc"] for page in told["articles"]} <= {page["url"] for page in told["toc"]}
    assert nx.parse_graphml(toc("--published", "--graph", "graphml")).number_of_edges()


@pytest.mark.parametrize(
    "options",
    [
        ("--links", "--graph", "csv"),
        ("--whole",),
        ("--iterations", "10"),
        ("--published", "--ranking", "hits"),
        ("--ranking", "pagerank"),
    ],
)
def test_options_that_do_not_fit(mined: Path, options: tuple[str, ...]) -> None:
    """Are a clear error."""
    result = CliRunner().invoke(command, [str(mined), *options])
    assert result.exit_code != 0


def test_from_a_source_as_a_user_does(
    run: Callable[..., subprocess.CompletedProcess[str]], demo: Path, tmp_path: Path
) -> None:
    """What could not be read is named, the rest is ranked; standard error counts the kinds."""
    done = run("toc", demo, "-o", tmp_path / "toc.tsv")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "toc.tsv").read_text("utf-8").count("\n") > 3
    assert "tables of contents" in done.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    failed = run("toc", empty)
    assert failed.returncode not in (0, 1)
    assert "Traceback" not in failed.stderr


def test_pages_without_addresses_are_said_to_be(tmp_path: Path) -> None:
    """Files need to be told where they belong before their links lead anywhere."""
    files = [tmp_path / f"{number}.html" for number in range(3)]
    for number, file in enumerate(files):
        file.write_text(f"<title>{number}</title><a href='{(number + 1) % 3}.html'>on</a><p>words")
    said = CliRunner().invoke(command, list(map(str, files))).stderr
    assert "--base URL" in said
    based = CliRunner().invoke(command, [*map(str, files), "--base", "https://x.org/"]).stderr
    assert "--base" not in based
