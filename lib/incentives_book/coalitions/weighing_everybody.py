"""Estimators that shrink each owner's average towards a common value, and what James and Stein's costs exactly.

Two ways of choosing how far to shrink: from known variances (the best linear prediction, which is optimal
fine-grained federation written differently), or from the data (James and Stein). The error of the second has no
closed form; it is an average over a Poisson variable, and we bound it by exact fractions from both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions.errors import Sizes, expected_errors, read
from incentives.numbers import as_array, as_index, is_exact
from incentives_book import figures

Bounds = tuple[Fraction, Fraction]


def pooled_mean(averages: Sequence[Any], sizes: Sizes, *, noise: Any, spread: Any) -> Any:
    """The best estimate of the common mean: averages weighted by 1 / (spread + noise / size).

    Args:
        averages: each owner's own average, shape (owners,), data units.
        sizes: samples per owner, shape (owners,), each greater than 0.
        noise: variance of one sample around its owner's mean, squared data units, greater than 0.
        spread: variance of the owners' means, same units, greater than 0.

    Raises:
        ValueError: shapes differ, or an entry is not a positive number.

    Reference:
        Generalised least squares (Robinson 1991).

    >>> pooled_mean([0, 3], [5, 25], noise=10, spread=1)
    Fraction(45, 22)
    """
    exact = is_exact(list(averages), list(sizes), noise, spread, symbols=True)
    n, mu, variance = read(exact, sizes, noise=noise, spread=spread)
    values = as_array("averages", averages, exact=exact)
    if values.shape != n.shape:
        raise ValueError(f"averages must hold one number per owner, {n.shape[-1]} of them; got {averages!r}")
    precision = 1 / (variance + mu / n)
    return (precision * values).sum() / precision.sum()


def best_linear_predictions(averages: Sequence[Any], sizes: Sizes, *, noise: Any, spread: Any) -> tuple[Any, ...]:
    """Each owner's mean, predicted by moving its average towards the pooled mean.

    Owner j keeps the share spread / (spread + noise / size) of its distance from the pooled mean.

    Args:
        averages: each owner's own average, shape (owners,), data units.
        sizes: samples per owner, shape (owners,), each greater than 0.
        noise: variance of one sample around its owner's mean, squared data units, greater than 0.
        spread: variance of the owners' means, same units, greater than 0.

    Returns:
        One prediction per owner, data units.

    Raises:
        ValueError: shapes differ, or an entry is not a positive number.

    Reference:
        Best linear unbiased prediction (Henderson 1975, Robinson 1991).

    >>> best_linear_predictions([0, 3], [5, 5], noise=10, spread=1)
    (Fraction(1, 1), Fraction(2, 1))
    """
    centre = pooled_mean(averages, sizes, noise=noise, spread=spread)
    exact = is_exact(list(averages), list(sizes), noise, spread, symbols=True)
    n, mu, variance = read(exact, sizes, noise=noise, spread=spread)
    keep = variance / (variance + mu / n)
    values = as_array("averages", averages, exact=exact)
    return tuple(centre + keep * (values - centre))


def _poisson_average(rate: Fraction, value: Callable[[int], Fraction]) -> Bounds:
    """Bounds on the average of a positive decreasing `value(k)` over a Poisson k, exact."""
    last = 3 * int(rate) + 40
    weight, weights, average = Fraction(1), Fraction(0), Fraction(0)
    for k in range(last + 1):
        weights += weight
        average += weight * value(k)
        weight *= rate / (k + 1)
    # `weight` now belongs to last + 1; from there on the weights shrink at least by rate / (last + 2) each time.
    tail = weight / (1 - rate / (last + 2))
    # The missing terms are smaller than the average so far: they can only lower it, at most to the first bound.
    return average / (weights + tail), average / weights


def _james_stein_input(means: Sequence[Any], variance: Any, least: int) -> tuple[list[Fraction], Fraction]:
    if isinstance(means, (set, frozenset)):
        raise ValueError(f"means must be a list, because a set keeps no order and no number twice; got {means!r}")
    if not all(isinstance(number, Rational) and not isinstance(number, bool) for number in (*means, variance)):
        raise ValueError(
            f"means and variance must be ints or Fractions, so that the bounds are exact; got {means!r}, {variance!r}"
        )
    if len(means) < least:
        raise ValueError(
            f"means must be at least {least} (with fewer the expected error is infinite or undefined); got {len(means)}"
        )
    if variance <= 0:
        raise ValueError(f"variance must be greater than 0; got {variance!r}")
    return [Fraction(mean) for mean in means], Fraction(variance)


def james_stein_total(means: Sequence[Any], *, variance: Any) -> Bounds:
    """Total expected squared error of James and Stein's estimator, between two exact fractions.

    One observation per owner, normal around its mean; all are shrunk towards 0. Without shrinking the total is
    `len(means) * variance`.

    Args:
        means: the true means, ints or Fractions, shape (owners,), at least two.
        variance: of one observation, exact, greater than 0.

    Returns:
        Lower and upper bound, squared data units; they agree to more than ten digits.

    Raises:
        ValueError: fewer than two means (with one the error is infinite), or an entry is not exact.

    Reference:
        Efron and Morris (1977); the total is ``m s^2 - (m-2)^2 s^4 E[1/|Y|^2]`` by Stein's identity.

    >>> low, high = james_stein_total([0] * 10, variance=1)
    >>> low <= 2 <= high and high - low < Fraction(1, 10**10)
    True
    """
    theta, s2 = _james_stein_input(means, variance, least=2)
    m = len(theta)
    if m == 2:  # nothing is shrunk
        return 2 * s2, 2 * s2
    rate = sum(mean**2 for mean in theta) / s2 / 2
    low, high = _poisson_average(rate, lambda k: Fraction(1, m + 2 * k - 2))
    return s2 * (m - (m - 2) ** 2 * high), s2 * (m - (m - 2) ** 2 * low)


def james_stein_error(means: Sequence[Any], owner: int, *, variance: Any) -> Bounds:
    """Expected squared error of one owner under James and Stein's estimator, between two exact fractions.

    Args:
        means: the true means, ints or Fractions, shape (owners,), at least three.
        owner: whose error, 0..owners-1.
        variance: of one observation, exact, greater than 0; also the owner's error without shrinking.

    Returns:
        Lower and upper bound, squared data units.

    Raises:
        ValueError: fewer than three means, no such owner, or an entry is not exact.

    Reference:
        Stein's identity for one coordinate; derived on the page weighing-everybody.

    >>> low, high = james_stein_error([4] + [0] * 9, 0, variance=1)
    >>> round(float(low), 4), round(float(high), 4)
    (2.9003, 2.9003)
    """
    theta, s2 = _james_stein_input(means, variance, least=3)
    m = len(theta)
    owner = as_index("owner", owner, m)
    rate = sum(mean**2 for mean in theta) / s2 / 2
    inverse = _poisson_average(rate, lambda k: Fraction(1, m + 2 * k - 2))
    noise_part = _poisson_average(rate, lambda k: Fraction(1, (m + 2 * k) * (m + 2 * k - 2)))
    mean_part = _poisson_average(rate, lambda k: Fraction(1, (m + 2 * k + 2) * (m + 2 * k)))
    own = theta[owner] ** 2 / s2

    def total(one_over_square: Fraction, noise: Fraction, mean: Fraction) -> Fraction:
        return s2 * (1 - 2 * (m - 2) * one_over_square + (m - 2) * (m + 2) * (noise + own * mean))

    # Decreasing in the first average, increasing in the other two.
    return total(inverse[1], noise_part[0], mean_part[0]), total(inverse[0], noise_part[1], mean_part[1])


METHODS = {
    "local": "alone",
    "uniform": "one model for all",
    "coarse": "mixed with the own model",
    "fine": "weighing everybody",
}


def draw_methods(ax: Axes, *, own: int, partners: Sequence[int], noise: float, spread: float) -> Axes:
    """Error of a member of size `own` by each way to federate, against the size of one more partner; curves are
    named.
    """
    most = 1000
    partner = np.geomspace(1, most, 200)
    fixed = np.full((len(partner), 1 + len(partners)), (own, *partners))
    sizes = np.column_stack([fixed, partner])
    for i, (method, name) in enumerate(METHODS.items()):
        errors = expected_errors(sizes, noise=noise, spread=spread, federation=method)[:, 0]
        ax.plot(partner, errors, color=figures.COLOURS[i], linestyle=figures.LINES[i])
        ax.annotate(
            name,
            (most, errors[-1]),
            xytext=(6, 6 if method == "local" else -4),
            textcoords="offset points",
            va="center",
            color=figures.COLOURS[i],
        )
    ax.set_xscale("log")
    ax.set_xlim(1, most * 60)
    ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    ax.minorticks_off()
    title = "A huge partner spoils one model for all, never free weights"
    return figures.label(ax, x="samples of the fourth partner", y="expected squared error", title=title)


def draw_james_stein(axes: Sequence[Axes], *, others: int, most: int = 10) -> Sequence[Axes]:
    """Total error (left) and the error of the one player whose mean is not 0 (right), against that mean; noise variance
    1.
    """
    signal = [Fraction(k, 2) for k in range(2 * most + 1)]
    worlds = [(mean,) + (0,) * others for mean in signal]
    totals = [float(james_stein_total(means, variance=1)[0]) for means in worlds]
    ones = [float(james_stein_error(means, 0, variance=1)[0]) for means in worlds]
    xs = [float(mean) for mean in signal]
    for ax, heights, colour, without, title in (
        (axes[0], totals, figures.COLOURS[0], others + 1, "all together gain, always"),
        (axes[1], ones, figures.COLOURS[1], 1, "the one who stands apart may lose"),
    ):
        ax.plot(xs, heights, color=colour)
        figures.threshold(ax, without, "without shrinking", along="y")
        ax.margins(y=0.15)
        ax.set_ylim(bottom=0)
        figures.label(ax, x="mean of the one player", y="expected squared error", title=title)
    return axes
