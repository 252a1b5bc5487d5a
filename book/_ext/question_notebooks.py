"""Does it hold? as a notebook for each part, beside the editions of its pages: without the verdicts, and with them."""

from pathlib import Path

import address
from editions import EDITIONS, QUESTIONS, code, markdown, place, write
from first_cell import first_cell
from hand_in import line_to_call
from nbformat.v4 import new_output
from repository import repository, site_of
from results import ROOT

from claimbook.evidence import Evidence, stated
from claimbook.register import Entry, Part, parts
from claimbook.site.claim_words import one_line
from claimbook.site.questions import asked, asked_words, read_questions

KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
HEAD = """# Does it hold? {title}

*From [{book}]({page}), {which} the verdicts.*

{number} statements of the paper, in our words and as strong as they are printed. Each **holds**, **holds if** something is assumed
that is not said, or is **false**. Say which before you try anything. Where you doubt it, hand in a counterexample: the check that
the book itself uses says which hypothesis your witness misses, or that the statement holds there.

*What is taken for granted*: {given}"""  # noqa: E501
VERDICTS = {"holds": "holds", "holds-if": "holds if something more is assumed", "false": "is false"}


def verdict(entry: Entry) -> str:
    """The verdict of a row in words, with what it needs or what is true instead."""
    told = [
        ("Judged as", "" if entry.under else entry.reading),
        ("Needs", entry.assumption),
        ("True instead", entry.repair),
        ("Why", entry.why),
    ]
    return "\n\n".join(
        [f"It {VERDICTS[entry.judged]}.", *(f"*{name}*: {one_line(text)}" for name, text in told if text.strip())]
    )


def cells(part: Part, edition: str, questions: dict, book: str, site: str, version: str, evidence: Evidence) -> list:
    """The cells of the notebook of one part; the student's asks, for every statement alike, for an answer."""
    from incentives_book.exercises import STATEMENTS  # the parts of the library come with it
    from incentives_book.exercises.statement import judge_witness

    rows = asked(part, questions)
    head = HEAD.format(
        title=part.title,
        book=book,
        page=f"{site}book/questions-{part.name}.html",
        which="without" if edition == "student" else "with",
        number=len(rows),
        given=one_line(questions[part.name]["given"]),
    )
    made = [
        markdown(head),
        code(first_cell("# Needs: incentives", site=site, version=version), tags=["setup"]),
        code("from incentives_book.exercises import counterexample"),
    ]
    for number, entry in enumerate(rows, 1):
        says = f"**{number}.** {asked_words(entry, evidence)}"
        statement = STATEMENTS.get(entry.id)
        if edition == "student":
            # The same cell under every statement: a form only where a witness exists would give the verdict away.
            made += [markdown(f"{says}\n\n*Your answer:*"), code(f'counterexample("{entry.id}", "")')]
            continue
        made.append(markdown(f"{says}\n\n{verdict(entry)}"))
        if statement is not None:
            told = new_output("stream", name="stdout", text=f"{judge_witness(statement, statement.witness)}\n")
            made.append(code(line_to_call(entry.id, statement.witness), outputs=[told]))
    return made


def make(app, exception):
    """Writes the notebooks when the site stands, before the zips are packed."""
    if exception or app.builder.format != "html" or not (questions := read_questions()):
        return
    site, version = site_of(repository()), address.version(ROOT)
    evidence = stated(ROOT / "notebooks")
    for part in parts():
        for edition in EDITIONS if part.name in questions else ():
            path = Path(app.outdir, place(f"notebooks/{part.name}/{QUESTIONS}", edition))
            write(path, cells(part, edition, questions, app.config.project, site, version, evidence), KERNEL)


def setup(app):
    app.connect("build-finished", make, priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
