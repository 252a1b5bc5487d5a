"""A small run, and the file of games with large models."""

from pathlib import Path

import numpy as np
import pytest

from incentives_book.study import fine_tuning_by_sampling as study
from incentives_book.study.runner import run_study
from incentives_book.study.study_file import read_study

FOLDER = Path(__file__).parents[2] / "experiments"


def test_a_small_study(small):
    record = run_study(read_study(small("fine-tuning-by-sampling")))[0]
    assert "group 1 pays" in study.KIND.line(record)
    assert [game["sizes"] for game in record["games"]] == [[3, 7], [5, 5], [7, 3]]
    assert len(record["names"]) == len(record["valuations"]) == 5
    for game in record["games"]:
        for payment, (low, high) in zip(game["payments"], game["intervals"], strict=True):
            assert 0 <= low <= payment <= high


def test_the_proposal_is_the_mean_of_three_models():
    setting = study.SampledSetting(
        width=8, corpus=100, pairs=60, fit_steps=5, tune_steps=2, batch=16, shares=3, samples=2
    )
    game = study.train_by_samples(setting)
    names, found = game.judge(game.draw(400, name="check"))
    assert names[0] == "initial"
    assert (found.log_reference == found.log_models[0]).all()
    # Weights of p / proposal average to one; with three components none exceeds 3.
    weight = np.exp(found.log_models[:1] - found.log_proposal)
    assert weight.max() <= 3
    assert abs(weight.mean() - 1) < 0.2


def test_the_file_of_large_games():
    large = study.large_settings(FOLDER / "llama-fine-tuning" / "study.toml")
    assert [setting.game for setting in large] == ["Harmless vs. Humor", "Faithful vs. Summary"]
    assert all(tuple(map(tuple, setting.sizes)) == study.SIZES for setting in large)


@pytest.mark.parametrize("text", ["", '[[llama]]\ngame = "x"'])
def test_bad_files(tmp_path, text):
    file = tmp_path / "study.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match="must"):
        study.large_settings(file)


@pytest.mark.parametrize(("change", "message"), [({"data": "x"}, "data must be"), ({"shares": 1}, "must be at least 2")])
def test_bad_settings(change, message):
    with pytest.raises(ValueError, match=message):
        study.SampledSetting(**change)


@pytest.mark.parametrize(
    "change",
    [{"sizes": [[1.5, 2]]}, {"sizes": [[0, 2]]}, {"groups": ["a"]}, {"penalty": 0.0}],
)
def test_bad_large_settings(change):
    good = study.large_settings(FOLDER / "llama-fine-tuning" / "study.toml")[0]
    with pytest.raises(ValueError, match=r"sizes|two groups|out of range"):
        study.LargeSetting(**{**vars(good), **change})
