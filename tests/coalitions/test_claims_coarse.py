"""Coarse-grained federation, sections 6 and D, against first principles in plain fractions.

The oracle knows nothing of Corollary 4.4 or Lemma 6.3: it takes an estimator sum_i c_i * (average of owner i) with
sum c_i = 1, adds up its squared coefficients, and finds the best dial from three values of a quadratic.
"""

from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement, pairwise, product

import pytest

from incentives import coalitions as co

SIZES = [(5, 5), (5, 25), (1, 2, 7), (4, 4, 4), (30, 30, 30, 300), (2, 3, 5, 8)]
PARAMETERS = [(10, 1), (1, 3), (Fraction(7, 2), Fraction(1, 5))]


def error_of(coefficients, sizes, j, noise, spread):
    """Expected squared error about owner j's mean of the average with these coefficients."""
    sampling = sum(c * c * noise / Fraction(n) for c, n in zip(coefficients, sizes, strict=True))
    away = (1 - coefficients[j]) ** 2 + sum(c * c for i, c in enumerate(coefficients) if i != j)
    return sampling + spread * away


def dial(w, sizes, j, noise, spread):
    """Error at weight w on the own average."""
    w, total = Fraction(w), sum(sizes)
    mixture = [(1 - w) * Fraction(n) / total + (w if i == j else 0) for i, n in enumerate(sizes)]
    return error_of(mixture, sizes, j, noise, spread)


def quadratic(sizes, j, noise, spread):
    """Coefficients of the error as a polynomial of degree two in w, from its values at 0, 1 and 2."""
    at = [dial(w, sizes, j, noise, spread) for w in (0, 1, 2)]
    second = (at[2] - 2 * at[1] + at[0]) / 2
    return second, at[1] - at[0] - second, at[0]


def best_error(sizes, j, noise, spread):
    """Least error over w; alone the error is the same for every w."""
    if len(sizes) == 1:
        return Fraction(noise) / sizes[0]
    a, b, c = quadratic(sizes, j, noise, spread)
    return c - b * b / (4 * a)


def pull(sizes, j):
    return sum(n * n for i, n in enumerate(sizes) if i != j) + (sum(sizes) - sizes[j]) ** 2


@pytest.mark.backs(
    "coalitions/lemma-6-1",
    "coalitions/lemma-6-1-proof-derivative",
    "coalitions/lemma-6-1-proof-weight",
    "coalitions/lemma-6-1-proof-second-derivative",
)
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(("noise", "spread"), PARAMETERS)
def test_the_best_dial_is_the_vertex_of_a_parabola(sizes, noise, spread):
    total = sum(sizes)
    for j, own in enumerate(sizes):
        a, b, _ = quadratic(sizes, j, noise, spread)
        gap, reach = Fraction(1, own) - Fraction(1, total), Fraction(pull(sizes, j)) / total**2
        assert 2 * a == 2 * noise * gap + 2 * reach * spread > 0
        for w in (Fraction(0), Fraction(1, 3), Fraction(1)):
            assert 2 * a * w + b == 2 * noise * w * gap - 2 * reach * (1 - w) * spread
        best = -b / (2 * a)
        assert 0 < best < 1
        assert best == pull(sizes, j) * spread / (noise * total**2 * gap + pull(sizes, j) * spread)
        assert best == co.optimal_coarse_weights(sizes, noise=noise, spread=spread)[j]


@pytest.mark.backs(
    "coalitions/lemma-6-1-proof-weight", "coalitions/lemma-6-1-proof-second-derivative", "coalitions/lemma-6-3"
)
def test_a_member_alone_has_nothing_to_weigh():
    assert quadratic((5,), 0, 10, 1) == (0, 0, 2)
    assert pull((5,), 0) == 0


@pytest.mark.backs("coalitions/corollary-6-2", "coalitions/new-coarse-grand-nash")
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(("noise", "spread"), PARAMETERS)
def test_nobody_gains_by_leaving_everybody(sizes, noise, spread):
    assert all(best_error(sizes, j, noise, spread) < Fraction(noise) / n for j, n in enumerate(sizes))


