"""Own data and own network: the entrance gives what the studies give, and refuses what does not fit."""

import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")
from torch import nn
from torch.utils.data import Dataset, Subset, TensorDataset

from incentives.learning.federated_data import FederatedData
from incentives.learning.slim_networks import OneConv
from incentives.methods import compare
from incentives.methods.own_federation import read_examples
from incentives_book.study.rewards.cells import Cell
from incentives_book.study.rewards.methods import play

ROOT = Path(__file__).resolve().parents[2]


def clients(count=3, each=60, seed=0, noise=0.3):
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(count):
        x = rng.normal(size=(each, 4)).astype(np.float32)
        rows.append((x, (x[:, 0] + x[:, 1] + noise * rng.normal(size=each) > 0).astype(int) + (x[:, 2] > 1)))
    return rows


def network():
    return nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 3))


FAST = {"rounds": 2, "levels": 3, "batch_size": 16}


def test_the_entrance_gives_what_the_study_of_the_book_gives():
    cell = Cell(rounds=2, clients=3, levels=4, partition="dirichlet-0.5")
    scene = cell.scene
    found = compare(
        scene.clients,
        lambda: OneConv(side=8, channels=16, hidden=32),
        methods=["fedavg", "fine-tuned", "cgsv", "iafl", "aequa", "aequa-while-training"],
        validation=(scene.validation.scaled(), scene.validation.labels),
        test=(scene.test.scaled(), scene.test.labels),
        rounds=2,
        levels=4,
    )
    alone = play(cell, "stand-alone")
    assert found.contributions == tuple(alone.validation)
    assert found.rewards["stand-alone"] == tuple(alone.test)
    for method, of_study in (
        ("fedavg", "fedavg"),
        ("cgsv", "cgsv"),
        ("iafl", "iafl"),
        ("aequa", "aequa"),
        ("aequa-while-training", "aequa-cgsv"),
    ):
        study = play(cell, of_study, alone=alone)
        assert found.rewards[method] == tuple(study.test)
        assert found.validation[method] == tuple(study.validation)
        if method == "fedavg":
            assert found.rewards["fine-tuned"] == tuple(study.extra["tuned_test"])
        if method == "aequa":
            assert found.widths[method] == tuple(study.extra["ratio"]["widths"])
            assert list(found.out_of_reach) == study.extra["out_of_reach"]
        if method == "aequa-while-training":
            assert found.widths[method] == tuple(study.extra["widths"])


class Pairs(Dataset):
    """A Dataset of one's own: single examples, classes as plain numbers."""

    def __init__(self, pair):
        self.pair = pair

    def __len__(self):
        return len(self.pair[1])

    def __getitem__(self, place):
        return self.pair[0][place], int(self.pair[1][place])


def test_arrays_tensors_lists_and_datasets_are_the_same_data():
    kinds = {
        "arrays": lambda pair: pair,
        "tensors": lambda pair: tuple(map(torch.as_tensor, pair)),
        "double": lambda pair: (pair[0].astype(float), pair[1].astype(np.int32)),
        "TensorDataset": lambda pair: TensorDataset(*map(torch.as_tensor, pair)),
        "Subset": lambda pair: Subset(TensorDataset(*map(torch.as_tensor, pair)), range(len(pair[1]))),
        "own": Pairs,
    }
    module = network()
    found = {
        k: compare([kind(p) for p in clients()], module, methods=["aequa"], **FAST).rewards for k, kind in kinds.items()
    }
    assert all(one == found["arrays"] for one in found.values())


def test_a_network_with_batch_norms_gets_a_norm_for_each_width():
    module = nn.Sequential(nn.Linear(4, 12), nn.BatchNorm1d(12), nn.ReLU(), nn.Linear(12, 3))
    found = compare(clients(), module, methods=["fine-tuned", "aequa", "aequa-while-training"], **FAST)
    assert set(found.widths["aequa"]) | set(found.widths["aequa-while-training"]) <= {0.25, 0.625, 1.0}
    with pytest.raises(ValueError, match="no batch of one example"):
        compare(clients(each=60), module, methods=["fedavg"], **{**FAST, "batch_size": 41})


