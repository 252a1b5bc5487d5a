"""The records of the priced federation counted again from their numbers alone, and the page's clinics and picture."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.methods.priced_outcome import priced_federation
from incentives_book.study import redrawn_federation
from incentives_book.together import a_federation_that_runs as page

ROOT = Path(__file__).parents[2]
STORE = ROOT / "experiments/priced-federation/records.jsonl"
RECORDS = [json.loads(line) for line in STORE.read_text().splitlines()]
NEAR = (3, 4, 5)  # places of 2/3, 1 and 3/2 among the nine own sizes
HALF, TWICE = 2, 6


def array(name):
    return np.array([record[name] for record in RECORDS])


def test_one_record_for_each_seed_made_by_one_code():
    assert sorted(record["settings"]["seed"] for record in RECORDS) == list(range(10))
    assert len({(record["code"], record["data_checksum"]) for record in RECORDS}) == 1
    assert {record["settings"]["draws"] for record in RECORDS} == {40}
    assert array("balance").max() < 1e-15


@pytest.mark.backs("together/new-run-lies")
def test_lies_lose_and_the_efficient_size_is_near_the_best():
    pushed = np.array([[record["lies"][name] for name in ("pushed away", "pushed blindly")] for record in RECORDS])
    assert (pushed > 0).sum() == pushed.size == 100
    sizes = array("own_sizes")
    false = sizes[:, :, [HALF, TWICE]]
    assert ((false > 0).sum(), false.size) == (96, 100)
    assert np.isin(sizes.argmin(axis=2), NEAR).sum() == 50


@pytest.mark.backs("together/new-run-leaving")
def test_some_would_leave_although_all_together_save():
    bills, alone = array("bills"), array("alone")
    assert (bills < alone).sum() == 30
    assert (bills.sum(axis=1) < alone.sum(axis=1)).all()
    for record in RECORDS:
        assert record["least_slack"] < 0
        assert len(record["leaving"]) in (1, 2)
        if len(record["leaving"]) == 1:
            assert record["bills"][record["leaving"][0]] > record["alone"][record["leaving"][0]]


@pytest.mark.backs("together/new-run-far-clinics")
def test_those_far_from_the_others_pay_more():
    far, less = array("distances") > 1, array("bills") < array("alone")
    assert (less[~far].sum(), (~far).sum(), less[far].sum(), far.sum()) == (25, 27, 5, 23)
    saved = 1 - array("bills") / array("alone")
    assert all(np.corrcoef(x, y)[0, 1] < 0 for x, y in zip(array("distances"), saved, strict=True))


@pytest.mark.backs("together/new-run-looks")
def test_a_look_at_the_others_pays_and_wild_lies_are_found():
    assert all(value < 0 for record in RECORDS for value in record["lies"]["half-way to the others"])
    assert (array("honest_suspects").sum(), array("suspect_found").sum()) == (0, 400)


def test_clinics_of_digits_are_what_the_function_takes():
    clinics = page.digit_clinics()
    outcome = priced_federation(*clinics, costs=[0.001, 0.0015, 0.002], pilot=120, tolerance=0.3)
    assert outcome.suspects == frozenset()
    assert outcome.settlement.bills.shape == (3,)


def test_counts_and_picture_of_records():
    told = page.counted(RECORDS)
    assert told["push"] == page.Count(100, 100, 10)
    ax = page.draw_savings(RECORDS)
    assert sum(len(points.get_offsets()) for points in ax.collections) == 50
    with pytest.raises(ValueError, match="at least one record"):
        page.draw_savings([])


def test_without_pictures_a_run_is_left_out(monkeypatch, tmp_path):
    monkeypatch.delenv("INCENTIVES_DATA", raising=False)
    assert page.one_run(page.Setting()) is None
    monkeypatch.setenv("INCENTIVES_DATA", str(tmp_path))
    assert page.one_run(page.Setting(seed=9)) is None


@pytest.mark.backs("together/new-run-adapters")
def test_adapters_counted_again():
    store = ROOT / "experiments/priced-adapters/records.jsonl"
    records = [json.loads(line) for line in store.read_text().splitlines()]
    assert sorted(record["settings"]["seed"] for record in records) == list(range(10))
    assert len({(record["code"], record["data_checksum"]) for record in records}) == 1
    pushed = np.array([[record["lies"][name] for name in ("pushed away", "pushed blindly")] for record in records])
    sizes = np.array([record["own_sizes"] for record in records], dtype=float)  # nan: beyond the pool
    false, best = sizes[:, :, [HALF, TWICE]], np.nanargmin(sizes, axis=2)
    assert ((pushed > 0).sum(), (false > 0).sum(), np.isin(best, NEAR).sum()) == (100, 72, 32)
    bills, alone = (np.array([record[name] for record in records]) for name in ("bills", "alone"))
    assert ((bills < alone).sum(), sum(not record["leaving"] for record in records)) == (49, 5)
    assert max(record["served_apart"] for record in records) < 1e-6


@pytest.mark.backs("together/new-run-redrawn")
def test_on_average_a_clinic_gains_and_most_coalitions_do_not():
    store = ROOT / "experiments/redrawn-federation/records.jsonl"
    redrawn = [json.loads(line) for line in store.read_text().splitlines()]
    assert len({tuple(record["classes"]) for record in redrawn}) == 100
    kept = np.array(
        [
            [
                spent - sum(record["bills"][k] for k in group)
                for group, spent in zip(redrawn_federation.GROUPS, record["spends"], strict=True)
            ]
            for record in redrawn
        ]
    )
    assert np.sum(kept[:, :5].mean(axis=1) > 0) == 81
    assert kept[:, :5].mean() > 0
    assert (np.sum(kept.mean(axis=0) > 0), np.sum(kept.mean(axis=0) < 0)) == (12, 18)
    assert redrawn_federation.reached(redrawn) == {"bill": True, "leaving": False}
