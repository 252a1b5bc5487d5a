"""Lemma E.1, Proposition E.3 and what is sharper, from solvers written out here."""

from fractions import Fraction
from itertools import product
from math import atanh, cosh, exp, log, sinh, tanh

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives_book.payments.how_continuous_is_training import moduli

F = Fraction


def chi_squared(q, R, lam):
    """Exact optimum of <p, R> - lam sum (p - q)^2 / q: try every support."""
    n = len(q)
    for support in product((True, False), repeat=n):
        kept = [x for x in range(n) if support[x]]
        if not kept:
            continue
        share = sum(q[x] for x in kept)
        mu = (sum(q[x] * R[x] for x in kept) - 2 * lam * (1 - share)) / share
        p = [q[x] * (1 + (R[x] - mu) / (2 * lam)) if support[x] else F(0) for x in range(n)]
        outside = all(R[x] - mu <= -2 * lam for x in range(n) if not support[x])
        if all(p[x] > 0 for x in kept) and outside:
            return p, mu
    raise AssertionError("no support fits")


def kl(q, R, lam):
    weights = [a * exp(r / lam) for a, r in zip(q, R, strict=True)]
    return [v / sum(weights) for v in weights]


def random_fractions(rng, n, parts=12):
    cuts = sorted(rng.choice(np.arange(1, parts), size=n - 1, replace=False).tolist())
    return [F(b - a, parts) for a, b in zip([0, *cuts], [*cuts, parts], strict=True)]


def worlds(seed, count, outcomes=3):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        q = random_fractions(rng, outcomes)
        R, S = ([F(int(v), 6) for v in rng.integers(0, 13, size=outcomes)] for _ in range(2))
        yield q, R, S, F(int(rng.integers(1, 20)), 10)


