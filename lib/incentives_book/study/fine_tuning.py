"""The study behind the page "fine-tuning a small model": more seeds and larger languages than a page has time for.

python -m incentives_book.study experiments/fine-tuning/study.toml
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from incentives.charging.fine_tuning import Tuned, fine_tune
from incentives.charging.small_transformer import Shape, Weights, fit_corpus, initial_weights
from incentives.charging.soups import FAMILIES, HybridModels, hybrid_models
from incentives.learning.chance import generator
from incentives.numbers import as_count
from incentives.payments.affine_maximizer import AffineMaximizer
from incentives.payments.report_curves import ReportCurve, mixture_curve, size_curve
from incentives.randomness import stream
from incentives_book.payments.small_languages import Task, aligned, conflicting
from incentives_book.study.kinds import Kind

TASKS = {"conflicting": conflicting, "aligned": aligned}
TRAINABLE = FAMILIES[:3]
SIZES = ((3, 7), (5, 5), (7, 3))
ALPHAS = tuple(Fraction(k, 20) for k in range(61))
BETAS = tuple(Fraction(k, 20) for k in range(-10, 51))


@dataclass(frozen=True)
class Setting:
    """One run: a language, a transformer, a task and a seed.

    Args:
        task: "conflicting" or "aligned".
        words: vocabulary, 4 to 6.
        longest: most words in a sentence.
        width: of the transformer.
        heads: of the transformer.
        layers: of the transformer.
        corpus: sentences in the corpus of the initial model.
        fit_steps: of Adam on the corpus.
        tune_steps: of Adam on each reward.
        penalty: the weight of KL.
        shares: how many mixtures there are in each family.
        seed: of the corpus and of the weights.
    """

    task: str
    words: int = 4
    longest: int = 5
    width: int = 32
    heads: int = 2
    layers: int = 2
    corpus: int = 2000
    fit_steps: int = 150
    tune_steps: int = 200
    penalty: float = 1.0
    shares: int = 21
    seed: int = 0

    def __post_init__(self) -> None:
        if self.task not in TASKS:
            raise ValueError(f"task must be one of {sorted(TASKS)}; got {self.task!r}")
        as_count("shares", self.shares, least=2)

    @property
    def shape(self) -> Shape:
        """Of the transformer."""
        return Shape(self.words, self.longest, self.width, self.heads, self.layers)

    @property
    def game(self) -> Task:
        """The task in its language."""
        return TASKS[self.task](words=self.words, longest=self.longest)


@dataclass(frozen=True, eq=False)
class Trained:
    """Everything that training gives: the initial model, one model per reward, and their hybrids.

    Args:
        setting: what was asked for.
        initial: weights of the initial model.
        fit: loss per sentence on the corpus before each step, nats.
        tuned: the models of the single rewards; further models follow if they were asked for.
        hybrids: all families.
        rewards: of one member per group, shape (groups, sentences).
    """

    setting: Setting
    initial: Weights
    fit: list[float]
    tuned: Tuned
    hybrids: HybridModels
    rewards: np.ndarray

    @property
    def reference(self) -> np.ndarray:
        """Probability of every sentence under the initial model, shape (sentences,)."""
        return self.tuned.reference.exp().numpy()

    def rule(self, *families: str) -> AffineMaximizer:
        """The mechanism on the initial model and these families, soups and decoding if none is named, exactly.

        Its outcomes are the groups' valuations, so group `i` reports a multiple of the `i`-th unit vector.
        """
        models = self.hybrids.only(*(families or TRAINABLE)).finite_models(self.rewards)
        return AffineMaximizer(models=models, penalty=Fraction(self.setting.penalty))

    def all_models(self) -> AffineMaximizer:
        """The mechanism on every distribution over the sentences."""
        return AffineMaximizer(self.reference, penalty=self.setting.penalty)

    def captured(self, sizes: tuple[int, int]) -> dict[str, float]:
        """Share of the possible welfare gain over the initial model that the best model of each family has.

        The gain of the best distribution is 1. "direct" is the model that was trained for the combined reward, if it
        was.
        """
        total, penalty = np.array(sizes) @ self.rewards, self.setting.penalty
        floor, ceiling = total @ self.reference, float(self.all_models().models.welfare(total, penalty))
        best = {}
        for family in FAMILIES:
            values, divergences = self.hybrids.only(family).table(self.rewards)
            best[family] = (values @ np.array(sizes) - penalty * divergences).max()
        for reward, found in zip(self.tuned.rewards[2:], self.tuned.objective[2:], strict=True):
            if np.allclose(reward.numpy(), total):
                best["direct"] = found.item()
        return {name: float((welfare - floor) / (ceiling - floor)) for name, welfare in best.items()}


def train(setting: Setting, *, total: int = 10, also: tuple[tuple[int, int], ...] = ()) -> Trained:
    """Fit the initial model, fine-tune it to each reward with all the weight, and mix.

    Args:
        setting: what to do.
        total: the weight of the single rewards; the sizes of the groups add up to it.
        also: pairs of sizes for which the combined reward is trained directly, for comparison.

    Returns:
        Models, log-probabilities and rewards. Equal settings give equal results on one machine.
    """
    task, shape = setting.game, setting.shape
    counts = torch.as_tensor(task.corpus(setting.corpus, rng=stream(setting.seed, "corpus")))
    start = initial_weights(shape, generator=generator(setting.seed, "weights"))
    initial, losses = fit_corpus(start, shape, counts, steps=setting.fit_steps, learning_rate=0.005)
    rewards = task.rewards
    weights = np.array([(total, 0), (0, total), *also], dtype=float)
    tuned = fine_tune(
        initial,
        shape,
        torch.as_tensor(weights @ rewards),
        penalty=setting.penalty,
        steps=setting.tune_steps,
        learning_rate=0.01,
    )
    shares = np.linspace(0, 1, setting.shares).round(6).tolist()
    single = {name: tensor[:2] for name, tensor in tuned.weights.items()}
    return Trained(setting, initial, losses, tuned, hybrid_models(initial, single, shape, shares=shares), rewards)


def misreports(rule: AffineMaximizer, sizes: tuple[int, int]) -> dict[str, ReportCurve]:
    """Both misreports of group 0 in a game of two groups whose models are known by two valuations, exactly."""
    truth = [[1, 0], [0, 1]]
    return {
        "alpha": size_curve(rule, truth, sizes, who=0, factors=ALPHAS),
        "beta": mixture_curve(rule, truth, sizes, who=0, other=1, shares=BETAS),
    }


def falls(values: Sequence[Any]) -> int:
    """In how many steps a row of numbers goes down.

    >>> falls([0, 2, 2, 1, 3, 0])
    2
    """
    return sum(bool(after < before) for before, after in pairwise(values))


def peaks_at_truth(curve: ReportCurve) -> bool:
    """True if the utility never goes down before the parameter is 1, and never up after it."""
    before = curve.utilities[curve.parameters <= 1]
    after = curve.utilities[curve.parameters >= 1]
    return falls(before) == 0 and falls(after[::-1]) == 0


def _shown(curve: ReportCurve, every: int = 5) -> dict[str, list[float]]:
    """Every fifth point of a curve, to six decimal places."""
    return {
        name: [round(float(value), 6) for value in getattr(curve, name)[::every]]
        for name in ("parameters", "valuations", "payments", "utilities")
    }


def describe(trained: Trained) -> list[dict[str, Any]]:
    """The outcomes of the mechanism in each of the three games, one dict per pair of sizes.

    `truth` and `without group 1` name the models that are chosen; valuation and payment are those of group 1 at the
    truth, in units of one member's largest reward; `falls` counts the steps of a curve that go down.
    """
    rule, names, truth = trained.rule(), trained.hybrids.only(*TRAINABLE).names, [[1, 0], [0, 1]]
    told = []
    for sizes in SIZES:
        outcome, alone = rule(truth, sizes), rule(truth, (0, sizes[1]))
        curves = misreports(rule, sizes)
        told.append(
            {
                "sizes": list(sizes),
                "truth": names[outcome.model],
                "without group 1": names[alone.model],
                "valuation": float(sizes[0] * outcome.policy[0]),
                "payment": float(outcome.payments[0]),
                "captured": {name: round(value, 6) for name, value in trained.captured(sizes).items()},
                "peaks": {name: peaks_at_truth(curve) for name, curve in curves.items()},
                "falls": {
                    name: {"valuations": falls(curve.valuations), "payments": falls(curve.payments)}
                    for name, curve in curves.items()
                },
                "curves": {name: _shown(curve) for name, curve in curves.items()},
            }
        )
    return told


def run(setting: Setting) -> dict[str, Any]:
    """Train, describe, and say how long it took and how well training went."""
    started = time.perf_counter()
    trained = train(setting, also=SIZES)
    return {
        "sentences": len(setting.game.language),
        "fit": [round(trained.fit[0], 4), round(trained.fit[-1], 4)],
        "found": [round(share, 6) for share in trained.tuned.captured.tolist()],
        "games": describe(trained),
        "seconds": round(time.perf_counter() - started, 1),
    }


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    asked, game = record["settings"], record["games"][1]
    return (
        f"{asked['task']:11} {record['sentences']:5d} sentences, seed {asked['seed']}: payment "
        f"{game['payment']:.4f} of {game['valuation']:.4f} at sizes 5 and 5, {record['seconds']:.0f} s"
    )


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.fine_tuning:run",),
    packages=("numpy", "torch"),
    precision="double",
)
