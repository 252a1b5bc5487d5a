"""What a proof rests on is read off its term: what was used counts, and not what its text names."""

from pathlib import Path

import pytest

from claimbook.checked import Theorem, read_checked
from claimbook.premises import bound, held, mentioned, terms
from claimbook.theorems import build, main

from .coq import needs_coq, proofs

LOW = """(* Twice a number. *)
Require Import Lia.
Record box := Box { inside : nat }.
Definition twice n := n + n.
Theorem base n : twice n = 2 * n. Proof. unfold twice. lia. Qed.
Lemma middle n : twice n = n * 2. Proof. rewrite base. lia. Qed.
#[global] Hint Resolve middle : mine.
Theorem zero : twice 0 = 0. Proof. reflexivity. Qed.
"""
HIGH = """(* More of it. *)
From Incentives Require Import Low.
Section S. Variable n : nat. Let m := n + 1.
Theorem by_hint : twice m = m * 2. Proof. auto with mine. Qed.
Theorem above : m + m = m * 2. Proof. try rewrite base. change (twice m = m * 2). apply by_hint. Qed.
End S.
Theorem hidden : exists k, k = twice 0. Proof. exists 0. symmetry. exact zero. Qed.
"""


def checked(folder: Path, **files: str) -> dict[str, Theorem]:
    """The theorems of some files, as the command writes them down."""
    proofs(folder / "proofs", **files)
    assert main(["--proofs", str(folder / "proofs"), "--work", str(folder / "work")]) == 0
    return read_checked(folder / "proofs")


def test_names_are_read_with_their_file():
    assert mentioned("A.t = fun b => @B.c' (A.d b) Nat.add (x.B.e)", {"A", "B"}) == {"A.t", "B.c'", "A.d", "B.e"}
    assert held("Module A := Struct Parameter t Record box : Set := Box Definition d' End") == ["t", "box", "d'"]


def test_a_module_within_a_file_is_refused():
    with pytest.raises(RuntimeError, match="holds a module"):
        held("Module A := Struct Module Inner Parameter t End")


@needs_coq
def test_premises_are_what_the_term_uses(tmp_path):
    found = {name: theorem.premises for name, theorem in checked(tmp_path, Low=LOW, High=HIGH).items()}
    assert found == {
        "High.above": ("High.by_hint",),  # its text names `base`, too, in vain
        "High.by_hint": ("Low.base",),  # through a lemma that its text does not name
        "High.hidden": ("Low.zero",),
        "Low.base": (),
        "Low.zero": (),
    }


@needs_coq
def test_a_weaker_premise_is_noticed(tmp_path, capsys):
    """The proof that rests on it is refused, or it rests on something else and that is news."""
    checked(tmp_path, Low=LOW, High=HIGH)
    weak = LOW.replace("Theorem zero : twice 0 = 0.", "Theorem zero : twice 0 <= 0.").replace(
        "reflexivity", "unfold twice; lia"
    )
    proofs(tmp_path / "proofs", Low=weak)
    assert "High.v" in build(tmp_path / "proofs", tmp_path / "work")
    other = HIGH.replace("symmetry. exact zero.", "reflexivity.")
    proofs(tmp_path / "proofs", Low=weak, High=other)
    assert main(["--proofs", str(tmp_path / "proofs"), "--work", str(tmp_path / "work"), "--keep"]) == 1
    assert "High.hidden" in capsys.readouterr().err
    assert checked(tmp_path, Low=weak, High=other)["High.hidden"].premises == ()


@needs_coq
def test_coq_is_asked_again_where_something_changed(tmp_path):
    checked(tmp_path, Low=LOW)
    work = tmp_path / "work"
    first = terms(work, {"Low": "one"}, ["Low"])
    assert first["Low.middle"].uses == ("Low.base", "Low.twice")
    assert first["Low.middle"].binds == ("n",)
    (work / "Low-one-terms.json").write_text('{"Low.middle": [[], []]}', encoding="utf-8")
    assert terms(work, {"Low": "one"}, ["Low"])["Low.middle"].uses == ()
    assert terms(work, {"Low": "two"}, ["Low"]) == first


def test_only_what_a_proof_binds_first_is_read():
    assert bound("t = \nlet F := fun (n : nat) (_ : n = 0) => I in F : T") == []
    assert bound("t = fun _ : n = 0 => I : n = 0 -> True") == ["_"]
    assert bound("A.t' = \nfun (a b : nat) (_ : forall c, c <= a) (d : nat) (h : 0 < d) => u") == [
        "a",
        "b",
        "_",
        "d",
        "h",
    ]
