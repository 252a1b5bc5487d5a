"""Lemmas C.1 to C.4, Theorem 5.4 and the merging of groups, from one formula typed here in plain Fractions."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product

import definitions
import pytest

F = Fraction


def err(own, s, ell, a, k, mu, v=1):
    """Corollary 4.3 as printed: everybody else's squares, and the square of everything missing."""
    n = s * a + ell * k
    others = s * a * a + ell * k * k - own * own
    return F(mu) / n + F(v) * (others + (n - own) ** 2) / F(n) ** 2


def small(s, ell, a, k, mu, v=1):
    return err(a, s, ell, a, k, mu, v)


def large(s, ell, a, k, mu, v=1):
    return err(k, s, ell, a, k, mu, v)


def slope(f, x):
    """Central difference quotient in exact fractions; its error is of the order of the square of the step."""
    step = F(1, 10**12)
    return (f(x + step) - f(x - step)) / (2 * step)


POINTS = [
    (s, ell, a, k, mu, v)
    for s, ell in ((1, 1), (2, 5), (7, 2))
    for a, k in ((1, 8), (4, 9), (5, 25), (10, 11))
    for mu, v in ((10, 1), (20, 3), (40, 2))
]
CLOSE = F(1, 10**15)


@pytest.mark.backs("coalitions/prose-three-cases")
def test_exactly_one_case_applies():
    for a, k in combinations(range(1, 8), 2):
        assert [min(a, k) >= 4, max(a, k) <= 4, a < 4 < k].count(True) == 1


@pytest.mark.backs(
    "coalitions/lemma-c-1-derivative", "coalitions/lemma-c-2-derivative", "coalitions/lemma-c-3-derivative"
)
@pytest.mark.parametrize("point", POINTS)
def test_three_derivatives_by_difference_quotients(point):
    s, ell, a, k, mu, v = map(F, point)
    cube = (s * a + ell * k) ** 3
    printed = {
        1: a * (s * a * (a * v - mu) - ell * k * (mu + 2 * k * v - 3 * a * v)) / cube,
        2: k * (ell * k * (k * v - mu) - a * s * (mu - 3 * k * v + 2 * a * v)) / cube,
        3: -k * (ell * k * (mu - v * a + v * (k - a)) + s * a * (mu - k * v)) / cube,
    }
    measured = {
        1: slope(lambda x: small(x, ell, a, k, mu, v), s),
        2: slope(lambda x: large(s, x, a, k, mu, v), ell),
        3: slope(lambda x: small(s, x, a, k, mu, v), ell),
    }
    for lemma, value in printed.items():
        assert abs(measured[lemma] - value) < CLOSE


@pytest.mark.backs("coalitions/lemma-c-4-derivative", "coalitions/lemma-c-4-bracket")
@pytest.mark.parametrize("point", POINTS)
def test_the_fourth_derivative_needs_its_minus_sign(point):
    s, ell, a, k, mu, v = map(F, point)
    cube = (s * a + ell * k) ** 3
    first, second = a * ell * k * (mu - a * v) / cube, a * a * s * (mu - k * v + v * (a - k)) / cube
    measured = slope(lambda x: large(x, ell, a, k, mu, v), s)
    assert abs(measured - (-first - second)) < CLOSE
    if first:
        assert abs(measured - (first - second)) > 1000 * CLOSE
    assert (first + second > 0) == (measured < 0)


@pytest.mark.backs("coalitions/lemma-c-1")
def test_small_company_helps_small_players():
    for mu in (4, 9):
        for a in range(1, mu + 1):
            for k, ell, s in product(range(a + 1, 3 * mu), range(3), range(1, 5)):
                before, after = small(s, ell, a, k, mu), small(s + 1, ell, a, k, mu)
                if a == mu and not ell:
                    assert after == before
                else:
                    assert after < before


@pytest.mark.backs("coalitions/lemma-c-2")
def test_large_company_hurts_large_players_above_the_ratio():
    for mu in (4, 9):
        for k in range(mu, 3 * mu):
            for a, s, ell in product(range(1, k), range(3), range(1, 5)):
                before, after = large(s, ell, a, k, mu), large(s, ell + 1, a, k, mu)
                if k == mu and not s:
                    assert after == before
                else:
                    assert after > before


