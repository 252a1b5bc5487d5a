"""One-shot personalization again, with sets as bit masks, partitions as label strings and intervals as pairs."""

from fractions import Fraction as F
from functools import reduce
from itertools import combinations, combinations_with_replacement, permutations, product
from math import ceil, comb, log2

import numpy as np
import pytest
import sympy as sp

from incentives_book.consensus.one_shot_personalization import covering


def meet(masks):
    return reduce(int.__and__, masks, -1)


def bits(mask):
    return [x for x in range(mask.bit_length()) if mask >> x & 1]


def labelings(clients):
    """Partitions as strings of block numbers in order of first use."""

    def grow(prefix, used):
        if len(prefix) == clients:
            yield prefix
            return
        for block in range(used + 1):
            yield from grow((*prefix, block), max(used, block + 1))

    return list(grow((), 0))


LABELINGS = {clients: labelings(clients) for clients in range(1, 7)}


def minimal(masks):
    """All minimal outputs, as (labels, the masks of possible models per block)."""
    served = []
    for labels in LABELINGS[len(masks)]:
        blocks = [meet(m for m, own in zip(masks, labels, strict=True) if own == b) for b in range(max(labels) + 1)]
        if all(blocks):
            served.append((labels, blocks))
    fewest = min(len(blocks) for _, blocks in served)
    return [(labels, blocks) for labels, blocks in served if len(blocks) == fewest]


def can_miss(blocks, w):
    return all(block & ~w for block in blocks)


def redundant(masks, removed=1):
    everything = meet(masks)
    return all(
        meet(masks[j] for j in kept) == everything for kept in combinations(range(len(masks)), len(masks) - removed)
    )


def worlds(points, clients, removed=1):
    for masks in combinations_with_replacement(range(1, 1 << points), clients):
        if meet(masks) and redundant(masks, removed):
            yield masks


def told(masks, points):
    for liar, lie in product(range(len(masks)), range(1, 1 << points)):
        yield liar, (*masks[:liar], lie, *masks[liar + 1 :])


def spoiled(masks, points):
    w = meet(masks)
    return any(can_miss(blocks, w) for _, reports in told(masks, points) for _, blocks in minimal(reports))


def guarded(masks):
    """Every cut of the others leaves one group whose sets meet in W only."""
    w = meet(masks)
    for m in range(len(masks)):
        others = [masks[j] for j in range(len(masks)) if j != m]
        for cut in range(1, (1 << len(others)) - 1):
            halves = ([s for i, s in enumerate(others) if cut >> i & 1 == side] for side in (0, 1))
            if all(meet(half) != w for half in halves):
                return False
    return True


# -- Definition 4 and Remark 3
# -------------------------------------------------------------------------------------------


@pytest.mark.backs("consensus/definition-4", "consensus/remark-3-one-cluster")
def test_a_minimal_output_exists_exactly_without_empty_reports():
    for masks in product(range(8), repeat=3):
        servable = [
            labels
            for labels in LABELINGS[3]
            if all(meet(m for m, own in zip(masks, labels, strict=True) if own == b) for b in set(labels))
        ]
        assert bool(servable) == all(masks)
        if servable:
            assert ((0, 0, 0) in servable) == bool(meet(masks)) == (len(minimal(masks)[0][1]) == 1)


@pytest.mark.backs(
    "consensus/prose-separates-incompatible",
    "consensus/remark-3-outlier",
    "consensus/remark-3-outlier-forced",
)
@pytest.mark.parametrize("clients", [2, 3, 4])
def test_outliers(clients):
    forced = free = 0
    for masks in combinations_with_replacement(range(1, 8), clients):
        outputs = [labels for labels, _ in minimal(masks)]
        for i, j in combinations(range(clients), 2):
            assert masks[i] & masks[j] or all(labels[i] != labels[j] for labels in outputs)
        if meet(masks):
            continue
        for n in range(clients):
            rest = [m for j, m in enumerate(masks) if j != n]
            if meet(rest):
                alone = [labels for labels in outputs if labels.count(labels[n]) == 1 and len(set(labels)) == 2]
                assert alone
                apart = clients == 2 or not any(masks[n] & m for m in rest)
                assert (len(outputs) == len(alone) == 1) == apart
                forced, free = forced + apart, free + (not apart)
    assert forced
    assert free or clients == 2


