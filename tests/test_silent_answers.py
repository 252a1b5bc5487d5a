"""Answers that came silently and wrong once, each refused now by a ValueError that says what is allowed."""

from fractions import Fraction as F

import numpy as np
import pytest

from incentives import coalitions as co, consensus as cs, payments as pay, rewards as rw
from incentives.coalitions.regression import gaussian_costs, same_size_threshold
from incentives.coalitions.two_sizes import coarse_error_by_counts, uniform_error_by_counts
from incentives.consensus.agreement import breach
from incentives.consensus.dual_weights import dual_weights
from incentives.consensus.finite_oracle import FiniteOracle
from incentives.consensus.helly_mechanism import worst_case_calls
from incentives.consensus.infeasible_subsets import quickxplain
from incentives.consensus.loss_oracle import LossOracle
from incentives.consensus.quadratics import weighted_minimum
from incentives.consensus.redundancy import unguarded_split
from incentives.consensus.utilities import others_suffer, violation
from incentives.payments.equivalence import jumps
from incentives.payments.misreports import false_names
from incentives.rewards.annealing import Logarithmic

NAN = float("nan")
PAIR = [cs.Quadratic([[2]], [0], 1), cs.Quadratic([[2]], [1], 1)]
SETS = [cs.FiniteSet({0, 1}), cs.FiniteSet({0}), cs.FiniteSet({0})]
LOSSES = [cs.TableLoss({0: 0, 1: 0}), cs.TableLoss({0: 0, 1: 1})]
HALF, TRUTH = [0.5, 0.5], [[1.0, 0.5], [0.0, 1.0]]
RULE = pay.AffineMaximizer(HALF)
MODELS = pay.AffineMaximizer(models=pay.FiniteModels([[1, 0], [0, 1]], [0, 0]))
COUNTS = {"small": 5, "large": 25, "noise": 10, "spread": 1}


def parabolas(x):
    away = x[0] - np.array([0.0, 1.0, 4.0])
    return away**2 - 1, 2 * away[:, None]


