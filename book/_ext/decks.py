"""A deck of slides for each part, from what its core lectures mark: question, figures, definitions, verdicts, summary.

A deck is one plain page, `decks/<part>.html`, that needs no network and no server: arrows or a tap turn the slides, and
printing gives one slide a sheet. Nothing is written for a deck, so a slide never says anything else than its page.
"""

from html import escape
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from course import Page, core

FIGURES = 4  # of a lecture, in its order
SHEET = """<!doctype html>
<html lang="en" class="no-script">
<head>
<meta charset="utf-8">
<link rel="icon" href="../_static/favicon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: slides</title>
<link rel="stylesheet" href="../_static/decks.css">
<script>window.MathJax = {{ options: {{ enableMenu: false }} }}</script>
<script defer src="../_static/mathjax/tex-svg.js"></script>
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
    foot = f'<footer><a href="../{page.docname}.html">{escape(page.docname.rpartition("/")[2].replace("-", " "))}</a></footer>' if page else ""
    return f'<section class="slide {kind}" tabindex="-1">\n<h2>{title}</h2>\n<div class="on-slide">{body}</div>\n{foot}\n</section>'


def moved(piece: Tag, page: Page) -> str:
    """A piece of a page as HTML for a deck: its pictures are found from there, its links and marks are gone."""
    copy = BeautifulSoup(str(piece), "html.parser")
    for picture in copy.find_all("img"):
        picture["src"] = picture["src"].removeprefix("../")
    for mark in copy.select(".headerlink, .badges, .claim-badge, .paper-label, .caption-number, details, script, button"):
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


def slides_of(html: str, page: Page) -> list[str]:
    """The slides of one lecture.

    Raises:
        ValueError: the page has no title or no question.
    """
    article = BeautifulSoup(html, "html.parser").select_one("article")
    title = article.find("h1") if article else None
    asked = next((p for p in title.find_next_siblings("p") if "page-kind" not in p.get("class", [])), None) if title else None
    if asked is None:
        raise ValueError(f"a lecture must have a title and a question; {page.name} has not")
    found = [slide(words(title, page), f'<p class="question">{words(asked, page)}</p>', page, "opens")]
    figures = [figure for figure in article.find_all("figure") if figure.find("img") and not in_solution(figure)]
    for figure in figures[:FIGURES]:
        caption = figure.find(class_="caption-text")
        found.append(slide("What one sees", f'{moved(figure.find("img"), page)}<p class="caption">{words(caption, page) if caption else ""}</p>', page, "shows"))
    for definition in article.select("div.proof.definition"):
        if not in_solution(definition):
            head = definition.find(class_="admonition-title")
            for mark in head.select(".verdict") if head else ():
                mark.decompose()  # a definition is shown, not judged
            name = words(head, page).strip().removeprefix("(").removesuffix(")") if head else ""
            body = definition.select_one(".definition-content")
            found.append(slide(f"Definition: {name}" if name else "Definition", words(body or definition, page), page, "defines"))
    section = article.find("section", id="what-we-found")
    table = section.find("table") if section else None
    if table is not None:
        found.append(slide("What we found", moved(table, page), page, "finds"))
    summary = next((p for p in section.find_all("p", recursive=False) if p.get_text().startswith("In five sentences")), None) if section else None
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
        target.write_text(SHEET.format(title=escape(part.capitalize()), slides="\n".join(slides)), encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_decks, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
