"""Metadata: what a page says of itself, and where each answer comes from."""

from __future__ import annotations

import json
import time
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.page import read
from sitegist.page.links import leads_home
from sitegist.page.metadata import FIELDS, Metadata, dates, find_metadata, jsonld, names, titles
from tests import strategies

HERE = "https://news.example/2023/04/05/fish.html"


def meta(html: str, url: str | None = "https://news.example/fish", lang: str = "en") -> Metadata:
    """The metadata of a page that declares its language."""
    return find_metadata(read(f'<html lang="{lang}">{html}', url))


def json_ld(value: object) -> str:
    """A script that holds a value as JSON-LD."""
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


ARTICLE = {
    "@type": "NewsArticle",
    "headline": "Fish are back",
    "author": {"@type": "Person", "name": "Ann Lee"},
    "datePublished": "2024-05-12T10:30:00+02:00",
    "description": "They swim again.",
    "inLanguage": "en",
    "publisher": {"@type": "Organization", "name": "The Daily"},
    "image": ["/fish.jpg"],
}


class TestSources:
    """One snippet per kind of markup."""

    def test_json_ld(self) -> None:
        """JSON-LD gives all fields, with times kept beside the day."""
        found = meta(json_ld(ARTICLE))
        assert found.title == "Fish are back"
        assert (found.author, found.authors) == ("Ann Lee", ("Ann Lee",))
        assert (found.date, found.published) == ("2024-05-12", "2024-05-12T10:30:00+02:00")
        assert found.description == "They swim again."
        assert found.site_name == "The Daily"
        assert found.page_type == "article"
        assert found.image == "https://news.example/fish.jpg"
        told = {name: source for name, source in found.sources.items() if name != "language"}
        assert set(told.values()) == {"json-ld"}

    def test_open_graph(self) -> None:
        """Open Graph gives its fields, whether as ``property`` or as ``name``."""
        found = meta(
            '<meta property="og:title" content="Fish are back">'
            '<meta name="og:description" content="They swim.">'
            '<meta property="og:site_name" content="The Daily">'
            '<meta property="og:url" content="/fish?id=1">'
            '<meta property="og:type" content="video.other">'
            '<meta property="og:image" content="//img.example/1.jpg">'
            '<meta property="article:author" content="Ann Lee">'
            '<meta property="article:published_time" content="2024-05-12T10:30Z">'
        )
        assert found.as_dict() == {
            "title": {"value": "Fish are back", "source": "open-graph"},
            "author": {"value": "Ann Lee", "source": "open-graph"},
            "date": {
                "value": "2024-05-12",
                "source": "open-graph",
                "time": "2024-05-12T10:30:00+00:00",
            },
            "description": {"value": "They swim.", "source": "open-graph"},
            "language": {"value": "en", "source": "html"},
            "site_name": {"value": "The Daily", "source": "open-graph"},
            "canonical_url": {"value": "https://news.example/fish?id=1", "source": "open-graph"},
            "page_type": {"value": "video", "source": "open-graph"},
            "image": {"value": "https://img.example/1.jpg", "source": "open-graph"},
        }

    def test_meta(self) -> None:
        """Plain meta names, Dublin Core and the libraries' count as meta."""
        found = meta(
            '<meta name="citation_title" content="On fish">'
            '<meta name="citation_author" content="Lee, Ann">'
            '<meta name="citation_author" content="Ek, Bo">'
            '<meta name="DC.date.issued" content="2019-02-03">'
            '<meta name="description" content="All of them.">'
            '<meta name="application-name" content="Journal">'
            '<meta name="twitter:image" content="http://h.example/i.png">'
        )
        assert found.title == "On fish"
        assert found.authors == ("Ann Lee", "Bo Ek")
        assert found.date == "2019-02-03"
        assert (found.description, found.site_name) == ("All of them.", "Journal")
        assert found.image == "http://h.example/i.png"
        assert {found.sources[name] for name in ("title", "author", "date")} == {"meta"}

    def test_microdata(self) -> None:
        """Microdata items are read as JSON-LD is, nested items by their name."""
        found = meta(
            '<article itemscope itemtype="https://schema.org/BlogPosting">'
            '<h2 itemprop="headline">Fish are back</h2>'
            '<p itemprop="author" itemscope itemtype="https://schema.org/Person">'
            'by <a itemprop="url" href="/ann"><b itemprop="name">Ann Lee</b></a></p>'
            '<time itemprop="datePublished" datetime="2024-05-12">last week</time>'
            '<img itemprop="image" src="i.png"></article>'
        )
        assert (found.author, found.sources["author"]) == ("Ann Lee", "microdata")
        assert (found.date, found.sources["date"]) == ("2024-05-12", "microdata")
        assert (found.page_type, found.image) == ("article", "https://news.example/i.png")
        assert found.title == "Fish are back"

    def test_microdata_outside_an_item(self) -> None:
        """Properties without an item around them still tell."""
        found = meta('<h1>T</h1><p itemprop="author">Ann Lee</p>')
        assert (found.author, found.sources["author"]) == ("Ann Lee", "microdata")

    def test_html(self) -> None:
        """The title element, ``lang``, and link relations."""
        found = meta(
            "<title>Fish are back</title><link rel=canonical href=/f>"
            '<p>Text by <a rel="author nofollow" href=/ann>Ann Lee</a></p>',
            lang="de-CH",
        )
        assert found.title == "Fish are back"
        assert found.language == "de"
        assert found.canonical_url == "https://news.example/f"
        assert found.author == "Ann Lee"
        assert set(found.sources.values()) == {"html"}

    def test_page(self) -> None:
        """A page that declares nothing is read as people read it."""
        found = meta("<h1>Fish are back</h1><p>By Ann Lee</p><p>May 12, 2024</p><p>They swim.</p>")
        assert (found.title, found.author, found.date) == ("Fish are back", "Ann Lee", "2024-05-12")
        assert {found.sources[name] for name in ("title", "author", "date")} == {"page"}

    def test_url(self) -> None:
        """A date in the path of the URL is better than none."""
        found = meta("<h1>Fish</h1>", HERE)
        assert (found.date, found.sources["date"]) == ("2023-04-05", "url")

    def test_empty_page(self) -> None:
        """Nothing known is ``None`` and has no source."""
        found = find_metadata(read(""))
        assert found.title is None
        assert found.author is None
        assert found.authors == ()
        assert found.as_dict() == {}

    def test_page_property(self) -> None:
        """A page offers its metadata, in the order of the fields."""
        page = read(f"<html lang=en>{json_ld(ARTICLE)}", HERE)
        assert page.metadata.title == "Fish are back"
        assert list(page.metadata.as_dict()) == [f for f in FIELDS if f in page.metadata.sources]


