"""Every number and relation of the theorems is held by a digest and by the seal of a row, counted over all."""

from pathlib import Path

import pytest

from claimbook.checked import Theorem, read_checked
from claimbook.mutation.changed import in_definitions, in_files, in_statements, stated
from claimbook.register import entries
from claimbook.site.kernel_theorems import users

from ..coq import proofs

PROOFS = Path("proofs")
SMALL = """Section S.
Variable n : nat.
Hypothesis big : 3 <= n.
Definition twice := n + 2.
Definition idle := n = 4.
Theorem t : twice <> 1. Proof. exact (5 = 5). Qed.
End S.
"""


def test_what_a_file_states_is_told_from_its_proofs(tmp_path):
    assert [kind for kind, _, _ in stated(SMALL)] == ["Variable", "Hypothesis", "Definition", "Definition", "Theorem"]
    seen, lost = in_files(proofs(tmp_path, Small=SMALL))
    assert seen == {"Hypothesis": 2, "Definition": 3, "Theorem": 2}
    assert lost == []


def test_a_definition_that_no_statement_has_below_is_listed(tmp_path):
    theorem = Theorem("Small.t", "part/Small.v", "", "forall n, 3 <= n -> twice n <> 1")
    folder = proofs(tmp_path, Small=SMALL)
    assert in_definitions(folder, [theorem]) == (1, [], ["Small: Definition idle := n = 4"])


@pytest.mark.thorough
def test_no_change_of_a_number_or_relation_is_lost(capsys):
    known, named = read_checked(), users()
    files, lost = in_files(PROOFS)
    statements, loose = in_statements(entries().values(), known)
    definitions, free, below_none = in_definitions(PROOFS, [known[name] for name in sorted(named)])
    with capsys.disabled():
        print(f"\nchanged in files: {files.total()} ({dict(files)}); in statements of rows: {statements}; ", end="")
        print(f"in definitions below them: {definitions}; definitions below none: {len(below_none)}")
    assert lost == loose == free == []
    assert files.total() > 5000
    assert statements > 1000
    assert definitions > 500
