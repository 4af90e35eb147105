"""The description of the API is true."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from starlette.routing import Route

from sitegist.app.views import VIEWS

OPERATIONS = [
    (path, method) for view in VIEWS for path, item in view.api.items() for method in item
]
# What somebody might send: each value for each parameter, one at a time.
HOSTILE = (
    "",
    "-1",
    "0",
    "1e99",
    "²",
    "9" * 400,
    "nan",
    "\0",
    "../../etc/passwd",
    "<script>",
    "' OR 1=1 --",
    "\ud83d",
    "x" * 4001,
    "{{ 7 * 7 }}",
    '"(*',
)


@pytest.fixture(scope="module")
def described(demo: str) -> dict[str, Any]:
    """The description as it is served."""
    found = httpx.get(f"{demo}/api/openapi.json", trust_env=False, timeout=60).json()
    assert isinstance(found, dict)
    return found


def test_it_is_openapi(described: dict[str, Any]) -> None:
    """By the rules of OpenAPI 3.1."""
    validate(described)


def test_what_is_there_is_described_and_what_is_described_is_there() -> None:
    """Every path below /api/, with its methods."""
    routes = [route for view in VIEWS for route in view.routes if isinstance(route, Route)]
    there = {
        (route.path, method.lower())
        for route in routes
        if route.path.startswith("/api/")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert there == set(OPERATIONS)
    assert len({path for path, _ in there}) >= 3


@pytest.mark.parametrize("path", [path for path, method in OPERATIONS if method == "get"])
def test_answers_are_as_described(
    path: str, demo: str, evil: str, described: dict[str, Any], client: httpx.Client
) -> None:
    """On a good site and on a hostile one, with whatever has to be given."""
    operation = described["paths"][path]["get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    for base in (demo, evil):
        needed = given(base, operation, client)
        answer = client.get(base + path, params=needed)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "application/json"
        Draft202012Validator(schema).validate(answer.json())


@pytest.mark.parametrize("path", [path for path, method in OPERATIONS if method == "get"])
def test_hostile_parameters_are_refused_or_answered(
    path: str, demo: str, described: dict[str, Any], client: httpx.Client
) -> None:
    """With JSON that says what is wrong, never with an error of the server."""
    operation = described["paths"][path]["get"]
    needed = given(demo, operation, client)
    for parameter in operation["parameters"]:
        for value in HOSTILE:
            sent = {**needed, parameter["name"]: value.encode("utf-8", "surrogatepass")}
            answer = client.get(demo + path, params=sent)
            assert answer.status_code in (200, 400, 404, 422), (parameter["name"], value)
            found = answer.json()
            assert answer.status_code == 200 or found["error"]


def given(base: str, operation: dict[str, Any], client: httpx.Client) -> dict[str, Any]:
    """Something for every parameter that has to be given."""
    found = client.get(f"{base}/api/pages?kind=article&n=1").json()["pages"]
    known = {"url": found[0]["url"], "q": "word", "block": "0", "second_method": "shingling"}
    return {p["name"]: known[p["name"]] for p in operation["parameters"] if p["required"]}
