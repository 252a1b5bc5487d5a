"""Four calls, peeling and branching: scripts by hand, assumptions that fail, bad input."""

import pytest
from scripted_oracle import Scripted, empty

from incentives import consensus as cs
from incentives.consensus import finite_oracle, oracles
from incentives_book.consensus import archetypes_and_coalitions as archetypes

PAIRS = [{0, 1}, {0, 1}, {0, 2}, {0, 2}]


def test_four_calls_with_an_empty_third_call():
    oracle = Scripted(6, empty(0, 1, 2), oracles.Answer(point="x"), empty(0, 5), oracles.Answer(point="w"))
    out = archetypes.four_calls(oracle, lambda point: frozenset({0, 1}))
    assert oracle.asked == [frozenset(range(6)), {3, 4, 5}, {0, 2, 3, 4, 5}, {1, 2, 3, 4, 5}]
    assert (out.point, out.rounds, out.liars) == ("w", 1, {0})


def test_four_calls_with_a_point_that_fails_in_the_third():
    oracle = Scripted(6, empty(0, 1), oracles.Answer(point="x"), oracles.Answer(point="y"), oracles.Answer(point="w"))
    fails = {"x": frozenset({0, 1}), "y": frozenset({0, 1})}
    out = archetypes.four_calls(oracle, fails.__getitem__)
    assert oracle.asked[3] == {1, 2, 3, 4, 5}
    assert (out.rounds, out.liars) == (2, {0})


def test_three_calls_when_the_third_passes():
    oracle = Scripted(6, empty(0, 1), oracles.Answer(point="x"), oracles.Answer(point="w"))
    fails = {"x": frozenset({0, 1}), "w": frozenset({1})}
    out = archetypes.four_calls(oracle, fails.__getitem__)
    assert (out.point, len(out.calls), out.liars) == ("w", 3, {1})


def test_an_empty_report_is_a_witness_of_one():
    out = archetypes.four_calls(finite_oracle.FiniteOracle([set(), *PAIRS[1:]]), cs.Trusted(PAIRS))
    assert (out.point, len(out.calls), out.rounds, out.liars) == (0, 2, 0, {0})


def test_two_clients_are_one_archetype():
    for outcome in finite_oracle.every_run(
        finite_oracle.FiniteOracle([{1}, {0}]), lambda asked: archetypes.four_calls(asked, cs.Trusted([{0}, {0}]))
    ):
        assert (outcome.point, outcome.liars) == (0, {0})
        assert len(outcome.calls) <= 4


def test_four_calls_notices_three_that_fail():
    oracle = Scripted(6, empty(0, 1), oracles.Answer(point="x"))
    with pytest.raises(ValueError, match="every archetype must be there twice"):
        archetypes.four_calls(oracle, lambda point: frozenset({0, 1, 2}))
    with pytest.raises(ValueError, match="every archetype must be there twice"):
        archetypes.four_calls(Scripted(4, empty(0, 1), empty(2, 3)), lambda point: frozenset())


def test_peeling_removes_each_witness():
    oracle = Scripted(9, empty(0, 4), empty(1, 5, 7), oracles.Answer(point="w"))
    out = archetypes.peel(oracle, liars=2)
    assert oracle.asked == [frozenset(range(9)), {1, 2, 3, 5, 6, 7, 8}, {2, 3, 6, 8}]
    assert (out.point, out.rounds) == ("w", 0)


def test_peeling_stops_after_more_contradictions_than_liars():
    with pytest.raises(ValueError, match="explained by 1 liars"):
        archetypes.peel(Scripted(9, empty(0, 4), empty(1, 5)), liars=1)
    with pytest.raises(ValueError, match="explained by 1 liars"):
        archetypes.peel(finite_oracle.FiniteOracle([{0}, {1}]), liars=1)  # everybody is peeled off


def test_branching_with_nobody_left_after_peeling():
    """The reports of a world in which both archetypes are peeled off completely."""
    truths = [{0, 1}] * 3 + [{0, 2}] * 3
    reports = [{1, 2}, *truths[1:3], {1, 2}, *truths[4:]]
    runs = list(
        finite_oracle.every_run(
            finite_oracle.FiniteOracle(reports),
            lambda asked: archetypes.peel_and_branch(asked, cs.Trusted(truths), liars=2),
        )
    )
    assert all(out.point == 0 and out.liars <= {0, 3} for out in runs)
    assert max(len(out.calls) for out in runs) <= archetypes.branching_calls(2)
    assert any(frozenset(range(6)) - out.calls[0] == set() for out in runs)


def test_branching_names_a_client_that_fails_its_own_report():
    truths = [{0}, {0}, {0, 1}, {0, 1}]
    out = archetypes.peel_and_branch(finite_oracle.FiniteOracle([{1}, {1}, *truths[2:]]), cs.Trusted(truths), liars=2)
    assert (out.point, out.liars) == (0, {0, 1})


def test_branching_without_liars_is_one_call():
    out = archetypes.peel_and_branch(finite_oracle.FiniteOracle(PAIRS), cs.Trusted(PAIRS), liars=0)
    assert (out.point, len(out.calls)) == (0, 1)
    with pytest.raises(ValueError, match="no point passes"):
        archetypes.peel_and_branch(finite_oracle.FiniteOracle([{1}, *PAIRS[1:]]), cs.Trusted(PAIRS), liars=0)


@pytest.mark.parametrize("liars", [-1, 1.5, True, None])
def test_liars_are_counted(liars):
    for call in (
        lambda: archetypes.peel(finite_oracle.FiniteOracle(PAIRS), liars=liars),
        lambda: archetypes.peel_and_branch(finite_oracle.FiniteOracle(PAIRS), cs.Trusted(PAIRS), liars=liars),
        lambda: archetypes.branching_calls(liars),
    ):
        with pytest.raises(ValueError, match="liars must be a whole number of at least 0"):
            call()


def test_witnesses_are_needed():
    silent = oracles.WithoutWitness(finite_oracle.FiniteOracle([{1}, {1}, {2}, {2}]))
    with pytest.raises(ValueError, match="oracle must name a minimal witness"):
        archetypes.four_calls(silent, cs.Trusted(PAIRS))
    with pytest.raises(ValueError, match="oracle must name a minimal witness"):
        archetypes.peel(silent, liars=1)


def test_the_bound_follows_its_recursion():
    assert [archetypes.branching_calls(c) for c in range(5)] == [1, 4, 27, 328, 5 + 20 * 328]