# By their numbers in the list of 59 groups.
CLOSED = {
    "14 negative weights prove nothing": (lambda: weighted_minimum(PAIR, [-1, 1]), "weights must hold 2 numbers of at least 0"),
    "15 too few utilities": (
        lambda: breach(lambda sets: 0, SETS, utilities=[lambda x: x], agreed=SETS[1], nothing=0), "utilities must hold one per client"),
    "15 no reports": (
        lambda: breach(lambda sets: 0, SETS, utilities=[lambda x: x] * 3, agreed=SETS[1], nothing=0, reports=[]), "reports must hold"),
    "16 verify without an answer": (lambda: cs.LeaveOneOut()(SETS, lambda point: None), "verify must return the clients"),
    "16 verify says yes": (lambda: cs.LeaveOneOut()(SETS, lambda point: True), "verify must return the clients"),
    "17 fewer sets than clients": (lambda: cs.LeaveOneOut()(SETS, cs.Trusted(SETS[:2])), "verify must test the 3 clients"),
    "18 a start that is no number": (lambda: dual_weights(parabolas, [NAN]), "start must be finite"),
    "18 an infinite gap": (lambda: dual_weights(parabolas, [0.0], gap=float("inf")), "gap must be"),
    "18 half a step": (lambda: dual_weights(parabolas, [0.0], iterations=1.5), "iterations must be a whole number"),
    "20 clients that are no number": (lambda: worst_case_calls(clients=NAN, helly=2), "clients must be a whole number"),
    "20 half a witness": (lambda: worst_case_calls(clients=5, helly=1.5), "helly must be a whole number"),
    "22 the last client": (lambda: others_suffer(LOSSES, -1, 1, 0), "who must be a whole number from 0 to 1"),
    "22 nobody": (lambda: violation(lambda x: 0, LOSSES, 1, who=9, points=[0, 1]), "who must be a whole number"),
    "23 mixed worlds": (lambda: unguarded_split([*SETS[:2], cs.Interval(0, 1)]), "one kind of world"),
    "24 letters": (lambda: FiniteOracle("ab"), "reports must be a list"),
    "24 a report of letters": (lambda: FiniteOracle(["ab", {1}]), "reports, each a collection of points, must be a list|reports, each"),
    "25 no family": (lambda: quickxplain(lambda some: False, []), "members must be an infeasible family"),
    "26 losses of others": (lambda: LossOracle(parabolas, clients=9, start=(0.0,), modulus=2.0), "losses must give one excess for each of 9"),
    "28 counts": (lambda: pay.payments_from_policy([30, 70], TRUTH, reference=HALF), "policy must hold probabilities"),
    "28 too little": (lambda: pay.payments_from_policy([0.5, 0.1], TRUTH, reference=HALF), "policy must hold probabilities"),
    "28 negative": (lambda: pay.payments_from_policy([-1.0, 2.0], TRUTH, reference=HALF), "policy must hold probabilities"),
    "30 rewards that are no numbers": (
        lambda: pay.best_response_without_payments([[NAN, 0.0], [0.0, 1.0]], [1, 1], HALF, who=0), "rewards must be finite"),
    "30 the last group": (lambda: pay.best_response_without_payments(TRUTH, [1, 1], HALF, who=-1), "who must be a whole number"),
    "31 false names of the last": (lambda: false_names(RULE, TRUTH, [2, 1], who=-1, parts=[1, 1]), "who must be a whole number"),
    "32 tolerance": (lambda: pay.best_misreport(RULE, TRUTH, who=0, tolerance=NAN), "tolerance must be a finite number"),
    "32 a report of one outcome": (lambda: pay.best_misreport(RULE, TRUTH, who=0, reports=[([1.0], 1)]), "reports must hold rewards of 2"),
    "36 jumps of the last": (lambda: jumps(MODELS, [[1, 0], [0, 1]], [3, 2], who=-1), "who must be a whole number"),
    "42 a divergence by name": (lambda: pay.best_policy([1.0, 0.0], HALF, divergence="KL"), "divergence must be a Divergence"),
    "42 a divergence by class": (lambda: pay.value([1.0, 0.0], HALF, divergence=pay.KL), "divergence must be a Divergence"),
    "52 no steps": (lambda: Logarithmic(1.0).temperatures(-1), "steps must be a whole number"),
    "53 negative spread": (lambda: uniform_error_by_counts(5, 2, 1, **{**COUNTS, "spread": -1}), "spread must be > 0"),
    "53 negative noise": (lambda: coarse_error_by_counts(5, 2, 1, **{**COUNTS, "noise": -1}), "noise must be > 0"),
    "53 negative count": (lambda: uniform_error_by_counts(5, -1, 2, **COUNTS), "s must be a count"),
    "53 nobody there": (lambda: coarse_error_by_counts(5, 0, 0, **COUNTS), "at least one player"),
    "54 not symmetric": (lambda: gaussian_costs([10, 10], covariances=[[1, 2], [0, 1]]), "covariances must be symmetric"),
    "54 negative": (lambda: gaussian_costs([10, 10], covariances=[[-1, 0], [0, -1]]), "covariances must be greater than 0"),
    "56 text": (lambda: same_size_threshold("3", noise=10, spread=1), "dimension must be numbers"),
    "59 a rule that gives too few": (
        lambda: co.expected_errors([5, 5], noise=10, spread=1, federation=lambda sizes, **_: [1]), "one error for each of 2 members"),
    "59 a rule that gives words": (
        lambda: co.expected_errors([5, 5], noise=10, spread=1, federation=lambda sizes, **_: "no"), "errors from the federation must be"),
    "booleans as variances": (lambda: co.uniform_errors([5, 5], noise=True, spread=1), "noise must be numbers"),
    "booleans as gains": (lambda: rw.mean_collaboration_gain([True, 1], [0, 0]), "levels must be numbers"),
}  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_what_was_answered_wrong_is_refused(name):
    call, words = CLOSED[name]
    with pytest.raises(ValueError, match=words):
        call()


def test_verify_may_return_a_list():
    told = cs.LeaveOneOut()([*SETS[:2], cs.FiniteSet({1})], lambda point: sorted(cs.Trusted(SETS)(point)))
    assert told == cs.LeaveOneOut()([*SETS[:2], cs.FiniteSet({1})], cs.Trusted(SETS))
    assert told.point == 0


def test_positive_weights_still_prove_that_sets_do_not_meet():
    apart = [cs.Quadratic([[2]], [0], 1), cs.Quadratic([[2]], [4], 1)]
    assert weighted_minimum(apart, [F(1, 2), F(1, 2)])[1] == 3
