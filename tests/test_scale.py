"""Work on several processes: the results of one, in the same order."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from sitegist.scale import in_order

both = pytest.mark.parametrize("processes", [1, 2])


def square(number: int) -> int:
    """A function that another process can find."""
    return number * number


def square_of_all_but_three(number: int) -> int:
    """Fails on one of its arguments."""
    if number == 3:
        raise ValueError("not three")
    return square(number)


def process_of(number: int) -> int:
    """Where the work is done; not too fast, so that it is shared."""
    sum(range(20_000 * (1 + number % 3)))
    return os.getpid()


@both
def test_results_keep_the_order_of_the_items(processes: int) -> None:
    """Whichever is done first, the results come out as the items went in."""
    assert list(in_order(square, range(100), processes)) == [n * n for n in range(100)]


@both
def test_nothing_in_nothing_out(processes: int) -> None:
    """No items give no results, and no error."""
    assert list(in_order(square, [], processes)) == []


@both
def test_an_error_comes_through(processes: int) -> None:
    """What was done before it is not lost, and it keeps its type and its text."""
    results = in_order(square_of_all_but_three, range(10), processes)
    assert list(itertools.islice(results, 3)) == [0, 1, 4]
    with pytest.raises(ValueError, match="not three"):
        next(results)
    assert list(results) == []


@both
def test_an_error_of_the_source_comes_through(processes: int) -> None:
    """A source that breaks says so, whatever is under way."""

    def broken() -> Iterator[int]:
        yield 1
        raise OSError("disk gone")

    with pytest.raises(OSError, match="disk gone"):
        list(in_order(square, broken(), processes))


@both
def test_an_endless_source_is_read_as_needed(processes: int) -> None:
    """Only a few items per process are taken ahead of the results; the rest stays unread."""
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        for number in itertools.count():
            taken += 1
            yield number

    results = in_order(square, endless(), processes)
    assert taken == 0
    for number in range(20):
        assert next(results) == number * number
        assert taken <= number + 1 + 4 * processes
    assert isinstance(results, Iterator)
    results.close()  # type: ignore[attr-defined]
    assert taken <= 20 + 4 * processes


def test_one_process_is_this_one() -> None:
    """Without more processes nothing is sent anywhere; with two the work is done elsewhere."""
    assert set(in_order(process_of, range(5))) == {os.getpid()}
    assert os.getpid() not in set(in_order(process_of, range(5), 2))


def test_workers_end_with_their_parent() -> None:
    """After kill -9 of whoever started them they do not wait for work for ever."""
    code = "from tests.test_scale import busy; busy()"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert {int(parent.stdout.readline()) for _ in range(20)} != {parent.pid}
        parent.kill()
        # the pipe ends when the last process that holds it does
        parent.communicate(timeout=60)


def test_an_interrupt_is_for_the_parent_alone() -> None:
    """Ctrl-C goes to all processes of a terminal, and only one of them has something to say."""
    code = "from tests.test_scale import busy; busy()"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        os.killpg(parent.pid, signal.SIGINT)
        _, told = parent.communicate(timeout=60)
    assert told.count(b"Traceback") == 1
    assert b"in busy" in told


def busy() -> None:
    """Tells for ever which processes do the work."""
    for pid in in_order(process_of, itertools.count(), 2):
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
