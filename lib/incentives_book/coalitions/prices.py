"""The costs of stable partitions in many small games at once: every error is compared as a whole number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from incentives.coalitions.set_partitions import Partition, partitions

# The total of all sizes and the noise: a comparison multiplies four of them, and the product has to fit into 64 bits.
LARGEST = 20_000
AT_ONCE = 50_000  # games, so that their comparisons take some ten megabytes

Flags = NDArray[np.bool_]
Coalition = frozenset[int]


class Dearest(NamedTuple):
    """A game and a stable partition of it whose cost over the least possible one is the largest of all searched."""

    sizes: tuple[int, ...]
    partition: Partition
    ratio: float


class Prices(NamedTuple):
    """The results of a search over games with one noise and spread 1."""

    games: int
    stable: int  # partitions
    without: int  # games without any
    anarchy: Dearest  # over all stable partitions
    stability: Dearest  # over the best stable partition of each game


class _Games:
    """Games with one number of players and one noise; `sizes` has shape (games, players)."""

    def __init__(self, sizes: NDArray[np.int64], noise: int) -> None:
        self.players = range(sizes.shape[1])
        self.partitions = list(partitions(len(self.players)))
        self.sizes, self.noise = sizes, noise
        self.blocks = {block for partition in self.partitions for block in partition}
        self.total = {block: sizes[:, sorted(block)].sum(1) for block in self.blocks}
        self.squares = {block: (sizes[:, sorted(block)] ** 2).sum(1) for block in self.blocks}

    def gains(self, j: int, old: Coalition, new: Coalition) -> Flags:
        """Per game, whether player j strictly prefers coalition `new` to `old`."""
        top = [
            (self.noise - 2 * self.sizes[:, j]) * self.total[block] + self.squares[block]  # times total squared
            for block in (old, new)
        ]
        return np.asarray(top[1] * self.total[old] ** 2 < top[0] * self.total[new] ** 2)

    def moves(self, partition: Partition) -> Iterable[Flags]:
        """Per coalition that might block, whether it does."""
        for new in self.blocks:
            yield reduce(np.logical_and, (self.gains(j, partition.block_of(j), new) for j in new))

    def welcome(self, partition: Partition) -> Iterable[Flags]:
        """Per player and block, or nobody, whether it may and would move there."""
        for j in self.players:
            for host in [*partition, frozenset()]:
                if j not in host:
                    new = host | {j}
                    lost = (self.gains(k, new, host) for k in host)
                    yield reduce(lambda here, one: here & ~one, lost, self.gains(j, partition.block_of(j), new))

    def cost(self, partition: Partition) -> NDArray[np.float64]:
        parts = (self.noise + self.total[b] - self.squares[b] / self.total[b] for b in partition)
        return np.asarray(reduce(np.add, parts), dtype=float)


def search_prices(sizes: Iterable[int], *, players: int, noise: int, concept: str) -> Prices:
    """Every game with sizes from a list, and what its stable partitions cost over the least possible total.

    Whether a partition is stable is exact; the ratios that are compared are rounded.

    Args:
        sizes: whole and positive.
        players: three to six, say: the comparisons grow with the square of the number of coalitions.
        noise: whole, with spread 1.
        concept: "core" or "individual".

    Raises:
        ValueError: an unknown concept, or sizes and noise so large that a comparison might not fit into 64 bits.

    >>> found = search_prices([1, 4, 9, 200], players=3, noise=12, concept="core")
    >>> found.games, found.without, found.stability.sizes, round(found.stability.ratio, 3)
    (20, 0, (1, 9, 200), 1.007)
    """
    if concept not in ("core", "individual"):
        raise ValueError(f'concept must be "core" or "individual", got {concept!r}')
    choices = sorted(set(sizes))
    if players * max(choices) + noise > LARGEST:
        raise ValueError(f"players times the largest size plus the noise must be at most {LARGEST}")
    rows = np.array(list(combinations_with_replacement(choices, players)), dtype=np.int64)
    found, stable, without = [], 0, 0
    for start in range(0, len(rows), AT_ONCE):
        games = _Games(rows[start : start + AT_ONCE], noise)
        ask = games.moves if concept == "core" else games.welcome
        rests = np.array([~reduce(np.logical_or, ask(p)) for p in games.partitions])
        costs = np.array([games.cost(p) for p in games.partitions])
        ratios = np.where(rests, costs / costs.min(axis=0), np.nan)
        stable, some = stable + int(rests.sum()), rests.any(axis=0)
        without += int((~some).sum())
        for worst in (True, False):
            each = np.where(rests, ratios, -np.inf if worst else np.inf)
            each = each.max(axis=0) if worst else np.where(some, each.min(axis=0), -np.inf)
            k = int(each.argmax())
            at = int(np.argmin(np.abs(np.where(rests[:, k], ratios[:, k], np.inf) - each[k])))
            one = Dearest(tuple(map(int, games.sizes[k])), games.partitions[at], float(each[k]))
            found.append((worst, one))
    anarchy, stability = (max((d for w, d in found if w == worst), key=lambda d: d.ratio) for worst in (True, False))
    return Prices(len(rows), stable, without, anarchy, stability)
