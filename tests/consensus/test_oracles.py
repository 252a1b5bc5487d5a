"""Answers, transcripts and oracles that explain themselves; bad input."""

from itertools import combinations

import pytest

from incentives import consensus as cs
from incentives.consensus import oracles
from incentives.consensus.oracles import check_members

INTERVALS = [cs.Interval(k, k + 3) for k in range(8)]


def test_a_transcript_keeps_order_and_answers():
    calls = oracles.Transcript(cs.WorldOracle(INTERVALS))
    assert calls({0, 1}).point == 2
    assert calls({0, 7}).witness == {0, 7}
    assert calls.asked == (frozenset({0, 1}), frozenset({0, 7}))
    assert [answer.is_empty for _, answer in calls] == [False, True]
    assert (len(calls), calls.clients) == (2, 8)


def test_without_witness_hides_and_self_explaining_finds_it_again():
    silent = oracles.Transcript(oracles.WithoutWitness(cs.WorldOracle(INTERVALS)))
    assert silent(range(8)) == oracles.Answer()
    found = oracles.SelfExplaining(silent)(range(8))
    assert found.witness in [{i, j} for i, j in combinations(range(8), 2) if j - i > 3]
    assert oracles.SelfExplaining(silent)({0, 1}).point == 2
    assert len(silent) > 3


def test_an_answer_is_a_point_or_a_reason():
    with pytest.raises(ValueError, match="a point or a witness"):
        oracles.Answer(point=1, witness={0})
    assert oracles.Answer().is_empty
    assert oracles.Answer(point=0).is_empty is False  # zero is a point


@pytest.mark.parametrize("members", [[], [8], [-1, 2]])
def test_members_must_exist(members):
    with pytest.raises(ValueError, match=r"members must name some of the clients 0\.\.7"):
        check_members(cs.WorldOracle(INTERVALS), members)
