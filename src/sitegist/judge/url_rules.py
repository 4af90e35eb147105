"""What a page's address tells of its kind: the rules that everybody writes by hand.

The gold kinds of real sites come from such rules, so this is a yardstick and nothing that we
would use.
"""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from sitegist.site.structure import ARTICLE, TOC

_LISTING = re.compile(
    r"""
    ^/?$                                                # the home page
    | (?:^|/)page[/-]?\d+(?:/|\.html?|$)                # numbered pages
    | (?:^|/)(?:tags?|categor(?:y|ies|ia|ias)|archives?|authors?|topics?|series|sections?)(?:/|\.|$)
    | (?:^|/)(?:19|20)\d\d(?:/\d\d?){0,2}/?$            # a year, a month, a day
    | (?:^|/)(?:blog|news|posts?|articles?|index)/?$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_INDEX = re.compile(r"(?:^|(?<=/))index\.html?$")


def kind_by_url(url: str) -> str:
    """A table of contents or an article, by the address alone.

    >>> [kind_by_url(f"https://x.org/{path}") for path in ("", "tag/a/", "page/2/", "2020/01/a/")]
    ['toc', 'toc', 'toc', 'article']
    """
    parts = urlsplit(url)
    path = _INDEX.sub("", unquote(parts.path))
    return TOC if _LISTING.search(path) else ARTICLE
