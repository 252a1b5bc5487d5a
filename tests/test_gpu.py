"""What waits for a GPU: the plan, the clock, the data in pieces, and every step on a processor."""

import sys
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

from incentives_book import gpu
from incentives_book.gpu import Part, Step, carry_out, main, plan, rehearse, told
from incentives_book.study.records import read_records
from incentives_book.study.runner import confirm


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


def test_the_plan_begins_with_the_tests_and_goes_by_value(monkeypatch, tmp_path):
    monkeypatch.delenv("INCENTIVES_DATA", raising=False)
    monkeypatch.setattr(gpu, "minutes_of", lambda part, records, **how: (3.0, 1.0))
    steps = plan(tmp_path, jobs=4)
    assert [s.name.partition(":")[0] for s in steps[:3]] == [
        "tests on the GPU",
        "benchmark of the engines",
        "rewards-full fashion_mnist 0",
    ]
    assert len(steps) == 2 + len(gpu.PARTS)
    for s in steps[2:]:
        assert s.words[-6:-2] == ("--device", "cuda", "--engine", "graph")
        assert s.words[s.words.index("--records") + 1] == str(tmp_path)
        assert s.words[s.words.index("--jobs") + 1] == "4"
        assert s.words[s.words.index("--checkpoint") + 1] == str(tmp_path / "checkpoints")
        assert s.minutes == 3 / 4


def test_tests_and_benchmark_are_done_once_on_a_machine_and_not_where_only_studies_are_asked_for(monkeypatch, tmp_path):
    monkeypatch.delenv("INCENTIVES_DATA", raising=False)
    monkeypatch.setattr(gpu, "minutes_of", lambda part, records, **how: (3.0, 1.0))
    first = plan(tmp_path)[:2]
    done = [
        replace(step, words=("-c", code)) for step, code in zip(first, ("pass", "raise SystemExit(1)"), strict=True)
    ]
    assert [outcome for _, outcome in carry_out(done, 9, tmp_path)] == ["done", "failed with 1"]
    # What failed is tried again, what was done is not; on another machine both are.
    assert plan(tmp_path)[0].name == "benchmark of the engines"
    assert plan(tmp_path, only_studies=True)[0].name.startswith("rewards-full")
    monkeypatch.setattr(gpu, "device_of", lambda device: "another GPU")
    assert [step.name for step in plan(tmp_path)[:2]] == [step.name for step in first]


def test_records_of_a_call_go_to_the_folder_and_the_next_call_goes_on_from_it(tmp_path, monkeypatch):
    folder = small_study(tmp_path, monkeypatch, 'method = ["fedavg"]\nrounds = 1\nclients = 3\nlevels = 3\n')
    monkeypatch.setitem(gpu.GUESSED, "digits", 0.5)
    monkeypatch.setattr(gpu, "PARTS", (Part("small", {"seed": "0"}, "a trial"),))
    records = tmp_path / "records"
    (step,) = plan(records, device="cpu", jobs=2, only_studies=True)
    assert carry_out([step], 5, records) == [(step.name, "done")]
    assert len(read_records(records / "small" / "records.jsonl")) == 2
    assert not (folder / "records.jsonl").exists()
    assert not any((records / "checkpoints").glob("*"))
    assert plan(records, device="cpu", only_studies=True) == []


def test_every_part_names_runs_of_its_study():
    for part in gpu.PARTS:
        study = part.runs()
        assert study.settings
        assert len({s.data for s in study.settings}) == 1


def test_parts_with_records_take_no_time(tmp_path, monkeypatch):
    small_study(tmp_path, monkeypatch, 'method = ["fedavg"]\nrounds = 1\nclients = 3\nlevels = 3\n')
    monkeypatch.setitem(gpu.GUESSED, "digits", 0.5)
    part = Part("small", {"seed": "0"}, "a trial")
    monkeypatch.setattr(gpu, "ENGINE", "sequential")
    here = {"records": tmp_path / "experiments", "device": "cpu"}
    assert gpu.minutes_of(part, **here) == (1.0, 0.5)  # training alone comes with it
    gpu.run_study(part.runs())
    assert gpu.minutes_of(part, **here) == (0.0, 0.5)
    # Records of a processor are none of a GPU, and where there is none they cannot be compared with it either.
    assert gpu.minutes_of(part, tmp_path / "experiments") == (1.0, 0.5)
    if not torch.cuda.is_available():
        assert list(confirm(part.runs(), {"device": "cuda", "engine": "sequential"})) == []
    monkeypatch.setattr(gpu, "read_records", lambda store: [{"seconds": 120, "made_with": {"device": "some GPU"}}])
    assert gpu.minutes_of(part, **here) == (0.0, 2.0)


