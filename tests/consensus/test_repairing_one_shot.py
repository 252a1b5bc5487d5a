"""Trials of the repairs: against worlds worked out by hand, and shown to fail where the repair does."""

from fractions import Fraction

from incentives import consensus as cs
from incentives_book.consensus import repairing_one_shot as page
from incentives_book.consensus.one_shot_personalization import outputs

F = Fraction
THREE = [cs.Interval(-2, 1), cs.Interval(-1, 2), cs.Interval(-1, 1)]


def test_redundant_worlds_hold_every_end_of_the_agreement_set_twice():
    intervals = [cs.Interval(a, b) for a in range(3) for b in range(a, 3)]
    for world in page.redundant_worlds(intervals, 3):
        lows, highs = [s.low for s in world], [s.high for s in world]
        assert lows.count(max(lows)) >= 2
        assert highs.count(min(highs)) >= 2


def test_opposite_ends_are_safe_on_the_world_of_the_page_and_not_without_redundancy():
    lies = [cs.Interval(F(n, 4), F(n, 4)) for n in range(-12, 13)]
    assert page.ends_are_safe(THREE, lies)
    alone = [cs.Interval(0, 1), cs.Interval(0, 3), cs.Interval(0, 3)]  # client 0 alone holds the right end
    assert not page.ends_are_safe(alone, [cs.Interval(2, 2), cs.Interval(0, 3)])


def test_two_models_are_right_in_two_of_the_worlds():
    assert page.at_most_two(4)


def test_one_cut_in_all_is_lucky():
    assert [page.lucky(M) for M in (3, 4, 5)] == [(1, 3), (1, 7), (1, 15)]


def test_three_clients_are_always_caught_and_the_strips_are_not():
    S = cs.FiniteSet
    assert page.always_caught((S({0}), S({0, 1}), S({0, 2})))
    strips = (S({0, 1}), S({0, 1}), S({0, 2}), S({0, 2}))  # lies inside the true set of their liar spoil it
    assert not page.always_caught(strips)
    assert not page.cuts_identify(strips)
    assert page.cuts_identify((S({0}), S({0, 1}), S({0, 2})))


def test_two_liars_win_and_one_alone_does_not_fill_the_output():
    assert page.two_liars_win(1)
    assert page.two_liars_win(2)
    told = [cs.FiniteSet({1}), cs.FiniteSet({0, 1}), cs.FiniteSet({0, 2}), cs.FiniteSet({0, 2})]
    assert 0 in {x for output in outputs.listed(told) for x in output.models}
