"""Attacks on what pages state and checks look at, by somebody who binds again: a rule or what the lock keeps notices.

Each kind is tried on the first rows of the register that it fits.
"""

import re
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from test_falsified_rows import before, evidence

from claimbook import entries
from claimbook.kept import kept, refused
from claimbook.standing import standings
from claimbook.verdicts import statement_problems

ROWS = 3  # of each kind


@cache
def stand():
    return standings(entries(), evidence())


# What is changed in a statement: a pattern, and what takes its place.
WORDS = {
    "a sign": (r"(?<=[a-z}])\+", "-"),
    "a number in a formula": (r"(?<=[\s=+-])[2-8](?=[a-z\\$])", "9"),
    "an exponent": (r"\^2", "^3"),
    "a strict relation that is weak": ("<", r"\\le "),
    "a weak relation that is strict": (r"\\le(?![a-z])", "<"),
    "most and least": ("at least", "at most"),
    "a hypothesis that is dropped": (r"\b(?:Let|Suppose|Assume)\b[^.]*\. ", ""),
    "one direction of two": ("if and only if", "if"),
    "either of two": (r"\bor\b", "and"),
    "a sign in words": ("positive", "nonnegative"),
    "a size in words": (r"\blarge\b", "small"),
    "a word of order": (r"\bbefore\b", "after"),
    "what is possible": (r"\bmay\b", "must"),
    "what is the same": (r"\bsame\b", "different"),
    "who stays": (r"\bstays?\b", "leaves"),
    "who gains": (r"\bgains?\b", "loses"),
    "a number in words": (r"\btwo\b", "twelve"),
    "a condition": (r"\bwhen\b", "although"),
    "what can be": (r"\bcan\b", "does"),
    "one half": (r"\bhalf\b", "all"),
    "truth": (r"\btrue\b", "false"),
    "a consequence more": (r"\Z", " In particular nobody ever loses."),
}


def restated(id, pattern, other, field="words"):
    """The evidence in which the statement of a row, or what follows it, reads otherwise; None where nothing fits."""
    text = getattr(evidence().statements[id], field)
    changed = re.sub(pattern, other, text, count=1)
    if changed == text:
        return None
    spoilt = replace(evidence().statements[id], **{field: changed})
    return replace(evidence(), statements=evidence().statements | {id: spoilt})


def unnoticed(attacks):
    """Of the first attacks that fit, the rows at which nobody notices one."""
    fit = list(islice(((id, found) for id, found in attacks if found is not None), ROWS))
    assert fit
    return [
        id
        for id, found in fit
        if not statement_problems(entries()[id], found)
        and not refused(before(id), kept(entries()[id], found, stand()[id]), same_checks=True)
    ]


def stating():
    return [id for id, row in entries().items() if row.statement and id in evidence().statements]


@pytest.mark.parametrize("name", WORDS)
def test_a_statement_that_says_something_else_is_not_bound(name):
    assert unnoticed((id, restated(id, *WORDS[name])) for id in stating()) == []


PROOFS = {
    "no proof": (r":::\{prf:proof\}[\s\S]*?\n:::", ""),
    "no reason": (r"\{prf:proof\}\n", "{prf:proof}\nIt is clear. "),
    "a quantifier": (r"(\{prf:proof\}[^`:]*?)\bevery\b", r"\1some"),
    "another case": (r"(\{prf:proof\}[^`:]*?)\blarge", r"\1small"),
}


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_that_is_spoilt_is_not_bound(name):
    assert unnoticed((id, restated(id, *PROOFS[name], "after")) for id in stating()) == []


def stronger(record):
    weak = [symbol for symbol in record.symbols if symbol.endswith((" real", " nonnegative"))]
    if weak:
        name = weak[0].split()[0]
        return replace(record, symbols=tuple(f"{name} positive" if s == weak[0] else s for s in record.symbols))
    return None


def fewer(record):
    return replace(record, cases=record.cases - 1) if record.method == "every" and record.cases > 1 else None


def copies(record):
    listed = record.method == "every" and record.exact and record.cases > 1
    return replace(record, subject={"cases": "0" * 16}) if listed else None


RECEIPTS = {"a symbol that must be positive": stronger, "a case fewer": fewer, "copies of one case": copies}


@pytest.mark.parametrize("name", RECEIPTS)
def test_checks_that_look_at_less_are_not_bound(name):
    def attacks():
        for id, row in entries().items():
            found = evidence().records.get(id, [])
            at = next((n for n, f in enumerate(found) if not f.hidden and RECEIPTS[name](f.record)), None)
            if at is not None and not row.runs and row.verdict in ("new", "holds"):
                spoilt = replace(found[at], record=RECEIPTS[name](found[at].record))
                records = evidence().records | {id: [*found[:at], spoilt, *found[at + 1 :]]}
                yield id, replace(evidence(), records=records)

    assert unnoticed(attacks()) == []


CARRIERS = {
    "another theorem": lambda row, other: replace(row, theorem=other.theorem) if row.theorem else None,
    "another claim": lambda row, other: (
        replace(row, steps=tuple(replace(s, claim=other.id) if s.claim else s for s in row.steps))
        if any(step.claim for step in row.steps)
        else None
    ),
}


@pytest.mark.parametrize("name", CARRIERS)
def test_a_proof_that_rests_on_something_else_is_not_bound(name):
    other = next(row for row in reversed(entries().values()) if row.theorem)
    rows = list(islice(filter(None, (CARRIERS[name](row, other) for row in entries().values())), ROWS))
    assert rows
    for row in rows:
        known = standings(entries() | {row.id: row}, evidence())
        assert refused(before(row.id), kept(row, evidence(), known[row.id]), same_checks=True)
