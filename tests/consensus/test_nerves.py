"""Nerves: against a list of all simplicial complexes made another way, and against random sets."""

from itertools import chain, combinations

import numpy as np

from incentives_book.consensus.nerves import nerves
from incentives_book.consensus.types_of_points import types_in


def parts(members):
    return [frozenset(c) for n in range(1, len(members) + 1) for c in combinations(sorted(members), n)]


def meeting_groups(world):
    """Every group of clients whose sets share a point, from the sets alone."""
    return frozenset(g for g in parts(range(len(world))) if frozenset.intersection(*(world[m].points for m in g)))


def complexes(clients):
    """Families closed under parts that hold every client alone, by trying all families."""
    groups = parts(range(clients))
    for mask in range(1 << len(groups)):
        family = frozenset(g for i, g in enumerate(groups) if mask >> i & 1)
        closed = all(part in family for g in family for part in parts(g))
        if closed and all(frozenset({m}) in family for m in range(clients)):
            yield family


def test_every_simplicial_complex_occurs_once():
    for clients in (1, 2, 3, 4):
        found = [meeting_groups(world) for world in nerves(clients)]
        assert len(found) == len(set(found))
        assert set(found) == set(complexes(clients))


def test_five_clients_have_as_many_nerves_as_there_are_covers_without_nested_members():
    assert sum(1 for _ in nerves(5)) == 6894  # OEIS A006126


def test_random_sets_have_one_of_the_nerves():
    rng = np.random.default_rng(1)
    known = {meeting_groups(world) for world in nerves(4)}
    for _ in range(200):
        table = rng.random((4, 6)) < 0.4
        table[np.arange(4), rng.integers(0, 6, 4)] = True
        sets = [frozenset(np.flatnonzero(row).tolist()) for row in table]
        groups = frozenset(g for g in parts(range(4)) if frozenset.intersection(*(sets[m] for m in g)))
        assert groups in known


def test_no_point_is_superfluous():
    for world in chain(nerves(3), nerves(4)):
        kinds = types_in(world)
        assert not any(a < b for a in kinds for b in kinds)
