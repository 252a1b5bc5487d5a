"""The simulations against plain loops on the same draws, worlds with known outcomes, and the exact formulas."""

import random
from fractions import Fraction as F

import numpy as np
import pytest

from incentives.coalitions.errors import coarse_errors, fine_errors
from incentives_book.coalitions import simulation
from incentives_book.coalitions.mixing import coarse_mixing, uniform_mixing
from incentives_book.coalitions.simulation import (
    gaussian_noise,
    rademacher_noise,
    simulate_means,
    simulate_regression,
)

MIX = np.array([[0.5, 0.3, 0.2], [0.0, 1.0, 0.0], [-0.2, 0.4, 0.8]])


def normal_owners(rng, shape):
    return rng.normal(size=shape), rng.uniform(1, 3, size=shape)


def normal_people(rng, shape):
    return rng.normal(size=(*shape, 2)), rng.uniform(1, 3, size=shape)


def normal_inputs(rng, shape):
    return rng.normal(size=(*shape, 2))


def constant_inputs(rng, shape):
    return np.ones((*shape, 1))


def test_means_match_a_plain_loop_over_the_same_draws():
    sizes, rounds = [2, 3, 1], 50
    result = simulate_means(sizes, weights=MIX, owners=normal_owners, rounds=rounds, rng=np.random.default_rng(5))
    rng = np.random.default_rng(5)
    means, variances = normal_owners(rng, (rounds, 3))
    disturbances = gaussian_noise(rng, (rounds, 6))
    squares = []
    for r in range(rounds):
        samples = iter(disturbances[r])
        estimates = [
            np.mean([means[r, i] + np.sqrt(variances[r, i]) * next(samples) for _ in range(n)])
            for i, n in enumerate(sizes)
        ]
        squares.append([(sum(MIX[j] * estimates) - means[r, j]) ** 2 for j in range(3)])
    np.testing.assert_allclose(result.errors, np.mean(squares, axis=0), rtol=1e-10)
    np.testing.assert_allclose(result.standard_errors, np.std(squares, axis=0, ddof=1) / rounds**0.5, rtol=1e-10)


def test_regression_matches_numpys_least_squares_on_the_same_draws():
    sizes, rounds = [4, 3, 5], 20
    result = simulate_regression(
        sizes,
        weights=MIX,
        owners=normal_people,
        inputs=normal_inputs,
        rounds=rounds,
        rng=np.random.default_rng(6),
    )
    rng = np.random.default_rng(6)
    thetas, variances = normal_people(rng, (rounds, 3))
    fitted = np.empty((rounds, 3, 2))
    for i, n in enumerate(sizes):
        x, e = normal_inputs(rng, (rounds, n)), gaussian_noise(rng, (rounds, n))
        for r in range(rounds):
            y = x[r] @ thetas[r, i] + np.sqrt(variances[r, i]) * e[r]
            fitted[r, i] = np.linalg.lstsq(x[r], y, rcond=None)[0]
    tests = [normal_inputs(rng, (rounds,)) for _ in sizes]
    squares = [[(tests[j][r] @ (MIX[j] @ fitted[r] - thetas[r, j])) ** 2 for j in range(3)] for r in range(rounds)]
    np.testing.assert_allclose(result.errors, np.mean(squares, axis=0), rtol=1e-8)


def test_constant_inputs_are_mean_estimation():
    """Same seed, same owners: regression on the constant 1 draws the same numbers member by member."""

    def owners(rng, shape):
        return np.arange(np.prod(shape), dtype=float).reshape(shape) % 3, np.full(shape, 4.0)

    def people(rng, shape):
        means, variances = owners(rng, shape)
        return means[..., None], variances

    mean = simulate_means([5], weights=[[1]], owners=owners, rounds=200, rng=np.random.default_rng(1))
    fit = simulate_regression(
        [5], weights=[[1]], owners=people, inputs=constant_inputs, rounds=200, rng=np.random.default_rng(1)
    )
    np.testing.assert_allclose(mean.errors, fit.errors, rtol=1e-10)
    np.testing.assert_allclose(mean.standard_errors, fit.standard_errors, rtol=1e-10)


def test_without_noise_everybody_alone_is_right():
    def silent(rng, shape):
        return rng.normal(size=shape), np.zeros(shape)

    result = simulate_means([1, 4], weights=np.eye(2), owners=silent, rounds=10, rng=np.random.default_rng(0))
    np.testing.assert_allclose(result.errors, 0, atol=1e-25)


