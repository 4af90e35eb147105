"""Pages that lie in files and folders."""

from __future__ import annotations

import glob
import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

from sitegist.errors import InputError
from sitegist.sources.document import Document, Source

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp")
_GLOB = frozenset("*?[")


def find(name: str) -> list[Path]:
    """The files that a name, a pattern or a folder stands for, sorted.

    In a folder these are the files that look like pages: by their suffix, or without one.
    """
    path = Path(name)
    if path.is_dir():
        return [file for file in _walk(path) if _looks_like_page(file)]
    if path.exists():
        return [path]
    if _GLOB & set(name):
        return [Path(found) for found in sorted(glob.glob(name, recursive=True)) if os.path.isfile(found)]
    raise InputError(f"{name}: no such file, folder or URL")


def _walk(folder: Path) -> Iterator[Path]:
    """All files below a folder in the order of their names; links to folders are not followed."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        yield from (Path(parent, file) for file in sorted(files))


def _looks_like_page(file: Path) -> bool:
    name = file.name.lower().removesuffix(".gz")
    return name.endswith(PAGE_SUFFIXES) or ("." not in name)


def read_file(file: Path, source: Source, url: str | None = None) -> Iterator[Document]:
    """The document in a file, unpacked if it is gzipped; what cannot be read is noted."""
    try:
        data = file.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        source.skip(str(file), getattr(error, "strerror", None) or error)
        return
    yield Document(str(file), url, data)