@pytest.mark.backs("coalitions/lemma-c-2-threshold", "coalitions/lemma-c-3", "coalitions/lemma-c-3-threshold")
def test_curves_turn_once_at_the_thresholds():
    mu = 10
    for a, k, s in product(range(1, 10), range(2, 30), (1, 5, 20)):
        if a >= k:
            continue
        if k < mu:
            turn = F(a * s * (mu - 3 * k + 2 * a), k * (k - mu))
            assert_turns(lambda x, a=a, k=k, s=s: large(s, x, a, k, mu), turn, up_first=True)
            assert small(s, 0, a, k, mu) > small(s, 1, a, k, mu) > small(s, 2, a, k, mu)
        elif k > mu:
            turn = F(s * a * (k - mu), k * (mu - a + (k - a)))
            assert turn > 0
            assert_turns(lambda x, a=a, k=k, s=s: small(s, x, a, k, mu), turn, up_first=True)
        else:
            assert small(s, 0, a, k, mu) > small(s, 1, a, k, mu) > small(s, 2, a, k, mu)


def assert_turns(curve, turn, *, up_first):
    """Monotone on either side of `turn`, in opposite directions, over positive arguments."""
    sign = 1 if up_first else -1
    if turn > 0:
        before = [curve(turn * F(i, 6)) for i in range(1, 7)]
        assert all(sign * x < sign * y for x, y in pairwise(before))
    start = max(turn, F(1, 100))
    after = [curve(start * (1 + F(i, 2))) for i in range(6)]
    assert all(sign * x > sign * y for x, y in pairwise(after))


@pytest.mark.backs("coalitions/lemma-c-4", "coalitions/lemma-c-4-threshold", "coalitions/lemma-c-4-below-the-ratio")
def test_small_company_of_large_players():
    mu = 10
    for a, k, ell in product(range(1, 11), range(2, 25), (1, 4)):
        if a >= k:
            continue

        def curve(x, a=a, k=k, ell=ell):
            return large(x, ell, a, k, mu)

        coefficient = mu - k + (a - k)
        if coefficient < 0:
            turn = F(-ell * k * (mu - a), a * coefficient)
            assert turn >= 0
            assert_turns(curve, turn, up_first=False)
        else:
            # the shape "first up" would have to show here, and does not
            assert k < mu
            values = [curve(F(i, 4)) for i in range(200)]
            assert all(x > y for x, y in pairwise(values))


@pytest.mark.backs(
    "coalitions/theorem-5-4-proof-small",
    "coalitions/theorem-5-4-proof-large-alone",
    "coalitions/theorem-5-4-proof-conclusion",
)
@pytest.mark.parametrize(("a", "k"), [(a, k) for k in range(2, 8) for a in range(1, k)])
def test_the_halves_of_theorem_5_4(a, k):
    mu, S, L = 7, 4, 3
    best = small(S, L, a, k, mu)
    assert all(small(s, ell, a, k, mu) > best for s in range(1, S + 1) for ell in range(L + 1) if (s, ell) != (S, L))
    for ell in range(1, L + 1):
        step = large(0, ell, a, k, mu) - large(0, ell + 1, a, k, mu)
        assert step == 0 if k == mu else step > 0
        for s in range(1, S + 1):
            assert large(s, ell, a, k, mu) < large(0, ell, a, k, mu)
            assert k * a * (ell + s) < mu * (s * a + ell * k)