def test_rademacher_noise_on_one_sample_has_no_scatter():
    def owners(rng, shape):
        return np.zeros(shape), np.full(shape, 9.0)

    result = simulate_means(
        [1], weights=[[1]], owners=owners, rounds=30, rng=np.random.default_rng(0), noise=rademacher_noise
    )
    np.testing.assert_allclose(result.errors, 9)
    np.testing.assert_allclose(result.standard_errors, 0, atol=1e-12)


def test_simulated_means_agree_with_the_formula():
    def owners(rng, shape):
        means = rng.exponential(size=shape)
        return means, 5 * means  # noise depends on the mean

    sizes, world = [3, 6, 20], {"noise": 5, "spread": 1}
    for mixing, exact in [
        (MIX, fine_errors(np.array(sizes), **world, weights=MIX)),
        (coarse_mixing(sizes, weights=F(1, 4)), coarse_errors(sizes, **world, weights=F(1, 4))),
    ]:
        result = simulate_means(sizes, weights=mixing, owners=owners, rounds=60_000, rng=np.random.default_rng(8))
        distance = np.abs(result.errors - np.array(exact, dtype=float)) / result.standard_errors
        assert distance.max() < 5
        assert (result.standard_errors < 0.03 * result.errors).all()


def test_pieces_of_any_size_cover_all_rounds(monkeypatch):
    monkeypatch.setattr(simulation, "ENTRIES", 7)
    result = simulate_means(
        [1, 2], weights=uniform_mixing([1, 2]), owners=normal_owners, rounds=25, rng=np.random.default_rng(3)
    )
    assert np.isfinite(result.errors).all()
    assert simulation._chunks(25, 3) == [2] * 12 + [1]
    assert simulation._chunks(25, 100) == [1] * 25


def test_chance_is_the_argument_and_nothing_else():
    state = random.getstate()
    runs = [
        simulate_means([2], weights=[[1]], owners=normal_owners, rounds=9, rng=np.random.default_rng(seed))
        for seed in (4, 4, 5)
    ]
    assert runs[0].errors == runs[1].errors
    assert runs[0].errors != runs[2].errors
    assert random.getstate() == state


def test_inputs_may_differ_between_members():
    def far(rng, shape):
        return 100 * rng.normal(size=(*shape, 2))

    result = simulate_regression(
        [20, 20], weights=coarse_mixing([20, 20], weights=1), owners=normal_people, inputs=[normal_inputs, far], rounds=4000,  # noqa: E501
        rng=np.random.default_rng(0),
    )  # fmt: skip
    # Alone, the scale of the inputs cancels: both errors estimate 2 * 2 / 17.
    assert np.abs(result.errors - 4 / 17).max() < 5 * result.standard_errors.max()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sizes": []}, "sizes must be a non-empty list of whole numbers"),
        ({"sizes": [1.5, 2, 3]}, "sizes must be a non-empty list of whole numbers"),
        ({"sizes": [0, 2, 3]}, "sizes must be a non-empty list of whole numbers"),
        ({"weights": np.ones((3, 3))}, "a row that sums to 3"),
        ({"weights": np.eye(2)}, r"shape \(3, 3\)"),
        ({"rounds": 1}, "rounds must be at least 2"),
    ],
)
def test_bad_input_is_named(change, message):
    good = {"sizes": [3, 3, 3], "weights": MIX, "rounds": 5, "rng": np.random.default_rng(0)}
    call = {**good, **change}
    sizes = call.pop("sizes")
    with pytest.raises(ValueError, match=message):
        simulate_means(sizes, **call, owners=normal_owners)
    with pytest.raises(ValueError, match=message):
        simulate_regression(sizes, **call, owners=normal_people, inputs=normal_inputs)


def test_designs_without_a_unique_fit_are_named():
    call = {"weights": [[1]], "owners": normal_people, "rounds": 5, "rng": np.random.default_rng(0)}
    with pytest.raises(ValueError, match="sizes must be at least D = 2"):
        simulate_regression([1], inputs=normal_inputs, **call)
    with pytest.raises(ValueError, match="inputs must give member 0 linearly independent columns"):
        simulate_regression([3], inputs=lambda rng, shape: np.ones((*shape, 2)), **call)
    with pytest.raises(ValueError, match=r"one per member \(1\); got 2"):
        simulate_regression([3], inputs=[normal_inputs] * 2, **call)
