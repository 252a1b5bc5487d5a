import json
import subprocess
from concurrent.futures import ProcessPoolExecutor

import pytest

from incentives_book.study.records import add_record, commit_of, key_of, lacks, made_with, read_records


@pytest.fixture
def store(tmp_path):
    return tmp_path / "deep" / "records.jsonl"


def add_many(store, worker):
    for run in range(20):
        add_record(store, {"run": run, "worker": worker}, text="x" * 5000)


def test_many_writers_lose_nothing(store):
    with ProcessPoolExecutor(3) as pool:
        list(pool.map(add_many, [store] * 3, range(3)))
    found = sorted((r["settings"]["worker"], r["settings"]["run"]) for r in read_records(store))
    assert found == [(worker, run) for worker in range(3) for run in range(20)]


def test_readers_keep_the_first_of_equal_keys_and_parts_make_keys_differ(store):
    for score, precision in [(1, "single"), (2, "single"), (3, "bfloat16")]:
        add_record(store, {"run": 0}, score=score, precision=precision)
    assert [(r["score"], r["precision"]) for r in read_records(store)] == [(1, "single"), (3, "bfloat16")]
    settings = {"run": 0}
    keys = [key_of(settings, **parts) for parts in ({}, {"code": "a"}, {"code": "b"}, {"data_checksum": "a"})]
    assert len(set(keys)) == 4


def test_adding_reads_only_the_end_of_the_store(store):
    add_record(store, {"run": 0})
    whole = store.read_bytes()
    # What nobody could read lies before the end; the next record is added all the same.
    store.write_bytes(b"\xff\x00garbage\n" + whole)
    add_record(store, {"run": 1})
    store.write_bytes(store.read_bytes().removeprefix(b"\xff\x00garbage\n"))
    assert [record["settings"]["run"] for record in read_records(store)] == [0, 1]


@pytest.mark.parametrize("half", ['{"key": "abc", "sett', "{", '{"key": "' + "x" * 200_000])
def test_half_a_line_is_no_record_and_is_set_aside_before_the_next_one(store, half):
    add_record(store, {"run": 0}, score=1)
    with store.open("a") as file:
        file.write(half)
    assert [record["settings"]["run"] for record in read_records(store)] == [0]
    add_record(store, {"run": 1}, score=2)
    assert [json.loads(line)["score"] for line in store.read_text().splitlines()] == [1, 2]


def test_a_record_whose_line_break_was_lost_is_kept(store):
    add_record(store, {"run": 0})
    store.write_bytes(store.read_bytes().rstrip(b"\n"))
    assert len(read_records(store)) == 1
    add_record(store, {"run": 1})
    assert [record["settings"]["run"] for record in read_records(store)] == [0, 1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"nonsense", r"line 2 of .*records\.jsonl is no record: b'nonsense'"),
        (b"", r"line 2 of .*records\.jsonl is no record: it is blank"),
        (b"   ", "line 2 of .* it is blank"),
        (b"[1, 2]", "line 2 of .* must be a table with settings"),
        (b'{"key": "a"}', "line 2 of .* must be a table with settings"),
        (b"\x00\x00\x00", "line 2 of .* is no record"),
        (b"\xff\xfe", "line 2 of .* is no record"),
        (b'\xef\xbb\xbf{"settings": {}}', "line 2 of .* begins with a byte-order mark"),
    ],
)
@pytest.mark.parametrize("last", [True, False])
def test_a_damaged_line_is_named_and_nothing_is_lost(store, line, message, last):
    add_record(store, {"run": 0})
    with store.open("ab") as file:
        file.write(line + b"\n")
    if not last:
        add_record(store, {"run": 1})
    before = store.read_bytes()
    with pytest.raises(ValueError, match=message):
        read_records(store)
    add_record(store, {"run": 2})
    assert store.read_bytes().startswith(before)
    kept = [one for number, one in enumerate(store.read_bytes().splitlines(keepends=True)) if number != 1]
    store.write_bytes(b"".join(kept))
    assert [record["settings"]["run"] for record in read_records(store)] == [0, *([] if last else [1]), 2]


