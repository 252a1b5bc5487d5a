"""Equal gains and Lemmas 3 and 4: costs typed here, every allocation of a grid tried, in plain Fractions."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

import pytest

from incentives import rewards as rw
from incentives.rewards import surds

F = Fraction
TINY = F(1, 10**8)
TENTH = F(1, 10)


def moments(u):
    m = F(sum(u), len(u))
    return m, F(sum(x * x for x in u), len(u)) - m * m


@cache
def root(v):
    """Square root to 60 digits: two different values below differ in far earlier digits."""
    with localcontext() as here:
        here.prec = 60
        return F((Decimal(v.numerator) / Decimal(v.denominator)).sqrt())


@cache
def cost(name, m, V, eps, k=TENTH):
    sd = root(V) if name in ("B", "D") else None
    value = {
        "A": lambda: V / (m + eps),
        "B": lambda: sd / (m + eps),
        "C": lambda: -m / (V + eps),
        "D": lambda: -m / (sd + eps),
        "E": lambda: 1 / (m + eps) + V,
        "linear": lambda: V - k * m,
    }[name]()
    return round(value, 40)


def price(name, u, eps=TINY, k=TENTH):
    return cost(name, *moments(u), eps, k)


def admissible(c, levels, floor=0):
    return list(product(*([x for x in levels if x >= max(own, floor)] for own in c)))


def best_of(name, c, levels, floor=0, eps=TINY, k=TENTH):
    """All allocations of least cost from a common menu."""
    options = admissible(c, levels, floor)
    values = [price(name, [a - x for a, x in zip(o, c, strict=True)], eps, k) for o in options]
    return [o for o, v in zip(options, values, strict=True) if v == min(values)]


def grid(h, per_unit=1):
    return [F(i, per_unit) for i in range(h * per_unit + 1)]


def correlation_squared(a, c):
    """With the sign of the covariance; None where it is undefined."""
    n = len(a)
    cov = n * sum(F(x) * y for x, y in zip(a, c, strict=True)) - F(sum(a)) * sum(c)
    left, right = (n * sum(F(x) * x for x in row) - F(sum(row)) ** 2 for row in (a, c))
    return None if left * right == 0 else (1 if cov > 0 else -1) * cov * cov / (left * right)


READINGS = ("A", "B", "C", "D", "E", "linear")
LIBRARY = {
    "A": "ratio",
    "B": "deviation-ratio",
    "C": "growth",
    "D": "sharpe",
    "E": "sum",
    "linear": "linear",
}


@pytest.mark.backs("rewards/equation-2", "rewards/lemma-3-proof-shift")
@pytest.mark.parametrize("c", [(0,), (1, 3), (2, 2, 7), (0, 1, 5, 9)])
def test_a_shift_of_all_levels_raises_the_mean_and_nothing_else(c):
    for a in ([x + 1 for x in c], [x * 2 + i for i, x in enumerate(c)]):
        m, V = moments([y - x for x, y in zip(c, a, strict=True)])
        assert moments([y + F(7, 3) - x for x, y in zip(c, a, strict=True)]) == (m + F(7, 3), V)
        for name in READINGS:
            falls = cost(name, m + F(7, 3), V, TINY) < cost(name, m, V, TINY)
            assert falls == (V > 0 or name not in "AB")


@pytest.mark.backs("rewards/definition-1", "rewards/definition-metrics", "rewards/prose-fedavg-undefined")
def test_the_metrics_from_their_definitions():
    for a in product(range(4), repeat=3):
        c = (0, 2, 3)
        u = [y - x for x, y in zip(c, a, strict=True)]
        m, V = moments(u)
        assert rw.mean_collaboration_gain(a, c) == m
        assert rw.collaboration_gain_spread(list(a), list(c)) == surds.surd(0, 1, V)
        assert rw.incentivised_participation_rate(a, c) == F(sum(x >= 0 for x in u), 3)
        if len(set(a)) == 1:
            assert correlation_squared(a, c) is None
            with pytest.raises(ValueError, match="constant"):
                rw.pearson(a, c)


@pytest.mark.backs("rewards/new-six-costs")
@pytest.mark.parametrize("name", READINGS)
def test_less_variance_and_more_mean_are_better(name):
    for eps, m, V in product((F(1, 100), F(3)), (F(1, 5), F(2), F(30)), (F(1, 7), F(1), F(50))):
        assert cost(name, m, V, eps) < cost(name, m, V + F(1, 3), eps)
        assert cost(name, m + F(1, 3), V, eps) < cost(name, m, V, eps)
        ours = rw.Cost(LIBRARY[name], epsilon=eps, points=1).of_moments(m, V)
        assert abs(float(ours) - float(cost(name, m, V, eps))) <= 1e-9 * max(1, abs(float(ours)))


@pytest.mark.backs("rewards/new-price-of-equal-gains")
@pytest.mark.parametrize("c", list(combinations_with_replacement(range(4), 3)))
def test_the_price_of_equal_gains_over_a_grid(c):
    for h in range(c[-1], 7):
        gains = [[a - x for a, x in zip(o, c, strict=True)] for o in admissible(c, grid(h))]
        largest = max(sum(u) for u in gains)
        widest = [u for u in gains if sum(u) == largest]
        assert widest == [[h - x for x in c]]
        assert (len(set(widest[0])) == 1) == (len(set(c)) == 1)
        equal = max(sum(u) for u in gains if len(set(u)) == 1)
        assert F(largest - equal, 3) == c[-1] - F(sum(c), 3)


@pytest.mark.backs("rewards/lemma-3", "rewards/lemma-4", "rewards/new-lemmas-3-and-4-together")
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_optima_of_two_readings_on_a_grid(name):
    """Whole shifts lie on the grid, so equal gains are on offer there exactly if they are between the levels."""
    for c in combinations(range(4), 2):
        for h, floor in product(range(c[-1], 6), range(6)):
            if floor > h:
                continue
            found = best_of(name, c, grid(h), floor)
            theta, room = max(0, floor - c[0]), h - c[-1]
            shifts = [tuple(x + t for x in c) for t in range(theta, room + 1)]
            if shifts:
                assert sorted(found) == sorted(shifts)
                assert all(correlation_squared(a, c) == 1 for a in found)
            assert all(a[-1] == h for a in found) == (theta >= room)


@pytest.mark.backs("rewards/lemma-3")
@pytest.mark.parametrize("name", ["A", "B"])
def test_a_single_client_may_get_anything(name):
    assert best_of(name, (0,), [0, 1, 2]) == [(0,), (1,), (2,)]
    assert best_of(name, (50, 60, 70), range(50, 91, 10)) == [(50, 60, 70), (60, 70, 80), (70, 80, 90)]


@pytest.mark.backs("rewards/lemma-3-strict-readings")
@pytest.mark.parametrize("name", ["C", "D", "E", "linear"])
def test_the_top_gets_the_best_level_when_every_accuracy_is_on_offer(name):
    """The exact continuous solver against every allocation of a grid, which it must not lose to."""
    for c in ((0, 1, 3), (1, 1, 2), (0, 2, 2)):
        for h, floor in product((3, 5, 8), (0, 2)):
            ours = rw.allocate_continuous(
                list(c), best=h, floor=floor, cost=rw.Cost(LIBRARY[name], epsilon=F(1, 10), points=1)
            )
            assert ours.levels[-1] == h
            values = [
                price(name, [a - x for a, x in zip(o, c, strict=True)], F(1, 10))
                for o in admissible(c, grid(h, 2 if h < 8 else 1), floor)
            ]
            assert float(min(values)) >= float(ours.cost) - 1e-9


@pytest.mark.backs("rewards/new-swap", "rewards/lemma-3-proof-top")
def test_exchanging_two_models_that_are_in_the_wrong_order():
    a, c = (90, 70, 80), (40, 60, 55)
    mean_before, before = moments([x - y for x, y in zip(a, c, strict=True)])
    other = (70, 90, 80)
    mean_after, after = moments([x - y for x, y in zip(other, c, strict=True)])
    assert mean_after == mean_before
    assert all(x >= y for x, y in zip(other, c, strict=True))
    assert before == after + F(2 * (60 - 40) * (90 - 70), 3)
    # max a = 90 is the best level already, so nothing can be lifted, and yet the top contributor has less.
    assert max(a) == 90 > a[1]
    assert max(a) + (90 - a[1]) > 90


@pytest.mark.backs("rewards/lemma-3-finite-menu")
@pytest.mark.parametrize("name", READINGS)
def test_one_menu_on_which_the_best_model_goes_to_nobody(name):
    assert best_of(name, (50, 52), (52, 54, 55)) == [(52, 54)]
    found = rw.optimal_allocations([50, 52], [52, 54, 55], cost=rw.Cost(LIBRARY[name], points=1))
    assert [each.levels for each in found] == [(52, 54)]


@pytest.mark.backs("rewards/lemma-3-finite-menu")
@pytest.mark.parametrize("name", ["A", "B"])
def test_the_ratio_may_give_nobody_anything(name):
    assert best_of(name, (50, 51), (50, 51, 53)) == [(50, 51)]


@pytest.mark.backs("rewards/new-three-levels-needed")
@pytest.mark.parametrize("name", READINGS)
def test_two_levels_always_pay_the_top_contributor(name):
    for low, high in combinations(range(6), 2):
        for c in combinations_with_replacement(range(high + 1), 4):
            if c[-1] > c[-2]:
                assert all(a[-1] == high for a in best_of(name, c, (low, high)))
    # One client alone contributes more than everybody else, of whom there is none; a gain of its own has no variance.
    alone = best_of(name, (0,), (1, 2))
    assert alone == ([(1,), (2,)] if name in ("A", "B") else [(2,)])


@pytest.mark.backs("rewards/lemma-4-proof", "rewards/lemma-4")
def test_a_shift_has_correlation_one_and_a_cut_shift_has_not():
    for c in combinations_with_replacement(range(4), 3):
        assert correlation_squared([x + 5 for x in c], c) == (None if len(set(c)) == 1 else 1)
    for name in ("A", "B"):
        assert best_of(name, (0, 2, 3), grid(4, 4), floor=3) == [(3, 4, 4)]
    assert correlation_squared((3, 4, 4), (0, 2, 3)) == F(25, 28)


@pytest.mark.backs("rewards/prose-floor-and-spread")
@pytest.mark.parametrize("c", [(0, 2, 3), (1, 1, 4), (0, 3, 3)])
def test_a_higher_floor_means_more_spread(c):
    for h in range(c[-1], 7):
        least = [
            min(moments([a - x for a, x in zip(o, c, strict=True)])[1] for o in admissible(c, grid(h), floor))
            for floor in range(h + 1)
        ]
        assert least == sorted(least)
        assert [V == 0 for V in least] == [floor <= c[0] + h - c[-1] for floor in range(h + 1)]


@pytest.mark.backs("rewards/lemma-4-sharpe")
@pytest.mark.parametrize("clients", [2, 3, 5])
def test_reading_d_changes_its_mind_at_a_threshold(clients):
    """All clients but the top one are raised by x; the rest of the line of the proof is Samuelson's bound."""
    for room, eps in product((F(1), F(7, 2)), (F(1, 10), F(1), F(3))):
        lifts = [F(1, 10**j) for j in range(1, 13)]
        equal = price("D", [room] * clients, eps)
        better = any(price("D", [room + x] * (clients - 1) + [room], eps) < equal for x in lifts)
        assert better == (room**2 < eps**2 * (clients - 1))
    for u in product(range(5), repeat=clients):
        m, V = moments(u)
        assert (m - u[-1]) ** 2 <= V * (clients - 1)


