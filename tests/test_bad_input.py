"""What bad input comes to, over every public function, class and method: a refusal of ours, or a right answer.

Nothing ends in an error that Python, NumPy or PyTorch raised on the way. What is accepted is listed in `accepted_calls`
with the reason; everything else is refused, nearly always by the name of the argument. How often which of these happens
is counted, and the numbers may only get better. `python tests/bad_calls.py` prints them.
"""

import importlib
from collections import Counter

import pytest
from accepted_calls import ACCEPTED
from bad_calls import FACES, KINDS, NAN, PARTS, judged, outcome, table, what_of
from calls_of_instances import APART as METHODS_APART, methods_of

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from incentives import coalitions as co
from incentives.numbers import as_count

# At least so many clear, at most so many worded and accepted: over the names of the face, and over all calls.
FROZEN = {
    "coalitions": ((1097, 18, 73), (1450, 22, 83)),
    "consensus": ((725, 3, 73), (1248, 26, 148)),
    "payments": ((1112, 29, 41), (1718, 37, 67)),
    "together": ((432, 3, 21), (464, 3, 22)),
    "rewards": ((658, 13, 53), (730, 13, 67)),
    "methods": ((327, 10, 13), (466, 10, 20)),
    "learning": ((1166, 1, 49), (1342, 1, 49)),
    "charging": ((0, 0, 0), (465, 3, 32)),
}
# Names of a face that are counted with all calls only, so that the bounds of the others stay what they were.
NEWER = {"priced_federation"}
# A name of a face that is no call of its own here: made by others, constants of a kind, or without any argument.
APART = {
    "coalitions": {"Analysis"},
    "consensus": {"Truth"},
    "payments": {"ChiSquared", "KL", "TotalVariation", "Outcome", "jensen_shannon", "reverse_kl"},
    "together": set(),
    "rewards": set(),
    "methods": {"Comparison", "OverSeeds"},
    "learning": {"FederatedData"},
    # Language models, and a warning.
    "charging": {"BaseModel", "HuggingFaceReward", "LanguageModel", "TrainedOnReports", "train"},
}
METHODS_LEFT_OUT = set().union(*METHODS_APART.values())


def face(part):
    return importlib.import_module(f"incentives.{part}")


def methods_in(part):
    return set(methods_of(face(part)))


@pytest.mark.filterwarnings("ignore:On what all was trained is unknown")
@pytest.mark.parametrize("part", PARTS)
def test_every_public_name_is_called_and_what_is_not_spoilt_works(part):
    names = set(dir(face(part)))
    told = PARTS[part]()
    assert names - APART[part] == {name for name in told if name.isidentifier()}
    for function, make in told.values():
        function(**make())


@pytest.mark.parametrize("part", PARTS)
def test_every_public_method_is_called_or_says_why_not(part):
    assert methods_in(part) - METHODS_LEFT_OUT <= set(PARTS[part]())


def test_every_method_that_is_left_out_is_a_method_of_some_face():
    assert set().union(*map(methods_in, PARTS)) >= METHODS_LEFT_OUT


def counted(rows):
    """How many rows are clear, worded and accepted."""
    found = Counter(kind for *_, kind in rows)
    return found["clear"], found["worded"], found["accepted"]


@pytest.mark.parametrize("part", PARTS)
def test_bad_input_is_refused_or_is_right_and_only_gets_clearer(part, record_property):
    counts, rows = table(part)
    record_property("bad calls", ", ".join(f"{counts[kind]} {kind}" for kind in KINDS))
    made = {name: make() for name, (_, make) in PARTS[part]().items()}
    assert len(rows) > 400
    assert [row for row in rows if row[3] == "unclear"] == []
    accepted = {
        (what_of(bad, made[name][argument]), f"{name} {argument}")
        for name, argument, bad, kind in rows
        if kind == "accepted"
    }
    here = {f"{name} {argument}" for name, given in made.items() for argument in given}
    assert accepted == {(kind, call) for kind, calls in ACCEPTED.items() for call in calls & here}
    old = set(FACES.get(part, dict)()) - NEWER
    for found, (clear, worded, right) in zip(
        (counted([row for row in rows if row[0] in old]), counted(rows)), FROZEN[part], strict=True
    ):
        assert (found[0] >= clear, found[1] <= worded, found[2] <= right) == (True, True, True), found


def test_every_accepted_call_is_a_call():
    calls = [f"{name} {argument}" for part in PARTS for name, (_, make) in PARTS[part]().items() for argument in make()]
    assert set().union(*ACCEPTED.values()) <= set(calls)


@pytest.mark.parametrize(
    ("bad", "value", "kind"),
    [
        (-1, 5, "below 0"),
        ([-1, 5, 25], [5, 5, 25], "an entry below 0"),
        ([[-1, 0], [0, 1]], [[1, 0], [0, 1]], "an entry below 0"),
        ([True, 5], [5, 5], "truth"),
        ([NAN, 5], [5, 5], "not a number"),
        ([[NAN, 0], [0, 1]], [[1, 0], [0, 1]], "not a number"),
        ([[1], [0, 1]], [[1, 0], [0, 1]], "fewer or more"),
        ([5, 5, 25, 5], [5, 5, 25], "fewer or more"),
        ([], [5, 5], "fewer or more"),
    ],
)
def test_what_was_put_in_is_told_apart(bad, value, kind):
    assert what_of(bad, value) == kind


def test_outcomes_are_told_apart():
    assert outcome(as_count, {"name": "rounds", "value": 1.5}, "rounds") == "clear"
    assert outcome(as_count, {"name": "rounds", "value": 1.5}, "steps") == "worded"
    assert outcome(as_count, {"name": "rounds", "value": 1}, "rounds") == "accepted"
    assert outcome(lambda x: x.missing, {"x": 1}, "x") == "unclear"
    assert outcome(lambda x: int(x), {"x": "text"}, "x") == "unclear"  # Python's own words
    kinds = {str(bad): kind for *_, bad, kind in judged("partitions", co.partitions, lambda: {"players": 3})}
    assert kinds["1.5"] == kinds["True"] == "clear"
