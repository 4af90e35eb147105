"""sitegist demo"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.cli.conftest import Run


def address(line: str) -> str:
    """The address in a line."""
    found = re.search(r"http://\S+", line)
    assert found is not None
    return found[0]


def test_once_does_all_of_it(run: Run, tmp_path: Path) -> None:
    """Crawled, mined, judged against its gold, and shown; nothing stays running."""
    done = run("demo", "--once", "--pages", 40, "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == [
        *("crawled", "mined", *["found"] * 6, *["judged"] * 4, "shown")
    ]
    assert re.search(r"found     1\. \S+ \(hub 0\.\d+, \d+ articles\)", done.stdout)
    scores = [float(score) for score in re.findall(r"word F1 ([\d.]+)", done.stdout)]
    assert scores == sorted(scores)
    assert (tmp_path / "site.db").is_file()


def test_it_stays_until_it_is_interrupted() -> None:
    """The application and the site are served side by side; Ctrl-C ends both."""
    command = [sys.executable, "-m", "sitegist", "demo", "--no-browser", "--pages", "40"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            lines = iter(process.stdout.readline, "")
            told = (address(line) for line in lines if "http://" in line)
            site, app = next(told), next(told)
            for url in (site, app):
                assert httpx.get(url, trust_env=False, timeout=60).status_code == 200
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
            assert "Traceback" not in process.stderr.read()
        finally:
            process.kill()


def test_the_site_can_be_written(run: Run, tmp_path: Path) -> None:
    """With the truth about its pages, as archives have it."""
    done = run("demo", "--write", tmp_path, "--pages", 40)
    assert done.returncode == 0
    assert len((tmp_path / "gold.jsonl").read_text("utf-8").splitlines()) == int(
        done.stdout.split()[0]
    )
    assert run("demo", "--pages", 5).returncode == 2
