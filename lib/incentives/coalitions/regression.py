"""The error that each member of one coalition expects: linear regression.

Member j sees `sizes[j]` inputs in D dimensions and noisy values of a linear function of them, fits it by least
squares without an intercept, and mixes everybody's coefficients. Its error is the squared distance between its
prediction and the true mean value at a fresh input of its own.

Two numbers per pair of members carry all that the inputs do to the error:

    cost[j, i] = trace(T_j E[(X_i' X_i)^-1])      what one unit of member i's label noise costs member j
    spread[j]  = trace(T_j Cov(theta))            what a difference in coefficients costs member j

where T_j = E[x x'] over the inputs on which j is tested. In mean estimation cost[j, i] = 1 / sizes[i].
Exact input (ints, Fractions, SymPy expressions or matrices) gives exact answers, arrays give float arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from incentives.coalitions.errors import Errors, Parameter, Sizes
from incentives.coalitions.sizes import read, rows_of_one
from incentives.numbers import Number, Real, Row, Table, answer, as_array, as_count, is_exact, no_booleans
from incentives.reading import require

Stack = Sequence[Table] | Table  # of one square matrix, or one for each member


def _plain(value: Any) -> Any:
    """SymPy matrices, also inside a list, as nested lists."""
    if isinstance(value, sympy.MatrixBase):
        return value.tolist()
    return [_plain(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def _matrices(name: str, value: Any, *, exact: bool) -> np.ndarray:
    """One square matrix per member, or a single one that holds for all: shape (members or 1, D, D)."""
    array = as_array(name, value, exact=exact)
    array = array[None] if array.ndim == 2 else array
    if array.ndim != 3 or array.shape[1] != array.shape[2] or array.size == 0:
        raise ValueError(f"{name} must be square matrices of shape (members, D, D) or (D, D), got {array.shape}")
    return array


def _inverse(name: str, matrices: np.ndarray) -> np.ndarray:
    """The inverse of each matrix, exact for objects."""
    if matrices.dtype != object:
        try:
            return np.linalg.inv(matrices)
        except np.linalg.LinAlgError as problem:
            raise ValueError(f"{name} must be invertible") from problem
    inverses = np.empty(matrices.shape, dtype=object)
    for place, matrix in enumerate(matrices):
        exact = sympy.Matrix(matrix)
        if exact.det() == 0:
            raise ValueError(f"{name} must be invertible, got {exact.tolist()}")
        for spot, entry in np.ndenumerate(np.array(exact.inv(), dtype=object)):
            inverses[(place, *spot)] = Fraction(entry.p, entry.q) if entry.is_Rational else entry
    return inverses


def _traces(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """trace(left[j] right[i]) for all j, i. An entrywise sum, because einsum cannot handle objects."""
    return (left[:, None] * right[None].swapaxes(-1, -2)).sum(axis=(-1, -2))


def _beyond(sizes: np.ndarray, dimension: int) -> np.ndarray:
    """sizes - D - 1, which must be positive for the inverse Wishart distribution to have a mean."""
    for size in sizes.flat:
        enough = size > dimension + 1
        if enough is sympy.false or (isinstance(enough, (bool, np.bool_)) and not enough):
            raise ValueError(
                f"sizes must exceed D + 1 = {dimension + 1} for Gaussian inputs in D = {dimension} dimensions "
                f"(with fewer samples the expected error is infinite), got {size}"
            )
    return sizes - dimension - 1


def common_gaussian_costs(sizes: Sizes, *, dimension: int) -> Row:
    """Costs when all members draw inputs from one zero-mean Gaussian: D / (sizes[i] - D - 1) in column i.

    Args:
        sizes: samples per member, shape (members,) or, for arrays, (..., members); each greater than D + 1.
        dimension: D, a whole number, at least 1.

    Returns:
        cost[j, i], shape (members, members) or (..., members, members); the covariance itself cancels.

    Raises:
        ValueError: a size is not greater than D + 1, or `dimension` is not a whole number above 0.

    Reference:
        Donahue and Kleinberg (2021), Theorems 4.1 and 4.2, Gaussian form.

    >>> common_gaussian_costs([10, 13], dimension=2)
    ((Fraction(2, 7), Fraction(1, 5)), (Fraction(2, 7), Fraction(1, 5)))
    """
    as_count("dimension", dimension, least=1)
    (n,) = read(is_exact(sizes, symbols=True), sizes)
    costs = int(dimension) / _beyond(n, int(dimension))
    return answer(np.repeat(costs[..., None, :], n.shape[-1], axis=-2))


def gaussian_costs(sizes: Sizes, *, covariances: Stack) -> Row:
    """Costs when member i draws inputs from its own zero-mean Gaussian, and is tested on it too.

    Args:
        sizes: samples per member, shape (members,), each greater than D + 1.
        covariances: input covariance per member, shape (members, D, D), or (D, D) for all; invertible.

    Returns:
        cost[j, i] = trace(Sigma_j Sigma_i^-1) / (sizes[i] - D - 1), shape (members, members).

    Raises:
        ValueError: a size is not greater than D + 1, or the matrices are not square, invertible, one per member.

    Reference:
        Theorem 4.2 of Donahue and Kleinberg (2021) with the mean of the inverse Wishart distribution.

    >>> gaussian_costs([10, 10], covariances=[[[4, 0], [0, 4]], [[1, 0], [0, 1]]])
    ((Fraction(2, 7), Fraction(8, 7)), (Fraction(1, 14), Fraction(2, 7)))
    """
    covariances = _plain(covariances)
    exact = is_exact(sizes, covariances, symbols=True)
    (n,) = read(exact, sizes)
    sigma = _matrices("covariances", covariances, exact=exact)
    if n.ndim != 1 or len(sigma) not in (1, len(n)):
        raise ValueError(f"covariances must be one matrix or one per member ({n.shape[-1]}), got {len(sigma)}")
    gaps = (sigma - np.swapaxes(sigma, -1, -2)).ravel().tolist()
    if any(gap != 0 if exact else abs(gap) > 1e-9 * float(np.abs(sigma).max()) for gap in gaps):
        raise ValueError(f"covariances must be symmetric, got {covariances!r}")
    require("variances on the diagonal of covariances", np.diagonal(sigma, axis1=-2, axis2=-1), above=0)
    sigma = np.repeat(sigma, len(n) // len(sigma), axis=0)
    return answer(_traces(sigma, _inverse("covariances", sigma)) / _beyond(n, sigma.shape[-1]))


def moment_costs(inverse_moments: Stack, *, test_moments: Stack) -> Row:
    """Costs for inputs of any distribution, from two moments of it.

    Args:
        inverse_moments: E[(X_i' X_i)^-1] per member, shape (members, D, D).
        test_moments: E[x x'] over the inputs on which a member is tested, shape (members, D, D) or (D, D).

    Returns:
        cost[j, i] = trace(test_moments[j] inverse_moments[i]), shape (members, members).

    Raises:
        ValueError: the matrices are not square, or differ in number or dimension.

    Reference:
        Donahue and Kleinberg (2021), Theorem 4.2, general form.

    >>> moment_costs([[[Fraction(1, 5)]], [[Fraction(1, 25)]]], test_moments=[[1]])[0]
    (Fraction(1, 5), Fraction(1, 25))
    """
    inverse_moments, test_moments = _plain(inverse_moments), _plain(test_moments)
    exact = is_exact(inverse_moments, test_moments, symbols=True)
    inverses = _matrices("inverse_moments", inverse_moments, exact=exact)
    tests = _matrices("test_moments", test_moments, exact=exact)
    if len(tests) not in (1, len(inverses)) or tests.shape[1:] != inverses.shape[1:]:
        raise ValueError(f"test_moments must match inverse_moments, {inverses.shape} or one matrix; got {tests.shape}")
    return answer(_traces(np.repeat(tests, len(inverses) // len(tests), axis=0), inverses))


def coefficient_spreads(test_moments: Stack, *, coefficients: Table) -> Errors:
    """The distance between the predictions of two members' coefficients: trace(T_j Cov(theta)) for each test moment.

    Args:
        test_moments: E[x x'] per member, shape (members, D, D), or (D, D).
        coefficients: covariance of one member's coefficients, shape (D, D); its off-diagonal entries matter
            when both coefficients and inputs are correlated.

    Returns:
        One number per test moment, in squared units of the predicted value.

    Raises:
        ValueError: the matrices are not square or differ in dimension.

    Reference:
        Donahue and Kleinberg (2021), Theorem 4.2 and its generalisation in appendix B, corrected.

    >>> coefficient_spreads([[2, 1], [1, 3]], coefficients=[[1, 1], [1, 5]])
    (Fraction(19, 1),)
    """
    test_moments, coefficients = _plain(test_moments), _plain(coefficients)
    exact = is_exact(test_moments, coefficients, symbols=True)
    tests = _matrices("test_moments", test_moments, exact=exact)
    covariance = _matrices("coefficients", coefficients, exact=exact)
    if len(covariance) != 1 or covariance.shape[1:] != tests.shape[1:]:
        raise ValueError(f"coefficients must be one matrix {tests.shape[1:]}, got {covariance.shape}")
    return answer(_traces(tests, covariance)[:, 0])


def regression_errors(costs: Table, *, noise: Parameter, spreads: Parameter | Sizes, weights: Table) -> Errors:
    """Error of each member of a regression coalition that mixes coefficients by `weights`.

    Args:
        costs: cost[j, i] of the module's first lines, shape (members, members) or (..., members, members).
        noise: variance of one label around its mean, greater than 0.
        spreads: spread[j], shape (members,), or one number for all members; greater than 0.
        weights: mixing matrix of the same shape as `costs`; rows sum to 1. The identity is local estimation.

    Returns:
        Expected squared error per member.

    Raises:
        ValueError: shapes differ, a number is not positive, or a row of `weights` does not sum to 1.

    Reference:
        Donahue and Kleinberg (2021), Theorem 4.2.

    >>> costs = common_gaussian_costs([10, 13], dimension=2)
    >>> regression_errors(costs, noise=7, spreads=1, weights=[[1, 0], [0, 1]])
    (Fraction(2, 1), Fraction(7, 5))
    """
    for name, given in (("costs", costs), ("noise", noise), ("spreads", spreads)):
        no_booleans(name, given)
    exact = is_exact(costs, noise, spreads, weights, symbols=True)
    zeta = as_array("costs", costs, exact=exact)
    mu = as_array("noise", noise, exact=exact)[..., None]
    tau = as_array("spreads", spreads, exact=exact)
    for name, array in (("costs", zeta), ("noise", mu), ("spreads", tau)):
        require(name, array, above=0)
    members = zeta.shape[-1] if zeta.ndim >= 2 else 0
    if zeta.ndim < 2 or zeta.shape[-2] != members:
        raise ValueError(f"costs must have shape (members, members), got {zeta.shape}")
    if tau.ndim and tau.shape[-1] not in (1, members):
        raise ValueError(f"spreads must be one number, or one per member ({members}); got {spreads!r}")
    if not mu.size or not tau.size:
        raise ValueError(f"noise and spreads must hold numbers, got {noise!r} and {spreads!r}")
    v = rows_of_one(weights, members, exact=exact)
    own = np.diagonal(v, axis1=-2, axis2=-1)
    away = (v**2).sum(axis=-1) - own**2 + (1 - own) ** 2
    return answer(mu * (v**2 * zeta).sum(axis=-1) + tau * away)


def same_size_threshold(dimension: int, *, noise: Real, spread: Real) -> Number:
    """Samples per member at which equal members, on one Gaussian, are indifferent between together and alone.

    With fewer samples all prefer one coalition, with more all prefer to be alone.

    Args:
        dimension: D, at least 1.
        noise: variance of one label around its mean, greater than 0.
        spread: trace(Cov(inputs) Cov(coefficients)), greater than 0.

    Returns:
        D + 1 + D noise / spread, exact for exact input.

    Raises:
        ValueError: an argument is not a positive number.

    >>> same_size_threshold(2, noise=10, spread=1)
    Fraction(23, 1)
    """
    exact = is_exact(dimension, noise, spread, symbols=True)
    values = [
        as_array(name, value, exact=exact)
        for name, value in (("dimension", dimension), ("noise", noise), ("spread", spread))
    ]
    for name, value in zip(("dimension", "noise", "spread"), values, strict=True):
        require(name, value, above=0)
    if isinstance(dimension, float) and dimension != int(dimension):
        raise ValueError(f"dimension must be a whole number of at least 1, got {dimension!r}")
    d, mu, tau = (value.item() for value in values)
    return d + 1 + d * mu / tau
