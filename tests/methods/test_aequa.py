import pytest

torch = pytest.importorskip("torch")

from torch import nn

from incentives.learning.averaging import FedAvg, Models, equal_weights
from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork, local_update
from incentives.learning.slim_networks import OneConv, ResNet18, TwoConv
from incentives.learning.tasks import Moment, Task
from incentives.methods.aequa import (
    CAP,
    Capped,
    TrainingTimeRewards,
    TwoWidths,
    mask_rows,
    masked_average,
    plain_task,
    two_width_task,
)
from incentives.methods.cgsv import cosine_contributions
from incentives.methods.shapfed import last_layer_contributions


def network():
    return OneConv(side=8, channels=6, hidden=10, classes=3)


def data(clients=3, each=8):
    chance = torch.Generator().manual_seed(4)
    inputs = torch.rand(clients * each, 1, 8, 8, generator=chance, dtype=torch.float64)
    labels = torch.randint(3, (clients * each,), generator=chance)
    return FederatedData.of(inputs, labels, [range(k * each, (k + 1) * each) for k in range(clients)])


WORK = LocalWork(rate=0.1, batch_size=4, epochs=1)
EXAMPLE = torch.zeros(1, 1, 8, 8)


def test_the_joint_loss_is_the_sum_of_two_plain_losses():
    module = Capped(network()).double()
    inputs, labels = data().client(0)
    both = TwoWidths(seed=3)
    width = both.width(1.0, 0, 5, 2)
    expected = nn.functional.cross_entropy(module(inputs), labels)
    expected = expected + nn.functional.cross_entropy(module(inputs, width), labels)
    moment = Moment(0, 0, 5, 2)
    assert torch.allclose(both(module, inputs, labels, moment), expected, atol=1e-12)
    assert torch.allclose(TwoWidths(seed=3, combine="mean")(module, inputs, labels, moment), expected / 2)


def test_under_a_cap_the_larger_pass_is_at_the_cap_and_not_at_full_width():
    module = Capped(network()).double()
    module.cap.fill_(0.5)
    inputs, labels = data().client(0)
    both = TwoWidths(seed=3)
    at = [nn.functional.cross_entropy(module.network(inputs, w), labels) for w in (0.5, both.width(0.5, 0, 5, 2), 1.0)]
    told = both(module, inputs, labels, Moment(0, 0, 5, 2))
    assert torch.allclose(told, at[0] + at[1], atol=1e-12)
    assert abs(told - at[2] - at[1]) > 1e-3


def test_widths_are_uniform_between_the_narrowest_and_the_cap_and_the_same_for_all_runs():
    widths = torch.tensor([TwoWidths().width(0.75, client, 0, step) for client in range(4) for step in range(500)])
    assert 0.25 <= widths.min() < 0.26
    assert 0.74 < widths.max() <= 0.75
    assert abs(widths.mean() - 0.5) < 5 * 0.5 / (12 * 2000) ** 0.5
    menu = TwoWidths(menu=(0.25, 0.5, 1.0))
    drawn = [menu.width(0.5, 0, 0, step) for step in range(200)]
    assert set(drawn) == {0.25, 0.5}
    close = TwoWidths(menu=(0.25, 0.2500015, 1.0))  # the cap stands for itself, and for nothing above it
    assert {close.width(0.25, 0, 0, step) for step in range(50)} == {0.25}
    assert menu.width(1.0, 1, 2, 3) == TwoWidths(menu=(0.25, 0.5, 1.0)).width(1.0, 1, 2, 3)


@pytest.mark.parametrize("engine", ["sequential", "graph"])
def test_a_clients_widths_are_its_own_whoever_else_takes_part(engine):
    """With few clients in a round rows are numbered anew, and the widths that are drawn are not."""
    task, shared = two_width_task(network, TwoWidths(narrowest=0.3, seed=5)), data(clients=4)
    rows = task.initial(generator(0, "weights"), dtype=torch.float64)
    batches = WORK.batches(shared, seed=0, round=0)

    def trained(who):
        banks = [ParamBank(part.values.repeat(len(who), 1), part.layout) for part in rows]
        return local_update(banks[0], shared, batches, task, WORK.sgd(0), engine=engine, buffers=banks[1], who=who)

    everybody, few = trained([0, 1, 2, 3]).bank.values, trained([1, 3]).bank.values
    assert torch.equal(few, everybody[[1, 3]])
    # Drawn by the number of the row they would be others: this test would see it.
    own = TwoWidths(narrowest=0.3, seed=5)
    assert own.width(1.0, 1, 0, 0) != own.width(1.0, 0, 0, 0)


