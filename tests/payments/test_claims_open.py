"""What the payments leave open: budget, fees, names and pacts, from formulas written out here."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import exp, log

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments import misreports, report_curves
from incentives_book.payments import revenue

F = Fraction


def mean(p, r):
    return sum(a * b for a, b in zip(p, r, strict=True))


def logsum(R, q, penalty):
    return penalty * log(sum(b * exp(x / penalty) for b, x in zip(q, R, strict=True)))


def tilt(R, q, penalty):
    weight = np.asarray(q) * np.exp(np.asarray(R) / penalty)
    return weight / weight.sum()


MODELS = [[F(1), F(0), F(0)], [F(0), F(1), F(0)], [F(0), F(1, 2), F(1, 2)], [F(1, 3)] * 3]
COSTS = [F(1, 2), F(1, 3), F(1, 4), F(0)]
HALVES = [r for r in product((F(0), F(1, 2), F(1)), repeat=3) if max(r) == 1]


def values(R):
    return [mean(p, R) - c for p, c in zip(MODELS, COSTS, strict=True)]


@pytest.mark.backs("payments/new-one-group")
@pytest.mark.parametrize(
    "f",
    [pay.KL(), pay.ChiSquared(), pay.TotalVariation(), pay.reverse_kl(), pay.jensen_shannon()],
    ids=lambda f: f.name,
)
def test_a_single_group_pays_the_divergence(f):
    rng = np.random.default_rng(0)
    for _ in range(10):
        q, penalty = rng.dirichlet(np.ones(4)), rng.uniform(0.3, 2)
        outcome = pay.AffineMaximizer(q, penalty=penalty, divergence=f)([rng.uniform(size=4)], [3])
        cost = (q * np.where(outcome.policy > 0, f.f(np.maximum(outcome.policy, 1e-300) / q), f.value_at_zero)).sum()
        assert outcome.payments[0] == pytest.approx(penalty * cost, abs=1e-9)


@pytest.mark.backs("payments/new-crowds")
@pytest.mark.parametrize("penalty", [0.5, 1.0, 2.0])
def test_identical_groups(penalty):
    E = exp(1 / penalty)
    sums = []
    for n in range(1, 25):
        paid = penalty * log((1 + E ** (n - 1)) / 2) - penalty * log((1 + E**n) / 2) + E**n / (1 + E**n)
        u = E**-n
        assert paid == pytest.approx(penalty * log((1 + E * u) / (1 + u)) - u / (1 + u), abs=1e-12)
        assert -1e-12 <= paid <= (penalty * (E - 1) - 1) * u + 1e-12
        library = pay.AffineMaximizer([0.5, 0.5], penalty=penalty)([[1, 0]] * n).payments
        assert library == pytest.approx([paid] * n, abs=1e-12)
        sums.append(n * paid)
    assert sums[-1] < 0.01
    assert max(sums) > 10 * sums[-1]


@pytest.mark.backs("payments/new-budget")
def test_nothing_is_collected_exactly_if_nobody_matters():
    zero = 0
    for trio in product(HALVES[::2], HALVES[::3], HALVES[1::4]):
        R = [sum(column) for column in zip(*trio, strict=True)]
        chosen = max(range(4), key=values(R).__getitem__)
        total, needless = F(0), True
        for r in trio:
            rest = values([a - b for a, b in zip(R, r, strict=True)])
            total += max(rest) - rest[chosen]
            needless &= rest[chosen] == max(rest)
        assert total >= 0
        assert (total == 0) == needless
        zero += total == 0
    assert zero > 0
    # chi-squared, two answers, penalty 2, q = 1/2: p = 1/2 + (R1 - R2) / 16, penalty paid 8 (p - 1/2)^2
    conflict = pay.AffineMaximizer([F(1, 2)] * 2, penalty=2, divergence=pay.ChiSquared())([[1, 0], [0, 1]])
    assert conflict.payments.sum() == 2 * F(8, 16**2)
    crowd = pay.AffineMaximizer([F(1, 2)] * 2, penalty=2, divergence=pay.ChiSquared())([[1, 0]] * 3)
    assert crowd.payments.sum() == 3 * F(8, 16**2) < 8 * F(3, 16) ** 2


@pytest.mark.backs("payments/new-largest-fee")
def test_the_worst_type_likes_one_outcome():
    for others in HALVES:
        base = max(values(others))

        def kept(w, r, others=others, base=base):
            return max(values([a + w * b for a, b in zip(others, r, strict=True)])) - base

        everybody = {(w, r): kept(w, r) for w in (1, 2, 5) for r in HALVES}
        singles = [kept(1, tuple(F(int(x == y)) for y in range(3))) for x in range(3)]
        assert min(everybody.values()) == min(singles)
        rule = pay.AffineMaximizer(models=pay.FiniteModels(MODELS, COSTS))
        assert revenue.worst_type(rule, [list(others), list(others)], who=0).constant == min(singles)


@pytest.mark.backs("payments/new-largest-fee-kl")
def test_fees_under_kl_by_hand():
    rng = np.random.default_rng(1)
    for _ in range(30):
        q, others, penalty = rng.dirichlet(np.ones(4)), rng.uniform(0, 2, 4), rng.uniform(0.3, 2)
        rule = pay.AffineMaximizer(q, penalty=penalty)
        base, p0 = logsum(others, q, penalty), tilt(others, q, penalty)
        by_max = penalty * log(1 + p0.min() * (exp(2 / penalty) - 1))
        found = revenue.worst_type(rule, [others, others], who=1, smallest_size=2)
        assert found.constant == pytest.approx(by_max)
        assert by_max > 0
        single = np.eye(4)[p0.argmin()]
        assert logsum(others + 2 * single, q, penalty) - base == pytest.approx(by_max)
        found = revenue.worst_type(rule, [others, others], who=1, normalised="sum")
        level = p0 * np.exp(found.reward / penalty)
        wet = found.reward > 0
        assert np.ptp(level[wet]) < 1e-12
        assert (level[~wet] >= level[wet][0] - 1e-12).all()
        assert found.constant == pytest.approx(logsum(others + found.reward, q, penalty) - base)
        for r in rng.dirichlet(np.full(4, 0.5), size=100):
            assert logsum(others + r, q, penalty) - base >= found.constant - 1e-12


@pytest.mark.backs("payments/new-most-revenue")
def test_more_can_be_collected_and_how_much():
    """Finite models, two groups of size 1 with rewards on the grid: fees found by enumeration of all types."""

    def fee(others):
        base = max(values(others))
        return min(
            max(values([a + w * b for a, b in zip(others, r, strict=True)])) - base for r in HALVES for w in (1, 2)
        )

    gained = 0
    for mine, yours in product(HALVES[::2], HALVES[::3]):
        R = [a + b for a, b in zip(mine, yours, strict=True)]
        chosen = max(range(4), key=values(R).__getitem__)
        paid = [max(values(o)) - values(o)[chosen] for o in (yours, mine)]
        fees = [fee(o) for o in (yours, mine)]
        assert min(fees) >= 0
        gained += sum(fees) > 0
        # truthful types keep at least 0 after the fee, and one of them nothing
        kept = [
            max(values([a + w * b for a, b in zip(yours, r, strict=True)])) - max(values(yours)) - fees[0]
            for r in HALVES
            for w in (1, 2)
        ]
        assert min(kept) == 0
        rule = revenue.FullFee(pay.AffineMaximizer(models=pay.FiniteModels(MODELS, COSTS)))
        if values(R).count(max(values(R))) == 1:
            found = rule([list(mine), list(yours)]).payments
            assert found.tolist() == [p + g for p, g in zip(paid, fees, strict=True)]
    assert gained > 10


@pytest.mark.backs("payments/prose-d-3-inherent")
def test_weighted_affine_maximizers_by_brute_force():
    """Weights 2 and 1/3, any numbers added, all reports on a grid: no lie pays, nobody regrets."""
    weights = (F(2), F(1, 3))
    grid = HALVES[::2]

    def choose(mine, yours):
        welfare = [
            weights[0] * mean(p, mine) + weights[1] * mean(p, yours) - c for p, c in zip(MODELS, COSTS, strict=True)
        ]
        return welfare.index(max(welfare))

    for mine, yours in product(grid, grid):
        rest = [weights[1] * mean(p, yours) - c for p, c in zip(MODELS, COSTS, strict=True)]

        def utility(told, mine=mine, yours=yours, rest=rest):
            k = choose(told, yours)
            return mean(MODELS[k], mine) - (max(rest) - rest[k]) / weights[0]

        honest = utility(mine)
        assert honest >= 0
        assert all(utility(told) <= honest for told in HALVES)


@pytest.mark.backs("payments/new-false-names")
def test_parts_pay_less_than_the_whole():
    rng = np.random.default_rng(2)
    for _ in range(20):
        q, penalty = rng.dirichlet(np.ones(3)), rng.uniform(0.3, 2)
        own, others = 6 * rng.uniform(size=3), 3 * rng.uniform(size=3)
        p, V = tilt(own + others, q, penalty), logsum(own + others, q, penalty)

        def phi(s, own=own, others=others, q=q, penalty=penalty, p=p, V=V):
            return logsum(others + (1 - s) * own, q, penalty) - V + s * (p @ own)

        grid = np.linspace(0, 1, 21)
        curve = np.array([phi(s) for s in grid])
        assert curve[0] == pytest.approx(0, abs=1e-12)
        assert (np.diff(curve, 2) >= -1e-10).all()
        totals = [m * phi(1 / m) for m in range(1, 8)]
        assert totals == sorted(totals, reverse=True)
        rule = pay.AffineMaximizer(q, penalty=penalty)
        for m, total in enumerate(totals, start=1):
            assert total <= np.ptp(own) ** 2 / (8 * penalty * m) + 1e-12
            found = misreports.false_names(rule, [own / 6, others], [6, 1], who=0, parts=[6 / m] * m)
            assert found == pytest.approx(total, abs=1e-9)
        for cuts in combinations_with_replacement(range(1, 5), 3):
            parts = np.array(cuts) / sum(cuts)
            assert sum(phi(s) for s in parts) <= phi(1) + 1e-12
    four = [
        misreports.false_names(pay.AffineMaximizer([0.5] * 2), [[1, 0], [0, 1]], [4, 1], who=0, parts=[4 / m] * m)
        for m in (1, 2, 4)
    ]
    assert np.round(four, 5).tolist() == [1.07497, 0.33965, 0.12366]


@pytest.mark.backs("payments/new-collusion")
def test_two_allies_by_hand():
    """KL, two answers, in closed form: allies claim a each, the rival 3."""

    def sigma(z):
        return 1 / (1 + exp(-z))

    def kept(mine, friend):
        p = sigma(mine + friend - 3)
        paid = log(exp(friend) + exp(3)) - log(exp(mine + friend) + exp(3)) + p * mine
        return p - paid

    together = [kept(a, a) for a in (1, 2, 5, 20)]
    assert np.round(together, 5).tolist() == [0.18633, 0.26894, 0.87763, 1.0]
    assert all(kept(a, 1) <= kept(1, 1) for a in np.linspace(0, 20, 200))
    rule = pay.AffineMaximizer([0.5, 0.5])
    curve = report_curves.collusion_curve(
        rule, [[1, 0], [1, 0], [0, 1]], [1, 1, 3], allies=[0, 1], factors=[1, 2, 5, 20]
    )
    assert curve.utilities / 2 == pytest.approx(together)


@pytest.mark.backs("payments/new-no-other-multiple")
@pytest.mark.parametrize("multiple", [0.0, 0.5, 0.9, 1.1, 2.0])
def test_other_multiples_of_the_price_invite_lies(multiple):
    rng = np.random.default_rng(3)
    for _ in range(10):
        q, penalty = rng.dirichlet(np.ones(4)), rng.uniform(0.3, 2)
        r, others = rng.uniform(size=4), 2 * rng.uniform(size=4)

        def utility(alpha, q=q, penalty=penalty, r=r, others=others):
            p = tilt(2 * alpha * r + others, q, penalty)
            paid = logsum(others, q, penalty) - logsum(2 * alpha * r + others, q, penalty) + 2 * alpha * (p @ r)
            return 2 * (p @ r) - multiple * paid

        h = 1e-5
        p = tilt(2 * r + others, q, penalty)
        slope = (1 - multiple) * 4 * (p @ r**2 - (p @ r) ** 2) / penalty
        assert (utility(1 + h) - utility(1 - h)) / (2 * h) == pytest.approx(slope, abs=1e-6)
        better = 1.01 if multiple < 1 else 0.99
        assert utility(better) > utility(1)