class Residual(nn.Module):
    """A network that no slice narrows."""

    def __init__(self):
        super().__init__()
        self.first, self.out = nn.Linear(4, 4), nn.Linear(4, 3)

    def forward(self, inputs):
        return self.out(inputs + self.first(inputs).relu())


def test_any_network_will_do_where_no_method_rewards_with_widths():
    found = compare(clients(), Residual, methods=["fedavg", "cgsv", "iafl"], **FAST)
    assert list(found.rewards) == ["stand-alone", "fedavg", "cgsv", "iafl"]
    with pytest.raises(ValueError, match=r"network must be an nn\.Sequential"):
        compare(clients(), Residual, methods=["aequa"], **FAST)


def test_aequa_gives_a_narrow_network_to_whoever_contributes_little():
    # Five clients with 4 examples more than nothing, one with a thousand.
    rng = np.random.default_rng(3)
    few = [
        (x, (x[:, 0] * x[:, 1] > 0).astype(int))
        for x in (rng.normal(size=(n, 4)).astype(np.float32) for n in (12, 12, 12, 900))
    ]
    found = compare(
        few,
        lambda: nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)),
        methods=["aequa"],
        rounds=30,
        levels=4,
        batch_size=16,
    )
    assert found.contributions.index(max(found.contributions)) == 3
    assert found.widths["aequa"][3] == max(found.widths["aequa"])
    assert all(
        v >= min(c, max(found.validation["aequa"]))
        for v, c in zip(found.validation["aequa"], found.contributions, strict=True)
    )


def test_rows_summary_picture_and_text_say_the_same():
    found = compare(clients(), network(), **FAST)
    rows = found.rows()
    assert len(rows) == 5 * 3
    for row in found.summary():
        own = [r for r in rows if r["method"] == row["method"]]
        assert row["reward"] == pytest.approx(np.mean([r["reward"] for r in own]))
        assert row["gain"] == pytest.approx(np.mean([r["gain"] for r in own]))
        assert f"{row['reward']:.3f}" in str(found)
    worse = sum(r["gain"] < 0 for r in rows if r["method"] != "stand-alone")
    ax = found.picture()
    assert ax.get_title() == f"{worse} of 12 rewards are worse than staying alone"
    assert [line.get_label() for line in ax.lines] == ["as good as alone", "fedavg", "cgsv", "iafl", "aequa"]
    pytest.importorskip("pandas")
    assert found.to_frame().shape == (15, 8)


def test_what_is_set_aside_is_trained_on_by_nobody():
    given = clients(count=2, each=50)
    numbered = [
        (np.arange(50 * k, 50 * k + 50, dtype=np.float32)[:, None].repeat(4, 1), labels)
        for k, (_, labels) in enumerate(given)
    ]
    from incentives.methods.own_federation import read_sets

    sets = read_sets(numbered, 0.1, 0.2, seed=0)
    parts = [set(part.inputs[:, 0].tolist()) for part in (sets.validation, sets.test)]
    parts += [set(sets.clients.client(k)[0][:, 0].tolist()) for k in range(2)]
    assert [len(part) for part in parts] == [10, 20, 35, 35]
    assert set.union(*parts) == set(map(float, range(100)))
    for k in range(2):
        inputs, labels = sets.clients.client(k)
        assert all(
            given[k][1][int(x) - 50 * k] == y for x, y in zip(inputs[:, 0].tolist(), labels.tolist(), strict=True)
        )


class Frame:
    """What a data frame is known by."""

    columns = ("x", "y", "hospital")

    def to_numpy(self):
        return np.zeros((2, 3))


