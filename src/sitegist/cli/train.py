"""sitegist train"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from sitegist.cli.exits import NO_INPUT, OK, SOME_FAILED
from sitegist.cli.progress import track
from sitegist.errors import InputError, MissingExtra
from sitegist.judge.datasets import DataSet, choose, load
from sitegist.methods.l_extractor import LExtractor
from sitegist.methods.l_training import (
    FOLDS,
    Example,
    Tally,
    cross_validate,
    example,
    learning_curve,
    train,
)
from sitegist.page import MAX_BYTES, read, segment

if TYPE_CHECKING:
    from rich.table import Table

# So many pages of each site: one with thousands would drown the others.
SAMPLE = 100


@click.command()
@click.argument("data", nargs=-1, required=True, metavar="DATA...")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="MODEL",
    help="Where the model goes; without it nothing is written.",
)  # fmt: skip
@click.option(
    "-s", "--segmenter", type=click.Choice(LExtractor.segmenters),
    default=LExtractor.segmenters[0], show_default=True, help="What a block is.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(0), default=SAMPLE, show_default=True, metavar="N",
    help="Pages of each site; 0 is all.",
)  # fmt: skip
@click.option(
    "--folds", type=click.IntRange(2), default=FOLDS, show_default=True, metavar="N",
    help="Parts of the cross-validation.",
)  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="Another seed, another sample.")
@click.option("--curve", is_flag=True, help="The accuracy over growing numbers of pages, too.")
def command(
    data: tuple[str, ...],
    output: str | None,
    segmenter: str,
    sample: int,
    folds: int,
    seed: int,
    curve: bool,
) -> None:
    """Train L-Extractor on pages with gold text.

    DATA is a site (a folder or NAME.tar.xz with gold.jsonl and html/), a WCXB folder or a folder
    of Scrapinghub's article benchmark. The cross-validation holds out whole sites if there are
    several, and whole pages otherwise. What is counted are blocks with words. Needs the extra
    'learn'; the model does not.

    \b
    Examples:
      sitegist train site.tar.xz -o model.json
      sitegist train sites/*.tar.xz --curve -o model.json
      sitegist train wcxb-dev/ --segmenter leaves --sample 0 -o model.json
    """
    _require()
    problems: list[str] = []
    pages = track(_examples(data, segmenter, sample, seed, problems), "reading")
    examples = list(pages)
    for problem in problems:
        click.echo(f"sitegist: {problem}", err=True)
    if not examples:
        click.echo("sitegist: no pages with gold text found", err=True)
        click.get_current_context().exit(NO_INPUT)
    found = cross_validate(examples, folds, seed)
    model = train(examples, segmenter, found)
    if output is not None:
        model.save(output)
    _show(_folds(found, len(examples)))
    if curve:
        _show(_curve(learning_curve(examples, folds, seed)))
    click.get_current_context().exit(SOME_FAILED if problems else OK)


def _require() -> None:
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise MissingExtra("scikit-learn", "learn") from None


def _examples(
    data: Iterable[str], segmenter: str, sample: int, seed: int, problems: list[str]
) -> Iterator[Example]:
    """What the pages of all data sets teach; what cannot be used is named in ``problems``."""
    for place in data:
        try:
            found = load(place)
        except InputError as error:
            problems.append(str(error))
            continue
        yield from _of_data_set(found, segmenter, sample, seed, problems)


def _of_data_set(
    data: DataSet, segmenter: str, sample: int, seed: int, problems: list[str]
) -> Iterator[Example]:
    """Pages with one gold text count once, or a fold would judge pages that another has learned."""
    by_text = {page.text: page for page in reversed(data.pages) if page.text}
    unlike = sorted(by_text.values(), key=lambda page: page.name)
    for gold in choose(unlike, sample, seed):
        try:
            blocks = segment(read(gold.data, gold.url, max_bytes=MAX_BYTES), segmenter)
        except InputError as error:
            problems.append(f"{data.name}: {gold.name}: {error}")
            continue
        # single pages are each of their own site
        site = data.name if data.is_site else urlsplit(gold.url or "").netloc or gold.name
        yield example(blocks, gold.text or "", site, gold.name)


def _show(table: Table) -> None:
    from rich.console import Console

    Console().print(table)


def _table(title: str, first: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None)
    table.add_column(first)
    for name in ("blocks", "accuracy", "(all alike)", "precision", "recall", "F"):
        table.add_column(name, justify="right")
    return table


def _row(name: str, tally: Tally) -> tuple[str, ...]:
    rates = (tally.accuracy, tally.baseline, tally.precision, tally.recall, tally.f)
    return (name, f"{tally.blocks:,}", *(f"{rate:.3f}" for rate in rates))


def _folds(found: list[Tally], pages: int) -> Table:
    if not found:
        return _table(f"{pages} page: too few for a cross-validation", "held out")
    table = _table(f"{pages} pages, {len(found)} folds", "held out")
    for tally in found:
        table.add_row(*_row(tally.held_out, tally))
    table.add_row(*_row("all", Tally.total(found)), style="bold")
    return table


def _curve(points: Iterable[tuple[int, Tally]]) -> Table:
    table = _table("Accuracy over pages learned from", "pages")
    for size, tally in points:
        table.add_row(*_row(f"{size:,}", tally))
    return table
