"""What the tests of the commands share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sitegist.demo import write

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run() -> Run:
    """Runs the program in a process of its own, as a user does."""

    def call(*words: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "sitegist", *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1"},
            timeout=300,
            check=False,
        )

    return call


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demonstration site on disk."""
    folder = tmp_path_factory.mktemp("demo")
    write(folder, pages=40)
    return folder
