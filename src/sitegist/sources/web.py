"""One page from the live web; a site is the crawler's business."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from sitegist.sources.answer import Answer, decode_body
from sitegist.sources.document import Document, Source
from sitegist.sources.options import Options
from sitegist.sources.unpack import Damaged

USER_AGENT = "sitegist/0.1"
_TIMEOUT = 30.0


def is_url(name: str) -> bool:
    """Whether a name is the address of a page.

    >>> is_url("https://example.org/"), is_url("example.html")
    (True, False)
    """
    return name.lower().startswith(("http://", "https://"))


def fetch(url: str, source: Source, options: Options) -> Iterator[Document]:
    """The document at a URL, after redirects; at most one byte more than the limit is read."""
    import http.client
    import urllib.error
    import urllib.request

    request = urllib.request.Request(url, headers={"User-Agent": USER_AGENT})
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
            data = answer.read(options.max_bytes + 1)
            found = answer.geturl()
            content_type = answer.headers.get("Content-Type")
            # not asked for, sent nevertheless
            coding = {"content-encoding": answer.headers.get("Content-Encoding") or ""}
            if len(data) <= options.max_bytes:
                data = decode_body(Answer(answer.status, coding, data), options.max_bytes)
    except (
        urllib.error.URLError,
        http.client.HTTPException,
        OSError,
        ValueError,
        Damaged,
    ) as error:
        source.skip(url, getattr(error, "reason", None) or error)
        return
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    yield Document(url, found, data, content_type, now)
