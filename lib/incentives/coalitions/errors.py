"""The error that each member of one coalition expects: mean estimation under every federation of the paper.

Owner j draws its mean and its noise level, then `sizes[j]` samples. `noise` is the expected variance of one
sample around its owner's mean, `spread` the variance of the owners' means, and an error is a mean squared
error averaged over all of that (Donahue and Kleinberg 2021, sections 3 and 4).

Every function has two speeds and one formula. Lists and tuples of ints, Fractions or SymPy expressions are
computed as they are, so a tie is a tie and a page can derive from the library's own formula; the answer is a
tuple. A NumPy array or a float anywhere sends the call through float arrays, with any leading dimensions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from incentives.coalitions.sizes import read as read, read_in_range, rows_of_one
from incentives.floats import held_by_floats
from incentives.numbers import Real, Row, Table, answer, as_array, is_exact
from incentives.reading import require

Sizes = Sequence[Real] | np.ndarray
Parameter = Real | np.ndarray
Errors = Row


def _pull(n: np.ndarray) -> np.ndarray:
    """B_j: the sum of the others' squared sizes, plus the square of the others' total size."""
    total, squares = n.sum(axis=-1, keepdims=True), (n**2).sum(axis=-1, keepdims=True)
    return squares - n**2 + (total - n) ** 2


def local_errors(sizes: Sizes, *, noise: Parameter) -> Errors:
    """Error of each member who averages only its own samples: noise / size.

    Args:
        sizes: samples per member, shape (members,) or, for arrays, (..., members); greater than 0.
        noise: variance of one sample around its owner's mean, squared data units, greater than 0.

    Returns:
        Expected squared error per member, in the order of `sizes`.

    Raises:
        ValueError: `sizes` is empty, or an entry is not a positive number.

    Reference:
        Donahue and Kleinberg (2021), Theorem 4.1, mean estimation.

    >>> local_errors([5, 25], noise=10)
    (Fraction(2, 1), Fraction(2, 5))
    """
    n, mu = read(is_exact(sizes, noise, symbols=True), sizes, noise=noise)
    with held_by_floats("sizes and noise", sizes):
        return answer(mu / n)


def uniform_errors(sizes: Sizes, *, noise: Parameter, spread: Parameter) -> Errors:
    """Error of each member when all of them use the average of all samples.

    Args:
        sizes: samples per member, shape (members,) or, for arrays, (..., members); greater than 0.
        noise: variance of one sample around its owner's mean, squared data units, greater than 0.
        spread: variance of the owners' means, same units, greater than 0.

    Returns:
        Expected squared error per member, in the order of `sizes`.

    Raises:
        ValueError: `sizes` is empty, or an entry is not a positive number.

    Reference:
        Donahue and Kleinberg (2021), Corollary 4.3, mean estimation.

    >>> uniform_errors([5, 5, 5], noise=10, spread=1)
    (Fraction(4, 3), Fraction(4, 3), Fraction(4, 3))
    >>> uniform_errors(np.array([[5, 5], [5, 25]]), noise=10, spread=1).round(3)
    array([[1.5  , 1.5  ],
           [1.722, 0.389]])
    """
    n, mu, variance = read_in_range(is_exact(sizes, noise, spread, symbols=True), sizes, noise=noise, spread=spread)
    total = n.sum(axis=-1, keepdims=True)
    return answer(mu / total + variance * _pull(n) / total**2)


def coarse_errors(sizes: Sizes, *, noise: Parameter, spread: Parameter, weights: Parameter | Sizes) -> Errors:
    """Error of each member who mixes its local average with the average of all samples.

    Args:
        sizes, noise, spread: as for `uniform_errors`.
        weights: share in [0, 1] of each member's own average, shape (members,), or one number for all;
            1 is local, 0 is uniform.

    Returns:
        Expected squared error per member, in the order of `sizes`.

    Raises:
        ValueError: `sizes` is empty, an entry is not a positive number, or a weight is outside [0, 1].

    Reference:
        Donahue and Kleinberg (2021), Corollary 4.4, mean estimation.

    >>> coarse_errors([5, 25], noise=10, spread=1, weights=[0, 1])
    (Fraction(31, 18), Fraction(2, 5))
    """
    exact = is_exact(sizes, noise, spread, weights, symbols=True)
    n, mu, variance = read_in_range(exact, sizes, noise=noise, spread=spread)
    w = as_array("weights", weights, exact=exact)
    if w.ndim and w.shape[-1] not in (1, n.shape[-1]):
        raise ValueError(f"weights must be one number, or one per member ({n.shape[-1]}); got {weights!r}")
    require("weights", w, least=0, most=1)
    total = n.sum(axis=-1, keepdims=True)
    with held_by_floats("sizes, noise, spread and weights", sizes):
        sampling = mu * (w**2 / n + (1 - w**2) / total)
        return answer(sampling + variance * (1 - w) ** 2 * _pull(n) / total**2)


def optimal_coarse_weights(sizes: Sizes, *, noise: Parameter, spread: Parameter) -> Errors:
    """The share of its own average that is best for each member.

    A member who is alone mixes its average with itself, so every weight is best; the answer is then 1, local.

    Args:
        sizes, noise, spread: as for `uniform_errors`.

    Returns:
        Weight per member, strictly between 0 and 1 when there are two or more.

    Raises:
        ValueError: as for `uniform_errors`.

    Reference:
        Donahue and Kleinberg (2021), Lemma 6.1, which is 0/0 for a member who is alone.

    >>> optimal_coarse_weights([5, 5], noise=10, spread=1)
    (Fraction(1, 3), Fraction(1, 3))
    """
    n, mu, variance = read_in_range(is_exact(sizes, noise, spread, symbols=True), sizes, noise=noise, spread=spread)
    if n.shape[-1] == 1:
        return answer(n / n)
    total = n.sum(axis=-1, keepdims=True)
    pull = variance * _pull(n)
    return answer(pull / (mu * total * (total - n) / n + pull))


def optimal_coarse_errors(sizes: Sizes, *, noise: Parameter, spread: Parameter) -> Errors:
    """Error of each member who mixes its own and the common average in its best proportion.

    Args:
        sizes, noise, spread: as for `uniform_errors`.

    Returns:
        Expected squared error per member; a member who is alone gets noise / size.

    Raises:
        ValueError: as for `uniform_errors`.

    Reference:
        Donahue and Kleinberg (2021), Lemma 6.3, rewritten so that it covers a member who is alone.

    >>> optimal_coarse_errors([30, 30, 30, 300], noise=10, spread=1)[3]
    Fraction(13, 399)
    """
    n, mu, variance = read_in_range(is_exact(sizes, noise, spread, symbols=True), sizes, noise=noise, spread=spread)
    if n.shape[-1] == 1:
        return answer(mu / n)
    others = n.sum(axis=-1, keepdims=True) - n
    # Numerator and denominator of Lemma 6.3, both divided by the others' total size.
    per_sample = variance * _pull(n) / others
    return answer((mu + per_sample) / (others + n + n * per_sample / mu))


def fine_errors(sizes: Sizes, *, noise: Parameter, spread: Parameter, weights: Table) -> Errors:
    """Error of each member who weighs every member's average by weights of its own.

    Args:
        sizes, noise, spread: as for `uniform_errors`.
        weights: shape (members, members), for arrays (..., members, members); row j is what member j uses and
            sums to 1 (floats: within 1e-9). Negative entries are allowed.

    Returns:
        Expected squared error per member, in the order of `sizes`.

    Raises:
        ValueError: `sizes` is empty, an entry is not a positive number, or `weights` has another shape or a
            row that does not sum to 1.

    Reference:
        Donahue and Kleinberg (2021), Theorem 4.2, mean estimation.

    >>> from fractions import Fraction
    >>> half = Fraction(1, 2)
    >>> fine_errors([5, 25], noise=10, spread=1, weights=[[half, half], [0, 1]])
    (Fraction(11, 10), Fraction(2, 5))
    """
    exact = is_exact(sizes, noise, spread, weights, symbols=True)
    n, mu, variance = read(exact, sizes, noise=noise, spread=spread)
    v = rows_of_one(weights, n.shape[-1], exact=exact)
    own = np.diagonal(v, axis1=-2, axis2=-1)
    with held_by_floats("sizes, noise, spread and weights", sizes):
        sampling = (v**2 / n[..., None, :]).sum(axis=-1)
        away = (v**2).sum(axis=-1) - own**2 + (1 - own) ** 2
        return answer(mu * sampling + variance * away)


def optimal_fine_weights(sizes: Sizes, *, noise: Parameter, spread: Parameter) -> Row:
    """The weights on everybody's averages that are best for each member.

    Args:
        sizes, noise, spread: as for `uniform_errors`.

    Returns:
        Weights of shape (members, members), for arrays (..., members, members); row j belongs to member j.

    Raises:
        ValueError: as for `uniform_errors`.

    Reference:
        Donahue and Kleinberg (2021), Lemma 7.1.

    >>> optimal_fine_weights([5, 5], noise=10, spread=1)
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    """
    n, mu, variance = read(is_exact(sizes, noise, spread, symbols=True), sizes, noise=noise, spread=spread)
    with held_by_floats("sizes and noise", sizes):
        alone = mu / n
    # An owner's average lies within spread + noise / size of the common mean; its precision is the inverse.
    precision = 1 / (variance + alone)
    total = precision.sum(axis=-1, keepdims=True)
    reliance = alone * precision / total
    v = reliance[..., :, None] * precision[..., None, :]
    own = 1 - reliance * (total - precision)
    places = np.arange(n.shape[-1])
    v[..., places, places] = own
    return answer(v)


def optimal_fine_errors(sizes: Sizes, *, noise: Parameter, spread: Parameter) -> Errors:
    """Error of each member who weighs everybody's averages in its best way.

    Args:
        sizes, noise, spread: as for `uniform_errors`.

    Returns:
        Expected squared error per member: its local error times the weight that it gives itself.

    Raises:
        ValueError: as for `uniform_errors`.

    Reference:
        Theorem 4.2 at the weights of Lemma 7.1 (Donahue and Kleinberg 2021).

    >>> optimal_fine_errors([5, 5], noise=10, spread=1)
    (Fraction(4, 3), Fraction(4, 3))
    """
    n, mu, variance = read(is_exact(sizes, noise, spread, symbols=True), sizes, noise=noise, spread=spread)
    with held_by_floats("sizes and noise", sizes):
        alone = mu / n
    precision = 1 / (variance + alone)
    total = precision.sum(axis=-1, keepdims=True)
    return answer(alone * (1 - alone * precision * (total - precision) / total))


@dataclass(frozen=True)
class Coarse:
    """Coarse-grained federation in which every member gives its own average the same fixed weight in [0, 1]."""

    weight: Real

    def __call__(self, sizes: Sizes, *, noise: Parameter, spread: Parameter) -> Errors:
        return coarse_errors(sizes, noise=noise, spread=spread, weights=self.weight)

    def __str__(self) -> str:
        return f"coarse, weight {self.weight}"


FederationName = Literal["local", "uniform", "coarse", "fine"]
AnyFederation = FederationName | Callable[..., Errors | Sequence[Real]]
FEDERATIONS: dict[str, Callable[..., Errors]] = {
    "local": lambda sizes, *, noise, spread: local_errors(sizes, noise=noise),
    "uniform": uniform_errors,
    "coarse": optimal_coarse_errors,
    "fine": optimal_fine_errors,
}


def expected_errors(
    sizes: Sizes, *, noise: Parameter, spread: Parameter, federation: AnyFederation = "uniform"
) -> Errors:
    """Error each member of one coalition expects, whichever way the coalition federates.

    Args:
        sizes, noise, spread: as for `uniform_errors`.
        federation: "local", "uniform", "coarse" or "fine" (both with optimal weights), `Coarse(weight)`, or a
            callable that takes `(sizes, noise=, spread=)` and returns one error per member.

    Returns:
        Expected squared error per member, in the order of `sizes`.

    Raises:
        ValueError: the federation is unknown, `sizes` is empty, or an entry is not a positive number.

    >>> expected_errors([5, 25], noise=10, spread=1, federation="local")
    (Fraction(2, 1), Fraction(2, 5))
    >>> expected_errors([5, 25], noise=10, spread=1, federation=Coarse(0))
    (Fraction(31, 18), Fraction(7, 18))
    """
    if isinstance(federation, str) and federation in FEDERATIONS:
        federation = FEDERATIONS[federation]
    if not callable(federation):
        raise ValueError(
            f"federation must be one of {sorted(FEDERATIONS)}, Coarse(weight) or a callable; got {federation!r}"
        )
    found: Any = federation(sizes, noise=noise, spread=spread)
    # A rule of one's own: what it gives must be one number per member.
    if not isinstance(federation, Coarse) and federation not in FEDERATIONS.values():
        errors = as_array("errors from the federation", found, exact=is_exact(found, symbols=True))
        if errors.shape[-1:] != (np.asarray(sizes).shape[-1],):
            raise ValueError(
                f"federation must give one error for each of {np.asarray(sizes).shape[-1]} members; got "
                f"{errors.shape[-1] if errors.ndim else found!r}"
            )
    return found
