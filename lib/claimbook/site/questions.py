"""Does it hold? A page for each part on which a reader judges statements of the paper before the verdict is shown.

book/questions.toml names the statements; words, verdict and witness come from the register and the executed pages, so
that
an answer here is never older than the evidence. claims_pages.py writes the pages; questions.js lets a reader commit
first.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path

from claimbook.book import current
from claimbook.evidence import Evidence
from claimbook.lock import read_lists
from claimbook.opened import open_book
from claimbook.register import Entry, Part
from claimbook.site.claim_words import one_line, place, where, witnesses
from claimbook.words import words

# What a reader may say. The other verdicts judge print and numbers, which nobody can know beforehand.
ANSWERS = ("holds", "holds-if", "false")

INTRO = """# Does it hold? {title}

{number} statements of {{cite:t}}`{paper}`, in our words and as strong as they are printed. Commit to one answer before you
look: it **holds**, it **holds if** something is assumed that is not said, or it is **false**. For the second name the
assumption, for the third find a counterexample.

:::{{div}} question-how
Where a counterexample exists you can hand it in: the check that the book itself uses says which hypothesis it misses, or that
the statement holds there. All of it is also a notebook, <a href="../editions/student/{part}/does-it-hold.ipynb">without</a>
and <a href="../editions/full/{part}/does-it-hold.ipynb">with the verdicts</a>.
:::

*What is taken for granted*: {given}

:::{{div}} question-tally
:::
"""  # noqa: E501

UNSEEN = " This is the verdict under our reading; of what is printed it is {verdict}`depends`."


def read_questions(path: Path | None = None) -> dict[str, dict]:
    """The given rows and those that are asked, by part; from `questions.toml` of the site, where there is one.

    Raises:
        ValueError: The file asks for a part twice or leaves out what is given or asked.
    """
    path = path or current().folder("site") / "questions.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for part, asked in found.items():
        if set(asked) != {"given", "claims"} or not asked["claims"]:
            raise ValueError(f"{path.name}: {part} must have given and claims; got {', '.join(asked) or 'nothing'}")
    return found


def asked(part: Part, questions: dict[str, dict]) -> list[Entry]:
    """The rows that are asked about a part.

    Raises:
        ValueError: A row is not in the register, or its verdict is none that a reader can give.
    """
    rows = {entry.id: entry for entry in part.entries}
    for name in questions[part.name]["claims"]:
        if name not in rows:
            raise ValueError(f"questions.toml: no row is called {name!r}")
        if rows[name].judged not in ANSWERS:
            raise ValueError(f"questions.toml: {name} must be judged {', '.join(ANSWERS)}; it is {rows[name].judged}")
    return [rows[name] for name in questions[part.name]["claims"]]


def asked_words(entry: Entry, evidence: Evidence) -> str:
    """The words that a reader is to judge; where a formula is lost, our reading of it belongs to the question."""
    says = words(entry, evidence, "printed")
    return f"{says} *Read as*: {one_line(entry.reading)}" if entry.under else says


HandIn = Callable[[str], list[str]]


def question(number: int, entry: Entry, evidence: Evidence, places: dict, hand_in: HandIn) -> list[str]:
    """One statement, and what is folded under it; `hand_in` may ask for a witness of the reader's own."""
    told = [
        ("Judged as", "" if entry.under else entry.reading),
        ("Needs", entry.assumption),
        ("True instead", entry.repair),
        ("Why", entry.why),
    ]
    lines = [
        ":::::{div} question",
        f"**{number}.** {asked_words(entry, evidence)}",
        "",
        "::::{dropdown} The verdict",
        f"{{verdict}}`{entry.judged}` {place(entry, places)}." + UNSEEN * bool(entry.under),
    ]
    for name, text in told:
        if text.strip():
            lines += ["", f"*{name}*: {one_line(text)}"]
    for text in witnesses(entry, evidence)[:1]:
        lines += ["", f"*A witness*: {text}"]
    lines += hand_in(entry.id)
    return [
        *lines,
        "",
        f"*Checked on* {where(entry, evidence, current().root)}; [its row](#{entry.anchor}).",
        "::::",
        ":::::",
        "",
    ]


def question_page(part: Part, evidence: Evidence, questions: dict[str, dict], hand_in: HandIn) -> str:
    """The page of one part."""
    rows, places = asked(part, questions), read_lists(current().folder("locks"), "places")
    given = one_line(questions[part.name]["given"])
    lines = [INTRO.format(part=part.name, title=part.title, paper=part.paper, number=len(rows), given=given)]
    for number, entry in enumerate(rows, 1):
        lines += question(number, entry, evidence, places, hand_in)
    return "\n".join(lines)


def add_script(app, name, template, context, doctree):
    """The script of these pages, for these pages alone."""
    if name.startswith(f"{current().site}/questions-"):
        app.add_js_file("questions.js", loading_method="defer")
        app.add_css_file("questions.css")


def setup(app):
    open_book(Path(app.srcdir))
    app.connect("html-page-context", add_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
