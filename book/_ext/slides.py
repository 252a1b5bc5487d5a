"""Single slides of a deck, made from pieces of a built page."""

from copy import copy
from html import escape

from bs4 import BeautifulSoup, Tag
from course import Page
from proof_steps import letters, size_below

# What a page states as a directive.
STATED = (
    "definition",
    "theorem",
    "lemma",
    "proposition",
    "corollary",
    "algorithm",
    "assumption",
    "conjecture",
    "remark",
)
SHOWN = ("definition", "algorithm", "assumption")  # shown, not judged


def slide(
    title: str,
    body: str,
    page: Page | None = None,
    kind: str = "",
    *,
    size: int = 0,
    labels: tuple[str, ...] = (),
) -> str:
    """One slide; its foot leads to the page that it is made from.

    Args:
        title: HTML.
        body: HTML.
        page: the lecture.
        kind: what the slide does, for the style sheet.
        size: of its letters, 1 to 4 (proof_steps.SIZES).
        labels: of what the page has on it.
    """
    foot = (
        f'<footer><a href="../{page.docname}.html">{escape(page.docname.rpartition("/")[2].replace("-", " "))}</a></footer>'  # noqa: E501
        if page
        else ""
    )
    classes = " ".join(filter(None, ["slide", kind, f"size-{size}" if size else ""]))
    held = f' data-holds="{" ".join(labels)}"' if any(labels) else ""
    return (
        f'<section class="{classes}" tabindex="-1"{held}>\n<h2>{title}</h2>\n<div '
        f'class="on-slide">{body}</div>\n{foot}\n</section>'
    )


def moved(piece: Tag) -> str:
    """A piece of a page as HTML for a deck: its pictures are found from there, its links and marks are gone."""
    return str(_moved(piece))


def words(piece: Tag) -> str:
    """The contents of a piece, as HTML."""
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


def shown_steps(steps: list[list[Tag]]) -> str:
    """Steps that appear one after the other, as HTML."""
    return "".join(f'<div class="step">{"".join(map(moved, step))}</div>' for step in steps)


def kind_of(piece: Tag) -> str:
    """The kind of statement in a directive; "" for one that states nothing, such as a proof."""
    return next((kind for kind in STATED if kind in piece.get("class", [])), "")


def headed(what: str, name: str) -> str:
    """A title of what something is, and of its name if it has one.

    >>> headed("Proof", "Nobody leaves"), headed("Proof", "")
    ('Proof: Nobody leaves', 'Proof')
    """
    return f"{what}: {name}" if name else what


def name_of(piece: Tag) -> str:
    """The title of a statement or an exercise as HTML, without its number."""
    head = piece.find(class_="admonition-title")
    return words(head).strip().removeprefix("(").removesuffix(")") if head else ""


def exercise_body(exercise: Tag) -> Tag:
    """The question of an exercise, without its title."""
    return exercise.select_one("#exercise-content, .exercise-content, section") or exercise


def exercise_slide(exercise: Tag, page: Page) -> str:
    """An exercise for the class."""
    body, title = exercise_body(exercise), headed("In class", name_of(exercise))
    return slide(
        title,
        words(body),
        page,
        "asks",
        size=size_below(title, [body]),
        labels=(exercise.get("id", ""),),
    )


def figure_slide(figure: Tag, page: Page, title: str = "") -> str:
    """A figure under what it shows: a title from the kit, or the first sentence of its caption.

    Raises:
        ValueError: there is no title, and that sentence is too long for one.
    """
    caption = figure.find(class_="caption-text")
    told = words(caption) if caption else ""
    finding, rest = (escape(title), told) if title else headline(told)
    if not finding:
        raise ValueError(
            f"the kit of {page.name} must give {figure.get('id')} a title under [deck.titles]: its caption begins with "
            "a long sentence"
        )
    below = f'<p class="caption">{rest}</p>' if rest else ""
    return slide(finding, moved(figure.find("img")) + below, page, "shows", labels=(figure.get("id", ""),))


def statement_of(stated: Tag, kind: str) -> tuple[str, str, Tag]:
    """A statement's name, the title of its slide, and its text."""
    judged = ", ".join(mark.extract().get_text() for mark in stated.select(".admonition-title .verdict"))
    name = name_of(stated)
    title = headed(kind.capitalize(), name)
    if judged and kind not in SHOWN:
        title += f" ({judged})"
    return name, title, stated.select_one(f".{kind}-content") or stated


def example_of(plans: str, page: Page) -> Tag | None:
    """The worked example of a lecture in the built page of board plans."""
    return BeautifulSoup(plans, "html.parser").select_one(f".handout-{page.name.replace('/', '-')}")


def given_title(piece: Tag, taken: set[str]) -> tuple[str, str]:
    """The kit's title of a block that statements stand on, and the heading of its section.

    It is called by its own label, or by that of its section, followed by a number where that is taken.
    """
    head = piece.find(class_="admonition-title", recursive=False)
    if head is not None:
        head.extract()
    section = piece.find_parent("section")
    heading = section.find(["h1", "h2", "h3", "h4"]) if section else None
    label = piece.get("id") or (section.get("id", "") if section else "")
    number = next(number for number in range(1, 99) if (f"{label}-{number}" if number > 1 else label) not in taken)
    return f"{label}-{number}" if number > 1 else label, words(heading).strip() if heading else ""
