"""Which reader is for which kind of file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from sitegist.errors import InputError
from sitegist.sources.bases import address
from sitegist.sources.document import Document, Source
from sitegist.sources.files import read_page
from sitegist.sources.options import Options
from sitegist.sources.places import (
    ARCHIVE,
    CAPTURES,
    JSONL,
    PARQUET,
    TAR,
    WACZ,
    WARC,
    Place,
    kind_by_bytes,
    open_file,
)


def read_place(
    place: Place, source: Source, options: Options, only_captures: bool = False
) -> Iterator[tuple[Document, bool]]:
    """The documents of a file, and whether they are captures; what cannot be read is noted.

    With ``only_captures`` other kinds of files are not read.
    """
    if place.kind is not None and place.kind not in CAPTURES and only_captures:
        return
    try:
        if place.kind == ARCHIVE:
            from sitegist.sources.archive import read_folder

            for document in read_folder(place.path, source, options):
                yield document, False
            return
        with open_file(place.path) as file:
            kind = place.kind or kind_by_bytes(file)
            if kind in CAPTURES or not only_captures:
                url = address(options.base, place.relative) if options.base else options.url
                for document in read_file(file, kind, place.name, url, source, options):
                    yield document, kind in CAPTURES
    except (OSError, InputError) as error:
        source.skip(place.name, getattr(error, "strerror", None) or error)


def read_file(
    file: BinaryIO, kind: str, name: str, url: str | None, source: Source, options: Options
) -> Iterator[Document]:
    """The documents of one file of a kind."""
    if kind == WARC:
        from sitegist.sources.warc import read_warc as read
    elif kind == WACZ:
        from sitegist.sources.wacz import read_wacz as read
    elif kind == JSONL:
        from sitegist.sources.jsonl import read_jsonl as read
    elif kind == PARQUET:
        from sitegist.sources.parquet import read_parquet as read
    elif kind == TAR:
        from sitegist.sources.archive import read_tar as read
    else:
        return read_page(file, name, url, source, options)
    return read(file, name, source, options)
