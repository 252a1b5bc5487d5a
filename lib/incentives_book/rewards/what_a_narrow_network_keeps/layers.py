"""Forward passes of the usual layers in NumPy, small enough to read, and what each of them keeps when it is slimmed.

Parameters are float arrays, or object arrays of Fractions or SymPy expressions, which are then computed exactly.
A layer answers two questions about slimming: how many outputs remain, and which leading part of each parameter.
Inputs have a leading axis of examples: (examples, channels), images (examples, channels, height, width),
sequences (examples, steps, channels).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import sympy as sp

Array = np.ndarray


class Layer(Protocol):
    """The facts about a layer that slimming needs."""

    @property
    def parameters(self) -> dict[str, Array]:
        """The coordinates, by name."""

    def kept_outputs(self, inputs: int, keep: Callable[[int], int]) -> int:
        """The number of outputs that remain when `inputs` inputs do."""

    def kept_axes(self, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
        """Per parameter, how many leading entries of each axis remain."""

    def __call__(self, x: Array) -> Array:
        """The outputs."""


def logistic(x: Array) -> Array:
    """1 / (1 + exp(-x)), of SymPy expressions too.

    >>> float(logistic(np.zeros(1))[0])
    0.5
    """
    return 1 / (1 + _each(x, np.exp, sp.exp, sign=-1))


def tanh(x: Array) -> Array:
    """tanh, of SymPy expressions too.

    >>> tanh(np.array([0, sp.Symbol("x")], dtype=object))
    array([0, tanh(x)], dtype=object)
    """
    return _each(x, np.tanh, sp.tanh)


def relu(x: Array) -> Array:
    """The larger of x and 0, of Fractions too.

    >>> relu(np.array([-2, 3]))
    array([0, 3])
    """
    return np.maximum(x, 0)


def _each(x: Array, number: Callable, symbol: Callable, sign: int = 1) -> Array:
    if x.dtype != object:
        return number(sign * x)
    return np.array([symbol(sp.sympify(sign * v)) for v in x.ravel()], dtype=object).reshape(x.shape)


def _need(ok: bool, layer: str, shapes: str, *arrays: Array) -> None:
    if not ok:
        raise ValueError(f"{layer} needs {shapes}; got {', '.join(str(np.shape(a)) for a in arrays)}")


@dataclass(frozen=True, eq=False)
class Dense:
    """Fully connected layer. `weight` (outputs, inputs), `bias` (outputs,); a `fixed` layer keeps all its outputs.

    The last layer of a classifier is fixed: every width must still tell all classes apart.
    """

    weight: Array
    bias: Array
    fixed: bool = False

    def __post_init__(self) -> None:
        ok = np.ndim(self.weight) == 2 and np.shape(self.bias) == np.shape(self.weight)[:1]
        _need(ok, "Dense", "weight (outputs, inputs) and bias (outputs,)", self.weight, self.bias)

    @property
    def parameters(self) -> dict[str, Array]:
        return {"weight": self.weight, "bias": self.bias}

    def kept_outputs(self, inputs: int, keep: Callable[[int], int]) -> int:
        outputs = len(self.bias)
        return outputs if self.fixed else keep(outputs)

    def kept_axes(self, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
        return {"weight": (outputs, inputs), "bias": (outputs,)}

    def __call__(self, x: Array) -> Array:
        return x @ self.weight.T + self.bias


@dataclass(frozen=True, eq=False)
class Conv:
    """Convolution with stride 1. `weight` (outputs, inputs, height, width), `bias` (outputs,), zeros as padding."""

    weight: Array
    bias: Array
    padding: int = 0

    def __post_init__(self) -> None:
        ok = np.ndim(self.weight) == 4 and np.shape(self.bias) == np.shape(self.weight)[:1]
        _need(ok, "Conv", "weight (outputs, inputs, height, width) and bias (outputs,)", self.weight, self.bias)

    @property
    def parameters(self) -> dict[str, Array]:
        return {"weight": self.weight, "bias": self.bias}

    def kept_outputs(self, inputs: int, keep: Callable[[int], int]) -> int:
        return keep(len(self.bias))

    def kept_axes(self, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
        return {"weight": (outputs, inputs, *self.weight.shape[2:]), "bias": (outputs,)}

    def __call__(self, x: Array) -> Array:
        edge = (self.padding, self.padding)
        x = np.pad(x, ((0, 0), (0, 0), edge, edge))
        high, wide = self.weight.shape[2:]
        rows, columns = x.shape[2] - high + 1, x.shape[3] - wide + 1
        total = self.bias[None, :, None, None]
        for r in range(high):
            for c in range(wide):
                seen = np.moveaxis(x[:, :, r : r + rows, c : c + columns], 1, -1)  # channels last
                total = total + np.moveaxis(seen @ self.weight[:, :, r, c].T, -1, 1)
        return total


@dataclass(frozen=True, eq=False)
class LSTM:
    """One recurrent layer; answers its last hidden state. Gates in the order input, forget, cell, output.

    `weight` (4, units, inputs), `recurrent` (4, units, units), `bias` (4, units). The gates are an axis of their
    own: a narrow layer keeps the leading units of *every* gate.
    """

    weight: Array
    recurrent: Array
    bias: Array
    gate: Callable[[Array], Array] = logistic
    squash: Callable[[Array], Array] = tanh

    def __post_init__(self) -> None:
        units = np.shape(self.bias)[-1]
        ok = np.ndim(self.weight) == 3 and np.shape(self.weight)[:2] == np.shape(self.bias) == (4, units)
        shapes = "weight (4, units, inputs), recurrent (4, units, units) and bias (4, units)"
        ok = ok and np.shape(self.recurrent) == (4, units, units)
        _need(ok, "LSTM", shapes, self.weight, self.recurrent, self.bias)

    @property
    def parameters(self) -> dict[str, Array]:
        return {"weight": self.weight, "recurrent": self.recurrent, "bias": self.bias}

    def kept_outputs(self, inputs: int, keep: Callable[[int], int]) -> int:
        return keep(self.bias.shape[1])

    def kept_axes(self, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
        return {"weight": (4, outputs, inputs), "recurrent": (4, outputs, outputs), "bias": (4, outputs)}

    def __call__(self, x: Array) -> Array:
        state = cell = np.zeros((len(x), self.bias.shape[1]), dtype=x.dtype)
        for step in range(x.shape[1]):
            drive = [x[:, step] @ self.weight[g].T + state @ self.recurrent[g].T + self.bias[g] for g in range(4)]
            cell = self.gate(drive[1]) * cell + self.gate(drive[0]) * self.squash(drive[2])
            state = self.gate(drive[3]) * self.squash(cell)
        return state


class _Norm:
    """The common part of norms: a factor and a shift for each channel, and as many channels out as in."""

    gain: Array
    shift: Array

    @property
    def parameters(self) -> dict[str, Array]:
        return {"gain": self.gain, "shift": self.shift}

    def kept_outputs(self, inputs: int, keep: Callable[[int], int]) -> int:
        return inputs

    def kept_axes(self, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
        return {"gain": (outputs,), "shift": (outputs,)}


@dataclass(frozen=True, eq=False)
class BatchNorm(_Norm):
    """Each channel is shifted and scaled by statistics of its own, then by `gain` and `shift`, all (channels,).

    `mean` and `deviation` are frozen statistics (the deviation includes any constant against division by zero);
    without them they come from the batch, with `epsilon` added to the variance. They are no coordinates: nothing
    trains them. Batch statistics need floats.
    """

    gain: Array
    shift: Array
    mean: Array | None = None
    deviation: Array | None = None
    epsilon: float = 1e-5

    def __post_init__(self) -> None:
        rows = [self.gain, self.shift, *(s for s in (self.mean, self.deviation) if s is not None)]
        ok = all(np.shape(row) == np.shape(self.gain) and np.ndim(row) == 1 for row in rows)
        _need(ok and len(rows) != 3, "BatchNorm", "rows (channels,), mean and deviation both or neither", *rows)

    def __call__(self, x: Array) -> Array:
        column = (None, slice(None), *(None,) * (x.ndim - 2))
        mean, deviation = self.mean, self.deviation
        if mean is None:
            others = tuple(axis for axis in range(x.ndim) if axis != 1)
            mean, deviation = x.mean(axis=others), np.sqrt(x.var(axis=others) + self.epsilon)
        standard = (x - mean[column]) / deviation[column]
        return self.gain[column] * standard + self.shift[column]


@dataclass(frozen=True, eq=False)
class GroupNorm(_Norm):
    """Channels are standardised together, in `groups` groups, example by example; one group is layer norm.

    `gain` and `shift` (channels,). A narrow layer keeps whole groups, or, with one group, standardises what is left.
    """

    gain: Array
    shift: Array
    groups: int = 1
    epsilon: Any = 1e-5

    def __post_init__(self) -> None:
        ok = np.ndim(self.gain) == 1 and np.shape(self.shift) == np.shape(self.gain)
        _need(ok, "GroupNorm", "gain (channels,) and shift (channels,)", self.gain, self.shift)
        if self.groups < 1 or len(self.gain) % self.groups:
            raise ValueError(f"groups must divide the {len(self.gain)} channels, got {self.groups}")

    def kept_groups(self, channels: int) -> int:
        """Groups among the first `channels` channels; a width must not cut one, unless it is the only one."""
        size = len(self.gain) // self.groups
        if self.groups > 1 and channels % size:
            raise ValueError(f"the width must keep whole groups of {size} channels, got {channels} channels")
        return max(1, channels // size)

    def __call__(self, x: Array) -> Array:
        column = (None, slice(None), *(None,) * (x.ndim - 2))
        parts = x.reshape(len(x), self.groups, -1)
        away = parts - parts.mean(axis=2, keepdims=True)
        spread = (away**2).mean(axis=2, keepdims=True) + self.epsilon
        return self.gain[column] * (away / _each(spread, np.sqrt, sp.sqrt)).reshape(x.shape) + self.shift[column]


@dataclass(frozen=True)
class Pointwise:
    """A function of each number by itself, such as `relu`; it has no parameters."""

    function: Callable[[Array], Array] = relu

    @property
    def parameters(self) -> dict[str, Array]:
        return {}

    def kept_outputs(self, inputs: int, keep: Callable[[int], int]) -> int:
        return inputs

    def kept_axes(self, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
        return {}

    def __call__(self, x: Array) -> Array:
        return self.function(x)


@dataclass(frozen=True)
class Flatten:
    """Images to rows, channel by channel, so that the kept channels lead; `positions` is height times width."""

    positions: int

    @property
    def parameters(self) -> dict[str, Array]:
        return {}

    def kept_outputs(self, inputs: int, keep: Callable[[int], int]) -> int:
        return inputs * self.positions

    def kept_axes(self, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
        return {}

    def __call__(self, x: Array) -> Array:
        return x.reshape(len(x), -1)
