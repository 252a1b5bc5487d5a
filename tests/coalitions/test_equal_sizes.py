"""The enumerations of the page on equal sizes, against a plain listing of partitions and coalitions."""

from itertools import combinations_with_replacement

import definitions
import matplotlib.pyplot as plt
import pytest

from incentives import coalitions as co
from incentives_book.coalitions import equal_sizes as page
from incentives_book.exercises.refutations.coalitions import COROLLARY_5_2_PROOF_UNIQUENESS


def listed(sizes, concept):
    cost = definitions.cost_table(sizes, 10, 1, "uniform")
    count = len(sizes)
    return {p for p in definitions.all_partitions(count) if definitions.is_stable(cost, p, count, concept)}


@pytest.mark.parametrize("concept", page.NOTIONS)
@pytest.mark.parametrize("sizes", [(10, 10, 14), (1, 9, 9), (5, 5, 25)])
def test_stable_partitions_are_those_of_a_plain_listing(sizes, concept):
    assert {frozenset(p.coalitions) for p in page.stable(sizes, concept)} == listed(sizes, concept)
    assert page.core_of(sizes) == sorted(map(str, page.stable(sizes)))


def test_the_games_lie_on_both_sides_of_the_threshold_and_at_it():
    games = page.equal_games(3)
    assert len(games) == 18
    assert {(g.size > 10) - (g.size < 10) for g in games} == {-1, 0, 1}
    assert page.EqualGame(9, 3).predicted == {co.Partition.grand(3)}
    assert page.EqualGame(11, 3).predicted == {co.Partition.singles(3)}
    assert len(page.EqualGame(10, 3).predicted) == 5
    assert page.EqualGame(9, 2).sizes == [9, 9]


def test_at_the_threshold_everything_is_optimal_and_beside_it_one_partition_is():
    (optimal,) = COROLLARY_5_2_PROOF_UNIQUENESS.given.values()
    assert optimal(sizes=[10, 10, 10], noise=10, partition="0,1 | 2")
    assert not optimal(sizes=[9, 9, 9], noise=10, partition="0,1 | 2")
    assert optimal(sizes=[9, 9, 9], noise=10, partition="0,1,2")


def test_every_game_has_the_partition_that_is_strictly_best():
    found = list(page.games_with_a_strictly_best_partition())
    places = 12  # three alone, three pairs, one of all
    assert len(found) == sum(2 ** (places - sum(map(len, p.coalitions))) for p in co.partitions(3))
    for best in found[::97]:
        now = best.game.error_table(best.partition)
        others = [best.game.errors(C) for C in definitions.coalitions(3) if C not in best.partition.coalitions]
        assert all(now[i] < cost for errors in others for i, cost in errors.items())


def test_two_kinds_are_complete_and_know_who_is_alone():
    kinds = page.two_kinds(3)
    assert {k.sizes for k in kinds} == {
        sizes
        for count in (1, 2, 3)
        for small in (10, 12)
        for sizes in combinations_with_replacement((small, 25), count)
    }
    assert page.big_ones_alone((10, 10, 25), co.Partition.parse("0,1 | 2"))
    assert not page.big_ones_alone((10, 10, 25), co.Partition.parse("0 | 1,2"))


@pytest.mark.parametrize(("one", "other"), [(5, 100), (9, 11), (9, 12), (6, 29), (6, 31)])
def test_a_pair_gains_when_both_members_do(one, other):
    errors = definitions.cost_table([one, other], 10, 1, "uniform")
    together = [errors(i, frozenset({0, 1})) < errors(i, frozenset({i})) for i in (0, 1)]
    assert together == [page.pair_gains(one, other)] * 2


def test_the_curves_start_above_at_and_below_the_line():
    _, ax = plt.subplots()
    page.draw_company(ax)
    assert [float(line.get_ydata()[0]) for line in ax.lines[:3]] == [2, 1, 0.5]
    assert [text.get_text().split(":")[1] for text in ax.texts[:3]] == [
        " gains from company",
        " does not care",
        " loses by company",
    ]
