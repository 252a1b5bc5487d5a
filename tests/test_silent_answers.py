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
from incentives.consensus.infeasible_subsets import deletion_filter, quickxplain
from incentives.consensus.loss_oracle import LossOracle
from incentives.consensus.quadratics import weighted_minimum
from incentives.consensus.redundancy import unguarded_split
from incentives.consensus.utilities import others_suffer, violation
from incentives.payments.equivalence import jumps, pull
from incentives.payments.misreports import false_names
from incentives.payments.report_curves import report_curve
from incentives.rewards.annealing import Logarithmic
from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import stable_ratios
from incentives_book.coalitions.precision_and_prefixes import (
    error_beside,
    favourite_coalitions,
    indifference_noise,
)
from incentives_book.coalitions.weighing_everybody import james_stein_error, james_stein_total
from incentives_book.consensus.fewer_calls import hulls_meet
from incentives_book.consensus.how_many_rounds import expected_square
from incentives_book.payments.noisy_rewards.sampled_valuations import (
    SampledGame,
    reweighted_reward,
    samples_needed,
    sampling_gain_bound,
)
from incentives_book.payments.why_payments import marginal_gain
from incentives_book.rewards.does_annealing_find_the_best import MetropolisChain
from incentives_book.rewards.local_sgd_runs import QuadraticClients
from incentives_book.rewards.training_at_random_widths import (
    Quadratic as RandomWidthQuadratic,
    nested_masks,
    width_averaged,
)
from incentives_book.rewards.what_a_narrow_network_keeps.layers import Dense
from incentives_book.rewards.what_a_narrow_network_keeps.slicing import (
    network_masks,
    restrict_network,
    slice_network,
)
from incentives_book.rewards.who_would_contribute_less import (
    EqualGains,
    FixedGain,
    best_report,
    contribution_deviation,
)

NAN = float("nan")
PAIR = [cs.Quadratic([[2]], [0], 1), cs.Quadratic([[2]], [1], 1)]
SETS = [cs.FiniteSet({0, 1}), cs.FiniteSet({0}), cs.FiniteSet({0})]
LOSSES = [cs.TableLoss({0: 0, 1: 0}), cs.TableLoss({0: 0, 1: 1})]
HALF, TRUTH = [0.5, 0.5], [[1.0, 0.5], [0.0, 1.0]]
RULE = pay.AffineMaximizer(HALF)
MODELS = pay.AffineMaximizer(models=pay.FiniteModels([[1, 0], [0, 1]], [0, 0]))
COUNTS = {"small": 5, "large": 25, "noise": 10, "spread": 1}


PARABOLA = RandomWidthQuadratic([[1, 0], [0, 1]], [1, 1])


def parabolas(x):
    away = x[0] - np.array([0.0, 1.0, 4.0])
    return away**2 - 1, 2 * away[:, None]


