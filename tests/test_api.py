"""The public names, what an import costs, and which way data goes."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sitegist
from sitegist import errors

SOURCE = Path(sitegist.__file__).parent
HEAVY = ("numpy", "turbohtml", "click", "rich", "ada_url", "Stemmer", "py3langid", "urllib.request")

# What each part may not know of.
FORBIDDEN = {
    "page": (
        *("sitegist.methods", "sitegist.outputs", "sitegist.sources", "sitegist.cli"),
        *("sitegist.pipeline", "sitegist.site", "sitegist.extraction", "sitegist.scale"),
        "sitegist.crawl",
    ),
    "site": (
        *("sitegist.methods", "sitegist.hierarchy", "sitegist.outputs", "sitegist.cli"),
        *("sitegist.pipeline", "sitegist.extraction"),
    ),
    "methods": (
        *(
            "sitegist.hierarchy",
            "sitegist.sources",
            "sitegist.outputs",
            "sitegist.cli",
            "sitegist.pipeline",
        ),
        *("sitegist.judge", "sitegist.applications"),
    ),
    "hierarchy": (
        *("sitegist.methods", "sitegist.outputs", "sitegist.sources", "sitegist.cli"),
        *("sitegist.pipeline", "sitegist.extraction"),
    ),
    "sources": (
        *("sitegist.methods", "sitegist.outputs", "sitegist.cli", "sitegist.pipeline"),
        "sitegist.crawl",
    ),
    "crawl": (
        *("sitegist.methods", "sitegist.outputs", "sitegist.cli", "sitegist.pipeline"),
        *("sitegist.mining", "sitegist.extraction", "sitegist.store", "sitegist.site"),
    ),
    "outputs": (
        *("sitegist.sources", "sitegist.cli", "sitegist.pipeline", "sitegist.mined"),
        *("sitegist.feed", "sitegist.watch"),
    ),
    "overlay": (
        *("sitegist.site", "sitegist.methods", "sitegist.extraction", "sitegist.outputs"),
        *("sitegist.sources", "sitegist.cli", "sitegist.pipeline", "sitegist.app"),
    ),
    "scale": ("sitegist.page", "sitegist.methods", "sitegist.outputs", "sitegist.cli"),
    "demo": ("sitegist.page", "sitegist.site", "sitegist.sources", "sitegist.cli"),
    "app": ("sitegist.cli", "sitegist.judge", "sitegist.crawl", "sitegist.watch"),
    "errors.py": ("sitegist",),
    "hashing.py": ("sitegist",),
    "extraction.py": ("sitegist.sources", "sitegist.cli", "sitegist.pipeline"),
    "pipeline.py": ("sitegist.cli", "sitegist.outputs"),
    "feed.py": ("sitegist.sources", "sitegist.cli", "sitegist.watch"),
    "watch": ("sitegist.outputs", "sitegist.cli", "sitegist.feed"),
}
# The modules that may touch turbohtml, and what of it.
PARSER = {
    "page/reader.py": "turbohtml",
    "page/decode.py": "turbohtml.detect",
    "judge/peers.py": "turbohtml",  # its own main text is one of the contenders
}


def imports(file: Path) -> Iterator[str]:
    """Every module that a file imports, at its top or anywhere within."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            # what is imported from a package may be a module as well
            yield from (f"{node.module}.{name.name}" for name in node.names)


def files(part: str) -> list[Path]:
    """The Python files of a part of the package."""
    path = SOURCE / part
    return sorted(path.rglob("*.py")) if path.is_dir() else [path] * path.exists()


def test_the_public_names_are_those_that_can_be_imported() -> None:
    """``__all__`` is sorted, complete, and every name of it is there."""
    assert sitegist.__all__ == sorted(sitegist.__all__)
    for name in sitegist.__all__:
        assert getattr(sitegist, name) is not None
    assert sorted(name for names in sitegist._HOMES.values() for name in names) == sitegist.__all__
    assert set(sitegist.__all__) <= set(dir(sitegist))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sitegist.nothing


def test_every_error_is_public_and_ours() -> None:
    """All errors of the tree can be caught by their common base, and by name."""
    defined = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert defined <= set(sitegist.__all__)
    for name in defined:
        assert issubclass(getattr(errors, name), errors.SitegistError)
        assert name in (errors.__doc__ or "")


def test_the_type_checker_sees_the_same_names() -> None:
    """What ``__getattr__`` gives out is imported for type checkers from the same place."""
    tree = ast.parse((SOURCE / "__init__.py").read_text("utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        node.module: tuple(name.name for name in node.names)
        for block in blocks
        for node in block.body
        if isinstance(node, ast.ImportFrom)
    }
    assert seen == sitegist._HOMES


def test_importing_is_light() -> None:
    """``import sitegist`` loads nothing that takes time, nor does asking for an error's name."""
    code = (
        "import sys, sitegist; sitegist.SitegistError;"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("part", FORBIDDEN)
def test_data_goes_one_way(part: str) -> None:
    """No part imports what comes after it, not even within a function."""
    for file in files(part):
        for module in imports(file):
            for other in FORBIDDEN[part]:
                assert not f"{module}.".startswith(f"{other}."), f"{file.name}: {module}"


def test_one_module_touches_the_parser() -> None:
    """So that another parser, or a reader of our own, can take its place."""
    for file in sorted(SOURCE.rglob("*.py")):
        name = file.relative_to(SOURCE).as_posix()
        allowed = PARSER.get(name, "nothing of it")
        for module in imports(file):
            if module.split(".")[0] == "turbohtml":
                assert f"{module}.".startswith(f"{allowed}."), f"{name}: {module}"
