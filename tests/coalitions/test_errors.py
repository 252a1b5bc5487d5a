"""Expected errors against plain loops, a covariance calculation, convexity, and the published tables."""

import tomllib
from fractions import Fraction as F
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from incentives.coalitions.errors import (
    Coarse,
    coarse_errors,
    expected_errors,
    fine_errors,
    local_errors,
    optimal_coarse_errors,
    optimal_coarse_weights,
    optimal_fine_errors,
    optimal_fine_weights,
    uniform_errors,
)
from incentives_book.coalitions.mixing import coarse_mixing, uniform_mixing

sizes_lists = st.lists(st.integers(1, 60), min_size=1, max_size=6)
positives = st.fractions(min_value=F(1, 20), max_value=40, max_denominator=20)


def error_by_covariance(sizes, row, member, noise, spread):
    """Variance of (sum of v_i times local mean i) minus the owner's mean, from covariances and nothing else."""
    total = F(0)
    for i, v in enumerate(row):
        total += v * v * (spread + F(noise) / sizes[i])  # Var of a local mean around the common mean
        if i == member:
            total -= 2 * v * spread  # its covariance with the owner's own mean
    return total + spread


def every_error_by_covariance(sizes, rows, noise, spread):
    return tuple(error_by_covariance(sizes, row, j, noise, spread) for j, row in enumerate(rows))


@given(sizes_lists, positives, positives, st.randoms(use_true_random=False))
def test_fine_errors_match_the_covariance_calculation(sizes, noise, spread, chance):
    raw = [[F(chance.randint(-5, 9), 3) for _ in sizes] for _ in sizes]
    rows = [[*row[:-1], 1 - sum(row[:-1])] for row in raw]
    assert fine_errors(sizes, noise=noise, spread=spread, weights=rows) == every_error_by_covariance(
        sizes, rows, noise, spread
    )


@given(sizes_lists, positives, positives, st.fractions(0, 1, max_denominator=9))
def test_each_federation_is_its_mixing_matrix(sizes, noise, spread, w):
    world = {"noise": noise, "spread": spread}
    assert local_errors(sizes, noise=noise) == fine_errors(sizes, **world, weights=coarse_mixing(sizes, weights=1))
    assert uniform_errors(sizes, **world) == fine_errors(sizes, **world, weights=uniform_mixing(sizes))
    mixing = coarse_mixing(sizes, weights=w)
    assert coarse_errors(sizes, **world, weights=w) == fine_errors(sizes, **world, weights=mixing)
    assert expected_errors(sizes, **world, federation=Coarse(w)) == fine_errors(sizes, **world, weights=mixing)


@given(sizes_lists, positives, positives)
def test_optimal_errors_are_the_errors_at_optimal_weights(sizes, noise, spread):
    world = {"noise": noise, "spread": spread}
    weights = optimal_coarse_weights(sizes, **world)
    assert optimal_coarse_errors(sizes, **world) == coarse_errors(sizes, **world, weights=weights)
    rows = optimal_fine_weights(sizes, **world)
    assert all(sum(row) == 1 for row in rows)
    assert optimal_fine_errors(sizes, **world) == fine_errors(sizes, **world, weights=rows)


@given(sizes_lists.filter(lambda sizes: len(sizes) > 1), positives, positives)
def test_no_small_change_of_optimal_weights_helps(sizes, noise, spread):
    """The error is a convex quadratic, so no gain from small steps in a spanning set of directions is optimality."""
    world = {"noise": noise, "spread": spread}
    best = optimal_coarse_weights(sizes, **world)
    assert all(0 < w < 1 for w in best)
    lowest = optimal_coarse_errors(sizes, **world)
    for j, w in enumerate(best):
        for step in (min(w, 1 - w) / 1000, -min(w, 1 - w) / 1000):
            changed = [*best[:j], w + step, *best[j + 1 :]]
            assert coarse_errors(sizes, **world, weights=changed)[j] > lowest[j]
    rows, lowest = optimal_fine_weights(sizes, **world), optimal_fine_errors(sizes, **world)
    for j, row in enumerate(rows):
        for gives, gets in permutations(range(len(sizes)), 2):
            changed = [v + F((i == gets) - (i == gives), 10**6) for i, v in enumerate(row)]
            assert error_by_covariance(sizes, changed, j, noise, spread) > lowest[j]


@given(sizes_lists, positives, positives)
def test_more_freedom_never_hurts(sizes, noise, spread):
    errors = [
        expected_errors(sizes, noise=noise, spread=spread, federation=way)
        for way in ("fine", "coarse", "uniform", "local")
    ]
    for fine, coarse, uniform, local in zip(*errors, strict=True):
        assert fine <= coarse <= min(uniform, local)


