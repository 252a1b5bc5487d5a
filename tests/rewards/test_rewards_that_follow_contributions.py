"""Moments, small worlds, and the two pictures of equal gains."""

from statistics import mean, pvariance

import matplotlib
import pytest

from incentives import rewards as rw
from incentives_book.rewards.rewards_that_follow_contributions import (
    cov,
    draw_equal_gains,
    draw_price,
    moments,
    optima,
    table,
    worlds,
)  # fmt: skip

matplotlib.use("Agg")
FIVE = [52, 58, 63, 69, 74]


@pytest.mark.parametrize("row", [[1, 4, 4], [0, 2, 6, 8]])
def test_moments_and_covariance_are_those_of_the_textbook(row):
    assert moments(sum(row), sum(x * x for x in row), len(row)) == pytest.approx((mean(row), pvariance(row)))
    assert cov(row, row) == pytest.approx(pvariance(row))
    assert cov(row, [3 * x + 1 for x in row]) == pytest.approx(3 * pvariance(row))


def test_optima_are_found_by_trying_everything():
    assert optima((50, 52), (52, 54, 55), rw.Cost("least-variance", points=1)) == [(52, 54)]
    assert (52, 54) in optima((50, 52), (52, 54, 55), rw.Cost("ratio", points=1))


def test_small_worlds_are_all_menus_with_all_contributions_within_them():
    found = list(worlds(2, 2, 3))
    # A menu with the upper level u has u lower levels, and contributions from 0 to u in rising order.
    assert len(found) == len(set(found)) == sum(u * (u + 1) * (u + 2) // 2 for u in (1, 2, 3))
    assert all(list(c) == sorted(c) and c[-1] <= menu[-1] and menu[0] < menu[1] for c, menu in found)


def test_a_table_is_markdown():
    assert table(["a", "b"], [[1, 2]]).data == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_the_picture_of_equal_gains_writes_each_gain():
    left, right = draw_equal_gains(FIVE, best=86, floor=78)

    def gains(ax):
        return [text.get_text() for text in ax.texts if text.get_text().startswith("+")]

    assert gains(left) == ["+12"] * 5
    assert gains(right)[0] == "+26"
    assert gains(right)[-1] == "+12"


def test_the_price_is_the_distance_of_the_top_from_the_mean():
    ax = draw_price(FIVE, best=86)
    assert any(f"{74 - mean(FIVE):.1f}" in text.get_text() for text in ax.texts)
