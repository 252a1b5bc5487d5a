"""The closing table says what the register and the run say, and shows a formula only where a claim is one."""

from types import SimpleNamespace

from badges import Receipt
from closing_table import close, one_formula, table
from docutils import nodes

ENTRY = SimpleNamespace(title="Sums & squares", source="Lemma $2$", verdict="holds-if", anchor="new-sums")


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


def test_the_table_stands_in_the_closing_section_and_nowhere_else():
    page = nodes.document(None, None)
    first, last = (
        nodes.section("", nodes.title("", text), nodes.paragraph("", "x"))
        for text in ("Other", "What we found")
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
