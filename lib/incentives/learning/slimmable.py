"""Layers that can be run at any width: the leading channels of one set of parameters.

At width p a layer of c channels uses its first ceil(p c); the slices are views, so a narrow network costs no memory of
its own. The input of the first layer and the classes of the last one are never slimmed.

The parameters of width p are the leading blocks of those of width 1, and their masks (`slim_masks`) are nested: p < q
keeps a part of what q keeps. A switchable batch norm keeps, at width p, the norms of all widths of its menu up to p:
who holds p holds every narrower network too. Reference: Yu, Yang, Xu, Yang and Huang (2019), Slimmable neural networks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as fn

from incentives.widths import kept_channels


class SlimConv2d(nn.Conv2d):
    """A convolution whose outputs are slimmed; it uses as many input channels as arrive.

    >>> layer = SlimConv2d(4, 8, 3, padding=1)
    >>> layer(torch.zeros(1, 2, 5, 5), 0.5).shape
    torch.Size([1, 4, 5, 5])
    """

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        kept = kept_channels(self.out_channels, width)
        bias = None if self.bias is None else self.bias[:kept]
        return self._conv_forward(inputs, self.weight[:kept, : inputs.shape[1]], bias)


class SlimLinear(nn.Linear):
    """A linear map whose outputs are slimmed unless it is the last one; it uses as many inputs as arrive.

    Args:
        inputs: features at full width.
        outputs: at full width.
        last: whether the outputs are the classes, which no width removes.

    >>> SlimLinear(6, 10)(torch.zeros(1, 3), 0.5).shape, SlimLinear(6, 10, last=True)(torch.zeros(1, 3), 0.5).shape
    (torch.Size([1, 5]), torch.Size([1, 10]))
    """

    def __init__(self, inputs: int, outputs: int, *, last: bool = False) -> None:
        super().__init__(inputs, outputs)
        self.last = last

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        kept = self.out_features if self.last else kept_channels(self.out_features, width)
        return fn.linear(inputs, self.weight[:kept, : inputs.shape[-1]], self.bias[:kept])


class _JointLinear(torch.autograd.Function):
    """One linear map at full width and at a narrower one, with the multiplications of the full one only.

    Written out because automatic differentiation of slices fills and adds whole gradients for each of them.
    """

    @staticmethod
    def forward(ctx, inputs: Tensor, weight: Tensor, bias: Tensor, kept_in: int, kept_out: int):
        # The map is a sum over its inputs, and the narrow one is a part of that sum.
        whole = torch.addmm(bias, inputs[:, :kept_in], weight[:, :kept_in].T)
        narrow = whole[:, :kept_out].clone()
        whole.addmm_(inputs[:, kept_in:], weight[:, kept_in:].T)
        ctx.save_for_backward(inputs, weight)
        ctx.kept = kept_in, kept_out
        return whole, narrow

    @staticmethod
    def backward(ctx, whole: Tensor, narrow: Tensor):
        inputs, weight = ctx.saved_tensors
        kept_in, kept_out = ctx.kept
        both = whole.clone()
        both[:, :kept_out] += narrow
        to_inputs, to_weight = torch.empty_like(inputs), torch.empty_like(weight)
        for columns, delta in ((slice(0, kept_in), both), (slice(kept_in, None), whole)):
            torch.mm(delta, weight[:, columns], out=to_inputs[:, columns])
            torch.mm(delta.T, inputs[:, columns], out=to_weight[:, columns])
        return to_inputs, to_weight, both.sum(0), None, None


def joint_linear(layer: SlimLinear, inputs: Tensor, kept_in: int, width: float) -> tuple[Tensor, Tensor]:
    """A layer's outputs at full width from all inputs, and at `width` from the first `kept_in` inputs.

    >>> layer, inputs = SlimLinear(4, 6), torch.ones(1, 4)
    >>> whole, narrow = joint_linear(layer, inputs, 2, 0.5)
    >>> bool(torch.allclose(whole, layer(inputs))), bool(torch.allclose(narrow, layer(inputs[:, :2], 0.5)))
    (True, True)
    """
    kept_out = kept_channels(layer.out_features, width)
    parts = [inputs, layer.weight, layer.bias]
    device = inputs.device.type
    # Autocast does not reach into operations that write where they read.
    if torch.is_autocast_enabled(device) and inputs.dtype != torch.float64:
        parts = [part.to(torch.get_autocast_dtype(device)) for part in parts]
    return _JointLinear.apply(*parts, kept_in, kept_out)


class SlimLSTM(nn.Module):
    """One LSTM layer with slimmed cells: each of the four gates keeps its leading rows.

    Args:
        inputs: features of a word, never slimmed.
        cells: at full width.

    The parameters have shape (4, cells, ...), the gates in PyTorch's order: input, forget, cell, output.

    >>> SlimLSTM(3, 8)(torch.zeros(2, 5, 3), 0.5).shape
    torch.Size([2, 5, 4])
    """

    def __init__(self, inputs: int, cells: int) -> None:
        super().__init__()
        self.inputs, self.cells = inputs, cells
        self.weight_ih = nn.Parameter(torch.empty(4, cells, inputs))
        self.weight_hh = nn.Parameter(torch.empty(4, cells, cells))
        self.bias_ih = nn.Parameter(torch.empty(4, cells))
        self.bias_hh = nn.Parameter(torch.empty(4, cells))
        for parameter in self.parameters():
            nn.init.uniform_(parameter, -(cells**-0.5), cells**-0.5)

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        """Hidden states, shape (batch, words, kept cells), for inputs of shape (batch, words, inputs)."""
        kept = kept_channels(self.cells, width)
        if torch.is_autocast_enabled(inputs.device.type):
            # On a GPU autocast would hand the recurrence to cuDNN in float16, whatever type it was asked for. So it is
            # computed in the parameters' own precision, on every device.
            with torch.autocast(inputs.device.type, enabled=False):
                return self(inputs.to(self.weight_ih.dtype), width)
        weights = [
            self.weight_ih[:, :kept].reshape(4 * kept, self.inputs),
            self.weight_hh[:, :kept, :kept].reshape(4 * kept, kept),
            self.bias_ih[:, :kept].reshape(-1),
            self.bias_hh[:, :kept].reshape(-1),
        ]
        start = inputs.new_zeros(1, len(inputs), kept)
        return torch.lstm(inputs, (start, start), weights, True, 1, 0.0, self.training, False, True)[0]


def widest_alike(network: nn.Module, width: float | Fraction) -> float | Fraction:
    """The largest width that keeps the same channels as `width` in every slimmed layer, exactly.

    Widths with the same answer are the same computation. Where batch norms have numbers of their own for each width
    of a menu, that is `width` itself.

    >>> widest_alike(nn.Sequential(SlimConv2d(1, 8, 3), SlimLinear(8, 6), SlimLinear(6, 3, last=True)), 0.6)
    Fraction(5, 8)
    """
    kept = []
    for module in network.modules():
        if isinstance(module, SwitchableBatchNorm2d):
            return width
        channels = None
        if isinstance(module, SlimConv2d):
            channels = module.out_channels
        elif isinstance(module, SlimLinear) and not module.last:
            channels = module.out_features
        elif isinstance(module, SlimLSTM):
            channels = module.cells
        if channels is not None:
            kept.append(Fraction(kept_channels(channels, width), channels))
    return min(kept, default=width)


class SwitchableBatchNorm2d(nn.Module):
    """One set of statistics and affine parameters for each width of a fixed menu.

    Args:
        channels: at full width.
        widths: the menu, which ends with 1.

    Raises:
        ValueError: the menu lacks 1, or a width is asked for that is not on it.

    >>> SwitchableBatchNorm2d(8, (0.5, 1.0))(torch.zeros(2, 4, 3, 3), 0.5).shape
    torch.Size([2, 4, 3, 3])
    """

    def __init__(self, channels: int, widths: Sequence[float]) -> None:
        super().__init__()
        self.widths = tuple(sorted({float(width) for width in widths}))
        if not self.widths or self.widths[-1] != 1:
            raise ValueError(f"widths must end with 1, got {tuple(widths)!r}")
        self.norms = nn.ModuleList(nn.BatchNorm2d(kept_channels(channels, width)) for width in self.widths)

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        if float(width) not in self.widths:
            raise ValueError(f"width must be one of {self.widths}, got {width!r}")
        return self.norms[self.widths.index(float(width))](inputs)

    def held(self, width: float | Fraction) -> list[bool]:
        """The norms that whoever holds `width` holds, as truth values: those of the menu's widths up to it.

        >>> SwitchableBatchNorm2d(8, (0.25, 0.5, 1.0)).held(0.5)
        [True, True, False]
        """
        return [own <= float(width) for own in self.widths]


class SharedBatchNorm2d(nn.Module):
    """Affine parameters shared by all widths, statistics of the batch; for evaluation they are calibrated per width.

    Widths can then be drawn from a continuum. Before a width is evaluated, `calibrate` measures its statistics.
    Reference: Yu and Huang (2019), Universally slimmable networks.

    Raises:
        ValueError: evaluated at a width that was not calibrated.
    """

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.statistics: dict[float, tuple[Tensor, Tensor]] = {}
        self.measuring: list[tuple[Tensor, Tensor]] | None = None

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        kept = inputs.shape[1]
        weight, bias = self.weight[:kept], self.bias[:kept]
        if self.measuring is not None:
            self.measuring.append((inputs.mean((0, 2, 3)), inputs.var((0, 2, 3), correction=0)))
        if self.training or self.measuring is not None:
            return fn.batch_norm(inputs, None, None, weight, bias, training=True)
        if float(width) not in self.statistics:
            raise ValueError(f"width must be calibrated before evaluation ({sorted(self.statistics)}), got {width!r}")
        mean, variance = self.statistics[float(width)]
        return fn.batch_norm(inputs, mean, variance, weight, bias)


@contextmanager
def _measuring(norms: list[SharedBatchNorm2d]):
    for norm in norms:
        norm.measuring = []
    try:
        yield
    finally:
        for norm in norms:
            norm.measuring = None


@contextmanager
def _averaging(norms: list[nn.BatchNorm2d]):
    """Norms that forget their running statistics and keep plain averages over the batches that follow."""
    before = [(norm.momentum, norm.training) for norm in norms]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # PyTorch's sign for a plain average
        norm.train()
    try:
        yield
    finally:
        for norm, (momentum, training) in zip(norms, before, strict=True):
            norm.momentum = momentum
            norm.train(training)


@torch.no_grad()
def calibrate(network: nn.Module, batches: Iterable[Tensor], widths: Iterable[float]) -> None:
    """Measure the statistics of every shared or switchable batch norm at each width: plain averages over the batches.

    Running statistics move by a tenth at each step, so those of a width that was drawn a few times are still in part
    the 0 and 1 that they began with. A width is to be calibrated before it is scored.

    Args:
        network: called as `network(inputs, width)`; networks without such norms are left as they are.
        batches: inputs, at least one batch, of at least two points each.
        widths: to measure; of a switchable norm, widths of its menu.

    Raises:
        ValueError: there is no batch, or a width is not on the menu.

    >>> norm, inputs = SwitchableBatchNorm2d(2, (0.5, 1.0)), torch.full((4, 1, 3, 3), 7.0)
    >>> calibrate(norm, [inputs], [0.5])
    >>> norm.norms[0].running_mean.tolist(), norm.norms[1].running_mean.tolist()
    ([7.0], [0.0, 0.0])
    """
    shared = [module for module in network.modules() if isinstance(module, SharedBatchNorm2d)]
    switchable = [module for module in network.modules() if isinstance(module, SwitchableBatchNorm2d)]
    batches = list(batches)
    if not batches:
        raise ValueError("batches must hold at least one batch, got none")
    for width in widths if shared or switchable else ():
        if beyond := [norm.widths for norm in switchable if float(width) not in norm.widths]:
            raise ValueError(f"widths must be among {beyond[0]}, got {width!r}")
        own: list[Any] = [norm.norms[norm.widths.index(float(width))] for norm in switchable]
        with _measuring(shared), _averaging(own):
            for inputs in batches:
                network(inputs, width)
            measured = [norm.measuring or [] for norm in shared]
        for norm, seen in zip(shared, measured, strict=True):
            means, variances = ([pair[k] for pair in seen] for k in (0, 1))
            norm.statistics[float(width)] = (torch.stack(means).mean(0), torch.stack(variances).mean(0))
