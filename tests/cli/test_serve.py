"""sitegist serve"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from sitegist.mining import mine_to
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few pages, mined."""
    folder = tmp_path_factory.mktemp("mined")
    mine_to([(f"https://x.example/{n}", f"<p>words {n} and more") for n in range(6)], folder)
    return folder


@contextmanager
def serving(*words: object) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The command while it runs, and the address that it prints."""
    command = [sys.executable, "-m", "sitegist", "serve", *map(str, words), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().strip(), process
        finally:
            process.kill()


def test_it_serves_until_it_is_interrupted(mined: Path) -> None:
    """On loopback, without a token; Ctrl-C is the way to end it, and no error."""
    with serving(mined) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        assert (
            httpx.get(f"{address}api/site", trust_env=False, timeout=60).json()["site"]
            == "x.example"
        )
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def test_elsewhere_a_token_is_asked_for(mined: Path) -> None:
    """It stands in the address that is printed."""
    with serving(mined, "--host", "0.0.0.0") as (address, _):
        bare, _, token = address.partition("?token=")
        assert len(token) >= 32
        assert httpx.get(bare, trust_env=False, timeout=60).status_code == 401
        found = httpx.get(address, trust_env=False, timeout=60, follow_redirects=True)
        assert found.status_code == 200
        assert token not in found.text


def test_errors_name_the_fix(mined: Path, tmp_path: Path, run: Run) -> None:
    """Nothing mined, a port that is taken, an address that is none."""
    done = run("serve", tmp_path)
    assert (done.returncode, "sitegist mine" in done.stderr) == (3, True)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("serve", mined, "--port", taken.getsockname()[1])
        assert (done.returncode, "--port" in done.stderr) == (2, True)
    for host in ("256.1.1.1", "no.such.host.invalid", "a" * 300, "::zz"):
        done = run("serve", mined, "--port", 0, "--host", host)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
