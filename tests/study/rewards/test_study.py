"""The study of rewards: what a run is measured against, and on which code its result depends."""

import pytest

pytest.importorskip("torch")

import incentives_book.study.rewards.study as module
from incentives_book.study.code_digest import code_digest
from incentives_book.study.rewards.methods import METHODS, Result
from incentives_book.study.rewards.study import ALONE, DEFINITIONS, KIND, Setting, alone_in, code


def test_a_run_is_measured_against_training_alone_in_the_same_cell():
    setting = Setting(method="aequa", seed=3, clients=4)
    assert alone_in(setting) == Setting(method=ALONE, seed=3, clients=4)
    assert alone_in(alone_in(setting)) is None
    assert setting.cell == alone_in(setting).cell


def test_a_record_keeps_the_method_and_the_cell():
    setting = Setting(method="fedavg", seed=3)
    assert KIND.told(setting) == {"method": "fedavg", **setting.cell.settings}
    with pytest.raises(ValueError, match=r"method must be one of stand-alone, .*, got 'none'"):
        Setting(method="none")


def test_every_method_says_its_code_and_no_two_say_the_same():
    assert DEFINITIONS.keys() == METHODS.keys()
    digests = {method: code_digest(*code(Setting(method=method))) for method in METHODS}
    assert len(set(digests.values())) == len(METHODS)


def test_rounds_of_another_precision_engine_or_device_are_kept_apart(monkeypatch, tmp_path):
    files = []
    monkeypatch.setattr(module, "play", lambda *of, checkpoint, **how: files.append(checkpoint) or Result([], [], 0.0))
    hows = [{}, {"precision": "bfloat16"}, {"engine": "graph"}, {"device": "cuda"}, {"precision": "bfloat16"}]
    for how in hows:
        KIND.run(Setting(method=ALONE), checkpoint=str(tmp_path), **how)
    assert files[1] == files[4]
    assert len(set(files)) == 4
    KIND.run(Setting(method=ALONE, seed=1), checkpoint=str(tmp_path))
    assert files[-1] not in files[:-1]


def test_a_record_in_a_line():
    record = {"settings": {**Setting(method="fedavg").settings}, "test": [0.5, 0.7], "seconds": 3.2}
    assert KIND.line(record) == "fedavg         digits         homogeneous      seed 0: accuracy 0.600, 3 s"
