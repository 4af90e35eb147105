"""sitegist profile"""

from __future__ import annotations

import json

import click

from sitegist.profile import load


@click.command()
@click.argument("file", metavar="FILE", type=click.Path())
@click.option("--keep", multiple=True, metavar="PATH", help="Keep all below a style path.")
@click.option("--drop", multiple=True, metavar="PATH", help="Drop all below a style path.")
@click.option("--undo", multiple=True, metavar="PATH", help="Take a correction back.")
@click.option(
    "-o", "--output", type=click.Path(), help="Where the corrected profile goes.  [default: FILE]"
)
@click.option("--json", "as_json", is_flag=True, help="Everything that was learned, as JSON.")
def command(
    file: str,
    keep: tuple[str, ...],
    drop: tuple[str, ...],
    undo: tuple[str, ...],
    output: str | None,
    as_json: bool,
) -> None:
    """Print what was learned of a site, and correct it by hand.

    A style path is written as the profile prints it: html > body.single > main.content

    \b
    Examples:
      sitegist profile mined/site.gist
      sitegist profile mined/site.gist --drop 'html > body.single > div.comments'
    """
    profile = load(file)
    corrections = [(path, True) for path in keep] + [(path, False) for path in drop]
    for path, verdict in [*corrections, *((path, None) for path in dict.fromkeys(undo))]:
        profile = profile.corrected(path, verdict)
    if corrections or undo:
        profile.save(output or file)
    if as_json:
        learned = profile.method.learned()
        told = {**profile.about, "method": profile.method.name, **learned}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        click.echo(profile.describe())
