"""Worlds of polytopes: memberships by barycentric coordinates, and redundancy by the library's linear programs."""

import random
from fractions import Fraction

import pytest

from incentives import consensus as cs
from incentives_book.consensus import nobody_is_needed as page, types_of_points as kinds


@pytest.mark.backs("consensus/new-convexity-does-not-help")
def test_random_mixtures_have_the_common_type():
    chance = random.Random(1)
    for _ in range(150):
        clients = chance.randint(1, 5)
        everybody = frozenset(range(clients))
        others = [frozenset(j for j in everybody if chance.random() < 0.6) for _ in range(chance.randint(0, 4))]
        corners = page.vertices({everybody, *others}, clients)
        sets = page.polytopes({everybody, *others}, clients)
        weights = [Fraction(chance.choice([0, 0, 1, 2])) for _ in corners[1:]]
        first = Fraction(chance.randint(0, 1) or not sum(weights))
        total = sum(weights) + first
        point = tuple(w / total for w in weights) or (Fraction(0),)
        held = [t for t, w in zip(corners, [first, *weights], strict=True) if w]
        accepted = {j for j in everybody if point in sets[j]}
        assert accepted == {j for j in everybody if all(j in t for t in held)}


@pytest.mark.backs("consensus/new-convexity-does-not-help")
@pytest.mark.parametrize("clients", [2, 3])
def test_polytopes_are_redundant_exactly_where_the_finite_world_is(clients):
    seen = set()
    for family in kinds.families(clients):
        if len(family) > 3:
            continue
        sets = page.polytopes(family, clients)
        expected = cs.is_redundant(kinds.world_of(family, clients))
        assert cs.is_redundant(sets) == expected
        seen.add(expected)
    assert seen == {True, False}


def test_a_set_that_holds_a_vertex_too_few_is_noticed(monkeypatch):
    family = [frozenset({0, 1}), frozenset({1})]
    assert page.mixtures_have_the_common_type(family, 2)
    swapped = page.polytopes(family, 2)[::-1]
    monkeypatch.setattr(page, "polytopes", lambda *_: swapped)
    assert not page.mixtures_have_the_common_type(family, 2)


def test_the_type_of_everybody_is_asked_for():
    with pytest.raises(ValueError, match="occurring must hold the type of all 2 clients"):
        page.polytopes([frozenset({0})], 2)


def test_intersections_of_allowed_types_are_allowed():
    assert all(page.stays_redundant(family, 3, r) for family in kinds.families(3) for r in range(3))
