"""What a claim stands on, by generality, and which of its words no machine has checked."""

from dataclasses import replace

import pytest

from claimbook.register import Step
from claimbook.standing import Standing, standing

from .rows import EVERY, GOOD, PARTIAL, PROOF, STEP, record

SIGHT = replace(STEP, trivial=True)
SIZED = Step(receipt="step", sizes="three clients")
LISTED = Step(receipt="step", finite="one example is all that it says")
PLAIN = Step(receipt="step")
OTHER = (Step(claim="coalitions/lemma-2"), Step(prose="the rest is symmetry"))


@pytest.mark.parametrize(
    ("more", "records", "told", "missing"),
    [
        ({}, [PROOF, EVERY], "whole", "nothing"),
        ({"steps": (PLAIN,)}, [PROOF, STEP], "whole", "nothing"),
        ({"argument": "It is so."}, [PROOF], "but for a sentence", "It is so."),
        (
            {"argument": "It is so. So is this. And $x$."},
            [PROOF],
            "but for 3 sentences",
            "It is so.; So is this.; And $x$.",
        ),
        ({"steps": OTHER}, [EVERY], "but for a sentence", "the rest is symmetry"),
        ({"finite": True}, [EVERY, EVERY], "in cases, 6 cases", "nothing"),
        (
            {"steps": (SIZED,), "argument": "So always."},
            [PARTIAL],
            "for the sizes looked at, 3 cases",
            "beyond three clients; So always.",
        ),
        ({"steps": (LISTED,)}, [PARTIAL], "in cases", "nothing"),
        ({"steps": (LISTED,), "argument": "So always."}, [PARTIAL], "but for a sentence", "So always."),
        ({"steps": (PLAIN,), "argument": "So always."}, [PARTIAL], "sample, 3 cases", "step (a sample); So always."),
        ({"samples": ("step",), "argument": "So always."}, [PARTIAL], "sample, 3 cases", "So always."),
        ({"steps": (PLAIN,), "argument": "So always."}, [SIGHT], "by inspection", "So always."),
        ({"runs": True}, [PROOF, EVERY], "our runs, 3 cases", "anything beyond these runs"),
        ({"verdict": "false"}, [record("counterexample", subject={"hypotheses": 0})], "refuted", "nothing"),
        ({"argument": "So always."}, [], "prose", "So always."),
        ({}, [EVERY], "sample, 3 cases", "all but the cases looked at"),
    ],
)
def test_a_claim_says_how_general_its_evidence_is_and_what_is_missing(more, records, told, missing):
    found = standing(replace(GOOD, **more), records)
    assert (str(found), found.not_by_machine()) == (told, missing)


def test_a_sample_that_moves_among_the_steps_decides_nothing():
    """The step must say for which sizes it was looked at, and then the row stands on these sizes only."""
    before = replace(GOOD, argument="So always.", samples=("step",))
    after = replace(before, samples=(), steps=(PLAIN,))
    assert {standing(row, [PARTIAL]).grade for row in (before, after)} == {"sample"}
    assert standing(replace(after, steps=(SIZED,)), [PARTIAL]).grade == "sizes"


def test_what_carries_a_step_hands_on_what_it_leaves_open():
    row = replace(GOOD, steps=OTHER[:1])
    for grade, told in (("sentence", "sentence"), ("sizes", "sizes"), ("sample", "prose")):
        carrier = Standing(grade, missing=("beyond four clients",))
        found = standing(row, [], {"coalitions/lemma-2": carrier})
        assert found.grade == (told if grade != "sample" else "nothing")
        assert "coalitions/lemma-2 leaves open: beyond four clients" in found.not_by_machine()
    assert standing(row, [], {"coalitions/lemma-2": Standing("whole")}).grade == "whole"


def test_what_is_trivial_is_no_step():
    row = replace(GOOD, steps=(PLAIN, Step(receipt="two")))
    two = replace(STEP, step="two")
    assert standing(row, [SIGHT, two]) == Standing("whole", 1, 1)
    assert standing(row, [STEP, two]) == Standing("whole", 2, 2)
