"""The questions that settle four players, against the definitions in plain fractions."""

import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest
from definitions import all_partitions, cost_table, is_stable

from incentives_book.coalitions.can_the_core_be_empty.four_players import (
    Fact,
    consequences,
    contains,
    ends,
    named,
    read_regions,
    settled,
    unblocked,
)
from incentives_book.coalitions.can_the_core_be_empty.regions import (
    Region,
    Threshold,
    in_order,
    pieces,
    volume,
)

CONCEPT = {"core": "core", "coarse-core": "core", "individual": "individual"}
RULE = {"core": "uniform", "coarse-core": "coarse", "individual": "uniform"}
NAMES = list(CONCEPT)


def as_sets(partition):
    return frozenset(frozenset("abcdefgh".index(letter) for letter in block) for block in partition.split())


def wishes(sizes, rule):
    """(player, C, D) with the noise at which the player is indifferent, from two evaluations of each error."""
    costs = [cost_table(sizes, noise, 1, rule) for noise in (Fraction(1), Fraction(2))]
    for j in range(len(sizes)):
        mine = [frozenset(c) for r in range(len(sizes)) for c in combinations(range(len(sizes)), r + 1) if j in c]
        for C, D in product(mine, repeat=2):
            if sum(sizes[i] for i in C) < sum(sizes[i] for i in D):
                at_one, at_two = (cost(j, C) - cost(j, D) for cost in costs)
                # under uniform federation a gain is linear in the noise
                yield (j, C, D), 1 - at_one / (at_two - at_one)


def word(coalition):
    return "".join("abcdefgh"[i] for i in sorted(coalition))


def draw_game(rng, region, *, boundary):
    weights = [rng.choice([0, 0, 1, 2, 7, 30]) if boundary else rng.randint(1, 60) for _ in region.generators]
    return tuple(sum(w * g[k] for w, g in zip(weights, region.generators, strict=True)) for k in range(4))


@pytest.mark.parametrize("name", NAMES)
def test_the_pieces_are_all_of_the_cut_and_settled(name):
    regions = read_regions(name)
    assert {frozenset(r.generators) for r in regions} == {frozenset(cone) for cone in pieces()}
    assert all(map(settled, regions))


@pytest.mark.backs("coalitions/new-four-players-core")
def test_every_game_of_four_has_the_partition_that_its_answers_name():
    """Thousands of exact games, two in three of them exactly at a tie of somebody's wishes."""
    rng, regions, seen = random.Random(5), read_regions(), Counter()
    while sum(seen.values()) < 700:
        region = rng.choice(regions)
        sizes = draw_game(rng, region, boundary=False)
        ties = [at for _, at in wishes(sizes, "uniform") if at > 0]
        noise = rng.choice(ties) if rng.random() < 2 / 3 else Fraction(rng.randint(1, 3 * sum(sizes)), 7)
        cost = cost_table(sizes, noise, 1, "uniform")
        partitions = named(region, sizes, noise)
        assert all(is_stable(cost, as_sets(p), 4, "core") for p in partitions)
        seen[len(partitions)] += 1
    assert seen[2] > 10, "no tie among the questions was tried"


@pytest.mark.backs("coalitions/new-four-players-core")
def test_on_the_boundary_of_a_piece_one_of_the_named_partitions_is_stable():
    rng, regions, failing = random.Random(6), read_regions(), 0
    for _ in range(400):
        region = rng.choice(regions)
        sizes = draw_game(rng, region, boundary=True)
        if sizes[0] == 0:
            continue
        ties = [at for _, at in wishes(sizes, "uniform") if at > 0]
        noise = rng.choice(ties) if ties and rng.random() < 2 / 3 else Fraction(rng.randint(1, 99), 5)
        cost = cost_table(sizes, noise, 1, "uniform")
        stable = [is_stable(cost, as_sets(p), 4, "core") for p in named(region, sizes, noise)]
        assert any(stable)
        failing += not all(stable)
    assert failing, "the boundary never needed its own argument"


@pytest.mark.backs("coalitions/new-four-players-core")
def test_every_inequality_holds_in_random_games():
    rng = random.Random(7)
    for region in read_regions():
        for _ in range(6):
            sizes = draw_game(rng, region, boundary=False)
            at = {(j, word(C), word(D)): noise for (j, C, D), noise in wishes(sizes, "uniform")}
            for pair in region.order:
                noises = [at["abcd".index(t.player), t.smaller, t.larger] for t in pair]
                assert noises[0] <= (noises[1] if len(noises) == 2 else 0)


