"""Mechanism H: step by step on scripts by hand, all ways to begin, reports that no liar explains."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from scripted_oracle import Scripted, empty

from incentives import consensus as cs
from incentives.consensus import helly_mechanism, oracles
from incentives.consensus.finite_oracle import FiniteOracle

F = Fraction
LINE = [cs.Interval(0, 4)] * 2 + [cs.Interval(2, 9)] * 2


def test_honest_clients_cost_one_call():
    out = cs.mechanism_h(cs.WorldOracle(LINE), cs.Trusted(LINE))
    assert (out.point, len(out.calls), out.rounds, out.liars) == (3, 1, 0, frozenset())
    assert str(out) == "point 3 after 1 call and 0 verified points, nobody named"


def test_a_script_with_every_step():
    """Witness 1, 3, 4; without 1 witness 3, 4, 5; without 3 a point that fails 4; without 4 the output."""
    oracle = Scripted(6, empty(1, 3, 4), empty(3, 4, 5), oracles.Answer(point="x"), oracles.Answer(point="w"))
    out = cs.mechanism_h(oracle, lambda point: {"x": frozenset({3, 4}), "w": frozenset()}[point])
    assert oracle.asked == [frozenset(range(6)) - frozenset(s) for s in ((), (1,), (3,), (4,))]
    assert (out.point, out.rounds, out.liars) == ("w", 1, {4})


def test_a_witness_clears_everybody_outside_it():
    oracle = Scripted(9, empty(1, 3, 4, 8), empty(0, 8), oracles.Answer(point="w"))
    out = cs.mechanism_h(oracle, lambda point: frozenset())
    assert oracle.asked[-1] == frozenset(range(8))
    assert (out.rounds, out.liars) == (0, {8})


def test_only_if_everything_is_exact_a_pass_names_the_client_left_out():
    for options, named in (({"exact": True}, {2}), ({}, frozenset()), ({"exact": True, "redundancy": 0}, frozenset())):
        oracle = Scripted(4, empty(2, 3), oracles.Answer(point="w"))
        out = cs.mechanism_h(oracle, lambda point: frozenset(), **options)
        assert out.liars == named


def test_calls_that_stop_early_accuse_nobody():
    """All accept [0, 1] and client 2 reports [11/10, 2]; without 0 a call ends at 21/20, within a slack of 1/10."""
    reports = [cs.Interval(0, 1)] * 2 + [cs.Interval(F(11, 10), 2)]
    witness = cs.WorldOracle(reports)(range(3)).witness
    oracle = Scripted(3, oracles.Answer(witness=witness), oracles.Answer(point=F(21, 20)))
    out = cs.mechanism_h(oracle, lambda x: frozenset() if -F(1, 10) <= x <= F(11, 10) else frozenset({0, 1, 2}))
    assert (witness, out.point, out.liars) == ({0, 2}, F(21, 20), frozenset())


def test_a_client_that_fails_alone_is_crossed_off_and_the_search_goes_on():
    """Points x, y, w; noise hides that the liar, client 2, accepts neither x nor y, which it reports."""
    reports = [{"w", "y"}, {"w", "x"}, {"x", "y"}]
    fails = {"x": frozenset({0}), "y": frozenset({1}), "w": frozenset()}
    out = cs.mechanism_h(FiniteOracle(reports), fails.__getitem__)
    assert (out.point, out.liars, out.rounds, len(out.calls)) == ("w", {2}, 2, 4)
    with pytest.raises(ValueError, match=r"redundancy must be 0, got 1: a point of all others fails \[0\] alone"):
        cs.mechanism_h(FiniteOracle(reports), fails.__getitem__, exact=True)


def test_where_nothing_is_known_a_point_for_all_but_the_one_left_out_is_put_out():
    oracle = Scripted(4, empty(0, 2), oracles.Answer(point="x"))
    out = cs.mechanism_h(oracle, lambda point: frozenset({0}), redundancy=0)
    assert (out.point, out.liars, out.rounds) == ("x", frozenset(), 1)


def test_of_a_batch_all_are_crossed_off_if_only_they_fail():
    oracle = Scripted(6, empty(0, 1, 2, 3, 4), oracles.Answer(point="x"), oracles.Answer(point="w"))
    fails = {"x": frozenset({1}), "w": frozenset()}
    out = cs.mechanism_h(oracle, fails.__getitem__, redundancy=2)
    assert oracle.asked[1:] == [{2, 3, 4, 5}, {0, 1, 4, 5}]
    assert (out.point, out.rounds, out.liars) == ("w", 2, frozenset())


def test_points_are_printed_in_words():
    boxes = [cs.Box([(0, F(1, 2)), (0, 3)])] * 2
    assert str(cs.mechanism_h(cs.WorldOracle(boxes), cs.Trusted(boxes))).startswith("point (1/4, 3/2) after 1 call")


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ([0, 1, 2, 3, 9], "order must be a whole number from 0 to 3, got 9"),
        ([0, 1, 2, 3, -1], "order must be a whole number from 0 to 3, got -1"),
        ([0, 0, 1, 2, 3], r"order must name no client twice, got \[0, 0, 1, 2, 3\]"),
        (lambda witness: [*witness, 9], "order must be a whole number"),
        ("0123", "order must be a list"),
    ],
)
def test_an_order_names_each_client_once(order, words):
    apart = [cs.Interval(0, 4)] * 3 + [cs.Interval(5, 6)]
    with pytest.raises(ValueError, match=words):
        cs.mechanism_h(cs.WorldOracle(apart), cs.Trusted([*apart[:3], apart[0]]), order=order)


def test_without_a_contradiction_nobody_is_named():
    oracle = Scripted(4, oracles.Answer(point="w"))
    out = cs.mechanism_h(oracle, lambda point: frozenset(), joint_first=False)
    assert (out.liars, len(out.calls), out.rounds) == (frozenset(), 1, 1)


def test_the_order_decides_who_is_left_out():
    script = lambda: Scripted(5, empty(0, 2, 4), oracles.Answer(point="w"))  # noqa: E731
    for order in ([4, 3, 2, 1, 0], lambda witness: sorted(witness, reverse=True)):
        oracle = script()
        cs.mechanism_h(oracle, lambda point: frozenset(), order=order)
        assert oracle.asked[1] == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="order must name every suspect"):
        cs.mechanism_h(script(), lambda point: frozenset(), order=[0, 2])


def test_batches_leave_out_several_and_stop_early():
    oracle = Scripted(9, empty(0, 1, 2, 3, 4), empty(2, 3, 4, 8), oracles.Answer(point="w"))
    out = cs.mechanism_h(oracle, lambda point: frozenset(), redundancy=3)
    assert oracle.asked[1] == frozenset(range(3, 9))
    assert oracle.asked[2] == frozenset(range(9)) - {3, 4}
    assert (out.rounds, out.liars) == (0, frozenset())


@given(st.integers(2, 9), st.integers(0, 8), st.integers(-20, 20), st.integers(0, 10))
def test_twins_on_the_line(pairs, who, low, width):
    truths = [cs.Interval(-k, 5 + k) for k in range(pairs) for _ in range(2)]
    liar = who % len(truths)
    lied = [*truths[:liar], cs.Interval(low, low + width), *truths[liar + 1 :]]
    out = cs.mechanism_h(cs.WorldOracle(lied), cs.Trusted(truths), exact=True)
    assert all(out.point in s for s in truths)
    assert len(out.calls) <= 3
    feasible = low <= 5 and low + width >= 0
    assert out.liars == (frozenset() if feasible else {liar})


def test_two_contradictions_are_not_one_liar():
    apart = [cs.Interval(k, k) for k in range(4)]
    with pytest.raises(ValueError, match="explained by one liar"):
        cs.mechanism_h(cs.WorldOracle(apart), cs.Trusted(apart))
    twice = Scripted(4, empty(0, 1), empty(2, 3))
    with pytest.raises(ValueError, match="every client was cleared"):
        cs.mechanism_h(twice, lambda point: frozenset())
    many = Scripted(4, empty(0, 1), oracles.Answer(point="x"))
    with pytest.raises(ValueError, match="a point fails"):
        cs.mechanism_h(many, lambda point: frozenset({2, 3}))


@pytest.mark.parametrize("redundancy", [-1, 4, True, 1.0])
def test_redundancy_is_a_number_of_clients(redundancy):
    with pytest.raises(ValueError, match="redundancy must be a whole number from 0 to 3"):
        cs.mechanism_h(cs.WorldOracle(LINE), cs.Trusted(LINE), redundancy=redundancy)


def test_worst_case_calls():
    table = {
        (50, 3, 1): 4,
        (3, 3, 1): 3,
        (50, 11, 1): 12,
        (10, 11, 1): 10,
        (50, 6, 6): 2,
        (7, 3, 2): 3,
        (6, 11, 4): 2,
    }
    for (clients, helly, redundancy), calls in table.items():
        assert helly_mechanism.worst_case_calls(clients=clients, helly=helly, redundancy=redundancy) == calls
    with pytest.raises(ValueError, match="clients must be a whole number of at least 1"):
        helly_mechanism.worst_case_calls(clients=0, helly=1)
