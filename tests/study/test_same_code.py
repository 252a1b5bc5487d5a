"""Which digests of code count as one: those that a chain of confirmed pairs ties together, and no others."""

from pathlib import Path

import pytest

from incentives_book.study.records import read_records, stated
from incentives_book.study.runner import _name
from incentives_book.study.same_code import NAME, differences, note_same, same_as

EXPERIMENTS = Path(__file__).parents[2] / "experiments"


@pytest.fixture
def store(tmp_path):
    return tmp_path / "records.jsonl"


def test_pairs_are_followed_in_both_directions_and_through_others(store):
    for earlier, later in (("aa", "bb"), ("bb", "cc"), ("dd", "ee")):
        note_same(store, earlier, later, "0123")
    assert same_as(store, "aa") == same_as(store, "cc") == {"aa", "bb", "cc"}
    assert same_as(store, "dd") == {"dd", "ee"}
    assert same_as(store, "ff") == {"ff"}


@pytest.mark.parametrize("line", ["aa bb", "", "aa bb 01 23", "aa bb no key"])
def test_a_line_that_is_no_pair_is_named(store, line):
    store.with_name(NAME).write_text(f"aa bb 01\n{line}\n")
    with pytest.raises(ValueError, match=r"line 2 of .*same-code.txt must be an earlier digest"):
        same_as(store, "aa")


def test_numbers_that_differ_are_named_and_seconds_are_not():
    before = {"test": [0.5, 0.25], "seconds": 1, "extra": {"widths": [1], "gone": 2, "tuning_seconds": 3}, "key": "01"}
    assert differences(before, {"test": [0.5, 0.25], "seconds": 8, "extra": {"widths": [1], "gone": 2}}) == []
    assert differences(before, {"test": [0.5, 0.26], "extra": {"widths": [2]}}) == [
        "test",
        "extra.widths",
        "extra.gone",
    ]
    assert differences(before, {"new": 1}) == ["new"]


@pytest.mark.parametrize("path", sorted(EXPERIMENTS.glob(f"*/{NAME}")), ids=lambda path: path.parent.name)
def test_every_pair_of_the_book_names_a_record_of_what_was_earlier(path):
    records = {record["key"]: record for record in read_records(path.with_name("records.jsonl"))}
    for line in path.read_text().splitlines():
        earlier, _, key = line.split()
        told = records[key]
        names = {
            _name(part, stated(told), told["settings"]) for part in ("code", "machinery", "splits", "data_checksum")
        }
        assert names & same_as(path, earlier)
