"""What a server's answer holds, once its transfer and content codings are undone."""

from __future__ import annotations

import re
from typing import NamedTuple

from sitegist.sources.records import header_fields
from sitegist.sources.unpack import Damaged, codec_of, unpack

_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})\b")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_MAX_HEAD = 1 << 18
_CHUNK_SIZE = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]{0,200})?\r?\n")
_MAX_CODINGS = 4


class Answer(NamedTuple):
    """An HTTP message, its body still as it was sent."""

    status: int
    fields: dict[str, str]
    body: bytes


def parse_answer(block: bytes) -> Answer | None:
    """The parts of an HTTP answer; None for what is none.

    >>> parse_answer(b"HTTP/1.1 200 OK\\r\\nA: b\\r\\n\\r\\nbody")
    Answer(status=200, fields={'a': 'b'}, body=b'body')
    """
    status = _STATUS.match(block)
    if status is None:
        return None
    end = _HEAD_END.search(block, 0, _MAX_HEAD)
    head, body = (block[: end.start()], block[end.end() :]) if end else (block[:_MAX_HEAD], b"")
    return Answer(int(status[1]), header_fields(head), body)


def decode_body(answer: Answer, limit: int, partial: bool = False) -> bytes:
    """The body without its codings, up to one byte more than the limit.

    Many archives keep a coding's header and not the coding, so what is not coded as declared is
    taken as it is. `Damaged` is what breaks off or goes wrong in the middle; with ``partial``
    the end may be missing.
    """
    body = answer.body
    if "chunked" in answer.fields.get("transfer-encoding", "").lower():
        body = _join_chunks(body, partial)
    codings = answer.fields.get("content-encoding", "").lower().split(",")
    if len(codings) > _MAX_CODINGS:
        raise Damaged(f"has {len(codings)} content encodings")
    for coding in reversed(codings):
        body = _decode(body, coding.strip(), limit, partial)
    return body


def _join_chunks(body: bytes, partial: bool) -> bytes:
    pieces: list[bytes] = []
    at = 0
    while at < len(body):
        size = _CHUNK_SIZE.match(body, at)
        if size is None:
            if not pieces:
                return body
            if partial:
                break
            raise Damaged("its chunks are damaged")
        length = int(size[1], 16)
        if length == 0:
            break
        pieces.append(body[size.end() : size.end() + length])
        at = size.end() + length
        if at > len(body) and not partial:
            raise Damaged("its last chunk is cut short")
        at += 2 if body[at : at + 2] == b"\r\n" else body[at : at + 1] == b"\n"
    return b"".join(pieces)


def _decode(body: bytes, coding: str, limit: int, partial: bool) -> bytes:
    if coding in ("", "identity", "none", "utf-8") or not body:
        return body
    if coding in ("gzip", "x-gzip", "zstd"):
        codec = coding.removeprefix("x-")
        return unpack(body, codec, limit, partial) if codec_of(body[:6]) == codec else body
    candidates = {"deflate": ("zlib", "deflate"), "br": ("br",)}.get(coding)
    if candidates is None:
        raise Damaged(f"has the unknown content encoding {coding[:40]!r}")
    reason = ""
    for codec in candidates:
        try:
            return unpack(body, codec, limit, partial)
        except Damaged as error:
            reason = str(error)
    if body.lstrip()[:1] == b"<":
        return body
    raise Damaged(f"its content encoding {coding} is {reason}")
