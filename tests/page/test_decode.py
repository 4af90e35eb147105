"""Bytes to text: which encoding is believed, and that no bytes are an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.page import read
from sitegist.page.decode import decode
from tests import strategies

CHINESE = "今天的新闻说,北京的秋天很美,很多人去公园散步,孩子们在湖边放风筝,老人们在树下下棋。"
TAIWAN = "今天的新聞說,臺北的秋天很美,很多人去公園散步,孩子們在湖邊放風箏,老人們在樹下下棋。"
JAPANESE = "今日のニュースによると、東京の秋はとても美しく、多くの人が公園を散歩しています。"
KOREAN = "오늘 뉴스에 따르면 서울의 가을은 매우 아름답고 많은 사람들이 공원에서 산책을 합니다."
RUSSIAN = "Сегодня в новостях: осень в Москве очень красива, и многие люди гуляют в парках города."
GERMAN = (
    "Über den Dächern von München hängt früh am Tag Nebel – später wird es schön und für alle süß."
)
POLISH = "Dziś w wiadomościach: jesień w Łodzi jest piękna, ludzie chodzą na spacery, żółte liście."
# WHATWG name, Python's codec, a text that is usually written in it
ENCODINGS = [
    ("gb18030", "gb18030", CHINESE),
    ("big5", "big5", TAIWAN),
    ("shift_jis", "shift_jis", JAPANESE),
    ("euc-jp", "euc_jp", JAPANESE),
    ("euc-kr", "euc_kr", KOREAN),
    ("windows-1251", "cp1251", RUSSIAN),
    ("koi8-r", "koi8_r", RUSSIAN),
    ("windows-1252", "cp1252", GERMAN),
    ("iso-8859-2", "iso8859_2", POLISH),
    ("utf-16le", "utf-16-le", GERMAN),
    ("utf-16be", "utf-16-be", JAPANESE),
    ("utf-8", "utf-8", RUSSIAN),
]
WIDE = ("utf-16le", "utf-16be")
in_every_encoding = pytest.mark.parametrize(
    ("name", "codec", "text"), ENCODINGS, ids=[name for name, *_ in ENCODINGS]
)


def page(text: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body><p>{text}</p></body></html>"


@in_every_encoding
def test_the_header_declares(name: str, codec: str, text: str) -> None:
    """The charset of the HTTP header is used, whatever the document says."""
    html = page(text, "<meta charset=windows-1253>")
    found = decode(html.encode(codec), f'text/html; charset="{name}"')
    assert found == (html, name, "header")


@in_every_encoding
def test_the_document_declares(name: str, codec: str, text: str) -> None:
    """Both forms of `<meta>` are read, and a page that can be read so is not in UTF-16."""
    for meta in (
        f"<meta charset={name}>",
        f'<meta content="text/html; charset={name}" http-equiv="Content-Type">',
    ):
        html = page(text, meta)
        if name in WIDE:
            assert decode(html.encode(), None) == (html, "utf-8", "meta")
        else:
            assert decode(html.encode(codec)) == (html, name, "meta")


@in_every_encoding
def test_nothing_declares(name: str, codec: str, text: str) -> None:
    """Without any declaration the bytes tell, at least so well that the text is right."""
    html = page(text * 2)
    found = decode(html.encode(codec))
    assert (found.text, found.source) == (html, "detected")


@in_every_encoding
def test_cut_bytes_are_no_error(name: str, codec: str, text: str) -> None:
    """Half a character at the end, or a stray byte, costs that character alone."""
    data = page(text * 2).encode(codec)
    cut = data[: -len("</p></body></html>".encode(codec)) - 1]
    found = decode(cut, f"text/html; charset={name}")
    assert found.text.startswith(page(text * 2)[:-40])


@pytest.mark.parametrize(
    ("bom", "name", "codec"),
    [
        (b"\xef\xbb\xbf", "utf-8", "utf-8"),
        (b"\xff\xfe", "utf-16le", "utf-16-le"),
        (b"\xfe\xff", "utf-16be", "utf-16-be"),
    ],
)
def test_a_byte_order_mark_goes_before_everything(bom: bytes, name: str, codec: str) -> None:
    """Even before the header; the mark is no part of the text."""
    html = page("Grüße", "<meta charset=koi8-r>")
    found = decode(bom + html.encode(codec), "text/html; charset=windows-1251")
    assert found == (html, name, "bom")


def test_utf8_with_errors() -> None:
    """A few broken sequences do not make another encoding of UTF-8."""
    data = page(RUSSIAN).encode().replace("осень".encode(), b"\xd0\xff\xfe")
    found = decode(data)
    assert (found.encoding, found.source) == ("utf-8", "detected")
    assert "в Москве очень красива" in found.text
    assert "\ufffd" in found.text


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("ISO-8859-1", "windows-1252"),
        ("x-sjis", "shift_jis"),
        ("gb2312", "gbk"),
        ("UTF8", "utf-8"),
        ("ks_c_5601-1987", "euc-kr"),
    ],
)
def test_labels_mean_what_browsers_take_them_for(label: str, name: str) -> None:
    """Labels are those of the WHATWG standard."""
    assert decode(b"<p>a", f"text/html;charset={label}").encoding == name


@pytest.mark.parametrize("header", ["text/html; charset=nonsense", "text/html", "", "charset=;;"])
def test_a_header_that_names_nothing_is_passed_over(header: str) -> None:
    """An unknown charset is as none."""
    data = page("Привет", "<meta charset=windows-1251>").encode("cp1251")
    assert decode(data, header)[1:] == ("windows-1251", "meta")


def test_declarations_in_comments_do_not_count() -> None:
    """A `<meta>` in a comment declares nothing."""
    html = page("Grüße", "<!-- <meta charset=koi8-r> -->")
    assert decode(html.encode()) == (html, "utf-8", "detected")


@pytest.mark.parametrize(
    "head",
    [
        "<!-- <meta charset=koi8-r> ",
        '<meta name="x" content="charset=koi8-r">',
        '<meta data-charset="koi8-r">',
        '<meta http-equiv="refresh" content="9; url=?charset=koi8-r">',
        '<meta charset="nonsense">',
    ],
)
def test_only_what_browsers_take_for_a_declaration_declares(head: str) -> None:
    """Neither the names nor the values of other attributes, nor a comment without an end."""
    html = page("Grüße, schöne Größe", head)
    assert decode(html.encode())[1:] == ("utf-8", "detected")


def test_the_first_valid_declaration_counts() -> None:
    """What names no encoding is passed over; a user-defined one is Western."""
    html = page("Привет", "<meta charset=nonsense><meta charset=koi8-r><meta charset=utf-8>")
    assert decode(html.encode("koi8-r")) == (html, "koi8-r", "meta")
    assert decode(b"<meta charset=x-user-defined>\xfc").text.endswith("ü")


def test_late_declarations_count() -> None:
    """Where the bytes are not UTF-8, as browsers start anew, however late the declaration comes."""
    html = page("Привет", f"<script>{' ' * 9000}</script><meta charset=koi8-r>")
    assert decode(html.encode("koi8-r")) == (html, "koi8-r", "meta")


def test_japanese_mail_is_told_by_its_escapes() -> None:
    """The one encoding whose bytes are all ASCII."""
    html = page(" " * 70_000 + JAPANESE)
    assert decode(html.encode("iso2022_jp")) == (html, "iso-2022-jp", "detected")


def test_an_xml_declaration_counts() -> None:
    """XHTML names its encoding in its first line, if no `<meta>` names another."""
    html = '<?xml version="1.0" encoding="windows-1251"?>' + page("Привет")
    assert decode(html.encode("cp1251")) == (html, "windows-1251", "meta")
    html = html.replace("<head>", "<head><meta charset=koi8-r>")
    assert decode(html.encode("koi8-r")) == (html, "koi8-r", "meta")


@pytest.mark.parametrize("codec", ["utf-8", "cp1252", "utf-16"])
def test_line_ends_are_one_character(codec: str) -> None:
    """Of every kind of line end a newline is left, in every encoding."""
    assert decode("ä\r\nb\rc\n\r\nd".encode(codec), f"charset={codec}").text == "ä\nb\nc\n\nd"


def test_plain_ascii_is_utf8_by_default() -> None:
    """Nothing tells, nothing is lost."""
    assert decode(b"<p>plain") == ("<p>plain", "utf-8", "default")


def test_text_needs_no_decoding() -> None:
    """A str is what it is, without lone surrogates, NULs, and the mark of a file."""
    assert decode("\ufeffa\ud800\0b\r\n") == ("a\ufffdb\n", "utf-8", "text")


@given(data=st.binary(max_size=200), header=strategies.texts(20) | st.none())
def test_any_bytes_are_text(data: bytes, header: str | None) -> None:
    """No bytes and no header are an error, and the same ones give the same text."""
    found = decode(data, header)
    assert found == decode(data, header)
    found.text.encode()
    assert "\r" not in found.text


@in_every_encoding
def test_a_page_reads_the_same_from_all(name: str, codec: str, text: str) -> None:
    """`read` tells what was used and gives the same text from all encodings."""
    found = read(page(text).encode(codec), None, f"text/html; charset={name}")
    assert (found.text, found.encoding, found.encoding_source) == (text, name, "header")
