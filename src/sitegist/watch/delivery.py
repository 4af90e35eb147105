"""Where the lines go, each exactly once as far as that is possible."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Protocol

from sitegist.watch.state import State


class Sink(Protocol):
    """Takes lines."""

    def has(self, lines: set[bytes]) -> set[bytes]:
        """Those of some lines that it has taken already, whole."""

    def take(self, line: bytes) -> None:
        """Put a line where it does not get lost."""


class ToStream:
    """A stream, which cannot be asked what it has taken.

    A process killed between the writing of a line and its being noted writes that line again, with
    the same number.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def has(self, lines: set[bytes]) -> set[bytes]:
        """Nothing that it can tell."""
        return set()

    def take(self, line: bytes) -> None:
        """Write a line and flush."""
        self._stream.write(line)
        self._stream.flush()


class ToFile:
    """A file: what it holds tells which lines were written before the process was killed."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)

    def has(self, lines: set[bytes]) -> set[bytes]:
        """The lines that stand in the file; the torn beginning of one is taken away."""
        if not lines or not self._path.is_file():
            return set()
        last = b""
        with self._path.open("rb") as file:
            found = set()
            for last in file:
                if last in lines:
                    found.add(last)
        if last and not last.endswith(b"\n") and any(line.startswith(last) for line in lines):
            os.ftruncate(self._file, os.fstat(self._file).st_size - len(last))
        return found

    def take(self, line: bytes) -> None:
        """Append a line and see that it is on the disk."""
        end = os.fstat(self._file).st_size
        if end and os.pread(self._file, 1, end - 1) != b"\n":
            line = b"\n" + line  # somebody else's last line has no end
        while line:
            line = line[os.write(self._file, line) :]
        with suppress(OSError):  # a pipe has no disk
            os.fsync(self._file)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def recover(state: State, sink: Sink) -> None:
    """After a start: note which lines of the journal were written, and write the others."""
    waiting = dict(state.undelivered())
    there = sink.has(set(waiting.values()))
    for number, line in waiting.items():
        if line in there:
            state.delivered(number)
    deliver(state, sink)


def deliver(state: State, sink: Sink) -> None:
    """Write the lines of the journal."""
    for number, line in state.undelivered():
        sink.take(line)
        state.delivered(number)
