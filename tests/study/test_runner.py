"""Studies: nothing lost, nothing twice, whatever is killed when; and no record that belongs to other code."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from dataclasses import replace
from types import SimpleNamespace

import pytest

import incentives_book.study.runner as module
from incentives.charging.pieces import Unfinished
from incentives_book.study import records
from incentives_book.study.executors import executor
from incentives_book.study.records import add_record, lacks, read_records
from incentives_book.study.runner import checked_options, confirm, done, run_one, run_study
from incentives_book.study.study_file import KINDS, read_study

COMMAND = [sys.executable, "-m", "incentives_book.study"]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def keys(path):
    return [record["key"] for record in read_records(path)]


def numbers(told):
    """What came out, without what depends on the hour."""
    if not isinstance(told, dict):
        return told
    return {k: numbers(v) for k, v in told.items() if k not in ("made_with", "digest") and "seconds" not in k}


@pytest.fixture(scope="module")
def processes():
    """Two for all kinds: most of a small study's time would be the import of PyTorch in processes of its own."""
    with executor("processes", jobs=2) as on:
        yield on


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_runs_here_and_in_processes_with_the_same_results_and_only_once(small, name, processes):
    study, other = read_study(small(name)), read_study(small(name, folder="two"))
    here = run_study(study)
    there = run_study(other, on=processes)
    assert list(map(numbers, here)) == list(map(numbers, there))
    assert sorted(keys(study.store)) == sorted(keys(other.store))
    assert [record["settings"] for record in here] == [
        json.loads(json.dumps(study.kind.told(setting))) for setting in study.settings
    ]
    for record in here:
        assert lacks(record) == []
        assert set(record["made_with"]) >= {"numpy", "incentives", "commit", "device", "time"}
        assert study.kind.line(record)
    before = study.store.read_bytes()
    assert run_study(study) == here
    assert study.store.read_bytes() == before


@pytest.fixture
def toy(small, monkeypatch):
    """A study whose runs cost nothing, with what its runs depend on in reach."""
    study = read_study(small("empty-core"))
    state = SimpleNamespace(ran=[], code="0123", checksum="abc", fails=())

    def run(setting, *, precision="single"):
        state.ran.append(setting.concept)
        if setting.concept in state.fails:
            raise OSError("out of luck")
        return {"score": len(state.ran)}

    def data(setting):
        if state.checksum is None:
            raise FileNotFoundError("no such data")
        return state.checksum

    kind = type(study.kind)(
        setting=study.kind.setting,
        run=run,
        line=str,
        code=lambda setting: ("x",),
        packages=("numpy",),
        precision="single",
        data=data,
        options={"precision": ("single", "bfloat16")},
    )
    monkeypatch.setattr(module, "kind_of", lambda name: kind)
    monkeypatch.setattr(type(study), "kind", property(lambda self: kind))
    monkeypatch.setattr(module, "code_digest", lambda *start: state.code)
    state.study = study
    return state


def test_a_run_is_repeated_when_its_code_data_or_precision_are_others(toy):
    run_study(toy.study)
    assert len(toy.ran) == 2
    for change in ({"code": "4567"}, {"checksum": "def"}):
        vars(toy).update(change)
        toy.ran.clear()
        run_study(toy.study)
        assert len(toy.ran) == 2
        run_study(toy.study)
        assert len(toy.ran) == 2
    toy.ran.clear()
    found = run_study(toy.study, options={"precision": "bfloat16"})
    assert toy.ran == ["nash", "core"]
    assert {record["precision"] for record in found} == {"bfloat16"}
    assert {record["precision"] for record in run_study(toy.study)} == {"single"}
    assert len(toy.ran) == 2
    assert len(read_records(toy.study.store)) == 8


def test_minutes_are_those_of_the_whole_call(toy, monkeypatch):
    """The first run ends in time, the second is told what is left and stops; it is the next call's, which ends it."""
    left = []

    def run(setting, *, minutes):
        left.append(float(minutes))
        if len(left) == 2:
            raise Unfinished("call again")
        time.sleep(0.12)
        return {"score": len(left)}

    kind = replace(toy.study.kind, run=run, options={"minutes": ()})
    monkeypatch.setattr(module, "kind_of", lambda name: kind)
    monkeypatch.setattr(type(toy.study), "kind", property(lambda self: kind))
    with pytest.raises(Unfinished, match=r"^call again$"):
        run_study(toy.study, options={"minutes": "100"})
    assert left[0] == pytest.approx(100, abs=5)
    assert 90 < left[1] < left[0] - 0.0019
    assert [record["score"] for record in run_study(toy.study, options={"minutes": "100"})] == [1, 3]


