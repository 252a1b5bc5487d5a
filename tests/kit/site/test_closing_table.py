"""The closing table says what the register and the run say, and shows a formula only where a claim is one."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from docutils import nodes

from claimbook import Entry
from claimbook.site import badges
from claimbook.site.badges import FORMS, Receipt, Row, body, summary
from claimbook.site.closing_table import close, one_formula, table

ENTRY = SimpleNamespace(
    title="Sums & squares", source="Lemma $2$", verdict="holds-if", told="holds if", anchor="new-sums"
)


def receipt(grade="proof", formula=r"\[a^{2} = b\]", cases=None):
    return Receipt(
        "part/new-sums",
        grade,
        "",
        "",
        cases,
        f'<div class="receipt-formula">{formula}</div>' if formula else "",
    )


def test_a_single_formula_is_shown_inline():
    assert one_formula([receipt()]) == r"\(a^{2} = b\)"
    assert one_formula([receipt(), receipt("decided", "", 9)]) == r"\(a^{2} = b\)"


def test_two_formulas_or_a_long_one_or_a_sampled_one_are_not():
    assert one_formula([receipt(), receipt()]) == ""
    assert one_formula([receipt(formula=r"\[" + "a + " * 60 + r"b = 0\]")]) == ""
    assert one_formula([receipt("sample")]) == ""


def test_a_row_names_claim_source_verdict_and_evidence_and_leads_to_both_places():
    html = table(
        {"part/new-sums": [receipt(), receipt("decided", "", 9)]},
        {"part/new-sums"},
        lambda claim: ENTRY,
        lambda entry: "../claims.html#x",
    )
    assert "All 1 claims" in html
    for piece in (
        'href="#check-new-sums">Sums &amp; squares<',
        "Lemma 2",
        'href="../claims.html#x">holds if<',
        "1 certificate, 9 cases",
    ):
        assert piece in html


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
    found = table({row.id: [receipt()]}, (), lambda claim: row, lambda entry: "row")
    assert 'class="verdict verdict-depends" href="row">depends: false, as we read it<' in found


def test_the_table_stands_in_the_closing_section_and_nowhere_else():
    page = nodes.document(None, None)
    first, last = (
        nodes.section("", nodes.title("", text), nodes.paragraph("", "x")) for text in ("Other", "What we found")
    )
    last += nodes.section("", nodes.title("", "Below"))
    page += [first, last]
    close(page, {"part/new-sums": [receipt()]}, {}, lambda claim: ENTRY, lambda entry: "row")
    assert [type(child) for child in last.children] == [
        nodes.title,
        nodes.paragraph,
        nodes.raw,
        nodes.section,
    ]
    assert len(first) == 2
    close(page, {}, {}, lambda claim: ENTRY, lambda entry: "row")
    assert len(last) == 4
