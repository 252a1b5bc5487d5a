"""Dual weights: why several convex losses cannot all be small, and whom that weighs on.

Client j is content where its excess g_j is at most 0. For weights w >= 0 with sum 1 let L(w) be the least
value of sum_j w_j g_j(x). If L(w) > 0, no x contents everybody with a positive weight: the support of w is a
witness. At most d+1 clients are needed, and one linear program finds them. The smallest largest excess and
the best L(w) are equal for convex losses, so minimising the one yields the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from incentives.numbers import as_count, as_number, as_row

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
    losses: Losses,
    start: Any,
    *,
    gap: float = 1e-4,
    iterations: int = 500,
    coolings: int = 12,
    curvatures: Floats | None = None,
) -> DualWeights:
    """Weights of M convex losses that cannot all be small, by minimising a soft maximum that is hardened.

    The soft maximum t log mean_j exp(g_j / t) has gradient sum_j w_j grad g_j with w the softmax of g / t, so
    a minimiser comes with its weights, and the largest excess is at most t log M above the weighted one.

    1. Choose the temperatures t, falling geometrically from the range of the excesses at `start` to gap / log M.
    2. At each of them minimise the soft maximum from where the last one ended, by Newton's steps where the curvatures
       are known and by L-BFGS otherwise.
    3. At the end the softmax of g / t at the last temperature gives the weights, and the length of the weighted sum of
       gradients says how far the point is from a minimum.

    Args:
        losses: maps x, shape (d,), to the excesses g, shape (clients,), and their gradients, shape (clients,
            d).
        start: where to begin, shape (d,).
        gap: the last t log M, in units of the loss.
        iterations: most steps at each temperature.
        coolings: how many temperatures, falling geometrically.
        curvatures: the second derivatives of the excesses, shape (clients, d, d), if they are the same
            everywhere, as those of quadratics; then the steps are Newton's, otherwise those of L-BFGS.

    Raises:
        ValueError: gap, iterations or coolings is not positive, or `losses` returns other shapes.

    >>> two = lambda x: (np.array([x[0] ** 2, (x[0] - 4) ** 2]) - 1, np.array([[2 * x[0]], [2 * (x[0] - 4)]]))
    >>> found = dual_weights(two, [0.0])
    >>> found.weights.round(3), found.point.round(3), round(found.lower_bound(2.0), 3)
    (array([0.5, 0.5]), array([2.]), 3.0)
    """
    from scipy.optimize import minimize

    if not (gap > 0 and iterations >= 1 and coolings >= 1):
        raise ValueError(f"gap, iterations and coolings must be positive, got {gap}, {iterations}, {coolings}")
    as_count("iterations", iterations, least=1)
    as_count("coolings", coolings, least=1)
    as_number("gap", gap, exact=False, above=0)
    x = as_row("start", start, exact=False, of="coordinate")
    excesses, gradients = (np.asarray(part, dtype=float) for part in losses(x))
    if excesses.ndim != 1 or not excesses.size or gradients.shape != (excesses.size, x.size):
        raise ValueError(
            f"losses must return shapes (clients,) and (clients, {x.size}), got {excesses.shape}, {gradients.shape}"
        )

    def softened(x: Floats, t: float) -> tuple[float, Floats]:
        g, slopes = losses(x)
        powers = np.exp((g - g.max()) / t)
        return float(g.max() + t * np.log(powers.mean())), (powers / powers.sum()) @ slopes

    last = gap / np.log(max(excesses.size, 2))
    first = max(last, float(np.ptp(excesses)), 1e-300)
    for t in np.geomspace(first, last, coolings):
        if curvatures is not None:
            x = _newton(losses, curvatures, x, t, iterations=iterations, last=t == last)
            continue
        x = minimize(softened, x, args=(t,), jac=True, method="L-BFGS-B",
                     options={"maxiter": iterations, "ftol": 1e-14, "gtol": 1e-10}).x  # fmt: skip
    excesses, gradients = (np.asarray(part, dtype=float) for part in losses(x))
    powers = np.exp((excesses - excesses.max()) / last)
    weights = powers / powers.sum()
    return DualWeights(weights, x, excesses, float(np.linalg.norm(weights @ gradients)))


def _newton(losses: Losses, curvatures: Floats, x: Floats, t: float, *, iterations: int, last: bool) -> Floats:
    """The minimum of the soft maximum at temperature t, by Newton's steps of halved length."""

    def soft(x: Floats) -> tuple[float, Floats, Floats]:
        g, slopes = losses(x)
        powers = np.exp((g - g.max()) / t)
        return float(g.max() + t * np.log(powers.sum())), powers / powers.sum(), slopes

    # Before the last temperature the minimum is only a start for the next one.
    enough = (1e-13 if last else 1e-6) * t
    for _ in range(iterations):
        here, weights, slopes = soft(x)
        gradient = weights @ slopes
        spread = np.einsum("j,ja,jb->ab", weights, slopes, slopes) - np.outer(gradient, gradient)
        hessian = np.einsum("j,jab->ab", weights, curvatures) + spread / t
        # Least squares: along a flat direction of all losses there is nothing to gain.
        step = -np.linalg.lstsq(hessian, gradient, rcond=1e-14)[0]
        fall, length = -gradient @ step, 1.0
        if fall < enough:
            break
        while soft(x + length * step)[0] > here - 0.1 * length * fall and length > 1e-12:
            length /= 2
        if length <= 1e-12:
            break
        x = x + length * step
    return x


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
    """The least weight that the liar must carry: L(w) over its reported excess where all others are served.

    At a point x of W every truthful client has g_j(x) <= 0, so L(w) <= sum_j w_j g_j(x) <= w_a g_a(x).

    Args:
        lower: L(w), or a lower bound of it, positive.
        excess: g_a(x) as reported by the liar, at any x that the truthful clients accept.

    Raises:
        ValueError: `lower` is not positive (then the weights prove nothing), or `excess` is smaller than
            `lower`.

    >>> from fractions import Fraction
    >>> least_liar_weight(Fraction(3), Fraction(8))
    Fraction(3, 8)
    """
    if not lower > 0:
        raise ValueError(f"lower must be greater than 0, or the weights prove nothing; got {lower!r}")
    if excess < lower:
        raise ValueError(f"excess must be at least lower: at a common point of the others it is; got {excess!r}")
    return lower / excess
