"""The contract of the engines: two rounds in float64 end where the oracle ends; the oracle is plain PyTorch."""

import pytest
import torch
from torch import nn

from incentives.learning.bank import Layout, ParamBank
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.local_update import ENGINES, LocalWork, local_update
from incentives.learning.networks import dense_classifier, linear_regression, logistic_regression
from incentives.learning.sgd import Sgd
from incentives.learning.slim_networks import OneConv, TwoConv
from incentives.learning.tasks import Task

PARTS = [range(9), range(9, 11), range(11, 30), range(28, 36)]  # uneven, and two clients share examples
RUNS = 3


def labelled(classes, dtype=torch.float64, *, shape=(5,)):
    chance = generator(1, "examples")
    inputs = torch.randn(36, *shape, generator=chance, dtype=torch.float64)
    labels = torch.randn(36, generator=chance, dtype=torch.float64)
    if classes:
        labels = torch.randint(classes, (36,), generator=chance)
    return FederatedData.of(inputs.to(dtype), labels.to(dtype) if classes is None else labels, PARTS)


def starts(task, rows, dtype=torch.float64):
    first, buffers = task.initial(generator(2, "start"), dtype=dtype)
    noise = torch.randn(rows, task.layout.size, generator=generator(3, "start"), dtype=torch.float64)
    return (
        ParamBank(first.values + 0.3 * noise.to(dtype), task.layout),
        ParamBank(buffers.values.repeat(rows, 1), task.buffer_layout),
    )


def one_convolution():
    return OneConv(side=4, channels=3, hidden=4, classes=3)


def two_convolutions():
    return TwoConv(side=4, channels=(2, 3), hidden=4, classes=3)


TASKS = {
    "linear": (linear_regression(5), None),
    "linear without intercept": (linear_regression(5, bias=False), None),
    "logistic": (logistic_regression(5), 2),
    "softmax": (logistic_regression(5, 3), 3),
    "network": (dense_classifier(5, [4, 3], 3, activation="tanh"), 3),
    "one convolution": (Task(one_convolution), 3),
    "two convolutions": (Task(two_convolutions), 3),
}
SHAPES = {"one convolution": (1, 4, 4), "two convolutions": (3, 4, 4)}
WORKS = {
    "all data": LocalWork(0.1, steps=3),
    "all data, momentum and decay": LocalWork(0.1, epochs=4, momentum=0.9, weight_decay=0.1),
    "batches": LocalWork(lambda t: 0.1 / (t + 1), batch_size=4, epochs=2),
    "batches, momentum and decay": LocalWork(0.05, batch_size=4, epochs=1, momentum=0.9, weight_decay=0.1),
    "a number of steps": LocalWork(0.1, batch_size=3, steps=5),
    "whole batches": LocalWork(0.1, batch_size=2, epochs=1, partial=False),
    "mini-batch": LocalWork(0.1, batch_size=3, epochs=1, method="mini-batch"),
}


def two_rounds(engine, task, data, work, present=None):
    bank, buffers = starts(task, data.clients * RUNS)
    losses = []
    for t in range(2):
        batches = work.batches(data, seed=7, round=t)
        done = local_update(bank, data, batches, task, work.sgd(t), engine=engine, buffers=buffers, present=present)
        bank, buffers = done.bank, done.buffers
        losses.append(done.losses)
    return bank.values, torch.stack(losses)


# What an engine accepts; one that is not named here has to accept everything.
ACCEPTS = {
    "statistics": lambda task, work: "linear" in task and "all data" in work,
    "stacked": lambda task, work: "convolution" not in task,
}
CONTRACT = [
    (engine, task, work)
    for engine in sorted(set(ENGINES) - {"sequential"})
    for task in TASKS
    for work in WORKS
    if ACCEPTS.get(engine, lambda task, work: True)(task, work)
]


@pytest.mark.parametrize("everybody", [True, False])
@pytest.mark.parametrize(("engine", "task", "work"), CONTRACT)
def test_engines_agree_with_the_oracle(engine, task, work, everybody):
    present = None
    if not everybody:
        present = torch.ones(4, RUNS, dtype=torch.bool)
        present[2, 1] = present[0, 0] = False
        present[1] = False
    shape = SHAPES.get(task, (5,))
    (task, classes), work = TASKS[task], WORKS[work]
    data = labelled(classes, shape=shape)
    values, losses = two_rounds(engine, task, data, work, present)
    expected, expected_losses = two_rounds("sequential", task, data, work, present)
    assert torch.allclose(values, expected, rtol=1e-11, atol=1e-12)
    assert torch.allclose(losses, expected_losses, rtol=1e-11, atol=1e-12, equal_nan=True)
    untouched = starts(task, 12)[0].values == expected
    if everybody:
        assert not untouched.all(dim=1).any()
    else:
        assert untouched.all(dim=1).tolist() == (~present).flatten().tolist()
        assert torch.equal(losses.isnan()[0], ~present)


