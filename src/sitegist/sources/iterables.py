"""Pages that a program already has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitegist.sources.document import Document, Source
from sitegist.sources.rows import document, from_row
from sitegist.sources.unpack import Damaged


def read_items(items: Iterable[object], source: Source) -> Iterator[Document]:
    """The pages among items that are documents, pairs of address and HTML, or rows with columns.

    Longer tuples have the content type and the time as well.
    """
    for number, item in enumerate(items, 1):
        label = f"item {number}"
        try:
            yield _document(item, label)
        except Damaged as error:
            source.skip(label, error)


def _document(item: object, label: str) -> Document:
    if isinstance(item, Document):
        return item
    if isinstance(item, Mapping):
        return from_row(item, label)
    if isinstance(item, Sequence) and not isinstance(item, str | bytes) and 2 <= len(item) <= 4:
        url, html, content_type, time = (*item, None, None)[:4]
        return document(label, url, html, content_type, time)
    raise Damaged(f"no (url, html) but {type(item).__name__}")
