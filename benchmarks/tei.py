"""How many real pages make TEI that a schema of the TEI Consortium accepts.

SCHEMA is a Relax NG grammar such as `tei_all.rng`; DATA a folder, searched for .html.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from lxml import etree

import sitegist
from sitegist.errors import InputError


def main() -> None:
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("schema", metavar="SCHEMA")
    cli.add_argument("data", type=Path, metavar="DATA")
    cli.add_argument("--pages", type=int, default=500)
    args = cli.parse_args()

    grammar = etree.RelaxNG(etree.parse(args.schema))
    paths = sorted(args.data.rglob("*.html"))
    outcomes: Counter[str] = Counter()
    for path in random.Random(0).sample(paths, min(args.pages, len(paths))):
        try:
            made = sitegist.extract(path.read_bytes(), "https://site.example/").render("tei")
        except InputError:
            outcomes["no web page"] += 1
            continue
        is_valid = grammar.validate(etree.fromstring(made.encode()))
        outcomes["valid" if is_valid else "not valid"] += 1
        if not is_valid:
            print(path, grammar.error_log.last_error)
    print(", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common()))


if __name__ == "__main__":
    main()
