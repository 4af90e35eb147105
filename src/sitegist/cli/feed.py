"""sitegist feed"""

from __future__ import annotations

import click

from sitegist.cli.exits import OK, SOME_FAILED
from sitegist.cli.options import parallel_option, writing
from sitegist.cli.sites import mined_site
from sitegist.feed import feed_of
from sitegist.outputs.feed import FEEDS, write_feed


@click.command()
@click.argument("source", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "-f", "--format", "form", type=click.Choice(list(FEEDS)), default="atom", show_default=True,
    help="Atom or JSON Feed.",
)  # fmt: skip
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option("--full", is_flag=True, help="The whole informative text of each article, too.")
@click.option(
    "-n", "--newest", type=click.IntRange(1), metavar="N", help="So many articles.  [default: all]"
)
@click.option("--title", help="What the feed is called.  [default: the site's name]")
@click.option("--self", "address", metavar="URL", help="Where the feed will be found.")
@click.option("--base", help="The address that a folder of pages stands for.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="A file instead of standard output."
)
@parallel_option
def command(
    source: tuple[str, ...],
    form: str,
    full: bool,
    newest: int | None,
    title: str | None,
    address: str | None,
    base: str | None,
    output: str | None,
    parallel: int,
) -> None:
    """Write a feed of a site's articles, the newest first.

    SOURCE is a folder that 'sitegist mine' wrote, or whatever it reads. The same source gives the
    same feed, byte for byte.

    \b
    Examples:
      sitegist feed mined > feed.xml
      sitegist feed crawl.warc.gz --newest 50 --full -o feed.xml
      sitegist feed mined --json --self https://example.org/feed.json -o feed.json
    """
    opened = mined_site(source, base, parallel)
    feed = feed_of(opened.mined, full=full, newest=newest, title=title, address=address)
    with writing(output) as file:
        for piece in write_feed(feed, form):
            file.write(piece)
    click.get_current_context().exit(SOME_FAILED if opened.failed else OK)
