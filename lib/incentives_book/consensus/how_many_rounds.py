"""The rounds until every client is content: the hard family on which the rates can be computed exactly.

Client 0's loss is (curvature / 2) x^2 with curvature at most the smoothness L; the other M - 1 clients do not care
about x.
All start at distance B from the common minimiser 0. The server runs its method on the average of the losses, so that
the one client who cares is heard with weight 1/M.

Everything is rational if the arguments are: fractions in, fractions out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

from incentives.numbers import as_count, as_number

Number = Any


@dataclass(frozen=True)
class HardFamily:
    """One client who cares, among others who do not.

    Args:
        clients: M >= 1.
        smoothness: L > 0, a bound on every client's curvature that the server knows.
        distance: B > 0, of the start from the minimiser.

    Raises:
        ValueError: a number out of range.

    >>> HardFamily(4).gap(Fraction(1), 8)           # full gradients with step 1/L for eight rounds
    Fraction(43046721, 8589934592)
    """

    clients: int
    smoothness: Number = Fraction(1)
    distance: Number = Fraction(1)

    def __post_init__(self) -> None:
        if isinstance(self.clients, bool) or not isinstance(self.clients, int) or self.clients < 1:
            raise ValueError(f"clients must be a whole number of at least 1, got {self.clients!r}")
        if not self.smoothness > 0 or not self.distance > 0:
            raise ValueError(f"smoothness and distance must be above 0, got {self.smoothness!r}, {self.distance!r}")

    def _check(self, curvature: Number, rounds: int, local_steps: int = 1) -> None:
        if not 0 < curvature <= self.smoothness:
            raise ValueError(f"curvature must be above 0 and at most {self.smoothness}, got {curvature!r}")
        for name, value, low in (("rounds", rounds, 0), ("local_steps", local_steps, 1)):
            if isinstance(value, bool) or not isinstance(value, int) or value < low:
                raise ValueError(f"{name} must be a whole number of at least {low}, got {value!r}")

    def factor(self, curvature: Number, *, local_steps: int = 1) -> Number:
        """By what the distance shrinks in a round, with step 1/L.

        With one local step this is mini-batch (federated) gradient descent on the average; with more, the client who
        cares walks alone and the server averages its walk with everybody else's standstill.
        """
        walked = 1 - (1 - curvature / self.smoothness) ** local_steps
        return 1 - walked / self.clients

    def gap(self, curvature: Number, rounds: int, *, local_steps: int = 1) -> Number:
        """Loss of the client who cares after these rounds, above its best."""
        self._check(curvature, rounds, local_steps)
        return curvature * (self.distance * self.factor(curvature, local_steps=local_steps) ** rounds) ** 2 / 2

    def worst_curvature(self, rounds: int) -> Number:
        """The curvature that leaves the largest gap after these rounds of one local step each."""
        self._check(self.smoothness, rounds)
        return min(self.smoothness, self.clients * self.smoothness / Fraction(2 * rounds + 1))

    def worst_gap(self, rounds: int) -> Number:
        """The largest gap after these rounds, over all curvatures up to the smoothness."""
        return self.gap(self.worst_curvature(rounds), rounds)

    def rounds_needed(self, accuracy: Number) -> int:
        """The fewest rounds after which the client who cares is content, whatever its curvature.

        >>> HardFamily(10).rounds_needed(Fraction(1, 100))
        92
        """
        if not accuracy > 0:
            raise ValueError(f"accuracy must be above 0, got {accuracy!r}")
        low, high = 0, 1
        while self.worst_gap(high) > accuracy:
            low, high = high, 2 * high
        if self.worst_gap(0) <= accuracy:
            return 0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.worst_gap(middle) > accuracy else (low, middle)
        return high

    def accelerated_gap(self, curvature: Number, rounds: int) -> float:
        """Gap after Nesterov's accelerated gradient descent on the average, step 1/L, in floats."""
        self._check(curvature, rounds)
        point = ahead = float(self.distance)
        t, slope = 1.0, float(curvature) / float(self.smoothness) / self.clients
        for _ in range(rounds):
            new = ahead * (1 - slope)
            after = (1 + np.sqrt(1 + 4 * t * t)) / 2
            ahead, point, t = new + (t - 1) / after * (new - point), new, after
        return float(curvature) * point**2 / 2

    def accelerated_rounds_needed(self, accuracy: Number, *, grid: int = 400) -> int:
        """Rounds after which the accelerated method is below the accuracy for every curvature on a grid, and stays
        so.
        """
        curvatures = float(self.smoothness) * np.geomspace(1e-6, 1, grid)
        most = 4 * isqrt(int(2 * self.clients * self.smoothness * self.distance**2 / accuracy)) + 4
        slope = curvatures / float(self.smoothness) / self.clients
        point = ahead = np.full(grid, float(self.distance))
        t, last = 1.0, 0
        for step in range(1, most + 1):
            new = ahead * (1 - slope)
            after = (1 + np.sqrt(1 + 4 * t * t)) / 2
            ahead, point, t = new + (t - 1) / after * (new - point), new, after
            if (curvatures * point**2 / 2).max() > float(accuracy):
                last = step
        return last + 1


def expected_square(shrink: Number, step: Number, noise: Number, rounds: int, *, start: Number) -> Number:
    """Expected squared distance after noisy rounds x <- shrink x - step * noise, noise of variance `noise`.

    >>> expected_square(Fraction(1, 2), Fraction(1), Fraction(3), 2, start=Fraction(4))
    Fraction(19, 4)
    """
    values = {"shrink": shrink, "step": step, "noise": noise, "start": start}
    shrink, step, noise, start = (as_number(name, value) for name, value in values.items())
    if noise < 0:
        raise ValueError(f"noise must be a variance, at least 0; got {noise}")
    square = start**2
    for _ in range(as_count("rounds", rounds)):
        square = shrink**2 * square + step**2 * noise
    return square


def simulate_noisy_rounds(
    family: HardFamily,
    curvature: float,
    *,
    rounds: int,
    batch: int,
    noise: float,
    step: float,
    runs: int,
    rng: np.random.Generator,
) -> np.ndarray:
    """Mini-batch SGD on the average, by drawing: final gaps of the client who cares, shape (runs,).

    Every client, also one who does not care, sends the mean of `batch` noisy gradients of standard deviation `noise`.
    """
    point = np.full(runs, float(family.distance))
    for _ in range(rounds):
        sent = rng.standard_normal((runs, family.clients)) * noise / np.sqrt(batch)
        sent[:, 0] += curvature * point
        point = point - step * sent.mean(axis=1)
    return curvature * point**2 / 2
