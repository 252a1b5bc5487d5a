"""The adversaries of convex sets and of the line: invariants, geometry, and how long they last."""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from incentives import consensus as cs
from incentives.randomness import stream
from incentives_book.consensus import adversaries, fewer_calls as page

F = Fraction


@pytest.mark.parametrize(("clients", "dimension", "redundancy"), [(5, 2, 1), (9, 4, 1), (7, 3, 2), (12, 5, 3)])
def test_the_invariant_of_the_proof(clients, dimension, redundancy):
    """After e >= 1 witnesses and q corners at least d + 1 - r (e - 1) - q suspects are left."""
    rng = stream(1, "invariant", clients, dimension, redundancy)
    for _ in range(60):
        foe, told = page.ConvexAdversary(clients, dimension, redundancy), 0
        for _ in range(ceil((dimension + 1) / redundancy)):
            asked = frozenset(range(clients)) - set(rng.choice(clients, int(rng.integers(0, 4)), False).tolist())
            answer, foe = foe.answer(asked)
            e, q = len({*foe.accused}), len(foe.missed)
            told += answer.is_empty
            if e:
                assert len(foe.suspects) >= dimension + 1 - redundancy * (e - 1) - q
            if answer.is_empty:
                assert len(answer.witness) <= dimension + 1
                assert answer.witness <= asked
                assert all(answer.witness & missed for missed in foe.missed)
        assert foe.suspects


@pytest.mark.parametrize(("clients", "dimension"), list(product([3, 4, 6, 9], [1, 2, 3, 5])))
def test_mechanism_h_needs_exactly_the_bound(clients, dimension):
    foe = adversaries.AdversaryOracle(page.ConvexAdversary(clients, dimension))
    out = cs.mechanism_h(foe, foe.failing, joint_first=False)
    assert (out.point, len(out.calls)) == ("w", min(clients, dimension + 2))


def test_a_repeated_call_gets_the_same_witness():
    foe = page.ConvexAdversary(6, 2)
    answer, foe = foe.answer(frozenset(range(6)))
    again, foe = foe.answer(frozenset(range(6)))
    assert again == answer
    assert len(foe.suspects) == 3


def test_places_are_independent_or_around_w():
    foe = page.ConvexAdversary(5, 2)
    for asked in ({0, 1}, {1, 2}, {2, 3}):
        foe = foe.answer(frozenset(asked))[1]
    places = foe.coordinates()
    triangle = [places[i] for i in range(3)]
    assert page.hulls_meet([triangle, [places["w"]]])
    assert page.hulls_meet([triangle, [places["w'"]]])
    assert not page.hulls_meet([triangle, [places["far"]]])
    assert all(world.liars == frozenset() for world in foe.worlds())
    assert adversaries.survives(foe)


def test_too_many_corners_leave_no_world():
    foe = page.ConvexAdversary(6, 1)
    for asked in ({0, 1}, {1, 2}, {2, 3}):
        foe = foe.answer(frozenset(asked))[1]
    assert list(foe.worlds()) == []
    assert not adversaries.survives(foe)


@pytest.mark.parametrize(
    ("hulls", "answer"),
    [
        ([[(0,), (2,)], [(1,), (3,)]], True),
        ([[(0,), (1,)], [(F(3, 2),), (3,)]], False),
        ([[(0, 0), (4, 0), (0, 4)], [(1, 1)], [(0, 2), (2, 0)]], True),
        ([[(0, 0), (4, 0), (0, 4)], [(3, 2)]], False),
        ([[(0, 0), (1, 1)], [(1, 0), (0, 1)], [(0, 0), (0, 5)]], False),
    ],
)
def test_hulls_by_eye(hulls, answer):
    assert page.hulls_meet(hulls) is answer


def test_the_line_adversary_halves():
    rng = stream(2, "halving")
    for clients in (6, 20, 100):
        foe = page.LineAdversary(clients)
        while len(foe.suspects) >= 5:
            before = len(foe.suspects)
            foe = foe.answer(frozenset(rng.choice(clients, int(rng.integers(1, clients)), False).tolist()))[1]
            assert len(foe.suspects) >= before / 2
            if len(foe.exchanges) > 40:
                break
        world = next(foe.worlds())
        assert world.explains(foe.exchanges, foe.failing)


def test_points_on_the_line_were_returned():
    foe = page.LineAdversary(6).answer(frozenset({0}))[1]
    assert sorted(foe.failing(F(4))) == [1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="point must have been returned"):
        foe.failing(F(1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: page.ConvexAdversary(2, 1), "clients at least redundancy"),
        (lambda: page.ConvexAdversary(5, 0), "dimension and redundancy must be at least 1"),
        (lambda: page.LineAdversary(2), "clients must be at least 3"),
    ],
)
def test_impossible_sizes_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