@pytest.mark.parametrize("work", ["all data, momentum and decay", "batches, momentum and decay"])
def test_the_oracle_is_plain_pytorch(work):
    """Modules, an optimizer object and lists of rows drawn from the streams by hand."""
    work, task, data = WORKS[work], TASKS["network"][0], labelled(3)
    bank, _ = starts(task, 4)
    done = local_update(bank, data, work.batches(data, seed=7, round=5), task, work.sgd(5))
    for client, part in enumerate(PARTS):
        module = bank.load(client, task.module().double())
        optimizer = torch.optim.SGD(module.parameters(), lr=work.rate, momentum=0.9, weight_decay=0.1)
        chance, size = generator(7, "batches", client, 5), work.batch_size or len(part)
        for epoch in range(work.epochs):
            order = torch.tensor(part)
            if work.batch_size:
                order = order[torch.randperm(len(part), generator=chance)]
            for low in range(0, len(order), size):
                rows = order[low : low + size]
                loss = nn.functional.cross_entropy(module(data.inputs[rows]), data.labels[rows])
                if epoch == 0 and low == 0:
                    assert torch.isclose(done.losses[client, 0], loss.detach())
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        expected = task.layout.join(dict(module.named_parameters()))
        assert torch.allclose(done.bank.values[client], expected, rtol=1e-12, atol=1e-13)


def test_mini_batch_sgd_is_one_step_along_the_gradient_of_all_that_local_sgd_would_use():
    task, data = TASKS["softmax"][0], labelled(3)
    bank, _ = starts(task, 4)
    work = WORKS["mini-batch"]
    done = local_update(bank, data, work.batches(data, seed=7, round=0), task, work.sgd(0))
    for client, part in enumerate(PARTS):
        module = bank.load(client, task.module().double())
        inputs, labels = data.inputs[list(part)], data.labels[list(part)]
        gradient = torch.autograd.grad(task.loss.mean(module(inputs), labels), list(module.parameters()))
        expected = bank.values[client] - 0.1 * torch.cat([g.flatten() for g in gradient])
        assert torch.allclose(done.bank.values[client], expected, atol=1e-13)


def test_losses_of_batches_that_are_padded_in_the_stacked_engine_stay_finite_and_starts_stay():
    task, data = TASKS["network"][0], labelled(3, torch.float32)
    bank, _ = starts(task, 4, torch.float32)
    before = bank.values.clone()
    work = WORKS["batches"]
    done = local_update(bank, data, work.batches(data, seed=7, round=0), task, work.sgd(0), engine="stacked")
    assert done.bank.values.dtype == torch.float32
    assert done.bank.values.isfinite().all()
    assert torch.equal(bank.values, before)


def normed():
    """Two norms, whose statistics are columns of one row: the later must not seem to disturb the earlier."""

    def block(features):
        return nn.Linear(features, 4), nn.BatchNorm1d(4), nn.ReLU()

    return Task(lambda: nn.Sequential(*block(5), *block(4), nn.Linear(4, 3)))


@pytest.mark.parametrize("engine", ["sequential", "graph"])
def test_buffers_of_batch_normalization_are_those_of_the_module(engine):
    task, data = normed(), labelled(3)
    bank, buffers = starts(task, 4)
    work = LocalWork(0.1, batch_size=5, epochs=1)
    batches = work.batches(data, seed=7, round=0)
    done = local_update(bank, data, batches, task, work.sgd(0), buffers=buffers, engine=engine)
    module = bank.load(2, task.module().double()).train()
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    for step in range(4):
        rows = batches.rows[step, 2, : int(batches.counts[step, 2])]
        optimizer.zero_grad()
        nn.functional.cross_entropy(module(data.inputs[rows]), data.labels[rows]).backward()
        optimizer.step()
    for name, buffer in module.named_buffers():
        assert torch.allclose(done.buffers.row(2)[name], buffer.double(), atol=1e-12)
    assert torch.allclose(done.bank.values[2], task.layout.join(dict(module.named_parameters())), atol=1e-12)
    assert buffers.views()["1.num_batches_tracked"].tolist() == [0.0] * 4  # the given ones stay
    assert done.buffers.views()["1.num_batches_tracked"].tolist() == [2.0, 1.0, 4.0, 2.0]


