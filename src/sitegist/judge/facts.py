"""Gold in JSON files: what is not what it should be is an error that says where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sitegist.errors import InputError

T = TypeVar("T")
_KINDS: Mapping[type, str] = {str: "a string", dict: "an object"}


@dataclass(frozen=True)
class Facts:
    """A JSON object that somebody else wrote."""

    where: str
    """The file and what leads to the object, for messages."""
    values: dict[str, Any]

    @classmethod
    def parse(cls, where: str, text: bytes) -> Facts:
        """The object that a file holds."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"{where}: no JSON: {error}") from None
        return cls(where, _checked(where, value, dict))

    def text(self, name: str) -> str | None:
        """A string, if it is there."""
        return None if self.values.get(name) is None else self.required(name)

    def object(self, name: str, required: bool = False) -> Facts:
        """An object; one without anything if it is not there and need not be."""
        value = self.values.get(name) if required else self.values.get(name) or {}
        return Facts(self._place(name), _checked(self._place(name), value, dict))

    def objects(self) -> Iterator[tuple[str, Facts]]:
        """All values, which have to be objects, by their names in order."""
        for name in sorted(self.values):
            yield name, self.object(name)

    def required(self, name: str) -> str:
        """A string that has to be there."""
        return _checked(self._place(name), self.values.get(name), str)

    def _place(self, name: str) -> str:
        return f"{self.where}: {name}"


def _checked(where: str, value: object, kind: type[T]) -> T:
    if not isinstance(value, kind):
        told = json.dumps(value, ensure_ascii=False)[:40]
        raise InputError(f"{where}: {_KINDS[kind]} is expected, not {told}")
    return value
