"""The study: draws repeat, and the committed records are what they say."""

import json
from pathlib import Path

import numpy as np
import pytest

from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import empty_ratios
from incentives_book.study.empty_core import Search, draw_sizes, run_search
from incentives_book.study.records import read_records

STUDY = Path(__file__).parents[2] / "experiments" / "empty-core"


def test_equal_seeds_give_equal_draws_whatever_the_batches():
    search = Search("log-uniform", players=5, games=12_000, low=0.02, high=20.0, seed=3)
    sizes = draw_sizes(search, np.random.default_rng(3), 12_000)
    rng = np.random.default_rng(3)
    pieces = [draw_sizes(search, rng, n) for n in (5000, 5000, 2000)]
    assert np.array_equal(sizes, np.concatenate(pieces))
    assert 4 <= sizes.min() <= sizes.max() <= 4000
    assert run_search(search)["empty"] == run_search(search)["empty"]


@pytest.mark.parametrize("record", read_records(STUDY / "records.jsonl"), ids=lambda r: json.dumps(r["settings"]))
def test_the_games_in_the_committed_records_are_what_they_say(record):
    settings = record["settings"]
    assert Search(**settings).settings == settings
    assert len(record["found"]) == min(record["empty"], 40)
    # Seven players have 877 partitions, so one of their games takes as long as all the others here.
    for game in record["found"][: 5 if settings["players"] < 7 else 1]:
        ratios = empty_ratios(game["sizes"], concept=settings["concept"])
        if settings["kind"] == "every-size":
            assert [str(stretch) for stretch in ratios] == game["ratios"]
        else:
            assert any(settings["noise"] in stretch for stretch in ratios)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"kind": "all", "players": 3}, "kind must be"),
        ({"kind": "every-size", "players": 3}, "largest must be a whole number >= 1"),
        (
            {"kind": "uniform", "players": 3, "games": 5, "low": 2.0, "high": 1.0},
            "needs games >= 1 and 0 < low < high",
        ),
        ({"kind": "uniform", "players": 3, "low": 1.0, "high": 2.0}, "needs games >= 1"),
    ],
)
def test_bad_settings_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        Search(**wrong)
