"""Clustered training: averaging within clusters, and what it finds."""

import pytest
import torch

from incentives.learning.averaging import Models
from incentives.learning.local_update import LocalWork
from incentives.methods.consensus_by_training import learning_problem
from incentives_book.consensus.mechanism_h_in_learning import Clustered, ClusteredTraining


def test_clusters_average_among_themselves_and_empty_ones_stay():
    method = Clustered(torch.tensor([[0.0], [10.0], [99.0]]), lambda models: torch.tensor([0, 1, 0]))
    none = torch.zeros(1, 0)
    state = method.begin(Models(torch.zeros(1, 1), none), 3)
    received = method.download(state, 0)
    assert received.parameters[:, 0, 0].tolist() == [0.0, 10.0, 0.0]
    sent = Models(torch.tensor([[[2.0]], [[11.0]], [[4.0]]]), torch.zeros(3, 1, 0))
    after = method.aggregate(state, received, sent, 0)
    assert after.models.parameters[:, 0].tolist() == [3.0, 11.0, 99.0]


@pytest.fixture(scope="module")
def training():
    problem = learning_problem("logistic", shared=True, most=30)
    return ClusteredTraining.of(problem, LocalWork(rate=0.5, steps=2, batch_size=16), rounds=8, seed=3)


def test_own_models_start_and_everybody_takes_the_best(training):
    found = training.run(3)
    losses = training.reported_losses(found.bank)
    assert found.members == tuple(losses.argmin(dim=1).tolist())
    assert found.members[:3] == found.members[3:]  # twins show the same data
    alone = training.reported_losses(training.alone).diagonal()
    torch.testing.assert_close(found.excess, losses.min(dim=1).values - alone)


def test_fewest_stops_at_the_first_that_contents_all(training):
    assert len(training.fewest(100.0).bank) == 1
    worst = float(training.run(1).excess.max())
    assert len(training.fewest(worst - 1e-3).bank) > 1


def test_clusters_are_listed_by_lowest_client(training):
    found = training.run(1)
    assert found.clusters == (frozenset(range(6)),)


def test_bad_input_is_refused(training):
    with pytest.raises(ValueError, match="models must be a whole number from 1 to 6"):
        training.run(7)
