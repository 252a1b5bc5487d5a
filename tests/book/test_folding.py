"""What a page folds and what it leaves open, on small pages made by hand."""

import sys
from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book" / "_ext"))

import reading
from reading import MIME, Cell, fold, fold_page, speaks, stays_open

from claimbook.site.badges import Receipt, evidence_words, readable, receipt

CLAIM, OTHER = "coalitions/lemma-c-1", "coalitions/lemma-c-2"


def record(claim=CLAIM, grade="proof", step="", cases=1, details="<b>certificate</b>"):
    """An output as a check leaves it."""
    line = f'<strong class="receipt-grade">{grade}</strong> <span class="receipt-how">by expanding</span>'
    html = (
        f'<details class="receipt receipt-{grade}"><summary>{line}</summary><div '
        f'class="receipt-details">{details}</div></details>'
    )
    return {
        "data": {
            MIME: {"claim": claim, "grade": grade, "step": step, "how": "by expanding", "cases": cases},
            "text/html": html,
        }
    }


def value(text):
    return {"data": {"text/plain": text}}


def page(*content):
    """A document and its executed notebook; each item is a paragraph's text or (source, outputs, tags)."""
    document, cells = new_document("page"), []
    for item in content:
        if isinstance(item, str):
            document += nodes.paragraph(item, item)
            continue
        source, outputs, tags = (*item, ())[:3] if len(item) < 3 else item
        cell = nodes.container(nb_element="cell_code", classes=["cell"])
        code = nodes.container("", nodes.literal_block(source, source), nb_element="cell_code_source")
        shown = nodes.container(nb_element="cell_code_output")
        for output in outputs:
            if MIME in output["data"]:
                shown += nodes.container(
                    "", nodes.raw("", output["data"]["text/html"], format="html"), classes=["output"]
                )
            elif "image/png" in output["data"]:
                shown += nodes.container("", nodes.image(uri="a.png"), classes=["output"])
            else:
                text = output["data"]["text/plain"]
                shown += nodes.literal_block(text, text, classes=["output", "text_plain"])
        cell += [code, shown] if outputs else [code]
        document += cell
        cells.append({"cell_type": "code", "source": source, "outputs": outputs, "metadata": {"tags": list(tags)}})
    fold_page(document, {"cells": cells}, lambda entry: f"row#{entry.anchor}")
    return document


def folds(document, kind="badge-claim"):
    return [node for node in document.findall(fold) if kind in node["classes"]]


def test_a_claim_has_one_badge_over_all_receipts_of_neighbouring_cells():
    document = page(
        "Before.",
        ("claim(1)", [record(), record(step="second")]),
        ("claim(2)", [record(grade="decided", cases=160)]),
        "After.",
    )
    (badge,) = folds(document)
    assert "2 certificates, 160 cases" in badge["summary"]
    assert "Small players like more small players" in badge["summary"]
    assert [code.astext() for code in badge.findall(nodes.literal_block)] == ["claim(1)", "claim(2)"]
    assert badge.astext().count("<b>certificate</b>") == 3
    assert not folds(document, "code-fold")


def test_no_link_stands_in_the_line_of_a_badge():
    (badge,) = folds(page(("claim(1)", [record()])))
    assert "<a " not in badge["summary"]
    assert 'href="row#coalitions-lemma-c-1"' in badge.children[0].astext()


def test_code_that_serves_two_claims_is_folded_beside_both_badges():
    document = page(("claim(1)", [record(), record(OTHER)]))
    assert len(folds(document)) == 2
    (code,) = folds(document, "code-fold")
    assert code.astext().strip() == "claim(1)"


def test_a_claim_that_is_checked_again_after_prose_keeps_its_one_badge():
    document = page(("claim(1)", [record()]), "Prose.", ("claim(2)", [record(step="second")]))
    (badge,) = folds(document)
    assert badge["anchor"] == "check-coalitions-lemma-c-1"
    assert "2 certificates" in badge["summary"]
    assert [code.astext() for code in badge.findall(nodes.literal_block)] == ["claim(1)"]
    (later,) = folds(document, "code-fold")
    assert later.astext().strip() == "claim(2)"


def test_a_value_in_pythons_words_is_folded_with_its_code_and_a_sentence_stays():
    document = page(
        ("claim(1)", [record(), value("(1261, None)")]), ("claim(2)", [record(), value("'10560 misreports'")])
    )
    outside = [
        n.astext() for n in document.findall(nodes.literal_block) if not any(isinstance(p, fold) for p in parents(n))
    ]
    assert outside == ["'10560 misreports'"]
    assert "(1261, None)" in folds(document)[0].astext()


def parents(node):
    while node.parent is not None:
        node = node.parent
        yield node


