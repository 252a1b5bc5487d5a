"""Utilities, assumptions and Definition 3, from tables and sets written out here in plain Fractions."""

import math
from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from incentives import consensus as cs
from incentives.consensus import agreement, utilities

F = Fraction
NAMES = "abc"


def excess(row):
    return [v - min(row) for v in row]


def good(row, eps):
    return {i for i, g in enumerate(excess(row)) if g <= eps}


def wish(game, who, eps, weights, outside=-math.inf):
    """Utility of every point, for a game given as rows of losses."""
    gaps = [excess(row) for row in game]
    values = []
    for i in range(len(game[0])):
        own = gaps[who][i]
        if own > eps:
            values.append(outside)
        elif own > 0:
            values.append(-own)
        else:
            values.append(sum(weights[j] * F(g[i], 1 + g[i]) for j, g in enumerate(gaps) if j != who))
    return values


def obeys(values, game, who, eps, outside=-math.inf):
    """The three items, spelled out over all pairs of points."""
    row, inside = game[who], good(game[who], eps)
    if any(values[i] != outside for i in range(len(row)) if i not in inside):
        return False
    for x, y in product(inside, repeat=2):
        if row[x] < row[y] and values[x] <= values[y]:
            return False
        if row[x] == row[y] == min(row):
            others = [g for j, g in enumerate(game) if j != who]
            worse = any(g[x] > g[y] for g in others) and all(g[x] >= g[y] for g in others)
            if worse and values[x] <= values[y]:
                return False
    return True


def as_losses(game):
    return [cs.TableLoss(dict(enumerate(row))) for row in game]


ROWS = list(product(range(3), repeat=3))
SETS = [frozenset(s) for size in (1, 2, 3) for s in combinations(range(3), size)]


def meet(sets):
    return frozenset.intersection(*sets)


def redundant(family):
    W = meet(family)
    return bool(W) and all(meet([s for j, s in enumerate(family) if j != n]) == W for n in range(len(family)))


WORLDS = [f for f in product(SETS, repeat=3) if redundant(f)]


@pytest.mark.backs("consensus/definition-sublevel-sets")
@pytest.mark.parametrize("eps", [0, 1, F(3, 2)])
def test_sublevel_sets(eps):
    for row in ROWS:
        assert cs.TableLoss(dict(enumerate(row))).sublevel(eps).points == good(row, eps)
        assert good(row, 0) <= good(row, eps)


@pytest.mark.backs("consensus/prose-own-objective")
def test_a_small_lie_pays_at_second_order_cost():
    grid = [F(k, 1000) for k in range(-3000, 3001)]

    def losses(x):
        return (x**2, (x - 1) ** 2)

    def outcome(report):
        return min(grid, key=lambda x: (x - report) ** 2 + (x - 1) ** 2)

    truth = outcome(0)
    for t in (F(1, 10), F(1, 100)):
        lie = outcome(-t)
        assert losses(lie)[0] < losses(truth)[0]
        damage = sum(losses(lie)) - sum(losses(truth))
        assert 0 < damage <= t**2


@pytest.mark.backs("consensus/assumption-1-item-1", "consensus/assumption-1-codomain")
def test_the_printed_sign_makes_the_unacceptable_best():
    game = [(0, 5), (0, 0)]
    printed = wish(game, 0, 1, (1, 1), outside=math.inf)
    assert printed[1] > printed[0]
    corrected = wish(game, 0, 1, (1, 1))
    assert corrected[1] < corrected[0]
    library = cs.HierarchicalUtility(as_losses(game), 1, who=0)
    assert [library(0), library(1)] == corrected
    small = F(1, 10**9)
    assert (1 - small) * printed[0] + small * printed[1] == math.inf
    assert (1 - small) * corrected[0] + small * corrected[1] == -math.inf


