"""The slack of leave-one-out identifiability, for quadratics with a common minimiser at the origin.

Without client n the others agree on {x : x'H_j x / 2 <= epsilon for all j != n}. The slack of n is the least
rho for which F_n(x) <= rho * epsilon holds there; it does not depend on epsilon. Weights lambda_j >= 0 whose
combination dominates H_n prove rho <= sum of the weights, and a direction x proves rho >= x'H_n x / max_j
x'H_j x. Both proofs are exact here, however the weights and the direction were found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.consensus.exact_algebra import dot, is_semidefinite
from incentives.numbers import Matrix, as_matrix, is_exact
from incentives.randomness import stream


@dataclass(frozen=True)
class Slack:
    """Exact bounds on the slack of one client, and what proves them.

    Args:
        lower: value of the ratio at `direction`.
        direction: shape (d,), exact.
        upper: sum of `weights`; None if no weights dominate, so that the slack may be infinite.
        weights: shape (clients,), 0 for the client itself; None with `upper`.
    """

    lower: Fraction
    direction: tuple[Fraction, ...]
    upper: Fraction | None
    weights: tuple[Fraction, ...] | None


def read_matrices(matrices: Sequence[Any], who: int) -> tuple[Matrix, ...]:
    """The matrices as Fractions; ValueError unless they are exact, of one size, semidefinite, and `who` is
    one of them.
    """
    read = tuple(as_matrix(f"matrices[{j}]", H) for j, H in enumerate(matrices))
    if len(read) < 2 or len({(len(H), len(H[0])) for H in read}) > 1 or len(read[0]) != len(read[0][0]):
        raise ValueError("matrices must be at least two square matrices of one size")
    if not is_exact(*read):
        raise ValueError("matrices must hold ints or Fractions: the bounds are proved exactly")
    if any(H[i][k] != H[k][i] for H in read for i in range(len(H)) for k in range(i)):
        raise ValueError("matrices must be symmetric")
    if not all(is_semidefinite(H) for H in read):
        raise ValueError("matrices must be positive semidefinite")
    if isinstance(who, bool) or not isinstance(who, int) or not 0 <= who < len(read):
        raise ValueError(f"who must be a client from 0 to {len(read) - 1}, got {who!r}")
    return read


def ratio_at(matrices: Sequence[Any], who: int, direction: Sequence[Any]) -> Fraction | None:
    """x'H_n x over the largest x'H_j x of the others: the slack is at least that; None if all of those are 0.

    >>> ratio_at([[[2]], [[1]], [[4]]], 0, [1])
    Fraction(1, 2)
    """
    forms = [dot(direction, [dot(row, direction) for row in H]) for H in matrices]
    largest = max(form for j, form in enumerate(forms) if j != who)
    return Fraction(forms[who]) / largest if largest > 0 else None


def dominates(matrices: Sequence[Any], who: int, weights: Sequence[Any]) -> bool:
    """True if the weighted sum of the others' matrices minus H_n is positive semidefinite, decided exactly.

    Then x'H_n x <= sum_j weights_j x'H_j x <= 2 epsilon * sum of the weights on the set of the others.

    >>> dominates([[[2]], [[1]], [[4]]], 0, [0, 2, 0]), dominates([[[2]], [[1]], [[4]]], 0, [0, 1, 0])
    (True, False)
    """
    size = range(len(matrices[who]))
    others = [(w, H) for j, (w, H) in enumerate(zip(weights, matrices, strict=True)) if j != who]
    if any(w < 0 for w, _ in others):
        return False
    gap = [[sum((w * H[i][k] for w, H in others), -Fraction(matrices[who][i][k])) for k in size] for i in size]
    return is_semidefinite(gap)


def _proved(matrices: Sequence[Matrix], who: int, weights: Sequence[float]) -> tuple[Fraction, ...] | None:
    """Rational weights near `weights` that dominate; a little larger where rounding spoiled it."""
    for digits, excess in ((3, 0), (6, 0), (10, 1e-9), (10, 1e-8), (10, 1e-7), (9, 1e-5), (9, 1e-3)):
        rounded = tuple(
            Fraction(0) if j == who else Fraction(float(w) * (1 + excess)).limit_denominator(10**digits)
            for j, w in enumerate(weights)
        )
        if dominates(matrices, who, rounded):
            return rounded
    return None


def _relative(own: np.ndarray, other: np.ndarray) -> float:
    """The largest x'own x / x'other x over the directions that `other` sees."""
    values, vectors = np.linalg.eigh(other)
    seen = values > 1e-10 * max(values.max(), 1e-300)
    half = vectors[:, seen] / np.sqrt(values[seen])
    return float(np.linalg.eigvalsh(half.T @ own @ half)[-1]) if seen.any() else 0.0


def equal_weights_slack(matrices: Sequence[Any], who: int) -> Fraction | None:
    """The eigenvalue bound: (number of others) * the largest eigenvalue of H_n relative to their sum; proved, or None.

    It is the best bound with equal weights, rounded up in the ninth digit at most.

    >>> equal_weights_slack([[[2]], [[1]], [[4]]], 0)
    Fraction(4, 5)
    """
    read = read_matrices(matrices, who)
    H = np.array(read, dtype=float)
    largest = _relative(H[who], np.delete(H, who, axis=0).sum(axis=0))
    weights = _proved(read, who, [largest] * len(read))
    return None if weights is None else sum(weights)


def slack(matrices: Sequence[Any], who: int, *, directions: int = 2000, seed: int = 0) -> Slack:
    """Exact lower and upper bounds on the slack of client `who`.

    The upper bound is the semidefinite program min {sum lambda : sum_j lambda_j H_j - H_n semidefinite,
    lambda >= 0}, solved by cutting planes (each cut is a direction in which the present weights fail) and
    then proved. The lower bound is the best of the cuts' directions and of random ones.

    Args:
        matrices: H_j of each client, shape (clients, d, d), exact, positive semidefinite.
        who: index n of the client that is removed.
        directions: how many random directions to try.
        seed: of their stream.

    Raises:
        ValueError: fewer than two matrices, or one that is inexact, not symmetric or not semidefinite.

    >>> bounds = slack([[[2, 0], [0, 2]], [[4, 0], [0, 0]], [[0, 0], [0, 1]]], 0)
    >>> print(bounds.lower, bounds.upper, *bounds.weights)
    5/2 5/2 0 1/2 2
    """
    from scipy.optimize import linprog

    read = read_matrices(matrices, who)
    H = np.array(read, dtype=float)
    own, others = H[who], np.delete(H, who, axis=0)
    cuts = [*np.linalg.eigh(own)[1].T, *np.linalg.eigh(others.sum(axis=0))[1].T]
    weights = None
    for _ in range(300):
        forms = np.array([[v @ A @ v for A in others] for v in cuts])
        needed = np.array([v @ own @ v for v in cuts])
        solved = linprog(np.ones(len(others)), A_ub=-forms, b_ub=-needed)
        if not solved.success:
            break
        values, vectors = np.linalg.eigh(np.tensordot(solved.x, others, axes=1) - own)
        weights = solved.x
        if values[0] >= -1e-8 * max(1.0, abs(values[-1])):
            break
        cuts.append(vectors[:, 0])
    if weights is not None:
        # What the cuts still miss is made up by a common factor.
        weights = weights * max(1.0, _relative(own, np.tensordot(weights, others, axes=1)))
    proved = None if weights is None else _proved(read, who, np.insert(weights, who, 0))
    tried = [*cuts, *stream(seed, "slack", "directions").normal(size=(directions, len(own)))]
    best = (Fraction(0), (Fraction(0),) * len(own))
    order = sorted(tried, key=lambda v: -_float_ratio(own, others, v))
    for v in order[:20]:
        scaled = v / np.abs(v).max()
        for digits in (1, 3, 6):
            rounded = tuple(Fraction(float(x)).limit_denominator(10**digits) for x in scaled)
            ratio = ratio_at(read, who, rounded)
            if ratio is not None and ratio > best[0]:
                best = (ratio, rounded)
    return Slack(*best, None if proved is None else sum(proved), proved)


def _float_ratio(own: np.ndarray, others: np.ndarray, v: np.ndarray) -> float:
    largest = max(float(v @ A @ v) for A in others)
    return float(v @ own @ v) / largest if largest > 1e-12 * float(v @ v) else 0.0
