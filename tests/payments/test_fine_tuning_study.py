"""The study: it repeats, resumes, and its committed records are what they say."""

from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import torch

from incentives.payments.misreports import ReportCurve
from incentives_book.study.fine_tuning import (
    ALPHAS,
    BETAS,
    SIZES,
    Setting,
    falls,
    main,
    misreports,
    peaks_at_truth,
    run_study,
    settings_of,
    train,
)
from incentives_book.study.records import key_of, read_records

STUDY = Path(__file__).parents[2] / "experiments" / "fine-tuning"
TINY = {"longest": 2, "width": 8, "layers": 1, "corpus": 200, "fit_steps": 20, "tune_steps": 20, "shares": 5}


def toml(**fields):
    return "[[game]]\n" + "\n".join(f"{name} = {value!r}".replace("'", '"') for name, value in fields.items())


def test_a_study_keeps_a_record_per_run_and_resumes(tmp_path, capsys):
    study = tmp_path / "study.toml"
    study.write_text(toml(task="conflicting", seeds=[0, 1], **TINY))
    first = run_study(study, progress=False)
    assert [record["settings"]["seed"] for record in first] == [0, 1]
    store = tmp_path / "records.jsonl"
    kept = store.read_text()
    assert run_study(study, progress=False) == first
    assert store.read_text() == kept
    store.write_text(kept.splitlines(keepends=True)[0])
    again = run_study(study, progress=False)
    assert [r["games"] for r in again] == [r["games"] for r in first]
    threads = torch.get_num_threads()
    main([str(study)])
    torch.set_num_threads(threads)
    assert "21 sentences, seed 1" in capsys.readouterr().out


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


def test_the_committed_records_are_the_ones_that_the_study_asks_for():
    asked = [asdict(setting) for setting in settings_of(STUDY / "study.toml")]
    assert [record["key"] for record in RECORDS] == [key_of(settings) for settings in asked]
    assert [record["settings"] for record in RECORDS] == asked


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "at least one"),
        ('[[game]]\ntask = "conflicting"\ncolour = 1', r"no field \['colour'\]"),
        ('[[game]]\ntask = "quarrel"', "task must be one of"),
        ('[[game]]\ntask = "aligned"\nshares = 1', "shares must be a whole number >= 2"),
    ],
)
def test_bad_settings_are_refused(tmp_path, text, message):
    study = tmp_path / "study.toml"
    study.write_text(text)
    with pytest.raises(ValueError, match=message):
        settings_of(study)
