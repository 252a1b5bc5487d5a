import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.learning.data import load
from incentives.randomness import stream
from incentives_book.study.rewards.writers import distort, distortion, stand_in_writers


def test_every_image_has_one_writer_and_labels_stay():
    data = load("digits")
    written = stand_in_writers(data, 8, rng=stream(1, "writers"))
    assert torch.equal(written.labels, data.labels)
    assert sorted(written.owners.unique().tolist()) == list(range(8))
    assert written.inputs.shape == data.inputs.shape
    assert not torch.equal(written.inputs, data.inputs)
    again = stand_in_writers(data, 8, rng=stream(1, "writers"))
    assert torch.equal(written.inputs, again.inputs)


def test_no_distortion_is_none_and_a_half_turn_turns():
    image = torch.zeros(1, 1, 6, 6, dtype=torch.uint8)
    image[0, 0, 1, 2:4] = 200
    assert torch.equal(distort(image, 0.0, 0.0, 1.0), image)
    turned = distort(image, 180.0, 0.0, 1.0)
    assert (turned.int() - image.flip(2, 3).int()).abs().max() <= 1


def test_strokes_get_bolder_below_one_and_lighter_above():
    image = torch.full((1, 1, 4, 4), 100, dtype=torch.uint8)
    bold, light = (int(distort(image, 0.0, 0.0, stroke)[0, 0, 2, 2]) for stroke in (0.5, 2.0))
    assert light < 100 < bold


def test_hands_stay_in_their_ranges():
    hands = np.array([distortion(stream(0, "hand", k)) for k in range(200)])
    assert np.abs(hands[:, 0]).max() <= 20
    assert np.abs(hands[:, 1]).max() <= 0.3
    assert 0.5 <= hands[:, 2].min() < hands[:, 2].max() <= 1.8


def test_other_inputs_are_refused():
    with pytest.raises(ValueError, match="images must be uint8"):
        distort(torch.zeros(1, 1, 4, 4), 0.0, 0.0, 1.0)
    with pytest.raises(ValueError, match="clients"):
        stand_in_writers(load("digits"), 5000, rng=stream(0, "writers"))