def test_narrowest_one_is_federated_averaging_with_twice_the_step():
    both = two_width_task(network, TwoWidths(narrowest=1.0))
    mean = two_width_task(network, TwoWidths(narrowest=1.0, combine="mean"))
    plain = plain_task(network)
    twice = LocalWork(rate=0.2, batch_size=4, epochs=1)
    banks = [
        run(task, data(), work, rounds=2, seed=0).bank.values
        for task, work in ((both, WORK), (plain, twice), (mean, WORK), (plain, WORK))
    ]
    assert torch.allclose(banks[0], banks[1], atol=1e-10)
    assert torch.allclose(banks[2], banks[3], atol=1e-10)


@pytest.mark.parametrize(
    ("make", "inputs"),
    [
        (network, (1, 8, 8)),
        (lambda: TwoConv(side=8, channels=(4, 6), hidden=5, classes=3), (3, 8, 8)),
        (lambda: ResNet18(channels=2, classes=3, widths=(0.5, 1.0)), (3, 16, 16)),
    ],
)
def test_the_plain_task_has_no_cap_and_trains_as_if_it_had_one_at_full_width(make, inputs):
    plain, capped = plain_task(make), Task(lambda: Capped(make()))
    chance = torch.Generator().manual_seed(4)
    examples = torch.rand(24, *inputs, generator=chance, dtype=torch.float64)
    labels = torch.randint(3, (24,), generator=chance)
    clients = FederatedData.of(examples, labels, [range(9), range(9, 24)])
    assert plain.layout == capped.layout
    assert plain.layout == two_width_task(make).layout
    assert plain.buffer_layout.size == capped.buffer_layout.size - 1
    first, _ = plain.initial(generator(5, "first"))
    assert torch.equal(first.values, capped.initial(generator(5, "first"))[0].values)
    work = LocalWork(rate=0.1, batch_size=4, epochs=1, momentum=0.9)

    def end(task, engine="sequential"):
        return run(task, clients, work, rounds=2, seed=2, engine=engine)

    expected = end(capped)
    assert torch.equal(end(plain).bank.values, expected.bank.values)
    assert torch.allclose(end(plain, "graph").bank.values, expected.bank.values, rtol=1e-9, atol=1e-11)
    with pytest.raises(ValueError, match="engine 'stacked' needs a task with a stacked form"):
        end(plain, "stacked")
    module = plain.module().eval().double()
    assert torch.equal(module(examples[:2], 0.5), module.network(examples[:2], 0.5))


def test_two_widths_are_not_stacked():
    with pytest.raises(ValueError, match="engine 'stacked' needs a task with a stacked form, without local_loss"):
        run(two_width_task(network), data(), WORK, rounds=1, seed=0, engine="stacked")


@pytest.mark.parametrize("during_training", [False, True])
def test_the_graph_engine_trains_two_widths_as_the_sequential_one(during_training):
    task = two_width_task(network, TwoWidths(0.3))
    work = LocalWork(rate=0.1, batch_size=4, epochs=1, momentum=0.9)
    algorithm = None
    if during_training:
        algorithm = TrainingTimeRewards(task, 0.3, EXAMPLE, cosine_contributions, memory=0.2)

    def end(engine):
        return run(task, data(), work, rounds=4, seed=0, engine=engine, algorithm=algorithm).bank.values

    assert torch.allclose(end("graph"), end("sequential"), rtol=1e-9, atol=1e-11)


