"""CGSV: contributions as cosines with the aggregate, rewards as sparsified updates. Needs PyTorch.

Every client keeps a model of its own. In a round it sends its update, scaled to one length; the server forms a
weighted sum and returns to each client the largest entries of it, the more the higher the client's importance.

Reference: Xu, Lyu, Ma, Miao, Foo and Low (2021), Gradient driven rewards to guarantee fairness in collaborative
machine learning; settings of its public code and of the comparison in Wu et al. (2024).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

import torch
from torch import Tensor

from incentives.learning.averaging import Models
from incentives.learning.bank import Layout
from incentives.methods.participation import check_sizes
from incentives.reading import as_real


def cosines_with(updates: Tensor, aggregate: Tensor) -> Tensor:
    """Cosine of the angle between each update and the aggregate, shape (clients,); 0 where one of them is zero.

    >>> cosines_with(torch.tensor([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), torch.tensor([3.0, 4.0]))
    tensor([0.6000, 0.8000, 0.0000])
    """
    lengths = updates.norm(dim=-1) * aggregate.norm()
    return torch.where(lengths > 0, (updates @ aggregate) / lengths.clamp(min=1e-30), torch.zeros_like(lengths))


def cosine_contributions(updates: Tensor, layout: Layout) -> Tensor:
    """Contributions for Algorithm 2 of Aequa: cosines with the plain mean of the updates, shape (clients,)."""
    return cosines_with(updates, updates.mean(0))


def keep_largest(values: Tensor, share: float, layout: Layout) -> Tensor:
    """Per tensor of the model, the ceil(share * size) entries of largest magnitude; the others become zero.

    The public code keeps one entry fewer at share 1 and fails on tensors of one entry; we keep all of them.

    >>> layout = Layout.of([("w", (4,)), ("b", (1,))])
    >>> keep_largest(torch.tensor([1.0, -3.0, 2.0, 0.5, 7.0]), 0.5, layout)
    tensor([ 0., -3.,  2.,  0.,  7.])
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share must be between 0 and 1, got {share!r}")
    if values.shape != (layout.size,):
        raise ValueError(
            f"values must be one row of the layout's {layout.size} columns, got shape {tuple(values.shape)}"
        )
    kept = torch.zeros_like(values)
    for part in layout.fields:
        own = values[part.columns]
        chosen = own.abs().topk(min(ceil(share * own.numel() - 1e-9), own.numel())).indices
        kept[part.columns][chosen] = own[chosen]
    return kept


class CgsvState(NamedTuple):
    """One model per client, and the clients' importance (None before the first round)."""

    models: Models
    importance: Tensor | None


@dataclass(frozen=True, eq=False)
class Cgsv:
    """The method, for `incentives.learning.federation.run`; its rewards are the clients' own models.

    Args:
        sizes: examples of each client; their shares weigh the first aggregate.
        layout: of a model.
        length: to which every update is scaled; 0.5 for MNIST, Fashion-MNIST and SVHN, 0.15 for CIFAR, 1 for SST.
        memory: of the importance, 0.95.
        sharpness: of the rewards (beta), 1; the larger, the more equal.

    Raises:
        ValueError: a number out of range.
    """

    sizes: Any
    layout: Layout
    length: float = 0.5
    memory: float = 0.95
    sharpness: float = 1.0

    def __post_init__(self) -> None:
        check_sizes(self.sizes)
        as_real("length", self.length, above=0), as_real("sharpness", self.sharpness, above=0)
        as_real("memory", self.memory, least=0, below=1)

    def begin(self, initial: Models, clients: int) -> CgsvState:
        return CgsvState(Models(*(part.repeat(clients, 1) for part in initial)), None)

    def participants(self, state: CgsvState, round: int) -> None:
        return None

    def download(self, state: CgsvState, round: int) -> Models:
        return Models(*(part[:, None] for part in state.models))

    def shares(self, importance: Tensor) -> Tensor:
        """The share of the entries that each client receives; 1 for the most important, shape (clients,)."""
        rewards = torch.tanh(self.sharpness * importance)
        return rewards / rewards.max()

    def aggregate(self, state: CgsvState, received: Models, sent: Models, round: int) -> CgsvState:
        updates = (sent.parameters - received.parameters)[:, 0]
        updates = self.length * updates / (updates.norm(dim=1, keepdim=True) + 1e-7)
        sizes = torch.as_tensor(self.sizes, dtype=torch.float64)
        weights = sizes / sizes.sum() if state.importance is None else state.importance
        whole = weights.to(updates) @ updates
        before = torch.zeros_like(sizes) if state.importance is None else state.importance
        importance = self.memory * before + (1 - self.memory) * cosines_with(updates, whole).double().cpu()
        importance = importance.clamp(min=1e-3)
        importance = importance / importance.sum()
        rewards = [keep_largest(whole, float(share), self.layout) for share in self.shares(importance)]
        models = Models(received.parameters[:, 0] + torch.stack(rewards), sent.buffers[:, 0])
        return CgsvState(models, importance)
