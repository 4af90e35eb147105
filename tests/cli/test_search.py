"""sitegist search"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sitegist.demo import build
from sitegist.mining import mine_to
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demonstration site, mined."""
    folder = tmp_path_factory.mktemp("mined")
    mine_to([(page.url, page.html) for page in build(pages=60)], folder)
    return folder


def test_both_indexes(mined: Path, run: Run) -> None:
    """Hits are printed, counts are told; what vanishes is found in everything only."""
    done = run("search", "harbour", mined, "-n", 2)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("https://lantern.example/") == 2
    assert "only furniture matches" in done.stderr
    told = [
        json.loads(run("search", "harbour", mined, "--json", "-n", 100, "--in", index).stdout)
        for index in ("informative", "everything")
    ]
    assert told[0]["found"] == len(told[0]["hits"]) < told[1]["found"]
    assert told[0]["vanished"] == sum(hit["furniture_only"] for hit in told[1]["hits"]) > 0


def test_scripts_without_spaces(mined: Path, run: Run) -> None:
    """A part of a Chinese sentence is found."""
    assert json.loads(run("search", "港", mined, "--json").stdout)["found"] > 0


def test_errors_name_the_fix(mined: Path, tmp_path: Path, run: Run) -> None:
    """No word, no mined folder; nothing found is no error."""
    assert run("search", "***", mined).returncode == 2
    assert run("search", "harbour", tmp_path).returncode == 3
    done = run("search", "nosuchword", mined)
    assert (done.returncode, done.stdout) == (0, "")
    assert "0 pages" in done.stderr
