"""How many channels a width keeps."""

from fractions import Fraction

import numpy as np
import pytest

from incentives.widths import kept_channels
from incentives_book.rewards.what_a_narrow_network_keeps import layers


@pytest.mark.parametrize(
    ("channels", "width", "kept"), [(10, 0.3, 3), (100, 0.07, 7), (7, Fraction(1, 2), 4), (3, 0.01, 1)]
)
def test_kept_channels_round_up(channels, width, kept):
    assert kept_channels(channels, width) == kept


@pytest.mark.parametrize("width", [0, -0.5, 1.1, float("nan"), "half"])
def test_bad_widths_are_refused(width):
    with pytest.raises(ValueError, match="width must be a number above 0 and at most 1"):
        kept_channels(4, width)


def test_bad_layers_are_refused():
    with pytest.raises(ValueError, match="channels must be a whole number"):
        kept_channels(0, 0.5)
    with pytest.raises(ValueError, match="Dense needs weight"):
        layers.Dense(np.ones((2, 3)), np.ones(3))
    with pytest.raises(ValueError, match="Conv needs weight"):
        layers.Conv(np.ones((2, 3)), np.ones(2))
    with pytest.raises(ValueError, match="LSTM needs weight"):
        layers.LSTM(np.ones((8, 3)), np.ones((8, 2)), np.ones(8))
    with pytest.raises(ValueError, match="both or neither"):
        layers.BatchNorm(np.ones(2), np.ones(2), np.ones(2))
    with pytest.raises(ValueError, match="groups must divide the 4 channels, got 3"):
        layers.GroupNorm(np.ones(4), np.ones(4), groups=3)
