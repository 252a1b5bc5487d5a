"""A number in the words of a row must stand in a receipt."""

from dataclasses import replace
from pathlib import Path

import pytest

from claimbook.evidence import Evidence, Found, gather
from claimbook.lock import read_lists
from claimbook.register import entries
from claimbook.shown import not_shown, numbers
from claimbook.verdicts import problems
from claimbook.words import words

from .rows import GOOD, part, record

ROOT = Path(__file__).resolve().parents[2]
ROW = replace(GOOD, says=r"With $\frac{31}{18}$ of 100 samples it loses 12.5 per cent.")
RECEIPT = record("every", source="claim(x).every([(31, 18)], lambda r: loss(r, 100) == 0.1249)")


def found(entry=ROW, receipt=RECEIPT):
    return Evidence(records={entry.id: [Found("coalitions/page", receipt)]})


@pytest.mark.parametrize(
    ("text", "there"),
    [
        (r"$\frac12$, $\dfrac{3}{40}$ and 1{,}250", {"1", "2", "3", "40", "1250"}),
        ("Theorems 4.1 and 4.2, Table 12 (1998), {eq}`eq-12`, [a page](page-77.md)", set()),
        ("at most $10^{-3}$ of 0.50", {"3", "0.5"}),
    ],
)
def test_places_years_and_powers_of_ten_are_no_numbers(text, there):
    assert numbers(text) == there


def test_a_number_may_be_rounded_or_in_percent():
    assert not_shown(ROW, found()) == []


@pytest.mark.parametrize(("right", "wrong"), [("31", "32"), ("18", "17"), ("100", "101"), ("12.5", "12.6")])
def test_a_changed_number_is_seen_though_the_seal_be_renewed(right, wrong):
    assert not_shown(replace(ROW, says=ROW.says.replace(right, wrong)), found()) == [wrong]


def test_what_is_listed_or_shown_by_a_claim_it_rests_on_is_no_problem():
    wrong = replace(ROW, says=ROW.says + " So do 77.")
    assert not_shown(wrong, found(), ["77"]) == []
    other = replace(GOOD, id="coalitions/lemma-77")
    used = replace(wrong, uses=(other.id,))
    receipts = found().records | found(other, record("every", source="f(77)")).records
    assert not_shown(used, Evidence(records=receipts)) == []


def test_the_gate_says_so_and_wants_no_idle_lines():
    evidence = found()
    wrong = replace(ROW, says="It loses 99.")
    told = problems([part(wrong)], evidence, lock={"elsewhere": {}}.get)
    assert any(f"{ROW.id}: its words say 99, which none of its receipts shows; write" in line for line in told)
    idle = problems([part(ROW)], evidence, lock={"elsewhere": {ROW.id: ["18", "there"]}}.get)
    assert any("18 need not be listed" in line for line in idle)


@pytest.mark.thorough
def test_five_in_six_numbers_of_the_book_cannot_be_changed_by_one():
    evidence = gather(ROOT / "_build/executed", ROOT / "notebooks", ROOT / "tests")
    listed = read_lists(ROOT / "book/register", "elsewhere")
    changed = seen = 0
    for id, entry in entries().items():
        if entry.verdict == "not-testable":
            continue
        says = words(entry, evidence)
        for number in numbers(says):
            if number.isdigit() and len(number) > 1 and says.count(number) == 1:
                wrong = replace(entry, statement="", says=says.replace(number, str(int(number) + 1)))
                changed += 1
                seen += bool(not_shown(wrong, evidence, listed.get(id, [""])[0].split()))
    assert changed > 100
    assert seen > 5 * changed / 6
