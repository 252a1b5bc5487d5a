"""The picture of who holds what shows the counts."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

pytest.importorskip("torch")

from incentives.learning.client_split import ClientSplit
from incentives_book.rewards.one_network_many_widths import draw_partition


def test_the_picture_shows_the_counts():
    split = ClientSplit("by hand", 7, ([0, 1, 2], [3, 4, 6]))
    labels = [0, 0, 1, 1, 1, 0, 2]
    ax = draw_partition(split, labels, names=["shirt", "dress", "coat"], title="two clients")
    assert np.array_equal(ax.images[0].get_array(), split.counts(labels))
    assert {text.get_text() for text in ax.texts} == {"2", "1"}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["shirt", "dress", "coat"]
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title()) == ("class", "client", "two clients")


def test_large_pictures_have_no_numbers_and_keep_the_axes_given():
    _, given_axes = plt.subplots()
    split = ClientSplit("by hand", 400, tuple([2 * k, 2 * k + 1] for k in range(200)))
    ax = draw_partition(split, [0, 1] * 200, ax=given_axes)
    assert ax is given_axes
    assert not ax.texts


def test_the_picture_needs_a_name_for_every_class():
    with pytest.raises(ValueError, match="labels must be 2 numbers below 1"):
        draw_partition(ClientSplit("by hand", 2, ([0, 1],)), [0, 1], names=["only"])
