"""What a check leaves behind: a line for the reader and a record for the register, in one cell output."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from html import escape

from incentives_book.claims.register import Entry

MIME = "application/vnd.incentives.check+json"


@dataclass(frozen=True)
class Record:
    """One check that passed, as machines read it (the JSON of `MIME` holds exactly these fields)."""

    claim: str  # id of the claim
    grade: str  # proof, exhaustive, refutation, statistical or experiment
    method: str  # the method of Claim that was called
    step: str  # the proof step, empty when the check covers the whole claim
    statement: str  # one line: what was shown
    how: str  # one line: by which means
    cases: int | None = None  # exhaustive: how many; proof: how many entries or coefficients
    seed: int | str | None = None  # statistical
    level: float | None = None  # statistical
    tolerance: str | None = None  # experiment
    subject: dict[str, object] | None = None  # proof: the expressions, as SymPy prints them for reading back
    passed: bool = True  # a check that fails raises and leaves no record


# A stack of lists that want to hear of every record; the pages do not need it, tests and mutation do.
_listeners: list[list[Record]] = []


@contextmanager
def recording() -> Iterator[list[Record]]:
    """Collect the records of all checks made inside the block, in order.

    >>> with recording() as records:
    ...     pass
    >>> records
    []
    """
    heard: list[Record] = []
    _listeners.append(heard)
    try:
        yield heard
    finally:
        # By position, since two lists with the same records compare equal.
        del _listeners[next(i for i, listener in enumerate(_listeners) if listener is heard)]


def as_text(record: Record) -> str:
    """The receipt for a terminal and for the printed book."""
    step = f" ({record.step})" if record.step else ""
    return f"[{record.grade}] {record.claim}{step}: {record.statement} [{record.how}]"


def as_html(record: Record, entry: Entry, details: str = "", how: str = "") -> str:
    """The receipt for the page: a badge, the claim, what was shown; `details` is HTML that folds out.

    `how` is HTML that takes the place of the record's own words, where those hold formulas.

    The link goes to the claim's row on the page of claims, two folders up from every notebook of a part.
    """
    step = f' <span class="receipt-step">{escape(record.step)}</span>' if record.step else ""
    line = (
        f'<strong class="receipt-grade">{record.grade}</strong> '
        f'<a href="../../book/claims.html#{entry.anchor}" title="{escape(record.claim)}">{escape(entry.title)}</a>'
        f'{step} <span class="receipt-how">{how or escape(record.how)}</span>'
    )
    # The theme asks MathJax to skip everything outside these classes.
    classes = f"receipt receipt-{record.grade} tex2jax_process mathjax_process"
    if not details:
        return f'<div class="{classes}">{line}</div>'
    return f'<details class="{classes}"><summary>{line}</summary><div class="receipt-details">{details}</div></details>'


def leave(record: Record, entry: Entry, details: str = "", how: str = "") -> None:
    """Show the receipt where a kernel runs, and tell whoever is recording."""
    for heard in _listeners:
        heard.append(record)
    if "IPython" not in sys.modules:
        return
    from IPython import get_ipython
    from IPython.display import display

    if get_ipython() is None:
        return
    bundle = {
        "text/html": as_html(record, entry, details, how),
        "text/plain": as_text(record),
        MIME: asdict(record),
    }
    display(bundle, raw=True)
