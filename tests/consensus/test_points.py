from collections import UserDict
from fractions import Fraction as F
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
import sympy

from incentives import consensus as cs
from incentives.consensus.points import as_coordinate, as_coordinates, as_points, as_value


def test_numbers_stay_as_they_came():
    for point in (1, F(1, 2), 0.25, np.float64(0.5), sympy.Symbol("x"), sympy.Rational(1, 3)):
        assert as_coordinate(point) is point
    assert as_coordinate(np.uint8(200)) == 200
    assert as_coordinates(np.array([1.0, 2.0]), 2) == (1.0, 2.0)


@pytest.mark.parametrize("point", [1j, True, None, "1", float("nan"), [1], np.array([1.0])])
def test_what_is_no_number_is_no_coordinate(point):
    with pytest.raises(ValueError, match="point must be"):
        as_coordinate(point)


@pytest.mark.parametrize(
    "point", [{0: 1, 1: 2}, UserDict({0: 1, 1: 2}), {1, 2}, "12", (x for x in (1, 2)), [1], [1, 2, 3], 1]
)
def test_what_is_no_row_of_two_numbers_is_no_point(point):
    with pytest.raises(ValueError, match="point must be a list of 2 numbers"):
        as_coordinates(point, 2)
    with pytest.raises(ValueError, match="point must be a list of 2 numbers"):
        assert point in cs.Box([(0, 9), (0, 9)])


def test_a_narrow_float_is_the_double_that_prints_like_it():
    assert as_value(np.float32(0.1)) == 0.1
    assert as_value((np.float16(0.1), "a")) == (0.1, "a")
    assert cs.FiniteSet(np.float32([0.1, 0.7])) == cs.FiniteSet([0.1, 0.7])
    assert cs.TableLoss({np.float32(0.1): 1}).value(0.1) == 1


def test_points_are_a_collection_of_values_that_equal_their_copies():
    assert as_points("points", [(1, 2), (1, 2), "a"]) == {(1, 2), "a"}
    for wrong in ({1: 2}.items(), "ab", b"ab", UserDict({1: 2}), 3):
        with pytest.raises(ValueError, match="points must be a set or list"):
            as_points("points", wrong)
    for wrong in ([None], [float("nan")], [np.array([1])], [[1]]):
        with pytest.raises(ValueError, match=r"points? must be"):
            as_points("points", wrong)


class Named(NamedTuple):
    level: float
    place: int


def test_a_tuple_with_names_is_read_like_one_without():
    narrow, wide = Named(np.float32(0.1), 1), Named(0.1, 1)
    assert as_value(narrow) == wide
    assert isinstance(as_value(narrow), Named)
    for point, points in product((narrow, wide), repeat=2):
        assert point in cs.FiniteSet([points])
    assert cs.TableLoss({narrow: 1}).value(wide) == 1
    with pytest.raises(ValueError, match="points must be numbers, texts or tuples"):
        as_points("points", [Named(None, 1)])
