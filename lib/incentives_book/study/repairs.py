"""The study behind the page "The repairs, on trained models": every repair on the transformer of the book and on a
Hugging Face model.

    python -m incentives_book.study experiments/repairs/study.toml

Group 1 reports the truth or one of seven other rewards; group 2 is honest. Whatever a scheme trains is trained again
for every
report, always with the same random numbers. All replies are listed, so what everybody keeps and pays is exact.
"""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import torch

from incentives.charging.base_model import BaseModel
from incentives.charging.fine_tuning import fine_tune
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.small_transformer import fit_corpus, initial_weights
from incentives.charging.soups import INITIAL, Hybrid, hybrid_models, hybrids
from incentives.charging.training_runs import Run, Training, train
from incentives.learning.chance import generator
from incentives.numbers import as_count
from incentives.randomness import stream
from incentives_book.guide.your_own_model_and_rewards import all_replies, tiny_model
from incentives_book.payments.repair_worlds import (
    SCHEMES,
    TRUTH,
    Floats,
    World,
    account,
    appeals,
    losses,
    reports,
)
from incentives_book.study import fine_tuning
from incentives_book.study.kinds import Kind

HUGGING_FACE = "hugging face"
WORLDS = ("conflicting", "aligned", HUGGING_FACE)
PROMPTS = ("please eat", "never eat the roof", "dance")
LONGEST = 3


def laughs(prompts: list[str], replies: list[str]) -> list[float]:
    """The wish of group 1 about the Hugging Face model: a third for every laugh."""
    return [reply.split().count("haha") / LONGEST for reply in replies]


def is_short(prompts: list[str], replies: list[str]) -> list[float]:
    """The wish of group 2 about it."""
    return [1 - len(reply.split()) / LONGEST for reply in replies]


