"""From a cell to what clients take home: which data decide, which score, and with what settings methods are run."""

from dataclasses import replace
from time import perf_counter
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")

from torch.nn import functional as fn

import incentives_book.study.rewards.methods as module
from incentives.learning.local_update import LocalWork
from incentives.methods import shared_training
from incentives.methods.cgsv import cosine_contributions
from incentives.methods.shared_training import Given
from incentives.randomness import seed_for
from incentives_book.study.rewards.cells import Cell
from incentives_book.study.rewards.methods import METHODS, CellFederation, Result, play, wanted
from incentives_book.study.rewards.study import Setting

SMALL = Cell(clients=3, rounds=2, batch_size=16, levels=3)
HERE = {"engine": "sequential", "device": "cpu", "progress": False}
OTHERS = [method for method in METHODS if method != "stand-alone"]


def with_wrong_tests(cell):
    """The same cell, in which every test example bears the name of the next class."""
    wrong = replace(cell)
    scene = cell.scene
    labels = (scene.test.labels + 1) % len(scene.test.classes)
    wrong.__dict__["scene"] = replace(scene, test=replace(scene.test, labels=labels))
    return wrong


@pytest.mark.parametrize("method", METHODS)
def test_what_is_called_test_is_scored_on_test_data_and_decides_nothing(method):
    alone = Result([0.2, 0.4, 0.6], [0.7, 0.3, 0.1], 1.0)
    begun = perf_counter()
    plain, wrong = (play(cell, method, alone=alone) for cell in (SMALL, with_wrong_tests(SMALL)))
    lasted = perf_counter() - begun
    assert wrong.validation == plain.validation
    assert min(plain.test) > 0.2  # so that the next line says something
    assert max(wrong.test) < min(0.2, min(plain.test))
    if method == "fedavg":
        assert max(wrong.extra["tuned_test"]) < min(0.2, min(plain.extra["tuned_test"]))
        assert 0 < plain.extra["tuning_seconds"] < lasted
    for name in ("widths", "validation_curve", "tuned_validation", "contributions", "history", "out_of_reach"):
        assert wrong.extra.get(name) == plain.extra.get(name)
    for rule in ("ratio", "anchor", "width-reward"):
        if method == "aequa":
            assert wrong.extra[rule]["widths"] == plain.extra[rule]["widths"]
            assert wrong.extra[rule]["test"] != plain.extra[rule]["test"]


@pytest.mark.parametrize("method", ["aequa-cgsv", "aequa-shapfed"])
def test_algorithm_2_gives_the_last_model_at_the_widths_earned_after_the_last_round(method, monkeypatch):
    """Not at the widths that clients held in the last round, which are others as long as contributions move."""
    seen, own = [], CellFederation.train
    monkeypatch.setattr(CellFederation, "train", lambda *of: seen.append((of[2], own(*of))) or seen[-1][1])
    extra = play(SMALL, method, alone=Result([0.2] * 3, [0.2] * 3, 1.0)).extra
    ((algorithm, done),) = seen
    earned = algorithm.earned(torch.tensor(extra["contributions"], dtype=torch.float64)).tolist()
    assert extra["widths"] == earned == done.state.widths.tolist()
    held = list(done.state.history[-1])
    assert [round(width, 6) for width in extra["widths"]] != held
    # And they are what is scored: the server's last model, each client's at its own width.
    task = SMALL.task(two_widths=True)
    rows = [part.expand(3, -1) for part in (done.bank.values, done.buffers.values)]
    given = play(SMALL, method, alone=Result([0.2] * 3, [0.2] * 3, 1.0))
    assert (given.validation, given.test) == CellFederation.of(SMALL, **HERE).scores(task, *rows, earned)


@pytest.mark.parametrize("method", ["cgsv", "aequa-cgsv", "aequa-shapfed"])
def test_a_method_that_needs_everybody_refuses_clients_who_take_part_by_chance(method):
    cell, alone = replace(SMALL, participation=True), Result([0.2] * 3, [0.2] * 3, 1.0)
    with pytest.raises(ValueError, match="participation must be false with"):
        play(cell, method, alone=alone)
    with pytest.raises(ValueError, match=f"participation must be false with {method}"):
        Setting(**SMALL.settings | {"participation": True}, method=method)


