"""Sentences about single clients, on outcomes made by hand, and what the records say of them, by NumPy alone."""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from incentives_book.rewards.client_by_client import (
    SENTENCES,
    TWO_LARGE,
    ahead,
    apart,
    better_than_divided_evenly,
    distance,
    draw_clients,
    has_two_steps,
    large_clients_prefer_it,
    profile,
    scatter_over_seeds,
    seeds,
)
from incentives_book.study.rewards.results import Outcome
from incentives_book.study.rewards.signs import SignCount

STORE = Path(__file__).parents[2] / "experiments" / "rewards-on-images" / "records.jsonl"
ALONE = (0.6, 0.5, 0.2)


def outcome(name, levels, *, seed=0, partition=TWO_LARGE):
    return Outcome(name, "mnist", partition, seed, ALONE, levels, ALONE, levels, 1.0)


def run(**levels):
    usual = dict.fromkeys(("FedAvg", "FedAvg-FT", "CGSV", "IAFL", "Aequa"), (0.6, 0.5, 0.4))
    return {name: outcome(name, row) for name, row in (usual | levels).items()}


def test_a_distance_is_of_every_client_whatever_its_sign():
    assert distance(run(CGSV=(0.5, 0.6, 0.2)), "CGSV") == pytest.approx(20 / 3)
    assert apart(run(Aequa=(0.7, 0.5, 0.4))) == pytest.approx(10 / 3)


def test_ahead_is_in_both_measures():
    better = (0.9, 0.8, 0.5)
    assert ahead(run(Aequa=better, IAFL=(0.5, 0.5, 0.4)), "IAFL")
    assert not ahead(run(Aequa=better, IAFL=(0.95, 0.9, 0.95)), "IAFL")  # less accurate
    assert not ahead(run(Aequa=(0.8, 0.8, 0.9), IAFL=(0.5, 0.4, 0.1)), "IAFL")  # follows less


def test_seeds_are_the_runs_of_one_cell():
    found = [outcome(name, ALONE, seed=seed) for seed in (3, 1) for name in ("CGSV", "IAFL")]
    found.append(outcome("CGSV", ALONE, partition="homogeneous"))
    runs = seeds(found, ("mnist", TWO_LARGE))
    assert [{o.seed for o in run.values()} for run in runs] == [{3}, {1}]
    assert all(set(run) == {"CGSV", "IAFL"} for run in runs)


def test_two_steps_are_those_of_the_first_two_clients():
    assert has_two_steps(run(IAFL=(0.5, 0.6, 0.4)), "IAFL")
    assert not has_two_steps(run(IAFL=(0.9, 0.3, 0.4)), "IAFL")


def test_both_large_clients_must_prefer_it():
    assert large_clients_prefer_it(run(Aequa=(0.7, 0.6, 0.1)))
    assert not large_clients_prefer_it(run(Aequa=(0.7, 0.5, 0.9)))


@pytest.mark.parametrize("name", SENTENCES)
def test_every_sentence_is_true_of_some_run_and_false_of_another(name):
    close = {"CGSV": (0.6, 0.5, 0.21), "IAFL": (0.65, 0.55, 0.25), "Aequa": (0.7, 0.6, 0.3)}
    far = {"CGSV": (0.1, 0.2, 0.9), "IAFL": (0.2, 0.1, 0.5), "Aequa": (0.1, 0.1, 0.4), "FedAvg-FT": (0.8, 0.8, 0.9)}
    third = {"CGSV": (0.9, 0.8, 0.4), "IAFL": (0.9, 0.8, 0.3), "Aequa": (0.1, 0.1, 0.4)}
    fourth = {"IAFL": (0.5, 0.5, 0.4), "Aequa": (0.9, 0.8, 0.5)}
    assert {SENTENCES[name].holds(run(**rows)) for rows in (close, far, third, fourth)} == {True, False}


def test_improvement_is_counted_seed_by_seed():
    rising, flat = (0.6, 0.5, 0.2), (0.5, 0.5, 0.5)
    found = [
        outcome("IAFL", row, seed=seed, partition=partition)
        for partition, rows in ((TWO_LARGE, (rising, flat)), ("homogeneous", (flat, rising)))
        for seed, row in enumerate(rows)
    ]
    assert better_than_divided_evenly(found, "IAFL", TWO_LARGE) == {"mnist": SignCount(1, 1, 0)}
    assert scatter_over_seeds(found, "IAFL", ("mnist", TWO_LARGE)) == pytest.approx(np.std([1, 0], ddof=1))
    with pytest.raises(ValueError, match="at least two seeds of CGSV"):
        scatter_over_seeds(found, "CGSV", ("mnist", TWO_LARGE))


