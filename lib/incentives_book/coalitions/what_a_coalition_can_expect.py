"""Expectations in small worlds and in symbols, simulations and drawings, for the page what-a-coalition-can-expect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np
import sympy as sp
from matplotlib.axes import Axes

from incentives.coalitions.errors import (
    coarse_errors,
    optimal_coarse_errors,
    optimal_coarse_weights,
    uniform_errors,
)
from incentives_book.coalitions import simulation
from incentives_book.figures import COLOURS, label, threshold


def expected(
    value: Callable[[tuple[Any, ...], tuple[Any, ...]], Any],
    *,
    members: int,
    owners: Sequence[tuple[Any, Any, Any]],
    disturbances: Sequence[tuple[Any, Any]],
) -> Any:
    """Expected value, over every outcome, of a function of the members' means and of their sampling errors.

    Args:
        value: takes the means and the sampling errors (scale times disturbance, one sample each).
        members: how many, drawn independently.
        owners: (probability, mean, scale) for each kind of owner.
        disturbances: (probability, value).

    Returns:
        A sum over all outcomes; exact for ints, Fractions and SymPy expressions.

    >>> coin = [(0.5, 1), (0.5, -1)]
    >>> expected(lambda means, errors: errors[0] ** 2, members=1, owners=[(1, 7, 3)], disturbances=coin)
    9.0
    """
    total = 0
    for drawn in product(owners, repeat=members):
        for hits in product(disturbances, repeat=members):
            chance = prod(p for p, *_ in (*drawn, *hits))
            means = tuple(mean for _, mean, _ in drawn)
            errors = tuple(scale * hit for (_, _, scale), (_, hit) in zip(drawn, hits, strict=True))
            total += chance * value(means, errors)
    return total


class Member(NamedTuple):
    """A coalition seen by its first member, in symbols; deviations and sampling errors are random with mean 0."""

    sizes: tuple[sp.Symbol, ...]
    deviations: tuple[sp.Symbol, ...]  # of the true means from the common one
    sampling: tuple[sp.Symbol, ...]  # errors of the members' averages
    weights: tuple[sp.Expr, ...]  # that the member puts on the averages; its own is what the others leave
    variances: dict[sp.Symbol, sp.Expr]

    @property
    def error(self) -> sp.Expr:
        """Estimate minus truth: everybody's deviation and sampling error, weighted, minus the own deviation."""
        parts = zip(self.weights, self.deviations, self.sampling, strict=True)
        return sum(v * (a + e) for v, a, e in parts) - self.deviations[0]


def member_of(members: int, noise: sp.Expr, spread: sp.Expr) -> Member:
    """The first member of a coalition of so many, whose averages have variances noise / size.

    >>> mu, s2 = sp.symbols("mu s2")
    >>> member_of(2, mu, s2).error
    -a_1 + v_2*(a_2 + e_2) + (1 - v_2)*(a_1 + e_1)
    """
    sizes, deviations, sampling = (sp.symbols(f"{x}_1:{members + 1}", positive=x == "n" or None) for x in "nae")
    others = sp.symbols(f"v_2:{members + 1}")
    variances = dict.fromkeys(deviations, spread)
    variances |= {e: noise / n for e, n in zip(sampling, sizes, strict=True)}
    return Member(sizes, deviations, sampling, (1 - sum(others), *others), variances)


def bias(sizes: Sequence[int], member: int) -> Fraction:
    """The part of the spread in a member's error under uniform federation, in units of the spread.

    >>> bias((5, 5), 0)
    Fraction(1, 2)
    """
    total, own = sum(sizes), sizes[member]
    others = sum(n * n for n in sizes) - own * own
    return Fraction(others + (total - own) ** 2, total**2)


def _normal(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    return rng.normal(size=shape), np.full(shape, 10.0)


def _skewed(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    return rng.exponential(size=shape), 10 * rng.exponential(size=shape)


def _dependent(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    means = rng.normal(size=shape)
    return means, 10 * means**2


def _two_valued(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    return rng.choice([-1.0, 1.0], size=shape), rng.choice([5.0, 15.0], size=shape)


# Owners' means and noise variances with noise 10 and spread 1 on average, and nothing else in common.
FOUR_WORLDS = {"normal": _normal, "skewed": _skewed, "dependent": _dependent, "two-valued": _two_valued}


def play_four_worlds(weights: Any, *, rounds: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Simulated errors and their standard errors, each of shape (worlds, members), for sizes 5, 5 and 25."""
    disturbances = [simulation.gaussian_noise, simulation.rademacher_noise] * 2
    played = [
        simulation.simulate_means(
            [5, 5, 25], weights=weights, owners=owners, rounds=rounds, noise=noise, rng=np.random.default_rng([seed, i])
        )
        for i, (owners, noise) in enumerate(zip(FOUR_WORLDS.values(), disturbances, strict=True))
    ]
    return np.stack([each.errors for each in played]), np.stack([each.standard_errors for each in played])


def draw_two_parts(axes: Sequence[Axes]) -> None:
    """The parts of noise and spread in the error of a member with 5 (left) and with 25 samples (right)."""
    partner = np.geomspace(0.5, 1000, 300)
    findings = (
        "5 samples: any partner helps,\nbest one of the same size",
        "25 samples: hardly a partner helps,\nmost cost a lot",
    )
    places = (((3, 1.62), (0.55, 1.2), (22, 0.95)), ((9, 0.8), (90, 0.16), (75, 0.62)))  # beside the curves
    for ax, own, finding, at in zip(axes, (5, 25), findings, places, strict=True):
        pairs = np.stack([np.full_like(partner, own), partner], axis=-1)
        error, noise = uniform_errors(pairs, noise=10, spread=1)[:, 0], 10 / (own + partner)
        curves = (("error", error), ("noise part", noise), ("spread part", error - noise))
        for (name, curve), (x, y) in zip(curves, at, strict=True):
            line = ax.plot(partner, curve)[0]
            ax.text(x, y, name, color=line.get_color())
        threshold(ax, 10 / own, "alone", along="y")
        ax.set_xscale("log")
        ax.set_ylim(0, 2.35)
        label(ax, x="samples of the partner", y="expected squared error", title=finding)


def draw_best_weights(axes: Sequence[Axes]) -> None:
    """Error of a small and of a large member of 5, 5 and 25 samples against the weight on its own average."""
    share = np.linspace(0, 1, 101)
    sizes = [5, 5, 25]
    errors = coarse_errors(np.tile(sizes, (101, 1)), noise=10, spread=1, weights=np.tile(share, (3, 1)).T)
    weights = optimal_coarse_weights(sizes, noise=10, spread=1)
    lowest = optimal_coarse_errors(sizes, noise=10, spread=1)
    for ax, member in zip(axes, (0, 2), strict=True):
        best = float(weights[member]), float(lowest[member])
        ax.plot(share, errors[:, member])
        ax.plot(*best, "o", color=COLOURS[1])
        ax.annotate(
            f"best: {best[0]:.2f}", best, xytext=(0, 18), textcoords="offset points", ha="center", color=COLOURS[1]
        )
        label(ax, x="weight on the own average", y="expected squared error",
              title=f"{sizes[member]} samples: a mixture beats\nboth ends, {best[1]:.3f}")  # fmt: skip
