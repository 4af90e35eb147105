"""Progress on standard error, if somebody is looking."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def track(items: Iterable[T], label: str) -> Iterator[T]:
    """Pass ``items`` on and count them; silent unless standard error is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description} {task.completed:,} pages"),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeElapsedColumn(),
    )
    # what goes into a file or a pipe stays there; on a terminal it is to stand above the bar
    shares = sys.stdout.isatty()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=shares)
    with bar as progress:
        task = progress.add_task(label, total=None, rate=0.0)
        for item in items:
            yield item
            speed = progress.tasks[0].speed or 0.0
            progress.update(task, advance=1, rate=speed)
