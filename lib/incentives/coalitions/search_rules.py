"""The notions of stability as the search uses them: what a placed block rules out, and where to branch.

Coalitions are bit masks, compared on exact ranks. The search (see `search`) places block after block; the rules here
keep what can still follow and notice early when nothing can.
"""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from incentives.coalitions import sieve
from incentives.coalitions.candidates import rational_coalitions, whole_coalitions
from incentives.coalitions.preferences import Preferences, having


class Rules(Protocol):
    """A notion of stability, as the search uses it."""

    ranks: np.ndarray
    candidates: np.ndarray

    def start(self) -> tuple[np.ndarray, tuple] | None:
        """Candidates and state before anything is placed; None if no partition is stable."""

    def place(self, block: int, assigned: int, candidates: np.ndarray, state: tuple) -> tuple[np.ndarray, tuple] | None:
        """The same once `block` is placed (`assigned` includes it); None if whatever follows is blocked."""

    def options(self, assigned: int, candidates: np.ndarray, state: tuple) -> np.ndarray:
        """A few candidates of which every stable completion has at least one."""


def bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def holding(candidates: np.ndarray, bit: int) -> np.ndarray:
    return candidates[(candidates & 1 << bit) != 0]


class GroupRules:
    """Core and strict core.

    State: the threats, coalitions (places in `candidates`) that all of their placed members would join and that
    the rest may still join; for each whether one of its members gains strictly for sure; and for each player the
    rank of its block. A threat is averted by a free member who ends up in a block that it likes as much.
    """

    # Up to how many ranks the candidates' are copied, which is faster; more would take too much memory.
    COPIED = 1 << 22

    def __init__(self, preferences: Preferences, concept: str) -> None:
        self.ranks = preferences.ranks
        self.strictly = concept == "core"
        self.sifted = self.strictly and preferences.larger_gain_more
        self._compare(whole_coalitions(preferences, concept=concept))
        # The coalitions that blocked lately: most blocks that cannot be placed fail because of one of them.
        self.recent: list[int] = []

    def _compare(self, candidates: np.ndarray) -> None:
        """From now on threats are places in `candidates`, and what they offer is copied where they are few."""
        shape = len(self.ranks), len(candidates)
        few = math.prod(shape) <= self.COPIED
        # Whole numbers of the machine are the fastest places in arrays, and twice as large as needed.
        self.candidates: np.ndarray = candidates.astype(np.intp if few else np.int32)
        self.offers: np.ndarray | None = None
        if few:
            # Row by row, because the temporary tables would be larger than the copy.
            offers, threats = np.empty(shape, dtype=np.int32), np.arange(len(candidates))
            for player in range(len(self.ranks)):
                offers[player] = self._offered(player, threats)
            self.offers = offers

    def _offered(self, player: int, threats: np.ndarray | list[int]) -> np.ndarray:
        """The rank of each threat for the player; -1, better than any, where it is no member."""
        if self.offers is not None:
            return self.offers[player, threats]
        masks = self.candidates[threats]
        return np.where(masks & 1 << player, self.ranks[player, masks], np.int32(-1))

    def start(self) -> tuple[np.ndarray, tuple] | None:
        threats = np.arange(len(self.candidates), dtype=self.candidates.dtype)
        # Below every rank that a free player could be offered, and not below the -1 of outsiders.
        present = np.full(len(self.ranks), 0 if self.strictly else -1, dtype=np.int32)
        placed = self._propagate(0, self.candidates, threats, np.zeros(len(threats), dtype=bool), present)
        if self.sifted and placed is not None and len(placed[0]) >= sieve.MANY * self.ranks.shape[1]:
            placed = self._propagate(0, sieve.lasting(self.ranks, self._free(0), placed[0]), *placed[1])
        if self.offers is not None or placed is None:
            return placed
        # Most threats are averted by now as a rule, so that what the others offer can be copied.
        candidates, (threats, eager, present) = placed
        self._compare(self.candidates[threats])
        threats = np.arange(len(threats), dtype=self.candidates.dtype)
        return candidates.astype(self.candidates.dtype), (threats, eager, present)

    def _blocks(self, columns: list[int], present: np.ndarray) -> bool:
        """True if one of these coalitions blocks what is placed."""
        if self.offers is not None:
            offered = self.offers[:, columns]
        else:
            offered = np.stack([self._offered(player, columns) for player in range(len(present))])
        now = present[:, None]
        if self.strictly:
            return bool((offered < now).all(axis=0).any())
        return bool(((offered <= now).all(axis=0) & ((offered < now) & (offered >= 0)).any(axis=0)).any())

    def place(self, block: int, assigned: int, candidates: np.ndarray, state: tuple) -> tuple[np.ndarray, tuple] | None:
        threats, eager, present = state
        members = bits(block)
        present = present.copy()
        present[members] = self.ranks[members, block]
        if self._blocks(self.recent, present):
            return None
        for bit in members:
            offered = self._offered(bit, threats)
            keep = offered < present[bit] if self.strictly else offered <= present[bit]
            # The -1 of outsiders is no gain.
            eager = (eager | (offered < present[bit]) & (offered >= 0))[keep]
            threats = threats[keep]
        blocking = threats[eager & ((self.candidates[threats] & ~assigned) == 0)]
        if len(blocking):
            self.recent = [int(blocking[0]), *self.recent[:63]]
            return None
        return self._propagate(assigned, candidates[(candidates & block) == 0], threats, eager, present)

    def _free(self, assigned: int) -> list[int]:
        return bits((self.ranks.shape[1] - 1) & ~assigned)

    def _propagate(
        self, assigned: int, candidates: np.ndarray, threats: np.ndarray, eager: np.ndarray, present: np.ndarray
    ) -> tuple[np.ndarray, tuple] | None:
        """Drop candidates that a threat rules out and threats that are averted, until nothing changes.

        1. Leave aside the threats that may themselves become blocks: their members may not have anything better.
        2. Compare each other threat with every free player's candidates. A member will join where all its candidates
           are worse. It averts the threat where none of them is (in the strict core, where all of them are better).
           Otherwise it is doubtful. A player without a candidate ends the branch.
        3. If somebody gains for sure by a threat, and no member is doubtful or averts it, every completion is blocked:
           None.
        4. Where a single player is doubtful and nobody averts the threat, this player has to decline: drop its
           candidates that are worse for it than the threat.
        5. Drop the threats that are averted. If candidates were dropped in 4, begin again.
        """
        while True:
            # A threat that may still become a block says nothing: its members can have nothing better than it for sure.
            possible = np.zeros(self.ranks.shape[1], dtype=bool)
            possible[candidates] = True
            pressing = ~possible[self.candidates[threats]]
            waiting, sure_gain = threats[pressing], eager[pressing]
            doubtful = np.zeros(len(waiting), dtype=np.int32)
            # Where all are placed and all tie, nobody blocks.
            averted = ~sure_gain & ((self.candidates[waiting] & ~assigned) == 0)
            for player in self._free(assigned):
                ranks = self.ranks[player, holding(candidates, player)]
                if not len(ranks):
                    return None
                offered = self._offered(player, waiting)
                sure = offered < ranks.min()
                sure_gain |= sure & (offered >= 0)
                doubtful[~sure] |= 1 << player
                averted |= offered >= ranks.max() if self.strictly else offered > ranks.max()
            if (sure_gain & (doubtful == 0)).any():
                return None
            before = len(candidates)
            for player in self._free(assigned):
                alone = (doubtful == 1 << player) & ~averted
                if alone.any():
                    # Whoever ties declines, except in the strict core when somebody else gains.
                    limits = self._offered(player, waiting[alone]) - (0 if self.strictly else sure_gain[alone])
                    outside = (candidates >> player & 1) == 0
                    candidates = candidates[outside | (self.ranks[player, candidates] <= limits.min())]
            eager[pressing] = sure_gain
            stays = np.ones(len(threats), dtype=bool)
            stays[pressing] = ~averted
            threats, eager = threats[stays], eager[stays]
            if len(candidates) == before:
                return candidates, (threats, eager, present)

    def options(self, assigned: int, candidates: np.ndarray, state: tuple) -> np.ndarray:
        """The blocks of one free player, or those that avert one threat, whichever are fewer, sifted where it pays."""
        options = self._fewest(assigned, candidates, state[0])
        if self.sifted and len(options) >= sieve.WORTH:
            return sieve.unblocked(self.ranks, self._free(assigned), candidates, options)
        return options

    def _fewest(self, assigned: int, candidates: np.ndarray, threats: np.ndarray) -> np.ndarray:
        averting = np.zeros(len(threats), dtype=np.int64)
        fewest = candidates
        for player in self._free(assigned):
            own = holding(candidates, player)
            fewest = min(fewest, own, key=len)
            # How many blocks the player likes as much as each threat; nothing is better than -1, for outsiders.
            averting += np.searchsorted(np.sort(self.ranks[player, own]), self._offered(player, threats), side="right")
        if not len(threats) or averting.min() >= len(fewest):
            return fewest
        threat = threats[averting.argmin()]
        chosen = np.zeros(len(candidates), dtype=bool)
        for player in self._free(assigned):
            held = (candidates >> player & 1).astype(bool)
            chosen |= held & (self.ranks[player, candidates] <= self._offered(player, threat))
        return candidates[chosen]


