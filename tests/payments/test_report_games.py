"""Reported games as tables: the truth is an equilibrium with payments, by our look, Nashpy's and pygambit's."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from incentives.payments import AffineMaximizer, ChiSquared, WithoutPayments
from incentives.payments.report_games import ReportGame, report_game

TRUTH, SIZES = [[1, 0, F(1, 2)], [0, 1, F(1, 5)]], [2, 1]
REPORTS = [[[F(3, 2), 0, 0], [0, 0, 1]], [[0, 2, 0], [1, 0, 0], [0, F(1, 2), F(1, 2)]]]
RULE = AffineMaximizer([F(1, 4), F(1, 4), F(1, 2)], divergence=ChiSquared())


def test_payoffs_are_those_of_the_mechanism_one_profile_at_a_time():
    game = report_game(RULE, TRUTH, REPORTS, SIZES)
    assert [payoff.shape for payoff in game.payoffs] == [(3, 4), (3, 4)]
    for a, b in product(range(3), range(4)):
        said = [[TRUTH[0], *REPORTS[0]][a], [TRUTH[1], *REPORTS[1]][b]]
        outcome = RULE(said, SIZES)
        for who in (0, 1):
            own = SIZES[who] * sum(r * p for r, p in zip(TRUTH[who], outcome.policy, strict=True))
            assert game.payoffs[who][a, b] == own - outcome.payments[who]


def test_with_payments_nobody_would_rather_lie_and_without_somebody_would():
    game = report_game(RULE, TRUTH, REPORTS, SIZES)
    assert all(game.deviation([0, b]) is None or game.deviation([0, b]).who == {1} for b in range(4))
    assert game.deviation([0, 0]) is None
    lie = report_game(WithoutPayments(RULE), TRUTH, REPORTS, SIZES).deviation([0, 0])
    assert lie.who == {0}
    assert lie.gains[0] > 0
    assert str(lie).startswith("0 reports number 1 instead of number 0")


def test_three_groups_and_one_that_says_nothing_else():
    game = report_game(RULE, [*TRUTH, [F(1, 3)] * 3], [*REPORTS, []])
    assert game.payoffs[0].shape == (3, 4, 1)
    assert game.deviation([0, 0, 0]) is None


def test_nashpy_finds_the_truth_among_the_equilibria():
    nashpy = pytest.importorskip("nashpy")
    game = report_game(RULE, TRUTH, REPORTS, SIZES)
    there = nashpy.Game(*(payoff.astype(float) for payoff in game.payoffs))
    found = [game.reports_of(equilibrium) for equilibrium in there.support_enumeration()]
    assert ({0: 1.0}, {0: 1.0}) in found
    # Every pure equilibrium that it finds is one by our own look too.
    assert all(game.deviation([min(one) for one in each]) is None for each in found if all(len(o) == 1 for o in each))
    free = report_game(WithoutPayments(RULE), TRUTH, REPORTS, SIZES)
    there = nashpy.Game(*(payoff.astype(float) for payoff in free.payoffs))
    assert ({0: 1.0}, {0: 1.0}) not in [free.reports_of(equilibrium) for equilibrium in there.support_enumeration()]


def test_pygambit_finds_the_truth_exactly():
    gambit = pytest.importorskip("pygambit")
    game = report_game(RULE, TRUTH, REPORTS, SIZES)
    make = getattr(gambit, "StrategicGame", gambit.Game).from_arrays  # version 17 has another name
    there = make(*game.payoffs)  # Fractions stay Fractions
    found = []
    for profile in gambit.nash.enumpure_solve(there).equilibria:
        mixed = [one for _, one in profile.mixed_strategies()] if hasattr(profile, "mixed_strategies") else profile
        found.append(game.reports_of([[p for _, p in one] for one in mixed]))
    ours = [p for p in product(range(3), range(4)) if game.deviation(p) is None]
    assert sorted(tuple(min(one) for one in each) for each in found) == ours
    assert (0, 0) in ours


def test_what_is_wrong_is_named():
    game = report_game(RULE, TRUTH, REPORTS, SIZES)
    for call, words in (
        (lambda: report_game(RULE, TRUTH, [[]]), "reports must hold a list for each of 2 groups, got 1"),
        (lambda: report_game(RULE, TRUTH, [[[1, 2]], []]), "reports of group 0 must have 3 rewards each"),
        (lambda: report_game(RULE, TRUTH, [3, []]), "reports of group 0 must be a list"),
        (lambda: report_game(len, TRUTH, REPORTS), "rule must be a mechanism"),
        (lambda: report_game(RULE, TRUTH, [[[1, 2, 3]] * 999] * 2), "reports must make at most 100000 profiles"),
        (lambda: game.deviation([0]), "profile must hold one report for each of 2 groups"),
        (lambda: game.deviation([0, 4]), "profile"),
        (lambda: game.reports_of([[1, 0, 0]]), "equilibrium must hold lists of"),
        (lambda: game.reports_of(len), "equilibrium must be a list"),
    ):
        with pytest.raises(ValueError, match=words):
            call()


def test_rounded_ties_are_ties():
    tied = ReportGame((np.array([[0.1 + 0.2, 0.3]]).T, np.zeros((2, 1))), ())
    assert tied.deviation([1, 0]) is None


@pytest.mark.parametrize(
    "first",
    [
        [1, float("nan"), 0],
        [1, 1, 0],
        [2, -1, 0],
        [True, False, False],
        ["1", "0", "0"],
        [1j, 1, 0],
        {0: 1, 1: 0, 2: 0},
    ],
)
def test_an_equilibrium_of_no_probabilities_is_refused(first):
    game = report_game(RULE, TRUTH, REPORTS, SIZES)
    with pytest.raises(ValueError, match="equilibrium"):
        game.reports_of([first, [1, 0, 0, 0]])


def test_exact_and_rounded_equilibria_come_back_as_they_are():
    game = report_game(RULE, TRUTH, REPORTS, SIZES)
    assert game.reports_of([[F(1, 3), F(2, 3), 0], [0, 1, 0, 0]]) == ({0: F(1, 3), 1: F(2, 3)}, {1: 1})
    assert game.reports_of((np.array([0.5, 0.5, 0]), np.array([1.0, 0, 0, 0]))) == ({0: 0.5, 1: 0.5}, {0: 1.0})
