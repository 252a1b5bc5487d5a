"""The words of a row, read from their home: the statement on its page, or the row where there is none."""

from typing import Literal

from claimbook.bindings import home
from claimbook.evidence import Evidence
from claimbook.register import Entry
from claimbook.statements import quoted

FIELDS = ("corrected", "repair", "assumption")
Form = Literal["stated", "printed"]


def words(entry: Entry, evidence: Evidence, form: Form = "stated") -> str:
    """The words of a row on one line, its settings before it.

    Args:
        entry: the row.
        evidence: what the pages hold.
        form: "printed" gives the paper's words where they differ from the statement (errata, questions, exams);
            "stated" gives the statement.
    """
    if form == "printed" and entry.states == "right" and entry.printed:
        return quoted(entry.printed)
    statement = evidence.statements.get(entry.id) if entry.statement else None
    own = statement.words if statement else entry.says
    given = evidence.settings.get(home(entry, evidence), {})
    return quoted("\n\n".join([*(given[name] for name in entry.given if name in given), own]))


def said(entry: Entry, evidence: Evidence) -> list[str]:
    """All that a row says of its subject: its words, and what it corrects, repairs and assumes."""
    return [words(entry, evidence), *(getattr(entry, name) for name in FIELDS)]
