"""What the tests of the commands share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from sitegist.cli import main
from sitegist.demo import write

Run = Callable[..., "subprocess.CompletedProcess[str]"]


# What they crawl with can be started only once in a process.
CRAWLERS = (["crawl"], ["demo"], ["watch"])


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the program as a user does; in a process of its own only if it crawls, for that takes
    a second to start."""

    def call(*words: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
        given = [str(word) for word in words]
        if given[:1] in CRAWLERS or any("://" in word for word in given):
            return apart(given, stdin)
        return here(given, stdin, monkeypatch)

    return call


def apart(words: list[str], stdin: str | None) -> subprocess.CompletedProcess[str]:
    """In a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "sitegist", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1"},
        timeout=300,
        check=False,
    )


def here(
    words: list[str], stdin: str | None, monkeypatch: pytest.MonkeyPatch
) -> subprocess.CompletedProcess[str]:
    """In this process, with streams of its own."""
    out, err = (TextIOWrapper(BytesIO(), "utf-8") for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setenv("COLUMNS", "100")
        patch.setattr(sys, "argv", ["sitegist", *words])
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO((stdin or "").encode()), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as ended:
            main()
    return subprocess.CompletedProcess(words, code_of(ended.value), read(out), read(err))


def code_of(ended: SystemExit) -> int:
    """The exit code."""
    return ended.code if isinstance(ended.code, int) else int(ended.code is not None)


def read(stream: TextIOWrapper) -> str:
    """All that was written to a stream."""
    stream.flush()
    stream.seek(0)
    return stream.read()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small demonstration site on disk."""
    folder = tmp_path_factory.mktemp("demo")
    write(folder, pages=40)
    return folder
