import numpy as np
import pytest
import torch

from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData

PARTS = [[0, 1, 2, 3, 4, 5, 6], [7, 8], np.array([9, 10, 11, 12, 13])]


def data(**kwargs):
    return FederatedData.of(torch.arange(14.0)[:, None], torch.arange(14), PARTS, **kwargs)


def drawn(batches, client):
    """A client's batches as lists, the padding left out."""
    return [
        batches.rows[s, client, :count].tolist() for s, count in enumerate(batches.counts[:, client].tolist()) if count
    ]


def test_an_epoch_takes_every_example_once_in_the_order_of_its_stream():
    batches = data().batches(seed=5, round=3, batch_size=3, epochs=2)
    assert batches.steps == [6, 2, 4]
    for client, part in enumerate(PARTS):
        chance = generator(5, "batches", client, 3)
        expected = []
        for _ in range(2):
            order = [int(part[i]) for i in torch.randperm(len(part), generator=chance)]
            expected += [order[i : i + 3] for i in range(0, len(order), 3)]
        assert drawn(batches, client) == expected


def test_batches_are_common_to_all_methods_and_depend_on_seed_client_and_round_alone():
    few = FederatedData.of(torch.arange(14.0)[:, None], torch.arange(14), PARTS[:1])
    settings = {"batch_size": 3, "epochs": 1}
    assert drawn(few.batches(seed=1, round=0, **settings), 0) == drawn(data().batches(seed=1, round=0, **settings), 0)
    first = drawn(data().batches(seed=1, round=0, **settings), 0)
    assert first != drawn(data().batches(seed=2, round=0, **settings), 0)
    assert first != drawn(data().batches(seed=1, round=1, **settings), 0)
    longer = drawn(data().batches(seed=1, round=0, batch_size=3, epochs=3), 0)
    assert longer[:3] == first


def test_weights_make_every_batch_a_mean_and_padding_count_nothing():
    batches = data().batches(seed=1, round=0, batch_size=3, epochs=1)
    weights = batches.weights(torch.float64)
    assert torch.allclose(weights.sum(dim=2), (batches.counts > 0).double())
    for step in range(3):
        for client in range(3):
            count = int(batches.counts[step, client])
            assert weights[step, client].tolist() == [1 / max(count, 1)] * count + [0.0] * (3 - count)
    assert set(batches.rows[:, 1].flatten().tolist()) <= {7, 8}  # padding stays with the client


def test_a_number_of_steps_is_the_same_for_everybody():
    batches = data().batches(seed=1, round=0, batch_size=3, steps=4)
    assert batches.steps == [4, 4, 4]
    assert batches.counts[:, 0].tolist() == [3, 3, 1, 3]
    assert batches.counts[:, 1].tolist() == [2, 2, 2, 2]
    two = data().batches(seed=1, round=0, batch_size=3, epochs=2)
    assert drawn(batches, 0) == drawn(two, 0)[:4]


def test_smaller_batches_can_be_left_out():
    batches = data().batches(seed=1, round=0, batch_size=2, epochs=1, partial=False)
    assert batches.steps == [3, 1, 2]
    assert batches.counts.max() == batches.counts[batches.counts > 0].min() == 2
    with pytest.raises(ValueError, match="batch_size must be at most 2, the size of client 1"):
        data().batches(seed=1, round=0, batch_size=3, epochs=1, partial=False)


def test_merged_batches_hold_what_the_steps_would_have_used():
    settings = {"seed": 1, "round": 2, "batch_size": 3}
    for much in ({"epochs": 2}, {"steps": 4}, {"epochs": 1, "partial": False, "batch_size": 2}):
        steps = data().batches(**{**settings, **much})
        merged = data().batches(**{**settings, **much}, merged=True)
        assert merged.steps == [1, 1, 1]
        for client in range(3):
            assert drawn(merged, client) == [[row for batch in drawn(steps, client) for row in batch]]


def test_all_data_in_every_step_needs_no_chance_and_no_memory():
    batches = data().batches(seed=1, round=0, steps=50)
    assert batches.constant
    assert batches.rows.shape == (50, 3, 7)
    assert batches.rows.stride(0) == 0
    assert drawn(batches, 2) == [[9, 10, 11, 12, 13]] * 50
    assert torch.equal(batches.weights(torch.float32)[0, 1, :3], torch.tensor([0.5, 0.5, 0.0]))
    assert data().batches(seed=1, round=0, epochs=2, merged=True).steps == [1, 1, 1]


