"""Statistics of batch norms are averages over training batches when a width is scored."""

from fractions import Fraction
from functools import partial

import pytest

torch = pytest.importorskip("torch")

from incentives.learning.averaging import FedAvg
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork
from incentives.learning.slim_networks import OneConv, ResNet18
from incentives.methods.aequa import TwoWidths, two_width_task
from incentives.methods.comparing import compare
from incentives.methods.recalibration import recalibrated, training_batches

MENU = (0.5, 1.0)
WORK = LocalWork(rate=0.05, batch_size=8, epochs=1)


def images(count):
    chance = torch.Generator().manual_seed(3)
    return torch.rand(count, 3, 32, 32, generator=chance), torch.arange(count) % 10


def trained(rounds=2, clients=2):
    """A small ResNet that was trained by Algorithm 1, its data and its task."""
    data = FederatedData.of(*images(80), [range(0, 64), range(64, 80)][:clients])
    task = two_width_task(lambda: ResNet18(channels=4, widths=MENU), TwoWidths(narrowest=0.5, menu=MENU))
    done = run(task, data, WORK, rounds=rounds, algorithm=FedAvg([0.5] * clients), seed=0)
    return task, data, done.bank.values[0], done.buffers.values[0]


def stem_statistics(task, model, batches, width):
    """Averages over the batches of the mean and variance that reach the first norm, by arithmetic of this test."""
    weight = task.layout.split(model)["network.stem.weight"][: int(4 * width)]
    arriving = [torch.nn.functional.conv2d(batch, weight, padding=1) for batch in batches]
    means = torch.stack([each.mean((0, 2, 3)) for each in arriving]).mean(0)
    variances = torch.stack([each.transpose(0, 1).flatten(1).var(1) for each in arriving]).mean(0)
    return means, variances


def test_after_training_a_widths_statistics_are_the_averages_over_the_batches():
    task, data, model, running = trained()
    found = task.buffer_layout.split(recalibrated(task, model, running, data, MENU, seed=0))
    batches = training_batches(data, [0, 1], seed=0)
    before = task.buffer_layout.split(running)
    for place, width in enumerate(MENU):
        means, variances = stem_statistics(task, model, batches, width)
        name = f"network.stem_norm.norms.{place}.running_"
        assert torch.allclose(found[name + "mean"], means, atol=1e-5)
        assert torch.allclose(found[name + "var"], variances, atol=1e-5)
        # The statistics that training left are others: this test tells them apart.
        assert not torch.allclose(before[name + "var"], variances, atol=1e-2)
    for name, part in task.buffer_layout.split(running).items():
        if "running_" not in name and "num_batches" not in name:
            assert torch.equal(found[name], part)


def test_the_number_of_draws_does_not_matter():
    task, data, model, running = trained()
    spoiled = torch.full_like(running, 7.0)
    spoiled[task.buffer_layout["cap"].columns] = 1.0
    one, other = (recalibrated(task, model, start, data, MENU, seed=0) for start in (running, spoiled))
    assert torch.allclose(one, other)


def test_a_width_is_measured_by_those_who_hold_it():
    task, data, model, running = trained()
    found = task.buffer_layout.split(recalibrated(task, model, running, data, MENU, seed=0, held=[0.5, 1.0]))
    for place, (width, holders) in enumerate([(0.5, [0, 1]), (1.0, [1])]):
        means, _ = stem_statistics(task, model, training_batches(data, holders, seed=0), width)
        assert torch.allclose(found[f"network.stem_norm.norms.{place}.running_mean"], means, atol=1e-5)


def test_a_network_without_batch_norm_keeps_its_buffers():
    data = FederatedData.of(torch.rand(4, 1, 8, 8), torch.arange(4), [[0, 1], [2, 3]])
    task = two_width_task(lambda: OneConv(side=8, channels=4, hidden=4))
    parameters, buffers = task.initial(torch.Generator().manual_seed(0))
    before = buffers.values[0]
    assert recalibrated(task, parameters.values[0], before, data, [0.5], seed=0) is before


@pytest.mark.parametrize("method", ["aequa", "aequa-while-training"])
def test_compare_scores_measured_widths(method, monkeypatch):
    """What `compare` scores has statistics that are averages over the clients' batches, at every width that is
    given.
    """
    from incentives.methods import shared_training

    scored = []
    own = shared_training.Federation.scores

    def scores(self, task, models, buffers, widths):
        if task is self.two_widths:
            scored.append((self, task, models, buffers, [float(Fraction(w)) for w in widths]))
        return own(self, task, models, buffers, widths)

    monkeypatch.setattr(shared_training.Federation, "scores", scores)
    inputs, labels = images(60)
    clients = [(inputs[k::2], labels[k::2]) for k in range(2)]
    network = partial(ResNet18, channels=4, widths=MENU)
    sizes = {"rounds": 1, "batch_size": 8, "levels": 2, "narrowest": 0.5}
    compare(clients, network, methods=[method], validation=0.2, test=0.2, **sizes)
    ((here, task, models, buffers, widths),) = scored
    for model, row, width in zip(models, buffers, widths, strict=True):
        holders = [k for k in range(2) if method == "aequa" or widths[k] >= width]
        means, _ = stem_statistics(task, model, training_batches(here.sets.clients, holders, seed=0), width)
        name = f"network.stem_norm.norms.{MENU.index(width)}.running_mean"
        assert torch.allclose(task.buffer_layout.split(row)[name], means, atol=1e-5)
