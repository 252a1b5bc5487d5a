"""A network of one's own at every width: `slim` turns a chain of ordinary layers into a slimmable network. Needs
PyTorch.

Width p keeps the leading ceil(p c) channels of every layer but the last: a narrow network is a part of the full one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import chain as one_after_another, product
from typing import Any

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch
from numpy.typing import ArrayLike
from torch import Tensor, nn
from torch.nn import functional as fn

from incentives.floats import shown
from incentives.learning.slimmable import SlimConv2d, SlimLinear, SwitchableBatchNorm2d
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_list, as_number
from incentives.widths import kept_channels

# Layers that treat every channel alike and apart, so that slicing before or after them is the same.
ELEMENTWISE = (
    *(nn.ReLU, nn.ReLU6, nn.LeakyReLU, nn.ELU, nn.SELU, nn.CELU, nn.GELU, nn.SiLU, nn.Mish, nn.Softplus, nn.Softsign),
    *(nn.Tanh, nn.Sigmoid, nn.LogSigmoid, nn.Hardtanh, nn.Hardswish, nn.Hardsigmoid, nn.Identity, nn.Dropout),
)
POOLING = (nn.MaxPool2d, nn.AvgPool2d, nn.LPPool2d, nn.AdaptiveAvgPool2d, nn.AdaptiveMaxPool2d, nn.Dropout2d)
NORMS = (nn.BatchNorm1d, nn.BatchNorm2d)
KNOWN = (nn.Linear, nn.Conv2d, nn.Flatten, *NORMS, *ELEMENTWISE, *POOLING)
SLIMMED = (SlimConv2d, SlimLinear, SwitchableBatchNorm2d)


class SlimLinearWithoutBias(SlimLinear):
    """A slimmed linear map without a bias.

    >>> SlimLinearWithoutBias(4, 6)(torch.zeros(1, 2), 0.5).shape
    torch.Size([1, 3])
    """

    def __init__(self, inputs: int, outputs: int, *, last: bool = False) -> None:
        super().__init__(inputs, outputs, last=last)
        self.register_parameter("bias", None)

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        kept = self.out_features if self.last else kept_channels(self.out_features, width)
        return fn.linear(inputs, self.weight[:kept, : inputs.shape[-1]])


class SwitchableBatchNorm1d(SwitchableBatchNorm2d):
    """A batch norm for rows of features, with one set of statistics and affine parameters for each width of a menu.

    >>> SwitchableBatchNorm1d(8, (0.5, 1.0))(torch.zeros(2, 4), 0.5).shape
    torch.Size([2, 4])
    """

    def __init__(self, channels: int, widths: Sequence[float]) -> None:
        super().__init__(channels, widths)
        self.norms = nn.ModuleList(nn.BatchNorm1d(kept_channels(channels, width)) for width in self.widths)


class SlimSequential(nn.Module):
    """A chain of layers that can be run at any width; made by `slim`.

    >>> network = slim(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3)))
    >>> network(torch.zeros(2, 4), 0.5).shape, [part.shape[1] for part in network.joint(torch.zeros(2, 4), 0.25)]
    (torch.Size([2, 3]), [3, 3])
    """

    def __init__(self, layers: Sequence[nn.Module]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.first = next(place for place, layer in enumerate(layers) if isinstance(layer, SLIMMED))

    def _from(self, start: int, features: Tensor, width: float) -> Tensor:
        for layer in self.layers[start:]:
            features = layer(features, width) if isinstance(layer, SLIMMED) else layer(features)
        return features

    def _up_to_first(self, inputs: Tensor) -> Tensor:
        """The input of the first slimmed layer, which takes all of its inputs and would cut its weights to fewer."""
        features = inputs
        for before in self.layers[: self.first]:
            features = before(features)
        first: Any = self.layers[self.first]
        images = isinstance(first, SlimConv2d)
        came, wanted = (features.shape[-3 if images else -1], first.in_channels if images else first.in_features)
        if came != wanted:
            what = "channels" if images else "columns"
            raise ValueError(f"inputs must have the {wanted} {what} that the network reads, got {came}")
        return features

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        return self._from(self.first, self._up_to_first(inputs), width)

    def joint(self, inputs: Tensor, width: float) -> tuple[Tensor, Tensor]:
        """Outputs at full width and at `width`; what comes up to the first slimmed layer is computed once."""
        features = self._up_to_first(inputs)
        first: Any = self.layers[self.first]
        whole = first(features, 1.0)
        axis = 1 if isinstance(first, SlimConv2d) else -1
        kept = kept_channels(whole.shape[axis], width)
        return self._from(self.first + 1, whole, 1.0), self._from(self.first + 1, whole.narrow(axis, 0, kept), width)


class SlimChain(nn.Module):
    """Layers in a row that all take the width, for what `slim` refuses: such layers are written by hand.

    At width p a layer is to use and to give the leading channels only, as many as `SlimLinear` and `SlimConv2d` of
    `incentives.learning.slimmable` do, of which it is best made. The last layer gives the classes at every width.

    Args:
        layers: at least one module that is called as `layer(inputs, width)`.

    Raises:
        ValueError: there is none, or something is no module.

    >>> network = SlimChain(SlimLinear(4, 8), SlimLinear(8, 3, last=True))
    >>> network(torch.zeros(2, 4), 0.5).shape, [part.shape[1] for part in network.joint(torch.zeros(2, 4), 0.25)]
    (torch.Size([2, 3]), [3, 3])
    """

    def __init__(self, *layers: nn.Module) -> None:
        super().__init__()
        if not layers or not all(isinstance(layer, nn.Module) for layer in layers):
            raise ValueError(f"layers must be one or more modules that take a width, got {shown(list(layers))}")
        self.layers = nn.ModuleList(layers)

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        features = inputs
        for layer in self.layers:
            features = layer(features, width)
        return features

    def joint(self, inputs: Tensor, width: float) -> tuple[Tensor, Tensor]:
        """Outputs at full width and at `width`, in two passes."""
        return self(inputs, 1.0), self(inputs, width)


def _chain(module: nn.Module, name: str) -> Iterator[tuple[str, Any]]:
    """The layers of nested Sequentials in order, with their names; one that stands in two places comes twice."""
    for own, layer in module._modules.items():
        path = f"{name}.{own}" if name else own
        if type(layer) is nn.Sequential:
            yield from _chain(layer, path)
        else:
            yield path, layer


def _refused_here(path: str, layer: nn.Module) -> ValueError:
    return ValueError(
        "module may not have this layer here, whose slices are not those of a narrower network (write it by "
        f"hand, for a SlimChain): {path}, {layer}"
    )


def _refuse_shared(layers: Sequence[tuple[str, Any]]) -> None:
    """Numbers that two layers share would be two layers' own numbers once they are slimmed."""
    place: dict[int, str] = {}
    for path, layer in layers:
        # Each shared one once within a layer; what counts is another layer.
        for held in one_after_another(layer.parameters(), layer.buffers()):
            if id(held) in place:
                raise ValueError(
                    f"module may not use parameters in two places, which training at a width would part: "
                    f"{place[id(held)]} and {path}, {layer}"
                )
        place |= {id(held): path for held in one_after_another(layer.parameters(), layer.buffers())}


