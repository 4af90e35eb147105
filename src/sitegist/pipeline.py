"""The order in which it all happens; nothing else joins pages, methods and sites."""

from __future__ import annotations

from collections.abc import Sequence

from sitegist import methods
from sitegist.errors import NotHtml
from sitegist.extraction import Extraction
from sitegist.page import MAX_BYTES, Page, read
from sitegist.page.sniff import HTML

DEFAULT_METHOD = "k-feature-extractor"
DEFAULT_FEATURES = ("text", "text-tag")


def default_method(features: Sequence[str] = DEFAULT_FEATURES) -> methods.Method:
    """What judges a page of which nothing else is known: see docs/decisions.md.

    K-FeatureExtractor on the blocks of today's HTML, with its whole basket kept: the paper's
    three clusters lose all short paragraphs of an article. Headings and bold words are text.
    """
    return methods.create(DEFAULT_METHOD, segmenter="leaves", features=features, k=1)


def extract(
    html: str | bytes | Page,
    url: str | None = None,
    content_type: str | None = None,
    *,
    method: str | methods.Method | None = None,
    segmenter: str | None = None,
    features: Sequence[str] | None = None,
    max_bytes: int = MAX_BYTES,
) -> Extraction:
    """The informative part of one page, nothing known of its site.

    >>> extract("<nav><a href=/>Home</a></nav><p>A sentence of some words.</p>").text
    'A sentence of some words.'
    """
    if isinstance(html, Page):
        page = html
    else:
        page = read(html, url, content_type, max_bytes=max_bytes)
    if page.media_type != HTML:
        raise NotHtml(page.media_type)
    return choose_method(method, segmenter, features).extract(page)


def choose_method(
    method: str | methods.Method | None = None,
    segmenter: str | None = None,
    features: Sequence[str] | None = None,
    model: str | None = None,
) -> methods.Method:
    """The method that some options ask for; without any, the default one."""
    if isinstance(method, methods.Method):
        return method
    options: dict[str, object] = {}
    if segmenter is not None:
        options["segmenter"] = segmenter
    if features:
        options["features"] = tuple(features)
    if model is not None:
        return methods.create(method or "l-extractor", model=model, **options)
    if method is None and segmenter is None:
        return default_method(tuple(features or DEFAULT_FEATURES))
    return methods.create(method or DEFAULT_METHOD, **options)
