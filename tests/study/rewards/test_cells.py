import pytest

torch = pytest.importorskip("torch")

import incentives_book.study.rewards.cells as cells
from incentives.learning.data import Dataset, load
from incentives.methods.aequa import plain_task, two_width_task
from incentives_book.rewards.practice_figures import (
    draw_against_contribution,
    draw_rewards,
    draw_width_curves,
    draw_width_history,
)
from incentives_book.study.rewards.cells import NETWORKS, Cell
from incentives_book.study.rewards.methods import ENGINES, METHODS, Result, play
from incentives_book.study.rewards.results import outcomes, spread, table

SMALL = dict(clients=3, rounds=1, batch_size=64, levels=3)


@pytest.fixture(scope="module")
def alone():
    return play(Cell(**SMALL), "stand-alone")


def test_all_methods_of_a_cell_start_from_the_same_weights_and_clients():
    cell = Cell(**SMALL)
    from incentives.learning.chance import generator

    plain, _ = cell.task(two_widths=False).initial(generator(cell.seed, "initial"))
    two, _ = cell.task(two_widths=True).initial(generator(cell.seed, "initial"))
    assert torch.equal(plain.values, two.values)
    again = Cell(**SMALL)
    assert torch.equal(cell.scene.clients.index, again.scene.clients.index)
    assert Cell(**SMALL, seed=1).scene.clients.index.tolist() != cell.scene.clients.index.tolist()


@pytest.mark.parametrize("method", [m for m in METHODS if m != "stand-alone"])
def test_every_method_gives_every_client_something(method, alone):
    result = play(Cell(**SMALL), method, alone=alone)
    assert len(result.test) == len(result.validation) == 3
    assert all(0 <= level <= 1 for level in result.test + result.validation)
    assert result.seconds > 0
    if method == "fedavg":
        assert len(set(result.test)) == 1
        assert len(result.extra["tuned_test"]) == 3
    if method == "aequa":
        assert len(result.extra["test_curve"]) == 3
        for rule in ("ratio", "anchor", "width-reward"):
            chosen = [result.extra["widths"].index(w) for w in result.extra[rule]["widths"]]
            assert result.extra[rule]["test"] == [result.extra["test_curve"][k] for k in chosen]
        assert result.test == result.extra["ratio"]["test"]
    if method.startswith("aequa-"):
        assert max(result.extra["widths"]) == 1


@pytest.mark.parametrize("method", ["fedavg", "iafl", "aequa"])
def test_participation_by_chance_is_a_contribution(method, alone):
    cell = Cell(**SMALL, participation=True)
    result = play(cell, method, alone=alone)
    assert len(result.test) == 3


def test_engines_give_the_same_models(alone):
    for method in ("fedavg", "iafl", "aequa"):
        slow, fast = (play(Cell(**SMALL), method, alone=alone, engine=e) for e in ENGINES)
        assert fast.test == pytest.approx(slow.test, abs=0.01)


@pytest.mark.parametrize("method", METHODS)
def test_in_bfloat16_methods_reach_what_they_reach_in_single_precision(method):
    cell, equal = Cell(clients=3, rounds=6, batch_size=16, levels=3), Result([0.5, 0.6, 0.7], [0.5] * 3, 1.0)
    single, mixed = (play(cell, method, alone=equal, precision=p) for p in ("single", "bfloat16"))
    assert min(single.test) > 0.4
    assert mixed.test == pytest.approx(single.test, abs=0.06)


def test_who_all_contribute_the_same_all_get_the_full_network():
    equal = Result(validation=[0.5] * 3, test=[0.5] * 3, seconds=1.0)
    assert play(Cell(**SMALL), "aequa", alone=equal).extra["width-reward"]["widths"] == [1.0] * 3


