"""Options of the search that need not be tried: once placed, they would surely take in newcomers, or swap a member for
some.

For a block B of a core-stable partition no coalition B + j, B + j + k, B - i + j or B - i + j + k may block, where i is
a member and j, k are players who are still free. Members compare with B, newcomers with the best that B leaves them.
All options are asked at once, which is faster than placing them one by one from some dozens on. Where many coalitions
are candidates at the start, all of them are asked, and asked again as long as some are discarded. What is gone is no
longer the best that somebody else could get, so that each round discards more.
"""

from __future__ import annotations

import numpy as np

# From how many options on asking all at once is faster.
WORTH = 48
# From what share of all coalitions on asking all candidates at the start, round after round, is faster.
MANY = 1 / 16
# How many options are asked at once at most. For each there are some dozens of numbers, so this bounds the memory.
PIECE = 1 << 17


def _best_inside(ranks: np.ndarray, places: np.ndarray, players: int) -> np.ndarray:
    """For each set of players the least rank of the coalitions inside it, shape (2**players,)."""
    best = np.full(1 << players, np.iinfo(np.int32).max, dtype=np.int32)
    best[places] = ranks
    for bit in range(players):
        pairs = best.reshape(-1, 2, 1 << bit)
        np.minimum(pairs[:, 1], pairs[:, 0], out=pairs[:, 1])
    return best


def _among(masks: np.ndarray, players: list[int]) -> np.ndarray:
    """The same masks with a bit for each of these players only, so that tables have 2**players entries."""
    among = np.zeros(len(masks), dtype=np.int32)
    for place, bit in enumerate(players):
        among |= (masks >> bit & 1).astype(np.int32) << place
    return among


def _best_left(
    ranks: np.ndarray, free: list[int], candidates: np.ndarray, options: np.ndarray
) -> dict[int, np.ndarray]:
    """For each free player the least rank of the candidates with it that each option leaves.

    Where the option has the player itself, the number means nothing.
    """
    best = {}
    for bit in free:
        # The table of all sets of the others is large, so there is one at a time.
        others = [other for other in free if other != bit]
        own = candidates[(candidates >> bit & 1).astype(bool)]
        table = _best_inside(ranks[bit, own], _among(own, others), len(others))
        best[bit] = table[(1 << len(others)) - 1 - _among(options, others)]
    return best


def unblocked(ranks: np.ndarray, free: list[int], candidates: np.ndarray, options: np.ndarray) -> np.ndarray:
    """The options that no such coalition surely blocks; in every other one is, whatever follows.

    Args:
        ranks: of coalitions for each player, as in `Preferences`, where what the members of a coalition gain by another
            one grows or falls with their sizes, so that all gain if the smallest and the largest do.
        free: bits of the players who are in no block yet.
        candidates: masks of the coalitions that may still become blocks, of free players only.
        options: some of the candidates.
    """
    # Each option is judged by itself, so that pieces of bounded memory give the same as all at once.
    pieces = [options[first : first + PIECE] for first in range(0, len(options), PIECE)]
    return np.concatenate([options[:0], *(_unblocked(ranks, free, candidates, piece) for piece in pieces)])


def _unblocked(ranks: np.ndarray, free: list[int], candidates: np.ndarray, options: np.ndarray) -> np.ndarray:
    """`unblocked` for options that are few enough to be judged at once."""
    best = _best_left(ranks, free, candidates, options)
    left = np.arange(len(options))
    for leaver in [None, *reversed(free)]:
        for first, j in enumerate(free):
            for k in free[first:]:  # k == j: one newcomer
                newcomers = 1 << j | 1 << k
                fitting = (options & newcomers) == 0
                if leaver is not None:
                    fitting &= (options >> leaver & 1).astype(bool) & (options != 1 << leaver)
                at = np.flatnonzero(fitting)
                staying = options[at] & ~(0 if leaver is None else 1 << leaver)
                for newcomer in {j, k}:
                    eager = ranks[newcomer, staying | newcomers] < best[newcomer][left[at]]
                    at, staying = at[eager], staying[eager]
                smallest, largest = np.log2(staying & -staying).astype(int), np.log2(staying).astype(int)
                joined, present = staying | newcomers, options[at]
                gone = (ranks[smallest, joined] < ranks[smallest, present]) & (
                    ranks[largest, joined] < ranks[largest, present]
                )
                if gone.any():
                    options, left = np.delete(options, at[gone]), np.delete(left, at[gone])
    return options


def lasting(ranks: np.ndarray, free: list[int], candidates: np.ndarray) -> np.ndarray:
    """The candidates that remain when those that would surely be blocked are discarded again and again.

    Args:
        ranks, free, candidates: as for `unblocked`.
    """
    while True:
        before = len(candidates)
        candidates = unblocked(ranks, free, candidates, candidates)
        if len(candidates) == before:
            return candidates
