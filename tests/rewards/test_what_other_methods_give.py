"""One round of every method in numbers small enough for paper: weights, order, memory, exponents, masks, momentum."""

from math import sqrt, tanh

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn

from incentives.learning.averaging import FedAvg, Models, weights_by_size
from incentives.learning.bank import Layout, ParamBank
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork
from incentives.learning.losses import SquaredError
from incentives.learning.slimmable import SlimLinear
from incentives.learning.tasks import Task
from incentives.methods.aequa import TrainingTimeRewards, TwoWidths, two_width_task
from incentives.methods.cgsv import Cgsv, cosine_contributions
from incentives.methods.iafl import Iafl
from incentives.methods.participation import PartialAveraging, who_takes_part
from incentives.methods.shapfed import class_contributions, last_layer_contributions
from incentives_book.rewards.what_other_methods_give import (
    by_clients,
    cgsv_round,
    clients_rows,
    cosine,
    draw_one_round,
    draw_staircase,
    draw_step_length,
    one_epoch,
)


def table(*rows):
    return torch.tensor(rows, dtype=torch.float64)


def models(rows, buffers=None):
    """Client models with a run axis; without buffers unless given."""
    rows = rows[:, None]
    return Models(rows, rows.new_zeros(len(rows), 1, 0) if buffers is None else buffers[:, None])


def first(row):
    return Models(table(row), torch.zeros(1, 0, dtype=torch.float64))


# Federated averaging


def test_a_round_of_averaging_weighs_by_size_and_counts_momentum_and_order():
    # One example at 1 with label 0 for client 0, three with label 4 for client 1; loss (w - y)^2 / 2.
    inputs, labels = torch.ones(4, 1, dtype=torch.float64), torch.tensor([0.0, 4.0, 4.0, 4.0]).double()
    data = FederatedData.of(inputs, labels, [[0], [1, 2, 3]])

    class Scalar(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.zeros(1))

        def forward(self, x):
            return x * self.weight

    task = Task(Scalar, loss=SquaredError())
    start = ParamBank(table([2.0]), task.layout)
    work = LocalWork(rate=0.5, momentum=0.5, batch_size=None, steps=2)
    done = run(task, data, work, rounds=1, seed=0, initial=start, algorithm=FedAvg(weights_by_size(data)))
    # Client 0: gradient 2, w = 1; velocity 2 / 2 + 1 = 2, w = 0. Client 1 the same, mirrored at 4: w = 2 + 1, then 4.
    assert done.bank.values.tolist() == [[pytest.approx(0.25 * 0.0 + 0.75 * 4.0)]]


def test_partial_averaging_weighs_those_who_came_by_size():
    rates = [0.5, 0.5, 0.5]
    rounds = {tuple(who_takes_part(rates, 0, t).tolist()): t for t in range(60)}
    t = rounds[True, False, True]
    algorithm = PartialAveraging([1, 5, 3], rates, seed=0)
    state = algorithm.begin(first([0.0]), 3)
    # It is given the rows of those who came: the first and the last client.
    received = Models(*(part[[0, 2]] for part in algorithm.download(state, t)))
    after = algorithm.aggregate(state, received, models(table([4.0], [8.0])), t)
    assert after.models.parameters.tolist() == [[0.25 * 4 + 0.75 * 8]]


# CGSV