@pytest.mark.parametrize("engine", ["sequential", "graph"])
def test_a_parameter_that_the_loss_does_not_use_stays_and_frozen_ones_too(engine):
    class Half(nn.Module):
        def __init__(self):
            super().__init__()
            self.used, self.unused, self.frozen = (
                nn.Linear(5, 3),
                nn.Linear(2, 2),
                nn.Parameter(torch.ones(2)),
            )
            self.frozen.requires_grad_(False)

        def forward(self, inputs):
            return self.used(inputs)

    task, data, work = Task(Half), labelled(3), LocalWork(0.1, steps=2, momentum=0.5, weight_decay=0.1)
    bank, _ = starts(task, 4)
    batches = work.batches(data, seed=7, round=0)
    done = local_update(bank, data, batches, task, work.sgd(0), engine=engine)
    moved = [name for name, view in done.bank.views().items() if not torch.equal(view, bank.views()[name])]
    assert moved == ["used.weight", "used.bias"]


def test_a_local_loss_sees_where_it_is_and_decides_what_is_minimised():
    seen = []

    def pull_to_zero(module, inputs, labels, moment):
        seen.append(tuple(moment))
        return sum((p**2).sum() for p in module.parameters()) / 2

    task, data = Task(lambda: nn.Linear(5, 3), local_loss=pull_to_zero), labelled(3)
    bank, _ = starts(task, 8)
    work = LocalWork(0.1, batch_size=10, epochs=1)
    batches = work.batches(data, seed=7, round=4)
    done = local_update(bank, data, batches, task, work.sgd(4))
    assert seen == [(k, r, 4, s) for k in range(4) for r in range(2) for s in range(2 if k == 2 else 1)]
    assert torch.allclose(done.bank.values[:2], 0.9 * bank.values[:2])
    with pytest.raises(ValueError, match="engine 'stacked' needs a task with a stacked form"):
        local_update(bank, data, batches, task, work.sgd(4), engine="stacked")
    with pytest.raises(ValueError, match="engine 'graph' needs a task without local_loss, or one that plans"):
        local_update(bank, data, batches, task, work.sgd(4), engine="graph")


@pytest.mark.parametrize("engine", ["sequential", "graph"])
def test_gradients_that_lie_in_another_order_are_put_in_place(engine):
    """A convolution on images with their channels last gives its gradient with its channels last."""

    class Last(nn.Module):
        def __init__(self, last):
            super().__init__()
            self.conv, self.last = nn.Conv2d(3, 4, 3), last

        def forward(self, inputs):
            inputs = inputs.reshape(-1, 3, 5, 5)
            if self.last:
                inputs = inputs.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2)
            return self.conv(inputs).mean((2, 3))

    chance = torch.Generator().manual_seed(6)
    inputs, labels = torch.randn(12, 75, generator=chance), torch.randint(4, (12,), generator=chance)
    data = FederatedData.of(inputs, labels, [range(5), range(5, 12)])
    work, ends = LocalWork(0.1, batch_size=4, epochs=2, momentum=0.9), []
    for last in (False, True):
        task = Task(lambda last=last: Last(last))
        batches = work.batches(data, seed=7, round=0)
        start = ParamBank(task.initial(generator(3, "start"))[0].values.repeat(2, 1), task.layout)
        ends.append(local_update(start, data, batches, task, work.sgd(0), engine=engine).bank.values)
    assert torch.allclose(*ends, atol=1e-6)


