"""The tools that people use today, each by its recommended settings: main text, no comments.

Each is imported when it is asked for. What takes bytes gets the bytes; what takes text gets it
as we decode it, so that nobody is judged by an encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any, NamedTuple

from sitegist.errors import MissingExtra
from sitegist.page.decode import decode
from sitegist.sources.document import Document


class Metadata(NamedTuple):
    """What an answer says beside the text."""

    title: str | None = None
    author: str | None = None
    date: str | None = None


Extract = Callable[[Document], str]
Describe = Callable[[Document], Metadata]


@dataclass(frozen=True)
class Tool:
    """A peer that is installed."""

    extract: Extract
    describe: Describe | None = None


def _text(document: Document) -> str:
    return decode(document.data, document.content_type, None)[0]


def _once(find: Callable[[Document], Any]) -> Callable[[Document], Any]:
    """The text and what is said beside it come from one run of a tool that gives both."""
    last: list[tuple[Document, Any]] = []

    def found(document: Document) -> Any:
        if not last or last[0][0] is not document:
            last[:] = [(document, find(document))]
        return last[0][1]

    return found


def _line(value: object) -> str | None:
    """Names and dates as one string."""
    if isinstance(value, (list, tuple, set)):
        return "; ".join(map(str, value)) or None
    return str(value) if value else None


def all_text() -> Tool:
    """Everything that the page draws, by our own reader: what a peer must beat."""
    from sitegist.page import read

    return Tool(lambda document: read(document.data, document.url).text)


def trafilatura() -> Tool:
    """As `trafilatura -u URL --no-comments`."""
    peer = import_module("trafilatura")

    def describe(document: Document) -> Metadata:
        found = peer.bare_extraction(
            document.data, url=document.url, include_comments=False, with_metadata=True
        )
        return Metadata(found.title, found.author, found.date) if found else Metadata()

    return Tool(
        lambda page: peer.extract(page.data, url=page.url, include_comments=False) or "", describe
    )


def resiliparse() -> Tool:
    """`extract_plain_text` with main content, and without alternative texts."""
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return Tool(
        lambda page: extract(_text(page), main_content=True, alt_texts=False, comments=False)
    )


def readability() -> Tool:
    """The summary's text, a line for each text node."""
    peer, lxml = import_module("readability"), import_module("lxml.html")

    def extract(document: Document) -> str:
        summary = peer.Document(_text(document)).summary(html_partial=True)
        return "\n".join(lxml.fromstring(summary).itertext()) if summary.strip() else ""

    return Tool(extract, lambda page: Metadata(peer.Document(_text(page)).short_title()))


# jusText's names for the languages that both know; Chinese, Japanese and Thai have no stop lists.
_JUSTEXT = {
    "ar": "Arabic", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "he": "Hebrew", "hi": "Hindi", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ko": "Korean", "nl": "Dutch", "no": "Norwegian_Bokmal", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
}  # fmt: skip


def justext() -> Tool:
    """With the stop list of the page's language; as its manual says, with none if there is none."""
    peer = import_module("justext")
    from sitegist.page import read

    def extract(document: Document) -> str:
        language = _JUSTEXT.get(read(document.data, document.url).language or "en")
        if language is None:
            paragraphs = peer.justext(document.data, frozenset(), stopwords_low=0, stopwords_high=0)
        else:
            paragraphs = peer.justext(document.data, peer.get_stoplist(language))
        return "\n".join(part.text for part in paragraphs if not part.is_boilerplate)

    return Tool(extract)


def boilerpy3() -> Tool:
    """The DefaultExtractor: better than the ArticleExtractor on all page types but articles."""
    extractor = import_module("boilerpy3.extractors").DefaultExtractor()

    def extract(document: Document) -> str:
        found: str = extractor.get_content(_text(document))
        return found

    return Tool(extract)


def newspaper4k() -> Tool:
    """`Article.parse` in the page's language, if its tokenizer is there; nothing is fetched."""
    peer = import_module("newspaper")
    known = dict(import_module("newspaper.languages").valid_languages())
    from sitegist.page import read

    def parse_in(document: Document, language: str | None) -> Any:
        told = {"language": language} if language in known else {}
        url = document.url or "https://example.invalid/"
        article = peer.Article(url, fetch_images=False, **told)
        article.download(input_html=_text(document), ignore_read_more=True)
        article.parse()
        return article

    @_once
    def parse(document: Document) -> Any:
        try:
            return parse_in(document, read(document.data, document.url).language)
        except (ImportError, LookupError):  # its tokenizer for this language, or the data of it
            return parse_in(document, None)

    def describe(document: Document) -> Metadata:
        found = parse(document)
        return Metadata(_line(found.title), _line(found.authors), _line(found.publish_date))

    return Tool(lambda page: parse(page).text or "", describe)


