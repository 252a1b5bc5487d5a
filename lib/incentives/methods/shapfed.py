"""ShapFed: contributions from the last layers' updates. Needs PyTorch.

Reference: Tastan, Fares, Aremu, Horváth and Nandakumar (2024), Redefining contributions: Shapley-driven federated
learning, and its public code; the variant over the last layers as Tastan, Horváth and Nandakumar (2025), appendix B,
describe it.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from incentives.learning.bank import Layout
from incentives.methods.cgsv import cosines_with


def class_contributions(updates: Tensor, layout: Layout, *, layer: str) -> Tensor:
    """Contribution per client and class: cosine of the classes' rows of the last layer, shape (clients, classes).

    Args:
        updates: shape (clients, parameters).
        layout: of a model.
        layer: name of the last layer's weight, of shape (classes, features).

    >>> layout = Layout.of([("out.weight", (2, 2))])
    >>> class_contributions(torch.tensor([[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]]), layout, layer="out.weight")
    tensor([[0.7071, 1.0000],
            [0.7071, 1.0000]])
    """
    rows = updates[:, layout[layer].columns].unflatten(1, layout[layer].shape)
    mean = rows.mean(0)
    return torch.stack([cosines_with(rows[:, c], mean[c]) for c in range(rows.shape[1])], dim=1)


def last_layer_contributions(layers: tuple[str, ...]) -> Callable[[Tensor, Layout], Tensor]:
    """The variant that Aequa uses: one cosine over these layers together, without classes.

    Args:
        layers: names that the parameters' names begin with, for instance ("network.hidden", "network.out").

    Returns:
        A function of updates, shape (clients, parameters), and their layout, for `aequa.TrainingTimeRewards`.

    >>> layout = Layout.of([("first", (1,)), ("out.weight", (2,))])
    >>> last_layer_contributions(("out",))(torch.tensor([[9.0, 1.0, 0.0], [-9.0, 1.0, 0.0]]), layout)
    tensor([1., 1.])
    """

    def assess(updates: Tensor, layout: Layout) -> Tensor:
        columns = [part.columns for part in layout.fields if part.name.startswith(tuple(layers))]
        if not columns:
            raise ValueError(f"layers must begin the name of some parameter, got {layers!r}")
        chosen = torch.cat([updates[:, own] for own in columns], dim=1)
        return cosines_with(chosen, chosen.mean(0))

    return assess
