"""The practice pages' claims, on other small problems and by plain loops."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn

from incentives.learning.averaging import FedAvg, Models
from incentives.learning.bank import Layout
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork
from incentives.learning.slim_networks import OneConv, TwoConv
from incentives.learning.tasks import seeded
from incentives.methods.aequa import TrainingTimeRewards, two_width_task
from incentives.methods.cgsv import Cgsv, cosine_contributions, keep_largest
from incentives.methods.earned_widths import reward_widths
from incentives.methods.iafl import Iafl
from incentives.methods.shapfed import class_contributions
from incentives_book.study.rewards.cells import Cell
from incentives_book.study.rewards.methods import play, width_curve

DIGITS = Cell(clients=4, rounds=8, batch_size=16, levels=4, seed=2, partition="dirichlet-0.5")


@pytest.fixture(scope="module")
def alone():
    return play(DIGITS, "stand-alone")


@pytest.mark.backs("rewards/algorithm-1")
def test_two_widths_with_plain_autograd():
    with seeded(2):
        network = TwoConv(side=8, channels=(4, 6), hidden=8, classes=3).double()
    inputs = torch.rand(5, 3, 8, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    labels = torch.tensor([0, 1, 2, 1, 0])
    for width in (0.3, 0.6, 1.0):
        apart = [
            torch.autograd.grad(nn.functional.cross_entropy(out, labels), list(network.parameters()))
            for out in (network(inputs), network(inputs, width))
        ]
        both = sum(nn.functional.cross_entropy(out, labels) for out in network.joint(inputs, width))
        for one, two, joint in zip(*apart, torch.autograd.grad(both, list(network.parameters())), strict=True):
            assert torch.allclose(one + two, joint, atol=1e-10)


@pytest.mark.backs("rewards/algorithm-2")
def test_widths_are_shares_of_the_largest_contribution():
    task = two_width_task(lambda: OneConv(side=8, channels=4, hidden=4))
    told = iter([torch.tensor([0.2, 0.8]), torch.tensor([0.6, 0.0])])
    algorithm = TrainingTimeRewards(task, 0.3, torch.zeros(1, 1, 8, 8), lambda u, layout: next(told), memory=0.0)
    state = algorithm.begin(Models(torch.zeros(1, task.layout.size), torch.ones(1, task.buffer_layout.size)), 2)
    for expected in ([0.3, 1.0], [1.0, 0.3]):
        received = algorithm.download(state, 0)
        state = algorithm.aggregate(state, received, received, 0)
        assert state.widths.tolist() == pytest.approx(expected)


@pytest.mark.backs("rewards/new-ordinary-networks-do-not-slice")
def test_slices_with_other_clients_and_another_seed():
    curves = []
    for two in (False, True):
        task = DIGITS.task(two_widths=two)
        done = run(task, DIGITS.scene.clients, DIGITS.work(), rounds=DIGITS.rounds, seed=DIGITS.seed)
        curves.append(width_curve(DIGITS, task, done.bank.values[0], done.buffers.values[0])[1])
    assert curves[1][0] > curves[0][0] + 0.1


@pytest.mark.backs("rewards/new-rational-where-it-was-chosen", "rewards/new-follows-contributions-on-digits")
def test_rewards_on_validation_data_are_rational_and_ordered(alone):
    result = play(DIGITS, "aequa", alone=alone)
    best = max(result.extra["validation_curve"])
    for reward, contribution in zip(result.validation, alone.validation, strict=True):
        assert reward >= min(contribution, best) - 1e-9
    order = np.argsort(alone.validation)
    assert (np.diff(np.array(result.validation)[order]) >= -1e-9).all()
    menu = result.extra["validation_curve"]
    given, _ = reward_widths(alone.validation, DIGITS.widths, menu)
    assert result.validation == [menu[DIGITS.widths.index(width)] for width in given]


@pytest.mark.backs("rewards/new-withholding-measured")
def test_withholding_nearly_everything_costs(alone):
    from dataclasses import replace

    strongest = int(np.argmax(alone.validation))
    less = replace(DIGITS, deviator=strongest, withheld=0.9)
    less_alone = play(less, "stand-alone")
    assert less_alone.validation[strongest] < alone.validation[strongest]
    honest, hidden = play(DIGITS, "aequa", alone=alone), play(less, "aequa", alone=less_alone)
    assert hidden.test[strongest] < honest.test[strongest]


@pytest.mark.backs("rewards/baseline-alone", "rewards/baseline-fine-tuning")
def test_alone_and_fine_tuned_by_a_plain_loop():
    cell = Cell(clients=2, rounds=1, batch_size=64, levels=2)
    task, data = cell.task(two_widths=False), cell.scene.clients
    start = run(
        task,
        data,
        LocalWork(rate=0.05, batch_size=64, epochs=1),
        rounds=1,
        seed=0,
        algorithm=FedAvg([0.5, 0.5]),
    )
    module = task.module()
    start.bank.load(0, module)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.05, momentum=0.9)
    work = LocalWork(rate=0.05, momentum=0.9, batch_size=64, epochs=1)
    batches = work.batches(data, seed=3, round=0)
    for step in range(batches.steps[1]):
        inputs, labels = data.gather(batches.rows[step, 1, : int(batches.counts[step, 1])])
        optimizer.zero_grad()
        nn.functional.cross_entropy(module(inputs), labels).backward()
        optimizer.step()
    from incentives.learning.averaging import Personalized

    tuned = run(task, data, work, rounds=1, seed=3, algorithm=Personalized(torch.eye(2)), initial=start.bank)
    assert torch.allclose(tuned.bank.values[1], task.layout.join(dict(module.named_parameters())), atol=1e-5)
    assert not torch.allclose(tuned.bank.values[0], tuned.bank.values[1], atol=1e-4)


@pytest.mark.backs("rewards/baseline-cgsv")
def test_thinning_against_sorting():
    layout = Layout.of([("a", (7,)), ("b", (2, 3))])
    values = torch.randn(13, generator=torch.Generator().manual_seed(0))
    for share in (0.1, 0.5, 0.9):
        kept = keep_largest(values, share, layout)
        for low, high in ((0, 7), (7, 13)):
            count = int(np.ceil(share * (high - low) - 1e-9))
            order = np.argsort(-values[low:high].abs().numpy())
            expected = np.zeros(high - low)
            expected[order[:count]] = values[low:high].numpy()[order[:count]]
            assert kept[low:high].numpy() == pytest.approx(expected)
    shares = Cgsv([1, 1], layout, sharpness=3.0).shares(torch.tensor([0.25, 0.75]))
    assert shares.tolist() == pytest.approx([np.tanh(0.75) / np.tanh(2.25), 1.0])


@pytest.mark.backs("rewards/baseline-iafl")
def test_iafl_round_by_hand():
    algorithm = Iafl([0.5, 1.0, 1.0])
    received = Models(torch.zeros(3, 1, 2), torch.zeros(3, 1, 0))
    sent = Models(torch.tensor([[[3.0, 0.0]], [[0.0, 6.0]], [[9.0, 9.0]]]), torch.zeros(3, 1, 0))
    state = algorithm.aggregate(algorithm.begin(Models(torch.zeros(1, 2), torch.zeros(1, 0)), 3), received, sent, 0)
    chosen = algorithm.subset(0, [0, 1, 2], 0)
    expected = sent.parameters[chosen, 0].mean(0)
    assert torch.allclose(state.models.parameters[0], expected)
    assert len(chosen) == 2
    assert state.models.parameters[1].tolist() == state.models.parameters[2].tolist() == [4.0, 5.0]
    assert state.reference.parameters.tolist() == [[4.0, 5.0]]


@pytest.mark.backs("rewards/baseline-shapfed", "rewards/new-cosines-measure-agreement")
def test_cosines_by_numpy():
    layout = Layout.of([("first", (3,)), ("out.weight", (2, 2))])
    updates = torch.randn(5, 7, generator=torch.Generator().manual_seed(2))
    told = class_contributions(updates, layout, layer="out.weight").numpy()
    rows = updates[:, 3:].numpy().reshape(5, 2, 2)
    for client in range(5):
        for c in range(2):
            mean = rows[:, c].mean(0)
            assert told[client, c] == pytest.approx(
                rows[client, c] @ mean / np.linalg.norm(rows[client, c]) / np.linalg.norm(mean), rel=1e-5
            )
    lonely = torch.tensor([[1.0, 0.0], [-1.0, 0.0], [-1.0, 0.0]])
    assert cosine_contributions(lonely, Layout.of([("w", (2,))])).tolist() == [-1.0, 1.0, 1.0]
