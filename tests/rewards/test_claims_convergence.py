"""Local SGD and random widths, from small worlds that can be enumerated: every outcome of every draw, in plain
fractions.

The clients' objectives are Huber functions or quadratics, so points, gradients and minimisers stay rational; noise is a
coin. Nothing is taken from the library.
"""

from fractions import Fraction
from itertools import pairwise, product
from math import log
from random import Random

import pytest

F = Fraction
HALF = F(1, 2)


# --- One-dimensional worlds: Huber functions, smooth with L = 1, and coins of size sigma
# ---------------------------------


def huber(x):
    return x * x / 2 if abs(x) <= 1 else abs(x) - HALF


def clip(x):
    return max(F(-1), min(F(1), x))


class Hubers:
    """Clients with F_i(x) = huber(x - b_i)."""

    def __init__(self, *centres):
        self.centres = [F(b) for b in centres]

    def value(self, x):
        return sum(huber(x - b) for b in self.centres) / len(self.centres)

    def slope(self, i, x):
        return clip(x - self.centres[i])

    def kinks(self):
        return sorted({b + s for b in self.centres for s in (-1, 0, 1)})

    def mean_slope(self, x):
        return sum(self.slope(i, x) for i in range(len(self.centres))) / len(self.centres)

    def minimiser(self):
        kinks = self.kinks()
        for a, b in pairwise(kinks):
            low, high = self.mean_slope(a), self.mean_slope(b)
            if low <= 0 <= high:
                return a if low == high else a - low * (b - a) / (high - low)
        raise AssertionError("the mean slope changes sign between the kinks")

    def dissimilarity(self):
        """The largest |F_i' - F'|: piecewise linear, so attained at a kink."""
        return max(abs(self.slope(i, x) - self.mean_slope(x)) for x in self.kinks() for i in range(len(self.centres)))


def outcomes(world, start, step, tau, rounds, sigma, shared=False):
    """Every outcome with its probability: the averages before each step and at the end, and the points before each
    step.
    """
    clients = len(world.centres)
    coins = [(s,) * clients for s in (-1, 1)] if shared else list(product((-1, 1), repeat=clients))
    coins = coins if sigma else [(0,) * clients]
    runs = [(F(1), [], [], (F(start),) * clients)]
    for k in range(tau * rounds):
        grown = []
        for chance, averages, history, points in runs:
            middle = sum(points) / clients
            points = (middle,) * clients if k % tau == 0 else points
            for coin in coins:
                moved = tuple(p - step * (world.slope(i, p) + sigma * coin[i]) for i, p in enumerate(points))
                grown.append((chance / len(coins), [*averages, middle], [*history, points], moved))
        runs = grown
    return [(chance, [*averages, sum(p) / clients], history) for chance, averages, history, p in runs]


WORLDS = [Hubers(0, 0), Hubers(-2, 1), Hubers(-1, F(1, 2))]
SETTINGS = [
    (world, start, tau, sigma)
    for world in WORLDS
    for start in (0, 3)
    for tau, sigma in ((1, 1), (2, 1), (3, 0), (2, 3))
]


def progress_sides(world, start, step, tau, sigma, shared=False):
    """Both sides of Lemma 5 for one round, exactly."""
    star, clients = world.minimiser(), len(world.centres)
    left = right = F(0)
    for chance, averages, history in outcomes(world, start, step, tau, 1, sigma, shared):
        left += chance * sum(world.value(x) - world.value(star) for x in averages[1:]) / tau
        drift = sum((p - m) ** 2 for points, m in zip(history, averages[:-1], strict=True) for p in points)
        distances = (averages[0] - star) ** 2 - (averages[-1] - star) ** 2
        right += chance * (distances / (2 * step * tau) + drift / (clients * tau))
    return left, right + step * F(sigma) ** 2 / clients


@pytest.mark.backs("rewards/lemma-5", "rewards/lemma-5-proof-step-size")
@pytest.mark.parametrize(("world", "start", "tau", "sigma"), SETTINGS)
def test_lemma_5_over_all_outcomes(world, start, tau, sigma):
    left, right = progress_sides(world, start, F(1, 4), tau, sigma)
    assert left <= right


