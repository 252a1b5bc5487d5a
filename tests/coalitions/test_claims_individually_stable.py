"""Theorem 5.5, Lemma C.5, Example C.6 and what follows from them, with a formula, a recipe and stability typed here.

Small games are checked with every player named (`definitions`), larger ones by counts written independently of the
library.
"""

import tomllib
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import definitions
import pytest

F = Fraction
EXAMPLE = tomllib.loads((Path(__file__).parents[1] / "published" / "example-c-6.toml").read_text(encoding="utf-8"))


@cache
def errors(s, ell, a, k, mu):
    """Errors of a small and of a large member, from the variance of the average of all samples; spread 1."""
    n = s * a + ell * k
    found = []
    for own, mine in ((a, s), (k, ell)):
        if not mine:
            found.append(None)
            continue
        # Others' weights squared, and the square of all weight that is not one's own.
        others = F(s * a * a + ell * k * k - own * own, n * n)
        found.append(F(mu, n) + others + F(n - own, n) ** 2)
    return found


def small(s, ell, *game):
    return errors(s, ell, *game)[0]


def large(s, ell, *game):
    return errors(s, ell, *game)[1]


def guests(S, L, a, k, mu):
    """Largest number of large players who weakly prefer the small players' company, counted from the top."""
    return next((ell for ell in range(L, 0, -1) if large(S, ell, a, k, mu) <= F(mu, k)), 0)


def single_moves(blocks, a, k, mu):
    """Destinations that a player would choose and to which nobody there objects."""
    found = []
    for i, (s, ell) in enumerate(blocks):
        for s2, l2 in [b for j, b in enumerate(blocks) if j != i] + [(0, 0)]:
            if s and small(s2 + 1, l2, a, k, mu) < small(s, ell, a, k, mu):
                before, after = errors(s2, l2, a, k, mu) if s2 or l2 else (None, None), errors(s2 + 1, l2, a, k, mu)
                if all(x is None or y <= x for x, y in zip(before, after, strict=True)):
                    found.append(("small", (s2 + 1, l2)))
            if ell and large(s2, l2 + 1, a, k, mu) < large(s, ell, a, k, mu):
                before, after = errors(s2, l2, a, k, mu) if s2 or l2 else (None, None), errors(s2, l2 + 1, a, k, mu)
                if all(x is None or y <= x for x, y in zip(before, after, strict=True)):
                    found.append(("large", (s2, l2 + 1)))
    return found


def blocking(blocks, a, k, mu):
    """All (s, ell) for which enough players of each kind would gain."""
    S, L = sum(b[0] for b in blocks), sum(b[1] for b in blocks)
    small_now = [small(*b, a, k, mu) for b in blocks for _ in range(b[0])]
    large_now = [large(*b, a, k, mu) for b in blocks for _ in range(b[1])]
    return [
        (s, ell)
        for s, ell in product(range(S + 1), range(L + 1))
        if (s or ell)
        and (not s or sum(now > small(s, ell, a, k, mu) for now in small_now) >= s)
        and (not ell or sum(now > large(s, ell, a, k, mu) for now in large_now) >= ell)
    ]


def recipe(S, L, a, k, mu):
    g = guests(S, L, a, k, mu)
    return [(S, g)] + [(0, 1)] * (L - g)


MIDDLE = [
    (S, L, a, k, mu)
    for mu in (3, 7, 10)
    for a in range(1, mu + 1)
    for k in range(mu + 1, 3 * mu + 1)
    for S, L in ((1, 2), (2, 1), (4, 3), (9, 5))
]


@pytest.mark.backs("coalitions/algorithm-5-5", "coalitions/theorem-5-5", "coalitions/prose-two-sizes-stable")
def test_the_recipe_is_stable_with_named_players():
    for mu, a, k in ((10, 5, 25), (10, 5, 20), (10, 9, 11), (10, 10, 12), (47, 18, 53)):
        for S, L in ((1, 1), (2, 2), (3, 1), (1, 3)):
            sizes = [a] * S + [k] * L
            g = guests(S, L, a, k, mu)
            partition = [frozenset(range(S + g)), *(frozenset({j}) for j in range(S + g, S + L))]
            cost = definitions.cost_table(sizes, mu, 1, "uniform")
            assert definitions.is_stable(cost, partition, S + L, "individual")


