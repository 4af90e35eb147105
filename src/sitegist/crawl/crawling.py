"""Crawling, as other parts call it: in a process of its own, which can be killed at any time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from sitegist import errors
from sitegist.crawl.plan import Plan
from sitegist.crawl.session import state_of
from sitegist.errors import MissingExtra, SitegistError, StoreError

_NEEDED = {"scrapy": "crawl", "protego": "crawl", "warcio": "crawl", "scrapy_playwright": "render"}
# How long a crawl that is told to stop may take to write down where it is.
_PATIENCE = 60.0


class Progress(NamedTuple):
    """How far a crawl is."""

    pages: int
    queued: int
    failed: int
    left_out: int
    bytes: int


@dataclass(frozen=True)
class Crawled:
    """What has come of a crawl, in this run and those before it."""

    sites: list[str]
    pages: int
    """Web pages with status 200 in the file."""
    bytes: int
    """Of the file."""
    queued: int
    """Addresses that were found and not asked for."""
    failed: int
    """Addresses that could not be had."""
    left_out: Mapping[str, int]
    """How many addresses were not wanted, by the reason."""
    problems: list[tuple[str, str]]
    """Some of those that failed, and why."""
    dead: Mapping[str, str]
    """Hosts that were given up, and why; the next run asks them again."""
    limit: str | None
    """``pages`` or ``bytes`` if that ended the crawl."""


def crawl(
    seeds: Iterable[str],
    output: str | os.PathLike[str],
    *,
    anew: bool = False,
    progress: Callable[[Progress], None] = lambda progress: None,
    say: Callable[[str], None] = lambda message: None,
    **options: Any,
) -> Crawled:
    """Crawl the sites of some addresses into a WARC; options are those of `Plan`.

    A crawl that was stopped, killed or ended by a limit goes on where it was, and one that has
    come to its end stays as it is, unless ``anew``.
    """
    plan = Plan(tuple(seeds), **options)
    for module, extra in _NEEDED.items():
        if (extra == "crawl" or plan.render) and find_spec(module) is None:
            raise MissingExtra(module.replace("_", "-"), extra)
    path = Path(output)
    if anew:
        forget(path)
    orders = json.dumps({"plan": asdict(plan), "output": str(path)}).encode() + b"\n"
    with TemporaryFile() as noise:
        process = subprocess.Popen(
            [sys.executable, "-m", "sitegist.crawl.run"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=noise,
            env=_environment(),
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(orders)
            process.stdin.flush()
            done = _follow(process.stdout, progress, say)
        finally:
            _stop(process)
        if done is None:
            raise StoreError(f"the crawl broke off{_last_words(noise)}; started again, it goes on")
    return done


def forget(output: Path) -> None:
    """Remove a crawl's file and what it knows, in an order that never takes one for another."""
    for path in (output, *(Path(f"{state_of(output)}{part}") for part in ("", "-wal", "-shm"))):
        path.unlink(missing_ok=True)


def _environment() -> dict[str, str]:
    """Ours, so that the process finds the package where we found it."""
    here = str(Path(__file__).parents[2])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}


def _follow(
    told: IO[bytes], progress: Callable[[Progress], None], say: Callable[[str], None]
) -> Crawled | None:
    """Pass on what the process tells; ``None`` if it does not say how it ended."""
    for line in told:
        what = json.loads(line)
        if "done" in what:
            return Crawled(**what["done"])
        if "error" in what:
            raise _error(what)
        if "say" in what:
            say(what["say"])
        else:
            progress(Progress(**what))
    return None


def _error(what: Mapping[str, Any]) -> Exception:
    """An error of the process, here."""
    if what["error"] == "OSError":
        return OSError(what["errno"] or 0, what["text"], what["name"])
    error = getattr(errors, what["error"])
    # some of ours make their own text
    made = error.__new__(error, what["text"])
    assert isinstance(made, SitegistError)
    made.args = (what["text"],)
    return made


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Let the process write down where it is, and wait for its end."""
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            assert pipe is not None
            pipe.close()
    try:
        process.wait(_PATIENCE)
    except BaseException:
        process.kill()
        process.wait()
        raise


def _last_words(noise: IO[bytes]) -> str:
    noise.seek(0)
    lines = noise.read()[-2_000:].decode("utf-8", "replace").strip().splitlines()
    return f" ({lines[-1].strip()[:200]})" if lines else ""
