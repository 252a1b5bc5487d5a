"""Runs and their weights, and one run on a model of two layers that the test makes; nothing is downloaded."""

import json
import random

import numpy as np
import pytest
import torch

pytest.importorskip("trl")

from incentives.payments.soups import Hybrid
from incentives.payments.training_runs import RUN_FILE, Run, Training, runs, train

from .tiny_models import INITIAL, PROMPTS, REWARDS, SIZES, objective

pytestmark = pytest.mark.usefixtures("offline")


def test_training_climbs_the_objective_of_its_run(trained):
    for run in runs(SIZES):
        start, best = objective(trained, INITIAL, run.weights)
        reached, _ = objective(trained, Hybrid(run.name, {run.name: 1.0}), run.weights)
        assert start < reached <= best
        assert reached - start > 0.1 * (best - start)


def test_the_weight_of_a_run_is_its_sum_and_not_its_mean(trained):
    """With weights (3/4, 1/4) the model of all would have come less far from the initial one."""
    both, quarter = Hybrid("all", {"all": 1.0}), [3 / 4, 1 / 4]
    _, best = objective(trained, both, quarter)
    assert objective(trained, both, quarter)[0] < objective(trained, INITIAL, quarter)[0] < best


def states():
    """Of the three global generators."""
    numpy = np.random.get_state()[1].tolist()  # noqa: NPY002
    return random.getstate(), numpy, torch.random.get_rng_state().tolist()


def test_training_leaves_the_global_chance_alone_and_can_be_repeated(trained_folder):
    how = Training(steps=2, replies=8, each=4, learning_rate=0.01, rank=2)
    before = states()
    run, found = Run("once", (1, 0)), []
    for name in ("first", "second"):
        path = train(
            trained_folder / "model", run, REWARDS, PROMPTS, trained_folder / name, longest=2, training=how, seed=5
        )
        found.append((path / "adapter_model.safetensors").read_bytes())
        assert json.loads((path / RUN_FILE).read_text(encoding="utf-8"))["weights"] == [1, 0]
    assert found[0] == found[1]
    assert states() == before


def test_bad_input_is_named(trained_folder):
    how = Training(steps=1, replies=4, each=2)
    run = Run("x", (1, 1))
    right = {"run": run, "rewards": REWARDS, "prompts": PROMPTS, "folder": trained_folder / "bad"}
    right |= {"longest": 2, "training": how}
    for given, match in (
        ({"prompts": "dance"}, "prompts must be a list"),
        ({"prompts": []}, "prompts must hold"),
        ({"rewards": REWARDS[:1]}, "rewards must be one per group"),
        ({"penalty": 0}, "penalty must be positive"),
        ({"longest": 0}, "longest at least 1"),
    ):
        with pytest.raises(ValueError, match=match):
            train(trained_folder / "model", **(right | given))
    assert not (trained_folder / "bad").exists()
    for sizes in ([], [0, 0], [1, -1], [float("nan"), 1]):
        with pytest.raises(ValueError, match="sizes"):
            runs(sizes)
    with pytest.raises(ValueError, match="scheme"):
        runs([1], scheme="all")
    with pytest.raises(ValueError, match="each"):
        Training(steps=1, replies=6, each=4)
