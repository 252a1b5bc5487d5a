"""What a check leaves: one record, its grade, and a line on the page."""

from dataclasses import replace

import pytest
import sympy as sp

from claimbook import recording
from claimbook.receipts import as_html, as_text, grade
from claimbook.register import Step

from .rows import CHECK, ENTRY, GRADE, RIGHT, X, Y


@pytest.mark.parametrize("method", RIGHT)
def test_receipts_name_grade_claim_and_row(method):
    with recording() as records:
        RIGHT[method]()
    line, page = as_text(records[0], ENTRY), as_html(records[0], ENTRY)
    assert line.startswith(f"[{GRADE[method]}] {ENTRY.id}: ")
    assert f"receipt-{GRADE[method]}" in page
    assert 'href="../../book/claims.html#coalitions-lemma-9-9"' in page
    assert "A lemma &lt;of ours&gt;" in page


def test_recordings_nest_and_end():
    with recording() as outer:
        CHECK.every([1], bool)
        with recording() as inner:
            CHECK.every([1], bool)
        CHECK.every([1], bool)
    CHECK.every([1], bool)
    assert (len(outer), len(inner)) == (3, 1)


def test_what_is_settled_at_sight_is_told_apart():
    with recording() as records:
        CHECK.identity(X + X, 2 * X)
        CHECK.sign(X + Y, ">0")
        CHECK.identity(sp.Integer(5), 2 + 3)
        CHECK.sign(X - Y, ">0", given=[Y < X])
    assert [grade(ENTRY, record) for record in records] == ["inspection", "inspection", "sample", "proof"]


def test_the_register_says_whether_cases_decide():
    with recording() as records:
        CHECK.every([1, 2], bool)
        CHECK.every([1], bool, step="small")
    finite = replace(ENTRY, finite=True, samples=("small",))
    bound = replace(ENTRY, steps=(Step(receipt="small", sizes="one client"),))
    ours = replace(ENTRY, verdict="reproduced")
    assert [grade(finite, record) for record in records] == ["decided", "sample"]
    assert [grade(replace(ENTRY, runs=True), record) for record in records] == ["description"] * 2
    assert [grade(bound, record) for record in records] == ["sample", "decided"]
    assert [grade(ours, record) for record in records] == ["description", "description"]


def test_checks_outside_a_kernel_print_nothing(capsys):
    RIGHT["every"]()
    assert capsys.readouterr().out == ""
