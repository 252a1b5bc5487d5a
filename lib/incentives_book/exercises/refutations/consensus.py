"""Statements on consensus, as printed, for clients that accept finitely many models each."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from incentives import consensus as cs
from incentives.consensus.redundancy import splits
from incentives.consensus.verification import Reported
from incentives_book.exercises.statement import Statement

CLIENTS = 6

TRUTHS = "the set of models that each client accepts, one set a client"
LIAR = "the number of the client that may lie, from 0"
REPORT = "the set that it reports"


def _sets(truths: Any) -> list[cs.FiniteSet]:
    if not 2 <= len(truths) <= CLIENTS:
        raise ValueError(f"there must be 2 to {CLIENTS} clients; got {len(truths)}")
    if not all(isinstance(each, (set, frozenset)) and each for each in truths):
        raise ValueError("each client must accept a set of models that is not empty, such as {0, 1}")
    return [cs.FiniteSet(each) for each in truths]


def _told(truths: Any, liar: Any, report: Any) -> list[cs.FiniteSet]:
    sets = _sets(truths)
    if isinstance(liar, bool) or not isinstance(liar, int) or not 0 <= liar < len(sets):
        raise ValueError(f"liar must be a client, 0 to {len(sets) - 1}; got {liar}")
    if not isinstance(report, (set, frozenset)) or not report:
        raise ValueError("report must be a set of models that is not empty, such as {0, 1}")
    return [cs.FiniteSet(report) if m == liar else each for m, each in enumerate(sets)]


def _agree(truths: Any, **_: Any) -> bool:
    return cs.common_point(_sets(truths)) is not None


def _redundant(truths: Any, **_: Any) -> bool:
    return cs.is_redundant(_sets(truths))


ASSUMPTIONS = {
    "Assumption 2, all clients accept some model": _agree,
    "Assumption 3, leaving out any one client does not enlarge what all accept": _redundant,
}


def _reports_meet(truths: Any, liar: Any, report: Any) -> bool:
    return cs.common_point(_told(truths, liar, report)) is not None


def _passes_in_w(truths: Any, liar: Any, report: Any, passes: Any) -> bool:
    sets = _sets(truths)
    test = Reported(sets, {liar: lambda point: point in passes})
    point = cs.LeaveOneOut()(_told(truths, liar, report), test).point
    return point is not None and all(point in each for each in sets)


def _outcome(truths: Any, liar: Any, report: Any) -> Any:
    return cs.LeaveOneOut()(_told(truths, liar, report), cs.Trusted(_sets(truths)))


def _a_candidate_fails(truths: Any, liar: Any, report: Any) -> bool:
    outcome = _outcome(truths, liar, report)
    return len(outcome.passed) < len(outcome.candidates)


def _cannot_skip_safely(truths: Any, liar: Any, report: Any) -> bool:
    """True if a server that stops at the first candidate that passes makes all runs, or ends with a bad model."""
    outcome = _outcome(truths, liar, report)
    runs = next(n for n, where in enumerate(outcome.failing, 1) if where == frozenset())
    return runs == len(truths) or not all(outcome.point in each for each in _sets(truths))


def _served_by_one(sets: Sequence[cs.FiniteSet], group: Iterable[int]) -> bool:
    return cs.common_point([sets[m] for m in group]) is not None


def _others_agree(truths: Any, outlier: Any) -> bool:
    sets = _told(truths, outlier, truths[outlier])
    return _served_by_one(sets, [m for m in range(len(sets)) if m != outlier])


def _only_split(truths: Any, outlier: Any) -> bool:
    sets = _sets(truths)
    found = [pair for pair in splits(range(len(sets))) if all(_served_by_one(sets, group) for group in pair)]
    return all(frozenset({outlier}) in pair for pair in found)


def _is_minimal_output(truths: Any, liar: Any, report: Any, models: Any) -> bool:
    told = _told(truths, liar, report)
    served = all(any(model in each for model in models) for each in told)
    return served and len(models) == len(next(iter(cs.minimal_outputs(told))))


def _some_model_in_w(truths: Any, models: Any, **_: Any) -> bool:
    return any(all(model in each for each in _sets(truths)) for model in models)


# The world of the page on truth that cannot be moved: three hospitals without a preference in [0, 1], three that like
# 0.
LOSSES = [cs.DistanceLoss(cs.Interval(0, 1))] * 3 + [cs.Quadratic1D(1)] * 3
WORLD = [loss.sublevel(1) for loss in LOSSES]


def _truth_is_best_in_one_shot(low: Any, high: Any) -> bool:
    told = [cs.Interval(low, high) if m == 1 else each for m, each in enumerate(WORLD)]
    utility = cs.HierarchicalUtility(LOSSES, 1, who=1)
    lie, truth = (cs.one_shot(reports, cs.Trusted(WORLD)) for reports in (told, WORLD))
    return (-inf if lie is None else utility(lie)) <= utility(truth)


def _is_a_report(low: Any, high: Any) -> bool:
    return Fraction(low) <= Fraction(high)


PIVOTAL = Statement(
    "consensus/prose-pivotal",
    {"truths": TRUTHS, "liar": LIAR, "report": REPORT},
    "truths=({0, 1}, {0}, {0}), liar=0, report={0, 2}",
    ASSUMPTIONS,
    "the reports still have a model that all of them accept",
    _reports_meet,
    "truths=({0, 1}, {0}, {0}), liar=0, report={1}",
)

THEOREM_1 = Statement(
    "consensus/theorem-1",
    {
        "truths": TRUTHS,
        "liar": LIAR,
        "report": REPORT,
        "passes": "the set of models that it says it accepts when the server asks",
    },
    "truths=({0, 1}, {0}, {0}), liar=0, report={1}, passes={0, 1}",
    ASSUMPTIONS,
    "a candidate of the leave-one-out runs passes at all clients, as they say, and all accept it in truth",
    _passes_in_w,
    "truths=({0, 1}, {0}, {0}), liar=0, report={1}, passes={1}",
)

IDENTIFIES = Statement(
    "consensus/prose-identifies",
    {"truths": TRUTHS, "liar": LIAR, "report": REPORT},
    "truths=({0, 1}, {0}, {0}), liar=0, report={1}",
    {**ASSUMPTIONS, "some candidate fails": _a_candidate_fails},
    "only the liar is suspect: without anybody else no run passes",
    lambda truths, liar, report: _outcome(truths, liar, report).suspects == {liar},
    "truths=({0, 2}, {0, 2}, {0, 1, 2}), liar=0, report={1, 2}",
)

CANNOT_SKIP = Statement(
    "consensus/prose-cannot-skip",
    {"truths": TRUTHS, "liar": LIAR, "report": REPORT},
    "truths=({0}, {0}, {0}), liar=2, report={1}",
    ASSUMPTIONS,
    "no run can be left out safely: a server that tests each candidate as it comes, and stops at the first "
    "that passes, "
    "makes all runs or ends with a model that somebody does not accept",
    _cannot_skip_safely,
    "truths=({0}, {0}, {0}), liar=0, report={1}",
)

REMARK_3_OUTLIER_FORCED = Statement(
    "consensus/remark-3-outlier-forced",
    {"truths": TRUTHS, "outlier": "the number of the client that agrees with no model of all others, from 0"},
    "truths=({0, 1}, {0}, {2}), outlier=2",
    {
        "no model is accepted by all": lambda truths, **_: not _agree(truths),
        "without the outlier one is": _others_agree,
    },
    "whenever two models serve everybody, one of them serves the outlier alone",
    _only_split,
    "truths=({0, 1}, {0}, {1}), outlier=2",
)

THEOREM_2 = Statement(
    "consensus/theorem-2",
    {"truths": TRUTHS, "liar": LIAR, "report": REPORT, "models": "what a minimal oracle returns for the reports"},
    "truths=({0, 1}, {0}, {0}), liar=0, report={1}, models=(0, 1)",
    {**ASSUMPTIONS, "each report accepts one of the models, and fewer would not do": _is_minimal_output},
    "one of the models is accepted by all clients in truth",
    _some_model_in_w,
    "truths=({0}, {0, 1}, {0, 2}), liar=0, report={1}, models=(1, 2)",
)

TITLE = Statement(
    "consensus/prose-title",
    {
        "low": (
            "the lower end of what hospital 1 reports; hospitals 0, 1, 2 lose the distance to [0, 1], "
            "hospitals 3, 4, 5 lose x², each accepts a loss of at most 1"
        ),
        "high": "the upper end",
    },
    "low=-1, high=2",
    {"the report is an interval that is not empty": _is_a_report},
    (
        "hospital 1 does not gain by this report, where all others tell the truth and the server asks for one "
        "minimal output"
    ),
    _truth_is_best_in_one_shot,
    "low=1, high=1",
)

STATEMENTS = (
    PIVOTAL,
    THEOREM_1,
    IDENTIFIES,
    CANNOT_SKIP,
    REMARK_3_OUTLIER_FORCED,
    THEOREM_2,
    TITLE,
)
