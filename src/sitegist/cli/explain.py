"""sitegist explain"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from sitegist.cli.options import Address, method_options, one_judge
from sitegist.cli.pages import page_of, read_page
from sitegist.extraction import Extraction
from sitegist.methods import Method
from sitegist.pipeline import choose_method, default_method
from sitegist.profile import load
from sitegist.store import open_mined

if TYPE_CHECKING:
    from rich.console import Console

# A terminal shows this much of a block's text.
_SHOWN = 300


@click.command()
@click.argument("page", metavar="PAGE")
@method_options
@click.option("--profile", type=click.Path(), help="What the page's site has taught.")
@click.option("--site", type=click.Path(), help="The mined folder of its site.")
@click.option("--url", type=Address(), help="The page's address.")
@click.option("--json", "as_json", is_flag=True, help="All numbers, as JSON.")
def command(
    page: str,
    method: str | None,
    segmenter: str | None,
    features: tuple[str, ...],
    model: str | None,
    profile: str | None,
    site: str | None,
    url: str | None,
    as_json: bool,
) -> None:
    """Say of every block of a page why it stays or goes, in reading order.

    \b
    Examples:
      sitegist explain page.html
      sitegist explain --profile mined/site.gist https://example.org/new
      sitegist explain --site mined/ --method style-tree https://example.org/2024/story
      sitegist explain --json page.html
    """
    one_judge(profile, method, segmenter, features, model)
    is_asked = any((method, segmenter, features, model))
    asked = choose_method(method, segmenter, features, model) if is_asked else None
    found = _judge(page, url, asked, profile, site)
    if as_json:
        click.echo(json.dumps(as_dict(found), ensure_ascii=False, indent=2))
        return
    show(found)


def _judge(
    name: str, url: str | None, asked: Method | None, profile: str | None, site: str | None
) -> Extraction:
    """By the method that was asked for, or what the profile or the site has, or the default."""
    if profile is not None:
        if site is not None:
            raise click.UsageError("give --profile or --site, not both")
        page, known = read_page(name, url), load(profile)
        click.echo(f"sitegist: the profile fits this page to {known.fit(page):.0%}", err=True)
        return known.extract(page)
    if site is not None:
        mined = open_mined(site)
        method = asked.fit(mined.site) if asked else mined.method
        return method.extract(page_of(mined, name, url))
    return (asked or default_method()).extract(read_page(name, url))


def as_dict(found: Extraction) -> dict[str, Any]:
    """The verdicts and all numbers behind them."""
    return {
        "url": found.page.url,
        "method": found.method.name,
        "segmenter": found.blocks.segmenter,
        "confidence": round(found.confidence, 6),
        "blocks": [
            {
                "text": verdict.block.text,
                "path": verdict.block.path,
                "kept": verdict.kept,
                "score": round(verdict.score, 6),
                "reason": verdict.reason,
                "words": int(found.blocks.words[index]),
                "linked_words": int(found.blocks.linked_words[index]),
                **{key: round(float(values[index]), 6) for key, values in found.evidence.items()},
            }
            for index, verdict in enumerate(found)
        ],
    }


def show(found: Extraction, console: Console | None = None) -> None:
    """Print the blocks, coloured on a terminal: what stays in green, what goes dimmed."""
    from rich.console import Console
    from rich.text import Text

    console = console or Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    for verdict in found:
        text = " ".join(verdict.block.text.split())
        if not text:
            continue
        shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        mark, style = ("+", "bold green") if verdict.kept else ("-", "dim")
        console.print(Text(f"{mark} {shown}", style))
        because = Text(f"    {verdict.reason}  ", "cyan" if verdict.kept else "dim")
        console.print(because.append(verdict.block.path, "dim blue"))
    kept = int(found.blocks.words[found.kept].sum())
    total = int(found.blocks.words.sum())
    console.print(
        f"{found.method.name}: {kept:,} of {total:,} words stay; confidence {found.confidence:.2f}"
    )
