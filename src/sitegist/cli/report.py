"""sitegist report"""

from __future__ import annotations

import re

import click

from sitegist.app import report_of
from sitegist.cli.options import writing

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmg]?)b?", re.IGNORECASE)
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def size(written: str) -> int:
    """A number of bytes.

    >>> size("900"), size("500K"), size("2.5MB")
    (900, 500000, 2500000)
    """
    found = _SIZE.fullmatch(written.strip())
    if found is None:
        raise click.BadParameter(f"{written!r} is no size; write 500K or 2.5MB")
    return int(float(found[1]) * _UNITS[found[2].lower()])


@click.command()
@click.argument("mined", metavar="DIR", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    help="The file to write.  [default: standard output]",
)
@click.option(
    "--pages", type=click.IntRange(0, 100), default=6, show_default=True, metavar="N",
    help="So many sample pages.",
)  # fmt: skip
@click.option(
    "--max-size", type=size, default="10MB", show_default=True, metavar="SIZE",
    help="No larger than this; what does not fit is left out.",
)  # fmt: skip
def command(mined: str, output: str | None, pages: int, max_size: int) -> None:
    """Write a report of a site, in one file that can be sent to someone.

    DIR is what 'sitegist mine' wrote. The report shows the site at a glance, its map, and sample
    pages with the verdicts on their blocks. It loads nothing from anywhere. The same folder gives
    the same report, byte for byte.

    \b
    Examples:
      sitegist report mined -o report.html
      sitegist report mined --pages 12 --max-size 25MB -o report.html
      sitegist report mined --pages 0 -o map.html
    """
    text = report_of(mined, pages=pages, most_bytes=max_size)
    with writing(output) as file:
        file.write(text)
