"""Changed statements in the kernel: which changes are made, and which of them pass with the old proof."""

from pathlib import Path

import pytest

from claimbook.mutation.theorems import main, mutants, session, verdicts

from ..coq import needs_coq

SMALL = """(* Two theorems, the second of which says less than its proof gives. *)
Require Import Lia.
Theorem grows (a b : nat) : 1 <= b -> a < a + b.
Proof. lia. Qed.
Theorem modest (a : nat) : a < a + 3.
Proof. lia. Qed.
"""


def test_numbers_and_relations_are_changed_and_names_and_arrows_are_not():
    statement = " (s2 : K) x_1 : 0 <= s2 -> forall i, i \\in A -> f =1 g -> 2%:R = x_1"
    changed = [change.split()[0] for change, _ in mutants(statement)]
    assert changed == ["0", "<=", "\\in", "2", "="]
    assert [text for _, text in mutants("a != b <-> a <> b")] == ["a == b <-> a <> b", "a != b <-> a = b"]


def test_a_session_tells_each_mutant_with_its_proof():
    text, asked = session(SMALL)
    assert [name for name, _ in asked] == ["grows"] * 3 + ["modest"] * 2
    assert text.count("Proof. lia. Qed.") == 7
    assert "Theorem grows_mutant_0 (a b : nat) : 2 <= b -> a < a + b." in text


def test_a_verdict_needs_its_marks():
    told = "@@begin 0\n@@stated 0\nError: No focused proof.\n@@end 0\n@@begin 1\nError: Syntax.\n@@end 1\n"
    told += "@@begin 2\n@@stated 2\nError: Timeout!\n@@end 2\n"
    assert verdicts(told, 4) == ["passes", "ill-formed", "slow", "ill-formed"]


@needs_coq
def test_a_statement_that_says_less_than_its_proof_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for folder in ("proofs", "work"):
        (tmp_path / folder / "part").mkdir(parents=True)
        (tmp_path / folder / "part" / "Small.v").write_text(SMALL, encoding="utf-8")
    assert main(["--proofs", str(tmp_path / "proofs"), "--work", str(tmp_path / "work")]) == 1
    told = capsys.readouterr().out
    # Two for one and one for two: both are true. "At most" for "less" is true, too; the other two changes are not.
    assert all(words in told for words in ("modest, < at", "modest, 3 at", "grows, 1 at", "caught"))