def test_gathering_prepares_the_inputs():
    bytes_ = FederatedData.of(
        torch.arange(14, dtype=torch.uint8).view(14, 1, 1),
        torch.arange(14),
        PARTS,
        prepare=lambda x: x.float() / 2,
    )
    inputs, labels = bytes_.gather(torch.tensor([[3, 1], [0, 13]]))
    assert inputs.shape == (2, 2, 1, 1)
    assert inputs.flatten().tolist() == [1.5, 0.5, 0.0, 6.5]
    assert labels.tolist() == [[3, 1], [0, 13]]
    assert bytes_.client(1)[1].tolist() == [7, 8]


def test_changed_labels_stay_with_their_client():
    shared = FederatedData.of(torch.arange(3.0)[:, None], torch.tensor([0, 1, 0]), [[0, 1], [1, 2], [2]])
    changed = shared.with_labels(1, torch.tensor([5, 6]))
    assert [changed.client(k)[1].tolist() for k in range(3)] == [[0, 1], [5, 6], [0]]
    assert [changed.client(k)[0].flatten().tolist() for k in range(3)] == [[0, 1], [1, 2], [2]]
    assert shared.client(1)[1].tolist() == [1, 0]
    with pytest.raises(ValueError, match=r"labels must have shape \(2,\)"):
        shared.with_labels(1, torch.tensor([5]))


def test_the_global_generator_is_left_alone():
    before = torch.get_rng_state()
    data().batches(seed=1, round=0, batch_size=2, epochs=1)
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([], "parts must hold at least one client"),
        ([[0], []], "must give every client data, got none for client 1"),
        ([[0, 14]], "row numbers from 0 to 13, got 0 to 14 for client 0"),
        ([[-1]], "row numbers from 0 to 13"),
        ([[0.0]], "whole row numbers"),
        ([[True]], "True or False"),
        ([[1, 1]], "at most once per client"),
    ],
)
def test_wrong_parts_are_refused(parts, message):
    with pytest.raises(ValueError, match=message):
        FederatedData.of(torch.zeros(14, 1), torch.zeros(14), parts)


def test_labels_belong_to_inputs():
    with pytest.raises(ValueError, match=r"labels must have shape \(3,\)"):
        FederatedData.of(torch.zeros(3, 1), torch.zeros(2), [[0]])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "exactly one of epochs and steps"),
        ({"epochs": 1, "steps": 1}, "exactly one of epochs and steps"),
        ({"epochs": 0}, "epochs must be a whole number of at least 1, got 0"),
        ({"steps": 1.5}, "steps must be a whole number"),
        ({"steps": True}, "steps must be a whole number"),
        ({"epochs": 1, "batch_size": 0}, "batch_size must be a whole number of at least 1, got 0"),
    ],
)
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        data().batches(seed=1, round=0, **settings)


def test_what_changes_later_changes_nothing_here():
    array, tensor = np.ones((14, 1)), torch.ones(14, 1)
    labels = np.arange(14)
    held = [FederatedData.of(given, labels, PARTS) for given in (array, tensor)]
    array[:], tensor[:], labels[:] = 5, 5, 5
    for data in held:
        assert data.inputs.unique().tolist() == [1.0]
        assert data.labels.tolist() == list(range(14))


def test_frames_texts_and_gradients_are_read():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": np.arange(4.0), "b": 1.0}, index=[9, 8, 7, 6])
    data = FederatedData.of(frame, pandas.Series(["x", "y", "x", "x"], index=[3, 3, 3, 3]), [[0, 1], [2, 3]])
    assert (data.labels.tolist(), data.classes) == ([0, 1, 0, 0], ("x", "y"))
    assert data.client(1)[0].tolist() == [[2.0, 1.0], [3.0, 1.0]]
    leaf = FederatedData.of(torch.ones(2, 1, requires_grad=True), [0, 1], [[0], [1]])
    assert not leaf.inputs.requires_grad
    for wrong in (np.ma.array(np.ones((2, 1)), mask=[[0], [1]]), np.ones((2, 1)) + 1j, np.array([["a"], ["b"]])):
        with pytest.raises(ValueError, match="inputs must be"):
            FederatedData.of(wrong, [0, 1], [[0], [1]])
