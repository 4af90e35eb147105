"""Polling, and what is told of it"""

from __future__ import annotations

import gzip
from contextlib import closing
from pathlib import Path

import pytest

from sitegist.mining import mine_to
from sitegist.watch.state import State
from sitegist.watch.watcher import Round
from tests.crawl.server import Answer, Handler, Server, drip, in_turn, moved
from tests.watch.news import MINED, News
from tests.watch.support import BOUNDS, Watch


def test_nothing_is_new_at_first(watch: Watch, server: Server) -> None:
    """What was there when the site was mined is known; only tables of contents are asked for."""
    assert watch.once() == Round(3, 0)
    assert watch.told == []
    assert watch.said == []
    assert set(server.paths) == {"/robots.txt", "/", "/harbour/", "/town/"}


def test_each_new_article_is_told_once(watch: Watch, news: News) -> None:
    """The oldest first, with what it says and the text that the profile finds."""
    watch.once()
    new = news.publish(3)
    watch.once()
    watch.once()
    assert watch.told == new
    line = watch.sink.lines[0]
    assert [line["number"] for line in watch.sink.lines] == [1, 2, 3]
    assert line["title"].startswith(f"Number {MINED}")
    assert line["date"] == f"2026-01-{MINED % 28 + 1:02}"
    assert len(line["text"].split("\n")) == 8
    assert line["fit"] == 1.0
    assert "since 1897" not in line["text"]
    assert line["toc"].startswith(watch.url)


def test_a_page_that_has_not_changed_is_not_sent_again(watch: Watch, server: Server) -> None:
    """Its validators are sent back, and 304 is enough."""
    watch.once()
    watch.once()
    asked = [asked for asked in server.asked if asked.path == "/"]
    assert "if-none-match" not in asked[0].headers
    assert "if-none-match" in asked[1].headers


def test_a_change_of_furniture_is_no_change(watch: Watch, news: News) -> None:
    """Not even a new link in it; and the page is polled less often."""
    watch.once()
    news.furniture = "Storm <a href=/storm>warning</a> <a href=/about>more</a>"
    watch.once()
    assert watch.told == []
    with closing(State(watch.state)) as state:
        assert {toc.wait for toc in state.tocs()} == {150.0}


def test_intervals_adapt_within_their_bounds(watch: Watch, news: News) -> None:
    """Half as long when there is news, half as long again when not, and longer after failures."""
    with watch.started() as watcher:

        def waits() -> dict[str, float]:
            return {toc.url.removeprefix(watch.url): toc.wait for toc in watcher.state.tocs()}

        for _ in range(30):
            watcher.round(everything=True)
        assert set(waits().values()) == {BOUNDS.longest}
        (path,) = news.publish()
        watcher.round(everything=True)
        section = f"/{path.split('/')[1]}/"
        assert waits()[section] == waits()["/"] == BOUNDS.longest / 2 or waits()["/"] < 10_000
        for _ in range(30):
            news.publish(2)
            watcher.round(everything=True)
        assert waits()["/"] == BOUNDS.shortest


def test_only_what_is_due_is_polled(watch: Watch, server: Server) -> None:
    """And the watch sleeps until then."""
    with watch.started() as watcher:
        assert watcher.round() == Round(3, 0)
        assert watcher.round() == Round(0, 0)
        due = watcher.state.next_due()
        assert due <= watch.clock.now + BOUNDS.shortest
        watch.clock.now = due
        assert watcher.round().polled >= 1
    assert server.count("/robots.txt") == 1


def test_between_requests_there_is_a_pause(watch: Watch, news: News) -> None:
    """Of a second, or as long as robots.txt asks."""
    watch.once()
    assert watch.clock.slept == [1.0, 1.0, 1.0]
    news.routes["/robots.txt"] = Answer(b"User-agent: *\nCrawl-delay: 7", content_type="text/plain")
    watch.once()
    assert watch.clock.slept[3:] == [7.0, 7.0, 7.0]


