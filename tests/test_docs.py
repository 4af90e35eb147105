"""What the program can do is documented, or these tests fail."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import click
import pytest

from sitegist import errors
from sitegist.cli import COMMANDS, cli
from sitegist.cli.exits import EXITS
from sitegist.methods import METHODS
from sitegist.methods.features import FEATURES
from sitegist.outputs import FORMATS
from sitegist.page import SEGMENTERS

ROOT = Path(__file__).parent.parent
DOCS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}


def section(text: str, heading: str) -> str:
    """The part of a document below a heading."""
    found = re.search(rf"^(#+) {re.escape(heading)}.*?$(.*?)(?=^\1 |\Z)", text, re.M | re.S)
    assert found, f"there is no section {heading!r}"
    return found[2]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    """docs/commands.md has a section per command, which names each of its options."""
    text = section(DOCS["commands.md"], f"sitegist {name}")
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    for parameter in command.params:
        for option in parameter.opts if isinstance(parameter, click.Option) else ():
            assert f"`{option}" in text, f"{option} of sitegist {name}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_examples(name: str) -> None:
    """--help of each command ends with examples."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.help is not None
    assert "Examples:" in command.help


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_documented(name: str) -> None:
    """docs/formats.md has a section per format."""
    assert section(DOCS["formats.md"], name)


@pytest.mark.parametrize("name", [*METHODS, *SEGMENTERS, *FEATURES])
def test_every_method_segmenter_and_feature_is_documented(name: str) -> None:
    """docs/methods.md names them all."""
    assert f"`{name}`" in DOCS["methods.md"]


@pytest.mark.parametrize("code", EXITS)
def test_every_exit_code_is_documented(code: int) -> None:
    """docs/errors.md has the table of exit codes, in the words of the program."""
    assert f"| {code} | {EXITS[code]} |" in DOCS["errors.md"]


def test_every_error_is_documented() -> None:
    """docs/errors.md names every error class."""
    classes = [name for name, value in vars(errors).items() if inspect.isclass(value)]
    assert all(f"`{name}`" in DOCS["errors.md"] for name in classes)


def test_links_between_documents_lead_somewhere() -> None:
    """Relative links of README and docs name files that are there."""
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.name}: {target}"
