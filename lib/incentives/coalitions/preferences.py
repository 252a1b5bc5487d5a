"""Exact preferences as ranks: for each player, which coalitions are better, equal, worse.

Stability only asks who prefers what. So the errors of all coalitions are turned into whole numbers once, equal errors
into equal numbers, and nothing after that can be disturbed by rounding. A coalition is a bit mask; bit k stands
for the player `players[k]`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

# Two quotients of integers whose doubles differ by more than this, relatively, differ in the same direction:
# a double from at most four rounded steps is off by less than 1e-15. Closer ones are compared exactly.
_CLOSE = 1e-12


@dataclass(frozen=True, eq=False)
class Preferences:
    """Every player's order of the coalitions.

    Args:
        ranks: shape (players, 2**players), int32; `ranks[k, mask]` is the place of coalition `mask` in the eyes of the
            player at bit k: 0 is best, equal errors share a rank. Only masks that contain bit k mean anything.
        players: the player that each bit stands for.
        sizes: the size at each bit, ascending, where players of one size are interchangeable; None where they need
            not be.
        larger_gain_more: whether a larger member always gains more (or loses less) than a smaller one when a coalition
            loses members, strictly more if strictly larger; and between any two coalitions what their common members
            gain grows with the size, or falls with it.
    """

    ranks: np.ndarray
    players: tuple[int, ...]
    sizes: tuple[int, ...] | None = None
    larger_gain_more: bool = False

    def mask(self, coalition: Iterable[int]) -> int:
        """The bit mask of a coalition of players."""
        return sum(1 << self.players.index(player) for player in coalition)

    def coalition(self, mask: int) -> frozenset[int]:
        """The players in a bit mask."""
        return frozenset(player for bit, player in enumerate(self.players) if mask >> bit & 1)


def having(table: np.ndarray, bit: int) -> np.ndarray:
    """View of `table`, indexed by mask, at the masks that contain `bit`: shape (higher bits, lower bits)."""
    return table.reshape(-1, 2, 1 << bit)[:, 1, :]


def lacking(table: np.ndarray, bit: int) -> np.ndarray:
    """View of `table`, indexed by mask, at the masks without `bit`, in the order of `having`."""
    return table.reshape(-1, 2, 1 << bit)[:, 0, :]


def dense_ranks(numerators: np.ndarray, denominators: np.ndarray) -> np.ndarray:
    """Exact ranks of the quotients of integers: 0 for the smallest, equal quotients equal ranks.

    Sorting is done on doubles; runs of quotients too close for doubles are sorted as fractions.

    Args:
        numerators: integers, int64 or Python ones, shape (items,).
        denominators: positive integers, same shape.

    >>> dense_ranks(np.array([1, 2, 1, 0]), np.array([3, 6, 4, 9])).tolist()
    [2, 2, 1, 0]
    """
    try:
        values = (numerators / denominators).astype(float)
    except OverflowError:  # beyond all doubles, so that everything is one run
        values = np.zeros(len(numerators))
    order = np.argsort(values, kind="stable")
    values = values[order]
    size = np.abs(values)
    close = np.diff(values) <= _CLOSE * np.maximum(size[1:], size[:-1])
    del values, size  # with 20 players each table here has half a million entries, and the peak counts
    step = np.zeros(len(order), dtype=np.int32)
    step[1:] = ~close
    edges = np.diff(np.concatenate(([False], close, [False])).astype(np.int8))
    for first, last in zip(np.flatnonzero(edges == 1), np.flatnonzero(edges == -1), strict=True):
        run = [(Fraction(int(numerators[i]), int(denominators[i])), int(i)) for i in order[first : last + 1]]
        run.sort()
        order[first : last + 1] = [i for _, i in run]
        step[first + 1 : last + 1] = [a[0] < b[0] for a, b in pairwise(run)]
    ranks = np.empty(len(order), dtype=np.int32)
    ranks[order] = np.cumsum(step, dtype=np.int32)
    return ranks


def by_size(sizes: Sequence[Fraction]) -> tuple[int, ...]:
    """The players in the order of their sizes, smallest first."""
    return tuple(sorted(range(len(sizes)), key=lambda player: sizes[player]))


def whole(sizes: Sequence[Fraction], noise: Fraction, spread: Fraction) -> tuple[list[int], int, int]:
    """The same preferences in whole numbers: the sizes in ascending order, and noise / spread = p / q.

    Scaling all sizes and the noise by one number, or noise and spread by one number, leaves every preference as it is.
    """
    sizes = sorted(sizes)
    scale = Fraction(math.lcm(*(n.denominator for n in sizes)))
    scale /= math.gcd(*(int(n * scale) for n in sizes))
    ratio = noise * scale / spread
    return [int(n * scale) for n in sizes], ratio.numerator, ratio.denominator


def subset_sums(weights: Sequence[int], *, exact_below: int) -> np.ndarray:
    """Sum of the weights of each bit mask; Python integers where `exact_below` is too large for int64."""
    sums = np.zeros(1, dtype=np.int64 if exact_below < 2**62 else object)
    for weight in weights:
        sums = np.concatenate((sums, sums + weight))
    return sums


class _Coalitions:
    """Total N and sum of squares S of every coalition, each different pair (N, S) once."""

    def __init__(self, sizes: Sequence[int], p: int, q: int) -> None:
        total, squares = sum(sizes), sum(n * n for n in sizes)
        # The largest number met below: a key N * (squares + 1) + S, or a numerator p * N + q * (S + N**2).
        largest = max(total * (squares + 2), p * total + 2 * q * total**2)
        keys = subset_sums([n * (squares + 1) + n * n for n in sizes], exact_below=largest)
        different, pair = np.unique(keys, return_inverse=True)
        self.pair = pair.astype(np.int32)
        self.N, self.S = different // (squares + 1), different % (squares + 1)


def _errors(own: int, N: np.ndarray, S: np.ndarray, p: int, q: int) -> tuple[np.ndarray, np.ndarray]:
    """Numerators and denominators of what a member expects; all terms are positive, so doubles lose nothing to
    cancellation.
    """
    return p * N + q * ((S - own * own) + (N - own) ** 2), N * N


def uniform_preferences(sizes: Sequence[Fraction], noise: Fraction, spread: Fraction) -> Preferences:
    """Everybody uses one pooled model.

    Member j of a coalition with total N and sum of squares S expects noise/N + spread (S - n_j^2 + (N - n_j)^2) / N^2.
    """
    n, p, q = whole(sizes, noise, spread)
    pairs = _Coalitions(n, p, q)
    ranks = np.zeros((len(n), 1 << len(n)), dtype=np.int32)
    for bit, own in enumerate(n):
        pair = having(pairs.pair, bit)
        met = np.zeros(len(pairs.N), dtype=bool)
        met[pair] = True
        rank = np.empty(len(met), dtype=np.int32)
        rank[met] = dense_ranks(*_errors(own, pairs.N[met], pairs.S[met], p, q))
        having(ranks[bit], bit)[:] = rank[pair]
    # Leaving members behind changes n_j's error by a constant minus 2 spread n_j (1/N_left - 1/N).
    return Preferences(ranks, by_size(sizes), tuple(n), larger_gain_more=True)


def _by_others(rank_of_others: np.ndarray, sizes: Sequence[Fraction]) -> Preferences:
    """Preferences of players who all rank the set of *other* members by one common table."""
    ranks = np.zeros((len(sizes), 1 << len(sizes)), dtype=np.int32)
    for bit in range(len(sizes)):
        having(ranks[bit], bit)[:] = lacking(rank_of_others, bit)
    n, _, _ = whole(sizes, Fraction(1), Fraction(1))
    return Preferences(ranks, by_size(sizes), tuple(n))


def coarse_preferences(sizes: Sequence[Fraction], noise: Fraction, spread: Fraction) -> Preferences:
    """Everybody mixes the pooled model with their own in the best proportion.

    1/err_j = n_j/noise + 1/(spread + b), with b = noise/N + spread S/N^2 of the others: the smaller b the better,
    whoever j is.
    """
    n, p, q = whole(sizes, noise, spread)
    pairs = _Coalitions(n, p, q)
    N, S = pairs.N[1:], pairs.S[1:]
    # The first pair is (0, 0): nobody else. Any company is strictly better than none.
    b = dense_ranks(p * N + q * S, N * N)
    return _by_others(np.concatenate(([b.max() + 1], b)).astype(np.int32)[pairs.pair], sizes)


def fine_preferences(sizes: Sequence[Fraction], noise: Fraction, spread: Fraction) -> Preferences:
    """Everybody weighs every member's model in the best way: the more precision 1/(spread + noise/n) the others add,
    the better.
    """
    precisions = [1 / (spread + noise / n) for n in sorted(sizes)]
    scale = math.lcm(*(precision.denominator for precision in precisions))
    weights = [int(precision * scale) for precision in precisions]
    different, place = np.unique(subset_sums(weights, exact_below=sum(weights)), return_inverse=True)
    return _by_others((len(different) - 1 - place).astype(np.int32), sizes)


def indifferent(sizes: Sequence[Fraction]) -> Preferences:
    """Everybody finds all coalitions equal."""
    return _by_others(np.zeros(1 << len(sizes), dtype=np.int32), sizes)


def listed_preferences(players: int, errors: Callable[[frozenset[int]], dict[int, Fraction]]) -> Preferences:
    """Preferences of any game, from the exact errors of each coalition."""
    lists: list[list[Fraction]] = [[] for _ in range(players)]
    for mask in range(1, 1 << players):
        for player, error in errors(frozenset(k for k in range(players) if mask >> k & 1)).items():
            lists[player].append(error)
    ranks = np.zeros((players, 1 << players), dtype=np.int32)
    for player, values in enumerate(lists):
        different = list(set(values))
        rank = dense_ranks(
            np.array([value.numerator for value in different], dtype=object),
            np.array([value.denominator for value in different], dtype=object),
        )
        place = dict(zip(different, rank.tolist(), strict=True))
        having(ranks[player], player)[:] = np.array([place[value] for value in values]).reshape(-1, 1 << player)
    return Preferences(ranks, tuple(range(players)))
