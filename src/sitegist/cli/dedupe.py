"""sitegist dedupe"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from sitegist import sources
from sitegist.applications.storage import METHODS, Report, SiteStorage, measure
from sitegist.cli.exits import NO_INPUT, OK, SOME_FAILED
from sitegist.cli.options import parallel_option
from sitegist.cli.progress import track
from sitegist.page import MAX_BYTES

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# So many groups of syndicated pages are shown; --json has all.
_SHOWN = 20
NOTE = (
    "Bytes of the decoded sources in UTF-8. content: only the kept blocks and the tags around them."
    " once: every block stored once, then referred to with 8 bytes; rest once: only those that are"
    " not content. zstd: level 3, each page by"
    " itself; the dictionary is counted. index: SQLite FTS5, optimised, without the texts."
)


@click.command()
@click.argument("source", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "-m", "--method", "methods", multiple=True, type=click.Choice(list(METHODS)),
    help="Who judges the blocks; may be repeated; the first one finds syndicated pages."
    "  [default: all]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, metavar="N",
    help="Skip larger pages.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="A file.")
@parallel_option
def command(
    source: tuple[str, ...],
    methods: tuple[str, ...],
    as_json: bool,
    max_bytes: int,
    output: str | None,
    parallel: int,
) -> None:
    """What a cache and an index save without the non-content blocks.

    SOURCE is a folder, an archive, a URL or whatever else has pages, of one site or of several.
    Pages of several sites with the same content blocks are listed as groups.

    \b
    Examples:
      sitegist dedupe crawl.warc.gz
      sitegist dedupe site-a/ site-b/ --json -o savings.json
      sitegist dedupe site.tar.xz --method content-extractor --parallel 2
    """
    opened = sources.open(source, as_site=True)
    report = measure(track(opened, "reading"), methods or tuple(METHODS), parallel, max_bytes)
    problems = [*opened.problems, *report.problems]
    for name, reason in problems:
        click.echo(f"sitegist: {name}: {reason}", err=True)
    if not report.total.pages:
        click.echo("sitegist: no pages found", err=True)
        click.get_current_context().exit(NO_INPUT)
    if as_json:
        with click.open_file(output or "-", "w", encoding="utf-8", lazy=True) as file:
            file.write(json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n")
    else:
        with _console(output) as console:
            _show(report, console)
    click.get_current_context().exit(SOME_FAILED if problems else OK)


@contextmanager
def _console(output: str | None) -> Iterator[Console]:
    """The terminal, or a file."""
    from rich.console import Console

    if output is None:
        yield Console()
        return
    with open(output, "w", encoding="utf-8") as file:
        yield Console(file=file, width=120)


def _show(report: Report, console: Console) -> None:
    shown = [*report.sites, report.total] if len(report.sites) > 1 else list(report.sites)
    for site in shown:
        console.print(_table(site))
        console.print()
    if len(report.sites) > 1:
        _show_groups(report, console)
    console.print(NOTE, style="dim")


def _table(site: SiteStorage) -> Table:
    from rich.table import Table

    title = f"{site.site}: {site.pages:,} pages"
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("bytes")
    for name in ("cache", "of all", "index", "of all"):
        table.add_column(name, justify="right")
    for name, size, index in _lines(site):
        table.add_row(
            name,
            "–" if size is None else f"{size:,}",
            "–" if size is None else _share(size, site.bytes),
            "" if index is None else f"{index:,}",
            "" if index is None else _share(index, site.index),
        )
    return table


def _lines(site: SiteStorage) -> Iterator[tuple[str, int | None, int | None]]:
    """What stands in each line: name, bytes of the cache, bytes of the index."""
    yield "as they are", site.bytes, site.index
    for savings in site.savings:
        name = savings.method
        yield f"{name}, content", savings.content, savings.index
        yield f"{name}, content once", savings.content_once, None
        yield f"{name}, rest once", savings.rest_once, None
        yield f"{name}, all once", savings.once, None
    yield "zstd", site.zstd, None
    yield "zstd with dictionary", site.zstd_dictionary, None


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _show_groups(report: Report, console: Console) -> None:
    count = len(report.groups)
    console.print(f"{count:,} groups of pages with the same content on several sites")
    for group in report.groups[:_SHOWN]:
        console.print(f"  {group.words:,} words", highlight=False)
        for url in group.pages:
            console.print(f"    {url}", highlight=False, markup=False, soft_wrap=True)
    if count > _SHOWN:
        console.print(f"  and {count - _SHOWN:,} more; --json has all")
    console.print()
