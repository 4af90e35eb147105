"""sitegist crawl"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from sitegist.cli.crawling import crawl_options, follow, line_of, report
from sitegist.cli.options import Duration, Size


class DepthOf(click.ParamType[tuple[str, int]]):
    """A path and a number, as in /archive=3."""

    name = "depth"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """The path and the number."""
        if isinstance(value, tuple):
            return value
        prefix, equals, depth = str(value).rpartition("=")
        if not (equals and prefix.startswith("/") and depth.isdecimal()):
            self.fail(f"{value!r}: write a path and a number, as in /archive=3", param, ctx)
        return prefix, int(depth)


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The WARC to write.",
)
@crawl_options
@click.option(
    "--depth-of",
    "depths",
    multiple=True,
    type=DepthOf(),
    metavar="PATH=N",
    help="The same for addresses below a path; may be repeated.",
)
@click.option(
    "--bytes", "size", type=Size(), metavar="SIZE", help="Stop when the file is so large."
)
@click.option(
    "--by",
    type=click.Choice(["domain", "host"]),
    default="domain",
    show_default=True,
    help="What makes a site.",
)
@click.option("--sitemaps", is_flag=True, help="Begin with the pages in the site's sitemaps, too.")
@click.option("--feeds", is_flag=True, help="Begin with the pages in the site's feeds, too.")
@click.option("--any-type", is_flag=True, help="Keep what is no web page, too.")
@click.option("--no-traps", is_flag=True, help="Do not look for traps.")
@click.option(
    "--per-host",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Connections to one host at a time.",
)
@click.option(
    "--deadline",
    type=Duration(),
    default="60s",
    show_default=True,
    metavar="TIME",
    help="For one whole answer.",
)
@click.option(
    "--max-bytes",
    type=Size(),
    default="64M",
    show_default=True,
    metavar="SIZE",
    help="Skip larger pages.",
)
@click.option("--user-agent", "agent", metavar="NAME", help="What to be known as.")
@click.option("--ignore-robots", is_flag=True, help="Do not ask for robots.txt.")
@click.option("--anew", is_flag=True, help="Forget an earlier crawl into the same file.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def command(
    urls: tuple[str, ...],
    output: Path,
    depths: tuple[tuple[str, int], ...],
    size: int | None,
    by: str,
    no_traps: bool,
    agent: str | None,
    ignore_robots: bool,
    anew: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Crawl whole sites into a WARC, politely.

    Stopped at any moment and started again with the same command, it goes on where it was.

    \b
    Examples:
      sitegist crawl https://example.org/ -o site.warc.gz
      sitegist crawl https://example.org/ -o site.warc.gz --depth 3 --depth-of /archive=10
      sitegist crawl https://example.org/ -o site.warc.gz --pages 500 --sitemaps --feeds
    """
    if str(output) == "-":
        raise click.UsageError("A crawl has to find its file again: give it a name.")
    if agent is not None:
        options["agent"] = agent
    crawled = follow(
        urls,
        output,
        anew=anew,
        bytes=size,
        by=by,
        depth_of=dict(depths),
        traps=not no_traps,
        robots=not ignore_robots,
        **options,
    )
    if as_json:
        click.echo(json.dumps(asdict(crawled), ensure_ascii=False, indent=2))
    else:
        click.echo(line_of(crawled))
    click.get_current_context().exit(report(crawled))
