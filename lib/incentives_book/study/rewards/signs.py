"""Signs of paired differences over seeds: how many are above zero, and how likely so many are by chance. No PyTorch."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import NamedTuple


class SignCount(NamedTuple):
    """The numbers of paired differences above zero, below it, and zero; and how likely so many above are by chance."""

    above: int
    below: int
    ties: int

    @property
    def level(self) -> Fraction:
        """Chance of at least so many above zero, if above and below are equally likely: a tail of the binomial, exact.

        Ties count as not above, so that the level is at most too high.

        >>> [str(SignCount(*c).level) for c in ((3, 0, 0), (10, 0, 0), (9, 1, 0), (9, 0, 1))]
        ['1/8', '1/1024', '11/1024', '11/1024']
        """
        n = sum(self)
        return Fraction(sum(comb(n, k) for k in range(self.above, n + 1)), 2**n)

    @property
    def runs(self) -> list[bool]:
        """One truth value for each run, those above first: what `claim(...).experiment` takes.

        >>> SignCount(2, 1, 0).runs
        [True, True, False]
        """
        return [True] * self.above + [False] * (self.below + self.ties)

    def decides(self, level: Fraction = Fraction(1, 20)) -> str:
        """ "for" if so many above have at most this level, "against" if so many not above have, else "open".

        Fewer than five seeds decide nothing at one in twenty.

        >>> [SignCount(*c).decides() for c in ((4, 0, 0), (5, 0, 0), (8, 2, 0), (9, 1, 0), (0, 0, 5))]
        ['open', 'for', 'open', 'for', 'against']
        """
        if self.level <= level:
            return "for"
        return "against" if SignCount(self.below + self.ties, self.above, 0).level <= level else "open"

    def __str__(self) -> str:
        return f"{self.above}/{sum(self)}"


def sign_count(differences: Iterable[float]) -> SignCount:
    """Signs of differences that are paired: of two methods with the same clients, first weights and batches.

    >>> sign_count([0.2, 0.0, -0.1, 0.3])
    SignCount(above=2, below=1, ties=1)
    """
    row = list(differences)
    return SignCount(sum(d > 0 for d in row), sum(d < 0 for d in row), sum(d == 0 for d in row))
