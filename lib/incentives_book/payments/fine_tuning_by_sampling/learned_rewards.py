"""Reward models learned from preference pairs, and sentences as rows of word numbers.

A reward model is a small network that reads which words occur. It is trained by the loss of Bradley and Terry (1952):
the preferred reply should score higher, and the difference is the log-odds that it is preferred. Scores have no natural
zero or unit, so the reward is the score, standardised and squashed into (0, 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from incentives.charging.small_transformer import Weights, adam
from incentives_book.payments.fine_tuning_by_sampling.word_corpus import Pairs


def as_numbers(replies: Sequence[Sequence[str]], words: Sequence[str], *, longest: int) -> Tensor:
    """Word numbers, shape (replies, longest): the end is `len(words)`; words that are not listed are left out.

    >>> as_numbers([["b", "x", "a"], []], ["a", "b"], longest=3).tolist()
    [[1, 0, 2], [2, 2, 2]]
    """
    number = {word: k for k, word in enumerate(words)}
    rows = torch.full((len(replies), longest), len(words))
    for row, reply in zip(rows, replies, strict=True):
        known = [number[word] for word in reply if word in number][:longest]
        row[: len(known)] = torch.tensor(known, dtype=torch.long)
    return rows


def as_text(sentence: Tensor, words: Sequence[str]) -> str:
    """The words of one row of numbers.

    >>> as_text(torch.tensor([1, 0, 2]), ["a", "b"])
    'b a'
    """
    return " ".join(words[k] for k in sentence.tolist() if k < len(words))


def scores(weights: Weights, sentences: Tensor) -> Tensor:
    """Raw scores, shape (batch,): embeddings of the words are added up, then a layer of tanh and a linear one."""
    there = (sentences < len(weights["word"])).unsqueeze(-1)
    embedded = weights["word"][sentences.clamp(max=len(weights["word"]) - 1)] * there
    hidden = torch.tanh(embedded.sum(1) @ weights["hidden"] + weights["hidden bias"])
    return hidden @ weights["read"]


def bradley_terry_loss(chosen: Tensor, rejected: Tensor) -> Tensor:
    """Mean of log(1 + exp(rejected - chosen)): minus the log-likelihood of the choices.

    >>> bradley_terry_loss(torch.zeros(3), torch.zeros(3)).exp()
    tensor(2.)
    """
    return torch.nn.functional.softplus(rejected - chosen).mean()


@dataclass(frozen=True, eq=False)
class RewardModel:
    """A learned reward in (0, 1).

    Args:
        weights: of the network.
        centre: the score that becomes 1/2.
        spread: the difference of scores by which the log-odds of the reward grow by 1, positive.
        accuracy: share of held-out pairs whose preferred reply scores higher.
    """

    weights: Weights
    centre: float
    spread: float
    accuracy: float

    def __call__(self, sentences: Tensor) -> Tensor:
        """Rewards, shape (batch,)."""
        with torch.no_grad():
            return torch.sigmoid((scores(self.weights, sentences) - self.centre) / self.spread)


def learn_reward(
    pairs: Pairs,
    words: Sequence[str],
    *,
    longest: int,
    generator: torch.Generator,
    held_out: float = 0.2,
    width: int = 8,
    steps: int = 150,
    decay: float = 1e-3,
) -> RewardModel:
    """Fit a reward model to preference pairs; the last share `held_out` of them only measures its accuracy.

    Args:
        pairs: preferred and other replies, in random order.
        words: the vocabulary.
        longest: most words of a reply.
        generator: for the first weights.
        held_out: share of the pairs that is kept for the test, between 0 and 1.
        width: of the network.
        steps: of Adam on all other pairs.
        decay: weight of the sum of squares of all weights, against learning the noise by heart.

    Raises:
        ValueError: `held_out` leaves no pair on one side.
    """
    kept = len(pairs) - round(held_out * len(pairs))
    if not 0 < kept < len(pairs):
        raise ValueError(f"held_out must leave pairs on both sides of {len(pairs)}; got {held_out!r}")
    chosen = as_numbers(pairs.chosen, words, longest=longest)
    rejected = as_numbers(pairs.rejected, words, longest=longest)

    def normal(*size: int) -> Tensor:
        return torch.randn(*size, generator=generator, dtype=torch.float64) / size[0] ** 0.5

    start = {
        "word": normal(len(words), width) * len(words) ** 0.5 * 0.3,
        "hidden": normal(width, width),
        "hidden bias": torch.zeros(width, dtype=torch.float64),
        "read": normal(width),
    }

    def loss(weights: Weights) -> Tensor:
        fit = bradley_terry_loss(scores(weights, chosen[:kept]), scores(weights, rejected[:kept]))
        return fit + decay * sum((tensor**2).sum() for tensor in weights.values())

    weights, _ = adam(start, loss, steps=steps, learning_rate=0.03)
    seen = scores(weights, torch.cat([chosen[:kept], rejected[:kept]]))
    right = scores(weights, chosen[kept:]) > scores(weights, rejected[kept:])
    return RewardModel(weights, float(seen.mean()), float(seen.std()), float(right.double().mean()))