PAIR = clients(1)[0]
BAD = {
    "one client": ({"data": [PAIR]}, "data must be a list of at least two clients"),
    "a pair for data": ({"data": 5}, "data must be a list of at least two clients"),
    "no pairs": ({"data": [PAIR, 3]}, "client 1 must be a pair"),
    "lengths": ({"data": [PAIR, (PAIR[0], PAIR[1][:-1])]}, "client 1 must have inputs of shape"),
    "not a number": ({"data": [PAIR, (PAIR[0] * np.nan, PAIR[1])]}, "inputs of client 1 must be finite"),
    "other shape": ({"data": [PAIR, (PAIR[0][:, :3], PAIR[1])]}, "inputs must be alike"),
    "label too high": ({"data": [PAIR, (PAIR[0], PAIR[1] + 5)]}, "labels of data must be classes from 0 to 2"),
    "label below 0": ({"data": [PAIR, (PAIR[0], PAIR[1] - 1)]}, "labels of data must be classes from 0 to 2"),
    "columns of a set beside a federation": (
        {
            "data": FederatedData.of(*PAIR, [range(30), range(30, 60)]),
            "validation": (PAIR[0][:, :3], PAIR[1]),
            "test": PAIR,
        },
        r"inputs must be alike everywhere, .*got torch.float32 \(3,\) of validation",
    ),
    "labels between": ({"data": [PAIR, (PAIR[0], PAIR[1] + 0.5)]}, "labels of client 1 must be whole"),
    "too few": ({"data": [PAIR, (PAIR[0][:2], PAIR[1][:2])]}, "client 1 must keep an example"),
    "one pair for everybody": ({"data": PAIR}, "got one pair .*: say whose rows are whose, FederatedData.of"),
    "clients by name": ({"data": {"a": PAIR, "b": PAIR}}, r"got dict: give list\(data.values\(\)\)"),
    "rows of everybody in a frame": (
        {"data": Frame()},
        r"got Frame: give \[\(rows\[inputs\], rows\[label\]\) for _, rows in data.groupby\(client\)\]",
    ),
    "a module without widths": (
        {"network": nn.Linear(4, 3), "methods": ["fedavg", "aequa"]},
        r'where a method rewards with widths; methods=\["fedavg"\] and others .* take any module; got Linear',
    ),
    "one number each": ({"data": [PAIR, (PAIR[0][:, 0], PAIR[1])]}, r"give a column of them, inputs\[:, None\]"),
    "labels in a column": ({"data": [PAIR, (PAIR[0], PAIR[1][:, None])]}, r"give the column itself, labels\[:, 0\]"),
    "too few scores": ({"network": nn.Linear(4, 2)}, "got 0 to 2: let the network give 3 scores"),
    "test of one class": (
        {"test": (PAIR[0], 0 * PAIR[1])},
        "labels of test must be of at least two classes, got only 0",
    ),
    "inputs of another network": (
        {"network": nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 3))},
        "network must accept inputs",
    ),
    "no network": ({"network": 3}, "network must be an nn.Module"),
    "no network made": ({"network": lambda: 3}, "network must be an nn.Module"),
    "method": ({"methods": ["sharing"]}, "methods must be among"),
    "share": ({"test": 1.5}, "test must be data, or a share"),
    "shares": ({"test": 0.6, "validation": 0.4}, "must leave examples"),
    "boolean": ({"test": True}, "test must"),
    "rounds": ({"rounds": 0}, "rounds must be a whole number"),
    "batch": ({"batch_size": 1.5}, "batch_size must be a whole number"),
    "narrowest": ({"narrowest": 1}, "narrowest must be a width"),
    "levels": ({"levels": 1}, "levels must be a whole number"),
    "rate": ({"rate": float("nan")}, "rate must be"),
    "seed": ({"seed": -1}, "seed must be a whole number"),
    "engine": ({"engine": "stacked"}, "engine must be"),
    "cost": ({"cost": "cheap"}, "cost"),
    "momentum": ({"momentum": 1.0}, "momentum must be"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_fit_is_named(name):
    change, words = BAD[name]
    call = {"data": [PAIR, PAIR], "network": network(), "methods": ["aequa"], **FAST, **change}
    with pytest.raises(ValueError, match=words):
        compare(**call)


def test_the_journey_of_the_guide_is_ten_lines_of_public_names():
    text = (ROOT / "notebooks/guide/your-own-data-and-network.md").read_text(encoding="utf-8")
    cells = re.findall(r"```\{code-cell\}.*?^$(.*?)```", text, re.S | re.M)
    program = next(cell for cell in cells if "methods.compare" in cell).replace("rounds=rounds", "rounds=20")
    lines = [line for line in program.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert len(lines) <= 14  # with the imports and the data
    assert not re.search(r"incentives\.\w+\.\w+ import|incentives_book|\._", program)
    named = {}
    exec(program, named)
    assert set(named["found"].rewards) == {"stand-alone", "fedavg", "cgsv", "iafl", "aequa"}
    assert len(named["found"].rewards["aequa"]) == 10


def test_median_trimmed_mean_and_krum_stand_in_the_table():
    robust = ["median", "trimmed-mean", "krum"]
    found = compare(clients(5), network(), methods=["fedavg", *robust], **FAST)
    assert [row["method"] for row in found.summary()] == ["stand-alone", "fedavg", *robust]
    assert all(len(set(found.rewards[method])) == 1 for method in robust)  # one model for everybody
    with pytest.raises(ValueError, match="methods with 'krum' need at least 4 clients, got 3"):
        compare(clients(3), network(), methods=robust, **FAST)


def test_a_baseline_gives_what_rounds_by_hand_give():
    # One full batch and one step per round: every client's model is a plain gradient step.
    module, given = nn.Linear(4, 3), clients(5)
    ask = {
        "rounds": 2,
        "batch_size": 10**6,
        "momentum": 0.0,
        "rate": lambda round: 0.5,
        "methods": ["median", "trimmed-mean", "krum"],
    }
    aside = given[0]
    found = compare(given, module, validation=aside, test=aside, **ask)
    rules = {
        "median": lambda rows: np.median(rows, axis=0),
        "trimmed-mean": lambda rows: np.sort(rows, axis=0)[1:-1].mean(axis=0),
        "krum": lambda rows: rows[
            np.argmin([np.sort(((rows - row) ** 2).sum(1))[1 : len(rows) - 2].sum() for row in rows])
        ],
    }
    inputs, labels = aside
    for name, rule in rules.items():
        weight, bias = (p.detach().numpy().astype(float) for p in module.parameters())
        for _ in range(2):
            sent = []
            for x, y in given:
                scores = x @ weight.T + bias
                chances = np.exp(scores - scores.max(1, keepdims=True))
                chances /= chances.sum(1, keepdims=True)
                pull = (chances - np.eye(3)[y]) / len(y)
                sent.append(np.concatenate([(weight - 0.5 * pull.T @ x).ravel(), bias - 0.5 * pull.sum(0)]))
            new = rule(np.array(sent))
            weight, bias = new[:12].reshape(3, 4), new[12:]
        right = (inputs @ weight.T + bias).argmax(1) == labels
        by_class = [right[labels == k].mean() for k in np.unique(labels)]
        assert found.rewards[name] == pytest.approx([np.mean(by_class)] * len(given), abs=1e-9)


def test_a_diverged_training_is_told_and_is_no_accuracy():
    pixels = [(x * 300, y) for x, y in clients()]
    quick = {**FAST, "methods": ["fedavg", "fine-tuned", "iafl", "aequa"]}
    found = compare(pixels, network(), rate=1e6, **quick)
    assert list(found.diverged) == ["stand-alone", *quick["methods"]]
    assert re.match(
        r"diverged in round [12]: lower the rate or scale the inputs \(largest \d+", found.diverged["fedavg"]
    )
    assert all(np.isnan(value) for given in found.rewards.values() for value in given)
    assert str(found).count("diverged in round") == 5
    assert "%" not in str(found)
    with pytest.raises(ValueError, match="nothing can be drawn"):
        found.picture()


def test_a_network_without_an_answer_left_counts_as_diverged():
    # Everything stays finite, but no unit answers any more: the last bias gives all examples one class.
    dead = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 3))
    with torch.no_grad():
        dead[0].bias.fill_(-1e3)
    found = compare(clients(), dead, methods=["fedavg"], **FAST)
    assert found.diverged["fedavg"].startswith("diverged in round 1")
    assert not compare(clients(), network(), methods=["fedavg"], **FAST).diverged


