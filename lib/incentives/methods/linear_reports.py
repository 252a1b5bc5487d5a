"""Linear models of clients from second moments: what they report to a federation that mixes models. Needs PyTorch."""

from __future__ import annotations

from typing import Any

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from incentives.floats import shown
from incentives.learning.federated_data import FederatedData
from incentives.learning.statistics_engine import Moments, moments
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_list

Pair = tuple[ArrayLike | Tensor, ArrayLike | Tensor]  # a client's inputs and its targets


def as_clients(name: str, given: Any) -> FederatedData:
    """Examples of each client in the order in which it collects them, in double precision.

    Args:
        name: what a message calls them.
        given: FederatedData, or for each client a pair of inputs, shape (examples, features), and targets, shape
            (examples,).

    Raises:
        ValueError: something else, or inputs and targets that do not fit one another.
    """
    if isinstance(given, FederatedData):
        return given
    pairs = as_list(name, given, least=1)
    read: list[tuple[Tensor, Tensor]] = []
    parts, start = [], 0
    for k, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise ValueError(f"{name} must be pairs of inputs and targets, got {shown(pair)} for client {k}")
        X = as_tensor(f"inputs of client {k} in {name}", pair[0], double=True)
        y = as_tensor(f"targets of client {k} in {name}", pair[1], double=True)
        if X.ndim != 2 or y.shape != X.shape[:1] or X.shape[1:] != (read or [(X, y)])[0][0].shape[1:]:
            raise ValueError(
                f"{name} must have inputs of shape (examples, features) and one target each, with the features of "
                f"client 0; got {tuple(X.shape)} and {tuple(y.shape)} for client {k}"
            )
        read.append((X, y))
        parts.append(range(start, start + len(y)))
        start += len(y)
    X, y = (torch.cat(part) for part in zip(*read, strict=True))
    return FederatedData.of(X, y, parts)


def fitted(data: FederatedData, *, prior: Tensor, ridge: float = 1.0) -> Tensor:
    """Every client's linear regression, shape (clients, parameters), the intercept last.

    Args:
        data: inputs of shape (examples, features) and targets.
        prior: second moment of public inputs, shape (parameters, parameters).
        ridge: how many further examples with these moments and target 0 each client adds, greater than 0.

    >>> data = FederatedData.of(torch.tensor([[0.0], [1.0], [2.0]]), torch.tensor([1.0, 2.0, 3.0]), [[0, 1, 2]])
    >>> fitted(data, prior=torch.eye(2).double(), ridge=1e-9).round(decimals=6)
    tensor([[1., 1.]], dtype=torch.float64)
    """
    H, b, _ = moments(data, bias=True)
    added = torch.tensor([ridge / size for size in data.sizes], dtype=H.dtype)
    return torch.linalg.solve(H + added[:, None, None] * prior, b)


def mean_squared_errors(known: Moments, models: Tensor) -> Tensor:
    """Mean squared error of model k at client k, shape (clients,), or of one model, shape (parameters,), at all."""
    rows = models.expand(len(known.b), -1)
    return torch.einsum("kp,kpq,kq->k", rows, known.H, rows) - 2 * (known.b * rows).sum(1) + 2 * known.half


def squared_distances(differences: Tensor, metric: Tensor) -> Tensor:
    """Mean squared differences of predictions on inputs with this second moment, shape (...), of (..., parameters)."""
    return ((differences @ metric) * differences).sum(-1)