# By their numbers in the list of 59 groups.
CLOSED = {
    "14 negative weights prove nothing": (lambda: weighted_minimum(PAIR, [-1, 1]), ("weights must hold 2 numbers of at least "
    ""
    ""
    ""
    ""
    ""
    "0")),
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
    "24 a report of letters": (lambda: FiniteOracle(["ab", {1}]), ("reports, each a collection of points, must be a list|reports, "
    ""
    ""
    ""
    ""
    ""
    "each")),
    "25 no family": (lambda: quickxplain(lambda some: False, []), "members must be an infeasible family"),
    "26 losses of others": (lambda: LossOracle(parabolas, clients=9, start=(0.0,), modulus=2.0), ("losses must give one excess for each of "
    ""
    ""
    ""
    ""
    ""
    "9")),
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
    "19 a negative variance": (lambda: expected_square(F(1, 2), 1, -1, 2, start=4), "noise must be a variance"),
    "19 rounds before the first": (lambda: expected_square(F(1, 2), 1, 1, -1, start=4), "rounds must be a whole number"),
    "19 complex": (lambda: expected_square(1j, 1, 1, 1, start=4), "shrink must be a number"),
    "21 letters": (lambda: hulls_meet([[["a"]]]), "hulls must be exact"),
    "21 points of two dimensions": (lambda: hulls_meet([[(0, 0)], [(1,)]]), "hulls must hold points of one dimension"),
    "25 a family that is content": (lambda: quickxplain(lambda some: False, range(3)), "members must be an infeasible family"),
    "25 a witness that is content": (lambda: deletion_filter(lambda some: False, range(3)), "witness must be an infeasible family"),
    "26 a modulus that is too large": (lambda: LossOracle(parabolas, clients=3, start=(0.0,), modulus=50.0), "modulus must be one of strong"),
    "26 an infinite modulus": (lambda: LossOracle(parabolas, clients=3, start=(0.0,), modulus=float("inf")), "modulus must be"),
    "29 valuations of counts": (lambda: pay.Preferences(TRUTH, [1, 1]).valuations([30, 70]), "policy must hold probabilities"),
    "29 valuations of less": (lambda: pay.Preferences(TRUTH, [1, 1]).valuations([-1, 2]), "policy must hold probabilities"),
    "29 weights of counts": (lambda: marginal_gain.response_weights([30, 70], HALF), "policy must hold probabilities"),
    "29 slopes of counts": (lambda: marginal_gain.valuation_slopes([1, 0], [30, 70], HALF), "policy must hold probabilities"),
    "29 gain of counts": (lambda: marginal_gain.marginal_gain([1, 0], [30, 70], HALF), "policy must hold probabilities"),
    "33 slopes that are no numbers": (lambda: marginal_gain.small_lie([1, 0.5], [NAN, NAN]), "slopes must be"),
    "34 another domain": (lambda: marginal_gain.printed_cases([1, 0], HALF, normalised="bogus"), "normalised must be"),
    "34 a reward that is no number": (lambda: marginal_gain.printed_cases([1, NAN], HALF, normalised="max"), "reward must be"),
    "34 a weight that is no number": (lambda: marginal_gain.printed_cases([1, 0], [NAN, 1], normalised="max"), "weights must be"),
    "35 a mixture with nobody": (lambda: pay.mixture_curve(RULE, TRUTH, who=0, other=None, shares=HALF), "other must be a whole number"),
    "35 a mixture with True": (lambda: pay.mixture_curve(RULE, TRUTH, who=0, other=True, shares=HALF), "other must be a whole number"),
    "35 offers to True": (lambda: RULE.offers(TRUTH, [1, 1], who=True, reports=[[1, 0]]), "who, a group, must be"),
    "36 labels of another length": (lambda: report_curve(RULE, TRUTH, who=0, reports=[[1, 0]], parameters=[1, 2]), "parameters must hold one"),
    "36 beyond the end of the way": (lambda: pull(RULE, TRUTH, who=0, start=1, at=[3]), "at must be shares of the way"),
    "36 a start below nothing": (lambda: pull(RULE, TRUTH, who=0, start=-1, at=[0.5]), "start must be a reward"),
    "38 outcomes that never come": (lambda: reweighted_reward([1.0, 1.0], [0.0, 0.0], [1, 1]), "reference must give every outcome"),
    "38 half a draw": (lambda: reweighted_reward([1.0, 1.0], HALF, [1.5, 1]), "counts must be whole numbers"),
    "39 members in letters": (lambda: SampledGame([[1, 0], [0, 1]], [0, 0], [1, 0], size="3", samples=1), "size must be a whole number"),
    "39 no samples": (lambda: SampledGame([[1, 0], [0, 1]], [0, 0], [1, 0], size=1, samples=None), "samples must be a whole number"),
    "39 no probabilities": (lambda: SampledGame([[3, 0], [0, 1]], [0, 0], [1, 0], size=1, samples=1), "policies must hold probabilities"),
    "41 models that are no number": (lambda: sampling_gain_bound(models=NAN, samples=10), "models must be a whole number"),
    "41 half a sample": (lambda: sampling_gain_bound(models=3, samples=1.5), "samples must be a whole number"),
    "41 half a member": (lambda: samples_needed(0.1, models=3, size=1.5), "size must be a whole number"),
    "43 a gain that is no number": (lambda: FixedGain(NAN, F(9, 10))([F(1, 2)]), ("gain and best must be ints and "
    "Fractions")),
    "43 a contribution that is no number": (lambda: FixedGain(F(1, 10), F(9, 10))([NAN]), ("contributions must be ints and "
    "Fractions")),
    "43 a best that is no number": (lambda: EqualGains(NAN)([F(1, 2)]), "best must be ints and Fractions"),
    "44 a rule of another length": (lambda: best_report(lambda c: [F(9)] * 3, [F(1, 2), F(1, 3)], [F(1, 4)], who=0), "one level per client"),
    "45 nobody": (lambda: contribution_deviation(EqualGains(F(9, 10)), [], [F(1, 4)]), "abilities must be"),
    "46 a negative variance": (lambda: rw.Cost("ratio").of_moments(1, -1), "variance must be"),
    "46 a variance that is no number": (lambda: rw.Cost("ratio").of_moments(1.0, NAN), "variance must be"),
    "46 sums of nobody": (lambda: rw.Cost("ratio").of_sums(1, 2, 0), "N must be a whole number"),
    "46 sums of less than nobody": (lambda: rw.Cost("ratio").of_sums(1, 2, -1), "N must be a whole number"),
    "46 a negative square": (lambda: rw.Cost("ratio").of_sums(1.0, -2.0, 2), "Q must be a sum of squares"),
    "47 text for numbers": (lambda: rw.balanced_accuracy(["0", "1"], [0, 1]), "labels must be classes"),
    "47 no number": (lambda: rw.balanced_accuracy([0, 1], [NAN, 1.0]), "predictions must be classes"),
    "47 probabilities": (lambda: rw.balanced_accuracy([0, 1], [0.2, 0.8]), "predictions must be classes"),
    **{
        f"48 {name} of {inputs} inputs": (
            lambda function=function, inputs=inputs: function([Dense(np.ones((4, 2)), np.ones(4))], 0.5, inputs=inputs), "inputs must be")
        for name, function in (("slice", slice_network), ("restriction", restrict_network), ("masks", network_masks))
        for inputs in (-1, 1, 9)
    },
    "49 a mask of 2": (lambda: width_averaged(PARABOLA, [(2, 0), (1, 1)], [F(1, 2)] * 2), "masks must hold 0 and 1"),
    "49 half a coordinate": (lambda: nested_masks(3, [2.5]), "kept must be a whole number"),
    "50 a chance that is no number": (lambda: MetropolisChain([1, 2], [[NAN, 1], [1, 0]]), "proposals from state 0"),
    "50 an optimum that is no number": (lambda: QuadraticClients([[[1.0]]], [[NAN]]), "hessians and optima must be finite"),
    "51 letters": (lambda: RandomWidthQuadratic([["a"]], ["b"]), "entries must be exact"),
    "51 nothing": (lambda: RandomWidthQuadratic([[None]], [None]), "entries must be exact"),
    "55 a variance that nobody needs": (lambda: error_beside(5, [], noise=1, spread=NAN), "spread must be"),
    "55 a federation that nobody needs": (lambda: error_beside(5, [], noise=1, spread=1, federation="bogus"), "federation must be"),
    "56 letters for a count": (lambda: indifference_noise(small=3, large=9, smalls="3", larges=1, spread=1), "smalls must be"),
    "56 half a player": (lambda: indifference_noise(small=3, large=9, smalls=3, larges=1.5, spread=1), "larges must be a whole number"),
    "56 half a dimension": (lambda: same_size_threshold(1.5, noise=10, spread=1), "dimension must be a whole number"),
    "57 True is no player": (lambda: favourite_coalitions([30, 30, 300], True, noise=10, spread=1), "player must be a whole number"),
    "58 a set of sizes": (lambda: stable_ratios({5, 7}, co.Partition([[0, 1]])), "sizes must be a list"),
    "58 a set of means": (lambda: james_stein_total({1, 2, 3}, variance=1), "means must be a list"),
    "58 True owns nothing": (lambda: james_stein_error([1, 2, 3], True, variance=1), "owner must be a whole number"),
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