@pytest.mark.backs("consensus/remark-3-clusters")
def test_separated_clusters_are_the_only_minimal_output():
    seen = 0
    for masks in combinations_with_replacement(range(1, 16), 4):
        for labels in LABELINGS[4]:
            together = [meet(m for m, own in zip(masks, labels, strict=True) if own == b) for b in set(labels)]
            crossing = any(masks[i] & masks[j] for i, j in combinations(range(4), 2) if labels[i] != labels[j])
            if all(together) and not crossing:
                seen += 1
                assert [found for found, _ in minimal(masks)] == [labels]
    assert seen > 500


# -- Theorem 2 and its proof
# ---------------------------------------------------------------------------------------------


def loss_0(x):
    return x**2 / F(4) if x <= 0 else x**2


def loss_1(x):
    return loss_0(-x)


def loss_2(x):
    return x**2


@pytest.mark.backs(
    "consensus/theorem-2",
    "consensus/theorem-2-proof-step-4",
    "consensus/prose-minimality-forces",
    "consensus/prose-counterfactuals-in-one-run",
)
def test_three_losses_on_the_line():
    def lie(x):
        return 4 * (x + F(7, 4)) ** 2

    grid = [F(n, 8) for n in range(-40, 41)]
    accepted = [[x for x in grid if loss(x) <= 1] for loss in (loss_0, loss_1, loss_2, lie)]
    assert [(s[0], s[-1]) for s in accepted] == [(-2, 1), (-1, 2), (-1, 1), (F(-9, 4), F(-5, 4))]
    # no point serves all reports: those of clients 1 and 2 are a quarter apart
    assert max(accepted[3]) < min(accepted[1])
    w = set(accepted[0]) & set(accepted[1]) & set(accepted[2])
    for pair in combinations(accepted[:3], 2):
        assert set(pair[0]) & set(pair[1]) == w
    shared, alone = F(-3, 2), F(2)
    assert max(loss_0(shared), lie(shared), loss_1(alone)) <= 1
    assert (loss_1(shared), loss_0(alone)) == (F(9, 4), 4)


@pytest.mark.backs("consensus/theorem-2", "consensus/new-guarded-splits", "consensus/new-two-clients-or-two-points")
@pytest.mark.parametrize(
    ("points", "clients", "bad", "total"),
    [
        (2, 2, 0, 3),
        (2, 3, 0, 5),
        (2, 4, 0, 7),
        (3, 2, 0, 7),
        (4, 2, 0, 15),
        (3, 3, 3, 22),
        (3, 4, 12, 52),
        (4, 3, 34, 99),
    ],
)
def test_how_many_small_worlds_can_be_spoiled(points, clients, bad, total):
    found = [(spoiled(masks, points), guarded(masks)) for masks in worlds(points, clients)]
    assert all(s != g for s, g in found)
    assert (sum(s for s, _ in found), len(found)) == (bad, total)


@pytest.mark.backs("consensus/new-guarded-splits")
def test_the_condition_with_four_clients_and_four_points():
    """Only point reports and two clusters matter, which makes the larger world quick."""
    count = bad = 0
    for masks in worlds(4, 4):
        w = meet(masks)
        hit = False
        for liar, x in product(range(4), bits(15 & ~w)):
            reports = (*masks[:liar], 1 << x, *masks[liar + 1 :])
            for cut in range(1, 8):
                sides = [[reports[j] for j in range(4) if (cut >> j & 1) == s] for s in (0, 1)]
                hit = hit or all(meet(side) & 15 & ~w for side in sides)
        assert hit != guarded(masks)
        count, bad = count + 1, bad + hit
    assert (bad, count) == (248, 469)


@pytest.mark.backs("consensus/theorem-2-proof-step-1")
def test_common_minimisers_lie_in_the_agreement_set():
    rng = np.random.default_rng(1)
    for _ in range(300):
        losses = rng.integers(0, 4, size=(3, 5))
        best = losses == losses.min(axis=1, keepdims=True)
        near = losses <= losses.min(axis=1, keepdims=True) + rng.integers(0, 3)
        assert (near | ~best).all()
        assert near.all(axis=0).any() or not best.all(axis=0).any()


