"""Every number and relation in statements of theorems, and in definitions below them, is held by the seal of a row."""

from pathlib import Path

import pytest

from claimbook.checked import Theorem, read_checked
from claimbook.register import entries
from claimbook.site.kernel_theorems import users

from ..coq import proofs
from .changed_words import in_definitions, in_statements

PROOFS = Path("proofs")
SMALL = """Section S.
Variable n : nat.
Hypothesis big : 3 <= n.
Definition twice := n + 2.
Definition idle := n = 4.
Theorem t : twice <> 1. Proof. exact (5 = 5). Qed.
End S.
"""


def test_a_definition_that_no_statement_has_below_is_listed(tmp_path):
    theorem = Theorem("Small.t", "part/Small.v", "", "forall n, 3 <= n -> twice n <> 1")
    folder = proofs(tmp_path, Small=SMALL)
    assert in_definitions(folder, [theorem]) == (1, [], ["Small: Definition idle := n = 4"])


@pytest.mark.thorough
def test_no_change_of_a_number_or_relation_is_lost(capsys):
    known, named = read_checked(), users()
    statements, loose = in_statements(entries().values(), known)
    definitions, free, below_none = in_definitions(PROOFS, [known[name] for name in sorted(named)])
    with capsys.disabled():
        print(f"\nchanged in statements of rows: {statements}; ", end="")
        print(f"in definitions below them: {definitions}; definitions below none: {len(below_none)}")
    assert loose == free == []
    assert statements > 5900
    assert definitions > 1500
