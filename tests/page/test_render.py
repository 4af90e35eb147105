"""Rendering: whether only a browser can produce the text of a page."""

from __future__ import annotations

import pytest

from sitegist.page import read

WORDS = "One two three four five six seven eight nine ten. "
ANALYTICS = (
    "<script async src='https://a.example/gtag.js'></script>"
    "<script>window.dataLayer = []; function gtag() {}</script>"
)

SHELLS = {
    "react": """<!doctype html><html lang=en><head><meta charset=utf-8><title>React App</title>
        <script defer src=/static/js/main.js></script></head>
        <body><noscript>You need to enable JavaScript to run this app.</noscript>
        <div id="root"></div></body></html>""",
    "vite": """<html><head><title>Vite</title><script type=module src=/assets/index.js></script>
        </head><body><div id="root"></div></body></html>""",
    "vue": """<html><head><title>app</title></head><body><noscript><strong>We're sorry but app
        doesn't work properly without JavaScript enabled.</strong></noscript><div id=app></div>
        <script src=/js/chunk-vendors.js></script></body></html>""",
    "angular": """<html><head><title>Demo</title><base href=/></head><body><app-root></app-root>
        <script src=runtime.js type=module></script></body></html>""",
    "loading": """<html><head><title>x</title></head><body><header>My site</header>
        <main id="content"></main><footer>© 2026</footer><script src=a.js></script></body>""",
    "comment in the mount": """<body><h1>Shop</h1><div id=app> <!-- here --> </div>
        <script src=a.js></script></body>""",
    "nothing but a script": "<title>A title that has some words</title><script>go()</script>",
    "next": """<html><body><div id=__next></div><script id=__NEXT_DATA__ type=application/json>
        {"props": {"text": "all of it is here"}}</script></body></html>""",
}

STATIC = {
    "empty": "",
    "short": "<title>t</title><p>Under construction.</p>",
    "short with analytics": f"<head>{ANALYTICS}</head><p>Under construction.</p>",
    "not found": f"<title>404</title><h1>Not found</h1><p>Sorry.</p><a href=/>Home</a>{ANALYTICS}",
    "a redirect": "<meta http-equiv=refresh content='0;url=/x'><a href=/x>Moved</a>",
    "an anchor": f"<div><h1>A short page</h1></div><a id=top></a>{ANALYTICS}",
    "long with a mount": f"<p>{WORDS * 3}</p><div id=ads></div><noscript>x</noscript>{ANALYTICS}",
    "no scripts": "<div id=root></div><p>Some words.</p>",
    "a picture": f"<p>Short.</p><div id=logo><img src=a.png></div>{ANALYTICS}",
    "hidden mount": f"<p>Short.</p><div id=popup hidden></div>{ANALYTICS}",
}


@pytest.mark.parametrize("html", SHELLS.values(), ids=SHELLS)
def test_shells_need_a_browser(html: str) -> None:
    """Next to no text, and scripts that have a place to put it."""
    assert read(html).needs_render


@pytest.mark.parametrize("html", STATIC.values(), ids=STATIC)
def test_static_pages_do_not(html: str) -> None:
    """Short pages are just short, and scripts alone prove nothing."""
    assert not read(html).needs_render


def test_a_rendered_shell_needs_no_more() -> None:
    """What a browser made of a shell is a page like any other."""
    rendered = SHELLS["react"].replace('<div id="root">', f'<div id="root"><p>{WORDS * 3}</p>')
    assert not read(rendered).needs_render
