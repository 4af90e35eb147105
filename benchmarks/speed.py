"""How fast sitegist reads and extracts, beside the parser alone and its peers, as Markdown tables.

DATA is a folder, searched for .html and .html.gz; without it, our demonstration site is read.
All take turns in one process, in random order, each over all pages, round after round; the
ratios are medians over the rounds. Time is that of the processor, which other programs on the
machine disturb least. Needs Linux.
"""

from __future__ import annotations

import argparse
import gzip
import logging
import multiprocessing
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import fmean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.hostile import MEGABYTES, PAGES

SEED = 0
PATIENCE = 60  # seconds for a hostile page, more than any is allowed
Work = Callable[[bytes], object]


def parser_alone() -> Work:
    from turbohtml import parse

    return partial(parse, positions=False, scripting=True)


def lexbor_alone() -> Work:
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser


def read() -> Work:
    from sitegist.page import read

    return read


def read_and(*names: str) -> Work:
    """Reading, and something of the page that is worked out only when it is asked for."""
    from sitegist.page import read

    return lambda data: [getattr(page, name) for page in [read(data)] for name in names]


def extract() -> Work:
    from sitegist import extract

    return lambda data: extract(data).text


def extract_and(*names: str) -> Work:
    from sitegist import extract

    def work(data: bytes) -> object:
        extraction = extract(data)
        return extraction.text, [getattr(extraction.page, name) for name in names]

    return work


def every_method() -> Work:
    """Both methods for single pages on all their segmenters, eight extractions in all."""
    from sitegist.methods import METHODS
    from sitegist.page import read

    methods = [
        METHODS[name](segmenter)
        for name in ("feature-extractor", "k-feature-extractor")
        for segmenter in METHODS[name].segmenters
    ]

    def work(data: bytes) -> object:
        page = read(data)
        return [method.extract(page).text for method in methods]

    return work


def parser_and_text() -> Work:
    """The parser, and all text that it has found, as it is."""
    from turbohtml import parse

    return lambda data: parse(data, positions=False, scripting=True).text


def turbohtml_main_text() -> Work:
    from turbohtml import parse

    return lambda data: parse(data).main_text()


def resiliparse_main_content() -> Work:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def work(data: bytes) -> object:
        tree = HTMLTree.parse_from_bytes(data, detect_encoding(data) or "utf-8")
        return extract_plain_text(tree, main_content=True)

    return work


def trafilatura() -> Work:
    from trafilatura import extract

    return lambda data: extract(data)


def readability() -> Work:
    from readability import Document

    return lambda data: Document(data.decode("utf-8", "replace")).summary()


def rs_trafilatura() -> Work:
    from rs_trafilatura import extract

    return lambda data: extract(data.decode("utf-8", "replace"))


def justext() -> Work:
    from justext import get_stoplist, justext

    words = get_stoplist("English")
    return lambda data: justext(data, words)


BASE = "the parser alone"
CONTENDERS: dict[str, Callable[[], Work]] = {
    BASE: parser_alone,
    "page.read": read,
    "read + terms": partial(read_and, "terms"),
    "extract to text": extract,
    "extract + language": partial(extract_and, "language"),
    "extract + metadata and language": partial(extract_and, "metadata", "language"),
    "another parser alone, Lexbor": lexbor_alone,
    "turbohtml, main text": turbohtml_main_text,
    "resiliparse, main content": resiliparse_main_content,
    "jusText": justext,
    "readability-lxml": readability,
    "trafilatura": trafilatura,
    "rs-trafilatura": rs_trafilatura,
}
TRIALS: dict[str, Callable[[], Work]] = {
    "the parser and its text": parser_and_text,
    "page.read": read,
    "extract to text": extract,
    "methods × segmenters": every_method,
}


def ready(name: str) -> Work:
    """A contender that has worked once, so that all it imports is there."""
    logging.disable(logging.CRITICAL)
    work = CONTENDERS[name]()
    work(b"<title>A page</title><p>A paragraph with a few words, and a few more of them.</p>")
    return work


def contenders() -> dict[str, Work]:
    works = {}
    for name in CONTENDERS:
        try:
            works[name] = ready(name)
        except (ImportError, AttributeError) as missing:
            print(f"{name} is skipped: {missing}")
    return works


def pages(data: Path | None, count: int) -> list[bytes]:
    """Some pages, the same ones each time."""
    if data is None:
        from sitegist.demo import build

        return [page.html for page in build(seed=1, pages=count)]
    paths = sorted(path for path in data.rglob("*") if path.name.endswith((".html", ".html.gz")))
    if not paths:
        raise SystemExit(f"no .html or .html.gz in {data}")
    chosen = random.Random(SEED).sample(paths, min(count, len(paths)))
    return [
        gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for path in chosen
    ]


