"""Theorem 1 and what stands around it, from plain sets, tables and coins."""

import math
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import numpy as np
import pytest
import sympy as sp

from incentives import consensus as cs
from incentives.consensus import verification
from incentives_book.consensus.leaving_each_one_out import quadratic_slack

F = Fraction
SETS = [frozenset(s) for size in (1, 2, 3) for s in combinations(range(3), size)]


def meet(sets):
    return frozenset.intersection(*sets)


def but(items, *gone):
    return [item for j, item in enumerate(items) if j not in gone]


def redundant(family, removed=1):
    W = meet(family)
    return bool(W) and all(meet(but(family, *gone)) == W for gone in combinations(range(len(family)), removed))


WORLDS = [f for f in product(SETS, repeat=3) if redundant(f)]


def spoil(family, liar, report):
    return [report if j == liar else s for j, s in enumerate(family)]


def random_world(rng, clients, points, removed=1):
    while True:
        family = [frozenset(i for i in range(points) if rng.random() < 0.7) for _ in range(clients)]
        if all(family) and redundant(family, removed):
            return family


def random_run(rng, sound):
    """A world of four or five clients, a liar, its report, and candidates as an oracle may return them."""
    clients = rng.randint(3, 5)
    family = random_world(rng, clients, 5)
    liar = rng.randrange(clients)
    report = frozenset(rng.sample(range(5), rng.randint(1, 5)))
    told = spoil(family, liar, report)
    candidates = []
    for n in range(clients):
        shared = meet(but(told, n))
        if shared:
            candidates.append(rng.choice(sorted(shared)))
        else:
            candidates.append(None if sound or rng.random() < 0.3 else rng.randrange(5))
    return family, liar, candidates


def library_outcome(family, candidates):
    sets = [cs.FiniteSet(s) for s in family]
    return cs.LeaveOneOut().choose(candidates, cs.Trusted(sets), clients=len(family))


@pytest.mark.backs(
    "consensus/theorem-1",
    "consensus/theorem-1-proof-step-2",
    "consensus/theorem-1-proof-step-3",
    "consensus/remark-2-passes",
    "consensus/remark-2-restores",
    "consensus/prose-deterrent",
)
def test_theorem_1_in_larger_random_worlds():
    rng = Random(1)
    for _ in range(1500):
        family, liar, candidates = random_run(rng, sound=False)
        W = meet(family)
        assert meet(but(family, liar)) == W
        assert candidates[liar] in W
        passing = {n for n, x in enumerate(candidates) if x is not None and all(x in s for s in family)}
        assert liar in passing
        outcome = library_outcome(family, candidates)
        assert outcome.point in W
        assert frozenset().union(*outcome.passed) == passing
        assert outcome.suspects == (frozenset() if len(passing) == len(family) else passing)


@pytest.mark.backs("consensus/theorem-1-proof-step-1", "consensus/theorem-1-proof-step-4")
def test_the_simple_steps():
    rows = list(product(range(3), repeat=3))
    for game in product(rows, repeat=2):
        exact = [{i for i in range(3) if r[i] == min(r)} for r in game]
        near = [{i for i in range(3) if r[i] <= min(r) + 1} for r in game]
        assert all(a <= b for a, b in zip(exact, near, strict=True))
        assert exact[0] & exact[1] <= near[0] & near[1]
    premise, conclusion = sp.symbols("premise conclusion")
    assert sp.Implies(conclusion, sp.Implies(premise, conclusion)).simplify() == sp.true


@pytest.mark.backs("consensus/theorem-1", "consensus/theorem-1-proof-step-3")
def test_a_veto_leaves_nothing():
    family = [frozenset({0, 1})] * 2 + [frozenset({0, 2})] * 2
    told = spoil(family, 0, frozenset({3}))
    candidates = [min(meet(but(told, n)), default=None) for n in range(4)]
    assert candidates == [0, None, None, None]
    votes = [lambda x: False, *(s.__contains__ for s in family[1:])]
    assert not any(x is not None and all(vote(x) for vote in votes) for x in candidates)


