"""Partitions: equal whatever the order, printed briefly, all of them listed once."""

import definitions
import pytest
from hypothesis import given, strategies as st

from incentives import coalitions as co

BELL = [1, 2, 5, 15, 52, 203, 877, 4140]


@pytest.mark.parametrize("players", range(1, 9))
def test_lists_every_partition_once(players):
    listed = list(co.partitions(players))
    assert len(listed) == len(set(listed)) == BELL[players - 1]
    assert listed[0] == co.Partition.grand(players)
    assert listed[-1] == co.Partition.singles(players)


@pytest.mark.parametrize("players", range(1, 6))
def test_agrees_with_a_second_listing(players):
    assert {frozenset(p) for p in co.partitions(players)} == set(definitions.all_partitions(players))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_order_does_not_matter(labels, rng):
    blocks = [[i for i, other in enumerate(labels) if other == label] for label in set(labels)]
    partition = co.Partition(blocks)
    rng.shuffle(blocks)
    for block in blocks:
        rng.shuffle(block)
    assert co.Partition(blocks) == partition
    assert hash(co.Partition(blocks)) == hash(partition)
    assert co.Partition.parse(str(partition)) == partition
    assert eval(repr(partition), {"Partition": co.Partition}) == partition
    assert partition.players == len(labels)
    assert len(partition) == len(set(labels))
    for i, label in enumerate(labels):
        assert partition.block_of(i) == {k for k, other in enumerate(labels) if other == label}


def test_prints_blocks_by_their_first_player():
    assert str(co.Partition([[3, 1], [2], [0]])) == "0 | 1,3 | 2"


@pytest.mark.parametrize(
    "blocks", [[], [[]], [[0], []], [[0, 0]], [[0], [0, 1]], [[1]], [[0], [2]], [[-1, 0]], [[0.0, 1]], [[True, 0]]]
)
def test_rejects_what_is_no_partition(blocks):
    with pytest.raises(ValueError, match=r"0\.\.n-1"):
        co.Partition(blocks)


def test_rejects_other_bad_input():
    with pytest.raises(ValueError, match=r"text must look like '0,1 \| 2'; got 'a \| b'"):
        co.Partition.parse("a | b")
    with pytest.raises(ValueError, match="players must be a count >= 1; got 0"):
        co.Partition.grand(0)
    with pytest.raises(ValueError, match=r"players must be a count >= 1; got 2\.0"):
        list(co.partitions(2.0))
    with pytest.raises(ValueError, match=r"player must be one of 0\.\.1; got 2"):
        co.Partition.grand(2).block_of(2)
