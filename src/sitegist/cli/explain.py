"""sitegist explain"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from sitegist.cli.options import Address, method_options, one_judge
from sitegist.cli.pages import read_page
from sitegist.extraction import Extraction
from sitegist.methods import Method
from sitegist.pipeline import choose_method
from sitegist.profile import load

if TYPE_CHECKING:
    from rich.console import Console

# A terminal shows this much of a block's text.
_SHOWN = 300


@click.command()
@click.argument("page", metavar="PAGE")
@method_options
@click.option("--profile", type=click.Path(), help="What the page's site has taught.")
@click.option("--url", type=Address(), help="The page's address.")
@click.option("--json", "as_json", is_flag=True, help="All numbers, as JSON.")
def command(
    page: str,
    method: str | None,
    segmenter: str | None,
    features: tuple[str, ...],
    model: str | None,
    profile: str | None,
    url: str | None,
    as_json: bool,
) -> None:
    """Say of every block of a page why it stays or goes, in reading order.

    \b
    Examples:
      sitegist explain page.html
      sitegist explain --profile mined/site.gist https://example.org/new
      sitegist explain --json page.html
    """
    one_judge(profile, method, segmenter, features, model)
    found = _judge(page, choose_method(method, segmenter, features, model), profile, url)
    if as_json:
        click.echo(json.dumps(as_dict(found), ensure_ascii=False, indent=2))
        return
    show(found)


def _judge(name: str, method: Method, profile: str | None, url: str | None) -> Extraction:
    page = read_page(name, url)
    if profile is not None:
        known = load(profile)
        click.echo(f"sitegist: the profile fits this page to {known.fit(page):.0%}", err=True)
        return known.extract(page)
    return method.extract(page)


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
