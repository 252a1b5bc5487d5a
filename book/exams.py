"""Prints exams as PDF: the pages "Does it hold?" of the built site, or questions with numbers drawn from a seed.

    python book/exams.py             _build/html/exams/<part>.pdf and <part>-verdicts.pdf, with links on each page, and
                                     _build/html/handouts/<part>-<lecture>.pdf, the problem sheets in
                                     _build/html/sheets, and their keys in _build/exams/keys
    python book/exams.py --seed 7    _build/exams/7/<part>.html and <part>-answers.html, and the same as PDF

A sheet has room for the answers and shows none. Chromium prints them, as a reader's browser does; drawn questions need
no site, and without a browser they are HTML only.
"""

import argparse
import os
import shutil
import sys
import zipfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(1, str(Path(__file__).resolve().parent / "_ext"))
from pairing import ROOT

from claimbook.site.questions import read_questions
from incentives_book.exercises.drawn import PARTS, Question, draw_exam

SITE = ROOT / "_build" / "html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPEN = "open => document.querySelectorAll('.question details').forEach(fold => { fold.open = open; })"
MARGIN = dict.fromkeys(("top", "bottom", "left", "right"), "15mm")
SHEETS = (
    '<p class="question-sheets">As PDF: <a href="../exams/{part}.pdf">the exam</a>, <a '
    'href="../exams/{part}-verdicts.pdf">with the verdicts</a>.</p>'
)


def chromium() -> str | None:
    """The browser of this machine; CHROMIUM names another one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def with_links(html: str, part: str) -> str:
    """The HTML of a page with links to its sheets, once."""
    place = '<div class="question-tally'
    return html if "question-sheets" in html else html.replace(place, SHEETS.format(part=part) + place, 1)


def unpack_keys(editions: Path, folder: Path) -> list[Path]:
    """Writes the keys of problem sheets, which lie in the archives of notebooks with answers; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for archive in sorted(editions.glob("full-*.zip")):
        with zipfile.ZipFile(archive) as packed:
            for name in sorted(packed.namelist()):
                part, _, rest = name.partition("/keys/")
                if rest:
                    written.append(folder / f"{part}-{rest}")
                    written[-1].write_bytes(packed.read(name))
    return written


def print_sheets(site: Path, browser: str) -> list[Path]:
    """Writes two sheets for each part, and handouts, problem sheets and keys of the lectures; returns their paths."""
    from playwright.sync_api import sync_playwright

    folder = site / "exams"
    folder.mkdir(exist_ok=True)
    written = []
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for part in read_questions():
            source = site / "book" / f"questions-{part}.html"
            page = launched.new_page(color_scheme="light")
            page.goto(source.as_uri())
            page.wait_for_load_state("load")
            for name, opened in ((part, False), (f"{part}-verdicts", True)):
                page.evaluate(OPEN, opened)
                page.pdf(path=folder / f"{name}.pdf", format="A4", margin=MARGIN)
                written.append(folder / f"{name}.pdf")
            source.write_text(with_links(source.read_text(encoding="utf-8"), part), encoding="utf-8")
        keys = unpack_keys(site / "editions", site.parent / "exams" / "keys")
        for source in [*sorted((site / "handouts").glob("*.html")), *sorted((site / "sheets").glob("*.html")), *keys]:
            page = launched.new_page(color_scheme="light")
            page.goto(source.as_uri())
            page.wait_for_load_state("load")
            page.pdf(path=source.with_suffix(".pdf"), prefer_css_page_size=True)
            written.append(source.with_suffix(".pdf"))
            page.close()
        launched.close()
    return written


DRAWN = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ max-width: 46em; margin: 2em auto; padding: 0 1em; font: 11pt/1.45 Georgia, serif; }}
h1 {{ font-size: 1.4em; }}
li {{ margin: 0 0 1.1em; break-inside: avoid; }} .points {{ float: right; margin-left: 1em; }}
.room {{ height: 6em; border-bottom: 1px dotted #888; }} .way {{ color: #444; }}
</style>
<h1>{title}</h1>
<p>{total} points. Exact numbers, please: fractions where they come out, decimals where asked for.</p>
<ol>
{items}
</ol>
</html>
"""


def drawn_sheet(part: str, seed: int, questions: Sequence[Question], *, answered: bool) -> str:
    """An exam of drawn questions as one HTML page, with room for answers or with the answers and the way to them."""

    def below(question: Question) -> str:
        if not answered:
            return '<div class="room"></div>'
        return f'<p><b>{escape(question.answer)}</b></p><p class="way">{escape(question.way)}</p>'

    items = "\n".join(
        f'<li><span class="points">{each.points} points</span><b>{escape(each.title)}.</b> {escape(each.text)}'
        f"{below(each)}</li>"
        for each in questions
    )
    title = f"{part.capitalize()}, exam {seed}{', answers' if answered else ''}"
    return DRAWN.format(title=title, total=sum(each.points for each in questions), items=items)


def write_drawn(seed: int, folder: Path, browser: str | None) -> list[Path]:
    """Writes two sheets of drawn questions for each part, as HTML and, with a browser, as PDF; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for part in PARTS:
        questions = draw_exam(part, seed=seed)
        for name, answered in ((part, False), (f"{part}-answers", True)):
            path = folder / f"{name}.html"
            path.write_text(drawn_sheet(part, seed, questions, answered=answered), encoding="utf-8")
            written.append(path)
    if browser is None:
        return written
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = launched.new_page(color_scheme="light")
        for path in list(written):
            page.goto(path.as_uri())
            page.pdf(path=path.with_suffix(".pdf"), format="A4", margin=MARGIN)
            written.append(path.with_suffix(".pdf"))
        launched.close()
    return written


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python book/exams.py", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, help="draw computational questions from this seed, at least 0")
    seed = parser.parse_args(arguments).seed
    browser = chromium()
    if seed is not None:
        if seed < 0:
            parser.error(f"--seed must be at least 0, got {seed}")
        for path in write_drawn(seed, ROOT / "_build" / "exams" / str(seed), browser):
            print(path.relative_to(ROOT))
        return 0
    if not (SITE / "index.html").is_file():
        print("There is no site yet: run make book")
        return 1
    if browser is None:
        print(f"No browser prints: none of {', '.join(BROWSERS)} is on this machine")
        return 1
    for path in print_sheets(SITE, browser):
        print(f"{path.relative_to(ROOT)}, {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
