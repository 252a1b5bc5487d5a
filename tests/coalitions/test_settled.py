"""Questions that show that four players can settle, against plain walks on exact games; and wrong ones are noticed."""

from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import definitions
import numpy as np
import pytest

from incentives_book.coalitions.can_the_core_be_empty.ties import faces
from incentives_book.coalitions.do_they_ever_settle import settled


def critical(sizes):
    """Every noise at which somebody is indifferent between two coalitions, spread 1, by linear interpolation."""
    found = set()
    for j in range(4):
        mine = [c for c in definitions.coalitions(4) if j in c]
        errors = {c: [definitions.error(sizes, noise, 1, "uniform", j, c) for noise in (1, 2)] for c in mine}
        for one, other in combinations(mine, 2):
            (a, b), (c, d) = errors[one], errors[other]
            if b - a != d - c:
                found.add(1 - (a - c) / ((b - a) - (d - c)))
    return sorted(noise for noise in found if noise > 0)


def settles_from_everywhere(sizes, noise):
    cost = definitions.cost_table(list(sizes), noise, 1, "uniform")
    arrows = {}
    for p in definitions.all_partitions(4):
        arrows[p] = []
        for who, joined in definitions.moves(cost, p, 4, ask=True):
            rest = {block - {who} for block in p if block != joined - {who}}
            arrows[p].append(frozenset({block for block in rest if block} | {joined}))
    ends = {p for p, after in arrows.items() if not after}
    while more := {p for p, after in arrows.items() if p not in ends and ends & set(after)}:
        ends |= more
    return len(ends) == 15


@pytest.mark.backs("coalitions/new-four-players-can-settle")
def test_four_players_settle_in_exact_games_ties_included():
    chance = Random(4)
    for _ in range(3):
        sizes = sorted(chance.choice([1, 2, 3, 4, 5, 7, 14, 26, 40]) for _ in range(4))
        noises = critical(sizes)
        between = [(a + b) / 2 for a, b in pairwise(noises)]
        for noise in chance.sample(noises, min(4, len(noises))) + chance.sample(between, min(4, len(between))):
            assert settles_from_everywhere(sizes, noise)
    assert settles_from_everywhere((1, 2, 3, 14), 7)


@pytest.mark.backs("coalitions/new-four-players-can-settle")
def test_every_face_has_questions_that_settle_it():
    asked = list(settled.read_questions())
    assert sorted(one.generators for one in asked) == faces()
    assert all(map(settled.settles, asked))


def test_what_is_known_on_a_face_holds_in_a_game_on_it():
    """A random point of some faces, all thresholds and preferences by errors from the definitions."""
    chance = Random(11)
    for generators in chance.sample(faces(), 6):
        weights = [chance.randint(1, 5) for _ in generators]
        sizes = [sum(w * g[k] for w, g in zip(weights, generators, strict=True)) for k in range(4)]
        known, order = settled.on_face(generators)
        noises = {Fraction(chance.randint(1, 40), 2) for _ in range(3)} | set(critical(sizes)[:2])
        for noise in noises:
            cost = definitions.cost_table(sizes, noise, 1, "uniform")
            value = {
                (j, settled.PLACE[w]): cost(j, frozenset(map(settled.PLAYERS.index, w)))
                for w in settled.WORDS
                for j in range(4)
                if settled.PLAYERS[j] in w
            }
            everything = settled.consequences(known, order)
            for j, one, other in np.argwhere(everything.weak):
                assert one == other or value[j, one] <= value[j, other]
            for j, one, other in np.argwhere(everything.strict):
                assert value[j, one] < value[j, other]
            prefers_smaller = [
                value[j, a] - value[j, b] for j, a, b in zip(order.who, order.smaller, order.larger, strict=True)
            ]  # at most zero: noise is at most the threshold
            for v, w in np.argwhere(order.never_above)[:: chance.randint(5, 9)]:
                assert not (prefers_smaller[w] > 0 >= prefers_smaller[v])
                if order.below[v, w]:
                    assert not (prefers_smaller[v] <= 0 <= prefers_smaller[w])


def test_trees_that_are_cut_short_or_claim_too_much_are_refused():
    asked = next(one for one in settled.read_questions() if one.ends > 20)
    assert settled.settles(asked)
    assert not settled.settles(asked.cut_short())
    with pytest.raises(ValueError, match="too few"):
        settled.settles(asked._replace(words=asked.words[:-1]))
    with pytest.raises(ValueError, match="too many"):
        settled.settles(asked._replace(words=(*asked.words, "")))
    known, order = settled.on_face(asked.generators)
    assert not settled.everybody_can_settle(settled.consequences(known, order))


def test_answers_that_contradict_each_other_are_noticed():
    known, order = settled.on_face(((1, 2, 3, 4),))
    told = known.told("a", "a", "ab", strict=True).told("a", "ab", "a", strict=False)
    assert settled.consequences(told, order).contradicts_itself
    assert not settled.consequences(known, order).contradicts_itself


def test_moves_are_those_of_one_player():
    every = [(b, p) for p in definitions.all_partitions(4) for b in p for _ in b]
    assert len(settled.moves()) == sum(len(p) - (len(b) == 1) for b, p in every)
    assert len(set(settled.moves())) == len(settled.moves())
