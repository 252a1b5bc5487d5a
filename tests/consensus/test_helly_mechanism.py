"""Mechanism H: step by step on scripts by hand, all ways to begin, reports that no liar explains."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from scripted_oracle import Scripted, empty

from incentives import consensus as cs
from incentives.consensus import helly_mechanism, oracles

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


def test_only_fixed_reports_let_a_pass_name_the_client_left_out():
    for fixed, named in ((True, {2}), (False, frozenset())):
        oracle = Scripted(4, empty(2, 3), oracles.Answer(point="w"))
        out = cs.mechanism_h(oracle, lambda point: frozenset(), fixed_reports=fixed)
        assert out.liars == named


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
    out = cs.mechanism_h(cs.WorldOracle(lied), cs.Trusted(truths))
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


@pytest.mark.parametrize("redundancy", [0, 4, True, 1.0])
def test_redundancy_is_a_number_of_clients(redundancy):
    with pytest.raises(ValueError, match="redundancy must be between 1 and 3"):
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