def test_frames_and_names_of_classes_are_the_same_data():
    pandas = pytest.importorskip("pandas")
    names = np.array(["cat", "dog", "eel"])
    framed = [
        (
            pandas.DataFrame(x, columns=list("abcd"), index=range(9, 9 + len(x))),
            pandas.Series(names[y], index=range(5, 5 + len(y))),
        )
        for x, y in clients()
    ]
    module, quick = network(), {**FAST, "methods": ["aequa"]}
    numbers, named = compare(clients(), module, **quick), compare(framed, module, **quick)
    assert named.rewards == numbers.rewards
    assert (numbers.classes, named.classes) == (None, ("cat", "dog", "eel"))
    assert str(named).endswith("classes: 0 cat, 1 dog, 2 eel")
    aside = framed[0]
    assert compare(framed, module, test=aside, **quick).classes == named.classes


@pytest.mark.parametrize("methods", [["fedavg"], ["aequa"]])
def test_data_that_the_network_as_it_came_cannot_read_is_refused_whatever_is_asked(methods):
    with pytest.raises(ValueError, match=r"network must accept inputs of shape \(1, 4\)"):
        compare(clients(), nn.Sequential(nn.Linear(8, 12), nn.ReLU(), nn.Linear(12, 3)), methods=methods, **FAST)
    state = torch.get_rng_state()
    compare(clients(), network, methods=methods, **FAST)
    assert torch.equal(torch.get_rng_state(), state)


