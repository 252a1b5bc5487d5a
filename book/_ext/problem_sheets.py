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
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from course import Page, core
from editions import EPOCH
from lecture_kit import kit_of
from printed import LINKS, article_of, printed
from slides import exercise_body, in_solution, name_of, words

STYLE = Path(__file__).resolve().parents[1] / "_static" / "handouts.css"


def problems_of(article: Tag, labels: Sequence[str]) -> list[tuple[Tag, Tag]]:
    """Exercises of a built page, each with its solution.

    Raises:
        ValueError: the page lacks an exercise or its solution.
    """
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
    return f"<h2>{number}. {name_of(asked)}</h2>\n{words(exercise_body(asked))}"


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


def sheet(article: Tag, page: Page) -> str:
    """The problem sheet of one lecture.

    Raises:
        ValueError: the page does not have the homework of its kit.
    """
    asked = [each for each, _ in problems_of(article, kit_of(page).homework)]
    link = f'<a href="../{page.docname}.html">the page of this lecture</a>'
    return filled(article, page, "problem sheet", LINKS, [problem(at, each) for at, each in enumerate(asked, 1)], link)


def key(article: Tag, page: Page, folder: Path) -> str:
    """The problems of one lecture with their solutions, in a file that needs no other.

    Args:
        article: of the page of the lecture, as built.
        page: the lecture.
        folder: of that page.

    Raises:
        ValueError: the page does not have the homework of its kit, or one has no solution.
    """
    told = []
    for number, (asked, solved) in enumerate(problems_of(article, kit_of(page).homework), 1):
        solution = words(alone(solved.find("section") or solved, folder))
        told.append(f"{problem(number, alone(asked, folder))}\n<h3>Solution</h3>\n{solution}")
    style = f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>"
    return filled(article, page, "key", style, told, "the page of this lecture")


def filled(article: Tag, page: Page, what: str, links: str, problems: list[str], source: str) -> str:
    """A sheet of problems that says where its numbers come from."""
    note = f'<p class="place">Numbers of statements and figures are those of {source}.</p>'
    return printed(article, page, what, "\n".join([*problems, note]), told=f", {what}", links=links)


def put(archive: Path, files: dict[str, str]) -> None:
    """Puts texts into an archive; what it has under their names is gone."""
    with zipfile.ZipFile(archive) as packed:
        kept = [(each, packed.read(each)) for each in packed.infolist() if each.filename not in files]
    with zipfile.ZipFile(archive, "w") as packed:
        for held, data in kept:
            packed.writestr(held, data)
        for name, text in files.items():
            packed.writestr(zipfile.ZipInfo(name, EPOCH), text.encode(), zipfile.ZIP_DEFLATED)


def write_sheets(site: Path) -> None:
    """Writes the sheets, and puts the keys into the archives of notebooks with answers, which a build makes anew."""
    keys: dict[Path, dict[str, str]] = {}
    for page in core():
        source, archive = site / f"{page.docname}.html", site / "editions" / f"full-{page.part}.zip"
        if not source.is_file():
            continue
        name = page.name.rpartition("/")[2]
        target = site / "sheets" / f"{page.part}-{name}.html"
        article = article_of(source.read_text(encoding="utf-8"))
        target.parent.mkdir(exist_ok=True)
        target.write_text(sheet(article, page), encoding="utf-8")
        if archive.is_file():
            keys.setdefault(archive, {})[f"{page.part}/keys/{name}.html"] = key(article, page, source.parent)
    for archive, files in keys.items():
        put(archive, files)


def finish(app, exception):
    if exception is None and app.builder.format == "html":
        write_sheets(Path(app.outdir))


def setup(app):
    app.connect("build-finished", finish, priority=900)  # after the formulas are set and the archives are made anew
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
