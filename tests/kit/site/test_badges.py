"""A badge says how far the evidence reaches, and what its words mean."""

from dataclasses import replace

import pytest

from claimbook import Entry
from claimbook.site import badges
from claimbook.site.badges import FORMS, Receipt, Row, body, summary


def receipt(grade="proof", formula=r"\[a^{2} = b\]", cases=None):
    return Receipt(
        "part/new-sums",
        grade,
        "",
        "",
        cases,
        f'<div class="receipt-formula">{formula}</div>' if formula else "",
    )


@pytest.mark.parametrize(
    ("grade", "form"),
    [
        ("kernel", "full"),
        ("whole", "full"),
        ("cases", "full"),
        ("sentence", "part"),
        ("sizes", "open"),
        ("sample", "open"),
    ],
)
def test_a_badge_has_one_of_three_forms_and_begins_with_what_no_machine_checked(monkeypatch, grade, form):
    row = Entry(id="rewards/lemma-0", title="A lemma", verdict="holds")
    known = Row("but for a sentence", grade, "beyond $n<3$; so always", 1)
    monkeypatch.setattr(badges, "rows", lambda: {row.id: known})
    assert f'badge-{form}" role="img"' in summary(row, [receipt()])
    assert f">{FORMS[form][0]}</span>" in summary(row, [receipt()])
    assert len({mark for mark, _, _ in FORMS.values()}) == 3
    first = body(row, [receipt()], "row").partition("</p>")[0]
    assert first.endswith(r"<strong>Not by machine:</strong> beyond \(n&lt;3\); so always")


def test_a_badge_says_what_new_means_where_a_finger_can_read_it():
    ours = Entry(id="rewards/new-0", title="A lemma", verdict="new")
    assert "<strong>New:</strong> ours; not searched for in the literature.</p>" in body(ours, [receipt()], "row")
    seen = replace(ours, literature="two surveys")
    assert "<strong>New:</strong> ours; searched for in two surveys.</p>" in body(seen, [receipt()], "row")
    assert "New:" not in body(replace(ours, verdict="known"), [receipt()], "row")


def test_what_depends_on_a_lost_formula_says_how_it_is_read():
    row = Entry(id="rewards/lemma-0", title="A lemma", verdict="depends", under="false", reading="The formula is lost.")
    line = summary(row, [receipt()])
    assert ">depends: false, as we read it<" in line


def test_a_badge_explains_its_kinds_of_evidence_where_a_finger_can_read_them():
    ours = Entry(id="rewards/new-0", title="A lemma", verdict="new")
    html = body(ours, [receipt(), receipt("decided", "", 9)], "row")
    assert "certificate: algebra by SymPy" in html
    assert "; case: every case of a finite statement" in html
