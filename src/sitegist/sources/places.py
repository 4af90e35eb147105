"""What a name stands for: files, their kinds, and how each of them is read."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sitegist.errors import InputError
from sitegist.sources.document import Source
from sitegist.sources.unpack import Damaged, codec_of, unpacked

PAGE, WARC, WACZ, JSONL, PARQUET, TAR = "page", "warc", "wacz", "jsonl", "parquet", "tar"
ARCHIVE = "archive"
# Several captures of one address may be in these, or several of these of one site.
CAPTURES = frozenset({WARC, WACZ, JSONL, PARQUET})

_PACKED = r"(\.(gz|zst|bz2|xz))?$"
_SUFFIXES = {
    PAGE: re.compile(r"\.(html?|xhtml|shtml|php|aspx?|jsp)(\.gz)?$"),
    WARC: re.compile(r"\.warc(\.gz|\.zst)?$"),
    WACZ: re.compile(r"\.wacz$"),
    JSONL: re.compile(r"\.(jsonl|ndjson)" + _PACKED),
    PARQUET: re.compile(r"\.parquet" + _PACKED),
    TAR: re.compile(r"\.(tar" + _PACKED[:-1] + r"|tgz|txz|tbz2|tzst)$"),
}
_MAGIC = {
    WARC: re.compile(rb"\s*WARC/|\x5d\x2a\x4d\x18"),
    WACZ: re.compile(rb"PK\x03\x04"),
    PARQUET: re.compile(rb"PAR1"),
    JSONL: re.compile(rb'(\xef\xbb\xbf)?[ \t]*\{[ \t]*"'),
    TAR: re.compile(rb".{257}ustar", re.DOTALL),
}
_HEAD = 512
_WILD = re.compile(r"[*?\[]")
_BUFFER = 1 << 18


class Place(NamedTuple):
    """A file or an archive's folder."""

    path: Path
    kind: str | None
    """None where only its bytes tell."""
    relative: str
    """Its path below the folder or the pattern that it was found by."""

    @property
    def name(self) -> str:
        """Its path as text that can be printed, whatever its bytes."""
        return printable(str(self.path))


def printable(text: str) -> str:
    """A path with its undecodable bytes as escapes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def exists(name: str) -> None:
    """Raise `InputError` for a name that stands for nothing."""
    if not (os.path.lexists(name) or _WILD.search(name)):
        raise InputError(f"{printable(name)}: no such file, folder or URL")


def places(name: str, source: Source, html_only: bool = True) -> Iterator[Place]:
    """The files that a name, a pattern or a folder stands for, in the order of their paths."""
    if not os.path.lexists(name) and _WILD.search(name):
        yield from _matches(name, source, html_only)
    elif os.path.isdir(name):
        yield from _folder(Path(name), source, html_only)
    else:
        yield Place(Path(name), kind_by_name(name), Path(name).name)


def fixed_part(pattern: str) -> str:
    """What a pattern begins with: the folders that no star stands in.

    >>> fixed_part("crawl/2024-*/index.html"), fixed_part("crawl/index.html")
    ('crawl/', 'crawl/index.html')
    """
    return re.split(r"[^/\\]*[*?\[]", pattern, maxsplit=1)[0]


def _matches(pattern: str, source: Source, html_only: bool) -> Iterator[Place]:
    """What a pattern matches; with ``**`` folders only count if they are archives."""
    root = fixed_part(pattern)
    deep = "**" in re.split(r"[/\\]", pattern)
    for name in sorted(_below(root, pattern) if deep else glob.glob(pattern)):
        if not os.path.isdir(name):
            yield Place(Path(name), kind_by_name(name), os.path.relpath(name, root or "."))
        elif "**" not in pattern or is_archive(Path(name)):
            yield from _folder(Path(name), source, html_only)


def _below(root: str, pattern: str) -> Iterator[str]:
    """What a pattern with ``**`` matches; unlike `glob`, without following links to folders."""
    # beside anything else two stars are one; at the end they mean files as well
    rest = re.sub(r"(?<=[^/\\])\*{2,}|\*{2,}(?=[^/\\])", "*", pattern[len(root) :])
    rest = re.sub(r"(?<![^/\\])\*\*[/\\]?$", "**/*", rest)
    shows_hidden = any(part.startswith(".") for part in Path(rest).parts)
    for path in Path(root or ".").glob(rest.lstrip("/\\")):
        below = path.relative_to(root or ".").parts
        if shows_hidden or not any(part.startswith(".") for part in below):
            yield str(path)


def is_archive(folder: Path) -> bool:
    """Whether a folder is a site with gold."""
    return (folder / "gold.jsonl").is_file() and (folder / "html").is_dir()


def _folder(folder: Path, source: Source, html_only: bool) -> Iterator[Place]:
    """What lies in a folder: its pages if it has any by their names, otherwise its collections.

    A folder of pages may hold other files, which are the site's downloads. Files without a suffix
    count as pages, but do not make a folder one of pages if there are collections in it.
    """
    if not html_only:
        yield from walk(folder, source)
        return
    kinds = set()
    for place in walk(folder, Source(lambda _: iter(()))):
        kinds.add(place.kind)
        if place.kind == PAGE:
            break
    collections = kinds - {PAGE, None} if PAGE not in kinds else {ARCHIVE}
    bare = not collections - {ARCHIVE}
    for place in walk(folder, source):
        without_suffix = place.kind is None and "." not in place.path.name.removesuffix(".gz")
        if place.kind in collections or (place.kind == PAGE and PAGE in kinds):
            yield place
        elif bare and without_suffix:
            yield place._replace(kind=PAGE)


def walk(folder: Path, source: Source) -> Iterator[Place]:
    """All files below a folder; links to folders are not followed, nor links out of it."""
    root = folder.resolve()
    for parent, folders, files in os.walk(folder, onerror=lambda error: _note(source, error)):
        here = Path(parent)
        if is_archive(here):
            folders.clear()
            yield Place(here, ARCHIVE, here.name)
            continue
        folders.sort()
        for file in sorted(files):
            path = here / file
            if path.is_symlink() and not _stays_inside(path, root):
                source.skip(printable(str(path)), "a link that leads out of the folder or nowhere")
            else:
                yield Place(path, kind_by_name(file), path.relative_to(folder).as_posix())


def _note(source: Source, error: OSError) -> None:
    source.skip(printable(str(error.filename)), error.strerror or error)


def _stays_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def kind_by_name(name: str) -> str | None:
    """The kind of a file by its suffix.

    >>> kind_by_name("a.warc.gz"), kind_by_name("A.HTM"), kind_by_name("index")
    ('warc', 'page', None)
    """
    lower = name.lower()
    return next((kind for kind, suffix in _SUFFIXES.items() if suffix.search(lower)), None)


def kind_by_bytes(file: BinaryIO) -> str:
    """The kind of a file by how it begins, unpacked; a page if nothing else."""
    file.seek(0)
    head = file.read(_HEAD)
    kind = _match(head)
    if kind is None and codec_of(head):
        try:
            kind = _match(unpacked(file).read(_HEAD))
        except Damaged:
            kind = None
    return kind or PAGE


def _match(head: bytes) -> str | None:
    return next((kind for kind, magic in _MAGIC.items() if magic.match(head)), None)


def open_file(path: Path) -> BinaryIO:
    """A regular file; pipes and devices are never opened, since they can hang."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise InputError("not a regular file")
    return open(path, "rb", buffering=_BUFFER)
