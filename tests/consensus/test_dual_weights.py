"""Dual weights: against calculus, against another solver, certificates checked in fractions; bad input."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import consensus as cs
from incentives.consensus import dual_weights, quadratics
from incentives.randomness import stream

F = Fraction


def parabolas(centres, reach=1.0):
    centres = np.asarray(centres, dtype=float)

    def losses(x):
        away = x[None, :] - centres
        return (away**2).sum(axis=1) - reach, 2 * away

    return losses


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=6, unique=True))
@settings(max_examples=30)
def test_on_a_line_the_two_outermost_carry_half_each(centres):
    """The smallest largest excess of parabolas is in the middle, ((high - low) / 2)**2 - 1."""
    found = dual_weights.dual_weights(parabolas([[c] for c in centres]), [0.0], gap=1e-5)
    low, high = min(centres), max(centres)
    exact = ((high - low) / 2) ** 2 - 1
    assert found.largest == pytest.approx(exact, abs=2e-3)
    assert found.lower_bound(2.0) <= exact + 1e-9
    assert found.lower_bound(2.0) == pytest.approx(exact, abs=2e-3)
    assert found.weights.sum() == pytest.approx(1)


def test_the_smallest_enclosing_ball_by_another_solver():
    """The largest distance is least at the centre of the smallest enclosing ball; SLSQP finds the same."""
    from scipy.optimize import minimize

    rng = stream(1, "ball")
    for d in (2, 5):
        centres = rng.normal(size=(12, d))
        found = dual_weights.dual_weights(parabolas(centres, reach=0.0), np.zeros(d), gap=1e-5)
        other = minimize(
            lambda v: v[-1],
            np.append(np.zeros(d), 50.0),
            constraints={"type": "ineq", "fun": lambda v, c=centres: v[-1] - ((v[:-1] - c) ** 2).sum(axis=1)},
            method="SLSQP",
            options={"ftol": 1e-12, "maxiter": 500},
        )
        assert found.largest == pytest.approx(other.fun, rel=1e-4)
        assert found.lower_bound(2.0) == pytest.approx(other.fun, rel=1e-4)
        assert found.point == pytest.approx(other.x[:-1], abs=1e-2)
        assert found.weighted <= found.largest


def test_rounding_balances_at_the_same_point():
    rng = stream(2, "rounding")
    for d, clients in ((1, 5), (3, 20), (6, 8)):
        g, slopes, old = (
            rng.normal(size=clients),
            rng.normal(size=(clients, d)),
            rng.dirichlet(np.ones(clients)),
        )
        new = dual_weights.round_weights(g, slopes, old)
        assert new.sum() == pytest.approx(1)
        assert (new >= 0).all()
        assert (new > 0).sum() <= d + 1
        assert new @ slopes == pytest.approx(old @ slopes, abs=1e-8)
        assert new @ g >= old @ g - 1e-9


def test_weights_of_quadratics_are_proved_in_fractions():
    rng = stream(3, "fractions")
    verdicts = set()
    for d in (1, 2, 5):
        for _ in range(10):
            sets = []
            for _ in range(7):
                root = rng.integers(-2, 3, (d, d))
                H = root @ root.T
                H[range(d), range(d)] += 1
                centre = [F(int(v), 2) for v in rng.integers(-5, 6, d)]
                sets.append(cs.Quadratic(H.tolist(), centre, F(int(rng.integers(1, 60 * d)))))
            point, weights = quadratics.point_or_weights(sets)
            verdicts.add(point is None)
            if point is not None:
                assert all(point in s for s in sets)
                continue
            assert sum(weights) == 1
            assert sum(w > 0 for w in weights) <= d + 1
            # L(w) > 0, from the stationarity equation solved in floats and evaluated in fractions
            H = sum(float(w) * np.array(s.H, dtype=float) for w, s in zip(weights, sets, strict=True))
            right = sum(
                float(w) * np.array(s.H, dtype=float) @ np.array(s.centre, dtype=float)
                for w, s in zip(weights, sets, strict=True)
            )
            x = [F(v) for v in np.linalg.solve(H, right)]
            assert sum(w * (s.value(x) - s.level) for w, s in zip(weights, sets, strict=True)) > 0
    assert verdicts == {True, False}


def test_strips_have_singular_matrices():
    """x1**2 <= 1, (x1 - 4)**2 <= 1 and a strip across: the sum of the first two is singular."""
    strips = [cs.Quadratic([[2, 0], [0, 0]], [a, 0], 1) for a in (0, 4)] + [cs.Quadratic([[0, 0], [0, 2]], [0, 0], 1)]
    point, weights = quadratics.point_or_weights(strips)
    assert point is None
    assert weights[2] == 0
    assert weights[0] > 0
    assert weights[1] > 0
    assert quadratics.point_or_weights(strips[1:])[0] is not None


def test_sets_that_touch():
    touching = [cs.Quadratic([[2]], [0], 1), cs.Quadratic([[2]], [2], 1)]
    assert quadratics.point_or_weights(touching) in (((1,), None),) or dual_weights.point_or_weights(touching)[0] == (
        1,
    )


def test_the_liars_weight():
    assert dual_weights.least_liar_weight(F(1, 2), 4) == F(1, 8)
    assert dual_weights.least_liar_weight(2.0, 4.0) == 0.5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: dual_weights.dual_weights(parabolas([[0.0]]), [0.0], gap=0),
            "gap, iterations and coolings must be positive",
        ),
        (
            lambda: dual_weights.dual_weights(lambda x: (np.zeros(2), np.zeros((3, 1))), [0.0]),
            "losses must return shapes",
        ),
        (
            lambda: dual_weights.dual_weights(parabolas([[0.0], [1.0]]), [0.0]).lower_bound(0),
            "modulus must be greater than 0",
        ),
        (lambda: dual_weights.least_liar_weight(0, 1), "lower must be greater than 0"),
        (lambda: dual_weights.least_liar_weight(2, 1), "excess must be at least lower"),
        (lambda: quadratics.point_or_weights([cs.Quadratic([[2.0]], [0.0], 1.0)]), "quadratics must be exact"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
