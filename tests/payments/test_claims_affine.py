"""The affine maximizer, from definitions written out here: training runs are loops over lists of models."""

from fractions import Fraction
from itertools import permutations, product
from math import cosh, exp, log

import numpy as np
import pytest

from incentives import payments as pay

from .policy_slopes import policy_slopes

F = Fraction
MODELS = [[F(1), F(0), F(0)], [F(0), F(1), F(0)], [F(1, 4), F(1, 4), F(1, 2)], [F(1, 3)] * 3]
COSTS = [[F(0)] * 4, [F(1, 2), F(-1, 3), F(0), F(2, 7)]]
HALVES = [r for r in product((F(0), F(1, 2), F(1)), repeat=3) if max(r) == 1]


def mean(p, r):
    return sum(a * b for a, b in zip(p, r, strict=True))


def train(rewards, sizes, costs, order=range(4)):
    """The number of a best model; ties go to whichever comes first in `order`."""
    totals = [sum(w * mean(p, r) for w, r in zip(sizes, rewards, strict=True)) for p in MODELS]
    return max(order, key=lambda k: (totals[k] - costs[k], -list(order).index(k)))


def charge(i, rewards, sizes, costs, order=range(4)):
    keep = [j for j in range(len(sizes)) if j != i]
    rest = [rewards[j] for j in keep], [sizes[j] for j in keep]

    def others(k):
        return sum(w * mean(MODELS[k], r) for r, w in zip(*rest, strict=True)) - costs[k]

    chosen = train(rewards, sizes, costs, order)
    return chosen, others(train(*rest, costs, order)) - others(chosen)


@pytest.mark.backs("payments/definition-asw-without")
def test_the_own_report_does_not_enter():
    rng = np.random.default_rng(0)
    for _ in range(50):
        r = [[F(int(v), 7) for v in row] for row in rng.integers(0, 8, size=(3, 3))]
        w = [int(v) for v in rng.integers(1, 5, size=3)]
        whole = sum(w[j] * mean(MODELS[2], r[j]) for j in range(3)) - F(1, 3)
        rest = w[1] * mean(MODELS[2], r[1]) + w[2] * mean(MODELS[2], r[2]) - F(1, 3)
        assert whole - w[0] * mean(MODELS[2], r[0]) == rest
        moved = w[1] * mean(MODELS[2], [v + 1 for v in r[1]]) + w[2] * mean(MODELS[2], r[2]) - F(1, 3)
        assert moved == rest + w[1]  # it does depend on the rewards of others


@pytest.mark.backs("payments/equation-p-aff")
@pytest.mark.parametrize("costs", COSTS)
def test_payments_by_training_without_each_group(costs):
    rule = pay.AffineMaximizer(models=pay.FiniteModels(MODELS, costs))
    for rewards in product(HALVES[::3], HALVES[1::4], HALVES[::6]):
        sizes = [2, 1, 3]
        paid = rule(list(map(list, rewards)), sizes).payments
        by_hand = [charge(i, rewards, sizes, costs)[1] for i in range(3)]
        # ties may choose another model; payments then differ by the difference in valuations
        model = rule(list(map(list, rewards)), sizes).model
        mine = train(rewards, sizes, costs)
        for i in range(3):
            shift = sizes[i] * (mean(MODELS[model], rewards[i]) - mean(MODELS[mine], rewards[i]))
            assert paid[i] == by_hand[i] + shift


@pytest.mark.backs("payments/theorem-3-3-proof-change", "payments/theorem-3-3-proof-watching")
@pytest.mark.parametrize("costs", COSTS)
def test_the_equations_of_the_proof_in_numbers(costs):
    for true, told, other in product(HALVES[::3], HALVES[1::4], HALVES[::5]):
        utilities, welfare = [], []
        for report in (true, told):
            chosen, paid = charge(0, [report, other], [2, 3], costs)
            utilities.append(2 * mean(MODELS[chosen], true) - paid)
            welfare.append(2 * mean(MODELS[chosen], true) + 3 * mean(MODELS[chosen], other) - costs[chosen])
        assert utilities[1] - utilities[0] == welfare[1] - welfare[0] <= 0
        alone = train([other], [3], costs)
        rest = 3 * mean(MODELS[alone], other) - costs[alone]
        assert utilities[0] == welfare[0] - rest
        at_alone = 2 * mean(MODELS[alone], true) + rest
        assert welfare[0] >= at_alone
        assert utilities[0] >= at_alone - rest == 2 * mean(MODELS[alone], true) >= 0


@pytest.mark.backs("payments/theorem-3-3-dsic", "payments/new-any-model-set")
@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2), (2, 3, 1, 0)])
def test_no_lie_pays_whatever_the_ties(costs, order):
    reports = [*HALVES, (F(-3), F(1), F(8)), (F(10), F(0), F(-1, 9))]
    count = 0
    for true, other in product(HALVES[::4], HALVES[::5]):
        for size in (1, 2):
            chosen, paid = charge(0, [true, other], [size, 3], costs, order)
            honest = size * mean(MODELS[chosen], true) - paid
            for told, claimed in product(reports, (F(1), F(7, 2))):
                got, price = charge(0, [told, other], [claimed, 3], costs, order)
                assert size * mean(MODELS[got], true) - price <= honest
                count += 1
    assert count > 1200


