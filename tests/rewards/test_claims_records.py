"""What the committed records of the study say, recomputed from the JSON lines with NumPy alone."""

import json
from collections import defaultdict
from itertools import product
from pathlib import Path

import numpy as np
import pytest

PARTITIONS = (
    "homogeneous",
    "dirichlet-0.1",
    "dirichlet-0.5",
    "dirichlet-1",
    "dirichlet-2",
    "dirichlet-5",
    "quantity-2x0.4",
    "quantity-6x0.15",
    "label-skew",
)
CELLS = [(data, partition) for data in ("fashion_mnist", "mnist") for partition in PARTITIONS]
STORE = Path(__file__).parents[2] / "experiments" / "rewards-on-images" / "records.jsonl"


@pytest.fixture(scope="module")
def cells():
    """{(data, partition): {seed: {method: record}}}, only seeds for which all methods are there."""
    grid = defaultdict(lambda: defaultdict(dict))
    for line in STORE.read_text().splitlines():
        record = json.loads(line)
        told = record["settings"]
        grid[told["data"], told["partition"]][told["seed"]][told["method"]] = record
    assert sorted(grid) == sorted(CELLS)
    assert all(sorted(seeds) == list(range(10)) for seeds in grid.values())
    assert all(len(methods) == 5 for seeds in grid.values() for methods in seeds.values())
    return grid


def least(n):
    """How many of n coins must agree so that the chance is at most one in twenty, by listing the coins' sides."""
    sides = np.array(list(product((0, 1), repeat=n))).sum(1)
    return next(k for k in range(n + 2) if (sides >= k).mean() <= 0.05)


def seen(seeds, holds):
    """In how many seeds a statement about one seed's records holds, and what that decides."""
    true = sum(bool(holds(methods)) for methods in seeds.values())
    enough = least(len(seeds))
    return true, "for" if true >= enough else "against" if len(seeds) - true >= enough else "open"


def received(methods, name):
    if name == "fine-tuned":
        return np.array(methods["fedavg"]["extra"]["tuned_test"])
    if name == "by width":
        return np.array(methods["aequa"]["extra"]["width-reward"]["test"])
    return np.array(methods[name]["test"])


def one(methods, name, what):
    """A quantity of one method in one seed."""
    return what(received(methods, name), np.array(methods["stand-alone"]["test"]))


def by_cell(cells, holds):
    """What every cell says: number of seeds of ten, and what that decides."""
    return {cell: seen(cells[cell], holds) for cell in CELLS}


def of(row, *starts):
    """The entries of the partitions that begin so, Fashion-MNIST first."""
    return [entry for (_, partition), entry in row.items() if partition.startswith(starts)]


def decided(row, word):
    return sum(entry[1] == word for entry in row.values())


def over_seeds(seeds, name, what):
    return np.mean([what(received(m, name), np.array(m["stand-alone"]["test"])) for m in seeds.values()])


def correlation(levels, alone):
    # What is the same for everybody follows nothing.
    return np.corrcoef(levels, alone)[0, 1] if levels.std() and alone.std() else 0.0


def gain(levels, alone):
    return (levels - alone).mean()


def gain_spread(levels, alone):
    return (levels - alone).std()


def accuracy(levels, alone):
    return levels.mean()


OTHERS = ("fedavg", "cgsv", "iafl")
RIVALS = ("fine-tuned", "cgsv", "iafl")


def full_width(methods):
    return methods["aequa"]["extra"]["test_curve"][-1]


@pytest.mark.backs("rewards/prose-first-or-second", "rewards/prose-fairness-baselines-lag")
def test_accuracy_of_the_full_model(cells):
    assert [least(n) for n in (3, 5, 10)] == [4, 5, 9]
    second = by_cell(cells, lambda m: sum(one(m, name, accuracy) > full_width(m) for name in OTHERS) <= 1)
    assert decided(second, "for") == 17
    assert second["fashion_mnist", "homogeneous"] == (8, "open")
    lag = by_cell(
        cells,
        lambda m: (
            max(one(m, "cgsv", accuracy), one(m, "iafl", accuracy)) < min(one(m, "fedavg", accuracy), full_width(m))
        ),
    )
    assert of(lag, "dirichlet") == [(10, "for")] * 10
    assert of(lag, "label") == [(8, "open"), (5, "open")]