@pytest.mark.backs("coalitions/new-four-players-coarse-core")
def test_with_the_best_weights_the_grand_coalition_or_the_three_smallest_are_stable():
    rng, seen = random.Random(8), Counter()
    grand, three = as_sets("abcd"), as_sets("abc d")
    for k in range(500):
        sizes = sorted(rng.choice([rng.randint(1, 9), rng.randint(1, 400)]) for _ in range(4))
        sizes = [*sizes[:3], sum(sizes[:3]) + (k % 2) * rng.randint(1, 2000)] if k % 4 < 2 else sizes
        cost = cost_table(tuple(sizes), Fraction(rng.randint(1, 60), 7), 1, "coarse")
        together = is_stable(cost, grand, 4, "core")
        assert together or is_stable(cost, three, 4, "core")
        assert together or sizes[3] > sum(sizes[:3])
        seen[together] += 1
    assert seen[False] > 20


@pytest.mark.backs("coalitions/new-four-players-coarse-core")
def test_only_the_others_leave_a_largest_player_and_only_one_above_twice_any_two_of_them():
    rng, left = random.Random(23), 0
    for _ in range(400):
        sizes = sorted(rng.choice([rng.randint(1, 9), rng.randint(1, 400)]) for _ in range(4))
        cost = cost_table(tuple(sizes), Fraction(rng.randint(1, 60), 7), 1, "coarse")
        every = frozenset(range(4))
        groups = [frozenset(c) for r in range(1, 5) for c in combinations(range(4), r)]
        leaving = [C for C in groups if all(cost(j, C) < cost(j, every) for j in C)]
        assert set(leaving) <= {frozenset({0, 1, 2})}
        assert not leaving or sizes[3] > 2 * (sizes[1] + sizes[2])
        left += len(leaving)
    assert left > 20


@pytest.mark.backs("coalitions/new-four-players-individual")
def test_individual_stability_where_an_indifferent_member_may_refuse():
    rng, regions = random.Random(9), read_regions("individual")
    for k in range(400):
        region = rng.choice(regions)
        sizes = draw_game(rng, region, boundary=k % 3 == 0)
        if sizes[0] == 0:
            continue
        noise = Fraction(rng.randint(1, 3 * sum(sizes)), 7)
        cost = cost_table(sizes, noise, 1, "uniform")

        def refused(partition, player, host, cost=cost):
            now = next(block for block in partition if player in block)
            then = host | {player}
            return cost(player, then) >= cost(player, now) or any(cost(h, then) >= cost(h, host) for h in host)

        def stable(partition, refused=refused):
            hosts = [*partition, frozenset()]
            return all(refused(partition, i, host) for i in range(4) for host in hosts if i not in host)

        assert any(stable(as_sets(p)) for p in named(region, sizes, noise))


@pytest.mark.parametrize("name", NAMES)
def test_leaving_out_an_inequality_unsettles_a_piece(name):
    for region in read_regions(name)[1::6]:
        for k in range(len(region.order)):
            assert not settled(replace(region, order=region.order[:k] + region.order[k + 1 :]))


def test_exchanging_two_ends_unsettles_a_piece():
    region = read_regions()[1]
    threshold, low, high = region.questions
    assert settled(region)
    assert not settled(replace(region, questions=(threshold, high, low)))


def test_a_wrong_inequality_is_seen():
    region = read_regions()[1]
    for first, second in region.order[:10]:
        assert in_order(region, (first, second))
        assert not in_order(region, (second, first))


def test_a_shrunk_piece_leaves_a_gap():
    cones = [region.generators for region in read_regions()]
    assert sum(map(volume, cones)) == Fraction(1, 24)
    first = cones[0]
    cones[0] = (tuple(x + y for x, y in zip(*first[:2], strict=True)), *first[1:])
    assert sum(map(volume, cones)) < Fraction(1, 24)
    assert {frozenset(c) for c in cones} != {frozenset(c) for c in pieces()}


def test_every_tuple_of_sizes_lies_in_a_piece():
    regions = read_regions()
    rng = random.Random(10)
    for _ in range(50):
        sizes = sorted(rng.randint(1, rng.choice([6, 60, 6000])) for _ in range(4))
        assert any(contains(region, sizes) for region in regions)