def test_one_activation_object_or_two_and_one_method_or_two_give_the_same():
    act = nn.ReLU()
    once = nn.Sequential(nn.Linear(4, 12), act, nn.Linear(12, 8), act, nn.Linear(8, 3))
    twice = nn.Sequential(once[0], nn.ReLU(), once[2], nn.ReLU(), once[4])
    asked = [(once, ["fedavg"]), (once, ["fedavg", "aequa"]), (twice, ["fedavg"]), (twice, ["fedavg", "aequa"])]
    rewards = [compare(clients(), module, methods=methods, **FAST).rewards["fedavg"] for module, methods in asked]
    assert len(set(rewards)) == 1


def test_what_a_frame_lacks_is_named_with_what_to_do():
    pandas = pytest.importorskip("pandas")
    (x, y), *_ = clients()
    frame = pandas.DataFrame(x, columns=list("abcd"))
    call = {"network": network(), "methods": ["fedavg"], **FAST}
    gap = frame.copy()
    gap.loc[3, "b"] = np.nan
    for wrong, words in (
        (gap, r"inputs of client 1 must be finite numbers, got nan \(columns: b miss values\): fill in"),
        (frame.assign(city="Rome"), r"inputs of client 1 must be .*columns: city hold no numbers"),
    ):
        with pytest.raises(ValueError, match=words):
            compare([(frame, y), (wrong, y)], **call)
    with pytest.raises(ValueError, match=r"client 1 must be a pair such as \(frame"):
        compare([(frame, y), frame], **call)
    with pytest.raises(ValueError, match=r"labels of client 1 must be all texts.*missing"):
        compare([(frame, y.astype(str)), (frame, np.where(y > 0, "a", None))], **call)


