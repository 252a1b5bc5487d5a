"""Second derivations of what the page about contributing less claims: brute force in plain Fractions."""

from fractions import Fraction as F
from itertools import product
from math import sqrt

import pytest


def equal(c, h):
    return [x + h - max(c) for x in c]


def pay(i, x, able, h, k):
    return max(able[i], equal(x, h)[i]) - k * x[i]


def changed(x, i, value):
    return [*x[:i], value, *x[i + 1 :]]


@pytest.mark.backs("rewards/prose-contribution-is-incentivised")
@pytest.mark.parametrize("k", [F(1, 1000), F(1, 10), F(1, 2)])
def test_the_top_client_holds_back(k):
    able = [F(3, 10), F(5, 10), F(7, 10)]
    less = changed(able, 2, F(1, 2))
    assert pay(2, less, able, F(9, 10), k) > pay(2, able, able, F(9, 10), k)
    assert equal(less, F(9, 10))[:2] == [a + F(1, 5) for a in equal(able, F(9, 10))[:2]]


@pytest.mark.backs("rewards/new-who-pays-for-the-top", "rewards/new-growth-pays-the-top")
@pytest.mark.parametrize("slope", [F(0), F(1, 3), F(2, 3), F(1)])
def test_finite_differences(slope):
    d, c = F(1, 100), [F(1, 10), F(2, 10), F(6, 10)]
    before = equal(c, F(9, 10))
    after = equal(changed(c, 2, c[2] + d), F(9, 10) + slope * d)
    moved = [(b - a) / d for a, b in zip(before, after, strict=True)]
    assert moved == [slope - 1, slope - 1, slope]
    assert sum(moved) == 3 * slope - 2
    for price in (
        F(1, 6),
        F(1, 3),
        F(1, 2),
    ):  # giving d more, at that price, pays if and only if it grows enough
        assert (moved[2] - price >= 0) == (slope >= price)


@pytest.mark.backs("rewards/new-equal-gains-equilibria")
@pytest.mark.parametrize(
    ("able", "h", "k"),
    [([1, 3, 4], 8, F(1, 2)), ([2, 2, 2], 5, F(3, 4)), ([0, 2, 5], 9, F(1, 3)), ([1, 2, 3, 3], 7, F(1, 4))],
)
def test_equilibria(able, h, k):
    assert k * max(able) < h - max(able)
    profiles = list(product(*(range(a + 1) for a in able)))
    stable = {
        x
        for x in profiles
        if all(
            pay(i, x, able, h, k) >= pay(i, changed(x, i, y), able, h, k)
            for i in range(len(able))
            for y in range(able[i] + 1)
        )
    }
    assert stable == {tuple(min(a, X) for a in able) for X in range(sorted(able)[-2] + 1)}


@pytest.mark.backs("rewards/new-fixed-gain-contributes")
@pytest.mark.parametrize("k", [F(1, 10), F(1, 2)])
def test_fixed_gain(k):
    able, t = [1, 3, 4], 3
    for i in range(3):
        values = {y: max(able[i], y + t) - k * y for y in range(able[i] + 1)}
        assert [y for y, v in values.items() if v == max(values.values())] == [able[i]]
    assert len({a + t - a for a in able}) == 1


@pytest.mark.backs("rewards/new-growth-pays-the-top")
@pytest.mark.parametrize(("g", "k"), [(F(1, 2), F(1, 4)), (F(1, 4), F(1, 4)), (F(1, 8), F(1, 4)), (0, F(1, 10))])
def test_growth(g, k):
    able = [2, 4, 6]
    best = lambda x: 12 + g * (sum(x) - sum(able))  # noqa: E731

    def worth(i, x):
        return max(able[i], equal(x, best(x))[i]) - k * x[i]

    stays = all(worth(i, able) >= worth(i, changed(able, i, y)) for i in range(3) for y in range(able[i] + 1))
    assert stays == (g >= k)


def ratio_optima(c, menu, eps, root):
    def cost(a):
        u = [p - x for p, x in zip(a, c, strict=True)]
        m = F(sum(u), len(u))
        v = sum((w - m) ** 2 for w in u) / len(u)
        return v / (m + eps) ** 2 if root else v / (m + eps)  # squared where the deviation counts

    feasible = [a for a in product(menu, repeat=len(c)) if all(p >= x for p, x in zip(a, c, strict=True))]
    least = min(map(cost, feasible))
    return [a for a in feasible if cost(a) == least]


@pytest.mark.backs("rewards/new-less-is-more")
@pytest.mark.parametrize("root", [False, True])
@pytest.mark.parametrize("eps", [F(1, 10**8), F(1, 1000), F(1, 10)])
def test_less_is_more(root, eps):
    assert ratio_optima([1, 2], [1, 2, 4], eps, root) == [(1, 2)]
    assert ratio_optima([0, 2], [1, 2, 4], eps, root) == [(2, 4)]


@pytest.mark.backs("rewards/new-reports-end-equal")
@pytest.mark.parametrize("clients", [2, 3])
def test_reports(clients):
    for r in product(range(5), repeat=clients):
        settled = all(equal(r, 9)[i] >= equal(changed(r, i, y), 9)[i] for i in range(clients) for y in range(5))
        assert settled == (equal(r, 9) == [9] * clients)


@pytest.mark.backs("rewards/prose-free-riding-discouraged")
def test_free_riding():
    able, h, floor = [1, 4, 7], 9, 6
    level = lambda x: max(floor, equal([x, 4, 7], h)[0])  # noqa: E731
    assert {level(x) for x in (0, 1)} == {floor}  # below the floor: nothing for something
    for x in range(5):
        assert equal([1, x, 7], h)[1] == equal(able, h)[1] - (4 - x)


