"""A deck of slides for each part, from what its core lectures mark: question, figures, definitions and theorems with
their proofs, an exercise for the class, verdicts, summary.

A deck is one plain page, `decks/<part>.html`, that needs no network and no server: arrows or a tap turn the slides and
show a proof step by step, and printing gives one slide a sheet. Nothing is written for a deck, so a slide never says
anything else than its page.
"""

from html import escape
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from course import Page, core
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
    copy = BeautifulSoup(str(piece), "html.parser")
    for picture in copy.find_all("img"):
        picture["src"] = picture["src"].removeprefix("../")
    for mark in copy.select(
        ".headerlink, .badges, .claim-badge, .paper-label, .caption-number, details, script, button"
    ):
        mark.decompose()
    for link in copy.find_all("a"):
        link.unwrap()
    for node in copy.find_all(True):
        node.attrs.pop("id", None)
    return str(copy)


def words(piece: Tag, page: Page) -> str:
    """What stands inside a piece, as HTML."""
    made = BeautifulSoup(moved(piece, page), "html.parser").find(True)
    return made.decode_contents() if made else ""


def in_solution(piece: Tag) -> bool:
    return piece.find_parent(class_="solution") is not None


def headline(caption: str) -> tuple[str, str]:
    """The first sentence of a caption, which heads its slide, and what comes after it; no head from a long one.

    >>> headline("Elm loses. Left: alone.")
    ('Elm loses', 'Left: alone.')
    """
    first, _, rest = caption.partition(". ")
    first = first.removesuffix(".")
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


def exercise_slides(article: Tag, page: Page) -> list[str]:
    """The first exercise of a page, for the class."""
    exercise = next((each for each in article.select("div.exercise") if not in_solution(each)), None)
    body = exercise.select_one("#exercise-content, .exercise-content, section") if exercise else None
    if body is None:
        return []
    head = exercise.find(class_="admonition-title")
    name = words(head, page).strip().removeprefix("(").removesuffix(")") if head else ""
    return [slide(f"In class: {name}" if name else "In class", words(body, page), page, "asks")]


def slides_of(html: str, page: Page) -> list[str]:
    """The slides of one lecture.

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
    figures = [figure for figure in article.find_all("figure") if figure.find("img") and not in_solution(figure)]
    for figure in figures[:FIGURES]:
        caption = figure.find(class_="caption-text")
        finding, rest = headline(words(caption, page) if caption else "")
        below = f'<p class="caption">{rest}</p>' if rest else ""
        found.append(slide(finding or "What one sees", moved(figure.find("img"), page) + below, page, "shows"))
    name = ""
    for stated in article.select("div.proof"):
        if in_solution(stated):
            continue
        kind = next((kind for kind in STATED if kind in stated["class"]), None)
        if kind is None:
            found += proof_slides(stated, name, page)
            continue
        head = stated.find(class_="admonition-title")
        marks = head.select(".verdict") if head else []
        judged = ", ".join(mark.extract().get_text() for mark in marks)
        name = words(head, page).strip().removeprefix("(").removesuffix(")") if head else ""
        body = stated.select_one(f".{kind}-content")
        title = f"{kind.capitalize()}: {name}" if name else kind.capitalize()
        if judged and kind != "definition":  # a definition is shown, not judged
            title += f" ({judged})"
        found.append(slide(title, words(body or stated, page), page, "defines"))
    found += exercise_slides(article, page)
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
        if target.is_file() and all(source.stat().st_mtime <= target.stat().st_mtime for source in sources):
            continue
        titles = "".join(f"<li>{escape(app.env.titles[page.docname].astext())}</li>" for page in lectures)
        slides = [slide(part.capitalize(), f"<ol>{titles}</ol>", kind="part")]
        for page, source in zip(lectures, sources, strict=True):
            slides += slides_of(source.read_text(encoding="utf-8"), page)
        target.parent.mkdir(exist_ok=True)
        sheet = SHEET.format(title=escape(part.capitalize()), policy=policy(), slides="\n".join(slides))
        target.write_text(sheet, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_decks, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
