"""Four players always have a core: a few questions whose answers name a stable partition, and the check of them.

Each piece of the sizes (`regions`) has a tree of questions: which of two coalitions would this player rather have? At
an end of the tree stands a partition. The answers on the way there imply others, because some thresholds are never
above others and because preferences are transitive; and these must leave, in every coalition that might form, somebody
who gains nothing. All of it is said with "at least as good", so it carries over to the boundary of the piece: nearby
sizes inside lead to one partition again and again, and what is stable nearby is stable in the limit.

The trees are data. They were found by trying questions, those first whose worse answer leaves the fewest coalitions
open, with all pairs of thresholds at hand; then each pair that was not needed was dropped. Nothing rests on that
search: `settled` checks the trees without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

import sympy as sp

from incentives_book.coalitions.can_the_core_be_empty.regions import (
    Region,
    Threshold,
    coalitions,
    in_order,
    quotient,
)


class Fact(NamedTuple):
    """A player gains nothing by exchanging one coalition for another."""

    player: str
    has: str
    other: str


def at_most(threshold: Threshold) -> Fact:
    """The facts that follow from noise at most as high as a threshold."""
    return Fact(threshold.player, threshold.smaller, threshold.larger)


def at_least(threshold: Threshold) -> Fact:
    """The facts that follow from noise at least as high as a threshold."""
    return Fact(threshold.player, threshold.larger, threshold.smaller)


def consequences(region: Region, answers: Sequence[Fact]) -> set[Fact]:
    """All facts that follow by the order of the thresholds, and because preferences are transitive."""
    known, new = set(), list(answers)
    if region.federation == "coarse":
        new += [Fact(p, who, p) for p in region.players for who in coalitions(region.players) if p in who]
    new += [at_least(pair[0]) for pair in region.order if len(pair) == 1]
    pairs = [pair for pair in region.order if len(pair) == 2]
    follows = [(at_most(v), at_most(w)) for v, w in pairs] + [(at_least(w), at_least(v)) for v, w in pairs]
    while new:
        fact = new.pop()
        if fact in known:
            continue
        known.add(fact)
        new += [then for first, then in follows if first == fact]
        same = [other for other in known if other.player == fact.player]
        new += [Fact(fact.player, fact.has, other.other) for other in same if other.has == fact.other]
        new += [Fact(fact.player, other.has, fact.other) for other in same if other.other == fact.has]
    return known


def unblocked(partition: str, known: set[Fact], players: str, stability: str) -> bool:
    """True if, for every way to leave, it is known of somebody whose consent it needs that they gain nothing."""
    blocks = partition.split()
    home = {player: block for block in blocks for player in block}
    if sorted(chain(*blocks)) != sorted(players):
        raise ValueError(f"partition must hold each of {players} once, got {partition!r}")
    if stability == "core":
        ways = [who for who in coalitions(players) if who not in blocks]
        return all(any(Fact(player, home[player], who) in known for player in who) for who in ways)
    moves = [(player, host) for player in players for host in (*blocks, "") if player not in host]
    joined = {(player, host): "".join(sorted(player + host)) for player, host in moves}
    return all(
        now == home[player]
        or Fact(player, home[player], now) in known
        or any(Fact(member, host, now) in known for member in host)
        for (player, host), now in joined.items()
    )


def ends(questions: Any) -> set[str]:
    """The partitions that a tree of questions can name."""
    return {questions} if isinstance(questions, str) else ends(questions[1]) | ends(questions[2])


def settled(region: Region) -> bool:
    """True if the questions name a stable partition for all sizes in the piece, at every noise."""

    def ends_well(questions: Any, answers: tuple[Fact, ...]) -> bool:
        if isinstance(questions, str):
            return unblocked(questions, consequences(region, answers), region.players, region.stability)
        threshold, low, high = questions
        quotient(region, threshold)
        return ends_well(low, (*answers, at_most(threshold))) and ends_well(high, (*answers, at_least(threshold)))

    return all(in_order(region, pair) for pair in region.order) and ends_well(region.questions, ())


def _questions(written: Any) -> Any:
    return written if isinstance(written, str) else (Threshold(*written[0].split()), *map(_questions, written[1:]))


def read_regions(name: str = "core") -> list[Region]:
    """The pieces with their questions.

    Args:
        name: "core" or "individual" for uniform federation, "coarse-core" for the best weights.

    >>> regions = read_regions()
    >>> len(regions), settled(regions[1])
    (17, True)
    """
    table = json.loads(files(__package__).joinpath("four_players.json").read_text())
    if name not in table:
        raise ValueError(f"name must be one of {', '.join(table)}; got {name!r}")
    return [
        Region(
            tuple(tuple(map(int, generator)) for generator in row["generators"]),
            tuple(tuple(Threshold(*words.split()) for words in pair) for pair in row["order"]),
            _questions(row["questions"]),
            "coarse" if name == "coarse-core" else "uniform",
            "individual" if name == "individual" else "core",
        )
        for row in table[name]
    ]


def contains(region: Region, sizes: Sequence[int | Fraction]) -> bool:
    """True if ordered sizes lie in a piece, its boundary included."""
    weights = sp.Matrix(region.generators).T.LUsolve(sp.Matrix([sp.Rational(n) for n in sizes]))
    return all(weight >= 0 for weight in weights)


def named(region: Region, sizes: Sequence[int | Fraction], noise: int | Fraction) -> list[str]:
    """The partitions that the questions name for one game, with spread 1.

    Args:
        region: a piece that holds the sizes.
        sizes: in increasing order, ints or Fractions.
        noise: variance of one sample, in units of the spread.

    Returns:
        One partition in words; where a player is indifferent, those that either answer leads to. Inside the piece
        all of them are stable; on its boundary at least one is.

    >>> region = next(region for region in read_regions() if contains(region, (1, 3, 3, 62)))
    >>> named(region, (1, 3, 3, 62), 11)
    ['abcd']
    """
    size = dict(zip(region.players, map(Fraction, sizes), strict=True))

    def error(player: str, who: str) -> Fraction:
        others = who if region.federation == "uniform" else who.replace(player, "")
        N, S = sum(size[p] for p in others), sum(size[p] ** 2 for p in others)
        return noise / N + S / N**2 - (2 * size[player] / N if region.federation == "uniform" else 0)

    def walk(questions: Any) -> Iterator[str]:
        if isinstance(questions, str):
            yield questions
            return
        (player, smaller, larger), low, high = questions
        gain = error(player, smaller) - error(player, larger)
        if gain <= 0:
            yield from walk(low)
        if gain >= 0:
            yield from walk(high)

    return sorted(set(walk(region.questions)))