@pytest.mark.backs("coalitions/lemma-6-3", "coalitions/lemma-6-3-proof-lines", "coalitions/lemma-6-4-proof-error")
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize(("mu", "s2"), PARAMETERS)
def test_the_printed_lines_are_the_least_value(sizes, mu, s2):
    N = sum(sizes)
    for j, own in enumerate(sizes):
        n, B = Fraction(own), pull(sizes, j)
        g = 1 / n - Fraction(1, N)
        D = mu * N**2 * g + B * s2
        lines = [
            mu / Fraction(N) + mu * g * B**2 * s2**2 / D**2 + Fraction(B) / N**2 * s2 * mu**2 * N**4 * g**2 / D**2,
            mu / Fraction(N) + mu * g * B * s2 / D**2 * (B * s2 + mu * N**2 * g),
            mu / Fraction(N) + mu * g * B * s2 / D,
            (mu**2 * N**2 * g + mu * B * s2 + N * mu * g * B * s2) / (N * D),
            (mu**2 * N**2 * (N - n) + mu * B * s2 * N * n + N * mu * (N - n) * B * s2)
            / (N * (mu * N**2 * (N - n) + B * s2 * N * n)),
            (mu**2 * N * (N - n) + mu * B * s2 * n + mu * (N - n) * B * s2) / (mu * N**2 * (N - n) + B * s2 * N * n),
            (mu**2 * N * (N - n) + mu * B * s2 * N) / (mu * N**2 * (N - n) + B * s2 * N * n),
            (mu * (N - n) + B * s2) / (N * (N - n) + B * Fraction(s2) / mu * n),
        ]
        assert set(lines) == {best_error(sizes, j, mu, s2)}
        assert best_error(sizes, j, mu, s2) < dial(0, sizes, j, mu, s2)  # the statement omits "best"
    if len(set(sizes)) == 1:
        M = len(sizes)
        assert best_error(sizes, 0, mu, s2) == (Fraction(mu) ** 2 / (n * M) + mu * s2) / (mu + n * s2)


