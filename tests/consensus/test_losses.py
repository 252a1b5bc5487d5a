from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from incentives import consensus as cs
from incentives.consensus import losses
from incentives.consensus.losses import root

F = Fraction
GRID = [F(k, 4) for k in range(-24, 25)]
LOSSES = [
    cs.Quadratic1D(4, F(1, 2), best=-3),
    losses.PiecewiseQuadratic(F(1, 4), 1, centre=1, best=2),
    cs.DistanceLoss(cs.Interval(-1, F(1, 2)), best=5),
    cs.DistanceLoss(cs.Interval(None, 0)),
]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("epsilon", [0, 1, 4])
def test_sublevel_sets_on_a_grid(loss, epsilon):
    accepted = loss.sublevel(epsilon)
    for x in GRID:
        assert (x in accepted) == (loss.value(x) - loss.best <= epsilon)
        assert loss.value(x) >= loss.best


@pytest.mark.parametrize("loss", [LOSSES[0], cs.QuadraticLoss([[3, 1], [1, 2]], [1, -1], best=7)])
def test_gradients_are_difference_quotients(loss):
    if isinstance(loss, cs.Quadratic1D):
        h = F(1, 100)  # central differences are exact for quadratics
        assert (loss.value(2 + h) - loss.value(2 - h)) / (2 * h) == loss.gradient(2)
        return
    h, at = F(1, 100), (F(2), F(3))
    for k, slope in enumerate(loss.gradient(at)):
        moved = [tuple(v + s * h * (i == k) for i, v in enumerate(at)) for s in (1, -1)]
        assert (loss.value(moved[0]) - loss.value(moved[1])) / (2 * h) == slope


def test_quadratic_loss_and_its_set():
    loss = cs.QuadraticLoss([[2, 0], [0, 0]], [1, 0], best=F(1, 3))
    assert loss.value((3, 9)) == 4 + F(1, 3)
    assert (3, 9) in loss.sublevel(4)
    assert (3, 9) not in loss.sublevel(F(399, 100))


def test_squared_distance_to_a_box():
    loss = cs.DistanceLoss(cs.Box([(0, 1), (None, 2)]))
    assert loss.value((2, 5)) == 1 + 9
    assert loss.sublevel(0) == cs.Box([(0, 1), (None, 2)])


def test_step_loss_has_every_set():
    polygon = cs.HalfSpaces([(1, 1)], [1])
    loss = losses.StepLoss(polygon, height=2, best=-1)
    assert loss.value((0, 0)) == -1
    assert loss.value((1, 1)) == 1
    assert loss.sublevel(F(3, 2)) is polygon


@given(st.fractions(min_value=0, max_value=50, max_denominator=20))
def test_roots(value):
    assert root(value**2) == value
    assert root(float(value)) ** 2 == pytest.approx(float(value))


def test_floats_give_float_ends():
    assert cs.Quadratic1D(1).sublevel(2.0).high == pytest.approx(2**0.5)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cs.Quadratic1D(0), "coefficient must be greater than 0"),
        (lambda: losses.PiecewiseQuadratic(1, -1), "right must be greater than 0"),
        (lambda: cs.Quadratic1D(1).sublevel(-1), "epsilon must be at least 0"),
        (lambda: cs.Quadratic1D(1).sublevel(2), "no rational root"),
        (lambda: cs.TableLoss({}), "at least one point"),
        (lambda: cs.TableLoss({0: 1}).value(5), "point must be one of"),
        (lambda: losses.StepLoss(cs.FiniteSet({0}), height=0), "height must be greater than 0"),
        (lambda: losses.StepLoss(cs.FiniteSet({0})).sublevel(1), "less than height"),
        (lambda: cs.QuadraticLoss([[0, 1], [1, 0]], [0, 0]), "semidefinite"),
        (lambda: cs.DistanceLoss(cs.FiniteSet({0})), "Interval or a Box"),
        (lambda: cs.DistanceLoss(cs.Box([(0, 1)])).sublevel(1), "must be 0 for a box"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_point_whose_loss_floats_cannot_hold_is_refused():
    for loss in (cs.QuadraticLoss([[2, 0], [0, 2]], [1, 1]), cs.DistanceLoss(cs.Box([(0, 1)] * 2))):
        with pytest.raises(ValueError, match="point must be numbers"):
            loss.value([1e300, 0.0])