@pytest.mark.parametrize(
    "given", [{}, {"memory": 0.0}, {"length": 3.0, "sharpness": 4.0}, {"memory": 0.5, "sharpness": 20.0}]
)
def test_two_rounds_of_cgsv_by_plain_arithmetic(given):
    layout = Layout.of([("w", (4,)), ("b", (2,))])
    rule = {"length": 0.5, "memory": 0.95, "sharpness": 1.0, **given}
    algorithm = Cgsv([3, 1, 2], layout, **given)
    begin = [0.5, 0.0, -1.0, 2.0, 1.0, 0.0]
    state = algorithm.begin(first(begin), 3)
    own = [list(begin) for _ in range(3)]
    weights, importance = [3 / 6, 1 / 6, 2 / 6], [0.0, 0.0, 0.0]
    # The third client points away from the others, so that its cosine is negative; large entries are negative ones.
    told = (
        [[3, -9, 0, 1, 2, -5], [6, -7, 2, 0, 1, 1], [-1, 8, 1, 0, 1, 2]],
        [[0, 4, 3, -6, 1, 1], [1, 1, 2, -9, 0, 4], [2, -3, 1, 4, 1, 1]],
    )
    for t, updates in enumerate(told):
        received = algorithm.download(state, t)
        assert received.parameters[:, 0].tolist() == [pytest.approx(row) for row in own]
        sent = models(received.parameters[:, 0] + table(*updates))
        state = algorithm.aggregate(state, received, sent, t)
        moves, importance = cgsv_round(updates, weights, importance, layers=((0, 4), (4, 6)), **rule)
        own = [[x + m for x, m in zip(row, move, strict=True)] for row, move in zip(own, moves, strict=True)]
        weights = importance  # sizes count in the first round only
        assert state.importance.tolist() == pytest.approx(importance, rel=1e-5)
        for row, expected in zip(state.models.parameters.tolist(), own, strict=True):
            assert row == pytest.approx(expected, abs=1e-5)


def test_the_first_round_of_cgsv_in_numbers():
    # Updates (3, 4) and (5, 0) have length 5. Sizes 3 to 1: g = (7/2, 3); cosines 45/2 and 35/2 over 5 |g|, 9 to 7.
    algorithm = Cgsv([3, 1], Layout.of([("w", (2,))]), length=5.0)
    state = algorithm.begin(first([0.0, 0.0]), 2)
    state = algorithm.aggregate(state, algorithm.download(state, 0), models(table([30.0, 40.0], [0.1, 0.0])), 0)
    assert state.importance.tolist() == pytest.approx([9 / 16, 7 / 16], rel=1e-5)
    # Both are given both entries: tanh(7/16) / tanh(9/16) is above one half.
    assert state.models.parameters.tolist() == [pytest.approx([3.5, 3.0], rel=1e-5)] * 2
    sharp = Cgsv([3, 1], Layout.of([("w", (2,))]), sharpness=3.0)
    assert sharp.shares(state.importance).tolist() == pytest.approx([1.0, tanh(21 / 16) / tanh(27 / 16)], rel=1e-5)


@pytest.mark.backs("rewards/new-cgsv-moves-at-most")
def test_no_model_moves_by_more_than_a_length_a_round_under_cgsv():
    chance = torch.Generator().manual_seed(3)
    layout = Layout.of([("w", (7,)), ("b", (2,))])
    for length in (0.1, 1.0, 9.0):
        algorithm = Cgsv([1, 2, 3, 9], layout, length=length)
        state = algorithm.begin(first([0.0] * 9), 4)
        for t in range(12):
            received = algorithm.download(state, t)
            sent = models(received.parameters[:, 0] + 50 * torch.randn(4, 9, generator=chance).double())
            after = algorithm.aggregate(state, received, sent, t)
            step = (after.models.parameters - state.models.parameters).norm(dim=1)
            assert step.max() <= length * (1 + 1e-9)
            state = after
        assert state.models.parameters.norm(dim=1).max() <= 12 * length
        assert step.max() > length / 20  # of this order, so that the bound is not idle


# IAFL


@pytest.mark.backs("rewards/new-iafl-staircase")
@pytest.mark.parametrize("clients", [2, 3, 10, 20])
def test_iafl_is_equal_averaging_where_all_are_above_the_last_step(clients):
    below, above = (clients - 2) / (clients - 1), (clients - 2) / (clients - 1) + 0.01
    updates = table(*[[float(k * k)] for k in range(clients)])
    mean = float(updates.mean())
    for t in range(3):
        alike = Iafl([above] * (clients - 1) + [1.0], seed=t)
        state = alike.begin(first([0.0]), clients)
        rows = alike.aggregate(state, alike.download(state, t), models(updates), t).models.parameters
        assert rows[:, 0].tolist() == pytest.approx([mean] * clients)
    if clients > 2:
        assert len(Iafl([below] + [1.0] * (clients - 1)).subset(0, list(range(clients)), 0)) == clients - 1


