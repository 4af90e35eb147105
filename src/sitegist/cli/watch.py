"""sitegist watch"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import click

from sitegist.cli.exits import NO_INPUT, OK, SOME_FAILED
from sitegist.cli.options import Duration
from sitegist.crawled import FILE
from sitegist.errors import OptionError, StoreError
from sitegist.sources import site_of
from sitegist.sources.web import is_url
from sitegist.watch.delivery import Sink, ToFile, ToStream
from sitegist.watch.fetching import Fetcher
from sitegist.watch.plan import TOCS, mark_of, prepare
from sitegist.watch.state import State
from sitegist.watch.watcher import Bounds, Watcher


@click.command()
@click.argument("site", metavar="SITE")
@click.option(
    "--first",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    metavar="N",
    help="Of a URL, learn from so many pages.",
)
@click.option("--once", is_flag=True, help="Poll every page once and stop, for cron.")
@click.option(
    "--interval",
    type=Duration(),
    default="5m",
    show_default=True,
    metavar="TIME",
    help="Poll no page more often.",
)
@click.option(
    "--max-interval",
    type=Duration(),
    default="1d",
    show_default=True,
    metavar="TIME",
    help="Poll no page less often.",
)
@click.option(
    "--delay",
    type=Duration(),
    default="1s",
    show_default=True,
    metavar="TIME",
    help="Between two requests, at least.",
)
@click.option(
    "--pages",
    type=click.IntRange(1),
    default=TOCS,
    show_default=True,
    metavar="N",
    help="How many tables of contents to poll.",
)
@click.option(
    "--toc",
    "tocs",
    multiple=True,
    metavar="URL",
    help="Poll this page; may be repeated.  [default: the best]",
)
@click.option("--remine", "anew", is_flag=True, help="First learn the site's new template.")
@click.option(
    "--state", type=click.Path(path_type=Path), help="The memory.  [default: DIR/watch.db]"
)
@click.option(
    "-o", "--output", type=click.Path(), help="Append to a file, each article exactly once."
)
def command(
    site: str,
    first: int,
    once: bool,
    interval: float,
    max_interval: float,
    delay: float,
    pages: int,
    tocs: tuple[str, ...],
    anew: bool,
    state: Path | None,
    output: str | None,
) -> None:
    """Print each new article of a site once, as a line of JSON.

    SITE is a folder that 'sitegist mine' wrote, or a URL, whose site is crawled and mined first,
    into a folder of its name. Only tables of contents are polled; stopped at any moment and started
    again, the watch goes on where it was.

    \b
    Examples:
      sitegist watch mined
      sitegist watch https://example.org/
      sitegist watch mined --once -o new.jsonl
      sitegist watch mined --interval 10m --max-interval 12h | jq -r .title
      sitegist watch mined --once --remine
    """
    if not 1 <= interval <= max_interval:
        raise OptionError("--interval is a second at least, and no longer than --max-interval")
    folder = _mined(site, first, delay) if is_url(site) else Path(site)
    mark_of(folder)  # before a state is made where none belongs
    try:
        with ExitStack() as stack:
            memory = stack.enter_context(closing(State(state or folder / "watch.db")))
            knowledge = prepare(memory, folder, pages, tocs)
            fetcher = stack.enter_context(Fetcher(delay))
            if anew:
                from sitegist.watch.remine import remine

                knowledge = remine(memory, fetcher, _say)
            sink = _sink(output, stack)
            bounds = Bounds(interval, max_interval)
            watcher = Watcher(memory, fetcher, knowledge, sink, bounds, _say)
            if not once:
                watcher.run()
            polled, failed = watcher.round(everything=True)
    except sqlite3.Error as error:
        raise StoreError(f"the watch's state: {error}") from None
    nothing = NO_INPUT if failed == polled else SOME_FAILED
    click.get_current_context().exit(nothing if failed else OK)


def _mined(url: str, pages: int, delay: float) -> Path:
    """The folder that a site goes by; crawled and mined if that was not done before."""
    from sitegist.cli.crawling import follow, line_of, report
    from sitegist.cli.progress import track
    from sitegist.mining import mine_to

    folder = Path(site_of(url))
    if not (folder / "site.gist").exists():
        _say(f"{url} is crawled and mined into the folder {folder} first")
        folder.mkdir(exist_ok=True)
        crawled = follow([url], folder / FILE, pages=pages, delay=delay)
        report(replace(crawled, limit=None))  # the limit is ours
        _say(line_of(crawled))
        mine_to(folder / FILE, folder, track=track)
    return folder


def _sink(output: str | None, stack: ExitStack) -> Sink:
    if output is None:
        return ToStream(sys.stdout.buffer)
    return stack.enter_context(closing(ToFile(output)))


def _say(message: str) -> None:
    click.echo(f"sitegist: {message}", err=True)