def _refuse_computed(layers: Sequence[tuple[str, Any]]) -> None:
    """Weights that are computed from other numbers in every pass, as by a spectral norm, cannot be cut."""
    for path, layer in layers:
        held = {name for name, _ in layer.named_parameters(recurse=False)}
        if isinstance(layer, (nn.Conv2d, nn.Linear)) and not {"weight"} <= held <= {"weight", "bias"}:
            raise ValueError(
                f"module may have layers with a weight and a bias of their own only, got {sorted(held)} in {path}, "
                f"{layer}: remove what computes the weight, such as nn.utils.remove_spectral_norm(layer)"
            )


def _slim_norm(layer: Any, path: str, widths: Sequence[float] | None) -> nn.Module:
    if widths is None:
        raise ValueError(
            f"widths must be given where the module has a batch norm, which keeps numbers for each; got None ({path})"
        )
    if not layer.affine or not layer.track_running_stats:
        raise ValueError(
            f"module may have batch norms with parameters and running statistics only, got {path}: {layer}"
        )
    kind = SwitchableBatchNorm1d if isinstance(layer, nn.BatchNorm1d) else SwitchableBatchNorm2d
    norm = kind(layer.num_features, widths).to(layer.weight)
    for own in norm.norms:
        own.eps, own.momentum = layer.eps, layer.momentum
        for name, parameter in own.named_parameters():
            parameter.requires_grad_(layer.get_parameter(name).requires_grad)
        for name, value in layer.state_dict().items():
            target = own.state_dict()[name]
            target.copy_(value[: len(target)] if target.ndim else value)
    return norm


