"""The runs that a setting asks for, settings that are refused, and what records hold."""

import pytest

pytest.importorskip("trl")

from incentives_book.payments.repair_worlds import SCHEMES, Account, Losses
from incentives_book.study import repairs as study

SMALL = study.Setting("conflicting", steps=2, grid=1, shares=2)


def test_every_report_has_its_runs():
    runs = study.wanted(study.Setting("hugging face", grid=2))
    reports = 8
    assert len(runs) == 1 + reports + 2 * (1 + 2 * reports) + 8
    assert runs["total: 3, power 0.8"] == (1.0, {"power 0.8": 3.0})
    assert runs["without 1: 3"] == (3.0, {})
    assert runs["basis: 4, 2"] == (2.0, {"truth": 4.0})


def test_a_run_of_the_transformer_leaves_what_every_scheme_gave():
    record = study.run(SMALL)
    assert [game["sizes"] for game in record["games"]] == [[3, 7], [5, 5], [7, 3]]
    for game in record["games"]:
        assert set(game["schemes"]) == set(SCHEMES)
        assert game["schemes"]["public basis"]["gain"] <= 2e-6
        assert game["appeals"]["gain"] <= 2e-6
        repaired, missed = Account(**game["schemes"]["one run, repaired payments"]), Losses(**game["losses"])
        assert repaired.gain <= missed.run + 2e-6
        assert repaired.paid >= -2e-6
        assert game["possible"] > 0
    told = {"settings": {"world": "conflicting", "steps": 2, "grid": 1, "shares": 2, "seed": 0}} | record
    assert study.line(told).startswith("conflicting steps 2 seed 0")


def test_a_report_is_a_reward_function_of_its_own():
    asked = study._reported({"mixture 0.5": 2.0})
    # two laughs of three words: 2/3 for group 1, 0 for group 2
    assert asked(["x"], ["haha haha roof"]).tolist() == pytest.approx([2 / 3])
    assert study._reported({"the rival": 1.0})(["x"], ["roof"]).tolist() == pytest.approx([2 / 3])


@pytest.mark.parametrize(
    ("change", "message"),
    [({"world": "x"}, "world must be"), ({"steps": 0}, "steps"), ({"grid": 0}, "grid"), ({"shares": 1}, "shares")],
)
def test_bad_settings(change, message):
    with pytest.raises(ValueError, match=message):
        study.Setting(**({"world": "aligned"} | change))