@pytest.mark.backs("rewards/new-progress-larger-step")
@pytest.mark.parametrize(("world", "start", "tau", "sigma"), SETTINGS)
def test_lemma_5_with_twice_the_step(world, start, tau, sigma):
    left, right = progress_sides(world, start, HALF, tau, sigma)
    assert left <= right


@pytest.mark.backs("rewards/lemma-5", "rewards/lemma-5-proof-noise")
def test_shared_noise_breaks_lemma_5_and_separate_noise_does_not():
    left, right = progress_sides(Hubers(0, 0), 0, F(1, 4), 1, 1, shared=True)
    assert left > right
    left, right = progress_sides(Hubers(0, 0), 0, F(1, 4), 1, 1, shared=False)
    assert left <= right


def drifts(world, start, step, tau, sigma):
    """Expected squared distance of each client from the average, per step of a round."""
    expected = [[F(0)] * len(world.centres) for _ in range(tau)]
    for chance, averages, history in outcomes(world, start, step, tau, 1, sigma):
        for k, points in enumerate(history):
            for i, p in enumerate(points):
                expected[k][i] += chance * (p - averages[k]) ** 2
    return expected


@pytest.mark.backs("rewards/lemma-6", "rewards/lemma-6-proof-recursion", "rewards/lemma-6-proof-one-step")
@pytest.mark.parametrize(("world", "start", "tau", "sigma"), SETTINGS)
def test_lemma_6_over_all_outcomes(world, start, tau, sigma):
    zeta = world.dissimilarity()
    bound = (18 * tau**2 * zeta**2 + 4 * tau * F(sigma) ** 2) / 16
    assert max(max(step) for step in drifts(world, start, F(1, 4), tau, sigma)) <= bound


@pytest.mark.backs("rewards/new-half-drift")
@pytest.mark.parametrize(("world", "start", "tau", "sigma"), SETTINGS)
def test_the_mean_drift_is_within_half_the_bound(world, start, tau, sigma):
    zeta, clients = world.dissimilarity(), len(world.centres)
    for step in (F(1, 4), F(2, 3)):
        bound = F(clients - 1, clients) * step**2 * (9 * tau**2 * zeta**2 + 2 * tau * F(sigma) ** 2)
        assert max(sum(row) / clients for row in drifts(world, start, step, tau, sigma)) <= bound


@pytest.mark.backs("rewards/new-half-drift", "rewards/lemma-6-proof-average")
@pytest.mark.parametrize("seed", range(5))
def test_distances_to_the_mean_and_between_pairs(seed):
    chance = Random(seed)
    points = [[F(chance.randint(-9, 9), 4) for _ in range(3)] for _ in range(5)]
    mean = [sum(p[j] for p in points) / 5 for j in range(3)]

    def apart(p, q):
        return sum((a - b) ** 2 for a, b in zip(p, q, strict=True))

    to_mean = [apart(p, mean) for p in points]
    to_others = [sum(apart(p, q) for q in points) / 5 for p in points]
    assert all(a <= b for a, b in zip(to_mean, to_others, strict=True))
    assert 2 * sum(to_mean) == sum(to_others)


def mean_gap(world, start, step, tau, rounds, sigma, shared=False, first=1):
    star = world.minimiser()
    total = F(0)
    for chance, averages, _ in outcomes(world, start, step, tau, rounds, sigma, shared):
        total += chance * sum(world.value(x) - world.value(star) for x in averages[first : first + tau * rounds])
    return total / (tau * rounds)


@pytest.mark.backs("rewards/theorem-1")
@pytest.mark.parametrize(("world", "start"), [(w, s) for w in WORLDS for s in (0, 3)])
@pytest.mark.parametrize(("tau", "rounds", "sigma"), [(1, 3, 1), (2, 2, 1), (3, 1, 2), (4, 3, 0)])
def test_theorem_1_over_all_outcomes(world, start, tau, rounds, sigma):
    step, zeta = F(1, 4), world.dissimilarity()
    noise = F(sigma) ** 2
    bound = (start - world.minimiser()) ** 2 / (2 * step * tau * rounds) + step * noise / 2
    bound += 4 * tau * step**2 * noise + 18 * tau**2 * step**2 * zeta**2
    assert mean_gap(world, start, step, tau, rounds, sigma) <= bound


