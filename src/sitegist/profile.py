"""What extraction of one more page of a site needs: small, read-only, in one file."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitegist.errors import NotHtml, OptionError, ProfileError
from sitegist.extraction import Extraction
from sitegist.hierarchy import (
    DEFAULT_ORDER,
    Hierarchy,
    Order,
    ProfileKnowledge,
    SiteKnowledge,
    tree,
)
from sitegist.methods.container import Container, name_of
from sitegist.page import Page, read
from sitegist.page.sniff import HTML
from sitegist.site.shapes import shape_of

if TYPE_CHECKING:
    from sitegist.site.site import Site

VERSION = 1
_MAGIC = b"SITEGIST"
# A file that unpacks to more than this is none of ours.
_LARGEST = 64 * 2**20


@dataclass(frozen=True, eq=False)
class Profile:
    """What a site has taught, for pages that were not there yet."""

    about: Mapping[str, Any]
    """The site's name, its number of pages, and the language of each script."""
    method: Container
    knowledge: ProfileKnowledge
    """What the hierarchies of pages need."""

    @classmethod
    def of(cls, site: Site, method: Container) -> Profile:
        """The profile of a site and the method that has learned from it."""
        hosts = sorted({entry.url.split("/")[2] for entry in site.entries if "://" in entry.url})
        about = {"hosts": hosts[:20], "pages": len(site), "languages": dict(site.languages)}
        return cls(about, method, SiteKnowledge(site).summarised())

    def extract(
        self, html: str | bytes | Page, url: str | None = None, content_type: str | None = None
    ) -> Extraction:
        """The informative part of a page, with what the site taught."""
        page = html if isinstance(html, Page) else read(html, url, content_type)
        if page.media_type != HTML:
            raise NotHtml(page.media_type)
        return self.method.extract(page)

    def tree(
        self,
        html: str | bytes | Page,
        url: str | None = None,
        content_type: str | None = None,
        *,
        order: Order = DEFAULT_ORDER,
        distinct: bool = False,
    ) -> Hierarchy:
        """The information hierarchy of a page, with what the site taught."""
        known = self.knowledge
        return tree(html, url, content_type, known=known, order=order, distinct=distinct)

    def fit(self, page: Page) -> float:
        """How well the profile fits a page, from 0 to 1: the likeness to its nearest template."""
        return self.method.clusters.likeness(shape_of(page))

    def corrected(self, path: str, keep: bool | None) -> Profile:
        """A profile that keeps or drops all below a style path; ``None`` takes that back."""
        if path.split(" > ")[0].partition(".")[0] != "html":
            raise OptionError(f"{path!r} is no style path: they begin like html > body > main")
        if keep is None and path not in self.method.corrections:
            raise OptionError(f"{path!r} was not corrected, so there is nothing to take back")
        method = Container.restored(self.method.learned())
        method.corrections.pop(path, None)
        if keep is not None:
            method.corrections[path] = keep
        return replace(self, method=method)

    def describe(self) -> str:
        """What was learned, for people."""
        about = self.about
        lines = [
            f"{', '.join(about['hosts']) or 'a site without addresses'}: {about['pages']} pages",
            "languages: " + ", ".join(f"{k} {v}" for k, v in about["languages"].items()),
        ]
        for part, template in sorted(self.method.templates.items()):
            lines += [
                f"template {name_of(part)}: {template.pages} pages",
                f"  content in {template.container_name}",
                f"  {len(template.frequent)} frequent blocks, {len(template.furniture)} places of"
                " furniture",
                *(f"    {pages} pages: {text}" for text, pages in template.samples),
            ]
        for path, keep in self.method.corrections.items():
            lines.append(f"corrected: {'keep' if keep else 'drop'} {path}")
        return "\n".join(lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the profile; the same profile gives the same bytes."""
        data = {
            "about": dict(self.about),
            "method": self.method.name,
            "learned": self.method.learned(),
            "knowledge": self.knowledge.as_dict(),
        }
        body = zlib.compress(
            json.dumps(data, ensure_ascii=False, sort_keys=True).encode("utf-8"), 9
        )
        head = _MAGIC + f" {VERSION} {hashlib.sha256(body).hexdigest()}\n".encode("ascii")
        Path(path).write_bytes(head + body)


def load(path: str | os.PathLike[str]) -> Profile:
    """Read a profile; a `ProfileError` says what is wrong with one that cannot be used."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}") from None
    head, _, body = data.partition(b"\n")
    fields = head.split(b" ")
    if len(fields) != 3 or fields[0] != _MAGIC:
        raise ProfileError(f"{path}: this is no profile")
    if fields[1] != str(VERSION).encode():
        raise ProfileError(
            f"{path}: a profile of version {fields[1].decode('ascii', 'replace')}, and this"
            f" program reads version {VERSION}; mine the site anew"
        )
    if hashlib.sha256(body).hexdigest().encode() != fields[2]:
        raise ProfileError(f"{path}: the profile is damaged")
    unpacker = zlib.decompressobj()
    try:
        known = json.loads(unpacker.decompress(body, _LARGEST))
        about = known["about"]
        knowledge = ProfileKnowledge.restored(known["knowledge"], about["languages"])
        return Profile(about, Container.restored(known["learned"]), knowledge)
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise ProfileError(f"{path}: the profile is damaged: {error}") from None
