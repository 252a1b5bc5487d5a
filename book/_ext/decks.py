"""A deck of slides for each part, from what its core lectures mark: question, figures, what is given, definitions and
theorems with their proofs, the exercise in class, verdicts, summary.

A deck is one plain page, `decks/<part>.html`, that needs no network and no server: arrows or a tap turn the slides and
show a proof step by step, and printing gives one slide a sheet. Nothing is written for a deck, so a slide never says
anything else than its page. Its slides stand in the order of the board plan, each with the minutes of its step. A page
sets apart what has to be on a slide though it is no statement by `:::{div} on-a-slide`.
"""

from collections.abc import Sequence
from copy import copy
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from course import Page, core
from lecture_kit import Step, file_of, kit_of
from offline import policy

FIGURES = 4  # of a lecture, in its order
ON_A_SLIDE = 520  # letters of a proof on one slide
STATED = ("definition", "theorem", "lemma", "proposition", "corollary")  # what a page states as a directive
SHEET = """<!doctype html>
<html lang="en" class="no-script">
<head>
<meta charset="utf-8">
{policy}
<link rel="icon" href="../_static/favicon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: slides</title>
<link rel="stylesheet" href="../_static/katex/katex.min.css">
<link rel="stylesheet" href="../_static/decks.css">
<link rel="stylesheet" href="../_static/formulas.css">
<script defer src="../_static/decks.js"></script>
</head>
<body>
<main>
{slides}
</main>
</body>
</html>
"""


def slide(title: str, body: str, page: Page | None = None, kind: str = "") -> str:
    """One slide; its foot leads to the page that it is made from."""
    foot = (
        f'<footer><a href="../{page.docname}.html">{escape(page.docname.rpartition("/")[2].replace("-", " "))}</a></footer>'  # noqa: E501
        if page
        else ""
    )
    return (
        f'<section class="slide {kind}" tabindex="-1">\n<h2>{title}</h2>\n<div '
        f'class="on-slide">{body}</div>\n{foot}\n</section>'
    )


def moved(piece: Tag, page: Page) -> str:
    """A piece of a page as HTML for a deck: its pictures are found from there, its links and marks are gone."""
    return str(_moved(piece))


def words(piece: Tag, page: Page) -> str:
    """What stands inside a piece, as HTML."""
    return _moved(piece).decode_contents()


def _moved(piece: Tag) -> Tag:
    own = copy(piece)
    for picture in [own] if own.name == "img" else own.find_all("img"):
        picture["src"] = picture["src"].removeprefix("../")
    for mark in own.select(
        ".headerlink, .badges, .claim-badge, .paper-label, .caption-number, details, script, button"
    ):
        mark.decompose()
    for link in own.find_all("a"):
        link.unwrap()
    for node in [own, *own.find_all(True)]:
        node.attrs.pop("id", None)
    return own


def in_solution(piece: Tag) -> bool:
    return piece.find_parent(class_="solution") is not None


def headline(caption: str) -> tuple[str, str]:
    """The first sentence of a caption, which heads its slide, and what comes after it; no head from a long one.

    What stands in parentheses at its end is for the eye and stays below.

    >>> headline("Elm loses. Left: alone.")
    ('Elm loses', 'Left: alone.')
    >>> headline("Elm loses (exact, in samples). Left: alone.")
    ('Elm loses', '(Exact, in samples.) Left: alone.')
    """
    first, _, rest = caption.partition(". ")
    first = first.removesuffix(".")
    before, opened, aside = first.rpartition(" (")
    if (
        opened
        and before.strip()
        and aside.endswith(")")
        and aside.count(")") == 1
        and before.count("<") == before.count(">")
    ):
        first, rest = before, f"({aside[0].upper()}{aside[1:-1]}.) {rest}".strip()
    whole = first.count("(") == first.count(")") and first.count("<") == first.count(">")
    short = letters(BeautifulSoup(first, "html.parser")) <= 110
    return (first, rest) if whole and short else ("", caption)


