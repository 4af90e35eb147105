"""The files of a data set: a folder, or a tar archive that is read once and never unpacked."""

from __future__ import annotations

import gzip
import os
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from sitegist.errors import InputError

_GZIP = b"\x1f\x8b"


class Files:
    """The files of a data set by their path in it; gzipped ones without their ``.gz``."""

    def __init__(self, place: str) -> None:
        self.path = Path(place)
        self.name = Path(os.path.abspath(place)).name.split(".tar")[0]
        try:
            self._held = dict(_folder(self.path) if self.path.is_dir() else _archive(self.path))
        except (OSError, EOFError, tarfile.TarError, zlib.error) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"{place}: {reason}") from None

    def __contains__(self, name: object) -> bool:
        return name in self._held

    def __getitem__(self, name: str) -> bytes:
        held = self._held[name]
        try:
            data = held.read_bytes() if isinstance(held, Path) else held
            return gzip.decompress(data) if data[:2] == _GZIP else data
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"{self.path}: {name}: {error}") from None

    def under(self, folder: str, suffix: str = "") -> list[str]:
        """The files below a folder, sorted."""
        found = (name for name in self._held if name.startswith(folder + "/"))
        return sorted(name for name in found if name.endswith(suffix))


def _folder(top: Path) -> Iterator[tuple[str, Path | bytes]]:
    for parent, _, names in os.walk(top):
        for name in names:
            path = Path(parent, name)
            yield path.relative_to(top).as_posix().removesuffix(".gz"), path


def _archive(path: Path) -> Iterator[tuple[str, Path | bytes]]:
    """The regular files of an archive; the folder that holds all of them is left out."""
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            source = archive.extractfile(member) if member.isfile() else None
            if source is not None:
                inner = member.name.removeprefix("./").partition("/")[2]
                yield inner.removesuffix(".gz"), source.read()
