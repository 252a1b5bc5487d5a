"""Is one partition of many players core stable? Not by listing coalitions but by their total size.

Player j gains in a coalition with N samples in all and sum of squared sizes S exactly when S < tau_j(N), a bound that
follows from j's present error. So for each N: let players in by decreasing bound, keep for every total the smallest
sum of squares that the players so far can reach (a subset-sum table), and stop once that sum for N is below the bound
of the player who came last, because everybody in that coalition has at least this bound. The work grows with
players * (total size)**2, whatever the 2**players coalitions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.coalitions.errors import Coarse
from incentives.coalitions.game import Game
from incentives.coalitions.set_partitions import Partition
from incentives.coalitions.stability import gains_of
from incentives.deviations import Deviation
from incentives.numbers import as_exact

# Table entries that are looked at, at worst; 10**10 take about ten seconds.
MOST_WORK = 10**10
_UNREACHED = np.int64(2**61)


def _quadratics(
    game: Game, partition: Partition, sizes: list[int], noise: Fraction, *, optimal: bool
) -> list[tuple[Fraction, Fraction, Fraction] | None]:
    """tau_j(N) = a N^2 + b N + c for each player j, spread being 1; None if any company at all is a gain."""
    bounds: list[tuple[Fraction, Fraction, Fraction] | None] = []
    for j, n in enumerate(sizes):
        block = partition.block_of(j)
        total, squares = sum(sizes[i] for i in block), sum(sizes[i] ** 2 for i in block)
        if not optimal:
            error = noise / total + Fraction(squares, total**2) + 1 - Fraction(2 * n, total)
            bounds.append((error - 1, 2 * n - noise, Fraction(0)))
        elif len(block) == 1:
            bounds.append(None)
        else:
            # b of the others in j's block, and the same for N - n others: S - n^2 < beta (N-n)^2 - noise (N-n).
            beta = noise / (total - n) + Fraction(squares - n**2, (total - n) ** 2)
            bounds.append((beta, -2 * n * beta - noise, n**2 * (1 + beta) + noise * n))
    return bounds


def _largest_sums(bounds: tuple[Fraction, Fraction, Fraction] | None, totals: np.ndarray) -> np.ndarray:
    """For each N the largest whole S below tau(N), cut off at N^2, which no sum of squares exceeds; -1 if none."""
    if bounds is None:
        return totals**2
    scale = math.lcm(*(bound.denominator for bound in bounds))
    a, b, c = (int(bound * scale) for bound in bounds)
    N = totals.astype(object)
    below = -((-(a * N * N + b * N + c)) // scale) - 1
    return np.clip(below, -1, N * N).astype(np.int64)


def _insert(least: np.ndarray, size: int) -> np.ndarray:
    """The table of smallest sums of squares by total, with one more player available."""
    more = least.copy()
    np.minimum(least[size:], least[:-size] + size * size, out=more[size:])
    return more


def _leaving(sizes: list[int], total: int, order: list[int], limits: list[int]) -> frozenset[int] | None:
    """A coalition of this total, among players in decreasing order of their limits on S, that all members prefer."""
    least = np.full(total + 1, _UNREACHED)
    least[0] = 0
    tables = [least]
    for joined, limit in zip(order, limits, strict=True):
        tables.append(_insert(tables[-1], sizes[joined]))
        if tables[-1][total] <= limit:
            break
    else:
        return None
    members, left = set(), total
    for place in range(len(tables) - 1, 0, -1):
        if tables[place][left] < tables[place - 1][left]:
            members.add(order[place - 1])
            left -= sizes[order[place - 1]]
    return frozenset(members)


def check_large(
    sizes: Sequence[Any],
    partition: Partition,
    *,
    noise: Any,
    spread: Any,
    federation: str | Callable[..., Any] = "uniform",
) -> Deviation | None:
    """A coalition that blocks `partition` in the core, or None; exact, for any number of players.

    Args:
        sizes: samples of each player, as for `Game`; what counts is their total in units of their common divisor.
        partition: of the players.
        noise, spread: as for `Game`.
        federation: "uniform", "coarse" (optimal weights) or `Coarse(weight)`.

    Returns:
        The blocking coalition with the fewest samples in all that the method meets, with its gains, or None.

    Raises:
        ValueError: bad input as for `Game`, another federation, or a total so large that the check would take minutes.

    >>> print(check_large([30, 30, 30, 300], Partition.grand(4), noise=10, spread=1, federation="coarse"))
    0, 1 and 2 form {0, 1, 2}; gains: 0: 5/2682, 1: 5/2682, 2: 5/2682
    """
    game = Game(sizes, noise=noise, spread=spread, federation=federation)
    game.check_partition(partition)
    if not isinstance(federation, Coarse) and federation not in ("uniform", "coarse"):
        raise ValueError(f"federation must be 'uniform', 'coarse' or Coarse(weight); got {federation!r}")
    ratio = game.noise / game.spread
    if isinstance(federation, Coarse):
        weight = as_exact("weight", federation.weight)
        if weight == 1:
            return None
        # The same preferences as under uniform federation with more noise; see Game.
        ratio *= (1 + weight) / (1 - weight)
    unit = Fraction(
        math.gcd(*(n.numerator for n in game.sizes)), math.lcm(*(n.denominator for n in game.sizes))
    )
    counts = [int(n / unit) for n in game.sizes]
    everything = sum(counts)
    if game.players * everything**2 > MOST_WORK:
        raise ValueError(
            f"players * (total size in units of the common divisor)**2 must be at most {MOST_WORK}; "
            f"got {game.players} * {everything}**2"
        )
    totals = np.arange(1, everything + 1)
    bounds = _quadratics(game, partition, counts, ratio / unit, optimal=federation == "coarse")
    limits = np.array([_largest_sums(bound, totals) for bound in bounds])
    # A coalition with j has S >= N^2 / players, N >= n_j, and, if anything is to be gained, somebody else in it.
    sizes_column = np.array(counts)[:, None]
    possible = (limits * game.players >= totals**2) & (sizes_column <= totals)
    if federation == "coarse":
        possible &= sizes_column < totals
    for total in totals[possible.any(axis=0)].tolist():
        limit = limits[:, total - 1]
        order = [j for j in np.argsort(-limit, kind="stable").tolist() if possible[j, total - 1]]
        coalition = _leaving(counts, total, order, limit[order].tolist())
        if coalition is not None:
            return gains_of(game, partition, coalition, coalition)
    return None
