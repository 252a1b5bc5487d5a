"""Repairs of mechanisms whose models depend on reports, from formulas written out here."""

from fractions import Fraction
from itertools import product
from math import exp, log, sqrt

import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments import training_on_reports as repairs
from incentives_book.payments.who_chooses_the_models.copies import Copies

F = Fraction
THIRD = [F(1, 3)] * 3
RIVAL = (F(0), F(0), F(1))
HALVES = [r for r in product((F(0), F(1, 2), F(1)), repeat=3) if max(r) == 1]


def train(q, R, penalty):
    """Perfect training under chi-squared."""
    middle = sum(a * b for a, b in zip(q, R, strict=True))
    return [a * (1 + (r - middle) / (2 * penalty)) for a, r in zip(q, R, strict=True)]


def welfare(p, q, R, penalty):
    gain = sum(x * r for x, r in zip(p, R, strict=True))
    return gain - penalty * sum((x - a) ** 2 / a for x, a in zip(p, q, strict=True))


@pytest.mark.backs("payments/new-runs-without")
def test_a_legal_group_can_regret_taking_part():
    q, r1, r2 = [F(49, 100), F(49, 100), F(1, 50)], (0, 0, 1), (0, 1, 0)
    table = [q, train(q, [2 * x for x in r1], 1), train(q, [2 * x for x in r2], 1)]
    without = [q, train(q, list(r2), 1)]
    both = [x + y for x, y in zip(r1, r2, strict=True)]
    alone = max(welfare(p, q, r2, 1) for p in without)
    kept = max(welfare(p, q, both, 1) for p in table) - alone
    lost = alone - max(welfare(p, q, r2, 1) for p in table)
    assert (kept, lost) == (F(-1699, 40000), F(2499, 40000))
    game = Copies(q, (1, 1), divergence="chi-squared")
    assert repairs.kept_with_a_run_without(game, [r1, r2]) == (kept, lost)


@pytest.mark.backs("payments/new-naive-payments")
def test_the_formula_of_the_optimum_differs_by_a_divergence_and_a_ratio():
    rng = np.random.default_rng(3)
    for _ in range(50):
        penalty = rng.uniform(0.3, 2)
        q, p = rng.dirichlet(np.ones(4)), rng.dirichlet(np.ones(4))
        mine, others = rng.uniform(0, 3, size=(2, 4))
        best = q * np.exp((mine + others) / penalty)
        best /= best.sum()

        def kl(a, b):
            return (a * np.log(a / b)).sum()

        left = penalty * log(q @ np.exp(others / penalty)) - (p @ others - penalty * kl(p, q))
        naive = p @ mine + penalty * log(p @ np.exp(-mine / penalty))
        slip = penalty * log((best @ np.exp(-mine / penalty)) / (p @ np.exp(-mine / penalty)))
        assert left == pytest.approx(naive + penalty * kl(p, best) + slip, abs=1e-10)
        spread = np.ptp(mine) / penalty
        assert abs(slip) <= penalty * log(1 + (exp(spread) - 1) * sqrt(kl(p, best) / 2)) + 1e-12
        assert pay.payments_from_policy(p, [mine, others], reference=q, penalty=penalty)[0] == pytest.approx(left)
        assert pay.payments_from_policy(p, [mine, others], penalty=penalty, optimal=True)[0] == pytest.approx(naive)


@pytest.mark.backs("payments/new-naive-payments", "payments/new-repaired-payments")
@pytest.mark.parametrize("d", [F(1, 10), F(1, 100), F(1, 1000)])
def test_the_smallest_lie_gains_the_root_of_what_is_missed(d):
    tie = repairs.near_two_thirds(d)
    low, high = map(float, tie.models)
    t, lie = float(tie.below), float(tie.above)

    def cost(p):
        return p * log(2 * p) + (1 - p) * log(2 * (1 - p))

    assert low * t - cost(low) > high * t - cost(high)
    assert high * lie - cost(high) > low * lie - cost(low)

    def naive(p, said):
        return p * t - (p * said + log(p * exp(-said) + 1 - p))

    missed = log((1 + exp(t)) / 2) - (low * t - cost(low))
    found = repairs.across_the_tie(tie)
    assert float(found.naive.mid) == pytest.approx(naive(high, lie) - naive(low, t), abs=1e-12)
    assert float(found.repaired.mid) == pytest.approx((high * t - cost(high)) - (low * t - cost(low)), abs=1e-12)
    assert float(found.missed.mid) == pytest.approx(missed, abs=1e-12)
    assert naive(high, lie) - naive(low, t) > float(d) > missed
    assert missed < 3 * float(d) ** 2


