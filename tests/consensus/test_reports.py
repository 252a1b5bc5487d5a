from fractions import Fraction

import numpy as np
import pytest

from incentives import consensus as cs
from incentives.consensus import reports as report_kinds
from incentives.consensus.reports import only

F = Fraction
PLANE = cs.QuadraticLoss([[4, 1], [1, 2]], [1, 2])


def test_gradients():
    g, at = (F(2), F(-1)), (F(3), F(4))
    assert cs.Truth().gradient(at, g) == g
    assert report_kinds.Scaled(F(1, 2)).gradient(at, g) == (1, F(-1, 2))
    assert cs.Biased((1, 1)).gradient(at, g) == (3, 0)
    assert report_kinds.Rotated([[0, -1], [1, 0]]).gradient(at, g) == (1, 2)
    assert report_kinds.PointReport((3, 3)).gradient(at, g) == (0, 1)
    assert report_kinds.Adaptive(lambda x, true: [v * x[0] for v in true]).gradient(at, g) == (6, -3)


def test_reported_sets_have_their_centre_where_the_reported_gradient_vanishes():
    for report in (cs.Truth(), report_kinds.Scaled(3), cs.Biased((5, -1))):
        told = report.sublevel(PLANE, 1)
        assert not any(report.gradient(told.centre, PLANE.gradient(told.centre)))
    # Scaling by s is the true loss at epsilon / s.
    assert report_kinds.Scaled(4).sublevel(PLANE, 1) == PLANE.sublevel(F(1, 4))
    assert report_kinds.PointReport((7, 7)).sublevel(PLANE, 1).centre == (7, 7)


def test_only_one_point_in_every_world():
    for like, point, other in (
        (cs.FiniteSet({0, 1}), 1, 0),
        (cs.Interval(0, 1), F(1, 2), 0),
        (cs.Box([(0, 1)] * 2), (0, 1), (1, 1)),
        (cs.Box([(0, 1)] * 2).half_spaces(), (0, 1), (1, 1)),
        (PLANE.sublevel(1), (0, 1), (1, 1)),
    ):
        lone = only(point, like=like)
        assert type(lone) is type(like)
        assert point in lone
        assert other not in lone


def test_resting_points_against_numpy():
    rng = np.random.default_rng(0)
    for _ in range(50):
        factors = rng.integers(-2, 3, size=(3, 2, 2))
        H = [f.T @ f + np.eye(2, dtype=int) for f in factors]
        centres = rng.integers(-3, 4, size=(3, 2))
        turn = rng.integers(-1, 2, size=(2, 2))
        push = rng.integers(-3, 4, size=2)
        losses = [cs.QuadraticLoss(h.tolist(), c.tolist()) for h, c in zip(H, centres, strict=True)]
        reports = [report_kinds.Rotated(turn.tolist()), cs.Biased(push.tolist()), report_kinds.Scaled(3)]
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
        (lambda: report_kinds.Scaled(-1).sublevel(PLANE, 1), "factor must be greater than 0"),
        (
            lambda: cs.Biased((0, 1)).sublevel(cs.QuadraticLoss([[1, 0], [0, 0]], [0, 0]), 1),
            "leave the loss a minimum",
        ),
        (lambda: report_kinds.averaged_gradient([PLANE], [], (0, 0)), "one report per loss"),
        (lambda: report_kinds.resting_points([PLANE], [report_kinds.Adaptive(lambda x, g: (x[0] ** 2, 0))]), "affine"),
        (lambda: only(0, like={0}), "one of the worlds"),
        (lambda: cs.Biased(3), "push must be a list"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