class SingleRules:
    """Individual and Nash stability: no placed player would move to another placed block and be let in."""

    def __init__(self, preferences: Preferences, concept: str) -> None:
        self.ranks = preferences.ranks
        # Going alone is always possible, so nobody may prefer that.
        self.candidates = rational_coalitions(preferences)
        # welcome[k, mask]: player k is let in by `mask`, which it is not in.
        self.welcome = np.ones(self.ranks.shape, dtype=bool)
        if concept == "individual":
            masks = np.arange(self.ranks.shape[1])
            for newcomer in range(len(self.ranks)):
                for bit, ranks in enumerate(self.ranks):
                    if bit != newcomer:
                        content = ranks[masks | 1 << newcomer] <= ranks
                        having(self.welcome[newcomer], bit)[:] &= having(content, bit)

    def start(self) -> tuple[np.ndarray, tuple] | None:
        return self.candidates, ()

    def place(self, block: int, assigned: int, candidates: np.ndarray, state: tuple) -> tuple[np.ndarray, tuple] | None:
        candidates = candidates[(candidates & block) == 0]
        for bit, ranks in enumerate(self.ranks):
            if block >> bit & 1:
                leaves = (ranks[candidates | 1 << bit] < ranks[block]) & self.welcome[bit, candidates]
                candidates = candidates[~leaves]
            elif self.welcome[bit, block]:
                comes = (candidates >> bit & 1).astype(bool) & (ranks[candidates] > ranks[block | 1 << bit])
                candidates = candidates[~comes]
        return candidates, state

    def options(self, assigned: int, candidates: np.ndarray, state: tuple) -> np.ndarray:
        """The blocks of the free player who has fewest."""
        free = bits((self.ranks.shape[1] - 1) & ~assigned)
        return min((holding(candidates, player) for player in free), key=len)