@pytest.mark.backs(
    "rewards/prose-correlation-highest",
    "rewards/prose-measured-correlations",
    "rewards/prose-fine-tuning-correlation",
    "rewards/prose-width-reward-still-fair",
)
def test_correlations(cells):
    def highest(own):
        return lambda m: max(one(m, name, correlation) for name in RIVALS) < one(m, own, correlation)

    best = by_cell(cells, highest("aequa"))
    assert (decided(best, "for"), decided(best, "open")) == (12, 6)
    assert of(best, "label") == [(8, "open"), (7, "open")]
    near_one = by_cell(cells, lambda m: one(m, "aequa", correlation) >= 0.975)
    assert (decided(near_one, "for"), decided(near_one, "against")) == (2, 11)
    assert of(near_one, "quantity-6") == [(9, "for"), (10, "for")]
    assert {entry[1] for entry in of(near_one, "homogeneous", "dirichlet-2", "dirichlet-5")} == {"against"}
    by_width = by_cell(cells, highest("by width"))
    assert (decided(by_width, "for"), decided(by_width, "against")) == (3, 0)
    negative = by_cell(cells, lambda m: one(m, "fine-tuned", correlation) < 0)
    assert of(negative, "quantity") == [(10, "for")] * 4
    below = by_cell(cells, lambda m: one(m, "fine-tuned", correlation) < one(m, "aequa", correlation))
    assert (decided(below, "for"), decided(below, "open")) == (16, 2)


@pytest.mark.backs("rewards/prose-smallest-gain-spread", "rewards/prose-fine-tuning-gains", "rewards/prose-cgsv-gains")
def test_gains(cells):
    rest = ("fedavg", "fine-tuned", "cgsv", "iafl")
    smallest = by_cell(cells, lambda m: one(m, "aequa", gain_spread) < min(one(m, name, gain_spread) for name in rest))
    assert sorted(entry[1] for entry in of(smallest, "homogeneous", "dirichlet", "label")) == ["for"] * 5 + ["open"] * 9
    level = by_cell(cells, lambda m: one(m, "iafl", gain_spread) < one(m, "aequa", gain_spread))
    assert {entry[1] for entry in of(level, "quantity")} == {"open"}
    tuned = by_cell(cells, lambda m: one(m, "fine-tuned", gain) > 0)
    assert of(tuned, "homogeneous", "label") == [(0, "against")] * 4
    # And in two more cells, so that it is six of eighteen that decide against the sentence.
    assert sorted(of(tuned, "dirichlet-5", "dirichlet-2"))[:2] == [(0, "against"), (1, "against")]
    assert [entry[1] for entry in tuned.values()].count("against") == 6
    cgsv = by_cell(cells, lambda m: one(m, "cgsv", gain) > 0)
    assert of(cgsv, "homogeneous") == [(0, "against")] * 2
    assert of(cgsv, "label", "dirichlet-0.1", "quantity-2") == [(10, "for")] * 6


@pytest.mark.backs("rewards/new-out-of-reach")
def test_who_is_worse_off_where_widths_are_chosen(cells):
    clipped = []
    for cell, seeds in cells.items():
        for seed, m in seeds.items():
            alone, given = (np.array(m[k]["validation"]) for k in ("stand-alone", "aequa"))
            reached = max(m["aequa"]["extra"]["validation_curve"])
            assert ((given < alone) == (alone > reached)).all()
            assert (given[alone > reached] == reached).all()
            clipped += [(cell[1], seed)] * int((alone > reached).sum())
    assert [p for p, _ in clipped].count("homogeneous") == 5
    assert {p for p, _ in clipped} == {"homogeneous", "quantity-2x0.4", "quantity-6x0.15"}


@pytest.mark.backs("rewards/prose-accuracy-grows-with-width")
def test_curves_rise_with_dips(cells):
    dips = []
    for seeds in cells.values():
        for methods in seeds.values():
            curve = np.array(methods["aequa"]["extra"]["test_curve"])
            assert curve[-1] > curve[0]
            dips.append(-np.diff(curve).min())
    assert (np.array(dips) > 0).all()
    assert len(dips) == 180


