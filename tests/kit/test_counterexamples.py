"""A counterexample must say of its theorem just that it fails without one hypothesis."""

import pytest

from claimbook.counterexamples import compare
from claimbook.theorems import build

from .coq import needs_coq, proofs

TEXT = """Require Import Lia.
Section S. Variables a b : nat. Hypothesis small : b <= 9.
Theorem grows : 1 <= b -> a < a + b. Proof. lia. Qed.
End S.
Theorem right : ~ (forall x y : nat, y <= 9 -> True -> x < x + y).
Proof. intro h. specialize (h 0 0). lia. Qed.
Theorem less : ~ (forall x y : nat, y <= 8 -> True -> x < x + y).
Proof. intro h. specialize (h 0 0). lia. Qed.
"""


@needs_coq
def test_only_the_very_statement_counts(tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    assert build(proofs(tmp_path / "proofs", F=TEXT), work) == ""

    def told(name: str, number: int, hypotheses: int = 2) -> list[str]:
        return compare(work, {name: ("F.grows", number)}, {"F.grows": hypotheses})

    assert compare(work, {}, {}) == told("F.right", 2) == []
    assert told("F.right", 1) == ["F.right does not say that F.grows fails without its hypothesis 1"]
    assert told("F.less", 2) == ["F.less does not say that F.grows fails without its hypothesis 2"]
    assert told("F.right", 2, 3) == ["F.grows has 2 hypotheses in Coq, and its text was read as if it had 3"]
    with pytest.raises(RuntimeError, match="Coq refuses"):
        told("F.right", 3)
