"""Rows and words of the book, falsified one field at a time: what the gate says with the seal as it is, and renewed."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from incentives_book.claims import entries, parts
from incentives_book.claims.bindings import binding, read_lists
from incentives_book.claims.evidence import gather
from incentives_book.claims.verdicts import problems

ROOT = Path(__file__).resolve().parents[1]
LISTS = ("debts", "bindings", "places", "kills", "cells", "elsewhere", "formulas")
ROWS = {
    "a false row holds": ("coalitions/prose-all-results-apply", {"verdict": "holds"}),
    "what differs is reproduced": ("rewards/prose-cgsv-gains", {"verdict": "reproduced"}),
    "what is reproduced differs": ("rewards/prose-fairness-baselines-lag", {"verdict": "differs"}),
    "an assumption is not needed": ("coalitions/lemma-6-4", {"verdict": "holds"}),
    "a conjecture is proved": ("coalitions/new-two-sizes-core", {"verdict": "new"}),
    "a conjecture is finite": ("coalitions/new-two-sizes-core", {"finite": True}),
    "a lemma is finite": ("coalitions/lemma-c-1", {"finite": True}),
    "a lemma tells of runs": ("coalitions/lemma-c-1", {"runs": True}),
    "another place in the paper": ("coalitions/lemma-c-2", {"source": "Lemma C.3"}),
    "a step is left out": ("coalitions/lemma-7-1", {"steps": ()}),
    "the repair is another row": ("coalitions/prose-all-results-apply", {"repaired_by": "coalitions/prose-guazzone"}),
}
WORDS = {
    "a threshold turned": ("coalitions/lemma-5-1", "says", "<", ">"),
    "a quotient upside down": ("coalitions/theorem-4-1-mean-estimation", "says", r"\mu_e/n_j", r"n_j/\mu_e"),
    "a sign": ("coalitions/lemma-6-3", "says", "+", "-"),
    "the end of an interval": ("coalitions/new-nash-can-fail", "says", "13/4", "15/4"),
    "half a cross term": ("coalitions/prose-predicting-y-expansion", "corrected", r"2a\eta", r"a\eta"),
    "indices that change places": ("coalitions/lemma-c-5-proof-same-size", "says", r"n_\ell>n_s", r"n_s>n_\ell"),
    "exactly for at most": ("coalitions/new-four-players-core", "says", "at most", "exactly"),
    "some for every": ("coalitions/prose-table-5-stability", "says", "every", "some"),
    "a title that says more": ("coalitions/new-greedy-core", "title", "", "Always: "),
    "what depends, turned round": ("rewards/prose-participation-correlation", "affects", "survives", "falls"),
}
# Of these only the seal tells: words without a formula or a number are compared with the checks by eye.
BY_EYE = ("exactly for at most", "some for every", "a title that says more", "what depends, turned round")


@cache
def evidence():
    return gather(ROOT / "_build" / "executed", ROOT / "notebooks", ROOT / "tests")


def told(changed, *, renewed):
    """What the gate says of the book with one row changed."""
    lists = {name: read_lists(ROOT / "book" / "register", name) for name in LISTS}
    if renewed:
        lists["bindings"] |= {changed.id: [binding(changed, evidence().records.get(changed.id, []))]}
    register = [replace(p, entries=tuple(changed if e.id == changed.id else e for e in p.entries)) for p in parts()]
    return problems(register, evidence(), **lists)


def word(name):
    id, field, right, wrong = WORDS[name]
    text = getattr(entries()[id], field)
    assert right in text
    return replace(entries()[id], **{field: text.replace(right, wrong, 1)})


@pytest.mark.parametrize("name", ROWS)
def test_a_falsified_row_fails_though_its_seal_be_renewed(name):
    id, change = ROWS[name]
    assert told(replace(entries()[id], **change), renewed=True)


@pytest.mark.parametrize("name", WORDS)
def test_falsified_words_fail(name):
    assert told(word(name), renewed=False)


@pytest.mark.parametrize("name", [name for name in WORDS if name not in BY_EYE])
def test_falsified_formulas_and_numbers_fail_though_the_seal_be_renewed(name):
    assert told(word(name), renewed=True)
