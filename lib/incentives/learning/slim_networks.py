"""The four networks of the experiments, at every width.

Sizes are our reconstruction (see the book's page on slimmable networks): the source states the kinds of layers only.
`network(inputs, width)` gives logits; `network.joint(inputs, width)` gives the logits at full width and at `width`,
computing the leading layers once where both widths share them exactly. That is exact for gradients as well, if both
losses are summed before one step.

Memory is told for full width in single precision: 4 bytes per parameter for a row of a bank, and what the backward pass
keeps of one example, which times the batch is what a step holds beside gradient and velocity. `benchmarks/engines.py`
measures it; `experiments/engines/records.jsonl` keeps what came out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as fn

from incentives.learning.slimmable import (
    SharedBatchNorm2d,
    SlimConv2d,
    SlimLinear,
    SlimLSTM,
    SwitchableBatchNorm2d,
    joint_linear,
)
from incentives.numbers import as_count, as_list
from incentives.reading import as_real
from incentives.widths import kept_channels


def _check(**counts: Any) -> None:
    """ValueError unless each is a count of at least 1, classes of at least 2, and none beyond what fits anywhere."""
    for name, value in counts.items():
        as_count(name, value, least=2 if name == "classes" else 1, most=10**8)


def _check_images(inputs: Tensor, first: SlimConv2d, side: int | None) -> None:
    """Layers use as many inputs as arrive, so that images of another kind would be read by a part of the network."""
    wanted = (first.in_channels, *(inputs.shape[-2:] if side is None else (side, side)))
    if tuple(inputs.shape[-3:]) != tuple(wanted):
        raise ValueError(f"inputs must be images of shape {tuple(wanted)}, got {tuple(inputs.shape[-3:])}")


class OneConv(nn.Module):
    """One convolution and two linear layers, for MNIST and Fashion-MNIST; 805,066 parameters by default.

    Memory: 3.2 MB a row; 179 kB an example.

    Args:
        inputs: channels of an image.
        side: pixels of an image's side, even.
        channels: of the convolution.
        hidden: units of the first linear layer.
        classes: at least 2.

    >>> sum(p.numel() for p in OneConv().parameters())
    805066
    >>> OneConv()(torch.zeros(2, 1, 28, 28), 0.25).shape
    torch.Size([2, 10])
    """

    def __init__(
        self, *, inputs: int = 1, side: int = 28, channels: int = 32, hidden: int = 128, classes: int = 10
    ) -> None:
        super().__init__()
        _check(inputs=inputs, side=side, channels=channels, hidden=hidden, classes=classes)
        if side % 2:
            raise ValueError(f"side must be even, because it is halved by pooling; got {side!r}")
        self.side, self.pixels = side, (side // 2) ** 2
        self.conv = SlimConv2d(inputs, channels, 5, padding=2)
        self.hidden = SlimLinear(channels * self.pixels, hidden)
        self.out = SlimLinear(hidden, classes, last=True)

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        _check_images(inputs, self.conv, self.side)
        features = fn.max_pool2d(fn.relu(self.conv(inputs, width)), 2).flatten(1)
        return self.out(fn.relu(self.hidden(features, width)))

    def joint(self, inputs: Tensor, width: float) -> tuple[Tensor, Tensor]:
        """Logits at full width and at `width`; only the map from hidden units to classes is computed twice."""
        _check_images(inputs, self.conv, self.side)
        features = fn.max_pool2d(fn.relu(self.conv(inputs)), 2).flatten(1)
        # Flattened, the leading channels are the leading columns.
        kept = kept_channels(self.conv.out_channels, width) * self.pixels
        whole, narrow = joint_linear(self.hidden, features, kept, width)
        return self.out(fn.relu(whole)), self.out(fn.relu(narrow))


class TwoConv(nn.Module):
    """Two convolutions and two linear layers, for SVHN; 1,105,098 parameters by default.

    Memory: 4.4 MB a row; 357 kB an example.

    >>> sum(p.numel() for p in TwoConv().parameters())
    1105098
    """

    def __init__(
        self,
        *,
        inputs: int = 3,
        side: int = 32,
        channels: Sequence[int] = (32, 64),
        hidden: int = 256,
        classes: int = 10,
    ) -> None:
        super().__init__()
        channels = as_list("channels", channels)
        if len(channels) != 2:
            raise ValueError(f"channels must be two counts, one for each convolution; got {channels}")
        for count in channels:
            _check(channels=count)
        _check(inputs=inputs, side=side, hidden=hidden, classes=classes)
        if side % 4:
            raise ValueError(f"side must be a multiple of 4, because it is halved twice; got {side!r}")
        self.side = side
        self.conv1 = SlimConv2d(inputs, channels[0], 5, padding=2)
        self.conv2 = SlimConv2d(channels[0], channels[1], 5, padding=2)
        self.hidden = SlimLinear(channels[1] * (side // 4) ** 2, hidden)
        self.out = SlimLinear(hidden, classes, last=True)

    def _head(self, second: Tensor, width: float) -> Tensor:
        features = fn.max_pool2d(fn.relu(second), 2).flatten(1)
        return self.out(fn.relu(self.hidden(features, width)))

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        _check_images(inputs, self.conv1, self.side)
        first = fn.max_pool2d(fn.relu(self.conv1(inputs, width)), 2)
        return self._head(self.conv2(first, width), width)

    def joint(self, inputs: Tensor, width: float) -> tuple[Tensor, Tensor]:
        """Logits at full width and at `width`; the first convolution, and the second's shared inputs, once."""
        _check_images(inputs, self.conv1, self.side)
        first = fn.max_pool2d(fn.relu(self.conv1(inputs)), 2)
        kept_in = kept_channels(self.conv1.out_channels, width)
        kept_out = kept_channels(self.conv2.out_channels, width)
        weight, bias = self.conv2.weight, self.conv2.bias
        # A convolution is a sum over its input channels, and the narrow one is a part of that sum.
        shared = fn.conv2d(first[:, :kept_in], weight[:, :kept_in], bias, padding=2)
        whole = shared
        if kept_in < self.conv1.out_channels:
            whole = shared + fn.conv2d(first[:, kept_in:], weight[:, kept_in:], padding=2)
        return self._head(whole, 1.0), self._head(shared[:, :kept_out], width)


