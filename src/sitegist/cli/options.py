"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from sitegist.methods import METHODS
from sitegist.methods.features import FEATURES
from sitegist.outputs import FORMATS
from sitegist.page import SEGMENTERS

F = TypeVar("F", bound=Callable[..., Any])


def _together(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def _shorthand(flag: str, form: str) -> Callable[[F], F]:
    return click.option(
        flag, "form", flag_value=form, help=f"The same as --format {form}.", show_default=False
    )


format_options = _together(
    click.option(
        "-f", "--format", "form", type=click.Choice(list(FORMATS)), default="text",
        show_default=True, help="What to write.",
    ),
    _shorthand("--json", "json"),
    _shorthand("--markdown", "markdown"),
    _shorthand("--html", "html"),
    _shorthand("--xmltei", "tei"),
)  # fmt: skip

method_options = _together(
    click.option(
        "-m", "--method", type=click.Choice(list(METHODS)),
        help="Who judges the blocks.  [default: the best that we have]",
    ),
    click.option(
        "-s", "--segmenter", type=click.Choice(list(SEGMENTERS)),
        help="What a block is.  [default: the method's own]",
    ),
    click.option(
        "--feature", "features", multiple=True, type=click.Choice(list(FEATURES)),
        help="What the blocks shall be rich in; may be repeated.  [default: text]",
    ),
    click.option("--model", type=click.Path(), help="What 'sitegist train' wrote for l-extractor."),
)  # fmt: skip

output_option = click.option(
    "-o", "--output", type=click.Path(), help="A file, or a folder with one file per page."
)

parallel_option = click.option(
    "--parallel", type=click.IntRange(1), default=1, show_default=True, metavar="N",
    help="Number of processes.",
)  # fmt: skip