@pytest.mark.backs("rewards/lemma-4-growth", "rewards/lemma-4-sum", "rewards/lemma-4-linear")
@pytest.mark.parametrize(
    ("name", "eps", "k", "lift"),
    [
        ("C", 42, 1, F(3)),
        ("C", TINY, 1, F(3, 4 * 10**9)),
        ("E", TINY, 1, F(1, 300)),
        ("linear", TINY, 10, F(25, 2)),
    ],
)
def test_every_line_through_the_clients_loses_to_a_cut_shift(name, eps, k, lift):
    """Correlation one means gains 20 + g (20, 10, 0) and lower: none of them is as good as one cut shift."""
    assert correlation_squared([70 + lift, min(80 + lift, 90), 90], (50, 60, 70)) < 1
    cut = price(name, [20 + lift, min(20 + lift, F(30)), F(20)], eps, k)
    for g in [F(i, 100) for i in range(-100, 100)] + [F(1, 10**j) for j in range(3, 14)]:
        for down in (0, 1, 5):
            u = [20 + 20 * g - down, 20 + 10 * g - down, F(20) - down]
            if min(u) >= 0 and u[0] <= 40 and g < 1:
                assert cut < price(name, u, eps, k)


@pytest.mark.backs("rewards/lemma-4-linear", "rewards/lemma-4-growth")
def test_two_optima_by_hand():
    """V - 10 m: with gains (t, 20 or 30, 20), found by setting the derivative to zero; C: x^2 + 60 x = 189."""
    linear = rw.allocate_continuous([50, 60, 70], best=90, cost=rw.Cost("linear", weight=10))
    assert linear.levels == (F(165, 2), 90, 90)
    assert correlation_squared(linear.levels, (50, 60, 70)) == F(3, 4)
    growth = rw.allocate_continuous([50, 60, 70], best=90, cost=rw.Cost("growth", epsilon=42))
    assert growth.levels == (73, 83, 90)
    root_of_the_slope = 3
    assert root_of_the_slope**2 + 60 * root_of_the_slope == 189


