"""A small run."""

import numpy as np
import pytest

from incentives_book.study import fine_tuning_by_sampling as study
from incentives_book.study.runner import run_study
from incentives_book.study.study_file import read_study


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


@pytest.mark.parametrize(
    ("change", "message"), [({"data": "x"}, "data must be"), ({"shares": 1}, "must be at least 2")]
)
def test_bad_settings(change, message):
    with pytest.raises(ValueError, match=message):
        study.SampledSetting(**change)