@pytest.mark.backs("consensus/theorem-1", "consensus/theorem-1-proof-step-3", "consensus/new-factor-two")
def test_two_worlds_with_the_same_values():
    values = {"x": (0, 0, 1, 1), "y": (1, 1, 0, 0)}
    worlds = {"x": (-1, -1, 0, 0), "y": (0, 0, -1, -1)}
    for good, bests in worlds.items():
        gaps = {p: [v - b for v, b in zip(values[p], bests, strict=True)] for p in values}
        (other,) = set(values) - {good}
        assert max(gaps[good]) == 1
        assert max(gaps[other]) == 2
        # With the model w where the bests are attained: common minimiser, and redundant.
        accepted = [frozenset({"w"} | {p for p in values if gaps[p][m] <= 1}) for m in range(4)]
        assert redundant(accepted)
        assert meet(accepted) == {"w", good}


@pytest.mark.backs("consensus/theorem-1", "consensus/theorem-1-proof-step-3")
def test_noise_of_plus_minus_four():
    def losses(x):
        return (x[0] ** 2, x[0] ** 2, x[1] ** 2, x[1] ** 2)

    def chance(x):
        return math.prod(F(sum(v + s <= 1 for s in (-4, 4)), 2) for v in losses(x))

    assert chance((0, 2)) == chance((0, 0)) == F(1, 16)


@pytest.mark.backs("consensus/new-empty-runs")
def test_runs_with_the_liar_may_be_empty_the_other_one_not():
    empty = 0
    for family, liar, report in product(WORLDS, range(3), SETS):
        told = spoil(family, liar, report)
        assert meet(but(told, liar))
        empty += any(not meet(but(told, n)) for n in range(3))
    assert empty > 0


def random_tables(rng, family, eps=2):
    """Losses with a common minimiser where possible, whose acceptance sets are those of the family."""
    bests = [rng.randint(-5, 5) for _ in family]
    return bests, [
        [best + (rng.randint(0, eps) if i in s else rng.randint(eps + 1, 9)) for i in range(5)]
        for best, s in zip(bests, family, strict=True)
    ]


@pytest.mark.backs("consensus/new-relative-test")
def test_the_relative_test_in_random_worlds():
    rng = Random(2)
    doubled = 0
    for _ in range(1500):
        family, liar, candidates = random_run(rng, sound=False)
        bests, rows = random_tables(rng, family)
        made = [x for x in candidates if x is not None]
        accepted = {x for x in made if all(row[x] <= min(row[y] for y in made) + 2 for row in rows)}
        assert candidates[liar] in accepted
        worst = max(row[x] - b for x in accepted for row, b in zip(rows, bests, strict=True))
        assert worst <= 4
        doubled += worst == 4
        # The library's least value may lie above ours (no point attains it), which does not matter here.
        losses = [cs.TableLoss(dict(enumerate(row))) for row in rows]
        test = cs.Relative(losses, 2, candidates=candidates)
        assert {x for x in made if not test(x)} == accepted
    assert doubled > 0


@pytest.mark.backs("consensus/new-comparisons-suffice")
def test_comparisons_in_random_worlds_of_up_to_five_clients():
    rng = Random(3)
    spoilt = 0
    for _ in range(2000):
        family, _, candidates = random_run(rng, sound=True)
        _, rows = random_tables(rng, family)
        made = [n for n, x in enumerate(candidates) if x is not None]
        content = [
            n for n in made
            if len(made) == 1 or any(rows[n][candidates[k]] >= rows[n][candidates[n]] for k in made if k != n)
        ]  # fmt: skip
        kept = content or made
        assert all(candidates[n] in meet(family) for n in kept)
        losses = [cs.TableLoss(dict(enumerate(row))) for row in rows]
        assert verification.chosen_by_comparison(losses, candidates) == set(kept)
        spoilt += any(candidates[n] not in meet(family) for n in made)
    assert spoilt > 150