def test_what_failed_before_the_minutes_were_over_is_told(toy, monkeypatch):
    def run(setting, *, minutes):
        raise OSError("out of luck") if setting.concept == "nash" else Unfinished("call again")

    kind = replace(toy.study.kind, run=run, options={"minutes": ()})
    monkeypatch.setattr(module, "kind_of", lambda name: kind)
    monkeypatch.setattr(type(toy.study), "kind", property(lambda self: kind))
    with pytest.raises(Unfinished, match=r"^call again\. Failed before it: .*concept nash.*: out of luck$"):
        run_study(toy.study, options={"minutes": "1"})
    assert not toy.study.store.with_suffix(".claims").exists()


def test_minutes_are_positive_and_for_one_run_after_the_other(toy, monkeypatch):
    kind = replace(toy.study.kind, options={"minutes": ()})
    monkeypatch.setattr(type(toy.study), "kind", property(lambda self: kind))
    for minutes in ("-5", "0", "inf", "nan", "soon"):
        with pytest.raises(ValueError, match=f"minutes must be a positive number; got '{minutes}'"):
            run_study(toy.study, options={"minutes": minutes})
    with pytest.raises(ValueError, match=r"on must be left out where minutes are given.* got Executor"):
        run_study(toy.study, on=Executor(), options={"minutes": "1"})
    assert toy.ran == []


def store(study, *lines):
    study.store.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_no_record_counts_that_states_no_code(toy):
    told = [toy.study.kind.told(setting) for setting in toy.study.settings]
    store(
        toy.study,
        {"settings": told[0], "score": 0, "data_checksum": "abc"},
        {"settings": told[1], "score": 0, "data_checksum": "abc", "made_with": {"commit": "90c8e4a93d12-dirty"}},
    )
    assert done(toy.study, {}) == {}
    assert list(confirm(toy.study, {})) == []
    assert [record["score"] for record in run_study(toy.study)] == [1, 2]


def test_a_clean_commit_states_the_code_and_counts_when_a_run_was_repeated(toy):
    told = [toy.study.kind.told(setting) for setting in toy.study.settings]
    made = {"made_with": {"commit": "90c8e4a93d12"}}
    store(toy.study, *({"settings": each, "score": score, **made} for each, score in zip(told, (1, 7), strict=True)))
    assert done(toy.study, {}) == {}
    (said,) = confirm(toy.study, {})
    assert "2 records" in said
    assert "are the same" in said
    assert len(toy.ran) == 1
    assert [record["score"] for record in run_study(toy.study)] == [1, 7]
    assert len(toy.ran) == 1
    toy.code = "4567"
    assert done(toy.study, {}) == {}


@pytest.mark.parametrize("part", ["splits", "engine", "device", "torch"])
def test_records_of_another_test_file_engine_device_or_torch_are_other_records(toy, monkeypatch, part):
    kind = toy.study.kind
    object.__setattr__(kind, "packages", ("numpy", "torch"))
    object.__setattr__(kind, "options", {"engine": (), "device": ()})
    object.__setattr__(kind, "splits", lambda setting: toy.splits)
    object.__setattr__(kind, "run", lambda setting, **how: toy.ran.append(setting.concept) or {"score": 1})
    toy.splits, options = "1234", {}
    run_study(toy.study)
    assert len(toy.ran) == len(done(toy.study, options)) == 2
    if part == "splits":
        toy.splits = "5678"
    elif part == "torch":
        for place in (module, records):
            monkeypatch.setattr(place, "version_of", lambda package: "another version")
    else:
        monkeypatch.setattr(module, "device_of", lambda device: device)
        options = {part: "another"}
    assert done(toy.study, options) == {}
    if part == "splits":
        assert list(confirm(toy.study, options)) == []
    run_study(toy.study, options=options)
    assert len(toy.ran) == 4
    assert len(done(toy.study, options)) == 2
    assert len(keys(toy.study.store)) == len(set(keys(toy.study.store))) == 4


def test_what_an_old_record_does_not_say_of_its_data_is_confirmed_by_a_run(toy):
    object.__setattr__(toy.study.kind, "run", lambda setting: toy.ran.append(setting.concept) or {"score": 1})
    run_study(toy.study)
    object.__setattr__(toy.study.kind, "splits", lambda setting: "5678")
    assert done(toy.study, {}) == {}
    assert len(list(confirm(toy.study, {}))) == 1
    assert len(done(toy.study, {})) == 2


TWO = """
import sys, time
import incentives_book.study.runner as runner
from incentives_book.study.study_file import read_study
own = runner.run_one
runner.run_one = lambda *call: (time.sleep(.3), own(*call))[1]
study = read_study(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
print(len(runner.run_study(study)))
"""


