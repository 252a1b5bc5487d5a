"""One line a row, one file a part."""

import json

import pytest

from claimbook.lock import FIELDS, read_lists, write_lists


def test_each_field_is_written_beside_the_others_and_read_alone(tmp_path):
    write_lists(tmp_path, "kills", {"a/lemma-1": ["3", "4"], "b/lemma-1": ["1", "1"]})
    write_lists(tmp_path, "places", {"a/lemma-1": ["Lemma 1", "Let x"], "a/lemma-2": ["Lemma 2", "So"]})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.lock", "b.lock"]
    assert read_lists(tmp_path, "kills") == {"a/lemma-1": ["3", "4"], "b/lemma-1": ["1", "1"]}
    lines = [json.loads(line) for line in (tmp_path / "a.lock").read_text().splitlines()]
    assert lines[0] == {"id": "a/lemma-1", "places": ["Lemma 1", "Let x"], "kills": ["3", "4"]}


def test_what_is_no_longer_named_loses_the_field_and_an_empty_row_goes(tmp_path):
    write_lists(tmp_path, "kills", {"a/lemma-1": ["3", "4"], "a/lemma-2": ["1", "1"]})
    write_lists(tmp_path, "kills", {"a/lemma-2": ["2", "2"]})
    assert read_lists(tmp_path, "kills") == {"a/lemma-2": ["2", "2"]}
    assert len((tmp_path / "a.lock").read_text().splitlines()) == 1


def test_a_field_that_no_lock_has_is_refused(tmp_path):
    with pytest.raises(ValueError, match=f"name must be one of {FIELDS[0]}"):
        write_lists(tmp_path, "debts", {"a/lemma-1": ["evidence"]})
