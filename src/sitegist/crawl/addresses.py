"""One address for one page: what tracks a reader or names a session is folded away."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from sitegist.page.links import resolve

_FOLLOWED = ("http://", "https://")
# Browsers and servers take no longer ones.
MAX_LENGTH = 2_000

_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_(campaign|kwd|keyword|source|medium|content)|(piwik|matomo)_\w+|hsa_\w+"
    r"|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid"
    r"|igsh|mc_[ce]id|mkt_tok|_hsenc|_hsmi|__hs\w+|hsctatracking|vero_(id|conv)|oly_(anon|enc)_id"
    r"|rb_clickid|s_cid|wickedid|_openstat|_ga|_gl|wt_mc|wt\.mc\w*|srsltid|epik|cvid",
    re.IGNORECASE,
)
_SESSION = re.compile(
    r"php_?sess_?id|jsessionid|asp_?session_?id\w*|aspsessionid\w*|cfid|cftoken|oscsid|zenid",
    re.IGNORECASE,
)
# These are sessions only if they look like it: on some sites sid is the number of a story.
_MAYBE_SESSION = re.compile(r"s|sid|sess|session|session_?id|sessid|token_?id", re.IGNORECASE)
_TOKEN = re.compile(r"(?=[A-Za-z-]*\d)(?=[\d-]*[A-Za-z])[0-9A-Za-z_-]{16,}|[0-9A-Fa-f]{24,}")
_IN_PATH = re.compile(r";(jsessionid|phpsessid|sid)=[^/?;]*|/\([a-z]\([0-9a-z]{20,}\)\)", re.I)
_UNRESERVED = re.compile(r"%(2[dDeE]|3[0-9]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])")
_ESCAPE = re.compile(r"%[0-9a-f]{2}", re.IGNORECASE)


def canonical(href: str, base: str | None = None) -> str | None:
    """The address to ask for; ``None`` for what is none of the web's, or too long.

    Without fragment, tracking parameters and sessions; the others stay as they are written.

    >>> canonical("HTTP://X.org:80/a/../b?utm_source=x&id=2#top")
    'http://x.org/b?id=2'
    >>> canonical("/a;jsessionid=1A2B?PHPSESSID=3c4d&", "http://x.org/")
    'http://x.org/a'
    >>> canonical("/story?sid=123", "http://x.org/"), canonical("mailto:a@x.org")
    ('http://x.org/story?sid=123', None)
    """
    url = resolve(href, base)
    if url is None or not url.startswith(_FOLLOWED) or len(url) > MAX_LENGTH:
        return None
    before, _, query = url.partition("#")[0].partition("?")
    kept = [part for part in query.split("&") if part and not _is_folded(part)]
    return _IN_PATH.sub("", before) + "?" * bool(kept) + "&".join(kept)


def key_of(url: str) -> str:
    """By what canonical addresses are known to be of one page: parameters in any order, once.

    >>> key_of("http://x.org/%7ea?b=1&a=%c3") == key_of("http://x.org/~a?a=%C3&b=1")
    True
    """
    url = _ESCAPE.sub(lambda escape: escape[0].upper(), _UNRESERVED.sub(_decoded, url))
    before, _, query = url.partition("?")
    return before + "?" * bool(query) + "&".join(sorted(set(query.split("&"))))


def _decoded(escape: re.Match[str]) -> str:
    return unquote_to_bytes(escape[0]).decode("ascii")


def _is_folded(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    if _TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return True
    return bool(_MAYBE_SESSION.fullmatch(name) and _TOKEN.fullmatch(value))
