from fractions import Fraction

import numpy as np
import pytest

from incentives import consensus as cs
from incentives.consensus import reports as report_kinds

F = Fraction
PLANE = cs.QuadraticLoss([[4, 1], [1, 2]], [1, 2])


class Squared:
    """A report of one's own that no quadratic loss has."""

    def gradient(self, point, true):
        return point[0] ** 2, 0


def test_gradients():
    g, at = (F(2), F(-1)), (F(3), F(4))
    assert cs.Truth().gradient(at, g) == g
    assert cs.AffineReport(F(1, 2)).gradient(at, g) == (1, F(-1, 2))
    assert cs.AffineReport(push=(1, 1)).gradient(at, g) == (3, 0)
    assert cs.AffineReport([[0, -1], [1, 0]]).gradient(at, g) == (1, 2)


def test_reported_sets_have_their_centre_where_the_reported_gradient_vanishes():
    for report in (cs.Truth(), cs.AffineReport(3), cs.AffineReport(push=(5, -1)), cs.AffineReport(F(1, 2), (3, 1))):
        told = report.sublevel(PLANE, 1)
        assert not any(report.gradient(told.centre, PLANE.gradient(told.centre)))
    # Scaling by s is the true loss at epsilon / s.
    assert cs.AffineReport(4).sublevel(PLANE, 1) == PLANE.sublevel(F(1, 4))


def test_resting_points_against_numpy():
    rng = np.random.default_rng(0)
    for _ in range(50):
        factors = rng.integers(-2, 3, size=(3, 2, 2))
        H = [f.T @ f + np.eye(2, dtype=int) for f in factors]
        centres = rng.integers(-3, 4, size=(3, 2))
        turn = rng.integers(-1, 2, size=(2, 2))
        push = rng.integers(-3, 4, size=2)
        losses = [cs.QuadraticLoss(h.tolist(), c.tolist()) for h, c in zip(H, centres, strict=True)]
        reports = [cs.AffineReport(turn.tolist()), cs.AffineReport(push=push.tolist()), cs.AffineReport(3)]
        A = turn @ H[0] + H[1] + 3 * H[2]
        b = turn @ H[0] @ centres[0] + H[1] @ centres[1] + 3 * H[2] @ centres[2] - push
        found = report_kinds.resting_points(losses, reports)
        if round(np.linalg.det(A)) == 0:
            assert found is None or len(found[1]) > 0
        else:
            assert np.allclose(np.array(found[0], dtype=float), np.linalg.solve(A, b))
            assert not any(report_kinds.averaged_gradient(losses, reports, found[0]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cs.AffineReport(-1).sublevel(PLANE, 1), "matrix must be greater than 0"),
        (
            lambda: cs.AffineReport(push=(0, 1)).sublevel(cs.QuadraticLoss([[1, 0], [0, 0]], [0, 0]), 1),
            "leave the loss a minimum",
        ),
        (lambda: report_kinds.averaged_gradient([PLANE], [], (0, 0)), "one report per loss"),
        (lambda: report_kinds.resting_points([PLANE], [Squared()]), "affine"),
        (lambda: cs.AffineReport(push=3), "push must be a list"),
        (lambda: cs.AffineReport("a"), "matrix must be"),
        (lambda: cs.AffineReport([[0, -1], [1, 0]]).sublevel(PLANE, 1), "matrix must be a number for a reported set"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


INF = float("inf")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: PLANE.value([INF, 0]), r"point must be a list of 2 finite numbers, got \[inf, 0\]"),
        (lambda: PLANE.gradient([INF, 0]), "point must be a list of 2 finite numbers"),
        (lambda: [0, -INF] in PLANE.sublevel(1), "point must be a list of 2 finite numbers"),
        (lambda: [INF, 0] in cs.HalfSpaces([[0, 1]], [1]), "point must be a list of 2 finite numbers"),
        (lambda: cs.Truth().gradient([INF, 0], [1, 1]), "point must be a list of 2 finite numbers"),
        (lambda: cs.AffineReport(2).gradient([0, 0], [INF, 1]), r"true must be a list of 2 finite numbers"),
        (lambda: cs.AffineReport(push=[]), r"push must hold at least one number, got \[\]"),
    ],
)
def test_what_has_no_value_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
