"""Does it hold? A page for each part on which a reader judges statements of the paper before the verdict is shown.

book/questions.toml names the statements; words, verdict and witness come from the register and the executed pages, so that
an answer here is never older than the evidence. claims_pages.py writes the pages; questions.js lets a reader commit first.
"""

import tomllib
from pathlib import Path

from claim_words import one_line, place, where, witnesses

from incentives_book.claims.bindings import read_lists
from incentives_book.claims.evidence import Evidence
from incentives_book.claims.register import Entry, Part

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = ROOT / "book" / "questions.toml"
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
"""


def read_questions(path: Path = QUESTIONS) -> dict[str, dict]:
    """What is given and which rows are asked, by part.

    Raises:
        ValueError: The file asks for a part twice or leaves out what is given or asked.
    """
    found = tomllib.loads(path.read_text(encoding="utf-8"))
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
        if rows[name].verdict not in ANSWERS:
            raise ValueError(f"questions.toml: {name} must be judged {', '.join(ANSWERS)}; it is {rows[name].verdict}")
    return [rows[name] for name in questions[part.name]["claims"]]


def line_to_call(claim: str, witness: str) -> str:
    """What hands in a witness, in a notebook.

    >>> line_to_call("rewards/lemma-4", "c=(1, 2), h=4, floor=0")
    'counterexample("rewards/lemma-4", \'c=(1, 2), h=4, floor=0\')'
    """
    return f'counterexample("{claim}", {witness!r})'


def hand_in(claim: str) -> list[str]:
    """What a counterexample to a statement names, one of the form, and the line that judges it; questions.js makes a form of it."""
    from incentives_book.exercises import STATEMENTS  # the parts of the library come with it

    statement = STATEMENTS.get(claim)
    if statement is None:
        return []
    return [
        "",
        ":::{div} question-witness",
        "*A counterexample of your own* names",
        "",
        *(f"- `{name}`: {what}" for name, what in statement.names.items()),
        "",
        f"One of this form, at which the statement holds: `{statement.pattern}`. In a notebook:",
        "",
        "```python",
        "from incentives_book.exercises import counterexample",
        line_to_call(claim, statement.pattern),
        "```",
        ":::",
        "",
        f"*One that is judged to be right*: `{statement.witness}`",
    ]


def question(number: int, entry: Entry, evidence: Evidence, places: dict) -> list[str]:
    """One statement, and what is folded under it."""
    told = [("Judged as", entry.reading), ("Needs", entry.assumption), ("True instead", entry.repair), ("Why", entry.why)]
    lines = [
        ":::::{div} question",
        f"**{number}.** {one_line(entry.says)}",
        "",
        "::::{dropdown} The verdict",
        f"{{verdict}}`{entry.verdict}` {place(entry, places)}.",
    ]
    for name, text in told:
        if text.strip():
            lines += ["", f"*{name}*: {one_line(text)}"]
    for text in witnesses(entry, evidence)[:1]:
        lines += ["", f"*A witness*: {text}"]
    lines += hand_in(entry.id)
    return [*lines, "", f"*Checked on* {where(entry, evidence, ROOT)}; [its row](#{entry.anchor}).", "::::", ":::::", ""]


def question_page(part: Part, evidence: Evidence, questions: dict[str, dict]) -> str:
    """The page of one part."""
    rows, places = asked(part, questions), read_lists(ROOT / "book" / "register", "places")
    given = one_line(questions[part.name]["given"])
    lines = [INTRO.format(part=part.name, title=part.title, paper=part.paper, number=len(rows), given=given)]
    for number, entry in enumerate(rows, 1):
        lines += question(number, entry, evidence, places)
    return "\n".join(lines)


def add_script(app, name, template, context, doctree):
    """The script of these pages, for these pages alone."""
    if name.startswith("book/questions-"):
        app.add_js_file("questions.js", loading_method="defer")
        app.add_css_file("questions.css")


def setup(app):
    app.connect("html-page-context", add_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
