"""Prints the pages "Does it hold?" of the built site as PDF: `make exams`, after `make book` or `make live`.

    python book/exams.py      _build/html/exams/<part>.pdf and <part>-verdicts.pdf, and a link to them on each page

A sheet has room for the answers and shows no verdict. Chromium prints them, as a reader's browser does.
"""

import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(1, str(Path(__file__).resolve().parent / "_ext"))
from pairing import ROOT
from questions import read_questions

SITE = ROOT / "_build" / "html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPEN = "open => document.querySelectorAll('.question details').forEach(fold => { fold.open = open; })"
MARGIN = dict.fromkeys(("top", "bottom", "left", "right"), "15mm")
SHEETS = '<p class="question-sheets">As PDF: <a href="../exams/{part}.pdf">the exam</a>, <a href="../exams/{part}-verdicts.pdf">with the verdicts</a>.</p>'


def chromium() -> str | None:
    """The browser of this machine; CHROMIUM names another one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def with_links(html: str, part: str) -> str:
    """The HTML of a page with links to its sheets, once."""
    place = '<div class="question-tally'
    return html if "question-sheets" in html else html.replace(place, SHEETS.format(part=part) + place, 1)


def print_sheets(site: Path, browser: str) -> list[Path]:
    """Writes two sheets for each part and returns their paths."""
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
                page.evaluate("window.setFormulas?.()")
                page.wait_for_function("[...document.querySelectorAll('.question .math')].every(each => !each.offsetParent || each.querySelector('mjx-container'))")
                page.pdf(path=folder / f"{name}.pdf", format="A4", margin=MARGIN)
                written.append(folder / f"{name}.pdf")
            source.write_text(with_links(source.read_text(encoding="utf-8"), part), encoding="utf-8")
        launched.close()
    return written


def main() -> int:
    browser = chromium()
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
    sys.exit(main())
