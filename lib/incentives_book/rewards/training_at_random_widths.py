"""The aim of training at random widths: the average of the objective over the widths, exactly for quadratics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from incentives.numbers import as_count, as_list, is_exact


def nested_masks(dimension: int, kept: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Masks that keep the first k coordinates, one per entry of `kept`.

    Raises:
        ValueError: an entry outside 1..dimension, or entries that do not increase strictly.

    >>> nested_masks(3, [1, 3])
    ((1, 0, 0), (1, 1, 1))
    """
    dimension = as_count("dimension", dimension, least=1)
    counts = [as_count("kept", k, least=1, most=dimension) for k in as_list("kept", kept, least=1)]
    if any(a >= b for a, b in pairwise(counts)):
        raise ValueError(f"kept must increase strictly; got {counts}")
    return tuple(tuple(int(j < k) for j in range(dimension)) for k in counts)


def _exact(value: Any) -> Any:
    """Ints become fractions, so that division stays exact; fractions and SymPy expressions pass."""
    if not is_exact(value, symbols=True):
        raise ValueError(
            f"entries must be exact (ints, Fractions, SymPy expressions), not floats or anything else; got {value!r}"
        )
    return Fraction(value) if isinstance(value, int) else value


@dataclass(frozen=True)
class Quadratic:
    """F(x) = x'Hx / 2 - b'x with exact entries (numbers or SymPy expressions).

    Args:
        hessian: H, rows of a symmetric matrix.
        pull: b, one entry per coordinate.

    >>> Quadratic([[1, 0], [0, 2]], [1, 1]).minimiser()
    (Fraction(1, 1), Fraction(1, 2))
    """

    hessian: tuple[tuple[Any, ...], ...]
    pull: tuple[Any, ...]

    def __post_init__(self) -> None:
        h = tuple(tuple(_exact(entry) for entry in row) for row in self.hessian)
        b = tuple(_exact(entry) for entry in self.pull)
        if not b or len(h) != len(b) or any(len(row) != len(b) for row in h):
            raise ValueError(f"hessian must be square, one row per entry of pull ({len(b)}); got {len(h)} rows")
        if any(h[i][j] != h[j][i] for i in range(len(b)) for j in range(i)):
            raise ValueError("hessian must be symmetric")
        object.__setattr__(self, "hessian", h)
        object.__setattr__(self, "pull", b)

    def __call__(self, x: Sequence[Any]) -> Any:
        """The value at a point."""
        half = Fraction(1, 2)
        slope = self.gradient(x)
        return sum((half * xi * (gi - bi) for xi, gi, bi in zip(x, slope, self.pull, strict=True)), Fraction(0))

    def gradient(self, x: Sequence[Any]) -> tuple[Any, ...]:
        """Hx - b."""
        if len(x) != len(self.pull):
            raise ValueError(f"x must have {len(self.pull)} coordinates; got {len(x)}")
        rows = zip(self.hessian, self.pull, strict=True)
        return tuple(sum((h * xi for h, xi in zip(row, x, strict=True)), Fraction(0)) - b for row, b in rows)

    def masked(self, mask: Sequence[int]) -> Quadratic:
        """x -> F(mask * x), again a quadratic: rows and columns outside the mask become zero."""
        h = tuple(
            tuple(a * b * entry for b, entry in zip(mask, row, strict=True))
            for a, row in zip(mask, self.hessian, strict=True)
        )
        return Quadratic(h, tuple(a * b for a, b in zip(mask, self.pull, strict=True)))

    def minimiser(self) -> tuple[Any, ...]:
        """The unique minimiser, by elimination without pivoting, which positive definite matrices allow.

        Raises:
            ValueError: the Hessian is not positive definite.
        """
        n = len(self.pull)
        rows = [[*row, b] for row, b in zip(self.hessian, self.pull, strict=True)]
        for i in range(n):
            pivot = rows[i][i]
            if pivot == 0 or (isinstance(pivot, Fraction) and pivot < 0):
                raise ValueError("hessian must be positive definite for a unique minimiser")
            for j in range(i + 1, n):
                factor = rows[j][i] / pivot
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
        x: list[Any] = [None] * n
        for i in reversed(range(n)):
            known = sum((rows[i][j] * x[j] for j in range(i + 1, n)), Fraction(0))
            x[i] = (rows[i][n] - known) / rows[i][i]
        return tuple(x)