def test_where_five_players_have_no_core_the_same_reasoning_names_nothing():
    """A small piece around a game without a core: what is true there implies nothing false, and no end."""
    sizes, noise = (100, 301, 302, 303, 6200), Fraction(1105)
    cost = cost_table(sizes, noise, 1, "uniform")
    splits = all_partitions(5)
    assert not any(is_stable(cost, split, 5, "core") for split in splits)
    around = tuple(tuple(10**4 * n + (k == i) for k, n in enumerate(sizes)) for i in range(5))
    rng = random.Random(11)
    some = rng.sample([(j, C, D) for (j, C, D), _ in wishes(sizes, "uniform")], 40)
    thresholds = [Threshold("abcde"[j], word(C), word(D)) for j, C, D in some]
    bare = Region(around, (), "abcde")
    order = tuple(pair for pair in product(thresholds, repeat=2) if pair[0] != pair[1] and in_order(bare, pair))
    assert len(order) > 300
    mine = {j: [frozenset(c) for r in range(5) for c in combinations(range(5), r + 1) if j in c] for j in range(5)}
    true = {
        Fact("abcde"[j], word(C), word(D))
        for j in range(5)
        for C, D in product(mine[j], repeat=2)
        if C != D and cost(j, C) <= cost(j, D)
    }
    asked = {
        fact for t in thresholds for fact in (Fact(t.player, t.smaller, t.larger), Fact(t.player, t.larger, t.smaller))
    }
    known = consequences(replace(bare, order=order), sorted(true & asked))
    assert {fact for fact in known if fact.has != fact.other} <= true
    for split in splits:
        assert not unblocked(" ".join(map(word, split)), true, "abcde", "core")


def test_bad_names_and_partitions_are_refused():
    with pytest.raises(ValueError, match="name must be one of core"):
        read_regions("nash")
    with pytest.raises(ValueError, match="each of abcd once"):
        unblocked("abc", set(), "abcd", "core")
    region = read_regions()[0]
    with pytest.raises(ValueError, match="hold its player"):
        in_order(region, (Threshold("a", "b", "ab"),))
    with pytest.raises(ValueError, match="larger total"):
        in_order(region, (Threshold("a", "ab", "a"),))


def test_the_ends_of_the_coarse_questions_are_two():
    assert set().union(*(ends(region.questions) for region in read_regions("coarse-core"))) == {
        "abcd",
        "abc d",
    }


def words_of_coq(text):
    """The brackets, names and marks of a few lines of Coq, without comments."""
    return re.findall(r"\w+|[][();,]", re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL))


def as_coq(region):
    """The piece as `FourPieces.v` writes it."""

    def threshold(t):
        return f"{t.player.upper()} {t.smaller} {t.larger}"

    def asked(questions, *, inside=True):
        if isinstance(questions, str):
            return questions.replace(" ", "_") if " " in questions else "together"
        (question, low, high) = questions
        told = f"Ask ({threshold(question)}) {asked(low)} {asked(high)}"
        return f"({told})" if inside else told

    pairs = "; ".join(
        f"({threshold(low)}, {threshold(high)})" for low, high in (p for p in region.order if len(p) == 2)
    )
    never = "; ".join(threshold(pair[0]) for pair in region.order if len(pair) == 1)
    return words_of_coq(f"Piece [:: {pairs}] [:: {never}] ({asked(region.questions, inside=False)})")


@pytest.mark.backs("coalitions/new-four-players-core")
def test_coq_reads_the_same_pieces():
    """What `FourPieces.v` holds are the trees and the pairs of the page, and each of them stands in the cut once."""
    text = (Path(__file__).parents[2] / "proofs/coalitions/FourPieces.v").read_text(encoding="utf-8")
    written = re.findall(r"Definition (piece\d+) := (Piece .*?)\.\n", text, flags=re.DOTALL)
    read = {name: words_of_coq(piece) for name, piece in written}
    ours = [as_coq(region) for region in read_regions()]
    assert sorted(read.values()) == sorted(ours)
    assert len(read) == 17
    cut = re.search(r"Definition all_pieces := (.*?)\.\n", text, flags=re.DOTALL)[1]
    assert sorted(re.findall(r"piece\d+", cut)) == sorted(read)
