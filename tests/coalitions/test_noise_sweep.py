"""All noise levels at once against the definitions at single ones: at every end, and between any two."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise

import pytest
from definitions import all_partitions, cost_table, is_stable
from hypothesis import given, settings, strategies as st

from incentives import coalitions as co
from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import CONCEPTS, empty_ratios, stable_ratios


@cache
def costs(sizes, ratio):
    return cost_table(sizes, ratio, 1, "uniform")


def probes(stretches):
    """Every end, a number between neighbouring ends, one below all and one above."""
    ends = sorted({end for s in stretches for end in (s.low, s.high) if end})
    ladder = [Fraction(1, 100), *ends, (ends[-1] if ends else 1) + 7]
    return sorted({*ladder, *((a + b) / 2 for a, b in pairwise(ladder))})


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("sizes", [(1,), (2, 2), (1, 4), (5, 5, 25), (1, 2, 2), (1, 3, 7), (2, 3, 3), (1, 2, 4, 4)])
def test_a_partition_is_stable_exactly_on_its_stretches(sizes, concept):
    for split in all_partitions(len(sizes)):
        stretches = stable_ratios(sizes, co.Partition(split), concept=concept)
        for ratio in probes(stretches):
            by_definition = is_stable(costs(sizes, ratio), split, len(sizes), concept)
            assert any(ratio in s for s in stretches) == by_definition, (split, ratio)


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("sizes", [(1, 2, 2), (1, 3, 7), (1, 3, 4), (1, 1, 5, 5), (1, 4, 4, 5)])
def test_no_partition_is_stable_exactly_on_the_empty_stretches(sizes, concept):
    stretches = empty_ratios(sizes, concept=concept)
    for ratio in probes(stretches):
        cost = costs(sizes, ratio)
        nothing = not any(is_stable(cost, split, len(sizes), concept) for split in all_partitions(len(sizes)))
        assert any(ratio in s for s in stretches) == nothing, ratio


def test_the_gap_is_what_the_stable_stretches_leave_out():
    sizes = (1, 3, 5, 23, 24)
    (gap,) = empty_ratios(sizes)
    covered = [s for p in co.partitions(5) for s in stable_ratios(sizes, p)]
    assert any(s.high == gap.low and s.high_included for s in covered)
    assert any(s.low == gap.high and s.low_included for s in covered)
    assert not any((gap.low + gap.high) / 2 in s for s in covered)


@settings(max_examples=12)
@given(
    st.lists(st.integers(1, 12), min_size=3, max_size=4),
    st.permutations(range(4)),
    st.integers(2, 5),
    st.sampled_from(CONCEPTS),
)
def test_order_does_not_matter_and_scaling_the_sizes_scales_the_ratios(sizes, order, factor, concept):
    shuffled = [sizes[i] for i in order if i < len(sizes)]
    plain = empty_ratios(sizes, concept=concept)
    assert empty_ratios(shuffled, concept=concept) == plain
    scaled = empty_ratios([Fraction(n, factor) for n in sizes], concept=concept)
    assert [(s.low * factor, s.high * factor) for s in scaled] == [(s.low, s.high) for s in plain]


def test_one_and_two_players_always_have_a_core():
    assert empty_ratios([4]) == ()
    assert all(not empty_ratios(s) for s in combinations_with_replacement(range(1, 12), 2))


@pytest.mark.parametrize("sizes", [(), (0, 1), (-1,), (1.5, 2), ("3",), (True, 2)])
def test_bad_sizes_are_refused(sizes):
    with pytest.raises(ValueError, match="sizes must be a non-empty sequence of positive ints or Fractions"):
        empty_ratios(sizes)


def test_other_bad_input_is_refused():
    with pytest.raises(ValueError, match="concept must be one of core, strict-core, individual, nash; got 'stable'"):
        empty_ratios([1, 2], concept="stable")
    with pytest.raises(ValueError, match="concept must be one of"):
        stable_ratios([1, 2], co.Partition.grand(2), concept="CORE")
    with pytest.raises(ValueError, match="partition must be of the 2 players in sizes"):
        stable_ratios([1, 2], co.Partition.grand(3))
