"""What robots.txt allows."""

from __future__ import annotations

import pytest

from sitegist.crawl.robots import Robots


def test_wildcards_and_the_longest_rule() -> None:
    """As RFC 9309 has it: the longest match decides, and ``*`` and ``$`` are wildcards."""
    robots = Robots.of(200, b"User-agent: *\nDisallow: /*.php$\nDisallow: /a\nAllow: /a/b\n")
    asked = ["/x.php", "/x.php?a", "/a/c", "/a/b/c", "/"]
    allowed = [robots.allows(f"https://x.org{path}") for path in asked]
    assert allowed == [False, True, False, True, True]


def test_our_own_name_has_its_own_rules() -> None:
    """A group for us stands instead of the one for all."""
    body = b"User-agent: *\nDisallow: /\n\nUser-agent: Sitegist\nDisallow: /x\nCrawl-delay: 2.5\n"
    robots = Robots.of(200, body)
    assert robots.allows("https://x.org/y")
    assert not robots.allows("https://x.org/x")
    assert robots.delay == 2.5
    assert not Robots.of(200, body, agent="other").allows("https://x.org/y")


def test_sitemaps_are_named() -> None:
    """In their order, wherever they stand."""
    robots = Robots.of(200, b"Sitemap: https://x.org/a.xml\nUser-agent: *\nSitemap: /b.xml\n")
    assert robots.sitemaps == ("https://x.org/a.xml", "/b.xml")
    assert Robots.of(404).sitemaps == ()


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (401, True), (500, False),
                                                 (503, False), (None, False)])  # fmt: skip
def test_without_a_file(status: int | None, allowed: bool) -> None:
    """No file allows everything; a server that fails, nothing."""
    assert Robots.of(status).allows("https://x.org/") is allowed
    assert Robots.of(status).delay is None


@pytest.mark.parametrize("body", [b"", b"\xff\xfe\x00", b"<html>", b"Disallow: /" * 100_000])
def test_nonsense_is_no_rule(body: bytes) -> None:
    """Whatever the bytes are, there is an answer."""
    assert Robots.of(200, body).allows("https://x.org/a")