class _Block(nn.Module):
    """Two 3x3 convolutions with batch norm around a shortcut; all blocks of a stage share its sliced width."""

    def __init__(self, inputs: int, outputs: int, stride: int, norm) -> None:
        super().__init__()
        self.conv1 = SlimConv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.conv2 = SlimConv2d(outputs, outputs, 3, padding=1, bias=False)
        self.norm1, self.norm2 = norm(outputs), norm(outputs)
        self.shortcut = None
        if stride != 1 or inputs != outputs:
            self.shortcut = SlimConv2d(inputs, outputs, 1, stride=stride, bias=False)
            self.shortcut_norm = norm(outputs)

    def forward(self, inputs: Tensor, width: float) -> Tensor:
        left = fn.relu(self.norm1(self.conv1(inputs, width), width))
        left = self.norm2(self.conv2(left, width), width)
        if self.shortcut is not None:
            inputs = self.shortcut_norm(self.shortcut(inputs, width), width)
        return fn.relu(left + inputs)


class ResNet18(nn.Module):
    """ResNet-18 for 32x32 images (3x3 stem, no first pooling); 11,173,962 parameters with one width and 10 classes.

    Memory: 44.7 MB a row, of buffers 38 kB; 4.7 MB an example.

    Args:
        classes: at least 2.
        channels: of the first stage; 64 in the original.
        widths: the menu of a switchable batch norm, ending with 1; `None` shares the affine parameters
            between all widths and needs `slimmable.calibrate` before evaluation.

    >>> sum(p.numel() for p in ResNet18(widths=(1.0,)).parameters())
    11173962
    """

    def __init__(
        self,
        *,
        classes: int = 10,
        channels: int = 64,
        widths: Sequence[float] | None = (0.25, 0.5, 0.75, 1.0),
    ) -> None:
        super().__init__()
        _check(classes=classes, channels=channels)
        for width in [] if widths is None else as_list("widths", widths, least=1):
            as_real("widths", width, above=0, most=1)

        def norm(count: int) -> nn.Module:
            return SharedBatchNorm2d(count) if widths is None else SwitchableBatchNorm2d(count, widths)

        self.stem = SlimConv2d(3, channels, 3, padding=1, bias=False)
        self.stem_norm = norm(channels)
        counts = [channels, channels, 2 * channels, 4 * channels, 8 * channels]
        self.blocks = nn.ModuleList(
            _Block(before if first else after, after, (2 if stage else 1) if first else 1, norm)
            for stage, (before, after) in enumerate(pairwise(counts))
            for first in (True, False)
        )
        self.out = SlimLinear(8 * channels, classes, last=True)

    def _after_stem(self, features: Tensor, width: float) -> Tensor:
        features = fn.relu(self.stem_norm(features, width))
        for block in self.blocks:
            features = block(features, width)
        return self.out(features.mean((2, 3)))

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        _check_images(inputs, self.stem, None)
        return self._after_stem(self.stem(inputs, width), width)

    def joint(self, inputs: Tensor, width: float) -> tuple[Tensor, Tensor]:
        """Logits at full width and at `width`; the stem's convolution is computed once."""
        _check_images(inputs, self.stem, None)
        features = self.stem(inputs)
        kept = kept_channels(self.stem.out_channels, width)
        return self._after_stem(features, 1.0), self._after_stem(features[:, :kept], width)


