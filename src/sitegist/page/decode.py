"""Bytes to text as browsers do it: BOM, HTTP header, ``<meta>``, detection, UTF-8."""

from __future__ import annotations

import re
from typing import NamedTuple

from sitegist.page.reader import encoding_name

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,>]+)", re.IGNORECASE)
_XML = re.compile(rb"<\?xml[^>]*?\sencoding\s*=\s*[\"']\s*([^\s\"']+)")
# No byte is looked at twice: what is never closed reaches to the end, and a name has one beginning.
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[\s/][^>]*+", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"(?<=[\s/\"'])([^\s/>=\"']++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"']++))"
)
_JAPANESE = b"\x1b$"  # ISO-2022-JP is the one encoding in use whose bytes are all ASCII
_WIDE = (
    (re.compile(rb"(?:[ \t\r\n]\0)*<\0[!?A-Za-z]\0"), "utf-16le"),
    (re.compile(rb"(?:\0[ \t\r\n])*\0<\0[!?A-Za-z]"), "utf-16be"),
)
_PYTHON = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
# Browsers read 1,024 bytes before they decide, and start anew when a declaration comes later.
_PRESCAN = 4096
_LATE = 1 << 20
# The detectors need no more than this, and their time grows with it.
_SAMPLE = 1 << 16


class Decoded(NamedTuple):
    """The text of a document, and how it was found."""

    text: str
    encoding: str
    """WHATWG name in lower case."""
    source: str
    """``bom``, ``header``, ``meta``, ``detected``, ``default``, or ``text`` if it was a str."""


def decode(data: str | bytes, content_type: str | None = None, tld: str | None = None) -> Decoded:
    """Decode a document; bytes that mean nothing become U+FFFD, line ends become ``\\n``.

    ``content_type`` is the HTTP header and ``tld`` the top-level domain, a hint for detection.

    >>> decode("<p>Grüße".encode("windows-1252"))
    Decoded(text='<p>Grüße', encoding='windows-1252', source='detected')
    """
    if isinstance(data, str):
        text = encodable(data).removeprefix("\ufeff")
        return Decoded(_unify(text), "utf-8", "text")
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return Decoded(_decode(data[len(bom) :], encoding), encoding, "bom")
    encoding, source = _declared(data, content_type) or _detect(data, tld)
    return Decoded(_decode(data, encoding), encoding, source)


def _unify(text: str) -> str:
    text = text.replace("\x00", "")  # the parser drops them one by one, with a note for each
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def encodable(text: str) -> str:
    r"""Without lone surrogates, which no file can hold; pairs of them are the character they mean.

    >>> encodable("\ud83d\ude00 \ud83d") == "\N{GRINNING FACE} \N{REPLACEMENT CHARACTER}"
    True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _header_label(content_type: str | None) -> str | None:
    found = _CHARSET.search(content_type or "")
    return found[1] if found else None


def _in_document(data: bytes) -> tuple[str, str] | None:
    """The encoding that the first ``<meta>`` with a valid one names, or the XML declaration."""
    data = _COMMENT.sub(b"", data)
    for tag in _META.findall(data):
        name = _named(_meta_label(tag.decode("latin-1")))
        if name:
            return ("windows-1252" if name == "x-user-defined" else name), "meta"
    declared = _XML.match(data)
    name = _named(declared[1].decode("latin-1")) if declared else None
    return (name, "meta") if name else None


def _meta_label(tag: str) -> str | None:
    attrs: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(tag):
        attrs.setdefault(name.lower(), "".join(values))
    if "charset" in attrs:
        return attrs["charset"]
    is_header = attrs.get("http-equiv", "").lower() == "content-type"
    return _header_label(attrs.get("content")) if is_header else None


def _named(label: str | None) -> str | None:
    """The encoding that a document says it is in; what can be read so is not in UTF-16."""
    name = encoding_name(label) if label else None
    return "utf-8" if name in ("utf-16le", "utf-16be") else name


def _declared(data: bytes, content_type: str | None) -> tuple[str, str] | None:
    """The encoding that the header or the document names, if it is one."""
    label = _header_label(content_type)
    name = encoding_name(label) if label else None
    return (name, "header") if name else _in_document(data[:_PRESCAN])


def _decode(data: bytes, encoding: str) -> str:
    codec = _PYTHON.get(encoding)
    if codec is None:
        import turbohtml.detect  # noqa: F401  it registers the codecs of the WHATWG encodings

        codec = f"whatwg-{encoding}"
    # work on bytes is several times faster than on a string
    if encoding.startswith("utf-16"):
        return _unify(data.decode(codec, "replace"))
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = data.decode(codec, "replace")
    return text.replace("\x00", "") if b"\x00" in data else text


def _detect(data: bytes, tld: str | None) -> tuple[str, str]:
    """The likeliest encoding of bytes that declare none, and whether anything spoke for it."""
    if data.isascii() and b"\x00" not in data and _JAPANESE not in data:
        return "utf-8", "default"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        late = _in_document(data[:_LATE])
        if late:
            return late
        if _mostly_utf8(data):
            return "utf-8", "detected"
    else:
        if b"\x00" not in data and not data.isascii():
            return "utf-8", "detected"
    wide = _wide(data)
    if wide:
        return wide, "detected"
    from turbohtml.detect import Detection, detect

    first = _first_telling(data)
    found = detect(data[first : first + _SAMPLE], Detection(tld=tld)).encoding
    return (found.lower(), "detected") if found else ("utf-8", "default")


def _first_telling(data: bytes) -> int:
    """Where the first byte is that only one encoding reads so."""
    try:
        data.decode("ascii")
    except UnicodeDecodeError as error:
        return error.start
    return max(data.find(_JAPANESE), 0)


def _mostly_utf8(data: bytes) -> bool:
    """Whether all but a few sequences are UTF-8, which no other encoding looks like by chance."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return beyond_ascii > 10 * broken


def _wide(data: bytes) -> str | None:
    """UTF-16 without its mark: it begins with a tag, or every other byte is NUL."""
    head = data[:2048]
    for begins, encoding in _WIDE:
        if begins.match(head):
            return encoding
    for offset, encoding in ((1, "utf-16le"), (0, "utf-16be")):
        half = head[offset::2]
        if len(half) > 8 and half.count(0) > 0.4 * len(half) > 4 * head[1 - offset :: 2].count(0):
            return encoding
    return None