def test_garbage_without_a_line_break_is_named_and_not_thrown_away(store):
    add_record(store, {"run": 0})
    with store.open("ab") as file:
        file.write(b"a note of somebody")
    with pytest.raises(ValueError, match=r"line 2 of .* is no record"):
        read_records(store)
    add_record(store, {"run": 1})
    assert b"a note of somebody\n" in store.read_bytes()
    with pytest.raises(ValueError, match=r"line 2 of .* is no record"):
        read_records(store)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"score": 0.25', '"score": 0.26'), ('"run": 0', '"run": 7'), ('"single"', '"double"'), ('"b": 1, ', "")],
)
def test_an_edited_record_is_noticed(store, old, new):
    add_record(store, {"run": 0}, score=0.25, precision="single", told={"b": 1, "c": (2, 3)})
    add_record(store, {"run": 1}, score=0.5)
    text = store.read_text()
    assert text.count(old) == 1
    store.write_text(text.replace(old, new))
    with pytest.raises(ValueError, match=r"line 1 of .* was changed after it was written"):
        read_records(store)


def test_settings_edited_under_an_old_key_are_noticed(store):
    store.parent.mkdir()
    store.write_text(json.dumps({"key": key_of({"run": 0}), "settings": {"run": 1}}) + "\n")
    with pytest.raises(ValueError, match=r"line 1 of .* was changed"):
        read_records(store)


def test_records_of_before_are_read_and_say_what_they_lack(store):
    oldest = {"settings": {"run": 0}, "made_with": {"python": "3.11.7"}}
    older = {"key": key_of({"run": 1}), "settings": {"run": 1}, "data_checksum": "abc", "precision": "single"}
    store.parent.mkdir()
    store.write_text("".join(json.dumps(record) + "\n" for record in (oldest, older)))
    parts = {"data_checksum": None, "precision": "single", "code": "0123"}
    add_record(store, {"run": 2}, **parts, made_with=made_with())
    found = read_records(store)
    assert found[0]["key"] == key_of({"run": 0})
    assert [len(lacks(record)) for record in found] == [5, 3, 0]
    assert lacks(found[1]) == ["a digest of the code", "a digest of the line", "the version of the package"]


def test_nothing_is_written_where_a_value_cannot_be_stored(store):
    with pytest.raises(ValueError, match="settings must be plain"):
        add_record(store, {"run": object()})
    with pytest.raises(ValueError, match="not JSON compliant"):
        add_record(store, {"run": 1}, score=float("nan"))
    assert not store.exists()


def test_a_record_says_where_it_was_made():
    made = made_with("numpy", "no-such-package", device="an imagined accelerator")
    assert made["device"] == "an imagined accelerator"
    assert made["numpy"].count(".") == 2
    assert made["no-such-package"] == "not installed"
    assert made["incentives"]


def git(folder, *words):
    names = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run(["git", *names, *words], cwd=folder, check=True)


def test_records_do_not_make_a_working_copy_dirty_and_code_does(tmp_path):
    assert commit_of(tmp_path) == "unknown"
    store, code = tmp_path / "study" / "records.jsonl", tmp_path / "code.py"
    add_record(store, {"run": 0})
    code.write_text("1")
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        git(tmp_path, *words)
    commit = commit_of(store.parent)
    assert len(commit) == 12
    add_record(store, {"run": 1})
    assert commit_of(store.parent) == commit
    code.write_text("2")
    assert commit_of(store.parent) == f"{commit}-dirty"


def test_a_package_inside_somebody_elses_working_copy_has_no_commit(tmp_path):
    (tmp_path / "mine.txt").write_text("1")
    package = tmp_path / ".venv" / "incentives_book"
    package.mkdir(parents=True)
    (package / "records.py").write_text("1")
    for words in (["init", "-q"], ["add", "mine.txt"], ["commit", "-q", "-m", "first"]):
        git(tmp_path, *words)
    assert commit_of(tmp_path) != "unknown"
    assert commit_of(package) == "unknown"
