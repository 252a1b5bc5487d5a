"""The gain that copies must leave to a lie whatever is charged: three reports on the disc, and mixtures without a grid.

A companion of the page of that name.
"""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi, sin
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from mpmath import iv

from incentives_book.payments.who_chooses_the_models import unpayable_reports as up
from incentives_book.payments.who_chooses_the_models.copies import cycle_sum, interval


class Cycles(NamedTuple):
    """The gains that reports near the rim of the disc leave to one of their types, in units of |k|^2 times the slope
    outside.

    Args:
        two, three: half of a two-cycle at 120 and 60 degrees, a third of a three-cycle at 45, 90 and 135 degrees.
    """

    two: float
    three: float


def near_the_rim(sizes: tuple[int, int], *, near: Fraction = Fraction(1, 1000)) -> Cycles:
    """Two and three reports near the rim under chi-squared, copies without mixtures, in fractions.

    The game is that of `unpayable_reports`; inside reports are shortened and outside ones lengthened by `near`.
    """
    game = up.chi_squared_game(sizes, 1)
    c, d = up.ends_of_the_diameter(sizes, Fraction(1))
    small = sizes[1] * Fraction(1, 400)
    middle, half = (c + d) / 2 * small, (d - c) / 2 * small

    def report(degrees: int, length: Fraction) -> tuple[Fraction, ...]:
        along, across = (Fraction(round(f(degrees * pi / 180) * 10**6), 10**6) * length for f in (cos, sin))
        return up.legal(
            [(middle + half * along) * x + abs(half) * across * y for x, y in zip(up.ALONG, up.ACROSS, strict=True)],
            sizes[0],
        )

    other = up.legal([small * x for x in up.ALONG], sizes[1])
    inside, outside = 1 - near, 1 + near
    two = cycle_sum(game, [report(120, outside), report(60, inside)], other)
    orders = [
        [report(a, length) for a, length in order]
        for order in (
            ((45, inside), (90, outside), (135, outside)),
            ((135, outside), (90, outside), (45, inside)),
        )
    ]
    three = min(cycle_sum(game, reports, other) for reports in orders)
    # Outside the disc the model moves by (1 + a) (u - c) / (2 lambda), measured by the covariance of rewards.
    off = Fraction(1) - Fraction(sizes[0], sum(sizes))
    slope = (1 + off * sum(sizes) / sizes[0]) / (2 * Fraction(game.penalty))
    variance = sum(q * x * x for q, x in zip(up.INITIAL, up.ALONG, strict=True))
    unit = slope * half * half * variance
    return Cycles(float(-two / 2 / unit), float(-three / 3 / unit))


# -- probabilities mixed without a grid ------------------------------------------------------------------------------

TOTAL_OF_RIVAL = (0, 2, 2)  # 2 members want (0, 1, 1)
TRUE, SAID = (Fraction(0), Fraction(1, 2), Fraction(1)), (Fraction(1), Fraction(0), Fraction(1))


def copy_of(reward: tuple[Any, ...]) -> list[Fraction]:
    """A copy trained on three members' worth of a reward, from a uniform model, with weight 1 / (4 log 2).

    >>> copy_of((1, 0, 1)) == [Fraction(4096, 8193), Fraction(1, 8193), Fraction(4096, 8193)]
    True
    """
    tilted = [Fraction(2) ** int(12 * x) for x in reward]
    return [x / sum(tilted) for x in tilted]


def mixture(share: Fraction, reward: tuple[Any, ...]) -> list[Fraction]:
    """Share of the copy of this reward, the rest of the rival's."""
    return [share * a + (1 - share) * b for a, b in zip(copy_of(reward), copy_of((0, 1, 1)), strict=True)]


def slope(share: Fraction, reward: tuple[Any, ...]) -> Any:
    """The derivative of affine welfare in the share, an interval of many digits; welfare is concave in the share."""
    total = [a + b for a, b in zip(reward, TOTAL_OF_RIVAL, strict=True)]
    change = [a - b for a, b in zip(copy_of(reward), copy_of((0, 1, 1)), strict=True)]
    model = mixture(share, reward)
    return sum(
        (
            interval(d) * (interval(Fraction(r)) - iv.log(interval(p)) / (4 * iv.log(2)))
            for d, r, p in zip(change, total, model, strict=True)
        ),
        iv.mpf(0),
    )


