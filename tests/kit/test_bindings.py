"""Words are bound to the checks that they were compared with."""

from dataclasses import replace

import pytest

from claimbook import entries
from claimbook.bindings import binding, bound
from claimbook.evidence import Evidence, Found

from .rows import EVERY

# Ten rows of the book, each made false by one word; the checks stay as they are.
FALSIFIED = [
    ("coalitions/theorem-5-4", "says", "core stable", "never core stable"),
    ("coalitions/table-1", "says", "4/3", "5/3"),
    ("coalitions/lemma-c-1", "verdict", "holds-if", "holds"),
    ("coalitions/new-four-players-core", "says", "four players", "five players"),
    ("consensus/theorem-1", "says", "at most one liar", "at most two liars"),
    ("consensus/theorem-2", "repair", "true for $M=2$", "true for $M=3$"),
    ("payments/theorem-3-3-dsic", "says", "\\le0", "\\ge0"),
    ("payments/equation-p-aff", "says", "=V(R_{-i})-V(R)", "=V(R)-V(R_{-i})"),
    ("rewards/theorem-2", "repair", "=\\infty", "<\\infty"),
    ("rewards/lemma-3", "under", "false", "holds"),
    ("rewards/lemma-3", "verdict", "depends", "false"),
]


@pytest.mark.parametrize(("id", "field", "right", "wrong"), FALSIFIED)
def test_a_row_made_false_by_a_word_is_noticed(id, field, right, wrong):
    row = entries()[id]
    if row.statement and field == "says":
        pytest.skip("its words stand on the page: tests/test_falsified_rows.py spoils those")
    false = replace(row, **{field: getattr(row, field).replace(right, wrong)})
    assert false != row
    seals = {id: binding(row, Evidence())}
    assert bound(row, Evidence(), seals) == []
    assert [rule for rule, _ in bound(false, Evidence(), seals)] == ["changed"]
    assert [rule for rule, _ in bound(row, Evidence(), {})] == ["binding"]
    assert [rule for rule, _ in bound(row, Evidence(), seals, ["Lemma 9", "Other words"])] == ["changed"]


def test_code_below_a_check_counts_by_its_text_and_not_by_its_module():
    below = {"here": {"a.b:rule": "1"}, "moved": {"a.c.b:rule": "1"}, "edited": {"a.b:rule": "2"}}
    row = entries()["coalitions/lemma-c-1"]
    seals = {
        name: binding(row, Evidence(records={row.id: [Found("coalitions/page", EVERY, below=lambda code=code: code)]}))
        for name, code in below.items()
    }
    assert seals["moved"] == seals["here"]
    assert seals["edited"][:3] == seals["here"][:3]
    assert seals["edited"][3] != seals["here"][3]
