"""Our own method: the content container, frequent blocks, furniture by place, corrections."""

from __future__ import annotations

import numpy as np
import pytest

from sitegist.methods.comments import in_comments
from sitegist.methods.container import Container
from sitegist.page import read
from sitegist.site.build import tell_kinds
from sitegist.site.site import Part
from tests.sites import site_of

WORDS = ["apple", "bridge", "castle", "dragon", "engine", "forest", "granite", "harbour"]
OWN = "abcdefghijklmnopqrstuvwx"


def page(place: int, extra: str = "") -> str:
    """A menu, a post with a note on all pages and links to others, a sidebar that changes."""
    own = " ".join(f"{WORDS[place % 8]}{place}{letter}" for letter in OWN)
    head = " ".join(f"{letter}{place}" for letter in "mnopqrstuvwxyz")
    links = "".join(f"<li><a href=/{n}>Story {place}.{n}</a></li>" for n in (1, 2, 3))
    return f"""<body class=single><ul class=menu><li><a href=/>Home</a><li><a href=/n>News</a></ul>
        <div class=post><h1>{head}</h1><p class=text>{own}</p>
        <p class=note>Read our newsletter daily.</p><ul class=related>{links}</ul>{extra}</div>
        <div class=side><a href=/t>{WORDS[-place % 8]} of today</a></div>"""


PAGES = [page(place) for place in range(12)]


def test_it_keeps_the_rare_text_of_the_container() -> None:
    """Without the note that all pages have, and the related pages that differ everywhere."""
    method = Container().fit(site_of(PAGES))
    found = method.extract(read(PAGES[2], "http://x.org/2"))
    assert found.text.startswith("m2 n2 o2")
    assert found.text.endswith(" ".join(f"castle2{letter}" for letter in OWN))
    (template,) = method.templates.values()
    assert template.container_name == "html > body.single > div.post"
    assert dict(template.samples)["Read our newsletter daily."] == 12
    why = {text: found.method.reason(found, i) for i, text in enumerate(found.blocks.texts)}
    assert (
        why["Read our newsletter daily."] == "stands on more than 10% of the pages of its template"
    )
    assert why["Story 2.1"] == "blocks in this place are mostly links or frequent text"


def test_comments_of_readers_go_unless_they_are_what_there_is() -> None:
    """They belong to no container; where most of the text stands in them they are the text."""

    def discussed(place: int, words: int) -> str:
        said = " ".join(f"reply{place}x{word}" for word in range(words))
        return page(place, f"<ol class=commentlist><li class=alt><p>{said}</p></ol>")

    few = Container().fit(site_of([discussed(place, 12 * (place % 2)) for place in range(12)]))
    found = few.extract(read(discussed(3, 12)))
    assert "reply" not in found.text
    assert found.text.startswith("m3 n3 o3")
    why = {text[:6]: found.method.reason(found, i) for i, text in enumerate(found.blocks.texts)}
    assert why["reply3"] == "stands among the comments of readers"
    forum = Container().fit(site_of([discussed(place, 120) for place in range(12)]))
    assert "reply3x119" in forum.extract(read(discussed(3, 120))).text


def test_what_a_form_offers_is_no_text() -> None:
    """However rare it is."""
    forms = [
        f"<form><select><option>Choice {place}x<option>None</select></form>" for place in range(12)
    ]
    method = Container().fit(site_of([page(place, form) for place, form in enumerate(forms)]))
    found = method.extract(read(page(3, forms[3])))
    assert "Choice" not in found.text
    offered = next(i for i, text in enumerate(found.blocks.texts) if text.startswith("Choice"))
    assert found.method.reason(found, offered) == "a control of a form"


@pytest.mark.parametrize(
    ("name", "is_comment"),
    [
        ("commentlist", True), ("comment-entry", True), ("comments", True), ("blog-comments", True),
        ("commentary", False), ("has-comments", False), ("comments-open", False), ("entry", False),
    ],
)  # fmt: skip
def test_names_of_comments(name: str, is_comment: bool) -> None:
    """Whole words of a class, and not those that only say whether there are any."""
    assert in_comments(read(f"<div class='{name}'>Text</div>").rows).any() == is_comment