@pytest.mark.backs("rewards/new-correlation-ceiling", "rewards/new-selection-flatters")
def test_chance_in_correlations(cells):
    ceiling = {
        cell: np.mean(
            [correlation(*(np.array(m["stand-alone"][k]) for k in ("validation", "test"))) for m in seeds.values()]
        )
        for cell, seeds in cells.items()
    }
    alike = [value for (_, partition), value in ceiling.items() if partition in ("homogeneous", "label-skew")]
    unlike = [value for (_, partition), value in ceiling.items() if partition not in ("homogeneous", "label-skew")]
    assert max(alike) < min(unlike)
    for partition in {partition for _, partition in cells}:
        runs = [m for (_, p), seeds in cells.items() if p == partition for m in seeds.values()]
        on_test = np.mean([correlation(received(m, "aequa"), np.array(m["stand-alone"]["test"])) for m in runs])
        chosen = np.mean([correlation(*(np.array(m[k]["validation"]) for k in ("aequa", "stand-alone"))) for m in runs])
        assert (chosen > on_test) == (partition != "quantity-6x0.15")
        assert chosen > on_test - 0.001


@pytest.fixture(scope="module")
def full():
    """{partition: {method: record}} of the cells of Fashion-MNIST that are whole at the full setting, one seed."""
    store = Path(__file__).parents[2] / "experiments" / "rewards-full" / "records.jsonl"
    grid = defaultdict(dict)
    for line in store.read_text().splitlines():
        record = json.loads(line)
        told = record["settings"]
        assert (told["seed"], told["rounds"], told["examples"]) == (0, 50, None)
        if told["data"] == "fashion_mnist":
            grid[told["partition"]][told["method"]] = record
    whole = {partition: methods for partition, methods in grid.items() if len(methods) == 5}
    assert set(whole) == {"dirichlet-0.5", "quantity-2x0.4", "homogeneous", "label-skew"}
    return whole


@pytest.mark.backs("rewards/new-averaging-in-disguise")
def test_iafl_gives_everything_to_everybody_in_three_cells(full):
    for partition, methods in full.items():
        share = np.array(methods["stand-alone"]["validation"])
        share = share / share.max()
        everybody = (np.ceil(9 * share - 1e-9) == 9).all()
        assert everybody == (partition != "dirichlet-0.5")
        assert (len(set(methods["iafl"]["test"])) == 1) == everybody


@pytest.mark.backs("rewards/new-steps-of-the-menu")
def test_a_narrower_smallest_network(full):
    store = Path(__file__).parents[2] / "experiments" / "rewards-narrower" / "records.jsonl"
    runs = {r["settings"]["method"]: r for r in map(json.loads, store.read_text().splitlines())}
    before = full["quantity-2x0.4"]
    changed = {k for k, v in runs["aequa"]["settings"].items() if v != before["aequa"]["settings"][k]}
    assert changed == {"narrowest", "levels"}
    alone = {k: np.array(runs["stand-alone"][k]) for k in ("test", "validation")}
    assert (alone["test"] == before["stand-alone"]["test"]).all()
    after, wide = runs["aequa"]["extra"], before["aequa"]["extra"]
    given = np.array(after["ratio"]["test"])
    for name in ("test", "validation"):
        curve = np.array(after[f"{name}_curve"])
        assert curve[0] < alone[name].min()
        climbs = np.diff(curve)
        assert climbs[0] == pytest.approx(0.05, abs=0.003)
        assert climbs[0] > 4 * climbs[1:].max()
    assert min(after["ratio"]["widths"]) == after["widths"][1]
    assert abs(after["test_curve"][-1] - wide["test_curve"][-1]) < 0.001
    old = np.array(wide["ratio"]["test"])
    assert correlation(given, alone["test"]) > correlation(old, alone["test"]) + 0.01
    assert (given - alone["test"]).std() < (old - alone["test"]).std() - 0.0005