@pytest.mark.backs("coalitions/algorithm-5-5", "coalitions/theorem-5-5", "coalitions/new-5-5-all-sizes")
def test_the_recipe_is_stable_by_counts():
    assert all(not single_moves(recipe(*game), *game[2:]) for game in MIDDLE)
    assert ("small", (1, 0)) in single_moves(recipe(2, 1, 20, 30, 10), 20, 30, 10)
    for S, L, a, k, mu in ((2, 2, 20, 30, 10), (3, 1, 10, 11, 10)):
        assert not single_moves([(1, 0)] * S + [(0, 1)] * L, a, k, mu)
    for S, L, a, k, mu in ((2, 2, 3, 9, 10), (3, 1, 4, 10, 10)):
        assert not single_moves([(S, L)], a, k, mu)


@pytest.mark.backs("coalitions/new-5-5-all-sizes")
def test_willing_guests_come_first():
    # What bisection needs: yes, yes, ..., no, no.
    for S, L, a, k, mu in MIDDLE:
        answers = [large(S, ell, a, k, mu) <= F(mu, k) for ell in range(1, L + 1)]
        assert answers == sorted(answers, reverse=True)


@pytest.mark.backs("coalitions/new-small-players-never-object")
def test_small_players_never_object():
    for mu, a, k, S, ell in product((3, 8, 20), range(1, 15, 2), range(2, 40, 3), (1, 2, 7), (1, 2, 6)):
        if a < k and large(S, ell, a, k, mu) <= F(mu, k):
            assert small(S, ell, a, k, mu) <= small(S, 0, a, k, mu)


@pytest.mark.backs("coalitions/theorem-5-5-proof-fewer-large")
def test_fewer_large_guests_are_too_many_as_well():
    seen = 0
    for S, L, a, k, mu in MIDDLE:
        bad = [ell for ell in range(L + 1) if small(S, ell, a, k, mu) > small(S, 0, a, k, mu)]
        assert bad == list(range(1, len(bad) + 1))  # never 0, and no gap
        seen += bool(bad)
    assert seen


@pytest.mark.backs(
    "coalitions/theorem-5-5-proof-alone",
    "coalitions/theorem-5-5-proof-one-one",
    "coalitions/theorem-5-5-proof-large-pair",
)
def test_the_bullets():
    for S, L, a, k, mu in MIDDLE:
        g = guests(S, L, a, k, mu)
        now, without, first = small(S, g, a, k, mu), small(S, 0, a, k, mu), small(S, 1, a, k, mu)
        assert now <= without <= small(1, 0, a, k, mu)
        assert (without < small(1, 0, a, k, mu)) == (S > 1 and a < mu)
        assert now <= first <= small(1, 1, a, k, mu)
        assert (first < small(1, 1, a, k, mu)) == (S > 1)
        assert g or first > without
        assert large(0, 2, a, k, mu) > F(mu, k)


@pytest.mark.backs("coalitions/theorem-5-5-proof-list")
def test_one_destination_is_not_on_the_list():
    for S, g, L in product((2, 3), (1, 2), (3, 4)):
        blocks = [(S, g)] + [(0, 1)] * (L - g)
        destinations = set()
        for i, (s, ell) in enumerate(blocks):
            for s2, l2 in [b for j, b in enumerate(blocks) if j != i] + [(0, 0)]:
                destinations |= {("small", (s2 + 1, l2))} if s else set()
                destinations |= {("large", (s2, l2 + 1))} if ell else set()
        printed = {("small", (1, 0)), ("small", (1, 1)), ("large", (S, g + 1)), ("large", (0, 2))}
        assert destinations == printed | {("large", (0, 1))}


@pytest.mark.backs(
    "coalitions/lemma-c-5-proof-same-size", "coalitions/lemma-c-5-proof-difference", "coalitions/lemma-c-5"
)
def test_equally_many_samples_in_fewer_players():
    cases = 0
    for a, k, s1, l1, s2, l2 in product((1, 2, 3), (2, 4, 6, 9), range(2, 8), range(1, 4), range(1, 7), range(1, 6)):
        if a < k and s2 < s1 and s1 * a + l1 * k == s2 * a + l2 * k:
            first, second = errors(s1, l1, a, k, 5), errors(s2, l2, a, k, 5)
            gap = F(a * (k - a) * (s1 - s2), (s1 * a + l1 * k) ** 2)
            assert [y - x for x, y in zip(first, second, strict=True)] == [gap, gap]
            assert first[0] - first[1] == F(2 * (k - a), s1 * a + l1 * k)
            cases += 1
    assert cases > 50


