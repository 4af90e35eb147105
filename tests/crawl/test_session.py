"""What a crawl asks for, in which order, and what it makes of the answers"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from sitegist.crawl.session import state_of
from sitegist.errors import OptionError, StoreError
from sitegist.sources import open as open_source
from tests.crawl.web import HTML, SITE, Said, Silence, Web, links, moved


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Where crawls go."""
    return tmp_path / "site.warc.gz"


def in_file(output: Path) -> list[str]:
    """The pages that whoever reads the file finds."""
    return [(page.url or "").removeprefix(SITE) for page in open_source(output)]


# order and scope


def test_breadth_first(output: Path) -> None:
    """All pages that are one link away, in document order, before those that are two away."""
    web = Web(
        {"/": links("/a", "/b"), "/a": links("/c"), "/b": links("/d", "/"), "/c": links("/e")}
    )
    assert web.crawl(output)["pages"] == 4
    assert web.asked == ["/robots.txt", "/", "/a", "/b", "/c", "/d", "/e"]
    assert in_file(output) == ["/", "/a", "/b", "/c"]


def test_depths_overall_and_of_subtrees(output: Path) -> None:
    """The longest path that fits decides."""
    web = Web(
        {
            "/": links("/1", "/old/1", "/new/1"),
            "/1": links("/2"),
            "/2": links("/3"),
            "/old/1": links("/old/2"),
            "/new/1": links("/new/2", "/new/x/2"),
            "/new/2": links("/new/3"),
            "/new/3": "end",
        }
    )
    web.crawl(output, depth=2, depth_of={"/old/": 0, "/new/": 3, "/new/x/": 1})
    assert web.pages == ["/", "/1", "/new/1", "/2", "/new/2", "/new/3"]


@pytest.mark.parametrize(
    ("by", "asked"),
    [
        ("domain", ["/", "http://www.x.org/", "https://x.org/s"]),
        ("host", ["/", "https://x.org/s"]),
    ],
)
def test_one_site_only(by: str, asked: list[str], output: Path) -> None:
    """The registrable domain, or the host; other sites are never asked for anything."""
    web = Web(
        {
            "/": links(
                "http://www.x.org/",
                "https://x.org/s",
                "http://y.org/",
                "mailto:a@x.org",
                "ftp://x.org/",
            )
        }
    )
    web.crawl(output, by=by)
    assert not any("y.org" in url for url in web.asked)
    assert web.pages == asked


def test_a_seed_may_lead_elsewhere(output: Path) -> None:
    """Where it redirects to is the site that was meant."""
    web = Web(
        {
            "/": moved("https://new.org/"),
            "https://new.org/": links("/a"),
            "https://new.org/a": links("http://y.org/", SITE + "/b"),
        }
    )
    told = web.crawl(output)
    assert told["sites"] == ["new.org", "x.org"]
    assert web.pages == ["/", "https://new.org/", "https://new.org/a", "/b"]


def test_limits_of_pages_and_bytes_can_be_raised(output: Path) -> None:
    """Exactly so many pages; with a higher limit the same crawl goes on."""
    site = {f"/{n}": links(f"/{n + 1}", "/missing") for n in range(1, 20)}
    web = Web({"/": links("/1", "/old"), "/old": moved("/5"), **site})
    told = web.crawl(output, pages=5)
    assert (told["pages"], told["limit"]) == (5, "pages")
    assert told["queued"] > 0
    assert len(in_file(output)) == 5
    size = told["bytes"]
    told = web.crawl(output, bytes=size + 2_000)
    assert told["limit"] == "bytes"
    assert size + 2_000 <= told["bytes"] < size + 4_000
    told = web.crawl(output)
    assert (told["pages"], told["limit"], told["queued"]) == (20, None, 0)
    assert len(set(web.pages)) == len(web.pages)
    assert len(in_file(output)) == 20