def test_columns_are_read_alike_whatever_stands_beside_them():
    """Or refused with what to do about them."""
    pandas = pytest.importorskip("pandas")
    call = {"network": network(), "methods": ["fedavg"], **FAST}
    y = np.array([0, 1] * 3)
    shades = pandas.DataFrame({"a": np.arange(6, dtype=np.uint8), "b": np.arange(6, dtype=np.uint8)})
    for frame in (shades, shades.astype("UInt8"), shades.astype({"a": "UInt8"})):
        ((inputs, _),), _ = read_examples({"client 0": (frame, y)})
        assert inputs[5].tolist() == pytest.approx([5 / 255, 5 / 255])
    for column in ([True, False] * 3, [1, 2.5, Fraction(1, 2)] * 2):
        objects = pandas.DataFrame({"a": np.arange(6.0), "b": pandas.Series(column, dtype=object)})
        ((inputs, _),), _ = read_examples({"client 0": (objects, y)})
        assert inputs[:, 1].tolist() == list(map(float, column))
    for beside, words in (
        (np.array([True, False] * 3), r"bytes, which are scaled .* \(columns: a, b hold bytes\): make them floats"),
        (np.arange(6.0), r"\(columns: a, b hold bytes\): .* divide by 255 what is a shade"),
        (pandas.to_timedelta(np.arange(6), unit="D"), r"\(columns: c hold no numbers\): .*lengths of time numbers of"),
        (
            pandas.Series([True, False, None] * 2, dtype=object),
            r"\(columns: c miss values\): fill in .* astype\(float\)$",
        ),
    ):
        with pytest.raises(ValueError, match=words):
            compare([(shades, y), (shades.assign(c=beside), y)], **call)


def test_columns_in_another_order_and_sparse_inputs_are_refused():
    pandas, sparse = pytest.importorskip("pandas"), pytest.importorskip("scipy.sparse")
    (x, y), *_ = clients()
    frame = pandas.DataFrame(x, columns=list("abcd"))
    for wrong, words in (
        (
            frame[list("dcba")],
            r"inputs of client 1 must have the columns of client 0 in their order, \['a', .*same columns",
        ),
        (sparse.csr_matrix(x), r"inputs of client 1 must be an array, got a sparse csr_matrix: give its toarray"),
    ):
        with pytest.raises(ValueError, match=words):
            compare([(frame, y), (wrong, y)], network(), methods=["fedavg"], **FAST)


def test_doubles_in_federated_data_are_the_same_data():
    (x, y), *others = clients()
    pooled = np.concatenate([x, others[0][0]]), np.concatenate([y, others[0][1]])
    module, quick = network(), {**FAST, "methods": ["fedavg"], "validation": others[1], "test": others[1]}
    single, double = (FederatedData.of(pooled[0].astype(kind), pooled[1], [range(60), range(60, 120)]) for kind in "fd")
    assert compare(single, module, **quick).rewards == compare(double, module, **quick).rewards


def test_bytes_beside_a_federation_are_prepared_as_it_prepares_its_own():
    from incentives.methods.own_federation import read_sets

    inputs = np.arange(40, dtype=np.uint8).reshape(10, 4)
    labels, parts = np.arange(10) % 2, [range(5), range(5, 10)]
    data = FederatedData.of(inputs, labels, parts, prepare=lambda taken: (taken.float() - 128) / 64)
    sets = read_sets(data, (inputs, labels), (inputs, labels), seed=0)
    wanted = (torch.as_tensor(inputs).float() - 128) / 64
    assert torch.equal(sets.validation.inputs, wanted)
    assert torch.equal(torch.cat([sets.clients.client(k)[0] for k in range(2)]), wanted)
    aside = read_sets(data, 0.2, (inputs, labels), seed=0)
    assert torch.equal(aside.test.inputs, wanted)
    # In whatever form they come: `prepare` takes a batch, never a single example.
    pandas = pytest.importorskip("pandas")
    single = list(zip(torch.as_tensor(inputs), labels, strict=True))
    nullable = pandas.DataFrame(inputs).astype("UInt8")
    batched = FederatedData.of(inputs, labels, parts, prepare=lambda taken: taken.float().flatten(1) / 9)
    for told in (single, (nullable, labels)):
        assert torch.equal(read_sets(data, told, (inputs, labels), seed=0).validation.inputs, wanted)
        kept = read_sets(batched, told, (inputs, labels), seed=0).validation.inputs
        assert torch.equal(kept, torch.as_tensor(inputs).float() / 9)
    with pytest.raises(ValueError, match="miss values"):
        read_sets(data, (nullable.mask(nullable == 3), labels), (inputs, labels), seed=0)
    assert {tuple(row.tolist()) for row in aside.validation.inputs} < {tuple(row.tolist()) for row in wanted}