@pytest.mark.backs("consensus/new-noisy-test")
def test_sample_sizes():
    for events, width, margin, failure in product((1, 19, 200), (1, 3), (0.05, 0.2), (0.01, 0.3)):
        n = verification.sample_size(events, width=width, margin=margin, failure=failure)

        def bound(k, e=events, w=width, m=margin):
            return e * math.exp(-2 * k * m**2 / w**2)

        assert bound(n) <= failure * (1 + 1e-12)
        assert bound(n - 1) > failure
    assert verification.sample_size(200, width=1, margin=0.05, failure=0.01) == 1981


@pytest.mark.backs("consensus/new-noisy-test")
def test_the_noisy_mechanism_fails_no_more_often_than_allowed():
    # Three clients, coins; 20000 simulated federations against the allowed failure probability.
    eps, margin, failure, clients = 0.2, 0.15, 0.2, 3
    n = verification.sample_size(2 * clients - 1, width=1, margin=margin, failure=failure)
    rng = np.random.default_rng(4)
    good = rng.binomial(n, eps, size=(20000, clients)) / n
    bad = rng.binomial(n, eps + 2 * margin + 0.01, size=(20000, clients - 1)) / n
    failed = (good > eps + margin).any(axis=1) | (bad <= eps + margin).any(axis=1)
    assert failed.mean() <= failure
    exact_tail = sum(comb(n, k) * eps**k * (1 - eps) ** (n - k) for k in range(n + 1) if k / n > eps + margin)
    assert exact_tail <= math.exp(-2 * n * margin**2)


@pytest.mark.backs("consensus/new-all-but-one")
def test_all_but_one_votes():
    rng = Random(5)
    for _ in range(400):
        clients = rng.randint(3, 6)
        family = random_world(rng, clients, 4, removed=2)
        liar = rng.randrange(clients)
        for x in range(4):
            for vote in (True, False):
                yes = sum(x in s for s in but(family, liar)) + vote
                if yes >= clients - 1:
                    assert x in meet(family)
                elif x in meet(family):
                    pytest.fail("an agreed point has at least the honest votes")
    one_spare = [frozenset({0, 1}), frozenset({0, 2}), frozenset({0})]
    assert redundant(one_spare)
    assert not redundant(one_spare, removed=2)
    assert (1 in one_spare[0]) + (1 in one_spare[1]) + True == 2  # the liar's vote makes it two of three


@pytest.mark.backs("consensus/new-no-trust", "consensus/new-m-candidates")
def test_the_worlds_that_cannot_be_told_apart():
    for clients, liars in ((2, 1), (3, 1), (6, 1), (4, 2), (6, 2), (5, 3)):
        groups = list(combinations(range(clients), liars))
        reports = [frozenset(g for g in groups if j not in g) for j in range(clients)]
        targets = set()
        for group in groups:
            truth = [frozenset([group]) if j in group else reports[j] for j in range(clients)]
            assert redundant(truth, removed=liars)
            targets.add(meet(truth))
        assert len(targets) == len(groups) == comb(clients, liars)
        assert all(len(W) == 1 for W in targets)


@pytest.mark.backs("consensus/new-m-candidates")
def test_the_moment_hyperplanes_meet_in_different_points():
    for clients, liars in ((3, 1), (4, 1), (5, 2)):
        d = clients - liars
        vertices = set()
        for group in combinations(range(clients), d):
            A = sp.Matrix([[(t + 1) ** i for i in range(d)] for t in group])
            b = sp.Matrix([(t + 1) ** d for t in group])
            vertices.add(tuple(A.LUsolve(b)))
        assert len(vertices) == comb(clients, liars)


@pytest.mark.backs("consensus/new-harm-does-not-pay")
def test_harmful_candidates_are_harmful_to_the_liar():
    rng = Random(6)
    seen = 0
    for _ in range(2000):
        family, liar, candidates = random_run(rng, sound=True)
        for n, x in enumerate(candidates):
            if x is not None and x not in meet(family):
                assert x not in family[liar]
                assert {j for j, s in enumerate(family) if x not in s} == {n, liar}
                seen += 1
    assert seen > 150


