import pytest
import torch

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import LocalWork, local_update
from incentives.learning.networks import linear_regression
from incentives.learning.sgd import Sgd
from incentives.learning.statistics_engine import affine_maps, moments


def regression():
    chance = generator(4, "regression")
    inputs = torch.randn(30, 3, generator=chance, dtype=torch.float64)
    labels = torch.randn(30, generator=chance, dtype=torch.float64)
    return FederatedData.of(inputs, labels, [range(10), range(10, 14), range(14, 30)])


@pytest.mark.parametrize("bias", [True, False])
def test_moments_give_the_clients_losses(bias):
    data = regression()
    H, b, half = moments(data, bias=bias)
    theta = torch.randn(3 + bias, generator=generator(5, "theta"), dtype=torch.float64)
    for client in range(3):
        inputs, labels = data.client(client)
        direct = ((inputs @ theta[:3] + (theta[3] if bias else 0) - labels) ** 2).mean() / 2
        assert torch.isclose(theta @ H[client] @ theta / 2 - b[client] @ theta + half[client], direct)


@pytest.mark.parametrize("sgd", [Sgd(0.1), Sgd(0.1, weight_decay=0.2), Sgd(0.1, 0.9), Sgd(0.1, 0.9, 0.2)])
def test_maps_are_the_steps(sgd):
    known = moments(regression(), bias=True)
    P, c = affine_maps(known, sgd, 6)
    start = torch.randn(4, generator=generator(5, "theta"), dtype=torch.float64)
    for client in range(3):
        theta, velocity = start.clone(), torch.zeros(4, dtype=torch.float64)
        for _ in range(6):
            gradient = known.H[client] @ theta - known.b[client] + sgd.weight_decay * theta
            velocity = sgd.momentum * velocity + gradient
            theta = theta - sgd.rate * velocity
        assert torch.allclose(P[client] @ start + c[client], theta, atol=1e-13)


def test_many_steps_end_at_least_squares():
    data = regression()
    P, c = affine_maps(moments(data, bias=False), Sgd(0.3), 10_000)
    for client in range(3):
        inputs, labels = data.client(client)
        best = torch.linalg.lstsq(inputs, labels).solution
        assert P[client].abs().max() < 1e-12
        assert torch.allclose(c[client], best, atol=1e-8)


def test_every_data_set_has_moments_of_its_own():
    task, work = linear_regression(3), LocalWork(0.1, steps=3)
    known = regression()
    negated = FederatedData.of(
        known.inputs, -known.labels, [known.index[k, :size] for k, size in enumerate(known.sizes)]
    )
    start = ParamBank(torch.zeros(3, 4, dtype=torch.float64), task.layout)
    ends = []
    for data in (known, negated, known):
        batches = work.batches(data, seed=1, round=0)
        ends.append(local_update(start, data, batches, task, work.sgd(0), engine="statistics").bank.values)
    assert torch.allclose(ends[1], -ends[0])
    assert torch.equal(ends[2], ends[0])
