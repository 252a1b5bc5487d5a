"""Ratios of errors inside one coalition, for the page is-it-fair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions.errors import expected_errors
from incentives_book.figures import COLOURS, INK, label


class Pair(NamedTuple):
    """Two members of one coalition, the smaller first, and their exact errors; spread 1."""

    small: int
    large: int
    err_small: Fraction
    err_large: Fraction
    noise: int

    @property
    def in_proportion(self) -> bool:
        """True if the errors differ by no more than the ratio of the sizes."""
        return self.small * self.err_small <= self.large * self.err_large

    @property
    def large_stays(self) -> bool:
        """True if the larger member does at least as well as alone."""
        return self.large * self.err_large <= self.noise

    @property
    def small_stays(self) -> bool:
        """True if the smaller member does at least as well as alone."""
        return self.small * self.err_small <= self.noise


def pairs(federation: str, *, sizes: Iterable[int], members: Iterable[int], noises: Iterable[int]) -> Iterator[Pair]:
    """Every two members of different size in every coalition with sizes from a list."""
    for count in members:
        for coalition in combinations_with_replacement(sorted(sizes), count):
            for noise in noises:
                errors = expected_errors(list(coalition), noise=noise, spread=1, federation=federation)
                by_size = dict(zip(coalition, errors, strict=True))
                ordered = sorted(by_size)
                for at, small in enumerate(ordered):
                    for large in ordered[at + 1 :]:
                        yield Pair(small, large, by_size[small], by_size[large], noise)


def draw_ratios(ax: Axes) -> None:
    """The error of a member with 5 samples over that of a larger partner, by the partner's size; noise 10, spread 1."""
    sizes = np.arange(5, 61)
    for federation, colour, name in (
        ("uniform", COLOURS[0], "one model for both"),
        ("fine", COLOURS[1], "best weights"),
    ):
        errors = [expected_errors([5, int(n)], noise=10, spread=1, federation=federation) for n in sizes]
        ratio = [float(small / large) for small, large in errors]
        ax.plot(sizes, ratio, color=colour, linestyle="-")
        ax.annotate(name, (sizes[-1], ratio[-1]), xytext=(4, 0), textcoords="offset points", va="center", color=colour)
    ax.plot(sizes, sizes / 5, color=INK, linestyle=":")
    ax.text(60, 12, " in proportion to size", color=INK, va="center")
    ax.set_xlim(5, 82)
    ax.set_ylim(1, 13)
    label(ax, x="samples of the partner", y="error of the small one / of its partner",
          title="The small one errs more, but less than in proportion")  # fmt: skip
