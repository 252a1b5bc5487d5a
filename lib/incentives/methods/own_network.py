"""The network of one's own as `compare` takes it: made anew for each training, slimmed where widths are rewards, and
tried on the data before anything is trained. Needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch
from torch import Tensor, nn

from incentives.floats import shown
from incentives.learning.tasks import seeded
from incentives.methods.own_federation import Sets
from incentives.methods.slimming import slim


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
        if not slimmed:
            return FullWidth(one)
        if type(one) is not nn.Sequential:
            raise ValueError(
                "network must be an nn.Sequential, or have forward(inputs, width) and joint(inputs, width) of its own, "
                'where a method rewards with widths; methods=["fedavg"] and others without widths take any module; '
                f"got {type(one).__name__}"
            )
        return slim(one, widths=widths, example=example)

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
            way_out = "number classes from 0 or give texts, and divide numbers that are to be predicted into classes"
            classes = labels.unique().tolist() if sets.classes is None else list(range(len(sets.classes)))
            if classes == list(range(len(classes))):
                way_out = f"let the network give {len(classes)} scores"
            raise ValueError(
                f"labels of {name} must be classes from 0 to {outputs.shape[1] - 1}, which the network scores; "
                f"got {low} to {high}{called}: {way_out}"
            )
        if low == high:
            only = low if sets.classes is None else sets.classes[low]
            way_out = "add examples of another" if name == "data" else f"give {name} data of your own or a larger share"
            raise ValueError(f"labels of {name} must be of at least two classes, got only {shown(only)}: {way_out}")
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
