"""Is one partition of many players core stable? Not by listing coalitions but by their total size.

Player j gains in a coalition with N samples in all and sum of squared sizes S exactly when S < tau_j(N), a bound that
follows from j's present error. So for each N: let players in by decreasing bound, keep for every total the smallest
sum of squares that the players so far can reach (a subset-sum table), and stop once that sum for N is below the bound
of the player who came last, because everybody in that coalition has at least this bound. Most totals need no table:
even parts of players could not fill them within the bounds. The work is at most players * (total size)**2, whatever
the 2**players coalitions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import numpy as np

from incentives.coalitions.errors import Coarse
from incentives.coalitions.game import Game, gains_of
from incentives.coalitions.set_partitions import Partition
from incentives.deviations import Deviation
from incentives.numbers import Exact, as_exact

# Entries of the tables that are looked at, at worst; 10**10 take about ten seconds.
MOST_WORK = 10**10
# Bounds that are kept, one for each kind of player and total; 10**7 take some hundred megabytes.
MOST_CELLS = 10**7
_UNREACHED = np.int64(2**61)


class TooMuchWork(ValueError):
    """A check of one partition that would take minutes, or more memory than is usual."""


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
    """For each N the largest whole S below tau(N), cut off at N^2, which no sum of squares exceeds; -1 if none.

    Doubles decide where they must be right. What is so close to a whole number that they might err is computed exactly.
    """
    if bounds is None:
        return totals**2
    N = totals.astype(float)
    parts = [float(bound) * N**power for bound, power in zip(bounds, (2, 1, 0), strict=True)]
    value = sum(parts)
    # Each part is rounded at most four times and each sum once, to one part in 2**53.
    doubtful = np.abs(value - np.rint(value)) <= 2.0**-49 * sum(map(np.abs, parts))
    largest = np.clip(np.ceil(value) - 1, -1, N**2).astype(np.int64)
    scale = math.lcm(*(bound.denominator for bound in bounds))
    a, b, c = (int(bound * scale) for bound in bounds)
    for at in np.flatnonzero(doubtful & (value > -2) & (value < N**2 + 2)).tolist():
        total = int(totals[at])
        below = -((-(a * total * total + b * total + c)) // scale) - 1
        largest[at] = min(max(below, -1), total * total)
    return largest


def _reachable(kinds: list[tuple[int, int]], limits: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """The totals N that parts of players, the smallest first, could fill with a sum of squares that all of them accept.

    Args:
        kinds: size and number of the players of each kind, by increasing size.
        limits: the largest sum of squares that each kind accepts, shape (kinds, totals).
        totals: the totals asked about.

    Of all ways to fill N with parts of players, smallest first has the least sum of sizes times amounts. So what whole
    players can do, parts of players can do, and only these totals need a table.
    """
    found = np.zeros(len(totals), dtype=bool)
    for weakest in limits:
        left, squares = totals.copy(), np.zeros(len(totals), dtype=np.int64)
        for (size, count), limit in zip(kinds, limits, strict=True):
            taken = np.where(limit >= weakest, np.minimum(left, size * count), 0)
            left -= taken
            squares += size * taken
        found |= (weakest >= 0) & (left == 0) & (squares <= weakest)
    return found


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
    sizes: Sequence[Exact],
    partition: Partition,
    *,
    noise: Exact,
    spread: Exact,
    federation: Literal["uniform", "coarse", "fine"] | Coarse = "uniform",
) -> Deviation | None:
    """A coalition that blocks `partition` in the core, or None; exact, for any number of players.

    Args:
        sizes: samples of each player, as for `Game`; what counts is their total in units of their common divisor.
        partition: of the players.
        noise, spread: as for `Game`.
        federation: "uniform", "coarse" or "fine" (optimal weights), or `Coarse(weight)`.

    Returns:
        The blocking coalition with the fewest samples in all that the method meets, with its gains, or None. Two cases
        take one look. Everybody together under one common model is blocked by the largest player alone if by anybody.
        With the best fine weights each further member helps everybody, so that everybody together blocks all else.

    Raises:
        ValueError: bad input as for `Game`, or another federation.
        TooMuchWork: so many totals are left to look at that the check would take minutes; a `ValueError`, too.

    >>> print(check_large([30, 30, 30, 300], Partition.grand(4), noise=10, spread=1, federation="coarse"))
    0, 1 and 2 form {0, 1, 2}; gains: 0: 5/2682, 1: 5/2682, 2: 5/2682
    """
    game = Game(sizes, noise=noise, spread=spread, federation=federation)
    game.check_partition(partition)
    if not isinstance(federation, Coarse) and federation not in ("uniform", "coarse", "fine"):
        raise ValueError(f"federation must be 'uniform', 'coarse', 'fine' or Coarse(weight); got {federation!r}")
    if federation == "fine":
        everybody = frozenset(range(game.players))
        return None if len(partition) == 1 else gains_of(game, partition, everybody, everybody)
    ratio = game.noise / game.spread
    if isinstance(federation, Coarse):
        weight = as_exact("weight", federation.weight)
        if weight == 1:
            return None
        # The same preferences as under uniform federation with more noise; see Game.
        ratio *= (1 + weight) / (1 - weight)
    if federation != "coarse" and len(partition) == 1:
        largest = max(range(game.players), key=game.sizes.__getitem__)
        move = gains_of(game, partition, frozenset({largest}), frozenset({largest}))
        return move if move.gains[largest] > 0 else None
    unit = Fraction(math.gcd(*(n.numerator for n in game.sizes)), math.lcm(*(n.denominator for n in game.sizes)))
    counts = [int(n / unit) for n in game.sizes]
    bounds = _quadratics(game, partition, counts, ratio / unit, optimal=federation == "coarse")
    # Players of one size with one bound are of one kind.
    kinds = sorted(set(zip(counts, bounds, strict=True)), key=lambda kind: kind[0])
    everything = sum(counts)
    if len(kinds) * everything > MOST_CELLS:
        raise TooMuchWork(
            f"kinds of players * total size in units of the common divisor must be at most {MOST_CELLS}; "
            f"got {len(kinds)} * {everything}"
        )
    members = [[j for j in range(game.players) if (counts[j], bounds[j]) == kind] for kind in kinds]
    totals = np.arange(1, everything + 1)
    limits = np.array([_largest_sums(bound, totals) for _, bound in kinds])
    # A coalition with j has S >= N^2 / players, N >= n_j, and, if anything is to be gained, somebody else in it.
    sizes_column = np.array([size for size, _ in kinds])[:, None]
    outside = sizes_column >= totals if federation == "coarse" else sizes_column > totals
    limits[outside | (limits * game.players < totals**2)] = -1
    totals = totals[(limits >= 0).any(axis=0)]
    numbers = [(size, len(group)) for (size, _), group in zip(kinds, members, strict=True)]
    totals = totals[_reachable(numbers, limits[:, totals - 1], totals)]
    if (work := game.players * int(totals.sum())) > MOST_WORK:
        raise TooMuchWork(
            f"players * the sum of the {len(totals)} totals that a blocking coalition may have must be at most "
            f"{MOST_WORK}; got {work}"
        )
    for total in totals.tolist():
        limit = limits[:, total - 1].tolist()
        order = sorted((k for k in range(len(kinds)) if limit[k] >= 0), key=lambda k: -limit[k])
        coalition = _leaving(
            counts, total, [j for k in order for j in members[k]], [limit[k] for k in order for _ in members[k]]
        )
        if coalition is not None:
            return gains_of(game, partition, coalition, coalition)
    return None