@pytest.mark.backs(
    "consensus/theorem-2-proof-step-2",
    "consensus/theorem-2-proof-step-3-two-clusters",
    "consensus/new-all-minimal-outputs",
)
def test_the_truthful_are_a_feasible_cluster_with_models_in_W_only():
    for masks in worlds(3, 4):
        w = meet(masks)
        for liar, reports in told(masks, 3):
            assert meet(m for j, m in enumerate(reports) if j != liar) == w
            outputs = minimal(reports)
            assert len(outputs[0][1]) <= 2
            assert any(block & ~w == 0 for _, blocks in outputs for block in blocks)


@pytest.mark.backs("consensus/theorem-2-proof-step-3-merging")
def test_merging_lowers_k_only_if_the_liar_is_alone():
    stuck = 0
    for masks in worlds(3, 3):
        for liar, reports in told(masks, 3):
            for labels, blocks in minimal(reports):
                truthful = {labels[j] for j in range(3) if j != liar}
                if len(truthful) > 1:
                    # all truthful clients in one cluster; the liar fits in or needs one of its own
                    after = 1 if meet(reports) else 2
                    assert after == len(blocks)
                    stuck += 1
    assert stuck > 0


@pytest.mark.backs("consensus/theorem-2-proof-step-5", "consensus/new-verified-silence")
def test_what_lies_in_W_or_is_silent_never_violates_definition_3():
    preferences = list(permutations(range(3)))
    for masks in worlds(3, 2):
        w = meet(masks)
        for _, reports in told(masks, 3):
            for _, blocks in minimal(reports):
                passing = [x for block in blocks for x in bits(block & 7) if w >> x & 1]
                for taste, honest in product(preferences, bits(w)):
                    for output in passing or [None]:
                        utility = -1 if output is None else taste[output]
                        assert not utility > taste[honest] or w >> output & 1


@pytest.mark.backs("consensus/new-every-number-of-clients")
@pytest.mark.parametrize("clients", range(3, 30))
def test_two_kinds_on_the_line(clients):
    low, high = [(-2, 1)], [(-1, 2)]
    true = [*low, *high, (-1, 1)] if clients == 3 else low * 2 + high * (clients - 2)
    liar = 2 if clients == 3 else 0
    x, y = F(-3, 2), 2
    ends = [(max(a for a, _ in some), min(b for _, b in some)) for some in combinations(true, clients - 1)]
    assert set(ends) == {(-1, 1)}
    served_by_x = [j for j, (a, b) in enumerate(true) if a <= x <= b or j == liar]
    served_by_y = [j for j, (a, b) in enumerate(true) if a <= y <= b and j != liar]
    assert sorted(served_by_x + served_by_y) == list(range(clients))
    assert not any(a <= x <= b for a, b in high)
    assert not any(a <= y <= b for a, b in low)


@pytest.mark.backs("consensus/new-quadratic-counterexample", "consensus/new-fallback-breaks-definition-3")
def test_the_two_strips():
    a, b = sp.symbols("a b", real=True)
    first, second, lie = a**2, b**2, a**2 + (b - 10) ** 2

    def at(loss, x, y):
        return loss.subs({a: x, b: y})

    assert [at(f, 0, 10) for f in (first, lie, second)] == [0, 0, 100]
    assert [at(f, 10, 0) for f in (first, second)] == [100, 0]
    # |b| <= 1 and |b - 10| <= 1 exclude each other, so two models are needed
    assert sp.reduce_inequalities([b**2 <= 1, (b - 10) ** 2 <= 1], b) == sp.false
    # in W the two others have at most 1; the liar has least loss at (0, 10)
    for x, y in product([F(n, 3) for n in range(-3, 4)], repeat=2):
        assert at(second, x, y) <= 1 < at(second, 0, 10)
        assert at(first, 0, 10) <= at(first, x, y)
    mirrored = lie.subs({a: b, b: a}, simultaneous=True)
    assert at(mirrored, 10, 0) == 0


