"""Individual stability of four players, against the definition in plain fractions, at ties above all."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from definitions import all_partitions, cost_table, is_stable

from incentives_book.coalitions.can_the_core_be_empty.regions import Threshold, nowhere_negative
from incentives_book.coalitions.can_the_core_be_empty.ties import (
    Fact,
    consequences,
    equal_totals,
    faces,
    gap,
    implications,
    individually_stable,
    read_faces,
    stable_everywhere,
)

FACES = read_faces()


def members(word):
    return frozenset(map("abcd".index, word))


def as_sets(partition):
    return frozenset(map(members, partition.split()))


def named(face, cost):
    """The partition that the true answers lead to."""
    questions = face.questions
    while not isinstance(questions, str):
        (player, smaller, larger), strict, low, high = questions
        j = "abcd".index(player)
        gain = cost(j, members(smaller)) - cost(j, members(larger))
        questions = low if gain < 0 or (gain == 0 and not strict) else high
    return questions


def ties(sizes):
    """The positive noises at which some player is indifferent between two coalitions with different totals."""
    costs = [cost_table(sizes, noise, 1, "uniform") for noise in (Fraction(1), Fraction(2))]
    found = set()
    for j in range(4):
        mine = [frozenset(c) for r in range(4) for c in combinations(range(4), r + 1) if j in c]
        for C, D in combinations(mine, 2):
            at_one, at_two = (cost(j, C) - cost(j, D) for cost in costs)
            found |= {1 - at_one / (at_two - at_one)} if at_one != at_two else set()
    return sorted(noise for noise in found if noise > 0)


def draw(rng, face):
    weights = [rng.choice([1, 2, 5, 30]) for _ in face.generators]
    return tuple(sum(w * g[k] for w, g in zip(weights, face.generators, strict=True)) for k in range(4))


@pytest.mark.backs("coalitions/new-four-players-individual-ties")
def test_the_partition_that_the_answers_name_is_individually_stable_at_every_tie():
    """Every face, the noise at a tie of somebody in two games of three."""
    rng, seen = random.Random(20), Counter()
    for face in FACES:
        for k in range(9):
            sizes = draw(rng, face)
            at = ties(sizes) if k % 3 else []
            noise = rng.choice(at) if at else Fraction(rng.randint(1, 3 * sum(sizes)), 7)
            cost = cost_table(sizes, noise, 1, "uniform")
            partition = named(face, cost)
            assert partition, "the true answers do not contradict each other"
            assert is_stable(cost, as_sets(partition), 4, "individual"), (sizes, noise, partition)
            seen[partition] += 1
    assert len(seen) > 5


@pytest.mark.backs("coalitions/new-four-players-individual-ties")
def test_what_is_core_stable_at_a_little_more_noise_is_individually_stable_at_the_tie():
    """In some of these games a partition that is core stable at the tie itself is not individually stable there."""
    rng, told = random.Random(24), 0
    for _ in range(60):
        sizes = tuple(sorted(rng.randint(1, 12) for _ in range(4)))
        at = [*ties(sizes), Fraction(10**6)]
        k = rng.randrange(len(at) - 1)
        here, there = (cost_table(sizes, noise, 1, "uniform") for noise in (at[k], (at[k] + at[k + 1]) / 2))
        stable = [p for p in all_partitions(4) if is_stable(there, p, 4, "core")]
        assert stable
        assert all(is_stable(here, p, 4, "individual") for p in stable), (sizes, at[k])
        here_only = [p for p in all_partitions(4) if is_stable(here, p, 4, "core") and p not in stable]
        told += any(not is_stable(here, p, 4, "individual") for p in here_only)
    assert told


@pytest.mark.backs("coalitions/new-four-players-individual-ties")
def test_the_faces_are_those_of_the_pieces_and_settled():
    assert {frozenset(face.generators) for face in FACES} == set(map(frozenset, faces()))
    assert all(map(stable_everywhere, FACES))


def test_what_follows_from_true_answers_is_true():
    rng = random.Random(22)
    for face in rng.sample(FACES, 25):
        sizes = draw(rng, face)
        at = ties(sizes)
        cost = cost_table(sizes, rng.choice(at) if at else Fraction(3), 1, "uniform")

        def true(fact, cost=cost):
            j = "abcd".index(fact.player)
            has, other = cost(j, members(fact.has)), cost(j, members(fact.other))
            return has < other if fact.strict else has <= other

        assert all(map(true, equal_totals(face)))
        asked = {fact for first, then in implications(face).items() for fact in (first, *then)}
        assert all(map(true, consequences(face, [fact for fact in asked if true(fact)])))


def test_without_its_inequalities_no_face_with_questions_is_settled_and_most_are_needed_singly():
    asking = [face for face in FACES if not isinstance(face.questions, str)]
    assert len(asking) > 80
    assert not any(stable_everywhere(replace(face, order=())) for face in asking)
    face = max(asking, key=lambda f: len(f.generators))
    needed = [
        not stable_everywhere(replace(face, order=face.order[:k] + face.order[k + 1 :])) for k in range(len(face.order))
    ]
    assert sum(needed) > len(needed) / 2


def test_an_answer_that_is_weak_where_it_must_be_strict_unsettles():
    def weakened(questions):
        if isinstance(questions, str):
            return questions
        threshold, strict, low, high = questions
        return threshold, not strict, weakened(low), weakened(high)

    changed = [replace(face, questions=weakened(face.questions)) for face in FACES]
    assert not all(map(stable_everywhere, changed))


@pytest.mark.parametrize("each", [8, pytest.param(1, marks=pytest.mark.thorough)])
def test_two_thresholds_that_are_equal_exclude_no_tie(each):
    """Whoever is indifferent at one of them is indifferent at the other: a tree that rules this out is refused.

    The tree asks whether the noise is at most the first threshold and then whether it is below the second, and claims
    that it is. Everything else in it is settled by the questions of the face.
    """
    equal = [(f, pair) for f in FACES for pair in f.order if len(pair) == 2 and not gap(f, pair)]
    assert len(equal) > 50
    for face, pair in equal[::each]:
        first, second = pair
        assert stable_everywhere(replace(face, questions=(first, False, face.questions, face.questions)))
        claimed = (first, False, (second, True, face.questions, ""), face.questions)
        assert not stable_everywhere(replace(face, questions=claimed)), (face, pair)


def test_a_wrong_order_is_refused():
    face = next(f for f in FACES if any(len(p) == 2 and gap(f, p) for p in f.order))
    pair = next(p for p in face.order if len(p) == 2 and gap(face, p))
    assert not nowhere_negative(gap(face, pair[::-1]))
    with pytest.raises(ValueError, match="order must hold on the whole face"):
        stable_everywhere(replace(face, order=(*face.order, pair[::-1])))


def test_an_indifferent_member_keeps_nobody_out():
    known = {Fact(p, p, "".join(sorted(p + q)), True) for p, q in product("abcd", repeat=2) if p != q}
    assert individually_stable("a b c d", known)
    weak = {Fact(f.player, f.has, f.other) for f in known}
    assert individually_stable("a b c d", weak), "nobody gains, so nobody moves"
    mine = {f for f in weak if f.player != "a"}
    assert not individually_stable("a b c d", mine), "a gains and the others are indifferent"


def test_a_partition_names_everybody_once():
    with pytest.raises(ValueError, match="each of abcd once"):
        individually_stable("ab c", set())
    with pytest.raises(ValueError, match="larger total"):
        gap(FACES[0], (Threshold("a", "ab", "a"),))