def largest(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


@pytest.mark.backs(
    "payments/lemma-e-1",
    "payments/lemma-e-1-proof-constant",
    "payments/proposition-e-3-chi-squared",
    "payments/proposition-e-3-large-penalty",
    "payments/new-sharp-strongly-convex",
    "payments/proposition-e-3-chi-squared-proof-bound",
)
def test_chi_squared_moves_no_further_than_the_sharp_bound_on_the_boundary_too():
    boundary = 0
    for q, R, S, lam in worlds(1, 300):
        (p, _), (r, _) = chi_squared(q, R, lam), chi_squared(q, S, lam)
        D = largest(R, S)
        for a, x, y in zip(q, p, r, strict=True):
            assert abs(x - y) <= a * (1 - a) * D / lam
        assert largest(p, r) <= D / (4 * lam) <= D / lam  # the second is the printed constant
        boundary += min(p) == 0 or min(r) == 0
    assert boundary > 50


@pytest.mark.backs("payments/new-sharp-strongly-convex", "payments/new-four-times")
@pytest.mark.parametrize("lam", [F(1, 3), F(5)])
def test_the_sharp_chi_squared_tolerance_cannot_be_larger(lam):
    """The two-outcome swap moves by more than eps just above D = 4 lam eps and not below."""
    for epsilon in (F(1, 100), F(1, 20)):
        for scale, exceeds in ((F(999, 1000), False), (F(1001, 1000), True)):
            D = 4 * lam * epsilon * scale
            half = [F(1, 2)] * 2
            (p, _), (r, _) = chi_squared(half, [F(0), D], lam), chi_squared(half, [D, F(0)], lam)
            assert (largest(p, r) > epsilon) == exceeds


@pytest.mark.backs("payments/lemma-e-1", "payments/proposition-e-3-kl", "payments/proposition-e-3-chi-squared")
@pytest.mark.parametrize("delta", [1e-2, 1e-8])
def test_two_models_jump(delta):
    models = [(0.5, 0.5), (0.9, 0.1)]
    cost = 0.4 * 1.0  # their rewards tie at R = (1, 0)

    def values(gap):
        return [p * gap for p, _ in models]

    def pick(gap):
        return max((v - c, k) for k, (v, c) in enumerate(zip(values(gap), (0, cost), strict=True)))[1]

    assert pick(1 - delta / 2) == 0
    assert pick(1 + delta / 2) == 1


@pytest.mark.backs("payments/lemma-e-1-proof-stationarity", "payments/proposition-e-3-chi-squared-proof-shift")
def test_the_equation_of_the_multiplier_holds_inside_and_fails_outside():
    inside = outside = 0
    for q, R, S, lam in worlds(2, 200):
        (p, mu), (r, nu) = chi_squared(q, R, lam), chi_squared(q, S, lam)
        residual = {Rx - 2 * lam * (x / a - 1) for Rx, x, a in zip(R, p, q, strict=True)}
        mean = sum(a * (y - x) for a, x, y in zip(q, R, S, strict=True))
        if min(p) > 0:
            assert residual == {mu}
        if min(p) > 0 and min(r) > 0:
            assert nu - mu == mean
            inside += 1
        elif min(p) == 0:
            outside += max(residual) > min(residual)
    assert inside > 20
    assert outside > 20


@pytest.mark.backs("payments/lemma-e-1-proof-multipliers", "payments/lemma-e-1-proof-pointwise")
def test_multipliers_and_slopes_against_the_largest_change():
    pointwise_fails = 0
    for q, R, S, lam in worlds(3, 300):
        (p, mu), (r, nu) = chi_squared(q, R, lam), chi_squared(q, S, lam)
        if min(p) == 0 or min(r) == 0:
            continue
        D = largest(R, S)
        assert abs(nu - mu) <= D
        for a, x, y, before, after in zip(q, p, r, R, S, strict=True):
            slope = abs(2 * lam * (x - y) / a)
            assert slope <= 2 * D
            pointwise_fails += slope > 2 * abs(before - after)
    assert pointwise_fails > 10


@pytest.mark.backs("payments/lemma-e-1-proof-multipliers")
def test_the_printed_order_contradicts_the_equations():
    """Raise the multiplier by more than every reward: all slopes f'(p'/q) = R' - mu' fall."""
    R, S, mu, nu = [F(1), F(2)], [F(1), F(3)], F(0), F(3, 2)
    assert nu - mu > max(s - r for r, s in zip(R, S, strict=True))
    assert all(s - nu < r - mu for r, s in zip(R, S, strict=True))


@pytest.mark.backs("payments/lemma-e-1-proof-lipschitz")
@settings(max_examples=100)
@given(st.floats(0, 5), st.floats(0, 5), st.floats(0.1, 3), st.floats(0, 2))
def test_slopes_of_strongly_convex_functions_are_steep(a, b, alpha, extra):
    def slope(x):
        return alpha * (x - 1) + extra * x**3 + extra * exp(x)  # f'' >= alpha

    assert abs(a - b) <= abs(slope(a) - slope(b)) / alpha + 1e-9


@pytest.mark.backs("payments/new-convex-model-sets", "payments/new-welfare-loss-strongly-convex")
def test_on_a_triangle_of_models_by_grid_search():
    rng = np.random.default_rng(8)
    corners = rng.dirichlet(np.ones(4), size=3)
    q = np.full(4, 0.25)
    steps = 120
    weights = np.array([(i, j, steps - i - j) for i in range(steps + 1) for j in range(steps + 1 - i)]) / steps
    models = weights @ corners
    for lam, divergence, curvature in (
        (0.3, ((models - q) ** 2 / q).sum(axis=1), 0.6),
        (0.5, (models * np.log(models / q)).sum(axis=1), 0.5),  # KL: lambda in the 1-norm
    ):
        for _ in range(60):
            R = rng.uniform(0, 1, size=4)
            change = rng.uniform(0.05, 0.5) * rng.choice([-1, 1], size=4)
            first, second = (models[(models @ total - lam * divergence).argmax()] for total in (R, R + change))
            D = abs(change).max()
            assert abs(first - second).max() <= D / (2 * curvature) + 0.02  # the grid's own error
            welfare = models @ R - lam * divergence
            wrong = (models @ (R + change) - lam * divergence).argmax()
            assert welfare.max() - welfare[wrong] <= D**2 / (2 * curvature) + 1e-3


@pytest.mark.backs("payments/proposition-e-3-kl", "payments/new-sharp-kl", "payments/new-four-times")
def test_kl_moves():
    rng = np.random.default_rng(9)
    close = 0
    for _ in range(2000):
        lam = rng.uniform(0.1, 2)
        q = rng.dirichlet(np.full(3, 0.5)) + 1e-12
        R = rng.uniform(0, 2, size=3)
        D = rng.uniform(0.01, 1.5)
        S = R + D * rng.choice([-1, 1], size=3)
        move = largest(kl(q, R, lam), kl(q, S, lam))
        assert move <= tanh(D / (2 * lam)) + 1e-12
        close += move > 0.98 * tanh(D / (2 * lam))
    assert close > 20
    for epsilon in (0.01, 0.3, 0.8):
        sharp, printed = 2 * atanh(epsilon), min(-log(1 - epsilon), log(1 + epsilon)) / 2
        assert printed == log(1 + epsilon) / 2
        assert sharp > 4 * printed
        before, after = kl([0.5, 0.5], [0, sharp], 1), kl([0.5, 0.5], [sharp, 0], 1)
        assert largest(before, after) == pytest.approx(epsilon)
    assert 2 * atanh(1e-6) / (log(1 + 1e-6) / 2) == pytest.approx(4, rel=1e-5)
    assert 2 * atanh(1 - 1e-12) / (log(2 - 1e-12) / 2) > 75


def tilted(q, factors):
    total = sum(a * u for a, u in zip(q, factors, strict=True))
    return [a * u / total for a, u in zip(q, factors, strict=True)]


@pytest.mark.backs("payments/proposition-e-3-kl-proof-stationarity", "payments/proposition-e-3-kl-proof-tilt")
def test_tilts_at_one_initial_model_and_at_two():
    """u^(Delta/lambda) with rational u: p'/p divided by it is one number, unless the initial model changes."""
    q, other = [F(1, 6), F(1, 3), F(1, 2)], [F(1, 3), F(1, 3), F(1, 3)]
    for u, w in product(product((1, 2, 3), repeat=3), repeat=2):
        p = tilted(q, u)
        same, changed = tilted(q, w), tilted(other, w)

        def factor(r, p=p, u=u, w=w):
            return {y / x * F(a, b) for x, y, a, b in zip(p, r, u, w, strict=True)}

        assert len(factor(same)) == 1
        assert len(factor(changed)) == 3
        assert sum(same) == 1


@pytest.mark.backs("payments/proposition-e-3-kl-proof-multipliers", "payments/proposition-e-3-kl-proof-exponent")
def test_relative_changes():
    broken, ends = 0, 0
    rng = np.random.default_rng(10)
    for _ in range(3000):
        q = rng.dirichlet(np.full(3, 0.4)) + 1e-9
        change = rng.uniform(-3, 1, size=3)
        p, r = kl(q, np.zeros(3), 1), kl(q, change, 1)
        shift = log(sum(a * exp(d) for a, d in zip(p, change, strict=True)))
        assert change.min() - 1e-9 <= shift <= change.max() + 1e-9
        relative = max(abs(1 - y / x) for x, y in zip(p, r, strict=True))
        printed = max(max(exp(2 * d) - 1 for d in change), max(1 - exp(2 * d) for d in change))
        D = abs(change).max()
        assert relative <= exp(2 * D) - 1 + 1e-9
        broken += relative > printed
        ends += largest(p, r) > printed
    assert broken > 20
    assert ends == 0


@pytest.mark.backs("payments/new-printed-exponent-region")
@pytest.mark.parametrize("b", [0.2, 0.5, 0.9, 0.99])
def test_the_printed_bound_of_the_relative_change_fails_exactly_between(b):
    low, width = 2 * b - b**3, 1 / b - 2 * b + b**3
    assert width > 0
    rng = np.random.default_rng(11)
    for share in (-0.2, -0.01, 0.01, 0.5, 0.99, 1.01, 1.2):
        a = low + share * width
        if a <= b:
            continue
        printed, worst = max(a * a - 1, 1 - b * b), 0.0
        rare = [np.array([10.0**-k, 1 - 10.0**-k]) for k in range(1, 12)]
        for p in [*rare, *rng.dirichlet([0.1, 1], size=200)]:
            moved = p * [a, b] / (p @ [a, b])
            worst = max(worst, np.abs(moved / p - 1).max())
        assert (worst > printed) == (0 < share < 1)


@pytest.mark.backs("payments/proposition-e-3-kl-proof-conclusion")
@pytest.mark.parametrize("epsilon", [0.001, 0.2, 0.7, 0.99])
@pytest.mark.parametrize("lam", [0.2, 1, 5])
def test_at_the_printed_tolerance(epsilon, lam):
    delta = min(lam / 2 * log(1 / (1 - epsilon)), lam / 2 * log(1 + epsilon))
    for change in np.linspace(-delta, delta, 41):
        assert exp(2 * change / lam) - 1 <= epsilon + 1e-12
        assert 1 - exp(2 * change / lam) <= epsilon + 1e-12


@pytest.mark.backs("payments/new-interior-thresholds")
def test_thresholds_of_the_interior():
    for q, R, _, _ in worlds(4, 100, outcomes=4):
        at = (sum(a * r for a, r in zip(q, R, strict=True)) - min(R)) / 2
        if at:
            assert min(chi_squared(q, R, at * F(1001, 1000))[0]) > 0
            assert min(chi_squared(q, R, at * F(999, 1000))[0]) == 0
    q = [F(1, 5), F(2, 5), F(2, 5)]
    assert min(chi_squared(q, [0, 2, 2], F(4, 5))[0]) == 0 < min(chi_squared(q, [0, 2, 2], F(81, 100))[0])
    for n in (2, 3, 5):  # W = n; one group wants one outcome only, in the worst case the likeliest
        skewed = [F(n, n + 1), F(1, n + 1)]
        assert min(chi_squared(skewed, [F(n), F(0)], F(n * n, 2 * (n + 1)))[0]) == 0
        assert min(chi_squared(skewed, [F(n), F(0)], F(n, 2))[0]) > 0


def reverse_kl(q, R, lam=1.0):
    """Bisection for the multiplier of p = lam q / (mu - R)."""
    low, high = max(R) + 1e-15, max(R) + lam
    for _ in range(200):
        mu = (low + high) / 2
        low, high = (mu, high) if sum(lam * a / (mu - r) for a, r in zip(q, R, strict=True)) > 1 else (low, mu)
    return [lam * a / (mu - r) for a, r in zip(q, R, strict=True)]


@pytest.mark.backs("payments/new-recession-slope")
def test_reverse_kl_by_bisection():
    """Gap 2 above the room 1: moves survive vanishing changes. Gap 1/2 below it: they do not, and ratios are
    bounded.
    """
    moves = {}
    for gap in (2.0, 0.5):
        for s in (1e-1, 1e-3, 1e-5):
            q, change = [s, s, 1 - 2 * s], 10 * s
            before, after = reverse_kl(q, [gap - change, gap, 0]), reverse_kl(q, [gap, gap - change, 0])
            moves[gap, s] = largest(before, after)
            assert max(x / a for x, a in zip(after, q, strict=True)) < (2.0001 if gap < 1 else 1e9)
    assert moves[2.0, 1e-5] > 0.25
    assert moves[0.5, 1e-5] < 1e-3
    q = [1e-7, 1e-7, 1 - 2e-7]
    assert sum(reverse_kl(q, [2.0, 2.0, 0.0])[:2]) == pytest.approx(1 - 1 / 2, abs=1e-3)


@pytest.mark.backs("payments/new-recession-slope")
def test_a_gap_that_one_outcome_alone_reaches_is_not_enough():
    """Rewards that add up to 1, one group of size 1.5: two outcomes cannot both be 1.5 above a third. Moves vanish with
    D.
    """
    rng, moves = np.random.default_rng(3), {}
    for apart in (0.1, 0.001):
        moves[apart] = 0.0
        for _ in range(300):
            R = 1.5 * rng.dirichlet(np.full(3, 0.2))
            step = rng.uniform(-1, 1, 3)
            step -= step.mean()
            S = R + apart * step / abs(step).max()
            if S.min() < 0:
                continue
            q = rng.dirichlet(np.full(3, 0.3)) + 1e-4
            moves[apart] = max(moves[apart], largest(reverse_kl(q / q.sum(), R), reverse_kl(q / q.sum(), S)))
    assert moves[0.1] < 1 / 3  # where the gap, 1.5, would refute every epsilon below 1/3 if two outcomes reached it
    assert moves[0.001] < 0.02


@pytest.mark.backs("payments/new-recession-slope")
def test_the_modulus_below_the_room():
    """Reverse KL with gap G < lam: curvature at least (lam - G)^2 / lam on the ratios that occur."""
    rng = np.random.default_rng(12)
    for _ in range(300):
        q = rng.dirichlet(np.full(3, 0.3)) + 1e-6
        q /= q.sum()
        R, S = rng.uniform(0, 0.6, size=(2, 3))
        D, alpha = abs(R - S).max(), 0.4**2
        assert largest(reverse_kl(q, R), reverse_kl(q, S)) <= D / (2 * alpha) + 1e-9


@pytest.mark.backs("payments/new-welfare-loss-strongly-convex")
def test_chi_squared_losses():
    for q, R, S, lam in worlds(5, 200):
        (p, _), (r, _) = chi_squared(q, R, lam), chi_squared(q, S, lam)

        def welfare(x, q=q, R=R, lam=lam):
            return sum(a * b - lam * (a - c) ** 2 / c for a, b, c in zip(x, R, q, strict=True))

        assert 0 <= welfare(p) - welfare(r) <= largest(R, S) ** 2 / (4 * lam)


@pytest.mark.backs("payments/new-welfare-loss-kl")
def test_kl_losses():
    rng = np.random.default_rng(13)

    def bound(D, lam):
        return lam * (D / lam * cosh(D / lam) / sinh(D / lam) - 1 + log(sinh(D / lam) * lam / D))

    for _ in range(2000):
        lam, D = rng.uniform(0.1, 2), rng.uniform(0.01, 2)
        q, R = rng.dirichlet(np.full(4, 0.4)) + 1e-9, rng.uniform(0, 2, size=4)
        wrong = np.array(kl(q, R + D * rng.uniform(-1, 1, size=4), lam))
        right = np.array(kl(q, R, lam))
        lost = lam * (wrong * np.log(wrong / right)).sum()  # V(R) - welfare = lam KL(wrong || right)
        assert lost <= bound(D, lam) <= min(D**2 / (2 * lam), 2 * D)
    for D in (0.05, 1.0, 3.0):
        z = D
        share = (1 / z - exp(-z) / sinh(z)) / 2
        wrong = np.array([share, 1 - share])
        right = wrong * np.exp([z, -z])
        right /= right.sum()
        assert (wrong * np.log(wrong / right)).sum() == pytest.approx(bound(D, 1))
        assert moduli.KLModulus(1).loss(D) == pytest.approx(bound(D, 1))