def test_a_deviator_keeps_examples_to_itself_or_spoils_labels():
    honest = Cell(**SMALL)
    held = Cell(**SMALL, deviator=1, withheld=0.75)
    assert held.scene.clients.sizes[1] == pytest.approx(honest.scene.clients.sizes[1] / 4, abs=1)
    assert held.scene.clients.sizes[0] == honest.scene.clients.sizes[0]
    spoiled = Cell(**SMALL, deviator=1, mislabelled=0.5)
    _, mine = spoiled.scene.clients.client(1)
    _, theirs = honest.scene.clients.client(1)
    changed = (mine != theirs).sum()
    assert int(changed) == round(0.5 * len(mine))
    _, other = spoiled.scene.clients.client(0)
    assert torch.equal(other, honest.scene.clients.client(0)[1])
    assert "deviator" in held.settings
    assert "deviator" not in honest.settings


def test_wrong_labels_are_those_of_the_next_class():
    honest, spoiled = (Cell(**SMALL, deviator=1, mislabelled=share).scene.clients.client(1)[1] for share in (0, 1))
    assert set(honest.tolist()) == set(range(10))
    assert spoiled.tolist() == [0 if label == 9 else label + 1 for label in honest.tolist()]


def test_who_withholds_more_withholds_the_same_and_others_and_keeps_one():
    def kept(withheld):
        clients = Cell(**SMALL, deviator=1, withheld=withheld).scene.clients
        return set(clients.index[1, : clients.sizes[1]].tolist())

    assert kept(0.75) < kept(0.5) < kept(0.0)
    assert len(kept(0.9999)) == 1


def test_all_examples_may_be_asked_for_and_all_tests_are_scored_unless_told():
    whole = Cell(**SMALL).scene
    asked = Cell(**SMALL, examples=1204, tests=len(whole.test)).scene
    assert sum(asked.clients.sizes) == sum(whole.clients.sizes) == 1204
    assert torch.equal(asked.test.labels, whole.test.labels)
    more = Cell(**SMALL, tests=10**6).scene
    assert torch.equal(more.test.labels, whole.test.labels)


def written(counts):
    """A data set of writers with these numbers of images, each of its writer's colour."""
    owners = torch.cat([torch.full((count,), writer) for writer, count in enumerate(counts)])
    images = owners.to(torch.uint8)[:, None, None, None].expand(-1, 1, 28, 28).clone()
    names = tuple(f"writer {writer}" for writer in range(len(counts)))
    labels = torch.arange(len(owners)) % 62
    return Dataset("femnist", "all", images, labels, tuple(map(str, range(62))), "sum", owners=owners, writers=names)


def test_clients_are_writers_of_twenty_images_of_which_a_tenth_is_for_testing(monkeypatch):
    sets = {("femnist", "all"): written([40, 19, 20, 60, 5])}
    monkeypatch.setattr(cells, "_loaded", lambda *given: sets[given])
    scene = Cell(data="femnist", partition="by-writer", clients=3).scene
    colours = [set(scene.clients.client(k)[0].flatten().tolist()) for k in range(3)]
    assert all(len(colour) == 1 for colour in colours)
    assert len(set.union(*colours)) == 3
    assert len(scene.test) == 4 + 2 + 6
    assert set(scene.test.owners.tolist()) == {0, 2, 3}
    assert sum(scene.clients.sizes) + len(scene.validation) == 36 + 18 + 54
    assert len(scene.validation) == 11  # a tenth of what is left
    with pytest.raises(ValueError, match=r"clients must be at most 3, the writers of 20 images, got 4"):
        _ = Cell(data="femnist", partition="by-writer", clients=4).scene


def test_writers_who_are_left_without_examples_are_no_clients(monkeypatch):
    monkeypatch.setattr(cells, "_loaded", lambda name, split: written([200, 20, 20]))
    with pytest.raises(ValueError, match=r"clients must be [12], the writers with training examples, got 3"):
        _ = Cell(data="femnist", partition="by-writer", clients=3, examples=4, validation=0.25).scene


def test_validation_is_a_share_of_what_is_trained_on_where_the_set_has_none(monkeypatch):
    both = {"train": written([200]), "test": written([30])}
    for data in both.values():
        object.__setattr__(data, "labels", torch.arange(len(data)) % 10)
    monkeypatch.setattr(cells, "_loaded", lambda name, split: both[split])
    scene = Cell(data="mnist", clients=2, validation=0.3, examples=100).scene
    assert (sum(scene.clients.sizes), len(scene.validation), len(scene.test)) == (70, 30, 30)