def test_two_runners_never_do_a_run_twice(small):
    path = small("empty-core")
    path.write_text(path.read_text().replace("largest = 5", "largest = [2, 3, 4, 5]"))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    runners = [subprocess.Popen([sys.executable, "-c", TWO, str(path)], **pipes) for _ in range(2)]
    for runner in runners:
        assert runner.stdout.readline() == "ready\n"
    for runner in runners:
        runner.stdin.write("\n")
        runner.stdin.flush()
    # Both have all records at the end, and each run was done once.
    assert [runner.communicate(timeout=120)[0] for runner in runners] == ["8\n", "8\n"]
    lines = path.with_name("records.jsonl").read_text().splitlines()
    assert len(lines) == len(set(keys(path.with_name("records.jsonl")))) == 8
    assert not path.with_name("records.claims").exists()


def test_without_the_data_records_count_whatever_their_checksum(toy):
    first = run_study(toy.study)
    toy.checksum = None
    assert run_study(toy.study) == first
    assert len(toy.ran) == 2


def test_one_failure_stops_nothing_else(toy):
    toy.fails = ("nash",)
    with pytest.raises(RuntimeError, match=r"1 of the runs failed, first .*concept nash.*: out of luck"):
        run_study(toy.study)
    assert toy.ran == ["nash", "core"]
    toy.fails = ()
    assert [record["settings"]["concept"] for record in run_study(toy.study)] == ["nash", "core"]
    assert toy.ran == ["nash", "core", "nash"]


def test_an_interrupted_study_keeps_what_is_finished(toy, monkeypatch):
    begun = []

    def interrupted(*call):
        begun.append(call)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return run_one(*call)

    monkeypatch.setattr(module, "run_one", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_study(toy.study)
    assert len(keys(toy.study.store)) == 1


def test_a_rewrite_that_changes_no_number_is_confirmed_by_one_run_and_its_records_count(toy):
    score = {"core": 3, "nash": 4}
    object.__setattr__(
        toy.study.kind, "run", lambda setting: toy.ran.append(setting.concept) or {"score": score[setting.concept]}
    )
    run_study(toy.study)
    toy.code, toy.ran[:] = "4567", []
    said = list(confirm(toy.study, {}))
    assert len(toy.ran) == len(said) == 1
    assert "code 0123 and 4567, 2 records" in said[0]
    assert "are the same" in said[0]
    assert len(run_study(toy.study)) == 2
    assert len(toy.ran) == 1
    # And on to a third version; but what is the same is what was compared, not what was said.
    toy.code = "89ab"
    list(confirm(toy.study, {}))
    assert len(done(toy.study, {})) == 2
    toy.code, score["nash"], score["core"] = "cdef", 5, 5
    assert "differ in score" in next(iter(confirm(toy.study, {})))
    assert done(toy.study, {}) == {}


def test_other_data_or_precision_are_not_confirmed_away(toy):
    run_study(toy.study)
    toy.code, toy.checksum = "4567", "def"
    assert list(confirm(toy.study, {})) == []
    assert done(toy.study, {}) == {}


def test_a_damaged_store_is_told_before_anything_runs(toy):
    toy.study.store.write_text("garbage\n")
    with pytest.raises(ValueError, match=r"line 1 of .* is no record"):
        run_study(toy.study)
    assert toy.ran == []


def test_a_worker_with_other_code_is_noticed(toy):
    class Elsewhere(Executor):
        def submit(self, fn, *call):
            future = Future()
            future.set_result({**fn(*call), "code": "of another version"})
            return future

    with pytest.raises(RuntimeError, match=r"2 of the runs failed, .* a worker runs other code"):
        run_study(toy.study, on=Elsewhere())
    assert keys(toy.study.store) == []


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (
            {"data_checksum": "of another file"},
            "a worker holds other data than this machine: checksum of another file, here ",
        ),
        ({"made_with": {"incentives": "0.0.1"}}, "a worker has incentives 0.0.1, this process has "),
    ],
)
def test_a_worker_with_other_data_or_versions_is_noticed(toy, other, said):
    class Elsewhere(Executor):
        def submit(self, fn, *call):
            future = Future()
            future.set_result({**fn(*call), **other})
            return future

    with pytest.raises(RuntimeError, match=r"2 of the runs failed") as told:
        run_study(toy.study, on=Elsewhere())
    assert said in str(told.value)
    assert keys(toy.study.store) == []


def test_a_cancelled_run_is_a_failure_like_others(toy):
    class Gone(Executor):
        def submit(self, fn, *call):
            future = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(RuntimeError, match="2 of the runs failed"):
        run_study(toy.study, on=Gone())


