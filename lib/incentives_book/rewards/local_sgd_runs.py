"""Local SGD played out: many runs at once, on clients whose objectives are quadratics or anything with a gradient.

Nothing here knows the bounds of `local_sgd`; that is what makes the comparison a test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Gradients = Callable[[np.ndarray, np.random.Generator], np.ndarray]


class LocalRun(NamedTuple):
    """The course of a run: the clients' average before each step and at the end, and each client's squared distance to
    it.

    averages: (runs, rounds * local_steps + 1, dimension); drifts: (runs, rounds * local_steps, clients), before a step.
    """

    averages: np.ndarray
    drifts: np.ndarray


def play_local_sgd(
    gradients: Gradients,
    start: Any,
    *,
    clients: int,
    local_steps: int,
    rounds: int,
    step: float,
    rng: np.random.Generator,
    runs: int = 1,
) -> LocalRun:
    """Play local SGD with constant step and uniform averaging, many runs at once.

    Args:
        gradients: called as `gradients(points, rng)`, points of shape (runs, clients, dimension); returns one
            stochastic gradient per client, same shape, drawn independently.
        start: common starting point, shape (dimension,).
        clients: M, at least 1.
        local_steps: tau, at least 1.
        rounds: T, at least 1.
        step: eta, above 0.
        rng: source of all chance.
        runs: independent repetitions.

    Raises:
        ValueError: a number out of range, or gradients of another shape.

    >>> run = play_local_sgd(lambda x, rng: x, [1.0], clients=2, local_steps=2, rounds=1, step=0.5,
    ...                      rng=np.random.default_rng(1))
    >>> run.averages[0, :, 0]
    array([1.  , 0.5 , 0.25])
    """
    for name, count in (("clients", clients), ("local_steps", local_steps), ("rounds", rounds), ("runs", runs)):
        if isinstance(count, bool) or count != int(count) or count < 1:
            raise ValueError(f"{name} must be a whole number, 1 or more; got {count!r}")
    if not 0 < step < float("inf"):
        raise ValueError(f"step must be a finite number above 0; got {step!r}")
    origin = np.asarray(start, dtype=float)
    if origin.ndim != 1 or not np.isfinite(origin).all():
        raise ValueError(f"start must be a list of finite numbers; got {start!r}")
    points = np.tile(origin, (runs, clients, 1))
    averages = np.empty((runs, rounds * local_steps + 1, origin.size))
    drifts = np.empty((runs, rounds * local_steps, clients))
    for k in range(rounds * local_steps):
        centre = points.mean(axis=1, keepdims=True)
        if k % local_steps == 0:
            points = np.repeat(centre, clients, axis=1)  # a new round: everybody starts at the average
        averages[:, k] = centre[:, 0]
        drifts[:, k] = ((points - centre) ** 2).sum(axis=2)
        slopes = gradients(points, rng)
        if slopes.shape != points.shape:
            raise ValueError(f"gradients must return shape {points.shape}; got {slopes.shape}")
        points = points - step * slopes
    averages[:, -1] = points.mean(axis=1)
    return LocalRun(averages, drifts)


@dataclass(frozen=True)
class QuadraticClients:
    """Clients with F_i(x) = (x - b_i)' H_i (x - b_i) / 2 and F their plain average.

    Args:
        hessians: H_i, symmetric positive semidefinite, shape (clients, dimension, dimension).
        optima: b_i, shape (clients, dimension).
        noise: root of the variance of a stochastic gradient (its squared distance from the gradient, Gaussian).
    """

    hessians: np.ndarray
    optima: np.ndarray
    noise: float = 0.0

    def __post_init__(self) -> None:
        h, b = np.asarray(self.hessians, dtype=float), np.asarray(self.optima, dtype=float)
        if not (np.isfinite(h).all() and np.isfinite(b).all()):
            raise ValueError("hessians and optima must be finite numbers")
        if b.ndim != 2 or h.shape != (*b.shape, b.shape[1]) or not np.allclose(h, h.swapaxes(1, 2)):
            raise ValueError(
                f"hessians must be symmetric, shape (clients, d, d), optima (clients, d); got {h.shape}, {b.shape}"
            )
        if np.linalg.eigvalsh(h).min() < -1e-9:
            raise ValueError("hessians must be positive semidefinite")
        if not 0 <= self.noise < float("inf"):
            raise ValueError(f"noise must be a finite number, 0 or more; got {self.noise!r}")
        object.__setattr__(self, "hessians", h)
        object.__setattr__(self, "optima", b)

    @property
    def smoothness(self) -> float:
        """The largest eigenvalue of any client's Hessian."""
        return float(np.linalg.eigvalsh(self.hessians).max())

    @property
    def minimiser(self) -> np.ndarray:
        """Of the average objective."""
        pulls = np.einsum("ijk,ik->j", self.hessians, self.optima)
        return np.linalg.solve(self.hessians.sum(axis=0), pulls)

    def true_gradients(self, points: np.ndarray) -> np.ndarray:
        """Per client, at its own point: shape (..., clients, dimension)."""
        return np.einsum("ijk,...ik->...ij", self.hessians, points - self.optima)

    def gradients(self, points: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Stochastic, unbiased."""
        disturbance = rng.standard_normal(points.shape) * (self.noise / np.sqrt(points.shape[-1]))
        return self.true_gradients(points) + disturbance

    def objective(self, points: np.ndarray) -> np.ndarray:
        """F at points of shape (..., dimension)."""
        away = points[..., None, :] - self.optima
        return np.einsum("...ij,ijk,...ik->...i", away, self.hessians, away).mean(axis=-1) / 2

    def dissimilarity_at(self, point: np.ndarray) -> np.ndarray:
        """Each client's distance of its gradient from the average gradient, at one point: shape (clients,)."""
        slopes = self.true_gradients(np.broadcast_to(point, self.optima.shape))
        return np.linalg.norm(slopes - slopes.mean(axis=0), axis=1)