def test_examples_and_tests_that_are_drawn_keep_their_order():
    scene = Cell(**SMALL, examples=90, tests=50).scene
    for split, drawn in (("train", scene.clients.inputs), ("test", scene.test.inputs)):
        whole = load("digits", split=split).inputs.flatten(1)
        places = [int((whole == image).all(1).nonzero()[0, 0]) for image in drawn.flatten(1)]
        assert places == sorted(places)


def test_few_examples_and_few_tests(monkeypatch):
    cell = Cell(**SMALL, examples=90, tests=50)
    assert sum(cell.scene.clients.sizes) == 90
    assert len(cell.scene.test) == 50
    with pytest.raises(ValueError, match="examples must be at most 1204"):
        _ = Cell(**SMALL, examples=5000).scene


def test_the_networks_take_the_data_of_their_name():
    for name, make in NETWORKS.items():
        network = make((0.5, 1.0)).eval()
        shape = {"digits": (1, 8, 8), "svhn": (3, 32, 32), "cifar10": (3, 32, 32), "cifar100": (3, 32, 32)}
        inputs = torch.zeros(1, *shape.get(name, (1, 28, 28)))
        if name == "sst5":
            inputs = torch.ones(1, 5, dtype=torch.int64)
        with torch.no_grad():
            classes = {"femnist": 62, "cifar100": 100, "sst5": 5}.get(name, 10)
            assert network(inputs, 0.5).shape == (1, classes)


def test_a_narrower_resnet_and_another_length_are_told_where_they_are_given():
    plain = Cell(data="cifar10")
    assert not {"channels", "length"} & plain.settings.keys()
    narrow = Cell(data="cifar10", channels=4, length=2.0, levels=3)
    assert (narrow.settings["channels"], narrow.settings["length"]) == (4, 2.0)
    stem = narrow.task(two_widths=True).layout["network.stem.weight"]
    assert stem.shape == (4, 3, 3, 3)
    for whole in (plain, Cell(data="cifar100")):
        assert whole.task(two_widths=False).layout["network.stem.weight"].shape == (64, 3, 3, 3)


def test_the_network_of_the_digits_has_sixteen_channels_and_thirty_two_cells():
    layout = Cell().task(two_widths=False).layout
    assert layout["network.conv.weight"].shape[0] == 16
    assert layout["network.hidden.weight"].shape[0] == 32


def test_a_round_is_one_epoch_with_momentum_at_a_rate_that_falls_twice():
    work = Cell(rounds=8, rate=0.4, batch_size=5).work()
    assert (work.epochs, work.steps, work.momentum, work.batch_size) == (1, None, 0.9, 5)
    rates = [work.sgd(t).rate for t in range(8)]
    assert rates == pytest.approx([0.4] * 4 + [0.04] * 2 + [0.004] * 2)


@pytest.mark.parametrize("kind", [plain_task, two_width_task])
def test_only_in_bfloat16_a_network_answers_in_numbers_of_sixteen_bits(kind):
    inputs = Cell(**SMALL).scene.example()
    answers = {p: kind(Cell(**SMALL).maker(p)).module()(inputs) for p in ("single", "tf32", "bfloat16")}
    with pytest.raises(ValueError, match="precision must be one of single, tf32, bfloat16"):
        Cell().maker("half")
    short = {precision: torch.equal(answer, answer.bfloat16().float()) for precision, answer in answers.items()}
    assert short == {"single": False, "tf32": False, "bfloat16": True}


def test_widths_are_drawn_from_the_menu_where_batch_norms_keep_one_set_for_each():
    narrow = Cell(data="cifar10", channels=4, levels=3, narrowest=0.5)
    assert narrow.task(two_widths=True).local_loss.menu == narrow.widths == (0.5, 0.75, 1.0)
    plain = Cell(narrowest=0.5, seed=4).task(two_widths=True).local_loss
    assert (plain.menu, plain.narrowest, plain.seed) == (None, 0.5, 4)


