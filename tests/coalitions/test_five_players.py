"""Clauses about five players against exact games by the definitions; and a proof without its comparisons is noticed."""

from fractions import Fraction
from itertools import chain, combinations
from math import prod
from random import Random

import definitions
import numpy as np
import pytest
import sympy as sp

from incentives_book.coalitions.do_they_ever_settle import five_players as five

COMPARISONS = five.read_comparisons()
FACES = five.faces()
TIES = dict(zip(FACES, map(five.has_ties, FACES), strict=True))
TIED, OPEN = ([face for face in FACES if TIES[face] is tied] for tied in (True, False))


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
@pytest.mark.parametrize("seed", range(9))
def test_five_players_settle_in_exact_games(seed):
    chance = Random(seed)
    sizes = [chance.choice((1, 2, 3, 5, 9, 20)) for _ in range(5)]
    if seed % 3:
        sizes = sizes_on(chance.choice(TIED if seed % 3 == 1 else OPEN), chance)
    noises = list(thresholds_of(sorted(sizes), chance))[:2]
    for noise in [*noises, *(n + Fraction(1, 10**6) for n in noises)]:
        assert ways_out(sorted(sizes), noise) == 52


@pytest.mark.backs("coalitions/new-five-players-can-settle")
@pytest.mark.parametrize("face", [OPEN[1000], TIED[2000]])
def test_a_face_settles_and_without_its_comparisons_it_is_not_shown_to(face):
    assert five.settles([face], COMPARISONS)
    assert not five.settles([face], COMPARISONS[::2])


@pytest.mark.backs("coalitions/new-five-players-can-settle")
def test_faces_of_a_group_share_a_contradiction_and_any_faces_do_not():
    together = five.groups()
    assert sorted(chain(*together)) == list(FACES)
    group = min((group for group in together if len(group) > 3), key=len)
    assert five.settles(group, COMPARISONS)
    assert not five.settles([*group, *FACES[::1500]], COMPARISONS)


LOST = next(clause for clause in five.of_every_game() if len(clause) == 52)


@pytest.mark.parametrize(
    ("left_out", "clauses"),
    [
        ("somebody is lost", {LOST}),
        ("a lost partition has a welcome move", {c for c in five.of_every_game() if -c[0] in LOST and c[1] > 0}),
        ("who is indifferent at equal totals", {(-k,) for k in five._preferences().values()}),
        ("whom the noise and equal totals please", {(k,) for k in five._preferences().values()}),
    ],
)
def test_a_proof_from_which_something_is_left_out_is_noticed(left_out, clauses, monkeypatch):
    """Each part of what the clauses say is needed, on these two faces."""
    face = ((1, 1, 1, 3, 6), (1, 1, 2, 3, 6)) if "please" in left_out else ((0, 0, 0, 0, 1), (1, 1, 1, 1, 4))
    every, on_face = five.of_every_game(), list(five.on_face(face, COMPARISONS))
    assert five.settles([face], COMPARISONS)
    assert clauses & {*every, *on_face}
    monkeypatch.setattr(five, "of_every_game", lambda: [clause for clause in every if clause not in clauses])
    monkeypatch.setattr(five, "on_face", lambda *_: [clause for clause in on_face if clause not in clauses])
    assert not five.settles([face], COMPARISONS)


@pytest.mark.thorough
def test_faces_drawn_at_random_settle_and_without_comparisons_they_are_named(monkeypatch):
    assert five.repeat(12, seed=5) == []
    monkeypatch.setattr(five, "read_comparisons", lambda: COMPARISONS[::2])
    assert five.repeat(4, seed=5) == [((1, 1, 2, 3, 3), (1, 2, 2, 3, 3), (2, 3, 4, 5, 6))]


@pytest.mark.thorough
@pytest.mark.backs("coalitions/new-five-players-can-settle")
def test_all_faces_settle():
    assert five.repeat_all() == []


@pytest.mark.parametrize("seed", range(16))
def test_what_is_said_of_a_face_holds_in_a_game_on_it(seed):
    """Comparisons turned round are tried, too: those that do not hold must be left out."""
    chance = Random(seed)
    face = chance.choice(TIED if seed % 2 else OPEN)
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


def test_of_equal_totals_the_smaller_squares_are_better_and_equal_squares_are_as_good():
    prefers = five._preferences()
    told = set(five.on_face(((1, 1, 2, 3, 4),), ()))  # abd and ae have the total 5, with squares 11 and 17
    assert (prefers["a", "abd", "ae"],) in told
    assert (prefers["a", "ae", "abd"],) not in told
    # Players a and b are of one size, so that d does not mind which of them it has.
    assert {(-prefers["d", "ad", "bd"],), (-prefers["d", "bd", "ad"],)} <= told


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


def test_sizes_lie_on_a_face_and_without_equal_totals_on_one_only():
    chance, pieces = Random(8), np.array(list(five.pieces()))
    for sizes in [sorted(chance.sample(range(1, 400), 5)) for _ in range(3)] + [[2, 3, 5, 5, 8]]:
        totals = [sum(c) for n in range(1, 6) for c in combinations(sizes, n)]
        inside = []
        for piece in pieces[np.linalg.solve(pieces.transpose(0, 2, 1), np.array(sizes)[:, None]).min((1, 2)) > -1e-6]:
            weights = sp.Matrix(piece).T.LUsolve(sp.Matrix(sizes))
            if min(weights) >= 0:
                inside.append(tuple(sorted(tuple(g) for g, w in zip(piece.tolist(), weights, strict=True) if w > 0)))
        assert set(inside)
        assert set(inside) <= set(FACES)
        if len(set(totals)) == len(totals):
            assert len(set(inside)) == 1
            assert set(inside) <= set(OPEN)
        else:
            assert set(inside) <= set(TIED)


def test_products_are_those_of_sympy():
    x = sp.symbols("x:5")
    chance = np.random.default_rng(1)
    one, other = chance.integers(-9, 10, (15, 2)), chance.integers(-9, 10, (5, 2))

    def written(column, degree):
        return sum(
            int(c) * sp.prod(v**k for v, k in zip(x, m, strict=True))
            for c, m in zip(column, five._monomials(degree, 5), strict=True)
        )

    found = five.times(one, other, (2, 1), 5)
    for k in range(2):
        assert sp.expand(written(one[:, k], 2) * written(other[:, k], 1) - written(found[:, k], 3)) == 0


def test_faces_with_totals_in_no_order_or_with_huge_numbers_are_refused():
    with pytest.raises(ValueError, match="in one order"):
        five.Thresholds(((1, 1, 1, 1, 1), (1, 1, 1, 1, 9)))
    with pytest.raises(ValueError, match="64 bits"):
        five.Thresholds(((1, 2, 4, 8, 10**3),))
