"""How are stable partitions found? Each claim of the page again, from the definitions in plain fractions."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest
from definitions import all_partitions, blocks_core, coalitions, cost_table, is_stable, mixed_error, own_block

GRAND = frozenset([frozenset(range(5))])


@pytest.mark.backs("coalitions/new-absolute-tolerance")
def test_the_only_coalition_that_leaves_gains_less_than_the_tolerance():
    cost = cost_table((1, 3, 3, 3, 62), 11, 1, "uniform")
    leaving = [c for c in coalitions(5) if c not in GRAND and blocks_core(cost, GRAND, c)]
    assert leaving == [frozenset({4})]
    gain = cost(4, frozenset(range(5))) - cost(4, frozenset({4}))
    assert gain == Fraction(1, 20_088)
    assert 0 < gain < Fraction(1, 10_000)


@pytest.mark.backs("coalitions/new-whole-coalitions")
def test_whole_coalitions_suffice_in_random_hedonic_games():
    """Any preferences at all, with ties: ranks drawn at random, four players."""
    rng = np.random.default_rng(7)
    everything = coalitions(4)
    for _ in range(60):
        rank = {(j, c): int(rng.integers(0, 5)) for c in everything for j in c}
        cost = lambda j, c, rank=rank: rank[j, c]  # noqa: E731
        whole = {
            c for c in everything if not any(t < c and all(cost(j, t) < cost(j, c) for j in t) for t in everything)
        }
        for split in all_partitions(4):
            blocking = {c for c in everything if blocks_core(cost, split, c)}
            assert bool(blocking) == bool(blocking & whole)
            assert blocking or set(split) <= whole


@pytest.mark.backs("coalitions/new-subset-sum-check")
@pytest.mark.parametrize("noise", [2, 5, 11])
def test_the_subset_sum_recipe_decides_the_core(noise):
    """The recipe of the theorem, written out with dictionaries and fractions."""
    rng = np.random.default_rng(noise)
    verdicts = []
    for _ in range(25):
        sizes = tuple(rng.integers(1, 15, 4).tolist())
        cost = cost_table(sizes, noise, 1, "uniform")
        for split in all_partitions(4):
            now = [cost(j, own_block(split, j)) for j in range(4)]
            found = False
            for N in range(1, sum(sizes) + 1):
                tau = [N**2 * (now[j] - 1) - (noise - 2 * sizes[j]) * N for j in range(4)]
                least = {0: 0}
                for j in sorted(range(4), key=lambda j: -tau[j]):
                    for total, squares in list(least.items()):
                        new = total + sizes[j], squares + sizes[j] ** 2
                        least[new[0]] = min(least.get(new[0], new[1]), new[1])
                    found = found or (N in least and least[N] < tau[j])
            verdicts.append(found)
            assert found != is_stable(cost, split, 4, "core")
    assert {True, False} == set(verdicts)


def total(sizes, noise, spread=1):
    return sum(n * mixed_error(sizes, noise, spread, j, Fraction(0)) for j, n in enumerate(sizes))


@pytest.mark.backs("coalitions/new-welfare")
@pytest.mark.parametrize("sizes", [(5,), (1, 8), (2, 3, 5, 8), (4, 4, 4), (1, 3, 3, 3, 62)])
@pytest.mark.parametrize(("noise", "spread"), [(10, 1), (Fraction(7, 3), Fraction(2, 5))])
def test_a_coalition_pays_one_fee_and_earns_its_concentration(sizes, noise, spread):
    assert total(sizes, noise, spread) == noise + spread * (
        sum(sizes) - Fraction(sum(n * n for n in sizes), sum(sizes))
    )


@pytest.mark.backs("coalitions/new-welfare")
def test_a_total_published_by_the_authors():
    """Their public notebook prints 21.777778 for {1, 8}, {15} at noise 10."""
    assert round(float(total((1, 8), 10) + total((15,), 10)), 6) == 21.777778


@pytest.mark.backs("coalitions/new-joiner-decides")
@pytest.mark.parametrize("noise", [1, 4, 9, 25])
def test_the_joiners_gain_is_everybodys_up_to_a_factor(noise):
    for sizes in combinations_with_replacement((1, 3, 4, 10), 2):
        for x in (1, 2, 7, 30):
            own = Fraction(noise, x) - mixed_error((x, *sizes), noise, 1, 0, Fraction(0))
            everybody = total(sizes, noise) + total((x,), noise) - total((x, *sizes), noise)
            assert everybody == own * Fraction(x * (x + sum(sizes)), sum(sizes))


@pytest.mark.backs("coalitions/new-best-partition")
@pytest.mark.parametrize("noise", [1, 2, Fraction(7, 2), 6, 15])
def test_pooling_the_small_is_best_and_the_first_refusal_says_where_to_stop(noise):
    for players, top in ((2, 9), (3, 7), (4, 5)):
        for sizes in combinations_with_replacement(range(1, top + 1), players):
            least = min(
                sum(total([sizes[i] for i in block], noise) for block in split) for split in all_partitions(players)
            )
            pooled = [
                total(sizes[:k], noise) + sum(total((n,), noise) for n in sizes[k:]) for k in range(1, players + 1)
            ]
            assert min(pooled) == least
            k = 1
            while k < players and mixed_error(sizes[: k + 1], noise, 1, k, Fraction(0)) <= Fraction(noise) / sizes[k]:
                k += 1
            assert pooled[k - 1] == least


@pytest.mark.backs("coalitions/new-best-partition")
def test_regrouping_two_blocks_never_costs():
    rng = np.random.default_rng(11)
    for _ in range(300):
        one, two = (sorted(rng.integers(1, 20, k).tolist()) for k in rng.integers(1, 4, 2))
        both = sorted(one + two)
        assert total(both[:-1], 3) + total(both[-1:], 3) <= total(one, 3) + total(two, 3)


@pytest.mark.backs("coalitions/new-best-partition")
def test_the_best_partition_need_not_be_stable():
    """A group of small players can do better without the last one that everybody profits from."""
    unstable = 0
    for sizes in combinations((1, 2, 3, 40), 4):
        for noise in (Fraction(13, 2), 7):
            costs = cost_table(sizes, noise, 1, "uniform")
            ranked = sorted(
                all_partitions(4), key=lambda s: sum(sizes[j] * costs(j, own_block(s, j)) for j in range(4))
            )
            unstable += not is_stable(costs, ranked[0], 4, "core")
    assert unstable
