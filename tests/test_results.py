"""The measurements of docs/results.md: what is held, what is replaced, what stays."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.results import __main__ as program
from benchmarks.results import document
from benchmarks.results.work import Work, find_data
from tests.judge.data import pack, put, write_site, write_wcxb

RESULTS = Path(__file__).parent.parent / "docs" / "results.md"


def test_every_part_of_the_document_is_measured_by_somebody() -> None:
    """And every measurement has its place."""
    assert document.parts(RESULTS.read_text(encoding="utf-8")) == list(program.PARTS)


def test_data_are_found(tmp_path: Path) -> None:
    """Archives in a folder and its sites/, or what is given itself."""
    for name in ("sites/b", "sites/a", "c"):
        pack(write_site(tmp_path / "plain", articles=1), _made(tmp_path / f"{name}.tar.xz"))
    names = [path.name for path in find_data([str(tmp_path), str(tmp_path / "plain")])]
    assert names == ["c.tar.xz", "a.tar.xz", "b.tar.xz", "plain"]


def _made(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    return path


def test_what_is_held_is_not_measured_again(tmp_path: Path) -> None:
    """Another run measures the keys that are missing, and nothing else."""
    asked: list[tuple[str, ...]] = []

    def measure(place: str, keys: Sequence[str]) -> Mapping[str, Any]:
        asked.append((place, *keys))
        return {key: [place, key] for key in keys}

    work = Work((), tmp_path / "held")
    work.collect("part", measure, [Path("x")], ["one:a"])
    found = work.collect("part", measure, [Path("x"), Path("y")], ["one:a", "two"])
    assert asked == [("x", "one:a"), ("x", "two"), ("y", "one:a", "two")]
    assert found["x"] == {"one:a": ["x", "one:a"], "two": ["x", "two"]}


def test_the_program_writes_one_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of real runs come between the marks, and what stands around them stays."""
    write_site(tmp_path / "site", articles=3)
    write_wcxb(tmp_path / "wcxb")
    put(tmp_path, {"out.md": "Before\n<!-- begin sites -->\n<!-- end sites -->\nAfter\n"})
    monkeypatch.setattr("sitegist.judge.peers.NAMES", ("all-text",))
    arguments = [str(tmp_path / "site"), str(tmp_path / "wcxb"), "--only", "sites"]
    places = ["--scratch", str(tmp_path / "held"), "--document", str(tmp_path / "out.md")]
    monkeypatch.setattr(sys, "argv", ["results", *arguments, *places])
    program.main()
    text = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert text.startswith("Before\n<!-- begin sites -->\nMeasured on ")
    assert text.endswith("\n<!-- end sites -->\nAfter\n")
    assert "| contender | mean | site |" in text
    assert "| container:leaves |" in text
    assert "| all-text |" in text
