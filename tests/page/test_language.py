"""The language of pages and texts."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegist.page import read
from sitegist.page.language import detect, detect_text, script_of, script_votes
from tests import strategies

TEXTS = {
    "ar": "تعلن الشركة عن افتتاح مكتب جديد لها في المدينة خلال الأسبوع المقبل",
    "bg": "Общината съобщи, че новият мост ще бъде отворен за движение през седмицата",
    "ca": "L'ajuntament ha anunciat que el nou pont s'obrirà la setmana que ve",
    "cs": "Město oznámilo, že nový most bude otevřen příští týden po dlouhé opravě",
    "da": "Kommunen oplyser, at den nye bro bliver åbnet i næste uge efter lang tid",
    "de": "Die Stadt teilte mit, dass die neue Brücke in der nächsten Woche geöffnet wird",
    "el": "Ο δήμος ανακοίνωσε ότι η νέα γέφυρα θα ανοίξει την επόμενη εβδομάδα",
    "en": "The city said that the new bridge will be opened to traffic next week",
    "es": "El ayuntamiento anunció que el nuevo puente se abrirá la próxima semana",
    "fa": "شهرداری اعلام کرد که پل جدید هفته آینده برای مردم باز خواهد شد",
    "fi": "Kaupunki ilmoitti, että uusi silta avataan liikenteelle ensi viikolla",
    "fr": "La mairie a annoncé que le nouveau pont sera ouvert la semaine prochaine",
    "he": "העירייה הודיעה כי הגשר החדש ייפתח לתנועה בשבוע הבא",
    "hi": "नगर निगम ने कहा है कि नया पुल अगले सप्ताह खोल दिया जाएगा",
    "hu": "A város közölte, hogy az új hidat a jövő héten nyitják meg a forgalom előtt",
    "id": "Pemerintah kota mengumumkan bahwa jembatan baru akan dibuka minggu depan",
    "it": "Il comune ha annunciato che il nuovo ponte sarà aperto la prossima settimana",
    "ja": "市は新しい橋が来週開通すると発表した",
    "ko": "시는 새 다리가 다음 주에 개통된다고 발표했다",
    "nl": "De gemeente maakte bekend dat de nieuwe brug volgende week wordt geopend",
    "no": "Kommunen opplyser at den nye broen blir åpnet for trafikk i løpet av neste uke",
    "pl": "Miasto ogłosiło, że nowy most zostanie otwarty w przyszłym tygodniu",
    "pt": "A prefeitura anunciou que a nova ponte será aberta na próxima semana",
    "ro": "Primăria a anunțat că noul pod va fi deschis săptămâna viitoare",
    "ru": "Городские власти сообщили, что новый мост откроют на следующей неделе",
    "sv": "Kommunen meddelade att den nya bron kommer att öppnas nästa vecka",
    "th": "เทศบาลประกาศว่าสะพานใหม่จะเปิดในสัปดาห์หน้า",
    "tr": "Belediye yeni köprünün gelecek hafta trafiğe açılacağını duyurdu",
    "uk": "Міська влада повідомила, що новий міст відкриють наступного тижня",
    "vi": "Thành phố thông báo cây cầu mới sẽ được mở vào tuần tới",
    "zh": "市政府宣布新的大桥将于下周通车",
}


@pytest.mark.parametrize("language", TEXTS)
def test_one_sentence_is_enough(language: str) -> None:
    """A sentence tells its language without any help."""
    assert detect_text(TEXTS[language]) == language
    assert detect(read(f"<p>{TEXTS[language]}</p>")) == language


@pytest.mark.parametrize("language", TEXTS)
def test_what_a_template_declares_is_not_believed(language: str) -> None:
    """A wrong attribute on the html element changes nothing where the text is clear."""
    wrong = "en" if language != "en" else "fr"
    assert detect(read(f"<html lang={wrong}><p>{TEXTS[language]}</p>")) == language


def test_a_hint_decides_where_the_text_cannot() -> None:
    """Two words may be in several languages; then what is declared is as good as any."""
    assert detect_text("Film, Radio", "sv-SE") == "sv"
    assert detect_text("Film, Radio", "nb_NO") == "no"
    assert detect(read("<html lang=da><p>Film, Radio")) == "da"
    assert detect_text("שלום", "yi") == "yi"


def test_a_hint_of_another_script_is_of_no_use() -> None:
    """Han without kana are not Japanese because a page says so, but Han stay Chinese."""
    assert detect_text("市政府宣布", "en") == "zh"
    assert detect_text("Film", "ja") != "ja"


def test_code_and_names_do_not_make_a_page_english() -> None:
    """Latin letters are everywhere; another script weighs more."""
    html = f"<p>Python FastAPI numpy</p><p>{TEXTS['ja']}</p><pre>def main(): return None</pre>"
    assert detect(read(html)) == "ja"
    assert detect(read(f"<p>{TEXTS['ru']}</p><p>Microsoft Windows Server 2022</p>")) == "ru"


def test_a_few_kana_do_not_make_a_page_japanese() -> None:
    """Chinese texts quote Japanese titles."""
    assert detect_text(TEXTS["zh"] * 5 + "の") == "zh"


@pytest.mark.parametrize("html", ["", "<p>2026 - 10:15</p>", "<p>😀 !?</p>", "<script>x</script>"])
def test_no_words_no_language(html: str) -> None:
    """Digits and signs are in no language, whatever is declared."""
    assert detect(read(f"<html lang=de>{html}")) is None
    assert not script_votes(read(html))


def test_long_texts_are_sampled_throughout() -> None:
    """One foreign sentence at the top does not decide."""
    text = " ".join([TEXTS["en"], *[TEXTS["de"]] * 200])
    assert detect_text(text) == "de"
    assert detect(read(f"<p>{text}")) == "de"


def test_only_code() -> None:
    """If there is nothing but preformatted text, that is what is judged."""
    assert detect(read(f"<pre>{TEXTS['de']}</pre>")) == "de"
    assert detect(read(f"<title>{TEXTS['fr']}</title>")) == "fr"


def test_votes_go_by_script() -> None:
    """A site adds up its pages' votes, so that every script has one language everywhere."""
    votes = script_votes(read(f"<p>{TEXTS['ja']}<p>{TEXTS['ru']}<p>{TEXTS['en']}"))
    assert set(votes) == {
        *(("Kana", "ja"), ("Han", "ja"), ("Cyrillic", "ru"), ("Latin", "en")),
    }
    assert min(votes.values()) > 10


