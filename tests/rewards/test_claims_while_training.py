"""What four small studies say about rewards during training, participation, many writers and longer steps.

Recomputed from the JSON lines with NumPy alone; a few constants of the studies are written out.
"""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from incentives.randomness import stream

FOLDER = Path(__file__).parents[2] / "experiments"
TEN = range(10)
CELLS = ("homogeneous", "dirichlet-0.1", "quantity-2x0.4")
ALL_CELLS = (*CELLS, "dirichlet-0.5", "label-skew")
RATES = 0.55 + 0.05 * np.arange(10)


def read(study):
    """{(method, data, partition, seed): record} of one study."""
    lines = (FOLDER / study / "records.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    told = ("method", "data", "partition", "seed")
    return {tuple(r["settings"][name] for name in told): r for r in records}


@pytest.fixture(scope="module")
def images():
    return read("rewards-on-images")


@pytest.fixture(scope="module")
def during():
    found = read("rewards-during-training-on-images")
    assert len(found) == 5 * 3 * 10
    return found


@pytest.fixture(scope="module")
def rated():
    found = read("rewards-participation-on-images")
    assert len(found) == 4 * 2 * 10
    return found


@pytest.fixture(scope="module")
def writers():
    found = read("rewards-many-writers")
    assert len(found) == 4 * 10
    return {(method, seed): record for (method, _, _, seed), record in found.items()}


@pytest.fixture(scope="module")
def longer():
    found = read("rewards-longer-steps")
    assert len(found) == 3 * 2 * 5 * 10
    assert {record["settings"]["rate"] for record in found.values()} == {0.04}
    return found


def r(x, y):
    """Pearson's correlation, zero where one side is constant."""
    return np.corrcoef(x, y)[0, 1] if np.ptp(x) and np.ptp(y) else 0.0


def given(record, tuned=False):
    return np.array(record["extra"]["tuned_test"] if tuned else record["test"])


@pytest.mark.backs("rewards/new-runs-repeat")
def test_runs_of_two_studies(images, during):
    first = images | read("rewards-on-images-first-runs")
    shared = [key for key in during if key in images]
    assert len(shared) == 3 * 3 * 10
    again = [np.abs(np.subtract(images[key]["test"], during[key]["test"])).max() for key in shared]
    assert (again.count(0), max(again) < 0.0014) == (88, True)
    moved = []
    for key in shared:
        old, new = first[key], during[key]
        assert old["settings"] == new["settings"]
        curves = [record["extra"].get("test_curve", record["test"]) for record in (old, new)]
        model = np.abs(np.subtract(*curves)).max()
        assert model < 0.007
        jump = np.abs(np.subtract(old["test"], new["test"])).max()
        if jump > 0:
            assert new["settings"]["partition"] == "quantity-2x0.4"
            moved.append((jump > 0.02, model < 0.006))
    assert len(moved) == 5
    assert [model for jump, model in moved if jump] == [True]


@pytest.fixture(scope="module")
def scores(images, during):
    """{(partition, method): rows of (correlation, spread, gain, accuracy of the full model)}, a row per seed."""
    found = {}
    for partition in CELLS:
        for name in ("tuned", "cgsv", "iafl", "aequa", "aequa-cgsv", "aequa-shapfed"):
            rows = []
            for seed in TEN:
                where = ("fashion_mnist", partition, seed)
                alone = given(during["stand-alone", *where])
                method = "fedavg" if name == "tuned" else name
                record = (images if name in ("cgsv", "iafl") else during)[method, *where]
                levels = given(record, tuned=name == "tuned")
                gains = levels - alone
                if name == "aequa":
                    full = record["extra"]["test_curve"][-1]
                elif name.startswith("aequa-"):
                    full = levels[np.argmax(record["extra"]["widths"])]
                else:
                    full = np.mean(record["test"])
                rows.append((r(levels, alone), gains.std(), gains.mean(), full))
            found[partition, name] = np.array(rows)
    return found


@pytest.fixture(scope="module")
def places(scores):
    """{(partition, name, measure): places over the seeds}; measures as in `scores`, of spreads the smallest is best."""
    found = {}
    for partition, name in scores:
        for measure, sign in enumerate((1, -1, 1, 1)):
            others = [scores[partition, n][:, measure] for p, n in scores if p == partition]
            own = scores[partition, name][:, measure]
            found[partition, name, measure] = 1 + np.sum([sign * row > sign * own for row in others], axis=0)
    return found


@pytest.mark.backs("rewards/prose-training-time-first", "rewards/prose-training-time-second")
def test_who_is_first_and_second_during_training(places):
    even, skewed = "homogeneous", "quantity-2x0.4"
    first = {(p, m): int((places[p, "aequa", m] == 1).sum()) for p in (even, skewed) for m in range(4)}
    assert first[even, 0] == 10
    assert first[skewed, 0] == 8
    assert first[skewed, 3] == 10
    assert first[even, 2] == 0
    second = {(p, m): int((places[p, "aequa-cgsv", m] == 2).sum()) for p in (even, skewed) for m in range(4)}
    assert (second[even, 0], second[skewed, 0]) == (2, 3)
    assert (second[skewed, 1], second[skewed, 3]) == (0, 0)
    assert max(second.values()) == second[skewed, 2] == 5


@pytest.mark.backs("rewards/prose-training-time-comparable")
def test_the_two_scores_are_comparable(scores):
    for partition, seeds in zip(CELLS, (10, 4, 4), strict=True):
        # Gains differ as accuracies do.
        apart = np.abs(scores[partition, "aequa-cgsv"][:, 2] - scores[partition, "aequa-shapfed"][:, 2])
        assert (apart < 0.03).sum() == seeds


@pytest.mark.backs("rewards/new-slices-cost-the-full-model")
def test_the_full_model_of_algorithm_2(scores, during):
    for partition in CELLS:
        where = ("fashion_mnist", partition)
        plain = np.array([during["fedavg", *where, seed]["test"][0] for seed in TEN])
        for variant in ("aequa-cgsv", "aequa-shapfed"):
            full = scores[partition, variant][:, 3]
            below = (full < scores[partition, "aequa"][:, 3]).sum(), (full < plain).sum()
            if partition == "homogeneous":
                assert max(below) < 9
            else:
                assert below[0] == 10
                assert below[1] >= 9


@pytest.mark.backs("rewards/prose-training-time-wider-for-more", "rewards/prose-scores-fair-and-stable")
def test_widths_during_training(during):
    moves = {}
    for partition in CELLS:
        for method in ("aequa-cgsv", "aequa-shapfed"):
            wider = 0
            for seed in TEN:
                alone = given(during["stand-alone", "fashion_mnist", partition, seed])
                extra = during[method, "fashion_mnist", partition, seed]["extra"]
                held = np.array(extra["history"])
                assert held.shape == (8, 10)
                assert (held[0] == 1).all()
                wider += r(extra["widths"], alone) > 0
                steps = [abs(b - a) for a, b in itertools.pairwise(held[1:])]
                moves.setdefault(partition, []).append(np.mean(steps))
            assert wider == 10 if partition == "quantity-2x0.4" else wider in (5, 6)
    assert max(moves["homogeneous"]) < 0.06
    assert 0.1 < min(moves["dirichlet-0.1"]) < max(moves["dirichlet-0.1"]) < 0.25


@pytest.mark.backs(
    "rewards/prose-participation-first",
    "rewards/prose-participation-iafl-second",
    "rewards/prose-participation-correlation",
    "rewards/new-fine-tuning-costs-the-rival",
)
def test_rates_as_contributions(rated):
    for data in ("fashion_mnist", "mnist"):
        runs = {
            name: np.array([given(rated[method, data, "homogeneous", seed], tuned=name == "tuned") for seed in TEN])
            for name, method in (
                ("tuned", "fedavg"),
                ("plain", "fedavg"),
                ("iafl", "iafl"),
                ("aequa", "aequa"),
            )
        }
        along = {name: np.array([r(row, RATES) for row in rows]) for name, rows in runs.items()}
        level = {name: rows.mean(axis=1) for name, rows in runs.items()}
        for rival in ("tuned", "iafl"):
            assert (along["aequa"] > along[rival]).sum() >= 9
            assert (level["aequa"] > level[rival]).all()
        second = {"fashion_mnist": (10, 10, 8), "mnist": (8, 10, 9)}[data]
        assert (along["iafl"] > along["tuned"]).sum() == second[0]
        assert (level["iafl"] > level["tuned"]).sum() == second[1]
        assert (along["aequa"] - along["iafl"] > 0.1).sum() == second[2]
        assert ((along["aequa"] > 0.6) & (along["aequa"] < 0.95)).all()
        assert level["tuned"].mean() + 0.1 < level["aequa"].mean() < level["plain"].mean()


@pytest.mark.backs("rewards/new-rates-are-promises")
def test_promises_and_attendance(rated):
    for seed in TEN:
        came = np.zeros(10)
        for t in range(16):
            draws = [stream(seed, "participation", t, client).random() for client in range(10)]
            came += np.array(draws) < RATES
        assert came[-1] == 16
        for data in ("fashion_mnist", "mnist"):
            levels = given(rated["aequa", data, "homogeneous", seed])
            assert r(levels, came) < r(levels, RATES)


@pytest.mark.backs("rewards/prose-many-clients-better-and-fairer")
def test_a_hundred_writers_against_fine_tuning(writers):
    for seed in TEN:
        alone = given(writers["stand-alone", seed])
        assert alone.shape == (100,)
        tuned, aequa = given(writers["fedavg", seed], tuned=True), given(writers["aequa", seed])
        assert aequa.mean() > tuned.mean()
        assert r(aequa, alone) > r(tuned, alone)
        assert (aequa - alone).std() < (tuned - alone).std()
    plain = [given(writers["fedavg", seed]).mean() for seed in TEN]
    assert np.mean(plain) > np.mean([given(writers["aequa", seed]).mean() for seed in TEN])


@pytest.mark.backs("rewards/prose-advantage-at-every-width", "rewards/prose-free-riding-discouraged")
def test_a_hundred_writers_at_every_width(writers):
    curves = np.array([writers["aequa", seed]["extra"]["test_curve"] for seed in TEN])
    tuned = np.mean([given(writers["fedavg", seed], tuned=True).mean() for seed in TEN])
    plain = np.mean([given(writers["fedavg", seed]).mean() for seed in TEN])
    assert curves.mean(axis=0).min() > tuned
    above = curves.mean(axis=0) > plain
    assert above[-1]
    assert above.sum() < len(above) / 2
    assert (curves[:, -1] - curves[:, 0]).min() > 0.15


@pytest.mark.backs("rewards/new-guessing-is-rewarded")
def test_guessing_is_rewarded(writers):
    unused = []
    for seed in TEN:
        alone, extra = given(writers["stand-alone", seed]), writers["aequa", seed]["extra"]
        assert alone.min() < 0.11
        worst = min(extra["ratio"]["test"])
        assert np.mean(alone < worst) >= 0.98
        unused.append(0.25 not in extra["ratio"]["widths"])
        assert not unused[-1] or extra["test_curve"][0] < worst
    assert sum(unused) == 8


@pytest.mark.backs("rewards/new-longer-steps", "rewards/prose-first-or-second")
def test_averaging_at_twice_the_rate(images, longer):
    decided, decided_at_twice = [], []
    for data in ("fashion_mnist", "mnist"):
        for partition in ALL_CELLS:
            rows = {"single": [], "double": [], "aequa": [], "aequa double": [], "cgsv": [], "iafl": []}
            for seed in TEN:
                where = (data, partition, seed)
                rows["single"].append(images["fedavg", *where]["test"][0])
                rows["double"].append(longer["fedavg", *where]["test"][0])
                rows["aequa"].append(images["aequa", *where]["extra"]["test_curve"][-1])
                rows["aequa double"].append(longer["aequa", *where]["extra"]["test_curve"][-1])
                rows["cgsv"].append(given(images["cgsv", *where]).mean())
                rows["iafl"].append(given(images["iafl", *where]).mean())
            level = {name: np.mean(row) for name, row in rows.items()}
            assert level["aequa"] < level["double"]
            assert max(level["cgsv"], level["iafl"]) < level["aequa"]
            before = np.greater(rows["double"], rows["aequa"]).sum()
            at_twice = np.greater(rows["aequa double"], rows["double"]).sum()
            decided += [where[:2]] if before >= 9 else []
            decided_at_twice += [(where[:2], at_twice)] if at_twice in (0, 1, 9, 10) else []
    assert len(decided) == 6
    assert decided_at_twice == [(("fashion_mnist", "homogeneous"), 10)]


@pytest.mark.backs("rewards/new-narrow-norms-learn")
def test_narrow_networks_with_batch_norm_are_better_than_guessing():
    found = read("rewards-batch-norm")
    runs = [record for key, record in found.items() if key[0] == "aequa-cgsv"]
    assert {record["settings"]["channels"] for record in runs} == {8}
    narrow = [
        level
        for record in runs
        for width, level in zip(record["extra"]["widths"], record["test"], strict=True)
        if width < 1
    ]
    assert len(narrow) >= 3
    assert min(narrow) > 0.1


@pytest.mark.backs("rewards/new-nothing-learned-nothing-to-reward")
def test_no_model_of_a_recurrent_network_is_better_than_guessing():
    found = read("rewards-on-sentences")
    assert len(found) == 5 * 2 * 10
    rows = [record["test"] for record in found.values()]
    for record in found.values():
        extra = record["extra"]
        rows += [extra[k] for k in ("tuned_test", "test_curve") if k in extra]
        rows += [extra[k]["test"] for k in ("ratio", "anchor", "width-reward") if k in extra]
    assert max(abs(level - 0.2) for row in rows for level in row) < 0.02


@pytest.mark.backs("rewards/new-one-width-for-all")
def test_narrow_widths_of_a_resnet_guess_with_running_statistics_and_not_with_measured_ones():
    lines = (FOLDER / "rewards-on-small-pictures" / "records.jsonl").read_text().splitlines()
    both = {True: {}, False: {}}
    for record in map(json.loads, lines):
        if (record["settings"]["method"], record["settings"]["partition"]) == ("aequa", "homogeneous"):
            both["running_curves" in record["extra"]][record["settings"]["seed"]] = record["extra"]
    measured, running = both[True], both[False]
    assert sorted(measured) == sorted(running) == list(TEN)
    for seed in TEN:
        # The same weights, to the last digit, before their norms were measured.
        assert measured[seed]["running_curves"] == [running[seed][k] for k in ("validation_curve", "test_curve")]
        assert set(running[seed]["ratio"]["widths"]) == {1.0}
        assert max(abs(level - 0.1) for level in running[seed]["test_curve"][:3]) < 0.01
        assert min(measured[seed]["test_curve"]) > 0.14
    assert [len(set(measured[seed]["ratio"]["widths"])) == 1 for seed in TEN] == [seed == 5 for seed in TEN]
    assert set(measured[5]["ratio"]["widths"]) == {0.75}
    skewed = [
        record["extra"]["ratio"]["widths"]
        for key, record in read("rewards-on-small-pictures").items()
        if key[0] == "aequa" and key[2] == "quantity-2x0.4"
    ]
    assert {len(set(row)) for row in skewed} <= {2, 3, 4}
