"""Second derivations of what the page about narrow networks claims: plain Fractions, loops, eigenvalues."""

from fractions import Fraction as F
from itertools import combinations, pairwise, product
from math import ceil, sqrt

import numpy as np
import pytest

CHANNELS = (1, 2, 3, 7, 16, 64)


@pytest.mark.backs("rewards/definition-slimmable-network", "rewards/prose-communication-unchanged")
def test_kept_channels_are_nested():
    widths = [F(k, 60) for k in range(1, 61)]
    for c in CHANNELS:
        kept = [set(range(ceil(p * c))) for p in widths]
        assert all(a <= b for a, b in pairwise(kept))
        assert set.union(*kept) == kept[-1] == set(range(c))  # all widths together need what the full width needs


@pytest.mark.backs("rewards/lemma-1", "rewards/lemma-1-proof-gradients", "rewards/new-lemma-1-strict-and-equal")
def test_smoothness_constants_of_quadratics():
    rng = np.random.default_rng(0)
    for _ in range(200):
        half = rng.normal(size=(5, 5))
        A = half @ half.T
        for k in (1, 2, 3, 4):
            for S in combinations(range(5), k):
                assert np.linalg.eigvalsh(A[np.ix_(S, S)])[-1] <= np.linalg.eigvalsh(A)[-1] + 1e-9
    assert [max(np.linalg.eigvalsh(np.diag([1.0, 10.0])[s, s])) for s in (slice(0, 1), slice(1, 2))] == [
        1,
        10,
    ]
    # Where a function is not convex the constant is the largest absolute eigenvalue: gradients of diag(1, -10) differ
    # by 10.
    gradient = np.diag([1.0, -10.0]) @ np.eye(2)
    assert max(np.linalg.norm(gradient, axis=0)) == 10
    assert np.linalg.eigvalsh(np.diag([1.0, -10.0])).max() == 1


@pytest.mark.backs("rewards/lemma-1", "rewards/lemma-1-proof-gradients", "rewards/lemma-2")
def test_restrictions_of_log_sum_exp():
    """Smooth with L = 1/2 in the Euclidean norm at most; convex; not quadratic."""
    rng = np.random.default_rng(1)

    def value(x):
        return np.log(np.exp(x).sum())

    def gradient(x):
        return np.exp(x) / np.exp(x).sum()

    for _ in range(500):
        x, y = rng.normal(size=(2, 5))
        x[3:], y[3:] = 0, 0
        full, part = gradient(x) - gradient(y), (gradient(x) - gradient(y))[:3]
        assert np.linalg.norm(part) <= np.linalg.norm(full) <= np.linalg.norm(x - y) * 0.5 + 1e-12
        t = rng.uniform()
        assert value(t * x + (1 - t) * y) <= t * value(x) + (1 - t) * value(y) + 1e-12


@pytest.mark.backs("rewards/new-hidden-layer-not-convex")
@pytest.mark.parametrize("L", [1, 10, 1000])
def test_one_hidden_weight(L):
    loss = lambda a, b: F(1, 2) * (F(a) * b - 1) ** 2  # noqa: E731
    assert 2 * loss(0, 0) > loss(1, 1) + loss(-1, -1)
    # L-smooth would give f(a, h) + f(a, -h) - 2 f(a, 0) <= L h^2
    a = L + 1
    assert loss(a, 1) + loss(a, -1) - 2 * loss(a, 0) == a * a
    assert a * a > L


@pytest.mark.backs("rewards/prose-slimming-is-straightforward", "rewards/prose-lemmas-cover-the-slimmed-models")
@pytest.mark.parametrize("kept", [1, 2, 3])
def test_two_dense_layers_by_hand(kept):
    """Sums written out: any function may stand between the layers."""
    w, b, v = [[2, -1], [3, 5], [-4, 1]], [1, -2, 3], [7, -3, 2]
    strange = lambda z: F(1, 3) + z * z - z  # not zero at zero  # noqa: E731
    for x in product(range(-2, 3), repeat=2):
        drive = [sum(a * c for a, c in zip(row, x, strict=True)) + shift for row, shift in zip(w, b, strict=True)]
        small = sum(v[j] * strange(drive[j]) for j in range(kept))
        padded = sum((v[j] if j < kept else 0) * strange(drive[j] if j < kept else 0) for j in range(3))
        assert small == padded