def test_what_trains_what_chooses_and_what_scores_are_apart_and_drawn_by_the_seed():
    scene = Cell(**SMALL).scene
    kept = [part.scaled().flatten(1).tolist() for part in (scene.validation, scene.test)]
    trained = scene.clients.inputs.flatten(1).double()
    trained = (trained / trained.max()).tolist()
    as_rows = [{tuple(round(x, 3) for x in row) for row in rows} for rows in (trained, *kept)]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert len(as_rows[one] & as_rows[other]) < 5  # a few digits may be drawn alike
    few = [Cell(**SMALL, examples=90, seed=seed).scene.clients.inputs for seed in (0, 1)]
    assert not torch.equal(*few)


def test_clients_can_be_writers(monkeypatch):
    import incentives_book.study.rewards.cells as module

    asked = []
    monkeypatch.setattr(module, "_loaded", lambda *given: asked.append(given) or load("digits", split="train"))
    cell = Cell(data="mnist-writers", partition="by-writer", clients=6, rounds=1)
    scene = cell.scene
    assert asked == [("mnist", "train")]
    assert scene.clients.clients == 6
    assert len(scene.validation) + len(scene.test) + sum(scene.clients.sizes) == 1204
    with pytest.raises(ValueError, match="partition of mnist-writers must be one of by-writer"):
        Cell(data="mnist-writers")


def test_the_smallest_cells_are_cells():
    least = Cell(clients=2, rounds=1, batch_size=1, levels=2, examples=2, tests=1)
    assert least.widths == (0.25, 1.0)
    assert Cell(data="cifar10", channels=1).channels == 1
    assert Cell(length=0.125).length == 0.125
    assert Cell(clients=3, deviator=2, withheld=0.0, mislabelled=1.0).deviator == 2


def test_the_settings_that_are_told_by_default():
    assert Cell().settings == {
        "data": "digits", "partition": "homogeneous", "seed": 0, "clients": 10, "rounds": 50, "batch_size": 64,
        "rate": 0.05, "momentum": 0.9, "narrowest": 0.25, "levels": 16, "examples": None, "validation": 0.1,
        "tests": None, "participation": False,
    }  # fmt: skip
    told = Cell(deviator=0).settings
    assert (told["deviator"], told["withheld"], told["mislabelled"]) == (0, 0.0, 0.0)
    assert Cell().widths == tuple(round(0.25 + 0.05 * k, 6) for k in range(16))
    assert Cell(levels=8).widths[:3] == (0.25, 0.357143, 0.464286)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"data": "imagenet"}, "data must be one of"),
        ({"partition": "odd"}, "partition of digits must be one of"),
        ({"clients": 1}, "clients must be a whole number of at least 2"),
        ({"clients": 2.0}, "clients must be a whole number of at least 2"),
        ({"rounds": 0}, "rounds must be a whole number of at least 1"),
        ({"rounds": True}, "rounds must be a whole number of at least 1"),
        ({"batch_size": 0}, "batch_size must be a whole number of at least 1"),
        ({"levels": 1}, "levels must be a whole number of at least 2"),
        ({"examples": 20.0}, "examples, at least one per client, must be"),
        ({"tests": 2.0}, "tests must be a whole number of at least 1"),
        ({"narrowest": 0.0}, "narrowest must be a finite number above 0 and below 1"),
        ({"validation": 1.0}, "validation must be a finite number above 0 and below 1"),
        ({"deviator": -1}, "deviator must be a whole number from 0 to 9"),
        ({"deviator": 0, "withheld": -0.1}, "withheld must be a finite number of at least 0 and below 1"),
        ({"deviator": 0, "mislabelled": 1.1}, "mislabelled must be a finite number"),
        ({"deviator": 0, "mislabelled": -0.1}, "mislabelled must be a finite number"),
        ({"data": "cifar10", "channels": 0}, "channels must be a whole number of at least 1"),
        ({"length": -1.0}, "length must be a finite number above 0"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"examples": 3}, "examples, at least one per client, must be"),
        ({"tests": 0}, "tests must be a whole number of at least 1"),
        ({"narrowest": 1.0}, "narrowest must be a finite number above 0 and below 1"),
        ({"validation": 0.0}, "validation must be a finite number above 0 and below 1"),
        ({"rate": -1.0}, "rate must be a finite number above 0"),
        ({"deviator": 10}, "deviator must be a whole number from 0 to 9"),
        ({"channels": 8}, "channels must be at least 1 and only for cifar10, cifar100, got 8 for digits"),
        ({"length": 0.0}, "length must be a finite number above 0"),
        ({"deviator": 0, "withheld": 1.0}, "withheld must be a finite number of at least 0 and below 1"),
    ],
)
def test_bad_cells_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Cell(**settings)


