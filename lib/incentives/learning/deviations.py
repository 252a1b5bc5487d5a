"""Clients that misreport: what they learned, or the labels that they learn from.

A strategy sees what its client received and what honest local training made of it, in all runs at once, and says
what the client sends instead. So one client's lie is the same in every run that contains it.

What a client reports where losses are known exactly is `consensus.AffineReport`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, sin

import torch
from torch import Tensor

from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.numbers import as_count, as_index
from incentives.reading import as_kind, as_real


@dataclass(frozen=True)
class Strategy:
    """Honest on both sides; the others override one of the two methods."""

    def data(self, data: FederatedData, client: int) -> FederatedData:
        """The data on which everybody trains, with what this client changes in its own."""
        as_index("client", client, as_kind("data", data, FederatedData).clients)
        return data

    def report(self, received: Tensor, trained: Tensor) -> Tensor:
        """The model that the client sends in each run, shape (runs, parameters), instead of `trained`, same shape."""
        return trained


@dataclass(frozen=True)
class Rescale(Strategy):
    """Multiplies the update: above 1 exaggerates, 0 sends back what came, below 0 turns the update round.

    >>> Rescale(-1.0).report(torch.zeros(1, 2), torch.tensor([[1.0, 2.0]])).tolist()
    [[-1.0, -2.0]]
    """

    factor: float

    def __post_init__(self) -> None:
        as_real("factor", self.factor)

    def report(self, received: Tensor, trained: Tensor) -> Tensor:
        return torch.lerp(received, trained, self.factor)


@dataclass(frozen=True)
class Bias(Strategy):
    """Adds a vector of length `size` in one direction, the same in every round and run.

    The direction is uniform on the sphere and drawn once from `seed`.
    """

    size: float
    seed: int = 0

    def __post_init__(self) -> None:
        as_real("size", self.size), as_count("seed", self.seed)

    def report(self, received: Tensor, trained: Tensor) -> Tensor:
        chance = generator(self.seed, "bias")
        direction = torch.randn(trained.shape[-1], generator=chance, dtype=torch.float64)
        return trained + (self.size * direction / direction.norm()).to(trained)


@dataclass(frozen=True)
class Rotate(Strategy):
    """Turns the update by an angle in random planes: coordinates are paired at random and each pair is turned.

    Lengths stay. With an even number of parameters the reported update makes exactly this angle with the honest
    one; with an odd number one coordinate stays as it is.

    Args:
        angle: in radians.
        seed: decides the pairs, which are the same in every round and run.
    """

    angle: float
    seed: int = 0

    def __post_init__(self) -> None:
        as_real("angle", self.angle), as_count("seed", self.seed)

    def report(self, received: Tensor, trained: Tensor) -> Tensor:
        size = trained.shape[-1]
        order = torch.randperm(size, generator=generator(self.seed, "rotate")).to(trained.device)
        first, second = order[: size // 2], order[size // 2 : size // 2 * 2]
        update = trained - received
        turned = update.clone()
        turned[..., first] = cos(self.angle) * update[..., first] - sin(self.angle) * update[..., second]
        turned[..., second] = sin(self.angle) * update[..., first] + cos(self.angle) * update[..., second]
        return received + turned


@dataclass(frozen=True)
class FlipLabels(Strategy):
    """Trains honestly on false labels: class c becomes classes - 1 - c; numbers change their sign.

    Args:
        classes: how many there are; None for numbers to predict.

    Raises:
        ValueError: fewer than two classes; labels that are not classes where they have to be.
    """

    classes: int | None = None

    def __post_init__(self) -> None:
        if self.classes is not None:
            as_count("classes", self.classes, least=2)

    def data(self, data: FederatedData, client: int) -> FederatedData:
        _, labels = as_kind("data", data, FederatedData).client(client)
        if self.classes is None:
            if not labels.is_floating_point():
                raise ValueError(f"classes must be given where labels are whole numbers, got {labels.dtype}")
            return data.with_labels(client, -labels)
        if ((labels < 0) | (labels >= self.classes)).any():
            raise ValueError(f"labels must be classes from 0 to {self.classes - 1}")
        return data.with_labels(client, self.classes - 1 - labels)


def misreported_data(data: FederatedData, deviations: Mapping[int, Strategy]) -> FederatedData:
    """The data with every deviator's changes.

    Raises:
        ValueError: a deviator who is not a client.
    """
    for client, strategy in deviations.items():
        if not 0 <= client < data.clients:
            raise ValueError(f"deviations must name clients from 0 to {data.clients - 1}, got {client!r}")
        data = strategy.data(data, client)
    return data


def misreport(received: Tensor, trained: Tensor, deviations: Mapping[int, Strategy]) -> Tensor:
    """The models that everybody sends, shape (clients, runs, parameters): `trained`, but for the deviators.

    Without deviators this is `trained` itself, otherwise a copy.
    """
    if not deviations:
        return trained
    sent = trained.clone()
    for client, strategy in deviations.items():
        sent[client] = strategy.report(received[client], trained[client])
    return sent
