"""Means over seeds have intervals, and a method that diverged once is not flattered."""

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

pytest.importorskip("torch")

from incentives.methods.comparison import Comparison
from incentives.methods.convergence import Curve
from incentives.methods.over_seeds import OverSeeds, half_width


def compared(fedavg, alone=(0.5, 0.6)):
    rewards = {"stand-alone": tuple(alone), "fedavg": tuple(fedavg)}
    return Comparison(tuple(alone), rewards, rewards, {}, (), (10, 20), {method: 1.0 for method in rewards})


RUNS = [compared((0.7, 0.7)), compared((0.6, 0.9)), compared((0.4, 0.5))]


def test_the_interval_covers_the_mean_as_often_as_it_says():
    rng = np.random.default_rng(0)
    draws = rng.normal(3, 2, size=(4000, 4))
    covered = np.mean([abs(row.mean() - 3) <= half_width(row) for row in draws])
    assert covered == pytest.approx(0.95, abs=0.012)
    # Without Student's correction four values would cover far less.
    narrow = np.mean(abs(draws.mean(axis=1) - 3) <= 1.96 * draws.std(axis=1, ddof=1) / 2)
    assert narrow < 0.90


def test_rows_are_means_of_the_seeds_with_their_intervals():
    alone, fedavg = OverSeeds(RUNS).rows()
    assert fedavg["reward"] == pytest.approx(np.mean([0.7, 0.75, 0.45]))
    assert fedavg["gain"] == pytest.approx(np.mean([0.15, 0.2, -0.1]))
    assert fedavg["gain ±"] == pytest.approx(half_width([0.15, 0.2, -0.1]))
    assert (fedavg["seeds"], fedavg["seeds with a gain"], alone["gain"], alone["gain ±"]) == (3, 2, 0, 0)
    assert "2 of 3" in str(OverSeeds(RUNS))


def test_a_method_that_diverged_with_one_seed_has_no_mean():
    broken = replace(
        compared((float("nan"), float("nan"))), diverged=MappingProxyType({"fedavg": "diverged in round 1"})
    )
    found = OverSeeds([*RUNS, broken])
    alone, fedavg = found.rows()
    assert np.isnan([fedavg["reward"], fedavg["gain"], fedavg["gain ±"]]).all()
    assert alone["reward"] == pytest.approx(0.55)
    assert "training diverged with 1 of 4 seeds" in str(found)


def test_where_training_alone_diverged_there_is_no_gain_and_the_table_says_why():
    lost = compared((0.7, 0.7), alone=(float("nan"), float("nan")))
    broken = replace(lost, diverged=MappingProxyType({"stand-alone": "diverged in round 1"}))
    assert "no gain: training alone diverged" in str(OverSeeds([RUNS[1], broken]))


def test_the_table_names_its_interval_and_counts_who_has_not_settled():
    still, done = (Curve((4.0, 3.0, 2.0, 2.0, end), (0.5,) * 5, (0.1,) * 4) for end in (1.0, 2.0))
    assert str(OverSeeds(RUNS)).splitlines()[-1] == "mean over 3 seeds ± half of Student's t interval for it, 95 %"
    curved = [
        replace(one, curves={"stand-alone": done, "fedavg": end})
        for one, end in zip(RUNS, (still, done, still), strict=True)
    ]
    alone, fedavg = OverSeeds(curved).rows()
    assert (alone["not settled"], fedavg["not settled"]) == (0, 2)
    assert str(OverSeeds(curved)).splitlines()[-1] == "not settled, of 3 seeds: fedavg 2"


def test_the_face_of_the_part_offers_it():
    from incentives import methods

    assert methods.OverSeeds is OverSeeds


def test_a_frame_has_a_row_for_each_method():
    pytest.importorskip("pandas")
    frame = OverSeeds(RUNS).to_frame()
    assert list(frame["method"]) == ["stand-alone", "fedavg"]
    assert {"reward", "reward ±", "gain", "gain ±"} <= set(frame.columns)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (RUNS[:1], "comparisons must hold at least 2"),
        ([RUNS[0], 3], "comparisons must be what compare gives"),
        ([RUNS[0], replace(RUNS[1], rewards={"stand-alone": (0.5, 0.6)})], "comparisons must be of the same methods"),
        ([RUNS[0], replace(RUNS[1], examples=(10,))], "comparisons must be of the same methods and clients"),
    ],
)
def test_bad_input_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        OverSeeds(given)


def test_the_picture_has_every_seed_and_the_interval_of_each_method():
    ax = OverSeeds(RUNS).picture()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["fedavg"]
    points = next(line for line in ax.lines if len(line.get_xdata()) == 3)
    assert points.get_xdata() == pytest.approx([0.15, 0.2, -0.1])
    ((low, high),) = [segment[:, 0] for segment in ax.containers[0].lines[2][0].get_segments()]
    assert (low + high) / 2 == pytest.approx(0.25 / 3)
    assert (high - low) / 2 == pytest.approx(half_width([0.15, 0.2, -0.1]))
    assert ax.get_title() == "0 of 1 intervals leave out zero"


def test_a_method_that_diverged_is_named_and_not_drawn():
    wild = (0.9, 0.2)
    both = [
        replace(one, rewards=dict(one.rewards) | {"cgsv": wild}, validation=dict(one.rewards) | {"cgsv": wild})
        for one in RUNS
    ]
    nothing = (float("nan"), float("nan"))
    both[0] = replace(both[0], rewards=dict(both[0].rewards) | {"cgsv": nothing}, diverged={"cgsv": "diverged"})
    ax = OverSeeds(both).picture()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["fedavg"]
    assert ax.get_title().endswith("; diverged: cgsv")
    lost = [replace(one, rewards={method: nothing for method in one.rewards}) for one in RUNS]
    lost = [replace(one, diverged=dict.fromkeys(one.rewards, "diverged")) for one in lost]
    with pytest.raises(ValueError, match="nothing can be drawn: with some seed every training diverged"):
        OverSeeds(lost).picture()
