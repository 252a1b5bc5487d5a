"""Can the core be empty? Each claim of the page again, from the definitions in plain fractions."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product

import numpy as np
import pytest
import sympy as sp
from definitions import (
    all_partitions,
    coalitions,
    cost_table,
    is_stable,
    mixed_error,
    moves,
)

CLINICS = (1, 3, 3, 3, 62)


def uniform(sizes, noise, j):
    return mixed_error(sizes, noise, 1, j, Fraction(0))


def anything_stable(sizes, noise, concept="core", spread=1):
    cost = cost_table(sizes, noise, spread, "uniform")
    return any(is_stable(cost, split, len(sizes), concept) for split in all_partitions(len(sizes)))


@pytest.mark.backs("coalitions/prose-core-question")
def test_every_partition_of_the_clinics_is_blocked():
    cost = cost_table(CLINICS, 11, 1, "uniform")
    splits = all_partitions(5)
    assert len(splits) == len(set(splits)) == 52
    assert not any(is_stable(cost, split, 5, "core") for split in splits)


@pytest.mark.backs("coalitions/prose-core-question")
@pytest.mark.parametrize("noise", [10, 12])
def test_other_noise_gives_the_clinics_a_core(noise):
    assert anything_stable(CLINICS, noise)


@pytest.mark.backs("coalitions/prose-unstable-hedonic-games")
def test_chasing_each_other_leaves_nothing_stable():
    rank = {
        0: [(0, 1), (0, 2), (0,), (0, 1, 2)],
        1: [(1, 2), (0, 1), (1,), (0, 1, 2)],
        2: [(0, 2), (1, 2), (2,), (0, 1, 2)],
    }
    for split in all_partitions(3):
        for concept in ("core", "individual"):
            assert not is_stable(lambda j, c: rank[j].index(tuple(sorted(c))), split, 3, concept)


@pytest.mark.backs("coalitions/prose-side-of-the-threshold")
@pytest.mark.parametrize("sizes", [(1, 2, 3), (2, 2, 5), (1, 4, 6, 6), (3, 5, 5, 7)])
def test_on_one_side_of_the_threshold_only_the_side_matters(sizes):
    players = len(sizes)
    together, alone = (
        frozenset([frozenset(range(players))]),
        frozenset(frozenset([j]) for j in range(players)),
    )
    for noise in (max(sizes), max(sizes) + 1, 5 * max(sizes)):
        assert is_stable(cost_table(sizes, noise, 1, "uniform"), together, players, "core")
    for noise in (Fraction(min(sizes)), Fraction(min(sizes), 2), Fraction(min(sizes), 9)):
        assert is_stable(cost_table(sizes, noise, 1, "uniform"), alone, players, "core")


@pytest.mark.backs("coalitions/prose-side-of-the-threshold")
def test_astride_the_threshold_the_side_is_not_enough():
    assert anything_stable(CLINICS, 10)
    assert not anything_stable(CLINICS, 11)
    assert [n < 10 for n in CLINICS] == [n < 11 for n in CLINICS]


@pytest.mark.backs("coalitions/new-two-number-coalitions", "coalitions/new-one-scale")
@pytest.mark.parametrize("sizes", [(5,), (5, 25), (1, 2, 7), (2, 3, 5, 8), (4, 4, 4, 4, 9)])
@pytest.mark.parametrize(("noise", "spread"), [(10, 1), (Fraction(7, 2), Fraction(3, 5))])
def test_only_total_squares_and_the_own_size_matter_and_scale_cancels(sizes, noise, spread):
    N, S = sum(sizes), sum(n * n for n in sizes)
    for j, n in enumerate(sizes):
        error = mixed_error(sizes, noise, spread, j, Fraction(0))
        assert error == Fraction(noise) / N + Fraction(spread) * (Fraction(S, N * N) + 1 - Fraction(2 * n, N))
        assert mixed_error([3 * n for n in sizes], 3 * noise, spread, j, Fraction(0)) == error
        assert mixed_error(sizes, 3 * noise, 3 * spread, j, Fraction(0)) == 3 * error


@pytest.mark.backs("coalitions/new-two-number-coalitions")
def test_two_companies_with_equal_numbers_are_the_same_to_a_member():
    # 1 + 5 + 6 = 2 + 3 + 7 and 1 + 25 + 36 = 4 + 9 + 49
    assert uniform((4, 1, 5, 6), 7, 0) == uniform((4, 2, 3, 7), 7, 0)
    assert uniform((4, 1, 5, 6), 7, 0) != uniform((4, 2, 4, 6), 7, 0)


@pytest.mark.backs("coalitions/new-intermediate-preferences")
def test_larger_common_members_gain_more_from_smaller_company():
    rng = np.random.default_rng(1)
    for _ in range(200):
        common = sorted(rng.integers(1, 20, 3).tolist())
        one, two = (rng.integers(1, 20, k).tolist() for k in rng.integers(0, 4, 2))
        one, two = sorted((one, two), key=sum, reverse=True)
        noise = int(rng.integers(1, 40))
        gains = [uniform((*common, *one), noise, j) - uniform((*common, *two), noise, j) for j in range(3)]
        assert gains == sorted(gains)
        slope = 2 * (1 / Fraction(sum(common + two)) - 1 / Fraction(sum(common + one)))
        assert gains[2] - gains[0] == slope * (common[2] - common[0])


@pytest.mark.backs("coalitions/new-largest-member-vetoes")
@pytest.mark.parametrize("noise", [1, 3, 7])
def test_if_a_member_loses_from_a_newcomer_the_largest_does(noise):
    objections = 0
    for sizes in combinations_with_replacement((1, 2, 4, 7, 9), 3):
        for newcomer in (1, 3, 8):
            losses = [uniform((*sizes, newcomer), noise, j) > uniform(sizes, noise, j) for j in range(3)]
            assert any(losses) == losses[2]
            objections += any(losses) and not all(losses)
    assert objections or noise == 1


@pytest.mark.backs("coalitions/new-smallest-member-leads")
@pytest.mark.parametrize("noise", [1, 3, 7])
def test_a_part_leaves_exactly_if_its_smallest_member_gains(noise):
    mixed = 0
    for sizes in combinations_with_replacement((1, 2, 4, 7, 9), 4):
        for part in combinations(range(4), 2):
            gains = [uniform([sizes[i] for i in part], noise, k) < uniform(sizes, noise, j) for k, j in enumerate(part)]
            assert all(gains) == gains[0]
            mixed += any(gains) and not all(gains)
    assert mixed


@pytest.mark.backs("coalitions/new-empty-core-stretches", "coalitions/new-smallest-empty-core")
@pytest.mark.parametrize(
    ("sizes", "low", "high"),
    [
        (CLINICS, Fraction(1259, 115), Fraction(496, 45)),
        ((1, 3, 5, 23, 24), Fraction(16031, 1800), Fraction(471, 52)),
        ((8, 35, 57, 236, 236), Fraction(78342421, 799986), Fraction(381671, 3772)),
        ((1, 3, 5, 23, 23), Fraction(325, 36), Fraction(471, 52)),
    ],
)
def test_the_core_is_empty_between_the_ends_and_not_at_them(sizes, low, high):
    step = (high - low) / 1000
    for inside in (low + step, (low + high) / 2, high - step):
        assert not anything_stable(sizes, inside)
    for outside in (low, high, low - step, high + step):
        assert anything_stable(sizes, outside)


@pytest.mark.backs("coalitions/new-smallest-empty-core")
def test_neighbours_of_the_smallest_game_have_a_core():
    middle = (Fraction(325, 36) + Fraction(471, 52)) / 2
    for sizes in [
        (1, 3, 5, 22, 22),
        (1, 3, 5, 22, 23),
        (2, 3, 5, 23, 23),
        (1, 3, 4, 23, 23),
        (1, 2, 5, 23, 23),
    ]:
        assert anything_stable(sizes, middle)


@pytest.mark.backs("coalitions/new-empty-core-from-five-on")
@pytest.mark.parametrize("sizes", [(1, 2, 6, 6, 6, 124), (Fraction(1, 10), *CLINICS)])
def test_six_players_without_a_core(sizes):
    noise = 22 if len(set(sizes)) == 4 and max(sizes) == 124 else 11
    assert not anything_stable(sizes, noise)


def has_cycle(prefers_next):
    return all(answer is True for answer in prefers_next) or all(answer is False for answer in prefers_next)


@pytest.mark.backs("coalitions/new-three-players-without-cycle")
def test_three_players_without_a_cycle_of_pairs_have_a_core():
    """Strict rankings by the definitions, with players and coalitions as sets."""
    sets = {j: [c for c in coalitions(3) if j in c] for j in range(3)}
    splits, empties = all_partitions(3), 0
    for orders in product(permutations(range(4)), repeat=3):
        cost = {(j, c): r for j in range(3) for c, r in zip(sets[j], orders[j], strict=True)}
        cyclic = has_cycle(
            [cost[j, frozenset({j, (j + 1) % 3})] < cost[j, frozenset({j, (j + 2) % 3})] for j in range(3)]
        )
        if cyclic:
            empties += not any(is_stable(lambda j, c, k=cost: k[j, c], s, 3, "core") for s in splits)
        else:
            assert any(is_stable(lambda j, c, k=cost: k[j, c], s, 3, "core") for s in splits)
    assert empties > 0


@pytest.mark.backs("coalitions/new-three-players-core")
def test_three_players_of_any_sizes_have_a_core():
    rng = np.random.default_rng(3)
    for _ in range(150):
        sizes = tuple(Fraction(int(n), 7) for n in rng.integers(1, 120, 3))
        assert anything_stable(sizes, Fraction(int(rng.integers(1, 200)), 9))


@pytest.mark.backs("coalitions/new-three-players-core")
def test_pairs_of_three_players_never_chase_each_other():
    """By elimination, not by the page's identities: solve for the noise at which each player is indifferent."""
    m = sp.Symbol("m", positive=True)
    for sizes in combinations_with_replacement(range(1, 9), 3):
        ties = []
        for x, y, z in permutations(sizes):
            e = [m / (x + p) + sp.Rational(2 * p * p, (x + p) ** 2) for p in (y, z)]
            ties += sp.solve(e[0] - e[1], m) if y != z else []
        marks = sorted(t for t in set(ties) if t > 0)
        probes = [
            m0
            for pair in zip([0, *marks], [*marks, (marks or [0])[-1] + 2], strict=True)
            for m0 in (sum(pair) / sp.Integer(2),)
        ]
        for noise in [*probes, *marks]:
            answers = []
            for j in range(3):
                x, y, z = (Fraction(sizes[(j + k) % 3]) for k in range(3))
                gap = uniform((x, y), Fraction(int(noise.p), int(noise.q)), 0) - uniform(
                    (x, z), Fraction(int(noise.p), int(noise.q)), 0
                )
                answers.append(None if gap == 0 else gap < 0)
            assert not has_cycle(answers)