def test_the_staircase_has_a_step_for_each_other_client():
    ax = draw_staircase([10, 20])
    for line, others in zip(ax.lines, (9, 19), strict=False):
        assert sorted({round(y * others) for y in line.get_ydata()}) == list(range(1, others + 1))
        top = line.get_xdata()[line.get_ydata() == 1]
        assert top.min() == pytest.approx((others - 1) / others, abs=1e-3)


def test_one_epoch_by_pytorchs_optimizer_is_the_engines():
    from incentives.learning.averaging import Personalized
    from incentives.learning.networks import logistic_regression

    chance = torch.Generator().manual_seed(1)
    inputs = torch.randn(20, 4, generator=chance, dtype=torch.float64)
    data = FederatedData.of(inputs, (inputs[:, 0] > 0).long(), [range(7), range(7, 20)])
    task, work = logistic_regression(4, 2), LocalWork(rate=0.3, momentum=0.9, batch_size=4, epochs=1)
    start = ParamBank(torch.randn(1, task.layout.size, generator=chance).double(), task.layout)
    done = run(task, data, work, rounds=1, seed=6, algorithm=Personalized(torch.eye(2)), initial=start)
    for client in range(2):
        expected = one_epoch(task, data, work, start.values[0], client, seed=6)
        assert torch.allclose(done.bank.values[client], expected, atol=1e-12)


def test_shares_of_iafl_have_the_exponent_one_minus_kappa():
    assert Iafl([0.25, 1.0], sharing=0.5).shares.tolist() == [0.5, 1.0]
    assert Iafl([1 / 16, 1.0], sharing=0.75).shares.tolist() == [0.5, 1.0]
    assert Iafl([0.25, 0.5], sharing=0.0).shares.tolist() == [0.5, 1.0]
    assert Iafl([0.5, 1.0], sharing=-1.0).shares.tolist() == [0.25, 1.0]


def test_a_round_of_iafl_in_numbers():
    # Shares 1/4, 1/2, 1 of two others: one, one and both. The step of one's own is undone and comes in the mean only.
    algorithm = Iafl([0.2, 0.4, 0.8], seed=5)
    state = algorithm.begin(first([10.0]), 3)
    received = algorithm.download(state, 0)
    updates = [3.0, 6.0, 18.0]
    state = algorithm.aggregate(state, received, models(table(*[[10 + u] for u in updates])), 0)
    rows = state.models.parameters[:, 0].tolist()
    assert rows[0] in (10 + (3 + 6) / 2, 10 + (3 + 18) / 2)
    assert rows[1] in (10 + (6 + 3) / 2, 10 + (6 + 18) / 2)
    assert rows[2] == 10 + 27 / 3
    assert state.reference.parameters.tolist() == [[19.0]]


def test_iafl_counts_the_others_who_are_there_and_recovers_from_the_reference():
    rates = [0.6] * 4
    present = {tuple(who_takes_part(rates, 2, t).tolist()): t for t in range(80)}
    t = present[True, True, False, True]
    algorithm = Iafl([0.4, 0.8, 0.8, 0.6], participation=rates, seed=2)
    state = algorithm.begin(first([0.0]), 4)
    sent = models(table([3.0], [6.0], [1000.0], [12.0]))
    after = algorithm.aggregate(state, algorithm.download(state, t), sent, t)
    rows = after.models.parameters[:, 0].tolist()
    assert rows[0] in (4.5, 7.5)  # half of two others
    assert rows[1] == 7.0  # everybody who came
    assert rows[2] == 0.0  # was away
    assert rows[3] == 7.0  # three quarters of two others, rounded up
    assert after.reference.parameters.tolist() == [[7.0]]
    always = Iafl([0.4, 0.8, 0.8, 0.6], recovery=1.0, seed=2)
    assert always.download(after, 0).parameters[:, 0].tolist() == [[7.0]] * 4


# ShapFed


