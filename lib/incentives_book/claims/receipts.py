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
    """One check, as machines read it (the JSON of `MIME` holds exactly these fields, and the grade that was shown)."""

    claim: str  # id of the claim
    method: str  # the method of Claim that was called
    step: str  # the proof step, empty when the check covers the whole claim
    statement: str  # one line: what was shown
    how: str  # one line: by which means
    source: str = ""  # the call as its author wrote it, in the layout of `ast.unparse`
    cases: int | None = None  # how many cases, entries, coefficients, averages or runs
    seed: int | str | None = None  # agrees
    level: float | None = None  # agrees, experiment
    symbols: tuple[str, ...] = ()  # identity, sign: the symbols and what they are declared to be
    trivial: bool = False  # identity, sign: nothing was left to prove once SymPy had read it
    subject: dict[str, object] | None = (
        None  # the expressions as SymPy reads them back, or a digest of the cases
    )
    passed: bool = True  # False only where somebody caught the error of a check


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


def grade(entry: Entry, record: Record) -> str:
    """What a record is worth, by the method that left it and by what the register says of its claim or step.

    >>> from incentives_book.claims.register import Step
    >>> every = Record("a/b", "every", "small", "s", "h", cases=3)
    >>> grade(Entry(steps=(Step(receipt="small"),)), every), grade(Entry(samples=("small",)), every)
    ('decided', 'sample')
    """
    if record.method in ("identity", "sign") and record.symbols:
        return "inspection" if record.trivial else "proof"
    if record.method in ("identity", "sign", "every"):
        # Numbers and cases decide what is finite; of runs they tell, and of anything else they are a sample.
        if entry.runs:
            return "description"
        named = any(step.receipt == record.step for step in entry.steps)
        if named if record.step else entry.finite:
            return "decided"
        return "description" if entry.verdict in ("reproduced", "differs") else "sample"
    return {"counterexample": "refutation", "agrees": "statistical"}.get(record.method, record.method)


def as_text(record: Record, entry: Entry) -> str:
    """The receipt for a terminal and for the printed book."""
    step = f" ({record.step})" if record.step else ""
    return f"[{grade(entry, record)}] {record.claim}{step}: {record.statement} [{record.how}]"


def as_html(record: Record, entry: Entry, details: str = "", how: str = "") -> str:
    """The receipt for the page: a badge, the claim, what was shown; `details` is HTML that folds out.

    `how` is HTML that takes the place of the record's own words, where those hold formulas.

    The link goes to the claim's row on the page of claims, two folders up from every notebook of a part.
    """
    told = grade(entry, record)
    step = f' <span class="receipt-step">{escape(record.step)}</span>' if record.step else ""
    line = (
        f'<strong class="receipt-grade">{told}</strong> '
        f'<a href="../../book/claims.html#{entry.anchor}" title="{escape(record.claim)}">{escape(entry.title)}</a>'
        f'{step} <span class="receipt-how">{how or escape(record.how)}</span>'
    )
    # The theme asks MathJax to skip everything outside these classes.
    classes = f"receipt receipt-{told} tex2jax_process mathjax_process"
    if record.source:
        details += f'<pre class="receipt-source"><code>{escape(record.source)}</code></pre>'
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
        "text/plain": as_text(record, entry),
        MIME: asdict(record) | {"grade": grade(entry, record)},
    }
    display(bundle, raw=True)
