"""Every arrangement of players of two sizes, once."""

import definitions
import pytest

from incentives.coalitions import arrangements


def counted(partition, smalls):
    blocks = [(sum(j < smalls for j in block), sum(j >= smalls for j in block)) for block in partition]
    return tuple(sorted(blocks, reverse=True))


@pytest.mark.parametrize(("smalls", "larges"), [(0, 3), (1, 1), (2, 2), (3, 2), (1, 4), (4, 1)])
def test_every_arrangement_comes_up_once(smalls, larges):
    found = list(arrangements.arrangements(smalls, larges))
    assert len(found) == len(set(found))
    assert set(found) == {counted(p, smalls) for p in definitions.all_partitions(smalls + larges)}


def test_the_numbers_of_arrangements_are_those_of_bipartite_partitions():
    # OEIS A054225: ways to write the pair (m, n) as a sum of pairs.
    known = {(1, 1): 2, (2, 1): 4, (2, 2): 9, (3, 1): 7, (3, 2): 16, (3, 3): 31, (4, 2): 29}
    assert {counts: sum(1 for _ in arrangements.arrangements(*counts)) for counts in known} == known