def test_play_needs_a_method_and_the_stand_alone_result():
    with pytest.raises(ValueError, match="method must be one of"):
        play(Cell(**SMALL), "fedprox")
    with pytest.raises(ValueError, match="engine must be one of sequential"):
        play(Cell(**SMALL), "stand-alone", engine="rocket")
    with pytest.raises(ValueError, match="precision must be one of single, tf32, bfloat16, got 'half'"):
        play(Cell(**SMALL), "stand-alone", precision="half")
    with pytest.raises(ValueError, match="alone must be the cell's stand-alone result"):
        play(Cell(**SMALL), "aequa")


def record(method, test, seed=0, **extra):
    return {
        "settings": {"method": method, "data": "d", "partition": "p", "seed": seed},
        "test": test,
        "validation": [0.0] * len(test),
        "seconds": 1.5,
        "extra": extra,
    }


def test_tables_from_records():
    records = [record("stand-alone", [0.2, 0.6], seed=s) for s in (0, 1)]
    records += [record("iafl", [0.4, 0.8], seed=0), record("iafl", [0.9, 0.7], seed=1)]
    records += [record("fedavg", [0.7, 0.7], tuned_test=[0.3, 0.9], tuned_validation=[0, 0])]
    records += [record("cgsv", [0.1, 0.1], seed=9)]  # no stand-alone record beside it
    found = outcomes(records)
    assert [(o.name, o.seed) for o in found] == [("FedAvg", 0), ("FedAvg-FT", 0), ("IAFL", 0), ("IAFL", 1)]
    assert found[0].correlation is None
    assert found[2].gain == pytest.approx(20)
    assert found[2].gain_spread == pytest.approx(0)
    rows = table(found, "accuracy", ["FedAvg", "IAFL", "CGSV"])
    assert rows == [("d", "p", "0.700", "0.700 ± 0.141", "undefined")]
    assert table(found, "correlation", ["IAFL"])[0][2] == "0.000 ± 1.414"
    assert spread([1.0]) == "1.000"


def test_figures_show_what_they_are_given():
    ax = draw_width_curves([0.5, 1.0], {"a": [0.1, 0.2], "b": [0.3, 0.4]})
    assert [line.get_ydata().tolist() for line in ax.lines] == [[0.1, 0.2], [0.3, 0.4]]
    ax = draw_rewards([0.5, 0.2], {"m": [0.6, 0.3]})
    assert [patch.get_height() for patch in ax.patches] == [0.2, 0.5]
    assert ax.lines[0].get_ydata().tolist() == [0.3, 0.6]
    ax = draw_width_history([[1.0, 1.0], [0.5, 1.0]])
    drawn = [line.get_ydata().tolist() for line in ax.lines]
    assert drawn[::2] == [[1.0, 0.5], [1.0, 1.0]]
    assert drawn[1::2] == [[], [1.0]], "in the first round nobody holds most alone, in the second client 1"
    assert [text.get_text() for text in ax.texts] == ["1"]
    ax = draw_against_contribution({"m": [0.1, 0.2]}, {"m": [0.3, 0.4]})
    assert ax.lines[0].get_xdata().tolist() == [0.1, 0.2]


def test_a_result_is_a_value():
    assert Result([0.1], [0.2], 1.0) == Result([0.1], [0.2], 1.0)
