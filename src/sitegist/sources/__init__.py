"""Where pages come from."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

from sitegist.sources.document import Document, Problem, Readable, Source
from sitegist.sources.sites import site_of

Name = str | PathLike[str]


def open(
    x: Name | Readable | Iterable[Name] | Iterable[Any],
    url: str | None = None,
    *,
    base: str | None = None,
    every_capture: bool = False,
    html_only: bool = True,
    max_bytes: int | None = None,
    as_site: bool = False,
) -> Source:
    """The pages of files, folders, collections, a URL, standard input, a stream or an iterable.

    A name is that of a page, of a WARC, WACZ, JSON Lines or Parquet file, of a site archive, of a
    folder of any of these, a pattern for them, a URL, or ``-`` for standard input. Items of an
    iterable are names, or else pages: ``(url, html)``, ``(url, html, content_type, time)``,
    mappings or documents.

    ``url`` is the address of a page that does not know its own. ``base`` is what stands before a
    file's path in its address; with ``as_site`` a folder of pages has one in any case, which their
    canonical addresses tell, or which is invented. Of several captures of one address in all
    collections and items together the newest is yielded, unless ``every_capture``; to know it they
    are read twice, and what can be read only once is copied to a temporary file. Without
    ``html_only`` documents of all types come. No document has more than ``max_bytes``, 64 MiB if
    not said.

    A name that stands for nothing is an `InputError` at once; what turns out unreadable is
    skipped, counted and named in ``problems``, and what is not wanted is counted in ``left_out``.
    Iterating again starts anew.
    """
    from sitegist.sources.options import Options
    from sitegist.sources.reading import documents, parts_of

    if max_bytes is None:
        from sitegist.page import MAX_BYTES

        max_bytes = MAX_BYTES
    options = Options(max_bytes, url, base, every_capture, html_only, as_site)
    parts = parts_of(x, options)
    return Source(lambda source: documents(parts, options, source))


__all__ = ["Document", "Problem", "Source", "open", "site_of"]