@given(sizes_lists, positives, positives, positives, st.sampled_from(["local", "uniform", "coarse", "fine"]))
def test_scaling_the_units_scales_the_errors(sizes, noise, spread, scale, way):
    once = expected_errors(sizes, noise=noise, spread=spread, federation=way)
    scaled = expected_errors(sizes, noise=scale * noise, spread=scale * spread, federation=way)
    assert scaled == tuple(scale * error for error in once)
    more = expected_errors([scale * n for n in sizes], noise=scale * noise, spread=spread, federation=way)
    assert more == once


@given(sizes_lists, positives, positives, st.sampled_from(["local", "uniform", "coarse", "fine"]))
def test_order_of_the_members_does_not_matter(sizes, noise, spread, way):
    forward = expected_errors(sizes, noise=noise, spread=spread, federation=way)
    backward = expected_errors(sizes[::-1], noise=noise, spread=spread, federation=way)
    assert forward == backward[::-1]


@settings(max_examples=40)
@given(st.integers(1, 5), st.integers(0, 10**6), st.sampled_from(["local", "uniform", "coarse", "fine"]))
def test_arrays_agree_with_exact_rows(members, seed, way):
    batch = np.random.default_rng(seed).integers(1, 50, size=(3, 2, members))
    errors = expected_errors(batch, noise=10, spread=0.5, federation=way)
    assert errors.shape == batch.shape
    for place in product(range(3), range(2)):
        exact = expected_errors(batch[place].tolist(), noise=10, spread=F(1, 2), federation=way)
        np.testing.assert_allclose(errors[place], [float(e) for e in exact], rtol=1e-12)


def test_noise_and_spread_may_vary_over_the_leading_dimensions():
    errors = uniform_errors(np.array([5, 25]), noise=np.array([10, 20]), spread=1)
    np.testing.assert_allclose(errors, [[31 / 18, 7 / 18], [37 / 18, 13 / 18]], rtol=1e-12)


def test_array_weights_agree_with_exact_ones():
    sizes, world = [3, 5, 8], {"noise": 4, "spread": 1}
    rows = optimal_fine_weights(sizes, **world)
    floats = fine_errors(np.array(sizes), **world, weights=np.array(rows, dtype=float))
    np.testing.assert_allclose(floats, [float(e) for e in optimal_fine_errors(sizes, **world)], rtol=1e-12)
    np.testing.assert_allclose(optimal_fine_weights(np.array(sizes), **world), np.array(rows, dtype=float))
    batch = coarse_errors(np.tile(sizes, (2, 1)), **world, weights=np.array([[0, 0, 0], [1, 1, 1.0]]))
    np.testing.assert_allclose(batch[0], uniform_errors(np.array(sizes), **world))
    np.testing.assert_allclose(batch[1], local_errors(np.array(sizes), noise=4))


def test_types_stay_exact():
    assert all(isinstance(e, F) for e in optimal_fine_errors([1, 2], noise=3, spread=1))
    assert isinstance(uniform_errors([1, 2], noise=3.0, spread=1), np.ndarray)
    assert isinstance(uniform_errors(np.array([1, 2]), noise=3, spread=1), np.ndarray)
    huge = 10**40
    assert uniform_errors([huge, 1], noise=1, spread=1)[0] == F(1, huge + 1) + 2 * F(1, (huge + 1) ** 2)


def test_symbols_pass_through():
    a, b, mu, s2, w = sp.symbols("a b mu s2 w", positive=True)
    point = {a: 5, b: 25, mu: 10, s2: 1, w: sp.Rational(1, 3)}
    for symbolic, exact in [
        (uniform_errors([a, b], noise=mu, spread=s2), uniform_errors([5, 25], noise=10, spread=1)),
        (
            coarse_errors([a, b], noise=mu, spread=s2, weights=w),
            coarse_errors([5, 25], noise=10, spread=1, weights=F(1, 3)),
        ),
        (optimal_fine_errors([a, b], noise=mu, spread=s2), optimal_fine_errors([5, 25], noise=10, spread=1)),
    ]:
        assert [e.subs(point) for e in symbolic] == [sp.Rational(e.numerator, e.denominator) for e in exact]


def test_a_member_who_is_alone():
    assert optimal_coarse_weights([7], noise=3, spread=1) == (1,)
    assert optimal_fine_weights([7], noise=3, spread=1) == ((1,),)
    for way in ("local", "uniform", "coarse", "fine", Coarse(F(1, 2))):
        assert expected_errors([7], noise=3, spread=1, federation=way) == (F(3, 7),)
        assert expected_errors(np.array([[7.0]]), noise=3, spread=1, federation=way)[0, 0] == pytest.approx(3 / 7)


