"""Real numbers as people hold them: lists, NumPy's arrays, PyTorch's tensors, pandas' frames. What is none is refused.

NumPy's own cast to floats answers too much. It shows what a mask hides, drops imaginary parts, reads texts and dates,
and takes the first field of a structured array. So a kind is looked at before it is cast.
"""

from __future__ import annotations

import sys
from abc import ABC
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from math import frexp, isfinite, ldexp
from numbers import Real
from typing import Any

import numpy as np

DOUBLE = 2.0**-52  # the rounding of doubles


class Keyed(ABC):  # noqa: B024
    """Anything that is read by keys, registered as a mapping or not; a Series has keys and is a row of numbers all the
    same.

    >>> from collections import UserDict
    >>> isinstance(UserDict(), Keyed), isinstance([], Keyed)
    (True, False)
    """

    @classmethod
    def __subclasshook__(cls, kind: type) -> bool:
        return issubclass(kind, Mapping) or (hasattr(kind, "keys") and not hasattr(kind, "to_numpy"))


# What is iterable and yet no list of numbers: texts, and what has keys or no order of its own.
NOT_A_LIST = (str, bytes, bytearray, Set, Keyed)
# Sums of rounded probabilities are off by less in any type; a larger error is no rounding.
MOST_OFF = 0.01


def shown(value: Any) -> str:
    """`value` in at most 120 characters, for a message; a Fraction or a number of NumPy's without the name of its type.

    >>> shown([1] * 1000)[-9:], shown(10**5000), shown(Fraction(-1, 2)), shown(np.float64(0))
    (' 1, 1,...', 'int', '-1/2', '0.0')
    """
    try:
        text = str(value) if isinstance(value, (Fraction, np.number)) else repr(value)
    except Exception:  # whatever came, the message about it must not fail
        return type(value).__name__
    text = " ".join(text.split())
    return text if len(text) <= 120 else f"{text[:117]}..."


@contextmanager
def held_by_floats(name: str, value: Any, *, tiny: bool = True) -> Iterator[None]:
    """Refuse an argument for which a computation with NumPy's floats overflows, not giving an infinity or no number.

    Args:
        name: what a message calls it.
        value: the argument.
        tiny: whether a result that is too small for a float may become 0.

    Raises:
        ValueError: the computation in the block has no finite result.

    >>> with held_by_floats("reports", [1e200]):
    ...     np.square([1e200])
    Traceback (most recent call last):
    ValueError: reports must be numbers for which floats can hold every result, got [1e+200]
    """
    try:
        with np.errstate(over="raise", invalid="raise", divide="raise", under="ignore" if tiny else "raise"):
            yield
    except (FloatingPointError, OverflowError) as problem:
        raise ValueError(
            f"{name} must be numbers for which floats can hold every result, got {shown(value)}"
        ) from problem


def product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """`left @ right`, which raises `FloatingPointError` where floats cannot hold it.

    The result is looked at, since on some processors NumPy's products report an overflow where there is none.

    >>> product(np.array([[1.0, 2.0]]), np.array([3.0, 4.0]))
    array([11.])
    """
    if object in (left.dtype, right.dtype):  # numbers of Python's own, one by one
        return left @ right
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        found = left @ right
    if not np.isfinite(found).all():
        raise FloatingPointError("a product is too large for floats")
    return found