@pytest.mark.backs(
    "coalitions/theorem-5-4-proof-cross-multiplied",
    "coalitions/theorem-5-4-proof-mu-terms",
    "coalitions/theorem-5-4-proof-sigma-terms",
    "coalitions/theorem-5-4-proof-expansion",
    "coalitions/theorem-5-4-proof-coefficients",
)
@pytest.mark.parametrize(("s", "ell", "a", "k"), [(1, 2, 1, 2), (3, 2, 2, 5), (2, 4, 3, 7), (5, 1, 4, 6)])
def test_the_lines_of_the_proof_of_theorem_5_4(s, ell, a, k):
    n, denominators = s * a + ell * k, (ell * k * (s * a + ell * k)) ** 2

    def both(mu, v):
        return large(s, ell, a, k, mu, v) * denominators, large(0, ell, a, k, mu, v) * denominators

    square, rest = (s * a + (ell - 1) * k) ** 2, s * a * a + (ell - 1) * k * k
    for mu, v in ((3, 2), (5, 7)):
        assert both(mu, v) == (mu * n * (ell * k) ** 2 + v * (rest + square) * (ell * k) ** 2,
                               mu * ell * k * n**2 + v * k * k * (ell - 1) * ell * n**2)  # fmt: skip
    noise_only, spread_only = both(1, 0), both(0, 1)
    assert noise_only[1] - noise_only[0] == ell * k * n * s * a
    difference = spread_only[0] - spread_only[1]
    assert (
        difference == ell * k * k * (ell * (rest + square) - (ell - 1) * n * n) == a * a * s * (ell + s) * ell * k * k
    )
    printed = ell * k * k * (ell * rest + square) - (ell - 1) * n * n
    assert (printed == difference) == (ell == 1)
    expanded = rest + s * s * a * a + (ell - 1) ** 2 * k * k
    assert rest + square == expanded + 2 * s * (ell - 1) * a * k
    assert (rest + square == expanded + 2 * s * (ell - 1) * k) == (a == 1 or ell == 1)
    assert rest + square == a * a * s * (s + 1) + 2 * s * (ell - 1) * a * k + k * k * (ell - 1) * ell


def named_stable(sizes, partition, mu, concept):
    cost = definitions.cost_table(sizes, mu, 1, "uniform")
    return definitions.is_stable(cost, partition, len(sizes), concept)


@pytest.mark.backs("coalitions/theorem-5-4")
@pytest.mark.parametrize(("a", "k"), [(a, k) for k in range(2, 6) for a in range(1, k)])
def test_theorem_5_4_by_names(a, k):
    for S, L in ((1, 1), (2, 2), (3, 1), (1, 3)):
        assert named_stable([a] * S + [k] * L, [frozenset(range(S + L))], 5, "core")


@pytest.mark.backs("coalitions/new-5-4-not-unique")
def test_the_core_below_the_ratio_can_hold_three_partitions():
    sizes = [1, 1, 8, 8]
    cost = definitions.cost_table(sizes, 10, 1, "uniform")
    core = {p for p in definitions.all_partitions(4) if definitions.is_stable(cost, p, 4, "core")}
    assert core == {frozenset(map(frozenset, p)) for p in ([{0, 1, 2, 3}], [{0, 1, 2}, {3}], [{0, 1, 3}, {2}])}


@pytest.mark.backs("coalitions/new-grand-coalition-any-sizes")
@pytest.mark.parametrize("members", [2, 3, 4])
def test_the_grand_coalition_of_players_below_the_ratio(members):
    for sizes in combinations_with_replacement(range(1, 7), members):
        assert named_stable(list(sizes), [frozenset(range(members))], 6, "strict-core")
        total, grand = sum(sizes), range(members)
        for count in range(1, members):
            for who in combinations(grand, count):
                j = min(who, key=lambda i: sizes[i])
                inside = sum(sizes[i] for i in who)
                bound = F((total - inside) ** 2 * (6 - sizes[j]), inside * total**2)
                loss = definitions.error(sizes, 6, 1, "uniform", j, who) - definitions.error(
                    sizes, 6, 1, "uniform", j, grand
                )
                assert loss >= bound >= 0


@pytest.mark.backs("coalitions/new-merging-groups", "coalitions/new-one-joiner")
def test_two_groups_gain_together_or_not_at_all():
    def sign(x):
        return (x > 0) - (x < 0)

    seen = set()
    for s, ell, a, k in product(range(1, 4), range(1, 4), range(1, 13), range(2, 25)):
        if a >= k:
            continue
        sides = {
            sign(small(s, 0, a, k, 12) - small(s, ell, a, k, 12)),
            sign(large(0, ell, a, k, 12) - large(s, ell, a, k, 12)),
        }
        mean = F(s + ell) / (F(ell, a) + F(s, k))
        assert sides == {sign(12 - mean)}
        seen |= sides
        if ell == 1:
            assert sides == {sign(12 * (s * a + k) - k * a * (s + 1))}
        if s == ell == 1:
            assert sides == {sign(12 - F(2 * a * k, a + k))}
    assert seen == {-1, 0, 1}
