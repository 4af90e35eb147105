"""sitegist extract"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple, TextIO

import click

from sitegist import sources
from sitegist.cli.exits import NO_INPUT, OK, SOME_FAILED
from sitegist.cli.options import (
    Address,
    format_options,
    method_options,
    one_judge,
    output_option,
    parallel_option,
)
from sitegist.cli.progress import track
from sitegist.errors import InputError
from sitegist.methods import Method
from sitegist.page import MAX_BYTES
from sitegist.pipeline import choose_method, extract
from sitegist.profile import Profile, load
from sitegist.scale import in_order
from sitegist.sources import Document, Source
from sitegist.sources.places import fixed_part

# File systems allow 255 bytes; a character of a name may take four.
_LONGEST_NAME = 60
SUFFIXES = {"text": ".txt", "markdown": ".md", "json": ".json", "html": ".html", "tei": ".xml"}


class Written(NamedTuple):
    """One page in the chosen format, or why there is none."""

    name: str
    url: str | None
    content: str
    problem: str | None = None
    needs_render: bool = False
    fit: float | None = None
    """How well the profile fits, if there is one."""


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@format_options
@method_options
@click.option("--profile", type=click.Path(), help="What the pages' site has taught.")
@click.option(
    "--url", type=Address(), help="The page's address, for links; for a single page that has none."
)
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, metavar="N",
    help="Skip larger pages.",
)  # fmt: skip
@output_option
@parallel_option
def command(
    pages: tuple[str, ...],
    form: str,
    method: str | None,
    segmenter: str | None,
    features: tuple[str, ...],
    model: str | None,
    profile: str | None,
    url: str | None,
    max_bytes: int,
    output: str | None,
    parallel: int,
) -> None:
    """Extract the informative part of pages.

    PAGE is a file, a pattern, a folder, a URL, or - for standard input. One page is written as
    it is; many are written as JSON Lines, or with -o FOLDER/ as one file each.

    \b
    Examples:
      sitegist extract page.html
      sitegist extract --markdown https://example.org/
      curl -s https://example.org/ | sitegist extract --url https://example.org/ -
      sitegist extract --json --parallel 2 'pages/**/*.html' -o pages.jsonl
      sitegist extract --feature image page.html --html -o images.html
      sitegist extract pages/ --markdown -o texts/
      sitegist extract --profile mined/site.gist new.html
    """
    one_judge(profile, method, segmenter, features, model)
    if url is not None and (len(pages) > 1 or os.path.isdir(pages[0])):
        raise click.UsageError("--url is the address of a single page")
    source = sources.open(pages, url, max_bytes=max_bytes)
    known = load(profile) if profile is not None else None
    chosen = known.method if known else choose_method(method, segmenter, features, model)
    work = partial(write, form=form, method=chosen, profile=known, max_bytes=max_bytes)
    results = in_order(work, track(source, "extracting"), parallel)
    done = deliver(_usable(results, source), form, output, _shared_folder(pages))
    for problem in source.problems:
        click.echo(f"sitegist: {problem.name}: {problem.reason}", err=True)
    if source.skipped > len(source.problems):
        more = source.skipped - len(source.problems)
        click.echo(f"sitegist: and {more:,} more that could not be used", err=True)
    if not done and not source.problems:
        click.echo("sitegist: no pages found", err=True)
    failed = SOME_FAILED if done else NO_INPUT
    click.get_current_context().exit(OK if done and not source.problems else failed)


def write(
    document: Document, form: str, method: Method, profile: Profile | None, max_bytes: int
) -> Written:
    """One page in the chosen format; this runs in the worker processes."""
    name, url = document.name, document.url
    try:
        found = extract(
            document.data, url, document.content_type, method=method, max_bytes=max_bytes
        )
    except InputError as error:
        return Written(name, url, "", str(error))
    fit = round(profile.fit(found.page), 6) if profile else None
    content = found.render(form)
    if fit is not None and form == "json":
        content = f'{{"fit":{fit},{content[1:]}'
    return Written(name, url, content, None, found.page.needs_render, fit)


def _usable(results: Iterable[Written], source: Source) -> Iterator[Written]:
    """The pages that could be written; the others become problems of their source."""
    for page in results:
        if page.problem is not None:
            source.skip(page.name, page.problem)
            continue
        if page.needs_render:
            click.echo(f"sitegist: {page.name}: its text only a browser can produce", err=True)
        if page.fit is not None:
            click.echo(f"sitegist: {page.name}: the profile fits to {page.fit:.0%}", err=True)
        yield page


def deliver(pages: Iterator[Written], form: str, output: str | None, shared: str) -> int:
    """Write all pages and return how many there were; ``shared`` is the folder they come from."""
    if output is not None and (output.endswith(("/", os.sep)) or os.path.isdir(output)):
        files = _Files(Path(output), SUFFIXES[form], shared)
        return sum(1 for page in pages if files.write(page))
    first_two = list(islice(pages, 2))
    written = 0
    with _opened(output) as file:
        for page in chain(first_two, pages):
            alone = len(first_two) == 1
            file.write(page.content.rstrip("\n") if alone else _as_line(page, form))
            file.write("\n")
            written += 1
    return written


def _opened(output: str | None) -> AbstractContextManager[TextIO]:
    """A file to write, or standard output."""
    return (
        nullcontext(sys.stdout)
        if output is None or output == "-"
        else open(output, "w", encoding="utf-8")
    )


def _as_line(page: Written, form: str) -> str:
    """A page as one line of JSON Lines."""
    if form == "json":
        return f'{{"source": {json.dumps(page.name, ensure_ascii=False)}, {page.content[1:]}'
    fit = {} if page.fit is None else {"fit": page.fit}
    record = {"source": page.name, "url": page.url, **fit, form: page.content}
    return json.dumps(record, ensure_ascii=False)


def _shared_folder(names: Iterable[str]) -> str:
    """The folder that all files, patterns and folders of the command line have in common."""
    starts = (fixed_part(name) for name in names if name != "-" and not _is_url(name))
    folders = [start if os.path.isdir(start) else os.path.dirname(start) for start in starts]
    return os.path.commonpath(list(map(os.path.abspath, folders))) if folders else ""


def _is_url(name: str) -> bool:
    return "://" in name


class _Files:
    """Pages as files in a folder, each named after its page's place below a shared folder."""

    def __init__(self, folder: Path, suffix: str, shared: str) -> None:
        self._folder = folder
        self._suffix = suffix
        self._shared = shared
        self._taken: set[Path] = set()
        self._alike: defaultdict[Path, int] = defaultdict(lambda: 1)

    def write(self, page: Written) -> bool:
        """Write a page; two pages never share a file."""
        file = self._file(page.name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page.content.rstrip("\n") + "\n", encoding="utf-8")
        return True

    def _file(self, name: str) -> Path:
        """A file inside the folder, whatever the name is."""
        if not _is_url(name):
            name = os.path.relpath(name, self._shared or None)
        parts = [part for part in Path(name).parts if part not in ("..", ".", os.sep)]
        safe = [re.sub(r"[^\w.,=+@~ -]", "_", part)[-_LONGEST_NAME:] for part in parts] or ["page"]
        begin = self._folder.joinpath(*safe)
        file = begin.with_name(begin.name + self._suffix)
        while file in self._taken:
            self._alike[begin] += 1
            file = begin.with_name(f"{begin.name}-{self._alike[begin]}{self._suffix}")
        self._taken.add(file)
        return file
