"""CGSV: everything to the most important client, less to the others."""

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.learning.averaging import Models
from incentives.learning.bank import Layout
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork
from incentives.methods.cgsv import Cgsv, keep_largest
from methods.small_federation import TASK, data


def sent(rows, layout):
    """Models that start at zero and end at these rows."""
    rows = torch.tensor(rows, dtype=torch.float64)
    empty = rows.new_zeros(len(rows), 1, 0)
    return Models(torch.zeros_like(rows)[:, None], empty), Models(rows[:, None], empty)


def test_cgsv_gives_the_top_client_everything_and_others_less():
    layout = Layout.of([("w", (6,))])
    algorithm = Cgsv([1, 1, 1], layout, length=1.0, sharpness=2.0)
    received, after = sent([[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 7], [-3, 1, 0, 0, 2, 0]], layout)
    state = algorithm.begin(Models(torch.zeros(1, 6, dtype=torch.float64), torch.zeros(1, 0)), 3)
    state = algorithm.aggregate(state, received, after, 0)
    entries = (state.models.parameters != 0).sum(1)
    top = int(state.importance.argmax())
    assert entries[top] == 6
    assert entries[2] < 6
    assert float(state.importance.sum()) == pytest.approx(1)


def test_one_round_of_cgsv_by_hand():
    layout = Layout.of([("w", (2,)), ("b", (1,))])
    algorithm = Cgsv([30, 10], layout, length=0.5, memory=0.95, sharpness=1.0)
    received, after = sent([[3, 4, 0], [0, 0, 2]], layout)
    state = algorithm.aggregate(
        algorithm.begin(Models(torch.zeros(1, 3, dtype=torch.float64), torch.zeros(1, 0)), 2),
        received,
        after,
        0,
    )
    whole = np.array([0.75 * 0.3, 0.75 * 0.4, 0.25 * 0.5])
    cosine = [float(np.dot(u, whole) / np.linalg.norm(whole)) for u in ([0.6, 0.8, 0], [0, 0, 1])]
    importance = np.array([0.05 * c for c in cosine])
    importance /= importance.sum()
    assert state.importance.numpy() == pytest.approx(importance, rel=1e-5)
    share = math.tanh(importance[1]) / math.tanh(importance[0])
    kept = [1] if math.ceil(2 * share) == 1 else [0, 1]
    second = np.zeros(3)
    second[kept] = whole[kept]
    second[2] = whole[2]
    assert state.models.parameters[0].numpy() == pytest.approx(whole, rel=1e-5)
    assert state.models.parameters[1].numpy() == pytest.approx(second, rel=1e-5)


def test_a_harmful_update_keeps_a_small_positive_importance():
    layout = Layout.of([("w", (2,))])
    algorithm = Cgsv([1, 1, 1], layout)
    received, after = sent([[1, 0], [1, 0.1], [-1, 0]], layout)
    state = algorithm.begin(Models(torch.zeros(1, 2, dtype=torch.float64), torch.zeros(1, 0)), 3)
    for round in range(50):
        state = algorithm.aggregate(state, received, after, round)
    assert 0 < float(state.importance[2]) < 0.01


def test_equal_clients_get_equal_models_from_cgsv():
    same = data(clients=1)
    everybody = FederatedData.of(same.inputs, same.labels, [range(8)] * 3)
    done = run(TASK, everybody, LocalWork(rate=0.1, epochs=1), rounds=3, seed=0, algorithm=Cgsv([8] * 3, TASK.layout))
    assert torch.allclose(done.bank.values, done.bank.values[:1].expand(3, -1), atol=1e-12)


def test_sparsification_keeps_whole_tensors_at_share_one_and_single_entries():
    layout = Layout.of([("w", (5,)), ("b", (1,))])
    values = torch.tensor([1.0, -2.0, 3.0, -4.0, 5.0, 0.5])
    assert torch.equal(keep_largest(values, 1.0, layout), values)
    assert keep_largest(values, 0.21, layout).tolist() == [0, 0, 0, -4.0, 5.0, 0.5]


def test_a_share_that_is_a_whole_number_of_entries_keeps_that_number():
    layout = Layout.of([("w", (100,))])
    values = torch.arange(100.0) + 1
    assert 0.07 * 100 > 7  # in floating point
    assert keep_largest(values, 0.07, layout).nonzero()[:, 0].tolist() == list(range(93, 100))
    assert not keep_largest(values, 0.0, layout).any()


def test_an_update_as_short_as_the_guard_against_zero_counts_half():
    layout = Layout.of([("w", (1,))])
    algorithm = Cgsv([1], layout, length=8.0)
    received, after = sent([[1e-7]], layout)
    state = algorithm.begin(Models(torch.zeros(1, 1, dtype=torch.float64), torch.zeros(1, 0)), 1)
    assert float(algorithm.aggregate(state, received, after, 0).models.parameters) == pytest.approx(4.0)


def test_settings_that_the_book_states_are_the_defaults():
    plain = Cgsv([1, 1], TASK.layout)
    assert (plain.length, plain.memory, plain.sharpness) == (0.5, 0.95, 1.0)


def test_buffers_are_those_that_each_client_sent():
    layout = Layout.of([("w", (1,))])
    rows, none = torch.tensor([[1.0], [2.0]], dtype=torch.float64), torch.zeros(2, 1, 1, dtype=torch.float64)
    algorithm = Cgsv([1, 1], layout)
    state = algorithm.begin(Models(torch.zeros(1, 1, dtype=torch.float64), torch.zeros(1, 1)), 2)
    own = torch.tensor([[[3.0]], [[4.0]]], dtype=torch.float64)
    after = algorithm.aggregate(state, Models(0 * rows[:, None], none), Models(rows[:, None], own), 0)
    assert after.models.buffers.tolist() == [[3.0], [4.0]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Cgsv([1, 1], TASK.layout, length=0), "must be a finite number above 0"),
        (lambda: Cgsv([1, 1], TASK.layout, sharpness=0), "must be a finite number above 0"),
        (lambda: Cgsv([1, 1], TASK.layout, memory=1), r"memory must be a finite number"),
        (lambda: Cgsv([1, 1], TASK.layout, memory=-0.1), r"memory must be a finite number"),
        (lambda: Cgsv([0, 0], TASK.layout), "sizes must be a row"),
        (lambda: keep_largest(torch.ones(1), -0.1, Layout.of([("w", (1,))])), "share must be between 0 and 1"),
        (lambda: keep_largest(torch.ones(1), 1.5, Layout.of([("w", (1,))])), "share must be between 0 and 1"),
    ],
)
def test_bad_settings_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
