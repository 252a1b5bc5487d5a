from math import cos, pi

import pytest
import torch

from incentives.learning.chance import generator
from incentives.learning.deviations import (
    Bias,
    FlipLabels,
    Rescale,
    Rotate,
    Strategy,
    misreport,
    misreported_data,
)
from incentives.learning.federated_data import FederatedData


def models(runs=3, size=10):
    chance = generator(1, "models")
    return torch.randn(2, runs, size, generator=chance, dtype=torch.float64).unbind()


def test_honesty_changes_nothing():
    received, trained = models()
    data = FederatedData.of(torch.zeros(2, 1), torch.tensor([0, 1]), [[0], [1]])
    assert Strategy().report(received, trained) is trained
    assert Strategy().data(data, 0) is data
    assert misreport(received, trained, {}) is trained


def test_rescaling_acts_on_the_update():
    received, trained = models()
    for factor in (-2.0, 0.0, 0.3, 5.0):
        sent = Rescale(factor).report(received, trained)
        assert torch.allclose(sent - received, factor * (trained - received))


def test_a_bias_is_one_vector_of_the_given_length():
    received, trained = models()
    added = Bias(3.0, seed=4).report(received, trained) - trained
    assert torch.allclose(added.norm(dim=1), torch.tensor(3.0, dtype=torch.float64))
    assert torch.allclose(added, added[:1].expand(3, -1))
    assert torch.allclose(Bias(3.0, seed=4).report(received[:1], trained[:1]) - trained[:1], added[:1])
    assert not torch.allclose(Bias(3.0, seed=5).report(received, trained) - trained, added)


@pytest.mark.parametrize("angle", [0.0, 0.4, pi / 2, pi])
def test_a_rotation_keeps_lengths_and_turns_by_the_angle(angle):
    received, trained = models()
    update, sent = trained - received, Rotate(angle, seed=2).report(received, trained) - received
    assert torch.allclose(sent.norm(dim=1), update.norm(dim=1))
    cosine = torch.cosine_similarity(update, sent, dim=1)
    assert torch.allclose(cosine, torch.full_like(cosine, cos(angle)))


def test_a_rotation_of_an_odd_number_is_orthogonal_and_leaves_one_coordinate():
    units = torch.eye(5, dtype=torch.float64)
    turned = Rotate(0.4, seed=2).report(torch.zeros_like(units), units)
    assert torch.allclose(turned @ turned.T, units)
    assert (turned == units).all(dim=1).sum() == 1


def test_flipped_labels_are_the_liars_own():
    data = FederatedData.of(torch.zeros(4, 1), torch.tensor([0, 1, 2, 2]), [[0, 1, 2], [2, 3]])
    lied = misreported_data(data, {0: FlipLabels(3)})
    assert [lied.client(k)[1].tolist() for k in range(2)] == [[2, 1, 0], [2, 2]]
    numbers = FederatedData.of(torch.zeros(2, 1), torch.tensor([0.5, -2.0]), [[0], [1]])
    assert FlipLabels().data(numbers, 1).client(1)[1].tolist() == [2.0]
    with pytest.raises(ValueError, match="classes must be given"):
        FlipLabels().data(data, 0)
    with pytest.raises(ValueError, match="labels must be classes from 0 to 1"):
        FlipLabels(2).data(data, 0)
    with pytest.raises(ValueError, match="classes must be a whole number of at least 2"):
        FlipLabels(1)


def test_only_deviators_change():
    received, trained = (torch.stack([part, part + 1]) for part in models())
    before = trained.clone()
    sent = misreport(received, trained, {1: Rescale(0.0)})
    assert torch.equal(sent[0], trained[0])
    assert torch.equal(sent[1], received[1])
    assert torch.equal(trained, before)


def test_strangers_and_numbers_out_of_range_are_refused():
    data = FederatedData.of(torch.zeros(2, 1), torch.tensor([0, 1]), [[0], [1]])
    with pytest.raises(ValueError, match="deviations must name clients from 0 to 1, got 2"):
        misreported_data(data, {2: Rescale(2.0)})
    with pytest.raises(ValueError, match="factor must be a finite number"):
        Rescale(float("nan"))


def test_the_global_generator_is_left_alone():
    received, trained = models()
    before = torch.get_rng_state()
    Bias(1.0).report(received, trained)
    Rotate(1.0).report(received, trained)
    assert torch.equal(before, torch.get_rng_state())
