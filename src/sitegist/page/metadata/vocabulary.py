"""Which names mean what: the tables behind the metadata."""

from __future__ import annotations

from sitegist.page.metadata.declared import meta_key


def _split(names: str) -> list[str]:
    return names.split()


def _keys(names: str) -> tuple[str, ...]:
    return tuple(map(meta_key, names.split()))


# Open Graph and its kin by field; then all other `<meta>` names, the surest first.
OPEN_GRAPH = {
    "title": _keys("og:title twitter:title"),
    "author": _keys("og:author article:author book:author og:article:author"),
    "published": _keys(
        "article:published_time og:published_time og:article:published_time"
        " article:published og:pubdate"
    ),
    "modified": _keys("article:modified_time og:updated_time og:modified_time"),
    "description": _keys("og:description"),
    "site_name": _keys("og:site_name"),
    "canonical_url": _keys("og:url"),
    "page_type": _keys("og:type"),
    "image": _keys("og:image og:image:url og:image:secure_url"),
    "language": _keys("og:locale"),
}
META = {
    "title": _keys(
        "citation_title dc.title dcterms.title dc:title parsely-title sailthru.title"
        " headline hdl title"
    ),
    "author": _keys(
        "citation_author author parsely-author sailthru.author byl byline dc.creator"
        " dcterms.creator dc.creator.personalname article.author creator authors"
        " rbauthors cxenseparse:author shareaholic:article_author_name"
    ),
    "published": _keys(
        "datepublished publishdate publish_date publish-date published_date"
        " published-date publication_date publication-date pubdate"
        " citation_publication_date citation_date citation_online_date"
        " parsely-pub-date sailthru.date cxenseparse:recs:publishtime"
        " dc.date.issued dcterms.issued dc.date.published dc.date.created"
        " dcterms.created dc.date dcterms.date originalpublicationdate"
        " article_date_original datecreated article.published article.created"
        " rbpubdate ptime pdate releasedate release_date date"
    ),
    "modified": _keys(
        "datemodified dcterms.modified dc.date.modified last-modified lastmod revised modified_time"
    ),
    "description": _keys(
        "description twitter:description dc.description dcterms.description sailthru.description"
    ),
    "site_name": _keys(
        "application-name apple-mobile-web-app-title citation_journal_title dc.publisher copyright"
    ),
    "canonical_url": _keys("twitter:url parsely-link"),
    "image": _keys(
        "twitter:image twitter:image:src thumbnail parsely-image-url sailthru.image.full"
    ),
    "language": _keys("content-language language dc.language dcterms.language"),
}

NAMES_TURNED = frozenset(_keys("citation_author dc.creator dcterms.creator"))
"""Names that hold authors as libraries write them: last name, comma, first name."""

_KINDS = {
    "article": "article newsarticle blogposting socialmediaposting reportagenewsarticle report"
    " techarticle scholarlyarticle opinionnewsarticle analysisnewsarticle reviewnewsarticle"
    " advertisercontentarticle satiricalarticle backgroundnewsarticle medicalwebpage"
    " liveblogposting review criticreview news story blog-post post howto",
    "forum": "discussionforumposting qapage question",
    "product": "product productgroup individualproduct productmodel vehicle car offer product.item"
    " product.group og.product restaurant.menu_item",
    "recipe": "recipe",
    "video": "video videoobject movie tvepisode tvseries video.other video.movie video.episode"
    " video.tv_show videogallery clip",
    "music": "musicrecording musicalbum musicgroup music.song music.album music.playlist"
    " podcastepisode podcastseries podcast",
    "book": "book audiobook",
    "event": "event businessevent musicevent sportsevent educationevent theaterevent festival",
    "job": "jobposting",
    "course": "course",
    "software": "softwareapplication webapplication mobileapplication videogame app game",
    "dataset": "dataset",
    "profile": "profilepage",
    "listing": "collectionpage itemlist searchresultspage offercatalog blog product.category"
    " imagegallery",
    "faq": "faqpage",
    "about": "aboutpage contactpage",
    "website": "website webpage webpageelement itempage",
}
KINDS = {name: kind for kind, names in _KINDS.items() for name in names.split()}
"""Our word for a type of schema.org or Open Graph, by lower-case name."""
KINDS |= {"profile": "profile", "place": "place", "business.business": "business"}

_RANKS = {
    4: "article forum recipe",
    3: "product video music book event job course software dataset",
    2: "profile listing faq about",
    1: "website",
}
RANK = {kind: rank for rank, kinds in _RANKS.items() for kind in kinds.split()}
"""How likely a thing of a kind is what the page is about."""

SAYS_BY = (
    r"(?:(?:posts?|posted|written|published|authored|reviewed|words|story|text|report|article"
    r"|started|submitted|created)(?: and \w{3,12})?[ ]by|by|authors?|words|written|von"
    r"|verfasst von|geschrieben von|par|publié par|écrit par|rédigé par|auteur|por|escrito por"
    r"|publicado por|autora?|di|door|af|av|автор|текст|опубликовал|作者|作家|文|撰文|著者|執筆者"
    r"|執筆|筆者|記者|记者|编辑|글|글쓴이|작성자|بقلم|كتب|الكاتب)"
)
"""A pattern of what stands before an author's name, in lower case."""

ROLES = frozenset(
    _split(
        "editor writer reporter author contributor correspondent staff expert ceo cto coo cfo"
        " founder cofounder manager director president chief officer senior specialist analyst"
        " consultant dietitian nutritionist attorney lawyer professor lecturer journalist"
        " producer engineer developer head lead marketing associate partner assistant"
        " coordinator strategist hardware redakteur redakteurin journaliste rédacteur redactor"
        " periodista редактор"
    )
)
NOBODY = frozenset(
    _split(
        "admin administrator author unknown anonymous anonym anonymous_user guest null undefined"
        " none user webmaster root wordpress test true false n/a na website home default super_user"
    )
) | {"the author"}
PARTICLES = frozenset(
    _split(
        "de da do dos das del della di du des la le van von der den ter ten zu zur al el bin"
        " bint ibn abu y e i of the and"
    )
)