class TextLSTM(nn.Module):
    """Embedding, LSTM and three linear layers, for SST; 6,612,869 parameters by default.

    Memory: 26.5 MB a row; 584 kB a text of 30 words.

    Args:
        words: size of the vocabulary; word 0 is padding.
        features: of a word, never slimmed.
        cells: of the LSTM.
        classes: at least 2.

    >>> sum(p.numel() for p in TextLSTM().parameters())
    6612869
    >>> TextLSTM(words=9, features=4, cells=8)(torch.tensor([[3, 5, 0], [2, 0, 0]]), 0.5).shape
    torch.Size([2, 5])
    """

    def __init__(self, *, words: int = 20_000, features: int = 300, cells: int = 256, classes: int = 5) -> None:
        super().__init__()
        _check(words=words, features=features, cells=cells, classes=classes)
        self.embedding = nn.Embedding(words, features, padding_idx=0)
        self.lstm = SlimLSTM(features, cells)
        self.first = SlimLinear(cells, 128)
        self.second = SlimLinear(128, 64)
        self.out = SlimLinear(64, classes, last=True)

    def _after_embedding(self, words: Tensor, embedded: Tensor, width: float) -> Tensor:
        states = self.lstm(embedded, width)
        # The state at the last word that is not padding; an empty text counts as one padding word.
        last = (words != 0).sum(1).clamp(min=1) - 1
        state = states[torch.arange(len(words), device=words.device), last]
        state = fn.relu(self.first(state, width))
        return self.out(fn.relu(self.second(state, width)))

    def forward(self, words: Tensor, width: float = 1.0) -> Tensor:
        return self._after_embedding(words, self.embedding(words), width)

    def joint(self, words: Tensor, width: float) -> tuple[Tensor, Tensor]:
        """Logits at full width and at `width`; words are looked up once."""
        embedded = self.embedding(words)
        return self._after_embedding(words, embedded, 1.0), self._after_embedding(words, embedded, width)
