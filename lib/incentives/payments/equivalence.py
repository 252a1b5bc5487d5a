"""Is the payment determined by the training rule? Weights of lies, shortest paths, and the line integral.

All functions look at one group while the others' reports are fixed. A type is then a weighted reward w rm, and
every type gets a model. What a group may be charged for moving from one report to another is bounded by the
shortest path between them in the graph of all reports; where the two directions add up to zero it is determined.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from incentives.numbers import Numbers, Table, as_array, as_count, as_index, as_number, is_exact
from incentives.payments.affine_maximizer import AffineMaximizer, Mechanism
from incentives.payments.model_sets import FiniteModels
from incentives.payments.preferences import Rewards, read_reports
from incentives.reading import as_probabilities


def _of_one_shape(types: Any, policies: Any) -> tuple[np.ndarray, np.ndarray]:
    """Types and the model of each of them, a distribution over the outcomes, shape (types, outcomes)."""
    exact = is_exact(types, policies)
    T, P = as_array("types", types, exact=exact), as_probabilities("policies", policies, exact=exact)
    if T.ndim != 2 or P.shape != T.shape:
        raise ValueError(f"types and policies must have one shape (types, outcomes), got {T.shape} and {P.shape}")
    return T, P


def lie_weights(types: Table, policies: Table) -> np.ndarray:
    """l(a, b): what type b loses by reporting a instead of the truth, payments left aside.

    Args:
        types: weighted rewards w rm, shape (types, outcomes).
        policies: the model that each type's report brings, rows of probabilities of the same shape.

    Returns:
        Shape (types, types); exact if everything is.

    Raises:
        ValueError: shapes differ, or a model is no distribution.

    Reference:
        Sun et al. (2025), proof of Theorem 3.6.

    >>> lie_weights([[1, 0], [0, 2]], [[1, 0], [0, 1]]).astype(int)
    array([[0, 2],
           [1, 0]])
    """
    T, P = _of_one_shape(types, policies)
    value = P @ T.T  # value[a, b]: what b gets from the model of report a
    return np.diag(value)[None, :] - value


def shortest_paths(weights: Any, tolerance: float = 1e-12) -> np.ndarray:
    """V(a, b): the least total weight of a path from a to b (Floyd and Warshall); V(a, a) = 0.

    Args:
        weights: from `lie_weights`, shape (types, types); infinite where there is no step.
        tolerance: for floats, how far below zero a cycle may be by rounding.

    Raises:
        ValueError: not square, or some cycle has negative weight: then no payment makes the truth a best report.

    >>> shortest_paths([[0, 3, 1], [0, 0, 0], [0, 1, 0]]).astype(int)
    array([[0, 2, 1],
           [0, 0, 0],
           [0, 1, 0]])
    """
    exact = is_exact(weights)
    # Infinite weights are allowed, so nothing is said about finiteness.
    V = as_array("weights", weights, exact=exact, finite=False).copy()
    if V.ndim != 2 or V.shape[0] != V.shape[1] or V.size == 0:
        raise ValueError(f"weights must have shape (types, types), got {V.shape}")
    if not exact and np.isnan(V).any():
        raise ValueError("weights must be numbers, got a NaN")
    for k in range(len(V)):
        V = np.minimum(V, V[:, [k]] + V[[k], :])
    if (np.diag(V) < (0 if exact else -tolerance)).any():
        raise ValueError("weights must have no cycle below zero: the rule cannot be implemented")
    if not exact:
        np.fill_diagonal(V, 0.0)
    return V


def is_cycle_monotone(types: Table, policies: Table, tolerance: float = 1e-12) -> bool:
    """True if no cycle of lies has negative weight, that is, whether some payment makes the truth a best report.

    Reference:
        Rochet (1987).

    >>> is_cycle_monotone([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    True
    >>> is_cycle_monotone([[1, 0], [0, 1]], [[0, 1], [1, 0]])
    False
    """
    weights = lie_weights(types, policies)
    if isinstance(tolerance, bool) or as_number("tolerance", tolerance) < 0:
        raise ValueError(f"tolerance must be a number of at least 0, got {tolerance!r}")
    try:
        shortest_paths(weights, tolerance)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class PriceInterval:
    """All values of p(end) - p(start) over the payments that make the truth a best report.

    Args:
        low: attained by the payment -V(., start).
        high: attained by the payment V(start, .).
    """

    low: Any
    high: Any

    @property
    def width(self) -> Any:
        """Zero exactly if the difference is determined by the training rule."""
        return self.high - self.low

    def __str__(self) -> str:
        return f"[{self.low}, {self.high}]"


def price_interval(types: Table, policies: Table, *, start: int, end: int) -> PriceInterval:
    """Bounds on the price of report `end` above that of report `start` if the types are the only ones there are.

    Args:
        types, policies: as for `lie_weights`; the rule must be implementable.
        start, end: numbers of types.

    >>> print(price_interval([[1, 0], [2, 0]], [[0, 1], [1, 0]], start=0, end=1))
    [1, 2]
    """
    V = shortest_paths(lie_weights(types, policies))
    for name, number in (("start", start), ("end", end)):
        as_index(name, number, len(V))
    return PriceInterval(-V[end, start], V[start, end])


# -- the path of the proof ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ReportPath:
    """The reports of the proof of Theorem 3.6: straight to one reward, a change of size there, straight on.

    Args:
        rewards: shape (2 n + 2, outcomes).
        sizes: shape (2 n + 2,); the first n + 1 are those of the start.
    """

    rewards: np.ndarray
    sizes: np.ndarray

    @property
    def types(self) -> np.ndarray:
        """Weighted rewards, shape (2 n + 2, outcomes)."""
        return self.sizes[:, None] * self.rewards

    @property
    def steps(self) -> int:
        """n, the steps on either side of the change of size."""
        return len(self.sizes) // 2 - 1


def path_through(start: tuple[Any, Any], end: tuple[Any, Any], *, meeting: Any, steps: int) -> ReportPath:
    """The path between two pairs (reward, size) through the reward `meeting`, with `steps` steps on each side.

    >>> path = path_through(([1, 0], 1), ([0, 1], 2), meeting=[1, 1], steps=1)
    >>> path.types.astype(int).tolist()
    [[1, 0], [1, 1], [2, 2], [0, 2]]
    """
    as_count("steps", steps, least=1)
    exact = is_exact(start[0], start[1], end[0], end[1], meeting)
    ends = [as_array(name, pair[0], exact=exact) for name, pair in (("start", start), ("end", end))]
    middle = as_array("meeting", meeting, exact=exact)
    if not ends[0].shape == ends[1].shape == middle.shape or middle.ndim != 1:
        raise ValueError("start, end and meeting must have rewards of one shape (outcomes,)")
    share = as_array("steps", list(range(steps + 1)), exact=exact)[:, None] / steps
    rewards = np.concatenate([ends[0] + share * (middle - ends[0]), middle + share * (ends[1] - middle)])
    sizes = as_array("sizes", [start[1]] * (steps + 1) + [end[1]] * (steps + 1), exact=exact)
    return ReportPath(rewards, sizes)


def round_trip(types: Table, policies: Table) -> np.ndarray:
    """Weight of every step of a path, there and back: <p_{j+1} - p_j, T_{j+1} - T_j>, shape (types - 1,).

    Implementable rules have none below zero. If the sum vanishes as the path gets finer, the price of the way from
    its first to its last report is determined.

    >>> round_trip([[1, 0], [1, 1], [0, 1]], [[1, 0], [1, 0], [0, 1]]).astype(int)
    array([0, 1])
    """
    T, P = _of_one_shape(types, policies)
    if len(T) < 2:
        raise ValueError(f"types and policies must have one shape (at least 2, outcomes), got {T.shape}, {P.shape}")
    return (np.diff(P, axis=0) * np.diff(T, axis=0)).sum(axis=1)


# -- the line integral --------------------------------------------------------------------------------------------


def pull(
    rule: Mechanism, rewards: Rewards, sizes: Numbers | None = None, *, who: int, start: Any, at: Any
) -> tuple[np.ndarray, np.ndarray]:
    """The strength with which the model favours a report's direction on the way from the reward `start` to the true
    one.

    Args:
        rule: its training is used, its payments are not looked at.
        rewards, sizes: everybody's reports; the type of `who` is where the way ends.
        who: the group.
        start: the reward where it begins, a number for a constant one.
        at: shares s of the way, shape (points,).

    Returns:
        w <psi(start + s (rm - start), w), rm - start>, and the models, for every s.
    """
    r, w = read_reports(rewards, sizes)
    who = as_index("who", who, len(r))
    exact = is_exact(r, w, start, at)
    if not exact:
        r, w = r.astype(float), w.astype(float)
    begin = as_array("start", start, exact=exact)
    if begin.shape not in ((), r[who].shape):
        raise ValueError(f"start must be a number or have shape {r[who].shape}, got {begin.shape}")
    if begin.min() < 0:
        raise ValueError(f"start must be a reward, at least 0; got {start!r}")
    begin = begin + 0 * r[who]
    shares = as_array("at", at, exact=exact)
    if shares.ndim != 1 or not shares.size or shares.min() < 0 or shares.max() > 1:
        raise ValueError(f"at must be shares of the way from 0 to 1, at least one; got {at!r}")
    way = w[who] * (r[who] - begin)
    reports = w[who] * begin + shares[:, None] * way
    policies, _ = rule.offers(r, w, who=who, reports=reports)
    return policies @ way.astype(policies.dtype), policies


def payment_from_training(
    rule: Mechanism, rewards: Rewards, sizes: Numbers | None = None, *, who: int, constant: Any = 1, pieces: int = 64
) -> Any:
    """The payment of group `who` above the price of the constant report, computed from the training rule alone.

    With d = rm - constant and the pull g(s) = w <psi(constant + s d, w), d>, every payment that makes the truth a
    best report satisfies p(rm, w) - p(constant) = g(1) - integral of g over [0, 1]: the area between the curve g
    and its last value. With finitely many models g is a step function; its steps are found and added up exactly.

    Args:
        rule: its training is used, its payments are not looked at.
        rewards, sizes: everybody's reports.
        who: the group.
        constant: the value of the constant reward; 1 under maximum normalisation, 1 / outcomes under sum.
        pieces: panels of the quadrature (8 Gauss points each) where the models are a continuum.

    Reference:
        Myerson (1981) for one parameter, here along straight lines; Sun et al. (2025), Corollary 3.7.

    >>> models = FiniteModels([[1, 0], [0, 1]], [0, 0])
    >>> payment_from_training(AffineMaximizer(models=models), [[1, 0], [0, 1]], [3, 2], who=0)
    Fraction(2, 1)
    """
    if isinstance(rule, AffineMaximizer) and isinstance(rule.models, FiniteModels):
        cuts = jumps(rule, rewards, sizes, who=who, constant=constant)
        middles, lengths = (cuts[1:] + cuts[:-1]) / 2, np.diff(cuts)
    else:
        count = as_number("pieces", pieces, exact=True, above=0)
        nodes, weights = np.polynomial.legendre.leggauss(8)
        edges = np.arange(int(count)) / int(count)
        middles = (edges[:, None] + (nodes + 1) / (2 * int(count))).ravel()
        lengths = np.tile(weights / (2 * int(count)), int(count))
    inside, _ = pull(rule, rewards, sizes, who=who, start=constant, at=middles)
    last, _ = pull(rule, rewards, sizes, who=who, start=constant, at=[1])
    return last[0] - inside @ lengths.astype(inside.dtype)


def jumps(
    rule: AffineMaximizer, rewards: Rewards, sizes: Numbers | None = None, *, who: int, constant: Any = 1
) -> np.ndarray:
    """0, 1 and every share in between at which two of finitely many models are equally good on the way.

    Between two neighbours the chosen model does not change, so the training rule is known there from one point.

    >>> models = FiniteModels([[1, 0], [0, 1]], [0, 0])
    >>> [str(s) for s in jumps(AffineMaximizer(models=models), [[1, 0], [0, 1]], [3, 2], who=0)]
    ['0', '2/3', '1']
    """
    models = rule.models
    if not isinstance(models, FiniteModels):
        raise ValueError("rule must choose from FiniteModels")
    r, w = read_reports(rewards, sizes)
    who = as_index("who", who, len(r))
    exact = models.exact and is_exact(r, w, constant, rule.penalty)
    if not exact:
        r, w = r.astype(float), w.astype(float)
    begin = as_number("constant", constant, exact=exact) + 0 * r[who]
    base = w @ r + w[who] * (begin - r[who])
    level = models.scores(base, rule.penalty)
    slope = models.policies.astype(base.dtype) @ (w[who] * (r[who] - begin))
    one = as_number("one", 1, exact=exact)
    found = {0 * one, one}
    for k in range(len(slope)):
        steeper = slope > slope[k]
        crossings = (level[k] - level[steeper]) / (slope[steeper] - slope[k])
        found.update(s for s in crossings.tolist() if 0 < s < 1)
    return np.array(sorted(found), dtype=object if exact else float)
