"""Many games at once: which tuples of sizes leave every partition blocked, at one noise or at some noise.

Both searches are exact although they work on arrays. `never_stable` compares errors as products of whole numbers.
`has_gap` does what `noise_sweep.empty_ratios` does, on doubles that order exactly as the rational numbers that
they stand for: each is the correctly rounded quotient of two whole numbers below 2**53, so equal quotients give
equal doubles, and quotients with denominators up to q that differ at all differ by 1/q**2, which the guard makes
larger than the spacing of doubles. Sizes beyond either guard are refused, not rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations_with_replacement, islice

import numpy as np

from incentives.coalitions.set_partitions import partitions

# A deviation: the (player, block now, block then, strictly?) comparisons that must all come out well.
Comparison = tuple[int, int, int, bool]


@cache
def _deviations(
    players: int, concept: str, *, in_order: bool = False
) -> tuple[tuple[tuple[Comparison, ...], ...], ...]:
    """For each partition, its deviations; coalitions are bit masks, player k is bit k.

    With `in_order` only the partitions into runs of neighbours, such as 0,1 | 2 | 3,4.
    """
    tables = []
    for partition in partitions(players):
        if in_order and any(max(block) - min(block) >= len(block) for block in partition.coalitions):
            continue
        blocks = [sum(1 << player for player in block) for block in partition.coalitions]
        now = [next(block for block in blocks if block >> player & 1) for player in range(players)]
        rows: list[tuple[Comparison, ...]] = []
        if concept == "core":
            for then in set(range(1, 1 << players)) - set(blocks):
                rows.append(tuple((k, now[k], then, True) for k in range(players) if then >> k & 1))
        else:
            for k in range(players):
                for host in (*blocks, 0):
                    then = host | 1 << k
                    if host == now[k] or then == now[k]:
                        continue
                    hosts = [i for i in range(players) if host >> i & 1] if concept == "individual" else []
                    rows.append(((k, now[k], then, True), *((i, host, then, False) for i in hosts)))
        tables.append(tuple(rows))
    # Few or many blocks first: they are stable most often.
    order = sorted(range(len(tables)), key=lambda i: len(tables[i]))
    return tuple(tables[i] for i in order)


def _checked(sizes: np.ndarray, concept: str) -> np.ndarray:
    sizes = np.asarray(sizes)
    if sizes.ndim != 2 or sizes.size == 0 or not np.issubdtype(sizes.dtype, np.integer) or sizes.min() < 1:
        raise ValueError(f"sizes must be whole numbers >= 1 of shape (games, players), got {sizes!r}")
    if concept not in ("core", "individual", "nash"):
        raise ValueError(f"concept must be core, individual or nash; got {concept!r}")
    return sizes.astype(np.int64)


class _Batch:
    """Total and sum of squares of every coalition of every game, shape (2**players, games)."""

    def __init__(self, sizes: np.ndarray) -> None:
        self.sizes = sizes.T
        players = len(self.sizes)
        members = (np.arange(1 << players)[:, None] >> np.arange(players)) & 1
        self.totals, self.squares = members @ self.sizes, members @ self.sizes**2


def never_stable(sizes: np.ndarray, noise: int, *, concept: str = "core") -> np.ndarray:
    """Which games have no stable partition at one noise, with spread 1, under uniform federation.

    Args:
        sizes: whole numbers, shape (games, players).
        noise: whole number; variance of one sample, in units of the spread.
        concept: "core", "individual" or "nash".

    Returns:
        Booleans, shape (games,), exact.

    Raises:
        ValueError: not whole numbers >= 1, or so large that 64 bits would not be exact.

    Reference:
        Ours.

    >>> never_stable(np.array([[1, 3, 3, 3, 62], [1, 3, 3, 3, 61]]), 11)
    array([ True, False])
    """
    sizes = _checked(sizes, concept)
    if not isinstance(noise, int | np.integer) or noise < 1:
        raise ValueError(f"noise must be a whole number >= 1, got {noise!r}")
    largest = int(sizes.sum(axis=1).max())
    if (noise * largest + 2 * largest**2) * largest**2 >= 2**63:
        raise ValueError(f"sizes summing to {largest} with noise {noise} do not compare exactly in 64 bits; rescale")
    batch = _Batch(sizes)
    # error times total**2: a whole number
    scaled = [noise * batch.totals + batch.squares + batch.totals**2 - 2 * n * batch.totals for n in batch.sizes]

    @cache
    def prefers(player: int, now: int, then: int, strict: bool) -> np.ndarray:
        left = scaled[player][then] * batch.totals[now] ** 2
        right = scaled[player][now] * batch.totals[then] ** 2
        return left < right if strict else left <= right

    left = np.ones(len(sizes), dtype=bool)
    for rows in _deviations(sizes.shape[1], concept):
        blocked = np.zeros(len(sizes), dtype=bool)
        for row in rows:
            blocked |= np.logical_and.reduce([prefers(*comparison) for comparison in row])
        left &= blocked
        if not left.any():
            break
    return left


def _falls_through(sizes: np.ndarray, tables: Iterable[tuple[tuple[Comparison, ...], ...]]) -> np.ndarray:
    """Which games have a ratio at which all the partitions in `tables` are blocked."""
    games = len(sizes)
    if not games:
        return np.zeros(0, dtype=bool)
    batch = _Batch(sizes)

    def cut(value: np.ndarray, side: int) -> np.ndarray:
        # A non-negative double read as a whole number keeps its order; doubled, it has room for the side.
        return (np.maximum(value, 0.0).view(np.uint64) << np.uint64(1)) | np.uint64(side)

    start, end = cut(np.zeros(games), 1), cut(np.full(games, np.inf), 0)

    @cache
    def pays(player: int, now: int, then: int, strict: bool) -> tuple[np.ndarray, np.ndarray]:
        """From which cut to which the player gains (`strict`), or at least does not lose."""
        total_now, total_then = batch.totals[now], batch.totals[then]
        slope = total_now * total_then * (total_then - total_now)
        shift = (
            batch.squares[now] * total_then**2 - batch.squares[then] * total_now**2 - 2 * batch.sizes[player] * slope
        )
        flat = slope == 0
        # + 0.0 turns a negative zero into zero.
        root = -shift / np.where(flat, 1, slope) + 0.0
        low = np.where(slope > 0, cut(root, 1 if strict else 0), start)
        high = np.where(slope < 0, cut(root, 0 if strict else 1), end)
        never = flat & ((shift <= 0) if strict else (shift < 0))
        return np.maximum(low, start), np.where(never, start, high)

    stretches = []
    for rows in tables:
        lows = np.empty((len(rows), games), dtype=np.uint64)
        highs = np.empty_like(lows)
        for i, row in enumerate(rows):
            ends = [pays(*comparison) for comparison in row]
            lows[i] = np.maximum.reduce([low for low, _ in ends])
            highs[i] = np.minimum.reduce([high for _, high in ends])
        lows[lows >= highs] = end[0]
        stretches.append((lows, highs))

    goal = cut(sizes.max(axis=1).astype(float), 0)
    here, gap = start.copy(), np.zeros(games, dtype=bool)
    while True:
        walking = np.flatnonzero((here < goal) & ~gap)
        if not walking.size:
            return gap
        at = here[walking]
        best = at.copy()
        for lows, highs in stretches:
            low, high = lows[:, walking], highs[:, walking]
            blocked = ((low <= at) & (at < high)).any(axis=0)
            reach = np.where(low > at, low, end[0]).min(axis=0, initial=end[0])
            best = np.where(blocked, best, np.maximum(best, reach))
        gap[walking] = best == at
        here[walking] = best


def has_gap(sizes: np.ndarray, *, concept: str = "core") -> np.ndarray:
    """Which tuples of sizes have *some* real ratio noise / spread at which no partition is stable.

    The search walks up the ratios: from where it stands, the partition that stays stable longest carries it on; where
        no
    partition is stable there is a gap. It stops at the largest size, beyond which everybody together is stable.
    Partitions into players of neighbouring sizes carry most games all the way, so the others are tried only on the
    rest.

    Args:
        sizes: whole numbers, shape (games, players).
        concept: "core", "individual" or "nash".

    Returns:
        Booleans, shape (games,), exact. `noise_sweep.empty_ratios` gives the gaps themselves.

    Raises:
        ValueError: not whole numbers >= 1, or so large that doubles would not order exactly.

    Reference:
        Ours.

    >>> has_gap(np.array([[1, 3, 3, 3, 62], [1, 3, 3, 3, 40]]))
    array([ True, False])
    """
    sizes = _checked(sizes, concept)
    largest = int(sizes.sum(axis=1).max())
    # A denominator is N1 * N2 * (N2 - N1), at most largest**3 / 4.
    if (largest**3 / 4) ** 2 * np.spacing(float(sizes.max())) >= 1 or largest**4 >= 2**52:
        raise ValueError(f"sizes summing to {largest} do not order exactly as doubles; take smaller ones")
    gap = np.ones(len(sizes), dtype=bool)
    ordered = np.sort(sizes, axis=1)
    for in_order in (True, False):
        tables = _deviations(sizes.shape[1], concept, in_order=in_order)
        # In pieces, so that the intervals of all partitions fit into memory and mostly into the processor's cache.
        left = np.flatnonzero(gap)
        for piece in np.array_split(left, -(-len(left) // 2048) or 1):
            gap[piece] = _falls_through(ordered[piece], tables)
    return gap


def all_sizes(players: int, largest: int, *, batch: int = 4096) -> Iterator[np.ndarray]:
    """Every multiset of sizes 1..largest with its largest member last, in batches of shape (<= batch, players).

    >>> next(all_sizes(2, 2)).tolist()
    [[1, 1], [1, 2], [2, 2]]
    """
    tuples = combinations_with_replacement(range(1, largest + 1), players)
    while chunk := list(islice(tuples, batch)):
        yield np.fromiter(chain.from_iterable(chunk), dtype=np.int64).reshape(-1, players)
