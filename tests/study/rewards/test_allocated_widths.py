"""Widths after training: the exact allocation on the widths worth offering, and clients that nothing satisfies."""

import pytest

pytest.importorskip("torch")

from incentives_book.study.rewards.allocated_widths import allocate_rewards, out_of_reach
from incentives_book.study.rewards.cells import Cell


def test_rewards_are_the_exact_allocation_on_the_increasing_part_of_the_curve():
    cell = Cell(levels=4)
    # The third width is no better than the second and is not offered.
    assert allocate_rewards(cell, [0.1, 0.35, 0.6], [0.3, 0.5, 0.4, 0.8], rule="anchor") == [0, 1, 3]
    # Nothing reaches the last client: it gets the best there is.
    assert allocate_rewards(cell, [0.1, 0.95], [0.3, 0.5, 0.6, 0.8], rule="ratio")[1] == 3
    rates = Cell(clients=2, levels=3, participation=True)
    assert allocate_rewards(rates, [0.75, 1.0], [0.2, 0.5, 0.9], rule="ratio") == [0, 2]
    # Three rates in equal steps ask for the three levels, which are in equal steps, too.
    three = Cell(clients=3, levels=3, participation=True)
    assert allocate_rewards(three, [0.5, 0.75, 1.0], [0.25, 0.5, 0.75], rule="ratio") == [0, 1, 2]


def test_only_who_contributes_more_than_every_width_reaches_is_out_of_reach():
    assert out_of_reach([0.8, 0.9], [0.8, 0.9]) == []
    assert out_of_reach([0.95, 0.1, 0.91], [0.8, 0.9]) == [0, 2]