@pytest.mark.backs("coalitions/new-three-players-fixed-weight")
@pytest.mark.parametrize("weight", [Fraction(1, 10), Fraction(1, 3), Fraction(3, 4)])
def test_a_fixed_weight_is_uniform_federation_with_more_noise(weight):
    rng = np.random.default_rng(4)
    for _ in range(40):
        sizes, noise = tuple(rng.integers(1, 40, 3).tolist()), int(rng.integers(1, 60))
        mixed = cost_table(sizes, noise, 1, weight)
        uniformly = cost_table(sizes, noise * (1 + weight) / (1 - weight), 1, "uniform")
        for j, n in enumerate(sizes):
            for c in (c for c in coalitions(3) if j in c):
                assert mixed(j, c) == (1 - weight) ** 2 * uniformly(j, c) + weight**2 * Fraction(noise, n)
        assert any(is_stable(mixed, split, 3, "core") for split in all_partitions(3))


@pytest.mark.backs("coalitions/new-four-players-core", "coalitions/new-individual-stability-exists")
def test_random_games_of_four_players_have_core_and_individually_stable_partitions():
    rng = np.random.default_rng(5)
    for _ in range(60):
        sizes = tuple(np.ceil(10 * np.exp(rng.uniform(-2, 2, 4))).astype(int).tolist())
        assert anything_stable(sizes, 10)
        assert anything_stable(sizes, 10, "individual")