def test_options_are_checked(toy):
    assert checked_options(toy.study.kind, {"precision": None, "device": None}) == {}
    with pytest.raises(ValueError, match="precision must be one of single, bfloat16, got 'half'"):
        run_study(toy.study, options={"precision": "half"})
    with pytest.raises(ValueError, match="this study takes no device; its options are precision"):
        run_study(toy.study, options={"device": "cuda"})


def test_what_is_measured_against_a_failed_run_waits(small, monkeypatch):
    study = read_study(small("rewards"))

    def fails(name, setting, options, against):
        raise OSError("out of luck")

    monkeypatch.setattr(module, "run_one", fails)
    with pytest.raises(RuntimeError, match="1 of the runs failed, first seed 0, method stand-alone"):
        run_study(study)
    monkeypatch.undo()
    assert len(run_study(study)) == 3


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_study_killed_at_any_moment_goes_on_where_it_was(small):
    path = small("rewards")
    study = read_study(path, seeds=2)
    for wanted in (1, 3):
        child = subprocess.Popen([*COMMAND, str(path), "--seeds", "2"], **QUIET)
        deadline = time.monotonic() + 120
        while len(keys(study.store)) < wanted and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert len(keys(study.store)) >= wanted
    # A kill in the middle of a write leaves half a line behind.
    with study.store.open("a") as file:
        file.write('{"key": "0123')
    kept = read_records(study.store)
    run_study(study)
    after = read_records(study.store)
    assert after[: len(kept)] == kept
    assert len(after) == len(study.store.read_text().splitlines()) == 6


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_workers_end_with_a_study_that_is_killed(small):
    psutil = pytest.importorskip("psutil")
    path = small("rewards")
    study = subprocess.Popen([*COMMAND, str(path), "--executor", "processes"], **QUIET)
    deadline = time.monotonic() + 120
    while not keys(path.with_name("records.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.1)
    workers = psutil.Process(study.pid).children(recursive=True)
    assert len(workers) >= 2
    study.kill()
    study.wait()

    def ended(worker):
        return not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE

    while not all(map(ended, workers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert all(map(ended, workers))


def suicidal(name, setting, options, against):
    """The first time it is run, the worker dies in the middle of it."""
    mark = os.environ.get("INCENTIVES_TEST_MARK", "")
    if setting.concept == "core" and mark and not os.path.exists(mark):
        with open(mark, "w"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return run_one(name, setting, options, against)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_loses_nothing_when_a_worker_is_killed(small, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    mark = tmp_path / "killed"
    monkeypatch.setenv("INCENTIVES_TEST_MARK", str(mark))
    monkeypatch.setattr(module, "run_one", suicidal)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    study = read_study(small("empty-core"))
    with executor("dask", jobs=2) as on:
        records = run_study(study, on=on)
    assert mark.exists()
    assert len(records) == len(set(keys(study.store))) == 2


def test_two_records_of_one_run_are_read_once(small):
    study = read_study(small("empty-core"))
    (first, _) = run_study(study)
    settings = first.pop("settings")
    add_record(study.store, settings, **{k: v for k, v in first.items() if k not in ("key", "digest")})
    assert len(study.store.read_text().splitlines()) == 3
    assert len(read_records(study.store)) == len(run_study(study)) == 2


def test_a_result_that_no_record_can_hold_stops_nothing_else(toy, monkeypatch):
    kind = replace(toy.study.kind, run=lambda setting: {"games": float("nan") if setting.concept == "nash" else 1})
    monkeypatch.setattr(module, "kind_of", lambda name: kind)
    monkeypatch.setattr(type(toy.study), "kind", property(lambda self: kind))
    with pytest.raises(RuntimeError, match=r"1 of the runs failed, first .*concept nash"):
        run_study(toy.study)
    assert [record["games"] for record in read_records(toy.study.store)] == [1]
    assert not toy.study.store.with_suffix(".claims").exists()


def test_a_device_that_the_setting_names_is_told_and_one_that_is_elsewhere_is_not_asked_for(toy, monkeypatch):
    kind = replace(toy.study.kind, packages=("torch",))
    setting = SimpleNamespace(device="cuda")
    monkeypatch.setattr(module, "device_of", lambda device: device)
    assert "cuda" in str(module.parts_of(kind, setting, {})["machinery"])
    assert "cpu" in str(module.parts_of(kind, setting, {"device": "cpu"})["machinery"])
    monkeypatch.setattr(module, "device_of", lambda device: module.ELSEWHERE)
    assert "machinery" not in module.parts_of(kind, setting, {})
