"""The teacher's kit of each core lecture: a board plan of 90 minutes, questions for the start of the next lecture,
homework, an example for the handout and the slides.

Each lecture has one file, `book/lectures/<part>-<page>.toml`. It names statements, figures and exercises by the labels
that they have on the page, so that nothing is told twice. The directive `{lecture-kit} PART/PAGE` shows one lecture,
and `{homework}` the twelve weeks.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from course import EXERCISE, Page, core, pages, source_of
from docutils import nodes
from docutils.statemachine import StringList
from results import ROOT
from sphinx.util.docutils import SphinxDirective

LECTURES = ROOT / "book" / "lectures"
MINUTES, WEEKS, QUESTIONS = 90, 12, 3
STATEMENT = re.compile(r"\{prf:(?!ref)\w+\} ([^\n]*)\n:label: (\S+)")
FIGURE = re.compile(r"^ *name: (\S*fig-\S+)$", re.MULTILINE)
BLOCK = re.compile(r"\{(?:div|admonition)\}[^\n]*\n(?::[^\n]*\n)*?:name: (\S+)$", re.MULTILINE)
TASK = re.compile(r"\{exercise(?:-start)?\} ([^\n]*)\n:label: (\S+)\n(?:```\n)?\s*(?:\(\*?(\w+), (\d+) minutes)?")
FIELDS = ("page", "week", "board", "question", "homework", "handout", "deck")
DECK, SLIDE = ("titles", "slide", "beside", "length"), ("title", "holds")
TITLED = re.compile(r"^(.*?) \((\w+), (\d+) minutes\)$")


@dataclass(frozen=True)
class Step:
    """One step of a board plan."""

    minutes: int
    text: str  # Markdown
    uses: tuple[str, ...]  # labels of statements, figures, blocks for a slide and exercises of the page


@dataclass(frozen=True)
class Deck:
    """The parts of a lecture's slides that its page lacks."""

    titles: dict[str, str] = field(default_factory=dict)  # of a label's slide, in plain words
    slides: tuple[tuple[str, tuple[str, ...]], ...] = ()  # title, and labels that share this slide
    beside: dict[str, str] = field(default_factory=dict)  # a label, and the one in whose step of the plan it is shown
    length: str = ""  # why there are fewer or more slides than usual


@dataclass(frozen=True)
class Kit:
    """The kit to teach one lecture from."""

    page: Page
    week: int  # of twelve
    board: tuple[Step, ...]
    questions: tuple[tuple[str, str], ...]  # question and answer
    homework: tuple[str, ...]  # labels of exercises
    states: tuple[str, ...]  # labels of the statements on the handout
    example: str  # Markdown
    deck: Deck = field(default_factory=Deck)


@dataclass(frozen=True)
class Labels:
    """The parts of a page by their labels."""

    statements: dict[str, str]  # titles
    figures: frozenset[str]
    exercises: dict[str, tuple[str, int]]  # title and minutes
    blocks: frozenset[str] = frozenset()  # what has to be on a slide though it is no statement
    sections: frozenset[str] = frozenset()


def labels_of(text: str) -> Labels:
    """The statements, figures and exercises in the source of a page.

    >>> labels_of(":::{exercise} A\\n:label: a\\n\\n(*easy, 10 minutes*) Do it.\\n:::\\n").exercises
    {'a': ('A', 10)}
    """
    found = {}
    for match in EXERCISE.finditer(text):
        title, label, _, minutes = TASK.search(match.group()).groups()
        titled = TITLED.match(title)
        found[label] = (titled[1], int(titled[3])) if titled else (title, int(minutes or 0))
    headings = frozenset(map(nodes.make_id, re.findall(r"^#{1,4} (.*)$", text, re.MULTILINE)))
    stated = {label: title for title, label in STATEMENT.findall(text)}
    return Labels(stated, frozenset(FIGURE.findall(text)), found, frozenset(BLOCK.findall(text)), headings)


def refuse_unknown(raw: dict, fields: Sequence[str], what: str) -> None:
    """A field that nobody reads would say nothing.

    Raises:
        ValueError: there is such a field.
    """
    if unknown := [field for field in raw if field not in fields]:
        raise ValueError(f"{what} may have the fields {', '.join(fields)}; got {', '.join(unknown)}")


