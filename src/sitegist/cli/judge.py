"""sitegist judge"""

from __future__ import annotations

import json
from pathlib import Path

import click

from sitegist.cli.exits import NO_INPUT, OK, SOME_FAILED
from sitegist.cli.options import output_option, parallel_option
from sitegist.errors import InputError
from sitegist.judge import peers, report, structure, structure_report, yardstick
from sitegist.judge.contenders import Contender, our_contenders, peer_contenders, runnable
from sitegist.judge.report import Table
from sitegist.judge.run import Judged, Options, Row, judge, mean_rows

_PEERS = ", ".join(peers.NAMES)


@click.command()
@click.argument("data", nargs=-1, required=True, metavar="DATA...")
@click.option(
    "--methods", "ours", default="default", show_default=True, metavar="NAMES",
    help="Ours: all, none, or a comma list of NAME, NAME+labels or NAME:SEGMENTER.",
)  # fmt: skip
@click.option(
    "--peers", "theirs", default="none", show_default=True, metavar="NAMES",
    help=f"Others: all, none, or a comma list of {_PEERS}.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(0), metavar="N",
    help="Pages to score in each data set; 0 is all.  [default: 40 of a site, all single pages]",
)  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="Another seed, another sample.")
@click.option("--json", "form", flag_value="json", help="Write JSON.")
@click.option("--markdown", "form", flag_value="markdown", help="Write Markdown tables.")
@click.option(
    "--kinds/--no-kinds", default=True, show_default=True,
    help="Count index pages and articles of one template apart, as `mine` does.",
)  # fmt: skip
@click.option(
    "--one-cluster", is_flag=True, help="Take a site for one page cluster, as the papers do."
)  # fmt: skip
@click.option("--per-page", is_flag=True, help="With --json, the figures of each page too.")
@click.option(
    "--yardstick", "by_classes", is_flag=True,
    help="Cluster and classify the cleaned pages instead (004); needs the extra 'learn'.",
)  # fmt: skip
@click.option(
    "--runs", type=click.IntRange(1), default=yardstick.RUNS, show_default=True, metavar="N",
    help="Clusterings of the yardstick.",
)  # fmt: skip
@click.option(
    "--structure", "by_structure", is_flag=True,
    help="Judge the page kinds instead: rankings of index pages, verdicts on all (003).",
)  # fmt: skip
@output_option
@parallel_option
def command(
    data: tuple[str, ...],
    ours: str,
    theirs: str,
    sample: int | None,
    seed: int,
    form: str | None,
    kinds: bool,
    one_cluster: bool,
    per_page: bool,
    by_classes: bool,
    runs: int,
    by_structure: bool,
    output: str | None,
    parallel: int,
) -> None:
    """Judge our methods and the peers, side by side, on data with gold.

    DATA is a site (a folder or NAME.tar.xz with gold.jsonl and html/), a WCXB folder or a folder
    of Scrapinghub's article benchmark. Methods learn from whole sites; only the pages of the
    sample are scored.

    \b
    Examples:
      sitegist judge sites/*.tar.xz --methods all --json -o judged.json
      sitegist judge wcxb-dev/ --peers all --markdown
      sitegist judge site/ --methods k-feature-extractor:leaves --peers trafilatura
      sitegist judge demo-site/ --yardstick --peers all-text,trafilatura
      sitegist judge sites/*.tar.xz --structure --json
    """
    if by_structure:
        code = _structure(data, parallel, form, output)
        click.get_current_context().exit(code)
    able, notes = runnable(our_contenders(ours) + peer_contenders(theirs))
    for note in notes:
        click.echo(f"sitegist: {note}", err=True)
    contenders = tuple(able)
    if not contenders:
        raise click.UsageError("nobody to judge: give --methods or --peers")
    if by_classes:
        code = _yardstick(data, contenders, runs, seed, form, output)
    else:
        options = Options(contenders, sample, seed, per_page, kinds, not one_cluster)
        code = _judge(data, options, parallel, form, output)
    click.get_current_context().exit(code)