@pytest.mark.backs("rewards/new-sum-on-fractions")
def test_on_fractions_the_sum_gives_everybody_the_best():
    tenths = [F(i, 5) for i in range(6)]
    for c in combinations_with_replacement(tenths[:5], 3):
        for eps in (TINY, F(2, 5)):
            assert best_of("E", c, tenths[2:] if c[-1] <= tenths[2] else tenths, eps=eps) == [(1, 1, 1)]


@pytest.mark.backs("rewards/new-only-sharpe-fits")
def test_which_reading_passes_both():
    kept = []
    for name in READINGS:
        more = price(name, [20] * 3) < price(name, [19] * 3)
        lifts = (F(1, 10), F(1, 1000), F(1, 10**10), F(1, 10**12))
        if more and all(price(name, [20] * 3) < price(name, [20 + x, F(20), F(20)]) for x in lifts):
            kept.append(name)
    assert kept == ["D"]


@pytest.mark.backs("rewards/new-anchor", "rewards/new-anchor-finite")
def test_the_anchored_rule_by_hand():
    for c in combinations_with_replacement(range(4), 3):
        for h in range(c[-1], 6):
            allowed = [
                o for o in admissible(c, grid(h)) if all(a == h for a, x in zip(o, c, strict=True) if x == c[-1])
            ]
            spread = {o: moments([a - x for a, x in zip(o, c, strict=True)])[1] for o in allowed}
            best = [o for o in allowed if spread[o] == min(spread.values())]
            assert best == [tuple(x + h - c[-1] for x in c)]
            assert rw.allocate_continuous(list(c), best=h, cost="anchor").levels == best[0]
            assert rw.allocate_continuous(list(c), best=h, cost="least-variance").levels == best[0]
    assert rw.allocate([50, 52], [52, 54, 55], cost="least-variance").levels == (52, 54)
    assert rw.allocate([50, 52], [52, 54, 55], cost="anchor").levels == (54, 55)