@pytest.mark.backs("consensus/remark-2-some-fails")
def test_some_candidate_fails_at_an_honest_client():
    rng = Random(7)
    for _ in range(1500):
        family, liar, candidates = random_run(rng, sound=False)
        for x in candidates:
            if x is not None and x not in meet(family):
                assert any(x not in s for s in but(family, liar))
        assert library_outcome(family, candidates).point in meet(family)  # the protocol is never harmful


@pytest.mark.backs("consensus/prose-identifies")
def test_one_list_of_passes_and_two_possible_liars():
    family = [frozenset({0, 1}), frozenset({0, 1}), frozenset({0, 2}), frozenset({0, 2})]
    lists = {}
    for liar in range(4):
        for report in [frozenset(s) for k in (1, 2, 3) for s in combinations(range(3), k)]:
            told = spoil(family, liar, report)
            shared = [meet(but(told, n)) for n in range(4)]
            for candidates in product(*[sorted(s) or [None] for s in shared]):
                passing = frozenset(n for n, x in enumerate(candidates) if x == 0)
                if len(passing) < 4:
                    lists.setdefault(passing, set()).add(liar)
    assert all(liars <= passing for passing, liars in lists.items())
    assert any(len(passing) > 1 for passing in lists)


@pytest.mark.backs("consensus/prose-identifies")
def test_the_same_list_of_passes_from_different_liars():
    behind = {}
    for family, liar, report in product(WORLDS, range(3), SETS):
        told = spoil(family, liar, report)
        shared = [meet(but(told, n)) for n in range(3)]
        for candidates in product(*[sorted(found) or [None] for found in shared]):
            passing = frozenset(n for n, x in enumerate(candidates) if x in meet(family))
            if len(passing) < 3:
                behind.setdefault((family, passing), set()).add(liar)
    assert all(liars <= passing for (_, passing), liars in behind.items())
    assert max(map(len, behind.values())) > 1


@pytest.mark.backs("consensus/prose-cost", "consensus/prose-cannot-skip")
def test_calls_work_and_stopping_early():
    rng = Random(8)
    counts = {"honest": set(), "lied": set()}
    for _ in range(1500):
        family, liar, candidates = random_run(rng, sound=False)
        used = next(k + 1 for k, x in enumerate(candidates) if x in meet(family))
        assert used <= liar + 1
        counts["lied"].add(used)
        counts["honest"].add(next(k + 1 for k in range(3) if min(meet(but(family, k))) in meet(family)))
        outcome = library_outcome(family, candidates)
        assert outcome.calls == len(family)
        assert outcome.point == candidates[used - 1]
    assert counts["honest"] == {1}
    assert max(counts["lied"]) > 1
    assert [m * (m - 1) // m for m in (3, 4, 10)] == [2, 3, 9]  # clients trained, per client


@pytest.mark.backs("consensus/new-slack")
def test_slack_by_sampled_directions():
    rng = np.random.default_rng(9)
    for _ in range(4):
        factors = rng.integers(-3, 4, size=(4, 2, 2))
        matrices = [(f.T @ f + np.eye(2, dtype=int)).tolist() for f in factors]
        angles = np.linspace(0, np.pi, 20001)
        x = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        forms = np.array([np.einsum("da,ab,db->d", x, np.array(H), x) for H in matrices])
        for n in range(4):
            sampled = (forms[n] / np.delete(forms, n, axis=0).max(axis=0)).max()
            bounds = quadratic_slack.slack(matrices, n)
            assert float(bounds.lower) <= sampled + 1e-3  # the sampled maximum has a kink
            assert sampled <= float(bounds.upper) + 1e-9
            assert float(bounds.lower) >= sampled - 1e-2
            assert sampled <= float(quadratic_slack.equal_weights_slack(matrices, n)) + 1e-9
            # The proof of the upper bound, with eigenvalues instead of elimination.
            gap = sum(float(w) * np.array(H) for w, H in zip(bounds.weights, matrices, strict=True))
            assert np.linalg.eigvalsh(gap - np.array(matrices[n]))[0] >= -1e-9
