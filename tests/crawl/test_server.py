"""The loopback server itself: a test that leans on it must be able to trust it."""

from __future__ import annotations

import http.client

from tests.crawl.server import Answer, Routes, Server, drip, in_turn, missing, moved, page


def test_the_server_answers_as_it_is_told() -> None:
    """Pages, redirects, errors that go away, missing pages; and it counts them."""
    routes: Routes = {
        "/": page("<p>words"),
        "/?q=1": page("<p>another"),
        "/old": moved("/"),
        "/shaky": in_turn(Answer(status=500), page("<p>fine")),
        "/drip": drip(every=0.001),
    }
    with Server(routes) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        answers = []
        for path in ("/", "/?q=1", "/?q=2", "/old", "/shaky", "/shaky", "/shaky", "/none"):
            connection.request("GET", path)
            answer = connection.getresponse()
            answers.append((answer.status, answer.read()[-7:]))
        assert [status for status, _ in answers] == [200, 200, 200, 302, 500, 200, 200, 404]
        assert answers[1] == (200, b"another")
        assert answers[2] == answers[0]
        assert server.count("/shaky") == 3
        assert server.paths[0] == "/"
        connection.request("GET", "/drip")
        assert len(connection.getresponse().read(2000)) == 2000
        connection.close()
        assert missing(server.asked[0]).status == 404
