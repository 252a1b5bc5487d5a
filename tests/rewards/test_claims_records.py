"""What the committed records of the study say, recomputed from the JSON lines with NumPy alone."""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

STORE = Path(__file__).parents[2] / "experiments" / "rewards-on-images" / "records.jsonl"


@pytest.fixture(scope="module")
def cells():
    """{(data, partition): {seed: {method: record}}}, only where all methods of all seeds are there."""
    grid = defaultdict(lambda: defaultdict(dict))
    for line in STORE.read_text().splitlines():
        record = json.loads(line)
        told = record["settings"]
        grid[told["data"], told["partition"]][told["seed"]][told["method"]] = record
    whole = {
        cell: seeds
        for cell, seeds in grid.items()
        if sorted(seeds) == [0, 1, 2] and all(len(methods) == 5 for methods in seeds.values())
    }
    assert len(whole) == 10
    return whole


def received(methods, name):
    if name == "fine-tuned":
        return np.array(methods["fedavg"]["extra"]["tuned_test"])
    if name == "by width":
        return np.array(methods["aequa"]["extra"]["width-reward"]["test"])
    return np.array(methods[name]["test"])


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


@pytest.mark.backs("rewards/prose-first-or-second", "rewards/prose-fairness-baselines-lag")
def test_accuracy_of_the_full_model(cells):
    for (_, partition), seeds in cells.items():
        full = np.mean([m["aequa"]["extra"]["test_curve"][-1] for m in seeds.values()])
        others = {name: over_seeds(seeds, name, accuracy) for name in ("fedavg", "cgsv", "iafl")}
        assert sum(value > full for value in others.values()) <= 1
        if partition.startswith(("dirichlet", "label")):
            assert max(others["cgsv"], others["iafl"]) < min(others["fedavg"], full)


@pytest.mark.backs(
    "rewards/prose-correlation-highest",
    "rewards/prose-measured-correlations",
    "rewards/prose-fine-tuning-correlation",
    "rewards/prose-width-reward-still-fair",
)
def test_correlations(cells):
    won, owns = [], {}
    for (data, partition), seeds in cells.items():
        rivals = [over_seeds(seeds, name, correlation) for name in ("fine-tuned", "cgsv", "iafl")]
        own = over_seeds(seeds, "aequa", correlation)
        assert max(rivals) < own
        owns[data, partition] = own
        assert over_seeds(seeds, "by width", correlation) > 0.3
        won.append(max(rivals) < over_seeds(seeds, "by width", correlation))
        if partition.startswith("quantity"):
            assert rivals[0] < 0
    assert not all(won)
    assert np.median(list(owns.values())) < 0.975
    assert [cell for cell, own in owns.items() if own > 0.96] == [("mnist", "quantity-2x0.4")]
    assert 0.98 < owns["mnist", "quantity-2x0.4"] < 0.995


@pytest.mark.backs(
    "rewards/prose-smallest-gain-spread", "rewards/prose-fine-tuning-gains", "rewards/prose-cgsv-gains"
)
def test_gains(cells):
    tuned = []
    for (_, partition), seeds in cells.items():
        spreads = {
            n: over_seeds(seeds, n, gain_spread) for n in ("fedavg", "fine-tuned", "cgsv", "iafl", "aequa")
        }
        if partition.startswith("quantity"):
            assert spreads["iafl"] < 1.05 * spreads["aequa"]
            assert over_seeds(seeds, "cgsv", gain) > 0
        else:
            assert min(spreads, key=spreads.get) == "aequa"
        if partition in ("dirichlet-0.1", "label-skew"):
            assert over_seeds(seeds, "cgsv", gain) > 0
        tuned.append(over_seeds(seeds, "fine-tuned", gain))
        assert tuned[-1] < over_seeds(seeds, "fedavg", gain)
    assert min(tuned) < 0


@pytest.mark.backs("rewards/prose-accuracy-grows-with-width")
def test_curves_rise_with_dips(cells):
    dips = []
    for seeds in cells.values():
        for methods in seeds.values():
            curve = np.array(methods["aequa"]["extra"]["test_curve"])
            assert curve[-1] > curve[0]
            dips.append(-np.diff(curve).min())
    assert max(dips) > 0


