"""The part of the full network that one of width p keeps, layer by layer.

A network is a list of layers. At width p a layer keeps the leading ceil(p c) of its c channels, so the masks are
nested. `slice_network` cuts the kept numbers out into a smaller network; `restrict_network` leaves the size as it
is and writes zeros elsewhere. Where both compute the same outputs, the narrow network's objective is the full one's
with some coordinates fixed at zero, and what holds for restrictions holds for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from incentives.numbers import as_count
from incentives.widths import kept_channels
from incentives_book.rewards.what_a_narrow_network_keeps.layers import Array, GroupNorm, Layer


def _walk(network: Sequence[Layer], inputs: int, width: Any) -> Iterator[tuple[Layer, dict, int]]:
    """Each layer with the leading parts of its parameters that remain, and its remaining outputs."""
    kept = as_count("inputs", inputs, least=1)  # what the data bring is never slimmed
    for place, layer in enumerate(network):
        # A first layer with weights uses all of them at full width, so a wrong number of inputs shows there.
        if place == 0 and "weight" in layer.parameters:
            needs = layer.kept_axes(kept, layer.kept_outputs(kept, lambda channels: channels))["weight"]
            if tuple(needs) != np.shape(layer.parameters["weight"]):
                shape = np.shape(layer.parameters["weight"])
                raise ValueError(f"inputs must be the channels that weights of shape {shape} read, got {inputs}")
        before, kept = kept, layer.kept_outputs(kept, lambda channels: kept_channels(channels, width))
        axes = layer.kept_axes(before, kept)
        yield layer, {name: tuple(map(slice, counts)) for name, counts in axes.items()}, kept


def network_masks(network: Sequence[Layer], width: Any, *, inputs: int) -> list[dict[str, Array]]:
    """Which coordinates a width keeps: one dict of Boolean arrays per layer, shaped like the parameters.

    Args:
        network: layers in order.
        width: in (0, 1].
        inputs: channels of the data, all of which are kept.

    >>> from incentives_book.rewards.what_a_narrow_network_keeps.layers import Dense
    >>> network_masks([Dense(np.ones((4, 2)), np.ones(4))], 0.5, inputs=2)[0]["bias"]
    array([ True,  True, False, False])
    """
    masks = []
    for layer, parts, _ in _walk(network, inputs, width):
        masks.append({name: np.zeros(np.shape(value), dtype=bool) for name, value in layer.parameters.items()})
        for name, part in parts.items():
            masks[-1][name][part] = True
    return masks


def restrict_network(network: Sequence[Layer], width: Any, *, inputs: int) -> list[Layer]:
    """The network with every coordinate that the width drops set to zero; its size stays.

    >>> from incentives_book.rewards.what_a_narrow_network_keeps.layers import Dense
    >>> restrict_network([Dense(np.ones((2, 1)), np.ones(2))], 0.5, inputs=1)[0].bias
    array([1., 0.])
    """
    masks = network_masks(network, width, inputs=inputs)
    return [
        replace(layer, **{name: np.where(mask[name], value, 0) for name, value in layer.parameters.items()})
        if mask
        else layer
        for layer, mask in zip(network, masks, strict=True)
    ]


def slice_network(network: Sequence[Layer], width: Any, *, inputs: int) -> list[Layer]:
    """The smaller network that consists of what the width keeps.

    Frozen statistics of a batch norm are cut like its parameters; a group norm keeps whole groups.

    >>> from incentives_book.rewards.what_a_narrow_network_keeps.layers import Dense
    >>> slice_network([Dense(np.ones((4, 2)), np.ones(4))], 0.5, inputs=2)[0].weight.shape
    (2, 2)
    """
    small = []
    for layer, parts, outputs in _walk(network, inputs, width):
        new = {name: layer.parameters[name][part] for name, part in parts.items()}
        for statistic in ("mean", "deviation"):
            if getattr(layer, statistic, None) is not None:
                new[statistic] = getattr(layer, statistic)[:outputs]
        if isinstance(layer, GroupNorm):
            new["groups"] = layer.kept_groups(outputs)
        small.append(replace(layer, **new) if new else layer)
    return small


def run_network(network: Sequence[Layer], x: Array) -> Array:
    """The outputs of the last layer.

    >>> from incentives_book.rewards.what_a_narrow_network_keeps.layers import Dense, Pointwise
    >>> run_network([Dense(np.array([[1], [-1]]), np.zeros(2)), Pointwise()], np.array([[3]]))
    array([[3., 0.]])
    """
    for layer in network:
        x = layer(x)
    return x