def lead_over_initial(share: Fraction, reward: tuple[Any, ...]) -> Any:
    """Affine welfare of a mixture minus that of the initial model, in units of the penalty, an interval."""
    total = [Fraction(a) + b for a, b in zip(reward, TOTAL_OF_RIVAL, strict=True)]
    model = mixture(share, reward)
    gained = interval(sum(r * (p - Fraction(1, 3)) for r, p in zip(total, model, strict=True)))
    spent = sum((interval(p) * iv.log(interval(3 * p)) for p in model), iv.mpf(0))
    return gained * 4 * iv.log(2) - spent


def two_cycle(share_true: Fraction, share_said: Fraction) -> Fraction:
    """<f(t) - f(t'), t - t'> for the shares that are chosen after the truth and after the lie."""
    models = mixture(share_true, TRUE), mixture(share_said, SAID)
    return sum(
        ((p - s) * (a - b) for p, s, a, b in zip(*models, TRUE, SAID, strict=True)),
        Fraction(0),
    )


class Grid(NamedTuple):
    """The choice from the initial model and all mixtures of probabilities with shares k / steps.

    Args:
        steps: of the grid.
        after_truth, after_lie: the best shares, strictly better than all others of the grid and the initial model.
        cycle: the two-cycle of the two reports.
    """

    steps: int
    after_truth: Fraction
    after_lie: Fraction
    cycle: Fraction


def on_a_grid(steps: int) -> Grid:
    """The choices after both reports on a grid of shares; every share is compared.

    Raises:
        ValueError: two shares, or one and the initial model, are too close for intervals of forty digits.

    >>> on_a_grid(2)[1:3] == (Fraction(1, 2), Fraction(0))
    True
    """

    def best(reward: tuple[Any, ...]) -> Fraction:
        leads = {Fraction(k, steps): lead_over_initial(Fraction(k, steps), reward) for k in range(steps + 1)}
        first = max(leads, key=lambda share: leads[share].mid)
        if not all(bool(leads[first] > other) for other in (iv.mpf(0), *(leads[s] for s in leads if s != first))):
            raise ValueError(f"steps must be a grid whose best share is clear; got {steps}")
        return first

    shares = best(TRUE), best(SAID)
    return Grid(steps, *shares, two_cycle(*shares))


def mean_around_a_path(outside: int) -> float:
    """(m + 2) cos(pi / (m + 2)) - m over m + 1: what a run of m reports outside and one inside is worth for each."""
    return ((outside + 2) * cos(pi / (outside + 2)) - outside) / (outside + 1)


def draw_angles(*, ax: Axes) -> None:
    """The disc with the three worst reports, in the direction of k, and what cycles of any length leave."""
    turn = np.linspace(0, 2 * pi, 200)
    ax.plot(np.cos(turn), np.sin(turn), color="0.6")
    ax.fill(np.cos(turn), np.sin(turn), color="0.93")
    named = ((45, "truth of one type: inside", "o"), (90, "outside", "s"), (135, "outside", "s"))
    for degrees, label, marker in named:
        x, y = cos(degrees * pi / 180), sin(degrees * pi / 180)
        ax.plot([0, x], [0, y], color="0.8", linewidth=0.8, zorder=1)
        ax.plot(x, y, marker, color="C0" if marker == "s" else "C1")
        ax.annotate(f"{degrees}°, {label}", (x, y), (1.15 * x, 1.15 * y), fontsize=8, ha="left" if x > 0.1 else "right")
    ax.annotate("k", (1, 0), (1.05, -0.04))
    ax.annotate("c = -k", (-1, 0), (-1.3, -0.04))
    ax.plot([-1, 1], [0, 0], color="0.8", linewidth=0.8, zorder=1)
    ax.set(aspect="equal", xlim=(-2.3, 2.6), ylim=(-1.15, 1.35))
    ax.axis("off")