@pytest.mark.backs("rewards/new-correlation-ceiling", "rewards/new-selection-flatters")
def test_chance_in_correlations(cells):
    ceiling = {
        cell: np.mean(
            [
                correlation(*(np.array(m["stand-alone"][k]) for k in ("validation", "test")))
                for m in seeds.values()
            ]
        )
        for cell, seeds in cells.items()
    }
    alike = [value for (_, partition), value in ceiling.items() if partition in ("homogeneous", "label-skew")]
    unlike = [
        value for (_, partition), value in ceiling.items() if partition not in ("homogeneous", "label-skew")
    ]
    assert max(alike) < min(unlike)
    for partition in {partition for _, partition in cells}:
        runs = [m for (_, p), seeds in cells.items() if p == partition for m in seeds.values()]
        on_test = np.mean(
            [correlation(received(m, "aequa"), np.array(m["stand-alone"]["test"])) for m in runs]
        )
        chosen = np.mean(
            [correlation(*(np.array(m[k]["validation"]) for k in ("aequa", "stand-alone"))) for m in runs]
        )
        assert chosen > on_test - 0.005


@pytest.fixture(scope="module")
def full():
    """{partition: {method: record}} of the two cells of Fashion-MNIST that were run at the full setting, one seed."""
    store = Path(__file__).parents[2] / "experiments" / "rewards-full" / "records.jsonl"
    grid = defaultdict(dict)
    for line in store.read_text().splitlines():
        record = json.loads(line)
        told = record["settings"]
        assert (told["data"], told["seed"], told["rounds"], told["examples"]) == (
            "fashion_mnist",
            0,
            50,
            None,
        )
        grid[told["partition"]][told["method"]] = record
    assert {partition: len(methods) for partition, methods in grid.items()} == {
        "dirichlet-0.5": 5,
        "quantity-2x0.4": 5,
    }
    return grid


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


RIVALS = ("fine-tuned", "cgsv", "iafl")


def of(methods, name, what):
    return what(received(methods, name), np.array(methods["stand-alone"]["test"]))


@pytest.mark.backs("rewards/prose-first-or-second", "rewards/prose-fairness-baselines-lag")
def test_accuracy_at_the_full_setting(full):
    places = {}
    for partition, methods in full.items():
        own = methods["aequa"]["extra"]["test_curve"][-1]
        others = {name: of(methods, name, accuracy) for name in ("fedavg", "cgsv", "iafl")}
        places[partition] = 1 + sum(other > own for other in others.values())
        assert others["fedavg"] > own
        if partition == "dirichlet-0.5":
            assert max(others["cgsv"], others["iafl"]) < own
        else:
            assert others["fedavg"] - own == pytest.approx(0.005, abs=0.0005)
    assert places == {"dirichlet-0.5": 2, "quantity-2x0.4": 3}


@pytest.mark.backs(
    "rewards/prose-correlation-highest",
    "rewards/prose-measured-correlations",
    "rewards/prose-fine-tuning-correlation",
)
def test_correlations_at_the_full_setting(full):
    seen = {
        partition: [round(of(methods, name, correlation), 2) for name in (*RIVALS, "aequa")]
        for partition, methods in full.items()
    }
    assert seen["dirichlet-0.5"] == [0.86, 0.16, 0.93, 0.89]
    assert seen["quantity-2x0.4"] == [0.76, -0.86, 0.0, 0.96]


@pytest.mark.backs(
    "rewards/prose-smallest-gain-spread", "rewards/prose-fine-tuning-gains", "rewards/prose-cgsv-gains"
)
def test_gains_at_the_full_setting(full):
    first = {}
    for partition, methods in full.items():
        spreads = {name: of(methods, name, gain_spread) for name in ("fedavg", *RIVALS, "aequa")}
        first[partition] = min(spreads, key=spreads.get)
        assert of(methods, "fine-tuned", gain) > 0
    assert first == {"dirichlet-0.5": "iafl", "quantity-2x0.4": "aequa"}
    assert of(full["quantity-2x0.4"], "cgsv", gain) < 0 < of(full["dirichlet-0.5"], "cgsv", gain)


@pytest.mark.backs("rewards/new-little-left-to-reward")
def test_widths_span_less_after_more_training(full, cells):
    for partition, methods in full.items():
        curve = methods["aequa"]["extra"]["test_curve"]
        reduced = [
            np.ptp(m["aequa"]["extra"]["test_curve"]) for m in cells["fashion_mnist", partition].values()
        ]
        assert np.ptp(curve) < min(reduced)
        assert sum(alone < min(curve) for alone in methods["stand-alone"]["test"]) >= 8