@pytest.mark.backs("rewards/prose-slimming-is-straightforward")
def test_removed_recurrent_units_stay_at_zero():
    cell = state = 0.0
    for _ in range(10):  # all drives of a removed unit are zero
        cell = 0.5 * cell + 0.5 * np.tanh(0.0)
        state = 0.5 * np.tanh(cell)
    assert cell == state == 0


@pytest.mark.backs("rewards/prose-statistics-differ-by-width", "rewards/prose-lemmas-cover-the-slimmed-models")
def test_frozen_statistics_per_width():
    points = list(product((1, -1), repeat=2))
    both, one = ([sum(x[:k]) for x in points] for k in (2, 1))
    variance = {2: F(sum(z * z for z in both), 4), 1: F(sum(z * z for z in one), 4)}
    assert variance == {2: 2, 1: 1}
    curvature = {}
    for k in (1, 2):  # along the unit vectors on a grid, exact: mean of (x.w)^2 / (variance |w|^2)
        directions = [w for w in product(range(-4, 5), repeat=k) if any(w)]
        curvature[k] = max(
            F(
                sum(sum(a * b for a, b in zip(w, x, strict=False)) ** 2 for x in points),
                4 * sum(a * a for a in w),
            )
            / variance[k]
            for w in directions
        )
    assert curvature == {1: 1, 2: F(1, 2)}


@pytest.mark.backs("rewards/new-layer-norm-no-restriction")
@pytest.mark.parametrize(("kept", "channels"), [(2, 3), (2, 8), (4, 5), (6, 24)])
def test_layer_norm_scale(kept, channels):
    values = np.random.default_rng(kept).normal(size=kept)
    values -= values.mean()
    padded = np.concatenate([values, np.zeros(channels - kept)])
    ratio = (padded[:kept] / padded.std()) / (values / values.std())
    np.testing.assert_allclose(ratio, sqrt(channels / kept))


@pytest.mark.backs("rewards/new-wider-can-be-worse")
def test_wider_is_worse():
    full = lambda a, b: F(1, 2) * a * a + F(1, 2) * b * b - F(1, 2) * a * b - b  # noqa: E731
    total = lambda a, b: full(a, b) + full(a, 0) + full(0, 0)  # noqa: E731
    at = (F(2, 7), F(8, 7))
    steps = [F(k, 100) for k in range(-20, 21)]
    assert all(total(at[0] + d, at[1] + e) > total(*at) for d in steps for e in steps if (d, e) != (0, 0))
    assert [full(0, 0), full(at[0], 0), full(*at)] == [0, F(2, 49), F(-30, 49)]


@pytest.mark.backs("rewards/new-arithmetic-overhead")
@pytest.mark.parametrize(("least", "cost"), [(F(1, 4), F(23, 16)), (F(2, 5), F(38, 25)), (F(1, 2), F(19, 12))])
def test_mean_square_of_a_uniform_width(least, cost):
    # Simpson's rule is exact for squares
    ends, middle = least**2 + 1, ((least + 1) / 2) ** 2
    assert 1 + (ends + 4 * middle) / 6 == cost


@pytest.mark.backs("rewards/prose-cheaper-than-the-sandwich-rule")
@pytest.mark.parametrize("random_widths", [1, 2, 5])
def test_the_sandwich_rule_takes_more_passes(random_widths):
    rng = np.random.default_rng(4)
    least = 0.3
    drawn = rng.uniform(least, 1, (20_000, random_widths))
    sandwich = 1 + least**2 + (drawn**2).sum(1)
    assert (sandwich > 1 + drawn[:, 0] ** 2 + least**2 / 2).all()  # with the same first random width in both


@pytest.mark.backs("rewards/prose-communication-unchanged")
def test_switchable_statistics_are_sent():
    channels = [64, *[64] * 4, *[128] * 4, 128, *[256] * 4, 256, *[512] * 4, 512]
    assert sum(channels) == 4800
    extra = sum(4 * -(-c * k // 20) for k in range(10, 20) for c in channels)
    assert extra > 0
    assert 0.012 < extra / 11_173_962 < 0.013
