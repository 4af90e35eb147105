"""Sentences from templates.

`[a|b]` is an alternative (they nest), `{name}` draws anew from the list of that name,
`{Name}` draws once and is then remembered, `{3-9}` is a number, `{Cost:3-9}` a remembered
number, `{1990-2010}` a year (not after the article's own), `{Name.last}` the last word of a
remembered name. Digits at the end of a name tell
two of a kind apart: `{Place}` and `{Place2}` draw from the list `place`, never the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from sitegist.demo.chance import Dice

_TOKEN = re.compile(r"([\[\]|]|\{[^{}]*\})")
_NUMBER = re.compile(r"(?:(\w+):)?(\d+)(?:-(\d+))?")
FIRST_YEAR = 1700
LAST_YEAR = 2025


@dataclass(frozen=True)
class Slot:
    """A place in a template that a value goes into."""

    name: str
    low: int = -1
    high: int = -1


@dataclass
class Choice:
    """Alternatives, each a sequence of nodes."""

    options: list[list[Node]] = field(default_factory=lambda: [[]])


Node = str | Slot | Choice


def _slot(inside: str) -> Slot:
    number = _NUMBER.fullmatch(inside)
    if number is None:
        return Slot(inside)
    name, low, high = number.groups()
    return Slot(name or "", int(low), int(high or low))


@lru_cache(maxsize=8192)
def parse(template: str) -> list[Node]:
    """The nodes of a template; the result is shared and must not be changed."""
    top: list[Node] = []
    current = top
    open_choices: list[tuple[Choice, list[Node]]] = []
    for token in _TOKEN.split(template):
        if token == "[":
            choice = Choice()
            current.append(choice)
            open_choices.append((choice, current))
            current = choice.options[0]
        elif token == "|" and open_choices:
            current = []
            open_choices[-1][0].options.append(current)
        elif token == "]" and open_choices:
            current = open_choices.pop()[1]
        elif token.startswith("{"):
            current.append(_slot(token[1:-1]))
        elif token:
            current.append(token)
    if open_choices:
        raise ValueError(f"unclosed alternative in: {template}")
    return top


class Voice:
    """Speaks templates, with lists to draw from and a memory of what was drawn."""

    def __init__(
        self,
        lists: Mapping[str, Sequence[str]],
        dice: Dice,
        memory: dict[str, str] | None = None,
        thousands: str = "",
        today: int = LAST_YEAR,
    ) -> None:
        self.lists = lists
        self.dice = dice
        self.memory = {} if memory is None else memory
        self.thousands = thousands
        self.today = today

    def say(self, template: str) -> str:
        """One expansion of the template, with a capital at its beginning."""
        text = self._expand(parse(template))
        for at, character in enumerate(text):
            if character.isalnum():
                return text[:at] + character.upper() + text[at + 1 :]
        return text

    def _expand(self, nodes: Sequence[Node]) -> str:
        parts: list[str] = []
        for node in nodes:
            if isinstance(node, str):
                parts.append(node)
            elif isinstance(node, Slot):
                parts.append(self._value(node))
            else:
                parts.append(self._expand(self.dice.pick(node.options)))
        return "".join(parts)

    def _value(self, slot: Slot) -> str:
        name, _, wanted = slot.name.partition(".")
        value = self.memory.get(name, "")
        if not value:
            value = self._draw(name, slot)
            if name[:1].isupper():
                self.memory[name] = value
        return value.split()[-1] if wanted == "last" else value

    def _draw(self, name: str, slot: Slot) -> str:
        if slot.low >= 0:
            low, high = slot.low, slot.high
            if low >= FIRST_YEAR and high <= LAST_YEAR:  # a year: none after the article's own
                high = min(high, self.today)
                low = min(low, high)
            number = self.dice.between(low, high)
            return f"{number:,}".replace(",", self.thousands) if number > 9999 else str(number)
        source = self.lists[name.rstrip("0123456789").lower()]
        value = self._expand(parse(self.dice.pick(source)))
        for _ in range(6):
            if not name[:1].isupper() or value not in self.memory.values():
                break
            value = self._expand(parse(self.dice.pick(source)))
        return value
