"""From every partition of four players welcome moves lead to an individually stable one: the check of the proof.

Sizes lie on one of 98 open faces (`ties.faces`). Each face has a tree of questions "does this player strictly prefer
one coalition to another?", asked of the noise. At an end of the tree the answers either contradict each other, or they
decide so many moves that from each of the 15 partitions some path of welcome moves leads to a partition without one.

What is known of preferences at an end follows from the answers by two rules. A player's preferences are transitive.
And a comparison of two coalitions asks on which side of a threshold the noise lies; where one threshold is nowhere on
the face above another, shown by a polynomial without negative coefficients, an answer about one settles the other.

The trees are data. They were found by asking what the most undecided moves wait for, by another program with its own
polynomials; nothing rests on that search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incentives.coalitions.set_partitions import partitions
from incentives_book.coalitions.can_the_core_be_empty.regions import Generators, Region, Threshold, quotient, sums

PLAYERS = "abcd"
WORDS = ["".join(c) for n in range(1, 5) for c in combinations(PLAYERS, n)]
PLACE = {word: k for k, word in enumerate(WORDS)}
Flags = NDArray[np.bool_]


class Known(NamedTuple):
    """Known preferences; shape (players, coalitions, coalitions), the liked coalition first."""

    weak: Flags  # at least as good
    strict: Flags

    @property
    def contradicts_itself(self) -> bool:
        return bool((self.strict & self.weak.transpose(0, 2, 1)).any())

    def told(self, player: str, liked: str, other: str, *, strict: bool) -> Known:
        """This, and one more answer."""
        at = PLAYERS.index(player), PLACE[liked], PLACE[other]
        weak, firm = self.weak.copy(), self.strict.copy()
        weak[at] = True
        firm[at] |= strict
        return Known(weak, firm)


class Order(NamedTuple):
    """The thresholds of a face: whose, of which coalitions, the smaller total first; which are never above which."""

    who: NDArray[np.intp]
    smaller: NDArray[np.intp]
    larger: NDArray[np.intp]
    never_above: Flags  # shape (thresholds, thresholds): the first is at most the second
    below: Flags  # and less


def _rows(polynomials: list[Any], monomials: list[tuple[int, ...]]) -> NDArray[np.int64]:
    place = {monomial: k for k, monomial in enumerate(monomials)}
    rows = np.zeros((len(polynomials), len(monomials)), dtype=np.int64)
    for row, polynomial in zip(rows, polynomials, strict=True):
        for monomial, coefficient in polynomial.terms():
            row[place[monomial]] = int(coefficient)
    return rows


def _monomials(degree: int, count: int) -> list[tuple[int, ...]]:
    return [m for m in product(range(degree + 1), repeat=count) if sum(m) == degree]


def on_face(generators: Generators) -> tuple[Known, Order]:
    """The facts that hold on a whole face without a question: the order of the thresholds, equal totals, and noise
    above zero.

    Args:
        generators: whole-number vectors; the sizes are their combinations with positive weights.
    """
    region = Region((*generators, *[(0, 0, 0, 0)] * (4 - len(generators))), (), "")
    numbers = sums(region.generators)
    known = Known(np.zeros((4, 15, 15), dtype=bool), np.zeros((4, 15, 15), dtype=bool))
    known.weak[:, range(15), range(15)] = True
    asked: list[Threshold] = []
    for one, other in product(WORDS, repeat=2):
        (N, S), (M, T) = numbers[one], numbers[other]
        shared = [p for p in one if p in other and one != other]
        if (
            M == N and shared and all(c >= 0 for c in (T - S).coeffs())
        ):  # of equal totals the smaller squares are better
            for p in shared:
                known.weak[PLAYERS.index(p), PLACE[one], PLACE[other]] = True
                known.strict[PLAYERS.index(p), PLACE[one], PLACE[other]] = T != S
        elif M != N and all(c >= 0 for c in (M - N).coeffs()):
            asked += [Threshold(p, one, other) for p in shared]
    above, below = zip(*(quotient(region, threshold) for threshold in asked), strict=True)
    for threshold, numerator in zip(asked, above, strict=True):
        if all(c <= 0 for c in numerator.coeffs()):  # the noise is positive: it lies above this threshold
            at = PLAYERS.index(threshold.player), PLACE[threshold.larger], PLACE[threshold.smaller]
            known.weak[at] = known.strict[at] = True
    four, three, seven = (_monomials(degree, 4) for degree in (4, 3, 7))
    tops, bottoms = _rows(list(above), four), _rows(list(below), three)
    place = {monomial: k for k, monomial in enumerate(seven)}
    # Bottoms as matrices that multiply a top, so that all products are one; doubles are exact for numbers this small.
    times = np.zeros((len(asked), len(seven), len(four)))
    for k, one in enumerate(four):
        for i, other in enumerate(three):
            times[:, place[tuple(x + y for x, y in zip(one, other, strict=True))], k] += bottoms[:, i]
    if float(np.abs(bottoms).sum(1).max()) * float(np.abs(tops).sum(1).max()) >= 2**53:
        raise ValueError(f"generators must be small enough for exact products, got {generators}")
    products = times @ tops.T.astype(float)  # the bottom of the first threshold times the top of the second
    gaps = products - products.transpose(2, 1, 0)
    never_above = (gaps >= 0).all(axis=1)
    order = Order(
        np.array([PLAYERS.index(t.player) for t in asked]),
        np.array([PLACE[t.smaller] for t in asked]),
        np.array([PLACE[t.larger] for t in asked]),
        never_above,
        never_above & (gaps != 0).any(axis=1),
    )
    return known, order


def consequences(known: Known, order: Order) -> Known:
    """All that follows, by the order of the thresholds and because preferences are transitive."""
    weak, strict = known.weak.copy(), known.strict.copy()
    low, high = (order.who, order.smaller, order.larger), (order.who, order.larger, order.smaller)
    while True:
        before = int(weak.sum()) + int(strict.sum())
        # Noise at most at a threshold is at most at any that is never below; and the other way round.
        for side, leads, firmly in ((low, order.never_above, order.below), (high, order.never_above.T, order.below.T)):
            at_most, less = weak[side], strict[side]
            weak[side] |= at_most @ leads
            strict[side] |= (less @ leads) | (at_most @ firmly)
        weak |= weak @ weak
        strict |= (strict @ weak) | (weak @ strict)
        weak |= strict
        if int(weak.sum()) + int(strict.sum()) == before:
            return Known(weak, strict)


class Move(NamedTuple):
    """A player leaves one block for another, or for nobody; as places of coalitions and numbers of partitions."""

    who: int
    home: int
    host: int | None
    joined: int
    hosts: tuple[int, ...]
    before: int
    after: int


@cache
def moves() -> tuple[Move, ...]:
    """Every move of one player in every partition of the four."""
    every = list(partitions(4))
    word = {block: PLACE["".join(PLAYERS[i] for i in sorted(block))] for p in every for block in p}
    found = []
    for here, partition in enumerate(every):
        for home in partition:
            for who, host in product(sorted(home), [*partition, frozenset()]):
                if host != home and (host or len(home) > 1):
                    rest = [block for block in (*partition, home - {who}, host | {who}) if block not in (home, host)]
                    there = next(k for k, p in enumerate(every) if set(p) == {block for block in rest if block})
                    found.append(Move(who, word[home], word.get(host), word[host | {who}], tuple(host), here, there))
    return tuple(found)


def everybody_can_settle(known: Known) -> bool:
    """True if known welcome moves lead from each partition to one that is known to have no welcome move."""
    stable, arrows = set(range(15)), []
    for move in moves():
        welcome = known.strict[move.who, move.joined, move.home] and all(
            known.weak[i, move.joined, move.host] for i in move.hosts
        )
        refused = known.weak[move.who, move.home, move.joined] or any(
            known.strict[i, move.host, move.joined] for i in move.hosts
        )
        if welcome:
            arrows.append((move.before, move.after))
        if not refused:
            stable.discard(move.before)
    while more := {before for before, after in arrows if after in stable and before not in stable}:
        stable |= more
    return len(stable) == 15


class Questions(NamedTuple):
    """A face and its questions, each before what follows from yes, and that before what follows from no; "" ends."""

    generators: Generators
    words: tuple[str, ...]

    @property
    def ends(self) -> int:
        return sum(not word for word in self.words)

    def cut_short(self) -> Questions:
        """The same with the first question that has no other one after it left out, and an end in its place."""
        at = next(k for k, word in enumerate(self.words) if word and not any(self.words[k + 1 : k + 3]))
        return Questions(self.generators, (*self.words[:at], "", *self.words[at + 3 :]))


def settles(asked: Questions) -> bool:
    """True if the questions of a face show that its players can settle, at every noise.

    Raises:
        ValueError: the questions are no tree.
    """
    start, order = on_face(asked.generators)
    words = iter(asked.words)

    def ends_well(known: Known) -> bool:
        known, word = consequences(known, order), next(words, None)
        if word is None:
            raise ValueError("words must hold an end for every answer, got too few")
        if not word:
            return known.contradicts_itself or everybody_can_settle(known)
        player, liked, other = word.split()
        yes = ends_well(known.told(player, liked, other, strict=True))
        return ends_well(known.told(player, other, liked, strict=False)) and yes

    fine = ends_well(start)
    if next(words, None) is not None:
        raise ValueError("words must hold an end for every answer, got too many")
    return fine


def read_questions() -> Iterator[Questions]:
    """Every face with its questions.

    >>> every = list(read_questions())
    >>> len(every), settles(every[-1])
    (98, True)
    """
    for row in json.loads(files(__package__).joinpath("four_players.json").read_text()):
        yield Questions(tuple(map(tuple, row["generators"])), tuple(row["questions"].split(",")))