def test_masked_average_by_hand():
    held = torch.tensor([[True] * 2 + [False] * 6, [True] * 5 + [False] * 3, [True] * 8])
    sent = torch.tensor([[1.0], [2.0], [6.0]]).expand(3, 8) * torch.ones(8)
    after = masked_average(sent, held, torch.zeros(8))
    assert after.tolist() == [3.0, 3.0, 4.0, 4.0, 4.0, 6.0, 6.0, 6.0]
    everybody = masked_average(sent, torch.ones(3, 8, dtype=torch.bool), torch.zeros(8))
    assert torch.equal(everybody, sent.mean(0))
    nobody = masked_average(sent[:2], held[:2], torch.full((8,), 9.0))
    assert nobody[5:].tolist() == [9.0] * 3
    with pytest.raises(ValueError, match="sent, held and before must have shapes"):
        masked_average(sent, held[:2], torch.zeros(8))


@pytest.mark.parametrize("assess", [cosine_contributions, last_layer_contributions(("network.out",))])
def test_training_time_rewards_send_only_what_was_earned(assess):
    task = two_width_task(network)
    algorithm = TrainingTimeRewards(task, 0.25, EXAMPLE, assess)
    done = run(task, data(), WORK, rounds=3, seed=1, algorithm=algorithm)
    state = done.state
    assert state.history[0] == (1.0, 1.0, 1.0)
    assert max(state.widths) == 1
    assert min(state.widths) >= 0.25
    sent = algorithm.download(state, 3)
    held = algorithm.held(state.widths).parameters
    assert not sent.parameters[:, 0][~held].any()
    caps = sent.buffers[:, 0, task.buffer_layout[CAP].columns][:, 0]
    assert torch.allclose(caps.double(), state.widths)


def test_clients_change_only_what_they_hold():
    task = two_width_task(network)
    algorithm = TrainingTimeRewards(task, 0.25, EXAMPLE, cosine_contributions)
    first = run(task, data(), WORK, rounds=1, seed=1, algorithm=algorithm).state
    narrow = first._replace(widths=torch.tensor([0.25, 0.5, 0.5], dtype=torch.float64))
    received = algorithm.download(narrow, 1)
    module = task.module().double()
    with torch.no_grad():
        for name, view in task.layout.split(received.parameters[1, 0]).items():
            module.get_parameter(name).copy_(view)
        module.cap.fill_(0.5)
    inputs, labels = data().client(1)
    gradients = torch.autograd.grad(
        task.batch_loss(module, inputs, labels, Moment(1, 0, 1, 0)),
        list(module.parameters()),
        allow_unused=True,
    )
    flat = task.layout.join(dict(zip(dict(module.named_parameters()), gradients, strict=True)))
    held = algorithm.held(narrow.widths).parameters
    assert not flat[~held[1]].any()
    assert flat[held[1] & ~held[0]].any()
    # Beyond width 1/2 nobody holds anything: the server keeps it.
    after = algorithm.aggregate(narrow, received, received, 1)
    assert torch.equal(after.models.parameters[0][~held[1]], narrow.models.parameters[0][~held[1]])


def test_momentum_of_contributions_and_widths_by_hand():
    task = two_width_task(network)
    algorithm = TrainingTimeRewards(task, 0.25, EXAMPLE, lambda updates, layout: torch.tensor([0.9, 0.3, -0.5]), 0.5)
    initial = Models(torch.zeros(1, task.layout.size), torch.ones(1, task.buffer_layout.size))
    state = algorithm.begin(initial, 3)
    received = algorithm.download(state, 0)
    after = algorithm.aggregate(state, received, received, 0)
    assert after.contributions.tolist() == pytest.approx([37 / 60, 19 / 60, -1 / 12])
    assert after.widths.tolist() == pytest.approx([1, 19 / 37, 0.25])
    by_menu = TrainingTimeRewards(task, 0.25, EXAMPLE, cosine_contributions, menu=(0.25, 0.5, 0.75, 1.0))
    assert by_menu.earned(torch.tensor([1.0, 0.5, 0.51, 0.0]).double()).tolist() == [1.0, 0.5, 0.75, 0.25]
    assert by_menu.earned(torch.tensor([-1.0, -2.0]).double()).tolist() == [1.0, 1.0]


def test_masks_of_widths_are_nested_and_full_at_one():
    rows = mask_rows(two_width_task(network), [0.25, 0.5, 1.0], EXAMPLE).parameters
    assert (rows[1] | ~rows[0]).all()
    assert rows[2].all()
    assert rows.sum(1).tolist() == sorted(rows.sum(1).tolist())