@pytest.mark.backs("rewards/prose-pearson-one-ideal", "rewards/new-correlation-one")
def test_correlation_one_is_a_rising_line():
    c = (0, 1, 3)
    for a in product(range(10), repeat=3):
        rising = (a[1] - a[0]) * 2 == a[2] - a[1] and a[1] > a[0]
        assert (correlation_squared(a, c) == 1) == rising
    c = (10, 20, 40)
    for a in ((20, 40, 80), (5, 15, 35), (F(901, 10), F(902, 10), F(904, 10))):
        assert correlation_squared(a, c) == 1
    assert moments((10, 20, 40))[1] > 0


@pytest.mark.backs("rewards/prose-near-perfect")
def test_rounding_a_shift_keeps_the_correlation_near_one():
    for c in combinations(range(7), 3):
        for errors in product((F(-1, 2), F(0), F(1, 3)), repeat=3):
            share = moments(errors)[1] / moments(c)[1]
            a = [x + 5 + r for x, r in zip(c, errors, strict=True)]
            if share < 1:
                assert correlation_squared(a, c) >= 1 - share
    assert best_of("A", (0, 2, 6), (1, 6)) == [(1, 6, 6)]
    assert correlation_squared((1, 6, 6), (0, 2, 6)) == F(4, 7) < F(98, 100) ** 2
    assert best_of("A", (0, 1), (1, 4)) == [(4, 4)]


@pytest.mark.backs("rewards/prose-maximises-mean-gain")
@pytest.mark.parametrize("name", ["A", "B", "D"])
def test_no_optimum_has_the_largest_mean_gain(name):
    found = best_of(name, (50, 60), range(50, 91, 5))
    assert all(sum(a) - 110 < 2 * 90 - 110 for a in found)
    assert (80, 90) in found


@pytest.mark.backs("rewards/prose-rational-by-design")
def test_rational_whenever_that_is_possible():
    for levels in combinations(range(4), 2):
        for c in product(range(5), repeat=2):
            if max(c) > levels[-1]:
                with pytest.raises(ValueError, match="client"):
                    rw.allocate(list(c), list(levels))
            else:
                found = rw.allocate(list(c), list(levels)).levels
                assert all(a >= x for a, x in zip(found, c, strict=True))
    # Matched exactly on the data used for choosing, one answer short on new data.
    assert best_of("A", (5, 7), (5, 7, 10)) == [(5, 7)]


@pytest.mark.backs("rewards/new-margin-on-new-data")
def test_the_margin_is_twice_the_error():
    for rho, gain in product((F(1), F(5, 2)), (F(0), F(1), F(2), F(5), F(6))):
        worst = min(gain + x - y for x, y in product((-rho, F(0), rho), repeat=2))
        assert (worst >= 0) == (gain >= 2 * rho)


def test_the_exercise_on_margins_by_summing_over_pairs():
    """The chance that a reward scores worse than the own model, summed over both scores directly."""
    n, p, q = 5, F(7, 10), F(9, 10)
    law = lambda s, j: comb(n, j) * s**j * (1 - s) ** (n - j)  # noqa: E731
    worse = sum(law(q, i) * law(p, j) for i in range(n + 1) for j in range(n + 1) if i < j)
    assert 0 < worse < F(1, 5)
