"""The game, its definitions and the closed forms, from formulas written out here in plain numbers."""

from fractions import Fraction
from itertools import product
from math import exp, log

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments import policies as policies_of, preferences

F = Fraction


def tilt(R, q, penalty):
    weight = [b * exp(r / penalty) for r, b in zip(R, q, strict=True)]
    return [w / sum(weight) for w in weight]


def mean(p, r):
    return sum(a * b for a, b in zip(p, r, strict=True))


def chi(p, q):
    return sum((a - b) ** 2 / b for a, b in zip(p, q, strict=True))


def simplex(steps, outcomes):
    if outcomes == 1:
        yield (steps,)
        return
    for k in range(steps + 1):
        for rest in simplex(steps - k, outcomes - 1):
            yield (k, *rest)


@pytest.mark.backs("payments/figure-1")
def test_the_lie_of_the_first_figure():
    q, mine, theirs = [1 / 3] * 3, (1, 0.25, 0), (0, 0.5, 1)
    got = {}
    for told in (mine, (1, 0, 0)):
        got[told] = mean(tilt([a + b for a, b in zip(told, theirs, strict=True)], q, 0.5), mine)
    assert got[mine] == pytest.approx(0.441826, abs=5e-7)
    assert got[1, 0, 0] == pytest.approx(0.461159, abs=5e-7)
    # no other report of the domain does better
    rng = np.random.default_rng(0)
    for told in pay.normalise(rng.uniform(size=(300, 3)), "max"):
        assert mean(tilt(told + np.array(theirs), q, 0.5), mine) <= got[1, 0, 0] + 1e-12


@pytest.mark.backs("payments/prose-intro-misreporting")
def test_a_lie_pays_under_chi_squared():
    """Interior solutions p = q (1 + (R - mean R) / (2 penalty)), written out."""
    mine, theirs = (F(1), F(1, 4), F(0)), (F(0), F(1, 2), F(1))
    for penalty in (F(1, 2), F(3), F(10)):
        values = []
        for told in (mine, (F(1), F(0), F(0))):
            R = [a + b for a, b in zip(told, theirs, strict=True)]
            p = [F(1, 3) * (1 + (r - sum(R) / 3) / (2 * penalty)) for r in R]
            assert min(p) > 0
            values.append(mean(p, mine))
        assert values[1] - values[0] == F(1, 144) / penalty


@pytest.mark.backs("payments/definition-outcomes")
def test_counting_texts():
    for v, k in product(range(2, 5), range(5)):
        texts = [text for length in range(k + 1) for text in product(range(v), repeat=length)]
        assert len(set(texts)) == (v ** (k + 1) - 1) // (v - 1)
        assert () in texts
    assert () not in set() | set(product(range(2), repeat=1)) | set(product(range(2), repeat=2))


@pytest.mark.backs("payments/definition-reward-models")
def test_the_two_domains():
    rows = [tuple(F(k, 6) for k in row) for row in product(range(7), repeat=3)]
    both, constants = [], []
    for row in rows:
        inside = []
        for how in ("max", "sum"):
            try:
                pay.Preferences([list(row)], [1], how)
            except ValueError:
                continue
            inside.append(how)
        if len(inside) == 2:
            both.append(row)
        if len(set(row)) == 1:
            constants += [(row[0], how) for how in inside]
    assert sorted(both) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert sorted(constants) == [(F(1, 3), "sum"), (1, "max")]


@pytest.mark.backs("payments/definition-valuation")
def test_valuations_are_expectations():
    rng = np.random.default_rng(1)
    groups = preferences.random_preferences(3, 4, rng=rng)
    p = rng.dirichlet(np.ones(4))
    draws = rng.choice(4, size=200_000, p=p)
    assert groups.rewards[:, draws].mean(axis=1) == pytest.approx(groups.valuations(p), abs=0.01)
    p2 = rng.dirichlet(np.ones(4))
    middle = groups.valuations((p + 3 * p2) / 4)
    assert middle == pytest.approx((groups.valuations(p) + 3 * groups.valuations(p2)) / 4)


@pytest.mark.backs("payments/definition-utility")
def test_utilities_use_true_types_and_reported_models():
    models = pay.FiniteModels([[1, 0], [0, 1]], [0, 0])
    outcome = pay.AffineMaximizer(models=models)([[0, 1], [1, 0]], [5, 2])  # group 0 lies
    assert outcome.model == 1
    assert outcome.payments.tolist() == [2, 0]
    assert outcome.utilities([[F(3, 4), F(1, 4)], [1, 0]], [3, 2]).tolist() == [F(3, 4) - 2, 0]


