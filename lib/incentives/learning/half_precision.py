"""Networks that compute in bfloat16 where that is safe: half the memory traffic, and matrix units where there are any.

Parameters, their gradients and the server's averages stay in single precision; so do losses, norms' statistics and what
else PyTorch's autocast keeps there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

PRECISIONS = ("single", "bfloat16")


def in_bfloat16(network: nn.Module) -> nn.Module:
    """The same network, parameters and their names included, whose passes compute in bfloat16.

    Both `network(inputs, ...)` and, where there is one, `network.joint(inputs, ...)` do; what they return is in single
    precision again. Images are laid out with their channels last, as matrix units like them. A network in double
    precision stays there.

    Reference: PyTorch's notes on automatic mixed precision.

    >>> network = in_bfloat16(nn.Linear(2, 1, bias=False))
    >>> _ = nn.init.constant_(network.weight, 1 / 3)
    >>> network(torch.tensor([[3.0, 0.0]])).tolist(), network.weight.dtype     # 8 bits are 2 or 3 digits
    ([[1.0]], torch.float32)
    >>> network(torch.tensor([[1.0, 0.0]])).item() == 0.333984375
    True
    """
    for name in ("forward", "joint"):
        if hasattr(network, name):
            setattr(network, name, _mixed(getattr(network, name)))
    return network


def _mixed(computed: Callable[..., Any]) -> Callable[..., Any]:
    def call(inputs: Tensor, *arguments: Any) -> Any:
        if inputs.ndim == 4:
            # Said by permutations, because torch.func.vmap does not know memory formats.
            inputs = inputs.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
        # Autocast would remember whole weights, not the slices used here; and a captured step must remember nothing.
        with torch.autocast(inputs.device.type, torch.bfloat16, cache_enabled=False):
            outputs = computed(inputs, *arguments)
        return tuple(map(_single, outputs)) if isinstance(outputs, tuple) else _single(outputs)

    return call


def _single(outputs: Tensor) -> Tensor:
    return outputs.float() if outputs.dtype == torch.bfloat16 else outputs
