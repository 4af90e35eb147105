"""A function over many items on the cores of one machine."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

In = TypeVar("In")
Out = TypeVar("Out")


def in_order(
    function: Callable[[In], Out], items: Iterable[In], processes: int = 1
) -> Iterator[Out]:
    """``map(function, items)``, by several processes, the results in the order of the items.

    Only a few items per process are under way at once, so a source may be endless.
    """
    if processes == 1:
        yield from map(function, items)
        return
    waiting: deque[Future[Out]] = deque()
    # spawned, not forked: a fork of a process with threads may hang
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) >= 4 * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
