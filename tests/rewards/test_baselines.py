import math

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.learning.bank import Layout
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import FedAvg, Models, Personalized, equal_weights, run
from incentives.learning.local_update import LocalWork
from incentives.learning.networks import logistic_regression
from incentives.rewards.cgsv import Cgsv, cosine_contributions, keep_largest
from incentives.rewards.iafl import Iafl
from incentives.rewards.participation import PartialAveraging, rising_rates, who_takes_part
from incentives.rewards.shapfed import class_contributions, last_layer_contributions

TASK = logistic_regression(4, 3)
WORK = LocalWork(rate=0.2, batch_size=4, epochs=1)


def data(clients=4, each=8):
    chance = torch.Generator().manual_seed(9)
    inputs = torch.randn(clients * each, 4, generator=chance, dtype=torch.float64)
    labels = (inputs @ torch.randn(4, 3, generator=chance, dtype=torch.float64)).argmax(1)
    return FederatedData.of(inputs, labels, [range(k * each, (k + 1) * each) for k in range(clients)])


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
    done = run(
        TASK, everybody, LocalWork(rate=0.1, epochs=1), rounds=3, seed=0, algorithm=Cgsv([8] * 3, TASK.layout)
    )
    assert torch.allclose(done.bank.values, done.bank.values[:1].expand(3, -1), atol=1e-12)


def test_iafl_with_full_sharing_gives_everybody_the_mean():
    done = run(TASK, data(), WORK, rounds=3, seed=0, algorithm=Iafl([0.1, 0.5, 0.7, 0.9], sharing=1.0))
    plain = run(TASK, data(), WORK, rounds=3, seed=0, algorithm=FedAvg(equal_weights(data())))
    assert torch.allclose(done.bank.values, plain.bank.values.expand(4, -1), atol=1e-12)
    assert torch.allclose(done.state.reference.parameters, plain.bank.values, atol=1e-12)


def test_iafl_gives_more_updates_to_those_who_contribute_more():
    algorithm = Iafl([0.2, 0.4, 0.8, 0.8, 0.8])
    sizes = [len(algorithm.subset(client, list(range(5)), 0)) for client in range(5)]
    assert sizes == [1 + math.ceil(share * 4) for share in (0.25, 0.5, 1, 1, 1)]
    assert all(client in algorithm.subset(client, list(range(5)), 3) for client in range(5))
    assert algorithm.subset(0, list(range(5)), 0) == algorithm.subset(0, list(range(5)), 0)
    subsets = {tuple(algorithm.subset(1, list(range(5)), round)) for round in range(30)}
    assert len(subsets) == 6


def test_iafl_always_recovering_starts_everybody_from_the_reference():
    algorithm = Iafl([0.5, 1.0, 0.7, 0.9], recovery=1.0)
    state = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=algorithm).state
    received = algorithm.download(state, 2).parameters[:, 0]
    assert torch.equal(received, state.reference.parameters.expand(4, -1))
    never = Iafl([0.5, 1.0, 0.7, 0.9])
    state = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=never).state
    assert torch.equal(never.download(state, 2).parameters[:, 0], state.models.parameters)


def test_those_who_are_absent_change_nothing_and_stay():
    rates = [0.3, 0.4, 0.5, 1.0]
    algorithm = Iafl([0.5, 1.0, 0.7, 0.9], participation=rates, seed=3)
    before = run(TASK, data(), WORK, rounds=3, seed=0, algorithm=algorithm)
    after = run(TASK, data(), WORK, rounds=4, seed=0, algorithm=algorithm)
    here = who_takes_part(rates, 3, 3)
    assert not here.all()
    assert torch.equal(before.bank.values[~here], after.bank.values[~here])
    assert (before.bank.values[here] != after.bank.values[here]).any(dim=1).all()


def test_partial_averaging_with_everybody_is_federated_averaging():
    sizes = [8] * 4
    partial = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=PartialAveraging(sizes, [1.0] * 4))
    plain = run(TASK, data(), WORK, rounds=2, seed=0)
    assert torch.allclose(partial.bank.values, plain.bank.values, atol=1e-12)


def test_participation_has_its_rates_and_its_own_chance():
    rates = rising_rates(4)
    here = torch.stack([who_takes_part(rates, 1, round) for round in range(800)]).double().mean(0)
    for seen, rate in zip(here.tolist(), rates, strict=True):
        assert abs(seen - rate) <= 4.5 * math.sqrt(rate * (1 - rate) / 800)
    others = who_takes_part([0.01, *rates[1:]], 1, 7)
    assert torch.equal(others[1:], who_takes_part(rates, 1, 7)[1:])
    assert who_takes_part([1e-9, 1e-8], 0, 0).tolist() == [False, True]


def test_stand_alone_training_is_each_client_by_itself():
    together = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=Personalized(torch.eye(4)))
    only_last = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=FedAvg([0.0, 0.0, 0.0, 1.0]))
    assert torch.allclose(together.bank.values[3:], only_last.bank.values, atol=1e-12)


def test_shapfed_of_equal_updates_is_one():
    layout = Layout.of([("w", (2, 2)), ("out.weight", (3, 2)), ("out.bias", (3,))])
    updates = torch.rand(1, layout.size, generator=torch.Generator().manual_seed(0)).expand(4, -1)
    assert torch.allclose(class_contributions(updates, layout, layer="out.weight"), torch.ones(4, 3))
    assert torch.allclose(last_layer_contributions(("out",))(updates, layout), torch.ones(4))
    assert torch.allclose(cosine_contributions(updates, layout), torch.ones(4))


def test_shapfed_looks_at_the_last_layers_only():
    layout = Layout.of([("w", (2,)), ("out.weight", (2, 1))])
    updates = torch.tensor([[5.0, 1.0, 1.0, 0.0], [-5.0, 1.0, 1.0, 0.0], [0.0, 0.0, -1.0, 1.0]])
    told = last_layer_contributions(("out",))(updates, layout)
    assert told[0] == told[1]
    assert told[2] < told[0]
    with pytest.raises(ValueError, match="layers must begin the name of some parameter"):
        last_layer_contributions(("head",))(updates, layout)


def test_sparsification_keeps_whole_tensors_at_share_one_and_single_entries():
    layout = Layout.of([("w", (5,)), ("b", (1,))])
    values = torch.tensor([1.0, -2.0, 3.0, -4.0, 5.0, 0.5])
    assert torch.equal(keep_largest(values, 1.0, layout), values)
    assert keep_largest(values, 0.21, layout).tolist() == [0, 0, 0, -4.0, 5.0, 0.5]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Iafl([0.5, 0.0]), "contributions must be a row of numbers above 0"),
        (lambda: Iafl([0.5], sharing=2), "sharing must be at most 1"),
        (lambda: Iafl([0.5], recovery=-1), "recovery in"),
        (lambda: Iafl([0.5, 0.6], participation=[1.0]), "participation must be 2 chances"),
        (lambda: PartialAveraging([1, 1], [0.0, 1.0]), "participation must be 2 chances"),
        (lambda: Cgsv([1, 1], TASK.layout, length=0), "length and sharpness must be above 0"),
        (lambda: keep_largest(torch.ones(1), 1.5, Layout.of([("w", (1,))])), "share must be between 0 and 1"),
        (
            lambda: Iafl([0.5, 0.6]).begin(Models(torch.zeros(1, 2), torch.zeros(1, 0)), 3),
            "must name 3 clients",
        ),
    ],
)
def test_bad_settings_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
