"""A run in pieces ends where one call would have, and a piece of another run is refused."""

import json
import time

import pytest

pytest.importorskip("trl")

import torch
from safetensors.torch import load_file

from incentives.charging import pieces
from incentives.charging.base_model import BaseModel
from incentives.charging.training_runs import RUN_FILE, Training, runs, train

from .tiny_models import PROMPTS, REWARDS, SIZES

pytestmark = pytest.mark.usefixtures("offline")
HOW = Training(steps=5, replies=16, each=8, learning_rate=0.02, rank=4, micro=8)


def one_run(base, folder, **options):
    return train(
        **{"base": base, "run": runs(SIZES)[0], "rewards": REWARDS, "prompts": PROMPTS, "folder": folder}
        | {"training": HOW, "seed": 3}
        | options
    )


def test_pieces_end_where_one_call_does(trained_folder, tmp_path):
    """A limit that is over after every step: five calls, four of which stop."""
    base = BaseModel(trained_folder / "model", longest=3)
    whole = one_run(base, tmp_path / "whole")
    for step in range(1, 5):
        with pytest.raises(pieces.Unfinished, match=f"after {step} of 5 steps"):
            one_run(base, tmp_path / "pieces", minutes=1e-9)
    pieced = one_run(base, tmp_path / "pieces", minutes=1e-9)
    one, other = (load_file(folder / "adapter_model.safetensors") for folder in (whole, pieced))
    assert all(torch.equal(one[key], other[key]) for key in one)
    said = [json.loads((folder / RUN_FILE).read_text(encoding="utf-8")) for folder in (whole, pieced)]
    assert said[0]["heard"]["0"][:4] == said[1]["heard"]["0"][:4]  # of the first step, which another piece made
    assert {k: v for k, v in said[0].items() if k != "heard"} == {k: v for k, v in said[1].items() if k != "heard"}
    assert not (pieced / "trainer").exists()


def test_a_piece_of_another_run_is_refused(trained_folder, tmp_path):
    base = BaseModel(trained_folder / "model", longest=3)
    with pytest.raises(pieces.Unfinished):
        one_run(base, tmp_path, minutes=1e-9)
    halved = BaseModel(trained_folder / "model", longest=3, dtype="bfloat16")
    for change, words in (
        ({"penalty": 2.0}, r"another run; .* differs in penalty"),
        ({"prompts": [*PROMPTS, "haha"]}, r"another run; .* differs in prompts"),
        ({"base": halved}, r"another run; .* differs in options"),
        ({"rewards": REWARDS[::-1]}, r"rewards\[0\] must be that of the piece in .* Call with its rewards"),
        ({"minutes": 0}, "minutes must be a finite number above 0"),
    ):
        with pytest.raises(ValueError, match=words):
            one_run(change.pop("base", base), tmp_path, **{"minutes": 1e-9, **change})


SHORT = Training(steps=3, replies=8, each=4, learning_rate=0.02, rank=2)


@pytest.fixture(scope="module")
def short_weights(trained_folder, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HF_HUB_OFFLINE", "1")
        base = BaseModel(trained_folder / "model", longest=3)
        return weights(one_run(base, tmp_path_factory.mktemp("short"), training=SHORT))


def weights(folder):
    return load_file(folder / "adapter_model.safetensors")


def killed_between_the_checkpoint_and_its_file(go_on, folder, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(pieces.Piece, "keep", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            go_on()


def killed_within_the_checkpoint(go_on, folder, monkeypatch):
    (folder / "trainer" / "checkpoint-2").mkdir()


def killed_within_the_file(go_on, folder, monkeypatch):
    file = folder / "trainer" / "begun.json"
    file.write_text(file.read_text(encoding="utf-8")[:40], encoding="utf-8")


@pytest.mark.parametrize(
    "killed",
    [killed_between_the_checkpoint_and_its_file, killed_within_the_checkpoint, killed_within_the_file],
    ids=lambda how: how.__name__,
)
def test_a_piece_that_was_killed_changes_nothing(trained_folder, tmp_path, monkeypatch, short_weights, killed):
    def go_on():
        return one_run(BaseModel(trained_folder / "model", longest=3), tmp_path, training=SHORT, minutes=1e-9)

    with pytest.raises(pieces.Unfinished, match="after 1 of 3 steps"):
        go_on()
    killed(go_on, tmp_path, monkeypatch)
    reached = 0 if killed is killed_within_the_file else 1
    for step in range(reached + 1, 3):
        with pytest.raises(pieces.Unfinished, match=f"after {step} of 3 steps"):
            go_on()
    found = weights(go_on())
    assert all(torch.equal(found[key], short_weights[key]) for key in found)


def test_a_run_is_finished_before_its_pieces_are_removed(trained_folder, tmp_path, monkeypatch):
    def killed(piece):
        raise KeyboardInterrupt

    monkeypatch.setattr(pieces.Piece, "forget", killed)
    (tmp_path / RUN_FILE).write_text("{}", encoding="utf-8")  # of an earlier run in this folder
    with pytest.raises(KeyboardInterrupt):
        one_run(BaseModel(trained_folder / "model", longest=3), tmp_path, training=SHORT)
    assert json.loads((tmp_path / RUN_FILE).read_text(encoding="utf-8"))["training"]["steps"] == 3


def test_a_piece_whose_checkpoint_is_gone_counts_as_none(tmp_path):
    (tmp_path / "checkpoint-1").mkdir()
    pieces.Piece(tmp_path, {"penalty": 1.0, "chat": True}).keep({}, 1)
    with pytest.raises(ValueError, match=r"differs in chat\."):
        pieces.Piece(tmp_path, {"penalty": 1.0})
    (tmp_path / "checkpoint-1").rmdir()
    assert pieces.Piece(tmp_path, {"penalty": 2.0}).checkpoint is None


def test_minutes_begin_with_the_call_and_not_with_the_first_step(trained_folder, tmp_path, monkeypatch):
    load = BaseModel.load

    def slow(base):
        time.sleep(1.5)
        return load(base)

    monkeypatch.setattr(BaseModel, "load", slow)
    with pytest.raises(pieces.Unfinished, match="after 1 of 3 steps"):
        one_run(BaseModel(trained_folder / "model", longest=3), tmp_path, training=SHORT, minutes=1 / 60)