def read_deck(raw: dict) -> Deck:
    """The part of a kit that is about slides.

    Raises:
        ValueError: it has a field that a deck does not have.
    """
    refuse_unknown(raw, DECK, "a deck")
    for each in raw.get("slide", []):
        refuse_unknown(each, SLIDE, "a slide of a deck")
    shared = tuple((each["title"], tuple(each["holds"])) for each in raw.get("slide", []))
    return Deck(raw.get("titles", {}), shared, raw.get("beside", {}), raw.get("length", ""))


def read_kit(text: str, known: dict[str, Page]) -> Kit:
    """The kit in the text of its file.

    Args:
        text: TOML.
        known: the core lectures by name.

    Raises:
        ValueError: the file names no core lecture, lacks one of the fields or has another one.
    """
    raw = tomllib.loads(text)
    if raw.get("page") not in known:
        raise ValueError(f"page must be a core lecture, one of {', '.join(known)}; got {raw.get('page')!r}")
    refuse_unknown(raw, FIELDS, f"the kit of {raw['page']}")
    try:
        return Kit(
            known[raw["page"]],
            raw["week"],
            tuple(Step(step["minutes"], step["text"].strip(), tuple(step["uses"])) for step in raw["board"]),
            tuple((question["asks"].strip(), question["answer"].strip()) for question in raw["question"]),
            tuple(raw["homework"]),
            tuple(raw["handout"]["states"]),
            raw["handout"]["example"].strip(),
            read_deck(raw.get("deck", {})),
        )
    except KeyError as missing:
        raise ValueError(f"the kit of {raw['page']} must have the field {missing}") from None


def wrong(kit: Kit, text: str) -> list[str]:
    """The misfits between a kit and the source of its page, in sentences."""
    labels = labels_of(text)
    anything = {*labels.statements, *labels.figures, *labels.exercises, *labels.blocks}
    told = []
    if (total := sum(step.minutes for step in kit.board)) != MINUTES:
        told.append(f"the board plan must take {MINUTES} minutes; it takes {total}")
    told += [
        f"the board uses {label}, which is not on the page"
        for step in kit.board
        for label in step.uses
        if label not in anything
    ]
    told += [
        f"step {number} takes {step.minutes} minutes, and the exercise {label} alone {labels.exercises[label][1]}"
        for number, step in enumerate(kit.board, start=1)
        for label in step.uses
        if label in labels.exercises and step.minutes < labels.exercises[label][1]
    ]
    told += [
        f"homework is {label}, which is no exercise of the page"
        for label in kit.homework
        if label not in labels.exercises
    ]
    told += [
        f"the handout states {label}, which is no statement of the page"
        for label in kit.states
        if label not in labels.statements
    ]
    told += [
        f"the deck names {label}, which is not on the page"
        for label in dict.fromkeys(
            [*kit.deck.titles, *kit.deck.beside, *(label for _, holds in kit.deck.slides for label in holds)]
        )
        if label not in anything and re.sub(r"-\d+$", "", label) not in labels.sections
    ]
    used = {label for step in kit.board for label in step.uses}
    told += [
        f"the deck shows {label} beside {other}, which the board does not use"
        for label, other in kit.deck.beside.items()
        if other not in used
    ]
    if len(kit.questions) != QUESTIONS:
        told.append(f"there must be {QUESTIONS} questions; there are {len(kit.questions)}")
    if not 1 <= kit.week <= WEEKS:
        told.append(f"the week must be 1 to {WEEKS}; got {kit.week}")
    return told


def file_of(page: Page) -> Path:
    return LECTURES / f"{page.name.replace('/', '-')}.toml"


@cache
def kit_of(page: Page) -> Kit:
    """The kit of a core lecture."""
    return read_kit(file_of(page).read_text(encoding="utf-8"), {known.name: known for known in core()})


