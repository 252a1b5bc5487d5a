"""A federation of one's own as `compare` takes it: the clients' data, what is set aside, and the network. Needs PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
import torch
from torch import Tensor, nn

from incentives.learning.federated_data import FederatedData
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_number
from incentives.randomness import stream
from incentives.rewards.slimming import slim


class Examples(NamedTuple):
    """Inputs, shape (examples, ...), and their classes, shape (examples,)."""

    inputs: Tensor
    labels: Tensor


def _here(name: str, value: Any) -> Tensor:
    """A tensor on the CPU that no gradient follows, or a ValueError that names it."""
    return as_tensor(name, value).detach().cpu()


def as_examples(name: str, given: Any) -> Examples:
    """A pair (inputs, labels) or a map-style Dataset of such pairs, as tensors: floats in single precision, bytes scaled to [0, 1]."""
    if isinstance(given, (tuple, list)) and len(given) == 2:
        inputs, labels = _here(f"inputs of {name}", given[0]), _here(f"labels of {name}", given[1])
    elif hasattr(given, "__getitem__") and hasattr(given, "__len__") and not isinstance(given, (str, bytes, np.ndarray, Tensor, Mapping)):
        pairs = [given[place] for place in range(len(given))]
        if not pairs or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
            raise ValueError(f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__} of {len(pairs)}")
        try:
            inputs = torch.stack([_here(f"inputs of {name}", one) for one, _ in pairs])
        except RuntimeError as error:
            raise ValueError(f"{name} must have inputs of one shape ({error})") from error
        labels = _here(f"labels of {name}", [int(label) for _, label in pairs])
    else:
        raise ValueError(f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__}")
    if labels.ndim != 1 or inputs.ndim < 2 or len(inputs) != len(labels) or not len(labels):
        raise ValueError(
            f"{name} must have inputs of shape (examples, ...) and labels of shape (examples,), at least one; "
            f"got {tuple(inputs.shape)} and {tuple(labels.shape)}"
        )
    if labels.is_floating_point() or labels.is_complex() or labels.dtype == torch.bool:
        raise ValueError(f"labels of {name} must be whole class numbers, got {labels.dtype}")
    if inputs.dtype == torch.uint8:
        inputs = inputs.float() / 255
    elif inputs.is_floating_point():
        inputs = inputs.float()
    elif inputs.dtype == torch.bool or inputs.is_complex():
        raise ValueError(f"inputs of {name} must be floats, bytes or whole numbers, got {inputs.dtype}")
    return Examples(inputs, labels.long())


def as_share(name: str, value: Any) -> float:
    """A share above 0 and below 1 of what every client has."""
    share = as_number(name, value, exact=False, above=0)
    if share >= 1:
        raise ValueError(f"{name} must be data, or a share of every client's examples below 1; got {value!r}")
    return share


class Sets(NamedTuple):
    """What clients train on, and what the server keeps to choose by and to score by."""

    clients: FederatedData
    validation: Examples
    test: Examples


def read_sets(data: Any, validation: Any, test: Any, seed: int) -> Sets:
    """Who trains on what; what is not given is set aside from every client's examples, at random."""
    given = {"validation": validation, "test": test}
    shares = {name: as_share(name, value) for name, value in given.items() if isinstance(value, (int, float))}
    if sum(shares.values()) >= 1:
        raise ValueError(f"validation and test must leave examples to train on, got shares {shares}")
    held = {name: as_examples(name, value) for name, value in given.items() if name not in shares}
    if isinstance(data, FederatedData):
        if not shares:
            return Sets(data, held["validation"], held["test"])
        own = [as_examples(f"client {k}", data.client(k)) for k in range(data.clients)]
    elif isinstance(data, Sequence) and not isinstance(data, (str, bytes)) and len(data) >= 2:
        own = [as_examples(f"client {k}", one) for k, one in enumerate(data)]
    else:
        raise ValueError(
            f"data must be a list of at least two clients, each a pair (inputs, labels) or a Dataset, or FederatedData; got {type(data).__name__}"
        )
    every = {f"client {k}": one.inputs for k, one in enumerate(own)} | {name: one.inputs for name, one in held.items()}
    for name, inputs in every.items():
        if inputs.shape[1:] != own[0].inputs.shape[1:] or inputs.dtype != own[0].inputs.dtype:
            raise ValueError(
                f"inputs must be alike everywhere, {own[0].inputs.dtype} of shape {tuple(own[0].inputs.shape[1:])} as of client 0; "
                f"got {inputs.dtype} {tuple(inputs.shape[1:])} of {name}"
            )
    aside: dict[str, list[Examples]] = {name: [] for name in shares}
    for k, one in enumerate(own):
        order = torch.from_numpy(stream(seed, "set aside", k).permutation(len(one.labels)))
        for name, share in shares.items():
            count = max(1, round(share * len(one.labels)))
            aside[name].append(Examples(*(part[order[:count]] for part in one)))
            order = order[count:]
        if not len(order):
            raise ValueError(f"client {k} must keep an example to train on; got {len(one.labels)}, all of which are set aside")
        own[k] = Examples(*(part[order.sort().values] for part in one))
    held |= {name: Examples(*map(torch.cat, zip(*parts, strict=True))) for name, parts in aside.items()}
    starts = np.cumsum([0, *(len(one.labels) for one in own)])
    joined = Examples(*map(torch.cat, zip(*own, strict=True)))
    clients = FederatedData.of(*joined, [range(a, b) for a, b in pairwise(starts)])
    return Sets(clients, held["validation"], held["test"])