@pytest.mark.parametrize("engine", ["sequential", "graph"])
def test_dropout_draws_the_same_in_all_runs_of_a_client_and_leaves_the_global_generator_alone(engine):
    task, data = Task(lambda: nn.Sequential(nn.Linear(5, 50), nn.Dropout(0.5), nn.Linear(50, 3))), labelled(3)
    bank, _ = starts(task, 4)
    twice = ParamBank(bank.values.repeat_interleave(2, dim=0), bank.layout)
    work = LocalWork(0.1, steps=2)
    before = torch.get_rng_state()
    batches = [work.batches(data, seed=seed, round=0) for seed in (7, 7, 8)]
    first, again, other = (local_update(twice, data, b, task, work.sgd(0), engine=engine).bank.values for b in batches)
    assert torch.equal(before, torch.get_rng_state())
    # Where a row lies in memory may change its last digits; another mask would change the third.
    close = {"rtol": 0, "atol": 1e-12}
    assert torch.allclose(first, again, **close)
    assert torch.allclose(first[0::2], first[1::2], **close)
    assert (first - other).abs().max() > 1e-3


@pytest.mark.parametrize("engine", ["sequential", "stacked", "graph"])
def test_training_leaves_the_global_generator_alone(engine):
    task, data = TASKS["network"][0], labelled(3)
    before = torch.get_rng_state()
    two_rounds(engine, task, data, WORKS["batches"])
    assert torch.equal(before, torch.get_rng_state())


def test_a_round_without_anybody_changes_nothing():
    task, data, work = TASKS["softmax"][0], labelled(3), WORKS["batches"]
    bank, _ = starts(task, 4)
    nobody = torch.zeros(4, 1, dtype=torch.bool)
    for engine in ("sequential", "stacked", "graph"):
        batches = work.batches(data, seed=1, round=0)
        done = local_update(bank, data, batches, task, work.sgd(0), engine=engine, present=nobody)
        assert torch.equal(done.bank.values, bank.values)
        assert done.losses.isnan().all()


def test_what_does_not_fit_is_refused():
    task, data, work = TASKS["softmax"][0], labelled(3), WORKS["batches"]
    bank, _ = starts(task, 4)
    batches, sgd = work.batches(data, seed=1, round=0), work.sgd(0)

    def refused(message, *, bank=bank, task=task, batches=batches, **kwargs):
        with pytest.raises(ValueError, match=message):
            local_update(bank, data, batches, task, sgd, **kwargs)

    refused("engine must be one of .*, got 'parallel'", engine="parallel")
    refused("engine 'statistics' needs linear_regression", engine="statistics")
    refused("must have the task's layout", task=TASKS["logistic"][0])
    refused("a multiple of 4, got 3", bank=ParamBank(bank.values[:3], bank.layout))
    refused("a multiple of 4, got 0", bank=ParamBank(bank.values[:0], bank.layout))
    refused("present must be bool of shape", present=torch.ones(4, 1))
    refused("present must be bool of shape", present=torch.ones(1, 4, dtype=torch.bool))
    refused("buffers must have 4 rows", buffers=ParamBank(torch.zeros(1, 0), Layout(())))
    refused("start and data must share a device", bank=ParamBank(bank.values.to("meta"), bank.layout))
    other = normed()
    refused("buffers must have 4 rows of the task's 18", task=other, bank=starts(other, 4)[0])
    linear = linear_regression(5)
    refused("engine 'statistics' needs", task=linear, bank=starts(linear, 4)[0], engine="statistics")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rate": 0.1}, "exactly one of epochs and steps"),
        ({"rate": 0.1, "epochs": 1, "steps": 1}, "exactly one of epochs and steps"),
        ({"rate": 0.1, "epochs": 1, "method": "global"}, "method must be one of"),
        ({"rate": -0.1, "epochs": 1}, "rate must be"),
        ({"rate": lambda t: 0.0, "epochs": 1}, "rate must be"),
    ],
)
def test_wrong_work_is_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        LocalWork(**settings)


def test_numbers_are_checked_like_settings():
    assert LocalWork(0.1, epochs=1).sgd(3) == Sgd(0.1)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_a_gpu_ends_where_the_cpu_ends(engine):
    task, classes = TASKS["linear" if engine == "statistics" else "network"]
    data, work = (
        labelled(classes),
        WORKS["all data, momentum and decay" if engine == "statistics" else "batches"],
    )
    bank, _ = starts(task, 12)
    here = local_update(bank, data, work.batches(data, seed=7, round=0), task, work.sgd(0), engine=engine)
    far = data.to("cuda")
    batches = work.batches(far, seed=7, round=0)
    there = local_update(bank.to("cuda"), far, batches, task, work.sgd(0), engine=engine)
    assert torch.allclose(there.bank.values.cpu(), here.bank.values, rtol=1e-9, atol=1e-10)
    assert torch.allclose(there.losses.cpu(), here.losses, rtol=1e-9)
