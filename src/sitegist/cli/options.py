"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, TypeVar

import click

from sitegist.methods import METHODS
from sitegist.methods.features import FEATURES
from sitegist.outputs import FORMATS
from sitegist.page import SEGMENTERS
from sitegist.page.links import resolve

F = TypeVar("F", bound=Callable[..., Any])

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)([smhd]?)")
_SHIFTS = {"": 0, "K": 10, "M": 20, "G": 30}
_SIZE = re.compile(r"(\d{1,15})([KMGkmg]?)")


class Duration(click.ParamType[float]):
    """Seconds, or a number with its unit: 90, 5m, 2h, 1d."""

    name = "duration"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number of seconds."""
        if isinstance(value, float):
            return value
        found = _DURATION.fullmatch(str(value))
        if found is None:
            self.fail(f"{value!r} is no duration; write 90, 90s, 5m, 2h or 1d", param, ctx)
        return float(found[1]) * _SECONDS[found[2]]


class Size(click.ParamType[int]):
    """Bytes, or a number with its unit: 500K, 64M, 2G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        if isinstance(value, int):
            return value
        found = _SIZE.fullmatch(str(value))
        if found is None or not int(found[1]):
            self.fail(f"{value!r} is no size; write 1000000, 500K, 64M or 2G", param, ctx)
        return int(found[1]) << _SHIFTS[found[2].upper()]


class Address(click.ParamType[str]):
    """The address of a page, with http:// or https://."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address as it was written."""
        found = resolve(str(value).strip(), None)
        if found is None or not found.startswith(("http://", "https://")):
            self.fail(f"{value!r} is no address; write https://example.org/page", param, ctx)
        return str(value).strip()


def one_judge(profile: str | None, *chosen: object) -> None:
    """A profile brings a method of its own."""
    if profile is not None and any(chosen):
        raise click.UsageError(
            "--profile brings its own method; drop --method, --segmenter, --feature and --model"
        )


def together(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Several decorators as one."""

    def decorate(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def _shorthand(flag: str, form: str) -> Callable[[F], F]:
    return click.option(
        flag, "form", flag_value=form, help=f"The same as --format {form}.", show_default=False
    )


format_options = together(
    click.option(
        "-f", "--format", "form", type=click.Choice(list(FORMATS)), default="text",
        show_default=True, help="What to write.",
    ),
    _shorthand("--json", "json"),
    _shorthand("--markdown", "markdown"),
    _shorthand("--html", "html"),
    _shorthand("--xmltei", "tei"),
)  # fmt: skip

method_options = together(
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


@contextmanager
def writing(output: str | None) -> Iterator[IO[str]]:
    """A file that is there as a whole or not at all; without a name, standard output."""
    try:
        with click.open_file(output or "-", "w", encoding="utf-8", atomic=bool(output)) as file:
            yield file
    except OSError as error:
        if "__atomic-write" in str(error.filename):  # a name that nobody gave
            error.filename = output
        raise
