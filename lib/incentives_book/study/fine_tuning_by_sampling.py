"""The study behind the page "fine-tuning by sampling", and the game of two learned rewards that both run.

python -m incentives_book.study experiments/fine-tuning-by-sampling/study.toml
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import torch

from incentives.charging.small_transformer import Shape, Weights, initial_weights
from incentives.learning.chance import generator
from incentives.learning.files import checksum
from incentives.payments.sampled_mechanism import SampledModels
from incentives.randomness import stream
from incentives_book.payments.fine_tuning_by_sampling.learned_rewards import (
    RewardModel,
    as_numbers,
    learn_reward,
)
from incentives_book.payments.fine_tuning_by_sampling.policy_gradient import tune_by_samples
from incentives_book.payments.fine_tuning_by_sampling.word_corpus import (
    LONGEST,
    WORDS,
    Pairs,
    caution,
    fun,
    judged,
    recorded_files,
    recorded_pairs,
    replies,
)
from incentives_book.payments.fine_tuning_by_sampling.word_model import (
    fit_sentences,
    hybrid_log_probabilities,
    sample,
)
from incentives_book.study.kinds import Kind

SIZES = ((3, 7), (5, 5), (7, 3))


@dataclass(frozen=True)
class SampledSetting:
    """One run.

    Args:
        data: "embedded" (simulated readers) or "hh_harmless" (the first group's choices are recorded ones, the second
            group is simulated and likes long replies; needs INCENTIVES_DATA).
        words: of the vocabulary, most frequent first, for recorded replies.
        width: of the transformer.
        layers: of the transformer.
        corpus: replies that the initial model learns from, embedded data only.
        pairs: preference pairs per group, embedded data only.
        fit_steps: of Adam on the corpus.
        tune_steps: of the policy gradient, per reward.
        batch: sentences per step.
        penalty: the weight of KL.
        shares: how many soups.
        samples: of the common sample.
        seed: of everything.
    """

    data: str = "embedded"
    words: int = 200
    width: int = 24
    layers: int = 1
    corpus: int = 2000
    pairs: int = 1500
    fit_steps: int = 150
    tune_steps: int = 80
    batch: int = 64
    penalty: float = 1.0
    shares: int = 5
    samples: int = 3000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.data not in ("embedded", "hh_harmless"):
            raise ValueError(f"data must be 'embedded' or 'hh_harmless'; got {self.data!r}")
        if self.shares < 2 or self.samples < 2:
            raise ValueError(f"shares and samples must be at least 2; got {self.shares!r}, {self.samples!r}")


@dataclass(frozen=True, eq=False)
class SampledGameOfTwo:
    """An initial model, two learned rewards, a model tuned to each, and what the training said.

    Args:
        setting: what was asked for.
        words: the vocabulary.
        shape: of the transformer.
        initial: weights of the initial model.
        rewards: one learned reward per group.
        tuned: one model per reward.
        fit: nats per sentence before each step of the initial model.
        reached: estimates of the objective before each step, per reward.
    """

    setting: SampledSetting
    words: tuple[str, ...]
    shape: Shape
    initial: Weights
    rewards: tuple[RewardModel, ...]
    tuned: tuple[Weights, ...]
    fit: list[float]
    reached: list[list[float]]

    def draw(self, many: int, *, name: str) -> torch.Tensor:
        """Independent sentences, each from the initial or one of the tuned models, chosen evenly at random."""
        models = (self.initial, *self.tuned)
        chance = generator(self.setting.seed, "common sample", name)
        speakers = torch.randint(len(models), (many,), generator=chance)
        drawn = torch.empty(many, self.shape.longest, dtype=torch.long)
        for number, weights in enumerate(models):
            rows = speakers == number
            if bool(rows.any()):
                drawn[rows] = sample(weights, self.shape, int(rows.sum()), generator=chance)
        return drawn

    def judge(self, sentences: torch.Tensor) -> tuple[tuple[str, ...], SampledModels]:
        """Names of all hybrids, and what they say about sentences that `draw` drew."""
        shares = np.linspace(0, 1, self.setting.shares).round(6).tolist()
        names, logs = hybrid_log_probabilities(self.initial, self.tuned, self.shape, sentences, shares=shares)
        # The first tuned model is the soup of share 1, the second one that of share 0.
        spoken = logs[[0, names.index("soups: 1"), names.index("soups: 0")]]
        rewards = torch.stack([reward(sentences) for reward in self.rewards])
        return names, SampledModels(
            logs.numpy(), logs[0].numpy(), (spoken.logsumexp(0) - np.log(3)).numpy(), rewards.numpy()
        )


def _pairs(setting: SampledSetting) -> tuple[tuple[str, ...], list[tuple[str, ...]], list[Pairs]]:
    """Vocabulary, corpus and two sets of preference pairs."""
    seed = setting.seed
    if setting.data == "embedded":
        corpus = replies(setting.corpus, rng=stream(seed, "corpus"))
        sets = []
        for name, score in (("caution", caution), ("fun", fun)):
            rng = stream(seed, "pairs", name)
            both = [replies(setting.pairs, rng=rng) for _ in range(2)]
            sets.append(judged(*both, score, rng=rng))
        return tuple(WORDS), corpus, sets
    real = recorded_pairs(longest=LONGEST)
    rng = stream(seed, "order of recorded pairs")
    order = rng.permutation(len(real)).tolist()
    real = Pairs(tuple(real.chosen[k] for k in order), tuple(real.rejected[k] for k in order))
    corpus = [*real.chosen, *real.rejected]
    counts = Counter(word for reply in corpus for word in reply)
    words = tuple(sorted(counts, key=lambda word: (-counts[word], word))[: setting.words])
    known = frozenset(words)
    long = judged(real.chosen, real.rejected, lambda reply: 0.5 * sum(word in known for word in reply), rng=rng)
    return words, corpus, [real, long]


def train_by_samples(setting: SampledSetting) -> SampledGameOfTwo:
    """Initial model, two rewards, and one tuned model each, with the weight of all ten members."""
    words, corpus, sets = _pairs(setting)
    shape = Shape(len(words), LONGEST, setting.width, 2, setting.layers)
    seed = setting.seed
    initial, fit = fit_sentences(
        initial_weights(shape, generator=generator(seed, "weights")),
        shape,
        as_numbers(corpus, words, longest=LONGEST),
        steps=setting.fit_steps,
        learning_rate=0.01,
        batch=64,
        generator=generator(seed, "batches"),
    )
    rewards = tuple(
        learn_reward(pairs, words, longest=LONGEST, generator=generator(seed, "reward", k))
        for k, pairs in enumerate(sets)
    )
    tuned, reached = [], []
    for k, reward in enumerate(rewards):
        weights, objective = tune_by_samples(
            initial,
            shape,
            reward,
            weight=sum(SIZES[0]),
            penalty=setting.penalty,
            steps=setting.tune_steps,
            batch=setting.batch,
            learning_rate=0.01,
            generator=generator(seed, "tune", k),
        )
        tuned.append(weights)
        reached.append(objective)
    return SampledGameOfTwo(setting, words, shape, initial, rewards, tuple(tuned), fit, reached)


def run(setting: SampledSetting) -> dict[str, Any]:
    """Train, estimate twice from independent samples, and describe the three games of sizes."""
    started = time.perf_counter()
    game = train_by_samples(setting)
    names, first = game.judge(game.draw(setting.samples, name="first"))
    _, second = game.judge(game.draw(setting.samples, name="second"))
    told = []
    for sizes in SIZES:
        model, intervals = first.payment_intervals(sizes, penalty=setting.penalty)
        again = [
            float(
                second.welfare_lead(
                    model, [0 if i == who else w for i, w in enumerate(sizes)], penalty=setting.penalty
                ).value.max()
            )
            for who in range(2)
        ]
        told.append(
            {
                "sizes": list(sizes),
                "model": names[model],
                "second sample": names[second.payment_intervals(sizes, penalty=setting.penalty)[0]],
                "payments": [round(found.payment, 6) for found in intervals],
                "intervals": [[round(found.low, 6), round(found.high, 6)] for found in intervals],
                "payments again": [round(value, 6) for value in again],
            }
        )
    half = first.valuations.half_width(0.05)
    return {
        "accuracy": [round(reward.accuracy, 4) for reward in game.rewards],
        "objective": [
            [round(float(np.mean(line[:10])), 4), round(float(np.mean(line[-10:])), 4)] for line in game.reached
        ],
        "names": list(names),
        "valuations": first.valuations.value.round(6).tolist(),
        "half widths": half.round(6).tolist(),
        "divergences": first.divergences.value.round(6).tolist(),
        "least effective share": round(float(first.effective_samples.min() / setting.samples), 4),
        "games": told,
        "seconds": round(time.perf_counter() - started, 1),
    }


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    asked, game = record["settings"], record["games"][1]
    return (
        f"{asked['data']:11} seed {asked['seed']}: {game['model']} at sizes 5 and 5, group 1 pays "
        f"{game['payments'][0]:.3f} in [{game['intervals'][0][0]:.3f}, {game['intervals'][0][1]:.3f}], "
        f"{record['seconds']:.0f} s"
    )


@cache
def _checksum(data: str) -> str | None:
    """Of the recorded choices; the simulated ones come from the code."""
    return checksum(recorded_files()) if data == "hh_harmless" else None


KIND = Kind(
    setting=SampledSetting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.fine_tuning_by_sampling:run",),
    packages=("numpy", "torch"),
    precision="double",
    data=lambda setting: _checksum(setting.data),
)
