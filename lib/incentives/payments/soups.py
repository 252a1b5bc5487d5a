"""Hybrid models from a few trained ones, in three spaces, and the finite set that a mechanism chooses from.

Given models and shares, one can average the *weights* (Rewarded Soups), the log-probabilities of the next *word*
(Multi-Objective Decoding) or those of whole *sentences*. The first two are language models that can be sampled word
by word. The third needs a sum over all sentences, which only a small language affords; it is what the other two
approximate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from incentives.payments.model_sets import FiniteModels
from incentives.payments.small_transformer import (
    Shape,
    Weights,
    language_model,
    sentence_log_probabilities,
)

FAMILIES = ("soups", "soups halfway", "decoding", "sentences")


def _combine(shares: Tensor, values: Tensor) -> Tensor:
    """sum_j shares[..., j] values[j]."""
    if shares.shape[-1] != len(values):
        raise ValueError(
            f"shares must have one column per model, {len(values)}; got shape {tuple(shares.shape)}"
        )
    return torch.tensordot(shares.to(values.dtype), values, dims=1)


def mix_weights(shares: Tensor, weights: Weights) -> Weights:
    """Rewarded Soups: models whose weights are weighted sums of the given models' weights.

    Args:
        shares: shape (..., models); a row of shares that add up to 1 is an average.
        weights: tensors with leading axis (models,).

    Returns:
        Tensors with leading axes (...).

    >>> mix_weights(torch.tensor([[0.25, 0.75]]), {"x": torch.tensor([[0.0], [4.0]])})["x"].tolist()
    [[3.0]]
    """
    return {name: _combine(shares, tensor) for name, tensor in weights.items()}


def mix_words(shares: Tensor, next_word: Tensor) -> Tensor:
    """Multi-Objective Decoding: after each prefix, probabilities proportional to prod_j p_j(word)^share_j.

    Args:
        shares: shape (..., models).
        next_word: log-probabilities, shape (models, prefixes, words + 1).

    Returns:
        Log-probabilities, shape (..., prefixes, words + 1).

    >>> two = torch.tensor([[[0.5, 0.5]], [[0.2, 0.8]]]).log()
    >>> [round(p, 4) for p in mix_words(torch.tensor([0.5, 0.5]), two).exp()[0].tolist()]
    [0.3333, 0.6667]
    """
    return _combine(shares, next_word).log_softmax(dim=-1)


def mix_sentences(shares: Tensor, log_policies: Tensor) -> Tensor:
    """The exact mixture: probabilities of whole sentences proportional to prod_j p_j(x)^share_j.

    Args:
        shares: shape (..., models).
        log_policies: shape (models, sentences).

    Returns:
        Log-probabilities, shape (..., sentences).
    """
    return _combine(shares, log_policies).log_softmax(dim=-1)


@dataclass(frozen=True, eq=False)
class HybridModels:
    """A finite set of models, each with a name that says how it was made.

    Args:
        names: one per model.
        log_policies: log-probability of every sentence, shape (models, sentences).
        reference: the same for the initial model, shape (sentences,).
    """

    names: tuple[str, ...]
    log_policies: Tensor
    reference: Tensor

    def __post_init__(self) -> None:
        if self.log_policies.shape != (len(self.names), len(self.reference)):
            raise ValueError(
                f"log_policies must have shape ({len(self.names)}, {len(self.reference)}), one row per name; "
                f"got {tuple(self.log_policies.shape)}"
            )

    def __len__(self) -> int:
        return len(self.names)

    def only(self, *families: str) -> HybridModels:
        """The initial model and the families that are named.

        Raises:
            ValueError: a family is unknown.
        """
        wrong = set(families) - set(FAMILIES)
        if wrong:
            raise ValueError(f"families must be among {FAMILIES}; got {sorted(wrong)}")
        kept = [k for k, name in enumerate(self.names) if name.split(":")[0] in ("initial", *families)]
        return HybridModels(tuple(self.names[k] for k in kept), self.log_policies[kept], self.reference)

    def table(self, rewards: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Everything a mechanism needs to know: valuations (models, groups) and KL to the initial model (models,).

        Args:
            rewards: one member's reward for each sentence, shape (groups, sentences).
        """
        policies = self.log_policies.exp()
        divergences = (policies * (self.log_policies - self.reference)).sum(-1)
        return policies.numpy() @ np.asarray(rewards, dtype=float).T, divergences.numpy()

    def finite_models(self, rewards: ArrayLike) -> FiniteModels:
        """The table as exact numbers: the floats that were computed, taken as Fractions, so that ties are ties."""
        valuations, divergences = self.table(rewards)
        exact = [[Fraction(v) for v in row] for row in valuations.tolist()]
        return FiniteModels(exact, [Fraction(d) for d in divergences.tolist()], features=True)


def hybrid_models(
    initial: Weights, tuned: Weights, shape: Shape, *, shares: Sequence[float], together: int = 4
) -> HybridModels:
    """Every hybrid of two fine-tuned models and their common start.

    Args:
        initial: weights of the initial model.
        tuned: weights with leading axis (2,).
        shape: of the models.
        shares: of the first tuned model, from 0 to 1; the second has the rest.
        together: how many soups are run at once; changes memory, not results.

    Returns:
        The initial model; then for each of soups, soups halfway to the initial model, decoding and sentences one model
        per share. At shares 0 and 1 soups, decoding and sentences are all the tuned model itself.

    Raises:
        ValueError: a share lies outside [0, 1] or occurs twice, or there are not two tuned models.
    """
    rho = torch.tensor(list(shares), dtype=torch.float64)
    if rho.ndim != 1 or len(rho) == 0 or len(set(shares)) < len(rho) or rho.min() < 0 or rho.max() > 1:
        raise ValueError(f"shares must be different numbers from 0 to 1; got {shares!r}")
    if any(len(tensor) != 2 for tensor in tuned.values()):
        raise ValueError("tuned must hold two models along the leading axis")
    model = language_model(shape)
    stack = {name: torch.cat([initial[name].unsqueeze(0), tensor]) for name, tensor in tuned.items()}
    between = torch.stack([torch.zeros_like(rho), rho, 1 - rho], dim=1)
    halfway = (between + torch.tensor([1.0, 0.0, 0.0], dtype=torch.float64)) / 2

    def sentences(next_word: Tensor) -> Tensor:
        return sentence_log_probabilities(next_word, words=shape.words)

    def soups(rows: Tensor) -> Tensor:
        parts = [sentences(model(mix_weights(part, stack))) for part in rows.split(together)]
        return torch.cat(parts)

    with torch.no_grad():
        next_word = model(stack)
        log_policies = sentences(next_word)
        made: Mapping[str, Tensor] = {
            "soups": soups(between),
            "soups halfway": soups(halfway),
            "decoding": sentences(mix_words(between, next_word)),
            "sentences": mix_sentences(between, log_policies),
        }
    names = ["initial", *(f"{family}: {share:g}" for family in made for share in shares)]
    return HybridModels(tuple(names), torch.cat([log_policies[:1], *made.values()]), log_policies[0])
