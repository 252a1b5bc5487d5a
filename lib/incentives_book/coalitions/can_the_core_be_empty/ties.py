"""Individual stability of four players in the usual sense: a newcomer is let in unless somebody there loses.

Here a tie matters: an indifferent member lets in, so a partition that is stable nearby need not be stable in the limit,
and the boundary of a piece of the sizes (`regions`) says nothing by itself. So each open face of the 17 pieces has a
tree of questions of its own: sizes with all weights positive on some of the generators of a piece. On such a face the
totals of two coalitions are in one order or equal throughout, a polynomial without negative coefficients is positive
unless it is zero, and answers are strict or weak: noise at most as high as a threshold, or higher.

The trees are data, found from those of `four_players`; `stable_everywhere` checks them without that search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, combinations
from typing import Any, NamedTuple

from incentives_book.coalitions.can_the_core_be_empty.regions import (
    Generators,
    Region,
    Threshold,
    coalitions,
    nowhere_negative,
    pieces,
    quotient,
    sums,
)

PLAYERS = "abcd"
NOBODY = (0, 0, 0, 0)  # fills up the generators of a face to one for each player


class Fact(NamedTuple):
    """A player gains nothing by exchanging one coalition for another, or, if strict, loses."""

    player: str
    has: str
    other: str
    strict: bool = False


@dataclass(frozen=True)
class Face:
    """Sizes with positive weights on some generators, and the questions that settle them.

    Args:
        generators: whole-number vectors; every player has a positive size.
        order: pairs of thresholds, the first never above the second on the face; a threshold without a second is never
            positive.
        questions: a partition, in words; "" where the answers contradict each other; or a threshold, whether the low
            answer is strict, and the questions for the low and for the high answer.
    """

    generators: Generators
    order: tuple[tuple[Threshold, ...], ...]
    questions: Any

    @property
    def region(self) -> Region:
        """The face as `regions` reads one: with a generator for each player."""
        return Region((*self.generators, *[NOBODY] * (4 - len(self.generators))), (), "")


def faces() -> list[Generators]:
    """The open faces of the pieces on which nobody's size is zero: every four positive sizes in order lie on one.

    >>> len(faces())
    98
    """
    chosen = (c for piece in pieces() for n in range(1, 5) for c in combinations(sorted(piece), n))
    return sorted({face for face in chosen if all(map(any, zip(*face, strict=True)))})


def answer(threshold: Threshold, *, low: bool, strict: bool) -> Fact:
    """The answer that noise below a threshold gives (or above it), strictly or not."""
    player, smaller, larger = threshold
    return Fact(player, smaller, larger, strict) if low else Fact(player, larger, smaller, strict)


@cache
def _threshold(face: Face, threshold: Threshold) -> tuple[Any, Any]:
    return quotient(face.region, threshold)


def gap(face: Face, thresholds: Sequence[Threshold]) -> Any:
    """By how much the second threshold exceeds the first (or zero does), up to a positive factor: a polynomial."""
    (above, below), *second = [_threshold(face, threshold) for threshold in thresholds]
    return second[0][0] * below - above * second[0][1] if second else -above


def equal_totals(face: Face) -> Iterator[Fact]:
    """The order of coalitions whose totals agree all over the face: the smaller sum of squares is better."""
    known = sums(face.region.generators)
    for one in coalitions(PLAYERS):
        for other in coalitions(PLAYERS):
            more = known[other][1] - known[one][1]
            if known[one][0] == known[other][0] and nowhere_negative(more):
                yield from (Fact(player, one, other, bool(more)) for player in one if player in other)


def implications(face: Face) -> dict[Fact, list[Fact]]:
    """The implications of each answer for other thresholds, because these are in order.

    Raises:
        ValueError: two thresholds of the face are not in the order that it says.
    """
    then: dict[Fact, list[Fact]] = {}
    for pair in face.order:
        polynomial = gap(face, pair)
        if not nowhere_negative(polynomial):
            raise ValueError(f"order must hold on the whole face, got {pair}")
        if len(pair) == 2:
            for strict in (False, True):
                for low, (first, second) in ((True, pair), (False, pair[::-1])):
                    implied = answer(second, low=low, strict=strict or bool(polynomial))
                    then.setdefault(answer(first, low=low, strict=strict), []).append(implied)
    return then


def consequences(face: Face, answers: Sequence[Fact]) -> set[Fact]:
    """All that follows from some answers: by the order of the thresholds, and because preferences are transitive."""
    then, known = implications(face), set()
    # The noise is positive: it lies above a threshold that never is.
    new = [*answers, *equal_totals(face), *(answer(p[0], low=False, strict=True) for p in face.order if len(p) == 1)]
    while new:
        fact = new.pop()
        if fact in known:
            continue
        known.add(fact)
        new += then.get(fact, [])
        player, has, other, strict = fact
        new += [Fact(player, has, other)]
        same = [f for f in known if f.player == player]
        new += [Fact(player, has, f.other, strict or f.strict) for f in same if f.has == other]
        new += [Fact(player, f.has, other, strict or f.strict) for f in same if f.other == has]
    return known


def individually_stable(partition: str, known: set[Fact]) -> bool:
    """True if it is known of each move that the mover gains nothing or that somebody who is joined loses."""
    blocks = partition.split()
    if sorted(chain(*blocks)) != sorted(PLAYERS):
        raise ValueError(f"partition must hold each of {PLAYERS} once, got {partition!r}")
    moves = [(player, home, host) for home in blocks for player in home for host in (*blocks, "") if host != home]
    after = ((player, home, host, "".join(sorted(host + player))) for player, home, host in moves)
    return all(
        Fact(player, home, then) in known or any(Fact(member, host, then, True) in known for member in host)
        for player, home, host, then in after
        if then != home
    )


def stable_everywhere(face: Face) -> bool:
    """True if the questions name an individually stable partition for all sizes on the face, at every noise."""

    def ends_well(questions: Any, answers: tuple[Fact, ...]) -> bool:
        if isinstance(questions, str):
            known = consequences(face, answers)
            against = any(fact.strict and Fact(fact.player, fact.other, fact.has) in known for fact in known)
            return individually_stable(questions, known) if questions else against
        threshold, strict, low, high = questions
        return ends_well(low, (*answers, answer(threshold, low=True, strict=strict))) and ends_well(
            high, (*answers, answer(threshold, low=False, strict=not strict))
        )

    return ends_well(face.questions, ())


def _questions(written: Any) -> Any:
    if isinstance(written, str):
        return written
    words, low, high = written
    *threshold, kind = words.split()
    return Threshold(*threshold), kind == "<", _questions(low), _questions(high)


def read_faces() -> list[Face]:
    """The faces with their questions.

    >>> every = read_faces()
    >>> len(every), stable_everywhere(every[-1])
    (98, True)
    """
    table = json.loads(files(__package__).joinpath("faces", "four_players.json").read_text())
    return [
        Face(
            tuple(tuple(map(int, generator)) for generator in row["generators"]),
            tuple(tuple(Threshold(*words.split()) for words in pair) for pair in row["order"]),
            _questions(row["questions"]),
        )
        for row in table
    ]
