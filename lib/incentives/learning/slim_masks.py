"""Which parameters and buffers of a slimmable network belong to a width: masks, each inside those of wider networks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import torch
from torch import Tensor, nn

from incentives.learning.slimmable import (
    SharedBatchNorm2d,
    SlimConv2d,
    SlimLinear,
    SlimLSTM,
    SwitchableBatchNorm2d,
    _measuring,
)
from incentives.reading import as_kind, as_real


def width_masks(network: nn.Module, width: float | Fraction, example: Tensor) -> dict[str, Tensor]:
    """Which coordinates of each parameter the networks up to a width use: Boolean tensors, shaped like the parameters.

    Read off a run on `example`: each slimmed layer notes how many channels arrived and how many left. Parameters
    outside the slimmed layers, such as an embedding, are used at every width. Of a switchable batch norm the norms of
    all widths up to this one belong to it, so the masks are nested for every network.

    Args:
        network: called as `network(inputs, width)`.
        width: in (0, 1].
        example: inputs that the network accepts, any values.

    >>> masks = width_masks(SlimLinear(4, 2), 0.5, torch.zeros(1, 4))
    >>> masks["weight"].tolist()
    [[True, True, True, True], [False, False, False, False]]
    """
    (
        as_kind("network", network, nn.Module),
        as_real("width", width, above=0, most=1),
        as_kind("example", example, Tensor),
    )
    shapes: dict[str, list[int]] = {}
    hooks = []
    names = {module: name for name, module in network.named_modules()}

    def note(module: nn.Module, arrived: tuple, left: Tensor) -> None:
        entered = arrived[0].shape[1 if isinstance(module, SlimConv2d) else -1]
        name = names[module] + "." if names[module] else ""
        if isinstance(module, SlimConv2d):
            shapes[name + "weight"], shapes[name + "bias"] = [left.shape[1], entered], [left.shape[1]]
        elif isinstance(module, SlimLinear):
            shapes[name + "weight"], shapes[name + "bias"] = [left.shape[-1], entered], [left.shape[-1]]
        elif isinstance(module, SlimLSTM):
            kept = left.shape[-1]
            shapes[name + "weight_ih"], shapes[name + "weight_hh"] = [4, kept], [4, kept, kept]
            shapes[name + "bias_ih"] = shapes[name + "bias_hh"] = [4, kept]
        elif isinstance(module, SharedBatchNorm2d):
            shapes[name + "weight"] = shapes[name + "bias"] = [left.shape[1]]
        elif isinstance(module, SwitchableBatchNorm2d):
            for index, held in enumerate(module.held(width)):
                norm: Any = module.norms[index]
                kept = norm.num_features if held else 0
                shapes[f"{name}norms.{index}.weight"] = shapes[f"{name}norms.{index}.bias"] = [kept]

    slim = (SlimConv2d, SlimLinear, SlimLSTM, SharedBatchNorm2d, SwitchableBatchNorm2d)
    was_training = network.training
    try:
        hooks = [module.register_forward_hook(note) for module in network.modules() if isinstance(module, slim)]
        with torch.no_grad(), _measuring([m for m in network.modules() if isinstance(m, SharedBatchNorm2d)]):
            network.eval()(example.detach(), width)
    except (RuntimeError, NotImplementedError) as error:
        kind = f"{tuple(example.shape)}, {example.dtype}"
        raise ValueError(f"example must be inputs that the network accepts, got {kind}; it says: {error}") from error
    finally:
        network.train(was_training)
        for hook in hooks:
            hook.remove()
    masks = {}
    for name, parameter in network.named_parameters():
        masks[name] = torch.zeros_like(parameter, dtype=torch.bool)
        masks[name][tuple(slice(0, kept) for kept in shapes.get(name, []))] = True
    return masks


def buffer_masks(network: nn.Module, width: float | Fraction) -> dict[str, Tensor]:
    """Which coordinates of each buffer the networks up to a width use: Boolean tensors, shaped like the buffers.

    The running statistics of a switchable batch norm belong to the widths that its norms belong to; every other
    buffer is used at every width.

    >>> masks = buffer_masks(SwitchableBatchNorm2d(2, (0.5, 1.0)), 0.5)
    >>> masks["norms.0.running_mean"].tolist(), masks["norms.1.running_mean"].tolist()
    ([True], [False, False])
    """
    masks = {name: torch.ones_like(buffer, dtype=torch.bool) for name, buffer in network.named_buffers()}
    for name, module in network.named_modules():
        if isinstance(module, SwitchableBatchNorm2d):
            for index, held in enumerate(module.held(width)):
                for own, _ in module.norms[index].named_buffers():
                    masks[f"{name + '.' if name else ''}norms.{index}.{own}"].fill_(held)
    return masks