@pytest.mark.parametrize("method", OTHERS)
def test_what_clients_reach_alone_on_test_data_changes_nothing(method):
    told = [play(SMALL, method, alone=Result([0.2, 0.4, 0.6], own, 1.0)) for own in ([0.9, 0.1, 0.4], [0.0] * 3)]
    assert told[0].validation == told[1].validation
    assert told[0].test == told[1].test


def given_curves(monkeypatch, validation, test):
    """Training that ends, whatever happens, with these accuracies at the widths of the cell."""
    row = torch.zeros(1, 1)  # of networks without batch norm, nothing of it is read
    ended = SimpleNamespace(bank=SimpleNamespace(values=row), buffers=SimpleNamespace(values=row))
    monkeypatch.setattr(CellFederation, "train", lambda *given: ended)
    monkeypatch.setattr(CellFederation, "curve", lambda *given: (validation, test))


def test_aequas_rewards_are_the_allocation_on_validation_data(monkeypatch):
    cell = Cell(clients=2, levels=3)  # widths 1/4, 5/8 and 1
    given_curves(monkeypatch, [0.6, 0.7, 0.95], [0.3, 0.9, 0.2])
    told = play(cell, "aequa", alone=Result([0.5, 0.6], [0.9, 0.1], 1.0))
    # Equal gains of a tenth have no variance and cost nothing; anchored, the best client has the best and all gain
    # most.
    assert told.extra["ratio"] == {"widths": [0.25, 0.625], "validation": [0.6, 0.7], "test": [0.3, 0.9]}
    assert told.extra["anchor"] == {"widths": [1.0, 1.0], "validation": [0.95, 0.95], "test": [0.2, 0.2]}
    assert told.extra["width-reward"]["widths"] == [0.25, 1.0]
    assert (told.validation, told.test) == ([0.6, 0.7], [0.3, 0.9])
    assert told.extra["validation_curve"] == [0.6, 0.7, 0.95]
    assert told.extra["test_curve"] == [0.3, 0.9, 0.2]
    assert told.extra["out_of_reach"] == []


def test_who_contributes_more_than_any_width_reaches_is_named(monkeypatch):
    cell = Cell(clients=3, levels=3)
    given_curves(monkeypatch, [0.5, 0.8, 0.7], [0.4, 0.6, 0.7])
    told = play(cell, "aequa", alone=Result([0.4, 0.81, 0.8], [0.4] * 3, 1.0))
    assert told.extra["out_of_reach"] == [1]
    assert told.extra["ratio"]["widths"][1] == 0.625
    # Rates of participation are no accuracies: nothing can be out of reach.
    rates = replace(cell, participation=True)
    assert "out_of_reach" not in play(rates, "aequa", alone=Result([0.9] * 3, [0.4] * 3, 1.0)).extra


def test_rates_are_brought_to_the_range_of_the_curve():
    # Three rates in equal steps ask for the three levels, which are in equal steps, too.
    three = CellFederation.of(Cell(clients=3, levels=3, participation=True), **HERE)
    three.participation = [0.5, 0.75, 1.0]
    assert wanted(three, [0.25, 0.5, 0.75]) == [0.25, 0.5, 0.75]
    three.participation = [0.75, 1.0, 1.0]
    # A width that is no better than a narrower one is not on offer.
    assert wanted(three, [0.2, 0.1, 0.9]) == pytest.approx([0.2, 0.9, 0.9])


def caught(monkeypatch, cell, method, alone):
    """The algorithm that a method hands to training."""
    seen = []

    def train(here, task, algorithm):
        seen.append(algorithm)
        raise StopIteration

    monkeypatch.setattr(CellFederation, "train", train)
    with pytest.raises(StopIteration):
        play(cell, method, alone=alone)
    return seen[0]


