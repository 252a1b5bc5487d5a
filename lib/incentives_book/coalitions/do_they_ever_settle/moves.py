"""Moves that everybody concerned agrees to, one player at a time, for the page do-they-ever-settle.

A move is *welcome* if the player that moves strictly gains and nobody in the coalition that it joins loses. Partitions
in which nobody has one are the individually stable ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import ConnectionPatch
from sympy import Matrix, Rational, eye, ones

from incentives.coalitions.game import Game
from incentives.coalitions.set_partitions import Partition, partitions
from incentives_book import figures
from incentives_book.coalitions.can_the_core_be_empty import three_players
from incentives_book.coalitions.drawings import draw_partition, with_room


class Step(NamedTuple):
    """One player moves to another coalition of the partition, or to be alone."""

    who: int
    before: Partition
    after: Partition

    @property
    def hosts(self) -> frozenset[int]:
        """The members of the coalition that is joined; empty for a player that goes alone."""
        return self.after.block_of(self.who) - {self.who}

    def gains(self, game: Game) -> dict[int, Fraction]:
        """The gains of the mover and of every host, exactly, in the order of their numbers."""
        new = self.after.block_of(self.who)
        then = game.errors(new)
        return {i: game.errors(self.before.block_of(i))[i] - then[i] for i in sorted(new)}

    def is_welcome(self, game: Game) -> bool:
        """True if the mover strictly gains and no host loses."""
        gained = self.gains(game)
        return gained[self.who] > 0 and all(gained[host] >= 0 for host in self.hosts)


def steps_from(partition: Partition) -> list[Step]:
    """Every step that some player can take, welcome or not.

    >>> len(steps_from(Partition.singles(3))), len(steps_from(Partition.grand(3)))
    (6, 3)
    """
    found = []
    for block in partition:
        for who in sorted(block):
            rest = [b for b in partition if b != block] + ([block - {who}] if len(block) > 1 else [])
            for joined in [b for b in partition if b != block] + ([frozenset()] if len(block) > 1 else []):
                found.append(Step(who, partition, Partition([*(b for b in rest if b != joined), joined | {who}])))
    return found


def welcome_steps(game: Game, partition: Partition) -> list[Step]:
    """The welcome steps from one partition; none if it is individually stable."""
    return [step for step in steps_from(partition) if step.is_welcome(game)]


def graph(game: Game) -> dict[Partition, list[Step]]:
    """The welcome steps from every partition."""
    return {p: welcome_steps(game, p) for p in partitions(game.players)}


def ways_out(steps: Mapping[Partition, Sequence[Step]]) -> dict[Partition, int]:
    """The number of welcome steps on the shortest way to a stable partition, for each partition that has a way."""
    far = {p: 0 for p, leaving in steps.items() if not leaving}
    while new := {p: 1 + min(far[s.after] for s in leaving if s.after in far) for p, leaving in steps.items()
                  if p not in far and any(s.after in far for s in leaving)}:  # fmt: skip
        far |= new
    return far


def mean_steps(steps: Mapping[Partition, Sequence[Step]], start: Partition) -> Fraction:
    """The mean number of steps until nobody moves, if each time one of the welcome steps is drawn evenly.

    Raises:
        ValueError: from some partition there is no way to a stable one, so the mean is infinite.
    """
    moving = [p for p, leaving in steps.items() if leaving]
    if len(ways_out(steps)) < len(steps):
        raise ValueError("steps must lead from every partition to one where nobody moves")
    row = {p: k for k, p in enumerate(moving)}
    chances = Matrix.zeros(len(moving))
    for p in moving:
        for step in steps[p]:
            if step.after in row:
                chances[row[p], row[step.after]] += Rational(1, len(steps[p]))
    if start not in row:
        return Fraction(0)
    return Fraction(str((eye(len(moving)) - chances).LUsolve(ones(len(moving), 1))[row[start]]))


def ends(edges: Iterable[tuple[object, object]]) -> bool:
    """True if following arrows always comes to an end: they have no cycle.

    >>> ends([("a", "b"), ("b", "c"), ("a", "c")]), ends([("a", "b"), ("b", "a")])
    (True, False)
    """
    left = set(edges)
    while left:
        starts = {start for start, _ in left}
        kept = {(start, end) for start, end in left if end in starts}
        if kept == left:
            return False
        left = kept
    return True


def _ring_steps() -> list[tuple[int, int, int, int, int, tuple[tuple[int, int, int], ...]]]:
    """The steps among the partitions of three players in a ring, by places as in `three_players`."""
    found = []
    for here, places in enumerate(three_players.PARTITIONS):
        for there, then in enumerate(three_players.PARTITIONS):
            for who in (i for i in range(3) if places[i] != then[i]):
                hosts = _ring_step(places, then, who)
                if hosts is not None:
                    found.append((here, there, who, places[who], then[who], hosts))
    return found


def _block(places: Sequence[int], who: int) -> frozenset[int]:
    """The coalition of one of three players in a ring."""
    others = {
        three_players.ALONE: (), three_players.NEXT: (1,), three_players.PREVIOUS: (2,), three_players.ALL: (1, 2)
    }[places[who]]  # fmt: skip
    return frozenset({who, *((who + k) % 3 for k in others)})


def _ring_step(places: Sequence[int], then: Sequence[int], who: int) -> tuple[tuple[int, int, int], ...] | None:
    """The hosts with their places before and after, if `then` comes about by `who` moving alone; else None."""
    old, new = _block(places, who) - {who}, _block(then, who) - {who}
    for i in {0, 1, 2} - {who}:
        expected = _block(places, i) - {who} if i not in new else new | {who}
        if i in new and _block(places, i) != new:
            return None
        if i not in new and _block(then, i) != expected:
            return None
    return tuple((host, places[host], then[host]) for host in sorted(new)) if old != new else None


RING_STEPS = _ring_steps()


@cache
def _agreed(player: int, ranking: three_players.Ranking) -> int:
    """The steps that one player with this ranking makes or lets happen, as the bits of a number."""
    found = 0
    for bit, (_, _, who, before, after, hosts) in enumerate(RING_STEPS):
        gains = who != player or ranking[after] < ranking[before]
        found |= (gains and all(ranking[now] <= ranking[was] for host, was, now in hosts if host == player)) << bit
    return found


@cache
def _ends(steps: int) -> bool:
    return ends((here, there) for bit, (here, there, *_) in enumerate(RING_STEPS) if steps >> bit & 1)


def settles(profile: three_players.Profile) -> bool:
    """True if welcome moves of three players, ranked as in `three_players`, always come to an end."""
    first, second, third = profile
    return _ends(_agreed(0, first) & _agreed(1, second) & _agreed(2, third))


def games(*, largest: int, noises: range) -> Iterator[tuple[tuple[int, ...], int]]:
    """Sizes and noise of all games of four players with whole sizes up to `largest`, each once.

    >>> len(list(games(largest=16, noises=range(1, 21))))
    77520
    """
    return product(combinations_with_replacement(range(1, largest + 1), 4), noises)


@cache
def circling(*, largest: int, noises: range) -> list[tuple[tuple[int, ...], int]]:
    """Sizes and noise of all games of four players with whole sizes up to `largest` in which welcome moves can go
    round.

    Uniform federation, spread 1; all errors are compared as whole numbers.
    """
    sizes = np.array(list(combinations_with_replacement(range(1, largest + 1), 4)), dtype=np.int64)
    states = list(partitions(4))
    row = {p: k for k, p in enumerate(states)}
    blocks = {block for p in states for block in p}
    found = []
    for noise in noises:
        # The error of j in a coalition is top / total**2; both are whole.
        total = {b: sizes[:, sorted(b)].sum(1) for b in blocks}
        common = {b: noise * total[b] + (sizes[:, sorted(b)] ** 2).sum(1) + total[b] ** 2 for b in blocks}

        def gain(j: int, old: frozenset[int], new: frozenset[int], total=total, common=common) -> np.ndarray:
            before, after = (common[b] - 2 * sizes[:, j] * total[b] for b in (old, new))
            return before * total[new] ** 2 - after * total[old] ** 2

        open_ = np.zeros((len(sizes), len(states), len(states)), dtype=bool)
        for p in states:
            for step in steps_from(p):
                new = step.after.block_of(step.who)
                welcome = gain(step.who, p.block_of(step.who), new) > 0
                for host in step.hosts:
                    welcome &= gain(host, p.block_of(host), new) >= 0
                open_[:, row[p], row[step.after]] |= welcome
        alive = np.ones((len(sizes), len(states)), dtype=bool)
        for _ in states:  # a partition stays in question while it leads to one that does
            alive = np.asarray((open_ & alive[:, None, :]).any(2))
        found += [(tuple(map(int, sizes[k])), noise) for k in np.flatnonzero(alive.any(1))]
    return found


def draw_round(game: Game, round_: Sequence[Step], *, names: Sequence[str]) -> Figure:
    """Four partitions in a square, clockwise, and the player that leads from each to the next, with its errors."""
    corners = [(0, 0), (0, 1), (1, 1), (1, 0)]
    fig, axes = plt.subplots(2, 2, figsize=(6.5, 4.6), gridspec_kw={"wspace": 0.6, "hspace": 0.7})
    for step, corner in zip(round_, corners, strict=True):
        with_room(draw_partition(step.before, game.sizes, names=names, ax=axes[corner]))
    right, left, top, bottom = (1.02, 0.5), (-0.02, 0.5), (0.5, 1.08), (0.5, -0.12)
    arrows = [(right, left), (bottom, top), (left, right), (top, bottom)]
    places = [(0.5, 0.93, "center"), (0.78, 0.5, "right"), (0.5, 0.07, "center"), (0.22, 0.5, "left")]
    for i, ((tail, head), (x, y, side), step) in enumerate(zip(arrows, places, round_, strict=True)):
        here, there = axes[corners[i]], axes[corners[(i + 1) % 4]]
        fig.add_artist(ConnectionPatch(tail, head, here.transAxes, there.transAxes, arrowstyle="-|>",
                                       mutation_scale=16, color=figures.LARGE, linewidth=1.6))  # fmt: skip
        before, after = (float(game.errors(p.block_of(step.who))[step.who]) for p in (step.before, step.after))
        fig.text(x, y, f"{names[step.who]} moves\n{before:.4f} to {after:.4f}", ha=side, va="center", fontsize=11)
    return fig


def draw_gains(gain_of: Mapping[str, Callable[[float], float]], low: float, high: float, *, ax: Axes) -> Axes:
    """Each gain against the noise, and the stretch on which none is negative."""
    noises = np.linspace(6.6, 7.3, 141)
    colours = iter((figures.LARGE, figures.SMALL, *figures.COLOURS))
    for name, gain in gain_of.items():
        values = np.array([gain(x) for x in noises])
        if values.min() >= 0:
            ax.plot(noises, values, color=figures.INK, alpha=0.4, lw=1)
            continue
        colour = next(colours)
        ax.plot(noises, values, color=colour, lw=1.8)
        at = -1 if values[-1] > values[0] else 0
        ax.annotate(name, (noises[at], values[at]), xytext=(4 if at else -4, 4), textcoords="offset points",
                    ha="left" if at else "right", va="center", color=colour)  # fmt: skip
    ax.axvspan(low, high, color=figures.LARGE, alpha=0.15)
    ax.axhline(0, color=figures.INK, lw=0.8)
    return ax
