"""A minimal oracle and its costs: calls counted over every consistent oracle, covers, the sweep, and who gains
by a lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import NamedTuple

from incentives import consensus as cs
from incentives.consensus import personalization, redundancy
from incentives.consensus.quadratics import Quadratic
from incentives_book.consensus.one_shot_personalization import covering, outputs


def most_calls(clients: int, answers: int = 6) -> int:
    """The most calls that halving makes, over who lies and all consistent answers of an oracle.

    A family without the liar is feasible, and so is a single client; a part of a feasible family is feasible. Beyond
    that the oracle may answer as it likes the first `answers` times.

    >>> [most_calls(M) for M in (2, 4, 8)]
    [3, 6, 8]
    """
    most = 0
    for liar, script in product(range(clients), product([False, True], repeat=answers)):
        calls, known, replies = [], [], iter(script)

        def consensus(some, liar=liar, calls=calls, known=known, replies=replies):
            calls.append(some)
            if liar not in some or len(some) == 1 or any(some <= other for other, serves in known if serves):
                return 0
            if any(some >= other for other, serves in known if not serves):
                return None
            known.append((some, next(replies, False)))
            return 0 if known[-1][1] else None

        covering.halving(clients, consensus)
        most = max(most, len(calls))
    return most


def one_may_be_left_out(sets: outputs.Sets) -> bool:
    """True if all clients but at most one share a model."""
    M = len(sets)
    return any(outputs.meet(sets, [m for m in range(M) if m != n]) for n in range(M))


def fewest_covering(sets: outputs.Sets) -> int:
    """The size of a smallest cover: the fewest points such that every client accepts one, by trying all choices of
    points.

    >>> fewest_covering((cs.FiniteSet({0, 1}), cs.FiniteSet({0}), cs.FiniteSet({1})))
    2
    """
    points = sorted(frozenset().union(*(s.points for s in sets)))
    sizes = range(1, len(points) + 1)
    return next(n for n in sizes for some in combinations(points, n) if all(s.points & set(some) for s in sets))


def stabs_disjoint_intervals(sets: Sequence[cs.Interval], *, ends: str) -> bool:
    """True if the sweep serves everybody and every model is an end of an interval that meets no other such interval.

    Then as many clients are pairwise incompatible as there are models, so no output has fewer.
    """
    output = covering.greedy_stabbing(sets, ends=ends)
    stabbed = []
    for cluster, model in zip(output.clusters, output.models, strict=True):
        stabbed.append(next(sets[m] for m in cluster if (sets[m].high if ends == "high" else sets[m].low) == model))
    return output.serves(sets) and all(cs.intersection(pair) is None for pair in combinations(stabbed, 2))


def fooled_by_a_point(sets: Sequence[cs.Interval], ends: str) -> bool:
    """True if some client can report a point at or between the ends so that the sweep returns no model in W."""
    server = cs.Trusted(sets)
    places = sorted({end for s in sets for end in (s.low, s.high)})
    places += [(a + b) / 2 for a, b in pairwise(places)]
    return any(
        all(map(server, covering.greedy_stabbing([*sets[:a], cs.Interval(x, x), *sets[a + 1 :]], ends=ends).models))
        for a in range(len(sets))
        for x in places
    )


def sweep_fails_where_possible(sets: Sequence[cs.Interval]) -> bool:
    """True if the sweep from either side is fooled exactly if some oracle can be."""
    possible = redundancy.unguarded_split(sets) is not None
    return {fooled_by_a_point(sets, ends) for ends in ("high", "low")} == {possible}


def every_counterfactual_fits(clients: int) -> bool:
    """True if the reports of `simplex_worlds` have, for every client, a world in which it lied, with an own agreement
    set.
    """
    reports, worlds = outputs.simplex_worlds(clients)
    liars = [[m for m in range(clients) if world[m] != reports[m]] for world in worlds]
    agreed = {cs.common_point(world) for world in worlds}
    return all(map(cs.is_redundant, worlds)) and liars == [[a] for a in range(clients)] and len(agreed) == clients


def trios_of_values(levels: int) -> Iterator[tuple[int, int, int]]:
    """All ways in which three forms can be ordered at a point, ties included (three levels are enough)."""
    yield from product(range(levels), repeat=3)


def is_redundant_trio(values: tuple[int, int, int]) -> bool:
    """True if the largest of three values is the largest of any two of them."""
    return all(max(pair) == max(values) for pair in combinations(values, 2))


class Reward(NamedTuple):
    """The reward of a liar before and after its lie, silence being the least of all; and what the lie brings about."""

    output: str
    before: int
    after: int

    @property
    def does_not_pay_or_is_in_W(self) -> bool:
        """Definition 3: a lie that pays leaves the output in W."""
        after = -1 if self.output == "silence" else self.after
        return not after > self.before or self.output == "point of W"


@dataclass(frozen=True)
class Attack:
    """The lie of a client of the two strips, a disc around a far point, and the output in which both pairs miss W.

    Args:
        losses: of the four clients, each caring about one coordinate.
        liar: who reports the disc.
        centre: of the disc, whose radius is 1.
    """

    losses: Sequence[cs.QuadraticLoss]
    liar: int
    centre: tuple[int, int]

    cross = personalization.Personalization(({0, 1}, {2, 3}), ((0, 10), (10, 0)))
    W_samples = tuple((Fraction(i, 4), Fraction(j, 4)) for i in range(-4, 5) for j in range(-4, 5))

    @property
    def truths(self) -> list[Quadratic]:
        """The true sets."""
        return [loss.sublevel(1) for loss in self.losses]

    @property
    def is_possible(self) -> bool:
        """True if the output is minimal for these reports, and each of its models fails somewhere."""
        disc = cs.QuadraticLoss([[2, 0], [0, 2]], self.centre).sublevel(1)
        reports = [disc if m == self.liar else s for m, s in enumerate(self.truths)]
        return personalization.is_minimal(self.cross, reports) and all(map(cs.Trusted(self.truths), self.cross.models))

    def pays(self, model: tuple[int, int]) -> bool:
        """True if the liar prefers this model to every point of a grid in W."""
        utility = cs.HierarchicalUtility(self.losses, 1, who=self.liar)
        return all(utility(model) > utility(x) for x in self.W_samples)
