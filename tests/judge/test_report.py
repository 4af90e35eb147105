"""Tables, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sitegist.cli.judge import command
from sitegist.judge import report
from sitegist.judge.contenders import our_contenders
from sitegist.judge.run import Options, Row, judge_one
from tests.judge.data import write_site, write_wcxb


@pytest.fixture
def rows(tmp_path: Path) -> list[Row]:
    """Two contenders on two data sets."""
    options = Options(tuple(our_contenders("default,feature-extractor")))
    places = [write_site(tmp_path / "site"), write_wcxb(tmp_path / "wcxb")]
    return [row for place in places for row in judge_one(str(place), options).rows]


def run(*arguments: object) -> Result:
    """The command as it is typed."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def test_tables(rows: list[Row]) -> None:
    """Text, all else, by data set with the mean, and by page type; the best comes first."""
    text, more, by_data, by_type = report.tables(rows)
    assert [line[0] for line in text.lines] == ["default", "feature-extractor:partition"]
    assert by_data.head == ("data", "default", "feature-extractor:partition")
    assert [line[0] for line in by_data.lines] == ["site", "wcxb", "mean"]
    assert [line[0] for line in by_type.lines] == ["article", "forum"]
    tables = (text, more, by_data, by_type)
    assert all(len(line) == len(table.head) for table in tables for line in table.lines)


def test_one_data_set_of_one_type_is_one_table(rows: list[Row]) -> None:
    """Nothing is said twice."""
    assert len(report.tables([row for row in rows if row["data"] == "site"])) == 2


def test_markdown(rows: list[Row]) -> None:
    """Tables that Markdown understands: every line as wide as the head."""
    text = report.markdown(rows)
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert lines[1].startswith("| --- | ---: |")
    assert lines[0].count("|") == lines[1].count("|") == lines[2].count("|")


def test_command_json(tmp_path: Path) -> None:
    """Rows for each data set and contender, then means; progress goes to standard error."""
    site = write_site(tmp_path / "site")
    result = run(site, "--methods", "default,k-feature-extractor", "--sample", 3, "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)["rows"]
    assert [(row["data"], row["method"], row["segmenter"]) for row in told] == [
        ("site", "default", None),
        ("site", "k-feature-extractor", "partition"),
        ("mean", "default", None),
        ("mean", "k-feature-extractor", "partition"),
    ]
    assert {"pages", "precision", "recall", "f1", "seconds_per_page"} <= set(told[0])
    assert "judged 1 of 1: site, 3 pages, 2 contenders" in result.stderr


def test_command_tables(tmp_path: Path) -> None:
    """A table on the terminal, Markdown on request, to a file too."""
    site = write_site(tmp_path / "site")
    assert "default" in run(site).stdout
    result = run(site, "--markdown", "-o", tmp_path / "out.md")
    assert result.exit_code == 0
    assert "| default |" in (tmp_path / "out.md").read_text(encoding="utf-8")
    run(site, "-o", tmp_path / "out.txt")
    assert "default" in (tmp_path / "out.txt").read_text(encoding="utf-8")


def test_command_some_data_is_missing(tmp_path: Path) -> None:
    """What can be judged is, and the exit code says that something could not."""
    site = write_site(tmp_path / "site")
    result = run(site, tmp_path / "nothing", "--json")
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["rows"]) == 2
    assert run(tmp_path / "nothing").exit_code == 3


def test_command_nobody(tmp_path: Path) -> None:
    """Without contenders there is nothing to do."""
    assert run(tmp_path, "--methods", "none").exit_code == 2
