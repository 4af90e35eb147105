"""sitegist dedupe"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sitegist.cli.dedupe import command
from sitegist.demo import build


def run(*arguments: object) -> Result:
    """The command's result."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration site with 40 pages, as a JSON Lines file."""
    path = tmp_path_factory.mktemp("pages") / "demo.jsonl"
    rows = [
        {"url": page.url, "html": page.html.decode("utf-8", "replace")} for page in build(pages=40)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_it_shows_what_is_saved(pages: Path) -> None:
    """A line for each way to store the pages, and what the words mean."""
    result = run(pages)
    assert result.exit_code == 0, result.output
    for line in ("as they are", "content-extractor, content", "container, all once",
                 "shingling, content once", "zstd with dictionary", "100.0%"):  # fmt: skip
        assert line in result.stdout
    assert "groups" not in result.stdout  # one site


def test_json_has_all_numbers(pages: Path, tmp_path: Path) -> None:
    """To standard output or a file, the same from one process and from two."""
    result = run(pages, "--json", "-m", "content-extractor")
    data = json.loads(result.stdout)
    (savings,) = data["total"]["savings"]
    assert savings["method"] == "content-extractor"
    assert savings["content"] < data["total"]["bytes"]
    assert data["syndicated"] == []
    run(pages, "--json", "-m", "content-extractor", "--parallel", 2, "-o", tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text("utf-8")) == data


def test_a_table_goes_into_a_file(pages: Path, tmp_path: Path) -> None:
    """As text."""
    result = run(pages, "-m", "container", "-o", tmp_path / "x.txt")
    assert result.stdout == ""
    assert "container, content" in (tmp_path / "x.txt").read_text("utf-8")


def test_several_sites_are_told_apart(tmp_path: Path) -> None:
    """A table each and one for all, and the groups of pages that they share."""
    path = tmp_path / "two.jsonl"
    rows = []
    for host in ("a.example", "b.example"):
        for number in range(6):
            shared = "both" if number == 0 else host
            text = " ".join(f"{shared}{number}x{k}" for k in range(40))
            menu = f"<ul><li><a href=/>{host}</a><li><a href=/news>News of {host}</a></ul>"
            html = f"<title>{number}</title>{menu}<p>{text}</p>"
            rows.append(json.dumps({"url": f"https://{host}/{number}", "html": html}))
    path.write_text("\n".join(rows), "utf-8")
    result = run(path)
    assert result.exit_code == 0, result.output
    assert "a.example: 6 pages" in result.stdout
    assert "all: 12 pages" in result.stdout
    assert "1 groups of pages" in result.stdout
    assert "https://b.example/0" in result.stdout


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Without any page it is exit code 3."""
    (tmp_path / "x.jsonl").write_text("no json\n", "utf-8")
    result = run(tmp_path / "x.jsonl")
    assert result.exit_code == 3
    assert "no pages found" in result.stderr