def test_addresses_of_one_page_are_asked_for_once(output: Path) -> None:
    """Tracking, sessions, fragments, the order of parameters, escapes."""
    web = Web(
        {
            "/": links(
                "/a?x=1&y=2",
                "/a?y=2&x=1&utm_source=z",
                "/a?x=1&y=2#top",
                "/%61?x=1&y=2",
                "/a;jsessionid=123?x=1&y=2",
                "/./a?x=1&y=2&PHPSESSID=abc",
                "/A?x=1&y=2",
            )
        }
    )
    web.crawl(output)
    assert web.pages == ["/", "/a?x=1&y=2", "/A?x=1&y=2"]


def test_what_a_browser_opens_by_itself_is_a_link(output: Path) -> None:
    """Frames and refreshes, and relative to the base of the page."""
    web = Web(
        {
            "/": "<base href=/deep/><frameset><frame src=one></frameset>",
            "/deep/one": "<meta http-equiv=refresh content='0;url=/two'>",
            "/two": "end",
        }
    )
    web.crawl(output)
    assert web.pages == ["/", "/deep/one", "/two"]


# robots.txt


def test_robots_is_asked_first_and_obeyed(output: Path) -> None:
    """Of each origin, once; what it forbids is counted."""
    robots = Said(b"User-agent: sitegist\nDisallow: /no\nCrawl-delay: 7")
    web = Web({"/robots.txt": robots, "/": links("/no/a", "/yes")})
    session = web.open(output)
    web.run(session)
    assert session.hosts.delay_of("x.org") == 7
    assert session.close()["left_out"] == {"robots.txt does not allow it": 1}
    assert web.asked == ["/robots.txt", "/", "/yes"]


@pytest.mark.parametrize("said", [Said(b"", 503), Said(b"", 429), Silence("connection refused")])
def test_while_robots_cannot_be_had_nothing_is_fetched(said: Said | Silence, output: Path) -> None:
    """It is asked three times; what is queued waits for the next run."""
    web = Web({"/robots.txt": said, "/": "page"})
    told = web.crawl(output)
    assert web.asked == ["/robots.txt"] * 3
    assert (told["pages"], told["queued"]) == (0, 1)
    assert "nothing is fetched without it" in told["dead"]["x.org"]
    web.routes = {"/": "page"}
    assert web.crawl(output)["pages"] == 1


def test_robots_may_be_redirected(output: Path) -> None:
    """Five times; after that there is none."""
    web = Web({"/robots.txt": moved("/r"), "/r": Said(b"User-agent: *\nDisallow: /"), "/": "page"})
    assert web.crawl(output)["left_out"] == {"robots.txt does not allow it": 1}
    web = Web({"/robots.txt": moved("/robots.txt"), "/": "page"})
    assert web.crawl(output.with_name("b.warc"))["pages"] == 1
    assert len(web.asked) == 7


def test_robots_may_ask_for_patience(output: Path) -> None:
    """A server that is too busy for robots.txt is left alone as long as it says."""
    said = [Said(b"", 429, (("Retry-After", "90"),)), Said(b"User-agent: *\nDisallow: /no")]
    web = Web({"/robots.txt": lambda url: said.pop(0), "/": links("/no", "/yes"), "/yes": "end"})
    assert web.crawl(output)["pages"] == 2
    assert web.slept >= 90


def test_robots_can_be_ignored(output: Path) -> None:
    """It is not even asked for then."""
    web = Web({"/robots.txt": Said(b"User-agent: *\nDisallow: /"), "/": "page"})
    assert web.crawl(output, robots=False)["pages"] == 1
    assert web.asked == ["/"]


# answers


def test_redirects_are_kept_and_followed(output: Path) -> None:
    """In their turn, within the site, ten times; circles end."""
    chain = {f"/r{n}": moved(f"/r{n + 1}") for n in range(20)}
    web = Web(
        {
            "/": links("/a", "/out", "/r0", "/bad", "/c1"),
            "/a": moved("/b"),
            "/b": "end",
            "/out": moved("http://y.org/"),
            "/bad": moved("http://[/"),
            **chain,
            "/c1": moved("/c2"),
            "/c2": moved("/c1"),
        }
    )
    told = web.crawl(output)
    assert told["pages"] == 2
    assert told["problems"] == [(f"{SITE}/r10", "redirects more than 10 times")]
    assert web.pages.count("/c1") == 1
    assert not any("y.org" in url for url in web.asked)


