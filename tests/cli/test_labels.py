"""sitegist labels"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from sitegist.cli.labels import command, show
from sitegist.errors import InputError
from sitegist.methods.field_labels import Fields, Label, Record
from sitegist.mining import mine_to
from tests.methods.test_field_labels import documents


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder of eight films."""
    folder = tmp_path / "films"
    folder.mkdir()
    for document in documents("dl"):
        (folder / document.name).write_bytes(document.data)
    return folder


def test_json_has_labels_and_pages(site: Path) -> None:
    """Label, entropy, pages; URL, fields."""
    result = CliRunner().invoke(command, ["--json", str(site)])
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["labels"][0] == {"label": "Directed by", "entropy": 1.0, "pages": 8, "cluster": 0}
    assert len(told["pages"]) == 8
    assert told["pages"][0]["fields"]["Directed by"] == "Harbour Smith"


def test_a_mined_folder_has_the_labels_of_its_pages(site: Path, tmp_path: Path) -> None:
    """What `mine` wrote is a source as well, as for the other commands."""
    mine_to(str(site), tmp_path / "mined")
    told = [
        CliRunner().invoke(command, ["--json", str(source)]).stdout
        for source in (site, tmp_path / "mined")
    ]
    assert told[0] == told[1]
    assert json.loads(told[0])["labels"]


def test_a_pipe_gets_a_line_per_value(site: Path) -> None:
    """URL, label and value, separated by tabs."""
    result = CliRunner().invoke(command, [str(site)])
    assert result.exit_code == 0
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert len(lines) == 20
    assert lines[0][1:] == ["Directed by", "Harbour Smith"]


def test_a_site_without_fields_is_no_error(tmp_path: Path) -> None:
    """It is said on standard error."""
    (tmp_path / "a.html").write_text("<p>Words")
    result = CliRunner().invoke(command, ["--json", str(tmp_path)])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"labels": [], "pages": []}
    assert "no field labels on 1 pages" in result.stderr


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    """An InputError, which ends with exit code 3."""
    (tmp_path / "a.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert isinstance(result.exception, InputError)


def test_a_terminal_gets_tables() -> None:
    """One of the labels and one of the values; long values are cut, markup is text."""
    record = Record("http://x.org/[b]1", {"Plot": "[red]" + "x" * 300})
    fields = Fields(0, (Label("Plot", 1.0, 1),), (record,))
    console = Console(file=io.StringIO(), width=100)
    show([fields], console)
    assert isinstance(console.file, io.StringIO)
    told = console.file.getvalue()
    assert "template 0" in told
    assert "1.000" in told
    assert "[red]" in told
    assert "http://x.org/[b]1" in told
    assert "…" in told
