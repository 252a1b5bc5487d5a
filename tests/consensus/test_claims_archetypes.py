"""The claims of "What if clients come in kinds, or lie together?", by definitions and solved games."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import pytest
from game_by_minimax import CallGame, families, meet

from incentives import consensus as cs
from incentives.consensus import finite_oracle, oracles
from incentives.randomness import stream
from incentives_book.consensus import (
    archetypes_and_coalitions as archetypes,
    coalitions_of_liars as coalition_search,
)

F = Fraction


def drawn(rng, points, empty=False):
    """A random set of points, not empty unless allowed."""
    while True:
        some = frozenset(np.flatnonzero(rng.random(points) < 0.55).tolist())
        if some or empty:
            return some


def drawn_world(rng, points, kinds, copies, liars):
    """Archetypes that share point 0, some copies of each, and liars with arbitrary reports."""
    base = [drawn(rng, points) | {0} for _ in range(kinds)]
    truths = [s for s in base for _ in range(copies)]
    order = rng.permutation(len(truths)).tolist()
    truths = [truths[i] for i in order]
    who = rng.choice(len(truths), liars, replace=False).tolist()
    reports = list(truths)
    joint = drawn(rng, points)
    for a in who:
        reports[a] = joint - {0} if rng.random() < 0.5 else drawn(rng, points, empty=True)
    return truths, reports, frozenset(who)


class AtRandom:
    """Answers with a random point, or a witness made minimal by leaving clients out in random order."""

    def __init__(self, reports, rng):
        self.reports, self.rng, self.clients = reports, rng, len(reports)

    def __call__(self, members):
        common = meet([self.reports[j] for j in members])
        if common:
            return oracles.Answer(point=self.rng.choice(sorted(common)).item())
        kept = set(members)
        for j in self.rng.permutation(sorted(members)).tolist():
            if len(kept) > 1 and not meet([self.reports[i] for i in kept - {j}]):
                kept.discard(j)
        return oracles.Answer(witness=kept)


@pytest.mark.backs("consensus/new-minimal-witness")
def test_minimal_witnesses_of_random_worlds():
    rng = stream(1, "minimal witness")
    sizes = Counter()
    for _ in range(300):
        truths, reports, who = drawn_world(rng, 7, 5, 3, 1)
        answer = AtRandom(reports, rng)(range(15))
        if answer.is_empty:
            honest = [truths[j] for j in answer.witness - who]
            assert len(set(honest)) == len(honest)
            assert len(answer.witness) <= len(set(truths)) + 1
            sizes[len(answer.witness)] += 1
    assert max(sizes) >= 4


@pytest.mark.backs("consensus/new-four-calls")
@pytest.mark.parametrize(("kinds", "copies"), [(2, 2), (4, 2), (6, 2), (5, 3)])
def test_four_calls_with_many_archetypes(kinds, copies):
    rng = stream(2, "four calls", kinds, copies)
    calls = Counter()
    for _ in range(250):
        truths, reports, who = drawn_world(rng, 6, kinds, copies, 1)
        out = archetypes.four_calls(AtRandom(reports, rng), cs.Trusted(truths))
        assert all(out.point in s for s in truths)
        assert out.liars <= who
        calls[len(out.calls)] += 1
    assert max(calls) <= (4 if copies == 2 else 2)
    assert copies > 2 or kinds > 4 or max(calls) >= 3


@pytest.mark.backs("consensus/new-four-calls-needed", "consensus/new-two-pairs")
@pytest.mark.parametrize("most", ["minimal", None])
def test_the_game_of_two_pairs(most):
    """All worlds of two archetypes on three points that share model 0, in three pairings, every lie."""
    around = [frozenset({0, *more}) for n in range(3) for more in combinations((1, 2), n)]
    lies = [frozenset(s) for n in (1, 2, 3) for s in combinations(range(3), n)]
    worlds = []
    for base, pairing in product(product(around, repeat=2), ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0))):
        truths = tuple(base[k] for k in pairing)
        for a, lie in product(range(4), lies):
            worlds.append((truths, (*truths[:a], lie, *truths[a + 1 :])))
    game = CallGame(worlds, most=most)
    assert not game.server_wins(2)
    assert game.server_wins(3)
    assert not game.server_wins(3, first=frozenset(range(4)))
    assert most is None or game.server_wins(4, first=frozenset(range(4)))


@pytest.mark.backs("consensus/new-three-pairs")
def test_the_game_of_three_pairs():
    """Sets written as bits: six clients, 15 pairings, sets 0 with or without 1 and 2, the lie {1, 2}."""
    pairings = []

    def grow(rest, done):
        if not rest:
            pairings.append(done)
        for j in rest[1:]:
            grow([i for i in rest[1:] if i != j], [*done, (rest[0], j)])

    grow(list(range(6)), [])
    assert len(pairings) == 15
    everyone, worlds = (1 << 6) - 1, set()
    for pairing in pairings:
        for base in product(range(4), repeat=3):
            holds = [everyone, 0, 0]  # who truly accepts models 0, 1, 2
            for pair, kind in zip(pairing, base, strict=True):
                for model in (1, 2):
                    if kind >> (model - 1) & 1:
                        holds[model] |= sum(1 << j for j in pair)
            for a in range(6):
                says = (holds[0] & ~(1 << a), holds[1] | 1 << a, holds[2] | 1 << a)
                worlds.add((tuple(holds), says))
    worlds = sorted(worlds)
    assert len(worlds) == 3264
    minimal = {}
    for _, says in worlds:
        if says not in minimal:
            bad = [f for f in range(1, 64) if all(f & ~s for s in says)]
            minimal[says] = [f for f in bad if not any(g != f and g & ~f == 0 for g in bad)]
    heard = {f: {} for f in range(1, 64)}
    for number, (holds, says) in enumerate(worlds):
        for f in heard:
            points = [x for x in range(3) if not f & ~says[x]]
            answers = [(x, everyone & ~holds[x]) for x in points] or [("no", k) for k in minimal[says] if not k & ~f]
            for answer in answers:
                heard[f].setdefault(answer, []).append(number)
    table = {f: [(x, sum(1 << n for n in who)) for (x, _), who in told.items()] for f, told in heard.items()}
    good = [sum(1 << n for n, (holds, _) in enumerate(worlds) if holds[x] == everyone) for x in range(3)]
    memo = {}

    def wins(possible, seen, calls):
        if any(not possible & ~good[x] for x in seen):
            return True
        key = (possible, seen, calls)
        if calls and key not in memo:
            memo[key] = any(
                all(wins(possible & w, seen | {x} - {"no"}, calls - 1) for x, w in told if possible & w)
                for told in table.values()
            )
        return bool(calls) and memo[key]

    assert not wins((1 << len(worlds)) - 1, frozenset(), 3)


@pytest.mark.backs("consensus/new-peeling")
@pytest.mark.parametrize(("kinds", "liars"), [(4, 1), (3, 2), (2, 3), (3, 4)])
def test_peeling_random_coalitions(kinds, liars):
    rng = stream(3, "peeling", kinds, liars)
    calls = Counter()
    for _ in range(120):
        truths, reports, _ = drawn_world(rng, 5, kinds, 2 * liars + 1, liars)
        out = archetypes.peel(AtRandom(reports, rng), liars=liars)
        assert all(out.point in s for s in truths)
        calls[len(out.calls)] += 1
    assert 2 <= max(calls) <= liars + 1


@pytest.mark.backs("consensus/new-two-c-copies")
def test_with_two_copies_peeling_can_end_on_the_wrong_side():
    """c = 1: the reports {0}, {1} of one archetype, and {0}, {1} with the roles exchanged."""
    for c in (1, 2, 3):
        reports = [frozenset({0})] * c + [frozenset({1})] * c
        for rule in (min, max, lambda points: sorted(points)[0]):
            output = rule(set().union(*reports))
            assert any(output not in truth for truth in ({0}, {1}))
        assert Counter(reports)[frozenset({0})] == Counter(reports)[frozenset({1})] == c


@pytest.mark.backs("consensus/new-peeling-helly")
def test_peeling_intervals_and_boxes():
    """h = 2: every side is held by 2 c + 1 clients, so 2 c can be spared; c liars report far away."""
    rng = stream(4, "peeling boxes")
    for liars in (1, 2, 3):
        for _ in range(20):
            kinds = [
                cs.Box([tuple(sorted((-int(a), int(b)))) for a, b in rng.integers(0, 9, (2, 2))]) for _ in range(3)
            ]
            truths = [k for k in kinds for _ in range(2 * liars + 1)]
            reports = list(truths)
            for a in rng.choice(len(truths), liars, replace=False).tolist():
                low = int(rng.integers(-30, 20))
                reports[a] = cs.Box([(low, low + 5), (None, None)])
            out = archetypes.peel(cs.WorldOracle(reports), liars=liars)
            assert all(out.point in s for s in truths)
            assert len(out.calls) <= liars + 1


@pytest.mark.backs("consensus/new-peel-and-branch")
@pytest.mark.parametrize(("kinds", "liars"), [(3, 1), (3, 2), (2, 3)])
def test_branching_on_random_coalitions(kinds, liars):
    rng = stream(5, "branching", kinds, liars)
    most = 0
    for _ in range(150):
        truths, reports, who = drawn_world(rng, 5, kinds, liars + 1, liars)
        out = archetypes.peel_and_branch(AtRandom(reports, rng), cs.Trusted(truths), liars=liars)
        assert all(out.point in s for s in truths)
        assert out.liars <= who
        most = max(most, len(out.calls))
    assert liars + 1 <= most <= [1, 4, 27, 328][liars]


def in_turn(truths, reports, c):
    """Leave-c-out by hand: the results of all runs."""
    return [
        meet([reports[j] for j in range(len(truths)) if j not in out]) for out in combinations(range(len(truths)), c)
    ]


@pytest.mark.backs("consensus/future-leave-c-out")
def test_some_run_without_c_clients_agrees_exactly():
    rng = stream(6, "leave c out")
    for c in (1, 2, 3):
        for _ in range(40):
            truths, reports, _ = drawn_world(rng, 4, 3, c + 1, c)
            runs = in_turn(truths, reports, c)
            assert len(runs) == comb(3 * (c + 1), c)
            assert meet(truths) in runs
            # whichever point such a run returns passes everywhere; runs with other points may fail
            assert all(x in s for run in runs if run == meet(truths) for x in run for s in truths)


@pytest.mark.backs("consensus/future-more-restrictive")
def test_redundancy_conditions_are_nested_and_different():
    counts = Counter()
    sets = [frozenset(s) for n in (1, 2, 3) for s in combinations(range(3), n)]
    for truths in product(sets, repeat=4):
        if W := meet(truths):
            tolerated = max(
                r
                for r in range(4)
                if all(meet(stay) == W for stay in combinations(truths, 4 - r))
                and all(meet(stay) == W for k in range(r) for stay in combinations(truths, 4 - k))
            )
            counts[tolerated] += 1
    assert [sum(counts[k] for k in range(r, 4)) for r in range(4)] == [721, 397, 91, 7]


@pytest.mark.backs("consensus/new-m-candidates")
def test_one_point_for_every_coalition():
    """The finite skeleton: point p_D for every coalition D, reported by everybody outside D."""
    for M, c in ((3, 1), (4, 2), (5, 2), (6, 3)):
        coalitions = [frozenset(D) for D in combinations(range(M), c)]
        reports = [frozenset(D for D in coalitions if j not in D) for j in range(M)]
        agreed = []
        for D in coalitions:
            rest = meet([reports[j] for j in range(M) if j not in D])
            assert list(rest) == [D]
            truths = [rest if j in D else reports[j] for j in range(M)]
            assert all(meet([truths[j] for j in range(M) if j not in Z]) == rest for Z in coalitions)
            agreed.append(rest)
        assert len(frozenset().union(*agreed)) == comb(M, c)


@pytest.mark.backs("consensus/future-minimal-oracle")
def test_two_clusters_of_the_wrong_kind():
    for c in (1, 2, 3, 5):
        truths = [{0, 1}] * (c + 1) + [{0, 2}] * (c + 1)
        assert all(
            meet([frozenset(truths[j]) for j in range(2 * c + 2) if j not in Z]) == {0}
            for Z in combinations(range(2 * c + 2), c)
        )
        reports = [{1}] * c + truths[c:]
        assert not any(all(x in r for r in reports) for x in range(3))  # one model cannot serve all
        assert all(1 in r for r in reports[: c + 1])
        assert all(2 in r for r in reports[c + 1 :])
        for model in (1, 2):
            assert not all(model in t for t in truths)


def search_by_hand(truths, reports, c, h):
    """The worst number of calls over all answers, by recursion; exposures are handed on."""
    clients, W = frozenset(range(len(truths))), meet(truths)

    def explore(D, exposed):
        """(found, calls, exposed) for every way in which the oracle may answer below this node."""
        D = D | exposed
        if len(D) > c:
            return {(False, 0, exposed)}
        stay = clients - D
        common = meet([reports[j] for j in stay])
        if common:
            results = set()
            for x in common:
                failed = frozenset(j for j in stay if x not in truths[j])
                if not failed:
                    assert x in W
                    results.add((True, 1, exposed))
                else:
                    results |= {(ok, 1 + n, e) for ok, n, e in explore(D, exposed | failed)}
            return results
        results = set()
        for K in families(len(truths)):
            if K.issubset(stay) and len(K) <= h and not meet([reports[j] for j in K]):
                partial = {(False, 1, exposed)}
                for k in sorted(K):
                    partial = {
                        (True, n, e) if ok else (ok2, n + n2, e2)
                        for ok, n, e in partial
                        for ok2, n2, e2 in ({(True, 0, e)} if ok else explore(D | {k}, e))
                    }
                results |= partial
        return results

    found = explore(frozenset(), frozenset())
    assert all(ok for ok, _, _ in found)
    return max(n for _, n, _ in found)


@pytest.mark.backs("consensus/new-coalition-search")
def test_the_search_by_recursion():
    rng = stream(7, "search")
    worst = 0
    for _ in range(60):
        truths, reports, _ = drawn_world(rng, 3, 2, 3, 2)
        worst = max(worst, search_by_hand(truths, reports, 2, 3))
        out = coalition_search.coalition_search(AtRandom(reports, rng), cs.Trusted(truths), liars=2)
        assert all(out.point in s for s in truths)
        assert len(out.calls) <= 13
        assert out.rounds <= 2
    assert 4 <= worst <= 1 + 3 + 9


@pytest.mark.backs("consensus/new-coalition-search")
def test_arbitrary_sets_need_every_coalition():
    """An explicit world: after all coalitions but one are refuted, w has not been seen."""
    M, c = 5, 2
    coalitions = [frozenset(D) for D in combinations(range(M), c)]
    small = [f for f in families(M) if len(f) <= M - c - 1]
    for D in coalitions[:3]:
        truths = [frozenset(["w", *(str(sorted(f)) for f in small if j in f)]) for j in range(M)]
        reports = [t - {"w"} if j in D else t for j, t in enumerate(truths)]
        assert all(meet([truths[j] for j in range(M) if j not in Z]) == {"w"} for Z in coalitions)
        for f in families(M):
            common = meet([reports[j] for j in f])
            if len(f) >= M - c:
                assert common == ({"w"} if not f & D else set())
            else:
                assert str(sorted(f)) in common


@pytest.mark.backs("consensus/new-agreement-is-not-stability")
def test_leave_one_out_and_h_can_be_steered_inside():
    truths = [cs.FiniteSet({0, 1, 2})] * 4
    wish = [cs.FiniteSet({2}), *truths[1:]]
    for rule in (
        lambda r: cs.mechanism_h(cs.WorldOracle(r), cs.Trusted(truths)).point,
        lambda r: coalition_search.coalition_search(cs.WorldOracle(r), cs.Trusted(truths), liars=1).point,
    ):
        assert (rule(truths), rule(wish)) == (0, 2)
    outcome = cs.LeaveOneOut()([cs.FiniteSet({2}), *truths[1:]], cs.Trusted(truths))
    assert 2 in outcome.candidates


@pytest.mark.backs("consensus/new-clusters-from-witness")
def test_a_witness_splits_the_clients_in_two():
    """For every minimal K and every n in K: K without n is feasible, and the rest with n unless n lies."""
    rng = stream(8, "clusters")
    cases = Counter()
    for _ in range(300):
        _, reports, who = drawn_world(rng, 6, 4, 2, 1)
        if not all(reports):
            continue
        answer = AtRandom(reports, rng)(range(8))
        if answer.is_empty:
            for n in answer.witness:
                assert meet([reports[j] for j in answer.witness - {n}])
                rest = frozenset(range(8)) - answer.witness | {n}
                feasible = bool(meet([reports[j] for j in rest]))
                assert feasible or n in who
                cases[feasible] += 1
    assert min(cases.values()) > 3


def test_all_orders_of_peeling_are_covered_by_the_library():
    """The library's exhaustive player sees every order in which minimal witnesses can come."""
    reports = [frozenset({1}), frozenset({1}), *[frozenset({0})] * 3]
    outs = list(
        finite_oracle.every_run(finite_oracle.FiniteOracle(reports), lambda asked: archetypes.peel(asked, liars=2))
    )
    pairs = {tuple(sorted(set(range(5)) - set(out.calls[1]))) for out in outs}
    assert pairs == {tuple(sorted((i, j))) for i, j in permutations(range(5), 2) if i < 2 <= j}
