"""The study: settings that mean nothing are refused, and the committed records are what they say."""

import json
from pathlib import Path

import pytest

from incentives_book.study.certificate_coverage import ENDS, Setting, coverage_of, line, run
from incentives_book.study.known_games import coverage
from incentives_book.study.records import read_records
from incentives_book.study.study_file import read_study

STUDY = Path(__file__).parents[2] / "experiments" / "certificate-coverage"


def test_a_record_is_read_back_as_what_was_played():
    setting = Setting(4, 100, games=12, seed=1)
    record = run(setting) | {"settings": {"strength": 4.0, "replies": 100, "prompts": 1, "games": 12}}
    found, played = coverage_of(json.loads(json.dumps(record))), coverage(4, 100, games=12, cap=16, seed=1)
    assert found[:9] == played[:9]
    assert found[9:] == pytest.approx(played[9:], abs=1e-6)
    assert line(record).startswith("4 penalties, 1 prompts, 100 replies, 12 games: certificate ")


@pytest.mark.parametrize("record", read_records(STUDY / "records.jsonl"), ids=lambda r: json.dumps(r["settings"]))
def test_the_first_games_of_the_committed_records_fail_as_they_say(record):
    asked, few = record["settings"], 6
    assert Setting(**asked) in read_study(STUDY / "study.toml").settings
    played = coverage(
        asked["strength"], asked["replies"], prompts=asked["prompts"], games=few, cap=asked["cap"], seed=asked["seed"]
    )
    for end in ENDS:
        assert [k for k in record["failed"][end] if k < few] == list(getattr(played, end))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"strength": 0}, "strength must be"),
        ({"replies": 1}, "replies must be"),
        ({"prompts": 0}, "prompts must be"),
        ({"games": 0}, "games must be"),
        ({"cap": 0.5}, "cap must be"),
    ],
)
def test_bad_settings_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        Setting(**({"strength": 4, "replies": 100} | wrong))
