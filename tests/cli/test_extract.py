"""sitegist extract"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.cli.conftest import Run

PAGE = "<title>T</title><nav><a href='/'>Home</a></nav><p>A sentence of some <b>words</b>.</p>"


def test_one_page_is_written_as_it_is(run: Run, tmp_path: Path) -> None:
    """Text goes to standard output, nothing to standard error, and the exit code is 0."""
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    done = run("extract", page)
    assert (done.stdout, done.stderr, done.returncode) == ("A sentence of some words.\n", "", 0)


def test_standard_input_is_a_page(run: Run) -> None:
    """``-`` reads standard input, and --url resolves its links."""
    html = "<p>Some words around <a href='b'>a link</a> that is relative to a page.</p>"
    done = run("extract", "--markdown", "--url", "https://x.org/a/", "-", stdin=html)
    assert "[a link](https://x.org/a/b)" in done.stdout


def test_many_pages_are_json_lines(run: Run, tmp_path: Path) -> None:
    """One object a line, in the order of the files, whatever the number of processes."""
    for name in ("b", "a", "c"):
        (tmp_path / f"{name}.html").write_text(f"<p>Text of page {name}, in a sentence.")
    alone, together = (run("extract", tmp_path, "--parallel", n) for n in (1, 2))
    assert alone.stdout == together.stdout
    lines = [json.loads(line) for line in alone.stdout.splitlines()]
    assert [Path(line["source"]).name for line in lines] == ["a.html", "b.html", "c.html"]
    assert lines[0]["text"] == "Text of page a, in a sentence."


def test_json_lines_hold_the_pages_objects(run: Run, tmp_path: Path) -> None:
    """With --json each line is the page's own object and its source."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(PAGE)
    first = json.loads(run("extract", "--json", tmp_path).stdout.splitlines()[0])
    assert first["source"].endswith("a.html")
    assert [block["kept"] for block in first["blocks"]] == [False, False, True]


def test_a_folder_gets_one_file_per_page(run: Run, tmp_path: Path) -> None:
    """-o FOLDER/ writes a file per page under its own name, and stays inside the folder."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.html").write_text(PAGE)
    (tmp_path / "in" / "a.htm").write_text(PAGE)
    done = run("extract", f"{tmp_path}/in/../in", "--markdown", "-o", f"{tmp_path}/out/")
    assert done.returncode == 0
    made = sorted(path.name for path in (tmp_path / "out").rglob("*.md"))
    assert made == ["a.htm.md", "a.html.md"]


def test_pages_whose_files_would_be_named_alike_get_a_file_each(run: Run, tmp_path: Path) -> None:
    """Nothing is overwritten by another page of the same run."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a?.html", "a:.html", "a_.html"):
        (folder / name).write_text(f"<p>The text of page {name}, in a sentence.")
    assert run("extract", folder, "-o", f"{tmp_path}/out/").returncode == 0
    made = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert sorted(made) == ["a_.html-2.txt", "a_.html-3.txt", "a_.html.txt"]
    assert len(set(made.values())) == 3


def test_files_are_named_by_their_place_below_what_all_share(run: Run, tmp_path: Path) -> None:
    """Not by the whole path that leads there."""
    for name in ("one", "two"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "a.html").write_text(PAGE)
    run("extract", f"{tmp_path}/in/**/*.html", "-o", f"{tmp_path}/out/")
    run("extract", tmp_path / "in/one/a.html", "-o", f"{tmp_path}/out/")
    made = (path for path in (tmp_path / "out").rglob("*.txt"))
    made_below = sorted(path.relative_to(tmp_path / "out").as_posix() for path in made)
    assert made_below == ["a.html.txt", "one/a.html.txt", "two/a.html.txt"]


