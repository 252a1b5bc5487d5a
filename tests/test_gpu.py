"""What waits for a GPU: the plan, the clock, the packed file, and every step on a processor."""

import sys
import tarfile

import pytest

pytest.importorskip("torch")

from incentives_book import gpu
from incentives_book.gpu import Part, Step, carry_out, main, pack, plan, rehearse, told


class Clock:
    """Seconds that pass when somebody says so."""

    now = 0.0

    def __call__(self):
        return self.now


def step(name, minutes, *, least=0.0, code="pass", lacks=""):
    return Step(name, minutes, ("-c", code), least, lacks)


def small_study(root, monkeypatch, fields):
    """The folder of a study of digits, "small", in a project of its own."""
    folder = root / "experiments" / "small"
    folder.mkdir(parents=True)
    (folder / "study.toml").write_text(f'study = "rewards"\n[[run]]\ndata = "digits"\n{fields}')
    monkeypatch.setattr(gpu, "ROOT", root)
    return folder


def test_the_plan_begins_with_the_tests_and_goes_by_value(monkeypatch):
    monkeypatch.delenv("INCENTIVES_DATA", raising=False)
    monkeypatch.setattr(gpu, "minutes_of", lambda part: (3.0, 1.0))
    steps = plan()
    assert [s.name.partition(":")[0] for s in steps[:3]] == [
        "tests on the GPU", "benchmark of the engines", "rewards-full fashion_mnist 0"
    ]
    assert len(steps) == 2 + len(gpu.PARTS)
    for s in steps[2:]:
        assert s.words[-6:-2] == ("--device", "cuda", "--engine", "graph")


def test_every_part_names_runs_of_its_study():
    for part in gpu.PARTS:
        study = part.runs()
        assert study.settings
        assert len({s.data for s in study.settings}) == 1


def test_parts_with_records_take_no_time(tmp_path, monkeypatch):
    small_study(tmp_path, monkeypatch, 'method = ["fedavg"]\nrounds = 1\nclients = 3\nlevels = 3\n')
    monkeypatch.setitem(gpu.GUESSED, "digits", 0.5)
    part = Part("small", {"seed": "0"}, "a trial")
    assert gpu.minutes_of(part) == (1.0, 0.5)  # training alone comes with it
    gpu.run_study(part.runs())
    assert gpu.minutes_of(part) == (0.0, 0.5)
    monkeypatch.setattr(gpu, "read_records", lambda store: [{"seconds": 120, "made_with": {"device": "some GPU"}}])
    assert gpu.minutes_of(part) == (0.0, 2.0)


def test_the_plan_in_lines_says_when_each_step_begins_and_which_would_not():
    steps = [step("a", 4), step("b", 20, least=2), step("c", 5, least=1), step("d", 0, lacks="no data")]
    assert told(steps, 10) == [
        "      0  a (4 minutes)",
        "      4  b (20 minutes, stopped when time is over)",
        "  later  c (5 minutes)",
        "      -  d: no data",
    ]


def test_a_step_begins_if_its_least_time_is_left_and_a_failure_stops_no_other(monkeypatch):
    clock, ran = Clock(), []

    def run(words, *, cwd, timeout, env):
        ran.append((words[-1], timeout))
        clock.now += 100
        return type("Done", (), {"returncode": int(words[-1] == "fails")})

    monkeypatch.setattr(gpu.subprocess, "run", run)
    steps = [
        step("first", 1, code="fails"), step("second", 1, code="works"), step("long", 9, least=5, code="never"),
        step("gone", 1, lacks="no data"), step("last", 1, code="works"),
    ]  # fmt: skip
    assert carry_out(steps, 7, clock=clock) == [
        ("first", "failed with 1"), ("second", "done"), ("long", "no time left"), ("gone", "no data"), ("last", "done"),
    ]
    assert ran == [("fails", 420), ("works", 320), ("works", 220)]


def test_what_is_running_when_time_is_over_is_stopped():
    steps = [step("sleeps", 1, code="import time; time.sleep(60)"), step("after", 1, least=0.5)]
    assert carry_out(steps, 0.02, python=sys.executable) == [
        ("sleeps", "stopped: goes on at the next call"), ("after", "no time left")
    ]


def test_the_packed_file_holds_code_and_the_sets_that_fit(tmp_path, monkeypatch):
    data = tmp_path / "data"
    for name, size in (("fashion_mnist", 300), ("mnist", 9_000_000), ("sst5", 100)):
        (data / name).mkdir(parents=True)
        for split in ("train", "test"):
            (data / name / f"{split}.parquet").write_bytes(b"x" * size)
    monkeypatch.setenv("INCENTIVES_DATA", str(data))
    target = tmp_path / "inputs.tar"
    inside, outside = pack(target, most=10_000_000)
    assert (inside, outside) == (["fashion_mnist", "sst5"], ["mnist", "cifar10"])
    assert target.stat().st_size < 10_000_000
    with tarfile.open(target) as archive:
        names = set(archive.getnames())
    assert {"lib/incentives/learning/graph_engine.py", "data/sst5/test.parquet", "benchmarks/engines.py"} <= names
    assert not any(name.startswith("data/mnist") for name in names)
    with pytest.raises(ValueError, match="most must leave room for the code"):
        pack(target, most=1000)
    monkeypatch.delenv("INCENTIVES_DATA")
    with pytest.raises(ValueError, match="INCENTIVES_DATA must name the folder"):
        pack(target)


def test_a_rehearsal_runs_every_method_of_a_part_and_leaves_no_record(tmp_path, monkeypatch):
    folder = small_study(tmp_path, monkeypatch, 'method = ["fedavg", "aequa"]\nseed = [0, 1]\n')
    (line,) = rehearse([Part("small", {}, "a trial", "bfloat16")])
    assert line.startswith("small: 3 runs")
    assert not (folder / "records.jsonl").exists()
    monkeypatch.setattr(gpu, "at_hand", lambda data: False)
    assert rehearse([Part("small", {}, "a trial")]) == ["small: no digits in INCENTIVES_DATA"]


def test_without_a_gpu_the_command_says_so_after_the_plan(monkeypatch, capsys):
    import torch

    monkeypatch.setattr(gpu, "plan", lambda device: [step("a", 4)])
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    main(["--dry-run"])
    assert "a (4 minutes)" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="PyTorch sees no GPU"):
        main([])
    monkeypatch.setattr(gpu, "NEEDS", ("no_such_package",))
    with pytest.raises(SystemExit, match="this Python lacks no_such_package"):
        main([])
