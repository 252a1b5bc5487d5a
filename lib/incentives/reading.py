"""Reading what is no row of numbers: one number in a range, probabilities, somebody's random generator, an object of a
kind.

The readers of `incentives.numbers` say what a number is; these say what else an argument must be. Each gives back what
it has read, or raises a ValueError that names the argument, what is allowed, and what came.
"""

from __future__ import annotations

from numbers import Real
from typing import Any, TypeVar

import numpy as np

from incentives.floats import DOUBLE, as_printed, as_real_array, shown, slack_of
from incentives.numbers import as_array

Kind = TypeVar("Kind")


def as_real(
    name: str,
    value: Any,
    *,
    above: float | None = None,
    least: float | None = None,
    below: float | None = None,
    most: float | None = None,
) -> float:
    """One finite number in a range, as a float.

    Args:
        name: what a message calls it.
        value: an int, a float, a Fraction or NumPy's; True and False are no numbers.
        above, below: bounds, exclusive.
        least, most: bounds, inclusive.

    Raises:
        ValueError: it is no such number, or out of range.

    >>> as_real("momentum", 0, least=0, below=1)
    0.0
    """
    words = {"above": above, "of at least": least, "below": below, "of at most": most}
    range_of = " and ".join(f"{word} {bound:g}" for word, bound in words.items() if bound is not None)
    try:
        found = (
            as_printed(name, value).item()
            if isinstance(value, np.floating)
            else float(value)
            if isinstance(value, Real) and not isinstance(value, (bool, np.timedelta64))
            else float("nan")
        )
    except OverflowError:
        found = float("nan")
    inside = np.isfinite(found) and (above is None or found > above) and (least is None or found >= least)
    if not (inside and (below is None or found < below) and (most is None or found <= most)):
        raise ValueError(f"{name} must be a finite number{' ' if range_of else ''}{range_of}, got {shown(value)}")
    return found


def as_probabilities(name: str, value: Any, *, exact: bool, positive: bool = False) -> np.ndarray:
    """Rows of numbers from 0 that add up to 1, shape (..., outcomes).

    The sum of floats may be off by the rounding of the type that came (see `slack_of`); rows in a narrower type than
    doubles, such as a softmax in single precision, are then divided by their sums.

    Args:
        name: what a message calls it.
        value: the rows.
        exact: whether `is_exact` holds of them.
        positive: refuse zeros as well.

    Raises:
        ValueError: an entry is negative (or 0, with `positive`), or a row has another sum.

    >>> as_probabilities("policy", [0.5, 0.5, 0], exact=False)
    array([0.5, 0.5, 0. ])
    """
    found, eps = (as_array(name, value, exact=True), 0.0) if exact else as_real_array(name, value)
    if found.ndim == 0 or found.size == 0:
        raise ValueError(f"{name} must be a row of probabilities, got {shown(value)}")
    with np.errstate(over="ignore"):
        least, totals = np.minimum.reduce(found, axis=None), np.add.reduce(found, axis=-1)
    # A NaN or an infinity fails these comparisons.
    if positive and not least > 0:
        raise ValueError(f"{name} must give every outcome a probability greater than 0, got {least}")
    slack = slack_of(eps, found.shape[-1])
    off = [total for total in np.ravel(totals).tolist() if not (total == 1 if exact else abs(total - 1) <= slack)]
    if off and not exact and not np.isfinite(off[0]):
        raise ValueError(f"{name} must be finite numbers, got {shown(value)}")
    if off or not least >= 0:
        told = f"the sum {shown(off[0])}" if off else shown(least)
        raise ValueError(f"{name} must hold probabilities that add up to 1, got {told}")
    return found / totals[..., None] if eps > DOUBLE else found


def as_distribution(name: str, value: Any, *, exact: bool) -> np.ndarray:
    """One row of positive probabilities, shape (outcomes,), read as by `as_probabilities`.

    Raises:
        ValueError: not one row, an entry is not positive, or the sum is not 1.

    >>> as_distribution("reference", [0.5, 0.5], exact=False)
    array([0.5, 0.5])
    """
    found = as_probabilities(name, value, exact=exact, positive=True)
    if found.ndim != 1:
        raise ValueError(f"{name} must be one row of probabilities, got shape {found.shape}")
    return found


def as_kind(name: str, value: Any, kind: type[Kind]) -> Kind:
    """An object of a class, as it is.

    Raises:
        ValueError: it is none.

    >>> as_kind("order", [1], list)
    [1]
    """
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be a {kind.__name__}, got {value!r}")
    return value


def as_generator(name: str, value: Any) -> np.random.Generator:
    """NumPy's random generator, as it is.

    Raises:
        ValueError: it is none.

    >>> as_generator("rng", np.random.default_rng(0)).integers(1)
    np.int64(0)
    """
    if not isinstance(value, np.random.Generator):
        raise ValueError(f"{name} must be a generator such as np.random.default_rng(0), got {value!r}")
    return value


def as_flag(name: str, value: Any) -> bool:
    """True or False, and no text or number that would pass for one.

    Raises:
        ValueError: it is something else.

    >>> as_flag("participation", True)
    True
    """
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def as_function(name: str, value: Any) -> Any:
    """A callable, as it is.

    Raises:
        ValueError: it cannot be called.

    >>> as_function("rule", len) is len
    True
    """
    if not callable(value):
        raise ValueError(f"{name} must be a function, got {shown(value)}")
    return value


def require(name: str, values: np.ndarray, *, above: Any = None, least: Any = None, most: Any = None) -> None:
    """Refuse entries outside a range; a symbol whose sign is unknown is let through.

    Raises:
        ValueError: an entry lies outside.

    >>> require("weights", np.array([0.5, 1.0]), least=0, most=1)
    """
    checks = [
        (above, lambda entry: entry > above, f"greater than {above}"),
        (least, lambda entry: entry >= least, f"at least {least}"),
        (most, lambda entry: entry <= most, f"at most {most}"),
    ]
    for bound, inside, words in checks:
        for entry in values.flat if bound is not None else ():
            verdict = inside(entry)
            # SymPy's `false` equals False; a relation that it cannot decide equals neither truth value.
            if verdict in (False,):
                raise ValueError(f"{name} must be {words}, got {shown(entry)}")