@dataclass(frozen=True)
class Setting:
    """One world with all its training runs.

    Args:
        world: a task of the book's transformer, "conflicting" or "aligned", or "hugging face" for a model of two
            layers.
        steps: of every run.
        grid: steps of the public basis along each reward, from 0 to all members.
        shares: mixtures of two copies, in each family.
        seed: of the initial model and of training.
    """

    world: str
    steps: int = 200
    grid: int = 4
    shares: int = 11
    seed: int = 0

    def __post_init__(self) -> None:
        if self.world not in WORLDS:
            raise ValueError(f"world must be one of {WORLDS}; got {self.world!r}")
        for name in ("steps", "grid"):
            as_count(name, getattr(self, name), least=1)
        as_count("shares", self.shares, least=2)

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Members of the two groups, in the games of one world."""
        return ((3, 1), (1, 3)) if self.world == HUGGING_FACE else fine_tuning.SIZES


def wanted(setting: Setting) -> dict[str, tuple[float, dict[str, float]]]:
    """The runs of a setting, by name: the weight of group 2's reward, and that of each report of group 1.

    >>> wanted(Setting("hugging face", grid=1))["copy: truth"]
    (0.0, {'truth': 4.0})
    >>> len(wanted(Setting("hugging face", grid=1)))
    46
    """
    told = list(reports(np.zeros(1), np.ones(1)))
    everybody = float(sum(setting.sizes[0]))
    runs: dict[str, tuple[float, dict[str, float]]] = {"copy of 2": (everybody, {})}
    runs |= {f"copy: {report}": (0.0, {report: everybody}) for report in told}
    for w1, w2 in setting.sizes:
        runs[f"without 1: {w2}"] = (float(w2), {})
        for report in told:
            runs[f"total: {w1}, {report}"] = (float(w2), {report: float(w1)})
            runs[f"without 2: {w1}, {report}"] = (0.0, {report: float(w1)})
    points = [k * everybody / setting.grid for k in range(setting.grid + 1)]
    runs |= {f"basis: {a:g}, {b:g}": (b, {TRUTH: a}) for a, b in product(points, repeat=2) if a or b}
    return runs


@dataclass(frozen=True, eq=False)
class _Trained:
    """The result of training: rewards and log-probabilities of all replies, shape (prompts, replies)."""

    own: Floats
    other: Floats
    initial: Floats
    models: Mapping[str, Floats]
    mixed: Callable[[str], Floats]


def _transformer(setting: Setting) -> _Trained:
    told = fine_tuning.Setting(setting.world, tune_steps=setting.steps, shares=setting.shares, seed=setting.seed)
    task, shape = told.game, told.shape
    counts = torch.as_tensor(task.corpus(told.corpus, rng=stream(told.seed, "corpus")))
    weights = initial_weights(shape, generator=generator(told.seed, "weights"))
    initial, _ = fit_corpus(weights, shape, counts, steps=told.fit_steps, learning_rate=0.005)
    own, other = task.rewards
    by_report, runs = reports(own, other), wanted(setting)
    rewards = [w2 * other + sum(w * by_report[r] for r, w in ones.items()) for w2, ones in runs.values()]
    tuned = fine_tune(
        initial,
        shape,
        torch.as_tensor(np.array(rewards)),
        penalty=told.penalty,
        steps=setting.steps,
        learning_rate=0.01,
    )
    number = {name: k for k, name in enumerate(runs)}
    shares = np.linspace(0, 1, setting.shares).round(6).tolist()

    def mixed(report: str) -> Floats:
        rows = [number[f"copy: {report}"], number["copy of 2"]]
        pair = {key: tensor[rows] for key, tensor in tuned.weights.items()}
        found = hybrid_models(initial, pair, shape, shares=shares).only(*fine_tuning.TRAINABLE)
        return found.log_policies.numpy()[:, None, :]

    models = {name: tuned.log_policies[k].numpy()[None, :] for name, k in number.items()}
    return _Trained(own[None, :], other[None, :], tuned.reference.numpy()[None, :], models, mixed)


def _hugging_face(setting: Setting, folder: Path) -> _Trained:
    base = BaseModel(tiny_model(folder / "base", seed=setting.seed), longest=LONGEST)
    runs = wanted(setting)
    how = Training(setting.steps, replies=32, each=8, learning_rate=0.02, rank=4)
    adapters = {}
    for k, (name, (w2, ones)) in enumerate(runs.items()):
        mixture = _reported(ones) if ones else laughs
        run = Run(name, (float(bool(ones)), w2))
        place = train(base, run, [mixture, is_short], PROMPTS, folder / str(k), training=how, seed=setting.seed)
        adapters[f"run {k}"] = str(place)
    model = LanguageModel(base, adapters=adapters)
    called = dict(zip(runs, adapters, strict=True))
    listed = [all_replies(model, prompt, longest=LONGEST) for prompt in PROMPTS]
    texts = [replies.texts(model.tokenizer) for replies in listed]

    def known(hybrid: Hybrid) -> Floats:
        logs = np.array([model.log_probabilities(hybrid, replies, batch=4000).double().numpy() for replies in listed])
        # In single precision the listed probabilities add up to 1 only up to some millionths.
        return logs - np.log(np.exp(logs).sum(-1, keepdims=True))

    def mixed(report: str) -> Floats:
        shares = np.linspace(0, 1, setting.shares).round(6).tolist()
        return np.stack([known(h) for h in hybrids(called[f"copy: {report}"], called["copy of 2"], shares=shares)])

    asked = [[prompt] * len(said) for prompt, said in zip(PROMPTS, texts, strict=True)]
    own, other = (np.array([reward(p, t) for p, t in zip(asked, texts, strict=True)]) for reward in (laughs, is_short))
    models = {name: known(Hybrid(name, {called[name]: 1.0})) for name in runs}
    return _Trained(own, other, known(Hybrid(INITIAL, {})), models, mixed)


def _reported(ones: Mapping[str, float]) -> Callable[[list[str], list[str]], Floats]:
    """The reward function behind one weighted report."""
    ((report, weight),) = ones.items()

    def asked(prompts: list[str], replies: list[str]) -> Floats:
        both = (np.array(reward(prompts, replies)) for reward in (laughs, is_short))
        return weight * reports(*both)[report]

    return asked


def run(setting: Setting) -> dict[str, Any]:
    """Train everything, and charge by every scheme: one dict per pair of sizes."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "IProgress not found")
        found = _hugging_face(setting, Path(folder)) if setting.world == HUGGING_FACE else _transformer(setting)
        tables = {report: found.mixed(report) for report in reports(found.own, found.other)}
    grid = [(w2, ones.get(TRUTH, 0.0)) for name, (w2, ones) in wanted(setting).items() if name.startswith("basis")]
    points = [w1 * found.own + w2 * found.other for w2, w1 in grid]
    basis = np.stack([found.initial, *(m for name, m in found.models.items() if name.startswith("basis"))])
    games = [_game(found, tables, basis, points, sizes) for sizes in setting.sizes]
    return {"runs": len(found.models), "games": games, "seconds": round(time.perf_counter() - started, 1)}


def _game(
    found: _Trained, tables: Mapping[str, Floats], basis: Floats, points: Sequence[Floats], sizes: tuple[int, int]
) -> dict[str, Any]:
    told = reports(found.own, found.other)
    w1, w2 = sizes
    world = World(
        sizes,
        found.own,
        found.other,
        told,
        found.initial,
        tables,
        {report: found.models[f"total: {w1}, {report}"] for report in told},
        {report: found.models[f"without 2: {w1}, {report}"] for report in told},
        found.models[f"without 1: {w2}"],
        basis,
    )
    schemes = {scheme: _plain(account(world, scheme)) for scheme in SCHEMES}
    return {
        "sizes": list(sizes),
        "schemes": schemes,
        "appeals": _plain(appeals(world)),
        "losses": _plain(losses(world, points)),
        "possible": round(world.best(world.total(TRUTH)) - float(world.welfare(found.initial, world.total(TRUTH))), 6),
    }


def _plain(told: Any) -> dict[str, Any]:
    """A named tuple as a record has it."""
    return {k: v if isinstance(v, str) else round(float(v), 6) for k, v in told._asdict().items()}


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    settings = asdict(Setting(**record["settings"]))
    gains = ", ".join(f"{game['schemes'][SCHEMES[3]]['gain']:+.4f}" for game in record["games"])
    return (
        f"{settings['world']} steps {settings['steps']} seed {settings['seed']}: repaired {gains}, "
        f"{record['seconds']:.0f} s"
    )


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.repairs:run",),
    packages=("numpy", "peft", "scipy", "torch", "transformers", "trl"),
    precision="double; single for the Hugging Face model",
)