def _weights(masks: Sequence[Sequence[int]], weights: Sequence[Any]) -> tuple[Any, ...]:
    chances = tuple(_exact(w) for w in weights)
    if len(chances) != len(masks):
        raise ValueError(f"weights must hold one entry per mask ({len(masks)}); got {len(chances)}")
    if all(isinstance(w, Fraction) for w in chances) and (min(chances) < 0 or sum(chances) != 1):
        raise ValueError(f"weights must not be negative and must sum to 1; got {weights!r}")
    return chances


def width_averaged(objective: Quadratic, masks: Sequence[Sequence[int]], weights: Sequence[Any]) -> Quadratic:
    """The objective of training at random widths: the mean of F(mask * x) over the widths.

    Args:
        objective: F.
        masks: 0/1 tuples, one per width.
        weights: how often each width is trained; exact, summing to 1.

    Raises:
        ValueError: weights that do not fit.

    >>> half = Fraction(1, 2)
    >>> f = Quadratic([[1, half], [half, 1]], [1, 1])
    >>> width_averaged(f, nested_masks(2, [1, 2]), [half, half]).minimiser()
    (Fraction(6, 7), Fraction(4, 7))
    """
    chances = _weights(masks, weights)
    if any(entry not in (0, 1) for mask in masks for entry in mask):
        raise ValueError(f"masks must hold 0 and 1, got {masks!r}")
    parts = [objective.masked(mask) for mask in masks]
    n = range(len(objective.pull))
    h = [[sum((w * f.hessian[i][j] for w, f in zip(chances, parts, strict=True)), Fraction(0)) for j in n] for i in n]
    b = [sum((w * f.pull[i] for w, f in zip(chances, parts, strict=True)), Fraction(0)) for i in n]
    return Quadratic(tuple(map(tuple, h)), tuple(b))


def width_noise(objective: Quadratic, masks: Sequence[Sequence[int]], weights: Sequence[Any], x: Sequence[Any]) -> Any:
    """Variance of the gradient at x when only the width is random: mean squared distance from the mean gradient.

    >>> half = Fraction(1, 2)
    >>> f = Quadratic([[1, half], [half, 1]], [1, 1])
    >>> width_noise(f, nested_masks(2, [1, 2]), [half, half], [0, 3])
    Fraction(25, 16)
    """
    chances = _weights(masks, weights)
    slopes = [objective.masked(mask).gradient(x) for mask in masks]
    centre = width_averaged(objective, masks, weights).gradient(x)
    squares = [sum(((g - c) ** 2 for g, c in zip(slope, centre, strict=True)), Fraction(0)) for slope in slopes]
    return sum((w * s for w, s in zip(chances, squares, strict=True)), Fraction(0))


