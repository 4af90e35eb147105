"""sitegist toc"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import click

from sitegist.cli.exits import OK, SOME_FAILED
from sitegist.cli.options import parallel_option, writing
from sitegist.cli.sites import mined_site
from sitegist.errors import OptionError
from sitegist.methods.lamis import RANKINGS, ranking
from sitegist.mined import Mined
from sitegist.outputs.graph import GRAPHS, write_graph
from sitegist.published import discover
from sitegist.structures import informative_graph, whole_graph


@click.command()
@click.argument("source", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--links", is_flag=True, help="The informative links instead of the pages.")
@click.option(
    "--graph", "form", type=click.Choice(list(GRAPHS)),
    help="The informative structure as a graph instead.",
)  # fmt: skip
@click.option("--whole", is_flag=True, help="With --graph: all pages and links of the site.")
@click.option(
    "--ranking", "name", type=click.Choice(RANKINGS), metavar="NAME",
    help="All pages by a published ranking instead: lamis-ln-hr-tw, salsa, hits, outlinks, ...",
)  # fmt: skip
@click.option(
    "--iterations", type=click.IntRange(1), metavar="N",
    help="With --ranking: so many simultaneous updates, 10 as in the paper.  [default: converged]",
)  # fmt: skip
@click.option(
    "--published", is_flag=True,
    help="Find the structure as paper 003 does; -n is then the number of tables of contents.",
)  # fmt: skip
@click.option("-n", "most", type=click.IntRange(1), metavar="N", help="So many pages or links.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option("--base", help="The address that a folder of pages stands for.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="A file instead of standard output."
)
@parallel_option
def command(
    source: tuple[str, ...],
    links: bool,
    form: str | None,
    whole: bool,
    name: str | None,
    iterations: int | None,
    published: bool,
    most: int | None,
    as_json: bool,
    base: str | None,
    output: str | None,
    parallel: int,
) -> None:
    """Rank a site's tables of contents, and say which pages are articles.

    SOURCE is a folder that 'sitegist mine' wrote, or whatever it reads. On a terminal the tables
    of contents are shown with the numbers behind them; elsewhere each line has hub, authority,
    articles, confidence and address. --json has the articles and the other pages, too.

    \b
    Examples:
      sitegist toc mined
      sitegist toc crawl.warc.gz --json > structure.json
      sitegist toc mined --links > links.tsv
      sitegist toc mined --graph gexf -o structure.gexf
      sitegist toc mined --ranking lamis-ln-tw --iterations 10 -n 20
      sitegist toc mined --published -n 20
    """
    _check(links, form, whole, name, iterations, published)
    opened = mined_site(source, base, parallel)
    mined = opened.mined
    if published:
        found = discover(mined.site, mined.graph, most=most)
        mined = replace(mined, structure=found.structure, known_graph=found.graph)
    if form is not None:
        written = write_graph(whole_graph(mined) if whole else informative_graph(mined), form)
    elif name is not None:
        written = _ranked(mined, name, iterations, most, as_json)
    elif links:
        written = _links(mined, most, as_json)
    elif as_json:
        told = mined.structure.as_dict()
        written = iter([_json({**told, "toc": told["toc"][:most]})])
    elif output is None and sys.stdout.isatty():
        _show(mined, most)
        written = iter(())
    else:
        written = _lines(page[1:] + page[:1] for page in mined.toc[:most])
    with writing(output) as file:
        for piece in written:
            file.write(piece)
    click.echo(_counts(mined), err=True)
    click.get_current_context().exit(SOME_FAILED if opened.failed else OK)


def _check(
    links: bool,
    form: str | None,
    whole: bool,
    name: str | None,
    iterations: int | None,
    published: bool,
) -> None:
    if sum((links, form is not None, name is not None)) > 1:
        raise OptionError("--links, --graph and --ranking exclude each other")
    if whole and form is None:
        raise OptionError("--whole goes with --graph")
    if iterations is not None and name is None:
        raise OptionError("--iterations goes with --ranking")
    if published and (whole or name is not None):
        raise OptionError("--published has a ranking of its own, and is no whole graph")


def _ranked(
    mined: Mined, name: str, iterations: int | None, most: int | None, as_json: bool
) -> Iterator[str]:
    """All pages by a published ranking, ties by address."""
    found = ranking(mined.graph, name, iterations)
    order = (-found.score.round(9)).argsort(kind="stable")[:most].tolist()
    numbers = (found.score, found.hub, found.authority)
    rows = [(*(float(one[page]) for one in numbers), mined.graph.urls[page]) for page in order]
    if as_json:
        names = ("score", "hub", "authority", "url")
        pages = [dict(zip(names, (*(round(n, 6) for n in row[:3]), row[3]))) for row in rows]
        return iter([_json({"ranking": name, "pages": pages})])
    return _lines(rows)


def _links(mined: Mined, most: int | None, as_json: bool) -> Iterator[str]:
    links = mined.structure.links[:most]
    if as_json:
        told = [{**link._asdict(), "entropy": round(link.entropy, 6)} for link in links]
        return iter([_json({"links": told})])
    return _lines((link.source, link.target, link.entropy, link.anchor) for link in links)


def _lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """One line a row, cells between tabs; numbers have six digits."""
    for row in rows:
        cells = (f"{cell:.6g}" if isinstance(cell, float) else str(cell) for cell in row)
        yield "\t".join(" ".join(cell.split()) for cell in cells) + "\n"


def _json(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _show(mined: Mined, most: int | None) -> None:
    """A table for people, with the numbers that the hub value rests on."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    evidence = mined.structure.evidence
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("hub", "articles", *(("links", "words") if evidence else ())):
        table.add_column(head, justify="right")
    table.add_column("table of contents", overflow="fold")
    for page in mined.toc[:most]:
        numbers = [f"{page.hub:.3f}", str(page.articles)]
        if evidence:
            numbers += [str(number) for number in evidence[page.url][:2]]
        table.add_row(*numbers, Text(page.url))
    Console().print(table)


def _counts(mined: Mined) -> str:
    """How many pages of each kind there are, and what the informative structure keeps."""
    structure = mined.structure
    joined = {end for link in structure.links for end in (link.source, link.target)}
    kinds = (
        f"{len(structure.toc):,} tables of contents, {len(structure.articles):,} articles, "
        f"{len(structure.other):,} other pages"
    )
    pages = len(joined) / max(len(mined), 1)
    links = len(structure.links) / max(len(mined.graph), 1)
    return f"{kinds}; {pages:.1%} of the pages and {links:.1%} of the links are informative"
