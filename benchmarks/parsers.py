"""Compare HTML parsers on real pages and on hostile ones, as Markdown tables.

DATA are folders, searched for .html, .htm and .html.gz. A parser that is not installed is skipped. Needs Linux.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import multiprocessing
import random
import time
import warnings
from collections import Counter
from collections.abc import Callable
from itertools import combinations, zip_longest
from operator import truediv
from pathlib import Path
from statistics import fmean, median
from typing import Any

MODULES = {"turbohtml": "turbohtml", "lexbor": "selectolax.lexbor", "lxml": "lxml.html", "html5lib": "html5lib"}
TIMED, ROUNDS, LARGEST, LIMIT = 150, 5, 300_000, 30  # pages, times, bytes for html5lib, seconds for a hostile input
REASONS = {  # a first difference is put down to the first of these that holds one of the two tags
    "template": "template",
    "hidden input in a table": "input",
    "select": "select option optgroup selectedcontent",
    "formatting elements": "a b big code em font i nobr s small strike strong tt u",
    "form or table": "form table tbody thead tfoot tr td th caption col colgroup",
    "head or body": "head body frameset noscript",
}
HOSTILE: dict[str, Callable[[], str]] = {
    "an empty page (the baseline)": lambda: "<p>",
    "50,000 nested divs": lambda: "<div>" * 50_000,
    "a million elements": lambda: "<p>x</p>" * 1_000_000,
    "50,000 attributes": lambda: f"<p {' '.join(f'a{i}=1' for i in range(50_000))}>x",
    "a text run of 60 MB": lambda: "<p>" + "text " * 12_000_000,
    "50,000 tags, none closed": lambda: "<ul><li><b><div><i><span><p><font>" * 6_250,
    "2,000 fonts, all reopened in each paragraph": lambda: "".join(f"<font a={i}><p>" for i in range(2_000)),
    "1 MB of nulls": lambda: "\0" * 2**20,
    "`</html>` before `<body>`": lambda: "<html></html><body class=x><p>kept</p></body>",
    "2,000 nested tables": lambda: "<table><tr><td>" * 2_000,
    "like a PDF, 1 MB": lambda: "%PDF-1.7\n" + random.Random(0).randbytes(2**20).decode("latin-1"),
    "like a PNG, 1 MB": lambda: "\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(2**20).decode("latin-1"),
    "JSON, 1 MB": lambda: json.dumps([{"id": i, "html": "<p class='a'>x</p>"} for i in range(25_000)]),
}


class Parser:
    def __init__(self, name: str) -> None:
        self.name = name
        self.lib: Any = importlib.import_module(MODULES[name])

    def parse(self, html: str, *, scripting: bool = True, shadow: bool = True) -> Any:
        if self.name == "turbohtml":
            return self.lib.parse(html, positions=False, scripting=scripting, allow_declarative_shadow_roots=shadow)
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
        """The tags of a page, without scripting and shadow roots, and without what templates hold."""
        tree = self.parse(html, scripting=False, shadow=False)
        if self.name != "lexbor":  # which does not walk into templates
            for node in tree.select("template") if self.name == "turbohtml" else list(tree.iter("template")):
                node.clear()
        return [tag.rpartition("}")[2] for tag in self.walk(tree)[0]]  # html5lib prefixes namespaces


def read(path: Path) -> str:
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return raw.decode("utf-8-sig", "replace")  # lost letters do not matter here


def find(folders: list[Path]) -> list[Path]:
    """All pages, taken in turn from each site (a folder right below DATA), shuffled with a fixed seed."""
    sites: dict[tuple[Path, str], list[Path]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.name.endswith((".html", ".htm", ".html.gz")) and path.is_file() and path.stat().st_size:
                sites.setdefault((folder, path.relative_to(folder).parts[0]), []).append(path)
    for paths in sites.values():
        random.Random(0).shuffle(paths)
    return [path for turn in zip_longest(*sites.values()) for path in turn if path]


def table(title: str, head: list[str], rows: list[list[str]]) -> None:
    lines = [f"\n## {title}\n", *(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))]
    print("\n".join(lines), flush=True)


def speed(parsers: list[Parser], pages: list[str]) -> None:
    medians: dict[tuple[str, int], list[float]] = {}
    for html in pages:
        times: dict[tuple[str, int], list[float]] = {}
        for _ in range(ROUNDS):
            for p in parsers:
                for walk in (0, 1):
                    start = time.perf_counter()
                    p.walk(p.parse(html)) if walk else p.parse(html)
                    times.setdefault((p.name, walk), []).append(time.perf_counter() - start)
        for key, seconds in times.items():
            medians.setdefault(key, []).append(1e3 * median(seconds))
    rows = []
    for p in parsers:
        both = [(medians[p.name, walk], medians[parsers[0].name, walk]) for walk in (0, 1)]
        rows.append([p.name, *(f"{median(a):.3f} | {median(map(truediv, a, b)):.2f}" for a, b in both)])
    title = f"Time: {len(pages)} pages, {median(map(len, pages)):,.0f} characters in the median, {ROUNDS} rounds"
    table(title, ["parser", "parse, ms", "ratio", "parse and walk, ms", "ratio"], rows)


def agreement(parsers: list[Parser], paths: list[Path]) -> None:
    outlines = {p.name: [p.outline(read(path)) for path in paths] for p in parsers}
    rows, reasons = [], dict[tuple[str, str], list[str]]()
    for pair in combinations(outlines, 2):
        prefix, bag = [], []
        for path, a, b in zip(paths, *(outlines[name] for name in pair), strict=True):
            if a == b:
                continue
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            prefix.append(at / max(len(a), len(b)))
            bag.append((Counter(a) & Counter(b)).total() / max(len(a), len(b)))
            first, cut = {*a[at : at + 1], *b[at : at + 1]}, slice(max(at - 3, 0), at + 4)
            reason = next((name for name, tags in REASONS.items() if first & {*tags.split()}), "other")
            example = f"`{' '.join(a[cut])}` against `{' '.join(b[cut])}` (…{path.name[-40:]})"
            reasons.setdefault((", ".join(pair), reason), []).append(example)
        means = [f"{fmean(shares or [1]):.3f}" for shares in (prefix, bag)]
        rows.append([", ".join(pair), f"{1 - len(prefix) / len(paths):.2%}", str(len(prefix)), *means])
    head = ["pair", "identical", "pages that differ", "their common prefix", "their common multiset"]
    table(f"Agreement of the sequence of tags: {len(paths)} pages", head, rows)
    rows = [[*key, str(len(found)), "; ".join(found[:2])] for key, found in reasons.items()]
    table("The first difference of a page", ["pair", "reason", "pages", "examples"], rows)


def child(name: str, case: str) -> str:
    parser, html = Parser(name), HOSTILE[case]()
    start = time.perf_counter()
    tags, texts = parser.walk(parser.parse(html))
    peak = int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])  # getrusage inherits
    return f"{time.perf_counter() - start:.2f} s, {peak // 1024} MB, {len(tags):,} / {sum(map(len, texts)):,}"


def attack(name: str, case: str) -> str:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        try:
            return pool.apply_async(child, (name, case)).get(LIMIT)
        except multiprocessing.TimeoutError:
            return f"no answer in {LIMIT} s"


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("data", nargs="+", type=Path, metavar="DATA")
    cli.add_argument("--sample", type=int, default=2000, help="pages compared by all parsers (default: %(default)s)")
    args = cli.parse_args()
    warnings.simplefilter("ignore")  # html5lib's, of odd characters
    installed = [name for name in MODULES if importlib.util.find_spec(MODULES[name].partition(".")[0])]
    print("Not installed, so skipped:", MODULES.keys() - installed or "none")
    parsers = [Parser(name) for name in installed]
    paths = find(args.data)
    small = [path for path in paths if path.stat().st_size <= LARGEST]
    speed(parsers, [read(path) for path in random.Random(0).sample(small, min(TIMED, len(small)))])
    agreement([p for p in parsers if p.name != "lxml"], small[: args.sample])  # lxml claims no standard
    agreement([p for p in parsers if p.name in ("turbohtml", "lexbor")], paths)
    rows = [[case, *(attack(name, case) for name in installed)] for case in HOSTILE]
    table("Hostile inputs: time, peak memory, elements / characters found", ["input", *installed], rows)


if __name__ == "__main__":
    main()