@pytest.mark.parametrize("written", ["/gr\xc3\xb6\xc3\x9fe", "/gr\xf6\xdfe", "/gr%C3%B6%C3%9Fe"])
def test_redirects_beyond_ascii(written: str, output: Path) -> None:
    """A server may write UTF-8 or Latin-1 where it should have escaped."""
    web = Web({"/": moved(written), "/gr%C3%B6%C3%9Fe": "there"})
    assert web.crawl(output)["pages"] == 1


def test_a_page_that_redirects_to_itself_with_a_session(output: Path) -> None:
    """It is asked at once where it says, a few times."""

    def shop(path: str) -> Said | str:
        return "shop" if "PHPSESSID" in path else moved("/shop?PHPSESSID=0123456789abcdef")

    web = Web({"/": links("/shop", "/round"), "/shop": shop, "/round": moved("/round")})
    told = web.crawl(output)
    assert told["pages"] == 2
    assert web.pages[:3] == ["/", "/shop", "/shop?PHPSESSID=0123456789abcdef"]
    assert told["problems"] == [(f"{SITE}/round", "redirects more than 10 times")]


@pytest.mark.parametrize("said", [Said(b"", 500), Said(b"", 429), Silence()])
def test_what_fails_has_its_turn_again(said: Said | Silence, output: Path) -> None:
    """After everything else, twice; then it has failed."""
    web = Web({"/": links("/bad", "/a"), "/bad": said, "/a": links("/b"), "/b": "end"})
    told = web.crawl(output)
    assert web.pages == ["/", "/bad", "/a", "/b", "/bad", "/bad"]
    assert (told["failed"], told["pages"]) == (1, 3)
    answers: list[Said | Silence | str] = [said, said, "fine"]
    web = Web({"/": links("/bad"), "/bad": lambda _: answers.pop(0)})
    told = web.crawl(output.with_name("b.warc"))
    assert (told["failed"], told["pages"]) == (0, 2)


def test_retry_after_is_kept(output: Path) -> None:
    """Nothing of the host is asked meanwhile, up to ten minutes."""
    answers = [Said(b"", 429, (("Retry-After", "120"),)), Said(b"", 503, (("Retry-After", "1e9"),))]
    answers.append(Said(b"", 503, (("Retry-After", "99999"),)))
    web = Web({"/": lambda _: answers.pop(0) if answers else "fine"})
    web.crawl(output)
    assert web.slept == 120
    web = Web({"/": links("/a"), "/a": lambda _: answers.pop(0) if answers else "fine"})
    answers[:] = [Said(b"", 503, (("Retry-After", "99999"),))]
    web.crawl(output.with_name("b.warc"))
    assert web.slept == 600


def test_a_host_that_does_not_answer_is_given_up(output: Path) -> None:
    """After thirty failures in a row, with longer and longer pauses; the rest stays queued."""
    web = Web(
        {"/": links(*(f"/{n}" for n in range(50))), **{f"/{n}": Silence() for n in range(50)}}
    )
    told = web.crawl(output, delay=1.0)
    assert len(web.pages) == 31
    assert told["queued"] == 50
    assert "30 requests in a row" in told["dead"]["x.org"]
    assert web.slept > 600


def test_pages_that_fail_again_do_not_give_up_a_host(output: Path) -> None:
    """The second and third turns of twenty broken pages follow each other in the end."""
    broken = {f"/{n}": Said(b"", 500) for n in range(20)}
    web = Web({"/": links(*broken, "/good"), "/good": "end", **broken})
    told = web.crawl(output, delay=1.0)
    assert (told["failed"], told["queued"], told["dead"]) == (20, 0, {})


def test_too_large_is_not_tried_again(output: Path) -> None:
    """What cannot change is not asked twice."""
    web = Web(
        {
            "/": links("/big", "/bomb"),
            "/big": Silence("more than 9 bytes", False),
            "/bomb": Said(
                gzip.compress(b"<p>" + b"0" * 10**6),
                200,
                (("Content-Type", HTML), ("Content-Encoding", "gzip")),
            ),
        }
    )
    told = web.crawl(output, max_bytes=50_000)
    assert web.pages == ["/", "/big", "/bomb"]
    assert [reason for _, reason in told["problems"]] == [
        "more than 9 bytes",
        "unpacks to more than 50,000 bytes",
    ]
    assert in_file(output) == ["/"]