@pytest.mark.backs("payments/theorem-3-3-dsic")
def test_no_lie_pays_under_kl_by_softmax():
    rng = np.random.default_rng(1)
    for _ in range(40):
        q, penalty = rng.dirichlet(np.ones(4)), rng.uniform(0.3, 2)

        def logsum(R, q=q, penalty=penalty):
            return penalty * log(sum(b * exp(x / penalty) for b, x in zip(q, R, strict=True)))

        def utility(true, told, others, q=q, penalty=penalty, logsum=logsum):
            weight = q * np.exp((told + others) / penalty)
            p = weight / weight.sum()
            paid = logsum(others) - logsum(told + others) + p @ told
            return p @ true - paid

        true, others = rng.uniform(0, 3, size=(2, 4))
        honest = utility(true, true, others)
        assert honest >= 0
        for told in rng.uniform(-2, 5, size=(50, 4)):
            assert utility(true, told, others) <= honest + 1e-12


@pytest.mark.backs("payments/theorem-3-3-ir", "payments/new-payment-bounds")
@pytest.mark.parametrize("costs", COSTS)
def test_watching_is_never_better_and_payments_are_bounded(costs):
    for rewards in product(HALVES[::2], HALVES[::3], HALVES[::5]):
        sizes = [1, 3, 2]
        for i in range(3):
            chosen, paid = charge(i, rewards, sizes, costs)
            keep = [j for j in range(3) if j != i]
            watched = train([rewards[j] for j in keep], [sizes[j] for j in keep], costs)
            worth = sizes[i] * mean(MODELS[chosen], rewards[i])
            alone = sizes[i] * mean(MODELS[watched], rewards[i])
            assert worth - paid >= alone >= 0
            assert 0 <= paid <= worth - alone <= sizes[i]


@pytest.mark.backs("payments/new-one-set-of-models")
def test_a_richer_set_for_the_others_drives_groups_away():
    """Final models: only (1, 0). The others could have had (0, 1), worth 4 to them."""
    own = (F(1), F(1, 2))
    others = (F(0), F(4))
    price = max(mean(p, others) for p in ([F(1), F(0)], [F(0), F(1)])) - mean([F(1), F(0)], others)
    assert own[0] - price < 0
    # and a poorer one does not
    poorer = mean([F(1, 2), F(1, 2)], (F(0), F(-4))) - mean([F(1), F(0)], (F(0), F(-4)))
    assert own[0] - poorer >= 0


@pytest.mark.backs("payments/new-kl-payments")
def test_three_ways_to_the_same_payment():
    rng = np.random.default_rng(2)
    for _ in range(30):
        q, penalty = rng.dirichlet(np.ones(6)), rng.uniform(0.2, 3)
        own, others = rng.uniform(-1, 3, size=(2, 6))
        p, p0 = q * np.exp((own + others) / penalty), q * np.exp(others / penalty)
        V, V0 = penalty * log(p.sum()), penalty * log(p0.sum())
        p, p0 = p / p.sum(), p0 / p0.sum()
        paid = penalty * (p @ np.log(p / p0))
        assert paid == pytest.approx(V0 - V + p @ own)
        assert paid == pytest.approx(p @ own + penalty * log(p @ np.exp(-own / penalty)))
        assert p @ own - paid == pytest.approx(penalty * log(p0 @ np.exp(own / penalty)))
        found = pay.AffineMaximizer(q, penalty=penalty)([own, others])
        assert found.payments[0] == pytest.approx(paid)


@pytest.mark.backs("payments/new-payment-hoeffding")
def test_payments_are_of_second_order():
    rng = np.random.default_rng(3)
    for _ in range(200):
        penalty = rng.uniform(0.1, 3)
        own, others = rng.uniform(0, rng.uniform(0.1, 6), size=(2, 5))
        paid = pay.AffineMaximizer(rng.dirichlet(np.ones(5)), penalty=penalty)([own, others]).payments[0]
        assert paid <= np.ptp(own) ** 2 / (8 * penalty) + 1e-12
    # nearly attained: two answers, even in the middle of the tilt
    w = 0.01
    paid = pay.AffineMaximizer([0.5, 0.5])([[w, 0], [0, 0.5 * w]]).payments[0]
    assert paid == pytest.approx(w**2 / 8, rel=1e-3)
    assert pay.AffineMaximizer([0.5, 0.5])([[3, 0], [0, 3]]).payments[0] == pytest.approx(log(cosh(1.5)))


