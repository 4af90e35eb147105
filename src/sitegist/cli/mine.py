"""sitegist mine"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from sitegist import sources
from sitegist.cli.crawling import crawl_options, follow, line_of, report
from sitegist.cli.exits import OK, SOME_FAILED
from sitegist.cli.options import parallel_option
from sitegist.cli.progress import track
from sitegist.crawl.crawling import Crawled
from sitegist.crawled import with_crawls
from sitegist.errors import OptionError
from sitegist.methods import METHODS
from sitegist.mining import DEFAULT_METHOD, mine_to
from sitegist.page import SEGMENTERS
from sitegist.sources.web import is_url


@click.command()
@click.argument("source", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(), help="The folder to write."
)
@click.option(
    "-m",
    "--method",
    type=click.Choice(list(METHODS)),
    default=DEFAULT_METHOD,
    show_default=True,
    help="Who judges the blocks.",
)
@click.option(
    "-s",
    "--segmenter",
    type=click.Choice(list(SEGMENTERS)),
    help="What a block is.  [default: the method's own]",
)
@click.option(
    "--one-cluster", is_flag=True, help="Take each site as one page cluster, as the papers do."
)
@click.option(
    "--by",
    type=click.Choice(["domain", "host"]),
    default="domain",
    show_default=True,
    help="What makes a site.",
)
@click.option("--base", help="The address that a folder of pages stands for.")
@click.option("--every-capture", is_flag=True, help="Not only the newest capture of each address.")
@click.option(
    "--text", "forms", flag_value="text", multiple=True, help="A text file per page, too."
)
@click.option(
    "--markdown",
    "forms",
    flag_value="markdown",
    multiple=True,
    help="A Markdown file per page, too.",
)
@crawl_options
@click.option("--anew", is_flag=True, help="Forget an earlier crawl of URL.")
@click.option("--no-originals", is_flag=True, help="Do not keep the pages as they were found.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@parallel_option
def command(
    source: tuple[str, ...],
    folder: str,
    method: str,
    segmenter: str | None,
    one_cluster: bool,
    by: str,
    base: str | None,
    every_capture: bool,
    forms: tuple[str, ...],
    no_originals: bool,
    as_json: bool,
    parallel: int,
    **crawl: Any,
) -> None:
    """Learn what a site repeats, and extract all of its pages.

    SOURCE is a folder of pages, a WARC or WACZ file, JSON Lines, Parquet, a site archive, or the
    URL of a site, which is crawled first. Interrupted and started again, it goes on where it was
    and ends with the same files.

    \b
    Examples:
      sitegist mine crawl.warc.gz -o mined
      sitegist mine https://example.org/ -o mined --pages 500
      sitegist mine pages/ --base https://example.org/ -o mined --markdown
      sitegist mine crawls/*.warc.gz --by host --parallel 2 -o mined
    """
    if not any(map(is_url, source)) and (unused := _given(crawl)):
        raise OptionError(f"--{unused} is for sites that are crawled; give a URL")
    crawled: list[Crawled] = []

    def crawler(urls: Sequence[str], output: Path) -> None:
        crawled.append(follow(urls, output, by=by, **crawl))
        click.echo(line_of(crawled[0]), err=True)

    names = with_crawls(list(source), Path(folder), crawler)
    failed = max((report(one) for one in crawled), default=OK)
    opened = sources.open(names, base=base, every_capture=every_capture, as_site=True)
    options = {
        "method": method,
        "segmenter": segmenter,
        "one_cluster": one_cluster,
        "by": by,
        "originals": not no_originals,
        "processes": parallel,
        "track": track,
    }
    summary = mine_to(opened, folder, forms, **options)
    for problem in summary["skipped"]:
        click.echo(f"sitegist: {problem['name']}: {problem['reason']}", err=True)
    for reason, count in sorted(opened.left_out.items()):
        click.echo(f"sitegist: left out, {count:,}: {reason}", err=True)
    if as_json:
        click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
    else:
        for site in summary.get("sites", [summary]):
            click.echo(_line(site))
    click.get_current_context().exit(SOME_FAILED if summary["skipped"] or failed else OK)


def _given(crawl: dict[str, Any]) -> str | None:
    """An option of crawling that was given."""
    return next((name for name in ("pages", "depth", "render", "anew") if crawl[name]), None)


def _line(site: dict[str, object]) -> str:
    words, kept = int(str(site["words"])), int(str(site["informative_words"]))
    templates = site["templates"]
    assert isinstance(templates, list)
    return (
        f"{site['site']}: {site['pages']} pages of {len(templates)} templates, "
        f"{kept:,} of {words:,} words informative"
    )
