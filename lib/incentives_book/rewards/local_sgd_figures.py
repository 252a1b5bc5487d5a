"""Pictures of local training, and random problems on which the measured error is set against its bound."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np

from incentives_book import figures
from incentives_book.rewards.local_sgd import local_sgd_bound, tuned_steps
from incentives_book.rewards.local_sgd_runs import QuadraticClients, play_local_sgd

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SEATS = np.array([[-1.0], [-1.0], [2.0]])  # where the three soft absolute values sit


def draw_drift(*, local_steps: int = 8, rounds: int = 3, step: float = 0.12, ax: Axes | None = None) -> Axes:
    """Paths of three clients in the plane, and their average at the beginning of each round."""
    ax = plt.subplots(figsize=(6.0, 4.0))[1] if ax is None else ax
    optima = np.array([[2.2, 1.4], [-0.4, -1.5], [1.9, -1.3]])
    curve = np.array([[1.0, 0.35], [0.35, 1.0], [0.6, 0.6]])  # each client's curvature along both axes
    best = (curve * optima).sum(axis=0) / curve.sum(axis=0)
    x, y = np.meshgrid(np.linspace(-3.6, 3.2, 160), np.linspace(-2.2, 3.0, 160))
    bowl = sum(c[0] * (x - b[0]) ** 2 + c[1] * (y - b[1]) ** 2 for c, b in zip(curve, optima, strict=True))
    ax.contour(x, y, bowl, levels=7, colors=figures.INK, linewidths=0.5, alpha=0.35)
    met = [np.array([-3.0, 2.5])]
    for _ in range(rounds):
        points = [np.repeat(met[-1][None], 3, axis=0)]
        for _ in range(local_steps):
            points.append(points[-1] - step * curve * (points[-1] - optima))
        for client, path in enumerate(np.stack(points, axis=1)):
            ax.plot(*path.T, color=figures.COLOURS[client], linestyle="-", linewidth=1.2, marker=".", markersize=3)
        met.append(points[-1].mean(axis=0))
    for (before, after), name in zip(pairwise(met), ("first round", "second", "third"), strict=False):
        ax.annotate("", after, before, arrowprops={"arrowstyle": "->", "color": figures.INK, "lw": 1.8})
        ax.annotate(
            name, (before + after) / 2, textcoords="offset points", xytext=(-8, -12), ha="right", color=figures.INK
        )
    ax.plot(*np.array(met).T, marker="o", linestyle="none", color=figures.INK, markersize=7)
    for client, place in enumerate(optima):
        ax.plot(*place, marker="x", color=figures.COLOURS[client], markersize=9, markeredgewidth=2)
        ax.annotate(
            f"client {client + 1}", place, textcoords="offset points", xytext=(8, 4), color=figures.COLOURS[client]
        )
    ax.plot(*best, marker="*", color=figures.INK, markersize=11, linestyle="none")
    ax.annotate("minimum", best, textcoords="offset points", xytext=(9, -3), color=figures.INK)
    ax.set(xticks=[], yticks=[], xlim=(-3.6, 3.2), ylim=(-2.2, 3.0))
    return ax


def _slopes(points: np.ndarray) -> np.ndarray:
    """Gradients of log cosh at each client's seat."""
    return np.tanh(points - SEATS)


def _soft_value(points: np.ndarray) -> np.ndarray:
    """The mean of the three soft absolute values."""
    return np.log(np.cosh(points[..., None, :] - SEATS)).sum(axis=-1).mean(axis=-1)