def is_tensor(value: Any) -> bool:
    """True if this is PyTorch's tensor; whoever holds one has imported PyTorch, so nobody else waits for it."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_frame(value: Any) -> bool:
    """True if this is a data frame, which iterates over the names of its columns.

    >>> is_frame([[1, 2]])
    False
    """
    return hasattr(value, "columns") and hasattr(value, "to_numpy")


def _refused(name: str, value: Any, why: str) -> ValueError:
    return ValueError(f"{name} must be numbers, in rows of one length; got {why}: {shown(value)}")


def check_held(name: str, value: Any) -> None:
    """Refuse a tensor that does not hold one number for each of its places.

    Raises:
        ValueError: it is sparse, nested or quantised, or has no numbers at all (the device "meta").
    """
    if str(value.layout) != "torch.strided" or value.is_nested or value.is_quantized or value.is_meta:
        kind = "meta" if value.is_meta else "quantised" if value.is_quantized else "sparse or nested"
        raise ValueError(
            f"{name} must be numbers in an ordinary tensor, got a {kind} one: {value.dtype}, shape {tuple(value.shape)}"
        )


def _of_tensor(name: str, value: Any) -> tuple[np.ndarray, float]:
    check_held(name, value)
    if value.requires_grad:
        raise ValueError(f"{name} must be numbers without a gradient, call .detach() first; got {shown(value)}")
    if value.is_complex() or value.dtype == sys.modules["torch"].bool:
        raise _refused(name, value, str(value.dtype))
    value = value.cpu().resolve_neg()
    if not value.is_floating_point():
        return value.numpy(), 0.0
    # NumPy has no bfloat16; doubles hold every narrower type.
    return value.double().numpy(), float(sys.modules["torch"].finfo(value.dtype).eps)


def _hides(value: Any) -> bool:
    """True if truth values or masked numbers stand in something, at any depth of nested lists."""
    kind = type(value)
    if kind is float or kind is int:
        return False
    if isinstance(value, (bool, np.bool_)):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype.kind == "b" or bool(np.ma.is_masked(value))
    if is_tensor(value):
        return value.dtype == sys.modules["torch"].bool
    if hasattr(value, "to_numpy"):
        return _hides(value.to_numpy())
    if not isinstance(value, Sequence) or isinstance(value, (*NOT_A_LIST, range)):
        return False
    return not set(map(type, value)) <= {float, int, np.float64} and any(map(_hides, value))


def _is_real(entry: Any) -> bool:
    if is_tensor(entry):
        return not (entry.requires_grad or entry.is_complex() or entry.dtype == sys.modules["torch"].bool)
    numbers = isinstance(entry, (np.floating, np.integer)) and not isinstance(entry, np.timedelta64)
    if isinstance(entry, (bool, np.generic)) and not numbers:
        return False
    return isinstance(entry, (Real, Decimal)) or (hasattr(entry, "__float__") and not isinstance(entry, np.ndarray))


def as_came(name: str, value: Any) -> tuple[np.ndarray, float]:
    """`value` as an array of the real numbers that came, and the relative rounding of their type (0 for whole numbers).

    Args:
        name: what a message calls it.
        value: real numbers of any kind: bare, in nested lists or tuples, in an array, a tensor, a frame or a Series.

    Returns:
        An array of floats, of whole numbers, or of objects that can be made floats, such as Fractions.

    Raises:
        ValueError: it holds truth values, complex numbers, texts, dates, fields or masked numbers, or rows of different
            lengths; it is a generator, a set or a dict; or it is a tensor with a gradient.

    >>> as_came("rewards", [1, 2])
    (array([1, 2]), 0.0)
    """
    if type(value) is np.ndarray and value.dtype == float:
        return value, DOUBLE
    if is_tensor(value):
        return _of_tensor(name, value)
    if isinstance(value, NOT_A_LIST):
        raise _refused(name, value, f"a {type(value).__name__}")
    if hasattr(value, "__next__"):
        raise _refused(name, value, f"a {type(value).__name__}, make it a list")
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise _refused(name, value, "a masked array, fill it or leave the masked entries out")
    if not isinstance(value, np.ndarray) and not is_frame(value) and _hides(value):
        raise _refused(name, value, "True or False, or masked numbers")
    try:
        found = np.asarray(value)
    except (TypeError, ValueError, RuntimeError) as problem:
        raise _refused(name, value, str(problem).split(".")[0]) from problem
    if found.dtype.kind == "O":
        wrong = [entry for entry in found.ravel().tolist() if not _is_real(entry)]
        if wrong:
            raise _refused(name, value, f"{type(wrong[0]).__name__} among them")
    elif found.dtype.kind not in "iuf":
        raise _refused(name, value, f"numbers of {found.dtype}" if found.dtype.kind == "c" else str(found.dtype))
    if found.dtype == float:
        return np.asarray(found), DOUBLE
    return np.asarray(found), float(np.finfo(found.dtype).eps) if found.dtype.kind == "f" else 0.0


def as_real_array(name: str, value: Any) -> tuple[np.ndarray, float]:
    """The same numbers as doubles, and the relative rounding of the type that came.

    Raises:
        ValueError: as `as_came`; or a number that no float holds.

    >>> as_real_array("rewards", [1, 0.5])[0]
    array([1. , 0.5])
    """
    found, eps = as_came(name, value)
    return _as_doubles(name, value, found), eps


def _as_doubles(name: str, value: Any, found: np.ndarray) -> np.ndarray:
    """The finding of `as_came` about a value, as doubles."""
    if found.dtype == float:
        return found
    try:
        return found.astype(float)
    except OverflowError as problem:
        raise ValueError(f"{name} must be numbers that a float can hold, got {shown(value)}") from problem
    except (TypeError, ValueError) as problem:
        raise _refused(name, value, str(problem)) from problem


def _is_narrow(value: Any) -> bool:
    return isinstance(value, np.floating) and value.itemsize < 8


def _rounded(number: float, eps: float) -> float:
    """The nearest number of a type with this rounding."""
    part, power = frexp(number)
    return ldexp(round(part * 2 / eps) * eps / 2, power)


def _printed(number: float, eps: float) -> float:
    """The shortest decimal number that a type with this rounding cannot tell from `number`; infinities and NaN stay."""
    if not isfinite(number):
        return number
    tried = (float(f"{number:.{digits}g}") for digits in range(1, 18))
    return next((found for found in tried if _rounded(found, eps) == number), number)


def as_printed(name: str, value: Any) -> np.ndarray:
    """`as_real_array`, where a number of a narrower type than doubles stands for the decimal number that it prints as.

    So 0.1 in single precision equals 0.1 in double precision, and the order of numbers of one type stays.

    >>> as_printed("levels", np.float32([0.1, 0.7])), as_printed("levels", [np.float16(0.1), 0.7])
    (array([0.1, 0.7]), array([0.1, 0.7]))
    """
    if _is_narrow(value):
        return np.asarray(float(str(value)))
    if isinstance(value, (list, tuple)) and any(map(_is_narrow, value)):
        value = [float(str(entry)) if _is_narrow(entry) else entry for entry in value]
    found, eps = as_came(name, value)
    if eps <= DOUBLE:
        return _as_doubles(name, value, found)
    if found.dtype.itemsize < 8:
        return found.astype(str).astype(float)
    for narrow in (np.float16, np.float32):
        if float(np.finfo(narrow).eps) == eps:  # PyTorch's, as doubles
            return found.astype(narrow).astype(str).astype(float)
    return np.array([_printed(number, eps) for number in found.ravel().tolist()]).reshape(found.shape)


def unit_of(values: np.ndarray) -> Any:
    """The power of two by which numbers are divided along the last axis so that floats hold their squares and sums.

    It is 1 where they do so anyway; a power of two changes no digit.

    >>> unit_of(np.array([[1.0, 3.0], [0.0, 2.0**600]]))[:, 0].tolist() == [1.0, 2.0**600]
    True
    """
    with np.errstate(invalid="ignore"):
        largest = np.abs(values).max(axis=-1, keepdims=True)
    fits = ((largest > 1e-100) & (largest < 1e100)) | (largest == 0) | ~np.isfinite(largest)
    return np.where(fits, 1.0, np.ldexp(1.0, np.where(fits, 1, np.frexp(largest)[1]) - 1))


def slack_of(eps: float, entries: int) -> float:
    """The distance from 1 that sums of rounded probabilities may have: one rounding for each of them, and 1e-9 for
    typed decimals.

    >>> slack_of(2.0**-52, 3), slack_of(2.0**-23, 50) < 1e-5
    (1e-09, True)
    """
    return min(max(1e-9, entries * eps), MOST_OFF)