@pytest.mark.parametrize(
    ("text", "script"),
    [
        *(("", None), ("12 !", None), ("abc", "Latin"), ("ﬁ Ａ", "Latin"), ("абв x", "Cyrillic")),
        *(
            ("ไทย", "Thai"),
            ("한국어", "Hangul"),
            ("𠮷野", "Han"),
            ("ｶﾅ", "Kana"),
            ("かな字", "Kana"),
        ),
        *(("\U0010ffff", None), ("\u0301", None), ("ბანი", "Georgian"), ("አማርኛ", "Ethiopic")),
    ],
)
def test_scripts(text: str, script: str | None) -> None:
    """Letters tell; digits, marks and signs are shared by all."""
    assert script_of(text) == script


@given(strategies.texts(), st.sampled_from([None, "de", "xx-YY", "", "zh-Hant"]))
def test_any_text_has_one_language_or_none(text: str, hint: str | None) -> None:
    """No text fails, and one with letters has a language."""
    language = detect_text(text, hint)
    assert language is None or (2 <= len(language) <= 3)
    if text.isalpha() and text.isascii():
        assert language is not None


def test_the_detector_comes_only_when_it_is_asked() -> None:
    """It takes longer to load than a page to read."""
    code = (
        "import sys; from sitegist.page import read; from sitegist.page.language import detect;"
        f"assert detect(read('<p>{TEXTS['ja']}')) == 'ja'; assert 'py3langid' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
