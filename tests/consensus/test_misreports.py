"""The search for a report that pays, against rules whose best lie is known."""

import math
from fractions import Fraction as F
from itertools import product

import pytest

from incentives import consensus as cs
from incentives.consensus import misreports
from incentives.deviations import Deviation

ALL = cs.FiniteSet({0, 1, 2})


def first_common(reports):
    return cs.common_point(reports)


def likes_high(client, outcome):
    return -math.inf if outcome is None else outcome


def test_the_best_lie_is_found_and_told():
    lie = cs.best_misreport(first_common, [ALL, ALL], who=1, utility=likes_high)
    assert isinstance(lie, Deviation)
    assert (lie.who, lie.instead, dict(lie.gains)) == ({1}, "reports {2} instead of {0, 1, 2}", {1: 2})


def test_none_is_a_proof_in_finite_worlds():
    first_of_client_0 = lambda reports: min(reports[0])  # noqa: E731
    assert cs.best_misreport(first_of_client_0, [ALL, ALL], who=1, utility=likes_high) is None
    assert cs.best_misreport(first_of_client_0, [ALL, ALL], who=0, utility=likes_high).gains[0] == 2


def test_coalitions_must_all_gain():
    truths = [ALL, ALL, ALL]
    together = cs.best_misreport(cs.DepthRule(resists=1, select="lowest"), truths, who={0, 2}, utility=likes_high)
    assert dict(together.gains) == {0: 2, 2: 2}
    assert together.instead == "report {2} and {2} instead of {0, 1, 2} and {0, 1, 2}"
    opposed = lambda m, x: likes_high(m, x) if m == 0 else -likes_high(m, x)  # noqa: E731
    assert cs.best_misreport(cs.DepthRule(resists=1, select="lowest"), truths, who={0, 2}, utility=opposed) is None


def test_the_least_gain_counts():
    """Two clients gain differently; the report that is best for the worse off is returned."""
    table = {0: (0, 0), 1: (5, 1), 2: (2, 2)}
    utility = lambda m, x: -9 if x is None else table[x][m]  # noqa: E731
    lie = cs.best_misreport(first_common, [ALL, ALL], who=[0, 1], utility=utility)
    assert dict(lie.gains) == {0: 2, 1: 2}


def test_infinite_utilities():
    nothing = lambda reports: None  # noqa: E731
    assert cs.best_misreport(nothing, [ALL, ALL], who=0, utility=likes_high) is None
    silent_on_truth = lambda reports: None if reports[0] == ALL else 1  # noqa: E731
    assert cs.best_misreport(silent_on_truth, [ALL, ALL], who=0, utility=likes_high).gains[0] == math.inf


def test_candidates_on_the_line_hold_all_orders_of_ends():
    truths = [cs.Interval(0, 2), cs.Interval(None, 3)]
    found = misreports.candidate_reports(truths)
    places = [-1, 0, 1, 2, F(5, 2), 3, 4]
    assert found == [cs.Interval(a, b) for a, b in product(places, repeat=2) if a <= b]


def test_candidates_in_finite_worlds_are_all_sets():
    found = misreports.candidate_reports([cs.FiniteSet({"a"}), cs.FiniteSet({"b", "c"})])
    assert len(found) == len(set(found)) == 7


def test_only_the_given_reports_are_tried():
    lie = cs.best_misreport(first_common, [ALL, ALL], who=0, utility=likes_high, reports=[ALL, cs.FiniteSet({1})])
    assert lie.gains[0] == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: cs.best_misreport(first_common, [ALL], who=1, utility=likes_high),
            "who must be a whole number from 0 to 0, got 1",
        ),
        (lambda: cs.best_misreport(first_common, [ALL], who=[], utility=likes_high), "who must name"),
        (lambda: misreports.candidate_reports([]), "finite sets or all intervals"),
        (lambda: misreports.candidate_reports([cs.Interval(None, None)]), "finite sets or all intervals"),
        (lambda: misreports.candidate_reports([cs.FiniteSet(range(13))]), "at most 12 points"),
        (lambda: misreports.candidate_reports([ALL, cs.Interval(0, 1)]), "finite sets or all intervals"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