def test_shapfed_compares_with_the_mean_in_numbers():
    layout = Layout.of([("conv", (1,)), ("out.weight", (2, 2)), ("out.bias", (2,))])
    # Classes by rows: (1, 0) and (0, 1) have the mean (1/2, 1/2), at 45 degrees from both; (2, 0) and (4, 0) agree.
    updates = table([7.0, 1, 0, 2, 0, 0, 0], [-9.0, 0, 1, 4, 0, 0, 0])
    half = pytest.approx([sqrt(0.5), 1.0])
    assert class_contributions(updates, layout, layer="out.weight").tolist() == [half, half]
    # Together: (1, 0, 2, 0) and (0, 1, 4, 0), mean (1/2, 1/2, 3, 0).
    expected = [6.5 / sqrt(5 * 9.5), 12.5 / sqrt(17 * 9.5)]
    assert last_layer_contributions(("out.",))(updates, layout).tolist() == pytest.approx(expected)
    whole = cosine_contributions(updates, layout)
    mean = [-1.0, 0.5, 0.5, 3.0, 0, 0, 0]
    assert whole.tolist() == pytest.approx([cosine(row, mean) for row in updates.tolist()])


# Aequa


class Line(nn.Module):
    """Two weights, of which half a width keeps the first: outputs x0 w0 + x1 w1, or x0 w0."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(2))

    def forward(self, x, width=1.0):
        kept = 2 if width == 1 else 1
        return x[:, :kept] @ self.weight[:kept, None]

    def joint(self, x, width):
        return self(x), self(x, width)


@pytest.mark.parametrize(("combine", "factor"), [("sum", 1.0), ("mean", 0.5)])
def test_a_round_of_algorithm_1_in_numbers(combine, factor):
    # Examples (1, 1) with labels 3 (one, client 0) and 7 (three, client 1), first weights (1, 1), every draw one half.
    inputs = torch.ones(4, 2, dtype=torch.float64)
    data = FederatedData.of(inputs, torch.tensor([3.0, 7.0, 7.0, 7.0]).double(), [[0], [1, 2, 3]])
    loss = TwoWidths(narrowest=0.5, menu=(0.5,), combine=combine, loss=SquaredError())
    task = two_width_task(Line, loss)
    work = LocalWork(rate=0.25, batch_size=None, steps=1)
    start = ParamBank(table([1.0, 1.0]), task.layout)
    done = run(task, data, work, rounds=1, seed=0, initial=start, algorithm=FedAvg(weights_by_size(data)))
    # Errors at full and half width: client 0 has -1 and -2, client 1 has -5 and -6.
    ends = [[1 + 0.25 * factor * 3, 1 + 0.25 * factor * 1], [1 + 0.25 * factor * 11, 1 + 0.25 * factor * 5]]
    assert done.bank.values[0].tolist() == pytest.approx([0.25 * ends[0][k] + 0.75 * ends[1][k] for k in range(2)])


def test_a_round_of_algorithm_2_in_numbers():
    # Four rows of outputs: a quarter of the width keeps one, a half two. Parameters: four weights, then four biases.
    seen = []

    def assess(updates, layout):
        seen.append(updates.clone())
        return torch.tensor([0.9, 0.1, 0.5])

    task = two_width_task(lambda: SlimLinear(1, 4))
    algorithm = TrainingTimeRewards(task, 0.25, torch.zeros(1, 1), assess)
    state = algorithm.begin(first([1.0] * 8)._replace(buffers=torch.ones(1, 1).double()), 3)
    assert state.contributions.tolist() == [pytest.approx(1 / 3)] * 3
    assert state.widths.tolist() == [1.0, 1.0, 1.0]
    state = state._replace(widths=table([0.25, 0.5, 0.5])[0])
    received = algorithm.download(state, 0)
    quarter, half = [1, 0, 0, 0] * 2, [1, 1, 0, 0] * 2
    assert received.parameters[:, 0].tolist() == [quarter, half, half]
    assert received.buffers[:, 0].tolist() == [[0.25], [0.5], [0.5]]
    sent = received._replace(
        parameters=table([4.0] + [50] * 3 + [1] + [50] * 3, [7, 3, 60, 60] * 2, [1, 8, 70, 70] * 2)[:, None]
    )
    after = algorithm.aggregate(state, received, sent, 0)
    # First row: means of three. Second: means of the two who hold it. The others: nobody's, so as they were.
    assert after.models.parameters[0].tolist() == [4.0, 5.5, 1.0, 1.0, 3.0, 5.5, 1.0, 1.0]
    assert after.models.buffers.tolist() == [[1.0]]
    # Only what everybody holds is assessed, whatever else a client sends.
    expected = [[3.0, 0, 0, 0, 0, 0, 0, 0], [6.0, 0, 0, 0, 6, 0, 0, 0], [0.0] * 8]
    assert seen[0].tolist() == expected
    # Half of the old contribution, a third, and half of the assessed one.
    assert after.contributions.tolist() == pytest.approx([37 / 60, 13 / 60, 25 / 60], rel=1e-6)
    assert after.widths.tolist() == pytest.approx([1.0, 13 / 37, 25 / 37], rel=1e-6)
    assert after.history == ((0.25, 0.5, 0.5),)


def test_arrows_of_one_round_are_the_mean_a_part_of_a_short_sum_and_means_of_some():
    import matplotlib

    matplotlib.use("Agg")
    updates = [[2.0, 0.4], [1.6, 1.2], [0.3, 1.9], [1.2, 1.6]]
    axes = draw_one_round(updates, [0.2, 0.5, 0.7, 0.9])
    averaging, cgsv, iafl = ([note.xy for note in ax.texts if note.get_text() == ""][4:] for ax in axes)
    assert averaging == [pytest.approx((1.275, 1.275))]
    assert [text.get_text() for text in axes[0].texts if text.get_text() == "all"] == ["all"]
    assert all(np.hypot(*move) <= 0.5 + 1e-9 for move in cgsv)
    # One of three others for 2/9 of the best contribution: the own update and the strongest other's.
    assert tuple(iafl[0]) == pytest.approx((1.6, 1.0))
    assert tuple(iafl[-1]) == pytest.approx((1.275, 1.275))
    assert [text.get_text() for text in axes[2].texts if text.get_weight() == "bold"][-1] == "3, 4"


def test_the_bound_is_drawn_above_what_was_moved():
    left, right = draw_step_length({0.1: 0.5, 1.0: 2.0}, {0.1: 0.4, 1.0: 0.8}, 10, 0.9)
    bound, moved = (line.get_ydata() for line in left.lines)
    assert list(bound) == [1.0, 10.0]
    assert list(moved) == [0.5, 2.0]
    assert right.lines[1].get_ydata()[0] == 0.9


def test_seeds_are_compared_by_the_number_of_clients():
    def record(method, clients, seed, test, **extra):
        told = {"method": method, "data": "fashion_mnist", "partition": "homogeneous", "seed": seed, "clients": clients}
        return {"settings": told, "test": test, "validation": test, "seconds": 1.0, "extra": extra}

    def run(clients, seed, iafl):
        alone = [0.4, 0.5, *[0.6] * (clients - 2)]
        given = {"widths": [1.0] * clients, "test": alone, "validation": alone}
        variants = dict.fromkeys(("ratio", "anchor", "width-reward"), given)
        return [
            record("stand-alone", clients, seed, alone),
            record("fedavg", clients, seed, alone, tuned_test=alone, tuned_validation=alone),
            record("iafl", clients, seed, iafl),
            record("aequa", clients, seed, alone, widths=[1.0], validation_curve=[0.6], test_curve=[0.6], **variants),
        ]

    same = [0.7] * 3
    rows = clients_rows(by_clients([*run(3, 0, same), *run(3, 1, [0.4, 0.5, 0.6]), *run(4, 0, [0.7] * 4)[:3]]))
    # Of three clients with two others each, 0.4 and 0.5 of 0.6 are 4/3 and 5/3 of them: rounded up, all.
    assert rows == [["divided evenly", 3, 2, "100%", "0.50", "1.00", "1/2, open"]]