class FullWidth(nn.Module):
    """A network of any kind where only full width is asked for."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        return self.network(inputs)


def maker_of(network: Any, widths: Sequence[float], slimmed: bool) -> Callable[[], nn.Module]:
    """Gives a fresh network with `forward(inputs, width)`, and with `joint` if widths are rewards."""

    def make() -> nn.Module:
        one = deepcopy(network) if isinstance(network, nn.Module) else network()
        if not isinstance(one, nn.Module):
            raise ValueError(f"network must be an nn.Module or a function that gives one, got {type(one).__name__}")
        if hasattr(one, "joint"):
            return one
        return slim(one, widths=widths) if slimmed else FullWidth(one)

    if not isinstance(network, nn.Module) and not callable(network):
        raise ValueError(f"network must be an nn.Module or a function that gives one, got {type(network).__name__}")
    return make


def check_network(make: Callable[[], nn.Module], sets: Sets, batch_size: int) -> None:
    """ValueError where inputs, labels or batches do not fit the network."""
    network = make().eval()
    inputs, _ = sets.clients.gather(sets.clients.index[0, :1].to(sets.clients.device))
    try:
        with torch.no_grad():
            outputs = network(inputs, 1.0)
    except (RuntimeError, ValueError, TypeError, IndexError) as error:
        raise ValueError(f"network must accept inputs of shape {tuple(inputs.shape)}, {inputs.dtype}; it says: {error}") from error
    if outputs.ndim != 2 or len(outputs) != 1:
        raise ValueError(f"network must give one row of scores per example, got shape {tuple(outputs.shape)} for one")
    for name, labels in (("data", sets.clients.labels), ("validation", sets.validation.labels), ("test", sets.test.labels)):
        low, high = int(labels.min()), int(labels.max())
        if low < 0 or high >= outputs.shape[1]:
            raise ValueError(f"labels of {name} must be classes from 0 to {outputs.shape[1] - 1}, which the network scores; got {low} to {high}")
    alone = [size for size in sets.clients.sizes if size % batch_size == 1 or batch_size == 1]
    try:
        if alone:  # a pass ends in a batch of one
            make().train()(inputs, 1.0)
    except ValueError as error:
        raise ValueError(
            f"batch_size must leave no batch of one example where the network has batch norms; got {batch_size} for a client "
            f"with {alone[0]} examples ({error})"
        ) from error
