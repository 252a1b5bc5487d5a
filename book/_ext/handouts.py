"""A handout for each core lecture: its question, its main statements, one example, its summary, on one sheet of A4.

What a handout says stands on the page of the lecture, and its example with the board plan, so nothing is written for
it. The sheet is a plain page, `handouts/<part>-<page>.html`, that needs no network; a browser prints it, and
`make exams` as PDF.
"""

from pathlib import Path

from course import Page, core
from lecture_kit import file_of, kit_of
from printed import article_of, is_current, printed
from slides import example_of, headed, in_solution, kind_of, statement_of, words

BODY = """<p class="question">{question}</p>
{statements}
<h2>An example</h2>
{example}
<h2>In five sentences</h2>
{summary}"""


def handout(html: str, plans: str, page: Page) -> str:
    """The handout of one lecture as HTML.

    Args:
        html: the page of the lecture, as built.
        plans: the page with the board plans of its part, as built.
        page: the lecture.

    Raises:
        ValueError: the page has no question or no summary, or lacks a statement, or the plans lack the example.
    """
    article, example = article_of(html), example_of(plans, page)
    asked = next((p for p in article.find("h1").find_next_siblings("p") if "page-kind" not in p.get("class", [])), None)
    told = next((p for p in article.find_all("p") if p.get_text().startswith("In five sentences")), None)
    if asked is None or told is None or example is None:
        raise ValueError(f"a handout needs a question, a summary and an example; {page.name} lacks one of them")
    summary = words(told).partition("</strong>")[2]
    statements = []
    for label in kit_of(page).states:
        stated = article.find("div", class_="proof", id=lambda found, label=label: found == label)
        if stated is None or in_solution(stated) or not kind_of(stated):
            raise ValueError(f"the handout of {page.name} states {label}, which the built page does not have")
        kind = kind_of(stated)
        name, _, text = statement_of(stated, kind)  # a handout leaves the verdict out
        statements.append(f"<h2>{headed(kind.capitalize(), name)}</h2>\n{words(text)}")
    body = BODY.format(
        question=words(asked),
        statements="\n".join(statements),
        example=words(example),
        summary=f"<p>{summary}</p>",
    )
    return printed(article, page, "handout", body)


def write_handouts(app, exception):
    """Writes the handouts whose pages are newer than they are."""
    if exception or app.builder.format != "html":
        return
    for page in core():
        source, plans = (Path(app.outdir, f"{name}.html") for name in (page.docname, f"book/boards-{page.part}"))
        target = Path(app.outdir, "handouts", f"{page.name.replace('/', '-')}.html")
        if not source.is_file() or not plans.is_file():
            continue
        if is_current(target, (source, plans, file_of(page))):
            continue
        target.parent.mkdir(exist_ok=True)
        sheet = handout(source.read_text(encoding="utf-8"), plans.read_text(encoding="utf-8"), page)
        target.write_text(sheet, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_handouts, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
