"""The yardstick of paper 004: do cleaned pages cluster and classify better?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from benchmarks.results.work import Work
from sitegist.judge import report
from sitegist.judge import yardstick as judged
from sitegist.judge.classes import has_classes
from sitegist.judge.contenders import Contender, our_contenders, peer_contenders, runnable

OURS = "gibson-dom,gibson-text,rtdm,yi-liu,style-tree,container"
OTHERS = "all-text,trafilatura"


def yardstick(work: Work) -> str:
    """The paper's contenders, ours and a peer on the sites whose pages have classes."""
    listed, _ = runnable(_contenders())
    places = [place for place in work.sites if has_classes(place.name.split(".")[0])]
    labels = [one.label for one in listed]
    measured = work.collect("yardstick", partial(_measure, work.runs), places, labels)
    rows = [row for of_site in measured.values() for row in of_site.values() if row is not None]
    return "\n\n".join(map(report.as_markdown, judged.tables(rows)))


def _contenders() -> list[Contender]:
    return our_contenders(OURS) + peer_contenders(OTHERS)


def _measure(runs: int, place: str, labels: Sequence[str]) -> Mapping[str, Any]:
    chosen = tuple(one for one in _contenders() if one.label in labels)
    rows = {report.label(row): row for row in judged.measure(place, chosen, runs)[0]}
    return {label: rows.get(label) for label in labels}
