"""Averaging as a sum ends where averaging over a bank of all rows ends, however few clients are held at a time."""

import pytest
import torch
from torch import nn

from incentives.learning import federation
from incentives.learning.deviations import Bias, FlipLabels
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import FedAvg, Personalized, equal_weights
from incentives.learning.folding import run_folded
from incentives.learning.local_update import LocalWork
from incentives.learning.tasks import Task

from .test_federation import NETWORK, WORK, examples

ASKED = {"rounds": 3, "seed": 7}


@pytest.mark.parametrize("at_once", [1, 2, 16])
@pytest.mark.parametrize("engine", ["sequential", "stacked"])
def test_a_sum_is_the_average(at_once, engine):
    data = examples()
    how = {**ASKED, "engine": engine, "held_out": data.client(0), "evaluate_every": 2}
    whole, folded = federation.run(NETWORK, data, WORK, **how), run_folded(NETWORK, data, WORK, at_once=at_once, **how)
    assert torch.allclose(folded.bank.values, whole.bank.values, atol=1e-12)
    assert torch.allclose(folded.losses, whole.losses, atol=1e-12)
    assert folded.evaluated == whole.evaluated == (2, 3)
    assert torch.allclose(folded.held_out_losses, whole.held_out_losses, atol=1e-12)
    assert torch.equal(folded.accuracies, whole.accuracies)


def test_whoever_weighs_nothing_takes_no_part():
    algorithm = FedAvg([0.5, 0.0, 0.5], server_rate=0.5, server_momentum=0.9)
    whole = federation.run(NETWORK, examples(), WORK, algorithm=algorithm, **ASKED)
    folded = run_folded(NETWORK, examples(), WORK, algorithm=algorithm, at_once=2, **ASKED)
    assert torch.allclose(folded.bank.values, whole.bank.values, atol=1e-12)
    assert folded.losses[:, 1].isnan().all()
    assert not folded.losses[:, [0, 2]].isnan().any()


def test_lies_are_sent_as_they_are_told():
    lies = {0: Bias(3.0), 2: FlipLabels(3)}
    whole = federation.run(NETWORK, examples(), WORK, deviations=lies, **ASKED)
    folded = run_folded(NETWORK, examples(), WORK, deviations=lies, at_once=2, **ASKED)
    honest = run_folded(NETWORK, examples(), WORK, at_once=2, **ASKED)
    assert torch.allclose(folded.bank.values, whole.bank.values, atol=1e-12)
    assert not torch.allclose(folded.bank.values, honest.bank.values, atol=1e-3)


def test_statistics_of_batch_norms_are_averaged_too():
    task = Task(lambda: nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.Linear(5, 3)))
    work = LocalWork(rate=0.1, epochs=2)
    whole = federation.run(task, examples(), work, **ASKED)
    folded = run_folded(task, examples(), work, at_once=2, **ASKED)
    assert torch.allclose(folded.bank.values, whole.bank.values, atol=1e-12)
    assert torch.allclose(folded.buffers.values, whole.buffers.values, atol=1e-12)


def test_what_is_held_does_not_grow_with_the_clients(monkeypatch):
    """The largest tensor of models that anything makes has `at_once` rows."""
    most = []

    def watched(start, *more, **how):
        most.append(len(start))
        return update(start, *more, **how)

    from incentives.learning import folding

    update = folding.local_update
    monkeypatch.setattr(folding, "local_update", watched)
    rows = torch.randn(400, 4, dtype=torch.float64)
    data = FederatedData.of(rows, (rows[:, 0] > 0).long(), [[2 * k, 2 * k + 1] for k in range(200)])
    run_folded(NETWORK, data, WORK, at_once=8, **ASKED)
    assert max(most) == 8
    assert sum(most) == 3 * 200


def test_a_training_that_diverges_says_so():
    with pytest.warns(RuntimeWarning, match="diverged in round"):
        done = run_folded(NETWORK, examples(), WORK, algorithm=FedAvg([1 / 3] * 3, server_rate=1e308), **ASKED)
    assert done.diverged is not None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"algorithm": Personalized(torch.eye(3))}, "algorithm must be FedAvg with one row of 3 weights"),
        ({"algorithm": FedAvg([[0.5, 0.5, 0], [0, 0.5, 0.5]])}, "algorithm must be FedAvg"),
        ({"algorithm": FedAvg([0.5, 0.5])}, "algorithm must be FedAvg"),
        ({"at_once": 0}, "at_once must be a whole number of at least 1"),
        ({"rounds": 0}, "rounds must be"),
        ({"deviations": {3: Bias(1.0)}}, "deviations must name clients"),
        ({"initial": federation.run(NETWORK, examples(), WORK, algorithm=Personalized(torch.eye(3)), **ASKED).bank},
         "initial must hold one row"),
    ],
)  # fmt: skip
def test_what_is_no_average_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        run_folded(NETWORK, examples(), WORK, **{**ASKED, **wrong})


def test_equal_weights_are_the_weights_that_were_given():
    algorithm = FedAvg(equal_weights(examples()))
    whole = federation.run(NETWORK, examples(), WORK, algorithm=algorithm, **ASKED)
    folded = run_folded(NETWORK, examples(), WORK, algorithm=algorithm, **ASKED)
    assert torch.allclose(folded.bank.values, whole.bank.values, atol=1e-12)
