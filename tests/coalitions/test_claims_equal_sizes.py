"""Lemmas 5.1 and 5.3 and Corollary 5.2, from the variances of weighted sums and from complete enumeration."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product

import definitions
import pytest

CONCEPTS = ("core", "strict-core", "individual", "nash")
GRID = [(Fraction(n), Fraction(mu), Fraction(s2)) for n in (1, 4, 7) for mu in (2, 7, 28) for s2 in (1, 4)]


def equal_error(n, members, mu, s2):
    return definitions.mixed_error([n] * members, mu, s2, 0, Fraction(0))


def stable(sizes, concept, mu=10, s2=1):
    cost = definitions.cost_table(sizes, mu, s2, "uniform")
    return {p for p in definitions.all_partitions(len(sizes)) if definitions.is_stable(cost, p, len(sizes), concept)}


def grand(players):
    return frozenset({frozenset(range(players))})


def singles(players):
    return frozenset(frozenset({j}) for j in range(players))


@pytest.mark.backs("coalitions/lemma-5-1-error", "coalitions/lemma-5-1-tie")
@pytest.mark.parametrize(("n", "mu", "s2"), GRID)
def test_error_of_equal_members(n, mu, s2):
    for members in range(1, 8):
        assert equal_error(n, members, mu, s2) == mu / (members * n) + s2 * Fraction(members - 1, members)
        if n * s2 == mu:
            assert equal_error(n, members, mu, s2) == s2 == mu / n


@pytest.mark.backs("coalitions/lemma-5-1")
@pytest.mark.parametrize(("n", "mu", "s2"), GRID)
def test_more_members_help_below_the_threshold_and_hurt_above(n, mu, s2):
    errors = [equal_error(n, members, mu, s2) for members in range(1, 9)]
    steps = [b - a for a, b in pairwise(errors)]
    side = n * s2 - mu
    assert all((step > 0) == (side > 0) and (step < 0) == (side < 0) for step in steps)


@pytest.mark.backs("coalitions/lemma-5-1-derivative")
@pytest.mark.parametrize(("n", "mu", "s2"), GRID)
def test_the_derivative_from_three_values(n, mu, s2):
    # The error is A + B/M, so two values determine it and the derivative is -B/M^2.
    for members in (1, 2, 5):
        first, second = (equal_error(n, k, mu, s2) for k in (members, members + 1))
        B = (first - second) * members * (members + 1)
        assert -B / members**2 == (s2 * n - mu) / (n * members**2)


@pytest.mark.backs("coalitions/corollary-5-2", "coalitions/new-equal-sizes-all-notions")
@pytest.mark.parametrize(("players", "concept"), list(product(range(1, 5), CONCEPTS)))
def test_stable_partitions_of_equal_players(players, concept):
    assert stable([9] * players, concept) == {grand(players)}
    assert stable([11] * players, concept) == {singles(players)}
    assert stable([10] * players, concept) == set(definitions.all_partitions(players))


@pytest.mark.backs("coalitions/corollary-5-2-proof-uniqueness")
def test_a_weakly_optimal_partition_need_not_be_the_only_core_partition():
    cost = definitions.cost_table([10, 10], 10, 1, "uniform")
    together = frozenset({0, 1})
    assert all(cost(j, together) <= cost(j, frozenset({j})) for j in (0, 1))
    assert stable([10, 10], "core") == {grand(2), singles(2)}


@pytest.mark.backs("coalitions/new-strictly-best-is-unique")
def test_a_strictly_best_partition_is_the_only_core_partition():
    blocks = definitions.coalitions(3)
    for best, levels in product(definitions.all_partitions(3), product((1, 2), repeat=3)):

        def cost(j, c, best=best, levels=levels):
            return 0 if c in best else levels[(j + len(c)) % 3]

        assert {j: min(blocks, key=lambda c, j=j: cost(j, c) if j in c else 9) for j in range(3)} == {
            j: definitions.own_block(best, j) for j in range(3)
        }
        for concept in CONCEPTS:
            assert definitions.is_stable(cost, best, 3, concept)
        for concept in ("core", "strict-core"):
            assert [p for p in definitions.all_partitions(3) if definitions.is_stable(cost, p, 3, concept)] == [best]


@pytest.mark.backs("coalitions/prose-equal-sizes")
def test_the_indifferent_size_needs_a_whole_ratio():
    def indifferent(mu):
        return [n for n in range(1, 40) if equal_error(n, 2, mu, 1) == Fraction(mu) / n]

    assert indifferent(Fraction(21, 2)) == []
    assert indifferent(10) == [10]


@pytest.mark.backs("coalitions/lemma-5-3", "coalitions/lemma-5-3-proof", "coalitions/prose-case-1")
def test_nobody_above_the_threshold_gains_from_company():
    mu, s2 = Fraction(10), Fraction(1)
    for count in (2, 3, 4):
        for sizes in combinations_with_replacement((10, 11, 14, 40, 200), count):
            above = any(n * s2 > mu for n in sizes)
            for j, n in enumerate(sizes):
                together, alone = definitions.mixed_error(sizes, mu, s2, j, Fraction(0)), mu / n
                assert together > alone if above else together == alone
                # The two parts into which the printed proof splits the difference.
                rest = [size for i, size in enumerate(sizes) if i != j]
                R, Q2, N = sum(rest), sum(size**2 for size in rest), sum(sizes)
                parts = (s2 * n - mu) * R**2 + n * (s2 * Q2 - mu * R)
                assert (together - alone) * n * N**2 == parts


@pytest.mark.backs("coalitions/new-core-at-the-threshold")
@pytest.mark.parametrize("concept", ["core", "strict-core", "individual"])
def test_the_whole_core_at_the_threshold(concept):
    for count in (1, 2, 3, 4):
        for sizes in combinations_with_replacement((10, 12, 50), count):
            alone = {p for p in definitions.all_partitions(count)
                     if all(len(definitions.own_block(p, j)) == 1 for j in range(count) if sizes[j] > 10)}  # fmt: skip
            assert stable(sizes, concept) == alone


@pytest.mark.backs("coalitions/lemma-5-3-proof-tied-players")
def test_players_at_the_threshold_do_care_about_larger_partners():
    cost = definitions.cost_table([10, 10, 10, 20], 10, 1, "uniform")
    for size in (1, 2, 3):
        assert all(cost(0, frozenset({0, *rest})) == 1 for rest in combinations((1, 2), size - 1))
    assert cost(0, frozenset({0, 3})) == Fraction(11, 9)


@pytest.mark.backs("coalitions/prose-side-of-the-threshold")
def test_the_side_of_the_threshold_decides_only_without_mixture():
    assert stable([5, 5, 12], "core") == {grand(3)}
    assert stable([5, 5, 25], "core") == {frozenset({frozenset({0, 1}), frozenset({2})})}
    assert stable([11, 14, 40], "core") == stable([30, 30, 31], "core") == {singles(3)}
    pair = frozenset({frozenset({0, 1}), frozenset({2})}), frozenset({frozenset({0, 2}), frozenset({1})})
    assert stable([9, 9, 9], "core") == {grand(3)}
    assert stable([1, 9, 9], "core") == {grand(3), *pair}
