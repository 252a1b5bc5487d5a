"""The parts of a drawn question, and how numbers are written in it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np


@dataclass(frozen=True)
class Question:
    """A question whose answer is computed.

    Args:
        title: a few words.
        text: the question with its numbers.
        points: what a whole answer earns.
        answer: the answer, short.
        way: how one gets there.
    """

    title: str
    text: str
    points: int
    answer: str
    way: str


Maker = Callable[[np.random.Generator], Question]


def pick(rng: np.random.Generator, options: Iterable[int], count: int) -> list[int]:
    """Different whole numbers among some, in the order of their size."""
    return sorted(int(number) for number in rng.choice(list(options), size=count, replace=False))


def listed(numbers: Iterable[object]) -> str:
    """Numbers in a sentence.

    >>> listed([1, Fraction(3, 2), 4])
    '1, 3/2 and 4'
    """
    words = [str(number) for number in numbers]
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def decimal(number: Fraction | float) -> str:
    """A number with its fraction, if that is short.

    >>> decimal(Fraction(1, 3)), decimal(Fraction(2)), decimal(0.25)
    ('1/3 (0.333)', '2', '0.250')
    """
    if isinstance(number, Fraction):
        return str(number) if number.denominator == 1 else f"{number} ({float(number):.3f})"
    return f"{number:.3f}"
