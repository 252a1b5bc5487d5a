import json
import subprocess
from concurrent.futures import ProcessPoolExecutor

import pytest

from incentives_book.study.records import add_record, commit_of, key_of, made_with, read_records, unfinished


def add_many(store, worker):
    return sum(add_record(store, {"run": run}, worker=worker) for run in range(20))


def test_many_writers_lose_nothing_and_write_nothing_twice(tmp_path):
    store = tmp_path / "deep" / "records.jsonl"
    with ProcessPoolExecutor(3) as pool:
        written = list(pool.map(add_many, [store] * 3, range(3)))
    assert sum(written) == 20
    assert sorted(record["settings"]["run"] for record in read_records(store)) == list(range(20))


def test_half_a_line_is_no_record_and_is_set_aside_before_the_next_one(tmp_path):
    store = tmp_path / "records.jsonl"
    add_record(store, {"run": 0}, score=1)
    with store.open("a") as file:
        file.write('{"key": "abc", "sett')
    assert [record["settings"]["run"] for record in read_records(store)] == [0]
    add_record(store, {"run": 1}, score=2)
    assert [json.loads(line)["score"] for line in store.read_text().splitlines()] == [1, 2]


def test_a_broken_line_in_the_middle_is_named(tmp_path):
    store = tmp_path / "records.jsonl"
    store.write_text('{"key": "a"}\nnonsense\n{"key": "b"}\n')
    with pytest.raises(ValueError, match=r"line 2 of .* is no record"):
        read_records(store)


def test_nothing_is_written_where_a_value_cannot_be_stored(tmp_path):
    store = tmp_path / "records.jsonl"
    with pytest.raises(ValueError, match="settings must be plain"):
        add_record(store, {"run": object()})
    with pytest.raises(ValueError, match="not JSON compliant"):
        add_record(store, {"run": 1}, score=float("nan"))
    assert not store.exists()


def test_finished_runs_are_not_asked_for_again(tmp_path):
    store = tmp_path / "records.jsonl"
    runs = [{"seed": seed, "method": method} for seed in range(2) for method in ("a", "b")]
    add_record(store, runs[2])
    assert unfinished(store, runs) == [runs[0], runs[1], runs[3]]
    assert key_of(runs[0]) != key_of(runs[1])


def test_a_record_says_where_it_was_made():
    made = made_with("numpy", "sympy", device="an imagined accelerator")
    assert made["device"] == "an imagined accelerator"
    assert made["numpy"].count(".") == 2


def test_records_do_not_make_a_working_copy_dirty_and_code_does(tmp_path):
    assert commit_of(tmp_path) == "unknown"
    git = ["git", "-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    store, code = tmp_path / "study" / "records.jsonl", tmp_path / "code.py"
    add_record(store, {"run": 0})
    code.write_text("1")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    commit = commit_of(store.parent)
    assert len(commit) == 12
    add_record(store, {"run": 1})
    assert commit_of(store.parent) == commit
    code.write_text("2")
    assert commit_of(store.parent) == f"{commit}-dirty"
