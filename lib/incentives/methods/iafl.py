"""IAFL: those who contribute more receive the mean of more updates. Needs PyTorch.

Every client keeps a model of its own and moves it by the mean of its own update and those of a random subset of the
others; the subset grows with the client's contribution.

Reference: Wu, Amiri, Raskar and Low (2024), Incentive-aware federated learning with training-time model rewards,
and its public code.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

import torch
from torch import Tensor

from incentives.learning.averaging import Models
from incentives.methods.participation import check_rates, who_takes_part
from incentives.randomness import stream


class IaflState(NamedTuple):
    """One model per client, and the server's reference model."""

    models: Models
    reference: Models


@dataclass(frozen=True, eq=False)
class Iafl:
    """The method, for `incentives.learning.federation.run`; its rewards are the clients' own models.

    Args:
        contributions: shape (clients,), above 0; stand-alone accuracies in the comparison.
        sharing: kappa, at most 1: shares are (c_i / max c) ** (1 - kappa). 1 gives everybody everything; 0 is the
            fairest setting in the comparison.
        recovery: probability with which a client starts a round from the reference model; 0 is the fairest.
        participation: chance of each client to take part in a round, shape (clients,); None: everybody always does.
        seed: of all that is random here; depends on (seed, round, client) only.

    Raises:
        ValueError: a number out of range.

    >>> Iafl([0.4, 0.8]).shares.tolist(), Iafl([0.4, 0.8], sharing=1).shares.tolist()
    ([0.5, 1.0], [1.0, 1.0])
    """

    contributions: Any
    sharing: float = 0.0
    recovery: float = 0.0
    participation: Any = None
    seed: int = 0

    def __post_init__(self) -> None:
        contributions = torch.as_tensor(self.contributions, dtype=torch.float64)
        if contributions.ndim != 1 or not len(contributions) or not (contributions > 0).all():
            raise ValueError(f"contributions must be a row of numbers above 0, got {contributions.tolist()}")
        if not self.sharing <= 1 or not 0 <= self.recovery <= 1:
            raise ValueError(
                f"sharing must be at most 1 and recovery in [0, 1], got {self.sharing!r}, {self.recovery!r}"
            )
        if self.participation is not None:
            check_rates(self.participation, len(contributions))

    @property
    def shares(self) -> Tensor:
        """The share of the others' updates that each client receives, shape (clients,)."""
        contributions = torch.as_tensor(self.contributions, dtype=torch.float64)
        return (contributions / contributions.max()) ** (1 - self.sharing)

    def begin(self, initial: Models, clients: int) -> IaflState:
        if clients != len(self.shares):
            raise ValueError(f"contributions must name {clients} clients, got {len(self.shares)}")
        return IaflState(Models(*(part.repeat(clients, 1) for part in initial)), initial)

    def participants(self, state: IaflState, round: int) -> Tensor | None:
        if self.participation is None:
            return None
        return who_takes_part(self.participation, self.seed, round)[:, None]

    def download(self, state: IaflState, round: int) -> Models:
        clients = len(self.shares)
        draws = [stream(self.seed, "recovery", round, client).random() for client in range(clients)]
        recovers = torch.tensor([draw < self.recovery for draw in draws], device=state.models.parameters.device)
        return Models(
            *(
                torch.where(recovers[:, None], reference, own)[:, None]
                for own, reference in zip(state.models, state.reference, strict=True)
            )
        )

    def subset(self, client: int, present: list[int], round: int) -> list[int]:
        """Whose updates a client receives the mean of: itself and its share of the other participants."""
        others = [other for other in present if other != client]
        count = ceil(float(self.shares[client]) * len(others) - 1e-9)
        drawn = stream(self.seed, "subset", round, client).choice(len(others), size=count, replace=False)
        return sorted([client, *(others[i] for i in drawn)])

    def aggregate(self, state: IaflState, received: Models, sent: Models, round: int) -> IaflState:
        taking_part = self.participants(state, round)
        present = list(range(len(self.shares)))
        if taking_part is not None:
            present = [client for client in present if taking_part[client, 0]]
        parameters, buffers = received.parameters[:, 0].clone(), sent.buffers[:, 0]
        updates = (sent.parameters - received.parameters)[:, 0]
        means = {client: updates[self.subset(client, present, round)].mean(0) for client in present}
        for client, mean in means.items():
            parameters[client] += mean
        top = max(present, key=lambda client: float(self.shares[client]))
        reference = Models(state.reference.parameters + means[top], buffers[top][None])
        return IaflState(Models(parameters, buffers), reference)
