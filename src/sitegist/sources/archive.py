"""Site archives with gold: ``NAME/html/...`` and ``NAME/gold.jsonl``."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from sitegist.errors import InputError
from sitegist.sources.bases import address, invented_base
from sitegist.sources.document import Document, Source
from sitegist.sources.files import read_at_most, read_page
from sitegist.sources.gold import Addresses, read_gold
from sitegist.sources.options import Options
from sitegist.sources.places import PAGE, kind_by_name, open_file, printable, walk
from sitegist.sources.unpack import Damaged, codec_of, unpack, unpacked

_MAX_EXTENSION = 1 << 20
_BAD = (tarfile.TarError, InputError, EOFError, OSError, ValueError, RecursionError)
_GOLD = "gold.jsonl"


class _Member(NamedTuple):
    name: str
    size: int
    stream: BinaryIO

    @property
    def path(self) -> str:
        """Its name below ``html/``, or all of it."""
        return f"/{self.name}".partition("/html/")[2] or self.name


def read_folder(folder: Path, source: Source, options: Options) -> Iterator[Document]:
    """The pages of an unpacked archive, each with its address."""
    name = folder.resolve().name
    try:
        with open_file(folder / _GOLD) as file:
            addresses = Addresses(read_gold(file), name)
    except (OSError, InputError) as error:
        source.skip(printable(str(folder / _GOLD)), error)
        addresses = Addresses((), name)
    for place in walk(folder / "html", source):
        if not _is_wanted(place.relative, options):
            continue
        try:
            with open_file(place.path) as file:
                url = addresses.of(place.relative)
                yield from read_page(file, place.name, url, source, options)
        except (OSError, InputError) as error:
            source.skip(place.name, error)


def read_tar(file: BinaryIO, name: str, source: Source, options: Options) -> Iterator[Document]:
    """The pages of an archive that is still packed; nothing is written to disk.

    Without a gold file it is a folder of pages: their addresses are their paths on ``base``.
    """
    addresses = _addresses(file, name)
    for member in _members(file, lambda reason: source.skip(name, reason)):
        if not _is_wanted(member.path, options):
            continue
        label = f"{name}:{printable(member.name)}"
        try:
            data = _read(member, options)
        except _BAD as error:
            source.skip(label, error)
            continue
        if addresses is not None:
            url: str | None = addresses.of(member.path)
        else:
            base = options.base or (invented_base(Path(name).name) if options.as_site else None)
            url = address(base, member.path) if base else options.url
        yield Document(label, url, data)


def _addresses(file: BinaryIO, name: str) -> Addresses | None:
    """What the gold file says; it comes before the pages, or we look through all of them."""
    for member in _members(file, lambda reason: None):
        folder, _, base = member.name.rpartition("/")
        if base == _GOLD and folder.count("/") == 0:
            site = folder or Path(name).name.partition(".")[0]
            return Addresses(read_gold(member.stream), site)
    return None


def _is_wanted(path: str, options: Options) -> bool:
    """Whether a member looks like a page, as in a folder."""
    if not options.html_only:
        return True
    file = path.rpartition("/")[2]
    return kind_by_name(file) == PAGE or "." not in file


def _read(member: _Member, options: Options) -> bytes:
    if member.size > options.max_bytes:
        raise Damaged(options.too_large())
    data = read_at_most(member.stream, options.max_bytes)
    if len(data) < member.size:
        raise Damaged("cut short")
    codec = codec_of(data[:8])
    return unpack(data, codec, options.max_bytes) if codec else data


def _members(file: BinaryIO, problem: Callable[[str], None]) -> Iterator[_Member]:
    """The regular files of a tar, each to be read before the next one."""
    file.seek(0)
    try:
        archive = tarfile.open(  # noqa: SIM115
            fileobj=unpacked(file), mode="r|", tarinfo=_guarded(problem), ignore_zeros=True
        )
        while (info := archive.next()) is not None:
            archive.members.clear()  # type: ignore[attr-defined]
            if info.isreg() and (stream := archive.extractfile(info)) is not None:
                yield _Member(info.name, info.size, cast(BinaryIO, stream))
    except _BAD as error:
        problem(str(error))


def _guarded(problem: Callable[[str], None]) -> type[tarfile.TarInfo]:
    """Headers that say when they are damaged, and take no more memory than they need.

    With ``ignore_zeros`` tarfile goes on to the next block that is a header.
    """

    class Guarded(tarfile.TarInfo):
        was_damaged = False

        @classmethod
        def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Guarded:
            try:
                found = super().frombuf(buf, encoding, errors)
            except (tarfile.EmptyHeaderError, tarfile.EOFHeaderError):  # type: ignore[attr-defined]
                raise
            except tarfile.HeaderError as error:
                if not cls.was_damaged:
                    problem(f"{error}; looked for the next one")
                cls.was_damaged = True
                raise
            if not found.isreg() and found.size > _MAX_EXTENSION:
                raise tarfile.InvalidHeaderError("too large")  # type: ignore[attr-defined]
            cls.was_damaged = False
            return found

    return Guarded