class TestTitle:
    """The headline, not what the site adds."""

    @pytest.mark.parametrize("mark", [" | ", " - ", " — ", " :: ", " · ", " » ", "|"])
    def test_site_name_goes(self, mark: str) -> None:
        """The site's known name goes from either end, whatever parts it."""
        site = '<meta property="og:site_name" content="The Daily">'
        assert meta(f"{site}<title>Fish are back{mark}The Daily</title>").title == "Fish are back"
        assert meta(f"{site}<title>The Daily{mark}Fish are back</title>").title == "Fish are back"

    def test_site_of_the_url(self) -> None:
        """The site is known by its host name as well."""
        found = meta(
            "<title>Daily News: Fish - Dailynews.com</title>", "https://www.dailynews.com/"
        )
        assert found.title == "Fish"

    def test_headline_over_search_title(self) -> None:
        """The heading wins where it says what the declared title says."""
        found = meta("<title>Fish back in the lake: 5 facts</title><h1>The fish are back</h1>")
        assert (found.title, found.sources["title"]) == ("The fish are back", "page")

    def test_headline_that_is_the_site(self) -> None:
        """A heading that names the site is no headline."""
        found = meta("<title>Fish are back | The Daily</title><h1>The Daily</h1><h2>Menu</h2>")
        assert found.title == "Fish are back"

    def test_headline_of_something_else(self) -> None:
        """A heading that shares no word with the declared title is not the title."""
        found = meta("<title>Fish are back</title><h1>We use cookies</h1>")
        assert found.title == "Fish are back"

    def test_best_of_many_headings(self) -> None:
        """Of many headings the one that agrees with the declared title is taken."""
        found = meta("<title>Fish are back</title><h1>Menu</h1><h1>Fish are back!</h1>")
        assert found.title == "Fish are back!"

    def test_headline_without_heading(self) -> None:
        """Where no heading fits, the part of the title that stands on a line of its own is it."""
        page = "<title>Example News Network - Fish are back today</title><b>Fish are back today</b>"
        found = meta(f"<p>Menu</p>{page}<p>By Ann Lee</p>")
        assert (found.title, found.author) == ("Fish are back today", "Ann Lee")

    def test_hidden_heading(self) -> None:
        """A heading that nobody sees is no headline."""
        assert meta("<title>Fish</title><h1 hidden>Fish and more</h1>").title == "Fish"

    def test_suffix_names_the_site(self) -> None:
        """What the title element adds to the headline is the site's name."""
        found = meta("<title>Fish are back today - The Daily</title><h1>Fish are back today</h1>")
        assert (found.site_name, found.sources["site_name"]) == ("The Daily", "html")

    @pytest.mark.parametrize(
        ("title", "short"),
        [
            ("A-B testing", "A-B testing"),
            ("(3) Fish", "Fish"),
            ("One - two - three four five six seven", "One - two - three four five six seven"),
            ("", ""),
            ("|", "|"),
        ],
    )
    def test_without_site(self, title: str, short: str) -> None:
        """What is no site's name stays."""
        assert titles.without_site(title, [], bold=True) == short