def test_the_plan_in_lines_says_when_each_step_begins_and_which_would_not():
    steps = [step("a", 4), step("b", 20, least=2), step("c", 5, least=1), step("d", 0, lacks="no data")]
    assert told(steps, 10) == [
        "      0  a (4 minutes)",
        "      4  b (20 minutes, stopped when time is over)",
        "  later  c (5 minutes)",
        "      -  d: no data",
    ]


def test_a_step_begins_if_its_least_time_is_left_and_a_failure_stops_no_other(monkeypatch, tmp_path):
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
    assert carry_out(steps, 7, tmp_path, clock=clock) == [
        ("first", "failed with 1"),
        ("second", "done"),
        ("long", "no time left"),
        ("gone", "no data"),
        ("last", "done"),
    ]
    assert ran == [("fails", 420), ("works", 320), ("works", 220)]


def test_what_is_running_when_time_is_over_is_stopped(tmp_path):
    steps = [step("sleeps", 1, code="import time; time.sleep(60)"), step("after", 1, least=0.5)]
    assert carry_out(steps, 0.02, tmp_path, python=sys.executable) == [
        ("sleeps", "stopped: goes on at the next call"),
        ("after", "no time left"),
    ]


def test_every_set_of_the_plan_travels_and_each_call_fits_beside_the_tree(tmp_path, monkeypatch, capsys):
    data = tmp_path / "data"
    for name, size in (("fashion_mnist", 300), ("mnist", 900), ("sst5", 100), ("cifar10", 40_000_000)):
        (data / name).mkdir(parents=True)
        for split in ("train", "test"):
            (data / name / f"{split}.parquet").write_bytes(name.encode() * (size // len(name)))
    monkeypatch.setenv("INCENTIVES_DATA", str(data))
    tree = gpu.tree_bytes()
    assert tree > 5_000_000
    main(["--pack", str(tmp_path / "pieces")])
    assert "call-2: " in capsys.readouterr().out
    for call in (tmp_path / "pieces").iterdir():
        assert tree + sum(file.stat().st_size for file in call.iterdir()) <= 60 * 2**20
    there = tmp_path / "there"
    there.mkdir()
    monkeypatch.setenv("INCENTIVES_DATA", str(there))
    monkeypatch.setattr(gpu, "plan", lambda *_, **__: [])
    main(["--join", str(tmp_path / "pieces"), "--dry-run"])
    for file in data.rglob("*.parquet"):
        assert (there / file.relative_to(data)).read_bytes() == file.read_bytes()
    monkeypatch.delenv("INCENTIVES_DATA")
    with pytest.raises(ValueError, match="INCENTIVES_DATA must name the folder"):
        gpu.data_files()


def test_a_rehearsal_runs_every_method_of_a_part_and_leaves_no_record(tmp_path, monkeypatch):
    folder = small_study(tmp_path, monkeypatch, 'method = ["fedavg", "aequa"]\nseed = [0, 1]\n')
    (line,) = rehearse([Part("small", {}, "a trial", "bfloat16")])
    assert line.startswith("small: 3 runs")
    assert not (folder / "records.jsonl").exists()
    monkeypatch.setattr(gpu, "at_hand", lambda data: False)
    assert rehearse([Part("small", {}, "a trial")]) == ["small: no digits in INCENTIVES_DATA"]


def test_without_a_gpu_the_command_says_so_after_the_plan(monkeypatch, capsys):
    import torch

    monkeypatch.setattr(gpu, "plan", lambda records, **how: [step("a", 4)])
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    main(["--dry-run"])
    assert "a (4 minutes)" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="PyTorch sees no GPU"):
        main([])
    monkeypatch.setattr(gpu, "NEEDS", ("no_such_package",))
    with pytest.raises(SystemExit, match="this Python lacks no_such_package"):
        main([])