@pytest.mark.backs("payments/equation-1", "payments/equation-2")
def test_the_inequalities_on_a_world_of_two_models():
    """Everything by hand: model 0 unless the total for 1 is larger; group 0 has two types; half price."""
    types = [((F(1), F(0)), 1), ((F(1, 2), F(1)), 2)]
    other = ((F(0), F(1)), 1)

    def play(told):
        total = [told[1] * a + other[1] * b for a, b in zip(told[0], other[0], strict=True)]
        chosen = int(total[1] > total[0])
        return chosen, (0 if chosen else F(1, 2))

    def u(told, true):
        chosen, paid = play(told)
        return true[1] * true[0][chosen] - paid

    gains = {true: max(u(told, true) - u(true, true) for told in types) for true in types}
    models = pay.FiniteModels([[1, 0], [0, 1]], [0, 0])
    full = pay.AffineMaximizer(models=models)

    class Half:
        def __call__(self, rewards, sizes=None):
            paid = full(rewards, sizes)
            return pay.Outcome(paid.policy, paid.payments / 2, paid.welfare)

        def offers(self, rewards, sizes=None, *, who, reports):
            policies, payments = full.offers(rewards, sizes, who=who, reports=reports)
            return policies, payments / 2

    for true in types:
        lie = pay.best_misreport(Half(), [list(true[0]), list(other[0])], [true[1], other[1]], who=0, reports=types)
        assert (lie.gains[0] if lie else 0) == gains[true]
        assert u(true, true) >= 0
    # a single lie that gains: epsilon-DSIC from that gain on
    bid = pay.WithoutPayments(full)
    lie = pay.best_misreport(bid, [[F(1, 2), 1], [1, 0]], [1, 2], who=0, reports=[((0, 1), 1), ((0, 1), 3)])
    assert (lie.gains[0], lie.size) == (F(1, 2), 3)


@pytest.mark.backs("payments/definition-f-divergence")
def test_divergences_are_positive_and_blind_to_linear_terms():
    q = [F(1, 6), F(2, 6), F(3, 6)]
    for row in simplex(6, 3):
        p = [F(k, 6) for k in row]
        assert (chi(p, q) > 0) == (p != q)
        assert chi(p, q) == pay.ChiSquared().between(p, q)
    rng = np.random.default_rng(2)
    p, q = rng.dirichlet(np.ones(4), size=2)
    for f in (pay.KL(), pay.reverse_kl(), pay.jensen_shannon()):
        tilted = pay.Divergence(
            "tilted",
            lambda x, f=f: f.f(x) - 3 * (x - 1),
            lambda x, f=f: f.derivative(x) - 3,
            value_at_zero=f.value_at_zero + 3,
        )
        assert tilted.between(p, q) == pytest.approx(f.between(p, q))
        assert f.between(p, q) > 0


@pytest.mark.backs("payments/definition-3-1")
def test_a_penalty_inside_f_is_a_penalty_in_front():
    rng = np.random.default_rng(3)
    R, q = rng.uniform(0, 3, 5), rng.dirichlet(np.ones(5))
    for f in (pay.KL(), pay.ChiSquared(), pay.reverse_kl()):
        inside = pay.Divergence(
            "with a penalty",
            lambda x, f=f: 0.7 * f.f(x),
            lambda x, f=f: 0.7 * f.derivative(x),
            slope_at_zero=0.7 * f.slope_at_zero,
            slope_at_infinity=0.7 * f.slope_at_infinity,
            value_at_zero=0.7 * f.value_at_zero,
        )
        front = policies_of.best_policy_and_value(R, q, penalty=0.7, divergence=f)
        within = policies_of.best_policy_and_value(R, q, penalty=1, divergence=inside)
        scaled = policies_of.best_policy_and_value(5 * R, q, penalty=3.5, divergence=f)
        assert np.allclose(front[0], within[0], atol=1e-7)
        assert within[1] == pytest.approx(front[1])
        assert np.allclose(front[0], scaled[0])
        assert scaled[1] == pytest.approx(5 * front[1])


@pytest.mark.backs("payments/prose-model-set")
def test_no_positive_model_is_best():
    """q = (1/2, 1/2), chi-squared, R = (4, 0): welfare along (1 - 1/k, 1/k) rises towards that of (1, 0)."""

    def welfare(p):
        return 4 * p - chi([p, 1 - p], [F(1, 2)] * 2)

    values = [welfare(1 - F(1, k)) for k in range(2, 200)]
    assert values == sorted(set(values))
    assert values[-1] < welfare(F(1)) == 3
    assert all(welfare(1 - F(k, 500)) < welfare(1 - F(k - 1, 500)) for k in range(1, 501))
    # finitely many models, and all distributions: a maximum is attained
    assert pay.best_policy([4, 0], [F(1, 2)] * 2, divergence=pay.ChiSquared()).tolist() == [1, 0]


