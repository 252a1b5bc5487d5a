"""The axioms that a theorem may rest on: those of the list, and no other one."""

from claimbook.axioms import ALLOWED, axioms_together, read_axioms, strange
from claimbook.checked import read_checked
from claimbook.theorems import build

from .coq import needs_coq, proofs


def test_the_book_rests_on_allowed_axioms_and_on_each_of_them():
    known = read_checked()
    assert strange({name: theorem.axioms for name, theorem in known.items()}) == []
    assert {axiom for theorem in known.values() for axiom in theorem.axioms} == set(ALLOWED)


def test_any_other_axiom_is_named():
    assert strange({"F.t": (ALLOWED[0], "F.wish"), "F.u": ALLOWED})[0].startswith("F.t rests on F.wish, ")
    assert read_axioms("Axioms:\nF.wish\n  : forall n,\n    n = 0\nF.loop is assumed to be guarded.") == (
        "F.loop",
        "F.wish",
    )


@needs_coq
def test_coq_tells_the_axioms_of_a_group_together(tmp_path):
    text = "Require Import Classical.\nLemma a P : P \\/ ~ P. Proof. apply classic. Qed.\n"
    text += "Lemma b : True. Proof. exact I. Qed.\n"
    (tmp_path / "work").mkdir()
    assert build(proofs(tmp_path / "proofs", F=text), tmp_path / "work") == ""
    groups = [["F.a", "F.b"], ["F.b"]]
    assert axioms_together(tmp_path / "work", "asked", groups) == [("Classical_Prop.classic",), ()]