class TestAuthor:
    """Names, and nothing but names."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("By Ann Lee", ["Ann Lee"]),
            ("by Ann Lee and Bo Ek", ["Ann Lee", "Bo Ek"]),
            ("Written by: Ann Lee, MD", ["Ann Lee"]),
            ("ByAnn Lee", ["Ann Lee"]),
            ("Von Anna Müller", ["Anna Müller"]),
            ("Par Jean de La Tour", ["Jean de La Tour"]),
            ("Por Juan Pérez y Ana Gil", ["Juan Pérez", "Ana Gil"]),
            ("Автор: Иван Петров", ["Иван Петров"]),
            ("文/张三", ["张三"]),
            ("作者：张三", ["张三"]),
            ("By Ann Lee | Senior Editor", ["Ann Lee"]),
            ("By Ann Lee Senior Reporter", ["Ann Lee"]),
            ("By Ann Lee, May 3, 2024", ["Ann Lee"]),
            ("By Ann Lee on Fish", ["Ann Lee"]),
            ("By Ann Lee (Contributor)", ["Ann Lee"]),
            ("By signing up you agree", []),
            ("By 2030", []),
            ("By admin", []),
            ("https://facebook.com/ann", []),
            ("ann@mail.example", []),
            ("", []),
        ],
    )
    def test_people(self, text: str, found: list[str]) -> None:
        """Bylines of many languages come down to names."""
        assert names.people(text, shape=names.NAME) == found

    def test_company(self) -> None:
        """What "and" joins stays whole if it cannot be two people."""
        assert names.people("Morgan & Morgan") == ["Morgan & Morgan"]

    def test_profile_links_are_no_names(self) -> None:
        """``article:author`` often holds a link; the next source is asked."""
        found = meta(
            '<meta property="article:author" content="https://www.facebook.com/ann">'
            '<meta name="author" content="Ann Lee">'
        )
        assert (found.author, found.sources["author"]) == ("Ann Lee", "meta")

    def test_site_only_as_a_last_resort(self) -> None:
        """The site's own name gives way to any person, and is better than nothing."""
        head = (
            '<meta property="og:site_name" content="The Daily">'
            '<meta name="author" content="The Daily"><h1>Fish</h1>'
        )
        assert meta(f"{head}<p>By Ann Lee</p>").author == "Ann Lee"
        assert meta(head).author == "The Daily"

    def test_reference(self) -> None:
        """An author that is only referred to is looked up by its ``@id``."""
        graph = [
            {"@type": "Article", "headline": "Fish", "author": {"@id": "#ann"}},
            {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
        ]
        found = meta(json_ld({"@context": "https://schema.org", "@graph": graph}))
        assert (found.author, found.sources["author"]) == ("Ann Lee", "json-ld")

    def test_class(self) -> None:
        """An element whose class says author holds the author, a comment's does not."""
        found = meta("<h1>T</h1><b class=comment-author>Cy Ng</b><i class=post-author>Ann Lee</i>")
        assert found.author == "Ann Lee"

    def test_several(self) -> None:
        """Several authors are joined by semicolons, each once."""
        authors = [{"name": "Ann Lee"}, {"name": "Bo Ek"}, "Ann Lee"]
        found = meta(json_ld({"@type": "Article", "author": authors}))
        assert (found.author, found.authors) == ("Ann Lee; Bo Ek", ("Ann Lee", "Bo Ek"))


class TestDate:
    """Days in ISO 8601 from whatever was written."""

    @pytest.mark.parametrize(
        ("text", "day"),
        [
            ("2024-05-12", "2024-05-12"),
            ("2024/5/12", "2024-05-12"),
            ("20240512", "2024-05-12"),
            ("1715509800", "2024-05-12"),
            ("1715509800000", "2024-05-12"),
            ("Sun, 12 May 2024 10:30:00 GMT", "2024-05-12"),
            ("May 12th, 2024", "2024-05-12"),
            ("12. März 2024", "2024-03-12"),
            ("1er août 2024", "2024-08-01"),
            ("12 de mayo de 2024", "2024-05-12"),
            ("12 мая 2024 г.", "2024-05-12"),
            ("2024年5月12日", "2024-05-12"),
            ("2024년 5월 12일", "2024-05-12"),
            ("2024. 5. 12", "2024-05-12"),
            ("١٢ مايو ٢٠٢٤", "2024-05-12"),
            ("5/12/2024", "2024-05-12"),
            ("25/12/2024", "2024-12-25"),
            ("12.5.2024", "2024-05-12"),
        ],
    )
    def test_parse(self, text: str, day: str) -> None:
        """Dates as machines and people write them."""
        parsed = dates.parse(text)
        assert parsed is not None
        assert parsed[0] == day

    @pytest.mark.parametrize(
        "text",
        [
            *("0000-00-00", "0001-01-01", "99999-01-01", "2024-13-01", "2024-02-30", "1970-01-01"),
            *("", "soon", "12345678901234567890", "2024", "Foo 12, 2024", "9" * 5000),
        ],
    )
    def test_no_dates(self, text: str) -> None:
        """What cannot be the day of a page is none."""
        assert dates.parse(text) is None

    def test_day_first_where_people_write_so(self) -> None:
        """Only American English puts the month first."""
        page = "<h1>T</h1><p>5/12/2024</p>"
        assert meta(page, lang="en-US").date == "2024-05-12"
        assert meta(page, lang="fr").date == "2024-12-05"

    def test_published_over_modified(self) -> None:
        """The day of publication counts, the last change only where nothing else is known."""
        changed = '<meta property="article:modified_time" content="2024-06-01">'
        assert meta(changed).date == "2024-06-01"
        assert meta(f"{changed}<h1>T</h1><p>Posted May 12, 2024</p>").date == "2024-05-12"

    def test_updated_line_is_not_publication(self) -> None:
        """Of two visible dates the one of an update stands back."""
        found = meta("<h1>T</h1><p>Updated June 1, 2024</p><p>Published May 12, 2024</p>")
        assert found.date == "2024-05-12"

    def test_earlier_date_at_the_headline(self) -> None:
        """A template that declares the last build's date is corrected by what readers see."""
        page = json_ld({**ARTICLE, "headline": "Fish"}) + "<h1>Fish</h1><p>May 1, 2023</p>"
        assert (meta(page).date, meta(page).sources["date"]) == ("2023-05-01", "page")

    def test_date_in_a_sentence(self) -> None:
        """A date within running text is what the text is about."""
        assert meta(f"<h1>T</h1><p>{'word ' * 30}May 12, 2024 {'word ' * 30}</p>").date is None

    def test_time_element(self) -> None:
        """The time element below the headline wins over those further away."""
        found = meta(
            "<time datetime=2020-01-01>a</time><h1>T</h1>"
            "<time datetime=2024-05-12>b</time><time datetime=2021-01-01>c</time>"
        )
        assert (found.date, found.sources["date"]) == ("2024-05-12", "html")


class TestOthers:
    """Type, language, image, canonical address."""

    @pytest.mark.parametrize(
        ("declared", "kind"),
        [
            ({"@type": ["Thing", "Recipe"]}, "recipe"),
            ({"@type": "https://schema.org/Product"}, "product"),
            ({"@type": "WebPage"}, "website"),
            ({"@type": "QAPage", "mainEntity": {"@type": "Question"}}, "forum"),
            ({"@type": "Nonsense"}, None),
        ],
    )
    def test_page_type(self, declared: object, kind: str | None) -> None:
        """Types of schema.org come down to a few words."""
        assert meta(json_ld(declared)).page_type == kind

    def test_telling_type_wins(self) -> None:
        """Open Graph's "website" gives way to a type that says more."""
        page = '<meta property="og:type" content="website">' + json_ld({"@type": "Product"})
        assert meta(page).page_type == "product"

    def test_list_of_articles(self) -> None:
        """On a page that lists articles none of them is the page."""
        teasers = [
            {"@type": "Article", "headline": f"News {n}", "author": "Ann Lee"} for n in range(5)
        ]
        assert meta("<title>All about fish</title>" + json_ld(teasers)).author is None

    def test_base(self) -> None:
        """Addresses start from the base, and only http counts."""
        head = "<base href=https://cdn.example/x/><link rel=canonical href=y>"
        found = meta(f'{head}<meta property="og:image" content="data:image/png;base64,AA">')
        assert found.canonical_url == "https://cdn.example/x/y"
        assert found.image is None

    @pytest.mark.parametrize(
        ("declared", "language"),
        [("en_US", "en"), ("PT-br", "pt"), ("de, en", "de"), ("zh-Hant-TW", "zh")],
    )
    def test_language(self, declared: str, language: str) -> None:
        """Declared languages come down to their code."""
        assert meta("", lang=declared).language == language


class TestHostile:
    """Broken, huge and malicious markup gives less, never an error."""

    @pytest.mark.parametrize(
        "script",
        [
            '<!-- {"@type":"Article","headline":"Fish"} -->',
            '/*<![CDATA[*/{"@type":"Article","headline":"Fish"}/*]]>*/',
            '//<![CDATA[\n{"@type":"Article","headline":"Fish"}\n//]]>',
            '{"@type":"Article","headline":"Fish",}',
            '[[[{"@type":"Article","headline":"Fish"}],],]',
            '{"@type":"Article","headline":"\x01Fi\u200bsh\n"}',
            '{"@type":"Article","headline":"Fish"};',
            '{"@type":"Article","headline":"Fish","articleBody":"he said "no""}',
            "{&quot;@type&quot;:&quot;Article&quot;,&quot;headline&quot;:&quot;Fish&quot;}",
            '{"@graph":{"@graph":[{"@type":"Article","headline":["Fish"]}]}}',
            '{"@type":"Article","headline":"Fish &amp;amp; chips"}',
        ],
    )
    def test_mended_json(self, script: str) -> None:
        """Comments, CDATA, trailing commas, escapes and bare quotes are mended."""
        found = meta(f'<script type="application/ld+json">{script}</script>')
        assert found.title in ("Fish", "Fish & chips")
        assert found.sources["title"] == "json-ld"

    @pytest.mark.parametrize("opening", ["[", '{"a":', '{"@graph":[', '{"author":{"name":'])
    def test_deep_nesting(self, opening: str) -> None:
        """Ten thousand levels do no harm."""
        script = opening * 10_000
        assert meta(f'<script type="application/ld+json">{script}</script>').title is None
        closed = "[" * 500 + "]" * 500
        assert meta(f'<script type="application/ld+json">{closed}</script>').title is None

    @pytest.mark.parametrize("value", [0, -1.5, 1e308, True, None, [], {}, [[["x"]]], {"name": 3}])
    def test_wrong_types(self, value: object) -> None:
        """Any JSON may stand where a string belongs."""
        thing = dict.fromkeys((*ARTICLE, "@id", "name", "mainEntity", "@graph", "url"), value)
        meta(json_ld(thing))
        meta(json_ld({**thing, "@type": "Article"}))

    def test_references_in_a_circle(self) -> None:
        """Things that refer to each other without end are left."""
        ring = [{"@id": str(n), "name": [{"@id": str(m)} for m in range(50)]} for n in range(50)]
        assert meta(json_ld([{"@type": "Article", "author": {"@id": "0"}}, *ring])).author is None

    def test_huge_values(self) -> None:
        """Megabytes in any one place take no more than a moment."""
        began = time.perf_counter()
        for filler in ("<" * 500_000, " - " * 200_000, '"author":{' * 50_000, "2024-" * 100_000):
            text = escape(filler, quote=True)
            meta(f'<title>{text}</title><meta name=author content="{text}"><h1>{text}</h1>')
            meta(f'<script type="application/ld+json">{{"headline":"{filler}</script>')
            meta(f"<h1>By</h1><p class=author>{text}<time datetime='{text}'>{text}")
        assert time.perf_counter() - began < 60

    @given(strategies.texts(200))
    def test_any_json_text(self, text: str) -> None:
        """No JSON-LD text raises."""
        jsonld.things(jsonld.loads(text))
        meta(f'<script type="application/ld+json">{text}</script>')

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | strategies.texts(20),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(
                    st.sampled_from([*ARTICLE, "@id", "@graph", "name", "mainEntity", "url"]),
                    inner,
                    max_size=5,
                )
            ),
            max_leaves=15,
        )
    )
    def test_any_json_value(self, value: object) -> None:
        """No JSON value raises, nor loops."""
        meta(json_ld(value))
        meta(json_ld({"@type": "Article", "author": value, "datePublished": value}))

    @given(
        st.sampled_from(
            ["author", "og:title", "date", "og:type", "og:url", "og:image", "language"]
        ),
        strategies.texts(),
    )
    def test_any_meta_value(self, name: str, value: str) -> None:
        """No meta value raises, and what is found is clean."""
        content = escape(value, quote=True)
        found = meta(
            f'<meta property="{name}" content="{content}"><h1>{content}</h1>', lang=content
        )
        for field in found.as_dict().values():
            assert field["value"] == field["value"].strip()
            assert field["value"]

    @given(strategies.soup())
    def test_any_markup(self, html: str) -> None:
        """No markup raises."""
        found = find_metadata(read(html, HERE))
        assert list(found.as_dict()) == [name for name in FIELDS if name in found.sources]


