"""What a statement in Coq means stands in definitions, and the seal of a row holds them."""

from dataclasses import replace

import pytest

from claimbook import bindings
from claimbook.checked import Theorem
from claimbook.proof_words import meanings, words_of

from .rows import GOOD

LOGIC = """(* Sizes. *)
Section Sizes.
Variables (n : nat).
Variant answer := Stays | Leaves of nat.
Definition small := n <= 3.
Local Notation twice := (n + n).
Definition idle := n = n.
End Sizes.
"""
ABOVE = """From Incentives Require Import Sizes.
Record player := { size : nat; wish : answer }.
Definition content p := small (size p) /\\ wish p = Stays.
Definition small_too := small.
"""


@pytest.fixture
def proofs(tmp_path):
    (tmp_path / "part").mkdir()
    write(tmp_path, Sizes=LOGIC, Players=ABOVE)
    return tmp_path


def write(folder, **files):
    for name, text in files.items():
        (folder / "part" / f"{name}.v").write_text(text, encoding="utf-8")


def test_definitions_are_followed_through_files_constructors_and_fields(proofs):
    assert meanings(proofs, "Players", "forall p, content p -> True") == [
        "Players: Definition content p := small (size p) /\\ wish p = Stays",
        "Players: Record player := { size : nat; wish : answer }",
        "Sizes: Definition small := n <= 3",
        "Sizes: Variant answer := Stays | Leaves of nat",
    ]
    assert meanings(proofs, "Sizes", "forall n, n = twice") == ["Sizes: Local Notation twice := (n + n)"]
    assert meanings(proofs, "Players", "Sizes.idle 2") == ["Sizes: Definition idle := n = n"]
    assert meanings(proofs, "Gone", "content") == []


def test_how_signs_are_read_counts_with_what_a_file_defines(proofs):
    before = meanings(proofs, "Sizes", "small 2")
    write(proofs, Sizes=LOGIC + 'Notation "a <= b" := (lower a b).\n')
    assert meanings(proofs, "Sizes", "small 2") == [*before, 'Sizes: Notation "a <= b" := (lower a b)']


def test_a_comment_defines_nothing():
    assert words_of("(* Definition a := 1. *) Definition b := 2.").sentences == {"b": ("Definition b := 2",)}


def test_a_weaker_definition_breaks_the_seal_though_the_kernel_prints_the_same_statement(proofs, monkeypatch):
    theorem = Theorem("Players.holds", "part/Players.v", "digest", "forall p, content p -> True")
    row = replace(GOOD, theorem=theorem.name)
    book = replace(bindings.current(), root=proofs, proofs=".")
    monkeypatch.setattr(bindings, "current", lambda: book)
    monkeypatch.setattr(bindings, "read_checked", lambda: {theorem.name: theorem})
    before = bindings.binding(row, bindings.Evidence())
    write(proofs, Sizes=LOGIC.replace("n = n", "n = n + 0"))
    assert bindings.binding(row, bindings.Evidence()) == before, "no word of the statement rests on it"
    write(proofs, Sizes=LOGIC.replace("n <= 3", "n <= 4"))
    after = bindings.binding(row, bindings.Evidence())
    assert after[0] != before[0]
    assert after[1:] == before[1:]
