"""The quality and fairness of an outcome: accuracy per class, correlation, gains, participation.

Lists and tuples of ints and Fractions are computed exactly (a root that is irrational comes as an exact `Surd`);
arrays and floats give floats.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.floats import as_came, shown, unit_of
from incentives.numbers import Number, Numbers, as_row, is_exact, no_booleans
from incentives.rewards.costs import Score
from incentives.rewards.surds import surd


def balanced_accuracy(labels: Numbers, predictions: Numbers) -> float:
    """Mean over the classes that occur of the share of their examples that are recognised.

    Args:
        labels: true class of each example, shape (examples,).
        predictions: predicted class, same shape; a class that is in no label counts as a mistake only.

    Returns:
        A number between 0 and 1.

    Raises:
        ValueError: no examples, or different numbers of labels and predictions.

    >>> balanced_accuracy([0, 0, 0, 1], [0, 0, 1, 1])
    0.8333333333333333
    """
    truth, guess = _classes("labels", labels), _classes("predictions", predictions)
    if truth.ndim != 1 or truth.size == 0 or truth.shape != guess.shape:
        raise ValueError(
            f"labels and predictions must be rows of one length, at least 1; got shapes {truth.shape} and {guess.shape}"
        )
    for name, given in (("labels", truth), ("predictions", guess)):
        floats = given.dtype.kind == "f" and bool(np.isfinite(given).all() and (given == np.round(given)).all())
        whole = given.dtype.kind in "iub" or floats
        if not whole and not (given.dtype.kind in "US" and truth.dtype.kind == guess.dtype.kind):
            raise ValueError(f"{name} must be classes, of one kind in both; got {given[:3].tolist()} of {given.dtype}")
    _, place = np.unique(truth, return_inverse=True)
    return float((np.bincount(place, weights=truth == guess) / np.bincount(place)).mean())


def _classes(name: str, given: Any) -> np.ndarray:
    """Whole numbers, texts or truth values, none of them masked, as an array."""
    if isinstance(given, (list, tuple)) or (isinstance(given, np.ndarray) and not np.ma.is_masked(given)):
        return np.asarray(given)
    texts = np.asarray(given) if hasattr(given, "to_numpy") else None
    return texts if texts is not None and texts.dtype.kind in "bOUT" else as_came(name, given)[0]


def _two_rows(first: tuple[str, Any], second: tuple[str, Any]) -> tuple[Any, Any, bool]:
    for name, given in (first, second):
        no_booleans(name, given)
    exact = is_exact(first[1]) and is_exact(second[1])
    x, y = as_row(*first, exact=exact), as_row(*second, exact=exact)
    if len(x) != len(y):
        raise ValueError(f"{first[0]} and {second[0]} must have one length, got {len(x)} and {len(y)}")
    return x, y, exact


def _centred(x: Any) -> Any:
    mean = sum(x) / len(x)
    return tuple(v - mean for v in x) if isinstance(x, tuple) else x - x.mean()


def _of_gains(a: np.ndarray, c: np.ndarray, says: Callable[[np.ndarray], Any]) -> float:
    """The mean or spread of levels minus contributions, in a unit in which floats hold squares and sums.

    Raises:
        ValueError: no float holds the answer.
    """
    halves = a / 2 - c / 2
    unit = unit_of(halves).item()
    with np.errstate(over="ignore"):
        found = float(says(halves / unit) * unit * 2)
    if not np.isfinite(found):
        raise ValueError(
            f"levels and contributions must be numbers whose gains floats can hold, got {shown(a.tolist())}"
        )
    return found


def pearson(levels: Numbers, contributions: Numbers) -> Score:
    """Pearson correlation of what clients get and what they contribute.

    Args:
        levels, contributions: shape (clients,), neither of them constant.

    Returns:
        A number between -1 and 1: a Fraction or an exact `Surd` for exact input, else a float.

    Raises:
        ValueError: different lengths, or a constant row, for which the correlation is undefined.

    >>> pearson([2, 3, 4], [1, 2, 3]), pearson([1, 2, 3], [2, 1, 3])
    (Fraction(1, 1), Fraction(1, 2))
    """
    a, c, exact = _two_rows(("levels", levels), ("contributions", contributions))
    for name, row in (("levels", a), ("contributions", c)):
        if all(v == row[0] for v in row):
            raise ValueError(f"{name} must not be constant: the correlation is undefined; got {row[0]} for everybody")
    x, y = _centred(a), _centred(c)
    if not exact:
        # Divided by the largest first, or squares of large numbers overflow and those of small ones vanish.
        x, y = x / np.abs(x).max(), y / np.abs(y).max()
        return float(np.clip((x @ y) / np.sqrt((x @ x) * (y @ y)), -1.0, 1.0))
    along = sum(p * q for p, q in zip(x, y, strict=True))
    squares = sum(p * p for p in x) * sum(q * q for q in y)
    return surd(0, along / squares, squares)


def mean_collaboration_gain(levels: Numbers, contributions: Numbers) -> Number:
    """Average of level minus contribution, in the unit of the levels.

    Raises:
        ValueError: different lengths, or something that is no number.

    >>> mean_collaboration_gain([3, 4], [1, 1])
    Fraction(5, 2)
    """
    a, c, exact = _two_rows(("levels", levels), ("contributions", contributions))
    if not exact:
        return _of_gains(a, c, np.mean)
    return sum(x - y for x, y in zip(a, c, strict=True)) / len(a)


def collaboration_gain_spread(levels: Numbers, contributions: Numbers) -> Score:
    """Population standard deviation of level minus contribution, in the unit of the levels.

    Raises:
        ValueError: different lengths, or something that is no number.

    >>> collaboration_gain_spread([3, 4], [1, 1])
    Fraction(1, 2)
    """
    a, c, exact = _two_rows(("levels", levels), ("contributions", contributions))
    if not exact:
        return _of_gains(a, c, np.std)
    u = _centred(tuple(x - y for x, y in zip(a, c, strict=True)))
    return surd(0, 1, sum(x * x for x in u) / len(u))


def incentivised_participation_rate(levels: Numbers, contributions: Numbers) -> Number:
    """Share of clients whose level is at least their contribution.

    Raises:
        ValueError: different lengths, or something that is no number.

    >>> incentivised_participation_rate([3, 1], [1, 2])
    Fraction(1, 2)
    """
    a, c, exact = _two_rows(("levels", levels), ("contributions", contributions))
    share = Fraction(sum(bool(x >= y) for x, y in zip(a, c, strict=True)), len(a))
    return share if exact else float(share)


def pearson_rounding_bound(contributions: Numbers, gap: Any) -> Any:
    """The least Pearson correlation if every level is within gap / 2 of c_i + t, with one t for everybody.

    It is sqrt(1 - (gap / (2 sd))^2), with sd the population standard deviation of the contributions; where
    gap >= 2 sd there is no positive bound and the answer is 0.

    Args:
        contributions: shape (clients,), not constant.
        gap: largest distance between neighbouring levels that matter, at least 0, unit of the contributions.

    Raises:
        ValueError: constant contributions or a negative gap.

    >>> pearson_rounding_bound([0, 2], Fraction(6, 5))
    Fraction(4, 5)
    """
    exact = is_exact(contributions) and is_exact(gap)
    c, (width,) = (
        as_row("contributions", contributions, exact=exact),
        as_row("gap", [gap], exact=exact, of="entry"),
    )
    if width < 0:
        raise ValueError(f"gap must be at least 0, got {gap}")
    x = _centred(c)
    variance = sum(v * v for v in x) / len(c)
    if variance == 0:
        raise ValueError(f"contributions must not be constant; got {c[0]} for everybody")
    inside = 1 - width * width / (4 * variance)
    if inside <= 0:
        return Fraction(0) if exact else 0.0
    return surd(0, 1, inside) if exact else float(np.sqrt(inside))