@pytest.mark.backs("payments/new-repaired-payments")
def test_a_careless_run_lets_a_lie_gain_at_most_what_it_missed():
    game, share = Copies(THIRD, (2, 1), penalty=2, divergence="chi-squared"), F(1, 4)

    def run(told):
        best = train(THIRD, [2 * x + y for x, y in zip(told, RIVAL, strict=True)], 2)
        return [(1 - share) * p + share * F(1, 3) for p in best]

    alone = welfare(train(THIRD, RIVAL, 2), THIRD, RIVAL, 2)
    gained = set()
    for own, lie in product(HALVES, repeat=2):
        total = [2 * x + y for x, y in zip(own, RIVAL, strict=True)]
        utility = {}
        for told in (own, lie):
            p = run(told)
            paid = alone - welfare(p, THIRD, RIVAL, 2)
            utility[told] = 2 * sum(x * y for x, y in zip(p, own, strict=True)) - paid
            assert paid >= 0
        missed = welfare(train(THIRD, total, 2), THIRD, total, 2) - welfare(run(own), THIRD, total, 2)
        found = repairs.one_run(game, own, lie, RIVAL, share)
        assert (found.kept, found.gain, found.missed) == (utility[own], utility[lie] - utility[own], missed)
        assert found.gain <= missed
        assert found.kept >= -missed
        gained.add(found.gain > 0)
    assert gained == {True, False}


@pytest.mark.backs("payments/new-appeals")
def test_truth_with_a_lie_as_appeal_does_at_least_as_well_as_the_lie():
    game = Copies(THIRD, (2, 1), penalty=2, divergence="chi-squared")
    court = repairs.Appeals(game, RIVAL)

    def total(r):
        return [2 * x + y for x, y in zip(r, RIVAL, strict=True)]

    def table(told):
        return [THIRD, *(train(THIRD, [3 * x for x in r], 2) for r in (told, RIVAL))]

    def brought(own, told, *appeals):
        models = [p for said in (told, *appeals) for p in table(said)]
        return welfare(max(models, key=lambda p: welfare(p, THIRD, total(told), 2)), THIRD, total(own), 2)

    needed = False
    for own, lie in product([*HALVES[::3], (F(1, 4), F(1), F(0)), (F(1, 2), F(1), F(3, 4))], repeat=2):
        assert court.utility(own, lie, []) == brought(own, lie)
        assert brought(own, own, lie) == court.utility(own, own, [lie]) >= brought(own, lie)
        needed |= brought(own, own) < brought(own, lie)
    assert needed


@pytest.mark.backs("payments/new-public-basis")
def test_the_nearest_grid_point_misses_no_more_than_the_bound():
    rng = np.random.default_rng(8)
    q, basis = rng.dirichlet(np.ones(6)), rng.uniform(size=(2, 6))
    W, loss = 10, 0.5
    steps = int(sqrt(repairs.basis_models(W, 2, F(1, 2)))) - 1
    grid = np.linspace(0, W, steps + 1)
    for _ in range(40):
        R = rng.uniform(0, W, 2) @ basis
        best = log(q @ np.exp(R))
        missed = []
        for c in product(grid, repeat=2):
            p = q * np.exp(np.array(c) @ basis)
            p /= p.sum()
            missed.append(best - (p @ R - p @ np.log(p / q)))
        assert min(missed) <= loss


@pytest.mark.backs("payments/new-retrained-runs")
def test_the_best_lie_is_read_off_the_record():
    pytest.importorskip("torch")
    from incentives_book.study import retraining

    record = {"reports": ["truth", "beta 0.5", "power 0.8"]}
    game = {"kept": {"x": [1.0, 1.25, 0.5]}}
    assert retraining.best_lie(record, game, "x") == ("beta 0.5", 0.25)
    own, other = np.array([1.0, 0.25]), np.array([0.0, 1.0])
    told = retraining.reports(own, other)
    assert told["beta 0.5"].tolist() == [0.5, 0.625]
    assert told["power 0.8"] == pytest.approx([1, 0.25**0.8])


def test_a_tie_that_does_not_separate_the_models_is_refused():
    low, high = F(3, 5), F(4, 5)
    with pytest.raises(ValueError, match="both sides of the tie"):
        repairs.across_the_tie(repairs.Tie(F(1, 10), F(1, 5), (low, high)))


@pytest.mark.backs("payments/new-retrained-runs")
def test_a_tiny_retraining_run_obeys_the_theorems():
    pytest.importorskip("torch")
    from incentives_book.study import retraining
    from incentives_book.study.fine_tuning import Setting

    tiny = Setting("conflicting", longest=2, width=8, layers=1, corpus=50, fit_steps=5, tune_steps=5, shares=3)
    record = retraining.run(tiny)
    fixed, _, _, repaired = retraining.SCHEMES
    for game in record["games"]:
        assert all(len(kept) == len(record["reports"]) for kept in game["kept"].values())
        assert retraining.best_lie(record, game, fixed)[1] <= 1e-6
        assert retraining.best_lie(record, game, repaired)[1] <= game["loss"]["total run"] + 2e-6
        assert min(game["loss"].values()) >= 0
