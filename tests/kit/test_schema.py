"""The shape of the register's entries."""

from dataclasses import replace

import pytest

from claimbook.register import VERDICTS, Step
from claimbook.schema import DEFINITIONS, schema_problems

from .rows import GOOD, judged, part


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_complete_entry_is_well_formed_with_any_verdict(verdict):
    assert schema_problems([part(judged(verdict))]) == []


@pytest.mark.parametrize("verdict", [v for v in VERDICTS if v not in ("holds", "reproduced", *DEFINITIONS)])
def test_no_verdict_turns_into_another_one_by_itself(verdict):
    """What a verdict has to say belongs to it alone; only among those that say nothing more does the evidence
    decide.
    """
    for other in VERDICTS:
        for one, two in ((verdict, other), (other, verdict)):
            if one != two and {one, two} - {"new", "holds", "reproduced"}:
                assert schema_problems([part(replace(judged(one), verdict=two))]), (one, two)


def test_a_part_without_a_paper_holds_what_is_ours():
    printed = replace(part(judged("holds")), paper="")
    assert any("a part without a paper holds what is ours" in problem for problem in schema_problems([printed]))
    assert schema_problems([replace(part(judged("new")), paper="")]) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"id": ""}, "field id is missing"),
        ({"says": ""}, "its words stand in says or in a statement"),
        ({"statement": "lemma-1"}, "and in one of them only"),
        ({"says": "", "statement": "lemma-1", "verdict": "false"}, "states must say whether"),
        ({"says": "", "statement": "lemma-1", "verdict": "holds-if", "states": "right"}, "needs the paper's words"),
        ({"states": "right"}, "states belongs to"),
        ({"id": "coalitions/lemma-1", "source": "Lemma 2"}, "its id says Lemma 1"),
        ({"argument": "By inspection."}, "must give a reason"),
        ({"steps": (Step(prose="p", sizes="two clients"),)}, "belongs to a step with a receipt"),
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
        (
            {"verdict": "false", "repaired_by": "coalitions/lemma-0"},
            "repaired by coalitions/lemma-0, whose verdict is false",
        ),
        ({"steps": (Step(receipt="s"),), "samples": ("s",)}, "is listed twice"),
        ({"verdict": "known", "citation": ""}, "needs the field citation"),
        ({"literature": "two surveys"}, "a verdict holds has no field literature"),
        ({"verdict": "known", "kind": "new", "literature": "two surveys"}, "a verdict known has no field literature"),
        ({"verdict": "new", "kind": "new", "literature": "$x"}, "dollar signs in literature"),
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
        ({"verdict": "depends", "under": ""}, "needs the field under"),
        ({"verdict": "depends", "reading": ""}, "needs a reading that says which formula is lost"),
        ({"verdict": "depends", "reading": "Read with ties."}, "needs a reading that says which formula is lost"),
        ({"verdict": "depends", "under": "reproduced"}, "under must be one of holds, holds-if, false"),
        ({"verdict": "depends", "under": "false"}, "a verdict depends needs the field repair"),
        ({"verdict": "depends", "under": "holds-if"}, "a verdict depends needs the field assumption"),
        ({"verdict": "depends", "under": "implemented"}, "a verdict implemented is for definitions"),
        ({"verdict": "false", "reading": "The formula is lost."}, "so its verdict is depends, not false"),
        ({"reading": "Lines (22) to (25) are lost; Eq. (4) survives."}, "so its verdict is depends, not holds"),
        ({"under": "holds"}, "a verdict holds has no field under"),
        ({"unknown": ("author",)}, "unknown field author"),
        ({"ill_typed": ("uses",)}, "field uses has the wrong type"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said(change, problem):
    refuted = judged("false", id="coalitions/lemma-0")
    row = replace(judged(change.get("verdict", "holds")), **{"kind": "lemma"} | change)
    assert any(problem in found for found in schema_problems([part(refuted, row)]))


def test_a_new_row_may_say_where_the_literature_was_searched():
    assert schema_problems([part(judged("new", literature="two surveys"))]) == []


def test_what_fails_under_our_reading_carries_no_step_and_repairs_nothing():
    lost = {"printed": "p", "repair": "r", "affects": "a", "under": "false"}
    failing = judged("depends", id="coalitions/lemma-0", source="Lemma 0", **lost)
    row = replace(GOOD, steps=(Step(claim=failing.id),))
    assert "coalitions/lemma-1: a step is carried by coalitions/lemma-0, whose verdict is false" in schema_problems(
        [part(failing, row)]
    )
    assert schema_problems([part(judged("depends", id="coalitions/lemma-0", source="Lemma 0"), row)]) == []


@pytest.mark.parametrize(
    "reading",
    [
        "The figures are lost.",
        "The printed table is lost; judged on our runs.",
        "Stated in words; only the symbol is lost.",
    ],
)
def test_lost_numbers_and_figures_leave_a_sentence_that_can_be_judged(reading):
    assert schema_problems([part(judged("false", reading=reading))]) == []


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
    assert any("coalitions/lemma-1 -> coalitions/lemma-2" in found for found in schema_problems([part(one, two)]))
