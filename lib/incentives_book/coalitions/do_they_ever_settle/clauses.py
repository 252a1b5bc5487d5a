"""A small solver that finds out whether clauses contradict each other: one that learns from its conflicts, for checks
of proofs.

A literal is a whole number, k for "variable k is true" and -k for "it is false"; a clause is a list of literals of
which one must be true. The method is the usual one (two watched literals, the first unique implication point, variables
of recent conflicts first), without restarts and without forgetting.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush


class _Search:
    """The state of one search; values and watches are lists with a place for each literal, negative ones at the end."""

    def __init__(self, count: int) -> None:
        self.value: list[bool | None] = [None] * (2 * count + 1)
        self.watching: list[list[list[int]]] = [[] for _ in range(2 * count + 1)]
        self.reason: list[list[int]] = [[] for _ in range(count + 1)]
        self.level, self.weight = [0] * (count + 1), [0.0] * (count + 1)
        self.trail: list[int] = []
        self.starts: list[int] = []
        self.looked, self.bump = 0, 1.0
        self.queue = [(0.0, v) for v in range(1, count + 1)]
        heapify(self.queue)

    def set(self, literal: int, reason: list[int]) -> None:
        self.value[literal], self.value[-literal] = True, False
        self.reason[abs(literal)], self.level[abs(literal)] = reason, len(self.starts)
        self.trail.append(literal)

    def conflict(self) -> list[int] | None:
        """Set what clauses force, and return a clause that became false, if any."""
        value, watching = self.value, self.watching
        while self.looked < len(self.trail):
            false = -self.trail[self.looked]
            self.looked += 1
            kept: list[list[int]] = []
            waiting = watching[false]
            for at, clause in enumerate(waiting):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if value[first]:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if value[clause[k]] is not False:
                        clause[1], clause[k] = clause[k], false
                        watching[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if value[first] is False:
                        watching[false] = kept + waiting[at + 1 :]
                        return clause
                    self.set(first, clause)
            watching[false] = kept
        return None

    def learned(self, clause: list[int]) -> list[int]:
        """The lesson of a conflict: a clause with one literal of the present level, which comes first."""
        now, seen, lower, open_ends = len(self.starts), set(), [], 0
        at = len(self.trail)
        while True:
            for literal in clause:
                v = abs(literal)
                if v not in seen and self.level[v] and self.value[literal] is False:
                    seen.add(v)
                    self.weight[v] += self.bump
                    heappush(self.queue, (-self.weight[v], v))
                    if self.level[v] == now:
                        open_ends += 1
                    else:
                        lower.append(literal)
            at -= 1
            while abs(self.trail[at]) not in seen:
                at -= 1
            open_ends -= 1
            if not open_ends:
                return [-self.trail[at], *sorted(lower, key=lambda one: -self.level[abs(one)])]
            clause = self.reason[abs(self.trail[at])]

    def back_to(self, level: int) -> None:
        for literal in self.trail[self.starts[level] :]:
            self.value[literal] = self.value[-literal] = None
            heappush(self.queue, (-self.weight[abs(literal)], abs(literal)))
        del self.trail[self.starts[level] :], self.starts[level:]
        self.looked = len(self.trail)


def contradictory(clauses: Iterable[Iterable[int]]) -> bool:
    """True if no choice of truth values makes all clauses true.

    >>> contradictory([[1, 2], [1, -2], [-1, 2]]), contradictory([[1, 2], [1, -2], [-1, 2], [-1, -2]])
    (False, True)
    """
    given = [list(dict.fromkeys(clause)) for clause in clauses]
    search = _Search(max((abs(literal) for clause in given for literal in clause), default=0))
    for clause in given:
        if len(clause) < 2:
            if not clause or search.value[clause[0]] is False:
                return True
            if search.value[clause[0]] is None:
                search.set(clause[0], clause)
        else:
            search.watching[clause[0]].append(clause)
            search.watching[clause[1]].append(clause)
    while True:
        clause = search.conflict()
        if clause is None:
            while search.queue and search.value[search.queue[0][1]] is not None:
                heappop(search.queue)
            if not search.queue:
                return False
            search.starts.append(len(search.trail))
            search.set(-search.queue[0][1], [])
        elif not search.starts:
            return True
        else:
            lesson = search.learned(clause)
            search.back_to(search.level[abs(lesson[1])] if len(lesson) > 1 else 0)
            if len(lesson) > 1:
                search.watching[lesson[0]].append(lesson)
                search.watching[lesson[1]].append(lesson)
            search.set(lesson[0], lesson)
            search.bump *= 1.05
            if search.bump > 1e100:
                search.weight = [w * 1e-100 for w in search.weight]
                search.bump *= 1e-100
                search.queue = [(-search.weight[v], v) for v in range(1, len(search.weight))]
                heapify(search.queue)