@pytest.mark.backs("rewards/theorem-1")
def test_shared_noise_breaks_theorem_1():
    variance, total, step, clients = F(0), F(0), F(1, 100), 16
    for _ in range(60):
        variance = (1 - step) ** 2 * variance + step**2
        total += variance / 2
    assert total / 60 > step / clients + 4 * step**2


@pytest.mark.backs("rewards/theorem-1-tuned")
@pytest.mark.parametrize("seed", range(30))
def test_the_tuned_step_gives_the_tuned_bound(seed):
    chance = Random(seed)
    L, D, sigma, zeta = (10 ** chance.uniform(-1, 1) for _ in range(4))
    tau, T, M = chance.randint(1, 9), chance.randint(1, 99), chance.randint(1, 9)
    step = min(
        1 / (4 * L),
        M**0.5 * D / ((tau * T) ** 0.5 * sigma),
        D ** (2 / 3) / (tau ** (2 / 3) * T ** (1 / 3) * L ** (1 / 3) * sigma ** (2 / 3)),
        D ** (2 / 3) / (tau * T ** (1 / 3) * L ** (1 / 3) * zeta ** (2 / 3)),
    )
    bound = (
        D**2 / (2 * step * tau * T)
        + step * sigma**2 / M
        + 4 * tau * step**2 * L * sigma**2
        + 18 * tau**2 * step**2 * L * zeta**2
    )
    rates = [
        L * D**2 / (tau * T),
        sigma * D / (M * tau * T) ** 0.5,
        L ** (1 / 3) * sigma ** (2 / 3) * D ** (4 / 3) / (tau ** (1 / 3) * T ** (2 / 3)),
        L ** (1 / 3) * zeta ** (2 / 3) * D ** (4 / 3) / T ** (2 / 3),
    ]
    exact = 2 * rates[0] + 1.5 * rates[1] + 4.5 * rates[2] + 18.5 * rates[3]
    assert bound <= exact * (1 + 1e-12) <= (2 * rates[0] + 2 * rates[1] + 5 * rates[2] + 19 * rates[3]) * (1 + 1e-11)


# --- Vectors: smooth and convex quadratics in three dimensions
# -----------------------------------------------------------


def dot(a, b):
    return sum((x * y for x, y in zip(a, b, strict=True)), F(0))


def minus(a, b):
    return [x - y for x, y in zip(a, b, strict=True)]


def apply(matrix, x):
    return [dot(row, x) for row in matrix]


def random_vector(chance, n=3):
    return [F(chance.randint(-9, 9), chance.randint(1, 4)) for _ in range(n)]


def random_hessian(chance, n=3, shift=1):
    factor = [[chance.randint(-3, 3) for _ in range(n)] for _ in range(n)]
    return [
        [F(sum(factor[i][k] * factor[j][k] for k in range(n)) + shift * (i == j)) for j in range(n)] for i in range(n)
    ]


def largest_row(matrix):
    """At least the largest eigenvalue."""
    return max(sum(abs(e) for e in row) for row in matrix)


def quadratic(H, b, x):
    return dot(x, apply(H, x)) / 2 - dot(b, x)


