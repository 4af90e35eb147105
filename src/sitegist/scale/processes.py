"""A function over many items on the cores of one machine."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

In = TypeVar("In")
Out = TypeVar("Out")

# What a worker process was given when it started; nothing else uses it.
_worker: list[Callable[[Any], Any]] = []


def in_order(
    function: Callable[[In], Out], items: Iterable[In], processes: int = 1
) -> Iterator[Out]:
    """``map(function, items)``, by several processes, the results in the order of the items.

    Each process is sent the function, with what it carries, once. Only a few items per process
    are under way at a time, so a source may be endless.
    """
    if processes <= 1:
        yield from map(function, items)
        return
    waiting: deque[Future[Out]] = deque()
    # spawned, not forked: a fork of a process with threads may hang
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, _start, (function,)) as pool:
        try:
            for item in items:
                with _interrupts_held():
                    waiting.append(pool.submit(_call, item))
                if len(waiting) >= 4 * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile never get Ctrl-C: it is their parent's to end them."""
    if sys.platform == "win32":  # has no masks
        yield
        return
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _start(function: Callable[[Any], Any]) -> None:
    _worker.append(function)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def _call(item: Any) -> Any:
    return _worker[0](item)
