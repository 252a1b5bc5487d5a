"""What the page on searching uses: counts against formulas, plain searches against the library and against numbers by
hand.
"""

from fractions import Fraction
from math import comb

import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives.coalitions import Game, Partition, is_stable, partitions, two_sizes
from incentives.coalitions.search_rules import GroupRules
from incentives_book.coalitions import finding_stable_partitions as page


def test_bell_numbers_follow_their_recurrence():
    bell = page.bell_numbers(12)
    for m in range(12):
        assert bell[m + 1] == sum(comb(m, k) * bell[k] for k in range(m + 1))
    assert bell[7] == len(list(partitions(7)))


@pytest.mark.backs("coalitions/new-absolute-tolerance")
def test_a_tolerance_keeps_what_gains_less_than_it():
    game, grand = Game([1, 3, 3, 3, 62], noise=11, spread=1), Partition.grand(5)
    gain = Fraction(1, 20_088)
    assert not page.stable_up_to(game, grand, gain - Fraction(1, 10**9))
    assert page.stable_up_to(game, grand, gain)
    assert not is_stable(game, grand)


@pytest.mark.backs("coalitions/new-whole-coalitions")
def test_whole_coalitions_suffice_in_a_circle_of_wishes_one_of_24_cubed_games():
    circle = ((2, 0, 1, 3), (2, 1, 0, 3), (2, 0, 1, 3))
    assert page.whole_ones_suffice(circle)
    assert sum(1 for _ in page.all_rankings()) == 24**3


@pytest.mark.parametrize("sizes", [[5, 5, 25], [1, 2, 3, 4], [1, 1, 9, 30]])
def test_whole_coalitions_are_those_with_no_core_breaking_part(sizes):
    game = Game(sizes, noise=4, spread=1)
    whole = page.whole_by_comparing(game)
    assert whole == page.whole_by_the_library(game)
    for coalition in page.parts(range(len(sizes))):
        inside = Game([sizes[i] for i in sorted(coalition)], noise=4, spread=1)
        assert (coalition in whole) == is_stable(inside, Partition.grand(inside.players))


@pytest.mark.backs("coalitions/new-counting-is-naming")
def test_staffing_by_the_best_off_would_be_noticed(monkeypatch):
    kinds = page.Kinds(small=2, large=53, noise=10, smalls=3, larges=2)
    assert page.judged_alike(kinds)
    # The candidates of `TwoSizes.blocking` are those worst off now, sorted from large errors to small.
    monkeypatch.setattr(two_sizes, "sorted", lambda items, reverse=False: sorted(items), raising=False)
    assert not page.judged_alike(kinds)


def test_stability_costs_what_its_totals_say():
    game = Game([1, 2, 3, 40], noise=10, spread=1)
    best, worst = page.cost_of_stability(game, lambda g: min(partitions(4), key=lambda p: total(g, p)))
    ratios = [total(game, p) / min(total(game, q) for q in partitions(4)) for p in partitions(4) if is_stable(game, p)]
    assert (best.ratio, worst.ratio) == (min(ratios), max(ratios))


def total(game, partition):
    """Errors weighted by size, added up player by player."""
    return sum(game.sizes[i] * game.errors(block)[i] for block in partition for i in block)


def test_a_curve_is_broken_where_another_partition_takes_over():
    one, other = Partition.parse("0,1"), Partition.parse("0 | 1")
    ratios = [(one, 1), (one, 2), (other, 3)]
    costs = [(page.Cost(p, Fraction(r)), page.Cost(p, Fraction(r + 1))) for p, r in ratios]
    ax = page.draw_costs(plt.figure().add_subplot(), [Fraction(k) for k in (1, 2, 3)], costs)
    assert np.isnan(ax.lines[0].get_ydata()).sum() == 1
    assert [text.get_text() for text in ax.texts] == ["worst stable: up to 4.00", "best stable: up to 3.00"]


def test_the_work_of_the_search_is_counted_and_the_search_is_left_as_it_was():
    place = GroupRules.place
    game = Game([1, 3, 3, 3, 62], noise=11, spread=1)
    done = page.work(game)
    assert done.whole == len(page.whole_by_comparing(game))
    assert 0 < done.tried < len(list(partitions(5)))
    assert GroupRules.place is place
    # So much noise that everybody together is the first block tried, and the last.
    assert page.work(Game([1, 2, 3], noise=100, spread=1)) == (7, 1)


def test_the_window_is_where_the_noise_is_about_the_largest_size():
    ax = page.draw_window(plt.figure().add_subplot(), players=8, games=3, points=5)
    assert [text.get_text() for text in ax.texts] == ["whole coalitions", "blocks tried"]
    whole, tried = (bars.lines[0].get_ydata() for bars in ax.containers)
    assert (np.diff(whole) >= 0).all()
    assert 0 < np.argmax(tried) < 4
    assert tried[-1] == 1


@pytest.mark.parametrize("sizes", [[5, 5, 25], [1, 2, 3, 14], [1, 1, 9, 30]])
@pytest.mark.parametrize("noise", [4, 7, 12])
def test_asking_the_largest_decides_individual_stability(sizes, noise):
    game = Game(sizes, noise=noise, spread=1)
    for partition in partitions(len(sizes)):
        assert (page.first_move(game, partition) is None) == is_stable(game, partition, concept="individual")