@pytest.mark.backs("consensus/new-three-quadratics")
def test_three_random_forms_are_redundant_only_if_two_are_largest():
    rng = np.random.default_rng(5)
    angles = np.linspace(0, np.pi, 400)
    aims = np.stack([np.cos(angles), np.sin(angles)])
    hits = 0
    for _ in range(4000):
        factors = rng.integers(-1, 2, size=(3, 2, 2))
        if rng.random() < 0.5:
            factors[2] = factors[rng.integers(2)]
        values = np.stack([((f @ aims) ** 2).sum(axis=0) for f in factors])
        largest = values.max(axis=0)
        if (np.sort(values, axis=0)[1] > largest - 1e-9).all():
            hits += 1
            assert (np.abs(values - largest).max(axis=1) < 1e-9).sum() >= 2
    assert hits > 100


@pytest.mark.backs("consensus/new-nested-sets")
def test_chains_of_sets_are_guarded():
    chain = [1, 3, 7, 15]
    kept = [m for n in (2, 3, 4, 5) for m in combinations_with_replacement(chain, n) if redundant(m)]
    assert len(kept) > 20
    for masks in kept:
        assert masks.count(meet(masks)) >= 2
        assert guarded(masks)


@pytest.mark.backs("consensus/new-sufficient-for-safety")
def test_two_owners_of_W_or_halves_that_identify():
    for clients in (3, 4, 5):
        half = ceil((clients - 1) / 2)
        for masks in worlds(3, clients):
            w = meet(masks)
            owners = masks.count(w)
            halves = all(meet(some) == w for some in combinations(masks, half))
            if owners >= 2 or halves:
                assert guarded(masks)
            if clients == 3:
                assert guarded(masks) == (owners >= 2)


# -- how often
# -----------------------------------------------------------------------------------------------------------


@pytest.mark.backs("consensus/new-share-of-vulnerable-worlds")
@pytest.mark.parametrize(("kinds", "sides"), [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (2, 4), (3, 4), (2, 6)])
def test_one_archetype_sets_all_ends(kinds, sides):
    """Independent and uniform owners of the tight ends: count the tuples that are not constant."""
    owners = list(product(range(kinds), repeat=sides))
    share = F(sum(len(set(o)) > 1 for o in owners), len(owners))
    assert share == 1 - F(1, kinds ** (sides - 1))


@pytest.mark.backs("consensus/new-share-of-vulnerable-worlds")
def test_a_world_is_spoiled_exactly_if_two_archetypes_set_an_end():
    rng = np.random.default_rng(11)
    for _ in range(60):
        kinds = int(rng.integers(2, 4))
        lows, highs = rng.permutation(kinds) + 1, rng.permutation(kinds) + 1
        clients = [j for j in range(kinds) for _ in range(2)]
        w = (-min(lows), min(highs))
        bad = False
        for m in range(2 * kinds):
            others = [clients[j] for j in range(2 * kinds) if j != m]
            for cut in range(1, 2 ** len(others) - 1):
                ends = []
                for side in (0, 1):
                    group = [j for i, j in enumerate(others) if cut >> i & 1 == side]
                    ends.append((-min(lows[j] for j in group), min(highs[j] for j in group)))
                bad = bad or all(e != w for e in ends)
        assert bad == (int(lows.argmin()) != int(highs.argmin()))


def sweep(pairs):
    """Stab at the smallest high end, again and again."""
    models = []
    while pairs:
        models.append(min(b for _, b in pairs))
        pairs = [(a, b) for a, b in pairs if not a <= models[-1] <= b]
    return models


@pytest.mark.backs("consensus/new-greedy-fails-where-possible")
def test_a_point_just_outside_W_defeats_the_sweep():
    rng = np.random.default_rng(3)
    for _ in range(300):
        kinds = int(rng.integers(2, 6))
        lows, highs = -(rng.permutation(kinds) + 1.0), rng.permutation(kinds) + 1.0
        true = [(lows[j], highs[j]) for j in range(kinds) for _ in range(2)]
        w = (lows.max(), highs.min())
        tight_left, tight_right = int(lows.argmax()), int(highs.argmin())
        liar = 2 * tight_right
        x = w[0] - 0.5
        models = sweep([(x, x) if j == liar else s for j, s in enumerate(true)])
        missed = not any(w[0] <= m <= w[1] for m in models)
        assert missed == (tight_left != tight_right)


