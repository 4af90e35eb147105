"""Judging page kinds: rows, means, what is left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from sitegist.cli import cli
from sitegist.judge.datasets import load
from sitegist.judge.rankings import precision_at, precision_at_recall, r_precision
from sitegist.judge.structure import (
    NAMES,
    Found,
    judge_found,
    judge_structure,
    mean_rows,
    read_site,
)
from sitegist.judge.url_rules import kind_by_url
from tests.judge.data import NAV, article, body, put, write_wcxb

PAGES = 8


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Articles, two tables of contents, a page about us, and a stub."""
    folder = tmp_path_factory.mktemp("kinds") / "tiny"
    listed = "".join(f'<li><a href="/a{n}/">Title number {n}</a></li>' for n in range(PAGES))
    pages = {f"a{n}/index.html": article(f"Title number {n}", body(n)) for n in range(PAGES)}
    rows: list[dict[str, Any]] = [{"path": path, "kind": "article"} for path in pages]
    for path, kind, html in (
        ("index.html", "toc", f"<title>Site</title>{NAV}<ul>{listed}</ul>"),
        ("tag/all/index.html", "toc", f"<title>All</title>{NAV}<ul>{listed}</ul>"),
        ("about/index.html", "other", article("About us", "Some words of who we are.")),
        ("old.html", "article", '<meta http-equiv="refresh" content="0; url=/a1/">'),
    ):
        pages[path] = html
        rows.append({"path": path, "kind": kind, "redirect": path == "old.html"})
    for row in rows:
        row["url"] = "https://example.org/" + str(row["path"]).replace("index.html", "")
    put(folder, {f"html/{path}": html for path, html in pages.items()})
    put(folder, {"gold.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    return folder


def test_a_row_per_ranking_and_per_kind(site: Path) -> None:
    """Every ranking finds the two tables of contents; the stub and the page about us are out."""
    rows = judge_structure(str(site)).rows
    ranked = {row["ranking"]: row for row in rows if "ranking" in row}
    assert list(ranked) == list(NAMES)
    assert all((row["pages"], row["toc"]) == (PAGES + 2, 2) for row in ranked.values())
    assert ranked["default"]["r_precision"] == ranked["url-rule"]["r_precision"] == 1.0
    assert ranked["default"]["precision_at_20"] == 0.2
    kinds = {row["kind"]: row for row in rows if "kind" in row}
    assert kinds["article"]["f1"] == kinds["toc"]["f1"] == 1.0
    assert kinds["article"]["pages"] == PAGES
    assert kinds["article"]["url_rule_f1"] == 1.0 > kinds["article"]["url_rule_f1_all"]


def test_other_kinds_than_the_gold(site: Path) -> None:
    """Kinds that somebody gave by looking take the place of the gold's."""
    given = {"index.html": "toc", "a1/index.html": "article", "a2/index.html": "article"}
    data = load(str(site))
    ranked = judge_found(data.name, Found.of(read_site(data)), given)[0]
    assert (ranked["pages"], ranked["toc"]) == (3, 1)


def test_means_are_over_sites_that_have_a_figure(site: Path) -> None:
    """A site without tables of contents says nothing of rankings, and takes nothing away."""
    rows = judge_structure(str(site)).rows
    lacking = [row | {"data": "b"} for row in rows if "kind" in row]
    for row in lacking:
        row |= {"precision": None, "f1": None} if row["kind"] == "toc" else {}
    means = mean_rows([*rows, *lacking])
    assert {row["data"] for row in means} == {"mean"}
    by_kind = {row["kind"]: row["data_sets"] for row in means if "kind" in row}
    assert by_kind == {"toc": 1, "article": 2, "other": 2}
    first = next(row for row in means if row.get("ranking") == "default")
    assert (first["data_sets"], len(first["precision_at_recall"])) == (1, 11)


def test_data_without_kinds(tmp_path: Path) -> None:
    """Are passed over with a word, and what cannot be read is a problem."""
    judged = judge_structure(str(write_wcxb(tmp_path)))
    assert (judged.rows, judged.notes) == ([], ["no page has a kind; nothing to judge"])
    assert judge_structure(str(tmp_path / "nothing")).problem


def test_the_command(site: Path, tmp_path: Path) -> None:
    """JSON with means, Markdown, tables; and an exit code for nothing at all."""
    run = CliRunner().invoke
    done = run(cli, ["judge", "--structure", str(site), "--json"])
    rows = json.loads(done.stdout)["rows"]
    assert {row["data"] for row in rows} == {"tiny", "mean"}
    done = run(cli, ["judge", "--structure", str(site), "--markdown"])
    assert "| default | 1.000 | " in done.stdout
    assert "Verdicts by site" in run(cli, ["judge", "--structure", str(site)]).stdout
    assert run(cli, ["judge", "--structure", str(tmp_path / "no")]).exit_code == 3


def test_metrics_of_a_ranking() -> None:
    """Nothing wanted, nothing to say; precision never rises with recall."""
    none = np.zeros(3, np.bool_)
    assert (r_precision(none), precision_at(none), precision_at_recall(none)) == (None,) * 3
    levels = precision_at_recall(np.array([False, True, False, True, True]))
    assert levels == pytest.approx([0.6] * 11)
    levels = precision_at_recall(np.array([True, False, False, True]))
    assert levels == pytest.approx([1.0] * 6 + [0.5] * 5)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        *(("", "toc"), ("index.html", "toc"), ("page/12/", "toc"), ("2020/05/", "toc")),
        *(("tags/x.html", "toc"), ("blog/", "toc"), ("category/a/b/", "toc")),
        *(("2020/05/01/a-page.html", "article"), ("blog/pages-of-2020/", "article")),
    ],
)
def test_rules_over_addresses(path: str, kind: str) -> None:
    """What a person would write by hand."""
    assert kind_by_url(f"https://x.org/{path}") == kind