def test_a_page_is_fetched_from_its_url(run: Run, tmp_path: Path) -> None:
    """Its links are resolved against where it was; what is not there is named."""
    (tmp_path / "a.html").write_text("<p>Some text and <a href=b>a link</a> in a sentence.")
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        place = f"http://127.0.0.1:{server.server_port}"
        found = run("extract", "--markdown", f"{place}/a.html")
        missing = run("extract", f"{place}/none.html")
        server.shutdown()
    assert f"[a link]({place}/b)" in found.stdout
    assert (missing.returncode, missing.stdout) == (3, "")
    assert "File not found" in missing.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_progress_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    """On standard error; the results are not mixed with it."""
    import pty

    for name in "ab":
        (tmp_path / f"{name}.html").write_text(PAGE)
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "sitegist", "extract", str(tmp_path)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=theirs, timeout=300, check=True)
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert b"extracting" in shown
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2


def test_what_cannot_be_used_is_named_and_the_rest_is_done(run: Run, tmp_path: Path) -> None:
    """A PDF among pages: exit code 1, its name on standard error, the page on standard output."""
    (tmp_path / "a.html").write_text(PAGE)
    (tmp_path / "b.html").write_bytes(b"%PDF-1.7")
    done = run("extract", tmp_path)
    assert done.returncode == 1
    assert "b.html: " in done.stderr
    assert "application/pdf" in done.stderr
    assert "A sentence" in done.stdout


def test_no_usable_input_is_exit_code_3(run: Run, tmp_path: Path) -> None:
    """A missing file, an empty folder and a lone PDF."""
    (tmp_path / "x.html").write_bytes(b"%PDF-1.7")
    (tmp_path / "empty").mkdir()
    for name in ("nowhere.html", tmp_path / "empty", tmp_path / "x.html"):
        done = run("extract", name)
        assert (done.returncode, done.stdout) == (3, ""), name
        assert done.stderr.startswith("sitegist: ")
        assert "Traceback" not in done.stderr


def test_wrong_usage_is_exit_code_2(run: Run, tmp_path: Path) -> None:
    """Unknown options and choices, and a segmenter that the method does not work on."""
    page = tmp_path / "a.html"
    page.write_text(PAGE)
    assert run("extract", page, "--format", "word").returncode == 2
    assert run("extract").returncode == 2
    done = run("extract", page, "--method", "container", "--segmenter", "tables")
    assert done.returncode == 2
    assert "choose from: leaves" in done.stderr
    done = run("extract", page, "--method", "info-discoverer", "--feature", "link")
    assert (done.returncode, "takes no features; it takes: segmenter" in done.stderr) == (2, True)


def test_options_that_contradict_each_other_are_wrong_usage(run: Run, tmp_path: Path) -> None:
    """None of them is passed over in silence."""
    page = tmp_path / "a.html"
    page.write_text(PAGE)
    for several in ([page, page], [tmp_path]):
        done = run("extract", *several, "--url", "https://example.org/")
        assert (done.returncode, "single page" in done.stderr) == (2, True)
    done = run("extract", page, "--url", "nowhere")
    assert (done.returncode, "'nowhere' is no address" in done.stderr) == (2, True)
    for command in ("extract", "explain"):
        done = run(command, page, "--profile", "a.gist", "--method", "container")
        assert (done.returncode, "brings its own method" in done.stderr) == (2, True)


def test_an_output_that_cannot_be_written_is_exit_code_5(run: Run, tmp_path: Path) -> None:
    """The message names the file."""
    (tmp_path / "a.html").write_text(PAGE)
    done = run("extract", tmp_path / "a.html", "-o", tmp_path / "no" / "such" / "file.txt")
    assert done.returncode == 5
    assert "file.txt" in done.stderr


def test_other_features_find_other_blocks(run: Run, tmp_path: Path) -> None:
    """--feature link keeps the navigation."""
    (tmp_path / "a.html").write_text(PAGE)
    done = run("extract", "--feature", "link", tmp_path / "a.html")
    assert done.stdout == "Home\n"


def test_a_page_that_needs_a_browser_is_named(run: Run, tmp_path: Path) -> None:
    """It counts as done."""
    (tmp_path / "a.html").write_text("<div id=root></div><script src=app.js></script>")
    done = run("extract", tmp_path / "a.html")
    assert done.returncode == 0
    assert "only a browser" in done.stderr
