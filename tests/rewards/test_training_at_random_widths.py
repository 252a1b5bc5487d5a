"""Width-averaged quadratics: the library against averages taken value by value, and bad input."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from incentives_book.rewards import training_at_random_widths as page

F = Fraction
HALF = F(1, 2)


def some_quadratic(chance, n=4):
    factor = [[chance.randint(-3, 3) for _ in range(n)] for _ in range(n)]
    hessian = [[sum(factor[i][k] * factor[j][k] for k in range(n)) + (i == j) for j in range(n)] for i in range(n)]
    return page.Quadratic(hessian, [chance.randint(-5, 5) for _ in range(n)])


def value(f, x):
    """From the definition, without the library's shortcut through the gradient."""
    n = range(len(x))
    return HALF * sum(f.hessian[i][j] * x[i] * x[j] for i in n for j in n) - sum(f.pull[i] * x[i] for i in n)


@pytest.mark.parametrize("seed", range(20))
def test_the_average_is_the_average_of_values(seed):
    chance = Random(seed)
    f, masks = some_quadratic(chance), page.nested_masks(4, [1, 3, 4])
    weights = [F(1, 6), F(1, 3), HALF]
    averaged = page.width_averaged(f, masks, weights)
    x = [F(chance.randint(-9, 9), 4) for _ in range(4)]
    assert averaged(x) == sum(
        w * value(f, [a * b for a, b in zip(m, x, strict=True)]) for w, m in zip(weights, masks, strict=True)
    )
    best = averaged.minimiser()
    assert averaged.gradient(best) == (0, 0, 0, 0)
    floats = np.linalg.solve(np.array(averaged.hessian, dtype=float), np.array(averaged.pull, dtype=float))
    assert np.allclose(floats, np.array(best, dtype=float))


@pytest.mark.parametrize("seed", range(10))
def test_noise_is_the_mean_square_less_the_square_of_the_mean(seed):
    chance = Random(100 + seed)
    f, masks, weights = some_quadratic(chance, 3), page.nested_masks(3, [1, 2, 3]), [F(1, 4), F(1, 4), HALF]
    x = [F(chance.randint(-9, 9), 2) for _ in range(3)]
    slopes = [
        [a * g for a, g in zip(m, f.gradient([a * b for a, b in zip(m, x, strict=True)]), strict=True)] for m in masks
    ]
    mean = [sum(w * s[j] for w, s in zip(weights, slopes, strict=True)) for j in range(3)]
    square = sum(w * sum(g**2 for g in s) for w, s in zip(weights, slopes, strict=True))
    assert page.width_noise(f, masks, weights, x) == square - sum(g**2 for g in mean)


def test_clients_draw_the_widths_they_say():
    chance = Random(7)
    fs, masks, weights = (
        [some_quadratic(chance, 3) for _ in range(2)],
        page.nested_masks(3, [1, 2, 3]),
        [F(1, 4), F(1, 4), HALF],
    )
    world = page.RandomWidthClients(fs, masks, weights)
    x = [F(1), F(-2), F(1, 2)]
    points = np.tile(np.array(x, dtype=float), (40000, 2, 1))
    drawn = world.gradients(points, np.random.default_rng(9))
    for i, f in enumerate(world.averaged):
        exact = np.array(f.gradient(x), dtype=float)
        error = drawn[:, i].std(axis=0) / 200
        assert (np.abs(drawn[:, i].mean(axis=0) - exact) <= 5.5 * error + 1e-12).all()
    spread = ((drawn - drawn.mean(axis=0)) ** 2).sum(axis=2).mean()
    assert spread == pytest.approx(float(world.noise_at(x)), rel=0.03)
    assert world.target.gradient(x) == tuple(
        HALF * (a + b) for a, b in zip(*(f.gradient(x) for f in world.averaged), strict=True)
    )
    assert world.dissimilarity_at(x) == HALF * sum(sum(g**2 for g in f.gradient(x)) for f in world.averaged)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: page.nested_masks(3, []), "kept"),
        (lambda: page.nested_masks(3, [2, 2]), "kept"),
        (lambda: page.nested_masks(3, [0, 1]), "kept"),
        (lambda: page.nested_masks(3, [4]), "kept"),
        (lambda: page.Quadratic([[1.0]], [1]), "float"),
        (lambda: page.Quadratic([[1, 2], [3, 1]], [1, 1]), "symmetric"),
        (lambda: page.Quadratic([[1, 2]], [1]), "square"),
        (lambda: page.Quadratic([], []), "square"),
        (lambda: page.Quadratic([[1]], [1])([1, 2]), "coordinates"),
        (lambda: page.Quadratic([[0]], [1]).minimiser(), "positive definite"),
        (lambda: page.Quadratic([[1, 2], [2, 1]], [1, 1]).minimiser(), "positive definite"),
        (lambda: page.width_averaged(page.Quadratic([[1]], [1]), [(1,)], [HALF]), "sum to 1"),
        (lambda: page.width_averaged(page.Quadratic([[1]], [1]), [(1,)], [HALF, HALF]), "weights"),
        (lambda: page.RandomWidthClients([], [(1,)], [1]), "objectives"),
    ],
)
def test_bad_input_is_refused(make, named):
    with pytest.raises(ValueError, match=named):
        make()