@pytest.mark.backs("consensus/new-greedy-is-minimal")
def test_the_sweep_uses_as_many_points_as_there_are_disjoint_intervals():
    ends = list(combinations_with_replacement(range(4), 2))
    for pairs in combinations_with_replacement(ends, 4):
        most = max(
            n
            for n in range(1, 5)
            for some in combinations(pairs, n)
            if all(b < c or d < a for (a, b), (c, d) in combinations(some, 2))
        )
        assert len(sweep(list(pairs))) == most


# -- repairs
# -------------------------------------------------------------------------------------------------------------


@pytest.mark.backs("consensus/new-no-selection")
@pytest.mark.parametrize("clients", [3, 4, 5, 6])
def test_reports_that_fit_as_many_worlds_as_there_are_clients(clients):
    full = (1 << clients) - 1
    reports = [full ^ 1 << j for j in range(clients)]
    for a in range(clients):
        true = [1 << a if j == a else m for j, m in enumerate(reports)]
        assert meet(true) == 1 << a
        assert redundant(true)
    assert all(len(blocks) == 2 for _, blocks in minimal(reports))


@pytest.mark.backs("consensus/new-no-selection")
def test_three_lines_in_the_plane():
    x, y = sp.symbols("x y")
    lines = [x, y, x + y - 1]
    corner = {a: tuple(sp.linsolve([f for j, f in enumerate(lines) if j != a], x, y)) for a in range(3)}
    assert len(set(corner.values())) == 3
    for a in range(3):
        ((px, py),) = corner[a]
        assert lines[a].subs({x: px, y: py}) != 0


@pytest.mark.backs("consensus/new-opposite-ends")
def test_the_models_without_the_two_extremes():
    """By ends: the largest low end and the smallest high end name the two suspects."""
    rng = np.random.default_rng(9)
    for _ in range(3000):
        n = int(rng.integers(3, 7))
        ends = [tuple(sorted(rng.integers(0, 7, size=2))) for _ in range(n)]
        lows, highs = sorted(a for a, _ in ends)[::-1], sorted(b for _, b in ends)
        if lows[0] > highs[0] or lows[0] != lows[1] or highs[0] != highs[1]:
            continue  # no agreement, or somebody cannot be spared
        liar, lie = int(rng.integers(n)), tuple(sorted(rng.integers(-1, 9, size=2)))
        reports = [lie if j == liar else s for j, s in enumerate(ends)]
        p = max(range(n), key=lambda j: reports[j][0])
        q = min(range(n), key=lambda j: reports[j][1])
        if reports[p][0] <= reports[q][1]:
            continue
        assert liar in (p, q)
        made = []
        for out in (p, q):
            rest = [s for j, s in enumerate(reports) if j != out]
            low, high = max(a for a, _ in rest), min(b for _, b in rest)
            made += [low] if low <= high else []
        assert any(lows[0] <= x <= highs[0] for x in made)


@pytest.mark.backs(
    "consensus/new-largest-cluster",
    "consensus/new-largest-cluster-alone-fails",
    "consensus/new-two-spared-alone-fails",
)
def test_largest_clusters_with_one_and_with_two_to_spare():
    def wrong(masks):
        w = meet(masks)
        for _, reports in told(masks, 3):
            outputs = minimal(reports)
            sizes = [max(labels.count(b) for b in labels) for labels, _ in outputs]
            for (labels, blocks), size in zip(outputs, sizes, strict=True):
                if size == max(sizes) and any(
                    labels.count(b) == size and block & 7 & ~w for b, block in enumerate(blocks)
                ):
                    return True
        return False

    failing = {n: [m for m in worlds(3, n) if wrong(m)] for n in (3, 4)}
    assert (0b001, 0b011, 0b101) in failing[3]
    assert failing[4]
    for clients in (3, 4):
        assert not any(wrong(m) for m in worlds(3, clients, removed=2))
    # any two can be spared, and still some output is bad: five clients are the fewest
    assert all(guarded(m) for n in (3, 4) for m in worlds(3, n, removed=2))
    bad = [m for m in worlds(3, 5, removed=2) if not guarded(m)]
    assert len(bad) == 3
    assert not any(wrong(m) for m in bad)


