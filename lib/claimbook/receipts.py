"""The traces of a check: a line for the reader and a record for the register, in one cell output."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from html import escape

from claimbook.book import current
from claimbook.register import Entry


@dataclass(frozen=True)
class Record:
    """One check, as machines read it (the JSON in an output: exactly these fields, and the grade that was shown)."""

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
    exact: bool = False  # every: no case held a rounded number
    subject: dict[str, object] | None = None  # the expressions as SymPy reads them back, or a digest of the cases
    passed: bool = True  # False only where somebody caught the error of a check


# A stack of lists that want to hear of every record; the pages do not need it, tests and mutation do.
_listeners: list[list[Record]] = []
# Where receipts are shown in place of a kernel, the innermost last.
_displays: list[list[dict[str, object]]] = []


def mime() -> str:
    """The type under which the outputs of executed pages hold records."""
    return f"application/vnd.{current().name}.check+json"


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


@contextmanager
def shown() -> Iterator[list[dict[str, object]]]:
    """Collect the receipts inside the block as a notebook would show them: by the type of what shows them."""
    _displays.append([])
    try:
        yield _displays[-1]
    finally:
        _displays.pop()


def grade(entry: Entry, record: Record) -> str:
    """The grade of a record, by the method that left it and by what the register says of its claim or step.

    >>> from claimbook.register import Step
    >>> every = Record("a/b", "every", "small", "s", "h", cases=3)
    >>> sized = Step(receipt="small", sizes="three clients")
    >>> grade(Entry(steps=(sized,)), every), grade(Entry(steps=(Step(receipt="small"),)), every)
    ('decided', 'sample')
    """
    if record.method in ("identity", "sign") and record.symbols:
        return "inspection" if record.trivial else "proof"
    if record.method in ("identity", "sign", "every"):
        # Numbers and cases decide what is finite; of runs they tell, and of anything else they are a sample.
        if entry.runs:
            return "description"
        # A list of cases carries a step only where the row says that it is finite, or for which sizes it was looked at.
        listed = entry.finite or record.method != "every"
        named = any(s.receipt == record.step and (listed or s.finite or s.sizes) for s in entry.steps)
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

    The link goes to the claim's row on the page of claims.
    """
    told = grade(entry, record)
    step = f' <span class="receipt-step">{escape(record.step)}</span>' if record.step else ""
    line = (
        f'<strong class="receipt-grade">{told}</strong> '
        f'<a href="{current().link}#{entry.anchor}" title="{escape(record.claim)}">{escape(entry.title)}</a>'
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
    show = _displays[-1].append if _displays else _kernel_display()
    if show is not None:
        show(
            {
                "text/html": as_html(record, entry, details, how),
                "text/plain": as_text(record, entry),
                mime(): asdict(record) | {"grade": grade(entry, record)},
            }
        )


def _kernel_display() -> Callable[[dict[str, object]], None] | None:
    """The function that shows a receipt in the kernel of a notebook; None elsewhere."""
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython
    from IPython.display import display

    return partial(display, raw=True) if get_ipython() is not None else None
