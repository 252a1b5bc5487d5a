"""Simulated annealing for allocations: a random walk that climbs less and less.

The paper's solver, with everything that its text leaves open as an argument: how the temperature falls, where
the walk starts and which moves it tries. One step proposes a new level for one client and accepts it with
probability min(1, exp(-(new cost - old cost) / temperature)), the rule of Metropolis et al. (1953).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Any, Literal, Protocol, get_args

import numpy as np

from incentives.numbers import Numbers, Real, as_count
from incentives.rewards.allocation import Allocation
from incentives.rewards.costs import AnyCost, Cost, as_cost
from incentives.rewards.menus import Menus, Problem, read_problem

Moves = Literal["step", "any"]
MOVES: tuple[Moves, ...] = get_args(Moves)
# Rounding errors of the running sums are cleared after this many steps.
_REFRESH = 2048


def _positive(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not 0 < value < inf:
        raise ValueError(f"{name} must be a finite number greater than 0, got {value!r}")


class Schedule(Protocol):
    """The temperatures of the walk, from the first to the last."""

    def temperatures(self, steps: int) -> np.ndarray:
        """Temperatures of steps 1, ..., `steps`, in units of the cost, shape (steps,)."""
        ...


@dataclass(frozen=True)
class Logarithmic:
    """T_k = scale / log(k + 1): the schedule of the convergence theorems.

    Raises:
        ValueError: scale is not positive.

    >>> Logarithmic(2).temperatures(3).round(3)
    array([2.885, 1.82 , 1.443])
    """

    scale: float

    def __post_init__(self) -> None:
        _positive("scale", self.scale)

    def temperatures(self, steps: int) -> np.ndarray:
        """Temperatures of steps 1, ..., `steps`, in units of the cost, shape (steps,)."""
        return float(self.scale) / np.log(np.arange(2, as_count("steps", steps, most=10**9) + 2))


@dataclass(frozen=True)
class Geometric:
    """T_k = first * factor^(k - 1): the schedule that people use.

    Raises:
        ValueError: first is not positive, or factor not in (0, 1]; factor 1 keeps the temperature.

    >>> Geometric(8, 0.5).temperatures(4)
    array([8., 4., 2., 1.])
    """

    first: float
    factor: float

    def __post_init__(self) -> None:
        _positive("first", self.first)
        if not 0 < self.factor <= 1:
            raise ValueError(f"factor must lie in (0, 1], got {self.factor!r}")

    @classmethod
    def between(cls, first: float, last: float, steps: int) -> Geometric:
        """The schedule that starts at `first` and is at `last` in step `steps` (at least 2)."""
        _positive("first", first)
        _positive("last", last)
        if steps < 2 or last > first:
            raise ValueError(f"need steps >= 2 and last <= first, got steps {steps}, first {first}, last {last}")
        return cls(first, (last / first) ** (1 / (steps - 1)))

    def temperatures(self, steps: int) -> np.ndarray:
        """Temperatures of steps 1, ..., `steps`, in units of the cost, shape (steps,)."""
        return float(self.first) * float(self.factor) ** np.arange(as_count("steps", steps, most=10**9))


@dataclass(frozen=True, eq=False)
class Annealed(Allocation):
    """The best allocation that a walk has seen, and how the walk went.

    Args:
        start, last: where the walk began and where it ended.
        accepted: number of steps in which the allocation changed.
        visited: cost after every `record_every`-th step, the start first; empty if nothing was recorded.
    """

    start: Allocation | None = None
    last: Allocation | None = None
    accepted: int = 0
    visited: np.ndarray | None = None


def anneal(
    contributions: Numbers,
    menu: Menus,
    *,
    cost: AnyCost = "ratio",
    schedule: Schedule | None = None,
    steps: int = 100_000,
    rng: np.random.Generator,
    start: Sequence[Real] | np.ndarray | None = None,
    moves: Moves = "step",
    floor: Real | None = None,
    cap: Real | None = None,
    record_every: int = 0,
) -> Annealed:
    """Search for an allocation of least cost by simulated annealing.

    Args:
        contributions, menu, cost, floor, cap: as in `allocate`.
        schedule: temperatures; None cools geometrically from a tenth of the starting cost to 1e-4 of that.
        steps: number of proposals.
        rng: where chance comes from.
        start: a feasible level per client; None takes the level nearest to c_i + best level - best contribution.
        moves: "step" proposes the next higher or lower level of one client, "any" any of its levels; both are
            symmetric. A proposal outside the client's feasible levels leaves the allocation as it is.
        record_every: keep the cost after every so many steps; 0 keeps none.

    Returns:
        An `Annealed`; its levels and cost are those of the best allocation visited. Exact input gives exact
        levels and an exact cost; the walk itself runs in floats.

    Raises:
        ValueError: bad input, or a start that is not feasible.

    >>> rng = np.random.default_rng(0)
    >>> found = anneal([0.5, 0.6], [0.6, 0.7, 0.95], schedule=Geometric(0.1, 0.99), steps=500, rng=rng)
    >>> found.levels
    array([0.6, 0.7])
    """
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng must be a numpy.random.Generator, got {rng!r}")
    if moves not in MOVES:
        raise ValueError(f"moves must be one of {', '.join(MOVES)}, got {moves!r}")
    for name, number in (("steps", steps), ("record_every", record_every)):
        as_count(name, number, most=10**9)
    rule = as_cost(cost)
    problem = read_problem(contributions, menu, floor=floor, cap=cap, top_gets_best=rule.name == "anchor")
    options = feasible_levels(problem)
    first = _nearest(problem.contributions, options) if start is None else _given(start, options)
    begin = _allocation(problem, options, first, rule)
    if schedule is None:
        heat = abs(float(begin.cost)) / 10
        temperatures = heat * 1e-4 ** (np.arange(steps) / max(steps - 1, 1))
    else:
        temperatures = schedule.temperatures(steps)
    rows = [[float(m) - float(c) for m in row] for row, c in zip(options, problem.contributions, strict=True)]
    best, last, accepted, visited = _walk(rows, first, rule, temperatures, moves, rng, record_every)
    kept = _allocation(problem, options, best, rule)
    return Annealed(
        kept.levels,
        kept.gains,
        kept.cost,
        None,
        begin,
        _allocation(problem, options, last, rule),
        accepted,
        visited,
    )


def feasible_levels(problem: Problem) -> list[Sequence[Any]]:
    """The levels that each client can be given, in increasing order."""
    if problem.exact:
        return list(problem.options)
    cuts = np.flatnonzero(np.diff(problem.owner)) + 1
    return [row.tolist() for row in np.split(problem.level, cuts)]


def _nearest(contributions: Any, options: list[Sequence[Any]]) -> list[int]:
    shift = max(row[-1] for row in options) - max(contributions)
    return [
        min(range(len(row)), key=lambda k: (abs(row[k] - c - shift), k))
        for row, c in zip(options, contributions, strict=True)
    ]


def _given(start: Any, options: list[Sequence[Any]]) -> list[int]:
    if len(start) != len(options):
        raise ValueError(f"start must have one level per client ({len(options)}), got {len(start)}")
    for i, (level, row) in enumerate(zip(start, options, strict=True)):
        if level not in row:
            raise ValueError(f"start gives client {i} the level {level}; feasible are {', '.join(map(str, row))}")
    return [list(row).index(level) for level, row in zip(start, options, strict=True)]


def _allocation(problem: Problem, options: list[Sequence[Any]], at: list[int], rule: Cost) -> Allocation:
    levels = tuple(row[k] for row, k in zip(options, at, strict=True))
    gains = tuple(a - c for a, c in zip(levels, problem.contributions, strict=True))
    if problem.exact:
        return Allocation(levels, gains, rule(gains))
    return Allocation(np.array(levels), np.array(gains), rule(np.array(gains)))


def _walk(
    rows: list[list[float]],
    first: list[int],
    rule: Cost,
    temperatures: np.ndarray,
    moves: str,
    rng: np.random.Generator,
    record_every: int,
) -> tuple[list[int], list[int], int, np.ndarray]:
    """The walk on level numbers; a step costs O(1), because the cost needs only two sums.

    1. Draw for all steps who moves, where to, and how much the cost may climb.
    2. Measure gains from their mean at the start, and keep their sum and their sum of squares.
    3. Every few steps add both up anew, so that rounding errors do not grow.
    4. In each step take one client's move. If it leads off the menu, the step is over.
    5. Update both sums for the move, and make it if the cost climbs by no more than the step allows. Keep the best
       allocation that was visited.
    """
    N, steps = len(rows), len(temperatures)
    evaluate: Callable[[float, float], Any] = rule.of_moments
    at, lengths = list(first), [len(row) for row in rows]
    who = rng.integers(N, size=steps)
    draw = rng.random(steps)
    # accept exactly if the climb is at most -T log(uniform): all logarithms are taken at once
    allowed = (temperatures * rng.standard_exponential(steps)).tolist()
    target = ((draw < 0.5) * 2 - 1 if moves == "step" else (draw * np.array(lengths)[who]).astype(int)).tolist()
    who, local = who.tolist(), moves == "step"
    # Gains are measured from the starting mean: variances far below the squared mean keep their digits.
    centre = sum(row[k] for row, k in zip(rows, at, strict=True)) / N
    rows = [[u - centre for u in row] for row in rows]
    S = Q = 0.0
    now, best, kept, accepted, visited = inf, inf, list(at), 0, []
    for k in range(steps):
        if k % _REFRESH == 0:
            u = [row[j] for row, j in zip(rows, at, strict=True)]
            S, Q = sum(u), sum(x * x for x in u)
            m = S / N
            now = evaluate(centre + m, max(Q / N - m * m, 0.0))
            if now < best:
                best, kept = now, list(at)
        if record_every and k % record_every == 0:
            visited.append(now)
        i = who[k]
        j = at[i] + target[k] if local else target[k]
        if not 0 <= j < lengths[i]:
            continue
        old, new = rows[i][at[i]], rows[i][j]
        s, q = S + new - old, Q + new * new - old * old
        m = s / N
        value = evaluate(centre + m, max(q / N - m * m, 0.0))
        if value - now <= allowed[k]:
            accepted += j != at[i]
            at[i], S, Q, now = j, s, q, value
            if value < best:
                best, kept = value, list(at)
    if record_every:
        visited.extend([now] * (ceil((steps + 1) / record_every) - len(visited)))
    return kept, at, accepted, np.array(visited)
