"""Properties that right answers to many exercises have: a formula agrees with a rule, a number is the first of its
kind, a set holds exactly those with a property.
"""

from collections.abc import Callable, Iterable, Sequence
from numbers import Rational
from typing import Any

Judge = Callable[[Any], str]


def close(said: Any, found: Any, within: float = 1e-9) -> bool:
    """True if a number is the right one: exactly for fractions, up to a relative difference for decimals.

    >>> close(0.3333, 1 / 3, within=1e-3)
    True
    """
    if isinstance(said, Rational) and isinstance(found, Rational):
        return said == found
    return abs(float(said) - float(found)) <= within * max(abs(float(found)), 1e-9)


def formula(rule: Callable[..., Any], names: str, *cases: Sequence[Any], within: float = 1e-9) -> Judge:
    """Judges a function by its values: it agrees with a rule at some arguments.

    Args:
        rule: computes the value in another way.
        names: of the arguments, separated by blanks, for what is said of a wrong value.
        cases: arguments at which the function is tried.
        within: largest relative difference of decimals.
    """

    def judge(answer: Any) -> str:
        for case in cases:
            said = answer(*case)
            if not close(said, rule(*case), within):
                at = ", ".join(f"{name} = {value}" for name, value in zip(names.split(), case, strict=True))
                return f"At {at} it is not {said}."
        return ""

    return judge


def numbers(compute: Callable[[], Sequence[Any]], *names: str, within: float = 1e-3) -> Judge:
    """Judges some numbers, each with a name, by computing them."""

    def judge(answer: Any) -> str:
        said = (answer,) if len(names) == 1 else tuple(answer)
        found = zip(names, said, compute(), strict=True)
        return next((f"{name} is not {own}." for name, own, right in found if not close(own, right, within)), "")

    return judge


def first(holds: Callable[[int], Any], not_yet: str, *, start: int = 1, most: int = 10_000) -> Judge:
    """Judges a whole number: from it on something holds, and not before.

    Args:
        holds: whether it holds at a number.
        not_yet: what is said of a number at which it does not, with {} for the number.
        start: the least number that is allowed.
        most: the largest.
    """

    def judge(answer: Any) -> str:
        if not start <= answer <= most or answer != int(answer):
            return f"A whole number from {start} to {most} is asked for."
        if not holds(int(answer)):
            return not_yet.format(answer)
        return "A smaller number will do." if answer > start and holds(int(answer) - 1) else ""

    return judge


def exactly(universe: Callable[[], Iterable[Any]], belongs: Callable[[Any], Any], wrong: str) -> Judge:
    """Judges a collection: it holds exactly those of a universe that have a property.

    Args:
        universe: all that the exercise asks about.
        belongs: whether one of them has the property.
        wrong: what is said of one that has not, with {} for it.
    """

    def judge(answer: Any) -> str:
        said, asked = set(answer), set(universe())
        if outside := said - asked:
            return f"The exercise does not ask about {min(outside, key=str)}."
        found = {each for each in asked if belongs(each)}
        if surplus := said - found:
            return wrong.format(min(surplus, key=str))
        return f"There are more than these {len(said)}." if found - said else ""

    return judge
