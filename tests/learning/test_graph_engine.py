"""The contract test holds the step itself to the oracle; here is what surrounds a capture, and, on a GPU, the
capture.
"""

import gc
from fractions import Fraction
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from incentives.learning import graph_engine
from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.graph_engine import BEFORE_CAPTURE, StaticStep, _static_step
from incentives.learning.local_update import LocalWork, local_update
from incentives.learning.sgd import Sgd
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM
from incentives.learning.tasks import Task
from incentives.methods.aequa import TwoWidths, two_width_task

NETWORKS = {
    "one convolution": (lambda: OneConv(side=4, channels=3, hidden=4, classes=3), (1, 4, 4)),
    "batch norm": (lambda: ResNet18(channels=2, classes=3, widths=(1.0,)), (3, 16, 16)),
    "words": (lambda: TextLSTM(words=9, features=3, cells=4, classes=3), None),
}
# Sizes 4 and 1 come often, size 2 once in a round and size 3 never.
PARTS = [range(14), range(14, 31), range(28, 32)]
WORK = LocalWork(lambda t: 0.1 / (t + 1), batch_size=4, epochs=1, momentum=0.9, weight_decay=0.01)


def problem(name, device="cpu"):
    make, shape = NETWORKS[name]
    chance = generator(1, name)
    if shape is None:
        inputs = torch.randint(9, (32, 5), generator=chance)
    else:
        inputs = torch.randn(32, *shape, generator=chance, dtype=torch.float64)
    labels = torch.randint(3, (32,), generator=chance)
    return Task(make), FederatedData.of(inputs, labels, PARTS).to(device)


def rounds(engine, task, data, *, runs=2, count=3):
    """A few rounds without a server: every client goes on with its own models."""
    first, buffers = task.initial(generator(2, "start"), dtype=torch.float64)
    rows = data.clients * runs
    noise = torch.randn(rows, task.layout.size, generator=generator(3, "start"), dtype=torch.float64)
    bank = ParamBank(first.values + 0.1 * noise, task.layout).to(data.device)
    buffers = ParamBank(buffers.values.repeat(rows, 1), task.buffer_layout).to(data.device)
    present = torch.ones(data.clients, runs, dtype=torch.bool)
    present[1, 0] = False
    losses = []
    for t in range(count):
        batches = WORK.batches(data, seed=7, round=t)
        done = local_update(bank, data, batches, task, WORK.sgd(t), engine=engine, buffers=buffers, present=present)
        bank, buffers = done.bank, done.buffers
        losses.append(done.losses)
    return bank.values, buffers.values, torch.stack(losses)


def agree(one, other, **tolerance):
    return all(torch.allclose(a, b, equal_nan=True, **tolerance) for a, b in zip(one, other, strict=True))


class Recorder:
    """Stands in for a GPU: a capture runs nothing, and a replay repeats what was captured."""

    def __init__(self, device):
        self.warmed = self.recorded = self.replayed = 0

    def warm_up(self, call):
        self.warmed += 1
        call()

    def record(self, call):
        self.recorded += 1

        def replay():
            self.replayed += 1
            call()

        return replay


@pytest.mark.parametrize("name", NETWORKS)
def test_with_and_without_captures_it_ends_where_the_oracle_ends(name, monkeypatch):
    task, data = problem(name)
    expected = rounds("sequential", task, data)
    assert agree(rounds("graph", task, data), expected, rtol=1e-9, atol=1e-11)
    made = []

    def pretend(task, like, momentum, weight_decay, capture):
        made.append(Recorder(like.device))
        return StaticStep(task, like, momentum, weight_decay, made[-1])

    monkeypatch.setattr(graph_engine, "StaticStep", pretend)
    task, data = problem(name)
    assert agree(rounds("graph", task, data), expected, rtol=1e-9, atol=1e-11)
    (recorder,) = made  # one for all rounds, whatever the rate
    # Per round: client 0 takes 3 steps of 4 and one of 2 in both runs, client 1 4 of 4 and one of 1 in one, client 2
    # one of 4 in both. So 12 of size 4, 2 of size 2, 1 of size 1; three rounds.
    assert recorder.warmed == BEFORE_CAPTURE + BEFORE_CAPTURE + 3
    assert recorder.recorded == 2
    assert recorder.replayed == 36 + 6 - 2 * BEFORE_CAPTURE