def test_equal_seeds_give_equal_models_and_the_global_generator_is_left_alone():
    before = torch.random.get_rng_state()
    results = [
        run(two_width_task(network), data(), WORK, rounds=2, seed=5, algorithm=FedAvg(equal_weights(data())))
        for _ in range(2)
    ]
    assert torch.equal(results[0].bank.values, results[1].bank.values)
    assert torch.equal(before, torch.random.get_rng_state())


def test_a_cap_is_read_to_six_decimal_places():
    module = Capped(network()).double()
    module.cap.fill_(0.1234567)
    assert module.largest == 0.123457
    module.float().cap.fill_(0.35)
    assert module.largest == 0.35  # in single precision it is a little less


def test_ones_that_were_averaged_to_a_little_more_than_one_are_the_full_width():
    module = Capped(network()).double()
    module.cap.fill_(1.000001)
    assert module.largest == 1
    images = torch.rand(2, 1, 8, 8, dtype=torch.float64, generator=generator(0, "images"))
    labels = torch.tensor([0, 1])
    inside = TwoWidths()(module, images, labels, Moment(0, 0, 0, 0))
    module.cap.fill_(1)
    assert torch.equal(inside, TwoWidths()(module, images, labels, Moment(0, 0, 0, 0)))


def test_settings_that_the_book_states_are_the_defaults():
    plain = TwoWidths()
    assert (plain.narrowest, plain.menu, plain.combine, plain.seed) == (0.25, None, "sum", 0)
    during = TrainingTimeRewards(two_width_task(network), 0.25, EXAMPLE, cosine_contributions)
    assert (during.memory, during.menu) == (0.5, None)
    assert TrainingTimeRewards(two_width_task(network), 1.0, EXAMPLE, cosine_contributions).narrowest == 1.0


def test_a_menu_may_be_given_in_any_order():
    menu = (0.75, 1.0, 0.25, 0.5)
    algorithm = TrainingTimeRewards(two_width_task(network), 0.25, EXAMPLE, cosine_contributions, menu=menu)
    assert algorithm.earned(torch.tensor([1.0, 0.3, 0.6, 0.1]).double()).tolist() == [1.0, 0.5, 0.75, 0.25]


def test_contributions_of_zero_earn_everybody_the_full_width():
    algorithm = TrainingTimeRewards(two_width_task(network), 0.25, EXAMPLE, cosine_contributions)
    assert algorithm.earned(torch.zeros(2).double()).tolist() == [1.0, 1.0]
    assert algorithm.earned(torch.tensor([0.0, 1e-3]).double()).tolist() == [0.25, 1.0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: TwoWidths(narrowest=0.0), "narrowest must be above 0"),
        (lambda: TwoWidths(narrowest=1.1), "narrowest must be above 0"),
        (lambda: TwoWidths(menu=(0.1, 1.0)), "menu must hold widths from 0.25 to 1"),
        (lambda: TwoWidths(menu=(0.5, 1.5)), "menu must hold widths from 0.25 to 1"),
        (lambda: TwoWidths(menu=()), "menu must hold widths from 0.25 to 1"),
        (
            lambda: TrainingTimeRewards(two_width_task(network), 0.0, EXAMPLE, cosine_contributions),
            "narrowest must be above 0",
        ),
        (
            lambda: TrainingTimeRewards(two_width_task(network), 0.25, EXAMPLE, cosine_contributions, memory=-0.1),
            "memory must be in",
        ),
        (
            lambda: TrainingTimeRewards(two_width_task(network), 0.25, EXAMPLE, cosine_contributions, menu=(0.1, 1.0)),
            "menu must reach from 0.25 to 1",
        ),
        (lambda: TwoWidths(combine="max"), 'combine must be "sum" or "mean"'),
        (
            lambda: TrainingTimeRewards(two_width_task(network), 1.5, EXAMPLE, cosine_contributions),
            "narrowest must be above 0",
        ),
        (
            lambda: TrainingTimeRewards(two_width_task(network), 0.25, EXAMPLE, cosine_contributions, memory=1.0),
            "memory must be in",
        ),
        (
            lambda: TrainingTimeRewards(two_width_task(network), 0.25, EXAMPLE, cosine_contributions, menu=(0.5,)),
            "menu must reach from 0.25 to 1",
        ),
    ],
)
def test_bad_settings_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
