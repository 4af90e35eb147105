"""sitegist search"""

from __future__ import annotations

import json
import re

import click

from sitegist.excerpts import Piece
from sitegist.fulltext import INDEXES
from sitegist.searching import Search, search
from sitegist.store import open_mined

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


@click.command()
@click.argument("query")
@click.argument("mined", metavar="DIR")
@click.option(
    "--in", "index", type=click.Choice(INDEXES), default=INDEXES[0], show_default=True,
    help="What is looked through.",
)  # fmt: skip
@click.option(
    "-n", "most", type=click.IntRange(1), default=10, show_default=True, metavar="N",
    help="So many pages.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def command(query: str, mined: str, index: str, most: int, as_json: bool) -> None:
    """Look for words in the pages of a mined site.

    All words have to be there; "phrases" stand in quotation marks, and -word leaves out the pages
    that have it (write -- before a QUERY that begins with it). Standard error says how many pages
    were found, and on how many only furniture matched.

    \b
    Examples:
      sitegist search harbour mined
      sitegist search '"low tide" -ferry' mined --in everything
      sitegist search 東京駅 mined --json -n 100
    """
    found = search(open_mined(mined), query)
    hits = found.hits(index, 0, most)
    if as_json:
        numbers = {"query": query, "in": index, "found": len(found.found[index])}
        told = {**numbers, "vanished": len(found.vanished), "hits": [hit.as_dict() for hit in hits]}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    for hit in hits:
        click.echo(f"{_shown(hit.title) or hit.url}\n  {hit.url}\n  {_shown(hit.excerpt)}\n")
    click.echo(_counts(found, index), err=True)


def _shown(pieces: list[Piece]) -> str:
    """With what was looked for in bold, on a terminal; pages give it no commands."""
    printed = ((_CONTROL.sub("", text), hit) for text, hit in pieces)
    return "".join(click.style(text, bold=True) if hit else text for text, hit in printed)


def _counts(found: Search, index: str) -> str:
    pages, gone = len(found.found[index]), len(found.vanished)
    other = "among them" if index == INDEXES[1] else "and"
    more = f", {other} {gone:,} where only furniture matches" if gone else ""
    return f"{pages:,} page{'' if pages == 1 else 's'}{more}"