def letters(piece: Tag) -> int:
    """How many letters of a piece are seen: a set formula holds its MathML and its TeX beside what it shows.

    >>> letters(BeautifulSoup('<p>As <i class="katex-mathml">x x</i><i class="katex-html">x</i></p>', "html.parser"))
    4
    """
    hidden = sum(len(copy.get_text()) for copy in piece.select(".katex-mathml"))
    return len(piece.get_text()) - hidden


def proof_slides(proof: Tag, of: str, page: Page) -> list[str]:
    """The blocks of a proof as steps that appear one after the other, on as many slides as they fill."""
    blocks = [block for block in proof.find_all(True, recursive=False) if block.get_text(strip=True)]
    while len(blocks) == 1 and blocks[0].name in ("div", "section"):
        blocks = [block for block in blocks[0].find_all(True, recursive=False) if block.get_text(strip=True)]
    sheets: list[list[Tag]] = []
    for block in blocks:
        length = sum(map(letters, sheets[-1])) if sheets else 0
        if sheets and length + letters(block) <= ON_A_SLIDE:
            sheets[-1].append(block)
        else:
            sheets.append([block])
    title = f"Proof: {of}" if of else "Proof"
    return [
        slide(
            title if at == 0 else f"{title}, continued",
            "".join(f'<div class="step">{moved(block, page)}</div>' for block in sheet),
            page,
            "proves",
        )
        for at, sheet in enumerate(sheets)
    ]


def exercise_slides(exercise: Tag, page: Page) -> list[str]:
    """An exercise for the class."""
    body = exercise.select_one("#exercise-content, .exercise-content, section")
    if body is None:
        return []
    head = exercise.find(class_="admonition-title")
    name = words(head, page).strip().removeprefix("(").removesuffix(")") if head else ""
    return [slide(f"In class: {name}" if name else "In class", words(body, page), page, "asks")]


def figure_slide(figure: Tag, page: Page) -> str:
    caption = figure.find(class_="caption-text")
    finding, rest = headline(words(caption, page) if caption else "")
    below = f'<p class="caption">{rest}</p>' if rest else ""
    return slide(finding or "What one sees", moved(figure.find("img"), page) + below, page, "shows")


def statement_slide(stated: Tag, kind: str, page: Page) -> tuple[str, str]:
    """A statement's name and its slide."""
    marks = stated.select(".admonition-title .verdict")
    judged = ", ".join(mark.extract().get_text() for mark in marks)
    head = stated.find(class_="admonition-title")
    name = words(head, page).strip().removeprefix("(").removesuffix(")") if head else ""
    body = stated.select_one(f".{kind}-content")
    title = f"{kind.capitalize()}: {name}" if name else kind.capitalize()
    if judged and kind != "definition":  # a definition is shown, not judged
        title += f" ({judged})"
    return name, slide(title, words(body or stated, page), page, "defines")


def given_slide(piece: Tag, page: Page) -> str:
    """What the statements of a page stand on, under the heading of its section."""
    head = piece.find(class_="admonition-title", recursive=False)
    if head is not None:
        head.extract()
    section = piece.find_parent("section")
    title = section.find(["h1", "h2", "h3"]) if section else None
    return slide(words(title, page) if title and title.name != "h1" else "Given", words(piece, page), page, "given")


def pieces_of(article: Tag, page: Page, planned: set[str]) -> list[tuple[str | None, list[str]]]:
    """Labels and slides of what a lecture shows, as its page has them; a proof has the label of its statement."""
    figures = [figure for figure in article.find_all("figure") if figure.find("img") and not in_solution(figure)]
    exercises = [each for each in article.select("div.exercise") if not in_solution(each)]
    asked = [each for each in exercises if each.get("id") in planned] or exercises[:1]
    pieces, label, name = [], None, ""
    for piece in article.select("figure, div.proof, div.on-a-slide, div.recall, div.exercise"):
        classes = piece.get("class", [])
        if in_solution(piece):
            continue
        if piece.name == "figure":
            if any(piece is figure for figure in figures[:FIGURES]):
                pieces.append((piece.get("id"), [figure_slide(piece, page)]))
        elif "exercise" in classes:
            if any(piece is each for each in asked):
                pieces.append((piece.get("id"), exercise_slides(piece, page)))
        elif "proof" not in classes:
            pieces.append((None, [given_slide(piece, page)]))
        elif kind := next((kind for kind in STATED if kind in classes), None):
            name, made = statement_slide(piece, kind, page)
            label = piece.get("id")
            pieces.append((label, [made]))
        else:
            pieces.append((label, proof_slides(piece, name, page)))
    return pieces


