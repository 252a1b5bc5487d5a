"""Algorithms of federated training as pure functions of a state, and those that average.

What distinguishes methods is an `Algorithm`: which model each client receives, who takes part, and what becomes of
what they send. So a method is tested without training. `FedAvg` with one row of weights is federated averaging; with
several rows it is several federations of the same clients at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import torch
from numpy.typing import ArrayLike
from torch import Tensor

from incentives.learning.bank import averaging_weights
from incentives.learning.federated_data import FederatedData
from incentives.learning.tensors import as_tensor
from incentives.reading import as_real


class Models(NamedTuple):
    """Parameters, shape (..., parameters), and buffers, shape (..., buffers), of models along leading axes."""

    parameters: Tensor
    buffers: Tensor


class State(Protocol):
    """The state of an algorithm between rounds."""

    models: Models  # the server's models, one leading axis


class Algorithm(Protocol):
    """One method of federated learning, as pure functions; `round` counts from 0.

    An algorithm may say `only_participants = True`. Then `aggregate` is given rows of those alone who take part in some
    run, in the order of their numbers, and nothing is kept for anybody else.
    """

    def begin(self, initial: Models, clients: int) -> Any:
        """The state before the first round, from one initial model (leading axis of length 1)."""
        ...

    def participants(self, state: Any, round: int) -> Tensor | None:
        """Who trains in which run, bool, shape (clients, runs); None for everybody in every run."""
        ...

    def download(self, state: Any, round: int) -> Models:
        """The models that each client receives in each run, leading axes (clients, runs)."""
        ...

    def aggregate(self, state: Any, received: Models, sent: Models, round: int) -> Any:
        """The state after the round; `sent` is what the clients report, same shapes as `received`."""
        ...


def shares_of(weights: Any) -> Tensor:
    """Rows of weights from 0 that sum to 1, one weight per client, shape (rows, clients), float64.

    Raises:
        ValueError: no client, a negative weight, or a row with another sum.

    >>> shares_of([0.25, 0.75])
    tensor([[0.2500, 0.7500]], dtype=torch.float64)
    """
    columns = as_tensor("weights", weights, finite=False).shape[-1:]
    if not columns or not columns[0]:
        raise ValueError("weights must hold at least one client")
    matrix = averaging_weights(weights, columns=columns[0])
    if matrix.min() < 0:
        raise ValueError(f"weights must be at least 0, got {matrix.min():g}")
    return matrix


class AveragingState(NamedTuple):
    """Server models, and the velocity of the server's own steps (None without momentum)."""

    models: Models
    velocity: Tensor | None


@dataclass(frozen=True, eq=False)
class FedAvg:
    """Every run's model is a weighted average of what the clients send in that run.

    Args:
        weights: shape (runs, clients), or (clients,) for one run; each row sums to 1. A client of weight 0 takes no
            part in that run.
        server_rate: the server moves this share of the way to the average; 1 is the average itself.
        server_momentum: in [0, 1), heavy ball on the server's moves.

    Raises:
        ValueError: rows that do not sum to 1, no client, or a number out of range.
    """

    weights: ArrayLike | Tensor
    server_rate: float = 1.0
    server_momentum: float = 0.0
    matrix: Tensor = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "matrix", shares_of(self.weights))
        as_real("server_rate", self.server_rate, above=0)
        as_real("server_momentum", self.server_momentum, least=0, below=1)

    def begin(self, initial: Models, clients: int) -> AveragingState:
        if clients != self.matrix.shape[1]:
            raise ValueError(f"weights must have a column per client, {clients}, got {self.matrix.shape[1]}")
        models = Models(*(part.expand(len(self.matrix), -1).clone() for part in initial))
        return AveragingState(models, torch.zeros_like(models.parameters) if self.server_momentum else None)

    def participants(self, state: AveragingState, round: int) -> Tensor:
        return self.matrix.T != 0

    def download(self, state: AveragingState, round: int) -> Models:
        clients = self.matrix.shape[1]
        return Models(*(part.expand(clients, -1, -1) for part in state.models))

    def aggregate(self, state: AveragingState, received: Models, sent: Models, round: int) -> AveragingState:
        return self.moved(state, self.summed(sent, slice(None)))

    def summed(self, sent: Models, clients: slice) -> Models:
        """The part of some clients in each run's average, leading axis (runs): the sum over all of them is the average.

        Args:
            sent: what these clients sent, leading axes (these clients, runs).
            clients: which of all they are.
        """
        weights = self.matrix[:, clients].to(sent.parameters)
        # A product per run: its row of weights times its clients' models.
        return Models(*(torch.einsum("rk,krp->rp", weights, part) for part in sent))

    def moved(self, state: AveragingState, average: Models) -> AveragingState:
        """The state after the server's step towards an average."""
        parameters, buffers = average
        velocity = state.velocity
        if self.server_rate != 1 or velocity is not None:
            move = parameters - state.models.parameters
            if velocity is not None:
                move = velocity = self.server_momentum * velocity + move
            parameters = state.models.parameters + self.server_rate * move
        return AveragingState(Models(parameters, buffers), velocity)


@dataclass(frozen=True, eq=False)
class Personalized:
    """Every client keeps a model of its own, a weighted average of what all clients send.

    Args:
        weights: shape (clients, clients); row k makes client k's next model and sums to 1. The identity is training
            alone; equal rows are federated averaging.
    """

    weights: ArrayLike | Tensor
    matrix: Tensor = field(init=False, repr=False)

    def __post_init__(self) -> None:
        matrix = shares_of(self.weights)
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"weights must be square, got shape {tuple(matrix.shape)}")
        object.__setattr__(self, "matrix", matrix)

    def begin(self, initial: Models, clients: int) -> AveragingState:
        if clients != len(self.matrix):
            raise ValueError(f"weights must have a row and a column per client, {clients}, got {len(self.matrix)}")
        return AveragingState(Models(*(part.expand(clients, -1).clone() for part in initial)), None)

    def participants(self, state: AveragingState, round: int) -> None:
        return None

    def download(self, state: AveragingState, round: int) -> Models:
        return Models(*(part[:, None] for part in state.models))

    def aggregate(self, state: AveragingState, received: Models, sent: Models, round: int) -> AveragingState:
        weights = self.matrix.to(sent.parameters)
        return AveragingState(Models(*(weights @ part[:, 0] for part in sent)), None)


def weights_by_size(data: FederatedData) -> Tensor:
    """One row of weights in proportion to the clients' numbers of examples, shape (clients,), float64."""
    sizes = torch.tensor(data.sizes, dtype=torch.float64)
    return sizes / sizes.sum()


def equal_weights(data: FederatedData) -> Tensor:
    """One row of equal weights, shape (clients,), float64."""
    return torch.full((data.clients,), 1 / data.clients, dtype=torch.float64)
