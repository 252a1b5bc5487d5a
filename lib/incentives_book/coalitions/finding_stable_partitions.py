"""Plain ways to judge small games, counts of coalitions, and two pictures, for the page finding-stable-partitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, permutations, product
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions.candidates import whole_coalitions
from incentives.coalitions.game import Game
from incentives.coalitions.search import stable_partitions
from incentives.coalitions.search_rules import GroupRules
from incentives.coalitions.set_partitions import Partition, partitions
from incentives.coalitions.sieve import unblocked
from incentives.coalitions.stability import is_stable
from incentives.coalitions.two_sizes import TwoSizes
from incentives.coalitions.welfare import total_error
from incentives_book import figures

Rankings = tuple[tuple[int, ...], ...]  # for each of three players, the places of the four coalitions that contain it


def bell_numbers(most: int) -> list[int]:
    """The numbers of partitions of 0, 1, ..., `most` players.

    >>> bell_numbers(5)
    [1, 1, 2, 5, 15, 52]
    """
    numbers, row = [1], [1]
    for _ in range(most):
        row = list(accumulate([row[-1], *row]))
        numbers.append(row[0])
    return numbers


def parts(players: Iterable[int]) -> list[frozenset[int]]:
    """Every coalition of the given players, all of them together included."""
    members = sorted(players)
    return [frozenset(c) for k in range(1, len(members) + 1) for c in combinations(members, k)]


def gains_more_than(game: Game, partition: Partition, coalition: frozenset[int], tolerance: Fraction | int) -> bool:
    """True if every member of a coalition would save more than the tolerance by forming it."""
    now, there = game.error_table(partition), game.errors(coalition)
    return all(now[i] - there[i] > tolerance for i in coalition)


def stable_up_to(game: Game, partition: Partition, tolerance: Fraction | int) -> bool:
    """Core stability judged with a tolerance: a coalition blocks only if all its members save more than that.

    >>> stable_up_to(Game([5, 5, 25], noise=10, spread=1), Partition.grand(3), 0)
    False
    """
    return not any(gains_more_than(game, partition, c, tolerance) for c in parts(range(game.players)))


def all_rankings() -> Iterator[Rankings]:
    """Every hedonic game of three players without ties: each ranks the four coalitions that contain it."""
    return product(permutations(range(4)), repeat=3)


def whole_ones_suffice(places: Rankings) -> bool:
    """The lemma on whole coalitions for one game of three players, coalitions as bit masks, place 0 being best."""
    mine = [[c for c in range(1, 8) if c >> x & 1] for x in range(3)]
    members = {c: [x for x in range(3) if c >> x & 1] for c in range(1, 8)}
    rank = [dict(zip(mine[x], places[x], strict=True)) for x in range(3)]
    whole = {
        c
        for c in range(1, 8)
        if not any(t & c == t != c and all(rank[x][t] < rank[x][c] for x in members[t]) for t in range(1, 8))
    }
    for split in [(7,), (3, 4), (5, 2), (1, 6), (1, 2, 4)]:
        now = {x: rank[x][c] for c in split for x in members[c]}
        blocking = {c for c in range(1, 8) if all(rank[x][c] < now[x] for x in members[c])}
        if bool(blocking) != bool(blocking & whole) or (not blocking and not set(split) <= whole):
            return False
    return True


def whole_by_comparing(game: Game) -> set[frozenset[int]]:
    """The coalitions that no part of them would block, each compared with all its parts."""

    def better(part: frozenset[int], coalition: frozenset[int]) -> bool:
        inside, here = game.errors(part), game.errors(coalition)
        return all(inside[i] < here[i] for i in part)

    return {c for c in parts(range(game.players)) if not any(better(t, c) for t in parts(c) if t != c)}


def whole_by_the_library(game: Game) -> set[frozenset[int]]:
    """The same by the library, which asks the smallest member of each part only."""
    return {game.preferences.coalition(int(mask)) for mask in whole_coalitions(game.preferences, concept="core")}


def first_move(game: Game, partition: Partition) -> tuple[int, frozenset[int]] | None:
    """A player who gains by moving to a block whose largest member does not lose, with that block; None if nobody can.

    >>> first_move(Game([5, 5, 25], noise=10, spread=1), Partition.parse("0 | 1 | 2"))
    (0, frozenset({1}))
    """
    for player in range(game.players):
        now = game.errors(partition.block_of(player))[player]
        for host in [*partition, frozenset[int]()]:
            after = game.errors(host | {player})
            if player in host or after[player] >= now:
                continue
            largest = max(host, key=lambda i: game.sizes[i], default=None)
            if largest is None or after[largest] <= game.errors(host)[largest]:
                return player, host
    return None


def rounds(game: Game) -> list[int]:
    """The numbers of coalitions that are left, at first all that are whole, after each round of discarding those that
    are blocked.

    >>> rounds(Game([5, 5, 25], noise=10, spread=1))
    [6, 2]
    """
    ranks, left = game.preferences.ranks, whole_coalitions(game.preferences, concept="core")
    counts = [len(left)]
    while len(left := unblocked(ranks, list(range(game.players)), left, left)) < counts[-1]:
        counts.append(len(left))
    return counts


class Work(NamedTuple):
    """The number of whole coalitions of a game, and of blocks that the search for all stable partitions tries."""

    whole: int
    tried: int


def work(game: Game) -> Work:
    """The work of the search, counted and not timed.

    >>> work(Game([5, 5, 25], noise=10, spread=1)).whole
    6
    """
    tried, place = 0, GroupRules.place

    def counting(self: GroupRules, *placed: Any) -> Any:
        nonlocal tried
        tried += 1
        return place(self, *placed)

    with mock.patch.object(GroupRules, "place", counting):
        stable_partitions(game)
    return Work(len(whole_coalitions(game.preferences, concept="core")), tried)


def draw_window(ax: Axes, players: int = 10, games: int = 7, points: int = 20) -> Axes:
    """Whole coalitions and blocks tried, by the noise in units of the largest size; medians, and bars to all games."""
    ratios = np.linspace(0.1, 2, points)
    drawn = [np.random.default_rng([players, k]).integers(1, 1001, players).tolist() for k in range(games)]
    done = np.array(
        [[work(Game(n, noise=max(1, round(ratio * max(n))), spread=1)) for n in drawn] for ratio in ratios.tolist()]
    )
    for which, name, colour, style in (
        (0, "whole coalitions", figures.COLOURS[0], "o-"),
        (1, "blocks tried", figures.COLOURS[1], "s-"),
    ):
        counts = np.sort(done[:, :, which], axis=1)
        median = counts[:, games // 2]
        bars = [median - counts[:, 0], counts[:, -1] - median]
        ax.errorbar(ratios, median, yerr=bars, fmt=style, capsize=2, color=colour, markersize=4)
        at = (float(ratios[-1]), float(median[-1]))
        ax.annotate(name, at, xytext=(0, 8 if which else -14), textcoords="offset points", ha="right", color=colour)
    ax.set_yscale("log")
    return figures.label(ax, x="noise / largest size", y="how many")


class Kinds(NamedTuple):
    """A game of two sizes at spread 1."""

    small: int
    large: int
    noise: int
    smalls: int
    larges: int


def by_kinds(partition: Partition, smalls: int) -> tuple[tuple[int, int], ...]:
    """The numbers of small players (the first `smalls`) and of large ones in each block.

    >>> by_kinds(Partition.parse("0,1,3 | 2 | 4"), smalls=3)
    ((2, 1), (1, 0), (0, 1))
    """
    seats = [sum(k < smalls for k in block) for block in partition]
    return tuple(sorted(((s, len(b) - s) for s, b in zip(seats, partition, strict=True)), reverse=True))


def judged_alike(kinds: Kinds) -> bool:
    """True if counting by kinds finds a blocking coalition in exactly those partitions in which naming everybody
    does.
    """
    counted = TwoSizes(**kinds._asdict(), spread=1)
    named = Game([kinds.small] * kinds.smalls + [kinds.large] * kinds.larges, noise=kinds.noise, spread=1)
    return all(
        (counted.blocking(by_kinds(p, kinds.smalls)) is None) == is_stable(named, p)
        for p in partitions(kinds.smalls + kinds.larges)
    )


class Cost(NamedTuple):
    """A core-stable partition and its total error over the least possible one."""

    partition: Partition
    ratio: Fraction


def cost_of_stability(game: Game, best: Callable[[Game], Partition]) -> tuple[Cost, Cost]:
    """The best and the worst core-stable partition against the best of all, which `best` finds.

    >>> pair = Partition.parse("0,1 | 2")
    >>> [str(cost.ratio) for cost in cost_of_stability(Game([5, 5, 25], noise=10, spread=1), lambda game: pair)]
    ['1', '1']
    """
    least = total_error(game, best(game))
    costs = [Cost(p, total_error(game, p) / least) for p in stable_partitions(game)]
    return min(costs, key=lambda c: c.ratio), max(costs, key=lambda c: c.ratio)


def draw_costs(ax: Axes, noises: Sequence[Fraction], costs: Sequence[tuple[Cost, Cost]]) -> Axes:
    """Both curves against the noise; a curve is broken where another partition takes over, since there it may jump."""
    for which, colour, name in (
        (1, figures.COLOURS[1], "worst stable"),
        (0, figures.COLOURS[0], "best stable"),
    ):
        xs: list[float] = []
        ys: list[float] = []
        previous = None
        for noise, pair in zip(noises, costs, strict=True):
            if previous is not None and pair[which].partition != previous:
                xs.append(float("nan"))
                ys.append(float("nan"))
            xs.append(float(noise))
            ys.append(float(pair[which].ratio))
            previous = pair[which].partition
        ax.plot(xs, ys, color=colour, linewidth=2)
        top = int(np.nanargmax(ys))
        ax.annotate(
            f"{name}: up to {ys[top]:.2f}",
            (xs[top], ys[top]),
            xytext=(10, 0) if which else (-4, 12),
            textcoords="offset points",
            va="center",
            ha="left" if which else "right",
            color=colour,
        )
    title = "What is stable may waste: at some noise even at best"
    return figures.label(ax, x="$\\mu/\\sigma^2$ (samples)", y="total error / least possible", title=title)
