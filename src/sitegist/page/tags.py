"""What the tag names of HTML mean to us, as bits: which part text, hide it, keep its spaces."""

from __future__ import annotations

UNDRAWN = 1  # never drawn by a browser with scripting; comments and the like are not either
BLOCK = 2  # begins and ends on a line of its own
SPACED = 4  # inline, but no reader takes it for a part of the word beside it
REPLACED = 8  # shows something although it holds no text
PREFORMATTED = 16  # keeps white space
LINE_BREAK = 32
ANCHOR = 64
TITLE = 128
TEXT = 256
SILENT = 512  # its text is not for people, and never read

_NAMES = {
    # rp is drawn: no reading stands above its word in a text
    UNDRAWN: "script style template noscript noembed noframes head iframe datalist audio video"
    " canvas object applet param source track area base link meta title"
    " desc metadata #comment #doctype #fragment",
    BLOCK: "address article aside blockquote body caption center col colgroup dd details dialog dir"
    " div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header"
    " hgroup hr html isindex legend li listing main menu nav ol optgroup option p plaintext pre"
    " search section select summary table tbody td tfoot th thead title tr ul xmp",
    SPACED: "button img input label marquee meter output progress svg textarea video",
    REPLACED: "img picture svg video audio canvas iframe object embed applet input textarea"
    " select math frame",
    PREFORMATTED: "pre listing plaintext textarea xmp",
    LINE_BREAK: "br",
    ANCHOR: "a",
    TITLE: "title",
    TEXT: "#text",
    SILENT: "script style iframe noframes noembed noscript",
}


class _Meanings(dict[str, int]):
    """Bits by tag name; of unknown names only custom elements mean something."""

    def __missing__(self, tag: str) -> int:
        # almost all custom elements wrap blocks
        return BLOCK if "-" in tag else 0


MEANINGS = _Meanings()
for _bit, _tags in _NAMES.items():
    for _tag in _tags.split():
        MEANINGS[_tag] = MEANINGS.get(_tag, 0) | _bit
