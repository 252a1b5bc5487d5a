"""Consensus oracles for reported sets: a common point or a witness, decided in Fractions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from incentives.consensus.client_set import ClientSet
from incentives.consensus.oracles import Answer, check_members
from incentives.consensus.sets import as_sets, of_one_kind


@dataclass(frozen=True)
class WorldOracle:
    """Model F for reported sets: the point of `common_point`, or a witness as a solver would find it.

    A witness has two clients on the line and for boxes (Helly), at most d+1 for polyhedra (the rows of a
    Farkas certificate) and for quadratics (the support of rounded dual weights); in finite worlds it is
    minimal. Everything is decided in Fractions.

    Args:
        sets: one report per client, all of one kind of world (boxes may stand beside polyhedra).

    >>> from incentives.consensus.sets import Interval
    >>> oracle = WorldOracle([Interval(0, 4), Interval(1, 2), Interval(3, 5)])
    >>> oracle({0, 1}).point, sorted(oracle({0, 1, 2}).witness)
    (Fraction(3, 2), [1, 2])
    """

    sets: tuple[ClientSet, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", as_sets("sets", self.sets))
        if not self.sets:
            raise ValueError("sets must hold one report per client, got none")

    @property
    def clients(self) -> int:
        return len(self.sets)

    def __call__(self, members: Iterable[int]) -> Answer:
        some = check_members(self, members)
        first, *others = of_one_kind(self.sets[m] for m in some)
        point, clash = first.point_or_clash(others)
        return Answer(point) if clash is None else Answer(witness=frozenset(some[i] for i in clash))