def test_what_the_page_tells_of_the_full_setting(full):
    places, first = {}, {}
    for partition, m in full.items():
        others = {name: one(m, name, accuracy) for name in OTHERS}
        assert others["fedavg"] > full_width(m)
        places[partition] = 1 + sum(other > full_width(m) for other in others.values())
        spreads = {name: one(m, name, gain_spread) for name in ("fedavg", *RIVALS, "aequa")}
        first[partition] = min(spreads, key=spreads.get)
        assert one(m, "fine-tuned", gain) > 0
    assert places == {"dirichlet-0.5": 2, "quantity-2x0.4": 3, "homogeneous": 3, "label-skew": 3}
    assert (first["dirichlet-0.5"], first["quantity-2x0.4"]) == ("iafl", "aequa")
    told = {p: [round(one(m, name, correlation), 2) for name in (*RIVALS, "aequa")] for p, m in full.items()}
    assert told["dirichlet-0.5"] == [0.86, 0.16, 0.93, 0.89]
    assert told["quantity-2x0.4"] == [0.76, -0.86, 0.0, 0.96]
    assert told["homogeneous"][-1] == 0.72
    signs = {p: one(m, "cgsv", gain) > 0 for p, m in full.items()}
    assert signs == {"dirichlet-0.5": True, "quantity-2x0.4": False, "homogeneous": False, "label-skew": True}
    dead = full["label-skew"]["aequa"]["extra"]
    assert np.allclose(dead["test_curve"][:-1], 0.1)
    assert set(dead["ratio"]["widths"]) == {1.0}


@pytest.mark.backs("rewards/new-little-left-to-reward")
def test_widths_span_less_after_more_training(full, cells):
    for partition in ("dirichlet-0.5", "quantity-2x0.4"):
        methods = full[partition]
        curve = methods["aequa"]["extra"]["test_curve"]
        reduced = [np.ptp(m["aequa"]["extra"]["test_curve"]) for m in cells["fashion_mnist", partition].values()]
        assert np.ptp(curve) < min(reduced)
        assert sum(alone < min(curve) for alone in methods["stand-alone"]["test"]) >= 8


@pytest.mark.backs("rewards/new-little-left-to-reward")
def test_widths_span_less_after_more_rounds():
    store = Path(__file__).parents[2] / "experiments" / "rewards-by-rounds" / "records.jsonl"
    span = {}
    for record in map(json.loads, store.read_text().splitlines()):
        told = record["settings"]
        if told["method"] == "aequa":
            span[told["partition"], told["rounds"], told["seed"]] = np.ptp(record["extra"]["test_curve"])
    assert len(span) == 40
    less = {
        partition: sum(span[partition, 32, seed] < span[partition, 2, seed] for seed in range(10))
        for partition in ("dirichlet-0.5", "quantity-2x0.4")
    }
    assert less == {"dirichlet-0.5": 9, "quantity-2x0.4": 10}


def test_with_two_large_clients_three_methods_leave_just_these_worse_off(cells):
    """What the first figure of *What do ten seeds say?* shows, and the words beside it."""
    left = {"homogeneous": {}, "quantity-2x0.4": {}}
    for partition, found in left.items():
        for name in ("fedavg", "fine-tuned", "cgsv", "iafl", "aequa"):
            alone = [np.array(m["stand-alone"]["test"]) for m in cells["fashion_mnist", partition].values()]
            got = [received(m, name) for m in cells["fashion_mnist", partition].values()]
            found[name] = [set(np.flatnonzero(a > g).tolist()) for a, g in zip(alone, got, strict=True)]
    assert [sum(map(len, rows)) for rows in left["homogeneous"].values()] == [4, 93, 97, 7, 6]
    large = [
        set(np.argsort(m["stand-alone"]["test"])[-2:].tolist())
        for m in cells["fashion_mnist", "quantity-2x0.4"].values()
    ]
    for name in ("fine-tuned", "cgsv", "iafl"):
        assert left["quantity-2x0.4"][name] == large, name
    assert [sum(map(len, left["quantity-2x0.4"][name])) for name in ("fedavg", "aequa")] == [9, 3]
