"""The aim of training: the loss of one example, its slope in the network's output, and what counts as a hit.

All accept any leading axes, so that many models are scored at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor
from torch.nn import functional


class Loss(Protocol):
    """One example's loss as a function of the network's output."""

    def mean(self, outputs: Tensor, labels: Tensor) -> Tensor:
        """Mean loss of one model's batch, a scalar; `outputs` has shape (examples, outputs)."""
        ...

    def each(self, outputs: Tensor, labels: Tensor) -> Tensor:
        """Loss of every example, shape (...), from `outputs`, shape (..., outputs), and `labels`, shape (...)."""
        ...

    def slope(self, outputs: Tensor, labels: Tensor) -> Tensor:
        """Derivative of each example's loss in its outputs; the axis of outputs comes one before the last.

        Shapes: `outputs` (..., outputs, examples), `labels` broadcast to (..., examples); that is how the dense
        networks hold them.
        """
        ...

    def hits(self, outputs: Tensor, labels: Tensor) -> Tensor | None:
        """True for each example that is classified rightly, shape (...); None where nothing is classified."""
        ...


def check_labels(name: str, loss: Any, labels: Tensor) -> None:
    """ValueError where a loss that has a `check` says that these are no labels for it; `name` is whose they are.

    >>> check_labels("data", LogLoss(), torch.tensor([0, 1]))
    """
    said = getattr(loss, "check", lambda _: None)(labels)
    if said is not None:
        raise ValueError(f"labels of {name} must be {said}, got {labels.min():g} to {labels.max():g}")


@dataclass(frozen=True)
class SquaredError:
    """Half the squared difference between the only output and the label.

    >>> SquaredError().each(torch.tensor([[3.0], [1.0]]), torch.tensor([1.0, 1.0]))
    tensor([2., 0.])
    """

    def mean(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return functional.mse_loss(outputs.squeeze(-1), labels.to(outputs.dtype)) / 2

    def each(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return (outputs.squeeze(-1) - labels) ** 2 / 2

    def slope(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return outputs - labels.unsqueeze(-2)

    def hits(self, outputs: Tensor, labels: Tensor) -> None:
        return None


@dataclass(frozen=True)
class LogLoss:
    """Logistic loss of the only output, log-odds of label 1 against label 0.

    >>> LogLoss().each(torch.zeros(1, 1), torch.tensor([1]))
    tensor([0.6931])
    """

    def check(self, labels: Tensor) -> str | None:
        """The labels that are allowed, where these are not; any others make the loss unbounded below."""
        return None if bool(((labels == 0) | (labels == 1)).all()) else "0 or 1"

    def mean(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return functional.binary_cross_entropy_with_logits(outputs.squeeze(-1), labels.to(outputs.dtype))

    def each(self, outputs: Tensor, labels: Tensor) -> Tensor:
        odds = outputs.squeeze(-1)
        return functional.softplus(odds) - labels * odds

    def slope(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return outputs.sigmoid() - labels.unsqueeze(-2)

    def hits(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return (outputs.squeeze(-1) > 0) == (labels > 0)


@dataclass(frozen=True)
class CrossEntropy:
    """Negative log of the probability that softmax gives the right class.

    >>> CrossEntropy().each(torch.zeros(1, 4), torch.tensor([2])).exp()
    tensor([4.])
    """

    def check(self, labels: Tensor) -> str | None:
        """The labels that are allowed, where these are not; PyTorch would pass over -100 in silence."""
        whole = not labels.is_floating_point() and labels.dtype != torch.bool
        return None if whole and bool((labels >= 0).all()) else "classes from 0, in whole numbers"

    def mean(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return functional.cross_entropy(outputs, labels)

    def each(self, outputs: Tensor, labels: Tensor) -> Tensor:
        right = labels.expand(outputs.shape[:-1]).unsqueeze(-1)
        return outputs.logsumexp(-1) - outputs.gather(-1, right).squeeze(-1)

    def slope(self, outputs: Tensor, labels: Tensor) -> Tensor:
        classes = torch.arange(outputs.shape[-2], device=outputs.device)[:, None]
        return outputs.softmax(-2) - (labels.unsqueeze(-2) == classes).to(outputs.dtype)

    def hits(self, outputs: Tensor, labels: Tensor) -> Tensor:
        return outputs.argmax(-1) == labels
