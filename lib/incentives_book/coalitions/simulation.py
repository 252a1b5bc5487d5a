"""Both estimation problems played out: draw owners, draw samples, estimate, mix, measure.

Nothing here knows the formulas of `errors` and `regression`; that is what makes the comparison a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from incentives.coalitions.errors import rows_of_one

Draw = Callable[[np.random.Generator, tuple[int, ...]], Any]

ENTRIES = 2_000_000  # numbers drawn at once; bounds memory to a few tens of megabytes


class Simulated(NamedTuple):
    """Mean squared error per member over all rounds, and the standard error of that mean."""

    errors: np.ndarray
    standard_errors: np.ndarray


def gaussian_noise(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Standard normal disturbances, the default."""
    return rng.standard_normal(shape)


def rademacher_noise(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Disturbances that are +1 or -1 with equal chance: mean 0, variance 1, nothing else in common with Gauss."""
    return 2.0 * rng.integers(0, 2, size=shape) - 1.0


def _counts(sizes: Sequence[int]) -> np.ndarray:
    counts = np.asarray(sizes)
    if counts.ndim != 1 or counts.size == 0 or counts.dtype.kind not in "iu" or (counts < 1).any():
        raise ValueError(f"sizes must be a non-empty list of whole numbers >= 1, got {sizes!r}")
    return counts


def _summary(squares: list[np.ndarray], rounds: int) -> Simulated:
    every = np.concatenate(squares)
    return Simulated(every.mean(axis=0), every.std(axis=0, ddof=1) / np.sqrt(rounds))


def _chunks(rounds: int, entries_per_round: int) -> list[int]:
    """Rounds cut into pieces of bounded memory."""
    if rounds < 2:
        raise ValueError(f"rounds must be at least 2, to estimate a standard error; got {rounds}")
    size = max(1, ENTRIES // entries_per_round)
    return [min(size, rounds - start) for start in range(0, rounds, size)]


def simulate_means(
    sizes: Sequence[int],
    *,
    weights: Any,
    owners: Draw,
    rounds: int,
    rng: np.random.Generator,
    noise: Draw = gaussian_noise,
) -> Simulated:
    """Play mean estimation many times.

    Args:
        sizes: samples per member, whole numbers >= 1, shape (members,).
        weights: mixing matrix, shape (members, members); row j holds member j's weights and sums to 1.
        owners: called as `owners(rng, (rounds, members))`, returns the owners' means and the variances of
            their samples, two arrays of that shape; one call, so that the two may depend on each other.
        rounds: how many independent worlds, at least 2.
        rng: source of all chance.
        noise: called as `noise(rng, shape)`, returns disturbances of mean 0 and variance 1.

    Returns:
        Mean squared error of each member's estimate of its own mean, and its standard error.

    Raises:
        ValueError: sizes are not counts, rows of `weights` do not sum to 1, or rounds < 2.

    >>> def owners(rng, shape): return rng.normal(size=shape), np.full(shape, 10.0)
    >>> simulate_means([5, 5], weights=np.eye(2), owners=owners, rounds=20_000,
    ...                rng=np.random.default_rng(1)).errors.round(1)
    array([2., 2.])
    """
    counts = _counts(sizes)
    mix = rows_of_one(np.asarray(weights, dtype=float), len(counts), exact=False)
    starts = np.concatenate([[0], counts.cumsum()[:-1]])
    squares = []
    for piece in _chunks(rounds, int(counts.sum())):
        means, variances = owners(rng, (piece, len(counts)))
        averages = np.add.reduceat(noise(rng, (piece, int(counts.sum()))), starts, axis=1) / counts
        local = means + np.sqrt(variances) * averages
        squares.append((local @ mix.T - means) ** 2)
    return _summary(squares, rounds)


def simulate_regression(
    sizes: Sequence[int],
    *,
    weights: Any,
    owners: Draw,
    inputs: Draw | Sequence[Draw],
    rounds: int,
    rng: np.random.Generator,
    noise: Draw = gaussian_noise,
) -> Simulated:
    """Play linear regression many times: least squares per member, mixed, tested on one fresh input.

    Args:
        sizes: samples per member, whole numbers >= D, shape (members,).
        weights: mixing matrix, shape (members, members); row j holds member j's weights and sums to 1.
        owners: called as `owners(rng, (rounds, members))`, returns coefficients (rounds, members, D) and the
            variances of the labels (rounds, members).
        inputs: called as `inputs(rng, shape)`, returns inputs of shape (*shape, D); one for all members, or a
            list with one per member.
        rounds: how many independent worlds, at least 2.
        rng: source of all chance.
        noise: called as `noise(rng, shape)`, returns disturbances of mean 0 and variance 1.

    Returns:
        Mean squared distance between prediction and true mean value per member, and its standard error.

    Raises:
        ValueError: sizes are not counts of at least D, rows of `weights` do not sum to 1, rounds < 2, the
            number of input distributions is not the number of members, or a drawn design has no unique fit.

    >>> def owners(rng, shape): return rng.normal(size=(*shape, 1)), np.full(shape, 3.0)
    >>> def ones(rng, shape): return np.ones((*shape, 1))
    >>> simulate_regression([3, 3], weights=np.eye(2), owners=owners, inputs=ones, rounds=20_000,
    ...                     rng=np.random.default_rng(1)).errors.round(1)
    array([1., 1.])
    """
    counts = _counts(sizes)
    mix = rows_of_one(np.asarray(weights, dtype=float), len(counts), exact=False)
    draws = [inputs] * len(counts) if callable(inputs) else list(inputs)
    if len(draws) != len(counts):
        raise ValueError(f"inputs must be one callable, or one per member ({len(counts)}); got {len(draws)}")
    dimension = np.shape(draws[0](np.random.default_rng(0), (1,)))[-1]
    if (counts < dimension).any():
        raise ValueError(f"sizes must be at least D = {dimension} for least squares, got {sizes!r}")
    squares = []
    for piece in _chunks(rounds, int(counts.sum()) * dimension):
        coefficients, variances = owners(rng, (piece, len(counts)))
        fitted = np.empty_like(coefficients, dtype=float)
        for member, count in enumerate(counts.tolist()):
            x = draws[member](rng, (piece, count))
            disturbance = noise(rng, (piece, count)) * np.sqrt(variances[:, member, None])
            y = (x @ coefficients[:, member, :, None])[..., 0] + disturbance
            across = x.swapaxes(-1, -2)
            try:
                fitted[:, member] = np.linalg.solve(across @ x, across @ y[..., None])[..., 0]
            except np.linalg.LinAlgError as problem:
                raise ValueError(
                    f"inputs must give member {member} linearly independent columns in every world"
                ) from problem
        gaps = np.einsum("ji,rid->rjd", mix, fitted) - coefficients
        tests = np.stack([draw(rng, (piece,)) for draw in draws], axis=1)
        squares.append((gaps * tests).sum(axis=-1) ** 2)
    return _summary(squares, rounds)