def test_kinds_of_one_template_are_learned_apart() -> None:
    """What index pages repeat of the articles is no furniture of these."""
    tocs = [page(place) for place in range(6)]
    posts = [page(place + 20) for place in range(6)]
    whole = "".join(post.partition("<p class=text>")[2].partition("</p>")[0] for post in posts)
    tocs = [
        toc.replace("<p class=note>", f"<p class=text>{whole}</p><p class=note>") for toc in tocs
    ]
    plain = site_of([*tocs, *posts])
    site = tell_kinds(plain, lambda url: "toc" if int(url[13:]) < len(tocs) else "article")
    method = Container().fit(site)
    assert set(method.templates) == {Part(0), Part(0, "article")}
    assert method.kinds == {entry.url: entry.kind for entry in site.entries}
    again = Container.restored(method.learned())
    assert again.learned() == method.learned()
    again.meet(site)
    frequent = method.templates[Part(0)].frequent
    assert not set(frequent.tolist()) <= set(method.templates[Part(0, "article")].frequent.tolist())
    for entry in site.entries:
        shown = site.page(entry.url)
        assert again.extract(shown).text == method.extract(shown).text


def test_a_heading_goes_with_what_it_heads() -> None:
    """However many pages have it: a summary's stays, that of what all pages have goes."""

    def headed(place: int) -> str:
        said = " ".join(f"summary{place}x{word}" for word in range(24))
        return page(place, f"<h2>Summary</h2><p>{said}</p><h2>More</h2><p>Ask in the shop.</p>")

    method = Container().fit(site_of([headed(place) for place in range(12)]))
    found = method.extract(read(headed(3)))
    assert "\nSummary\nsummary3x0" in found.text
    assert "More" not in found.text
    reasons = {text: found.method.reason(found, n) for n, text in enumerate(found.blocks.texts)}
    assert reasons["Summary"] == "a heading of what stays, or the page's own"


def test_a_title_stays_that_other_pages_list() -> None:
    """With a byline below it that all pages have; the site's name, as a heading, goes."""

    def popular(place: int) -> str:
        body, title = page(place), "A very popular story"
        if place == 3:
            head = f"<h1>The Site</h1><h1>{title}</h1><p>By our staff</p>"
            body = body.replace("<div class=post>", f"<div class=post>{head}")
        listed = f"<div class=side><p>The Site</p><p>{title}</p><p>By our staff</p>"
        return f"<title>{title} - The Site</title>{body.replace('<div class=side>', listed)}"

    method = Container().fit(site_of([popular(place) for place in range(12)]))
    assert method.extract(read(popular(3))).text.startswith("A very popular story\nm3 n3 o3")
    assert not method.extract(read(popular(4))).text.startswith("A very popular story")


def test_a_place_that_was_never_seen_is_content_inside_the_container() -> None:
    """Rare text in the container stays, wherever in it."""
    found = Container().fit(site_of(PAGES)).extract(read(page(40, "<blockquote>New</blockquote>")))
    assert found.text.endswith("\nNew")


def test_lists_of_links_elsewhere_are_what_an_author_says() -> None:
    """Those to the site itself are related pages, and those that come again advertisements."""

    def linking(place: int) -> str:
        said = "".join(f" note{place}x{word}" for word in range(9))
        item = f"<p>{said}<ul class=found><li><a href=http://e.net/{place}>Found {place}</a></ul>"
        offer = f"<a href=http://shop.net/>Offer {place % 10}</a>"
        return page(place, f"{item}<p class=ad>{offer}</p>")

    site = site_of([linking(place) for place in range(40)])
    text = Container().fit(site).extract(site.page("http://x.org/3")).text
    assert [name in text for name in ("Found 3", "Story", "Offer")] == [True, False, False]


