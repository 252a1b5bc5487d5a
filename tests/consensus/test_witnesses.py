"""Answers, transcripts and minimal witnesses: against brute force over all parts of a family; bad input."""

from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from incentives import consensus as cs
from incentives.consensus import witnesses
from incentives.consensus.witnesses import check_members

INTERVALS = [cs.Interval(k, k + 3) for k in range(8)]


def minimal_parts(infeasible, members):
    """Every infeasible part of which no smaller part is infeasible."""
    parts = [frozenset(p) for n in range(1, len(members) + 1) for p in combinations(members, n)]
    bad = [p for p in parts if infeasible(p)]
    return [p for p in bad if not any(q < p for q in bad)]


conflicts = st.lists(st.frozensets(st.integers(0, 7), min_size=1, max_size=4), min_size=1, max_size=4)


@given(conflicts)
@settings(max_examples=150)
def test_both_filters_find_a_minimal_part(hidden):
    infeasible = lambda some: any(conflict <= some for conflict in hidden)  # noqa: E731
    known = minimal_parts(infeasible, range(8))
    assert witnesses.deletion_filter(infeasible, range(8)) in known
    assert witnesses.quickxplain(infeasible, range(8)) in known


@given(conflicts)
@settings(max_examples=60)
def test_the_deletion_filter_asks_once_per_client(hidden):
    asked = []

    def infeasible(some):
        asked.append(some)
        return any(conflict <= some for conflict in hidden)

    kept = witnesses.deletion_filter(infeasible, range(8))
    assert len(asked) <= 8
    assert len(asked) == len(set(asked))
    assert all(some for some in asked)
    assert any(conflict <= kept for conflict in hidden)


def test_quickxplain_never_asks_about_nobody_or_what_it_was_told():
    asked = []
    witnesses.quickxplain(lambda some: asked.append(some) or {0, 5} <= some, range(8))
    assert frozenset() not in asked
    assert frozenset(range(8)) not in asked


def test_a_transcript_keeps_order_and_answers():
    calls = witnesses.Transcript(cs.WorldOracle(INTERVALS))
    assert calls({0, 1}).point == 2
    assert calls({0, 7}).witness == {0, 7}
    assert calls.asked == (frozenset({0, 1}), frozenset({0, 7}))
    assert [answer.is_empty for _, answer in calls] == [False, True]
    assert (len(calls), calls.clients) == (2, 8)


def test_without_witness_hides_and_self_explaining_finds_it_again():
    silent = witnesses.Transcript(witnesses.WithoutWitness(cs.WorldOracle(INTERVALS)))
    assert silent(range(8)) == witnesses.Answer()
    found = witnesses.SelfExplaining(silent)(range(8))
    assert found.witness in [{i, j} for i, j in combinations(range(8), 2) if j - i > 3]
    assert witnesses.SelfExplaining(silent)({0, 1}).point == 2
    assert len(silent) > 3


def test_an_answer_is_a_point_or_a_reason():
    with pytest.raises(ValueError, match="a point or a witness"):
        witnesses.Answer(point=1, witness={0})
    assert witnesses.Answer().is_empty
    assert witnesses.Answer(point=0).is_empty is False  # zero is a point


@pytest.mark.parametrize("members", [[], [8], [-1, 2]])
def test_members_must_exist(members):
    with pytest.raises(ValueError, match=r"members must name some of the clients 0\.\.7"):
        check_members(cs.WorldOracle(INTERVALS), members)
