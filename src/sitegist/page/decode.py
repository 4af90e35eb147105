from __future__ import annotations
from typing import NamedTuple
class Decoded(NamedTuple):
    text: str
    encoding: str
    source: str
def decode(data: str | bytes, content_type: str | None = None) -> Decoded:
    if isinstance(data, str):
        return Decoded(data,'utf-8','text')
    t=data.decode('utf-8','replace')
    if '\r' in t: t=t.replace('\r\n','\n').replace('\r','\n')
    return Decoded(t,'utf-8','default')