class TestWhatSitesRepeat:
    """Headings, titles and languages that templates put on every page are not the page's."""

    def test_heading_that_leads_home(self) -> None:
        """A heading that links to the front page is the site's name, not the headline."""
        found = meta(
            "<title>Days at the races :: Grand Prix of Monaco</title>"
            "<h1><a href=/>Days at the races</a></h1><h2>Grand Prix of Monaco</h2>"
        )
        assert found.title == "Grand Prix of Monaco"

    @pytest.mark.parametrize(
        ("href", "base", "home"),
        [
            ("/", None, True),
            ("../index.html", None, True),
            ("#", None, False),
            ("https://example.org/", None, True),
            ("https://example.org/a/b", None, False),
            ("../", "https://example.org/docs/a/b.html", True),
            ("./", "https://example.org/docs/", False),
            ("/other/", "https://example.org/docs/", False),
        ],
    )
    def test_leads_home(self, href: str, base: str | None, home: bool) -> None:
        """Home is the front page or a folder around the page, never the page itself."""
        assert leads_home(href, base) is home

    def test_what_a_title_has_besides_another(self) -> None:
        """What the title element adds to the Open Graph title is the site's name."""
        found = meta(
            '<title>On fish | Our Long Story Here</title><meta property=og:title content="On fish">'
            "<p>Our Long Story Here</p><p>On fish, at length.</p>"
        )
        assert found.title == "On fish"

    def test_lesser_heading_that_says_it_all(self) -> None:
        """A heading of lower rank that has the whole title goes before an h1 that has a word."""
        found = meta(
            "<title>Fish and their chips</title><h1>Fish</h1><h3>Fish and their chips</h3>"
        )
        assert found.title == "Fish and their chips"

    def test_language_of_a_copied_template(self) -> None:
        """A page in another language than it declares is in its own."""
        text = "これは日本語で書かれた記事です。" * 10
        assert meta(f"<p>{text}", lang="en").language == "ja"
        assert meta("<p>短い", lang="en").language == "en"

    def test_language_that_no_detector_tells(self) -> None:
        """Where the declared language is none that we could find, it is believed."""
        assert (
            meta("<p>" + "words of a text in a rare language " * 20, lang="haw").language == "haw"
        )


