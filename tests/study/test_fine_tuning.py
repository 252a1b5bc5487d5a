"""The study: it repeats, and its committed records are what they say."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import torch

from incentives.payments.report_curves import ReportCurve
from incentives_book.study.fine_tuning import (
    ALPHAS,
    BETAS,
    SIZES,
    Setting,
    falls,
    misreports,
    peaks_at_truth,
    train,
)
from incentives_book.study.records import read_records

STUDY = Path(__file__).parents[2] / "experiments" / "fine-tuning"
TINY = {"longest": 2, "width": 8, "layers": 1, "corpus": 200, "fit_steps": 20, "tune_steps": 20, "shares": 5}


def test_equal_seeds_train_equal_models():
    first, second = (train(Setting("aligned", **TINY)) for _ in range(2))
    other = train(Setting("aligned", seed=1, **TINY))
    assert torch.equal(first.hybrids.log_policies, second.hybrids.log_policies)
    assert not torch.allclose(first.hybrids.log_policies, other.hybrids.log_policies, atol=1e-3)
    assert len(first.hybrids) == 1 + 4 * 5


def test_what_is_captured_is_measured_from_the_initial_model_to_the_ceiling():
    trained = train(Setting("conflicting", **TINY), also=SIZES)
    q, r = trained.reference, trained.rewards
    for sizes in SIZES:
        total = np.array(sizes) @ r
        ceiling, floor = np.log(q @ np.exp(total)), q @ total
        models = trained.hybrids.only("soups").log_policies.exp().numpy()
        welfare = max(p @ total - p @ np.log(p / q) for p in models)
        assert trained.captured(sizes)["soups"] == pytest.approx((welfare - floor) / (ceiling - floor))
        assert set(trained.captured(sizes)) == {"soups", "soups halfway", "decoding", "sentences", "direct"}
    assert "direct" not in trained.captured((2, 8))


def test_misreports_are_exact():
    trained = train(Setting("conflicting", **TINY))
    for curve in misreports(trained.rule(), (3, 7)).values():
        assert all(isinstance(u, Fraction) for u in curve.utilities)
    assert 1 in ALPHAS
    assert 1 in BETAS


@pytest.mark.parametrize(
    ("utilities", "peaks"),
    [([0, 1, 2, 2, 1], True), ([0, 2, 2, 2, 0], True), ([1, 0, 2, 1, 1], False), ([0, 1, 1, 2, 0], False)],
)
def test_peaks(utilities, peaks):
    curve = ReportCurve(np.array([0, 0.5, 1, 1.5, 2]), np.zeros((5, 1)), np.array(utilities), np.zeros(5))
    assert peaks_at_truth(curve) is peaks
    assert falls([3, 1, 1, 0]) == 2


RECORDS = read_records(STUDY / "records.jsonl")


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: f"{r['settings']['task']}-{r['key']}")
def test_a_record_says_what_must_hold(record):
    assert max(record["found"]) <= 1
    for game in record["games"]:
        assert game["peaks"] == {"alpha": True, "beta": True}
        assert game["falls"]["alpha"] == {"valuations": 0, "payments": 0}
        assert 0 <= game["payment"] <= game["valuation"]
        assert all(share <= 1 for share in game["captured"].values())
        for curve in game["curves"].values():
            at, utilities = np.array(curve["parameters"]), np.array(curve["utilities"])
            difference = np.array(curve["valuations"]) - np.array(curve["payments"])
            assert utilities == pytest.approx(difference, abs=2e-6)
            assert utilities[at == 1] == utilities.max()
            assert np.array(curve["payments"])[at == 1] == pytest.approx(game["payment"], abs=1e-6)


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="task must be one of"):
        Setting("quarrel")
    with pytest.raises(ValueError, match="shares must be a whole number of at least 2"):
        Setting("aligned", shares=1)
