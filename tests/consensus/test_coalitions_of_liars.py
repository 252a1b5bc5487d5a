"""Coalition search: all runs on small worlds, polygons, exposures, and input that the assumptions exclude."""

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from incentives import consensus as cs
from incentives.consensus import finite_oracle, oracles
from incentives_book.consensus import adversaries, coalitions_of_liars as coalition_search

SETS = [frozenset(s) for n in range(4) for s in combinations(range(3), n)]


def meet(sets):
    return frozenset.intersection(*sets)


def joint_lies(truths, liars):
    for who in combinations(range(len(truths)), liars):
        for lies in product(SETS, repeat=liars):
            reports = list(truths)
            for a, lie in zip(who, lies, strict=True):
                reports[a] = lie
            yield frozenset(who), reports


@pytest.mark.parametrize("rule", [coalition_search.coalition_search, coalition_search.leave_out_in_turn])
def test_every_joint_lie_of_two_in_one_world(rule):
    truths = [frozenset({0, 1})] * 3 + [frozenset({0, 2})] * 3
    calls = Counter()
    for who, reports in list(joint_lies(truths, 2))[::5]:
        for out in finite_oracle.every_run(
            finite_oracle.FiniteOracle(reports), lambda asked: rule(asked, cs.Trusted(truths), liars=2)
        ):
            assert out.point == 0
            assert out.liars <= who
            calls[len(out.calls)] += 1
    assert max(calls) <= min(coalition_search.search_calls(helly=3, liars=2), comb(6, 2))
    assert len(calls) >= 4


def test_a_liar_that_fails_its_own_report_is_left_out_for_good():
    truths = [frozenset({0})] * 3 + [frozenset({0, 1})] * 3
    reports = [frozenset({1})] * 2 + truths[2:]
    calls = oracles.Transcript(finite_oracle.FiniteOracle([frozenset({1})] * 3 + truths[3:]))
    with pytest.raises(ValueError, match="explained by 2 liars"):
        coalition_search.coalition_search(calls, cs.Trusted(truths), liars=2)
    out = coalition_search.coalition_search(finite_oracle.FiniteOracle(reports), cs.Trusted(truths), liars=2)
    assert out.point == 0


def test_after_all_liars_are_exposed_nothing_is_tested():
    truths = [{0}, {0}, {0, 1}, {0, 1}]

    class Once:
        clients = 4
        asked = 0

        def __call__(self, members):
            Once.asked += 1
            return oracles.Answer(point=1 if 0 in members else 0)

    tested = []
    out = coalition_search.coalition_search(
        Once(), lambda x: tested.append(x) or frozenset({0} if x else set()), liars=1
    )
    assert (out.point, tested, out.rounds, out.liars) == (0, [1], 1, {0})
    assert cs.Trusted(truths)(out.point) == frozenset()


def test_without_liars_one_untested_call():
    out = coalition_search.coalition_search(finite_oracle.FiniteOracle([{0}, {0}]), cs.Trusted([{0}, {0}]), liars=0)
    assert (out.point, len(out.calls), out.rounds) == (0, 1, 0)


def test_model_e_tries_everybody():
    truths = [{0, 1}] * 3 + [{0, 2}] * 3
    silent = oracles.WithoutWitness(finite_oracle.FiniteOracle([{1}, {1}, *truths[2:]]))
    assert coalition_search.coalition_search(silent, cs.Trusted(truths), liars=2).point == 0
    assert coalition_search.leave_out_in_turn(silent, cs.Trusted(truths), liars=2).point == 0


def test_in_turn_names_the_last_coalition_left():
    foe = adversaries.AdversaryOracle(adversaries.SparseAdversary(4, 2, 2))
    out = coalition_search.leave_out_in_turn(foe, foe.failing, liars=2)
    assert (out.point, len(out.calls), out.rounds) == ("w", 6, 0)
    assert len(out.liars) == 2


@pytest.mark.parametrize("rule", [coalition_search.coalition_search, coalition_search.leave_out_in_turn])
@pytest.mark.parametrize("liars", [-1, 2, 0.5, True])
def test_liars_are_fewer_than_clients(rule, liars):
    with pytest.raises(ValueError, match="liars must be a whole number from 0 to 1"):
        rule(finite_oracle.FiniteOracle([{0}, {0}]), cs.Trusted([{0}, {0}]), liars=liars)


def test_in_turn_says_when_no_coalition_explains_the_reports():
    with pytest.raises(ValueError, match="explained by 1 liars"):
        coalition_search.leave_out_in_turn(finite_oracle.FiniteOracle([{0}, {1}, {2}]), cs.Trusted([{0}] * 3), liars=1)


def test_the_bound():
    assert [coalition_search.search_calls(helly=h, liars=c) for h, c in ((2, 0), (2, 3), (3, 2), (11, 1))] == [
        1,
        15,
        13,
        12,
    ]
    with pytest.raises(ValueError, match="helly must be at least 1"):
        coalition_search.search_calls(helly=0, liars=1)
