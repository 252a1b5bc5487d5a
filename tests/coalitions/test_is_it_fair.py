"""Fairness inside a coalition, by errors from the variances of weighted sums and by plain enumeration."""

from fractions import Fraction
from itertools import combinations_with_replacement

import definitions
import matplotlib.pyplot as plt
import pytest

from incentives_book.coalitions import is_it_fair as page

SIZES = (1, 2, 5, 20, 90)


def all_pairs(rule, noises=(Fraction(1, 2), 3, 20), spread=2):
    """(small, large, their errors, noise, members) for two to three members; nothing of the library is used."""
    for count in (2, 3):
        for sizes in combinations_with_replacement(SIZES, count):
            for noise in noises:
                error = definitions.cost_table(list(sizes), noise, spread, rule)
                everybody = frozenset(range(count))
                for i in range(count):
                    for j in range(count):
                        if sizes[i] < sizes[j]:
                            yield sizes[i], sizes[j], error(i, everybody), error(j, everybody), noise, count


@pytest.mark.backs("coalitions/new-fair-ratio")
def test_the_ratio_is_largest_in_a_pair():
    for s, big, err_s, err_l, noise, count in all_pairs("uniform"):
        bound = 1 + Fraction(2 * (big - s) * 2) / (noise + Fraction(2 * s * s * 2, s + big))
        assert err_s / err_l <= bound < 1 + Fraction(2 * big * 2) / noise
        assert (err_s / err_l == bound) == (count == 2)


@pytest.mark.backs("coalitions/new-fair-proportion")
def test_out_of_proportion_means_that_both_would_leave():
    seen = 0
    for s, big, err_s, err_l, noise, _ in all_pairs("uniform"):
        if s * err_s > big * err_l:
            seen += 1
            assert s * err_s > noise
            assert big * err_l > noise
    assert seen


@pytest.mark.backs("coalitions/new-fair-weights")
@pytest.mark.parametrize("rule", ["coarse", "fine"])
def test_with_best_weights_errors_are_in_proportion(rule):
    for s, big, err_s, err_l, noise, _ in all_pairs(rule):
        assert s * err_s < big * err_l < noise


@pytest.mark.backs("coalitions/new-fair-weights-ratio")
@pytest.mark.parametrize("rule", ["coarse", "fine"])
def test_with_best_weights_the_ratio_is_largest_in_a_pair(rule):
    for s, big, err_s, err_l, noise, count in all_pairs(rule):
        bound = Fraction(noise + 2 * big * 2) / (noise + 2 * s * 2)
        assert err_s / err_l <= bound < 1 + Fraction(2 * (big - s) * 2) / (noise + Fraction(2 * s * s * 2, s + big))
        assert (err_s / err_l == bound) == (count == 2)


def test_pairs_are_those_of_different_size_with_the_errors_of_the_definition():
    found = list(page.pairs("uniform", sizes=(9, 90), members=(2, 3), noises=(1,)))
    assert len(found) == 1 + 2  # (9, 90); (9, 9, 90) and (9, 90, 90)
    first = found[0]
    assert (first.err_small, first.err_large) == (Fraction(1811, 1089), Fraction(29, 1089))
    assert not first.in_proportion
    assert not first.large_stays
    calm = next(page.pairs("uniform", sizes=(5, 6), members=(2,), noises=(10,)))
    assert calm.in_proportion
    assert calm.large_stays


def test_staying_is_asked_of_the_larger_member_and_of_the_smaller_one_by_name():
    """Made-up errors, in which only one of the two does at least as well as alone (noise / size)."""
    leaving, staying = Fraction(5, 2), Fraction(1)
    larger = page.Pair(small=1, large=2, err_small=leaving, err_large=staying, noise=2)
    assert (larger.large_stays, larger.small_stays) == (True, False)
    smaller = page.Pair(small=1, large=2, err_small=Fraction(2), err_large=Fraction(5, 4), noise=2)
    assert (smaller.large_stays, smaller.small_stays) == (False, True)


def test_the_curves_stay_below_the_line_of_proportion():
    _, ax = plt.subplots()
    page.draw_ratios(ax)
    uniform, best, line = (curve.get_ydata() for curve in ax.lines)
    assert (uniform[1:] < line[1:]).all()
    assert (best[1:] < uniform[1:]).all()
