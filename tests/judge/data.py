"""Tiny data sets, written to disk."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NAV = '<nav><a href="/">Home</a> <a href="/about/">About us</a></nav>'


def article(title: str, body: str) -> str:
    """A page with a title, navigation, and one paragraph for each line of the body."""
    paragraphs = "".join(f"<p>{line}</p>" for line in body.splitlines())
    return f"<title>{title} | Site</title>{NAV}<h1>{title}</h1><main>{paragraphs}</main>"


def body(number: int) -> str:
    """Some text that no other page has."""
    words = " ".join(f"word{number}x{place}" for place in range(12))
    return f"Here begins {words} and there it ends.\nIt has a second line {number} of some words."


def write_site(folder: Path, articles: int = 6) -> Path:
    """A site: a home page without gold, and articles with it."""
    rows: list[dict[str, Any]] = []
    pages = {"index.html": f"<title>Site</title>{NAV}<p>Welcome</p>"}
    for number in range(articles):
        path = f"a{number}/index.html"
        pages[path] = article(f"Title number {number}", body(number))
        rows.append(
            {
                "path": path,
                "url": f"https://example.org/a{number}/",
                "kind": "article",
                "text": body(number),
                "title": f"Title number {number}",
                "section": "odd" if number % 2 else "even",
            }
        )
    rows.append({"path": "index.html", "url": None, "kind": "other", "text": None})
    put(folder, {f"html/{path}": html for path, html in pages.items()})
    put(folder, {"gold.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    return folder


def write_wcxb(folder: Path) -> Path:
    """Two single pages of two types."""
    for key, kind in (("0001", "article"), ("0002", "forum")):
        gold = {"main_content": body(int(key)), "title": "T", "publish_date": "2020-01-02"}
        row = {"url": f"https://x.org/{key}", "file_id": key, "ground_truth": gold}
        put(folder, {f"ground-truth/{key}.json": json.dumps(row)})
        put(folder, {f"html/{key}.html": article("T", body(int(key)))})
        types = {"0001": {"page_type": "article"}, "0002": {"page_type": kind}}
        put(folder, {"metadata.json": json.dumps({"files": types})})
    return folder


def put(folder: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def pack(folder: Path, archive: Path) -> Path:
    """The folder as NAME.tar.xz."""
    with tarfile.open(archive, "w:xz") as tar:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                info = tarfile.TarInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}")
                data = path.read_bytes()
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    return archive