@pytest.mark.parametrize(
    ("coding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", None)]
)
def test_codings_are_undone_to_read_and_kept_in_the_file(
    coding: str, pack: Callable[[bytes], bytes] | None, output: Path
) -> None:
    """A coding that is not what it says is a failure."""
    body = b"<p><a href=/a>words</a>"
    headers = (("Content-Type", HTML), ("Content-Encoding", coding))
    web = Web({"/": Said(pack(body) if pack else b"\xff" * 99, 200, headers), "/a": "end"})
    told = web.crawl(output)
    assert told["pages"] == (2 if pack else 0)
    assert told["failed"] == (not pack)


def test_what_is_no_page_is_left_out(output: Path) -> None:
    """By its name, its type, or its first bytes; or kept, if that is wanted."""
    other = {
        "/b": Said(b"%PDF-1.4", 200, (("Content-Type", "application/pdf"),)),
        "/c": Said(b"%PDF-1.4"),
        "/d.jpg": Said(b"\xff\xd8\xff"),
    }
    web = Web({"/": links("/b", "/c", "/d.jpg", "/e"), "/e": "end", **other})
    told = web.crawl(output)
    assert web.pages == ["/", "/b", "/c", "/e"]
    assert told["left_out"] == {
        "not a web page but application/pdf": 2,
        "not a web page, by its name": 1,
    }
    kept = Web(web.routes)
    kept.crawl(output.with_name("b.warc"), any_type=True)
    everything = open_source(output.with_name("b.warc"), html_only=False)
    assert len(list(everything)) == len(kept.pages) == 5


# sitemaps and feeds

SITEMAP = (
    b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">%s</urlset>'
)
XML = (("Content-Type", "application/xml"),)


def listed(*paths: str) -> bytes:
    """A sitemap."""
    return SITEMAP % b"".join(
        b"<url><loc>%s%s</loc></url>" % (SITE.encode(), p.encode()) for p in paths
    )


def test_sitemaps_are_seeds_on_request(output: Path) -> None:
    """Those that robots.txt names, indexes and packed ones too; only pages of the site."""
    index = (
        f"<sitemapindex><sitemap><loc>{SITE}/2.xml.gz</loc></sitemap>"
        f"<sitemap><loc>{SITE}/broken.xml</loc></sitemap></sitemapindex>"
    )
    web = Web(
        {
            "/robots.txt": Said(f"Sitemap: {SITE}/1.xml".encode()),
            "/1.xml": Said(index.encode(), 200, XML),
            "/2.xml.gz": Said(gzip.compress(listed("/a", "/b?utm_source=x")), 200, ()),
            "/broken.xml": Said(listed("/c", "/d").rpartition(b"</loc>")[0], 200, XML),
            "/": links("/z"),
            **dict.fromkeys(("/a", "/b", "/c", "/z"), "end"),
        }
    )
    told = web.crawl(output, sitemaps=True)
    assert web.pages == ["/", "/1.xml", "/2.xml.gz", "/broken.xml", "/a", "/b", "/c", "/d", "/z"]
    assert in_file(output) == ["/", "/a", "/b", "/c", "/z"]
    assert told["failed"] == 0
    without = Web(web.routes)
    without.crawl(output.with_name("b.warc"))
    assert without.pages == ["/", "/z"]


def test_feeds_are_seeds_on_request(output: Path) -> None:
    """Those that the seed's page declares, RSS and Atom; or that are a seed themselves."""
    rss = f"<rss><channel><link>{SITE}/no</link><item><link>{SITE}/a</link></item></channel></rss>"
    atom = (
        f"<feed xmlns='http://www.w3.org/2005/Atom'><link href='{SITE}/no'/><entry>"
        f"<link rel='enclosure' href='{SITE}/no'/><link href='{SITE}/b'/></entry></feed>"
    )
    head = "<link rel=alternate type=application/rss+xml href=/rss><p>words"
    web = Web(
        {
            "/": head,
            "/rss": Said(rss.encode(), 200, XML),
            "/a": "end",
            "/b": "end",
            "/atom": Said(atom.encode(), 200, XML),
        }
    )
    assert web.crawl(output, feeds=True)["pages"] == 2
    assert web.pages == ["/", "/rss", "/a"]
    assert web.crawl(output.with_name("b.warc"), f"{SITE}/atom")["pages"] == 1
    assert web.pages[3:] == ["/atom", "/b"]