def test_the_code_of_a_drawing_comes_after_it_and_what_was_checked_before():
    drawing = {"data": {"image/png": "", "text/plain": "<Figure>"}}
    document = page(("claim(1)", [record()]), ("plot()", [drawing]))
    order = [type(n).__name__ for n in document.findall() if isinstance(n, (fold, nodes.image))]
    assert order == ["fold", "image", "fold"]


@pytest.mark.parametrize(
    ("source", "tags", "stays"),
    [
        ("outcome = rule(truth)\noutcome.payments", (), True),
        ("\n".join(f"x{i} = {i}" for i in range(15)), (), True),
        ("\n".join(f"x{i} = {i}" for i in range(16)), (), False),
        ("x = " + 72 * "1", (), True),
        ("x = " + 73 * "1", (), False),
        ('claim("coalitions/lemma-c-1").every(cases, rule)', (), False),
        ("import numpy as np\nF = Fraction", (), False),
        ("def helper(x):\n    return x", (), False),
        ("points = 121", ("parameters",), False),
        ("ax.plot(x, y)", ("hide-input",), False),
        ("def helper(x):\n    return x", ("read",), True),
    ],
)
def test_a_cell_stays_open_when_a_reader_should_read_it(source, tags, stays):
    assert stays_open(Cell(nodes.container(), source, frozenset(tags))) is stays


def test_a_page_that_shows_other_cells_than_its_notebook_is_an_error():
    document = new_document("page")
    document += nodes.container("", nodes.literal_block("a", "a"), nb_element="cell_code")
    with pytest.raises(ValueError, match="cells of its executed notebook"):
        fold_page(document, {"cells": []}, str)


def test_values_are_written_for_people():
    assert readable("a = frozenset({0, Fraction(1, 2)}), b = np.float64(0.5)") == "a = {0, 1/2}, b = 0.5"
    assert readable("nested = frozenset({frozenset(), frozenset({1})})") == "nested = {the empty set, {1}}"
    assert not speaks("np.array([Fraction(3, 1), None])".replace("np.", ""))


def test_every_receipt_that_differs_is_told_and_equal_ones_once():
    twice = receipt(record()["data"][MIME], record()["data"]["text/html"])
    assert twice == Receipt(CLAIM, "proof", "", "by expanding", 1, "<b>certificate</b>")
    (badge,) = folds(page(("claim(1)", [record(), record(), record(details="other")])))
    assert badge.children[0].astext().count("<b>certificate</b>") == 1
    assert "other" in badge.children[0].astext()
    assert evidence_words([twice] * 3) == "3 certificates"


def test_a_receipt_of_chance_says_how_often_chance_may_pass():
    output = record(grade="experiment")["data"]
    assert receipt(output[MIME] | {"level": 0.05}, output["text/html"]).how == "by expanding, at most 0.05 accepted"
    told = output["text/html"].replace("by expanding", "allowed at level 0.001")
    assert receipt(output[MIME] | {"level": 0.001}, told).how == "allowed at level 0.001"


def test_every_record_of_a_page_is_behind_a_badge():
    outputs = [record(), record(OTHER, step="a"), record(grade="refutation", step="b")]
    document = page(("claim(1)", outputs[:1]), "Prose.", ("claim(2)", outputs[1:]))
    assert sum(text.count('class="receipt ') for text in (b.children[0].astext() for b in folds(document))) == 3
    assert reading.records({"cells": [{"outputs": outputs}]}) == [o["data"][MIME] for o in outputs]


def test_settings_and_imports_leave_no_handle_in_the_text_and_wait_at_the_end():
    document = page("Before.", ("k = 2", [], ["parameters"]), ("import math\nmath.pi", [], ["hide-input"]), "After.")
    (code,) = folds(document, "code-fold")
    assert code["summary"] == "settings and imports"
    assert document.children.index(code.parent) == len(document.children) - 1
    assert "k = 2" in code.astext()
    assert "import math" in code.astext()


def test_a_cell_of_settings_that_shows_something_stays_in_its_place():
    document = page(("import math\nmath.pi", [value("three and a bit")], ["hide-input"]), "After.")
    assert all(fold["summary"] != "settings and imports" for fold in folds(document, "code-fold"))


def test_a_statement_of_the_paper_carries_its_label_once_and_one_of_ours_none():
    from claimbook.register import Entry

    printed = Entry(id="a/theorem-4-2", kind="theorem", source="Theorem 4.2, second half", verdict="holds")
    assert "Theorem 4.2, second half of the paper" in reading.paper_label(printed, "Errors")
    assert reading.paper_label(printed, "Errors (Theorem 4.2)") == ""
    assert reading.paper_label(Entry(id="a/new-x", kind="new", source="ours", verdict="new"), "Errors") == ""


def test_values_among_the_outputs_are_written_as_people_write_them():
    document = page(("a, b", [value("(Fraction(4, 3), frozenset({0, 2}), np.float64(1.5))")], ["read"]))
    reading.speak(document)
    assert "(4/3, {0, 2}, 1.5)" in document.astext()
    assert "Fraction" not in document.astext()