def solve(H, b):
    """Gauss and Jordan, with fractions."""
    n = len(b)
    rows = [[*map(F, H[i]), F(b[i])] for i in range(n)]
    for i in range(n):
        pivot = next(r for r in range(i, n) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [e / rows[i][i] for e in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [a - rows[r][i] * c for a, c in zip(rows[r], rows[i], strict=True)]
    return [row[n] for row in rows]


@pytest.mark.backs("rewards/assumption-1", "rewards/assumption-2")
@pytest.mark.parametrize("seed", range(40))
def test_smooth_and_convex_inequalities_in_three_dimensions(seed):
    chance = Random(seed)
    H, b = random_hessian(chance, shift=0), random_vector(chance)
    x, y, L = random_vector(chance), random_vector(chance), None
    L = largest_row(H)
    if L == 0:
        L = F(1)
    above = quadratic(H, b, y) - quadratic(H, b, x) - dot(minus(apply(H, x), b), minus(y, x))
    change = apply(H, minus(y, x))
    assert dot(change, change) / (2 * L) <= above <= L / 2 * dot(minus(y, x), minus(y, x))
    assert dot(change, minus(y, x)) >= dot(change, change) / L


@pytest.mark.backs("rewards/assumption-1", "rewards/assumption-2")
def test_smooth_and_convex_inequalities_for_hubers():
    grid = [F(k, 4) for k in range(-12, 13)]
    for x, y in product(grid, repeat=2):
        above = huber(y) - huber(x) - clip(x) * (y - x)
        assert (clip(y) - clip(x)) ** 2 / 2 <= above <= (y - x) ** 2 / 2


@pytest.mark.backs("rewards/assumption-3", "rewards/assumption-4")
@pytest.mark.parametrize("world", WORLDS)
def test_coins_and_hubers_meet_the_last_two_assumptions(world):
    """The other way to meet them: gradients that level off, with a zeta found at the kinks and never exceeded
    between.
    """
    zeta = world.dissimilarity()
    for x in [F(k, 7) for k in range(-40, 41)]:
        for i in range(len(world.centres)):
            assert abs(world.slope(i, x) - world.mean_slope(x)) <= zeta
            noisy = [world.slope(i, x) + coin for coin in (-3, 3)]
            assert sum(noisy) / 2 == world.slope(i, x)
            assert sum((g - world.slope(i, x)) ** 2 for g in noisy) / 2 == 9


@pytest.mark.backs("rewards/lemma-5-proof-one-client", "rewards/lemma-5-proof-three-points")
@pytest.mark.parametrize("seed", range(30))
def test_steps_of_lemma_5_in_three_dimensions(seed):
    chance = Random(50 + seed)
    H, b = random_hessian(chance), random_vector(chance)
    L, step = largest_row(H), F(1, chance.randint(2, 30))
    x_i, bar, star, g = (random_vector(chance) for _ in range(4))
    new = [p - step * q for p, q in zip(bar, g, strict=True)]
    slope = minus(apply(H, x_i), b)
    right = quadratic(H, b, star) + dot(slope, minus(new, star))
    right += L * dot(minus(new, bar), minus(new, bar)) + L * dot(minus(x_i, bar), minus(x_i, bar))
    assert quadratic(H, b, new) <= right

    def square(p, q):
        return dot(minus(p, q), minus(p, q))

    assert 2 * step * dot(g, minus(new, star)) == square(bar, star) - square(new, bar) - square(new, star)


@pytest.mark.backs("rewards/lemma-6-proof-inner-product", "rewards/lemma-6-proof-square")
def test_the_two_uses_of_the_mean_inequality():
    numbers = [F(0), F(1, 3), F(1), F(5, 2), F(7)]
    for G, zeta, d, scale in product(numbers, numbers, numbers, [F(1, 4), F(2), F(9)]):
        assert (G + 2 * zeta) ** 2 <= 3 * G**2 + 6 * zeta**2
        assert 2 * zeta * d <= d**2 / (2 * scale) + 2 * scale * zeta**2  # scale is step times local steps


@pytest.mark.backs("rewards/lemma-6-proof-inner-product", "rewards/lemma-6-proof-square")
@pytest.mark.parametrize("world", WORLDS)
def test_two_clients_gradients_on_a_grid(world):
    zeta, step, tau = world.dissimilarity(), F(1, 4), 3
    for x, y in product([F(k, 2) for k in range(-8, 9)], repeat=2):
        h, G = world.slope(0, x) - world.slope(1, y), abs(world.mean_slope(x) - world.mean_slope(y))
        assert -h * (x - y) <= -(G**2) + (x - y) ** 2 / (2 * step * tau) + 2 * step * tau * zeta**2
        assert h**2 <= 3 * G**2 + 6 * zeta**2


@pytest.mark.backs("rewards/lemma-6-proof-telescoping")
@pytest.mark.parametrize("tau", [1, 2, 3, 7, 40])
def test_the_recursion_summed_one_step_at_a_time(tau):
    X, c = F(0), F(3, 7)
    for _ in range(tau):
        X = (1 + F(1, tau)) * X + c
    assert c * tau * ((1 + F(1, tau)) ** tau - 1) == X
    assert F(9, 5) * c * tau > X


@pytest.mark.backs("rewards/new-average-blind-to-dissimilarity")
@pytest.mark.parametrize("seed", range(5))
def test_the_average_follows_sgd_whatever_the_optima_are(seed):
    chance = Random(seed)
    H, step = random_hessian(chance), F(1, 20)
    optima = [random_vector(chance) for _ in range(3)]
    mean = [sum(b[j] for b in optima) / 3 for j in range(3)]
    points = [random_vector(chance)] * 3
    alone = list(points[0])
    for _ in range(6):  # one round of six local steps
        noises = [random_vector(chance) for _ in range(3)]
        points = [
            [p - step * (g + n) for p, g, n in zip(x, apply(H, minus(x, b)), noise, strict=True)]
            for x, b, noise in zip(points, optima, noises, strict=True)
        ]
        noise = [sum(n[j] for n in noises) / 3 for j in range(3)]
        alone = [p - step * (g + n) for p, g, n in zip(alone, apply(H, minus(alone, mean)), noise, strict=True)]
    assert [sum(x[j] for x in points) / 3 for j in range(3)] == alone
    assert points[0] != points[1]


@pytest.mark.backs("rewards/new-dissimilarity-common-hessian")
@pytest.mark.parametrize("seed", range(10))
def test_dissimilarity_is_constant_or_grows_without_bound(seed):
    chance = Random(seed)
    H, G = random_hessian(chance), random_hessian(chance)
    a, b, x = (random_vector(chance) for _ in range(3))

    def half_difference(first, second, point):
        d = minus(minus(apply(first, point), a), minus(apply(second, point), b))
        return dot(d, d) / 4

    assert half_difference(H, H, x) == half_difference(H, H, [100 * e for e in x])
    direction = next(e for e in ([1, 0, 0], [0, 1, 0], [0, 0, 1]) if apply(H, e) != apply(G, e))
    assert half_difference(H, G, [10**6 * e for e in direction]) > 10**6


@pytest.mark.backs("rewards/new-unequal-local-steps", "rewards/new-outside-theorem-1")
@pytest.mark.parametrize("step", [F(1, 2), F(1, 4), F(1, 100)])
def test_unequal_steps_settle_elsewhere(step):
    x = F(2 - step) / (3 - step)  # (1 + q) / (2 + q) with q = 1 - step
    first = x - step * x
    second = x
    for _ in range(2):
        second -= step * (second - 1)
    assert (first + second) / 2 == x
    assert x > HALF
    y = 0.0
    for _ in range(int(60 / step)):
        second = y
        for _ in range(2):
            second -= float(step) * (second - 1)
        y = (y - float(step) * y + second) / 2
    assert y == pytest.approx(float(x))


@pytest.mark.backs("rewards/new-outside-theorem-1")
def test_momentum_exceeds_the_bound_and_plain_descent_does_not():
    def mean(momentum, steps=60):
        x, velocity, total = 1.0, 0.0, 0.0
        for _ in range(steps):
            velocity = momentum * velocity + x
            x -= velocity / 4
            total += x * x / 2
        return total / steps

    assert mean(0.9) > 1.05 * 2 / 60  # D^2 / (2 eta tau T) with D = 1 and eta = 1/4
    assert mean(0.0) < 2 / 60


@pytest.mark.backs("rewards/new-outside-theorem-1")
def test_the_smallest_network_is_not_convex():
    def loss(a, b):
        return (a * b - 1) ** 2 / 2

    assert loss(0, 0) > (loss(1, 1) + loss(-1, -1)) / 2


# --- Random widths
# -------------------------------------------------------------------------------------------------------


def cut(mask, x):
    return [a * b for a, b in zip(mask, x, strict=True)]


MASKS = [(1, 0, 0), (1, 1, 0), (1, 1, 1)]
WEIGHTS = [F(1, 6), F(1, 3), HALF]


def averaged(H, b, x, masks=MASKS, weights=WEIGHTS):
    return sum(w * quadratic(H, b, cut(m, x)) for w, m in zip(weights, masks, strict=True))


def averaged_minimiser(H, b, masks=MASKS, weights=WEIGHTS):
    n = range(len(b))
    A = [[sum(w * m[i] * m[j] for w, m in zip(weights, masks, strict=True)) * H[i][j] for j in n] for i in n]
    return solve(A, [sum(w * m[i] for w, m in zip(weights, masks, strict=True)) * b[i] for i in n])


def masked_gradient(H, b, mask, x):
    return cut(mask, minus(apply(H, cut(mask, x)), b))


@pytest.mark.backs("rewards/new-width-averaged-objective")
@pytest.mark.parametrize("seed", range(20))
def test_masked_gradients_average_to_the_gradient_of_the_average(seed):
    chance = Random(seed)
    H, b = random_hessian(chance), random_vector(chance)
    x, y = random_vector(chance), random_vector(chance)
    mean = [sum(w * masked_gradient(H, b, m, x)[j] for w, m in zip(WEIGHTS, MASKS, strict=True)) for j in range(3)]
    for j in range(3):  # a central difference of a quadratic is exact
        up, down = list(x), list(x)
        up[j] += 1
        down[j] -= 1
        assert mean[j] == (averaged(H, b, up) - averaged(H, b, down)) / 2
    middle = [(p + q) / 2 for p, q in zip(x, y, strict=True)]
    sag = (averaged(H, b, x) + averaged(H, b, y)) / 2 - averaged(H, b, middle)
    assert 0 <= sag <= largest_row(H) / 8 * dot(minus(x, y), minus(x, y))


@pytest.mark.backs("rewards/new-two-dimensional-gap", "rewards/prose-retains-optimality")
@pytest.mark.parametrize("rho", [F(1, 10), F(1, 3), HALF, F(4, 5), F(99, 100)])
@pytest.mark.parametrize("w", [F(1, 10), HALF, F(9, 10)])
def test_the_gap_in_two_dimensions(rho, w):
    H, b = [[F(1), rho], [rho, F(1)]], [F(1), F(1)]
    reached = averaged_minimiser(H, b, [(1, 0), (1, 1)], [w, 1 - w])
    gap = quadratic(H, b, reached) - quadratic(H, b, solve(H, b))
    assert gap == rho**2 * w**2 * (1 - rho) / (2 * (1 + rho) * (1 - (1 - w) * rho**2) ** 2)
    assert gap > 0


@pytest.mark.backs("rewards/new-two-dimensional-gap", "rewards/prose-retains-optimality")
def test_two_in_a_hundred_and_forty_seven():
    def gain(x, y):
        return HALF * (x * x + x * y + y * y) - x - y

    assert gain(F(6, 7), F(4, 7)) - gain(F(2, 3), F(2, 3)) == F(2, 147)
    assert F(6, 7) + HALF * HALF * F(4, 7) == 1  # first equation of the average
    assert HALF * F(6, 7) + F(4, 7) == 1  # second


@pytest.mark.backs("rewards/new-optima-agree")
@pytest.mark.parametrize("seed", range(20))
def test_two_widths_agree_exactly_if_the_cut_optimum_is_optimal(seed):
    chance = Random(seed)
    H, b = random_hessian(chance), random_vector(chance)
    pair, weights = [(1, 1, 0), (1, 1, 1)], [HALF, HALF]
    best = solve(H, b)
    agree = averaged_minimiser(H, b, pair, weights) == best
    assert agree == (solve([row[:2] for row in H[:2]], b[:2]) == best[:2])
    H[0][2] = H[1][2] = H[2][0] = H[2][1] = F(0)  # now the third coordinate does not interact
    best = solve(H, b)
    assert averaged_minimiser(H, b, pair, weights) == best
    assert solve([row[:2] for row in H[:2]], b[:2]) == best[:2]


@pytest.mark.backs("rewards/new-optima-agree-three-widths")
def test_three_widths_can_cancel():
    H = [[F(1), -HALF, F(1, 4)], [-HALF, F(1), F(0)], [F(1, 4), F(0), F(1)]]
    b = apply(H, [1, 1, 1])
    assert averaged_minimiser(H, b, MASKS, [F(1, 3)] * 3) == [1, 1, 1]
    assert b[0] != 1  # width one alone would choose b_1
    assert solve([row[:2] for row in H[:2]], b[:2]) != [1, 1]


@pytest.mark.backs("rewards/new-price-of-widths")
@pytest.mark.parametrize("seed", range(40))
def test_the_price_is_within_the_regret_of_the_cut_widths(seed):
    chance = Random(seed)
    H, b = random_hessian(chance), random_vector(chance)
    best, reached = solve(H, b), averaged_minimiser(H, b)
    price = quadratic(H, b, reached) - quadratic(H, b, best)
    regret = F(0)
    for k, weight in ((1, WEIGHTS[0]), (2, WEIGHTS[1])):
        alone = [*solve([row[:k] for row in H[:k]], b[:k]), *[F(0)] * (3 - k)]
        regret += weight / WEIGHTS[2] * (quadratic(H, b, cut(MASKS[k - 1], best)) - quadratic(H, b, alone))
    assert 0 <= price <= regret


def width_variance(H, b, x, masks=MASKS, weights=WEIGHTS):
    slopes = [masked_gradient(H, b, m, x) for m in masks]
    mean = [sum(w * s[j] for w, s in zip(weights, slopes, strict=True)) for j in range(len(b))]
    return sum(w * dot(minus(s, mean), minus(s, mean)) for w, s in zip(weights, slopes, strict=True))


@pytest.mark.backs("rewards/prose-assumption-3-covers-widths", "rewards/new-width-noise-quadratics")
@pytest.mark.parametrize("rho", [F(0), HALF, F(9, 10)])
def test_the_variance_from_widths_passes_every_bound(rho):
    H, b, two = [[F(1), rho], [rho, F(1)]], [F(1), F(1)], [(1, 0), (1, 1)]
    for power in (2, 4, 8):
        s = F(10**power)
        assert width_variance(H, b, [F(0), s], two, [HALF, HALF]) == (rho**2 * s**2 + (s - 1) ** 2) / 4
    assert width_variance(H, b, [F(0), F(10**8)], two, [HALF, HALF]) > 10**15


@pytest.mark.backs("rewards/prose-assumption-3-covers-widths")
def test_random_widths_are_biased_for_the_full_objective():
    H, b, x = [[F(1), HALF], [HALF, F(1)]], [F(1), F(1)], [F(0), F(0)]
    slopes = [masked_gradient(H, b, m, x) for m in [(1, 0), (1, 1)]]
    assert [(p + q) / 2 for p, q in zip(*slopes, strict=True)] != minus(apply(H, x), b)


@pytest.mark.backs("rewards/new-width-noise-quadratics")
def test_equal_masked_hessians_give_constant_variance_and_bounded_gradients_bounded_variance():
    flat = [[F(1), F(0)], [F(0), F(0)]]
    values = {width_variance(flat, [F(1), F(1)], [F(3), F(s)], [(1, 0), (1, 1)], [HALF, HALF]) for s in range(9)}
    assert len(values) == 1
    for x, y in product([F(k) for k in range(-6, 7, 3)], repeat=2):  # F = huber(x + y): its gradient is at most sqrt 2
        slopes = [(clip(x), F(0)), (clip(x + y), clip(x + y))]
        mean = [(a + c) / 2 for a, c in zip(*slopes, strict=True)]
        assert sum(dot(minus(s, mean), minus(s, mean)) for s in slopes) / 2 <= 2


@pytest.mark.backs("rewards/new-expected-smoothness")
@pytest.mark.parametrize("seed", range(60))
def test_gradients_change_no_more_than_the_gap_allows(seed):
    chance = Random(seed)
    H, b, x = random_hessian(chance), random_vector(chance), random_vector(chance)
    best = averaged_minimiser(H, b)
    changes = [minus(masked_gradient(H, b, m, x), masked_gradient(H, b, m, best)) for m in MASKS]
    mean = sum(w * dot(c, c) for w, c in zip(WEIGHTS, changes, strict=True))
    assert mean <= 2 * largest_row(H) * (averaged(H, b, x) - averaged(H, b, best))


@pytest.mark.backs("rewards/new-random-width-theorem")
@pytest.mark.parametrize(("world", "start"), [(w, s) for w in WORLDS for s in (0, 3)])
@pytest.mark.parametrize(("tau", "rounds", "sigma"), [(1, 3, 1), (2, 2, 1), (3, 1, 2), (4, 3, 0)])
def test_the_bound_at_the_optimum_for_hubers(world, start, tau, rounds, sigma):
    """Additive coins leave every realisation convex and 1-smooth; the clients' curvature differs from place to
    place.
    """
    star = world.minimiser()
    step = min(F(1, 4), F(1, 2 * tau))
    zeta2 = sum(world.slope(i, star) ** 2 for i in range(2)) / 2
    noise = F(sigma) ** 2
    bound = (start - star) ** 2 / (2 * step * tau * rounds) + step * noise / 2
    bound += step**2 * (tau - 1) * (noise / 2 + tau * zeta2 / 3)
    assert mean_gap(world, start, step, tau, rounds, sigma, first=0) <= bound


@pytest.mark.backs("rewards/new-random-width-theorem")
@pytest.mark.parametrize("tau", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_the_bound_at_the_optimum_over_all_draws_of_widths(tau, seed):
    chance = Random(seed)
    masks, weights = [(1, 0), (1, 1)], [F(1, 3), F(2, 3)]
    Hs, bs = [random_hessian(chance, 2) for _ in range(2)], [random_vector(chance, 2) for _ in range(2)]
    L = max(largest_row(H) for H in Hs)
    mix = [[sum(w * m[i] * m[j] for w, m in zip(weights, masks, strict=True)) for j in range(2)] for i in range(2)]
    A = [[mix[i][j] * (Hs[0][i][j] + Hs[1][i][j]) / 2 for j in range(2)] for i in range(2)]
    pull = [mix[j][j] * (bs[0][j] + bs[1][j]) / 2 for j in range(2)]
    star = solve(A, pull)

    def value(x):
        return sum(averaged(H, b, x, masks, weights) for H, b in zip(Hs, bs, strict=True)) / 2

    noise = sum(width_variance(H, b, star, masks, weights) for H, b in zip(Hs, bs, strict=True)) / 2
    means = [
        [sum(w * masked_gradient(H, b, m, star)[j] for w, m in zip(weights, masks, strict=True)) for j in range(2)]
        for H, b in zip(Hs, bs, strict=True)
    ]
    zeta2 = sum(dot(g, g) for g in means) / 2
    step, start = min(F(1, 4), F(1, 2 * tau)) / L, random_vector(chance, 2)
    runs, total = [(F(1), (start, start))], F(0)
    for _ in range(tau):  # one round
        grown = []
        for p, points in runs:
            total += p * (value([(a + c) / 2 for a, c in zip(*points, strict=True)]) - value(star))
            for drawn in product(range(2), repeat=2):
                moved = tuple(
                    [e - step * g for e, g in zip(x, masked_gradient(H, b, masks[m], x), strict=True)]
                    for x, H, b, m in zip(points, Hs, bs, drawn, strict=True)
                )
                grown.append((p * weights[drawn[0]] * weights[drawn[1]], moved))
        runs = grown
    away = minus(start, star)
    bound = (
        dot(away, away) / (2 * step * tau) + step * noise / 2 + L * step**2 * (tau - 1) * (noise / 2 + tau * zeta2 / 3)
    )
    assert total / tau <= bound


@pytest.mark.backs("rewards/lemma-5-proof-step-size")
def test_the_step_size_condition_is_exactly_the_quarter():
    for L in (F(1, 3), F(1), F(7)):
        assert L - 1 / (2 * F(1, 4) / L) + 1 / (4 * F(1, 4) / L) == 0
        assert L - 1 / (2 * F(1, 3) / L) + 1 / (4 * F(1, 3) / L) > 0


@pytest.mark.backs("rewards/lemma-6-proof-telescoping")
def test_the_lost_scalar_lies_between_e_minus_one_and_nine_fifths():
    assert log(1 + 1.8) > 1 > log(1 + 1.7)
