"""From rewards to a saved model and a bill, on a model of two layers that the test makes; nothing is downloaded."""

import json
import random
import warnings

import numpy as np
import pytest
import torch

from incentives.learning.chance import generator

transformers = pytest.importorskip("transformers")
pytest.importorskip("peft")
pytest.importorskip("trl")

from incentives.payments import charged_models as cm, hugging_face as hf
from incentives.payments.soups import Hybrid
from incentives_book.guide.your_own_model_and_rewards import all_replies, tiny_model

PROMPTS = ["please eat", "dance"]
SIZES = [3, 1]
INITIAL = Hybrid("initial", {})


def laughing(prompts, replies):
    return [reply.split().count("haha") / 3 for reply in replies]


def brief(prompts, replies):
    return [1 - len(reply.split()) / 3 for reply in replies]


REWARDS = [laughing, brief]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("HF_HUB_OFFLINE", "1")
    path = tmp_path_factory.mktemp("charged")
    tiny_model(path / "model")
    yield path
    patch.undo()


@pytest.fixture(scope="module")
def trained(folder):
    """Adapters of all runs of the scheme "total", in one language model."""
    how = cm.Training(steps=50, replies=32, each=8, learning_rate=0.02, rank=4)
    paths = {
        run.name: cm.train(
            folder / "model", run, REWARDS, PROMPTS, folder / run.name, longest=3, training=how
        )
        for run in cm.runs(SIZES)
    }
    return hf.LanguageModel(folder / "model", adapters={name: str(path) for name, path in paths.items()})


def objective(model, hybrid, weights):
    """Mean over the prompts of E[sum w r] - KL and of its largest value, from the list of all replies."""
    reached, best = [], []
    for prompt in PROMPTS:
        replies = all_replies(model, prompt, longest=3)
        texts = replies.texts(model.tokenizer)
        rewards = [torch.tensor(reward([prompt] * len(texts), texts)) for reward in REWARDS]
        total = sum(w * r for w, r in zip(weights, rewards, strict=True))
        q, p = (model.log_probabilities(m, replies, batch=4000) for m in (INITIAL, hybrid))
        assert p.exp().sum().item() == pytest.approx(1, abs=1e-5)
        reached.append(float((p.exp() * (total - (p - q))).sum()))
        best.append(float(torch.logsumexp(q + total, 0)))
    return sum(reached) / len(PROMPTS), sum(best) / len(PROMPTS)


def test_training_climbs_the_objective_of_its_run(trained):
    for run in cm.runs(SIZES):
        start, best = objective(trained, INITIAL, run.weights)
        reached, _ = objective(trained, Hybrid(run.name, {run.name: 1.0}), run.weights)
        assert start < reached <= best
        assert reached - start > 0.1 * (best - start)


def test_the_weight_of_a_run_is_its_sum_and_not_its_mean(trained):
    """With weights (3/4, 1/4) the model of all would have come less far from the initial one."""
    both, quarter = Hybrid("all", {"all": 1.0}), [3 / 4, 1 / 4]
    _, best = objective(trained, both, quarter)
    assert objective(trained, both, quarter)[0] < objective(trained, INITIAL, quarter)[0] < best


def bill_of(model, models, **options):
    given = {"longest": 3, "generator": generator(1, "bill"), "batch": 64} | options
    return cm.charge(model, models, REWARDS, SIZES, PROMPTS * 100, **given)


def test_the_bill_is_the_mechanism_on_the_sampled_table(trained):
    runs = cm.runs(SIZES)
    models = [INITIAL, *[Hybrid(run.name, {run.name: 1.0}) for run in runs]]
    with warnings.catch_warnings():
        warnings.simplefilter("error", cm.TrainedOnReports)
        bill, sample = bill_of(trained, models, trained={run.name: run for run in runs})
    policies, divergences = sample.policies, sample.divergences.value

    def welfare(sizes):
        return np.asarray(sizes) @ (sample.rewards @ policies.T) - divergences

    assert bill.chosen == int(welfare(SIZES).argmax())
    for who, interval in enumerate(bill.payments):
        others = [0 if i == who else w for i, w in enumerate(SIZES)]
        assert interval.payment == pytest.approx(
            welfare(others).max() - welfare(others)[bill.chosen], abs=1e-9
        )
        assert interval.payment in interval
        assert bill.utilities[who] >= 0
    assert "no lie gains more" in bill.notes[0]
    assert all(f"| {name} |" in str(bill) for name in bill.groups)