def test_methods_are_run_with_the_settings_that_the_book_states(monkeypatch):
    cell = Cell(clients=2, levels=3, seed=7)
    alone = Result([0.3, 0.6], [0.9, 0.1], 1.0)
    iafl = caught(monkeypatch, cell, "iafl", alone)
    assert iafl.shares.tolist() == [0.5, 1.0]
    assert (iafl.recovery, iafl.seed) == (0.0, 7)
    cgsv = caught(monkeypatch, cell, "cgsv", alone)
    sizes = cell.scene.clients.sizes
    assert (list(cgsv.sizes), cgsv.length, cgsv.memory, cgsv.sharpness) == (list(sizes), 0.5, 0.95, 1.0)
    during = caught(monkeypatch, cell, "aequa-cgsv", alone)
    assert (during.memory, during.narrowest, during.assess) == (0.5, 0.25, cosine_contributions)
    layout, updates = during.task.layout, torch.zeros(2, during.task.layout.size)
    updates[0, layout["network.conv.weight"].columns] = 1.0
    updates[1, layout["network.out.bias"].columns] = 1.0
    assert caught(monkeypatch, cell, "aequa-shapfed", alone).assess(updates, layout).tolist() == [0.0, 1.0]
    uneven = Cell(clients=3, levels=3, partition="dirichlet-0.5")
    sizes = uneven.scene.clients.sizes
    assert len(set(sizes)) > 1
    for method in ("fedavg", "aequa"):
        weights = caught(monkeypatch, uneven, method, Result([0.3] * 3, [0.9] * 3, 1.0)).matrix
        assert weights[0].tolist() == pytest.approx([size / sum(sizes) for size in sizes])
    assert caught(monkeypatch, cell, "stand-alone", None).matrix.tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_the_length_of_cgsvs_updates_goes_by_data_set():
    assert {name: module.LENGTHS.get(name, 0.5) for name in ("mnist", "svhn", "cifar10", "cifar100", "sst5")} == {
        "mnist": 0.5, "svhn": 0.5, "cifar10": 0.15, "cifar100": 0.15, "sst5": 1.0
    }  # fmt: skip


def test_fine_tuning_is_one_epoch_from_the_common_model_at_the_first_rate(monkeypatch):
    cell = Cell(clients=2, rounds=4, batch_size=64, rate=0.2, levels=2)
    ends, plain = [], module.run
    for where in (module, shared_training):
        monkeypatch.setattr(where, "run", lambda *given, **more: ends.append(plain(*given, **more)) or ends[-1])
    told = play(cell, "fedavg", alone=Result([0.5, 0.5], [0.5, 0.5], 1.0))
    common, tuned = ends
    assert len(common.bank) == 1
    assert len(tuned.bank) == 2
    data = cell.scene.clients
    batches = LocalWork(rate=0.2, batch_size=64, epochs=1).batches(
        data, seed=seed_for(cell.seed, "fine-tuning"), round=0
    )
    for client in range(2):
        task = cell.task(two_widths=False)
        network = task.module()
        common.bank.load(0, network)
        optimizer = torch.optim.SGD(network.parameters(), lr=0.2, momentum=0.9)
        for step in range(batches.steps[client]):
            rows = batches.rows[step, client, : int(batches.counts[step, client])]
            inputs, labels = data.gather(rows)
            optimizer.zero_grad()
            fn.cross_entropy(network(inputs), labels).backward()
            optimizer.step()
        expected = task.layout.join(dict(network.named_parameters()))
        assert torch.allclose(tuned.bank.values[client], expected, atol=1e-5)
        assert (expected - common.bank.values[0]).norm() > 0.05
    assert told.extra["tuned_test"] != told.test


@pytest.mark.parametrize(("precision", "allowed"), [("single", False), ("tf32", True), ("bfloat16", False)])
def test_whether_a_gpu_may_round_products_is_said_and_put_back(monkeypatch, precision, allowed):
    switches = torch.backends.cudnn, torch.backends.cuda.matmul
    before, seen = [switch.allow_tf32 for switch in switches], []

    def method(here):
        seen.append([switch.allow_tf32 for switch in switches])
        return Given([], [])

    monkeypatch.setitem(module.METHODS, "stand-alone", method)
    play(Cell(), "stand-alone", precision=precision)
    assert seen == [[allowed, allowed]]
    assert [switch.allow_tf32 for switch in switches] == before


def test_training_has_the_seed_and_the_rounds_of_its_cell(monkeypatch):
    seen, plain = [], module.run
    monkeypatch.setattr(module, "run", lambda *given, **more: seen.append(more) or plain(*given, **more))
    play(replace(SMALL, seed=5), "stand-alone")
    assert [(told["seed"], told["rounds"]) for told in seen] == [(5, 2)]