@pytest.mark.backs(
    "consensus/new-satisfiable",
    "consensus/prose-different-preferences",
    "consensus/assumption-1-item-2",
    "consensus/assumption-1-item-3",
)
def test_the_family_satisfies_the_corrected_assumption_and_the_library_agrees():
    rng = Random(3)
    for _ in range(1500):
        game = [tuple(rng.randrange(4) for _ in range(4)) for _ in range(3)]
        who, eps = rng.randrange(3), rng.choice((0, 1, 2))
        weights = [F(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(3)]
        values = wish(game, who, eps, weights)
        assert obeys(values, game, who, eps)
        library = cs.HierarchicalUtility(as_losses(game), eps, who=who, envy=weights)
        assert [library(i) for i in range(4)] == values
        assert utilities.violation(library, as_losses(game), eps, who=who, points=range(4)) is None


@pytest.mark.backs("consensus/assumption-1-item-2", "consensus/assumption-1-item-3")
def test_violation_finds_what_the_plain_definition_finds():
    rng = Random(4)
    found = set()
    for _ in range(3000):
        game = [tuple(rng.randrange(3) for _ in range(3)) for _ in range(3)]
        values = [rng.choice((-1, 0, 1, -math.inf)) for _ in range(3)]
        answer = utilities.violation(values.__getitem__, as_losses(game), 1, who=0, points=range(3))
        assert (answer is None) == obeys(values, game, 0, 1)
        found.add(answer and answer[0])
    assert found == {None, 1, 2, 3}


@pytest.mark.backs("consensus/new-silent-ties")
def test_ties_can_be_ordered_either_way():
    game = [(0, 1, 1), (0, 3, 0), (0, 0, 3)]
    for values in ([F(0), F(-1, 2), F(-3, 4)], [F(0), F(-3, 4), F(-1, 2)]):
        assert obeys(values, game, 0, 1)
    at_best = [(0, 0), (1, 0), (0, 1)]
    assert obeys([1, 0], at_best, 0, 1)
    assert obeys([0, 1], at_best, 0, 1)


@pytest.mark.backs("consensus/prose-must-compare")
def test_the_same_own_losses_call_for_opposite_choices():
    orders = set()
    for rival in ((1, 0), (0, 1)):
        legal = [v for v in product(range(3), repeat=2) if obeys(v, [(0, 0), rival], 0, 1)]
        assert legal
        assert len({v[0] > v[1] for v in legal}) == 1
        orders.add(legal[0][0] > legal[0][1])
    assert orders == {True, False}


@pytest.mark.backs("consensus/definition-1", "consensus/prose-public-data")
def test_fresh_records_are_unbiased_and_other_data_are_not():
    own = [F(0), F(1), F(4)]

    def loss(x, z):
        return (x - z) ** 2

    for x in (F(-1), F(2)):
        expected = sum(loss(x, z) for z in own) / 3
        two_draws = sum((loss(x, y) + loss(x, z)) / 2 for y in own for z in own) / 9
        assert two_draws == expected
        public = [F(0), F(1), F(5)]
        assert sum(loss(x, z) for z in public) / 3 != expected
    # Fitted to the file: zero on it, whatever the truth.
    assert min(loss(x, own[0]) for x in own) == 0 < sum(loss(own[0], z) for z in own)


@pytest.mark.backs("consensus/new-unbiased-only")
def test_draws_may_all_be_zero():
    for draws, delta, gap in product((1, 7, 100), (F(1, 2), F(1, 50)), (F(1), F(1000))):
        rare = delta / draws
        assert rare * (gap / rare) == gap
        assert math.prod([1 - rare] * draws) >= 1 - delta


@pytest.mark.backs("consensus/assumption-2", "consensus/new-target-is-not-wanted")
def test_the_common_optimum_is_not_what_anybody_likes_best():
    places = [(F(a), F(b)) for a in range(-3, 4) for b in range(-3, 4)]
    game = [[p[axis] ** 2 for p in places] for axis in (0, 0, 1, 1)]
    assert places[game[0].index(0)][0] == 0
    assert all(row[places.index((0, 0))] == 0 for row in game)
    for who in range(4):
        values = wish(game, who, 1, (1, 1, 1, 1))
        liked = places[max(range(len(places)), key=values.__getitem__)]
        assert liked != (0, 0)
        assert max(abs(v) for v in liked) == 3  # outside the square |x| <= 1


@pytest.mark.backs("consensus/new-average-to-accuracy", "consensus/prose-averaged-objective")
def test_the_average_and_its_gaps():
    for game in product(ROWS, repeat=2):
        common = meet([frozenset(good(row, 0)) for row in game])
        if not common:
            continue
        total = [a + b for a, b in zip(*game, strict=True)]
        assert {i for i, v in enumerate(total) if v == min(total)} == common
        for i, v in enumerate(total):
            assert max(excess(row)[i] for row in game) <= v - min(total)
    # Without a common minimiser the minimiser of the average may be nobody's.
    assert good((0, 3, 2), 0) & {1} == set()
    total = [a + b for a, b in zip((0, 1, 4), (4, 1, 0), strict=True)]
    assert total.index(min(total)) == 1


@pytest.mark.backs("consensus/assumption-3", "consensus/prose-pivotal", "consensus/prose-feasible-set")
def test_redundancy_bounds_removals_and_not_reports():
    emptied = 0
    for family in WORLDS:
        sets = [cs.FiniteSet(s) for s in family]
        assert cs.is_redundant(sets)
        for liar, report in product(range(3), SETS):
            if not meet([report if j == liar else s for j, s in enumerate(family)]):
                emptied += 1
    assert emptied > 0
    for family in product(SETS, repeat=3):
        if meet(family):
            assert cs.is_redundant([cs.FiniteSet(s) for s in family]) == redundant(family)


@pytest.mark.backs("consensus/new-reports-only-shrink", "consensus/prose-detectable")
def test_reports_only_shrink_and_harm_is_seen_by_an_honest_client():
    rng = Random(5)
    universe = range(5)
    tried = 0
    while tried < 300:
        family = [frozenset(i for i in universe if rng.random() < 0.6) for _ in range(4)]
        if not all(family) or not redundant(family):
            continue
        tried += 1
        liar = rng.randrange(4)
        report = frozenset(i for i in universe if rng.random() < 0.5)
        honest = [s for j, s in enumerate(family) if j != liar]
        assert meet([report, *honest]) <= meet(family)
        assert all(any(i not in s for s in honest) for i in universe if i not in meet(family))


@pytest.mark.backs("consensus/new-intervals-need-twins")
def test_intervals_by_sampling_every_half():
    grid = [F(k, 2) for k in range(-1, 12)]  # halves between the ends 0..4 decide everything
    rng = Random(6)
    seen = set()
    for _ in range(1500):
        family = []
        for _ in range(4):
            low = rng.randrange(5)
            family.append((low, rng.randint(low, 5)))
        points = [frozenset(x for x in grid if lo <= x <= hi) for lo, hi in family]
        if not meet(points):
            continue
        lows, highs = zip(*family, strict=True)
        twice = lows.count(max(lows)) > 1 and highs.count(min(highs)) > 1
        assert redundant(points) == twice
        assert cs.is_redundant([cs.Interval(lo, hi) for lo, hi in family]) == twice
        seen.add(twice)
    assert seen == {True, False}


@pytest.mark.backs("consensus/new-quadratics-need-twins")
def test_quadratics_by_directions():
    # Largest form in a direction held by one client only <=> that client cannot be removed.
    rng = np.random.default_rng(7)
    angles = np.linspace(0, np.pi, 721)
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    shapes = [np.array(m) for m in ([[3, 0], [0, 1]], [[1, 0], [0, 3]], [[2, 1], [1, 2]], [[1, 0], [0, 1]])]
    answers = set()
    for _ in range(300):
        chosen = rng.integers(0, 4, size=4)
        forms = np.array([np.einsum("da,ab,db->d", directions, shapes[k], directions) for k in chosen])
        removable = all((forms[n] <= np.delete(forms, n, axis=0).max(axis=0) + 1e-12).all() for n in range(4))
        kinds = {k: np.einsum("da,ab,db->d", directions, shapes[k], directions) for k in set(chosen)}
        needed = [
            k for k in kinds
            if (kinds[k] > np.max([v for o, v in kinds.items() if o != k] or [0 * angles], axis=0) + 1e-9).any()
        ]  # fmt: skip
        assert removable == all((chosen == k).sum() > 1 for k in needed)
        answers.add(removable)
    assert answers == {True, False}


@pytest.mark.backs("consensus/new-quadratics-need-twins")
def test_flats_by_rank():
    rng = np.random.default_rng(8)
    answers = set()
    for _ in range(200):
        rows = rng.integers(-1, 2, size=(4, 3))
        outer = [np.outer(r, r) for r in rows]
        rank = np.linalg.matrix_rank(sum(outer))
        stays = all(np.linalg.matrix_rank(sum(outer) - outer[n]) == rank for n in range(4))
        assert cs.is_redundant([cs.Quadratic(m.tolist(), (0, 0, 0), 0) for m in outer]) == stays
        answers.add(stays)
    assert answers == {True, False}


@pytest.mark.backs("consensus/definition-2-types", "consensus/definition-2")
def test_what_a_consensus_oracle_takes():
    maps = list(product(range(2), repeat=2))
    assert len(list(product(maps, repeat=2))) == 16 > 2
    for family in WORLDS:
        for size in (1, 2, 3):
            for group in combinations(range(3), size):
                point = cs.common_point([cs.FiniteSet(family[j]) for j in group])
                assert all(point in family[j] for j in group)
                assert size < 2 or point in meet(family)
    # Two of three without redundancy: a point of both that the third refuses.
    assert 2 in meet([frozenset({0, 2}), frozenset({0, 1, 2})])
    assert 2 not in meet([frozenset({0, 2}), frozenset({0, 1, 2}), frozenset({0, 1})])


@pytest.mark.backs("consensus/prose-steering", "consensus/definition-harmful", "consensus/prose-benign")
def test_steering_by_plain_gradient_descent():
    def iterate(fields, start, rate=0.1, steps=400):
        x = [float(v) for v in start]
        for _ in range(steps):
            moves = [sum(f(x)[i] for f in fields) / len(fields) for i in range(len(x))]
            x = [v - rate * m for v, m in zip(x, moves, strict=True)]
        return x

    own, rival = (lambda x: (2 * x[0], 0)), (lambda x: (0, 2 * x[1]))
    for bias, harmful in ((8, True), (3, False)):
        end = iterate([lambda x, b=bias: (2 * x[0], -b), own, rival, rival], (0.5, 0.5))
        assert end == pytest.approx([0, bias / 4], abs=1e-6)
        assert (end[1] ** 2 > 1) == harmful
        assert end[0] ** 2 <= 1

    def turned(x):
        return (0, 8 * x[0])  # (8 x1, 0) by a right angle

    end = iterate([turned, rival], (0.5, 0))
    assert end == pytest.approx([0.5, -2], abs=1e-6)
    assert 4 * end[0] ** 2 <= 1 < end[1] ** 2
    end = iterate([lambda x: (-4 * 0.5 * x[0],), lambda x: (2 * x[0],)], (2,))
    assert 0.25 * end[0] ** 2 <= 1 < end[0] ** 2


@pytest.mark.backs("consensus/new-positive-rescaling")
def test_positive_weights_keep_the_minimisers():
    for game in product(ROWS, repeat=2):
        common = meet([frozenset(good(row, 0)) for row in game])
        for scale in (F(1, 5), F(7)):
            total = [scale * a + b for a, b in zip(*game, strict=True)]
            if common:
                assert {i for i, v in enumerate(total) if v == min(total)} == common
    # Without a common minimiser the weights matter.
    assert min(range(2), key=lambda i: 5 * (0, 1)[i] + (1, 0)[i]) != min(
        range(2), key=lambda i: (0, 1)[i] + 5 * (1, 0)[i]
    )


@pytest.mark.backs("consensus/prose-exact-agreement")
def test_what_is_preferred_to_the_target():
    corner = (1, 1)
    assert all(v**2 <= 1 for v in corner)  # in W at tolerance 1
    assert not any(v**2 == 0 for v in corner)  # best for nobody
    for game in product(ROWS, repeat=2):
        target = meet([frozenset(good(row, 0)) for row in game])
        for who in range(2):
            values = wish(game, who, 1, (1, 1))
            for w in target:
                liked = {i for i in range(3) if values[i] > values[w]}
                assert liked <= good(game[who], 0) - target


@pytest.mark.backs("consensus/prose-still-prefer")
def test_a_client_prefers_a_point_that_is_not_best_for_all():
    """Two clients with losses (0, 0) and (0, 1) on two points, tolerance 1: all accept both, and only 0 is best for
    all.
    """
    losses = [(0, 0), (0, 1)]
    assert meet([frozenset(good(row, 1)) for row in losses]) == {0, 1}
    assert meet([frozenset(good(row, 0)) for row in losses]) == {0}
    values = wish(losses, 0, 1, (1, 1))
    assert values[1] > values[0]


def breaks_definition_3(rule, family, values, nothing):
    """Some report of some client gains and leaves W, by the letter."""
    honest = rule(list(family))
    for who, report in product(range(3), SETS):
        outcome = rule([report if j == who else s for j, s in enumerate(family)])

        def worth(o, w=who):
            return nothing if o is None else values[w][o]

        if worth(outcome) > worth(honest) and (outcome is None or outcome not in meet(family)):
            return True
    return False


def step_game(family):
    return [tuple(0 if i in s else 2 for i in range(3)) for s in family]


def values_of(family, outside=-math.inf):
    return [wish(step_game(family), who, 1, (1, 1, 1), outside) for who in range(3)]


@pytest.mark.backs("consensus/definition-3")
def test_breach_decides_the_definition():
    rng = Random(9)
    answers = set()
    for _ in range(150):
        family = rng.choice(WORLDS)
        table = {key: rng.choice([0, 1, 2, None]) for key in product(SETS, repeat=3)}

        def rule(reports, t=table):
            return t[tuple(reports)]

        values, nothing = values_of(family), rng.choice([-math.inf, 0, 1])
        library = agreement.breach(
            lambda sets, t=table: t[tuple(s.points for s in sets)],
            [cs.FiniteSet(s) for s in family],
            utilities=[v.__getitem__ for v in values],
            agreed=meet(family),
            nothing=nothing,
            reports=[cs.FiniteSet(s) for s in SETS],
        )
        assert (library is not None) == breaks_definition_3(rule, family, values, nothing)
        answers.add(library is not None)
    assert answers == {True, False}


@pytest.mark.backs("consensus/prose-truthful-goal")
def test_a_lie_inside_the_agreement_set_pays():
    game = [(0, 1), (0, 1), (0, 0)]
    values = wish(game, 2, 1, (1, 1, 1))

    def leave_one_out(reports):
        found = [meet([s for j, s in enumerate(reports) if j != n]) for n in range(3)]
        return next(min(s) for s in found if s)

    full = frozenset({0, 1})
    truth, lie = leave_one_out([full] * 3), leave_one_out([full, full, frozenset({1})])
    assert (truth, lie) == (0, 1)
    assert values[lie] > values[truth]
    assert [row[lie] - row[truth] for row in game] == [1, 1, 0]


@pytest.mark.backs("consensus/new-vacuous-mechanisms", "consensus/new-printed-infinity")
def test_mechanisms_that_satisfy_the_definition_for_the_wrong_reason():
    for family in WORLDS[::4]:
        for x in range(3):
            assert not breaks_definition_3(lambda reports, x=x: x, family, values_of(family), 0)
    silenced = 0
    for family in product(SETS, repeat=3):
        if not meet(family):
            continue

        def verified(reports, family=family):
            shared = meet(reports)
            return min(shared) if shared and min(shared) in meet(family) else None

        assert not breaks_definition_3(verified, family, values_of(family), -math.inf)
        vetoes = any(
            verified([r if j == m else s for j, s in enumerate(family)]) is None for m in range(3) for r in SETS
        )
        silenced += vetoes
        assert breaks_definition_3(verified, family, values_of(family, math.inf), math.inf) == vetoes
    assert silenced > 0


@pytest.mark.backs("consensus/new-vacuous-mechanisms")
def test_free_harm_is_allowed_and_rare_harm_is_not():
    own = [F(0), F(-1), F(-1)]  # utilities of client 0 at v, w, x; x is outside W
    assert not own[2] > own[1]  # from w to x: no gain, so the definition is silent
    for delta in (F(1, 2), F(1, 10**6)):
        assert (1 - delta) * own[0] + delta * own[2] > own[1]  # a gain, and x has probability delta