class TestDatesInOddPlaces:
    """Where dates stand if nothing declares them."""

    @pytest.mark.parametrize(
        "markup",
        [
            "<link rel=canonical href=https://example.org/2010/SPORT/02/10/skier/index.html>",
            "<title>Upset over ballots - February 10, 2010</title>",
            '<script>x = {"publishDate":"2010-02-10"}</script>',
            '<div data-x="&quot;publishedAt&quot;:&quot;2010-02-10T06:26&quot;"></div>',
            "<div data-x='{\\&quot;datePublished\\&quot;:\\&quot;2010-02-10\\&quot;}'></div>",
        ],
    )
    def test_found(self, markup: str) -> None:
        """In paths with a section, in titles, in the data of scripts."""
        assert meta(f"{markup}<h1>Upset over ballots</h1>").date == "2010-02-10"


class TestBylinesOnBusyLines:
    """Names among other things."""

    @pytest.mark.parametrize(
        "line",
        [
            "1 minute read • By Ann Lee • April 14, 2020",
            "Mar 6 Written By Ann Lee",
            "By Ann Lee December 8",
        ],
    )
    def test_found(self, line: str) -> None:
        """Marks, dates without year and a late "Written by" part the name from the rest."""
        assert (
            meta(f"<title>Fish</title><h1>Fish</h1><p class=author>{line}</p>").author == "Ann Lee"
        )
