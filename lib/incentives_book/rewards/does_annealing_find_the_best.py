"""Metropolis chains on few states: their exact law step by step, and how deep their valleys are.

A chain proposes state y from x with probability q(x, y) and moves there with probability
min(1, exp(-(cost y - cost x) / T)). When T falls from step to step the chain has no stationary law of its own,
but with few states the law after k steps is a product of k small matrices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import pairwise, product
from typing import Any

import numpy as np

from incentives.numbers import Numbers, is_exact
from incentives.rewards.annealing import Schedule, feasible_levels
from incentives.rewards.costs import Cost, as_cost
from incentives.rewards.menus import read_problem

_CHUNK = 4096


@dataclass(frozen=True, eq=False)
class MetropolisChain:
    """A finite landscape of costs and the moves that are tried on it.

    Args:
        costs: one number per state; ints and Fractions make depths and comparisons exact.
        proposals: shape (states, states), row x the probabilities of proposing each state from x. The diagonal
            is the probability of proposing nothing.

    Raises:
        ValueError: shapes differ, or a row is not a probability distribution.

    >>> path = MetropolisChain.path([1, 3, 0])
    >>> print(path.depth, path.smallest_gap, path.exit_height)
    2 1 3
    """

    costs: Sequence[Any]
    proposals: Sequence[Sequence[Any]]

    def __post_init__(self) -> None:
        costs = tuple(Fraction(v) if is_exact(v) else float(v) for v in self.costs)
        rows = tuple(tuple(Fraction(v) if is_exact(v) else float(v) for v in row) for row in self.proposals)
        if not costs or not np.isfinite([float(v) for v in costs]).all():
            raise ValueError(f"costs must be a non-empty row of finite numbers, got {self.costs!r}")
        if len(rows) != len(costs) or any(len(row) != len(costs) for row in rows):
            raise ValueError(f"proposals must have shape ({len(costs)}, {len(costs)})")
        for x, row in enumerate(rows):
            total = sum(row)
            if not min(row) >= 0 or (total != 1 if is_exact(row) else not abs(total - 1) <= 1e-12):
                raise ValueError(f"proposals from state {x} must be probabilities that add up to 1, got {row}")
        object.__setattr__(self, "costs", costs)
        object.__setattr__(self, "proposals", rows)

    @classmethod
    def graph(
        cls, costs: Sequence[Any], edges: Sequence[tuple[int, int]], chance: Any = Fraction(1, 2)
    ) -> MetropolisChain:
        """States joined by edges; each neighbour is proposed with probability `chance`, otherwise nothing."""
        rows = [[0] * len(costs) for _ in costs]
        for x, y in edges:
            rows[x][y] = rows[y][x] = chance
        for x, row in enumerate(rows):
            row[x] = 1 - sum(row)
        return cls(costs, rows)

    @classmethod
    def path(cls, costs: Sequence[Any], chance: Any = Fraction(1, 2)) -> MetropolisChain:
        """States in a line; left and right neighbour are each proposed with probability `chance`."""
        return cls.graph(costs, list(pairwise(range(len(costs)))), chance)

    @property
    def minimisers(self) -> tuple[int, ...]:
        """The states of least cost."""
        return tuple(x for x, v in enumerate(self.costs) if v == min(self.costs))

    @property
    def is_symmetric(self) -> bool:
        """True if x proposes y as often as y proposes x, for all pairs."""
        q = self.proposals
        return all(q[x][y] == q[y][x] for x in range(len(q)) for y in range(x))

    def neighbours(self, x: int) -> tuple[int, ...]:
        """The states that are proposed from x, itself left out."""
        return tuple(y for y, chance in enumerate(self.proposals[x]) if chance and y != x)

    @property
    def is_irreducible(self) -> bool:
        """True if every state can be reached from every state."""
        return all(self.reachable(x) == set(range(len(self.costs))) for x in range(len(self.costs)))

    def reachable(self, x: int, height: Any = None) -> set[int]:
        """The states that can be reached from x through states of cost at most `height` (None: any cost)."""
        if height is not None and self.costs[x] > height:
            return set()
        seen, waiting = {x}, [x]
        while waiting:
            for y in self.neighbours(waiting.pop()):
                if y not in seen and (height is None or self.costs[y] <= height):
                    seen.add(y)
                    waiting.append(y)
        return seen

    # -- depths ---------------------------------------------------------------------------------------------

    def depth_of(self, x: int) -> Any:
        """The height above its own cost to which a path from x must climb to reach a lower cost; None if none is
        reachable.

        0 means that x leads down (perhaps along a plateau).
        """
        height = {x: self.costs[x]}
        waiting, done = [(self.costs[x], x)], set()
        while waiting:
            top, y = heappop(waiting)
            if self.costs[y] < self.costs[x]:
                return top - self.costs[x]
            if y in done:
                continue
            done.add(y)
            for z in self.neighbours(y):
                over = max(top, self.costs[z])
                if z not in height or over < height[z]:
                    height[z] = over
                    heappush(waiting, (over, z))
        return None

    @property
    def depths(self) -> tuple[Any, ...]:
        """The depth of every state; None where no lower state can be reached, as for the global minimisers."""
        return tuple(self.depth_of(x) for x in range(len(self.costs)))

    @property
    def depth(self) -> Any:
        """d*: the largest depth of a state that is not a global minimiser; 0 if no valley traps the chain.

        Raises:
            ValueError: from some state no lower one can be reached although it is not a minimiser.

        Reference:
            Hajek (1988): with T_k = c / log(k + 1) and symmetric proposals the chain converges in probability
            to the minimisers if and only if c >= d*.
        """
        found = [(x, self.depth_of(x)) for x in range(len(self.costs)) if x not in self.minimisers]
        for x, depth in found:
            if depth is None:
                raise ValueError(f"from state {x} no state of lower cost can be reached")
        return max((depth for _, depth in found), default=self.costs[0] - self.costs[0])

    @property
    def exit_height(self) -> Any:
        """e: the smallest climb with which one step leaves the minimisers; None if no step does."""
        best = set(self.minimisers)
        climbs = [self.costs[y] - self.costs[x] for x in best for y in self.neighbours(x) if y not in best]
        return min(climbs, default=None)

    @property
    def smallest_gap(self) -> Any:
        """The smallest nonzero difference between two costs; None if all are equal."""
        return min((b - a for a, b in pairwise(sorted(set(self.costs)))), default=None)

    # -- laws -----------------------------------------------------------------------------------------------

    def transitions(self, temperatures: Any) -> np.ndarray:
        """Transition matrices at these temperatures, shape (..., states, states), in floats."""
        T = np.asarray(temperatures, dtype=float)[..., None, None]
        if not (T > 0).all():
            raise ValueError(f"temperatures must be greater than 0, got {temperatures!r}")
        cost = np.array([float(v) for v in self.costs])
        climb = np.maximum(cost[None, :] - cost[:, None], 0.0)
        P = np.array([[float(v) for v in row] for row in self.proposals]) * np.exp(-climb / T)
        np.einsum("...ii->...i", P)[...] = 0.0
        np.einsum("...ii->...i", P)[...] = 1.0 - P.sum(axis=-1)
        return P

    def exact_transition(self, odds: Any) -> tuple[tuple[Fraction, ...], ...]:
        """The transition matrix in Fractions, where a climb by 1 is accepted with probability `odds` = exp(-1/T).

        Raises:
            ValueError: `odds` is not a rational number in [0, 1], or a climb is not a whole number.
        """
        if not is_exact(odds) or not 0 <= odds <= 1:
            raise ValueError(f"odds must be an int or Fraction in [0, 1], got {odds!r}")
        rows = []
        for x, row in enumerate(self.proposals):
            climbs = [max(v - self.costs[x], 0) if q else 0 for v, q in zip(self.costs, row, strict=True)]
            if not is_exact(row) or any(not is_exact(h) or Fraction(h).denominator != 1 for h in climbs):
                raise ValueError("exact laws need exact proposals and climbs that are whole numbers")
            new = [q * Fraction(odds) ** int(h) for q, h in zip(row, climbs, strict=True)]
            new[x] = 0
            new[x] = 1 - sum(new)
            rows.append(tuple(new))
        return tuple(rows)

    def laws(self, schedule: Schedule, steps: Sequence[int], *, start: int) -> np.ndarray:
        """Probabilities of all states after each number of steps, shape (len(steps), states), in floats.

        Nothing is sampled: the law is multiplied by one matrix per step, so only rounding separates it from the
        truth.

        Raises:
            ValueError: steps are not increasing whole numbers, or start is no state.
        """
        at = [int(k) for k in steps]
        if not at or at[0] < 0 or any(b <= a for a, b in pairwise(at)):
            raise ValueError(f"steps must be increasing whole numbers of at least 0, got {steps!r}")
        if not 0 <= start < len(self.costs):
            raise ValueError(f"start must be a state 0..{len(self.costs) - 1}, got {start!r}")
        temperatures = schedule.temperatures(at[-1])
        law, found, wanted = np.eye(len(self.costs))[start], {}, set(at)
        if 0 in wanted:
            found[0] = law
        for begin in range(0, at[-1], _CHUNK):
            for k, P in enumerate(self.transitions(temperatures[begin : begin + _CHUNK]), start=begin + 1):
                law = law @ P
                if k in wanted:
                    found[k] = law
        return np.array([found[k] for k in at])

    def exact_law(self, odds: Sequence[Any], *, start: int) -> tuple[Fraction, ...]:
        """Probabilities of all states after len(odds) steps, in Fractions; see `exact_transition`."""
        law = [Fraction(int(x == start)) for x in range(len(self.costs))]
        for z in odds:
            P = self.exact_transition(z)
            law = [sum(p * P[x][y] for x, p in enumerate(law) if p) for y in range(len(law))]
        return tuple(map(Fraction, law))

    def gibbs(self, temperature: float) -> np.ndarray:
        """The law proportional to exp(-cost / temperature), shape (states,)."""
        cost = np.array([float(v - min(self.costs)) for v in self.costs])
        weight = np.exp(-cost / temperature)
        return weight / weight.sum()


def allocation_chain(
    contributions: Numbers, menu: Any, *, cost: str | Cost = "ratio", floor: Any = None, cap: Any = None
) -> tuple[list[tuple[Any, ...]], MetropolisChain]:
    """The landscape that annealing walks on: all feasible allocations, and one client moving up or down a level.

    Returns:
        The allocations (levels per client) and the chain, whose states they are. A client and a direction are
        drawn uniformly; a move outside the client's feasible levels is not made.

    Raises:
        ValueError: as for `allocate`, or more than 5,000 allocations.

    >>> states, chain = allocation_chain([0, 1], [1, 2], cost=Cost("ratio", epsilon=1))
    >>> states, chain.costs[0]
    ([(Fraction(1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(2, 1)), (Fraction(2, 1), Fraction(1, 1)), (Fraction(2,
    1), Fraction(2, 1))], Fraction(1, 6))
    """
    rule = as_cost(cost)
    problem = read_problem(contributions, menu, floor=floor, cap=cap, top_gets_best=rule.name == "anchor")
    options = feasible_levels(problem)
    count = int(np.prod([len(row) for row in options], dtype=float))
    if count > 5000:
        raise ValueError(f"the landscape may have at most 5,000 allocations, got {count}")
    places = list(product(*(range(len(row)) for row in options)))
    number = {place: x for x, place in enumerate(places)}
    states = [tuple(row[k] for row, k in zip(options, place, strict=True)) for place in places]
    costs = []
    for levels in states:
        gains = tuple(a - c for a, c in zip(levels, problem.contributions, strict=True))
        costs.append(rule(gains if problem.exact else np.array(gains)))
    chance = Fraction(1, 2 * len(options))
    return states, MetropolisChain(costs, _moves(places, number, chance))


def _moves(places: list[tuple[int, ...]], number: dict[tuple[int, ...], int], chance: Fraction) -> list[list[Fraction]]:
    rows = [[Fraction(0)] * len(places) for _ in places]
    for x, place in enumerate(places):
        for i, k in enumerate(place):
            for j in (k - 1, k + 1):
                y = number.get((*place[:i], j, *place[i + 1 :]))
                if y is not None:
                    rows[x][y] = chance
        rows[x][x] = 1 - sum(rows[x])
    return rows


def diverges(power: Fraction) -> bool:
    """True if the sum of (k + 1)^-power over all k from 1 on is infinite, decided by SymPy.

    >>> diverges(Fraction(1)), diverges(Fraction(3, 2))
    (True, False)
    """
    import sympy as sp

    k = sp.Symbol("k", integer=True, positive=True)
    return not sp.Sum((k + 1) ** -sp.Rational(power), (k, 1, sp.oo)).is_convergent()


def stationary_law(chain: MetropolisChain, odds: Fraction) -> Any:
    """The stationary law of an irreducible chain where a climb by one has these odds, solved exactly; a SymPy column.

    >>> list(stationary_law(MetropolisChain.path([0, 1]), Fraction(1, 2)))
    [2/3, 1/3]
    """
    import sympy as sp

    matrix = sp.Matrix([[sp.Rational(v) for v in row] for row in chain.exact_transition(odds)])
    law = (matrix.T - sp.eye(matrix.rows)).nullspace()[0]
    return law / sum(law)
