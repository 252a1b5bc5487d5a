"""What bad input comes to, counted over every public function and class; the numbers may only get better.

Before the readers of `incentives.numbers` and `incentives.reading` were used everywhere the same calls ended:
coalitions 946
clear, 99 unclear, 107 accepted of 1,175; consensus 438, 159, 164 of 789; payments 758, 232, 152 of 1,175; rewards 792,
30, 118
of 959; learning 416, 598, 192 of 1,216. What is still accepted is mostly right: whole floats for counts of examples, a
larger
or an empty list where any will do, a contribution below 0. What is still unclear are counts so large that nothing ends.
"""

import pytest
from bad_calls import KINDS, PARTS, judged, outcome, table

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from incentives import coalitions as co
from incentives.numbers import as_count

# At least this many clear; at most this many unclear; at most this many accepted, the right ones among them.
FROZEN = {
    "coalitions": (1078, 1, 73),
    "consensus": (708, 0, 78),
    "payments": (1079, 3, 60),
    "together": (430, 0, 23),
    "rewards": (645, 8, 62),
    "methods": (323, 3, 15),
    "learning": (1135, 1, 79),
}
# A name of a face that is no call of its own here: made by others, constants of a kind, or without any argument.
APART = {
    "coalitions": {"Analysis"},
    "consensus": {"Truth"},
    "payments": {"ChiSquared", "KL", "TotalVariation", "Outcome", "jensen_shannon", "reverse_kl"},
    "together": set(),
    "rewards": set(),
    "methods": {"Comparison"},
    "learning": {"FederatedData"},
}


@pytest.mark.parametrize("part", PARTS)
def test_every_public_name_is_called_and_what_is_not_spoilt_works(part):
    import importlib

    names = set(dir(importlib.import_module(f"incentives.{part}")))
    told = PARTS[part]()
    assert names - APART[part] == {name for name in told if name.isidentifier()}
    for function, make in told.values():
        function(**make())


@pytest.mark.parametrize("part", PARTS)
def test_bad_input_only_gets_clearer(part):
    counts, rows = table(part)
    clear, unclear, accepted = FROZEN[part]
    told = {kind: counts[kind] for kind in KINDS}
    assert len(rows) > 200
    assert (told["clear"] >= clear, told["unclear"] <= unclear, told["accepted"] <= accepted) == (True, True, True), (
        told
    )


def test_outcomes_are_told_apart():
    assert outcome(as_count, {"name": "rounds", "value": 1.5}, "rounds") == "clear"
    assert outcome(as_count, {"name": "rounds", "value": 1.5}, "steps") == "worded"
    assert outcome(as_count, {"name": "rounds", "value": 1}, "rounds") == "accepted"
    assert outcome(lambda x: x.missing, {"x": 1}, "x") == "unclear"
    assert outcome(lambda x: int(x), {"x": "text"}, "x") == "unclear"  # Python's own words
    kinds = {str(bad): kind for *_, bad, kind in judged("partitions", co.partitions, lambda: {"players": 3})}
    assert kinds["1.5"] == kinds["True"] == "clear"