def link_to(label: str, labels: Labels) -> str:
    """A link to what a page has under a label, in Markdown."""
    if label in labels.statements:
        return f"{{prf:ref}}`{labels.statements[label].partition(' (')[0]} <{label}>`"
    if label in labels.figures:
        return f"{{numref}}`{label}`"
    if label in labels.blocks:
        return f"{{ref}}`what is given <{label}>`"
    return f"{{ref}}`{labels.exercises[label][0].replace('$', '')} <{label}>`"


def board(kit: Kit, labels: Labels) -> list[str]:
    """The board plan as the lines of a list, each step with the minutes from and to."""
    lines, at = [], 0
    for step in kit.board:
        links = ", ".join(link_to(label, labels) for label in step.uses)
        lines += [f"- **{at} to {at + step.minutes} min.** {step.text}{f' *({links})*' if links else ''}"]
        at += step.minutes
    return lines


def kit_lines(kit: Kit, labels: Labels) -> list[str]:
    """One lecture's kit in Markdown."""
    place = kit.page.name.replace("/", "-")
    lines = [
        f"Lecture {kit.page.lecture}, {{doc}}`/{kit.page.docname}`.",
        f'<a href="../handouts/{place}.html">Handout, one page</a>,',
        f'<a href="../sheets/{place}.html">problem sheet</a>.',
        "",
        "**On the board**",
        "",
        *board(kit, labels),
        "",
        "**At the start of the next lecture**",
        "",
    ]
    for number, (asks, answer) in enumerate(kit.questions, start=1):
        lines += [f"{number}\\. {asks}", "", ":::{admonition} Answer", ":class: dropdown", answer, ":::", ""]
    tasks = ", ".join(f"{link_to(label, labels)} ({labels.exercises[label][1]} min)" for label in kit.homework)
    lines += [
        f"**Homework**: {tasks}.",
        "",
        "**Example on the handout**",
        "",
        f"::::{{div}} handout-{place}",
        kit.example,
        "::::",
    ]
    return lines


def weeks(kits: list[Kit], titles: dict[str, Labels]) -> list[str]:
    """The table of the weeks in Markdown: lectures, homework, minutes of it."""
    lines = ["| week | lectures | homework | min |", "|---:|---|---|---:|"]
    for week in range(1, WEEKS + 1):
        held = [kit for kit in kits if kit.week == week]
        tasks = [
            (kit.page.name, label, titles[kit.page.name].exercises[label][1]) for kit in held for label in kit.homework
        ]
        lectures = "; ".join(f"{{doc}}`/{kit.page.docname}`" for kit in held)
        lines.append(
            f"| {week} | {lectures} | {'; '.join(link_to(label, titles[name]) for name, label, _ in tasks)} | {sum(minutes for *_, minutes in tasks)} |"  # noqa: E501
        )
    return lines


def parsed(directive: SphinxDirective, lines: list[str]) -> list[nodes.Node]:
    """Markdown as nodes."""
    node = nodes.Element()
    directive.state.nested_parse(
        StringList(lines, source=directive.get_source_info()[0]), directive.content_offset, node
    )
    return node.children


class LectureKit(SphinxDirective):
    """The kit of one lecture."""

    required_arguments = 1

    def run(self):
        page = pages().get(self.arguments[0])
        if page is None or not page.lecture:
            raise self.error(f"lecture-kit must name a core lecture; got {self.arguments[0]!r}")
        kit_of.cache_clear()
        kit, text = kit_of(page), source_of(page).read_text(encoding="utf-8")
        for path in (file_of(page), source_of(page)):
            self.env.note_dependency(str(path))
        if told := wrong(kit, text):
            raise self.error(f"{file_of(page).name}: {'; '.join(told)}")
        return parsed(self, kit_lines(kit, labels_of(text)))


class Homework(SphinxDirective):
    """The lectures and the homework of twelve weeks."""

    def run(self):
        kit_of.cache_clear()
        kits = [kit_of(page) for page in core()]
        labels = {}
        for kit in kits:
            for path in (file_of(kit.page), source_of(kit.page)):
                self.env.note_dependency(str(path))
            labels[kit.page.name] = labels_of(source_of(kit.page).read_text(encoding="utf-8"))
        return parsed(self, weeks(kits, labels))


def setup(app):
    app.add_directive("lecture-kit", LectureKit)
    app.add_directive("homework", Homework)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
