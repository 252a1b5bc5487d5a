"""A consensus oracle for convex losses given by values and gradients, with a certificate either way.

Training is never exact, so a call answers up to a slack: a point at which nobody's excess is larger than
the slack, or a witness whose dual weights prove that its clients cannot all be content. The certificate needs
a lower bound on how strongly the weighted loss curves, as a ridge penalty gives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from incentives.consensus.dual_weights import DualWeights, Floats, Losses, dual_weights, round_weights
from incentives.consensus.oracles import Answer, check_members
from incentives.numbers import as_count, as_row
from incentives.reading import as_real


@dataclass(frozen=True)
class LossOracle:
    """Model F for strongly convex losses, up to a slack.

    Args:
        losses: maps x, shape (d,), to the reported excesses g_j(x) over what contents client j, shape
            (clients,), and their gradients, shape (clients, d).
        clients: how many there are.
        start: where the search begins, shape (d,).
        modulus: every loss is strongly convex with at least this modulus; tried on one step from the start.
        slack: a point answers a call if no excess there is larger than this.
        gap: accuracy of the search, in units of the loss; smaller than the slack.

    >>> def losses(x):  # three parabolas around 0, 1 and 4, content at a distance of at most 1
    ...     away = x[0] - np.array([0.0, 1.0, 4.0])
    ...     return away**2 - 1, 2 * away[:, None]
    >>> oracle = LossOracle(losses, clients=3, start=(0.0,), modulus=2.0)
    >>> oracle({0, 1}).is_empty, sorted(oracle({0, 1, 2}).witness)
    (False, [0, 2])
    """

    losses: Losses
    clients: int
    start: Sequence[float]
    modulus: float
    slack: float = 1e-3
    gap: float = 1e-4

    def __post_init__(self) -> None:
        as_count("clients", self.clients, least=1), as_real("modulus", self.modulus, above=0)
        start = as_row("start", self.start, exact=False, of="coordinate")
        excesses, gradients = (np.asarray(part, dtype=float) for part in self.losses(start))
        if excesses.shape != (self.clients,):
            raise ValueError(
                f"losses must give one excess for each of {self.clients} clients, got shape {excesses.shape}"
            )
        # Strong convexity along one step of each coordinate: a modulus that is too large would make certificates of
        # nothing.
        for coordinate in range(start.size):
            step = np.zeros_like(start)
            step[coordinate] = 1 + abs(start[coordinate])
            there = np.asarray(self.losses(start + step)[0], dtype=float)
            curved = 2 * (there - excesses - gradients @ step) / (step @ step)
            if curved.min() < self.modulus * (1 - 1e-6) - 1e-9:
                raise ValueError(
                    f"modulus must be one of strong convexity of every loss; got {self.modulus!r}, but client "
                    f"{int(curved.argmin())}'s "
                    f"loss curves by {curved.min():.6g} only between start and a step along coordinate {coordinate}"
                )
        if not 0 < self.gap < self.slack:
            raise ValueError(f"gap must be positive and smaller than slack, got {self.gap!r}, {self.slack!r}")

    def minimax(self, members: Iterable[int]) -> DualWeights:
        """The smallest largest excess of these clients, and their weights (in the order of their numbers)."""
        some = check_members(self, members)

        def restricted(x: Floats) -> tuple[Floats, Floats]:
            excesses, gradients = self.losses(x)
            return excesses[some], gradients[some]

        return dual_weights(restricted, self.start, gap=self.gap)

    def __call__(self, members: Iterable[int]) -> Answer:
        """A point within the slack, or a witness.

        Raises:
            ArithmeticError: the search ended with neither, because it is not accurate enough for this slack.
        """
        some = check_members(self, members)
        found = self.minimax(some)
        if found.largest <= self.slack:
            return Answer(point=tuple(map(float, found.point)))
        gradients = np.asarray(self.losses(found.point)[1])[some]
        for weights in (round_weights(found.excesses, gradients, found.weights), found.weights):
            if self.certificate(found, gradients, weights) > 0:
                return Answer(witness=frozenset(m for m, w in zip(some, weights, strict=True) if w > 0))
        raise ArithmeticError(
            f"slack {self.slack} is too small for this search: largest excess {found.largest:.3g}, "
            f"certified {found.lower_bound(self.modulus):.3g}"
        )

    def certificate(self, found: DualWeights, gradients: Any, weights: Any) -> float:
        """A lower bound on the least weighted excess; positive: no point contents all of them."""
        residual = np.asarray(weights) @ np.asarray(gradients)
        return float(np.asarray(weights) @ found.excesses - residual @ residual / (2 * self.modulus))