# As its manual says: these languages need a class of their own.
_GOOSE = {
    "ar": "StopWordsArabic",
    "ja": "StopWordsJapanese",
    "ko": "StopWordsKorean",
    "zh": "StopWordsChinese",
}


def goose3() -> Tool:
    """`Goose.extract` with the stop words of the page's language; nothing is fetched."""
    peer, text = import_module("goose3"), import_module("goose3.text")
    from sitegist.page import read

    @cache
    def goose(name: str | None) -> Any:
        special = {"stopwords_class": getattr(text, name)} if name else {}
        return peer.Goose({"enable_image_fetching": False, **special})

    @_once
    def extract(document: Document) -> Any:
        language = read(document.data, document.url).language or ""
        return goose(_GOOSE.get(language)).extract(raw_html=_text(document))

    def describe(document: Document) -> Metadata:
        found = extract(document)
        return Metadata(_line(found.title), _line(found.authors), _line(found.publish_date))

    return Tool(lambda page: extract(page).cleaned_text or "", describe)


def turbohtml() -> Tool:
    """`main_text`; our parser's own idea of the main content."""
    from turbohtml import parse

    def describe(document: Document) -> Metadata:
        found = parse(document.data).article()
        return Metadata(_line(found.title), _line(found.byline), _line(found.date))

    return Tool(lambda page: parse(page.data).main_text(), describe)


def rs_trafilatura() -> Tool:
    """The Rust port of trafilatura."""
    peer = import_module("rs_trafilatura")

    @_once
    def find(document: Document) -> Any:
        return peer.extract(_text(document), url=document.url)

    def extract(document: Document) -> str:
        found = find(document)
        return found if isinstance(found, str) else found.main_content or ""

    def describe(document: Document) -> Metadata:
        found = find(document)
        return Metadata(*(_line(getattr(found, name, None)) for name in Metadata._fields))

    return Tool(extract, describe)


def deboiler(documents: Iterable[Document]) -> Tool:
    """The only other one that learns from a site: what two neighbours by URL share goes."""
    base, page = import_module("deboiler.dataset.base"), import_module("deboiler.models.page")
    held = {document.url or document.name: document.data for document in documents}

    class Pages(base.DeboilerDataset):  # type: ignore[misc, name-defined]
        """The pages of a site by URL."""

        @property
        def urls(self) -> list[str]:
            return list(held)

        def __getitem__(self, url: str) -> Any:
            return page.RawPage(url, held[url])

        def __len__(self) -> int:
            return len(held)

    pages = Pages(verbose=False)
    peer = import_module("deboiler").Deboiler(verbose=False)
    peer.fit(pages)

    @_once
    def find(document: Document) -> Any:
        return peer.transform_page(document.url or document.name, pages)

    def describe(document: Document) -> Metadata:
        return Metadata(_line(getattr(find(document), "title", None)))

    return Tool(lambda one: find(one).cleaned_text or "", describe)


PEERS: Mapping[str, Callable[[], Tool]] = {
    "all-text": all_text,
    "trafilatura": trafilatura,
    "resiliparse": resiliparse,
    "readability": readability,
    "justext": justext,
    "boilerpy3": boilerpy3,
    "newspaper4k": newspaper4k,
    "goose3": goose3,
    "turbohtml": turbohtml,
    "rs-trafilatura": rs_trafilatura,
}
SITE_PEERS: Mapping[str, Callable[[Iterable[Document]], Tool]] = {"deboiler": deboiler}
NAMES = (*PEERS, *SITE_PEERS)
# Where the distribution, or the module that shows whether it is there, has another name.
_DISTRIBUTIONS = {"readability": "readability-lxml", "all-text": "sitegist"}
_MODULES = {"newspaper4k": "newspaper", "rs-trafilatura": "rs_trafilatura", "all-text": "sitegist"}

_EXTRAS = {"rs-trafilatura": "rust-peers"}


def peer_version(name: str) -> str | None:
    """The installed version."""
    try:
        return version(_DISTRIBUTIONS.get(name, name))
    except PackageNotFoundError:
        return None


def require(name: str) -> None:
    """Fail if a peer is not installed."""
    if find_spec(_MODULES.get(name, name)) is None:
        raise MissingExtra(_DISTRIBUTIONS.get(name, name), _EXTRAS.get(name, "peers"))
