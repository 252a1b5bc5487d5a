"""Calls, covers, the sweep and rewards: against counting by hand and a second search."""

from itertools import combinations

import pytest

from incentives import consensus as cs
from incentives_book.consensus import what_a_minimal_oracle_does as page
from incentives_book.consensus.nerves import nerves


def test_halving_needs_two_calls_for_each_halving_and_no_more_than_the_bound():
    assert page.most_calls(2) == 3  # everybody, and each of the two alone
    assert all(page.most_calls(M) <= 2 + 2 * (M - 1).bit_length() for M in (3, 5, 8))


def test_a_cover_of_a_cycle_of_four_takes_two_points():
    sides = tuple(cs.FiniteSet({n, (n + 1) % 4}) for n in range(4))
    assert page.fewest_covering(sides) == 2
    assert page.fewest_covering(tuple(cs.FiniteSet({n}) for n in range(3))) == 3


def test_one_may_be_left_out_exactly_if_all_but_one_meet():
    for world in nerves(4):
        groups = [frozenset.intersection(*(world[m].points for m in g)) for g in combinations(range(4), 3)]
        assert page.one_may_be_left_out(tuple(world)) == any(groups)


def test_the_sweep_stabs_disjoint_intervals_and_a_wrong_sweep_would_show(monkeypatch):
    sets = [cs.Interval(0, 2), cs.Interval(1, 3), cs.Interval(4, 5)]
    assert page.stabs_disjoint_intervals(sets, ends="high")
    right = page.covering.greedy_stabbing

    def one_too_many(sets, *, ends):
        singles = tuple(frozenset({m}) for m in range(len(sets)))
        return page.personalization.Personalization(singles, tuple(s.high for s in sets))

    monkeypatch.setattr(page.covering, "greedy_stabbing", one_too_many)
    assert not page.stabs_disjoint_intervals(sets, ends="high")
    monkeypatch.setattr(page.covering, "greedy_stabbing", right)


def test_the_sweep_is_fooled_in_the_world_of_the_lecture_and_not_in_a_nested_one():
    open_to_lies = [cs.Interval(-2, 1)] * 2 + [cs.Interval(-1, 2)] * 2
    nested = [cs.Interval(-1, 1)] * 2 + [cs.Interval(-2, 2)] * 2
    assert page.fooled_by_a_point(open_to_lies, "high")
    assert not page.fooled_by_a_point(nested, "high")
    assert page.sweep_fails_where_possible(open_to_lies)
    assert page.sweep_fails_where_possible(nested)


def test_every_counterfactual_fits_the_simplex_reports():
    assert page.every_counterfactual_fits(5)


def test_a_trio_is_redundant_exactly_if_its_largest_value_occurs_twice():
    assert [page.is_redundant_trio(t) for t in ((2, 2, 1), (2, 1, 0), (1, 1, 1), (0, 1, 1))] == [
        True,
        False,
        True,
        True,
    ]
    assert sum(1 for _ in page.trios_of_values(3)) == 27


@pytest.mark.parametrize(("output", "before", "after", "right"), [
    ("silence", 0, 3, True), ("point of W", 0, 3, True), ("harmful", 0, 3, False), ("harmful", 3, 3, True),
])  # fmt: skip
def test_definition_3_is_broken_by_a_gain_outside_w_only(output, before, after, right):
    assert page.Reward(output, before, after).does_not_pay_or_is_in_W is right


def test_the_attack_pays_the_liar_whose_model_is_picked():
    strips = [cs.QuadraticLoss([[2, 0], [0, 0]], [0, 0])] * 2 + [cs.QuadraticLoss([[0, 0], [0, 2]], [0, 0])] * 2
    attack = page.Attack(strips, liar=0, centre=(0, 10))
    assert attack.is_possible
    assert attack.pays((0, 10))
    assert not attack.pays((10, 0))
    near = page.Attack(strips, liar=0, centre=(0, 1))
    assert not near.is_possible  # one model serves all
