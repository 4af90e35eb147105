"""sitegist train"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sitegist.cli.train import command
from sitegist.demo import build
from sitegist.errors import MissingExtra
from sitegist.methods.l_extractor import LExtractor
from sitegist.page import read


def run(*arguments: object) -> Result:
    """The command's result."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration site with 40 pages, in the layout of the archives."""
    folder = tmp_path_factory.mktemp("data") / "demo"
    rows = []
    for page in build(pages=40):
        path = folder / "html" / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.html)
        rows.append(json.dumps(page.gold, ensure_ascii=False))
    (folder / "gold.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    return folder


def write_site(folder: Path, word: str, count: int = 3) -> Path:
    """A tiny site whose pages have a text and a menu."""
    rows = []
    for number in range(count):
        text = " ".join(f"{word}{number}{k}" for k in range(9))
        (folder / "html").mkdir(parents=True, exist_ok=True)
        (folder / "html" / f"{number}.html").write_text(
            f"<title>{number}</title><ul><li><a href=/>home</a></ul><p>{text}</p>", "utf-8"
        )
        rows.append(json.dumps({"path": f"{number}.html", "kind": "article", "text": text}))
    (folder / "gold.jsonl").write_text("\n".join(rows), "utf-8")
    return folder


def test_it_writes_a_model_and_shows_the_folds(demo: Path, tmp_path: Path) -> None:
    """The model extracts; the folds' figures are shown and in the file."""
    result = run(demo, "-o", tmp_path / "model.json")
    assert result.exit_code == 0, result.output
    assert "5 folds" in result.stdout
    for name in ("accuracy", "precision", "recall", "F"):
        assert name in result.stdout
    data = json.loads((tmp_path / "model.json").read_text("utf-8"))
    assert [fold["accuracy"] > fold["baseline"] for fold in data["folds"]] == [True] * 5
    method = LExtractor(model=tmp_path / "model.json")
    page = next(page for page in build(pages=40) if page.gold["kind"] == "article")
    found = set(method.extract(read(page.html)).text.split())
    wanted = set(str(page.gold["text"]).split())
    assert len(found & wanted) > 0.7 * len(wanted)


def test_the_same_pages_give_the_same_file(demo: Path, tmp_path: Path) -> None:
    """To the byte."""
    for name in ("a.json", "b.json"):
        run(demo, "--sample", 12, "-o", tmp_path / name)
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_several_sites_are_held_out_by_name(tmp_path: Path) -> None:
    """A fold is a site, and the curve ends with the pages of the others."""
    places = [write_site(tmp_path / name, name) for name in ("north", "south")]
    result = run(*places, "--curve")
    assert result.exit_code == 0, result.output
    assert "6 pages, 2 folds" in result.stdout
    assert "north" in result.stdout
    assert "south" in result.stdout
    assert "Accuracy over pages" in result.stdout


def test_pages_with_the_same_gold_count_once(tmp_path: Path) -> None:
    """Or a fold would judge pages that another one has taught."""
    place = write_site(tmp_path / "a", "word")
    row = json.loads((place / "gold.jsonl").read_text("utf-8").splitlines()[0])
    (place / "html" / "copy.html").write_bytes((place / "html" / "0.html").read_bytes())
    with (place / "gold.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n" + json.dumps({**row, "path": "copy.html"}))
    assert "3 pages, 3 folds" in run(place).stdout


def test_one_page_is_too_few_for_folds(tmp_path: Path) -> None:
    """It still trains."""
    place = write_site(tmp_path / "a", "word", 1)
    result = run(place, "-o", tmp_path / "model.json")
    assert result.exit_code == 0
    assert "too few" in result.stdout
    assert (tmp_path / "model.json").exists()


def test_what_is_no_data_is_named(tmp_path: Path) -> None:
    """Beside usable data it is a warning and exit code 1, alone it is exit code 3."""
    place = write_site(tmp_path / "a", "word")
    (tmp_path / "empty").mkdir()
    both = run(place, tmp_path / "empty")
    assert both.exit_code == 1
    assert "no data set" in both.stderr
    alone = run(tmp_path / "empty")
    assert alone.exit_code == 3
    assert "no pages with gold text" in alone.stderr


def test_without_scikit_learn_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is read."""
    monkeypatch.setitem(sys.modules, "sklearn", None)
    result = run(tmp_path / "nothing")
    assert isinstance(result.exception, MissingExtra)
    assert "sitegist[learn]" in str(result.exception)