@pytest.mark.backs("payments/new-payment-hoeffding")
def test_chi_squared_payments_inside_the_simplex():
    """Where nothing is at the boundary the payment is penalty times the chi-squared distance of two models."""
    q = [F(1, 6), F(1, 3), F(1, 2)]
    for own, other in product(HALVES[::2], HALVES[::3]):
        penalty = F(3)
        mean_own = mean(q, own)
        shift = [b * (a - mean_own) / (2 * penalty) for b, a in zip(q, own, strict=True)]
        by_hand = penalty * sum(s**2 / b for s, b in zip(shift, q, strict=True))
        rule = pay.AffineMaximizer(q, penalty=penalty, divergence=pay.ChiSquared())
        assert rule([list(own), list(other)]).payments[0] == by_hand


@pytest.mark.backs("payments/new-line-unimodal", "payments/new-size-monotone")
@pytest.mark.parametrize("costs", COSTS)
def test_one_peak_on_every_line_and_rising_payments(costs):
    ticks = [F(k, 3) for k in range(0, 8)]
    for start, true, other in product([(F(0),) * 3, *HALVES[::3]], HALVES[::2], HALVES[::5]):
        rows = []
        for t in ticks:
            told = [a + t * (b - a) for a, b in zip(start, true, strict=True)]
            chosen, paid = charge(0, [told, other], [2, 3], costs)
            rows.append((2 * mean(MODELS[chosen], true), paid))
        utilities = [v - paid for v, paid in rows]
        assert utilities[:4] == sorted(utilities[:4])
        assert utilities[3:] == sorted(utilities[3:], reverse=True)
        if start == (0, 0, 0):
            assert [v for v, _ in rows] == sorted(v for v, _ in rows)
            assert [paid for _, paid in rows] == sorted(paid for _, paid in rows)


@pytest.mark.backs("payments/new-mixture-not-monotone")
def test_insisting_on_the_difference_can_cost_the_common_favourite():
    """Interior chi-squared: dp = q (dR - mean dR) / 2, so the slopes are covariances under q."""
    q = [F(4, 10), F(4, 10), F(1, 10), F(1, 10)]
    mine, theirs = (F(2, 5), F(2, 5), F(0), F(1)), (F(0), F(0), F(0), F(1))

    def cov(a, b):
        return mean(q, [x * y for x, y in zip(a, b, strict=True)]) - mean(q, a) * mean(q, b)

    d = [a - b for a, b in zip(mine, theirs, strict=True)]
    assert cov(mine, d) < 0 < cov(d, d)
    # the same with KL, by softmax
    values = []
    for beta in (0.9, 1.0):
        R = [float(beta * a + (1 - beta) * b + b) for a, b in zip(map(float, mine), map(float, theirs), strict=True)]
        weight = [float(b) * exp(x) for b, x in zip(q, R, strict=True)]
        values.append(mean(weight, map(float, mine)) / sum(weight))
    assert values[0] == pytest.approx(0.603137, abs=1e-6)
    assert values[1] == pytest.approx(0.598460, abs=1e-6)
    curve = pay.mixture_curve(
        pay.AffineMaximizer([float(b) for b in q]),
        [list(mine), list(theirs)],
        who=0,
        other=1,
        shares=[0.9, 1.0],
    )
    assert curve.valuations == pytest.approx(values)
    assert curve.payments[0] > curve.payments[1]


@pytest.mark.backs("payments/new-marginal-payments")
@pytest.mark.parametrize("f", [pay.KL(), pay.reverse_kl(), pay.jensen_shannon()], ids=lambda f: f.name)
def test_marginal_payments_by_differences(f):
    rng = np.random.default_rng(4)
    q, penalty = rng.dirichlet(np.ones(4)), 1.3
    r1, r2 = rng.uniform(size=(2, 4))
    rule = pay.AffineMaximizer(q, penalty=penalty, divergence=f)

    def paid(R):
        return rule([R, r2]).payments[0]

    h = 1e-5
    H = policy_slopes(2 * r1 + r2, q, penalty=penalty, divergence=f)
    for x in range(4):
        e = h * np.eye(4)[x]
        assert (paid(2 * r1 + e) - paid(2 * r1 - e)) / (2 * h) == pytest.approx((H @ (2 * r1))[x], abs=1e-7)
    # along a mixture at share 0.7, size 2
    d = r1 - r2
    reported = [2 * ((0.7 + s) * r1 + (0.3 - s) * r2) for s in (-h, h)]
    H = policy_slopes(2 * (0.7 * r1 + 0.3 * r2) + r2, q, penalty=penalty, divergence=f)
    slope = (paid(reported[1]) - paid(reported[0])) / (2 * h)
    assert slope == pytest.approx(4 * (0.7 * d @ H @ d + r2 @ H @ d), abs=1e-7)
    kept = [2 * rule([R, r2]).policy @ r1 - paid(R) for R in reported]
    assert (kept[1] - kept[0]) / (2 * h) == pytest.approx((1 - 0.7) * 4 * d @ H @ d, abs=1e-7)


def test_orders_of_ties_differ():
    """The world above has ties that different orders break differently, so the tests mean something."""
    profiles = list(product(HALVES[::3], HALVES[::4]))
    orders = list(permutations(range(4)))
    tied = [p for p in profiles if len({train(p, [1, 1], COSTS[0], order) for order in orders}) > 1]
    assert len(tied) > 5