@pytest.mark.parametrize(
    ("name", "menu"),
    [("one convolution", None), ("batch norm", (0.4, 0.5, 1.0)), ("words", (0.5, 1.0))],
)
def test_every_pair_of_widths_is_a_capture_of_its_own(name, menu, monkeypatch):
    make = (lambda: ResNet18(channels=2, classes=3, widths=menu)) if name == "batch norm" else NETWORKS[name][0]
    _, data = problem(name)
    task = two_width_task(make, TwoWidths(0.3, menu))
    expected = rounds("sequential", task, data, count=6)
    made = []

    def pretend(task, like, momentum, weight_decay, capture):
        made.append(StaticStep(task, like, momentum, weight_decay, Recorder(like.device)))
        return made[-1]

    monkeypatch.setattr(graph_engine, "StaticStep", pretend)
    assert agree(rounds("graph", task, data, count=6), expected, rtol=1e-9, atol=1e-11)
    ((step,),) = [made]
    plans = [plan for batch in step._batches.values() for plan in batch.steps]
    captured = [c for batch in step._batches.values() for c in batch.steps.values() if c.replay is not None]
    assert len(captured) == step.capture.recorded > 2
    assert step.capture.replayed > step.capture.recorded
    # Three channels and four hidden units tell five widths from 0.3 to 1 apart.
    told_apart = {Fraction(k, 12) for k in (4, 6, 8, 9, 12)} if menu is None else set(menu)
    assert {plan[-1] for plan in plans} == told_apart


def test_a_step_is_kept_as_long_as_its_task():
    task, data = problem("one convolution")
    before = len(graph_engine._known)
    rounds("graph", task, data, count=1)
    like = torch.zeros(1, dtype=torch.float64)
    kept = _static_step(task, like, WORK.sgd(0))
    assert len(graph_engine._known) == before + 1
    assert _static_step(task, like, WORK.sgd(5)) is kept
    assert kept.rate.item() == pytest.approx(0.1 / 6, rel=1e-15)
    assert _static_step(task, like, Sgd(0.1, 0.9, 0.0)) is not kept
    assert _static_step(task, like, Sgd(0.1, 0.5, 0.01)) is not kept
    assert _static_step(task, like.float(), WORK.sgd(0)) is not kept
    del task, kept
    gc.collect()
    assert len(graph_engine._known) == before


def test_batches_of_other_shapes_have_places_of_their_own():
    task = Task(lambda: nn.Linear(2, 1), loss=SimpleNamespace(mean=lambda outputs, labels: outputs.mean()))
    step = StaticStep(task, torch.zeros(1), 0.0, 0.0, None)
    short = step.see(torch.ones(3, 2), torch.zeros(3))
    tall = step.see(torch.ones(3, 5, 2), torch.zeros(3))
    again = step.see(torch.zeros(3, 2), torch.ones(3))
    assert again is short
    assert tall is not short
    assert short.labels.tolist() == [1.0, 1.0, 1.0]
    step.start(torch.tensor([1.0, 2.0, 3.0]), torch.zeros(0))
    step.rate.fill_(0.5)
    step.run(tall)
    assert step.value.item() == 6
    assert step.values.tolist() == [0.5, 1.5, 2.5]


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.filterwarnings("ignore:RNN module weights are not part of single contiguous chunk")
@pytest.mark.parametrize("name", NETWORKS)
def test_replayed_steps_end_where_eager_steps_end(name):
    task, data = problem(name, "cuda")
    found = rounds("graph", task, data)
    assert agree(found, rounds("sequential", task, data), rtol=1e-8, atol=1e-9)
    ((step,),) = [steps.values() for known, steps in graph_engine._known.items() if known is task]
    replayed = [kept.replay is not None for batch in step._batches.values() for kept in batch.steps.values()]
    assert sorted(replayed) == [False, True, True]
    assert agree(rounds("graph", task, data), found, rtol=1e-8, atol=1e-9)
