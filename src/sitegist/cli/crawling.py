"""What commands that crawl have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import click

from sitegist.cli.exits import NO_INPUT, OK, SOME_FAILED
from sitegist.cli.options import Duration, together
from sitegist.crawl.crawling import Crawled, Progress, crawl

crawl_options = together(
    click.option(
        "--pages", type=click.IntRange(1), metavar="N", help="Stop after so many pages.",
    ),
    click.option(
        "--depth", type=click.IntRange(0), metavar="N", help="Go no more links away from URL.",
    ),
    click.option(
        "--delay", type=Duration(), default="1s", show_default=True, metavar="TIME",
        help="Between two requests to a host, at least.",
    ),
    click.option("--render", is_flag=True, help="Let a browser show each page first."),
)  # fmt: skip


def follow(urls: Iterable[str], output: Path, **options: Any) -> Crawled:
    """Crawl, and show on a terminal how far it is."""
    try:
        with _shown() as progress:
            return crawl(urls, output, progress=progress, say=_say, **options)
    except KeyboardInterrupt:
        _say("stopped; the same command goes on where it was")
        raise


def report(crawled: Crawled) -> int:
    """Name what went wrong on standard error; the exit code."""
    for url, reason in crawled.problems:
        _say(f"{url}: {reason}")
    if (more := crawled.failed - len(crawled.problems)) > 0:
        _say(f"and {more:,} more that could not be had")
    for host, reason in crawled.dead.items():
        _say(f"{host}: {reason}")
    if crawled.limit:
        _say(f"the limit is reached; a higher --{crawled.limit} goes on with the rest")
    if not crawled.pages:
        return NO_INPUT
    return SOME_FAILED if crawled.failed or crawled.dead else OK


def line_of(crawled: Crawled) -> str:
    """A crawl in one line."""
    left_out = sum(crawled.left_out.values())
    traps = sum(n for reason, n in crawled.left_out.items() if reason.startswith("a trap"))
    return (
        f"{', '.join(crawled.sites)}: {crawled.pages:,} pages, {crawled.bytes:,} bytes; "
        f"{crawled.failed:,} failed, {left_out:,} left out ({traps:,} in traps), "
        f"{crawled.queued:,} in the queue"
    )


def _say(message: str) -> None:
    click.echo(f"sitegist: {message}", err=True)


@contextmanager
def _shown() -> Iterator[Callable[[Progress], None]]:
    """Progress on standard error, if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    begun: list[tuple[float, int]] = []
    told = "{task.completed:,} pages  {task.fields[rate]:.1f}/s  {task.fields[more]}"
    columns = (SpinnerColumn(), TextColumn("crawling"), TextColumn(told), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("crawling", total=None, rate=0.0, more="")

        def show(progress: Progress) -> None:
            more = (
                f"queue {progress.queued:,}  failed {progress.failed:,}  "
                f"left out {progress.left_out:,}  {progress.bytes / 1e6:,.1f} MB"
            )
            now = monotonic()
            if not begun:  # what earlier runs fetched does not count
                begun.append((now, progress.pages))
            rate = (progress.pages - begun[0][1]) / max(now - begun[0][0], 0.1)
            bar.update(task, completed=progress.pages, rate=rate, more=more)

        yield show
