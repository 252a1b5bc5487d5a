"""A handout for each core lecture: its question, its main statements, one example, its summary, on one sheet of A4.

What a handout says stands on the page of the lecture, and its example with the board plan, so nothing is written for
it. The sheet is a plain page, `handouts/<part>-<page>.html`, that needs no network; a browser prints it, and
`make exams` as PDF.
"""

from html import escape
from pathlib import Path

from bs4 import BeautifulSoup
from course import Page, core
from lecture_kit import file_of, kit_of
from offline import policy
from slides import STATED, in_solution, words

SHEET = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{policy}
<link rel="icon" href="../_static/favicon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: handout</title>
<link rel="stylesheet" href="../_static/katex/katex.min.css">
<link rel="stylesheet" href="../_static/handouts.css">
<link rel="stylesheet" href="../_static/formulas.css">
</head>
<body>
<main>
<p class="place">Lecture {lecture} of {lectures}</p>
<h1>{title}</h1>
<p class="question">{question}</p>
{statements}
<h2>An example</h2>
{example}
<h2>In five sentences</h2>
{summary}
</main>
</body>
</html>
"""


def handout(html: str, plans: str, page: Page) -> str:
    """The handout of one lecture as HTML.

    Args:
        html: the page of the lecture, as built.
        plans: the page with the board plans of its part, as built.
        page: the lecture.

    Raises:
        ValueError: the page has no question or no summary, or lacks a statement, or the plans lack the example.
    """
    article = BeautifulSoup(html, "html.parser").select_one("article")
    place = page.name.replace("/", "-")
    example = BeautifulSoup(plans, "html.parser").select_one(f".handout-{place}")
    title = article.find("h1")
    asked = next((p for p in title.find_next_siblings("p") if "page-kind" not in p.get("class", [])), None)
    told = next((p for p in article.find_all("p") if p.get_text().startswith("In five sentences")), None)
    if asked is None or told is None or example is None:
        raise ValueError(f"a handout needs a question, a summary and an example; {page.name} lacks one of them")
    summary = words(told).partition("</strong>")[2]
    statements = []
    for label in kit_of(page).states:
        stated = article.find("div", class_="proof", id=lambda found, label=label: found == label)
        if stated is None or in_solution(stated):
            raise ValueError(f"the handout of {page.name} states {label}, which the built page does not have")
        kind = next((kind for kind in STATED if kind in stated["class"]), "statement")
        head = stated.find(class_="admonition-title")
        for mark in head.select(".verdict"):
            mark.extract()
        name = words(head).strip().removeprefix("(").removesuffix(")")
        body = stated.select_one(f".{kind}-content") or stated.find("section") or stated
        statements.append(f"<h2>{kind.capitalize()}: {name}</h2>\n{words(body)}")
    return SHEET.format(
        policy=policy(),
        title=escape(words_alone(title)),
        lecture=page.lecture,
        lectures=len(core()),
        question=words(asked),
        statements="\n".join(statements),
        example=words(example),
        summary=f"<p>{summary}</p>",
    )


def words_alone(title) -> str:
    """The text of a heading without the mark of its link."""
    return title.get_text().removesuffix("#").strip()


def write_handouts(app, exception):
    """Writes the handouts whose pages are newer than they are."""
    if exception or app.builder.format != "html":
        return
    for page in core():
        source, plans = (Path(app.outdir, f"{name}.html") for name in (page.docname, f"book/boards-{page.part}"))
        target = Path(app.outdir, "handouts", f"{page.name.replace('/', '-')}.html")
        if not source.is_file() or not plans.is_file():
            continue
        made_from = (source, plans, file_of(page))
        if target.is_file() and all(path.stat().st_mtime <= target.stat().st_mtime for path in made_from):
            continue
        target.parent.mkdir(exist_ok=True)
        sheet = handout(source.read_text(encoding="utf-8"), plans.read_text(encoding="utf-8"), page)
        target.write_text(sheet, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_handouts, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
