"""The shape of the register's entries."""

from dataclasses import replace

import pytest

from incentives_book.claims.register import VERDICTS, Step
from incentives_book.claims.schema import DEFINITIONS, schema_problems

from .rows import GOOD, judged, part


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_complete_entry_is_well_formed_with_any_verdict(verdict):
    assert schema_problems([part(judged(verdict))]) == []


@pytest.mark.parametrize("verdict", [v for v in VERDICTS if v not in ("holds", "reproduced", *DEFINITIONS)])
def test_no_verdict_turns_into_another_one_by_itself(verdict):
    """What a verdict has to say belongs to it alone; only among those that say nothing more does the evidence decide."""
    for other in VERDICTS:
        for one, two in ((verdict, other), (other, verdict)):
            if one != two and {one, two} - {"new", "holds", "reproduced"}:
                assert schema_problems([part(replace(judged(one), verdict=two))]), (one, two)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"id": ""}, "field id is missing"),
        ({"says": ""}, "field says is missing"),
        ({"id": "coalitions/Lemma_1"}, "ids read coalitions/"),
        ({"id": "payments/lemma-1"}, "ids read coalitions/"),
        ({"kind": "remark"}, "kind must be one of"),
        ({"verdict": "true"}, "verdict must be one of"),
        ({"title": "x" * 71}, "71 characters"),
        ({"title": "What $t$ is"}, "without formulas"),
        ({"says": "$x"}, "dollar signs in says"),
        ({"verdict": "holds-if", "assumption": ""}, "needs the field assumption"),
        ({"verdict": "holds-if", "affects": ""}, "needs the field affects"),
        ({"verdict": "misprint", "corrected": ""}, "needs the field corrected"),
        ({"verdict": "misprint", "printed": ""}, "needs the field printed"),
        ({"verdict": "false", "repair": ""}, "needs the field repair"),
        ({"verdict": "not-testable", "why": ""}, "needs the field why"),
        ({"verdict": "conjecture", "searched": ""}, "needs the field searched"),
        ({"uses": ("coalitions/lemma-2",)}, "uses coalitions/lemma-2, which the register lacks"),
        ({"uses": ("coalitions/lemma-1",)}, "in a circle"),
        ({"steps": (Step(claim="coalitions/lemma-2"),)}, "uses coalitions/lemma-2, which the register lacks"),
        ({"steps": (Step(claim="coalitions/lemma-1"),)}, "in a circle"),
        ({"steps": (Step(claim="coalitions/lemma-0"),)}, "whose verdict is false"),
        ({"repaired_by": "coalitions/lemma-2"}, "uses coalitions/lemma-2, which the register lacks"),
        ({"verdict": "false", "repaired_by": "coalitions/lemma-0"}, "repaired by coalitions/lemma-0, whose verdict is false"),
        ({"steps": (Step(receipt="s"),), "samples": ("s",)}, "is listed twice"),
        ({"verdict": "known", "citation": ""}, "needs the field citation"),
        ({"verdict": "implemented"}, "is for definitions"),
        ({"kind": "definition"}, "definitions do not hold"),
        ({"verdict": "differs", "affects": ""}, "needs the field affects"),
        ({"repair": "r"}, "a verdict holds has no field repair"),
        ({"verdict": "misprint", "repaired_by": "coalitions/lemma-0"}, "a verdict misprint has no field repaired_by"),
        ({"kind": "new"}, "what is ours cannot be holds"),
        ({"verdict": "conjecture"}, "what is printed cannot be conjecture"),
        ({"verdict": "conjecture", "kind": "new", "finite": True}, "is no conjecture"),
        ({"runs": True}, "what tells of runs of ours is new"),
        ({"runs": True, "finite": True, "kind": "new", "verdict": "new"}, "and not finite besides"),
        ({"unknown": ("author",)}, "unknown field author"),
        ({"ill_typed": ("uses",)}, "field uses has the wrong type"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said(change, problem):
    refuted = judged("false", id="coalitions/lemma-0")
    row = replace(judged(change.get("verdict", "holds")), **{"kind": "lemma"} | change)
    assert any(problem in found for found in schema_problems([part(refuted, row)]))


def test_runs_carry_no_step_of_a_proof():
    runs = replace(judged("new"), id="coalitions/new-runs", runs=True)
    on_them = (Step(claim=runs.id),)
    assert any("which tells of runs" in found for found in schema_problems([part(runs, replace(GOOD, steps=on_them))]))
    more_runs = replace(runs, id="coalitions/new-more-runs", steps=on_them)
    assert schema_problems([part(runs, more_runs)]) == []


def test_ids_are_unique_and_circles_are_found():
    one, two = (
        replace(GOOD, uses=("coalitions/lemma-2",)),
        replace(GOOD, id="coalitions/lemma-2", uses=("coalitions/lemma-1",)),
    )
    assert any("2 entries have this id" in found for found in schema_problems([part(GOOD, GOOD)]))
    assert any(
        "coalitions/lemma-1 -> coalitions/lemma-2" in found for found in schema_problems([part(one, two)])
    )
