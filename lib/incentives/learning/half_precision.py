"""In which precision networks compute: single, TF32, or bfloat16 where that is safe.

In bfloat16 memory traffic halves and matrix units, where there are any, are used. Parameters, their gradients and the
server's averages stay in single precision; so do losses, norms' statistics, what else PyTorch's autocast keeps there,
and recurrent layers: on a GPU autocast would hand them to cuDNN in float16, whatever type it was asked for.

PyTorch lets convolutions and recurrent layers on a GPU round their inputs to TF32, ten significant bits, unless it is
told not to. So "single" has to be said (`products`), or it is not single.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import torch
from torch import Tensor, nn

# "tf32" is single precision whose products a GPU may round to TF32; on a CPU it is "single".
Precision = Literal["single", "tf32", "bfloat16"]
PRECISIONS = ("single", "tf32", "bfloat16")


@contextmanager
def products(precision: Precision) -> Iterator[None]:
    """Inside, whether a GPU may round the inputs of products to TF32 is as `precision` says; outside as it was.

    Args:
        precision: a name in `PRECISIONS`; only "tf32" allows it.

    Raises:
        ValueError: no such name.

    >>> with products("single"):
    ...     torch.backends.cudnn.allow_tf32, torch.backends.cuda.matmul.allow_tf32
    (False, False)
    """
    if precision not in PRECISIONS:
        raise ValueError(f"precision must be one of {', '.join(PRECISIONS)}, got {precision!r}")
    switches: tuple[Any, ...] = (torch.backends.cudnn, torch.backends.cuda.matmul)
    before = [switch.allow_tf32 for switch in switches]
    try:
        for switch in switches:
            switch.allow_tf32 = precision == "tf32"
        yield
    finally:
        for switch, allowed in zip(switches, before, strict=True):
            switch.allow_tf32 = allowed


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
