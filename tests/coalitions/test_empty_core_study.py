"""The study: records repeat, resume, and agree with what is committed."""

import json
from pathlib import Path

import numpy as np
import pytest

from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import empty_ratios
from incentives_book.study.empty_core import Search, draw_sizes, main, read_records, run_search, run_study

STUDY = Path(__file__).parents[2] / "experiments" / "empty-core"
SMALL = 'search = [{ kind = "every-size", players = 3, concept = "nash", largest = 5 }, { kind = "uniform", players = 5, games = 300, low = 0.02, high = 3.0, seed = 1 }]'


def test_a_study_keeps_a_record_per_search_and_resumes(tmp_path, capsys):
    study = tmp_path / "study.toml"
    study.write_text(SMALL)
    first = run_study(study, progress=False)
    assert [record["games"] for record in first] == [35, 300]
    kept = (tmp_path / "records.jsonl").read_text()
    assert run_study(study, progress=False) == first
    assert (tmp_path / "records.jsonl").read_text() == kept
    (tmp_path / "records.jsonl").write_text(kept.splitlines(keepends=True)[0])
    again = run_study(study, progress=False)
    assert [r["found"] for r in again] == [r["found"] for r in first]
    main([str(study)])
    assert "of        35 games empty" in capsys.readouterr().out


def test_equal_seeds_give_equal_draws_whatever_the_batches():
    search = Search("log-uniform", players=5, games=12_000, low=0.02, high=20.0, seed=3)
    sizes = draw_sizes(search, np.random.default_rng(3), 12_000)
    rng = np.random.default_rng(3)
    pieces = [draw_sizes(search, rng, n) for n in (5000, 5000, 2000)]
    assert np.array_equal(sizes, np.concatenate(pieces))
    assert 4 <= sizes.min() <= sizes.max() <= 4000
    assert run_search(search)["empty"] == run_search(search)["empty"]


@pytest.mark.parametrize(
    "record", read_records(STUDY / "records.jsonl"), ids=lambda r: json.dumps(r["settings"])
)
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
