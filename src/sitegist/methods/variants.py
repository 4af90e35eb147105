"""Methods with other settings than the published ones, under names of their own."""

from __future__ import annotations

from typing import ClassVar

from sitegist.methods.gibson_dom import GibsonDom
from sitegist.methods.gibson_text import GibsonText
from sitegist.methods.info_discoverer import InfoDiscoverer


class InfoDiscovererClasses(InfoDiscoverer):
    """InfoDiscoverer for today's pages: on leaves, cut where two classes are furthest apart."""

    name: ClassVar[str] = "info-discoverer-classes"
    segmenters: ClassVar[tuple[str, ...]] = ("leaves", "partition", "segments", "tables")

    def __init__(self, segmenter: str | None = None) -> None:
        super().__init__(segmenter, threshold="classes")


class GibsonDomShare(GibsonDom):
    """Gibson's DOM-based method with a tenth of the pages instead of 100."""

    name: ClassVar[str] = "gibson-dom-share"

    def __init__(self, segmenter: str | None = None) -> None:
        super().__init__(segmenter, share=0.1)


class GibsonTextShare(GibsonText):
    """Gibson's text-based method with the share that 50 of 1,000 pages are."""

    name: ClassVar[str] = "gibson-text-share"

    def __init__(self, segmenter: str | None = None) -> None:
        super().__init__(segmenter, share=0.05)