def test_lists_of_every_kind(output: Path) -> None:
    """Sitemaps as text, JSON Feed, what xml:base and permanent guids mean; nonsense is none."""
    atom = (
        f"<feed xmlns='http://www.w3.org/2005/Atom' xml:base='{SITE}/deep/'>"
        "<entry xml:base='er/'><link href='a'/></entry></feed>"
    )
    rss = (
        f"<rss><item><guid>{SITE}/b</guid></item><item><guid>tag:x.org</guid></item>"
        f"<item><guid isPermaLink='false'>{SITE}/no</guid></item></rss>"
    )
    items = [{"url": f"{SITE}/c"}, {"url": "/d"}, {"id": "1"}, "no item"]
    feed = {"version": "https://jsonfeed.org/version/1.1", "items": items}
    lists = {
        "/text": f"\ufeff{SITE}/e\r\n\r\n{SITE}/f?utm_source=x\r\n",
        "/atom": atom,
        "/rss": rss,
        "/json": json.dumps(feed),
    }
    wrong = {"/prose": f"{SITE}/no is no page", "/object": '{"items": 3}', "/broken": "{"}
    bodies = {path: Said(body.encode(), 200, XML) for path, body in (lists | wrong).items()}
    web = Web({**bodies, **dict.fromkeys(("/deep/er/a", *"/b /c /d /e /f".split()), "end")})
    told = web.crawl(output, *(SITE + path for path in bodies))
    assert sorted(in_file(output)) == ["/b", "/c", "/d", "/deep/er/a", "/e", "/f"]
    assert sum(told["left_out"].values()) == len(wrong)


@pytest.mark.parametrize("name", ["/feed", "/feed.rss"])
def test_a_feed_that_was_found_as_a_page_is_a_feed(name: str, output: Path) -> None:
    """Whether it was not asked for yet, or left out by its name or by what it is."""
    rss = Said(f"<rss><item><link>{SITE}/a</link></item></rss>".encode(), 200, XML)
    declared = f"<link rel=alternate type=application/rss+xml href={name}>words"
    web = Web({"/": links(name), "/other": declared, name: rss, "/a": "end"})
    told = web.crawl(output, f"{SITE}/", f"{SITE}/other", feeds=True)
    assert web.pages == ["/", "/other", name, "/a"]
    assert (told["pages"], told["failed"], told["left_out"]) == (3, 0, {})


BOMB = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY %c "%s">' % (n, b"&%c;" % (n - 1) * 10) for n in range(98, 107))
    + b"]><urlset><url><loc>http://x.org/&j;</loc></url></urlset>"
)


@pytest.mark.parametrize(
    "body", [b"", b"<html><p>404", BOMB, b"\x1f\x8b\x08damaged", gzip.compress(b"0" * (60 << 20))]
)
def test_hostile_sitemaps_fail(body: bytes, output: Path) -> None:
    """And cost nothing else."""
    web = Web({"/": "page", "/sitemap.xml": Said(body, 200, XML)})
    told = web.crawl(output, sitemaps=True)
    assert (told["pages"], told["queued"]) == (1, 0)
    assert web.pages[:2] == ["/", "/sitemap.xml"]
    assert all(len(url) < 100 for url in web.asked)


# traps