def splits(players):
    """All partitions of a tuple of players."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for k in range(len(rest) + 1):
        for mates in combinations(rest, k):
            for others in splits(tuple(p for p in rest if p not in mates)):
                yield [(first, *mates), *others]


def costs(sizes, noise, spread):
    """Error of each player in each coalition, by brute force."""
    everybody = range(len(sizes))
    coalitions = chain.from_iterable(combinations(everybody, k) for k in range(1, len(sizes) + 1))
    return {(j, c): best_error([sizes[i] for i in c], c.index(j), noise, spread) for c in coalitions for j in c}


def blocked(partition, cost, *, strictly):
    """Whether some coalition blocks: all gain, or (strictly=False) all weakly and one strictly."""
    now = {j: cost[j, block] for block in partition for j in block}
    for c in {coalition for _, coalition in cost}:
        gains = [now[j] - cost[j, c] for j in c]
        if min(gains) > 0 or (not strictly and min(gains) == 0 < max(gains)):
            return True
    return False


def movable(partition, cost, *, ask):
    """Whether somebody gains by moving, asking those who are joined or not."""
    for block in partition:
        for j in block:
            for target in [b for b in partition if b != block] + [()]:
                joined = tuple(sorted((*target, j)))
                if cost[j, joined] < cost[j, block] and not (
                    ask and any(cost[k, joined] > cost[k, target] for k in target)
                ):
                    return True
    return False


@pytest.mark.backs(
    "coalitions/lemma-6-4", "coalitions/lemma-6-4-proof-error", "coalitions/prose-6-only-stable-arrangement"
)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("size", "noise"), [(1, 9), (3, 3), (9, 1), (40, 1)])
def test_equal_players_have_one_stable_partition(players, size, noise):
    cost, everybody = costs([size] * players, noise, 1), [tuple(range(players))]
    every = list(splits(tuple(range(players))))
    assert [p for p in every if not blocked(p, cost, strictly=True)] == [everybody]
    assert [p for p in every if not blocked(p, cost, strictly=False)] == [everybody]
    assert [p for p in every if not movable(p, cost, ask=True)] == [everybody]
    assert [p for p in every if not movable(p, cost, ask=False)] == [everybody]


@pytest.mark.backs("coalitions/prose-6-strict-core-is-stronger")
@pytest.mark.parametrize("sizes", list(combinations_with_replacement((1, 2, 9, 40), 3)))
def test_a_strict_core_partition_allows_no_move(sizes):
    cost = costs(sizes, 3, 1)
    strict = [p for p in splits((0, 1, 2)) if not blocked(p, cost, strictly=False)]
    assert strict
    assert not any(movable(p, cost, ask=True) or blocked(p, cost, strictly=True) for p in strict)


@pytest.mark.backs("coalitions/prose-6-grand-coalition-not-always-core")
def test_table_4_has_a_walkout():
    cost = costs((30, 30, 30, 300), 10, 1)
    assert blocked([(0, 1, 2, 3)], cost, strictly=True)
    assert all(cost[j, (0, 1, 2)] < cost[j, (0, 1, 2, 3)] for j in range(3))


# ---- two sizes


def by_counts(kind, s, ell, small, large, noise, spread=1):
    """Error of a small or large player in a coalition of s small and ell large ones."""
    sizes = [small] * s + [large] * ell
    return best_error(sizes, 0 if kind == "small" else len(sizes) - 1, noise, spread)


def quotient(own, smalls, larges, n_s, n_l, mu, s2):
    """Numerator and denominator of the error, with so many small and large others."""
    others = smalls * n_s + larges * n_l
    squares = smalls * n_s**2 + larges * n_l**2 + others**2
    return mu * others + squares * s2, others**2 + own * others + own * s2 / Fraction(mu) * squares


def wronskian(pair_at, x):
    """g'h - gh' at x; g and h are quadratic, so central differences with step 1 are their exact derivatives."""
    (g0, h0), (g, h), (g1, h1) = pair_at(x - 1), pair_at(x), pair_at(x + 1)
    return (g1 - g0) / Fraction(2) * h - g * (h1 - h0) / Fraction(2)


POINTS = [(1, 1, 2, 9, 10, 1), (3, 1, 30, 300, 10, 1), (3, 2, 30, 300, 10, 1), (100, 2, 30, 300, 10, 1),
          (100, 9, 30, 300, 10, 1), (4, 5, 3, 4, 1, 2), (2, 7, 1, 50, 3, Fraction(1, 2))]  # fmt: skip


@pytest.mark.backs(
    "coalitions/lemma-d-1-proof-error",
    "coalitions/lemma-d-1-proof-derivative",
    "coalitions/lemma-d-1-proof-signs",
    "coalitions/lemma-d-2-proof-derivative",
    "coalitions/lemma-d-2-proof-threshold",
    "coalitions/lemma-d-2-proof-remark",
    "coalitions/prose-d-rises-then-falls",
)
@pytest.mark.parametrize("point", POINTS)
def test_small_players_sign_expressions(point):
    s, ell, n_s, n_l, mu, s2 = point
    x = (s - 1) * n_s + ell * n_l
    g, h = quotient(n_s, s - 1, ell, n_s, n_l, mu, s2)
    assert g / h == by_counts("small", s, ell, n_s, n_l, mu, s2)

    in_s = wronskian(lambda v: quotient(n_s, v - 1, ell, n_s, n_l, mu, s2), s)
    assert in_s == -n_s * x * ((s - 1) * n_s * (mu + n_s * s2) + ell * n_l * (mu + s2 * (2 * n_l - n_s))) < 0

    in_l = wronskian(lambda v: quotient(n_s, s - 1, v, n_s, n_l, mu, s2), ell)
    assert in_l == -n_l * x * ((s - 1) * n_s * (mu + s2 * (2 * n_s - n_l)) + ell * n_l * (mu + s2 * n_l))
    turn = -(s - 1) * n_s * (mu + s2 * (2 * n_s - n_l)) / Fraction(n_l * (mu + s2 * n_l))
    assert (in_l < 0) == (ell > turn)
    assert (in_l > 0) == (ell < turn)
    if turn < 0:
        assert in_l < 0


@pytest.mark.backs("coalitions/lemma-d-2-proof-threshold")
def test_the_printed_threshold_of_d_2_is_too_low():
    printed = -Fraction(10 + 60 - 300, 300 * 310)
    assert printed < 1
    errors = [by_counts("small", 100, ell, 30, 300, 10) for ell in range(1, 12)]
    assert errors.index(max(errors)) == 6  # rises until seven large players; the right threshold is 7.3
    assert errors[:7] == sorted(errors[:7])
    assert errors[6:] == sorted(errors[6:], reverse=True)


@pytest.mark.backs(
    "coalitions/lemma-d-1-proof-signs", "coalitions/lemma-d-2-proof-remark", "coalitions/lemma-d-4-proof-signs"
)
def test_without_company_the_quotient_is_undefined():
    assert quotient(5, 0, 0, 5, 25, 10, 1) == (0, 0)
    assert quotient(25, 0, 0, 5, 25, 10, 1) == (0, 0)


@pytest.mark.backs(
    "coalitions/lemma-d-3-proof-quotient",
    "coalitions/lemma-d-3-proof-derivative",
    "coalitions/lemma-d-3-proof-threshold",
    "coalitions/lemma-d-3-proof-no-small-players",
    "coalitions/lemma-d-4-proof-derivative",
    "coalitions/lemma-d-4-proof-signs",
)
@pytest.mark.parametrize("point", POINTS)
def test_large_players_sign_expressions(point):
    s, ell, n_s, n_l, mu, s2 = point
    y = s * n_s + (ell - 1) * n_l
    g, h = quotient(n_l, s, ell - 1, n_s, n_l, mu, s2)
    assert g / h == by_counts("large", s, ell, n_s, n_l, mu, s2)
    assert g / (h - n_l * y + n_s * y) != g / h  # what is printed has n_s there

    back = s * n_s * (mu + s2 * (2 * n_s - n_l))
    in_l = wronskian(lambda v: quotient(n_l, s, v - 1, n_s, n_l, mu, s2), ell)
    assert in_l == -n_l * y * ((ell - 1) * n_l * (mu + n_l * s2) + back)
    assert (in_l < 0) == (ell > 1 - Fraction(back) / (n_l * (mu + n_l * s2)))
    if ell > 1:
        assert in_l != -n_l * y * ((ell - 1) * (mu + n_s * s2) + back)

    in_s = wronskian(lambda v: quotient(n_l, v, ell - 1, n_s, n_l, mu, s2), s)
    assert in_s == -n_s * y * (s * n_s * (mu + s2 * n_s) + (ell - 1) * n_l * (mu + s2 * (2 * n_l - n_s))) < 0
    assert in_s != -n_s * y * (s * n_s * (mu + s2 * n_s) + ell * n_l * (mu + s2 * (2 * n_l - n_s)))


@pytest.mark.backs("coalitions/lemma-d-3-proof-threshold")
def test_the_large_player_turns_at_eight_not_at_seventeen_thousand():
    errors = [by_counts("large", 100, ell, 30, 300, 10) for ell in range(1, 14)]
    assert errors.index(max(errors)) == 7


@pytest.mark.backs(
    "coalitions/lemma-d-1",
    "coalitions/lemma-d-2",
    "coalitions/lemma-d-3",
    "coalitions/lemma-d-3-proof-no-small-players",
    "coalitions/lemma-d-4",
)
@pytest.mark.parametrize(("small", "large"), [(1, 2), (2, 15), (5, 25), (30, 300)])
@pytest.mark.parametrize("noise", [1, 10, 60])
def test_directions_by_counting(small, large, noise):
    def fall(values):
        return all(a > b for a, b in pairwise(values))

    def small_error(s, ell):
        return by_counts("small", s, ell, small, large, noise)

    def large_error(s, ell):
        return by_counts("large", s, ell, small, large, noise)

    for other in range(4):
        assert fall([small_error(s, other) for s in range(1, 6)])
        assert fall([large_error(s, other + 1) for s in range(6)])
    assert fall([large_error(0, ell) for ell in range(1, 6)])
    for s in range(1, 4):
        beyond = max(0, (s - 1) * small * (large - 2 * small - noise) // (large * (noise + large)) + 1)
        assert fall([small_error(s, ell) for ell in range(beyond, beyond + 4)])
        beyond = max(1, 2 + s * small * (large - 2 * small - noise) // (large * (noise + large)))
        assert fall([large_error(s, ell) for ell in range(beyond, beyond + 4)])


@pytest.mark.backs("coalitions/prose-d-curving-downwards", "coalitions/definition-regions-of-the-curves")
def test_shape_of_the_curves():
    in_s = [by_counts("small", s, 1, 30, 300, 10) for s in (1, 2, 3)]
    assert in_s[0] > in_s[1] > in_s[2]
    assert in_s[0] + in_s[2] > 2 * in_s[1]  # not concave
    in_l = [by_counts("small", 20, ell, 30, 300, 10) for ell in range(13)]
    home, top = in_l[0], in_l.index(max(in_l))
    assert top == 1  # region A: up to here the curve does not fall
    assert [ell for ell in range(2, 13) if in_l[ell] <= home] == [11, 12]  # region C; B lies between


def tie(small, large, smalls, larges):
    """The noise at which small players are indifferent, by solving the linear equation b(apart) = b(together)."""

    def b(noise, with_large):
        total = (smalls - 1) * small + with_large * larges * large
        return Fraction(noise, total) + Fraction((smalls - 1) * small**2 + with_large * larges * large**2, total**2)

    def gap(noise):
        return b(noise, 0) - b(noise, 1)

    return -gap(0) / (gap(1) - gap(0))


NUMBERS = [
    (small, large, S, L)
    for small, large in ((1, 9), (2, 15), (3, 40), (30, 300))
    for S, L in ((2, 1), (3, 1), (3, 2), (4, 1))
]


@pytest.mark.backs("coalitions/new-noise-of-indifference")
@pytest.mark.parametrize("numbers", NUMBERS)
def test_indifference_by_solving_a_linear_equation(numbers):
    small, large, S, L = numbers
    star = tie(*numbers)
    assert star == small * Fraction((S - 1 - L) * large - 2 * (S - 1) * small, (S - 1) * small + L * large)
    for noise in (1, 5, 20, max(star, 1)):
        apart, together = (by_counts("small", S, ell, small, large, noise) for ell in (0, L))
        assert (together < apart) == (noise > star)
        assert (together == apart) == (noise == star)


@pytest.mark.backs(
    "coalitions/theorem-6-5",
    "coalitions/theorem-6-5-proof-apart",
    "coalitions/theorem-6-5-proof-tie",
    "coalitions/theorem-6-5-proof-together",
    "coalitions/new-theorem-6-5-repaired",
    "coalitions/prose-1-coarse-algorithm",
)
@pytest.mark.parametrize("numbers", [n for n in NUMBERS if n[2] + n[3] <= 5])
def test_theorem_6_5_player_by_player(numbers):
    small, large, S, L = numbers
    star = tie(*numbers)
    everybody = tuple(range(S + L))
    apart, together = [everybody[:S], everybody[S:]], [everybody]
    for noise in (star / 2, star, 2 * star) if star > 0 else (Fraction(1, 2), 3):
        cost = costs([small] * S + [large] * L, noise, 1)
        stable = together if noise >= star else apart
        assert not blocked(stable, cost, strictly=False)
        favourites = {
            c for (j, c), value in cost.items() if j == 0 and value == min(v for (i, _), v in cost.items() if i == 0)
        }
        assert favourites == {c for c, good in ((everybody, noise >= star), (everybody[:S], noise <= star)) if good}
        if noise == star:  # the printed statement promises that they stay apart
            assert blocked(apart, cost, strictly=False)
            assert not blocked(apart, cost, strictly=True)


@pytest.mark.backs("coalitions/new-coarse-core-of-two-sizes")
def test_core_of_two_sizes_player_by_player():
    cost = costs([30, 30, 30, 300], 10, 1)
    core = [p for p in splits((0, 1, 2, 3)) if not blocked(p, cost, strictly=True)]
    assert core == [[(0, 1, 2), (3,)]]
    cost = costs([1, 1, 1, 10, 10], 1, 1)
    core = [p for p in splits((0, 1, 2, 3, 4)) if not blocked(p, cost, strictly=True)]
    assert sorted(core) == [[(0, 1, 2, 3), (4,)], [(0, 1, 2, 3, 4)], [(0, 1, 2, 4), (3,)]]


@pytest.mark.parametrize(("small", "large", "smalls", "larges"), list(product((1, 2), (5, 30), (2, 3), (1, 2))))
def test_library_rule_is_strictly_core_stable_also_at_the_tie(small, large, smalls, larges):
    star = tie(small, large, smalls, larges)
    for noise in (star, 3 * star) if star > 0 else (1, 4):
        two = co.TwoSizes(
            small=small, large=large, smalls=smalls, larges=larges, noise=noise, spread=1, federation="coarse"
        )
        assert two.blocking(two.strictly_core_stable(), concept="strict-core") is None


@pytest.mark.backs("coalitions/lemma-6-4", "coalitions/lemma-6-3")
def test_with_the_dial_at_0_equal_players_with_much_data_stay_alone():
    cost = {k: dial(0, (25,) * k, 0, 10, 1) for k in (1, 2, 3)}
    assert cost[1] < cost[2] < cost[3]
