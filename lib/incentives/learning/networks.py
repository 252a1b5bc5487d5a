"""Dense networks: linear regression, logistic regression, and small ones with hidden layers.

Each is an ordinary module for the sequential engine and, as `DenseNetwork`, one computation for many models. There
the examples are the last axis, so the first layer of all runs of a client is one matrix product and no layer copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import torch
from torch import Tensor, nn

from incentives.learning.losses import CrossEntropy, LogLoss, Loss, SquaredError
from incentives.learning.tasks import Task
from incentives.numbers import as_count, as_list

# No layer is wider; PyTorch's message about a larger one speaks of memory.
MOST = 10**8
Activation = Literal["relu", "tanh"]
ACTIVATIONS: dict[Activation, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh}


class _Dense(nn.Sequential):
    """Layers one after the other on flattened inputs."""

    def forward(self, inputs: Tensor) -> Tensor:
        return super().forward(inputs.flatten(1))


@dataclass(frozen=True)
class DenseNetwork:
    """Linear layers with one activation between them.

    Memory of a step with C clients, R runs, B examples: C * R * B numbers per unit, twice.

    Args:
        widths: of the inputs, of each hidden layer, and of the outputs.
        activation: "relu" or "tanh".
        bias: whether layers have an intercept.

    Raises:
        ValueError: fewer than two widths, a width below 1, or an unknown activation.

    >>> DenseNetwork((20, 32, 2)).module()[0]
    Linear(in_features=20, out_features=32, bias=True)
    """

    widths: tuple[int, ...]
    activation: Activation = "relu"
    bias: bool = True

    def __post_init__(self) -> None:
        if len(self.widths) < 2:
            raise ValueError(f"widths must be two or more whole numbers of at least 1, got {self.widths}")
        for width in self.widths:
            as_count("widths", width, least=1, most=MOST)
        if not isinstance(self.activation, str) or self.activation not in ACTIVATIONS:
            raise ValueError(f"activation must be one of {sorted(ACTIVATIONS)}, got {self.activation!r}")

    def module(self) -> nn.Sequential:
        """The network as a module; a single layer starts at zero, where convex problems may."""
        layers: list[nn.Module] = []
        for before, after in pairwise(self.widths):
            layers += [nn.Linear(before, after, bias=self.bias), ACTIVATIONS[self.activation]()]
        layers.pop()
        if len(layers) == 1:
            for parameter in layers[0].parameters():
                nn.init.zeros_(parameter)
        return _Dense(*layers)

    def _forward(self, parameters: dict[str, Tensor], inputs: Tensor) -> list[Tensor]:
        """Inputs of every layer and the outputs; all but the inputs have shape (clients * runs, units, examples)."""
        values = [inputs.flatten(2).transpose(1, 2)]
        for layer in range(len(self.widths) - 1):
            weight = parameters[f"{2 * layer}.weight"]
            clients, runs, units, _ = weight.shape
            # All runs of a client read the same inputs: one product with their weights below each other.
            many = clients if layer == 0 else clients * runs
            weight = weight.view(many, -1, weight.shape[-1])
            if self.bias:
                bias = parameters[f"{2 * layer}.bias"].view(many, -1, 1)
                value = torch.baddbmm(bias, weight, values[-1])
            else:
                value = torch.bmm(weight, values[-1])
            value = value.view(clients * runs, units, -1)
            if layer < len(self.widths) - 2:
                value = value.relu() if self.activation == "relu" else value.tanh()
            values.append(value)
        return values

    def outputs(self, parameters: dict[str, Tensor], inputs: Tensor) -> Tensor:
        """Outputs of all models, shape (clients, runs, examples, outputs); shapes as in `tasks.Stacked`."""
        clients, runs = parameters["0.weight"].shape[:2]
        return self._forward(parameters, inputs)[-1].view(clients, runs, self.widths[-1], -1).transpose(2, 3)

    def gradient(
        self, parameters: dict[str, Tensor], inputs: Tensor, labels: Tensor, weights: Tensor, loss: Loss
    ) -> dict[str, Tensor]:
        """Gradient of the weighted sum of losses, by name, shapes as the parameters'.

        Backpropagation written out, which saves recording the graph. `labels` and `weights` have shape (clients,
        examples).
        """
        values = self._forward(parameters, inputs)
        clients, runs = parameters["0.weight"].shape[:2]
        outputs = values[-1].view(clients, runs, self.widths[-1], -1)
        slope = loss.slope(outputs, labels[:, None]).mul_(weights[:, None, None]).flatten(0, 1)
        gradients: dict[str, Tensor] = {}
        for layer in reversed(range(len(self.widths) - 1)):
            weight = parameters[f"{2 * layer}.weight"]
            before = values[layer]
            if self.bias:
                gradients[f"{2 * layer}.bias"] = slope.sum(2).view(clients, runs, -1)
            if layer == 0:
                slope = slope.view(clients, -1, slope.shape[-1])
            gradients[f"{2 * layer}.weight"] = torch.bmm(slope, before.transpose(1, 2)).view(weight.shape)
            if layer > 0:
                slope = torch.bmm(weight.flatten(0, 1).transpose(1, 2), slope)
                slope = slope.mul_(before > 0 if self.activation == "relu" else 1 - before**2)
        return gradients


def _task(network: DenseNetwork, loss: Loss) -> Task:
    return Task(network.module, loss, stacked=network)


def linear_regression(features: int, *, bias: bool = True) -> Task:
    """Least squares, half the squared error, from zero; `features` inputs and one output.

    >>> linear_regression(3).layout.size
    4
    """
    features = as_count("features", features, least=1, most=MOST)
    return _task(DenseNetwork((features, 1), bias=bias), SquaredError())


def logistic_regression(features: int, classes: int = 2, *, bias: bool = True) -> Task:
    """Logistic regression from zero: one output and labels 0 and 1 for two classes, else softmax.

    Raises:
        ValueError: fewer than two classes.

    >>> logistic_regression(3).layout.size, logistic_regression(3, 10).layout.size
    (4, 40)
    """
    features = as_count("features", features, least=1, most=MOST)
    classes = as_count("classes", classes, least=2, most=MOST)
    outputs, loss = (1, LogLoss()) if classes == 2 else (classes, CrossEntropy())
    return _task(DenseNetwork((features, outputs), bias=bias), loss)


def dense_classifier(
    features: int, hidden: Sequence[int], classes: int, *, activation: Activation = "relu", bias: bool = True
) -> Task:
    """A network with hidden layers, cross-entropy over the classes, PyTorch's first weights.

    >>> dense_classifier(20, [32], 2).layout.size
    738
    """
    layers = [as_count("hidden", units, least=1, most=MOST) for units in as_list("hidden", hidden)]
    features = as_count("features", features, least=1, most=MOST)
    classes = as_count("classes", classes, least=2, most=MOST)
    return _task(DenseNetwork((features, *layers, classes), activation, bias), CrossEntropy())
