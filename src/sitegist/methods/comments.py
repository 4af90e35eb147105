"""Where the comments of readers stand, told by the class names that content systems give them."""

from __future__ import annotations

import re

import numpy as np

from sitegist.page.rows import Bools, Rows, spread

# ``commentlist``, ``comment-entry``, ``post-comments``, but not ``commentary`` or ``has-comments``.
_CLASS = re.compile(
    r"(?!(?:has|no|with|without)[-_]|.*[-_](?:open|opened|closed|on|off|enabled|disabled)$)"
    r"(?:.*[-_])?comments?(?:[-_].*|list.*)?|(?:disqus|isso|utterances|giscus|gitalk)[-_]thread",
    re.I,
)
# What is around a whole page is called so when comments are open on it.
_WHOLE = frozenset({"html", "body", "main"})


def in_comments(rows: Rows) -> Bools:
    """Rows in elements whose class says that comments stand there.

    >>> from sitegist.page import read
    >>> rows = read("<body class=comments><p>Text<ol class='commentlist alt'><li>Reply</ol>").rows
    >>> [rows.tag(row) for row in np.flatnonzero(in_comments(rows)).tolist()]
    ['ol', 'li', '#text']
    """
    of_style = (
        tag not in _WHOLE and any(map(_CLASS.fullmatch, (names or "").split()))
        for tag, names, *_ in rows.styles
    )
    named = np.fromiter(of_style, np.bool_, len(rows.styles))[rows.style]
    return spread(np.flatnonzero(named & rows.is_element), rows.end)
