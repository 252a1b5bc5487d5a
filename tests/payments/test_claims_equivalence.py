"""Payment equivalence, from definitions written out here: rules are loops over menus, paths are lists of types."""

from fractions import Fraction as F
from itertools import pairwise, permutations, product
from math import exp, log

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import linprog

HALVES = [r for r in product((F(0), F(1, 2), F(1)), repeat=3) if max(r) == 1]
SUMS = [(F(a, 4), F(b, 4), F(4 - a - b, 4)) for a in range(5) for b in range(5 - a)]
MODELS = [(F(1), F(0), F(0)), (F(0), F(1), F(0)), (F(1, 4), F(1, 4), F(1, 2)), (F(1, 3),) * 3]
MENUS = [[F(0)] * 4, [F(1, 2), F(-1, 3), F(0), F(2, 7)], [F(3), F(1, 5), F(1, 4), F(1, 9)]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def scale(w, r):
    return tuple(w * v for v in r)


def choose(menu, T):
    """What a group of weighted reward T buys from a menu of priced models: every implementable rule is one."""
    return max(range(4), key=lambda k: (dot(MODELS[k], T) - menu[k], -k))


def lie(menu, s, t):
    """l(s, t)."""
    return dot(t, MODELS[choose(menu, t)]) - dot(t, MODELS[choose(menu, s)])


def path(rm, w, rm_, w_, meeting, n):
    there = [tuple(a + F(j, n) * (b - a) for a, b in zip(rm, meeting, strict=True)) for j in range(n + 1)]
    on = [tuple(b + F(j, n) * (a - b) for a, b in zip(rm_, meeting, strict=True)) for j in range(n + 1)]
    return there + on, [w] * (n + 1) + [w_] * (n + 1)


def softmax(T, base, penalty=1.0):
    weights = [b * exp(t / penalty) for b, t in zip(base, T, strict=True)]
    return [v / sum(weights) for v in weights]


@pytest.mark.backs("payments/definition-3-4")
@pytest.mark.parametrize("menu", MENUS)
def test_a_fee_on_the_others_keeps_every_comparison(menu):
    for fee, true, told in product((F(-2), F(1, 3)), HALVES[::2], HALVES[::3]):

        def utility(report, extra, true=true):
            k = choose(menu, report)
            return dot(MODELS[k], true) - menu[k] - extra

        assert utility(true, fee) >= utility(told, fee)
        assert utility(true, fee) - utility(told, fee) == utility(true, 0) - utility(told, 0)


@pytest.mark.backs("payments/condition-3-5")
def test_softmax_obeys_and_a_choice_of_two_does_not():
    rng = np.random.default_rng(0)
    for _ in range(200):
        q, R = rng.dirichlet(np.ones(4)), rng.uniform(0, 3, 4)
        for delta in (0.5, 0.01):
            moved = np.abs(np.subtract(softmax(R, q), softmax(R + rng.uniform(-delta, delta, 4), q)))
            assert moved.max() <= np.tanh(delta / 2) + 1e-12
    for delta in (F(1, 10), F(1, 10**9)):
        picks = [max((0, 1), key=lambda k, R=R: R[k]) for R in ((1, 1 - delta), (1 - delta, 1))]
        assert picks == [0, 1]


@pytest.mark.backs("payments/theorem-3-6-proof-weights", "payments/theorem-3-6-proof-cycles")
@pytest.mark.parametrize("menu", MENUS)
def test_no_cycle_of_up_to_four_types_is_below_zero(menu):
    types = [scale(w, r) for w in (1, 3) for r in HALVES[::3]]
    for length in (2, 3):
        for cycle in permutations(types, length):
            assert sum(lie(menu, s, t) for s, t in pairwise((*cycle, cycle[0]))) >= 0
    rng = np.random.default_rng(1)
    for _ in range(300):
        cycle = [types[k] for k in rng.permutation(len(types))[:5]]
        assert sum(lie(menu, s, t) for s, t in pairwise((*cycle, cycle[0]))) >= 0


def extreme_price(menu, types, sign):
    """Largest (sign 1) or least price difference of the last and first type over all DSIC payments, by a linear
    program.
    """
    rows, bounds = [], []
    for s, t in permutations(range(len(types)), 2):
        row = np.zeros(len(types))
        row[t], row[s] = 1, -1
        rows.append(row)
        bounds.append(float(lie(menu, types[s], types[t])))
    goal = np.zeros(len(types))
    goal[-1], goal[0] = -sign, sign
    found = linprog(goal, A_ub=rows, b_ub=bounds, A_eq=[np.eye(len(types))[0]], b_eq=[0], bounds=(None, None))
    assert found.status == 0
    return -sign * found.fun


def least_path(menu, types, s, t):
    """Bellman and Ford: relax every arrow as often as there are types."""
    best = {k: (F(0) if k == s else None) for k in range(len(types))}
    for _ in types:
        for a, b in permutations(range(len(types)), 2):
            if best[a] is not None:
                new = best[a] + lie(menu, types[a], types[b])
                best[b] = new if best[b] is None else min(best[b], new)
    return best[t]


@pytest.mark.backs("payments/lemma-e-4", "payments/new-price-interval")
@pytest.mark.parametrize("menu", MENUS)
def test_the_prices_of_a_linear_program_are_lengths_of_paths(menu):
    rng = np.random.default_rng(2)
    for _ in range(6):
        types = [scale(int(rng.integers(1, 4)), HALVES[k]) for k in rng.permutation(len(HALVES))[:6]]
        high, low = least_path(menu, types, 0, 5), -least_path(menu, types, 5, 0)
        assert extreme_price(menu, types, 1) == pytest.approx(float(high), abs=1e-8)
        assert extreme_price(menu, types, -1) == pytest.approx(float(low), abs=1e-8)
        charged = menu[choose(menu, types[5])] - menu[choose(menu, types[0])]
        assert low <= charged <= high


@pytest.mark.backs("payments/lemma-e-4-proof-constant")
def test_a_fee_may_depend_on_the_sizes_of_others():
    for fee in (lambda rewards, sizes: sum(sizes), lambda rewards, sizes: sizes[0] * rewards[0][0]):
        others = [(F(1), F(0), F(0))]
        first, second = fee(others, [1]), fee(others, [2])
        assert first != second
        for menu, own, told in product(MENUS, HALVES[::3], HALVES[::4]):
            honest = dot(MODELS[choose(menu, own)], own) - menu[choose(menu, own)] - second
            assert honest >= dot(MODELS[choose(menu, told)], own) - menu[choose(menu, told)] - second


@pytest.mark.backs("payments/theorem-3-6-proof-rewriting")
def test_the_first_arrow_belongs_to_the_sum():
    differences = 0
    for menu, a, b in product(MENUS, HALVES[::2], HALVES[::3]):
        rewards, sizes = path(a, 3, b, 1, (1, 1, 1), 2)
        types = [scale(w, r) for w, r in zip(sizes, rewards, strict=True)]
        chosen = [MODELS[choose(menu, t)] for t in types]
        arrows = [lie(menu, s, t) for s, t in pairwise(types)]
        back = [lie(menu, t, s) for s, t in pairwise(types)]
        inner = sum(
            dot([y - x for x, y in zip(p, q, strict=True)], [y - x for x, y in zip(s, t, strict=True)])
            for (p, q), (s, t) in zip(pairwise(chosen), pairwise(types), strict=True)
        )
        assert sum(arrows) + sum(back) == inner
        differences += sum(arrows[1:]) + sum(back) != inner
    assert differences > 0


@pytest.mark.backs("payments/theorem-3-6-proof-path", "payments/theorem-3-6-must-be-one")
def test_mixtures_with_the_constant_are_legal_and_others_need_not_be():
    for rewards, one, norm in ((HALVES, (F(1),) * 3, max), (SUMS, (F(1, 3),) * 3, sum)):
        for a, b in product(rewards, repeat=2):
            seen, sizes = path(a, 1, b, 2, one, 3)
            assert all(norm(r) == 1 and min(r) >= 0 for r in seen)
            repeats = len(set(zip(seen, sizes, strict=True))) < len(seen)
            assert repeats == (one in (a, b))
            assert len(set(path(a, 2, b, 2, one, 3)[0])) < len(seen)
    halfway = [(x + y) / 2 for x, y in zip((F(1), F(0)), (F(0), F(1)), strict=True)]
    assert max(halfway) != 1


@pytest.mark.backs("payments/theorem-3-6-must-be-one")
def test_a_strong_rival_makes_every_report_blind():
    menu = [F(-100), F(0), F(0), F(0)]  # what others who want the first model amount to
    for report in HALVES:
        assert {choose(menu, scale(w, report)) for w in range(1, 5)} == {0}


@pytest.mark.backs("payments/theorem-3-6-proof-step-length")
def test_steps_are_short_enough():
    for w_max, delta in product((1, 2, 5), (F(1), F(1, 3), F(1, 50))):
        n = -(-(w_max / delta + 1) // 1)
        assert w_max / n <= delta
        for a in HALVES:
            rewards, sizes = path(a, w_max, a, w_max, (1, 1, 1), int(n))
            for (r, v), (s, u) in pairwise(zip(rewards, sizes, strict=True)):
                assert max(abs(v * x - u * y) for x, y in zip(r, s, strict=True)) <= delta


@pytest.mark.backs("payments/theorem-3-6-proof-parts", "payments/theorem-3-6-proof-bound-c")
def test_parts_add_up_and_the_third_carries_the_second_size():
    wrong = 0
    for menu, a, b, (w, w_) in product(MENUS, HALVES[::3], HALVES[::4], ((1, 3), (2, 1))):
        n = 3
        rewards, sizes = path(a, w, b, w_, (1, 1, 1), n)
        chosen = [MODELS[choose(menu, scale(v, r))] for r, v in zip(rewards, sizes, strict=True)]

        def change(j, factor, rewards=rewards, chosen=chosen):
            step = [y - x for x, y in zip(rewards[j], rewards[j + 1], strict=True)]
            return factor * dot([y - x for x, y in zip(chosen[j], chosen[j + 1], strict=True)], step)

        types = [scale(v, r) for r, v in zip(rewards, sizes, strict=True)]
        whole = sum(lie(menu, s, t) + lie(menu, t, s) for s, t in pairwise(types))
        first = sum(change(j, w) for j in range(n))
        last = sum(change(j, w_) for j in range(n + 1, 2 * n + 1))
        middle = lie(menu, types[n], types[n + 1]) + lie(menu, types[n + 1], types[n])
        assert middle == 0
        assert whole == first + last
        wrong += last != sum(change(j, w) for j in range(n + 1, 2 * n + 1))
    assert wrong > 0


@pytest.mark.backs("payments/theorem-3-6-proof-bound-a")
def test_the_last_line_counts_on_rewards_that_add_up_to_one():
    eps, outcomes = F(1, 7), 3
    for rm in SUMS:
        assert sum(eps / 4 * (x + F(1, 3)) for x in rm) == eps / 2
    assert any(sum(eps / 4 * (x + 1) for x in rm) > eps / 2 for rm in HALVES)
    assert all(sum(eps / (4 * outcomes) * (x + 1) for x in rm) <= eps / 2 for rm in HALVES)
    assert sum(eps / 4 * (1 + 1) for _ in range(outcomes)) == outcomes * eps / 2


@pytest.mark.backs("payments/theorem-3-6")
def test_under_softmax_the_way_there_and_back_vanishes():
    base = [0.2, 0.5, 0.3]
    for a, b, (w, w_) in product(HALVES[::4], HALVES[::5], ((1, 2), (3, 1))):
        last = None
        for n in (4, 8, 16):
            rewards, sizes = path(a, w, b, w_, (1, 1, 1), n)
            types = [[float(v * x) for x in r] for r, v in zip(rewards, sizes, strict=True)]
            chosen = [softmax(t, base) for t in types]
            total = sum(
                dot(np.subtract(q, p), np.subtract(t, s))
                for (p, q), (s, t) in zip(pairwise(chosen), pairwise(types), strict=True)
            )
            assert -1e-12 <= total <= (w + w_) / n
            if last is not None and last > 1e-9:
                assert total == pytest.approx(last / 2, rel=1e-6)
            last = total


@pytest.mark.backs("payments/new-equivalence-for-free", "payments/prose-3-known-sizes", "payments/corollary-3-7")
@pytest.mark.parametrize("menu", MENUS)
def test_jumping_rules_cost_at_most_the_sum_of_spreads_over_n(menu):
    for rewards, one in ((HALVES[::3], (F(1),) * 3), (SUMS[::3], (F(1, 3),) * 3)):
        for a, b, (w, w_), n in product(rewards, rewards, ((1, 1), (1, 3)), (1, 5)):
            seen, sizes = path(a, w, b, w_, one, n)
            types = [scale(v, r) for r, v in zip(seen, sizes, strict=True)]
            total = sum(lie(menu, s, t) + lie(menu, t, s) for s, t in pairwise(types))
            assert 0 <= total <= (w * (max(a) - min(a)) + w_ * (max(b) - min(b))) / n


@pytest.mark.backs("payments/prose-3-disconnected")
def test_reports_of_different_sizes_are_apart():
    for a, b, (w, w_) in product(HALVES, HALVES, ((1, 2), (2, 5))):
        assert max(abs(w * x - w_ * y) for x, y in zip(a, b, strict=True)) >= 1
    for a, b in product(SUMS, SUMS):
        assert sum(abs(x - 2 * y) for x, y in zip(a, b, strict=True)) >= 1


@pytest.mark.backs("payments/new-constant-pays-least", "payments/prose-3-essentially-affine")
@pytest.mark.parametrize("menu", MENUS)
def test_constant_reports_buy_the_cheapest_model(menu):
    types = [scale(w, r) for w in (1, 2, 3) for r in HALVES]
    paid = {t: menu[choose(menu, t)] for t in types}
    assert {paid[(w, w, w)] for w in (1, 2, 3)} == {min(paid.values())}
    # affine maximizer payment of the constant: the others' best welfare, untouched
    others = (F(0), F(2), F(1))
    costs = [c - dot(p, others) for c, p in zip(menu, MODELS, strict=True)]
    for w in (1, 4):
        k = choose(costs, (w, w, w))
        best = max(dot(p, others) - c for p, c in zip(MODELS, menu, strict=True))
        assert best - (dot(MODELS[k], others) - menu[k]) == 0


@pytest.mark.backs("payments/new-payment-from-training")
@pytest.mark.parametrize("menu", MENUS)
def test_the_integral_by_bisecting_for_jumps(menu):
    for rm, w in product(HALVES[::2], (1, 3)):
        d = [x - 1 for x in rm]

        def chosen(s, w=w, d=d):
            return choose(menu, [w * (1 + s * x) for x in d])

        def integral(low, high, depth=0, w=w, d=d, chosen=chosen):
            left, right = chosen(low), chosen(high)
            if left == right or depth == 40:  # a choice left is not taken up again on a line
                return (high - low) * w * dot(MODELS[left], d)
            middle = (low + high) / 2
            return integral(low, middle, depth + 1) + integral(middle, high, depth + 1)

        area = w * dot(MODELS[chosen(F(1))], d) - integral(F(0), F(1))
        paid = menu[chosen(F(1))] - min(menu)
        assert abs(area - paid) < F(1, 10**9)


@pytest.mark.backs("payments/new-payment-from-training")
def test_the_integral_under_softmax_by_the_trapezoid_rule():
    base, rm, w = [0.2, 0.5, 0.3], (1.0, 0.25, 0.0), 3
    d = np.subtract(rm, 1)
    s = np.linspace(0, 1, 20001)
    g = np.array([w * np.dot(softmax(w * (1 + x * d), base), d) for x in s])
    area = g[-1] - ((g[1:] + g[:-1]) / 2).sum() / 20000

    def value(T):
        return log(dot(base, [exp(t) for t in T]))

    paid = value([0, 0, 0]) - value(np.multiply(w, rm)) + w * np.dot(softmax(np.multiply(w, rm), base), rm)
    assert area == pytest.approx(paid, abs=1e-8)


@pytest.mark.backs("payments/corollary-3-7-proof-target", "payments/corollary-3-7-proof-size-blind")
def test_the_constant_is_blind_unless_ties_look_at_the_size():
    for menu, w in product(MENUS, range(1, 6)):
        assert choose(menu, (w, w, w)) == choose(menu, (1, 1, 1))
    even_first = [max((0, 1), key=lambda k, w=w: k == w % 2) for w in (1, 2)]  # all models equally good
    assert even_first[0] != even_first[1]


@pytest.mark.backs("payments/corollary-3-7-proof-identity")
def test_the_shift_has_the_new_size_second():
    w, w_, v, rest = sp.symbols("w w' v r")
    assert sp.expand(w * v + rest - ((w - w_) * v + w_ * v + rest)) == 0
    assert sp.expand(w * v + rest - ((w_ - w) * v + w_ * v + rest)) != 0


@pytest.mark.backs("payments/new-domain-without-constant")
def test_two_sizes_of_one_taste_leave_prices_free():
    def first(x):
        return F(1, 2) + F(x - 1, 8)

    g = first(2) - first(1)
    for price, works in (
        (g, True),
        (F(3, 2) * g, True),
        (2 * g, True),
        (F(9, 10) * g, False),
        (F(21, 10) * g, False),
    ):
        small = first(1) >= first(2) - price
        large = 2 * first(2) - price >= 2 * first(1)
        assert (small and large) == works
    # prices along x = w (1 - a): within a size the integral of x dp, across the gap between both bounds
    for b in (F(0), F(1, 4), F(3, 8), F(1, 2)):
        gap = 2 - 2 * b - 1
        assert gap * (first(2 - 2 * b) - first(1)) == (1 - 2 * b) ** 2 / 8
