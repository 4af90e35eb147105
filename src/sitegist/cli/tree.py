"""sitegist tree"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, cast

import click

from sitegist.cli.options import Address
from sitegist.cli.pages import page_of, read_page
from sitegist.hierarchy import DEFAULT_ORDER, ORDERS, Cluster, Hierarchy, Order, tree
from sitegist.profile import load
from sitegist.store import open_mined

if TYPE_CHECKING:
    from rich.console import Console

# Without --level the finest level is shown that has no more clusters than this.
_CLUSTERS = 30
_ORIGINS = {
    "site": "a and h from the other pages of the site",
    "profile": "a and h from the profile of the site",
    "page": "nothing is known of the page's site: a is the share of terms outside links,"
    " h the mean number of terms in a link",
}


@click.command()
@click.argument("page", metavar="PAGE")
@click.option("--profile", type=click.Path(), help="What the page's site has taught.")
@click.option("--site", type=click.Path(), help="The folder that the page's site was mined into.")
@click.option("--url", type=Address(), help="The page's address.")
@click.option(
    "--level", type=click.IntRange(0), metavar="N",
    help=f"Down to this level; 0 is every element.  [default: the finest of {_CLUSTERS} clusters]",
)  # fmt: skip
@click.option(
    "--order", type=click.Choice(ORDERS), default=DEFAULT_ORDER, show_default=True,
    help="Which nodes become clusters first; min is the paper's.",
)  # fmt: skip
@click.option("--distinct", is_flag=True, help="Count a term of a cluster once in a.")
@click.option("--json", "as_json", is_flag=True, help="All numbers, as JSON.")
def command(
    page: str,
    profile: str | None,
    site: str | None,
    url: str | None,
    level: int | None,
    order: str,
    distinct: bool,
    as_json: bool,
) -> None:
    """Show how the information of a page nests: its clusters, as an indented outline.

    PAGE is a file, a URL, or - for standard input; with --site also the address of a page that
    was mined. With each cluster stands a headline, how much it says itself (a), how well its
    links say what they lead to (h), and its size.

    \b
    Examples:
      sitegist tree page.html
      sitegist tree --site mined/ https://example.org/news/
      sitegist tree --profile mined/site.gist --level 0 page.html
      sitegist tree --order min --json page.html
    """
    hierarchy = _hierarchy(page, profile, site, url, cast(Order, order), distinct)
    shown = default_level(hierarchy) if level is None else min(level, len(hierarchy) - 1)
    if as_json:
        data = hierarchy.as_dict(0 if level is None else shown)
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        show(hierarchy, shown)


def _hierarchy(
    name: str,
    profile: str | None,
    site: str | None,
    url: str | None,
    order: Order,
    distinct: bool,
) -> Hierarchy:
    if profile is not None and site is not None:
        raise click.UsageError("give --profile or --site, not both")
    if site is not None:
        mined = open_mined(site)
        page = page_of(mined, name, url)
        return tree(page, known=mined.knowledge, order=order, distinct=distinct)
    page = read_page(name, url)
    grow = load(profile).tree if profile else tree
    return grow(page, order=order, distinct=distinct)


def default_level(hierarchy: Hierarchy) -> int:
    """The finest level that can be taken in at a glance."""
    levels = range(len(hierarchy))
    return next((level for level in levels if len(hierarchy.at(level)) <= _CLUSTERS), 0)


def show(hierarchy: Hierarchy, level: int, console: Console | None = None) -> None:
    """Print the outline; what the numbers rest on goes to standard error."""
    from rich.console import Console
    from rich.text import Text

    console = console or Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    deep: dict[int, int] = {}
    for cluster in hierarchy.down_to(level):
        around = int(hierarchy.around[cluster.node])
        deep[cluster.node] = depth = deep.get(around, -1) + 1
        style = "bold" if cluster.parts else ""
        line = Text(f"{'  ' * depth}{cluster.headline or '(no text)'}  ", style)
        console.print(line.append(numbers(cluster), "not bold cyan"))
    count = len(hierarchy.at(level))
    click.echo(
        f"sitegist: level {level} of {len(hierarchy) - 1}, {count:,} cluster{'s' * (count != 1)};"
        f" {_ORIGINS[hierarchy.origin]}",
        err=True,
    )


def numbers(cluster: Cluster) -> str:
    """Scales and size of a cluster in one line."""
    hub = "–" if cluster.hub is None else f"{cluster.hub:.2f}"
    sizes = [(cluster.words, "word"), (cluster.links, "link")]
    size = ", ".join(f"{count:,} {unit}{'s' * (count != 1)}" for count, unit in sizes if count)
    if not cluster.words:
        size = f"image, {size}".rstrip(", ")
    return f"(a {cluster.authority:.2f}, h {hub}) {size}".rstrip()