@pytest.mark.backs("coalitions/lemma-c-5-proof-slopes")
def test_a_rising_curve_is_above_its_start_and_a_falling_one_keeps_falling():
    rising = 0
    for mu, a, k, s in product((3, 8), range(1, 9), (4, 9, 20), (1, 3)):
        if not (a < k and a <= mu):
            continue
        curve = [small(s, ell, a, k, mu) for ell in range(12)]
        steps = [after - before for before, after in pairwise(curve)]
        signs = [step > 0 for step in steps]
        assert signs == sorted(signs, reverse=True)  # up first, then down, never up again
        assert all(curve[i + 1] > curve[0] for i, up in enumerate(signs) if up)
        rising += any(signs)
        assert small(s, 0, a, k, mu) > small(s + 1, 0, a, k, mu) or a == mu
    assert rising
    assert small(2, 0, 10, 20, 10) == small(3, 0, 10, 20, 10)


@pytest.mark.backs("coalitions/lemma-c-5-as-used")
def test_the_lemma_as_it_is_used_and_its_assumption():
    def both_prefer(one, other, *game):
        return all(x < y for x, y in zip(errors(*one, *game), errors(*other, *game), strict=True))

    free = 0
    for mu, a, k, s1, l1 in product((3, 8, 23), range(1, 26), range(2, 40), (2, 6), (1, 3)):
        if not (a < k and k >= mu):
            continue
        better = [p for p in product(range(1, s1), range(1, 8)) if both_prefer(p, (s1, l1), a, k, mu)]
        if small(s1, l1, a, k, mu) <= small(s1, 0, a, k, mu):
            assert not better
        free += bool(better)
    assert free
    assert both_prefer((5, 1), (6, 3), 22, 34, 23)


SEVENTY = (11, 106, 100)


@pytest.mark.backs("coalitions/example-c-6")
def test_the_seven_printed_errors():
    assert len(EXAMPLE["error"]) == 7
    for row in EXAMPLE["error"]:
        exact = errors(*row["coalition"], *SEVENTY)[row["of"] == "large"]
        assert f"{round(exact * 10**6) / 10**6:.6f}" == row["printed"]


@pytest.mark.backs("coalitions/new-example-c-6-sizes")
def test_only_two_sizes_fit():
    def rounded(x):
        return round(x * 10**6)

    printed = {(row["of"], tuple(row["coalition"])): row["printed"] for row in EXAMPLE["error"]}
    only_small = int(printed["small", (70, 0)].replace(".", ""))
    only_large = int(printed["large", (0, 1)].replace(".", ""))
    assert [n for n in range(1, 3000) if rounded(small(70, 0, n, n + 1, 100)) == only_small] == [11]
    assert [n for n in range(2, 3000) if rounded(F(100, n)) == only_large] == [106]


@pytest.mark.backs(
    "coalitions/example-c-6-arrangement", "coalitions/example-c-6-not-core", "coalitions/new-example-c-6-needs-seven"
)
@pytest.mark.parametrize("L", range(1, 10))
def test_seventy_small_players(L):
    blocks = recipe(70, L, *SEVENTY)
    assert blocks[0] == (70, min(L, 3))
    leave = blocking(blocks, *SEVENTY)
    assert ((68, 4) in leave) == bool(leave) == (L >= 7)
    if L == 7:
        assert not blocking([(68, 4), (2, 2), (0, 1)], *SEVENTY)


@pytest.mark.backs("coalitions/example-c-6-slips", "coalitions/example-c-6-strict", "coalitions/example-c-6-one-kind")
def test_wording_of_the_example():
    alone = F(100, 106)
    assert large(70, 30, *SEVENTY) > alone
    assert [large(*b, *SEVENTY) < alone for b in ((70, 3), (70, 4), (68, 3), (68, 4))] == [True, False, True, True]
    assert guests(2, 1, 5, 20, 10) == 1
    assert large(2, 1, 5, 20, 10) == F(10, 20)
    for s in range(1, 6):
        assert small(s, 0, 9, 11, 10) > small(s + 1, 0, 9, 11, 10)
        assert small(s, 0, 10, 11, 10) == small(s + 1, 0, 10, 11, 10)
        assert large(0, s + 1, 9, 11, 10) > large(0, 1, 9, 11, 10)


