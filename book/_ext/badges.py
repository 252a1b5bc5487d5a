"""The badge of a claim: one line of what was decided and by how much evidence, over the receipts that it unfolds."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from html import escape

from formulas import fitted
from results import ROOT

# What one record of each grade is called, and what the reader of a badge should know about it.
GRADES = {
    "proof": ("certificate", "algebra by SymPy: two expressions are the same, or an inequality has a certificate"),
    "inspection": ("line", "both sides are the same once they are written out"),
    "decided": ("case", "every case of a finite statement, in exact arithmetic"),
    "refutation": ("counterexample", "exact numbers that meet the hypotheses and break the conclusion"),
    "sample": ("sampled case", "some cases of many: they illustrate and prove nothing"),
    "description": ("measured case", "what our runs did, and nothing beyond them"),
    "statistical": ("simulation", "a random experiment with its level and seed; agreement, never a proof"),
    "experiment": ("experiment", "independent runs, with the probability that chance alone gives as much"),
}
FAILS = ("false", "misprint", "differs")  # verdicts that contradict print

FRACTION = re.compile(r"Fraction\((-?\d+), (\d+)\)")
NUMBER = re.compile(r"(?:np\.)?(?:float|int)\d+\(([^()]*)\)")
SET = re.compile(r"frozenset\(\{([^{}]*)\}\)")


@dataclass(frozen=True)
class Receipt:
    """One record of a check, as the executed notebook holds it."""

    claim: str
    grade: str
    step: str
    how: str  # HTML
    cases: int | None
    details: str  # HTML: the certificate or the formulas, empty where there are none


def readable(text: str) -> str:
    """Python's way of writing values, as a reader writes them.

    >>> readable("third = frozenset(), price = Fraction(7, 2), b = frozenset({0, 2})")
    'third = the empty set, price = 7/2, b = {0, 2}'
    """
    text = FRACTION.sub(lambda m: m[1] if m[2] == "1" else f"{m[1]}/{m[2]}", text)
    text = NUMBER.sub(r"\1", text)
    text = re.sub(r"(?:frozen)?set\(\)", "the empty set", text)
    while SET.search(text):  # from the innermost outwards
        text = SET.sub("\x01\\1\x02", text)
    return text.replace("\x01", "{").replace("\x02", "}")


def receipt(record: dict, html: str) -> Receipt:
    """The receipt in one output of a cell: its record, and the HTML that a notebook shows."""
    how = re.search(r'<span class="receipt-how">(.*?)</span>(?=</summary>|</div>|$)', html, re.DOTALL)
    told = how[1] if how else escape(record["how"])
    if record.get("level") and "level" not in told:  # a test by chance says how often chance may pass it
        told += f", at most {record['level']:g} accepted"
    details = html.partition('<div class="receipt-details">')[2].removesuffix("</div></details>")
    return Receipt(
        claim=record["claim"],
        grade=record["grade"],
        step=record["step"],
        how=fitted(readable(told)),
        cases=record["cases"],
        details=fitted(details),
    )


# What is said of a claim by what it stands on, where the kinds of its receipts do not say it; of a proof in steps, how many
# of them a check or another claim carries.
STANDINGS = {
    "proof": "proved",
    "steps": "{done} of {of} steps",
    "decided": "decided",
    "inspection": "by inspection",
    "refutation": "refuted",
    "description": "our runs",
}


@cache
def rows() -> dict[str, tuple[str, int]]:
    """What each claim stands on, and how many tests back it, by the register as it was written for this build."""
    register = ROOT / "book" / "_static" / "register.json"
    if not register.is_file():  # before a first build
        return {}
    written = json.loads(register.read_text(encoding="utf-8"))
    return {
        row["id"]: (STANDINGS.get(row["stands_on"]["grade"], "").format(**row["stands_on"]), len(row["tests"]))
        for row in written["claims"]
    }


def many(number: int, word: str) -> str:
    """A number and a word in the singular or the plural."""
    return f"{number:,} {word}{'' if number == 1 else 's'}".replace(",", " ")


def evidence_words(receipts: list[Receipt]) -> str:
    """How much of each grade, as in "3 certificates, 160 cases"."""
    numbers: dict[str, int] = defaultdict(int)
    for each in receipts:
        numbers[each.grade] += (each.cases or 1) if each.grade in ("decided", "sample", "description") else 1
    return ", ".join(many(number, GRADES.get(grade, (grade, ""))[0]) for grade, number in numbers.items())


def key(receipts: list[Receipt]) -> str:
    """What the grades in a badge mean."""
    grades = dict.fromkeys(each.grade for each in receipts if each.grade in GRADES)
    return "; ".join(f"{grade}: {GRADES[grade][1]}" for grade in grades)


def summary(entry, receipts: list[Receipt]) -> str:
    """The line of a badge, in HTML without links."""
    stands_on, tests = rows().get(entry.id, ("", 0))
    steps = dict.fromkeys(each.step for each in receipts)
    step = f' <span class="badge-step">{escape(receipts[0].step)}</span>' if len(steps) == 1 and receipts[0].step else ""
    how = ", ".join(filter(None, [stands_on, evidence_words(receipts), many(tests, "test") if tests else ""]))
    return (
        f'<span class="badge-mark" aria-hidden="true">{"✗" if entry.verdict in FAILS else "✓"}</span> '
        f'<span class="badge-title">{escape(entry.title)}</span>{step} '
        f'<span class="badge-how" title="{escape(key(receipts))}">{escape(how)}</span> '
        f'<span class="badge-verdict">{escape(entry.verdict.replace("-", " "))}</span>'
    )


def body(entry, receipts: list[Receipt], row: str) -> str:
    """What a badge unfolds before the code: a link to the claim's row, the certificates, then the other steps."""
    lines = [f'<p class="badge-links"><a href="{escape(row)}">The claim, its verdict and its tests</a></p>']
    for each in sorted(dict.fromkeys(receipts), key=lambda r: "receipt-formula" not in r.details):
        step = f' <span class="receipt-step">{escape(each.step)}</span>' if each.step else ""
        lines.append(
            f'<div class="receipt receipt-{escape(each.grade)}"><strong class="receipt-grade">{escape(each.grade)}</strong>'
            f'{step} <span class="receipt-how">{each.how}</span>'
            + (f'<div class="receipt-details">{each.details}</div>' if each.details else "")
            + "</div>"
        )
    return "".join(lines)
