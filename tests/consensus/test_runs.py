"""Runs of leave-one-out on small worlds, and worlds that look the same: against loops by hand."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from incentives import consensus as cs
from incentives_book.consensus.leaving_each_one_out import runs as page


def meet(sets):
    return frozenset.intersection(*(s.points for s in sets))


def test_the_redundant_worlds_are_those_in_which_nobody_alone_keeps_a_point_out():
    for world in page.redundant_worlds():
        for x in range(3):
            assert sum(x not in s for s in world) != 1
    every = list(product(page.SUBSETS, repeat=3))
    left_out = [w for w in every if w not in set(page.redundant_worlds()) and meet(w)]
    assert all(any(sum(x not in s for s in w) == 1 for x in range(3)) for w in left_out)


def test_every_run_is_listed_with_every_choice_of_the_oracle():
    """Counted world by world: the sizes of the intersections multiply, and a clash leaves four answers, or one."""
    for sound, free in ((False, 4), (True, 1)):
        known = 0
        for world, liar, lie in product(page.redundant_worlds(), range(3), page.SUBSETS):
            told = [lie if j == liar else s for j, s in enumerate(world)]
            sizes = [len(meet([s for j, s in enumerate(told) if j != n])) or free for n in range(3)]
            known += int(np.prod(sizes))
        assert sum(1 for _ in page.every_run(sound=sound)) == known


def test_what_a_run_says_about_itself():
    F = cs.FiniteSet
    world = (F({0}), F({0, 1}), F({0, 2}))
    run = page.Run(world, 2, F({1}), (1, None, 0))
    assert run.is_spoilt
    assert run.delivers
    assert run.suspects == {2}
    assert run.used == 3
    good = page.Run(world, 2, F({0, 2}), (0, 0, 0))
    assert (good.is_spoilt, good.used, good.suspects) == (False, 1, frozenset())
    assert not page.Run(world, 2, F({1}), (1, 1, 2)).delivers


def test_a_rule_that_leaves_w_for_a_gain_is_a_breach_and_a_constant_one_is_not():
    world = (page.SUBSETS[3], page.SUBSETS[3], page.SUBSETS[6])
    obeys = lambda told: 2 if told[2] == cs.FiniteSet({2}) else 0  # noqa: E731
    assert page.breach(obeys, world, nothing=0) is not None
    assert page.breach(lambda told: 0, world, nothing=0) is None


def test_worlds_that_look_the_same_and_have_nothing_in_common():
    for M in (2, 3, 5):
        assert page.look_the_same(M)
        agreed = [meet(page.simplex_world(M, a)) for a in range(M)]
        assert agreed == [frozenset({a}) for a in range(M)]


@pytest.mark.parametrize(("t", "dimension"), [(1, 2), (3, 3)])
def test_hyperplanes_hold_their_points(t, dimension):
    plane = page.hyperplane(t, dimension)
    inside = [Fraction(t) ** dimension] + [0] * (dimension - 1)
    assert inside in plane
    assert [inside[0] + 1, *inside[1:]] not in plane


def test_each_group_of_liars_has_its_vertex():
    worlds = page.vertex_worlds(4, 2)
    assert len(worlds) == comb(4, 2)
    for vertex, truths in worlds.items():
        # the vertex solves x1 + t x2 = t^2 for the two values t of the others
        others = [t for t in range(1, 5) if vertex[0] + t * vertex[1] == t * t]
        assert len(others) == 2
        assert all(vertex in s for s in truths)
    assert page.needs_all((4, 2))
