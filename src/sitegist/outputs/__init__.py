"""What an extraction is written as: one format, one file."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from sitegist.errors import OptionError
from sitegist.page.decode import encodable

if TYPE_CHECKING:
    from sitegist.extraction import Extraction


def _format(name: str) -> Callable[[Extraction], str]:
    """The function of a format's module, which is imported when it is first used."""

    def write(extraction: Extraction) -> str:
        writer: Callable[[Extraction], str] = getattr(import_module(f"{__name__}.{name}"), name)
        return encodable(writer(extraction))

    return write


FORMATS: dict[str, Callable[[Extraction], str]] = {
    name: _format(name) for name in ("text", "markdown", "json", "html", "tei")
}


def render(extraction: Extraction, form: str = "text") -> str:
    """An extraction in the format of that name.

    >>> import sitegist
    >>> page = "<a href='/'>Home</a><p>A sentence of <b>some</b> words."
    >>> render(sitegist.extract(page, features=["text", "text-tag"]), "markdown")
    'A sentence of **some** words.'
    """
    if form not in FORMATS:
        raise OptionError.unknown("format", form, FORMATS)
    return FORMATS[form](extraction)


__all__ = ["FORMATS", "render"]