@pytest.mark.backs("coalitions/new-individual-stability-exists")
def test_where_the_core_is_empty_something_is_individually_stable():
    assert anything_stable(CLINICS, 11, "individual")


@pytest.mark.backs("coalitions/new-nash-can-fail")
def test_nash_stability_fails_for_1_3_4_between_the_ends():
    low, high = Fraction(63, 20), Fraction(13, 4)
    step = (high - low) / 100
    for noise in (Fraction(16, 5), low + step, high - step):
        assert not anything_stable((1, 3, 4), noise, "nash")
    for noise in (low, high, low - step, high + step):
        assert anything_stable((1, 3, 4), noise, "nash")
    pair = frozenset([frozenset({0, 2}), frozenset({1})])
    cost = cost_table((1, 3, 4), Fraction(16, 5), 1, "uniform")
    assert is_stable(cost, pair, 3, "individual")
    assert moves(cost, pair, 3, ask=False)


@pytest.mark.backs("coalitions/new-strict-core-can-fail")
def test_the_strict_core_fails_for_1_2_2_between_the_ends():
    low, high = Fraction(4, 3), Fraction(28, 15)
    step = (high - low) / 100
    for noise in (Fraction(3, 2), low + step, high - step):
        assert not anything_stable((1, 2, 2), noise, "strict-core")
        assert anything_stable((1, 2, 2), noise, "core")
    for noise in (low, high, low - step, high + step):
        assert anything_stable((1, 2, 2), noise, "strict-core")
