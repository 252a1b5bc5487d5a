"""Worlds of three answers, against sums written out and a plain search."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from incentives_book.payments import small_worlds as small

F = Fraction


def chi_squared_by_hand(total, q):
    """q (1 + (R - E_q R) / 2), if that is a distribution."""
    middle = sum(a * b for a, b in zip(q, total, strict=True))
    return [b * (1 + (r - middle) / 2) for b, r in zip(q, total, strict=True)]


def test_the_grid_holds_every_reward_of_the_domain_and_no_other():
    entries = [F(k, 4) for k in range(5)]
    for how, condition in (("max", lambda r: max(r) == 1), ("sum", lambda r: sum(r) == 1)):
        expected = {r for r in product(entries, repeat=3) if condition(r)}
        assert {tuple(r) for r in small.grid(how)} == expected


@pytest.mark.parametrize("told", [[1, F(1, 2), F(1, 4)], [1, 0, 0], [F(1, 4), 1, F(1, 2)]])
def test_the_trained_model_is_the_linear_tilt(told):
    total = [a + b for a, b in zip(told, small.RIVAL, strict=True)]
    assert small.trained(told) == chi_squared_by_hand(total, small.THIRD)


def test_the_worlds_are_groups_that_like_everything_and_not_alike():
    found = small.worlds()
    assert {w.how for w in found} == {"max", "sum"}
    assert all(min(w.truth) > 0 and len(set(w.truth)) > 1 for w in found)
    assert all((max if w.how == "max" else sum)(w.truth) == 1 for w in found)


@pytest.mark.backs("payments/prose-necessity-likelihood")
def test_the_printed_lie_is_legal_and_takes_from_the_worst():
    for world in small.worlds()[::17]:
        told = small.printed_lie(world.truth, world.how)
        assert (max if world.how == "max" else sum)(told) == 1
        assert min(told) >= 0
        worst = world.truth.index(min(world.truth))
        assert told[worst] < world.truth[worst]
        before, after = (
            chi_squared_by_hand([a + b for a, b in zip(r, world.others, strict=True)], small.THIRD)
            for r in (world.truth, told)
        )
        if min(*before, *after) > 0:
            assert after[worst] < before[worst]


def test_a_better_outcome_can_become_rarer_under_the_sum():
    q = [F(1, 6), F(1, 3), F(1, 2)]
    before = chi_squared_by_hand(q, q)
    after = chi_squared_by_hand(small.printed_lie(list(q), "sum"), q)
    assert after[0] < before[0]
    assert after[1] < before[1] < 1
    assert q[1] > q[0]


def test_powers_of_two_are_the_exponential_tilt():
    base, told = [1, 4, 3], [F(1), F(1, 3), F(0)]
    weights = np.array(base) * np.exp(np.log(2) * 3 * np.array(told, dtype=float))
    assert np.allclose(np.array(small.trained_kl(told, base), dtype=float), weights / weights.sum())


def test_the_share_of_the_truthful_is_a_count():
    q = small.INITIALS[1]
    groups = [r for r in product([F(k, 3) for k in range(4)], repeat=3) if max(r) == 1 and min(r) == 0]

    def mean(r):
        return sum(a * b for a, b in zip(q, r, strict=True))

    calm = [r for r in groups if all(x in (0, 1) or x == mean(r) for x in r)]
    assert small.share_truthful(3, q) == F(len(calm), len(groups))


def test_prescribed_lies_stay_in_the_domain():
    for case, how in ((1, "max"), (2, "sum"), (3, "sum")):
        for truth, q in list(small.instances(case, how, 5))[:40]:
            for told in small.prescribed_lies(case, truth, q):
                assert min(told) >= 0
                assert (max if how == "max" else sum)(told) == 1
