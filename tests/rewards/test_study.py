"""Studies: nothing lost, nothing twice, whatever is killed when."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future

import pytest

pytest.importorskip("torch")

from incentives_book.study.records import key_of, read_records
from incentives_book.study.rewards.cells import Cell
from incentives_book.study.rewards.study import (
    ON_A_CPU,
    executor,
    main,
    read_study,
    run_one,
    run_study,
    settings_of,
)

TINY = """
methods = ["fedavg", "aequa"]
[grid]
data = ["digits"]
partition = ["homogeneous", "label-skew"]
seeds = 1
[settings]
rounds = 1
clients = 3
batch_size = 64
levels = 3
"""


@pytest.fixture
def study_file(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(TINY)
    return path


def keys(path):
    return [record["key"] for record in read_records(path)]


def test_a_study_is_the_whole_grid_with_stand_alone_first(study_file):
    study = read_study(study_file, seeds=2)
    runs = list(study.runs())
    assert len(runs) == 2 * 2 * 3
    assert [method for _, method in runs[:4]] == ["stand-alone"] * 4
    only = read_study(study_file, only={"partition": "label-skew", "method": "aequa"})
    assert only.methods == ("stand-alone", "aequa")
    assert {cell.partition for cell in only.cells} == {"label-skew"}


def test_settings_of_one_data_set_win(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(
        TINY.replace('["digits"]', '["digits", "mnist"]') + "[settings.mnist]\nrate = 0.5\nrounds = 7\n"
    )
    rates = {cell.data: (cell.rate, cell.rounds, cell.clients) for cell in read_study(path).cells}
    assert rates == {"digits": (0.05, 1, 3), "mnist": (0.5, 7, 3)}


def test_a_study_runs_once_and_every_record_says_what_it_was(study_file):
    study = read_study(study_file)
    records = run_study(study)
    before = study.store.read_bytes()
    assert [r["settings"]["method"] for r in records] == ["stand-alone"] * 2 + ["fedavg"] * 2 + ["aequa"] * 2
    assert all(
        len(r["test"]) == 3 and set(r["made_with"]) >= {"torch", "commit", "device", "time"} for r in records
    )
    assert {r["key"] for r in records} == {key_of(settings_of(cell, method)) for cell, method in study.runs()}
    assert run_study(study) == records
    assert study.store.read_bytes() == before


def test_equal_settings_give_equal_numbers(study_file):
    cell = read_study(study_file).cells[0]
    first, second = (run_one(cell, "stand-alone", None, ON_A_CPU) for _ in range(2))
    assert first["test"] == second["test"]
    assert first["validation"] == second["validation"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_study_killed_at_any_moment_goes_on_where_it_was(study_file):
    store = study_file.with_name("records.jsonl")
    command = [sys.executable, "-m", "incentives_book.study.rewards.study", str(study_file)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    for wanted in (1, 3):
        child = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
        )
        deadline = time.monotonic() + 120
        while len(keys(store)) < wanted and child.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
        child.wait()
        assert len(keys(store)) >= wanted
    # A kill in the middle of a write leaves half a line behind.
    with store.open("a") as file:
        file.write('{"key": "0123')
    kept = read_records(store)
    main([str(study_file)])
    after = read_records(store)
    assert after[: len(kept)] == kept
    assert len(after) == 6
    assert len(set(keys(store))) == 6


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_workers_end_with_a_study_that_is_killed(study_file):
    psutil = pytest.importorskip("psutil")
    command = [sys.executable, "-m", "incentives_book.study.rewards.study", str(study_file), "--executor", "processes"]
    study = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not keys(study_file.with_name("records.jsonl")) and time.monotonic() < deadline:
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


def test_one_failure_stops_nothing_else(study_file):
    class OneFails:
        """An executor whose every second run of fedavg fails."""

        asked = 0

        def submit(self, fn, cell, method, *rest):
            future = Future()
            if method == "fedavg" and cell.partition == "homogeneous":
                future.set_exception(OSError("out of luck"))
            else:
                future.set_result(fn(cell, method, *rest))
            return future

    study = read_study(study_file)
    with pytest.raises(
        RuntimeError, match="1 runs failed, first fedavg on digits, homogeneous, seed 0: out of luck"
    ):
        run_study(study, on=OneFails())
    assert len(keys(study.store)) == 5
    assert len(run_study(study)) == 6


def test_processes_agree_with_one_process(study_file, tmp_path):
    alone = run_study(read_study(study_file))
    other = tmp_path / "pool" / "study.toml"
    other.parent.mkdir()
    other.write_text(TINY)
    with executor("processes", jobs=2) as on:
        pooled = run_study(read_study(other), on=on)
    for one, two in zip(alone, pooled, strict=True):
        assert one["key"] == two["key"]
        assert one["test"] == two["test"]


def suicidal(cell, method, alone, how):
    """The first time it is run, the worker dies in the middle of it."""
    mark = os.environ.get("INCENTIVES_TEST_MARK", "")
    if method == "fedavg" and mark and not os.path.exists(mark):
        with open(mark, "w"):
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return run_one(cell, method, alone, how)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_loses_nothing_when_a_worker_is_killed(study_file, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    import incentives_book.study.rewards.study as module

    mark = tmp_path / "killed"
    monkeypatch.setenv("INCENTIVES_TEST_MARK", str(mark))
    monkeypatch.setattr(module, "run_one", suicidal)
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(__file__))
    study = read_study(study_file)
    with executor("dask", jobs=2) as on:
        records = run_study(study, on=on)
    assert mark.exists()
    assert len(records) == 6
    assert len(set(keys(study.store))) == 6


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('["fedavg", "aequa"]', '["fedavgg"]'), "methods must be some of"),
        (("[grid]", "[grids]"), "study may hold methods, grid, settings, about; got grids"),
        (("rounds = 1", "round = 1"), "settings may hold"),
        (('["digits"]', '["digit"]'), "data must be one of"),
        (('"label-skew"]', '"skew"]'), "partition of digits must be one of"),
        (("clients = 3", "clients = 1"), "clients must be a whole number of at least 2"),
        (("levels = 3", "narrowest = 1.5"), "narrowest must lie strictly between 0 and 1"),
        (("rounds = 1", "rounds = ["), "not valid TOML"),
    ],
)
def test_bad_studies_are_refused_before_anything_runs(study_file, change, message):
    study_file.write_text(TINY.replace(*change))
    with pytest.raises(ValueError, match=message):
        read_study(study_file)
    assert not study_file.with_name("records.jsonl").exists()


def test_other_bad_input(study_file):
    with pytest.raises(ValueError, match="nothing to run"):
        read_study(study_file, only={"data": "mnist"})
    with pytest.raises(ValueError, match="only may hold"):
        read_study(study_file, only={"seed": "1"})
    with pytest.raises(ValueError, match="executor must be one of"), executor("ray"):
        pass


def test_the_command_lists_what_is_left(study_file, capsys):
    main([str(study_file), "--list", "--only", "method=fedavg"])
    told = capsys.readouterr().out
    assert "4 runs, 4 of them without a record" in told
    assert "fedavg         digits         label-skew       seed 0" in told


def test_the_command_hands_on_engine_and_precision(study_file):
    only = ["--only", "partition=homogeneous", "--only", "method=aequa"]
    main([str(study_file), *only, "--engine", "graph", "--precision", "bfloat16"])
    records = read_records(study_file.with_name("records.jsonl"))
    assert [(r["settings"]["method"], r["engine"], r["precision"]) for r in records] == [
        ("stand-alone", "graph", "bfloat16"),
        ("aequa", "graph", "bfloat16"),
    ]


def test_key_of_a_run_does_not_depend_on_the_order_of_fields():
    settings = settings_of(Cell(seed=3), "fedavg")
    assert key_of(settings) == key_of(dict(reversed(settings.items())))