@pytest.mark.backs("payments/prose-tie-breaking")
def test_two_models_that_nobody_tells_apart():
    rewards = [[1, 0, F(1, 3)], [0, F(1, 2), F(1, 3)]]
    rows = [[F(1, 3), F(2, 3), 0], [0, 0, 1]]
    assert all(mean(rows[0], r) == mean(rows[1], r) == F(1, 3) for r in rewards)
    one = pay.AffineMaximizer(models=pay.FiniteModels(rows, [0, 0]))(rewards)
    two = pay.AffineMaximizer(models=pay.FiniteModels(rows[::-1], [0, 0]))(rewards)
    assert one.policy.tolist() != two.policy.tolist()
    assert one.payments.tolist() == two.payments.tolist()


@pytest.mark.backs("payments/new-closed-form-kl")
def test_what_other_models_miss_under_kl():
    rng = np.random.default_rng(4)
    for _ in range(30):
        q, other = rng.dirichlet(np.ones(6), size=2)
        R, penalty = rng.uniform(-2, 4, 6), rng.uniform(0.2, 3)
        p = tilt(R, q, penalty)
        best = penalty * log(sum(b * exp(r / penalty) for r, b in zip(R, q, strict=True)))
        kl = {c: sum(a * log(a / b) for a, b in zip(other, c, strict=True)) for c in (tuple(q), tuple(p))}
        assert best - (mean(other, R) - penalty * kl[tuple(q)]) == pytest.approx(penalty * kl[tuple(p)])
        assert pay.best_policy(R, q, penalty=penalty) == pytest.approx(p)
        assert pay.value(R, q, penalty=penalty) == pytest.approx(best)


@pytest.mark.backs("payments/new-closed-form-chi-squared")
def test_what_other_models_miss_under_chi_squared():
    """Four outcomes, the cut line by bisection over subsets: every support is tried."""
    q = [F(1, 10), F(2, 10), F(3, 10), F(4, 10)]
    others = [[F(k, 4) for k in row] for row in simplex(4, 4)]
    for R in product((F(0), F(1), F(3)), repeat=4):
        for penalty in (F(1, 2), F(2)):
            found = []
            for S in product((False, True), repeat=4):
                if not any(S):
                    continue
                share = sum(b for b, s in zip(q, S, strict=True) if s)
                moment = sum(b * r for b, r, s in zip(q, R, S, strict=True) if s)
                mu = (moment - 2 * penalty * (1 - share)) / share
                p = [b * (1 + (r - mu) / (2 * penalty)) if s else F(0) for b, r, s in zip(q, R, S, strict=True)]
                slack = [max(F(0), mu - 2 * penalty - r) for r in R]
                feasible = all(a > 0 for a, s in zip(p, S, strict=True) if s)
                stationary = all(r + 2 * penalty <= mu for r, s in zip(R, S, strict=True) if not s)
                if feasible and stationary:
                    found.append((p, slack))
            assert len(found) == 1
            p, slack = found[0]
            assert pay.best_policy(list(R), q, penalty=penalty, divergence=pay.ChiSquared()).tolist() == p
            best = mean(p, R) - penalty * chi(p, q)
            for other in others:
                missing = best - (mean(other, R) - penalty * chi(other, q))
                square = sum((a - b) ** 2 / c for a, b, c in zip(other, p, q, strict=True))
                assert missing == penalty * square + mean(slack, other)


@pytest.mark.backs("payments/new-closed-form-general")
def test_one_bracketed_number():
    rng = np.random.default_rng(5)
    for f in (pay.reverse_kl(), pay.jensen_shannon(), pay.KL()):
        at_one = float(f.derivative(np.ones(1))[0])
        for _ in range(20):
            q, R, penalty = rng.dirichlet(np.ones(5)), rng.uniform(0, 3, 5), rng.uniform(0.5, 3)
            p = pay.best_policy(R, q, penalty=penalty, divergence=f)
            mu = R - penalty * f.derivative(p / q)
            assert np.ptp(mu) < 1e-7
            assert min(R) - penalty * at_one - 1e-7 <= mu[0] <= max(R) - penalty * at_one + 1e-7
            others = rng.dirichlet(np.ones(5), size=50)
            reached = p @ R - penalty * f.between(p, q)
            assert (others @ R - penalty * f.between(others, q) <= reached + 1e-12).all()


@pytest.mark.backs("payments/new-penalty-monotone")
def test_a_larger_penalty_moves_less_and_buys_less():
    rng = np.random.default_rng(6)
    for _ in range(100):
        rewards = [int(v) for v in rng.integers(0, 9, size=7)]
        away = [int(v) for v in rng.integers(0, 9, size=7)]
        last = None
        for penalty in (F(1, 5), F(1, 2), F(1), F(2), F(7)):
            scores = [r - penalty * d for r, d in zip(rewards, away, strict=True)]
            k = scores.index(max(scores))
            if last is not None:
                assert away[k] <= last[1]
                assert rewards[k] <= last[0]
            last = rewards[k], away[k]
