"""Runs and their weights, and one run on a model of two layers that the test makes; nothing is downloaded."""

import json
import random
from dataclasses import asdict
from fractions import Fraction

import numpy as np
import pytest
import torch

pytest.importorskip("trl")

from incentives.charging.base_model import BaseModel
from incentives.charging.soups import Hybrid
from incentives.charging.training_runs import RUN_FILE, Run, Training, runs, train

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
        base = BaseModel(trained_folder / "model", longest=2)
        path = train(base, run, REWARDS, PROMPTS, trained_folder / name, training=how, seed=5)
        found.append((path / "adapter_model.safetensors").read_bytes())
        told = json.loads((path / RUN_FILE).read_text(encoding="utf-8"))
        assert told["weights"] == [1, 0]
        assert told["base"]["longest"] == 2
        assert list(told["heard"]) == ["0"]
        assert all(reward == REWARDS[0]([prompt], [reply])[0] for prompt, reply, reward in told["heard"]["0"])
    assert found[0] == found[1]
    assert states() == before


def test_bad_input_is_named(trained_folder):
    how = Training(steps=1, replies=4, each=2)
    run = Run("x", (1, 1))
    right = {"run": run, "rewards": REWARDS, "prompts": PROMPTS, "folder": trained_folder / "bad"}
    right |= {"training": how, "base": BaseModel(trained_folder / "model", longest=2)}
    loaded = BaseModel(right["base"].load(), right["base"].tokenizer, longest=2)
    for given, match in (
        ({"prompts": "dance"}, "prompts must be a list"),
        ({"prompts": []}, "prompts must hold"),
        ({"rewards": REWARDS[:1]}, "rewards must be one per group"),
        ({"penalty": 0}, "penalty must be a finite number above 0"),
        ({"base": trained_folder / "model"}, "base must be a BaseModel"),
        ({"base": loaded}, "base must be a BaseModel by name"),
        ({"prompts": ["dance " * 31]}, "prompt of 31"),
    ):
        with pytest.raises(ValueError, match=match):
            train(**(right | given))
    assert not (trained_folder / "bad").exists()
    for sizes in ([], [0, 0], [1, -1], [float("nan"), 1]):
        with pytest.raises(ValueError, match="sizes"):
            runs(sizes)
    with pytest.raises(ValueError, match="scheme"):
        runs([1], scheme="all")
    with pytest.raises(ValueError, match="each"):
        Training(steps=1, replies=6, each=4)
    for micro in (0, 3, 5, True, Fraction(3, 2), 4.0):
        with pytest.raises(ValueError, match="micro must be"):
            Training(steps=1, replies=8, each=4, micro=micro)


def weights_of(path):
    from safetensors.torch import load_file

    return load_file(path / "adapter_model.safetensors")


def test_a_weight_is_a_factor_of_its_reward(trained_folder, tmp_path):
    """Weights (3, 1) of two rewards train what weights (1, 1) of three times the first and the second train."""
    laughs, short = REWARDS
    three = [lambda prompts, replies: [3 * r for r in laughs(prompts, replies)], short]
    how = Training(steps=3, replies=8, each=4, learning_rate=0.01, rank=2)
    base, found = BaseModel(trained_folder / "model", longest=3), {}
    for name, weights, rewards in (("weight", (3, 1), REWARDS), ("factor", (1, 1), three), ("none", (1, 1), REWARDS)):
        found[name] = weights_of(train(base, Run("x", weights), rewards, PROMPTS, tmp_path / name, training=how))
    apart = {name: max((found["weight"][key] - found[name][key]).abs().max() for key in found[name]) for name in found}
    assert apart["factor"] < 1e-4 < apart["none"]


@pytest.mark.parametrize("change", [{"micro": 2}, {"checkpointing": True}])
def test_micro_batches_and_checkpointing_change_memory_and_not_the_run(trained_folder, tmp_path, change):
    base, found = BaseModel(trained_folder / "model", longest=3), []
    for k, more in enumerate(({}, change)):
        how = Training(steps=3, replies=8, each=4, learning_rate=0.01, rank=2, **more)
        found.append(weights_of(train(base, Run("x", (3, 1)), REWARDS, PROMPTS, tmp_path / str(k), training=how)))
    assert all(torch.allclose(found[0][key], found[1][key], atol=2e-4) for key in found[0])


def test_a_run_is_asked_what_it_will_be_judged_on(trained_folder, tmp_path, monkeypatch):
    """A chat model with an end token of its own: the trainer draws from the tokens of `encode`, and ends where replies
    end.
    """
    import transformers
    import trl

    tokenizer = transformers.AutoTokenizer.from_pretrained(trained_folder / "model")
    tokenizer.chat_template = (
        "{% for m in messages %}never {{ m['content'] }}{% endfor %}{% if add_generation_prompt %} the{% endif %}"
    )
    base = BaseModel(trained_folder / "model", tokenizer, longest=3, chat=True, end=8)
    seen, ends, heard = [], [], []
    draw = trl.RLOOTrainer._generate_single_turn

    def drawn(self, rows, *rest):
        seen.extend(rows)
        ends.append(self.generation_config.eos_token_id)
        return draw(self, rows, *rest)

    def listens(prompts, replies):
        heard.extend(zip(prompts, replies, strict=True))
        return [float(len(reply)) for reply in replies]

    monkeypatch.setattr(trl.RLOOTrainer, "_generate_single_turn", drawn)
    how = Training(steps=2, replies=8, each=4, learning_rate=0.01, rank=2)
    train(base, Run("x", (1,)), [listens], PROMPTS, tmp_path / "chat", training=how)
    assert {tuple(row) for row in seen} == {tuple(row) for row in base.encode(PROMPTS)}
    assert all(set(np.atleast_1d(end).tolist()) == {8} for end in ends)
    assert {prompt for prompt, _ in heard} == set(PROMPTS)
    assert all(isinstance(reply, str) for _, reply in heard)


def test_a_reward_that_says_two_things_is_refused_in_training(trained_folder, tmp_path):
    chance = np.random.default_rng(0)
    how = Training(steps=2, replies=8, each=4, rank=2)
    with pytest.raises(ValueError, match="must give one reply one number"):
        train(
            BaseModel(trained_folder / "model", longest=3), Run("x", (1,)), [lambda p, r: chance.uniform(size=len(r))],
            PROMPTS, tmp_path / "noisy", training=how,
        )  # fmt: skip


def test_settings_are_kept_as_plain_values_that_a_file_can_hold():
    how = asdict(Training(steps=np.int64(1), replies=8, each=4, micro=np.int64(4), checkpointing=np.True_))
    assert json.loads(json.dumps(how)) == asdict(Training(steps=1, replies=8, each=4, micro=4, checkpointing=True))