@pytest.mark.backs("coalitions/new-smaller-example-c-6")
@pytest.mark.parametrize("game", [(18, 53, 47), (21, 51, 46)])
def test_eight_players_with_names(game):
    a, k, mu = game
    cost = definitions.cost_table([a] * 5 + [k] * 3, mu, 1, "uniform")
    partition = [frozenset(range(6)), frozenset({6}), frozenset({7})]
    assert recipe(5, 3, *game) == [(5, 1), (0, 1), (0, 1)]
    assert definitions.is_stable(cost, partition, 8, "individual")
    assert definitions.blocks_core(cost, partition, frozenset({0, 1, 2, 3, 6, 7}))


@pytest.mark.backs("coalitions/new-who-can-block", "coalitions/new-no-guests-core")
def test_who_blocks():
    blocked = 0
    near = [(5, 3, 18, 53, 47), (5, 3, 21, 51, 46), (10, 4, 22, 116, 100), (7, 4, 19, 53, 47)]
    for S, L, a, k, mu in [*MIDDLE, *near]:
        blocks = recipe(S, L, a, k, mu)
        g = blocks[0][1]
        leave = blocking(blocks, a, k, mu)
        assert not leave or 0 < g < L
        for s, ell in leave:
            assert 0 < s < S
            assert 0 < ell <= L - g
            assert large(s, ell, a, k, mu) >= large(S, g, a, k, mu)  # so nobody from the table takes part
        blocked += bool(leave)
    assert blocked >= 3


@pytest.mark.backs("coalitions/new-eight-is-smallest")
def test_seven_players_are_not_enough_in_a_range():
    for mu, S, L in product((6, 11), range(2, 6), range(2, 6)):
        if S + L <= 7:
            for a, k in product(range(1, mu + 1), range(mu + 1, 2 * mu)):
                assert not blocking(recipe(S, L, a, k, mu), a, k, mu)


def choose(S, L, a, k, mu):
    """Seat small players greedily; also say whether fewer large players than wished for were left at some time."""
    blocks, standing, left, plenty = [], S, L, True
    while standing:

        def least(available, standing=standing):
            return min(
                (small(s, ell, a, k, mu), -s, ell) for s in range(1, standing + 1) for ell in range(available + 1)
                 if not ell or large(s, ell, a, k, mu) <= F(mu, k)
            )  # fmt: skip

        error, s, ell = least(left)
        plenty = plenty and least(L)[0] == error
        blocks.append((-s, ell))
        standing, left = standing + s, left - ell
    return blocks + [(0, 1)] * left, plenty


@pytest.mark.backs("coalitions/new-greedy-core", "coalitions/new-two-sizes-core")
def test_choosing_small_players():
    scarce = 0
    for game in [g for g in MIDDLE if g[0] <= 4] + [(S, L, 18, 53, 47) for S in (4, 5, 6) for L in (2, 3, 4)]:
        blocks, plenty = choose(*game)
        stable = not blocking(blocks, *game[2:])
        assert stable or not plenty
        # In this range one of the two constructions is always in the core.
        assert stable or not blocking(recipe(*game), *game[2:])
        scarce += not stable
    assert scarce
    assert choose(5, 3, 18, 53, 47) == ([(4, 2), (1, 1)], True)


@pytest.mark.backs("coalitions/new-core-by-pretending")
def test_fewer_large_players_give_a_core():
    """With k large players to choose from and the others alone; some k is always stable, and not always the largest."""
    needed = set()
    for S, L, a, k, mu in [g for g in MIDDLE if g[0] <= 4] + [(S, L, 18, 53, 47) for S in (4, 5, 6) for L in (2, 3, 4)]:
        stable = [
            guests
            for guests in range(L + 1)
            if not blocking(choose(S, guests, a, k, mu)[0] + [(0, 1)] * (L - guests), a, k, mu)
        ]
        assert stable
        needed.add(L - max(stable))
    assert needed >= {0, 1}