def test_what_is_saved_is_the_chosen_model(trained, folder):
    runs = cm.runs(SIZES)
    models = [INITIAL, *cm.soups([run.name for run in runs[:2]], steps=2)]
    bill, _ = bill_of(trained, models)
    bill.save(folder / "out", trained, models)
    told = json.loads((folder / "out" / "bill.json").read_text(encoding="utf-8"))
    assert told["chosen"] == bill.chosen
    assert told["payments"][0]["payment"] == bill.payments[0].payment
    assert (folder / "out" / "bill.md").read_text(encoding="utf-8").strip() == str(bill)
    again = hf.LanguageModel(
        transformers.AutoModelForCausalLM.from_pretrained(folder / "out" / "model"), trained.tokenizer
    )
    replies = all_replies(trained, PROMPTS[0], longest=2)
    ours = trained.log_probabilities(models[bill.chosen], replies, batch=4000)
    assert torch.allclose(ours, again.log_probabilities(INITIAL, replies, batch=4000), atol=1e-5)
    with pytest.raises(ValueError, match="models must be those"):
        bill.save(folder / "other", trained, models[:-1])
    assert not (folder / "other").exists()


def test_copies_that_were_trained_on_reports_are_warned_of(trained):
    models = [INITIAL, Hybrid("a", {"without 1": 1.0})]
    copies = {"without 1": cm.runs(SIZES, scheme="copies")[0]}
    with pytest.warns(cm.TrainedOnReports, match="changes what is trained"):
        bill, _ = bill_of(trained, models, trained=copies)
    assert "can gain by a report" in bill.notes[0]
    with warnings.catch_warnings():
        warnings.simplefilter("error", cm.TrainedOnReports)
        bill, _ = bill_of(trained, models)
    assert "No candidate was trained" in bill.notes[0]


def states():
    """Of the three global generators."""
    numpy = np.random.get_state()[1].tolist()  # noqa: NPY002
    return random.getstate(), numpy, torch.random.get_rng_state().tolist()


def test_training_leaves_the_global_chance_alone_and_can_be_repeated(folder):
    how = cm.Training(steps=2, replies=8, each=4, learning_rate=0.01, rank=2)
    before = states()
    run, found = cm.Run("once", (1, 0)), []
    for name in ("first", "second"):
        path = cm.train(
            folder / "model", run, REWARDS, PROMPTS, folder / name, longest=2, training=how, seed=5
        )
        found.append((path / "adapter_model.safetensors").read_bytes())
        assert json.loads((path / cm.RUN_FILE).read_text(encoding="utf-8"))["weights"] == [1, 0]
    assert found[0] == found[1]
    assert states() == before


def test_soups_of_three_names_cover_the_simplex():
    made = cm.soups(["a", "b", "c"], steps=4)
    assert len(made) == 15
    assert all(sum(soup.shares.values()) == pytest.approx(1) for soup in made)
    assert len({tuple(sorted(soup.shares.items())) for soup in made}) == 15


def test_rewards_below_what_was_declared_are_refused(trained):
    models = [INITIAL, Hybrid("a", {"all": 1.0})]
    gloomy = [lambda prompts, replies: [-1.0] * len(replies), brief]

    def charge(**options):
        chance = generator(0, "x")
        return cm.charge(trained, models, gloomy, SIZES, PROMPTS * 3, longest=2, generator=chance, **options)

    with pytest.raises(ValueError, match=r"rewards\[0\] must be at least 0"):
        charge()
    bill, _ = charge(lowest=[-1, 0])
    assert "group 0 may end at -3" in bill.notes[-1]
    gloomy[0] = lambda prompts, replies: [float("nan")] * len(replies)
    with pytest.raises(ValueError, match="finite"):
        charge(lowest=-1)


def test_bad_input_is_named(trained, folder):
    how = cm.Training(steps=1, replies=4, each=2)
    run = cm.Run("x", (1, 1))
    right = {"run": run, "rewards": REWARDS, "prompts": PROMPTS, "folder": folder / "bad"}
    right |= {"longest": 2, "training": how}
    for given, match in (
        ({"prompts": "dance"}, "prompts must be a list"),
        ({"prompts": []}, "prompts must hold"),
        ({"rewards": REWARDS[:1]}, "rewards must be one per group"),
        ({"penalty": 0}, "penalty must be positive"),
        ({"longest": 0}, "longest at least 1"),
    ):
        with pytest.raises(ValueError, match=match):
            cm.train(folder / "model", **(right | given))
    assert not (folder / "bad").exists()
    for sizes in ([], [0, 0], [1, -1], [float("nan"), 1]):
        with pytest.raises(ValueError, match="sizes"):
            cm.runs(sizes)
    with pytest.raises(ValueError, match="scheme"):
        cm.runs([1], scheme="all")
    with pytest.raises(ValueError, match="steps"):
        cm.soups(["a"], steps=0)
    with pytest.raises(ValueError, match="each"):
        cm.Training(steps=1, replies=6, each=4)
    with pytest.raises(ValueError, match="initial"):
        cm.charge(
            trained,
            [Hybrid("a", {"all": 1.0})],
            REWARDS,
            SIZES,
            PROMPTS,
            longest=1,
            generator=generator(0, "x"),
        )
    with pytest.raises(ValueError, match="one per size"):
        cm.charge(trained, [INITIAL], REWARDS[:1], SIZES, PROMPTS, longest=1, generator=generator(0, "x"))
