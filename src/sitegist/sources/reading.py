"""A source from what the caller gave: names, a stream, or pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, BinaryIO, cast

from sitegist.errors import InputError
from sitegist.sources.bases import base_of
from sitegist.sources.captures import newest
from sitegist.sources.document import Document, Readable, Source
from sitegist.sources.iterables import read_items
from sitegist.sources.options import Options, unwanted
from sitegist.sources.places import CAPTURES, PAGE, exists, kind_by_bytes, places
from sitegist.sources.readers import read_file, read_place
from sitegist.sources.spool import spool, spool_documents, spooled_documents
from sitegist.sources.web import fetch, is_url

STDIN = "-"
# A document and whether it may be one of several captures of its address.
Found = Iterator[tuple[Document, bool]]
# One part of a source: (source, only captures) to what is found.
Part = Callable[[Source, bool], Found]


def parts_of(x: Any, options: Options) -> list[Part]:
    """The parts of what was given to `sitegist.sources.open`."""
    if isinstance(x, bytes | bytearray):
        raise InputError("bytes are no source; for one page use sitegist.extract")
    if isinstance(x, str | os.PathLike):
        return [_named(x, options)]
    if hasattr(x, "read"):
        return [_streamed(lambda: cast(Readable, x), str(getattr(x, "name", "stream")), options)]
    if not isinstance(x, Iterable):
        raise InputError(f"{type(x).__name__} is no source: give names, a stream or pages")
    once = iter(x) is x
    items = iter(x)
    first = next(items, None)
    if isinstance(first, str | os.PathLike):
        return [_named(name, options) for name in chain([first], items)]
    return [_generated(chain([first], items), options) if once else _listed(x)]


def documents(parts: list[Part], options: Options, source: Source) -> Iterator[Document]:
    """The documents of all parts that are wanted, of captures the newest."""
    is_newest = None
    if not options.every_capture:
        silent = Source(lambda _: iter(()))
        is_newest = newest(document for document, _ in _wanted(parts, options, silent, True))
    position = 0
    for document, is_capture in _wanted(parts, options, source, False):
        if is_capture and is_newest is not None:
            position += 1
            if not is_newest(position - 1):
                source.leave_out("older capture")
                continue
        yield document


def _wanted(parts: list[Part], options: Options, source: Source, only_captures: bool) -> Found:
    for part in parts:
        for document, is_capture in part(source, only_captures):
            reason = unwanted(document, options)
            if reason is None:
                yield document, is_capture
            elif is_capture and reason != options.too_large():
                source.leave_out(reason)
            else:
                source.skip(document.name, reason)


def _named(name: str | os.PathLike[str], options: Options) -> Part:
    text = os.fsdecode(name)
    if text == STDIN:
        return _streamed(lambda: sys.stdin.buffer, "standard input", options)
    if is_url(text):
        return lambda source, only: (
            iter(()) if only else ((page, False) for page in fetch(text, source, options))
        )
    exists(text)

    def read(source: Source, only_captures: bool) -> Found:
        of_pages = options
        if options.as_site and options.base is None and os.path.isdir(text) and not only_captures:
            silent = Source(lambda _: iter(()))
            of_pages = options._replace(base=base_of(text, places(text, silent)))
        for place in places(text, source, options.html_only):
            chosen = of_pages if place.kind == PAGE else options
            yield from read_place(place, source, chosen, only_captures)

    return read


def _streamed(stream: Callable[[], Readable], name: str, options: Options) -> Part:
    """A stream is copied to a temporary file when it is first read, so it can be read again."""
    copies: list[BinaryIO] = []

    def read(source: Source, only_captures: bool) -> Found:
        if not copies:
            copies.append(spool(stream()))
        kind = kind_by_bytes(copies[0])
        if kind in CAPTURES or not only_captures:
            copies[0].seek(0)
            for document in read_file(copies[0], kind, name, options.url, source, options):
                yield document, kind in CAPTURES

    return read


def _listed(items: Iterable[object]) -> Part:
    return lambda source, _: ((page, True) for page in read_items(items, source))


def _generated(items: Iterator[object], options: Options) -> Part:
    """What can be read once only: straight on for every capture, from a temporary copy if not."""
    copies: list[tuple[BinaryIO, Source]] = []
    begun = False

    def read(source: Source, only_captures: bool) -> Found:
        nonlocal begun
        if options.every_capture:
            if begun:
                raise InputError("a generator can be read only once; give a list to read it again")
            begun = True
            yield from _listed(items)(source, only_captures)
            return
        if not copies:
            noted = Source(lambda _: iter(()))
            copies.append((spool_documents(read_items(items, noted)), noted))
        file, noted = copies[0]
        for problem in noted.problems:
            source.skip(*problem)
        source.skipped += noted.skipped - len(noted.problems)
        for document in spooled_documents(file):
            yield document, True

    return read
