"""Slices against plain loops, masks by their definition, and layers against formulas written out by hand."""

from fractions import Fraction
from math import exp, tanh

import numpy as np
import pytest

from incentives_book.rewards.what_a_narrow_network_keeps import layers, slicing

WIDTHS = (0.05, 0.25, Fraction(1, 3), 0.5, 0.8, 1)


def networks(seed):
    rng = np.random.default_rng(seed)
    f = lambda *shape: rng.normal(size=shape)  # noqa: E731
    images = [
        layers.Conv(f(6, 2, 3, 3), f(6), padding=1), layers.BatchNorm(f(6), f(6)), layers.Pointwise(),
        layers.Conv(f(4, 6, 2, 2), f(4)), layers.BatchNorm(f(4), f(4), f(4), abs(f(4)) + 1), layers.Pointwise(np.tanh),
        layers.Flatten(9), layers.Dense(f(7, 36), f(7)), layers.Pointwise(layers.logistic), layers.Dense(f(3, 7), f(3), fixed=True),  # noqa: E501
    ]  # fmt: skip
    words = [layers.LSTM(f(4, 5, 3), f(4, 5, 5), f(4, 5)), layers.Dense(f(2, 5), f(2), fixed=True)]
    return [(images, f(3, 2, 4, 4)), (words, f(3, 6, 3))]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("seed", range(4))
def test_slice_is_the_zero_padded_network(seed, width):
    for network, x in networks(seed):
        inputs = x.shape[-1] if x.ndim == 3 else x.shape[1]
        small = slicing.run_network(slicing.slice_network(network, width, inputs=inputs), x)
        padded = slicing.run_network(slicing.restrict_network(network, width, inputs=inputs), x)
        np.testing.assert_allclose(small, padded, rtol=1e-12, atol=1e-12)
        if width == 1:
            np.testing.assert_array_equal(small, slicing.run_network(network, x))


def test_the_dropped_coordinates_do_not_matter():
    (network, x), _ = networks(9)
    rng = np.random.default_rng(1)
    masks = slicing.network_masks(network, 0.5, inputs=2)
    from dataclasses import replace

    other = [
        replace(layer, **{k: np.where(mask[k], v, rng.normal(size=v.shape)) for k, v in layer.parameters.items()})
        if mask else layer
        for layer, mask in zip(network, masks, strict=True)
    ]  # fmt: skip
    one, two = (slicing.run_network(slicing.slice_network(net, 0.5, inputs=2), x) for net in (network, other))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("width", WIDTHS[:-1])
def test_layer_norm_is_no_restriction(width):
    rng = np.random.default_rng(3)
    network = [
        layers.Dense(rng.normal(size=(8, 3)), rng.normal(size=8)), layers.GroupNorm(rng.normal(size=8), rng.normal(size=8)),  # noqa: E501
        layers.Dense(rng.normal(size=(2, 8)), rng.normal(size=2), fixed=True),
    ]  # fmt: skip
    x = rng.normal(size=(5, 3))
    small, padded = (
        slicing.run_network(f(network, width, inputs=3), x) for f in (slicing.slice_network, slicing.restrict_network)
    )
    assert np.abs(small - padded).max() > 1e-3


def test_group_norm_is_a_restriction_when_groups_stay_whole():
    rng = np.random.default_rng(4)
    network = [
        layers.Conv(rng.normal(size=(8, 1, 1, 1)), rng.normal(size=8)),
        layers.GroupNorm(np.ones(8), np.zeros(8), 4),
    ]
    x = rng.normal(size=(2, 1, 3, 3))
    small, padded = (
        slicing.run_network(f(network, 0.5, inputs=1), x) for f in (slicing.slice_network, slicing.restrict_network)
    )
    np.testing.assert_allclose(small, padded[:, :4], rtol=1e-12)
    with pytest.raises(ValueError, match="whole groups of 2 channels, got 5"):
        slicing.slice_network(network, 0.6, inputs=1)


def test_convolution_is_the_plain_loop():
    rng = np.random.default_rng(0)
    w, b, x = rng.normal(size=(2, 3, 2, 3)), rng.normal(size=2), rng.normal(size=(1, 3, 4, 5))
    padded = np.zeros((3, 6, 7))
    padded[:, 1:-1, 1:-1] = x[0]
    expected = [
        [
            [b[o] + sum(w[o, i, r, c] * padded[i, y + r, z + c] for i in range(3) for r in range(2) for c in range(3))
             for z in range(5)]
            for y in range(5)
        ]
        for o in range(2)
    ]  # fmt: skip
    np.testing.assert_allclose(layers.Conv(w, b, padding=1)(x)[0], expected, rtol=1e-12)


def test_recurrent_layer_is_the_textbook_cell():
    rng = np.random.default_rng(0)
    w, v, b = rng.normal(size=(4, 1, 1)), rng.normal(size=(4, 1, 1)), rng.normal(size=(4, 1))
    h = c = 0.0
    steps = [0.3, -1.2, 0.8]
    for x in steps:
        i, f, g, o = (w[k, 0, 0] * x + v[k, 0, 0] * h + b[k, 0] for k in range(4))
        c = c / (1 + exp(-f)) + tanh(g) / (1 + exp(-i))
        h = tanh(c) / (1 + exp(-o))
    assert layers.LSTM(w, v, b)(np.array(steps)[None, :, None])[0, 0] == pytest.approx(h, rel=1e-12)


def test_batch_statistics_standardise_each_channel():
    x = np.random.default_rng(0).normal(size=(20, 3, 4, 4))
    y = layers.BatchNorm(np.ones(3), np.zeros(3), epsilon=0)(x)
    for channel in range(3):
        assert y[:, channel].mean() == pytest.approx(0, abs=1e-12)
        assert y[:, channel].std() == pytest.approx(1)
