"""Command line: `python -m examples.demo_site OUT` or `python examples/demo_site OUT`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

if not __package__:  # started as a folder: make the package known by its full name
    sys.path[0] = str(Path(__file__).resolve().parents[2])

from examples.demo_site.site import write


def main(arguments: list[str] | None = None) -> int:
    """Write the site; returns the exit code."""
    parser = argparse.ArgumentParser(prog="demo_site", description="Write the demonstration site.")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write into")
    parser.add_argument("--pages", type=int, default=400, metavar="N", help="about how many pages")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another newspaper")
    options = parser.parse_args(arguments)
    if options.pages < 40:
        parser.error("--pages: 40 is the smallest site with a page of each kind")
    count = write(options.out, options.seed, options.pages)
    print(f"{count} pages in {options.out}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
