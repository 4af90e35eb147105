"""Which address each page of a site goes by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Claim(NamedTuple):
    """What a document says of its address."""

    name: str
    """Of the document; unique."""
    url: str | None
    """Where it was found."""
    canonical: str | None
    """What it says itself, if that is absolute."""
    time: str | None


def assign(claims: Iterable[Claim]) -> dict[str, str]:
    """The address of each document by its name; older captures of one address have none.

    A canonical address counts if only one page claims it, or for the page that was found there:
    on some sites all pages claim the home page's.

    >>> a = Claim("a", "https://x.org/a?s=1", "https://x.org/a", None)
    >>> b = Claim("b", "https://x.org/b", "https://x.org/", None)
    >>> c = Claim("c", "https://x.org/c", "https://x.org/", None)
    >>> list(assign([a, b, c]).values())
    ['https://x.org/a', 'https://x.org/b', 'https://x.org/c']
    """
    listed = _newest(claims, lambda claim: claim.url or claim.name)
    claimants: defaultdict[str, set[str]] = defaultdict(set)
    found_at = {claim.url for claim in listed}
    for claim in listed:
        if claim.canonical:
            claimants[claim.canonical].add(claim.url or claim.name)
    addresses = {claim.name: _address(claim, claimants, found_at) for claim in listed}
    left = _newest(listed, lambda claim: addresses[claim.name])
    return {claim.name: addresses[claim.name] for claim in left}


def _newest(claims: Iterable[Claim], address: Callable[[Claim], str]) -> list[Claim]:
    """The newest capture of each address."""
    newest: dict[str, Claim] = {}
    for claim in claims:
        known = newest.setdefault(address(claim), claim)
        if _age(known) < _age(claim):
            newest[address(claim)] = claim
    return list(newest.values())


def _address(claim: Claim, claimants: dict[str, set[str]], found_at: set[str | None]) -> str:
    canonical = claim.canonical
    if canonical and len(claimants[canonical]) == 1 and canonical not in found_at - {claim.url}:
        return canonical
    return claim.url or claim.name


def _age(claim: Claim) -> tuple[str, str]:
    return claim.time or "", claim.name
