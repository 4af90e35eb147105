"""Exit codes, as docs/errors.md lists them."""

from __future__ import annotations

from sitegist.errors import InputError, MissingExtra, OptionError

OK = 0
SOME_FAILED = 1
USAGE = 2
NO_INPUT = 3
MISSING_EXTRA = 4
NO_OUTPUT = 5
INTERRUPTED = 130

EXITS = {
    OK: "everything was done",
    SOME_FAILED: "some pages could not be used and were skipped; the others are there",
    USAGE: "an option or argument is wrong",
    NO_INPUT: "no input could be used",
    MISSING_EXTRA: "an optional dependency is missing; the message says how to install it",
    NO_OUTPUT: "the output could not be written",
    INTERRUPTED: "interrupted (Ctrl-C)",
}


def exit_code(error: Exception) -> int:
    """The exit code for an error that ended the command."""
    if isinstance(error, OptionError):
        return USAGE
    if isinstance(error, InputError):
        return NO_INPUT
    if isinstance(error, MissingExtra):
        return MISSING_EXTRA
    return NO_OUTPUT
