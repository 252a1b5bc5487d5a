"""A problem sheet for each core lecture, and its key: the homework of the kit, and the solutions.

Both are made from the page of the lecture as it is built. The sheet lies beside the handout, as
`sheets/<part>-<page>.html`; a browser prints it, and `make exams` as PDF. The key lies in the archive of notebooks with
answers alone, as `<part>/keys/<page>.html` in `editions/full-<part>.zip`. It needs nothing beside itself: formulas are
MathML, pictures stand in it.
"""

import base64
import mimetypes
import zipfile
from collections.abc import Sequence
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from course import Page, core
from editions import EPOCH
from lecture_kit import kit_of
from offline import policy
from slides import in_solution, name_of, words

STYLE = Path(__file__).resolve().parents[1] / "_static" / "handouts.css"
SHEET = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{policy}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: {what}</title>
{links}
</head>
<body>
<main>
<p class="place">Lecture {lecture} of {lectures}, {what}</p>
<h1>{title}</h1>
{problems}
<p class="place">Numbers of statements and figures are those of {page}.</p>
</main>
</body>
</html>
"""
LINKS = """<link rel="icon" href="../_static/favicon.svg">
<link rel="stylesheet" href="../_static/katex/katex.min.css">
<link rel="stylesheet" href="../_static/handouts.css">
<link rel="stylesheet" href="../_static/formulas.css">"""


def problems_of(html: str, labels: Sequence[str]) -> list[tuple[Tag, Tag]]:
    """Exercises of a built page, each with its solution.

    Raises:
        ValueError: the page lacks an exercise or its solution.
    """
    article = BeautifulSoup(html, "html.parser").select_one("article")
    found = []
    for label in labels:
        asked = article.find("div", class_="exercise", id=label)
        solved = [
            each for each in article.select("div.solution") if each.select(f'.admonition-title a[href="#{label}"]')
        ]
        if asked is None or in_solution(asked) or len(solved) != 1:
            raise ValueError(f"homework must be an exercise with one solution; {label} is not")
        found.append((asked, solved[0]))
    return found


def problem(number: int, asked: Tag) -> str:
    """An exercise with its place on the sheet, HTML."""
    body = asked.select_one("#exercise-content, .exercise-content, section") or asked
    return f"<h2>{number}. {name_of(asked)}</h2>\n{words(body)}"


def alone(piece: Tag, folder: Path) -> Tag:
    """A piece that needs no other file.

    Args:
        piece: of a built page.
        folder: of that page.
    """
    own = BeautifulSoup(str(piece), "html.parser")
    for set_twice in own.select(".katex"):
        formula = set_twice.find("math")
        if set_twice.find_parent(class_="katex-display") is not None:
            formula["display"] = "block"
        set_twice.replace_with(formula.extract())
    for picture in own.find_all("img"):
        path = (folder / picture["src"]).resolve()
        kind = mimetypes.guess_type(path.name)[0]
        picture["src"] = f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
    return own.find(True)


def sheet(html: str, page: Page) -> str:
    """The problem sheet of one lecture.

    Raises:
        ValueError: the page does not have the homework of its kit.
    """
    problems = [problem(number, asked) for number, (asked, _) in enumerate(problems_of(html, kit_of(page).homework), 1)]
    link = f'<a href="../{page.docname}.html">the page of this lecture</a>'
    return filled(html, page, "problem sheet", LINKS, "\n".join(problems), link)


def key(html: str, page: Page, folder: Path) -> str:
    """The problems of one lecture with their solutions, in a file that needs no other.

    Args:
        html: the page of the lecture, as built.
        page: the lecture.
        folder: of that page.

    Raises:
        ValueError: the page does not have the homework of its kit, or one has no solution.
    """
    told = []
    for number, (asked, solved) in enumerate(problems_of(html, kit_of(page).homework), 1):
        solution = words(alone(solved.find("section") or solved, folder))
        told.append(f"{problem(number, alone(asked, folder))}\n<h3>Solution</h3>\n{solution}")
    style = f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>"
    return filled(html, page, "key", style, "\n".join(told), "the page of this lecture")


def filled(html: str, page: Page, what: str, links: str, problems: str, source: str) -> str:
    title = BeautifulSoup(html, "html.parser").select_one("article h1").get_text().removesuffix("#").strip()
    return SHEET.format(
        policy=policy(),
        title=escape(title),
        what=what,
        links=links,
        lecture=page.lecture,
        lectures=len(core()),
        problems=problems,
        page=source,
    )


def write_sheets(site: Path) -> None:
    """Writes the sheets, and puts the keys into the archives of notebooks with answers, where they are not yet."""
    for page in core():
        source = site / f"{page.docname}.html"
        if not source.is_file():
            continue
        html, name = source.read_text(encoding="utf-8"), page.name.rpartition("/")[2]
        target = site / "sheets" / f"{page.part}-{name}.html"
        target.parent.mkdir(exist_ok=True)
        target.write_text(sheet(html, page), encoding="utf-8")
        archive = site / "editions" / f"full-{page.part}.zip"
        if not archive.is_file():
            continue
        place = f"{page.part}/keys/{name}.html"
        with zipfile.ZipFile(archive, "a") as packed:
            if place not in packed.namelist():
                held = zipfile.ZipInfo(place, EPOCH)
                packed.writestr(held, key(html, page, source.parent).encode(), zipfile.ZIP_DEFLATED)


def finish(app, exception):
    if exception is None and app.builder.format == "html":
        write_sheets(Path(app.outdir))


def setup(app):
    app.connect("build-finished", finish, priority=900)  # after the formulas are set and the archives are made anew
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
