"""What the checkers of others say of a WARC."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from warcio.checker import Checker


def records(path: Path) -> list[tuple[str, str]]:
    """Type and address of each record; the file has to be whole."""
    with path.open("rb") as file:
        return [
            (str(record.headers["WARC-Type"]), str(record.headers.get("WARC-Target-URI")))
            for record in ArchiveIterator(file, WarcRecordType.any_type, verify_digests=True)
        ]


def is_sound(path: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """What `warcio check` says."""
    checker = Checker(type("Command", (), {"inputs": [str(path)], "verbose": False})())
    checker.process_all()
    capsys.readouterr()
    return not checker.exit_value
