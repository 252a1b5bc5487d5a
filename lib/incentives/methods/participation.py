"""Clients that take part in a round by chance: federated averaging over those who are there. Needs PyTorch.

Reference: the participation experiment of Wu et al. (2024), which Tastan, Horváth and Nandakumar (2025) repeat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor

from incentives.learning.averaging import AveragingState, Models
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_count
from incentives.randomness import stream
from incentives.reading import as_real


def check_rates(rates: Any, clients: int) -> None:
    """Refuse anything but one chance in (0, 1] per client.

    Raises:
        ValueError: another shape, or a number out of range.
    """
    chances = as_tensor("participation", rates, finite=False, double=True)
    if chances.shape != (clients,) or not ((chances > 0) & (chances <= 1)).all():
        raise ValueError(f"participation must be {clients} chances in (0, 1], got {chances.tolist()}")


def check_sizes(sizes: Any) -> None:
    """Refuse anything but one number of examples per client, each above 0, at least one client.

    Raises:
        ValueError: another shape, or a number out of range.
    """
    found = as_tensor("sizes", sizes)
    if found.ndim != 1 or not len(found) or found.dtype == torch.bool or not (found > 0).all():
        raise ValueError(f"sizes must be a row of numbers above 0, one per client, got {found.tolist()}")


def rising_rates(clients: int, *, lowest: float = 0.5) -> list[float]:
    """Rates that rise in equal steps to 1 for the last client; the lowest is the one before the first.

    >>> rising_rates(4)
    [0.625, 0.75, 0.875, 1.0]
    """
    clients, lowest = as_count("clients", clients, least=1), as_real("lowest", lowest, least=0, most=1)
    return [lowest + (1 - lowest) * (client + 1) / clients for client in range(clients)]


def who_takes_part(rates: Any, seed: int, round: int) -> Tensor:
    """Who takes part in a round, bool, shape (clients,); a client's draws do not depend on the others' rates.

    If chance sends nobody, the client of the highest rate comes.
    """
    chances = torch.as_tensor(rates, dtype=torch.float64)
    here = torch.tensor(
        [stream(seed, "participation", round, client).random() < chance for client, chance in enumerate(chances)]
    )
    if not here.any():
        here[int(chances.argmax())] = True
    return here


@dataclass(frozen=True, eq=False)
class PartialAveraging:
    """Federated averaging, weighted by size, over the clients that take part in a round.

    Args:
        sizes: examples of each client.
        rates: chance of each client to take part in a round, shape (clients,).
        seed: of the participation, which depends on (seed, round, client) only.
    """

    sizes: Any
    rates: Any
    seed: int = 0
    only_participants: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_sizes(self.sizes)
        check_rates(self.rates, len(self.sizes))

    def begin(self, initial: Models, clients: int) -> AveragingState:
        if clients != len(self.sizes):
            raise ValueError(f"sizes must name {clients} clients, got {len(self.sizes)}")
        return AveragingState(initial, None)

    def participants(self, state: AveragingState, round: int) -> Tensor:
        return who_takes_part(self.rates, self.seed, round)[:, None]

    def download(self, state: AveragingState, round: int) -> Models:
        return Models(*(part.expand(len(self.sizes), -1)[:, None] for part in state.models))

    def aggregate(self, state: AveragingState, received: Models, sent: Models, round: int) -> AveragingState:
        here = self.participants(state, round)[:, 0]
        weights = torch.as_tensor(self.sizes, dtype=torch.float64)[here]
        weights = (weights / weights.sum()).to(sent.parameters)
        return AveragingState(Models(*((weights @ part[:, 0])[None] for part in sent)), None)
