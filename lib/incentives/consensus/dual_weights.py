"""Dual weights: why several convex losses cannot all be small, and whom that weighs on.

Client j is content where its excess g_j is at most 0. For weights w >= 0 with sum 1 let L(w) be the least
value of sum_j w_j g_j(x). If L(w) > 0, no x contents everybody with a positive weight: the support of w is a
witness. At most d+1 clients are needed, and one linear program finds them. The smallest largest excess and
the best L(w) are equal for convex losses, so minimising the one yields the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.consensus.quadratics import Quadratic, common_point_of_quadratics, minimax, weighted_minimum
from incentives.numbers import Vector

Floats = np.ndarray
Losses = Callable[[Floats], tuple[Floats, Floats]]  # x (d,) -> excesses (clients,), gradients (clients, d)


@dataclass(frozen=True)
class DualWeights:
    """Weights of the clients at a nearly smallest largest excess.

    Args:
        weights: shape (clients,), sum 1.
        point: x, shape (d,).
        excesses: g_j(x), shape (clients,).
        residual: Euclidean norm of sum_j w_j grad g_j(x), 0 at a minimum of the weighted loss.
    """

    weights: Floats
    point: Floats
    excesses: Floats
    residual: float

    @property
    def largest(self) -> float:
        """The largest excess at the point: an upper bound on the smallest largest excess."""
        return float(self.excesses.max())

    @property
    def weighted(self) -> float:
        """sum_j w_j g_j(x)."""
        return float(self.weights @ self.excesses)

    def lower_bound(self, modulus: float) -> float:
        """A lower bound on L(w), if the weighted loss is strongly convex with this modulus.

        Such a loss lies nowhere below weighted - residual**2 / (2 modulus). If this is positive, the clients
        with a positive weight have no common point.

        Raises:
            ValueError: `modulus` is not positive.
        """
        if not modulus > 0:
            raise ValueError(f"modulus must be greater than 0, got {modulus!r}")
        return self.weighted - self.residual**2 / (2 * modulus)


def dual_weights(
    losses: Losses, start: Any, *, gap: float = 1e-4, iterations: int = 500, coolings: int = 12
) -> DualWeights:
    """Weights of M convex losses that cannot all be small, by minimising a soft maximum that is hardened.

    The soft maximum t log mean_j exp(g_j / t) has gradient sum_j w_j grad g_j with w the softmax of g / t, so
    a minimiser comes with its weights, and the largest excess is at most t log M above the weighted one.

    Args:
        losses: maps x, shape (d,), to the excesses g, shape (clients,), and their gradients, shape (clients,
            d).
        start: where to begin, shape (d,).
        gap: the last t log M, in units of the loss.
        iterations: most L-BFGS iterations at each temperature.
        coolings: how many temperatures, falling geometrically.

    Raises:
        ValueError: gap, iterations or coolings is not positive, or `losses` returns other shapes.

    >>> two = lambda x: (np.array([x[0] ** 2, (x[0] - 4) ** 2]) - 1, np.array([[2 * x[0]], [2 * (x[0] - 4)]]))
    >>> found = dual_weights(two, [0.0])
    >>> found.weights.round(3), found.point.round(3), round(found.lower_bound(2.0), 3)
    (array([0.5, 0.5]), array([2.]), 3.0)
    """
    from scipy.optimize import minimize

    if not (gap > 0 and iterations >= 1 and coolings >= 1):
        raise ValueError(
            f"gap, iterations and coolings must be positive, got {gap}, {iterations}, {coolings}"
        )
    x = np.asarray(start, dtype=float)
    excesses, gradients = (np.asarray(part, dtype=float) for part in losses(x))
    if excesses.ndim != 1 or not excesses.size or gradients.shape != (excesses.size, x.size):
        raise ValueError(
            f"losses must return shapes (clients,) and (clients, {x.size}), "
            f"got {excesses.shape}, {gradients.shape}"
        )

    def softened(x: Floats, t: float) -> tuple[float, Floats]:
        g, slopes = losses(x)
        powers = np.exp((g - g.max()) / t)
        return float(g.max() + t * np.log(powers.mean())), (powers / powers.sum()) @ slopes

    last = gap / np.log(max(excesses.size, 2))
    first = max(last, float(np.ptp(excesses)), 1e-300)
    for t in np.geomspace(first, last, coolings):
        x = minimize(softened, x, args=(t,), jac=True, method="L-BFGS-B",
                     options={"maxiter": iterations, "ftol": 1e-14, "gtol": 1e-10}).x  # fmt: skip
    excesses, gradients = (np.asarray(part, dtype=float) for part in losses(x))
    powers = np.exp((excesses - excesses.max()) / last)
    weights = powers / powers.sum()
    return DualWeights(weights, x, excesses, float(np.linalg.norm(weights @ gradients)))


def round_weights(excesses: Any, gradients: Any, weights: Any) -> Floats:
    """Weights on at most d+1 clients, balanced at the same point, whose weighted excess is no smaller.

    Balanced: sum_j w_j grad g_j keeps its value (0 at a minimum). A basic optimum of the linear program
    that maximises sum_j v_j g_j under these d equations and sum v = 1, v >= 0, has at most d+1 positive
    entries (Caratheodory).

    Args:
        excesses: g_j(x), shape (clients,).
        gradients: of the same at x, shape (clients, d).
        weights: shape (clients,), sum 1.

    Returns:
        Weights, shape (clients,), at least clients - d - 1 of them exactly 0.

    >>> round_weights([1, 1, 1], [[1], [-1], [-1]], [0.5, 0.25, 0.25]).tolist().count(0.0)
    1
    """
    from scipy.optimize import linprog

    g, slopes, old = (np.asarray(v, dtype=float) for v in (excesses, gradients, weights))
    # Clients that hardly weigh anything are left out first: they only disturb the scaling.
    used = np.flatnonzero(old > 1e-9 * old.max())
    scale = np.abs(slopes[used]).max(axis=0)
    rows = slopes[used].T / np.where(scale > 0, scale, 1.0)[:, None]
    rows = np.vstack([rows, np.ones(len(used))])
    right = rows @ old[used]
    solved = linprog(-g[used], A_eq=rows, b_eq=right, method="highs-ds")
    if solved.x is None:
        return old
    new = np.zeros_like(old)
    new[used] = np.where(solved.x > 1e-12, solved.x, 0.0)
    return new / new.sum()


def least_liar_weight(lower: Any, excess: Any) -> Any:
    """How much weight the liar must carry: L(w) over its reported excess where all others are served.

    At a point x of W every truthful client has g_j(x) <= 0, so L(w) <= sum_j w_j g_j(x) <= w_a g_a(x).

    Args:
        lower: L(w), or a lower bound of it, positive.
        excess: g_a(x) as reported by the liar, at any x that the truthful clients accept.

    Raises:
        ValueError: `lower` is not positive (then the weights prove nothing), or `excess` is smaller than
            `lower`.

    >>> least_liar_weight(Fraction(3), Fraction(8))
    Fraction(3, 8)
    """
    if not lower > 0:
        raise ValueError(f"lower must be greater than 0, or the weights prove nothing; got {lower!r}")
    if excess < lower:
        raise ValueError(
            f"excess must be at least lower: at a common point of the others it is; got {excess!r}"
        )
    return lower / excess


def point_or_weights(quadratics: Sequence[Quadratic]) -> tuple[Vector | None, Vector | None]:
    """A point of every set, or weights on at most d+1 of them that prove that there is none, in Fractions.

    Floats find the candidate (`quadratics.minimax`, then `round_weights`), Fractions decide.

    Raises:
        ArithmeticError: the sets touch so closely that neither answer can be proved.
        ValueError: a number is a float.

    >>> discs = [Quadratic([[2, 0], [0, 2]], centre, 1) for centre in ([0, 0], [4, 0], [2, 9])]
    >>> point, weights = point_or_weights(discs)
    >>> weighted_minimum(discs, weights)[1] > 0
    True
    """
    if not all(q.is_exact for q in quadratics):
        raise ValueError("quadratics must be exact (ints and Fractions): the answer is proved")
    found = minimax(quadratics)
    if found.value < 0:
        for digits in (10, 20, 40):
            point = tuple(_rounded(value, digits) for value in found.point)
            if all(point in q for q in quadratics):
                return point, None
    centres = np.array([q.centre for q in quadratics], dtype=float)
    H = np.array([q.H for q in quadratics], dtype=float)
    slopes = np.einsum("jab,jb->ja", H, np.array(found.point) - centres)
    excesses = np.einsum("ja,ja->j", slopes, np.array(found.point) - centres) / 2
    excesses -= np.array([q.level for q in quadratics], dtype=float)
    rounded = round_weights(excesses, slopes, found.weights)
    for tried in (rounded, np.array(found.weights)):
        for digits in (10, 20, 40):
            weights = tuple(_rounded(w, digits) for w in tried)
            # Clients without weight are left out before fractions are multiplied.
            kept = [(q, w) for q, w in zip(quadratics, weights, strict=True) if w]
            if weighted_minimum(*zip(*kept, strict=True))[1] > 0:
                return None, tuple(w / sum(weights) for w in weights)
    point = common_point_of_quadratics(quadratics)
    if point is None:
        raise ArithmeticError("the sets have no common point, but no weights could be proved")
    return point, None


def _rounded(value: Any, digits: int) -> Fraction:
    """The nearest multiple of 2**-digits: one denominator for all keeps sums of fractions short."""
    return Fraction(round(float(value) * 2**digits), 2**digits)