def test_robots_txt_is_obeyed(watch: Watch, news: News, server: Server) -> None:
    """For tables of contents and for articles; while it cannot be had nothing is fetched."""
    watch.once()
    news.routes["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /harbour/")
    new = news.publish(2)
    server.asked.clear()
    assert watch.once() == Round(3, 1)
    assert watch.told == [path for path in new if not path.startswith("/harbour")]
    assert not any(path.startswith("/harbour") for path in server.paths)
    news.routes["/robots.txt"] = Answer(b"broken", 503)
    news.publish(2)
    server.asked.clear()
    assert watch.once() == Round(3, 3)
    assert set(server.paths) == {"/robots.txt"}
    del news.routes["/robots.txt"]
    watch.once()
    assert sorted(watch.told) == sorted(news.paths[3 + MINED :])


def with_links(news: News, *paths: str) -> Answer:
    """The front page with more links among those to articles."""
    links = (f"<article class=teaser><h2><a href={path}>x</a></h2></article>" for path in paths)
    main = b"<main class=page>"
    return Answer(news.page("/").replace(main, main + "".join(links).encode()))


FAULTS: dict[str, tuple[Answer | Handler, str]] = {
    "error": (Answer(b"oh no", 500), "answers 500"),
    "missing": (Answer(b"", 404), "answers 404"),
    "picture": (Answer(b"\x89PNG\r\n\x1a\n", content_type="image/png"), "not a web page"),
    "damaged": (
        Answer(gzip.compress(b"<p>words")[:15], headers={"Content-Encoding": "gzip"}),
        "cut short",
    ),
    "circle": (moved("/circle"), "circle"),
    "endless redirects": (lambda asked: moved(f"{asked.path}?"), "more than 10 times"),
    "elsewhere": (moved("https://elsewhere.example/"), "another site"),
    "nowhere": (moved("gopher://x"), "no address"),
    "large": (Answer(b"<p>" + b"x" * 300_000), "more than 200,000 bytes"),
    "endless": (drip(b"<p>words " * 1_000, 0.001), "more than 200,000 bytes"),
    "bomb": (
        Answer(gzip.compress(b"<p>" + b"x" * 10_000_000), headers={"Content-Encoding": "gzip"}),
        "more than 200,000 bytes",
    ),
    "bad header": (lambda asked: Answer(b"", headers={"X": "a\r\n\x00 b"}), ""),
    "maintenance": (Answer(b"<title>Sorry</title><p>We are back soon."), "template has changed"),
    "empty": (Answer(b""), "template has changed"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_page_that_fails_is_polled_again(watch: Watch, news: News, fault: str) -> None:
    """Whatever a server answers, the others are polled, and later what was new is told."""
    watch.once()
    answer, said = FAULTS[fault]
    news.routes.update({"/": answer, "/circle": moved("/")})
    new = news.publish(2)
    watch.once()
    assert [message for message in watch.said if said in message], watch.said
    assert sorted(watch.told) == sorted(new)  # the sections list them
    news.routes.update({"/harbour/": answer, "/town/": answer})
    new += news.publish(2)
    assert watch.once() == Round(3, 3)
    news.routes.clear()
    watch.once()
    assert sorted(watch.told) == sorted(new)
    assert len(watch.told) == len(set(watch.told))


def test_a_slow_answer_has_an_end(watch: Watch, news: News) -> None:
    """However slowly it comes, it does not hold up the others for longer than its deadline."""
    news.routes["/"] = drip()
    watch.deadline = 5.0
    assert watch.once() == Round(3, 1)
    assert "no whole answer within 5 seconds" in watch.said[0]


def test_304_means_nothing_if_no_validators_were_sent(watch: Watch, news: News) -> None:
    """A page that was never seen is not unchanged."""
    news.routes["/"] = Answer(b"", 304, None)
    assert watch.once() == Round(3, 1)
    assert "304 to a request without conditions" in watch.said[0]


def test_an_article_that_fails_is_fetched_again(watch: Watch, news: News) -> None:
    """While a table of contents lists it, however often it fails."""
    watch.once()
    (path,) = news.publish()
    news.routes[path] = in_turn(*[Answer(b"", 500)] * 4, Answer(news.page(path)))
    for _ in range(4):
        watch.once()
        assert watch.told == []
    watch.once()
    watch.once()
    assert watch.told == [path]
    assert sum(path in message for message in watch.said) == 1


def test_an_article_that_is_withdrawn_is_given_up(watch: Watch, news: News, server: Server) -> None:
    """Once nothing lists it any more."""
    watch.once()
    (path,) = news.publish()
    news.routes[path] = Answer(b"", 500)
    watch.once()
    news.count -= 1
    watch.once()
    server.asked.clear()
    watch.once()
    assert server.count(path) == 0
    assert any("given up" in message for message in watch.said)


def test_an_article_under_two_addresses_is_told_once(watch: Watch, news: News) -> None:
    """By a redirect to it, or by the same title and text."""
    watch.once()
    (path,) = news.publish()
    others = ("/go/1", f"{path}?session=17", f"{path}?session=18", "/go/2")
    news.routes["/"] = with_links(news, *others)
    news.routes["/go/1"] = moved(path)
    news.routes["/go/2"] = moved(news.path(3))
    for session in (17, 18):
        news.routes[f"{path}?session={session}"] = Answer(news.page(path))
    watch.once()
    watch.once()
    assert len(watch.told) == 1


def test_what_is_no_article_is_not_told(watch: Watch, news: News) -> None:
    """A page with the template of a table of contents, and what is no page at all."""
    watch.once()
    news.routes["/"] = with_links(news, "/old/", "/a.pdf")
    news.routes["/old/"] = Answer(news.page("/town/"))
    news.routes["/a.pdf"] = Answer(b"%PDF-1.7", content_type="application/pdf")
    watch.once()
    assert watch.told == []
    assert [message for message in watch.said if "a.pdf" in message], watch.said


def test_a_changed_template_is_noticed_and_learned_on_request(watch: Watch, news: News) -> None:
    """Nothing that came meanwhile is lost, and nothing is told twice."""
    watch.once()
    news.redesigned = True
    new = news.publish(2)
    assert watch.once() == Round(3, 3)
    assert watch.told == []
    assert ["template has changed" in message for message in watch.said] == [True] * 3
    new += news.publish(2)
    watch.once(anew=True)
    assert sorted(watch.told) == sorted(new)
    assert all(line["fit"] == 1.0 for line in watch.sink.lines)
    assert all(len(line["text"].split("\n")) == 8 for line in watch.sink.lines)
    new += news.publish(1)
    assert watch.once() == Round(3, 0)
    assert sorted(watch.told) == sorted(new)


def test_articles_that_fit_badly_are_told_and_it_is_said(watch: Watch, news: News) -> None:
    """Once, after three of them: with their fit, and their text as far as it is found."""
    watch.once()
    new = news.publish(4)
    redesigned = News(news.count, redesigned=True)
    for path in new:
        news.routes[path] = Answer(redesigned.page(path))
    watch.once()
    assert watch.told == new
    assert all(line["fit"] < 0.5 for line in watch.sink.lines)
    assert len([message for message in watch.said if "fit no template" in message]) == 1


def test_mined_anew_it_goes_on(watch: Watch, news: News, tmp_path: Path) -> None:
    """With the new profile; an article that came before the new mining is still told."""
    watch.once()
    news.redesigned = True
    new = news.publish(2)
    watch.once()
    watch.mined = tmp_path / "anew"
    mine_to([(watch.url + path, news.page(path)) for path in news.paths], watch.mined)
    new += news.publish(1)
    assert watch.once() == Round(3, 0)
    assert sorted(watch.told) == sorted(new)