def table(title: str, head: list[str], rows: Iterator[list[str]]) -> None:
    print(f"\n## {title}\n")
    print(f"| {' | '.join(head)} |")
    print(f"|---{'|--:' * (len(head) - 1)}|")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print(flush=True)


def timed(work: Work, data: bytes) -> tuple[float, bool]:
    """Seconds for one page, and whether the contender gave up on it."""
    start = time.process_time()
    try:
        work(data)
    except Exception:  # a peer may raise anything, and its time counts all the same
        return time.process_time() - start, True
    return time.process_time() - start, False


def speed(works: dict[str, Work], documents: list[bytes], rounds: int) -> Iterator[list[str]]:
    """Milliseconds a page, and ratios: of all pages together, and of the median page."""
    times: dict[str, list[list[float]]] = {name: [] for name in works}
    failed = dict.fromkeys(works, 0)
    chance = random.Random(SEED)
    for _ in range(rounds):
        for name in chance.sample(list(works), len(works)):
            found = [timed(works[name], data) for data in documents]
            times[name].append([seconds for seconds, _ in found])
            failed[name] = sum(gave_up for _, gave_up in found)
    base = times[BASE]
    base_pages = [median(page) for page in zip(*base)]
    for name, turns in times.items():
        ratio = median(sum(turn) / sum(alone) for turn, alone in zip(turns, base))
        by_page = (median(page) / alone for page, alone in zip(zip(*turns), base_pages))
        milliseconds = 1e3 * median(map(fmean, turns))
        numbers = f"{milliseconds:.2f}", f"{ratio:.2f}", f"{median(by_page):.2f}"
        yield [name, *numbers, str(failed[name] or "")]


def memory(measure: str = "VmHWM") -> float:
    """The most memory that this process has had, in MB: getrusage inherits the parent's."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{measure}:")[2].split()[0]) / 1024


def memory_of(name: str, data: Path | None, count: int) -> float:
    """Peak memory of a contender over all pages, above what it has after its imports."""
    documents = pages(data, count)
    work = ready(name)
    Path("/proc/self/clear_refs").write_text("5")  # imports may have peaked higher: forget it
    before = memory("VmRSS")
    for document in documents:
        timed(work, document)
    return memory() - before


def trial(name: str, case: str) -> tuple[float, float, str]:
    """Seconds and peak memory of one hostile page, and the error that it ended with."""
    work = TRIALS[name]()
    work(b"<p>some words")
    html = PAGES[case].make()
    data = html.encode() if isinstance(html, str) else html
    del html
    start = time.process_time()
    try:
        work(data)
    except Exception as error:
        return time.process_time() - start, memory(), type(error).__name__
    return time.process_time() - start, memory(), ""


def in_child(function: Callable[..., Any], *arguments: object) -> Any:
    """What a function gives in a process of its own, ``None`` if that takes too long or dies."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        try:
            return pool.apply_async(function, arguments).get(PATIENCE)
        except multiprocessing.TimeoutError:
            return None


def hostile_row(case: str) -> list[str]:
    """Time and memory of all trials on one page; what is not allowed is bold."""
    cells = [case]
    for name in TRIALS:
        outcome = in_child(trial, name, case)
        if outcome is None:
            cells.append(f"**no answer in {PATIENCE} s**")
            continue
        seconds, megabytes, error = outcome
        cell = f"{seconds:.2f} s, {megabytes:.0f} MB"
        if seconds > PAGES[case].seconds or megabytes > MEGABYTES:
            cell = f"**{cell}**"
        cells.append(f"{cell} ({error})" if error else cell)
    return cells


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("data", nargs="?", type=Path, metavar="DATA")
    cli.add_argument("--pages", type=int, default=200, help="how many of them")
    cli.add_argument("--rounds", type=int, default=5)
    cli.add_argument("--hostile", action=argparse.BooleanOptionalAction, default=True)
    args = cli.parse_args()

    documents = pages(args.data, args.pages)
    works = contenders()
    size = f"{len(documents)} pages of {fmean(map(len, documents)) / 1024:,.0f} KB"
    head = ["", "ms a page", "times the parser", "of the median page", "pages failed"]
    table(f"Time: {size}, {args.rounds} rounds", head, speed(works, documents, args.rounds))
    del documents
    peaks = ((name, in_child(memory_of, name, args.data, args.pages)) for name in works)
    rows = ([name, "?" if found is None else f"{found:.0f}"] for name, found in peaks)
    table("Peak memory over the same pages, above the imports", ["", "MB"], rows)
    if args.hostile:
        allowed = f"{MEGABYTES} MB, 2 seconds, and 5 for a million elements"
        table(f"Hostile pages: {allowed}", ["", *TRIALS], map(hostile_row, PAGES))


if __name__ == "__main__":
    main()
