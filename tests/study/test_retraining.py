"""What a lie keeps where it changes the table: nothing where the table is fixed, as the mechanism promises."""

import numpy as np
import pytest

pytest.importorskip("torch")

from incentives_book.study.fine_tuning import Setting
from incentives_book.study.retraining import MIXTURES, POWERS, SCHEMES, best_lie, reports, run

SMALL = Setting("conflicting", longest=2, width=8, layers=1, corpus=200, fit_steps=20, tune_steps=20, shares=5)


def test_reports_stay_rewards_with_the_truth_first():
    own, other = np.array([1.0, 0.25, 0.0]), np.array([0.0, 0.5, 1.0])
    told = reports(own, other)
    assert next(iter(told)) == "truth"
    assert len(told) == 1 + len(MIXTURES) + len(POWERS)
    assert np.array_equal(told["beta 0.5"], (own + other) / 2)
    assert np.allclose(told["power 0.8"], own**0.8)
    assert (told["power 0.8"][[0, 2]] == [1, 0]).all()


def test_no_lie_pays_while_the_table_stays_that_of_the_truth():
    record = run(SMALL)
    for game in record["games"]:
        assert set(game["kept"]) == set(SCHEMES)
        assert best_lie(record, game, SCHEMES[0])[1] <= 1e-6
        assert game["loss"]["table"] >= -1e-6