@dataclass(frozen=True)
class RandomWidthClients:
    """Clients with quadratic objectives whose every gradient is taken at a width drawn at random.

    Args:
        objectives: one exact `Quadratic` per client.
        masks: 0/1 tuples, one per width.
        weights: chance of each width.
    """

    objectives: tuple[Quadratic, ...]
    masks: tuple[tuple[int, ...], ...]
    weights: tuple[Any, ...]

    def __post_init__(self) -> None:
        if not self.objectives:
            raise ValueError("objectives must hold at least one client")
        object.__setattr__(self, "objectives", tuple(self.objectives))
        object.__setattr__(self, "weights", _weights(self.masks, self.weights))

    @property
    def averaged(self) -> tuple[Quadratic, ...]:
        """Each client's width-averaged objective, exact."""
        return tuple(width_averaged(f, self.masks, self.weights) for f in self.objectives)

    @property
    def target(self) -> Quadratic:
        """The average of these over clients: what is minimised."""
        parts, n = self.averaged, range(len(self.objectives[0].pull))
        share = Fraction(1, len(parts))
        h = tuple(tuple(share * sum((f.hessian[i][j] for f in parts), Fraction(0)) for j in n) for i in n)
        return Quadratic(h, tuple(share * sum((f.pull[i] for f in parts), Fraction(0)) for i in n))

    def gradients(self, points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One draw of the width per client: shape (runs, clients, dimension) in and out."""
        thresholds = np.array([float(w) for w in accumulate(self.weights)])
        drawn = np.searchsorted(thresholds[:-1], rng.random(points.shape[:2]), side="right")
        mask = np.array(self.masks, dtype=float)[drawn]
        h = np.array([[[float(e) for e in row] for row in f.hessian] for f in self.objectives])
        b = np.array([[float(e) for e in f.pull] for f in self.objectives])
        return mask * (np.einsum("ijk,rik->rij", h, mask * points) - b)

    def noise_at(self, x: Sequence[Any]) -> Any:
        """The clients' mean variance of the gradient at x."""
        total = sum((width_noise(f, self.masks, self.weights, x) for f in self.objectives), Fraction(0))
        return total / len(self.objectives)

    def dissimilarity_at(self, x: Sequence[Any]) -> Any:
        """The clients' mean squared gradient (of their width-averaged objectives) at x."""
        squares = (sum((g**2 for g in f.gradient(x)), Fraction(0)) for f in self.averaged)
        return sum(squares, Fraction(0)) / len(self.objectives)


def draw_compromise(world: RandomWidthClients, trained: np.ndarray, ax: Any) -> Any:
    """The two-dimensional example: contours of the full model, its optimum, half width's line, and where training goes.

    Args:
        world: one client with two coordinates, of which half width keeps the first.
        trained: mean of the simulated trainings after each step, shape (steps + 1, 2); its exact recursion goes on
            thin.
        ax: where to draw.
    """
    from incentives_book import figures

    full, target = world.objectives[0], world.target
    path = [np.zeros(2)]
    while np.abs(slope := np.array([float(g) for g in target.gradient(path[-1])])).max() > 1e-4:
        path.append(path[-1] - 0.05 * slope)
    u, v = np.meshgrid(np.linspace(0, 1.3, 120), np.linspace(0, 1.2, 120))
    value = (u**2 + 2 * float(full.hessian[0][1]) * u * v + v**2) / 2 - u - v - float(full(full.minimiser()))
    ax.contour(u, v, value, levels=[0.005, 0.02, 0.05, 0.1, 0.2, 0.35], colors=figures.INK, linewidths=0.6, alpha=0.5)
    ax.plot(*np.array(path).T, color=figures.COLOURS[0], linestyle="-", linewidth=0.8)
    ax.plot(*trained.T, color=figures.COLOURS[0], linestyle="-", linewidth=2.5, label="mean training")
    ax.text(0.42, 0.14, "mean training", color=figures.COLOURS[0])
    for point, marker, colour, name, offset, side in (
        (full.minimiser(), "o", 2, "full optimum", (-2, 8), "right"),
        (target.minimiser(), "s", 1, "width-averaged", (0, -17), "center"),
    ):
        place, tint = tuple(map(float, point)), figures.COLOURS[colour]
        ax.plot(*place, marker=marker, linestyle="none", color=tint, label=name)
        ax.annotate(name, place, xytext=offset, textcoords="offset points", ha=side, color=tint)
    ax.axvline(1, color=figures.COLOURS[3], linestyle="--", label="half width")
    ax.text(0.98, 1.3, "half width", ha="right", color=figures.COLOURS[3])
    ax.set(xlabel="$x_1$", ylabel="$x_2$", ylim=(0, 1.4))
    return ax


def draw_trade(ax: Any) -> Any:
    """The loss at half width against that of the full model, as the weight of half width goes from 0 to 1."""
    from incentives_book import figures

    shares = np.linspace(0, 1, 201)
    for correlation, line in zip((0.3, 0.5, 0.8), figures.LINES, strict=False):
        first = (1 - (1 - shares) * correlation) / (1 - (1 - shares) * correlation**2)
        full_gap = (1 - correlation**2) * (first - 1 / (1 + correlation)) ** 2 / 2
        half_gap = (first - 1) ** 2 / 2
        (drawn,) = ax.plot(full_gap, half_gap, linestyle=line)
        start = (full_gap[0], half_gap[0])
        ax.annotate(
            f"$\\rho={correlation}$", start, xytext=(6, -3), textcoords="offset points", color=drawn.get_color()
        )
        ax.plot(full_gap[100], half_gap[100], marker="o", color=drawn.get_color())
    return figures.label(ax, x="gap of the full model", y="gap of half width")
