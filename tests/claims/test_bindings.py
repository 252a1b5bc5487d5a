"""Words are bound to the checks that they were compared with."""

from dataclasses import replace

import pytest

from incentives_book.claims import entries
from incentives_book.claims.bindings import binding, bound

# Ten rows of the book, each made false by one word; the checks stay as they are.
FALSIFIED = [
    ("coalitions/theorem-5-4", "says", "core stable", "never core stable"),
    ("coalitions/table-1", "says", "4/3", "5/3"),
    ("coalitions/lemma-c-1", "verdict", "holds-if", "holds"),
    ("coalitions/new-four-players-core", "says", "four players", "five players"),
    ("consensus/theorem-1", "says", "at most one liar", "at most two liars"),
    ("consensus/theorem-2", "repair", "True for $M=2$", "True for $M=3$"),
    ("payments/theorem-3-3-dsic", "says", "\\le0", "\\ge0"),
    ("payments/equation-p-aff", "says", "=V(R_{-i})-V(R)", "=V(R)-V(R_{-i})"),
    ("rewards/theorem-2", "repair", "=\\infty", "<\\infty"),
    ("rewards/lemma-3", "verdict", "false", "holds"),
]


@pytest.mark.parametrize(("id", "field", "right", "wrong"), FALSIFIED)
def test_a_row_made_false_by_a_word_is_noticed(id, field, right, wrong):
    row = entries()[id]
    false = replace(row, **{field: getattr(row, field).replace(right, wrong)})
    assert false != row
    bindings = {id: [binding(row, [])]}
    assert bound(row, [], bindings) == []
    assert [rule for rule, _ in bound(false, [], bindings)] == ["changed"]
    assert [rule for rule, _ in bound(row, [], {})] == ["binding"]
