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
PIECE = 1 << 18


def _best_inside(ranks: np.ndarray, places: np.ndarray, players: int) -> np.ndarray:
    """For each set of players the least rank of the coalitions inside it, shape (2**players,)."""
    best = np.full(1 << players, np.iinfo(np.int32).max, dtype=np.int32)
    best[places] = ranks
    for bit in range(players):
        pairs = best.reshape(-1, 2, 1 << bit)
        np.minimum(pairs[:, 1], pairs[:, 0], out=pairs[:, 1])
    return best


def _without(masks: np.ndarray, place: int) -> np.ndarray:
    """The same masks with the bit at `place` taken out and the higher ones moved down."""
    return masks >> place + 1 << place | masks & (1 << place) - 1


def _places(masks: np.ndarray, free: list[int]) -> np.ndarray:
    """The same masks with a bit for each free player only, so that tables have 2**free entries."""
    places = np.zeros(len(masks), dtype=np.int32)
    for place, bit in enumerate(free):
        places |= (masks >> bit & 1).astype(np.int32) << place
    return places


def _best_left(
    ranks: np.ndarray, free: list[int], candidates: np.ndarray, places: np.ndarray, options: np.ndarray
) -> dict[int, np.ndarray]:
    """For each free player the least rank of the candidates with it that each option leaves.

    Where the option has the player itself, the number means nothing. `places` is of the candidates.
    """
    best, others = {}, (1 << len(free)) - 1 - _places(options, free)
    for place, bit in enumerate(free):
        # The table of all sets of the other players is large, so there is one at a time.
        own = (places & 1 << place) != 0
        table = _best_inside(ranks[bit, candidates[own]], _without(places[own], place), len(free) - 1)
        best[bit] = table[_without(others, place)]
    return best


def _kept(ranks: np.ndarray, free: list[int], options: np.ndarray, best: dict[int, np.ndarray]) -> np.ndarray:
    """Those of the options that none of the coalitions blocks, where `best` is what each leaves the free players."""
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


def unblocked(ranks: np.ndarray, free: list[int], candidates: np.ndarray, options: np.ndarray) -> np.ndarray:
    """The options that no such coalition surely blocks; in every other one is, whatever follows.

    Args:
        ranks: of coalitions for each player, as in `Preferences`, where what the members of a coalition gain by another
            one grows or falls with their sizes, so that all gain if the smallest and the largest do.
        free: bits of the players who are in no block yet.
        candidates: masks of the coalitions that may still become blocks, of free players only.
        options: some of the candidates.
    """
    # Each option is judged by itself, so pieces say the same as all options at once, and need a bounded memory.
    places = _places(candidates, free)
    pieces = (options[first : first + PIECE] for first in range(0, len(options), PIECE))
    kept = [_kept(ranks, free, piece, _best_left(ranks, free, candidates, places, piece)) for piece in pieces]
    return np.concatenate([options[:0], *kept])


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
