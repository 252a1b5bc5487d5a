"""The game of calls, solved: can a server always end with a good point, whatever the oracle answers?

There are finitely many worlds, and one of them is true. The server asks families of clients and hears a point
with the clients whom it fails, or "empty" with a witness; each answer rules worlds out. It wins if some point
that was returned is good in every world that is still possible. Points that were never returned do not count:
nothing fixes their name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations

import numpy as np

from incentives.consensus.finite_oracle import FiniteOracle
from incentives.consensus.oracles import Answer, Members
from incentives_book.consensus.adversaries import World

Heard = tuple[Answer, Members]  # an answer, and the clients whom its point fails


class CallGame:
    """Minimax over sets of possible worlds.

    Args:
        worlds: finite worlds with the same number of clients; equal ones count once.
        witnesses: which witnesses an empty call may bring, "minimal", "any" or None, as in `FiniteOracle`.
        size: largest witness, if witnesses are "any".

    Raises:
        ValueError: no worlds, or worlds with different numbers of clients.

    >>> zero, one = frozenset({0}), frozenset({1})
    >>> game = CallGame([World((s, s), (zero, one), frozenset({a})) for s, a in ((zero, 1), (one, 0))])
    >>> game.server_wins(1), game.server_wins(2)
    (False, True)
    """

    def __init__(self, worlds: Iterable[World], *, witnesses: str | None = "minimal", size: int | None = None) -> None:
        self.worlds = tuple(dict.fromkeys(worlds))
        clients = {len(world.truths) for world in self.worlds}
        if len(clients) != 1:
            raise ValueError(f"worlds must be at least one, all with as many clients, got numbers {sorted(clients)}")
        (self.clients,) = clients
        everybody = range(self.clients)
        sizes = range(1, self.clients + 1)
        self.families = [frozenset(f) for n in sizes for f in combinations(everybody, n)]
        # Sets of worlds are whole numbers with one bit per world.
        heard: dict[Members, dict[Heard, list[int]]] = {f: defaultdict(list) for f in self.families}
        good: dict[Hashable, list[int]] = defaultdict(list)
        oracles: dict[tuple, FiniteOracle] = {}
        for number, world in enumerate(self.worlds):
            oracle = oracles.setdefault(world.reports, FiniteOracle(world.reports, witnesses=witnesses, size=size))
            for point in world.agreement:
                good[point].append(number)
            fails = {
                point: frozenset(j for j in everybody if point not in world.truths[j])
                for point in frozenset().union(*world.reports)
            }
            for family in self.families:
                for answer in oracle.options(family):
                    heard[family][answer, fails.get(answer.point, frozenset())].append(number)
        self._good = {point: self._bits(numbers) for point, numbers in good.items()}
        self._heard = {
            family: [(answer.point, self._bits(numbers)) for (answer, _), numbers in answers.items()]
            for family, answers in heard.items()
        }
        self._known: dict[tuple, bool] = {}

    def _bits(self, numbers: Sequence[int]) -> int:
        flags = np.zeros(len(self.worlds), dtype=np.uint8)
        flags[numbers] = 1
        return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")

    def server_wins(self, calls: int, *, first: Iterable[int] | None = None) -> bool:
        """True if that many calls always suffice.

        Args:
            calls: how many the server may make, at least 0.
            first: the family it must ask first; any if None.
        """
        if calls < 0:
            raise ValueError(f"calls must be at least 0, got {calls!r}")
        begin = None if first is None else frozenset(first)
        return self._wins((1 << len(self.worlds)) - 1, frozenset(), calls, begin)

    def _wins(self, possible: int, seen: frozenset, calls: int, first: Members | None = None) -> bool:
        if any(not possible & ~self._good.get(point, 0) for point in seen):
            return True
        if calls == 0:
            return False
        key = (possible, seen, calls, first)
        if key not in self._known:
            asked = self.families if first is None else [first]
            self._known[key] = any(self._good_call(possible, seen, calls, family) for family in asked)
        return self._known[key]

    def _good_call(self, possible: int, seen: frozenset, calls: int, family: Members) -> bool:
        return all(
            self._wins(possible & worlds, seen if point is None else seen | {point}, calls - 1)
            for point, worlds in self._heard[family]
            if possible & worlds
        )