def _judge(
    data: tuple[str, ...], options: Options, parallel: int, form: str | None, output: str | None
) -> int:
    rows: list[Row] = []
    failed = 0
    for place, judged in enumerate(judge(data, options, parallel), 1):
        rows.extend(judged.rows)
        failed += judged.problem is not None
        _progress(judged, place, len(data))
    if not rows:
        click.echo("sitegist: nothing could be judged", err=True)
        return NO_INPUT
    if form == "json":
        _write(_json([*rows, *mean_rows(rows)]), output)
    elif form == "markdown":
        _write(report.markdown(rows), output)
    else:
        _show(report.tables(rows), output, report.NOTE)
    return SOME_FAILED if failed else OK


def _yardstick(
    data: tuple[str, ...],
    contenders: tuple[Contender, ...],
    runs: int,
    seed: int,
    form: str | None,
    output: str | None,
) -> int:
    rows: list[Row] = []
    failed = 0
    for place, name in enumerate(data, 1):
        try:
            found, notes = yardstick.measure(name, contenders, runs, seed)
        except InputError as error:
            found, notes = [], [str(error)]
            failed += 1
        rows.extend(found)
        for note in notes:
            click.echo(f"sitegist: {note}", err=True)
        click.echo(f"measured {place} of {len(data)}: {name}", err=True)
    if not rows:
        return NO_INPUT
    if form == "json":
        _write(_json(rows), output)
    elif form == "markdown":
        _write("\n\n".join(map(report.as_markdown, yardstick.tables(rows))) + "\n", output)
    else:
        _show(list(yardstick.tables(rows)), output, yardstick.NOTE)
    return SOME_FAILED if failed else OK


def _structure(data: tuple[str, ...], parallel: int, form: str | None, output: str | None) -> int:
    rows: list[Row] = []
    failed = 0
    for place, judged in enumerate(structure.judge_structures(data, parallel), 1):
        rows.extend(judged.rows)
        failed += judged.problem is not None
        _tell(judged)
        done = f"judged {place} of {len(data)}: {judged.name}, {judged.seconds:.0f} s"
        click.echo(done, err=True)
    if not rows:
        click.echo("sitegist: nothing could be judged", err=True)
        return NO_INPUT
    if form == "json":
        _write(_json([*rows, *structure.mean_rows(rows)]), output)
    elif form == "markdown":
        _write(structure_report.markdown(rows), output)
    else:
        _show(structure_report.tables(rows), output, structure_report.NOTE)
    return SOME_FAILED if failed else OK


def _progress(judged: Judged, place: int, count: int) -> None:
    """One line for a data set, and one for everything that did not go as asked."""
    _tell(judged)
    pages = judged.rows[0]["pages"] if judged.rows else 0
    click.echo(
        f"judged {place} of {count}: {judged.name}, {pages} pages, {len(judged.rows)} contenders,"
        f" {judged.seconds:.0f} s",
        err=True,
    )


def _tell(judged: Judged) -> None:
    """Everything that did not go as asked."""
    if judged.problem is not None:
        click.echo(f"sitegist: {judged.problem}", err=True)
    for note in judged.notes:
        click.echo(f"sitegist: {judged.name}: {note}", err=True)


def _json(rows: list[Row]) -> str:
    return json.dumps({"rows": rows}, ensure_ascii=False, indent=1) + "\n"


def _write(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8")


def _show(tables: list[Table], output: str | None, note: str) -> None:
    """Tables on the terminal, or as text in a file."""
    from contextlib import nullcontext

    from rich.console import Console

    target = open(output, "w", encoding="utf-8") if output else nullcontext()  # noqa: SIM115
    with target as file:
        console = Console(file=file, width=200 if file else None)
        for table in tables:
            report.show_table(table, console)
        console.print(note, style="dim")