def test_a_federation_may_be_a_function():
    def half_as_much(sizes, *, noise, spread):
        return [error / 2 for error in local_errors(sizes, noise=noise)]

    assert expected_errors([5], noise=10, spread=1, federation=half_as_much) == [1]
    assert str(Coarse(F(1, 2))) == "coarse, weight 1/2"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_errors_round_to_the_published_tables(number):
    path = Path(__file__).parents[1] / "published" / f"table-{number}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    world = {key: table[key] for key in ("noise", "spread", "federation")}
    for row in table["row"]:
        found = {}
        for block in row["partition"].split("|"):
            members = [int(player) for player in block.split(",")]
            errors = expected_errors([table["sizes"][player] for player in members], **world)
            found.update(zip(members, errors, strict=True))
        for name, printed in zip(table["columns"], row["printed"], strict=True):
            digits = len(printed.partition(".")[2])
            assert round(found[table["players"].index(name)], digits) == F(printed)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([], "sizes must name at least one member"),
        (np.zeros((0,)), "sizes must name at least one member"),
        ([5, 0], r"sizes must be greater than 0, got 0"),
        ([5, -1], r"sizes must be greater than 0, got -1"),
        ([5, float("nan")], "sizes must be finite"),
        (np.array([5, np.inf]), "sizes must be finite"),
        ([sp.Integer(-3), 1], "sizes must be greater than 0"),
        (5, "sizes must be a list, tuple or array"),
        ("55", "sizes must be a list, tuple or array"),
        ({5, 6}, "sizes must be a list, tuple or array"),
        (["five"], "sizes must be numbers"),
        ([[5], [5, 6]], "sizes must be numbers, in rows of one length"),
        ([[5, 6], [7, 8]], "sizes must name at least one member, in one row"),
    ],
)
@pytest.mark.parametrize("way", ["local", "uniform", "coarse", "fine"])
def test_bad_sizes_are_named(sizes, message, way):
    with pytest.raises(ValueError, match=message):
        expected_errors(sizes, noise=10, spread=1, federation=way)


@pytest.mark.parametrize(
    ("world", "message"),
    [
        ({"noise": 0, "spread": 1}, "noise must be greater than 0"),
        ({"noise": 1, "spread": -1}, "spread must be greater than 0"),
        ({"noise": float("nan"), "spread": 1}, "noise must be finite"),
        ({"noise": "ten", "spread": 1}, "noise must be numbers"),
        ({"noise": [1, 2], "spread": 1}, "noise must be one number"),
    ],
)
def test_bad_worlds_are_named(world, message):
    with pytest.raises(ValueError, match=message):
        uniform_errors([5, 6], **world)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (2, r"weights must be at most 1, got 2"),
        ([-1, 0], r"weights must be at least 0, got -1"),
        ([1, 1, 1], r"one per member \(2\)"),
        (float("nan"), "weights must be finite"),
    ],
)
def test_bad_coarse_weights_are_named(weights, message):
    with pytest.raises(ValueError, match=message):
        coarse_errors([5, 6], noise=1, spread=1, weights=weights)
    with pytest.raises(ValueError, match=message):
        coarse_mixing([5, 6], weights=weights)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([[1, 1], [0, 1]], "a row that sums to 2"),
        ([[F(1, 3), F(1, 3)], [0, 1]], "a row that sums to 2/3"),
        (np.array([[0.5, 0.4], [0, 1]]), "a row that sums to 0.9"),
        ([[sp.Symbol("v"), sp.Symbol("v")], [0, 1]], "a row that sums to"),
        ([[1, 0]], r"shape \(2, 2\)"),
        (np.eye(3), r"shape \(2, 2\)"),
    ],
)
def test_bad_fine_weights_are_named(weights, message):
    with pytest.raises(ValueError, match=message):
        fine_errors([5, 6], noise=1, spread=1, weights=weights)


@pytest.mark.parametrize("federation", ["Uniform", "", None, 3])
def test_unknown_federations_are_named(federation):
    with pytest.raises(ValueError, match=r"federation must be one of \['coarse', 'fine', 'local', 'uniform'\]"):
        expected_errors([5], noise=1, spread=1, federation=federation)


def test_what_squares_no_size_keeps_sizes_of_any_scale_beside_one_another():
    """Nothing is divided by a common unit here, or a small size beside a huge one would become 0."""
    huge, tiny = 2.0**600, 2.0**-600
    assert local_errors([huge, tiny], noise=1.0).tolist() == [tiny, huge]
    own = np.eye(2)
    assert fine_errors([huge, tiny], noise=1.0, spread=1.0, weights=own).tolist() == [tiny, huge]
    # The one with next to no data relies on the other alone.
    assert optimal_fine_weights([huge, tiny], noise=1.0, spread=1.0).tolist() == [[1.0, 0.0], [1.0, 0.0]]
    assert optimal_fine_errors([huge, tiny], noise=1.0, spread=1.0)[0] == tiny
