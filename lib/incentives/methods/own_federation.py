"""A federation of one's own as `compare` takes it: the clients' data, what is set aside, and the network. Needs
PyTorch.
"""

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

from incentives.floats import is_frame, shown
from incentives.learning.federated_data import FederatedData
from incentives.learning.labels import Names, as_class_numbers
from incentives.learning.tasks import seeded
from incentives.learning.tensors import as_tensor
from incentives.methods.slimming import slim
from incentives.numbers import as_number
from incentives.randomness import stream


class Examples(NamedTuple):
    """Inputs, shape (examples, ...), and their classes, shape (examples,)."""

    inputs: Tensor
    labels: Tensor


def _as_inputs(name: str, value: Any) -> Tensor:
    """On the CPU, no gradient follows; floats in single precision, bytes scaled to [0, 1]."""
    inputs = as_tensor(f"inputs of {name}", value).detach().cpu()
    if inputs.dtype == torch.uint8:
        return inputs.float() / 255
    if inputs.dtype == torch.bool:
        raise ValueError(f"inputs of {name} must be floats, bytes or whole numbers, got {inputs.dtype}")
    return inputs.float() if inputs.is_floating_point() else inputs


def _read_pair(name: str, given: Any) -> tuple[Tensor, Any]:
    """A pair (inputs, labels) or a map-style Dataset of such pairs: inputs as a tensor, labels as they came."""
    if isinstance(given, (tuple, list)) and len(given) == 2:
        return _as_inputs(name, given[0]), given[1]
    kinds = (str, bytes, np.ndarray, Tensor, Mapping)
    if is_frame(given):
        raise ValueError(f"{name} must be a pair such as (frame[columns], frame['label']), got one DataFrame")
    if not hasattr(given, "__getitem__") or not hasattr(given, "__len__") or isinstance(given, kinds):
        raise ValueError(f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__}")
    pairs = [given[place] for place in range(len(given))]
    if not pairs or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
        raise ValueError(
            f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__} of {len(pairs)}"
        )
    try:
        inputs = torch.stack([_as_inputs(name, one) for one, _ in pairs])
    except RuntimeError as error:
        raise ValueError(f"{name} must have inputs of one shape ({error})") from error
    return inputs, [label.item() if isinstance(label, (Tensor, np.generic)) else label for _, label in pairs]


def read_examples(given: Mapping[str, Any], known: Names | None = None) -> tuple[list[Examples], Names | None]:
    """Examples of several clients or sets as tensors, and what their classes are called where labels are names.

    Raises:
        ValueError: no pairs, inputs that are no numbers, or labels that are no classes; whose, is named.
    """
    pairs = {name: _read_pair(name, one) for name, one in given.items()}
    numbers, names = as_class_numbers({f"labels of {name}": labels for name, (_, labels) in pairs.items()}, known=known)
    found = []
    for (name, (inputs, _)), labels in zip(pairs.items(), numbers, strict=True):
        labels = labels.detach().cpu()
        if labels.ndim != 1 or inputs.ndim < 2 or len(inputs) != len(labels) or not len(labels):
            raise ValueError(
                f"{name} must have inputs of shape (examples, ...) and labels of shape (examples,), at least one; "
                f"got {tuple(inputs.shape)} and {tuple(labels.shape)}"
            )
        if labels.is_floating_point():
            raise ValueError(f"labels of {name} must be whole class numbers or names of classes, got {labels.dtype}")
        found.append(Examples(inputs, labels.long()))
    return found, names


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
    classes: Names | None = None