def _filled(slimmed: nn.Module, layer: nn.Module) -> nn.Module:
    """With the numbers of `layer`, in their type, and what is frozen still frozen."""
    slimmed.to(next(layer.parameters())).load_state_dict(layer.state_dict())
    for name, parameter in slimmed.named_parameters():
        parameter.requires_grad_(layer.get_parameter(name).requires_grad)
    return slimmed


def _slim_linear(layer: nn.Linear, last: bool) -> nn.Module:
    kind = SlimLinearWithoutBias if layer.bias is None else SlimLinear
    return _filled(kind(layer.in_features, layer.out_features, last=last), layer)


def _two(numbers: tuple[int, ...]) -> tuple[int, int]:
    """Along both sides of an image: PyTorch keeps such numbers as a tuple of any length."""
    high, wide = numbers
    return high, wide


def _slim_conv(layer: nn.Conv2d, path: str) -> nn.Module:
    if layer.groups != 1:
        raise ValueError(f"module may have convolutions of one group only, got {path}: {layer}")
    slimmed = SlimConv2d(
        layer.in_channels,
        layer.out_channels,
        _two(layer.kernel_size),
        stride=_two(layer.stride),
        padding=layer.padding if isinstance(layer.padding, str) else _two(layer.padding),
        dilation=_two(layer.dilation),
        bias=layer.bias is not None,
        padding_mode=layer.padding_mode,
    )
    return _filled(slimmed, layer)


# Sides of images that are tried where nobody has said how large they are: squares first, common large ones, then any
# small.
SIDES = (*range(1, 65), 72, 80, 84, 96, 100, 112, 128, 160, 192, 224, 256, 299, 320, 384, 512)


def _shapes(first: nn.Module) -> Iterator[tuple[int, ...]]:
    """Shapes of what a network may read whose first layer with parameters is this one."""
    if isinstance(first, nn.Linear):
        yield (2, first.in_features)
    elif isinstance(first, nn.Conv2d):
        sides = one_after_another(((side, side) for side in SIDES), product(range(1, 33), repeat=2))
        yield from ((2, first.in_channels, *pair) for pair in sides)


@torch.no_grad()
def _compared(module: nn.Module, slimmed: SlimSequential, example: Tensor | None) -> None:
    """Run both on the same inputs, at random if none are given; a ValueError where they differ."""
    whole, copy = deepcopy(module).eval(), deepcopy(slimmed).eval()
    weight = next(layer for layer in module.modules() if isinstance(layer, (nn.Linear, nn.Conv2d)))
    shapes = _shapes(weight) if example is None else iter([tuple(example.shape)])
    for shape in shapes:
        chance = torch.Generator().manual_seed(0)
        inputs = torch.randn(shape, generator=chance) if example is None else example
        inputs = inputs.to(weight.weight)
        try:
            expected = whole(inputs)
        except (RuntimeError, ValueError) as error:
            if example is not None:
                raise ValueError(f"module must accept the example of shape {shape}; it says: {error}") from error
            continue
        found = copy(inputs)
        scale = float(expected.abs().nan_to_num().max()) if expected.numel() else 0.0
        if found.shape != expected.shape or not torch.allclose(
            found, expected, rtol=1e-4, atol=1e-5 * scale, equal_nan=True
        ):
            raise ValueError("module must compute what its layers compute one after the other; slimmed, it does not")
        return
    raise ValueError("example must be given, some inputs that module accepts: it accepts no image of a usual size")


