"""What bad input comes to, over every public function, class and method: a refusal of ours, or a right answer.

Nothing ends in an error that Python, NumPy or PyTorch raised on the way. What is accepted is listed with the reason why
it is right; everything else is refused.
"""

import pytest
from bad_calls import KINDS, PARTS, judged, outcome, table, what_of
from calls_of_instances import APART as METHODS_APART, methods_of

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from incentives import coalitions as co
from incentives.numbers import as_count

# What may be accepted, by what was put in: where any number (or list) of the kind is as good as the one that stood
# there, the names of the arguments; elsewhere calls and arguments.
RIGHT = {
    # A variance, a penalty, a tolerance, a rate, a seed or a count has no largest value, and need not be whole.
    "another number": (
        *("alpha", "angle", "batch", "batch_size", "best", "cap", "centre", "classes", "coefficient", "epochs"),
        *("epsilon", "evaluate_every", "factor", "high", "highest", "large", "larges", "learning_rate", "level"),
        *("matrix", "mean", "noise", "penalty", "players", "point", "points", "rank", "rate", "removed", "replies"),
        *("resists", "ridge", "seed", "server_rate", "size", "smalls", "spread", "spreads", "steps", "tolerance"),
        *("variance", "weight", "weight_decay", "N", "Q", "S"),
    ),
    # Places, gains, angles and the least that is promised may lie below 0.
    "below 0": ("angle", "best", "centre", "factor", "floor", "low", "lowest", "matrix", "mean", "point", "size", "S"),
    # Rewards, levels, reports and coordinates may be any numbers, classes and points any names.
    "another entry": (
        *("accuracies", "beliefs", "bills", "bounds", "candidates", "centre", "clients", "constants"),
        *("contributions", "divergences", "factors", "gains", "inputs", "labels", "levels", "lowest", "menu", "parts"),
        *("point", "points", "policies", "predictions", "push", "reports", "rewards", "rows", "shares", "sizes"),
        *("total", "total_reward", "true", "types", "widths"),
    ),
    # Another number of clients, players, sets, layers, models or points is another question, as good as the first.
    "fewer or more": (
        *("candidates", "clients", "coalition", "contributions", "costs", "data", "factors", "gains", "hidden"),
        *("intervals", "labels", "losses", "members", "menu", "methods", "models", "names", "parts", "points"),
        *("prompts", "proposal", "public", "push", "reports", "rewards", "sets", "shares", "sizes", "spreads"),
        *("stakes", "targets", "test_moments", "truths", "widths"),
    ),
    # On lines and half-lines infinity is the far end; candidates and points are any values.
    "infinite": ("point", "true", "points", "candidates"),
    # None says: no end, no size but 1, no run, no scaling, chance.
    "missing": (
        *("DepthRule() reports", "DepthRule.pieces reports", "Interval high", "Interval low", "in FiniteSet point"),
        *("LeaveOneOut.choose candidates", "Relative candidates", "ResNet18 widths", "LeaveOneClientOut random_state"),
        *("AffineMaximizer() sizes", "WithoutPayments() sizes", "best_response_without_payments sizes"),
        *("Preferences normalised", "grid_reports normalised", "normalise how"),
    ),
    # A text names something; a point of a finite set may be one.
    "text": (
        *("Hybrid name", "Training targets", "charge groups", "ClientSplit rule", "Divergence name"),
        *("FiniteSet points", "Relative candidates", "in FiniteSet point"),
    ),
    # A flag, a seed of scikit-learn's, and names of points and classes.
    "truth": (
        *("HedonicGame.from_table decimal", "LeaveOneClientOut random_state", "balanced_accuracy labels"),
        *("balanced_accuracy predictions", "FiniteSet points", "Relative candidates", "TableLoss.value point"),
        *("in FiniteSet point",),
    ),
    # Whatever is no point of a finite set does not lie in it; nobody lies; a hybrid of nothing is the initial model.
    "not a number": ("in FiniteSet point",),
    "anything": ("in FiniteSet point", "Hybrid shares", "priced_federation told"),
}
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


@pytest.mark.filterwarnings("ignore:On what all was trained is unknown")
@pytest.mark.parametrize("part", PARTS)
def test_every_public_name_is_called_and_what_is_not_spoilt_works(part):
    import importlib

    names = set(dir(importlib.import_module(f"incentives.{part}")))
    told = PARTS[part]()
    assert names - APART[part] == {name for name in told if name.isidentifier()}
    for function, make in told.values():
        function(**make())


@pytest.mark.parametrize("part", PARTS)
def test_every_public_method_is_called_or_says_why_not(part):
    import importlib

    met, apart = set(methods_of(importlib.import_module(f"incentives.{part}"))), set().union(*METHODS_APART.values())
    assert met - apart <= set(PARTS[part]())


@pytest.mark.parametrize("part", PARTS)
def test_bad_input_is_refused_by_name_or_is_right(part, record_testsuite_property):
    counts, rows = table(part)
    record_testsuite_property(f"bad calls of {part}", ", ".join(f"{counts[kind]} {kind}" for kind in KINDS))
    made = {name: make() for name, (_, make) in PARTS[part]().items()}
    assert len(rows) > 200
    assert [row for row in rows if row[3] == "unclear"] == []
    accepted = [(name, argument, bad) for name, argument, bad, kind in rows if kind == "accepted"]
    assert [
        (name, argument, bad)
        for name, argument, bad in accepted
        if not {argument, f"{name} {argument}"} & set(RIGHT[what_of(bad, made[name][argument])])
    ] == []


def test_outcomes_are_told_apart():
    assert outcome(as_count, {"name": "rounds", "value": 1.5}, "rounds") == "clear"
    assert outcome(as_count, {"name": "rounds", "value": 1.5}, "steps") == "worded"
    assert outcome(as_count, {"name": "rounds", "value": 1}, "rounds") == "accepted"
    assert outcome(lambda x: x.missing, {"x": 1}, "x") == "unclear"
    assert outcome(lambda x: int(x), {"x": "text"}, "x") == "unclear"  # Python's own words
    kinds = {str(bad): kind for *_, bad, kind in judged("partitions", co.partitions, lambda: {"players": 3})}
    assert kinds["1.5"] == kinds["True"] == "clear"
