import dataclasses

import numpy as np
import pytest
import torch
from hypothesis import given, strategies as st

from incentives.learning.client_split import ClientSplit, whole_numbers


@st.composite
def splits(draw):
    """Points dealt to owners, some to nobody."""
    owners = draw(st.lists(st.integers(-1, 4), min_size=1, max_size=40).filter(lambda o: max(o) >= 0))
    names = sorted(set(owners) - {-1})
    parts = [draw(st.permutations([i for i, o in enumerate(owners) if o == name])) for name in names]
    return owners, ClientSplit("drawn", len(owners), tuple(parts))


@given(splits(), st.randoms(use_true_random=False))
def test_the_value_agrees_with_the_list_of_owners(pair, random):
    owners, split = pair
    names = sorted(set(owners) - {-1})
    labels = [random.randrange(3) for _ in owners]
    assert len(split) == len(names)
    for client, name in enumerate(names):
        assert split[client].tolist() == [i for i, o in enumerate(owners) if o == name]
    assert split.unused.tolist() == [i for i, o in enumerate(owners) if o == -1]
    assert split.sizes.tolist() == [owners.count(name) for name in names]
    expected = [[sum(o == n and y == k for o, y in zip(owners, labels, strict=True)) for k in range(3)] for n in names]
    assert split.counts(labels, classes=3).tolist() == expected


def test_what_is_handed_out_is_a_copy_and_fits_torch():
    split = ClientSplit("by hand", 4, ([2, 0], [1, 3]))
    for part in (split[0], next(iter(split))):
        part[0] = 99
    assert split[0].tolist() == [0, 2]
    assert [torch.as_tensor(part).tolist() for part in split] == [[0, 2], [1, 3]]
    with pytest.raises(ValueError, match="read-only"):
        split.clients[0][0] = 5
    with pytest.raises(dataclasses.FrozenInstanceError):
        split.points = 3
    with pytest.raises(IndexError):
        split[2]


@pytest.mark.parametrize(
    ("points", "clients", "message"),
    [
        (3, (), "at least one client"),
        (3, ([0], []), "client 1 of 2 would hold no point"),
        (3, ([0, 3],), r"positions must be in 0..2, got 0 to 3"),
        (3, ([0, -1],), "points of client 0 of clients must be"),
        (3, ([0, 1], [1]), "point 1 is held twice"),
        (3, ([2, 2],), "point 2 is held twice"),
        (3, ([[0, 1]],), "points of client 0 of clients must be one"),
    ],
)
def test_impossible_splits_are_refused(points, clients, message):
    with pytest.raises(ValueError, match=message):
        ClientSplit("by hand", points, clients)


def test_labels_must_fit_the_split():
    split = ClientSplit("by hand", 3, ([0], [1]))
    with pytest.raises(ValueError, match="labels must be 3 numbers below 2, got 2 up to 1"):
        split.counts([0, 1])
    with pytest.raises(ValueError, match="labels must be 3 numbers below 2, got 3 up to 2"):
        split.counts([0, 1, 2], classes=2)


@pytest.mark.parametrize("values", [[], [[1]], [0.5], [-1], ["a"], [True]])
def test_other_things_are_no_labels(values):
    with pytest.raises(ValueError, match="owners must be one non-empty row of whole numbers >= 0"):
        whole_numbers("owners", values)


def test_lists_arrays_and_tensors_are_read_alike():
    for values in ([1, 0], np.array([1, 0], dtype=np.uint8), torch.tensor([1, 0])):
        found = whole_numbers("labels", values)
        assert (found.dtype, found.tolist()) == (np.int64, [1, 0])


def test_it_prints_what_was_divided():
    assert repr(ClientSplit("by hand", 5, ([0], [1, 2]))) == "by hand: 5 points, 2 clients with 1 to 2, 2 unused"
