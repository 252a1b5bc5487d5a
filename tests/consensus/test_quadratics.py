from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives.consensus import quadratics
from incentives.consensus.dual_weights import DualWeights
from incentives.consensus.quadratics import (
    Quadratic,
    common_point_of_quadratics,
    minimax,
    weighted_minimum,
)

F = Fraction


def families(seed):
    """Random rational quadratics in up to four dimensions, some of them degenerate."""
    rng = np.random.default_rng(seed)
    d, m = int(rng.integers(1, 5)), int(rng.integers(1, 8))
    family = []
    for _ in range(m):
        factor = rng.integers(-2, 3, size=(int(rng.integers(1, d + 1)), d))
        family.append(
            Quadratic((factor.T @ factor).tolist(), rng.integers(-2, 3, d).tolist(), int(rng.integers(1, 12)))
        )
    return family


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_weak_duality_brackets_the_minimum(seed):
    family = families(seed)
    found = minimax(family)
    weights = [F(w) for w in found.weights]
    lower = weighted_minimum(family, [w / sum(weights) for w in weights])[1]
    at_point = max(float(q.value(found.point)) - float(q.level) for q in family)
    assert float(lower) <= at_point + 1e-9
    assert at_point == pytest.approx(found.largest)
    assert at_point - float(lower) <= 1e-5 * (1 + abs(at_point))


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_common_points_are_common_and_absence_agrees_with_a_grid(seed):
    family = families(seed)
    point = common_point_of_quadratics(family)
    if point is not None:
        assert all(point in q for q in family)
    elif len(family[0].centre) <= 2:
        grid = [F(k, 4) for k in range(-40, 41)]
        places = [(a,) for a in grid] if len(family[0].centre) == 1 else [(a, b) for a in grid for b in grid[::4]]
        assert not any(all(p in q for q in family) for p in places)


def test_flats_meet_exactly():
    line = Quadratic([[2, 0], [0, 0]], [3, 0], 0)  # x1 = 3
    diagonal = Quadratic([[2, -2], [-2, 2]], [0, 0], 0)  # x1 = x2
    assert common_point_of_quadratics([line, diagonal]) == (3, 3)
    parallel = Quadratic([[2, 0], [0, 0]], [4, 0], 0)
    assert common_point_of_quadratics([line, parallel]) is None
    disc = Quadratic([[2, 0], [0, 2]], [0, 0], 25)
    on_both = common_point_of_quadratics([line, disc])
    assert on_both[0] == 3
    assert on_both in disc
    assert common_point_of_quadratics([line, Quadratic([[2, 0], [0, 2]], [0, 0], 8)]) is None
    assert common_point_of_quadratics([diagonal, line, disc]) == (3, 3)


def test_touching_sets_are_decided_exactly():
    left = Quadratic([[2]], [0], 1)
    far = Quadratic([[F(1, 2)]], [3], 1)  # from 1 to 5
    assert common_point_of_quadratics([left, far]) == (1,)
    apart = Quadratic([[F(1, 2)]], [3 + F(1, 10**9)], 1)
    assert common_point_of_quadratics([left, apart]) is None


def test_what_cannot_be_decided_is_not_guessed(monkeypatch):
    useless = DualWeights(np.array([0.5, 0.5]), np.array([2.0]), np.zeros(2), 0.0)
    monkeypatch.setattr(quadratics, "minimax", lambda family: useless)
    # The sets share [0.9, 1]. At 2 the first is missed, and equal weights give a negative minimum: no proof either way.
    with pytest.raises(ArithmeticError, match="touch"):
        common_point_of_quadratics([Quadratic([[2]], [0], 1), Quadratic([[F(1, 2)]], [3], F(441, 400))])


def test_floats_are_decided_up_to_rounding():
    discs = [Quadratic([[2.0, 0], [0, 2.0]], [x, 0.0], 1.0) for x in (0.0, 1.5)]
    point = common_point_of_quadratics(discs)
    assert all(q.value(point) <= 1 + 1e-9 for q in discs)
    assert common_point_of_quadratics([discs[0], Quadratic([[2.0, 0], [0, 2.0]], [3.0, 0.0], 1.0)]) is None


@pytest.mark.parametrize(
    ("H", "centre", "level", "message"),
    [
        ([[1, 0], [1, 1]], [0, 0], 1, "symmetric"),
        ([[1, 0]], [0, 0], 1, "square"),
        ([[1, 2], [2, 1]], [0, 0], 1, "semidefinite"),
        ([[-1]], [0], 1, "semidefinite"),
        ([[1]], [0, 0], 1, "one per row"),
        ([[1]], [0], -1, "at least 0"),
    ],
)
def test_bad_quadratics(H, centre, level, message):
    with pytest.raises(ValueError, match=message):
        Quadratic(H, centre, level)
