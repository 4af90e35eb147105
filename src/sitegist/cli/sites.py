"""A mined site for commands that are built on one: mined before, or now."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from sitegist import sources
from sitegist.cli.progress import track
from sitegist.errors import OptionError
from sitegist.mined import Mined
from sitegist.mining import mine
from sitegist.sources.web import is_url
from sitegist.store import open_mined


class Opened(NamedTuple):
    """A mined site."""

    mined: Mined
    failed: int
    """How many documents of the source could not be used."""


def mined_site(source: tuple[str, ...], base: str | None = None, parallel: int = 1) -> Opened:
    """What ``mine`` wrote into a folder, or a source mined now; problems go to standard error."""
    if len(source) == 1 and (Path(source[0]) / "site.db").is_file():
        return Opened(open_mined(source[0]), 0)
    if address := next(filter(is_url, source), None):
        raise OptionError(f"mine the site first: sitegist mine {address} -o DIR")
    opened = sources.open(source, base=base, as_site=True)
    mined = mine(opened, processes=parallel, track=track)
    for problem in opened.problems:
        click.echo(f"sitegist: {problem.name}: {problem.reason}", err=True)
    if 2 * sum(is_url(entry.url) for entry in mined.site.entries) < len(mined):
        click.echo(
            "sitegist: most pages have no address, so their links lead nowhere; --base URL says"
            " where the pages belong",
            err=True,
        )
    return Opened(mined, opened.skipped)
