"""Pages in web archives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from sitegist.sources.answer import decode_body, parse_answer
from sitegist.sources.document import Document, Source
from sitegist.sources.options import Options, other_type
from sitegist.sources.records import Place, Record, records
from sitegist.sources.times import iso_utc
from sitegist.sources.unpack import Damaged

# A header may come with a page of the largest size.
_HEADROOM = 1 << 20
_OK = 200
_OTHER_KINDS = frozenset(
    {"warcinfo", "request", "metadata", "resource", "conversion", "continuation"}
)


def read_warc(file: BinaryIO, name: str, source: Source, options: Options) -> Iterator[Document]:
    """The pages of a WARC: responses with status 200, their codings undone.

    Revisits have no content of their own and are counted with what else is left out.
    """

    def problem(place: Place, reason: str) -> None:
        source.skip(f"{name}@{place}", reason)

    for record in records(file, options.max_bytes + _HEADROOM, problem):
        kind = record.fields.get("warc-type", "").lower()
        if kind == "response":
            yield from _page(record, f"{name}@{record.place}", source, options)
        elif kind == "revisit":
            source.leave_out("revisit")
        elif kind not in _OTHER_KINDS:
            source.skip(f"{name}@{record.place}", f"unknown record type {kind[:40]!r}")


def _page(record: Record, name: str, source: Source, options: Options) -> Iterator[Document]:
    # WARC 1.0 put the address in angle brackets, and wget did so
    url = record.fields.get("warc-target-uri", "").strip("<> ")
    if not url.lower().startswith(("http://", "https://")):
        source.leave_out("no web address")
        return
    if record.block is None:
        source.skip(name, f"{url}: {options.too_large()}")
        return
    answer = parse_answer(record.block)
    if answer is None or answer.status != _OK:
        source.leave_out(f"status {answer.status}" if answer else "not HTTP")
        return
    content_type = answer.fields.get("content-type")
    if options.html_only and (other := other_type(content_type)):
        source.leave_out(f"not a web page but {other[:80]}")
        return
    try:
        data = decode_body(answer, options.max_bytes, "warc-truncated" in record.fields)
    except Damaged as error:
        source.skip(name, f"{url}: {error}")
        return
    yield Document(name, url, data, content_type, iso_utc(record.fields.get("warc-date")))
