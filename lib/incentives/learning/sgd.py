"""Stochastic gradient descent with PyTorch's conventions, and step sizes that change from round to round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from incentives.reading import as_real

Rate = float | Callable[[int], float]


@dataclass(frozen=True)
class Sgd:
    """velocity <- momentum * velocity + gradient + weight_decay * point; point <- point - rate * velocity.

    The velocity starts at zero whenever local training starts.

    Args:
        rate: step size, above 0.
        momentum: in [0, 1).
        weight_decay: at least 0; adds weight_decay / 2 times the squared norm to every client's objective.

    Raises:
        ValueError: a number out of range.
    """

    rate: float
    momentum: float = 0.0
    weight_decay: float = 0.0

    def __post_init__(self) -> None:
        as_real("rate", self.rate, above=0)
        as_real("momentum", self.momentum, least=0, below=1)
        as_real("weight_decay", self.weight_decay, least=0)


def step_decay(
    rate: float, *, rounds: int, at: Sequence[float] = (0.5, 0.75), factor: float = 0.1
) -> Callable[[int], float]:
    """The rate by round that is multiplied by `factor` once each share `at` of the rounds has passed.

    >>> schedule = step_decay(1.0, rounds=4)
    >>> [round(schedule(t), 3) for t in range(4)]
    [1.0, 1.0, 0.1, 0.01]
    """
    if rounds < 1 or not all(0 < share <= 1 for share in at):
        raise ValueError(f"rounds must be at least 1 and at lie in (0, 1], got {rounds} and {at}")
    return lambda t: rate * factor ** sum(t >= share * rounds for share in at)