@pytest.mark.backs("consensus/new-retries")
@pytest.mark.parametrize("clients", [3, 4, 5, 6])
def test_one_clustering_in_exponentially_many(clients):
    """With the first point of every cluster as its model, the last world is met by one clustering only."""
    reports = [((1 << clients) - 1) ^ 1 << j for j in range(clients)]
    outputs = minimal(reports)
    assert len(outputs) == 2 ** (clients - 1) - 1 == sum(comb(clients, k) for k in range(1, clients)) // 2
    first = [{bits(block)[0] for block in blocks} for _, blocks in outputs]
    assert sum(clients - 1 in models for models in first) == 1


@pytest.mark.backs("consensus/new-own-cluster-check")
def test_own_clusters_catch_the_liar_exactly_if_all_cuts_are_guarded():
    for clients in (3, 4):
        kinds = set()
        for masks in worlds(3, clients):
            w = meet(masks)
            escapes = any(
                all(
                    meet([block, *(masks[j] for j in range(clients) if labels[j] == b)]) & 7 & ~w
                    for b, block in enumerate(blocks)
                )
                for _, reports in told(masks, 3)
                for labels, blocks in minimal(reports)
            )
            cuts = all(
                any(meet(masks[j] for j in range(clients) if cut >> j & 1 == side) == w for side in (0, 1))
                for cut in range(1, 2**clients - 1)
            )
            assert escapes != cuts
            kinds.add(cuts)
        assert kinds == ({True} if clients == 3 else {True, False})


@pytest.mark.backs("consensus/new-two-liars")
@pytest.mark.parametrize("each", [2, 3])
def test_two_liars_exclude_the_truth(each):
    true = [0b011] * each + [0b101] * each
    reports = [0b010, *true[1:-1], 0b100]
    assert redundant(true, each - 1)
    outputs = minimal(reports)
    assert {frozenset(blocks) for _, blocks in outputs} == {frozenset({0b010, 0b100})}


# -- cost
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.backs("consensus/new-halving", "consensus/prose-without-m-fold")
def test_calls_of_halving_on_random_worlds():
    rng = np.random.default_rng(2)
    most = {}
    for _ in range(3000):
        clients = int(rng.integers(2, 25))
        w = 1
        true = [w | int(rng.integers(0, 64)) << 1 for _ in range(clients)]
        liar = int(rng.integers(clients))
        true[liar] = int(rng.integers(1, 128))
        calls = []

        def consensus(some, true=true, calls=calls):
            calls.append(some)
            common = meet(true[m] for m in some)
            return bits(common)[0] if common else None

        output = covering.halving(clients, consensus)
        assert all(true[m] >> output.models[i] & 1 for m, i in enumerate(output.assignment))
        assert len(output) == (1 if meet(true) else 2)
        assert len(calls) <= 2 + 2 * ceil(log2(clients))
        most[clients] = max(most.get(clients, 0), len(calls))
    assert any(calls < clients for clients, calls in most.items() if clients > 12)


@pytest.mark.backs("consensus/prose-without-m-fold")
def test_a_cheap_output_without_a_point_of_W():
    """Sixteen clients of two kinds: three calls, and both models are outside [-1, 1]."""
    ends = [(-2, 1)] * 8 + [(-1, 5)] * 8
    told_ends = [(F(-3, 2), F(-3, 2)), *ends[1:]]
    groups = [set(range(16)), set(range(8)), set(range(8, 16))]
    common = [(max(told_ends[j][0] for j in g), min(told_ends[j][1] for j in g)) for g in groups]
    assert common[0][0] > common[0][1]
    assert common[1] == (F(-3, 2), F(-3, 2))
    assert not -1 <= sum(common[2]) / F(2) <= 1


@pytest.mark.backs("consensus/prose-oracle-is-hard")
def test_fewest_models_are_a_smallest_set_cover():
    rng = np.random.default_rng(8)
    for _ in range(200):
        families = [int(rng.integers(1, 32)) for _ in range(int(rng.integers(2, 7)))]
        if reduce(int.__or__, families) != 31:
            continue
        clients = [sum(1 << x for x, family in enumerate(families) if family >> m & 1) for m in range(5)]
        cover = next(
            n for n in range(1, 7) if any(reduce(int.__or__, some) == 31 for some in combinations(families, n))
        )
        assert len(minimal(clients)[0][1]) == cover
