"""Expectations over every outcome, against sums worked out by hand."""

from fractions import Fraction

from incentives_book.coalitions.what_a_coalition_can_expect import expected

HALF = Fraction(1, 2)
OWNERS = [(HALF, -1, 1), (HALF, 1, 3)]
COIN = [(HALF, 1), (HALF, -1)]


def test_moments_of_one_member():
    world = {"members": 1, "owners": OWNERS, "disturbances": COIN}
    assert expected(lambda means, errors: 1, **world) == 1
    assert expected(lambda means, errors: means[0] ** 2, **world) == 1
    assert expected(lambda means, errors: errors[0] ** 2, **world) == 5
    assert expected(lambda means, errors: means[0] * errors[0] ** 2, **world) == 4


def test_with_disturbances_off_centre_the_products_do_not_vanish():
    """The mean decides the scale, so a disturbance of mean 1/2 ties the errors to the means."""
    world = {"members": 2, "owners": OWNERS, "disturbances": [(HALF, 0), (HALF, 1)]}
    assert expected(lambda means, errors: means[0] * errors[0], **world) == HALF
    assert expected(lambda means, errors: errors[0] * errors[1], **world) == 1
