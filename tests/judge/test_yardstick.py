"""The yardstick of paper 004: clustering and classification of cleaned pages."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from sitegist.cli.judge import command
from sitegist.errors import InputError
from sitegist.judge.contenders import our_contenders, peer_contenders
from sitegist.judge.yardstick import bins, clustering_f, measure, tables
from tests.judge.data import NAV, put, write_site


def write_classes(folder: Path) -> Path:
    """A site of two sections with words of their own, and navigation longer than any text."""
    rows = []
    furniture = NAV + "<nav>" + " ".join(f"<a href=/{n}>menu{n}</a>" for n in range(40)) + "</nav>"
    for number in range(24):
        section = "cats" if number % 2 else "dogs"
        text = " ".join(f"{section}{(number * 7 + place) % 9}" for place in range(6))
        put(folder, {f"html/{number}.html": f"{furniture}<p>It is {text}, it is.</p>"})
        rows.append({"path": f"{number}.html", "kind": "article", "text": text, "section": section})
    put(folder, {"gold.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    return folder


def test_clustering_f() -> None:
    """By hand: class 0 is best met by cluster 5 (2 of 3, all of 2), class 1 by cluster 7."""
    classes, clusters = np.array([0, 0, 1, 1]), np.array([5, 5, 5, 7])
    assert clustering_f(classes, clusters) == pytest.approx((4 / 5 + 2 / 3) / 2)


def test_perfect_clustering() -> None:
    """Names of clusters do not matter, and larger classes weigh more."""
    assert clustering_f(np.array([0, 0, 1]), np.array([9, 9, 4])) == 1.0
    lumped = clustering_f(np.array([0, 0, 0, 1]), np.array([3, 3, 3, 3]))
    assert lumped == pytest.approx((3 * (6 / 7) + 1 * (2 / 5)) / 4)


def test_bins() -> None:
    """Ten bins; 1.0 is in the last."""
    assert bins([0.1, 0.15, 0.95, 1.0]) == [0, 2, 0, 0, 0, 0, 0, 0, 0, 2]


def test_measure(tmp_path: Path) -> None:
    """Clean pages are classified without error; runs are seeded."""
    pytest.importorskip("sklearn")
    site = str(write_classes(tmp_path / "site"))
    contenders = [*our_contenders("default"), *peer_contenders("all-text")]
    rows, notes = measure(site, contenders, runs=5)
    assert not notes
    assert rows[0]["classification_f"] == 1.0
    assert rows[0]["classes"] == {"cats": 12, "dogs": 12}
    assert sum(rows[0]["bins"]) == rows[0]["runs"] == 5
    assert rows == measure(site, contenders, runs=5)[0]
    (table,) = tables(rows)
    assert table.title == "site: 24 pages, cats 12, dogs 12"


def test_too_few_classes(tmp_path: Path) -> None:
    """Without two classes of ten pages there is nothing to tell apart."""
    pytest.importorskip("sklearn")
    with pytest.raises(InputError, match="classes"):
        measure(str(write_site(tmp_path / "site")), our_contenders("default"))


def test_command(tmp_path: Path) -> None:
    """The same by the command."""
    pytest.importorskip("sklearn")
    site = str(write_classes(tmp_path / "site"))
    result = CliRunner().invoke(command, [site, "--yardstick", "--runs", "3", "--markdown"])
    assert result.exit_code == 0
    assert "clustering F" in result.stdout
