"""A site that attacks whoever shows it: script wherever text can stand."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

HOST = "https://evil.example"
SCRIPT = "<script>window.owned = true</script>"
BREAKOUT = "</script></textarea></title></style>--><svg onload=window.owned=true>"
QUOTES = "\"' onmouseover=window.owned=true x=\"'"
OVERRIDE = "\u202etxet desrever\u2066"
TEMPLATES = "{{ 7 * 7 }} {% for x in y %} ${7*7}"
TAILS = (
    "<script>alert(1)</script>",
    '"onclick="alert(1)',
    "..%2f..%2fetc%2fpasswd",
    "?a=1&b=%00",
    "\u202egpj.exe",
)
NOWHERE = "http://127.0.0.1:9"
TRICKS = (SCRIPT, BREAKOUT, QUOTES, OVERRIDE, TEMPLATES)


def pages() -> Iterator[tuple[str, str]]:
    """Address and source of each page: enough of them that there are templates and kinds."""
    addresses = [f"{HOST}/{place}/{TAILS[place % 5]}" for place in range(24)]
    for place, address in enumerate(addresses):
        yield address, _article(place, address, addresses)
    for place in range(3):
        links = "".join(
            f'<li><a href="{escape(to)}">{escape(TRICKS[(place + n) % 5])} story {n}</a>'
            for n, to in enumerate(addresses)
        )
        yield f"{HOST}/list/{place}?<script>", f"<title>{SCRIPT} {place}</title><ul>{links}</ul>"
    yield f"{HOST}/empty", ""
    yield f"{HOST}/javascript:alert(1)", f"<base href='javascript:alert(1)//'><p>{BREAKOUT}"


def _article(place: int, address: str, addresses: list[str]) -> str:
    trick = TRICKS[place % 5]
    words = " ".join(f"word{place * 31 + n}" for n in range(120))
    data = trick.replace("\\", "\\\\").replace('"', '\\"').replace("</", "<\\/")
    return f"""<!doctype html><html lang='en"><script>x'><head>
<title>{escape(trick)} {place}</title>
<meta name="author" content="{escape(trick)}">
<meta property="og:image" content="javascript:alert(1)">
<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "{data} {place}",
 "datePublished": "2024-01-{place % 28 + 1:02}", "author": {{"name": "{data}"}}}}</script>
<style>@import url({NOWHERE}/style.css);
 body {{ background: url({NOWHERE}/a) }}</style>
<script>window.owned = true; fetch("{NOWHERE}/fetched")</script></head>
<body onload="window.owned = true">
<nav><a href="javascript:window.owned=true">Home</a> <a href="{escape(addresses[0])}">{SCRIPT}</a>
 <a href="data:text/html,{escape(SCRIPT)}">Data</a></nav>
<h1>{escape(trick)} {place}</h1>
<p>{words} {escape(trick)} <b>bold words here</b>, and more of them.</p>
<p>{escape(BREAKOUT)} {words}</p>
<img src="{NOWHERE}/pixel.png" alt="{escape(trick)}" onerror="window.owned=true">
<iframe src="{NOWHERE}/frame" srcdoc="{escape(SCRIPT)}"></iframe>
<form action="{NOWHERE}/steal"><input name="q" autofocus
 onfocus="window.owned=true"></form>
<a href="{escape(addresses[(place + 1) % 24])}" target="_top">{escape(trick)} next</a>
<meta http-equiv="refresh" content="0;url={NOWHERE}/gone">
<footer>All rights reserved by the evil example company</footer>"""
