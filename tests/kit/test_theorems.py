"""Whole theorems in the kernel: what is written down is what Coq says, and nothing gets through without a proof."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from claimbook.checked import CHECKED, Theorem, fresh, read_checked, stale, write_checked
from claimbook.proof_files import digests, required, source_problems, theorem_names, without_comments
from claimbook.readings import pieces, without
from claimbook.theorems import build, main, unused

from .coq import needs_coq, proofs

PROOFS = Path("proofs")
SMALL = """(* Numbers: a sum of two is no smaller than either. *)
Require Import Lia.
Section Sum.
Variables a b : nat.
Theorem grows : b <= 9 -> 1 <= b -> a < a + b.
Proof. intros _. lia. Qed.
End Sum.
Theorem grows_needs_2 : ~ (forall a b : nat, b <= 9 -> True -> a < a + b).
Proof. intro h. specialize (h 0 0). lia. Qed.
"""


def test_the_book_s_theorems_are_checked_as_their_files_are_now():
    assert stale(PROOFS) == []
    assert source_problems(PROOFS) == []
    assert fresh(PROOFS) == read_checked(PROOFS) != {}


def test_each_file_is_short_and_says_what_is_modelled():
    for path in PROOFS.glob("*/*.v"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("(* "), path
        assert text.count("\n") <= 250, path


@pytest.mark.parametrize("leak", ["Admitted", "admit", "Axiom", "Parameter", "Conjecture"])
def test_a_way_around_a_proof_is_refused(tmp_path, leak):
    folder = proofs(tmp_path, Small=SMALL.replace("Proof. intros _. lia. Qed.", f"{leak}."))
    assert [problem for problem in source_problems(folder) if leak in problem]
    harmless = proofs(tmp_path / "other", Small=f"(* no {leak} here *)\n{SMALL}")
    assert source_problems(harmless) == []


def test_a_theorem_in_a_comment_is_none():
    assert theorem_names("(* Theorem a : True. (* Theorem b *) *)\nTheorem c : True.") == ["c"]
    assert without_comments("a (* \n *) b") == "a \n b"


def test_a_changed_file_makes_stale_whatever_requires_it(tmp_path):
    folder = proofs(tmp_path, One="Theorem a : True.", Two="From Incentives Require Import One.\nTheorem b : True.")
    before = digests(folder)
    assert required("From Incentives Require Import One.\n", before) == {"One"}
    proofs(tmp_path, One="Theorem a : False.")
    assert all(before[name] != digests(folder)[name] for name in ("One", "Two"))
    assert stale(folder) == [f"{name} has not been checked; `make kernel` does" for name in ("One.a", "Two.b")]


@needs_coq
def test_the_kernel_writes_the_receipt_and_forging_it_shows(tmp_path, capsys):
    folder = proofs(tmp_path / "proofs", Small=SMALL)
    arguments = ["--proofs", str(folder), "--work", str(tmp_path / "work")]
    assert main(arguments) == 0
    found = read_checked(folder)["Small.grows"]
    assert found.statement.split() == [
        "forall",
        "a",
        "b",
        ":",
        "nat,",
        "b",
        "<=",
        "9",
        "->",
        "1",
        "<=",
        "b",
        "->",
        "a",
        "<",
        "a",
        "+",
        "b",
    ]
    assert found.hypotheses == ("unused", "needed")
    assert found.axioms == ()
    assert stale(folder) == []
    path = folder / CHECKED
    path.write_text(path.read_text(encoding="utf-8").replace("a < a + b", "a < b"), encoding="utf-8")
    assert main([*arguments, "--keep"]) == 1
    assert "Small.grows" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"used"', '"needed"'),
        ('"premises": []', '"premises": ["F.other"]'),
        ('"axioms": []', '"axioms": ["Classical_Prop.classic"]'),
        ("True", "False"),
        ('"seal"', '"sea"'),
    ],
)
def test_an_edit_by_hand_of_the_receipt_is_noticed(tmp_path, right, wrong):
    folder = proofs(tmp_path, F="Theorem t : True.")
    known = {"F.t": Theorem("F.t", "part/F.v", digests(folder)["F"], "True", (), ("used",))}
    write_checked(folder, known, "8.16")
    assert stale(folder) == []
    path = folder / CHECKED
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    assert any("edited after it was written" in line for line in stale(folder))
    assert write_checked(folder, known, "8.16")
    assert stale(folder) == []


@needs_coq
def test_an_axiom_that_is_not_allowed_is_refused(tmp_path, capsys):
    wish = "(* A wish. *)\nVariable wish : 1 = 2.\nTheorem t : 1 = 2. Proof. exact wish. Qed.\n"
    folder = proofs(tmp_path / "proofs", F=wish)
    assert main(["--proofs", str(folder), "--work", str(tmp_path / "work")]) == 1
    assert "F.t rests on " in (told := capsys.readouterr().err)
    assert "wish, which is none of the allowed axioms" in told
    assert not (folder / CHECKED).exists()


@needs_coq
def test_each_theorem_has_its_own_axioms_though_files_are_asked_together(tmp_path):
    classic = "Theorem middle P : P \\/ ~ P. Proof. exact (classic P). Qed."
    folder = proofs(
        tmp_path / "proofs",
        One=f"(* Classical. *)\nRequire Import Classical.\nTheorem plain : True. Proof. exact I. Qed.\n{classic}\n",
        Two="(* Plain. *)\nTheorem plain : 1 = 1. Proof. reflexivity. Qed.\n",
    )
    assert main(["--proofs", str(folder), "--work", str(tmp_path / "work")]) == 0
    found = read_checked(folder)
    assert [axiom.rpartition(".")[2] for axiom in found["One.middle"].axioms] == ["classic"]
    assert found["One.plain"].axioms == found["Two.plain"].axioms == ()
    assert found["One.plain"].statement == "True"
    assert found["Two.plain"].statement == "1 = 1"
    forged = {name: replace(theorem, axioms=()) for name, theorem in found.items()}
    write_checked(folder, forged, "8.16")
    assert stale(folder) == []
    assert main(["--proofs", str(folder), "--work", str(tmp_path / "again"), "--keep"]) == 1
    assert main(["--proofs", str(folder), "--work", str(tmp_path / "again")]) == 0
    assert read_checked(folder) == found


@pytest.mark.thorough
@needs_coq
@pytest.mark.parametrize(
    ("right", "wrong"),
    [("1 <= b", "0 <= b"), ("a < a + b", "a + b < a"), ("a < a + b", "a + 1 < a + b"), ("intros _. lia.", "intros _.")],
)
def test_a_false_statement_is_refused(tmp_path, right, wrong):
    (tmp_path / "work").mkdir()
    assert build(proofs(tmp_path / "proofs", Small=SMALL.replace(right, wrong)), tmp_path / "work")


@pytest.mark.thorough
@needs_coq
def test_a_counterexample_must_be_one_of_this_very_statement(tmp_path):
    other = SMALL.replace("~ (forall a b : nat, b <= 9 -> True -> a < a + b)", "~ (forall a b : nat, a < a + b)")
    folder = proofs(tmp_path / "proofs", Small=other)
    with pytest.raises(RuntimeError, match=r"does not say that Small\.grows fails without its hypothesis 2"):
        main(["--proofs", str(folder), "--work", str(tmp_path / "work")])


@pytest.mark.thorough
@needs_coq
@pytest.mark.parametrize(
    ("name", "refused"),
    [("grows_needs_2", ""), ("grows_needs_1", "does not say"), ("grows_needs_3", "Coq refuses"), ("x", "no theorem")],
)
def test_what_is_needed_may_stand_in_a_file_beside_it(tmp_path, name, refused):
    theorem, shown = SMALL.split("End Sum.\n")
    beside = f"Require Import Lia.\nFrom Incentives Require Import Small.\n{shown.replace('grows_needs_2', name)}"
    beside += "Notation nine := 9.\n"
    folder = proofs(tmp_path / "proofs", Small=f"{theorem}End Sum.\n", SmallNeeds=beside)
    arguments = ["--proofs", str(folder), "--work", str(tmp_path / "work")]
    if refused:
        with pytest.raises(RuntimeError, match=refused):
            main(arguments)
    else:
        assert main(arguments) == 0
        assert read_checked(folder)["Small.grows"].hypotheses == ("unused", "needed")
        assert "b <= 9" in read_checked(folder)["Small.grows"].statement


def test_a_file_of_what_is_needed_stands_beside_another(tmp_path):
    assert source_problems(proofs(tmp_path, Small=SMALL, SmallNeeds=SMALL)) == []
    low = proofs(tmp_path / "used", Small=SMALL, SmallNeeds=SMALL, High="From Incentives Require Import SmallNeeds.\n")
    assert source_problems(low) == ["High.v requires SmallNeeds.v: no theorem may use a counterexample"]
    assert "Small.v is not there" in source_problems(proofs(tmp_path / "other", SmallNeeds=SMALL))[0]


def test_hypotheses_are_told_from_what_is_quantified():
    statement = "forall (a b : nat), (forall c, c <= a -> c <= b) -> forall d : nat, 0 < d -> a <= b * d"
    assert [kind for kind, _ in pieces(statement)] == ["forall", "suppose", "forall", "suppose", "then"]
    assert "True -> a <= b * d" in without(statement, 2)
    assert "(forall c" in without(statement, 2)
    assert unused(statement, ["a", "b", "_", "d", "h"]) == {1}
    assert unused(statement, []) == set()


def test_what_was_checked_is_data():
    value = json.loads((PROOFS / CHECKED).read_text(encoding="utf-8"))
    assert set(value) == {"coq", "date", "seal", "theorems"}
