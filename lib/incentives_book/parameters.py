"""The parameters of a page, looked at before the page uses them.

A page names its parameters in its first cell, so that somebody can run it with others (`papermill -p`, or by hand).
What it cannot use is refused here, in words, instead of failing somewhere below, or of making a claim look false.
"""

from collections.abc import Hashable
from fractions import Fraction
from numbers import Integral, Real


def whole(least: int = 1, /, **given: object) -> None:
    """Refuse what is no whole number, or too small.

    Args:
        least: the smallest number that is allowed.
        given: parameters by name.

    Raises:
        ValueError: a parameter is no whole number of at least `least`.

    >>> whole(runs=4_000)
    >>> whole(runs=0)
    Traceback (most recent call last):
    ...
    ValueError: runs must be a whole number of at least 1, got 0
    """
    for name, value in given.items():
        if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
            raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")


def positive(**given: object) -> None:
    """Refuse what is no number above zero.

    Raises:
        ValueError: a parameter is no such number.

    >>> positive(tolerance=0.05)
    >>> positive(tolerance="small")
    Traceback (most recent call last):
    ...
    ValueError: tolerance must be a number above 0, got 'small'
    """
    for name, value in given.items():
        if not isinstance(value, Real) or isinstance(value, bool) or not 0 < value < float("inf"):
            raise ValueError(f"{name} must be a number above 0, got {value!r}")


def share(**given: object) -> None:
    """Refuse what is no share of a whole: a number from 0 to 1, or a text such as "1/5".

    Raises:
        ValueError: a parameter is no share.

    >>> share(stopped="1/5")
    >>> share(stopped="6/5")
    Traceback (most recent call last):
    ...
    ValueError: stopped must be a share from 0 to 1, such as "1/5", got '6/5'
    """
    for name, value in given.items():
        try:
            inside = not isinstance(value, bool) and 0 <= Fraction(value) <= 1
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            inside = False
        if not inside:
            raise ValueError(f'{name} must be a share from 0 to 1, such as "1/5", got {value!r}')


def one_of(*allowed: Hashable, **given: object) -> None:
    """Refuse what is not among some choices.

    Args:
        allowed: the choices.
        given: parameters by name.

    Raises:
        ValueError: a parameter is none of them.

    >>> one_of("small", "large", budget="small")
    >>> one_of("small", "large", budget="huge")
    Traceback (most recent call last):
    ...
    ValueError: budget must be 'small' or 'large', got 'huge'
    """
    for name, value in given.items():
        if value not in allowed:
            raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, got {value!r}")
