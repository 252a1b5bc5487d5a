"""Earned widths: the best of all assignments, by enumeration."""

from itertools import product

import pytest

from incentives.methods.earned_widths import reward_widths


def test_widths_that_contributions_earn_are_the_best_of_all_by_enumeration():
    widths, accuracies = [0.25, 0.5, 0.75, 1.0], [0.6, 0.7, 0.7, 0.8]  # the third is no better than the second
    contributions = [0.55, 0.65, 0.9]
    given, beyond = reward_widths(contributions, widths, accuracies)
    assert beyond == (2,)
    capped = [0.55, 0.65, 0.8]

    def cost(levels):
        gains = [level - own for level, own in zip(levels, capped, strict=True)]
        mean = sum(gains) / 3
        return sum((gain - mean) ** 2 for gain in gains) / 3 / mean if min(gains) >= 0 and mean > 0 else float("inf")

    offered = {0.25: 0.6, 0.5: 0.7, 1.0: 0.8}
    best = min(product(offered, repeat=3), key=lambda chosen: cost([offered[width] for width in chosen]))
    assert given == best


def test_who_reaches_exactly_what_the_best_width_reaches_is_within_reach():
    assert reward_widths([0.8, 0.9], [0.5, 1.0], [0.8, 0.9]) == ((0.5, 1.0), ())
    assert reward_widths([0.95, 0.1, 0.91], [0.5, 1.0], [0.8, 0.9])[1] == (0, 2)
    # Anchored, the best client has the best; the third width is no better than the second and is not offered.
    given, _ = reward_widths([0.1, 0.35, 0.6], [0.25, 0.5, 0.75, 1.0], [0.3, 0.5, 0.4, 0.8], cost="anchor")
    assert given == (0.25, 0.5, 1.0)


def test_exact_numbers_stay_exact_and_bad_ones_are_named():
    assert reward_widths([1, 3], [1, 2], [2, 4]) == ((1, 2), ())
    with pytest.raises(ValueError, match="widths"):
        reward_widths([1, 3], [2, 1], [2, 4])
    with pytest.raises(ValueError, match="contributions"):
        reward_widths([1, float("nan")], [1, 2], [2.0, 4.0])
