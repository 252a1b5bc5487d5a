"""From every partition of five players welcome moves lead to an individually stable one: the check of the proof.

It covers sizes for which no two groups of players without a common member have equal totals. The ordered sizes are cut
into pieces until on each piece the totals of any two coalitions are in one order throughout. On a piece each preference
asks on which side of a threshold the noise lies, and some thresholds lie below others all over the piece; which of them
to compare is data. If from some partition no path led to a stable one, the partitions of this kind would be closed
under welcome moves, and each of them would have such a move. That is written as clauses, and they contradict each other
(`clauses`).

The comparisons were found by another program with its own polynomials and another solver; nothing rests on that search.

    python -m incentives_book.coalitions.do_they_ever_settle.five_players             20 faces, drawn at random
    python -m incentives_book.coalitions.do_they_ever_settle.five_players --faces 1662      all of them, an hour
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations, product
from typing import NamedTuple

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


def faces() -> list[Generators]:
    """The open faces of the pieces on which no two coalitions have equal totals, and nobody has size zero.

    Every five positive sizes in order without such a coincidence lie on one of them: inside of a piece, or on a wall
    between pieces that the cutting made and that no coincidence needs.

    >>> len(faces())
    1662
    """
    found = {face for piece in pieces() for n in range(1, 6) for face in combinations(sorted(piece), n)}
    sized = (face for face in found if all(map(any, zip(*face, strict=True))))
    return sorted(face for face in sized if all(any(_sides(face, cut)) for cut in CUTS))


class Comparison(NamedTuple):
    """Two thresholds of the noise of which the first is not above the second."""

    low: Threshold
    high: Threshold


@cache
def _monomials(degree: int) -> tuple[tuple[int, ...], ...]:
    return tuple(m for m in product(range(degree + 1), repeat=5) if sum(m) == degree)


@cache
def _places(degree: int, other: int) -> NDArray[np.intp]:
    """Where the product of two monomials stands among those of both degrees, shape (monomials, monomials)."""
    place = {monomial: k for k, monomial in enumerate(_monomials(degree + other))}
    both = [[place[tuple(map(sum, zip(m, n, strict=True)))] for n in _monomials(other)] for m in _monomials(degree)]
    return np.array(both)


def times(one: Polynomials, other: Polynomials, degree: int, degree_of_other: int) -> Polynomials:
    """Products of homogeneous polynomials in five variables, column by column; a row for each monomial."""
    found = np.zeros((len(_monomials(degree + degree_of_other)), one.shape[1]), dtype=np.int64)
    for row, places in zip(other, _places(degree, degree_of_other).T, strict=True):
        found[places] += one * row
    return found


class Thresholds:
    """The thresholds of a face: quotients of polynomials in the weights of its generators.

    Args:
        generators: whole-number vectors, at most five; the sizes are their combinations with positive weights.

    Raises:
        ValueError: the totals of two coalitions are not in one order on the face, or numbers could exceed 64 bits.
    """

    def __init__(self, generators: Generators) -> None:
        if 16 * sum(map(sum, generators)) ** 7 >= 2**62:  # no coefficient of a comparison is larger
            raise ValueError(f"generators must be small enough for whole numbers of 64 bits, got {generators}")
        linear = np.zeros((5, 32), dtype=np.int64)  # totals of the coalitions, a column for each
        for who in WORDS:
            for variable, generator in enumerate(generators):
                linear[4 - variable, PLACE[who]] = total(generator, who)
        own = linear[:, [PLACE[p] for p in PLAYERS]]
        member = np.array([[p in who for who in ["", *WORDS]] for p in PLAYERS])
        squares = times(own, own, 1, 1) @ member
        one, other = map(np.array, zip(*((PLACE[c], PLACE[d]) for c, d in permutations(WORDS, 2)), strict=True))
        more = linear[:, other] - linear[:, one]
        if not ((more >= 0).all(0) | (more <= 0).all(0)).all():
            raise ValueError(f"generators must have the totals of any two coalitions in one order, got {generators}")
        larger = (more >= 0).all(0) & (more > 0).any(0)
        one, other, more = one[larger], other[larger], more[:, larger]
        N, M = linear[:, one], linear[:, other]
        below = times(times(N, M, 1, 1), more, 2, 1)
        above = times(squares[:, other], times(N, N, 1, 1), 2, 2) - times(squares[:, one], times(M, M, 1, 1), 2, 2)
        asked = [(j, k) for k in range(len(one)) for j in range(5) if member[j, one[k]] and member[j, other[k]]]
        who, pair = np.array(asked).T
        self.bottom = below[:, pair]
        self.top = above[:, pair] + 2 * times(self.bottom, own[:, who], 3, 1)
        words = ["", *WORDS]
        self.place = {Threshold(PLAYERS[j], words[one[k]], words[other[k]]): i for i, (j, k) in enumerate(asked)}

    def gaps(self, comparisons: Sequence[Comparison]) -> Polynomials:
        """By how much the second threshold of each comparison exceeds the first, up to a positive factor."""
        low, high = ([self.place[one] for one in side] for side in zip(*comparisons, strict=True))
        return times(self.top[:, high], self.bottom[:, low], 4, 3) - times(self.top[:, low], self.bottom[:, high], 4, 3)


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
    """Clauses that hold all over a face: comparisons of thresholds that the coefficients show, and noise above zero.

    A comparison is left out where a pair of coalitions has its totals in the other order, or where the coefficients
    do not show it.
    """
    thresholds, prefers = Thresholds(generators), _preferences()
    # Noise above a threshold: the coalition with the larger total is preferred; noise below it: the other one.
    above = {one: prefers[one.player, one.larger, one.smaller] for one in thresholds.place}
    below = {one: prefers[one.player, one.smaller, one.larger] for one in thresholds.place}
    for one, never_positive in zip(thresholds.place, (thresholds.top <= 0).all(0), strict=True):
        if never_positive:
            yield (above[one],)
    known = [pair for pair in comparisons if pair.low in above and pair.high in above]
    gaps = thresholds.gaps(known)
    for (low, high), shown, same in zip(known, (gaps >= 0).all(0), (gaps == 0).all(0), strict=True):
        if same:
            yield -above[high], above[low]
            yield -below[low], below[high]
        elif shown:  # the noise is above the low threshold or below the high one
            yield above[low], below[high]


def settles(generators: Generators, comparisons: Iterable[Comparison]) -> bool:
    """Whether comparisons of thresholds show that five players with sizes on a face can settle, at every noise."""
    return contradictory([*of_every_game(), *on_face(generators, comparisons)])


def read_comparisons() -> list[Comparison]:
    """The comparisons to try on each face."""
    words = json.loads(files(__package__).joinpath("five_players.json").read_text())
    return [Comparison(*(Threshold(*threshold.split()) for threshold in pair.split(" < "))) for pair in words]


def repeat(count: int, *, seed: int) -> list[Generators]:
    """The faces, among some drawn at random, of which it is not shown that five players settle on them.

    Args:
        count: how many faces are drawn; all of them where there are not more.
        seed: of the draw.
    """
    every, comparisons = faces(), read_comparisons()
    drawn = random.Random(seed).sample(every, min(count, len(every)))
    return [face for face in drawn if not settles(face, comparisons)]


def main() -> None:
    """Repeat the proof on some faces or all, and say on how many it failed."""
    parser = argparse.ArgumentParser(description="Repeat the proof that five players settle, on some faces or on all.")
    parser.add_argument("--faces", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    failed = repeat(options.faces, seed=options.seed)
    print(f"faces on which the clauses do not contradict each other: {len(failed)}", *failed, sep="\n")


if __name__ == "__main__":
    main()
