"""sitegist labels"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from sitegist.cli.exits import OK, SOME_FAILED
from sitegist.cli.options import parallel_option
from sitegist.cli.sites import mined_site
from sitegist.methods.field_labels import LEAST, Fields, find_fields
from sitegist.site.build import tell_kinds

if TYPE_CHECKING:
    from rich.console import Console

# A terminal shows this much of a value.
_SHOWN = 200


@click.command()
@click.argument("source", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--json", "as_json", is_flag=True, help="Labels and values as JSON.")
@click.option(
    "--least", type=click.FloatRange(0, 1), default=LEAST, show_default=True, metavar="E",
    help="The least entropy of a label over the pages that have its place.",
)  # fmt: skip
@parallel_option
def command(source: tuple[str, ...], as_json: bool, least: float, parallel: int) -> None:
    """Find the field labels of a site's templates, and their values on each page.

    A label stands in the same place of page after page: Price, Author, Directed by. SOURCE is a
    folder that `sitegist mine` wrote, or the pages of one site, as `mine` reads them.

    \b
    Examples:
      sitegist labels shop/
      sitegist labels --json shop.warc.gz
    """
    opened = mined_site(source, parallel=parallel)
    # the fields of a template are the same on all kinds of its pages
    site = tell_kinds(opened.mined.site, lambda url: "")
    found = find_fields(site, least)
    if as_json:
        click.echo(json.dumps(as_dict(found), ensure_ascii=False, indent=2))
    else:
        show(found)
    if not found:
        click.echo(f"sitegist: no field labels on {len(site)} pages", err=True)
    click.get_current_context().exit(SOME_FAILED if opened.failed else OK)


def as_dict(found: Sequence[Fields]) -> dict[str, Any]:
    """The labels of all clusters, and the fields of all pages that have some."""
    return {
        "labels": [
            {
                "label": one.label,
                "entropy": one.entropy,
                "pages": one.pages,
                "cluster": one_of.cluster,
            }
            for one_of in found
            for one in one_of.labels
        ],
        "pages": [
            {"url": record.url, "cluster": fields.cluster, "fields": dict(record.fields)}
            for fields in found
            for record in fields.records
        ],
    }


def show(found: Sequence[Fields], console: Console | None = None) -> None:
    """Print a table of labels for each cluster, and one of the values; plain lines to a pipe."""
    if console is None and not sys.stdout.isatty():
        for fields in found:
            for record in fields.records:
                for name, value in record.fields.items():
                    click.echo(f"{record.url}\t{name}\t{value}")
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = console or Console(highlight=False)
    for fields in found:
        labels = Table("label", "entropy", "pages", title=f"template {fields.cluster}")
        for label in fields.labels:
            labels.add_row(Text(label.label), f"{label.entropy:.3f}", f"{label.pages:,}")
        values = Table("page", "label", "value")
        for record in fields.records:
            for place, (name, value) in enumerate(record.fields.items()):
                shown = value if len(value) <= _SHOWN else value[:_SHOWN] + "…"
                values.add_row(Text("" if place else record.url), Text(name), Text(shown))
            values.add_section()
        console.print(labels, values)
