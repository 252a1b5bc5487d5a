"""Small worlds, optima and points of the plane, counted by hand; drawings, read back; walks that never beat the exact
optimum.
"""

from fractions import Fraction as F
from math import comb

import numpy as np

from incentives import rewards as rw
from incentives_book.rewards import solving_the_allocation_exactly as page

OWN, MENU = [F(1), F(2), F(4)], [F(2), F(3), F(5), F(8)]


def test_the_worlds_are_all_that_somebody_can_serve():
    found = list(page.worlds(2, 2, 4))
    assert len({(tuple(c), tuple(m)) for c, m in found}) == len(found)
    assert all(max(m) >= max(c) for c, m in found)
    every = sum(comb(4 + n - 1, n) for n in (1, 2)) * sum(comb(5, k) for k in (1, 2))
    refused = sum(
        1
        for high in [a for a in range(4)] + [b for a in range(4) for b in range(a, 4)]
        for top in [a for a in range(5)] + [b for a in range(5) for b in range(a + 1, 5)]
        if top < high
    )
    assert len(found) == every - refused


def test_no_other_allocation_is_as_cheap_as_the_optima():
    # Levels at least as large as 1, 2 and 4, closest together in gains: 2 - 1, 3 - 2 and 5 - 4.
    assert page.every_optimum(OWN, MENU, lambda gains: max(gains) - min(gains)) == {(2, 3, 5)}
    assert page.every_optimum(OWN, MENU, sum) == {(2, 2, 5)}
    assert len(page.every_optimum(OWN, MENU, lambda gains: 0)) == 4 * 4 * 2


def test_nearest_levels_and_their_sums():
    assert page.nearest_levels(OWN, MENU, 0) == (2, 2, 5)
    assert page.nearest_levels(OWN, MENU, F(21, 10)) == (3, 5, 5)
    assert page.two_sums(OWN, (3, 5, 5)) == (6, 14)
    assert page.moments(OWN, (3, 5, 5)) == (2, F(2, 3))


def test_the_plane_shows_every_allocation_and_the_picks_of_three_costs(ax):
    page.draw_plane(OWN, MENU, ax)
    lines = {line.get_label(): line for line in ax.get_lines()}
    cloud = np.column_stack(lines["an allocation"].get_data())
    assert len(cloud) == 4 * 4 * 2
    assert [3.0, 3.0] in cloud.tolist()  # 2, 3 and 5: gains of 1
    for cost in ("ratio", "growth", "linear"):
        (point,) = np.column_stack(lines[f'optimum of "{cost}"'].get_data()).tolist()
        best = rw.allocate(OWN, MENU, cost=rw.Cost(cost, epsilon=1, weight=8)).levels
        assert tuple(point) == page.two_sums(OWN, best)


def test_the_frontier_lies_on_the_least_deviations(ax):
    page.draw_frontier(OWN, MENU, ax)
    lines = {line.get_label(): np.column_stack(line.get_data()) for line in ax.get_lines()}
    least = {tuple(point) for point in lines["least deviation for each mean"]}
    assert {tuple(point) for point in lines["beaten by none in both"]} <= least
    assert (1.0, 0.0) in least


def test_walks_are_drawn_and_never_beat_the_exact_optimum(monkeypatch, ax):
    monkeypatch.setattr(page, "SIZES", ((3, 4), (4, 5)))
    monkeypatch.setattr(page, "WALKS", (("shifted", 50), ("random", 50), ("random", 200)))
    runs = page.annealing_runs(3)
    assert len(runs) == 2 * 2 * (3 + 3 + 2)
    assert all(run.excess >= -1e-9 and run.slower > 0 for run in runs)
    page.draw_annealing_gap(runs, "ratio", ax)
    labelled = [line for line in ax.get_lines() if not line.get_label().startswith("_")]
    assert [line.get_label() for line in labelled] == [
        "shifted, 50 steps",
        "random, 50 steps",
        "random, 200 steps",
        "exact",
    ]
    of_three = [run.spread for run in runs if (run.cost, run.clients, run.start) == ("ratio", 3, "shifted")]
    assert labelled[0].get_ydata()[0] == sorted(of_three)[1]
