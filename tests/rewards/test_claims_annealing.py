"""Theorem 2 and what stands around it, from chains written out here in plain Fractions."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import exp, gcd, log, pi, sin, sqrt

import numpy as np
import pytest

from incentives import rewards as rw
from incentives.rewards import annealing
from incentives_book.rewards import does_annealing_find_the_best as page

F = Fraction
HALF = F(1, 2)


def matrix(costs, proposals, z):
    """Metropolis transitions with exp(-1/T) = z; climbs are whole numbers."""
    n = len(costs)
    P = [[proposals[x][y] * z ** max(0, costs[y] - costs[x]) if x != y else F(0) for y in range(n)] for x in range(n)]
    for x in range(n):
        P[x][x] = 1 - sum(P[x])
    return P


def line(n, chance=HALF):
    q = [[chance if abs(x - y) == 1 else F(0) for y in range(n)] for x in range(n)]
    for x in range(n):
        q[x][x] = 1 - sum(q[x])
    return q


def times(law, P):
    return [sum(p * row[y] for p, row in zip(law, P, strict=True)) for y in range(len(law))]


def stationary(P):
    """Solve v P = v, sum v = 1, by elimination."""
    n = len(P)
    rows = [[P[x][y] - (x == y) for x in range(n)] + [F(0)] for y in range(n - 1)] + [[F(1)] * (n + 1)]
    for i in range(n):
        pivot = next(r for r in range(i, n) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [a - rows[r][i] * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [row[-1] for row in rows]


def depth_on_a_line(costs, x):
    """The lower of the two passes to the nearest lower state on either side."""
    passes = []
    for way in (1, -1):
        y, top = x, costs[x]
        while 0 <= y < len(costs) and costs[y] >= costs[x]:
            top = max(top, costs[y])
            y += way
        if 0 <= y < len(costs):
            passes.append(top - costs[x])
    return min(passes, default=None)


@pytest.mark.backs("rewards/theorem-2-transitions")
@pytest.mark.parametrize("costs", [(1, 3, 0), (1, 2, 4, 0), (0, 0, 5, 2, 2)])
def test_transitions(costs):
    chain = page.MetropolisChain.path(costs)
    for z in (F(0), F(1, 7), HALF, F(1)):
        assert [list(row) for row in chain.exact_transition(z)] == matrix(costs, line(len(costs)), z)


def box(contributions, menu):
    return [
        a
        for a in product(menu, repeat=len(contributions))
        if all(x >= c for x, c in zip(a, contributions, strict=True))
    ]


def cost_of(levels, contributions):
    eps = F(1, 1000)
    u = [a - c for a, c in zip(levels, contributions, strict=True)]
    m = sum(u) / F(len(u))
    return sum((v - m) ** 2 for v in u) / F(len(u)) / (m + eps)


@pytest.mark.backs("rewards/assumption-5-and-6")
def test_costs_of_finitely_many_allocations_are_bounded():
    for K in range(1, 5):
        menu = [F(5 + k, 10) for k in range(K)]
        values = [cost_of(a, [F(1, 2), F(1, 3)]) for a in box([F(1, 2), F(1, 3)], menu)]
        assert len(values) == K**2
        assert max(map(abs, values)) <= 1


@pytest.mark.backs("rewards/assumption-7")
@pytest.mark.parametrize("clients", [1, 2, 3])
def test_single_client_moves_connect_and_exchanges_do_not(clients):
    menu = (4, 6, 7, 9)
    for c in combinations_with_replacement(range(3, 10), clients):
        states = box(c, menu)
        seen, waiting = {states[0]}, [states[0]]
        while waiting:
            a = waiting.pop()
            for b in states:
                moved = [abs(menu.index(x) - menu.index(y)) for x, y in zip(a, b, strict=True)]
                if sum(moved) == 1 and b not in seen:
                    seen.add(b)
                    waiting.append(b)
        assert len(seen) == len(states)
    # an exchange keeps the sum of level numbers, and (0, 0) and (1, 1) have different sums
    assert all((i + 1) + (j - 1) == i + j for i, j in product(range(4), repeat=2))


@pytest.mark.backs("rewards/new-aperiodic-for-free")
def test_return_times_on_a_square_and_a_hexagon():
    for n in (4, 6):
        ring = [[HALF if (x - y) % n in (1, n - 1) else F(0) for y in range(n)] for x in range(n)]
        for costs in product(range(2), repeat=n):
            P = np.array([[p > 0 for p in row] for row in matrix(costs, ring, HALF)])
            power, period = np.eye(n, dtype=bool), 0
            for length in range(1, 3 * n):
                power = power @ P
                period = gcd(period, length) if power[0, 0] else period
            assert period == (2 if len(set(costs)) == 1 else 1)


@pytest.mark.backs("rewards/assumption-9-example")
@pytest.mark.parametrize(("gap", "scale"), [(1, 1), (1, 2), (2, 1), (3, 2), (2, 3), (1, 3)])
def test_the_sum_of_the_classic_schedule(gap, scale):
    """Condensation: blocks of k in [2^i, 2^(i+1)) have sums of ratio about 2^(1 - gap/scale)."""
    blocks = [sum(exp(-gap / (scale / log(k + 1))) for k in range(2**i, 2 ** (i + 1))) for i in range(6, 15)]
    growing = blocks[-1] / blocks[-2]
    assert growing == pytest.approx(2 ** (1 - gap / scale), rel=2e-3)
    assert (growing > 1 - 2e-3) == (scale >= gap)


@pytest.mark.backs("rewards/theorem-2-proof-gibbs", "rewards/theorem-2-proof-unique")
@pytest.mark.parametrize("costs", [(1, 3, 0), (0, 2, 2, 1), (3, 0, 1, 0, 2)])
def test_gibbs_is_the_stationary_law_of_symmetric_proposals_only(costs):
    n, z = len(costs), F(1, 3)
    weights = [z**c for c in costs]
    gibbs = [w / sum(weights) for w in weights]
    assert stationary(matrix(costs, line(n), z)) == gibbs
    feasible_neighbour = line(n)
    feasible_neighbour[0] = [F(0), F(1)] + [F(0)] * (n - 2)
    feasible_neighbour[-1] = [F(0)] * (n - 2) + [F(1), F(0)]
    assert stationary(matrix(costs, feasible_neighbour, z)) != gibbs


@pytest.mark.backs("rewards/theorem-2-proof-odds", "rewards/theorem-2-proof-concentration")
def test_concentration_with_and_without_symmetry():
    circle = [[HALF, HALF, F(0)], [F(0), HALF, HALF], [HALF, F(0), HALF]]
    before = (F(0), F(1))
    for z in (F(1, 10), F(1, 100), F(1, 1000)):
        law = stationary(matrix((1, 3, 0), line(3), z))
        assert law[0] / law[2] == z
        assert before[0] < law[2] > 1 - 2 * z
        around = stationary(matrix((0, 1, 4), circle, z))
        assert around[0] < before[1]
        assert around[1] > 1 - 2 * z
        before = (law[2], around[0])


@pytest.mark.backs("rewards/theorem-2-proof-inhomogeneous")
def test_the_law_of_one_temperature_moves_at_another():
    law = stationary(matrix((1, 3, 0), line(3), F(1, 2)))
    assert times(law, matrix((1, 3, 0), line(3), F(1, 2))) == law
    assert times(law, matrix((1, 3, 0), line(3), F(1, 3))) != law


@pytest.mark.backs("rewards/theorem-2-proof-barrier")
def test_depths_on_all_permuted_lines():
    for costs in permutations((0, 1, 2, 4, 7)):
        chain = page.MetropolisChain.path(costs)
        expected = [depth_on_a_line(costs, x) for x in range(5)]
        assert list(chain.depths) == expected
        assert chain.depth == max(d for d in expected if d is not None)


@pytest.mark.backs("rewards/theorem-2-proof-upward-move")
def test_a_climb_can_exceed_the_largest_barrier_but_not_on_the_way_out():
    for costs in permutations((0, 1, 3, 4)):
        for x in range(4):
            d = depth_on_a_line(costs, x)
            if d is None:
                continue
            ways = [range(x, y + w, w) for w, y in ((1, 3), (-1, 0))]
            short = []
            for way in ways:
                walk = []
                for y in way:
                    walk.append(costs[y])
                    if costs[y] < costs[x]:
                        short.append(walk)
                        break
            best = min(short, key=max)
            assert max(best) - costs[x] == d
            assert all(b - a <= d for a, b in pairwise(best))
    assert 3 - 0 > depth_on_a_line((1, 3, 0), 0) == 2


@pytest.mark.backs("rewards/theorem-2-proof-barrier-path")
def test_a_path_pays_for_every_climb():
    costs = [F(2), F(4), F(3), F(5), F(0)]  # twice the costs of the page
    z, odds = HALF, F(1)
    for a, b in pairwise(costs):
        odds *= z ** int(max(0, b - a))
    assert odds == z**4
    assert depth_on_a_line(costs, 0) == 3
    assert odds < z**3


@pytest.mark.backs("rewards/theorem-2-proof-sum")
def test_gap_and_barrier_of_the_valley_give_different_sums():
    small = sum(F(1, k + 1) for k in range(1, 2**9))
    large = sum(F(1, (k + 1) ** 2) for k in range(1, 2**9))
    assert small > 5
    assert large < sum(F(1, k * (k + 1)) for k in range(1, 2**9)) < 1
    assert min(abs(a - b) for a, b in combinations((1, 3, 0), 2)) == 1
    assert depth_on_a_line((1, 3, 0), 0) == 2


def never_leaves(n):
    """P(the valley's chain is at A in steps 1..n), T_k = 1/log(k + 1)."""
    stay = F(1)
    for k in range(1, n + 1):
        stay *= matrix((1, 3, 0), line(3), F(1, k + 1))[0][0]
    return stay


@pytest.mark.backs("rewards/theorem-2", "rewards/new-staying-probability")
def test_the_valley_keeps_seven_chains_in_ten():
    value = 2 * sin(pi / sqrt(2)) / (pi / sqrt(2))
    assert value == pytest.approx(0.71637557, abs=5e-9)
    for n in (10, 100, 300):
        stay = never_leaves(n)
        assert float(stay * (1 - F(1, 2 * (n + 1)))) < value < float(stay)
    laws = page.MetropolisChain.path([1, 3, 0]).laws(annealing.Logarithmic(1), [10, 1000, 100_000], start=0)
    assert (laws[:, 0] > value).all()
    assert laws[-1].round(4).tolist() == [0.8519, 0.0, 0.1481]


@pytest.mark.backs("rewards/theorem-2", "rewards/new-three-states")
def test_at_the_depth_the_valley_empties():
    laws = page.MetropolisChain.path([1, 3, 0]).laws(annealing.Logarithmic(2), [10, 1000, 100_000], start=0)
    assert laws[:, 2].round(3).tolist() == [0.350, 0.756, 0.917]


@pytest.mark.backs("rewards/new-three-states")
@pytest.mark.parametrize("power", [1, 2])
def test_the_recursion_of_the_three_states(power):
    """s = a + b/2 along exact laws with odds z_k = (k + 1)^-power."""
    law, before = [F(1), F(0), F(0)], None
    for k in range(1, 25):
        z = F(1, (k + 1) ** power)
        a, b, g = law
        new = times(law, matrix((1, 3, 0), line(3), z))
        assert new[0] + new[1] / 2 == a + b / 2 - z**2 / 4 * a + z**3 / 4 * g
        if before is not None:
            assert b <= before**2 / 2
            bound = (1 - z**2 / 4) * (a + b / 2) + z**2 / 4 * (before**2 / 4 + z)
            assert new[0] + new[1] / 2 <= bound
        law, before = new, z


@pytest.mark.backs("rewards/theorem-2-almost-sure", "rewards/new-eventually-optimal")
@pytest.mark.parametrize("m", [1, 10, 100])
def test_the_restless_optimum_is_left_again(m):
    """Staying at G of the costs 1, 3, 0, 1 with odds 1/j, which is colder than the schedule c = 2: still zero."""
    stay = F(1)
    for j in range(m + 2, 40 * (m + 2)):
        stay *= matrix((1, 3, 0, 1), line(4), F(1, j))[2][2]
    assert stay**2 < F(m + 2, 40 * (m + 2))
    chain = page.MetropolisChain.path([1, 3, 0, 1])
    assert (chain.depth, chain.exit_height) == (2, 1)
    # and at c = 2, with odds j^-1/2, every factor is smaller still
    factors = chain.transitions(annealing.Logarithmic(2).temperatures(200))[:, 2, 2]
    assert (factors < 1 - 1 / (2 * np.arange(2, 202))).all()


@pytest.mark.backs("rewards/theorem-2-almost-sure", "rewards/new-eventually-optimal")
def test_departures_of_simulated_walks():
    """Last departures: early and rare in the valley at c = 2, late in the restless landscape."""
    rng, walks, steps, late = np.random.default_rng(8), 400, 4000, {}
    for costs in ((1, 3, 0), (1, 3, 0, 1)):
        at, last = np.full(walks, 2), np.zeros(walks)
        level = np.array(costs, dtype=float)
        for k in range(1, steps + 1):
            to = np.clip(at + rng.choice([-1, 1], size=walks), 0, len(costs) - 1)
            to = np.where(rng.random(walks) < np.exp(-np.maximum(level[to] - level[at], 0) * log(k + 1) / 2), to, at)
            last[(at == 2) & (to != 2)] = k
            at = to
        late[len(costs)] = (last > steps / 2).mean()
    assert late[3] < 0.05  # the expected number of such departures is about (steps/2)^-1/2
    assert late[4] > 0.8  # all but those that sit at A after an early climb


@pytest.mark.backs("rewards/new-eventually-optimal")
def test_the_probability_of_leaving_lies_between_its_bounds():
    for costs in permutations((0, 1, 3, 4)):
        best = costs.index(0)
        e = min(costs[y] for y in (best - 1, best + 1) if 0 <= y < 4)
        for z in (F(1, 2), F(1, 9)):
            leaving = 1 - matrix(costs, line(4), z)[best][best]
            assert HALF * z**e <= leaving <= z**e


@pytest.mark.backs("rewards/new-best-so-far")
@pytest.mark.parametrize("z", [F(1, 2), F(1, 5)])
def test_the_best_so_far_is_found_at_a_constant_temperature(z):
    P = matrix((1, 3, 0), line(3), z)
    law = [F(1), F(0)]  # at A or B, G not yet seen
    for i in range(1, 30):
        for _ in range(2):
            law = [law[0] * P[0][0] + law[1] * P[1][0], law[0] * P[0][1] + law[1] * P[1][1]]
        assert sum(law) <= (1 - z**2 / 4) ** i


@pytest.mark.backs("rewards/theorem-2", "rewards/new-allocation-valley")
def test_the_allocation_valley():
    c, menu = [F(3, 10), F(4, 10)], [F(5, 10), F(9, 10), F(1)]
    cost = {a: cost_of(a, c) for a in product(menu, repeat=2)}
    assert min(cost, key=cost.get) == (F(9, 10), F(1))
    gap = min(abs(x - y) for x, y in combinations(set(cost.values()), 2))
    bottom = cost[menu[0], menu[0]]
    climbs = [cost[menu[1], menu[0]] - bottom, cost[menu[0], menu[1]] - bottom]
    assert min(climbs) == F(67312, 117) * gap > 575 * gap
    # union bound over steps: two exits of probability 1/4 each
    assert HALF * (F(1, 2**575) + F(1, 574 * 2**574)) < F(1, 2**575)
    # the walk itself, with the printed schedule: it never moves
    run = rw.anneal(
        [0.3, 0.4],
        [0.5, 0.9, 1.0],
        cost=rw.Cost("ratio", epsilon=F(1, 1000)),
        start=[0.5, 0.5],
        schedule=annealing.Logarithmic(float(gap)),
        steps=20_000,
        rng=np.random.default_rng(0),
    )
    assert run.accepted == 0


def landscape(c, menu, value):
    """Depth d*, smallest gap and climb out of the minimisers, by raising a water level over the grid of level
    numbers.
    """
    rows = [[m for m in menu if m >= x] for x in c]
    cost = {
        place: value([rows[i][k] - c[i] for i, k in enumerate(place)])
        for place in product(*(range(len(r)) for r in rows))
    }
    levels = sorted(set(cost.values()))
    near = {p: [q for q in cost if sum(abs(x - y) for x, y in zip(p, q, strict=True)) == 1] for p in cost}
    deepest = 0
    for start in cost:
        if cost[start] == levels[0]:
            continue
        for water in levels:
            if water < cost[start]:
                continue
            seen, waiting = {start}, [start]
            while waiting:
                for q in near[waiting.pop()]:
                    if q not in seen and cost[q] <= water:
                        seen.add(q)
                        waiting.append(q)
            if min(cost[q] for q in seen) < cost[start]:
                deepest = max(deepest, water - cost[start])
                break
    gap = min((b - a for a, b in pairwise(levels)), default=None)
    out = [cost[q] - cost[p] for p in cost if cost[p] == levels[0] for q in near[p] if cost[q] > levels[0]]
    return deepest, gap, min(out, default=None)


def linear(u):
    m = sum(u) / F(len(u))
    return sum((v - m) ** 2 for v in u) / F(len(u)) - m / 10


@pytest.mark.backs("rewards/new-depth-over-gap")
@pytest.mark.parametrize(
    ("value", "expected"),
    [(lambda u: cost_of(u, [0] * len(u)), (126, 27, 36)), (linear, (71, 36, 21))],
    ids=["ratio", "linear"],
)
def test_valleys_of_all_small_problems(value, expected):
    found = []
    for menu in combinations(range(4, 11), 3):
        for c in combinations_with_replacement(range(3, menu[-1] + 1), 2):
            d, gap, e = landscape([F(x, 10) for x in c], [F(x, 10) for x in menu], value)
            if d:
                found.append((d == gap, e <= d))
    assert (len(found), *(sum(column) for column in zip(*found, strict=True))) == expected


@pytest.mark.backs("rewards/new-depth-over-gap")
@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("deviation-ratio", lambda m, sd: sd / (m + 1e-3), (99, 18, 8)),
        ("sharpe", lambda m, sd: -m / (sd + 1e-3), (223, 27, 2)),
    ],
)
def test_valleys_under_deviation_costs(name, value, expected):
    """For two clients the deviation is half the difference of the gains, so these costs are rational."""
    found = []

    def exact(u):
        m, sd = (u[0] + u[1]) / 2, abs(u[0] - u[1]) / 2
        eps = F(1, 1000)
        answer = sd / (m + eps) if name == "deviation-ratio" else -m / (sd + eps)
        assert float(answer) == pytest.approx(value(float(m), float(sd)))
        return answer

    for menu in combinations(range(4, 11), 3):
        for c in combinations_with_replacement(range(3, menu[-1] + 1), 2):
            d, gap, e = landscape([F(x, 10) for x in c], [F(x, 10) for x in menu], exact)
            if d:
                found.append((d == gap, e <= d))
    assert (len(found), *(sum(column) for column in zip(*found, strict=True))) == expected
