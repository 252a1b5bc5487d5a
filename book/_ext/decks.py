"""A deck of slides for each part, from what its core lectures mark: question, figures, what is given, definitions and
theorems with their proofs, the exercise in class, a worked example, verdicts, summary.

A deck is one plain page, `decks/<part>.html`, that needs no network and no server: arrows or a tap turn the slides and
show an argument step by step, and printing gives one slide a sheet. What a slide says stands on the page or in the
lecture's kit. Slides stand in the order of the board plan, each with the minutes of its step. A page sets apart what
has to be on a slide though it is no statement by `:::{div} on-a-slide`. The kit names what shares one slide, and the
titles that a page does not have.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from course import Page, core
from lecture_kit import Deck, Kit, Step, file_of, kit_of
from offline import policy
from printed import is_current
from proof_steps import SIZES, flat, room_below, sheets_of, size_below, size_for, steps_of
from slides import (
    example_of,
    exercise_slide,
    figure_slide,
    given_title,
    headed,
    in_solution,
    kind_of,
    moved,
    shown_steps,
    slide,
    statement_of,
    words,
)

FIGURES = 4  # of a lecture, in its order
WORKED = "Worked example"
TOGETHER = 3  # the smallest size of letters in which a statement and its proof share a slide
MANY = 4  # statements that stand in two columns
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


@dataclass
class Piece:
    """The contents of one slide, or on more where a proof is long.

    Args:
        labels: of all that is on it, in the order of the page; a block without one has that of its section.
        title: HTML.
        kind: what its slide does; a statement "defines", named or not.
        stated: what stands there from the beginning.
        proof: the steps that appear below it.
        proves: the name of the statement that they prove; "" for one without a name.
        made: the slide itself, beside which nothing can be put.
    """

    labels: tuple[str, ...]
    title: str = ""
    kind: str = "defines"
    stated: list[Tag] = field(default_factory=list)
    proof: list[list[Tag]] = field(default_factory=list)
    proves: str = ""
    made: str = ""


def blocks_of(piece: Tag) -> list[Tag]:
    """The blocks in a piece, out of the boxes that hold nothing else."""
    blocks = [block for block in piece.find_all(True, recursive=False) if block.get_text(strip=True)]
    while len(blocks) == 1 and blocks[0].name in ("div", "section") and "math" not in blocks[0].get("class", []):
        inside = [block for block in blocks[0].find_all(True, recursive=False) if block.get_text(strip=True)]
        if not inside:
            break
        blocks = inside
    return blocks


def pieces_of(article: Tag, page: Page, planned: set[str], deck: Deck) -> list[Piece]:
    """The pieces that a lecture shows, in the order of its page; a proof stands with its statement."""
    figures = [figure for figure in article.find_all("figure") if figure.find("img") and not in_solution(figure)]
    exercises = [each for each in article.select("div.exercise") if not in_solution(each)]
    asked = [each for each in exercises if each.get("id") in planned] or exercises[:1]
    pieces: list[Piece] = []
    for piece in article.select("figure, div.proof, div.on-a-slide, div.recall, div.exercise"):
        classes, label = piece.get("class", []), piece.get("id", "")
        if in_solution(piece):
            continue
        if piece.name == "figure":
            if any(piece is figure for figure in figures[:FIGURES]):
                pieces.append(Piece((label,), made=figure_slide(piece, page, deck.titles.get(label, ""))))
        elif "exercise" in classes:
            if any(piece is each for each in asked):
                pieces.append(Piece((label,), made=exercise_slide(piece, page)))
        elif "proof" not in classes:
            label, title = given_title(piece, {label for each in pieces for label in each.labels})
            pieces.append(Piece((label,), title_of(label, title, deck), "given", blocks_of(piece)))
        elif kind := kind_of(piece):
            name, title, body = statement_of(piece, kind)
            pieces.append(Piece((label,), title_of(label, title, deck), "defines", blocks_of(body), proves=name))
        else:
            stated = next((each for each in reversed(pieces) if each.kind == "defines" and not each.made), None)
            if stated is None:
                raise ValueError(f"a proof must follow a statement; {page.name} has one before")
            stated.proof += steps_of(blocks_of(piece))
    return pieces


def title_of(label: str, title: str, deck: Deck) -> str:
    """The title of a slide: that of the kit if it gives one."""
    return escape(deck.titles[label]) if label in deck.titles else title


def side_by_side(members: list[Piece]) -> list[Tag]:
    """The blocks of a slide that several pieces share, statements with their names; many of them in two columns."""
    given, stated = [], []
    for each in members:
        if each.kind != "defines":
            (stated[-1] if stated else given).extend(each.stated)
            continue
        stated.append([BeautifulSoup(f'<p class="stated-name">{each.title}</p>', "html.parser").p, *each.stated])
    if len(stated) < MANY:
        return [*given, *(block for each in stated for block in each)]
    columns = Tag(name="div", attrs={"class": "columns"})
    for each in stated:
        one = Tag(name="div", attrs={"class": "one"})
        one.extend([copy(block) for block in each])
        columns.append(one)
    return [*given, columns]


def joined(pieces: list[Piece], page: Page, deck: Deck) -> list[Piece]:
    """The same with one piece for what the kit puts on one slide, where the first of it stood.

    Proofs of what is put together follow, unless there is one only.

    Raises:
        ValueError: the kit puts something on one slide that the page does not have as a statement or a block, or gives
            a title or a place to what no slide shows.
    """
    shown = {label for each in pieces for label in each.labels}
    for told, labels in (
        ("a title to", deck.titles),
        ("a place to", deck.beside),
        ("a place beside", deck.beside.values()),
    ):
        if lacking := [label for label in labels if label not in shown]:
            raise ValueError(f"the kit of {page.name} gives {told} {', '.join(lacking)}, which no slide shows")
    found = list(pieces)
    for title, holds in deck.slides:
        members = [each for label in holds for each in found if each.labels == (label,) and not each.made]
        if tuple(each.labels[0] for each in members) != holds:
            raise ValueError(
                f"the kit of {page.name} puts {', '.join(holds)} on one slide; the page lacks some of them"
            )
        stated = side_by_side(members)
        proved = [each for each in members if each.proof]
        alone = proved[0] if len(proved) == 1 else Piece(())
        kind = "defines" if any(each.kind == "defines" for each in members) else "given"
        one = Piece(holds, escape(title), kind, stated, alone.proof, alone.proves)
        rest = [] if len(proved) == 1 else [Piece(each.labels, proof=each.proof, proves=each.proves) for each in proved]
        place = min(found.index(each) for each in members)
        left = [[each for each in some if each not in members] for some in (found[:place], found[place:])]
        found = [*left[0], one, *rest, *left[1]]
    return found


def fits(blocks: list[Tag], title: str) -> bool:
    """True if blocks find room on one slide in letters that are large enough for a proof."""
    return 0 < size_for(blocks, room_below(title)) <= TOGETHER


def slides_for(piece: Piece, page: Page) -> list[str]:
    """A statement with the steps of its proof on one slide where they fit, else on as many as they fill.

    A proof that is too long for a slide of its own begins below its statement.
    """
    if piece.made:
        return [piece.made]
    every = flat(piece.proof)
    if not every or (piece.stated and fits([*piece.stated, *every], piece.title)):
        below, sheets = piece.proof, []
    elif fits(every, headed("Proof", piece.proves)):
        below, sheets = [], [piece.proof]
    else:
        counts = [
            count for count in range(len(piece.proof)) if fits([*piece.stated, *flat(piece.proof[:count])], piece.title)
        ]
        below = piece.proof[: max(counts, default=0)] if piece.stated else []
        title = f"{headed('Proof', piece.proves)}, continued"
        sheets = sheets_of(piece.proof[len(below) :], SIZES[TOGETHER - 1], room_below(title))
    found = []
    if piece.stated:
        size = size_below(piece.title, [*piece.stated, *flat(below)])
        stated = "".join(moved(block) for block in piece.stated)
        body = f'<div class="stated">{stated}</div>{shown_steps(below)}' if below else stated
        found.append(slide(piece.title, body, page, piece.kind, size=size, labels=piece.labels))
    for at, sheet in enumerate(sheets):
        title = f"{headed('Proof', piece.proves)}{', continued' if below or at else ''}"
        size = size_below(title, flat(sheet))
        found.append(slide(title, shown_steps(sheet), page, "proves", size=size))
    return found


def planned_slides(
    pieces: list[tuple[tuple[str, ...], list[str]]], steps: Sequence[Step], beside: dict[str, str] | None = None
) -> list[str]:
    """Slides in the order of a board plan, with the minutes of their steps. What no step names stands in the step that
    `beside` says, or comes before what follows it on the page.

    >>> steps = [Step(10, "", ("b",)), Step(80, "", ("a",))]
    >>> planned_slides([(("a",), ["A<footer></footer>"]), (("c",), ["?"]), (("b",), ["B"])], steps)
    ['?', 'B', 'A<footer><span class="when">10 to 90 min</span></footer>']
    """
    place = {}
    for at, step in enumerate(steps):
        for label in step.uses:
            place.setdefault(label, at)
    place |= {label: place[other] for label, other in (beside or {}).items() if other in place}
    known = [min((place[label] for label in labels if label in place), default=None) for labels, _ in pieces]
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


def slides_of(html: str, page: Page, kit: Kit | None = None, example: Tag | None = None) -> list[str]:
    """The slides of one lecture.

    Args:
        html: the page as it is built.
        page: the lecture.
        kit: with the board plan, whose order the slides follow.
        example: the worked example of the kit, as it is built.

    Raises:
        ValueError: the page has no title or no question, or does not have what the kit names.
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
    steps, deck = (kit.board, kit.deck) if kit else ((), Deck())
    found = [slide(words(title), f'<p class="question">{words(asked)}</p>', page, "opens")]
    planned = {label for step in steps for label in step.uses}
    pieces = joined(pieces_of(article, page, planned, deck), page, deck)
    found += planned_slides([(each.labels, slides_for(each, page)) for each in pieces], steps, deck.beside)
    if example is not None:
        worked = steps_of(blocks_of(example))
        size = size_below(WORKED, flat(worked))
        found.append(slide(WORKED, shown_steps(worked), page, "works", size=size))
    section = article.find("section", id="what-we-found")
    table = section.find("table") if section else None
    if table is not None:
        found.append(slide("What we found", moved(table), page, "finds"))
    summary = (
        next((p for p in section.find_all("p", recursive=False) if p.get_text().startswith("In five sentences")), None)
        if section
        else None
    )
    if summary is not None:
        found.append(slide("In five sentences", f"<p>{words(summary)}</p>", page, "sums"))
    return found


def deck_of(site: Path, page: Page) -> list[str]:
    """The slides of one lecture of a built site."""
    html, plans = (
        (site / f"{name}.html").read_text(encoding="utf-8") for name in (page.docname, f"book/boards-{page.part}")
    )
    return slides_of(html, page, kit_of(page), example_of(plans, page))


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
        sources = [f"book/boards-{part}", *(page.docname for page in lectures)]
        made_from = [*(Path(app.outdir, f"{name}.html") for name in sources), *map(file_of, lectures)]
        if is_current(target, made_from):
            continue
        titles = "".join(f"<li>{escape(app.env.titles[page.docname].astext())}</li>" for page in lectures)
        slides = [slide(part.capitalize(), f"<ol>{titles}</ol>", kind="part")]
        for page in lectures:
            slides += deck_of(Path(app.outdir), page)
        target.parent.mkdir(exist_ok=True)
        sheet = SHEET.format(title=escape(part.capitalize()), policy=policy(), slides="\n".join(slides))
        target.write_text(sheet, encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_decks, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
