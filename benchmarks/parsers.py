"""Compare HTML parsers on real pages and on hostile ones, as Markdown tables.

DATA are folders, searched for .html, .htm and .html.gz. Needs Linux.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations, zip_longest
from operator import truediv
from pathlib import Path
from statistics import fmean, median
from timeit import timeit
from typing import Any

PARSERS = ["turbohtml", "lexbor", "lxml", "html5lib"]
MODULES = {"lexbor": "selectolax.lexbor", "lxml": "lxml.html"}  # where the name is another
TIMED, ROUNDS, LARGEST = 150, 5, 300_000  # pages to time, how often, bytes of these pages
LIMIT = 30  # seconds for one hostile input
REASONS = {  # the first of these to hold one of the two tags explains a first difference
    "template": "template",
    "hidden input in a table": "input",
    "select": "select option optgroup selectedcontent",
    "formatting elements": "a b big code em font i nobr s small strike strong tt u",
    "form or table": "form table tbody thead tfoot tr td th caption col colgroup",
}
HOSTILE: dict[str, Callable[[], str]] = {
    "an empty page (the baseline)": lambda: "<p>",
    "50,000 nested divs": lambda: "<div>" * 50_000,
    "a million elements": lambda: "<p>x</p>" * 1_000_000,
    "50,000 attributes": lambda: f"<p {' '.join(f'a{i}=1' for i in range(50_000))}>x",
    "a text run of 60 MB": lambda: "<p>" + "text " * 12_000_000,
    "50,000 tags, none closed": lambda: "<ul><li><b><div><i><span><p><font>" * 6_250,
    "2,000 fonts, reopened": lambda: "".join(f"<font a={i}><p>" for i in range(2_000)),
    "1 MB of nulls": lambda: "\0" * 2**20,
    "`</html>` before `<body>`": lambda: "<html></html><body class=x><p>kept</p></body>",
    "2,000 nested tables": lambda: "<table><tr><td>" * 2_000,
    "like a PDF, 1 MB": lambda: "%PDF-1.7\n" + random.Random(0).randbytes(2**20).decode("latin-1"),
    "like a PNG, 1 MB": lambda: "\x89PNG\r\n" + random.Random(1).randbytes(2**20).decode("latin-1"),
    "JSON, 1 MB": lambda: json.dumps([{"id": i, "a": "<p class='a'>x</p>"} for i in range(25_000)]),
}


class Parser:
    def __init__(self, name: str) -> None:
        self.name = name
        self.lib: Any = importlib.import_module(MODULES.get(name, name))

    def parse(self, html: str, *, scripting: bool = True, shadow: bool = True) -> Any:
        if self.name == "turbohtml":
            options = {"scripting": scripting, "allow_declarative_shadow_roots": shadow}
            return self.lib.parse(html, positions=False, **options)
        if self.name == "lexbor":
            return self.lib.LexborHTMLParser(html, scripting=scripting)
        if self.name == "lxml":
            parser = self.lib.HTMLParser(encoding="utf-8")
            return self.lib.document_fromstring(html.encode("utf-8", "replace"), parser)
        return self.lib.parse(html, namespaceHTMLElements=False, scripting=scripting)

    def walk(self, tree: Any) -> tuple[list[str], list[str]]:
        """The tags and the texts of a tree, each in document order."""
        tags, texts = [], []
        if self.name == "turbohtml":
            element, text = self.lib.Element, self.lib.Text
            for node in tree.descendants:
                if (kind := type(node)) is element:
                    tags.append(node.tag)
                elif kind is text:
                    texts.append(node.data)
        elif self.name == "lexbor":
            for node in tree.root.traverse(include_text=True):
                if (tag := node.tag) == "-text":
                    texts.append(node.text_content)
                elif tag[0] != "-":
                    tags.append(tag)
        else:
            for node in tree.iter():
                if isinstance(node.tag, str):  # else a comment
                    tags.append(node.tag)
                    texts.append(node.text or "")
                texts.append(node.tail or "")
        return tags, texts

    def outline(self, html: str) -> list[str]:
        """The tags of a page without scripting and shadow roots, and outside templates."""
        tree = self.parse(html, scripting=False, shadow=False)
        if self.name != "lexbor":  # which does not walk into templates
            find = tree.select if self.name == "turbohtml" else tree.iter
            for node in list(find("template")):
                node.clear()
        return [tag.rpartition("}")[2] for tag in self.walk(tree)[0]]  # without namespaces


def read(path: Path) -> str:
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return raw.decode("utf-8-sig", "replace")  # lost letters do not matter here


def find(folders: list[Path]) -> list[Path]:
    """All pages of all sites, in a random but fixed order."""
    paths = sorted(p for folder in folders for p in folder.rglob("*.htm*") if p.is_file())
    random.Random(0).shuffle(paths)
    return paths


def table(title: str, head: list[str], rows: list[list[str]]) -> None:
    print(f"\n## {title}\n")
    for row in (head, ["---"] * len(head), *rows):
        print(f"| {' | '.join(row)} |", flush=True)


def speed(parsers: list[Parser], pages: list[str]) -> None:
    jobs: list[Any] = [p.parse for p in parsers]
    jobs += [lambda html, p=p: p.walk(p.parse(html)) for p in parsers]
    times = []
    for html in pages:
        runs = [[1e3 * timeit(partial(job, html), number=1) for job in jobs] for _ in range(ROUNDS)]
        times.append([median(column) for column in zip(*runs)])
    cells = []
    for i, column in enumerate(columns := list(zip(*times))):
        base = columns[i // len(parsers) * len(parsers)]
        cells.append(f"{median(column):.3f} | {median(map(truediv, column, base)):.2f}")
    rows = [[p.name, *cells[i :: len(parsers)]] for i, p in enumerate(parsers)]
    title = f"Time: {len(pages)} pages of median {median(map(len, pages)):,.0f} characters"
    table(title, ["parser", "parse, ms", "ratio", "parse and walk, ms", "ratio"], rows)


def agreement(parsers: list[Parser], paths: list[Path]) -> None:
    outlines = {p.name: [p.outline(read(path)) for path in paths] for p in parsers}
    rows, reasons = [], dict[tuple[str, str], list[str]]()
    for pair in combinations(outlines, 2):
        prefix, bag = [], []
        for path, a, b in zip(paths, *(outlines[name] for name in pair), strict=True):
            if a == b:
                continue
            at = next(i for i, (x, y) in enumerate(zip_longest(a, b)) if x != y)
            prefix.append(at / max(len(a), len(b)))
            bag.append((Counter(a) & Counter(b)).total() / max(len(a), len(b)))
            first, cut = {*a[at : at + 1], *b[at : at + 1]}, slice(max(at - 3, 0), at + 4)
            reason = next((why for why in REASONS if first & {*REASONS[why].split()}), "other")
            example = f"`{' '.join(a[cut])}` against `{' '.join(b[cut])}` (…{path.name[-40:]})"
            reasons.setdefault((", ".join(pair), reason), []).append(example)
        cells = [f"{1 - len(bag) / len(paths):.2%}", str(len(bag))]
        rows.append([", ".join(pair), *cells, *(f"{fmean(x or [1]):.3f}" for x in (prefix, bag))])
    head = ["pair", "identical", "differ", "common prefix of these", "common multiset of these"]
    table(f"Agreement of the sequence of tags: {len(paths)} pages", head, rows)
    rows = [[*key, str(len(found)), "; ".join(found[:2])] for key, found in reasons.items()]
    table("The first difference of a page", ["pair", "reason", "pages", "examples"], rows)


def child(name: str, case: str) -> str:
    parser, html = Parser(name), HOSTILE[case]()
    start = time.perf_counter()
    tags, texts = parser.walk(parser.parse(html))
    found = f"{time.perf_counter() - start:.2f} s, {len(tags):,} / {sum(map(len, texts)):,}"
    status = Path("/proc/self/status").read_text()  # as getrusage would inherit the parent's peak
    return f"{found}, {int(status.partition('VmHWM:')[2].split()[0]) // 1024} MB"


def attack(name: str, case: str) -> str:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        try:
            return pool.apply_async(child, (name, case)).get(LIMIT)
        except multiprocessing.TimeoutError:
            return f"no answer in {LIMIT} s"


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("data", nargs="+", type=Path, metavar="DATA")
    cli.add_argument("--sample", type=int, default=2000, help="pages that all compare")
    args = cli.parse_args()
    parsers = []
    for name in PARSERS:
        try:
            parsers.append(Parser(name))
        except ImportError:
            print(f"{name} is not installed: skipped")
    paths = find(args.data)
    small = [path for path in paths if path.stat().st_size <= LARGEST]
    speed(parsers, [read(path) for path in small[:TIMED]])
    agreement([p for p in parsers if p.name != "lxml"], small[: args.sample])
    agreement([p for p in parsers if p.name in ("turbohtml", "lexbor")], paths)
    rows = [[case, *(attack(p.name, case) for p in parsers)] for case in HOSTILE]
    head = ["input", *(p.name for p in parsers)]
    table("Hostile inputs: time, elements / characters found, peak memory", head, rows)


if __name__ == "__main__":
    main()
