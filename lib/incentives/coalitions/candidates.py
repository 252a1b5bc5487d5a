"""Which coalitions can occur in a stable partition at all? Decided for all 2**players of them at once.

A coalition is *broken* if some of its own members would block it: then it can be no block of a (strictly) core stable
partition. Nor is it ever needed to block one: whoever breaks it blocks as well, since everybody in the
smaller coalition likes that one better still. So the coalitions that are whole serve both as candidates and as
threats, and under uniform federation they are few: typically a few thousand of the million coalitions of 20 players.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from incentives.coalitions.preferences import Preferences, having, lacking

_NEVER = np.iinfo(np.int32).max


def _minimum_over_subsets(table: np.ndarray) -> np.ndarray:
    """For each mask the smallest entry of `table` at a subset of it; changes `table`."""
    for bit in range(len(table).bit_length() - 1):
        np.minimum(having(table, bit), lacking(table, bit), out=having(table, bit))
    return table


def _broken_from_the_smallest(preferences: Preferences, *, weakly: bool) -> np.ndarray:
    """Broken coalitions where larger members gain more from shrinking: only the smallest deserter counts.

    If C would shrink to T and T's smallest member gains, so does all of T. So C is broken iff for some member a the
    best coalition of a and larger members of C beats C for a. Bits are in the order of the sizes, so those
    coalitions are the masks with lowest bit a, and the best one within C is a minimum over subsets: no more than
    players * 2**players steps for everything.
    """
    ranks, sizes = preferences.ranks, preferences.sizes or ()
    broken = np.zeros(ranks.shape[1], dtype=bool)
    for a, size in enumerate(sizes):
        # Entry k of these tables is the mask with lowest bit a and, above it, the bits of k.
        deserting = ranks[a, 1 << a :: 2 << a]
        # Row k, column low: the rank for a of the mask with bit a, the bits of k above it and those of low below.
        own, verdict = having(ranks[a], a), having(broken, a)
        verdict |= own > _minimum_over_subsets(deserting.copy())[:, None]
        if weakly:
            # If the smallest ties, a strictly larger deserter gains strictly; deserters of one size all tie.
            mixed = deserting.copy()
            mixed[: 1 << sum(other == size for other in sizes[a + 1 :])] = _NEVER
            _minimum_over_subsets(mixed)
            # Without members below a, C itself is among the masks of its row, and C does not desert C.
            smaller = np.full_like(mixed, _NEVER)
            for bit in range(len(mixed).bit_length() - 1):
                np.minimum(having(smaller, bit), lacking(mixed, bit), out=having(smaller, bit))
            verdict[:, 1:] |= own[:, 1:] >= mixed[:, None]
            verdict[:, 0] |= own[:, 0] >= smaller
    return broken


def _with_supersets(bits: int) -> Iterator[tuple[int, np.ndarray]]:
    """Each mask, in increasing order, with all masks that contain it."""

    def extend(bit: int, mask: int, supersets: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
        if bit < 0:
            yield mask, supersets
            return
        yield from extend(bit - 1, mask, np.concatenate((supersets, supersets | 1 << bit)))
        yield from extend(bit - 1, mask | 1 << bit, supersets | 1 << bit)

    return extend(bits - 1, 0, np.zeros(1, dtype=np.int64))


def _broken_from_any(preferences: Preferences, *, weakly: bool) -> np.ndarray:
    """Broken coalitions of any game: every pair of a coalition and one that contains it, 3**players in all."""
    ranks = preferences.ranks
    players, coalitions = ranks.shape
    broken = np.zeros(coalitions, dtype=bool)
    for mask, supersets in _with_supersets(players):
        # A mask comes after all its subsets, so it is known here whether it is broken, and then it is not needed.
        if mask == 0 or broken[mask]:
            continue
        left = supersets[~broken[supersets]]
        gains = np.zeros(len(left), dtype=bool)
        for bit in range(players):
            if mask >> bit & 1 and len(left):
                offered, present = ranks[bit, mask], ranks[bit, left]
                stays = present >= offered if weakly else present > offered
                left, gains = left[stays], (gains | (present > offered))[stays]
        broken[left[gains]] = True
    return broken


def whole_coalitions(preferences: Preferences, *, concept: str) -> np.ndarray:
    """Masks, increasing, of the coalitions that none of their own members would block.

    Args:
        preferences: exact ranks.
        concept: "core" or "strict-core".
    """
    find = _broken_from_the_smallest if preferences.larger_gain_more else _broken_from_any
    return np.flatnonzero(~find(preferences, weakly=concept == "strict-core"))[1:]


def rational_coalitions(preferences: Preferences) -> np.ndarray:
    """Masks, increasing, of the coalitions in which nobody would rather be alone."""
    rational = np.ones(preferences.ranks.shape[1], dtype=bool)
    for bit, ranks in enumerate(preferences.ranks):
        having(rational, bit)[:] &= having(ranks, bit) <= ranks[1 << bit]
    return np.flatnonzero(rational)[1:]
