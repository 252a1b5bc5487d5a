"""The opening examples as tables of costs, against a second derivation and plain loops."""

from fractions import Fraction

import definitions
import matplotlib.pyplot as plt
import pytest

from incentives import coalitions as co
from incentives_book.coalitions import a_motivating_example as page

EXAMPLES = [
    ([5, 5, 25], "uniform"),
    ([30, 30, 30, 300], "coarse"),
    ([30, 30, 30, 300], "fine"),
]


@pytest.mark.parametrize(("sizes", "federation"), EXAMPLES)
def test_the_table_of_costs_holds_every_member_of_every_coalition(sizes, federation):
    cost, second = page.cost_table(sizes, federation), definitions.cost_table(sizes, 10, 1, federation)
    everybody = {(i, C) for C in definitions.coalitions(len(sizes)) for i in C}
    assert cost.keys() == everybody
    assert all(cost[i, C] == second(i, C) for i, C in everybody)
    assert page.coalitions_of(cost) == set(definitions.coalitions(len(sizes)))


def test_moves_are_those_that_pay_and_lead_elsewhere():
    cost = page.cost_table([5, 5, 25], "uniform")
    partition = co.Partition.parse("0 | 1,2")
    destinations = (*partition.coalitions, page.ALONE)
    assert page.moves(cost, partition, destinations) == [
        (1, frozenset({0})),  # 3/2 instead of 31/18
        (0, frozenset({1, 2})),  # 76/49 instead of 2
    ]
    assert page.moves(cost, co.Partition.grand(3), co.Partition.grand(3).coalitions) == []
    assert page.moves(cost, co.Partition.grand(3), [page.ALONE]) == [(2, frozenset())]


def test_a_favourite_costs_least():
    cost = page.cost_table([5, 5, 25], "uniform")
    assert page.favourites(cost, 2) == {frozenset({0, 2}), frozenset({1, 2})}


@pytest.mark.parametrize(
    ("exact", "text", "same"),
    [
        (Fraction(125, 447), "0.280", True),
        (Fraction(125, 447), "0.279", False),
        (Fraction(3, 2), "1.5", True),
        (Fraction(2), "2", True),
        (Fraction(13, 399), "0.0325", False),
    ],
)
def test_a_number_is_compared_with_as_many_digits_as_are_printed(exact, text, same):
    assert page.as_printed(exact, text) is same


def test_entries_pair_the_exact_number_with_the_printed_one():
    cost = page.cost_table([5, 5, 25], "uniform")
    assert list(page.entries(cost, {"0,1 | 2": "1.5 0.4"}, (0, 2))) == [
        (Fraction(3, 2), "1.5"),
        (Fraction(2, 5), "0.4"),
    ]
    with pytest.raises(ValueError, match="zip"):
        list(page.entries(cost, {"0,1 | 2": "1.5"}, (0, 2)))


def test_in_the_circle_everybody_prefers_the_next_one():
    cost = page.circle_of_wishes()
    for i in range(3):
        order = sorted((C for j, C in cost if j == i), key=lambda C: cost[i, C])
        assert order == [{i, (i + 1) % 3}, {i, (i + 2) % 3}, {i}, {0, 1, 2}]


def test_all_games_are_different_and_all_there():
    games = list(page.all_games(2))
    assert len({tuple(sorted((i, tuple(sorted(C)), v) for (i, C), v in cost.items())) for cost in games}) == 2**12
    assert all(page.coalitions_of(cost) == set(definitions.coalitions(3)) for cost in games)


def test_a_table_and_its_cells_are_written_for_people():
    assert page.named(co.Partition.parse("0,2 | 1")) == "{a, c}, {b}"
    assert page.in_decimals({1: Fraction(1, 3), 0: Fraction(2)}) == "2.00, 0.33"
    assert page.told(None) == "nobody leaves"
    alone = co.blocking_coalition(co.Game([5, 5, 25], noise=10, spread=1), co.Partition.grand(3))
    assert page.told(alone) == "c leaves; c saves 2/245"
    assert page.table(["x"], [[1]]).data == "| x |\n| --- |\n| 1 |"


def test_the_best_arrangement_of_each_hospital_stands_out():
    coarse = page.cost_table([30, 30, 30, 300], "coarse")
    rows = [
        ("all", coarse, co.Partition.grand(4)),
        ("three small", coarse, co.Partition.parse("0,1,2 | 3")),
    ]
    _, axes = plt.subplots(1, 2)
    page.draw_four_arrangements(axes, rows)
    small, large = ([line.get_color() for line in ax.lines] for ax in axes)
    assert small == [page.COLOURS[0], page.COLOURS[1]]
    assert large == [page.COLOURS[1], page.COLOURS[0]]
    assert [text.get_text() for text in axes[0].texts] == ["0.2796", "0.2778"]