@pytest.mark.backs("rewards/prose-secure-without-hardware", "rewards/equation-5")
def test_a_client_that_rests():
    c, sent = [F(1, 2), F(1, 2)], []
    for new in ([1, F(1, 2)], [0, F(1, 2)], [0, F(1, 2)]):
        c = [(a + b) / 2 for a, b in zip(c, new, strict=True)]
        sent.append([x / max(c) for x in c])
    assert sent == [[1, F(2, 3)], [F(3, 4), 1], [F(3, 8), 1]]
    assert max(row[0] for row in sent) > sent[-1][0]
    assert all(max(row) == 1 for row in sent)


@pytest.mark.backs("rewards/equation-4")
@pytest.mark.parametrize("gamma", [F(0), F(1, 2), F(9, 10), F(1)])
def test_scores_stay_between_their_inputs(gamma):
    for inputs in product([F(0), F(1, 3), F(1)], repeat=4):
        score = inputs[0]
        for new in inputs[1:]:
            score = gamma * score + (1 - gamma) * new
        assert min(inputs) <= score <= max(inputs)
        newest = gamma * F(7) + (1 - gamma) * inputs[-1]  # the last step from another past
        assert newest - (gamma * F(6) + (1 - gamma) * inputs[-1]) == gamma


@pytest.mark.backs("rewards/prose-masked-averaging", "rewards/new-masked-averaging-owners")
def test_masked_averages():
    masks = [[1] * k + [0] * (8 - k) for k in (2, 5, 8)]
    held = [sum(column) for column in zip(*masks, strict=True)]
    assert held == [3, 3, 2, 2, 2, 1, 1, 1]
    values = [[(i + 1) * (j - 3) for j in range(8)] for i in range(3)]
    for j in range(8):
        own = [values[i][j] for i in range(3) if masks[i][j]]
        mean = F(sum(masks[i][j] * values[i][j] for i in range(3)), held[j])
        assert min(own) <= mean <= max(own)
    absent = [sum(column) for column in zip(*masks[:2], strict=True)]
    assert absent[5:] == [0, 0, 0]


def correlation(a, c):
    n = len(a)
    x, y = [v - F(sum(a), n) for v in a], [v - F(sum(c), n) for v in c]
    return sum(p * q for p, q in zip(x, y, strict=True)), sum(p * p for p in x) * sum(q * q for q in y)


@pytest.mark.backs("rewards/definition-normalised-contributions", "rewards/prose-width-correlation-one")
@pytest.mark.parametrize("c", [(50, 52, 100), (1, 2, 4), (3, 3, 8, 9)])
def test_widths_by_range(c):
    scaled = [F(1, 2) + F(1, 2) * F(x - min(c), max(c) - min(c)) for x in c]
    assert (min(scaled), max(scaled)) == (F(1, 2), 1)
    # on any grid of gains at least 0, the only allocation of variance 0 gives everybody gain 0
    gains = [[F(j, 20) for j in range(11) if s + F(j, 20) <= 1] for s in scaled]
    assert [u for u in product(*gains) if len(set(u)) == 1] == [(0,) * len(c)]
    top, squares = correlation(scaled, list(c))
    assert top > 0
    assert top**2 == squares


@pytest.mark.backs("rewards/prose-width-correlation-one")
def test_a_menu_of_three_widths():
    c, scaled = [50, 52, 100], [F(1, 2), F(1, 2) + F(1, 50), F(1)]
    menu = [F(1, 2), F(3, 4), F(1)]
    feasible = [a for a in product(menu, repeat=3) if all(p >= s for p, s in zip(a, scaled, strict=True))]
    assert all((top := correlation(list(a), c))[0] ** 2 < top[1] for a in feasible if len(set(a)) > 1)
    assert (F(3, 4), F(3, 4), F(1)) in feasible
    top, squares = correlation([F(3, 4), F(3, 4), F(1)], c)
    assert round(float(top) / sqrt(squares), 3) == 0.999


@pytest.mark.backs("rewards/new-width-reward-can-harm", "rewards/new-width-reward-ends-are-flat")
def test_width_rewards_by_hand():
    c = [F(5, 10), F(6, 10), F(7, 10)]
    width = lambda c: [F(1, 4) + F(3, 4) * (x - min(c)) / (max(c) - min(c)) for x in c]  # noqa: E731
    assert width(c) == [F(1, 4), F(5, 8), 1]
    given = [F(4, 10), F(55, 100), F(8, 10)]
    assert [a >= x for a, x in zip(given, c, strict=True)] == [False, False, True]
    assert {width([x, *c[1:]])[0] for x in (F(0), F(3, 10), F(59, 100))} == {F(1, 4)}
    assert {width([*c[:2], x])[2] for x in (F(61, 100), F(9, 10))} == {1}


@pytest.mark.backs("rewards/prose-counts-of-settings")
def test_counts():
    partitions = ["homogeneous", *(f"Dirichlet {i}" for i in range(5)), "quantity 1", "quantity 2", "label"]
    sets = ["MNIST", "FMNIST", "SVHN", "CIFAR-10", "CIFAR-100", "SST"]
    settings = list(product(partitions, sets))
    assert len(settings) - 36 == 18 > 0  # settings in which another method leads
    assert len(list(product(partitions, sets[:3]))) == 27
    assert len(list(product(partitions[6:8], sets))) == 12
