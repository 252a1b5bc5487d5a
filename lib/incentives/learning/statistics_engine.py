"""Local training of linear regression without touching the data again.

On all of a client's data a gradient step is affine in the parameters, so any number of steps is one affine map,
theta -> P theta + c, known from the client's second moments. All models of all clients take it in one product.
"""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from incentives.learning.federated_data import FederatedData
from incentives.learning.losses import SquaredError
from incentives.learning.networks import DenseNetwork
from incentives.learning.sequential_engine import Job
from incentives.learning.sgd import Sgd


class Moments(NamedTuple):
    """A client's loss is theta' H theta / 2 - b' theta + half: H (clients, P, P), b (clients, P), half (clients,)."""

    H: Tensor
    b: Tensor
    half: Tensor


# Entries go with their data; a federation that runs for many rounds computes each once.
_known: WeakKeyDictionary[FederatedData, dict] = WeakKeyDictionary()


def moments(data: FederatedData, *, bias: bool) -> Moments:
    """Second moments of each client's examples, in float64; the intercept, if any, is the last parameter.

    >>> data = FederatedData.of(torch.tensor([[1.0], [3.0]]), torch.tensor([2.0, 4.0]), [[0, 1]])
    >>> H, b, half = moments(data, bias=True)
    >>> H.tolist(), b.tolist(), half.tolist()
    ([[[5.0, 2.0], [2.0, 1.0]]], [[7.0, 3.0]], [5.0])
    """
    parts = []
    for client in range(data.clients):
        inputs, labels = data.client(client)
        X, y = inputs.flatten(1).to(torch.float64), labels.to(torch.float64)
        if bias:
            X = torch.cat([X, X.new_ones(len(X), 1)], dim=1)
        parts.append((X.T @ X / len(X), X.T @ y / len(X), y @ y / (2 * len(X))))
    return Moments(*map(torch.stack, zip(*parts, strict=True)))


def affine_maps(known: Moments, sgd: Sgd, steps: int) -> tuple[Tensor, Tensor]:
    """P, shape (clients, P, P), and c, shape (clients, P): `steps` steps of `sgd` on the clients' losses.

    >>> known = Moments(torch.eye(1)[None], torch.ones(1, 1), torch.zeros(1))
    >>> P, c = affine_maps(known, Sgd(rate=0.5), 2)
    >>> P.item(), c.item()                         # towards 1, by half the distance, twice
    (0.25, 0.75)
    """
    H, b, _ = known
    size = H.shape[-1]
    unit = torch.eye(size, dtype=H.dtype, device=H.device)
    H = H + sgd.weight_decay * unit
    # The state is (theta, 1), with momentum (theta, velocity, 1); one step multiplies it by a matrix.
    moving = size if sgd.momentum else 0
    step = H.new_zeros(len(H), size + moving + 1, size + moving + 1)
    step[:, :size, :size] = unit - sgd.rate * H
    step[:, :size, -1] = sgd.rate * b
    if moving:
        step[:, :size, size:-1] = -sgd.rate * sgd.momentum * unit
        step[:, size:-1, :size] = H
        step[:, size:-1, size:-1] = sgd.momentum * unit
        step[:, size:-1, -1] = -b
    step[:, -1, -1] = 1
    power = torch.linalg.matrix_power(step, steps)
    return power[:, :size, :size], power[:, :size, -1]


@torch.no_grad()
def train_by_statistics(job: Job) -> Tensor:
    """Train every present model in place and return its loss before the first step.

    Memory beyond the rows: the maps, clients * parameters^2, and one product of the rows' size. The result is as
    for the sequential engine.

    Raises:
        ValueError: the task is not linear regression, or steps use less than all of a client's data.
    """
    values, _, data, batches, task, sgd, present, who = job
    network = task.stacked
    if (
        not isinstance(network, DenseNetwork)
        or len(network.widths) != 2
        or not isinstance(task.loss, SquaredError)
        or task.local_loss is not None
        or not batches.constant
    ):
        raise ValueError(
            "engine 'statistics' needs linear_regression with batch_size=None; "
            "engines 'sequential' and 'stacked' train on batches"
        )
    cache = _known.setdefault(data, {})
    if "moments" not in cache:
        cache["moments"] = moments(data, bias=network.bias)
    key = (sgd, len(batches.counts), values.dtype)
    if key not in cache:
        P, c = affine_maps(cache["moments"], sgd, len(batches.counts))
        H, b, half = (part.to(values.dtype) for part in cache["moments"])
        cache[key] = (
            P.transpose(1, 2).to(values.dtype),
            c[:, None].to(values.dtype),
            H,
            b[:, None],
            half[:, None],
        )
    # Of everybody's numbers, those of the clients that have rows.
    P, shift, H, b, half = (part if len(who) == data.clients else part[list(who)] for part in cache[key])
    losses = ((torch.bmm(values, H) / 2 - b) * values).sum(dim=2) + half
    trained = torch.baddbmm(shift, values, P)  # P is a polynomial of H, so it is symmetric
    if present.all():
        values.copy_(trained)
    else:
        here = present.to(values.device)
        values.copy_(torch.where(here[..., None], trained, values))
        losses.masked_fill_(~here, torch.nan)
    return losses