def slim(
    module: nn.Module, *, widths: Sequence[float] | None = None, example: ArrayLike | Tensor | None = None
) -> SlimSequential:
    """A network that can be run at every width, with the layers and weights of `module`.

    Args:
        module: an `nn.Sequential` (Sequentials may be nested) of `Linear`, `Conv2d`, `BatchNorm1d` and `BatchNorm2d`,
            pooling, `Flatten`, `Dropout` and activations, that ends in a `Linear` to the classes, which no width slims.
        widths: the menu, ending with 1; needed where there are batch norms, which keep statistics for each width.
        example: inputs on which both are compared, shape (batch, ...); random ones of a shape that fits if not given.

    Returns:
        A module with `forward(inputs, width)` and `joint(inputs, width)`. At width 1 it computes what `module` does,
        which is tried on an input before it is returned. What is frozen in `module` is frozen in it.

    Raises:
        ValueError: a layer that cannot be slimmed, named; parameters that stand in two places; no `Linear` at the end;
            nothing before it to slim; or a module that does something else than its layers, such as one with hooks.

    Reference: Yu, Yang, Xu, Yang and Huang (2019), Slimmable neural networks.

    >>> network = slim(nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 4, 10)))
    >>> network(torch.zeros(5, 1, 4, 4), 0.5).shape
    torch.Size([5, 10])
    """
    if widths is not None:
        widths = [as_number("widths", width, exact=False, above=0) for width in as_list("widths", widths, least=1)]
        if max(widths) != 1:
            raise ValueError(f"widths must be above 0 and at most 1, the largest of them 1; got {widths}")
    if type(module) is not nn.Sequential:
        raise ValueError(
            "module must be an nn.Sequential; a network of another kind needs forward(inputs, width) and "
            f"joint(inputs, width) of its own, which SlimChain has. Got {type(module).__name__}"
        )
    chain = list(_chain(module, ""))
    dense = [path for path, layer in chain if type(layer) is nn.Linear]
    if not dense or any(
        isinstance(layer, (nn.Conv2d, *NORMS)) for _, layer in chain[[p for p, _ in chain].index(dense[-1]) :]
    ):
        raise ValueError(
            f"module must end in an nn.Linear to the classes, got layers {[type(layer).__name__ for _, layer in chain]}"
        )
    for path, layer in chain:
        if type(layer) not in KNOWN:
            raise _refused_here(path, layer)
    if not any(isinstance(layer, (nn.Conv2d, nn.Linear)) for path, layer in chain if path != dense[-1]):
        raise ValueError("module must have a Linear or Conv2d before the last Linear, or there is nothing to slim")
    _refuse_shared(chain)
    _refuse_computed(chain)
    layers: list[nn.Module] = []
    # What flows through: inputs nobody slims, images whose channels are slimmed, or rows of features that are slimmed.
    flowing = "inputs"
    for path, layer in chain:
        kind = type(layer)
        if kind is nn.Linear and flowing != "images":
            layers.append(_slim_linear(layer, path == dense[-1]))
            flowing = "rows"
        elif kind is nn.Conv2d and flowing != "rows":
            layers.append(_slim_conv(layer, path))
            flowing = "images"
        elif kind in NORMS and flowing != "inputs":
            layers.append(_slim_norm(layer, path, widths))
        elif kind is nn.Flatten and flowing != "rows" and (layer.start_dim, layer.end_dim) == (1, -1):
            layers.append(layer)
            # Flattened, the leading channels are the leading columns.
            flowing = "rows" if flowing == "images" else flowing
        elif kind in ELEMENTWISE or (kind in POOLING and flowing != "rows"):
            layers.append(layer)
        else:
            raise _refused_here(path, layer)
    slimmed = SlimSequential(layers).train(module.training)
    _compared(module, slimmed, None if example is None else as_tensor("example", example).detach())
    return slimmed