def read_sets(data: Any, validation: Any, test: Any, seed: int) -> Sets:
    """Who trains on what; what is not given is set aside from every client's examples, at random."""
    given = {"validation": validation, "test": test}
    shares = {name: as_share(name, value) for name, value in given.items() if isinstance(value, (int, float))}
    if sum(shares.values()) >= 1:
        raise ValueError(f"validation and test must leave examples to train on, got shares {shares}")
    asked = {name: value for name, value in given.items() if name not in shares}
    if isinstance(data, FederatedData):
        parts: list[Any] = [data.client(k) for k in range(data.clients)]
        known = data.classes
        if known is not None and asked:  # class numbers beside names mean the same in both
            parts = [(inputs, [known[label] for label in labels.tolist()]) for inputs, labels in parts]
    elif isinstance(data, Sequence) and not isinstance(data, (str, bytes)) and len(data) >= 2:
        parts, known = list(data), None
    else:
        raise ValueError(
            "data must be a list of at least two clients, each a pair (inputs, labels) or a Dataset, or "
            f"FederatedData; got {type(data).__name__}"
        )
    clients_of = {f"client {k}": part for k, part in enumerate(parts)}
    if isinstance(data, FederatedData) and not shares:
        every_held, names = read_examples(asked, known)
        fields: Any = (data, *every_held, names)
        return Sets(*fields)
    read, names = read_examples(clients_of | asked, known)
    own, held = read[: len(parts)], dict(zip(asked, read[len(parts) :], strict=True))
    every = {f"client {k}": one.inputs for k, one in enumerate(own)} | {name: one.inputs for name, one in held.items()}
    for name, inputs in every.items():
        if inputs.shape[1:] != own[0].inputs.shape[1:] or inputs.dtype != own[0].inputs.dtype:
            raise ValueError(
                f"inputs must be alike everywhere, {own[0].inputs.dtype} of shape "
                f"{tuple(own[0].inputs.shape[1:])} as of client 0; "
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
            raise ValueError(
                f"client {k} must keep an example to train on; got {len(one.labels)}, all of which are set aside"
            )
        own[k] = Examples(*(part[order.sort().values] for part in one))
    held |= {name: Examples(*map(torch.cat, zip(*parts, strict=True))) for name, parts in aside.items()}
    starts = np.cumsum([0, *(len(one.labels) for one in own)])
    joined = Examples(*map(torch.cat, zip(*own, strict=True)))
    clients = FederatedData.of(*joined, [range(a, b) for a, b in pairwise(starts)])
    return Sets(clients, held["validation"], held["test"], names)


class FullWidth(nn.Module):
    """A network of any kind where only full width is asked for."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        return self.network(inputs)


def maker_of(
    network: Any, widths: Sequence[float], *, slimmed: bool, example: Tensor | None = None
) -> Callable[[], nn.Module]:
    """Gives a fresh network with `forward(inputs, width)`, and with `joint` if widths are rewards."""

    def make() -> nn.Module:
        one = deepcopy(network) if isinstance(network, nn.Module) else network()
        if not isinstance(one, nn.Module):
            raise ValueError(f"network must be an nn.Module or a function that gives one, got {type(one).__name__}")
        if hasattr(one, "joint"):
            return one
        return slim(one, widths=widths, example=example) if slimmed else FullWidth(one)

    if not isinstance(network, nn.Module) and not callable(network):
        raise ValueError(f"network must be an nn.Module or a function that gives one, got {type(network).__name__}")
    return make


def _output_of(network: nn.Module, inputs: Tensor) -> Tensor:
    try:
        with torch.no_grad():
            return network(inputs, 1.0)
    except (RuntimeError, ValueError, TypeError, IndexError) as error:
        whole = (
            "" if inputs.is_floating_point() else " (if they are no words or other numbers of things, make them floats)"
        )
        raise ValueError(
            f"network must accept inputs of shape {tuple(inputs.shape)}, {inputs.dtype}{whole}; it says: {error}"
        ) from error


def check_network(network: Any, sets: Sets, batch_size: int) -> None:
    """ValueError where inputs, labels or batches do not fit the network, which runs here as it was given, before
    `slim`.
    """
    make = maker_of(network, (), slimmed=False)
    inputs, _ = sets.clients.gather(sets.clients.index[0, :1].to(sets.clients.device))
    with seeded(0):  # a function that makes a network draws its weights, and nobody's global chance is moved
        outputs = _output_of(make().eval(), inputs)
    if outputs.ndim != 2 or len(outputs) != 1:
        raise ValueError(f"network must give one row of scores per example, got shape {tuple(outputs.shape)} for one")
    for name, labels in (
        ("data", sets.clients.labels),
        ("validation", sets.validation.labels),
        ("test", sets.test.labels),
    ):
        low, high = int(labels.min()), int(labels.max())
        if low < 0 or high >= outputs.shape[1]:
            called = "" if sets.classes is None else f", the {len(sets.classes)} classes {shown(list(sets.classes))}"
            raise ValueError(
                f"labels of {name} must be classes from 0 to {outputs.shape[1] - 1}, which the network scores; "
                f"got {low} to {high}{called}"
            )
    alone = [size for size in sets.clients.sizes if size % batch_size == 1 or batch_size == 1]
    try:
        if alone:  # a pass ends in a batch of one
            with seeded(0):
                make().train()(inputs, 1.0)
    except ValueError as error:
        raise ValueError(
            "batch_size must leave no batch of one example where the network has batch norms; got "
            f"{batch_size} for a client "
            f"with {alone[0]} examples ({error})"
        ) from error
