"""The expected payment of a member that lies or collects less, for the page one-price."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy as sp
from matplotlib.axes import Axes

from incentives.coalitions.errors import fine_errors
from incentives.together import Federation, Stakes
from incentives_book.figures import COLOURS, LINES

NAMES = "abcdefgh"


def expected(expression: Any, error: Any, variance: Any) -> Any:
    """The mean of a polynomial in an error that has mean zero and this variance (degree two at most).

    >>> e, s, u = sp.symbols("e s u")
    >>> expected((e + u) ** 2, e, s)
    s + u**2
    """
    constant, slope, square = (sp.Poly(expression, error).coeff_monomial(error**k) for k in range(3))
    return constant + 0 * slope + square * variance


def pays(federation: Federation, who: int, size: Any, *, stakes: Stakes | None = None, others: Any = None) -> Any:
    """The expected payment of a member in error, costs and stakes when it collects `size` samples in private.

    Args:
        federation: announced sizes and weights.
        who: the member.
        size: what it collects.
        stakes: the rule of payments; none if None.
        others: what everybody else collects; the announced sizes if None.
    """
    sizes = list(federation.sizes if others is None else others)
    sizes[who] = size
    error = fine_errors(sizes, noise=federation.noise, spread=federation.spread, weights=federation.weights)[who]
    variances = [federation.spread + federation.noise / Fraction(n) for n in sizes]
    return error + federation.costs[who] * size + (0 if stakes is None else stakes.expected(variances)[who])


def least(federation: Federation, apart: dict[frozenset[int], Any]) -> tuple[frozenset[int], float]:
    """The coalition, short of everybody, that would lose least by leaving, and that loss as a share of its cost."""
    lost = {
        who: float((sum(costs) - sum(federation.bills[i] for i in who)) / sum(costs))
        for who, costs in apart.items()
        if len(who) < len(federation.sizes)
    }
    who = min(lost, key=lambda coalition: (lost[coalition], sorted(coalition)))
    return who, lost[who]


def least_quadratic(federation: Federation, who: Collection[int], numbers: Sequence[int]) -> Fraction:
    """The least that a coalition spends in errors and costs at sizes of its own, where k records cost c k^2 / (2 n).

    So the slope of a member's costs at its size n is c, what a record costs it in the federation. The errors are those
    of `coalitions.optimal_fine_errors`, written as one over a precision: this runs over thousands of sizes in a second,
    and that function would take a minute.

    Args:
        federation: sizes n and costs c.
        who: the coalition.
        numbers: what each of its members may collect, all combinations of them.

    Raises:
        ValueError: `who` or `numbers` is empty, or one of the numbers is below 1.

    >>> least_quadratic(Federation.priced([5, 5], noise=10, spread=1), {0}, [4, 5, 6])
    Fraction(37, 15)
    """
    if not who or not numbers or min(numbers) < 1:
        raise ValueError(f"who and numbers must not be empty, and numbers at least 1; got {who} and {list(numbers)}")
    noise, spread, members = Fraction(federation.noise), Fraction(federation.spread), sorted(who)

    def spends(sizes: tuple[int, ...]) -> Fraction:
        precisions = [k / (spread * k + noise) for k in sizes]
        rests = [sum(precisions) - precision for precision in precisions]
        errors = [1 / (k / noise + rest / (spread * rest + 1)) for k, rest in zip(sizes, rests, strict=True)]
        costs = [federation.costs[i] * k**2 / (2 * federation.sizes[i]) for i, k in zip(members, sizes, strict=True)]
        return sum(errors) + sum(costs)

    return min(map(spends, product(numbers, repeat=len(members))))


def named(who: Collection[int]) -> str:
    """A coalition with letters for members.

    >>> named(frozenset({2, 0}))
    'a and c'
    """
    *first, last = (NAMES[i] for i in sorted(who))
    return f"{', '.join(first)} and {last}" if first else last


def draw_two_choices(federation: Federation, stakes: Stakes, who: int, axes: Sequence[Axes]) -> Sequence[Axes]:
    """The expected payment of a member as its own size changes (left) and as it shifts its report (right).

    Args:
        federation: announced sizes and weights.
        stakes: the rule of payments.
        who: the member whose choices are drawn.
        axes: two of them, side by side.
    """
    best = float(federation.sizes[who])
    sizes = [Fraction(round(x * 8), 8) for x in np.linspace(0.45 * best, 2 * best, 60)]
    shifts = np.linspace(-3, 3, 61)
    honest, reward = float(pays(federation, who, federation.sizes[who])), float(stakes.rewards[who])
    lines = [("without the stake", None, COLOURS[1], LINES[1]), ("with it", stakes, COLOURS[0], LINES[0])]
    for name, rule, colour, line in lines:
        found = [float(pays(federation, who, n, stakes=rule)) for n in sizes]
        axes[0].plot([float(n) for n in sizes], found, color=colour, linestyle=line, label=name)
        low = int(np.argmin(found))
        axes[0].plot(float(sizes[low]), found[low], "o", color=colour)
        axes[1].plot(shifts, honest + (reward * shifts**2 if rule else 0 * shifts), color=colour, linestyle=line)
    axes[0].set(xlabel="records that it collects", ylabel="what it expects to pay")
    axes[0].set_title("It would collect fewer records")
    axes[1].set(xlabel="shift of its report", title="A lie would cost it nothing")
    axes[1].plot(0, honest, "o", color=COLOURS[0])
    axes[0].legend()
    axes[0].axvline(best, color=COLOURS[2], linewidth=0.8)
    return axes
