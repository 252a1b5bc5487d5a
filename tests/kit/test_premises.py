"""What a proof rests on is read off its term: what was used counts, and not what its text names."""

from pathlib import Path

import pytest

from claimbook.checked import Theorem, read_checked
from claimbook.premises import Term, terms, told_terms
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


def test_what_coq_tells_is_read_with_its_file():
    """Names are those of files without their library; a counterexample is left out, and nothing rests on itself."""
    told = (
        "@@uses Book.A.t\nBook.B.c'\nBook.A.t\nBook.A.d\nBook.B.c'\n@@binds Book.A.t\na\n_\n"
        "@@uses Book.A.d\n@@uses Book.A.t_needs_1\nBook.A.t\n"
    )
    assert told_terms(told) == {"A.t": Term(("A.d", "B.c'"), ("a", "_")), "A.d": Term(())}


@needs_coq
def test_a_module_within_a_file_is_refused(tmp_path):
    within = "(* More. *)\nModule Inner.\nDefinition t := 0.\nEnd Inner.\nTheorem u : True. Proof. exact I. Qed.\n"
    with pytest.raises(RuntimeError, match="holds a module"):
        checked(tmp_path, Within=within)


@needs_coq
def test_a_lemma_in_an_implicit_argument_is_a_premise(tmp_path):
    """So is one in a type, in the type of a family, and in what a lemma computes."""
    low = LOW + "Lemma pos : 0 < 1. Proof. unfold lt. pose proof zero. constructor. Qed.\n"
    high = """(* A family over proofs. *)
From Incentives Require Import Low.
Definition shown {h : 0 < 1} (n : nat) := n.
Theorem implicit : @shown pos 1 = 1. Proof. reflexivity. Qed.
Theorem inferred : exists f : nat -> nat, f 1 = 1. Proof. exists (@shown pos). reflexivity. Qed.
Inductive family : @shown pos 1 = 1 -> Prop := Member e : family e.
Theorem of_family (e : @shown pos 1 = 1) (unused : 0 = 0) : family e. Proof. constructor. Qed.
"""
    checked(tmp_path, Low=low, High=high)
    told = terms(tmp_path / "work", {"Low": "a", "High": "a"}, ["Low", "High"])
    assert all("Low.pos" in told[f"High.{name}"].uses for name in ("implicit", "inferred", "family", "of_family"))
    assert told["Low.pos"].uses == ("Low.twice", "Low.zero")
    assert told["High.of_family"].binds == ("e", "_")


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
    assert (first["Low.base"].binds, first["Low.middle"].binds) == (("n",), ())  # those of a theorem
    (work / "Low-one-terms.json").write_text('{"Low.middle": [[], []]}', encoding="utf-8")
    assert terms(work, {"Low": "one"}, ["Low"])["Low.middle"].uses == ()
    assert terms(work, {"Low": "two"}, ["Low"]) == first
