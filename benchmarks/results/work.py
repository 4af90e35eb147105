"""What all measurements share: the data, and what is held of an interrupted run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from sitegist.judge.files import Files
from sitegist.scale import in_order

Measure = Callable[[str, Sequence[str]], Mapping[str, Any]]
"""From a data set and some keys to a result for each key, as plain data."""


@dataclass(frozen=True)
class Work:
    """The data, where results are held, and how much of both."""

    data: tuple[Path, ...]
    """Site archives and folders, and single-page benchmarks."""
    scratch: Path
    """Each result lies here as a file ``PART/DATA/KEY.json``, and is not measured again."""
    processes: int = 1
    sample: int | None = None
    runs: int = 800
    """Clusterings of the yardstick."""

    @cached_property
    def sites(self) -> tuple[Path, ...]:
        """The data that are pages of one site."""
        return tuple(place for place in self.data if "gold.jsonl" in Files(str(place)))

    @cached_property
    def singles(self) -> tuple[Path, ...]:
        """The data that are pages of many sites."""
        return tuple(place for place in self.data if place not in self.sites)

    def collect(
        self, part: str, measure: Measure, places: Iterable[Path], keys: Sequence[str]
    ) -> dict[str, dict[str, Any]]:
        """What is measured for each key, by the name of the data; held results are taken."""
        listed = [Task(place, self.scratch / part / place.name.split(".")[0]) for place in places]
        undone = [task for task in listed if task.missing(keys)]
        for task in in_order(partial(_do, measure, tuple(keys)), undone, self.processes):
            print(f"measured {part} of {task.place.name}", flush=True)
        return {task.folder.name: {key: task.result(key) for key in keys} for task in listed}


@dataclass(frozen=True)
class Task:
    """One data set, and the folder of its results."""

    place: Path
    folder: Path

    def missing(self, keys: Iterable[str]) -> list[str]:
        """The keys without a result."""
        return [key for key in keys if not self._file(key).exists()]

    def result(self, key: str) -> Any:
        """What is held for a key."""
        return json.loads(self._file(key).read_bytes())

    def hold(self, key: str, result: Any) -> None:
        """Write a result; the file appears when it is complete."""
        self.folder.mkdir(parents=True, exist_ok=True)
        unfinished = self.folder / "unfinished"
        unfinished.write_text(json.dumps(result, ensure_ascii=False), encoding="utf-8")
        unfinished.rename(self._file(key))

    def _file(self, key: str) -> Path:
        return self.folder / f"{key.replace(':', '@')}.json"


def _do(measure: Measure, keys: Sequence[str], task: Task) -> Task:
    for key, result in measure(str(task.place), task.missing(keys)).items():
        task.hold(key, result)
    return task


def find_data(given: Iterable[str]) -> tuple[Path, ...]:
    """Data sets: what is given, or what lies in a given folder of them and its ``sites/``."""
    found: list[Path] = []
    for place in map(Path, given):
        inner = [*place.glob("*.tar.xz"), *place.glob("sites/*.tar.xz")] if place.is_dir() else []
        found.extend(sorted(inner) or [place])
    return tuple(found)


def dated(text: str) -> str:
    """A part of the document, with the day on which it was written."""
    today = date.today()
    return f"Measured on {today.day} {today:%B %Y}.\n\n{text}"
