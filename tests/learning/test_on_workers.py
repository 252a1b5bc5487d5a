"""The clients of a round on Dask's workers: the same numbers to the last bit, and workers that differ are named."""

import re

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("distributed")
import numpy as np
from torch import nn

from incentives.learning import federation, on_workers
from incentives.learning.averaging import FedAvg
from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import ENGINES, LocalWork
from incentives.learning.losses import CrossEntropy
from incentives.learning.tasks import Task
from incentives.methods import compare


class Stub:
    """A client whose workers have these versions."""

    def __init__(self, **workers):
        self.workers = workers

    def run(self, function):
        return {address: {**function(), **told} for address, told in self.workers.items()}


def test_a_worker_with_another_version_is_named():
    on_workers.check_workers(Stub(a={}, b={}))
    here = on_workers.versions()["torch"]
    with pytest.raises(RuntimeError, match=re.escape(f"worker b has torch 0.1, this process has {here}")) as told:
        on_workers.check_workers(Stub(a={}, b={"torch": "0.1"}))
    assert "give both the same" in str(told.value)
    with (
        pytest.raises(RuntimeError, match="incentives not installed"),
        on_workers.clients_on(Stub(a={"incentives": "not installed"})),
    ):
        pass
    assert "workers" not in ENGINES


def federated():
    rng = np.random.default_rng(0)
    inputs = torch.from_numpy(rng.normal(size=(90, 4)).astype(np.float32))
    parts = np.split(rng.permutation(90), [8, 20, 35, 40, 70])  # clients of six sizes
    return FederatedData.of(inputs, (inputs[:, 0] > 0).long(), parts)


def network():
    return nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Dropout(0.3), nn.Linear(6, 2))


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # Dask's own
def test_two_processes_give_the_bits_of_one(monkeypatch):
    from distributed import Client, LocalCluster

    task, data = Task(network, loss=CrossEntropy()), federated()
    work = LocalWork(rate=0.1, batch_size=5, epochs=1, momentum=0.9)
    # Three runs, one of them without client 2: present and absent rows.
    weights = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0]], dtype=torch.float64)
    algorithm = FedAvg(weights / weights.sum(1, keepdim=True))
    common = {"rounds": 3, "seed": 5, "algorithm": algorithm}
    one = federation.run(task, data, work, **common)
    clients = [data.client(k) for k in range(6)]
    slim = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
    asked = {"methods": ["median", "aequa", "aequa-while-training"], "rounds": 2, "levels": 3}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as workers,
        on_workers.clients_on(workers, least=2),
    ):
        with monkeypatch.context() as elsewhere:  # nothing is trained in this process
            elsewhere.setattr(on_workers, "train_sequentially", None)
            two = federation.run(task, data, work, engine="workers", **common)
        table = compare(clients, slim, engine="workers", **asked)
        with pytest.raises(ValueError, match="another block is open"), on_workers.clients_on(workers):
            pass
    for before, after in ((one.bank.values, two.bank.values), (one.buffers.values, two.buffers.values)):
        assert torch.equal(before, after)
    assert torch.equal(one.losses.nan_to_num(-1), two.losses.nan_to_num(-1))
    assert table.rewards == compare(clients, slim, **asked).rewards
    assert "workers" not in ENGINES
    with pytest.raises(ValueError, match="engine must be one of"):
        federation.run(task, data, work, engine="workers", **common)
