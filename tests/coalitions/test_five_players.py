"""Clauses about five players against exact games by the definitions; and a proof without its comparisons is noticed."""

from fractions import Fraction
from itertools import combinations
from math import prod
from random import Random

import definitions
import numpy as np
import pytest
import sympy as sp

from incentives_book.coalitions.do_they_ever_settle import five_players as five

COMPARISONS = five.read_comparisons()
FACES = five.faces()


def sizes_on(face, chance):
    weights = [chance.randint(1, 9) for _ in face]
    return [sum(w * g[k] for w, g in zip(weights, face, strict=True)) for k in range(5)]


def ways_out(sizes, noise):
    """Partitions from which some path of welcome moves ends, of all 52, by the definitions."""
    cost = definitions.cost_table(sizes, noise, 1, "uniform")
    arrows = {}
    for p in definitions.all_partitions(5):
        arrows[p] = []
        for who, joined in definitions.moves(cost, p, 5, ask=True):
            rest = {block - {who} for block in p if block != joined - {who}}
            arrows[p].append(frozenset({block for block in rest if block} | {joined}))
    ends = {p for p, after in arrows.items() if not after}
    while more := {p for p, after in arrows.items() if p not in ends and ends & set(after)}:
        ends |= more
    return len(ends)


def thresholds_of(sizes, chance):
    """Some noise levels at which somebody is indifferent, by linear interpolation."""
    for _ in range(60):
        j = chance.randrange(5)
        one, other = chance.sample([c for c in definitions.coalitions(5) if j in c], 2)
        a, b, c, d = (definitions.error(sizes, noise, 1, "uniform", j, x) for x in (one, other) for noise in (1, 2))
        if b - a != d - c and (noise := 1 - (a - c) / ((b - a) - (d - c))) > 0:
            yield noise


@pytest.mark.backs("coalitions/new-five-players-can-settle")
@pytest.mark.parametrize("seed", range(6))
def test_five_players_settle_in_exact_games(seed):
    chance = Random(seed)
    sizes = (
        sizes_on(chance.choice(FACES), chance) if seed % 2 else [chance.choice((1, 2, 3, 5, 9, 20)) for _ in range(5)]
    )
    noises = list(thresholds_of(sorted(sizes), chance))[:2]
    for noise in [*noises, *(n + Fraction(1, 10**6) for n in noises)]:
        assert ways_out(sorted(sizes), noise) == 52


@pytest.mark.backs("coalitions/new-five-players-can-settle")
def test_a_face_settles_and_without_its_comparisons_it_is_not_shown_to():
    face = FACES[1000]
    assert five.settles(face, COMPARISONS)
    assert not five.settles(face, COMPARISONS[::2])


@pytest.mark.thorough
def test_faces_drawn_at_random_settle_and_without_comparisons_they_are_named(monkeypatch):
    assert five.repeat(12, seed=5) == []
    monkeypatch.setattr(five, "read_comparisons", lambda: COMPARISONS[::2])
    assert len(five.repeat(2, seed=5)) == 2


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_of_a_face_holds_in_a_game_on_it(seed):
    """Comparisons turned round are tried, too: those that do not hold must be left out."""
    chance = Random(seed)
    face = chance.choice(FACES)
    sizes = sizes_on(face, chance)
    noise = next(thresholds_of(sizes, chance)) + chance.choice((0, 0, Fraction(1, 10**6), -Fraction(1, 10**6)))
    cost = definitions.cost_table(sizes, noise, 1, "uniform")
    place = {p: frozenset(five.PLAYERS.index(q) for q in p) for p in five.WORDS}
    holds = {
        k: cost(five.PLAYERS.index(p), place[one]) < cost(five.PLAYERS.index(p), place[other])
        for (p, one, other), k in five._preferences().items()
    }
    turned = [five.Comparison(high, low) for low, high in COMPARISONS]
    told = list(five.on_face(face, COMPARISONS + turned))
    assert len(told) > 900
    assert all(any(holds[abs(k)] == (k > 0) for k in clause) for clause in told)


def test_clauses_of_every_game_hold_where_nobody_is_lost_but_for_the_one_that_says_somebody_is():
    chance = Random(3)
    sizes = sizes_on(FACES[200], chance)
    cost = definitions.cost_table(sizes, next(thresholds_of(sizes, chance)), 1, "uniform")
    place = {p: frozenset(five.PLAYERS.index(q) for q in p) for p in five.WORDS}
    prefers = five._preferences()
    holds = {
        k: cost(five.PLAYERS.index(p), place[one]) < cost(five.PLAYERS.index(p), place[other])
        for (p, one, other), k in prefers.items()
    }
    clauses = five.of_every_game()
    holds |= {len(prefers) + k: False for k in range(1, 53)}
    # Whether a move is welcome is said by the clauses themselves: it is, if nothing that it needs fails.
    for clause in clauses:
        if clause[0] > len(prefers) + 52 and len(clause) > 1:
            holds[clause[0]] = not any(holds[abs(k)] == (k > 0) for k in clause[1:])
    broken = [clause for clause in clauses if not any(holds[abs(k)] == (k > 0) for k in clause)]
    assert broken == [tuple(range(len(prefers) + 1, len(prefers) + 53))]


def test_the_pieces_fill_the_ordered_sizes_and_no_cut_crosses_them():
    pieces = list(five.pieces())
    shares = [Fraction(abs(int(sp.Matrix(piece).det())), prod(map(sum, piece))) for piece in pieces]
    assert sum(shares) == Fraction(1, 120)
    assert min(shares) > 0
    for piece in pieces[::40]:
        for cut in five.CUTS:
            sides = [five.total(g, cut[0]) - five.total(g, cut[1]) for g in piece]
            assert min(sides) >= 0 or max(sides) <= 0


def test_random_sizes_without_equal_totals_lie_on_one_face():
    chance = Random(8)
    for _ in range(3):
        sizes = sorted(chance.sample(range(1, 400), 5))
        totals = [sum(c) for n in range(1, 6) for c in combinations(sizes, n)]
        if len(set(totals)) < len(totals):
            continue
        inside = []
        for piece in five.pieces():
            weights = sp.Matrix(piece).T.LUsolve(sp.Matrix(sizes))
            if min(weights) >= 0:
                inside.append(tuple(sorted(g for g, w in zip(piece, weights, strict=True) if w > 0)))
        assert set(inside) & set(FACES)
        assert len(set(inside)) == 1


def test_products_are_those_of_sympy():
    x = sp.symbols("x:5")
    chance = np.random.default_rng(1)
    one, other = chance.integers(-9, 10, (15, 2)), chance.integers(-9, 10, (5, 2))

    def written(column, degree):
        return sum(
            int(c) * sp.prod(v**k for v, k in zip(x, m, strict=True))
            for c, m in zip(column, five._monomials(degree), strict=True)
        )

    found = five.times(one, other, 2, 1)
    for k in range(2):
        assert sp.expand(written(one[:, k], 2) * written(other[:, k], 1) - written(found[:, k], 3)) == 0


def test_faces_with_totals_in_no_order_or_with_huge_numbers_are_refused():
    with pytest.raises(ValueError, match="in one order"):
        five.Thresholds(((1, 1, 1, 1, 1), (1, 1, 1, 1, 9)))
    with pytest.raises(ValueError, match="64 bits"):
        five.Thresholds(((1, 2, 4, 8, 10**3),))
