"""The badge of a claim: one line of what was decided and by how much evidence, over the receipts that it unfolds."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from html import escape

from claimbook.book import current
from claimbook.site.formulas import fitted
from claimbook.site.kernel_theorems import folded

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


# A badge has one of three forms, by how general the evidence is: nothing is left, some words are, or most of it is.
FORMS = {
    "full": ("●", "nothing is left to prose", ("kernel", "whole", "cases")),
    "part": ("◐", "checked but for what is named inside", ("sentence", "inspection", "refutation", "experiment")),
    "open": ("◌", "checked for the sizes or runs looked at", ()),
}


@dataclass(frozen=True)
class Row:
    """The facts that a badge takes from the register as it was written for this build."""

    stands_on: str = ""
    grade: str = ""
    missing: str = "nothing is known of this claim yet"
    tests: int = 0

    @property
    def form(self) -> str:
        return next((name for name, (_, _, grades) in FORMS.items() if self.grade in grades), "open")


@cache
def rows() -> dict[str, Row]:
    """The standing of each claim, the words that no machine checked, and the number of tests that back it."""
    register = current().folder("site") / "_static" / "register.json"
    if not register.is_file():  # before a first build
        return {}
    written = json.loads(register.read_text(encoding="utf-8"))
    return {
        row["id"]: Row(on["words"], on["grade"], on["not_by_machine"], len(row["tests"]))
        for row in written["claims"]
        for on in [row["stands_on"]]
    }


def many(number: int, word: str) -> str:
    """A number and a word in the singular or the plural."""
    return f"{number:,} {word}{'' if number == 1 else 's'}".replace(",", " ")


def evidence_words(receipts: list[Receipt]) -> str:
    """The amount of evidence of each grade, as in "3 certificates, 160 cases"."""
    numbers: dict[str, int] = defaultdict(int)
    for each in receipts:
        numbers[each.grade] += (each.cases or 1) if each.grade in ("decided", "sample", "description") else 1
    return ", ".join(many(number, GRADES.get(grade, (grade, ""))[0]) for grade, number in numbers.items())


def key(receipts: list[Receipt]) -> str:
    """The meaning of the kinds of evidence in a badge."""
    grades = dict.fromkeys(each.grade for each in receipts if each.grade in GRADES)
    return "; ".join(f"{GRADES[grade][0]}: {GRADES[grade][1]}" for grade in grades)


def typeset(text: str) -> str:
    """Words of the register as HTML, their formulas between the delimiters of book/_ext/set_formulas.py.

    >>> typeset("beyond $n<3$ & more")
    'beyond \\\\(n&lt;3\\\\) &amp; more'
    """
    return re.sub(r"\$([^$]+)\$", r"\\(\1\\)", escape(text, quote=False))


def summary(entry, receipts: list[Receipt]) -> str:
    """The line of a badge, in HTML without links."""
    known = rows().get(entry.id, Row())
    mark, told, _ = FORMS[known.form]
    steps = dict.fromkeys(each.step for each in receipts)
    step = (
        f' <span class="badge-step">{escape(receipts[0].step)}</span>' if len(steps) == 1 and receipts[0].step else ""
    )
    tests = many(known.tests, "test") if known.tests else ""
    how = ", ".join(filter(None, [known.stands_on, evidence_words(receipts), tests]))
    return (
        f'<span class="badge-mark badge-{known.form}" role="img" aria-label="{told}" title="{told}">{mark}</span> '
        f'<span class="badge-title">{escape(entry.title)}</span>{step} '
        f'<span class="badge-how">{escape(how)}</span> '
        f'<span class="badge-verdict">{escape(entry.told)}</span>'
    )


def body(entry, receipts: list[Receipt], row: str) -> str:
    """The part of a badge that unfolds before the code: what no machine checked, what *new* means, a link to the
    claim's row, the certificates, then the other steps.
    """
    lines = [
        f'<p class="badge-missing"><strong>Not by machine:</strong> {typeset(rows().get(entry.id, Row()).missing)}</p>',
        f'<p class="badge-novelty"><strong>New:</strong> {escape(entry.novelty)}.</p>' if entry.novelty else "",
        f'<p class="badge-key">{escape(key(receipts))}</p>',
        f'<p class="badge-links"><a href="{escape(row)}">The claim, its verdict and its tests</a></p>',
    ]
    for each in sorted(dict.fromkeys(receipts), key=lambda r: "receipt-formula" not in r.details):
        step = f' <span class="receipt-step">{escape(each.step)}</span>' if each.step else ""
        lines.append(
            f'<div class="receipt receipt-{escape(each.grade)}"><strong '
            f'class="receipt-grade">{escape(each.grade)}</strong>'
            f'{step} <span class="receipt-how">{each.how}</span>'
            + (f'<div class="receipt-details">{each.details}</div>' if each.details else "")
            + "</div>"
        )
    return "".join(lines) + folded(entry)
