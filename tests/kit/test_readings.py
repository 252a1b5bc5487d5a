"""The reading of a statement says what the statement says, in the same order."""

import pytest

from claimbook.checked import read_checked
from claimbook.readings import Counterexample, as_html, binders, pieces, reading, signs, split_at


def test_every_checked_theorem_has_a_reading_without_coq_s_signs():
    for name, theorem in read_checked().items():
        found = reading(theorem.statement)
        told = " ".join([*found.hypotheses, found.conclusion])
        assert found.conclusion, name
        assert not any(mark in told for mark in ("->", "<=", "/\\", "%N", "%:R", "forall", "\\in ")), name


def test_nothing_of_a_statement_is_lost():
    statement = "forall (K : finType) (n : K -> nat), K -> (forall i : K, n i <> 0) -> exists i : K, (2 * n i >= 1)%N"
    found = reading(statement)
    assert found.objects == (("K", "finite sets"), ("n", "an element of nat for each of K"))
    assert found.hypotheses == ("K is not empty", "(for all i of K: n i ≠ 0)")
    assert found.conclusion == "there are i of K with (2 * n i ≥ 1)"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a <-> b", "a ⇔ b"),
        ("i \\notin C :|: D", "i ∉ C ∪ D"),
        ("~ W x /\\ (M >= 3)%nat", "not W x and (M ≥ 3)"),
        ("forall s : nat -> X, P s -> Q s", "for all s of nat → X: P s ⇒ Q s"),
        ("#|I|%:R ^+ 2", "|I| ^ 2"),
    ],
)
def test_signs_of_mathematics(text, told):
    assert signs(text) == told


def test_brackets_keep_what_is_inside_together():
    assert split_at("(forall x, x -> y) -> z", "->") == ("(forall x, x -> y)", "z")
    assert split_at("a <-> b", "->") is None
    assert binders("(a : nat) (f : (nat -> nat) -> nat)")[1] == ("f", "(nat -> nat) -> nat")


def test_the_html_says_of_each_hypothesis_whether_it_is_needed():
    html = as_html(
        "forall n : nat, 1 <= n -> n <= 2 -> 3 <= n -> n = 0", "F.t", (), "p/F.v", ("used", "needed", "unused")
    )
    assert [html.count(word) for word in ("(needed: ", "(not used by the proof)")] == [1, 1]
    assert "n ≤ 2 <em" in html


def test_the_html_holds_reading_text_and_axioms():
    html = as_html("forall n : nat, n <= n", "File.t", ("Reals.choice",), "part/File.v")
    assert "n ≤ n" in html
    assert "n &lt;= n" in html
    assert "It uses the axioms choice." in html


def test_under_a_needed_hypothesis_its_counterexample_folds_out():
    shown = {2: Counterexample("FNeeds.t_needs_2", "~ (forall n : nat, 1 <= n -> True -> n < 0)", "by move/(_ 1).")}
    html = as_html("forall n : nat, 1 <= n -> n <= 2 -> n < 0", "F.t", (), "p/F.v", ("used", "needed"), shown)
    first, second = html.split("<li>n \u2264 2", 1)
    assert "kernel-why" not in first
    assert "not (for all n of nat: 1 \u2264 n \u21d2 True \u21d2 n &lt; 0)" in second
    assert "by move/(_ 1)." in second
    assert "FNeeds.t_needs_2" in second


def test_what_exists_with_a_property_is_a_conclusion():
    statement = "forall n : nat, 0 < n -> exists2 m : nat, m < n & n = 1 -> m = 0"
    assert [kind for kind, _ in pieces(statement)] == ["forall", "suppose", "then"]
