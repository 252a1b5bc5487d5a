"""The model that a regularised welfare objective selects, and the welfare it reaches.

SW-Max trains the model p that maximises <p, R> - penalty * D_f(p || q), where R adds up the groups' weighted
rewards and q is the initial model. Over all distributions the answer is p = q g((R - mu) / penalty) with g the
inverse of f' (0 below its range) and mu the number that makes p add up to 1:

* KL: a closed form, the exponential tilt;
* chi-squared: mu is a ratio of sums over the outcomes that keep positive probability, found exactly;
* total variation: all mass that can gain more than the penalty moves to the best outcomes;
* any other f: mu by a bracketed Newton method, or bisection where f'' is not known.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from incentives.numbers import Number, Real, as_array, as_number, is_exact, no_booleans
from incentives.payments.divergences import KL, ChiSquared, Divergence, TotalVariation
from incentives.reading import as_distribution

# Outcomes times reports that are worked on together: a quarter of a megabyte, which stays in the cache.
_CELLS = 1 << 15
# Outcomes of one report: OpenBLAS splits longer dot products over threads, which cost more than they save.
_COLUMNS = 10_000
_EPSILON, _LARGEST = float(np.finfo(float).eps), float(np.finfo(float).max)
_KL = KL()


def best_policy(
    total_reward: ArrayLike, reference: ArrayLike, *, penalty: Real = 1, divergence: Divergence | None = None
) -> np.ndarray:
    """The distribution p that maximises <p, total_reward> - penalty * D_f(p || reference).

    Args:
        total_reward: R, the sum of the groups' weighted rewards, shape (..., outcomes); leading axes are a batch
            of reports. Finite; under KL minus infinity rules an outcome out, as long as another one remains.
        reference: q, the initial model, shape (outcomes,), all positive.
        penalty: the weight of the divergence, greater than 0; the paper has 1.
        divergence: KL() if not given.

    Returns:
        Shape (..., outcomes). Ints and Fractions give Fractions under `ChiSquared` and `TotalVariation`; under
        KL and other divergences the answer is in floats. Where several policies are best (total variation, at
        a gain equal to the penalty) the mass stays with the initial model.

    Raises:
        ValueError: shapes differ, the initial model has a zero or does not add up to 1, or penalty <= 0.

    Reference:
        Sun et al. (2025), Definition 3.1.

    >>> best_policy([np.log(2), 0.0], [0.5, 0.5]).round(3)
    array([0.667, 0.333])
    >>> from fractions import Fraction
    >>> best_policy([1, 0], [Fraction(1, 2)] * 2, divergence=ChiSquared())
    array([Fraction(5, 8), Fraction(3, 8)], dtype=object)
    """
    return _solve(total_reward, reference, penalty, divergence, policies=True)[0]


def value(
    total_reward: ArrayLike, reference: ArrayLike, *, penalty: Real = 1, divergence: Divergence | None = None
) -> Number | np.ndarray:
    """V(R): the largest <p, total_reward> - penalty * D_f(p || reference) over all distributions p.

    No policy is stored, so a batch of reports costs no memory beyond its values. Arguments and errors as for
    `best_policy`; shape (...).

    >>> value([np.log(2), 0.0], [0.5, 0.5]).round(4)
    np.float64(0.4055)
    """
    return _solve(total_reward, reference, penalty, divergence, policies=False)[1]


def best_policy_and_value(
    total_reward: ArrayLike, reference: ArrayLike, *, penalty: Real = 1, divergence: Divergence | None = None
) -> tuple[np.ndarray, Any]:
    """`best_policy` and `value` for the price of one."""
    return _solve(total_reward, reference, penalty, divergence, policies=True)


# -- one solver per divergence ------------------------------------------------------------------------------


def _solve(
    total_reward: Any, reference: Any, penalty: Any, divergence: Divergence | None, *, policies: bool
) -> tuple[Any, Any]:
    if divergence is not None and not isinstance(divergence, Divergence):
        raise ValueError(f"divergence must be a Divergence such as KL(), got {divergence!r}")
    no_booleans("penalty", penalty)
    f = _KL if divergence is None else divergence
    exact = f.rational and is_exact(penalty, reference, total_reward)
    q = as_distribution("reference", reference, exact=exact)
    return solve_checked(total_reward, q, penalty, f, exact=exact, policies=policies)


def solve_checked(
    total_reward: Any, q: np.ndarray, penalty: Any, f: Divergence, *, exact: bool, policies: bool
) -> tuple[Any, Any]:
    """Policies (None if not wanted) and values, for a reference that has been checked already."""
    # The exponential tilt refuses what has no best policy itself, at no cost.
    R = as_array("total_reward", total_reward, exact=exact, finite=not isinstance(f, KL))
    weight = as_number("penalty", penalty, exact=exact, above=0)
    if R.shape[-1:] != q.shape:
        raise ValueError(f"total_reward must end in the {q.size} outcomes of reference, got shape {R.shape}")
    solver = _solver(f, exact)
    policy = np.empty(R.shape, dtype=R.dtype) if policies else None
    if R.ndim == 1 and solver in (_tilt, _active_set):
        return policy, solver(R, q, weight, f, policy)
    rows = R.reshape(-1, q.size)
    out = None if policy is None else policy.reshape(-1, q.size)
    found = np.empty(len(rows), dtype=rows.dtype)
    step = max(1, _CELLS // q.size)
    for start in range(0, len(rows), step):
        part = slice(start, start + step)
        found[part] = solver(rows[part], q, weight, f, None if out is None else out[part])
    return policy, found.reshape(R.shape[:-1])[()]


def _solver(f: Divergence, exact: bool) -> Any:
    if isinstance(f, KL):
        return _tilt
    if isinstance(f, ChiSquared):
        return _active_set_by_sorting if exact else _active_set
    if isinstance(f, TotalVariation):
        return _move_mass
    return _dual


def _tilt(R: np.ndarray, q: np.ndarray, weight: float, f: Divergence, out: np.ndarray | None) -> Any:
    """KL, for one row or several, in blocks of outcomes; with shifted exponents only where that is needed.

    What underflows then is smaller than the best outcome's mass by more than a float's precision.
    """
    top: Any = 0.0
    # What overflows is shifted or refused.
    with np.errstate(over="ignore", invalid="ignore"):
        mass = _tilted(R, q, weight, out)
        if R.ndim == 1:
            sound = 1e-200 < mass < 1e200
        else:
            sound = np.minimum.reduce(mass) > 1e-200 and np.maximum.reduce(mass) < 1e200
        if not sound:
            top = np.maximum.reduce(R, axis=-1)
            mass = _tilted(R - top[..., None], q, weight, out)
    found = top + weight * np.log(mass)
    if not isfinite(found if R.ndim == 1 else np.add.reduce(found)):
        raise ValueError("total_reward must be finite numbers, and penalty not so small that they overflow")
    if out is not None:
        out *= 1 / mass if R.ndim == 1 else (1 / mass)[:, None]
    return found


def _tilted(R: np.ndarray, q: np.ndarray, weight: float, out: Any) -> Any:
    """E_q of exp(R / weight), and what is averaged, q exp(R / weight), in `out`."""
    rate: Any = 1 / weight
    mass: Any = 0.0
    scratch = np.empty((*R.shape[:-1], min(q.size, _COLUMNS))) if out is None else None
    for start in range(0, q.size, _COLUMNS):
        block, share = R[..., start : start + _COLUMNS], q[start : start + _COLUMNS]
        tilt = scratch[..., : share.size] if scratch is not None else out[..., start : start + _COLUMNS]
        np.exp(block if rate == 1 else np.multiply(block, rate, out=tilt), out=tilt)
        mass = mass + tilt @ share
        if out is not None:
            tilt *= share
    return mass


def _active_set(R: np.ndarray, q: np.ndarray, weight: float, f: Divergence, out: np.ndarray | None) -> Any:
    """Chi-squared in floats, for one row or several. mu over all outcomes is too small; the outcomes it would
    make negative have probability 0 at the true mu too, so dropping them and repeating ends at the support."""
    kept, share, moment = q.size, 1.0, _mean(R, q)
    while True:
        # Outcomes with rewards above this level have positive probability.
        level = (moment - 2 * weight) / share
        keep = level[..., None] < R
        left = np.add.reduce(keep, axis=-1)
        if np.all(left == kept):
            break
        kept, kept_q = left, keep * q
        share, moment = np.add.reduce(kept_q, axis=-1), _dot(kept_q, R)
    p = np.subtract(R, level[..., None], out=out)
    np.maximum(p, 0, out=p)
    # p / q so far, times 2 weight; <p, R> - weight * chi2 with chi2 = sum of p^2 / q, minus 1.
    p *= 0.5 / weight
    mass = p * q
    squares = _dot(p, mass)
    p[...] = mass
    return _dot(mass, R) - weight * (squares - 1)


def _dot(a: np.ndarray, b: np.ndarray) -> Any:
    return _mean(a, b) if a.ndim == 1 else np.einsum("ij,ij->i", a, b)


def _mean(rows: np.ndarray, q: np.ndarray) -> Any:
    """Dot products of one row or several with q, in blocks that no thread is started for."""
    if q.size <= _COLUMNS:
        return rows @ q
    blocks = [slice(start, start + _COLUMNS) for start in range(0, q.size, _COLUMNS)]
    return np.add.reduce([rows[..., block] @ q[block] for block in blocks])


def _active_set_by_sorting(
    R: np.ndarray, q: np.ndarray, weight: Any, f: Divergence, out: np.ndarray | None
) -> np.ndarray:
    """Chi-squared in Fractions: the support is a prefix of the outcomes sorted by reward."""
    values = np.empty(len(R), dtype=object)
    for row, r in enumerate(R):
        order = sorted(range(q.size), key=lambda x: -r[x])
        share = moment = mu = 0
        for x in order:
            if share and r[x] <= mu - 2 * weight:
                break
            share, moment = share + q[x], moment + q[x] * r[x]
            mu = (moment - 2 * weight * (1 - share)) / share
        p = np.array([q[x] * max(0, 1 + (r[x] - mu) / (2 * weight)) for x in range(q.size)], dtype=object)
        values[row] = p @ r - weight * ((p - q) ** 2 / q).sum()
        if out is not None:
            out[row] = p
    return values


def _move_mass(R: np.ndarray, q: np.ndarray, weight: Any, f: Divergence, out: np.ndarray | None) -> np.ndarray:
    """Total variation: moving mass to a best outcome costs `weight` per unit, wherever it comes from."""
    peak = R.max(axis=1)[:, None]
    p = np.where(peak - R > weight, 0 * q, q + 0 * R)
    best = np.where(peak == R, q + 0 * R, 0 * q)
    p = p + best * ((1 - p.sum(axis=1)) / best.sum(axis=1))[:, None]
    if out is not None:
        out[...] = p
    return (p * R).sum(axis=1) - weight * abs(p - q).sum(axis=1) / 2


def _dual(R: np.ndarray, q: np.ndarray, weight: float, f: Divergence, out: np.ndarray | None) -> np.ndarray:
    """Any f: mu such that the ratios of slope (R - mu) / weight add up to 1, between two bounds.

    At mu = max R - weight f'(1) all ratios are at most 1, at mu = min R - weight f'(1) at least 1. At
    mu = R(x) - weight f'(1 / q(x)) outcome x alone has probability 1 or more, so the largest of these numbers is
    not too large either, and often close. Newton's step is taken where it stays inside the shrinking bracket, its
    middle otherwise. At the end the policies of the two bounds are mixed to add up to 1: where f has straight
    pieces, every mixture of them is best.
    """
    with np.errstate(over="ignore"):
        largest = min(1 / q.min(), _LARGEST)
    at_one = float(f.derivative(np.ones(1))[0])
    # Measured from the largest reward mu keeps all its digits where f' ends and mu comes close to that end.
    peak = R.max(axis=1)
    R = R - peak[:, None]
    high = np.full(len(R), -weight * at_one)
    with np.errstate(all="ignore"):  # 1 / q(x) may be too large for f'; then x bounds nothing
        alone = np.fmax.reduce(R - weight * f.derivative(1 / q), axis=1)
    low = np.minimum(np.fmax(R.min(axis=1) - weight * at_one, alone), high)
    # Where one outcome gets everything this bound is attained, so rounding must not push it up.
    low = low - 16 * _EPSILON * np.abs(low)
    # For p near q all divergences agree, so mu is near the mean of R.
    mu = np.clip(_mean(R, q) - weight * at_one, low, high)
    for _ in range(200):
        mass, slope = _mass_and_slope(R, q, mu, weight, f, largest)
        excess = mass - 1
        low, high = np.where(excess >= 0, mu, low), np.where(excess <= 0, mu, high)
        middle = (low + high) / 2
        # A little too far, so that at the end the bracket closes from both sides.
        with np.errstate(all="ignore"):
            newton = mu + excess / slope + np.copysign(2 * _EPSILON * mu, excess)
        step = np.where((newton > low) & (newton < high), newton, middle)
        close = np.abs(excess) <= 32 * _EPSILON
        narrow = high - low <= 2 * _EPSILON * (np.abs(low) + np.abs(high)) + 1e-30 * weight
        if (narrow | close).all():
            low, high = np.where(close, mu, low), np.where(close, mu, high)
            break
        mu = step
    p = q * f.ratio((R - low[:, None]) / weight, largest=largest)
    if (low < high).any():
        less = q * f.ratio((R - high[:, None]) / weight, largest=largest)
        surplus, deficit = p.sum(axis=1) - 1, 1 - less.sum(axis=1)
        with np.errstate(all="ignore"):
            share = np.where((surplus > 0) & (deficit > 0), surplus / (surplus + deficit), 0.0)
        p = (1 - share)[:, None] * p + share[:, None] * less
    p /= p.sum(axis=1, keepdims=True)
    if out is not None:
        out[...] = p
    return peak + np.einsum("ij,ij->i", p, R) - weight * f._sum(p, q)


def _mass_and_slope(
    R: np.ndarray, q: np.ndarray, mu: np.ndarray, weight: float, f: Divergence, largest: float
) -> tuple[np.ndarray, np.ndarray]:
    """The sum of the ratios at mu, and how fast it falls (NaN without f''); in cache-sized blocks."""
    mass, slope = np.zeros(len(R)), np.full(len(R), 0.0 if f.curvature else np.nan)
    for start in range(0, q.size, _COLUMNS):
        part = slice(start, start + _COLUMNS)
        ratio = f.ratio((R[:, part] - mu[:, None]) / weight, largest=largest)
        mass += ratio @ q[part]
        if f.curvature is not None:
            with np.errstate(all="ignore"):
                bend = 1 / f.curvature(ratio)
            slope += np.where((ratio > 0) & (ratio < largest), bend, 0.0) @ q[part] / weight
    return mass, slope