def test_a_calendar_ends(output: Path) -> None:
    """The future at once, and the past when fifty months in a row brought nothing."""

    def month(path: str) -> str:
        year, number = map(int, path.removeprefix("/events/").split("-"))
        days = "".join(f"<td>{day}</td>" for day in range(1, 31))
        names = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
        before, after = divmod(12 * year + number - 2, 12), divmod(12 * year + number, 12)
        around = "".join(f"<a href='/events/{y}-{m + 1:02}'>.</a>" for y, m in (before, after))
        return f"<h1>{names[number - 1]} {year}</h1><table><tr>{days}</tr></table>{around}"

    class Calendar(dict[str, str]):
        def get(self, path: str, other: object = None) -> object:  # type: ignore[override]
            return month(path) if path.startswith("/events/") else super().get(path, other)

    web = Web(Calendar({"/": links("/events/2026-09", "/a"), "/a": "end"}))
    told = web.crawl(output)
    assert told["queued"] == 0
    months = [path for path in web.pages if path.startswith("/events/")]
    assert "/events/2027-12" in months
    assert "/events/2028-01" not in months
    assert 50 < len(months) < 120
    assert any("a date after next year" in reason for reason in told["left_out"])
    assert any("/events/*" in message for message in web.said)
    again = Web(web.routes)
    session = again.open(output)
    assert not session.waits
    session.close()


def test_parameters_without_end(output: Path) -> None:
    """A shop that shows the same things in every order and selection."""
    things = [f"<p>Thing number {'abcdefghij'[n]}</p>" for n in range(10)]

    def shop(path: str) -> str:
        chosen = sorted(set(path.partition("?")[2].split("&")))
        more = [f"/shop?{'&'.join([*filter(None, chosen), f'f{n}=1'])}" for n in range(9)]
        filters = "".join(f"<li><a href='{target}'>Filter</a>" for target in more)
        return "".join(things[len(chosen) % 10 :]) + filters + links("/a")

    web = Web({"/": links("/shop"), "/shop": shop, "/a": "end"})
    told = web.crawl(output)
    assert told["queued"] == 0
    assert len(web.pages) < 300
    web = Web({"/": links("/shop"), "/shop": shop, "/a": "end"})
    assert web.crawl(output.with_name("b.warc"), traps=False, pages=300)["queued"] > 0


def test_pages_with_something_new_are_no_trap(output: Path) -> None:
    """Hundreds of articles of one template, and of one address with a number."""
    articles = {f"/story?id={n}": f"<p>{'news ' * n}<p>Menu<p>Imprint" for n in range(300)}
    web = Web({"/": links(*articles), **articles})
    assert web.crawl(output)["pages"] == 301


# the state


def test_another_crawl_does_not_go_into_the_same_file(output: Path) -> None:
    """Nor into a file that is none of ours; a file that was cut is noticed."""
    web = Web({"/": links("/a"), "/a": "end"})
    web.crawl(output)
    with pytest.raises(OptionError, match="other options \\(depth\\)"):
        web.open(output, depth=3)
    with pytest.raises(OptionError, match="seeds"):
        web.open(output, f"{SITE}/a")
    other = output.with_name("other.warc.gz")
    other.write_bytes(b"mine")
    with pytest.raises(OptionError, match="no crawl of ours"):
        web.open(other)
    assert other.read_bytes() == b"mine"
    output.write_bytes(output.read_bytes()[:-1])
    with pytest.raises(StoreError, match="1 bytes are missing"):
        web.open(output)
    state_of(output).write_bytes(b"nonsense, and long enough to be taken for a database")
    with pytest.raises(StoreError):
        web.open(output)


def test_left_at_any_moment_it_ends_with_the_same_records(output: Path) -> None:
    """Whatever was not committed is as if it had not been; what was is not asked again."""
    site = {f"/{n}": links(f"/{2 * n}", f"/{2 * n + 1}") for n in range(1, 12)}
    web = Web({"/": links("/1"), **site, "/5": moved("/20"), "/6": Silence()})
    web.crawl(output)
    expected = sorted(in_file(output))
    for moment in range(1, 40, 3):
        target = output.with_name(f"{moment}.warc.gz")
        left = Web(web.routes)
        session = left.open(target)
        left.run(session, moment // 2)
        session.commit()
        left.run(session, moment - moment // 2)
        session.writer._flush()
        session.frontier.close()  # as a process that is killed
        left.asked.clear()
        told = left.crawl(target)
        assert sorted(in_file(target)) == expected, moment
        assert told["queued"] == 0
        assert len(left.asked) <= len(web.asked) - moment // 2 + 1