def test_the_picture_has_a_line_a_method_over_what_clients_reach_alone():
    found = [outcome(name, (0.6, 0.5, 0.4), seed=seed) for name in ("FedAvg", "IAFL") for seed in (0, 1)]
    ax = draw_clients(found, ("mnist", TWO_LARGE), ["IAFL"])
    assert list(ax.lines[0].get_ydata()) == pytest.approx([60, 50, 40])
    assert [bar.get_height() for bar in ax.patches] == pytest.approx([60, 50, 20])
    assert profile(found, ("mnist", TWO_LARGE), None) == pytest.approx([60, 50, 20])


@pytest.fixture(scope="module")
def cells():
    """{(data, partition): {seed: {method: record}}} of the study on images, all five methods."""
    grid = defaultdict(lambda: defaultdict(dict))
    for line in STORE.read_text().splitlines():
        record = json.loads(line)
        told = record["settings"]
        grid[told["data"], told["partition"]][told["seed"]][told["method"]] = record
    return {
        cell: {seed: methods for seed, methods in seeds.items() if len(methods) == 5} for cell, seeds in grid.items()
    }


def in_how_many(cells, data, partition, holds):
    return sum(bool(holds(methods)) for methods in cells[data, partition].values())


SETS = ("fashion_mnist", "mnist")


@pytest.mark.backs("rewards/prose-cgsv-stays-close")
@pytest.mark.parametrize("data", SETS)
@pytest.mark.parametrize("partition", ["dirichlet-0.1", "dirichlet-0.5", TWO_LARGE])
def test_cgsv_moves_clients_by_five_points_and_more(cells, data, partition):
    def far(methods):
        return np.abs(np.subtract(methods["cgsv"]["test"], methods["stand-alone"]["test"])).mean() >= 0.05

    assert in_how_many(cells, data, partition, far) == 10


@pytest.mark.backs("rewards/prose-comparable-to-fine-tuning")
@pytest.mark.parametrize("data", SETS)
@pytest.mark.parametrize("partition", ["dirichlet-0.1", "dirichlet-0.5", "label-skew"])
def test_aequa_is_more_than_five_points_ahead_of_fine_tuning(cells, data, partition):
    def lead(methods):
        return np.mean(methods["aequa"]["extra"]["ratio"]["test"]) - np.mean(methods["fedavg"]["extra"]["tuned_test"])

    assert in_how_many(cells, data, partition, lambda m: lead(m) > 0.05) == 10


@pytest.mark.backs("rewards/prose-shaped-like-alone")
@pytest.mark.parametrize("data", SETS)
def test_iafl_and_aequa_have_the_two_steps_of_alone_with_two_large_clients(cells, data):
    def shape(methods):
        return np.corrcoef(methods["iafl"]["test"], methods["stand-alone"]["test"])[0, 1]

    def gain(methods):
        return np.mean(methods["iafl"]["test"]) - np.mean(methods["stand-alone"]["test"])

    def steps(row):
        return np.min(row[:2]) - np.mean(row[2:])

    assert in_how_many(cells, data, TWO_LARGE, lambda m: shape(m) < 0.9) == 10  # the stricter yardstick
    assert in_how_many(cells, data, TWO_LARGE, lambda m: gain(m) > 0) == 10
    assert in_how_many(cells, data, TWO_LARGE, lambda m: steps(m["iafl"]["test"]) > 0) == 10
    assert in_how_many(cells, data, TWO_LARGE, lambda m: steps(m["aequa"]["extra"]["ratio"]["test"]) > 0) == 10
    assert in_how_many(cells, data, TWO_LARGE, lambda m: steps(m["fedavg"]["extra"]["tuned_test"]) > 0) == 0


@pytest.mark.backs("rewards/prose-large-clients-beat-fine-tuning")
@pytest.mark.parametrize("data", SETS)
def test_both_large_clients_get_more_than_from_fine_tuning(cells, data):
    def more(methods):
        given, tuned = methods["aequa"]["extra"]["ratio"]["test"], methods["fedavg"]["extra"]["tuned_test"]
        sizes = np.argsort(methods["stand-alone"]["test"])[-2:]
        assert set(sizes) == {0, 1}
        return given[0] > tuned[0] and given[1] > tuned[1]

    assert in_how_many(cells, data, TWO_LARGE, more) == 10
