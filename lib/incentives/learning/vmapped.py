"""Any module for many models at once: `torch.func.vmap` over clients and runs, for the stacked engine.

A convolution with a model axis becomes one grouped convolution. That saves launches, not arithmetic: measured ratios
stand in `incentives.learning.local_update`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from torch import Tensor, nn
from torch.func import functional_call, vmap
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.dropout import _DropoutNd

from incentives.learning.slimmable import SharedBatchNorm2d, SlimLSTM
from incentives.learning.tasks import seeded

# The stacked engine pads smaller batches, so one example must not depend on the others of its batch.
_REFUSED = (
    ((_BatchNorm, SharedBatchNorm2d), "ties the examples of a batch together"),
    ((_DropoutNd,), "draws chance"),
    ((nn.RNNBase, SlimLSTM), "has no rule in torch.func.vmap"),
)


def why_not(module: nn.Module) -> str | None:
    """Why a module cannot be trained in stacks, or None if nothing speaks against it.

    Known layers are recognised. Whoever writes a layer that mixes the examples of a batch must not stack it.

    >>> why_not(nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU())), why_not(nn.LSTM(2, 3))
    (None, 'LSTM has no rule in torch.func.vmap')
    """
    for part in module.modules():
        for kinds, reason in _REFUSED:
            if isinstance(part, kinds):
                return f"{type(part).__name__} {reason}"
        # Of all clients but the first, the row for padding gets a gradient as if it were a word like others.
        if isinstance(part, nn.Embedding) and (part.padding_idx is not None or part.max_norm is not None):
            return "Embedding with padding_idx or max_norm does not keep them in torch.func.vmap"
    frozen = [name for name, parameter in module.named_parameters() if not parameter.requires_grad]
    if frozen:
        return f"parameters {frozen} are frozen"
    buffers = [name for name, _ in module.named_buffers()]
    return f"buffers {buffers} belong to one model" if buffers else None


@dataclass(frozen=True, eq=False)
class Vmapped:
    """A module as `tasks.Stacked`: the same computation for all clients and runs.

    Memory of a step beyond the engine's: what the module keeps for its backward pass, for every example of every
    model, and the inputs once per client; see the networks for bytes per example.

    Args:
        make: gives a fresh module whose call maps inputs to outputs.

    Raises:
        ValueError: the module has batch norm, dropout, a recurrent layer, an embedding with padding, buffers, or
            frozen parameters.

    >>> import torch
    >>> stacked = Vmapped(lambda: nn.Linear(2, 1, bias=False))
    >>> weight = torch.tensor([[[[1.0, 0.0]], [[0.0, 1.0]]]])        # one client, two runs
    >>> stacked.outputs({"weight": weight}, torch.tensor([[[3.0, 5.0]]])).tolist()
    [[[[3.0]], [[5.0]]]]
    """

    make: Callable[[], nn.Module]

    def __post_init__(self) -> None:
        if (reason := why_not(self._module)) is not None:
            raise ValueError(f"make must give a module that can be stacked, but {reason}")

    @cached_property
    def _module(self) -> nn.Module:
        """The module without numbers: its parameters are given in every call."""
        with seeded(0):
            return self.make().to("meta").train()

    @classmethod
    def where_possible(cls, make: Callable[[], nn.Module]) -> Vmapped | None:
        """The stacked form, or None for a module that has none.

        >>> Vmapped.where_possible(lambda: nn.BatchNorm1d(3)) is None
        True
        """
        with seeded(0):
            fits = why_not(make()) is None
        return cls(make) if fits else None

    def outputs(self, parameters: dict[str, Tensor], inputs: Tensor) -> Tensor:
        """Outputs of all models, shape (clients, runs, examples, outputs); shapes as in `tasks.Stacked`."""

        def one(own: dict[str, Tensor], examples: Tensor) -> Tensor:
            return functional_call(self._module, own, (examples,))

        return vmap(vmap(one, in_dims=(0, None)))(parameters, inputs)
