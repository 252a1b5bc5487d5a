"""A federation that trains in no time: four clients, a linear model of three classes."""

import pytest

torch = pytest.importorskip("torch")

from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import LocalWork
from incentives.learning.networks import logistic_regression

TASK = logistic_regression(4, 3)
WORK = LocalWork(rate=0.2, batch_size=4, epochs=1)


def data(clients=4, each=8):
    chance = torch.Generator().manual_seed(9)
    inputs = torch.randn(clients * each, 4, generator=chance, dtype=torch.float64)
    labels = (inputs @ torch.randn(4, 3, generator=chance, dtype=torch.float64)).argmax(1)
    return FederatedData.of(inputs, labels, [range(k * each, (k + 1) * each) for k in range(clients)])
