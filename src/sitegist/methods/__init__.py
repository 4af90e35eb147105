"""One published method, one file; `create` makes one by its name."""

from __future__ import annotations

from inspect import signature
from typing import Any

from sitegist.errors import OptionError
from sitegist.methods.base import Method
from sitegist.methods.container import Container
from sitegist.methods.content_extractor import ContentExtractor
from sitegist.methods.feature_extractor import FeatureExtractor, KFeatureExtractor
from sitegist.methods.gibson_dom import GibsonDom
from sitegist.methods.gibson_text import GibsonText
from sitegist.methods.info_discoverer import InfoDiscoverer
from sitegist.methods.l_extractor import LExtractor
from sitegist.methods.rtdm import Rtdm
from sitegist.methods.shingling import Shingling
from sitegist.methods.style_tree import StyleTree
from sitegist.methods.variants import GibsonDomShare, GibsonTextShare, InfoDiscovererClasses
from sitegist.methods.yi_liu import YiLiu

METHODS: dict[str, type[Method]] = {
    method.name: method
    for method in (
        Container,
        InfoDiscoverer,
        InfoDiscovererClasses,
        ContentExtractor,
        FeatureExtractor,
        KFeatureExtractor,
        LExtractor,
        StyleTree,
        YiLiu,
        GibsonDom,
        GibsonDomShare,
        GibsonText,
        GibsonTextShare,
        Rtdm,
        Shingling,
    )
}


def create(name: str, **options: Any) -> Method:
    """The method of that name.

    >>> create("feature-extractor", features=["image"]).name
    'feature-extractor'
    """
    if name not in METHODS:
        raise OptionError.unknown("method", name, METHODS)
    known = signature(METHODS[name]).parameters
    for option in options:
        if option not in known:
            raise OptionError(f"{name} takes no {option}; it takes: {', '.join(known)}")
    return METHODS[name](**options)


__all__ = ["METHODS", "Method", "create"]