def planned_slides(pieces: list[tuple[str | None, list[str]]], steps: Sequence[Step]) -> list[str]:
    """Slides in the order of a board plan, with the minutes of their steps. What no step names comes before what
    follows it on the page.

    >>> steps = [Step(10, "", ("b",)), Step(80, "", ("a",))]
    >>> planned_slides([("a", ["A<footer></footer>"]), (None, ["?"]), ("b", ["B"])], steps)
    ['?', 'B', 'A<footer><span class="when">10 to 90 min</span></footer>']
    """
    place = {}
    for at, step in enumerate(steps):
        for label in step.uses:
            place.setdefault(label, at)
    known = [place.get(label) for label, _ in pieces]
    last = max((at for at in known if at is not None), default=0)
    order, following = [], last
    for at in reversed(known):
        following = following if at is None else at
        order.append(following)
    starts = [sum(step.minutes for step in steps[:at]) for at in range(len(steps) + 1)]
    found = []
    for at, (_, slides) in sorted(zip(reversed(order), pieces, strict=True), key=lambda pair: pair[0]):
        told = f'<span class="when">{starts[at]} to {starts[at + 1]} min</span></footer>' if steps else "</footer>"
        found += [made.replace("</footer>", told) for made in slides]
    return found


def slides_of(html: str, page: Page, steps: Sequence[Step] = ()) -> list[str]:
    """The slides of one lecture, in the order of its board plan if that is given.

    Raises:
        ValueError: the page has no title or no question.
    """
    article = BeautifulSoup(html, "html.parser").select_one("article")
    title = article.find("h1") if article else None
    asked = (
        next((p for p in title.find_next_siblings("p") if "page-kind" not in p.get("class", [])), None)
        if title
        else None
    )
    if asked is None:
        raise ValueError(f"a lecture must have a title and a question; {page.name} has not")
    found = [slide(words(title, page), f'<p class="question">{words(asked, page)}</p>', page, "opens")]
    planned = {label for step in steps for label in step.uses}
    found += planned_slides(pieces_of(article, page, planned), steps)
    section = article.find("section", id="what-we-found")
    table = section.find("table") if section else None
    if table is not None:
        found.append(slide("What we found", moved(table, page), page, "finds"))
    summary = (
        next((p for p in section.find_all("p", recursive=False) if p.get_text().startswith("In five sentences")), None)
        if section
        else None
    )
    if summary is not None:
        found.append(slide("In five sentences", f"<p>{words(summary, page)}</p>", page, "sums"))
    return found


def write_decks(app, exception):
    """Writes the decks whose pages are newer than they are."""
    if exception or app.builder.format != "html":
        return
    parts: dict[str, list[Page]] = {}
    for page in core():
        if Path(app.outdir, f"{page.docname}.html").is_file():
            parts.setdefault(page.part, []).append(page)
    for part, lectures in parts.items():
        target = Path(app.outdir, "decks", f"{part}.html")
        sources = [Path(app.outdir, f"{page.docname}.html") for page in lectures]
        made_from = [*sources, *map(file_of, lectures)]
        if target.is_file() and all(source.stat().st_mtime <= target.stat().st_mtime for source in made_from):
            continue
        titles = "".join(f"<li>{escape(app.env.titles[page.docname].astext())}</li>" for page in lectures)
        slides = [slide(part.capitalize(), f"<ol>{titles}</ol>", kind="part")]
        for page, source in zip(lectures, sources, strict=True):
            slides += slides_of(source.read_text(encoding="utf-8"), page, kit_of(page).board)
        target.parent.mkdir(exist_ok=True)
        sheet = SHEET.format(title=escape(part.capitalize()), policy=policy(), slides="\n".join(slides))
        target.write_text(sheet, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_decks, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
