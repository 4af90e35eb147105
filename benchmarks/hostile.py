"""Pages made to hurt, and what is allowed for each."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import NamedTuple

MEGABYTES = 500
"""Peak memory that a hostile page may take, the interpreter and all libraries included."""


class Hostile(NamedTuple):
    """One page, made only where it is wanted, and the seconds it may take."""

    make: Callable[[], str | bytes]
    seconds: float = 2.0


def _noise(start: bytes, seed: int) -> bytes:
    return start + random.Random(seed).randbytes(2**20)


PAGES: dict[str, Hostile] = {
    "an empty page (the baseline)": Hostile(lambda: "<p>"),
    "50,000 nested divs": Hostile(lambda: "<div>" * 50_000),
    "50,000 nested divs with text": Hostile(lambda: "<div>a " * 50_000 + "b</div>" * 50_000),
    "a million elements": Hostile(lambda: "<p>x</p>" * 1_000_000, seconds=5.0),
    "50,000 attributes": Hostile(lambda: f"<p {' '.join(f'a{i}=1' for i in range(50_000))}>x"),
    "50,000 styles": Hostile(
        lambda: "".join(f"<p class=c{i} style='display:none;top:{i}px'>x" for i in range(50_000))
    ),
    "a text run of 60 MB": Hostile(lambda: "<p>" + "text " * 12_000_000),
    "50,000 tags, none closed": Hostile(lambda: "<ul><li><b><div><i><span><p><font>" * 6_250),
    # the adoption agency makes 890,000 elements of them
    "2,000 fonts, reopened in each paragraph": Hostile(
        lambda: "".join(f"<font a={i}><p>" for i in range(2_000)), seconds=5.0
    ),
    "1 MB of nulls": Hostile(lambda: b"\0" * 2**20),
    "`</html>` before `<body>`": Hostile(
        lambda: "<html></html><body class=x><p>All of this is kept.</p></body>"
    ),
    "2,000 nested tables": Hostile(lambda: "<table><tr><td>x" * 2_000),
    "50,000 unknown tags": Hostile(lambda: "".join(f"<t{i}>x</t{i}>" for i in range(50_000))),
    "a PDF, 1 MB": Hostile(lambda: _noise(b"%PDF-1.7\n", 0)),
    "an image, 1 MB": Hostile(lambda: _noise(b"\x89PNG\r\n\x1a\n", 1)),
    "JSON, 1 MB": Hostile(
        lambda: json.dumps([{"id": i, "a": "<p class='a'>x</p>"} for i in range(25_000)]).encode()
    ),
}