def draw_soft_absolutes(runs: int, rng: np.random.Generator, *, total: int = 320) -> tuple[Axes, Axes]:
    """Left: mean gap and bound for 1, 4 and 16 local steps. Right: where the average settles without noise.

    The three gaps are drawn one within the other, since they hardly differ, and share one name; each bound has its own.

    Args:
        runs: repetitions of each simulated training.
        rng: source of the noise.
        total: steps of each training.
    """
    _, (left, right) = plt.subplots(1, 2, figsize=(7.3, 3.8))
    grid = np.linspace(-12, 12, 24001)
    slopes = _slopes(grid[None])
    dissimilarity = np.abs(slopes - slopes.mean(axis=0)).max()
    best = grid[np.abs(slopes.mean(axis=0)).argmin()]

    def noisy(points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return _slopes(points) + 0.5 * rng.standard_normal(points.shape)

    k = np.arange(1, total + 1)
    for local, colour, width in zip((1, 4, 16), figures.COLOURS, (5, 3, 1.2), strict=False):
        path = play_local_sgd(
            noisy, [4.0], clients=3, local_steps=local, rounds=total // local, step=0.05, rng=rng, runs=runs
        ).averages
        gap = (_soft_value(path) - _soft_value(np.array([best])))[:, 1:].mean(axis=0)
        left.loglog(k, np.cumsum(gap) / k, color=colour, linestyle="-", linewidth=width)
        facts = {"distance": 4 - best, "smoothness": 1, "clients": 3, "noise": 0.5, "dissimilarity": dissimilarity}
        ends = np.arange(local, total + 1, local)
        bounds = [local_sgd_bound(step=0.05, local_steps=local, rounds=int(e) // local, **facts) for e in ends]
        left.loglog(ends, bounds, color=colour, linestyle=":", linewidth=2)
        left.text(1.15 * ends[-1], bounds[-1], f"$\\tau={local}$", va="center", color=colour)
    left.text(1.2, 0.6 * gap[0], "measured:\none curve for\n$\\tau=1,4,16$", va="top", color=figures.INK)
    left.set(xlim=(0.9, 5 * total), ylim=(0.2, None))
    figures.label(left, x="steps", y="mean gap of the objective", title="bounds (dotted) far above the error")

    counts = [1, 2, 4, 8, 16, 32]
    for step, colour, marker in zip((0.05, 0.25), figures.COLOURS, figures.MARKERS, strict=False):
        settled = [
            play_local_sgd(
                lambda points, rng: _slopes(points),
                [0.0],
                clients=3,
                local_steps=t,
                rounds=max(1200 // t, 60),
                step=step,
                rng=rng,
            ).averages[0, -1, 0]
            for t in counts
        ]
        right.semilogx(counts, settled, marker=marker, color=colour)
        beside = {"xytext": (6, -14)} if step < 0.1 else {"xytext": (-8, 4), "ha": "right"}
        right.annotate(f"$\\eta={step}$", (counts[3], settled[3]), textcoords="offset points", color=colour, **beside)
    right.set_xticks(counts, [str(t) for t in counts])
    figures.threshold(right, best, "minimiser", along="y")
    figures.label(
        right, x="local steps $\\tau$", y="where the average settles", title="drifting shifts where it settles"
    )
    return left, right


def measured_over_bound(rng: np.random.Generator, runs: int) -> float:
    """One random problem, quadratics with a common Hessian: the mean gap at the tuned step as a share of its bound."""
    clients, dim = int(rng.integers(2, 7)), int(rng.integers(1, 6))
    local, rounds = int(rng.choice([1, 2, 5])), int(rng.choice([4, 10, 20]))
    basis = np.linalg.qr(rng.standard_normal((dim, dim)))[0]
    hessian = basis @ np.diag(rng.uniform(0.05, 1, dim)) @ basis.T
    optima = rng.standard_normal((clients, dim)) * rng.choice([0.1, 1])
    world = QuadraticClients(np.repeat(hessian[None], clients, axis=0), optima, noise=rng.choice([0.3, 3.0]))
    start = world.minimiser + 5 * rng.standard_normal(dim)
    facts: dict[str, Any] = {
        "distance": float(np.linalg.norm(start - world.minimiser)),
        "smoothness": world.smoothness,
        "local_steps": local,
        "rounds": rounds,
        "clients": clients,
        "noise": float(world.noise),
        "dissimilarity": float(world.dissimilarity_at(start).max()),
    }
    step = min(tuned_steps(**facts))
    path = play_local_sgd(
        world.gradients, start, clients=clients, local_steps=local, rounds=rounds, step=step, rng=rng, runs=runs
    ).averages
    measured = (world.objective(path[:, 1:]) - world.objective(world.minimiser)).mean()
    return float(measured / local_sgd_bound(step=step, **facts))
