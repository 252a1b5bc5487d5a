"""A study of own data, partition and network, run as a stranger would: from a folder with one file of code."""

import subprocess
import sys

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from incentives_book.study.own_data import Setting, _divided, one_rare_class, run
from incentives_book.study.records import read_records

MINE = """
import numpy as np
from torch import nn

def load():
    rng = np.random.default_rng(5)
    inputs = rng.normal(size=(120, 3)).astype(np.float32)
    return inputs, (inputs[:, 0] > 0).astype(int)

def halves(labels, clients, *, rng):
    return np.array_split(np.arange(len(labels)), clients)

def make():
    return nn.Sequential(nn.Linear(3, SIZE), nn.ReLU(), nn.Linear(SIZE, 2))

SIZE = 8
"""
STUDY = """
study = "own-data"
[[run]]
data = "mine:load"
partition = ["homogeneous", "mine:halves"]
network = "mine:make"
methods = "fedavg, aequa"
clients = 2
rounds = 2
levels = 3
"""


def study(folder, *more):
    command = [sys.executable, "-m", "incentives_book.study", "study.toml", *more]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_own_names_in_a_study_file_work_and_an_edit_repeats_the_runs(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "study.toml").write_text(STUDY)
    done = study(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "mine:load mine:halves seed 0" in done.stdout
    records = read_records(tmp_path / "records.jsonl")
    assert [record["settings"]["partition"] for record in records] == ["homogeneous", "mine:halves"]
    assert all(set(record["rewards"]) == {"stand-alone", "fedavg", "aequa"} for record in records)
    assert "2 runs, 0 of them without a record" in study(tmp_path, "--list").stdout
    (tmp_path / "mine.py").write_text(MINE.replace("SIZE = 8", "SIZE = 6"))
    assert "2 runs, 2 of them without a record" in study(tmp_path, "--list").stdout


def test_what_is_not_there_is_said_in_one_line(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "study.toml").write_text(STUDY.replace("mine:halves", "mine:thirds"))
    done = study(tmp_path)
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "partition must name a function or class of mine, got 'mine:thirds'" in done.stderr


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"data": "minst"}, "data must be 'mypackage.module:name' or one of"),
        ({"partition": "fair"}, "partition must be"),
        ({"network": "big"}, "network must be 'mypackage.module:name'"),
        ({"methods": "sharing"}, "methods must be among"),
        ({"methods": "krum", "clients": 3}, "methods with 'krum' need at least 4 clients, got 3"),
        ({"clients": 1}, "clients must be a whole number"),
        ({"clients": True}, "clients must be a whole number"),
    ],
)
def test_bad_settings_are_refused(change, words):
    with pytest.raises(ValueError, match=words):
        Setting(**change)


def test_one_client_alone_holds_the_rare_class(tmp_path, monkeypatch):
    here = "incentives_book.study.own_data:one_rare_class"
    clients, held = _divided(Setting(clients=4, partition=here))
    owners = [k for k in range(4) if (clients.client(k)[1] == 0).any()]
    assert owners == [0]
    assert set(held) == {"test", "validation"}
    (tmp_path / "three_parts.py").write_text("def three(labels, clients, *, rng):\n    return [[0], [1], [2]]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ValueError, match="partition must give 4 clients"):
        _divided(Setting(clients=4, partition="three_parts:three"))


def test_the_rule_of_the_example_deals_everything_out_once():
    import numpy as np

    split = one_rare_class([0, 1, 2, 1, 2, 0, 1], 3, rng=np.random.default_rng(1))
    assert sorted(np.concatenate([split[k] for k in range(3)]).tolist()) == list(range(7))


def test_a_run_tells_what_every_client_is_given():
    told = run(Setting(clients=2, rounds=1, levels=2, methods="aequa"))
    assert [len(given) for given in told["rewards"].values()] == [2, 2]
    assert set(told["widths"]) == {"aequa"}
