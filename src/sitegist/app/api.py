"""The JSON API: answers, and how they are described to programs (OpenAPI 3.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.responses import Response

from sitegist import __version__

Schema = dict[str, Any]
STRING: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
BOOLEAN: Schema = {"type": "boolean"}
NULLABLE: Schema = {"type": ["string", "null"]}


def answer(value: Any) -> Response:
    """A value as JSON."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Response(text.encode("utf-8", "replace"), media_type="application/json")


def listed(schema: Schema) -> Schema:
    """A list of such things."""
    return {"type": "array", "items": schema}


def thing(**fields: Schema) -> Schema:
    """An object that has all of these fields."""
    return {"type": "object", "properties": fields, "required": list(fields)}


def parameter(name: str, about: str, schema: Schema = STRING, *, required: bool = False) -> Schema:
    """One that stands in the query."""
    return {
        "name": name,
        "in": "query",
        "description": about,
        "required": required,
        "schema": schema,
    }


PAGE_URL = parameter("url", "The page's address.", required=True)


def operation(about: str, schema: Schema, *parameters: Schema, **more: Any) -> Schema:
    """What a path answers when it is asked with GET; ``more`` is put in as it is."""
    return {
        "summary": about,
        "parameters": list(parameters),
        "responses": {
            "200": {
                "description": "What was asked for.",
                "content": {"application/json": {"schema": schema}},
            },
            "default": {
                "description": "What is wrong, with a status from 400 on.",
                "content": {"application/json": {"schema": thing(error=STRING)}},
            },
        },
        **more,
    }


def described(paths: Iterable[Mapping[str, Schema]], root: str) -> Schema:
    """The whole API below an address, as OpenAPI has it."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sitegist",
            "version": __version__,
            "description": "What was mined of a site.",
        },
        "servers": [{"url": root or "/"}],
        "paths": {path: item for part in paths for path, item in part.items()},
    }
