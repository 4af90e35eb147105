"""One language per script, for a whole site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

Votes = Counter[tuple[str, str]]
"""Words by script and language."""


def decide(votes: Votes) -> Mapping[str, str]:
    """For each script the language that most of its words are in; ties by name.

    >>> dict(decide(Counter({("Latin", "en"): 90, ("Latin", "de"): 10, ("Han", "zh"): 5})))
    {'Han': 'zh', 'Latin': 'en'}
    """
    decided = {}
    for (script, language), _ in sorted(votes.items(), key=lambda item: (item[1], item[0][::-1])):
        decided[script] = language
    return dict(sorted(decided.items()))