def test_a_page_like_no_template_is_judged_by_itself() -> None:
    """And its reasons say so; what is frequent on the site goes all the same."""
    method = Container().fit(site_of(PAGES))
    note = "Read our newsletter daily."
    found = method.extract(
        read(f"<main><article><p>Some words of another site.<p>{note}</article>")
    )
    why = {text: found.method.reason(found, i) for i, text in enumerate(found.blocks.texts)}
    assert "no template for such a page" in why["Some words of another site."]
    assert why[note] == "stands on more than 10% of the pages of the site"
    assert found.text == "Some words of another site."


def index(place: int, articles: int, tag: str = "li") -> str:
    """A menu, and cards that lead to some articles each, with tags; a link that all pages have."""
    cards = "".join(
        f"<{tag}><a href=/{(place * 3 + n) % articles}><h2>Headline {place}.{n}</h2></a>"
        f"<a class=tag href=/tag/{place}{n}>Tag {place}.{n}</a></{tag}>"
        for n in range(3)
    )
    return f"""<body class=index><ul class=menu><li><a href=/>Home</a><li><a href=/n>News</a></ul>
        <div class=cards>{cards}</div><div class=best><a href=/0>The best of all</a></div>"""


def test_tables_of_contents_keep_their_lists_of_articles() -> None:
    """But not tags, nor what all of them link to; new ones too, if their template makes these."""
    count = len(PAGES)
    indexes = [index(place, count) for place in range(8)]
    plain = site_of([*PAGES, *indexes])
    site = tell_kinds(plain, lambda url: "article" if int(url[13:]) < count else "toc")
    method = Container().fit(site)
    known = site.page(f"http://x.org/{count + 2}")
    for page_shown in (known, read(index(9, count), "http://x.org/new")):
        found = method.extract(page_shown)
        lines = found.text.splitlines()
        assert [line.partition(" ")[0] for line in lines] == ["Headline"] * 3
        places = {text: found.method.reason(found, n) for n, text in enumerate(found.blocks.texts)}
        assert places[lines[0]] == "blocks in this place list the site's articles"
        again = Container.restored(method.learned())
        again.meet(site)
        assert again.extract(page_shown).text == found.text
    related = method.extract(site.page("http://x.org/2"))
    assert "Story" not in related.text


def test_a_table_of_contents_with_a_template_of_its_own_keeps_its_list() -> None:
    """A home page is like no other page, and lists articles all the same."""
    count = len(PAGES)
    site = tell_kinds(
        site_of([*PAGES, index(1, count, "section")]),
        lambda url: "article" if int(url[13:]) < count else "toc",
    )
    found = Container().fit(site).extract(site.page(f"http://x.org/{count}"))
    assert [n in found.text for n in ("Headline 1.0", "Headline 1.2", "Home")] == [
        True,
        True,
        False,
    ]


def test_corrections_win_and_the_nearest_decides() -> None:
    """A dropped container loses all, but for what is kept inside it."""
    method = Container().fit(site_of(PAGES))
    post = "html > body.single > div.post"
    method.corrections = {post: False, f"{post} > p.note": True}
    found = method.extract(read(PAGES[0]))
    assert found.text == "Read our newsletter daily."
    reasons = [
        found.method.reason(found, i) for i in np.flatnonzero(found.evidence["corrected"]).tolist()
    ]
    assert set(reasons) == {
        "a person wants what stands here kept",
        "a person wants what stands here dropped",
    }


def test_what_was_learned_comes_back_from_plain_data() -> None:
    """All of it: the same verdicts and reasons, and the same data again."""
    method = Container().fit(site_of(PAGES))
    again = Container.restored(method.learned())
    assert again.learned() == method.learned()
    for html in (*PAGES, page(40), "<p>else"):
        one, other = method.extract(read(html)), again.extract(read(html))
        assert [v.reason for v in one] == [v.reason for v in other]
        assert one.text == other.text


def test_small_clusters_teach_nothing() -> None:
    """Four pages of a template are judged one by one."""
    method = Container().fit(site_of(PAGES[:4]))
    assert not method.templates
    assert method.extract(read(PAGES[0])).method is not method
