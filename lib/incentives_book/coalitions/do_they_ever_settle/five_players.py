"""From every partition of five players welcome moves lead to an individually stable one: the check of the proof.

The ordered sizes are cut into pieces until on each piece the totals of any two coalitions are in one order throughout,
and every five sizes lie on one open face of a piece. On a face two coalitions have equal totals everywhere or nowhere.
If they have, the smaller sum of squares is better at every noise, and with equal sums their members are indifferent.
If they have not, a preference asks on which side of a threshold the noise lies, and some thresholds lie below others
all over the face; which of them to compare is data. If from some partition no path led to a stable one, the partitions
of this kind would be closed under welcome moves, and each of them would have such a move. That is written as clauses,
and they contradict each other (`clauses`).

Many faces share one contradiction: it follows already from what holds on all of them. Which faces are taken together is
data, too. It only saves time, because a face can also be checked alone.

Comparisons and groups were found by another program with its own polynomials and another solver; nothing rests on that
search.

    python -m incentives_book.coalitions.do_they_ever_settle.five_players             20 faces, drawn at random
    python -m incentives_book.coalitions.do_they_ever_settle.five_players --all       every face, by groups
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incentives.coalitions.set_partitions import partitions
from incentives_book.coalitions.can_the_core_be_empty.regions import Generators, Threshold, coalitions, crossing
from incentives_book.coalitions.do_they_ever_settle.clauses import contradictory

PLAYERS = "abcde"
WORDS = coalitions(PLAYERS)
ORDERED = tuple(tuple(int(j + k >= 4) for j in range(5)) for k in range(5))
# Coalitions without a common member, those of small players first.
CUTS = sorted(
    (cut for cut in combinations(WORDS, 2) if not set(cut[0]) & set(cut[1])),
    key=lambda cut: (cut[1][::-1], cut[0][::-1]),
)
PLACE = {who: k for k, who in enumerate(WORDS, 1)}
Polynomials = NDArray[np.int64]  # a column for each polynomial, a row for each monomial


def total(generator: tuple[int, ...], who: str) -> int:
    """The total of a coalition, for sizes given by one generator."""
    return sum(generator[PLAYERS.index(p)] for p in who)


def _sides(cone: Generators, cut: tuple[str, str]) -> list[int]:
    return [total(g, cut[0]) - total(g, cut[1]) for g in cone]


def pieces(cone: Generators = ORDERED) -> Iterator[Generators]:
    """Cut a cone until no piece has sizes on both sides of a cut.

    The next cut is one that separates the fewest pairs of generators and holds the most. An edge with ends on both
    sides is cut where the totals agree; each end with the new point in place of the other spans a cone, and the two
    make up the old one.

    >>> len(list(pieces()))
    1035
    """
    sides = [_sides(cone, cut) for cut in CUTS]
    pairs = [(sum(s > 0 for s in side) * sum(s < 0 for s in side), -side.count(0)) for side in sides]
    cutting = [(*count, k) for k, count in enumerate(pairs) if count[0]]
    if not cutting:
        yield cone
        return
    side = sides[min(cutting)[2]]
    edges = []
    for i, j in combinations(range(5), 2):
        if side[i] * side[j] < 0:
            middle = crossing(cone, side, i, j)
            edges.append((sum(middle), i, j, middle))
    _, i, j, new = min(edges)
    for k in (i, j):
        yield from pieces((*cone[:k], new, *cone[k + 1 :]))


@cache
def faces() -> tuple[Generators, ...]:
    """The open faces of the pieces on which nobody has size zero: every five positive sizes in order lie on one.

    >>> len(faces())
    7647
    """
    chosen = {face for piece in pieces() for n in range(1, 6) for face in combinations(sorted(piece), n)}
    return tuple(sorted(face for face in chosen if all(map(any, zip(*face, strict=True)))))


def has_ties(face: Generators) -> bool:
    """True if two coalitions without a common member have equal totals on a face.

    >>> has_ties(((1, 1, 2, 3, 5),)), has_ties(((1, 2, 4, 8, 16),))
    (True, False)
    """
    return not all(any(_sides(face, cut)) for cut in CUTS)


class Comparison(NamedTuple):
    """Two thresholds of the noise of which the first is not above the second."""

    low: Threshold
    high: Threshold


@cache
def _monomials(degree: int, variables: int) -> tuple[tuple[int, ...], ...]:
    return tuple(m for m in product(range(degree + 1), repeat=variables) if sum(m) == degree)


@cache
def _places(degree: int, other: int, variables: int) -> NDArray[np.intp]:
    """Where the product of two monomials stands among those of both degrees, shape (monomials, monomials)."""
    place = {monomial: k for k, monomial in enumerate(_monomials(degree + other, variables))}
    of_one, of_other = _monomials(degree, variables), _monomials(other, variables)
    return np.array([[place[tuple(map(sum, zip(m, n, strict=True)))] for n in of_other] for m in of_one])


def times(one: Polynomials, other: Polynomials, degrees: tuple[int, int], variables: int) -> Polynomials:
    """Products of homogeneous polynomials, column by column; a row for each monomial."""
    found = np.zeros((len(_monomials(sum(degrees), variables)), one.shape[1]), dtype=np.int64)
    for row, places in zip(other, _places(*degrees, variables).T, strict=True):
        found[places] += one * row
    return found


class Thresholds:
    """The thresholds of a face: quotients of polynomials in the weights of its generators.

    The bottom is zero where two coalitions have equal totals. Such a pair stands in both orders. Its top is the sum of
    squares of the second less that of the first, times a square, so that as a quotient it is above every noise where
    the first coalition is better, and below every noise where it is worse.

    Args:
        generators: whole-number vectors, at most five; the sizes are their combinations with positive weights.

    Raises:
        ValueError: the totals of two coalitions are not in one order on the face, or numbers could exceed 64 bits.
    """

    def __init__(self, generators: Generators) -> None:
        if 16 * sum(map(sum, generators)) ** 7 >= 2**62:  # no coefficient of a comparison is larger
            raise ValueError(f"generators must be small enough for whole numbers of 64 bits, got {generators}")
        self.variables = v = len(generators)
        linear = np.zeros((v, 32), dtype=np.int64)  # totals of the coalitions, a column for each
        for who in WORDS:
            for variable, generator in enumerate(generators, 1):
                linear[-variable, PLACE[who]] = total(generator, who)
        own = linear[:, [PLACE[p] for p in PLAYERS]]
        member = np.array([[p in who for who in ["", *WORDS]] for p in PLAYERS])
        squares = times(own, own, (1, 1), v) @ member
        one, other = map(np.array, zip(*((PLACE[c], PLACE[d]) for c, d in permutations(WORDS, 2)), strict=True))
        more = linear[:, other] - linear[:, one]
        if not ((more >= 0).all(0) | (more <= 0).all(0)).all():
            raise ValueError(f"generators must have the totals of any two coalitions in one order, got {generators}")
        no_less = (more >= 0).all(0)
        one, other, more = one[no_less], other[no_less], more[:, no_less]
        N, M = linear[:, one], linear[:, other]
        below = times(times(N, M, (1, 1), v), more, (2, 1), v)
        above = times(squares[:, other], times(N, N, (1, 1), v), (2, 2), v)
        above -= times(squares[:, one], times(M, M, (1, 1), v), (2, 2), v)
        asked = [(j, k) for k in range(len(one)) for j in range(5) if member[j, one[k]] and member[j, other[k]]]
        who, pair = np.array(asked).T
        self.bottom = below[:, pair]
        self.top = above[:, pair] + 2 * times(self.bottom, own[:, who], (3, 1), v)
        self.tied = (self.bottom == 0).all(0)
        words = ["", *WORDS]
        self.place = {Threshold(PLAYERS[j], words[one[k]], words[other[k]]): i for i, (j, k) in enumerate(asked)}

    def gaps(self, low: Sequence[int], high: Sequence[int]) -> Polynomials:
        """By how much thresholds (by their places) exceed others, up to a factor: positive, or zero at a tie."""
        more = times(self.top[:, high], self.bottom[:, low], (4, 3), self.variables)
        return more - times(self.top[:, low], self.bottom[:, high], (4, 3), self.variables)


@cache
def _preferences() -> dict[tuple[str, str, str], int]:
    """The variable "this player strictly prefers the first coalition to the second", for each such question."""
    asked = [(p, one, other) for p in PLAYERS for one, other in permutations([w for w in WORDS if p in w], 2)]
    return {question: k for k, question in enumerate(asked, 1)}


@cache
def of_every_game() -> tuple[tuple[int, ...], ...]:
    """Clauses that hold if in some game of five players no path leads from some partition to a stable one.

    Preferences are orders with ties. From a partition that is *lost* no path of welcome moves leads to a stable one.
    Some partition is lost; a lost one has a welcome move; and whatever a welcome move makes of a lost one is lost.
    """
    prefers = _preferences()
    found: list[tuple[int, ...]] = [(-k, -prefers[p, other, one]) for (p, one, other), k in prefers.items()]
    for p, one, other in prefers:
        between = [w for w in WORDS if p in w and w not in (one, other)]
        found += [(-prefers[p, one, other], prefers[p, one, w], prefers[p, w, other]) for w in between]
    every = [frozenset("".join(PLAYERS[i] for i in sorted(block)) for block in p) for p in partitions(5)]
    lost = {partition: len(prefers) + k for k, partition in enumerate(every, 1)}
    found.append(tuple(lost.values()))
    last = len(prefers) + len(lost)
    for partition in every:
        welcome = []
        for home in partition:
            for who in home:
                for host in {*partition, ""} - {home}:
                    joined, left = "".join(sorted(host + who)), home.replace(who, "")
                    if joined == home:
                        continue
                    last += 1
                    welcome.append(last)
                    needs = [prefers[who, joined, home], *(-prefers[i, host, joined] for i in host)]
                    after = frozenset({*partition, joined, left} - {home, host, ""})
                    found += [(-last, one) for one in needs]
                    found += [(last, *(-one for one in needs)), (-lost[partition], -last, lost[after])]
        found.append((-lost[partition], *welcome))
    return tuple(found)


def on_face(generators: Generators, comparisons: Iterable[Comparison]) -> Iterator[tuple[int, ...]]:
    """Clauses that hold all over a face: comparisons of thresholds, noise above zero, and coalitions of equal totals.

    All of them are read off coefficients: a polynomial without negative ones is positive on the face unless it is zero.
    A comparison is left out where a pair of coalitions has its totals in the other order, or where the coefficients
    do not show it.
    """
    thresholds, prefers = Thresholds(generators), _preferences()
    # Noise above a threshold: the coalition with the larger total is preferred; noise below it: the other one.
    above = [prefers[one.player, one.larger, one.smaller] for one in thresholds.place]
    below = [prefers[one.player, one.smaller, one.larger] for one in thresholds.place]
    tied, zero = thresholds.tied, (thresholds.top == 0).all(0)
    for k in np.flatnonzero((thresholds.top <= 0).all(0) & ~(tied & zero)):
        yield (above[k],)
    for k in np.flatnonzero(tied & zero):
        yield (-above[k],)
    pairs = [[thresholds.place.get(one, -1) for one in pair] for pair in comparisons]
    known = np.array([pair for pair in pairs if min(pair) >= 0], dtype=int).reshape(-1, 2)
    gaps = thresholds.gaps(*known.T)
    shown, less = (gaps >= 0).all(0), (gaps > 0).any(0)
    for low, high in known[shown & less].tolist():  # the noise is above the low threshold or below the high one
        yield above[low], below[high]
    # A gap that is zero says nothing where a pair has equal totals: then it is zero whatever the other threshold is.
    for low, high in known[shown & (less | ~tied[known].any(1))].tolist():
        yield -above[high], above[low]
        yield -below[low], below[high]


def settles(together: Sequence[Generators], comparisons: Iterable[Comparison]) -> bool:
    """True if what comparisons of thresholds show on all of some faces lets five players settle there, at any noise."""
    compared = list(comparisons)
    shown = set.intersection(*(set(on_face(face, compared)) for face in together))
    return contradictory([*of_every_game(), *sorted(shown)])


@cache
def _data() -> Any:
    return json.loads(files(__package__).joinpath("five_players.json").read_text())


def read_comparisons() -> list[Comparison]:
    """The comparisons to try on each face."""
    pairs = (pair.split(" < ") for pair in _data()["comparisons"])
    return [Comparison(*(Threshold(*threshold.split()) for threshold in pair)) for pair in pairs]


def groups() -> list[list[Generators]]:
    """All faces, those together that share a contradiction."""
    found: dict[int, list[Generators]] = {}
    for face, number in zip(faces(), _data()["groups"], strict=True):
        found.setdefault(number, []).append(face)
    return [found[number] for number in sorted(found)]


def repeat(count: int, *, seed: int) -> list[Generators]:
    """The faces, among some drawn at random and checked one by one, on which it is not shown that five players settle.

    Args:
        count: how many faces are drawn; all of them where there are not more.
        seed: of the draw.
    """
    every, comparisons = faces(), read_comparisons()
    drawn = random.Random(seed).sample(every, min(count, len(every)))
    return [face for face in drawn if not settles([face], comparisons)]


def repeat_all(*, first: int = 1) -> list[Generators]:
    """The faces of all groups for which it is not shown that five players settle.

    It took 480 seconds of one core and left no face over. It prints a line for each group.

    Args:
        first: the number of the group to begin with, from 1 on; a run that was stopped goes on there.
    """
    comparisons, every, failed = read_comparisons(), groups(), []
    for k, together in enumerate(every[first - 1 :], first):
        if not settles(together, comparisons):
            failed += together
        print(f"group {k} of {len(every)}: {len(together)} faces, {len(failed)} faces not decided so far", flush=True)
    return failed


def main() -> None:
    """Repeat the proof on some faces or all, and say on how many it failed."""
    parser = argparse.ArgumentParser(description="Repeat the proof that five players settle, on some faces or on all.")
    parser.add_argument("--faces", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--all", action="store_true", help="every face, by groups that share a contradiction")
    parser.add_argument("--first", type=int, default=1, help="with --all: the number of the group to begin with")
    options = parser.parse_args()
    failed = repeat_all(first=options.first) if options.all else repeat(options.faces, seed=options.seed)
    print(f"faces on which the clauses do not contradict each other: {len(failed)}", *failed, sep="\n")


if __name__ == "__main__":
    main()
