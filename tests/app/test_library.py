"""One mined site or several, and what happens to them while they are shown."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from playwright.sync_api import expect

from sitegist.app import create
from sitegist.app.library import Library
from sitegist.app.server import running
from sitegist.errors import StoreError
from sitegist.mining import mine_to
from tests.app.conftest import Visit


def page(host: str, number: int) -> tuple[str, str]:
    """One of a few pages of a small site."""
    words = " ".join(f"word{number * n}" for n in range(30))
    return f"https://{host}/{number}", f"<title>{host} {number}</title><h1>{host}</h1><p>{words}"


def pages(*hosts: str, number: int = 6) -> list[tuple[str, str]]:
    """Some small sites."""
    return [page(host, n) for host in hosts for n in range(number)]


def test_several_sites(tmp_path: Path, visit: Visit, client: httpx.Client) -> None:
    """They are listed; each has views and API of its own, and no other can be named."""
    mine_to(pages("first.example", "second.example"), tmp_path)
    with running(create(tmp_path)) as url:
        shown = visit(url)
        shown.get_by_role("link", name="second.example").click()
        expect(shown).to_have_url(f"{url}/site=second.example/")
        shown.get_by_role("navigation").get_by_role("link", name="Pages").click()
        expect(shown.get_by_role("listitem").filter(has_text="second.example 3")).to_be_visible()
        shown.get_by_role("link", name="sitegist").click()
        expect(shown.get_by_role("heading", level=1)).to_have_text("2 sites")
        base = f"{url}/site=first.example"
        assert client.get(f"{base}/api/site").json()["site"] == "first.example"
        description = client.get(f"{base}/api/openapi.json").json()
        assert description["servers"] == [{"url": "/site=first.example"}]
        listed = client.get(f"{url}/api/sites").json()
        assert [site["address"] for site in listed["sites"]] == [
            f"/site={name}.example/" for name in ("first", "second")
        ]
        assert listed["sites"][0]["pages"] == client.get(f"{base}/api/site").json()["pages"]
        described = client.get(f"{url}/api/openapi.json").json()
        validate(described)
        answer = described["paths"]["/api/sites"]["get"]["responses"]["200"]
        Draft202012Validator(answer["content"]["application/json"]["schema"]).validate(listed)
        for name in ("third.example", "..", ".", "first.example%2F..", "*"):
            assert client.get(f"{url}/site={name}/").status_code == 404


@pytest.mark.parametrize("said", ["{", "[]", '{"pages": 3}'])
def test_one_broken_site_does_not_hide_the_others(
    said: str, tmp_path: Path, client: httpx.Client
) -> None:
    """It is listed, and says what is wrong."""
    mine_to(pages("first.example", "second.example"), tmp_path)
    broken = tmp_path / "site=first.example" / "summary.json"
    broken.write_text(said)
    with running(create(tmp_path)) as url:
        listed = client.get(url)
        assert listed.status_code == 200
        assert "mine it anew" in listed.text
        known = {
            site["site"]: site["pages"] for site in client.get(f"{url}/api/sites").json()["sites"]
        }
        assert known["first.example"] is None
        assert known["second.example"] > 0
        assert client.get(f"{url}/site=first.example/").status_code == 500
        assert client.get(f"{url}/site=second.example/").status_code == 200


def test_a_site_that_is_mined_anew_is_shown_anew(tmp_path: Path, client: httpx.Client) -> None:
    """Without a restart."""
    mine_to(pages("first.example"), tmp_path)
    with running(create(tmp_path)) as url:
        assert client.get(f"{url}/api/site").json()["pages"] == 6
        mine_to(pages("first.example", number=8), tmp_path)
        assert client.get(f"{url}/api/site").json()["pages"] == 8


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    """No folder, an empty one, another file, another version."""
    with pytest.raises(StoreError, match="no mined site"):
        Library(tmp_path / "nothing")
    with pytest.raises(StoreError, match="no mined site"):
        create(tmp_path)
    (tmp_path / "site.db").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(StoreError, match="damaged"):
        create(tmp_path)


@pytest.mark.parametrize("file", ["site.db", "summary.json", "pages.parquet"])
def test_what_goes_missing_is_named(
    file: str, demo_mined: Path, tmp_path: Path, client: httpx.Client
) -> None:
    """With status 500 and the way to mend it, on pages and in the API."""
    folder = tmp_path / "mined"
    shutil.copytree(demo_mined, folder)
    with running(create(folder)) as url:
        (folder / file).unlink()
        for path in ("/", "/api/site"):
            answer = client.get(url + path)
            assert answer.status_code == 500
            assert "mine" in answer.text
            assert "Traceback" not in answer.text


def test_an_error_of_ours_has_no_traceback(
    demo_mined: Path, tmp_path: Path, client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    """What nobody expected is answered with 500, sealed like everything, and logged."""
    folder = tmp_path / "mined"
    shutil.copytree(demo_mined, folder)
    with closing(sqlite3.connect(folder / "site.db")) as db, db:
        db.execute("""UPDATE pages SET metadata = '{"title": 1}'""")
    with running(create(folder)) as url:
        for path in ("/pages", "/api/pages"):
            answer = client.get(url + path)
            assert answer.status_code == 500
            assert "error in sitegist" in answer.text
            assert "Traceback" not in answer.text
            assert answer.headers["x-frame-options"] == "DENY"
    assert "could not be answered" in caplog.text
