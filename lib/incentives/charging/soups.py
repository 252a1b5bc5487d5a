"""Hybrids of a few trained models, the same for all kinds of models, and the finite set that a mechanism chooses from.

Given models and shares, one can average the *weights* (Rewarded Soups), the log-probabilities of the next *word*
(Multi-Objective Decoding) or those of whole *sentences*. The first two are language models that can be sampled word
by word. The third needs a sum over all sentences, which only a small language affords; it is what the other two
approximate. `hybrids` says what is mixed, `next_word` mixes: here on the tree of all sentences, in `hugging_face` on
adapters of any causal language model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from incentives.charging.small_transformer import (
    Shape,
    Weights,
    language_model,
    sentence_log_probabilities,
)
from incentives.floats import as_printed, as_real_array, shown
from incentives.numbers import as_count, as_list, is_rational
from incentives.payments.model_sets import FiniteModels
from incentives.reading import as_kind

# How each family mixes.
Mixing = Literal["weights", "words", "sentences"]
Family = Literal["soups", "soups halfway", "decoding", "sentences"]
HOW: dict[Family, Mixing] = {
    "soups": "weights",
    "soups halfway": "weights",
    "decoding": "words",
    "sentences": "sentences",
}
FAMILIES = tuple(HOW)
INITIAL = "initial"
MOST = 10**6  # soups of one call


@dataclass(frozen=True, eq=False)
class Hybrid:
    """One model of a set: how much of which models, and what is mixed.

    Args:
        name: for tables.
        shares: model -> share, each at least 0, together at most 1; none is the initial model.
        how: "weights" (Rewarded Soups), "words" (Multi-Objective Decoding) or "sentences".

    Raises:
        ValueError: another way of mixing, a share that is negative or no number, or shares above 1 together.
    """

    name: str
    shares: Mapping[str, float]
    how: Mixing = "weights"

    def __post_init__(self) -> None:
        as_kind("name", self.name, str)
        if self.how not in HOW.values():
            raise ValueError(f"how must be 'weights', 'words' or 'sentences'; got {self.how!r}")
        # `not share >= 0` and not `share < 0`: no comparison holds of a share that is not a number. Shares on a grid
        # are rounded, so their sum may pass 1 by as much.
        if not isinstance(self.shares, Mapping) or not all(isinstance(name, str) for name in self.shares):
            raise ValueError(f"shares must map names of models to numbers; got {shown(self.shares)}")
        read = {name: share_of(share) for name, share in self.shares.items()}
        if any(not share >= 0 for share in read.values()) or sum(read.values()) > 1 + 1e-9:
            raise ValueError(f"shares must be numbers from 0 that sum to at most 1; got {dict(self.shares)}")
        object.__setattr__(self, "shares", read)


def share_of(share: Any) -> Any:
    """A share as a float, NaN where it is none; whole numbers and Fractions stay, so that 0.5 + 1/2 is 1.

    >>> share_of(np.uint8(1)), share_of(0.5), share_of("half")
    (1, 0.5, nan)
    """
    if is_rational(share):
        return int(share) if share.denominator == 1 else share
    return as_printed("shares", share).item() if isinstance(share, (float, np.floating)) else float("nan")


def hybrids(
    first: str,
    second: str,
    *,
    shares: Sequence[float],
    families: Sequence[Family] = ("soups", "decoding"),
    ends: bool = False,
) -> list[Hybrid]:
    """The initial model, and one hybrid of two tuned models for every family and share.

    Args:
        first, second: names of the models.
        shares: of the first model, different numbers from 0 to 1; the second has the rest.
        families: of `FAMILIES`; "soups halfway" is halfway between a soup and the initial model.
        ends: whether every family has members at shares 0 and 1, or soups only. There all but "soups halfway" are
            a tuned model itself.

    Raises:
        ValueError: a share lies outside [0, 1] or occurs twice, there is none, or a family is unknown.

    >>> [hybrid.name for hybrid in hybrids("a", "b", shares=[0, 0.5, 1])]
    ['initial', 'soups: 0', 'soups: 0.5', 'soups: 1', 'decoding: 0.5']
    """
    shares = [share_of(share) for share in as_list("shares", shares)]
    if not shares or len(set(shares)) < len(shares) or not all(0 <= share <= 1 for share in shares):
        raise ValueError(f"shares must be different numbers from 0 to 1; got {shares!r}")
    _check_families(families)
    made = [Hybrid(INITIAL, {})]
    for family in families:
        halfway = family == "soups halfway"
        for share in shares:
            if ends or halfway or family == "soups" or 0 < share < 1:
                pair = (
                    {INITIAL: 0.5, first: share / 2, second: (1 - share) / 2}
                    if halfway
                    else {first: share, second: 1 - share}
                )
                made.append(Hybrid(f"{family}: {share:g}", {k: v for k, v in pair.items() if v}, HOW[family]))
    return made


def soups(names: Sequence[str], *, steps: int) -> list[Hybrid]:
    """All soups of the named models with shares k / steps that add up to 1.

    Raises:
        ValueError: no names or one of them twice, or `steps` is not a positive number.

    >>> [soup.name for soup in soups(["a", "b"], steps=2)]
    ['soup: 0, 1', 'soup: 0.5, 0.5', 'soup: 1, 0']
    """
    names = as_list("names", names, least=1)
    if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        raise ValueError(f"names must be different texts, at least one; got {shown(names)}")
    steps = as_count("steps", steps, least=1)

    if (many := comb(steps + len(names) - 1, len(names) - 1)) > MOST:
        raise ValueError(f"steps must make at most {MOST} soups, got {shown(steps)}, which makes {shown(many)}")

    def shares(left: int, many: int) -> Iterator[tuple[int, ...]]:
        if many == 1:
            yield (left,)
            return
        for first in range(left + 1):
            for rest in shares(left - first, many - 1):
                yield (first, *rest)

    return [
        Hybrid(
            "soup: " + ", ".join(f"{k / steps:g}" for k in row),
            {name: k / steps for name, k in zip(names, row, strict=True) if k},
        )
        for row in shares(steps, len(names))
    ]


def _check_families(families: Sequence[str]) -> None:
    if wrong := set(families) - set(FAMILIES):
        raise ValueError(f"families must be among {FAMILIES}; got {sorted(wrong)}")


def _combine(shares: Tensor, values: Tensor) -> Tensor:
    """sum_j shares[..., j] values[j]."""
    if shares.shape[-1] != len(values):
        raise ValueError(f"shares must have one column per model, {len(values)}; got shape {tuple(shares.shape)}")
    return torch.tensordot(shares.to(values), values, dims=1)


def soup(shares: Tensor, weights: Weights) -> Weights:
    """Rewarded Soups: models whose weights are weighted sums of the given models' weights.

    Args:
        shares: shape (..., models); a row of shares that add up to 1 is an average.
        weights: tensors with leading axis (models,).

    Returns:
        Tensors with leading axes (...).

    >>> soup(torch.tensor([[0.25, 0.75]]), {"x": torch.tensor([[0.0], [4.0]])})["x"].tolist()
    [[3.0]]
    """
    return {name: _combine(shares, tensor) for name, tensor in weights.items()}


def mixture(shares: Tensor, logs: Tensor) -> Tensor:
    """Probabilities along the last axis proportional to prod_j p_j^share_j.

    Of next words after each prefix this is Multi-Objective Decoding; of whole sentences it is the exact mixture.

    Args:
        shares: shape (..., models).
        logs: log-probabilities, shape (models, ..., outcomes).

    Returns:
        Log-probabilities, the leading axes of `shares` in place of (models,).

    >>> two = torch.tensor([[[0.5, 0.5]], [[0.2, 0.8]]]).log()
    >>> [round(p, 4) for p in mixture(torch.tensor([0.5, 0.5]), two).exp()[0].tolist()]
    [0.3333, 0.6667]
    """
    return _combine(shares, logs).log_softmax(dim=-1)


Law = Callable[[Mapping[str, float]], Tensor]


def next_word(hybrid: Hybrid, law: Law) -> Tensor:
    """Log-probabilities of the next word under a hybrid of weights or words.

    Args:
        hybrid: what is mixed.
        law: the same log-probabilities under the soup with given shares; no shares is the initial model.

    Raises:
        ValueError: whole sentences are mixed, which no next word can tell.
    """
    if hybrid.how == "sentences":
        raise ValueError(
            f"hybrid must mix weights or words, a mixture of sentences has no next word; got {hybrid.name!r}"
        )
    if hybrid.how == "weights":
        return law(hybrid.shares)
    logs = torch.stack([law({name: 1.0}) for name in hybrid.shares])
    return mixture(torch.tensor(list(hybrid.shares.values()), dtype=torch.float64), logs)


def law_of_soups(law: Callable[[Weights], Tensor], initial: Weights, models: Mapping[str, Weights]) -> Law:
    """The next words of every soup of some models, for `next_word`; the models themselves are asked once.

    Args:
        law: from the weights of one model to log-probabilities.
        initial: the model of no shares, and of the share `INITIAL`.
        models: the others by name.
    """
    known: dict[str, Tensor] = {}
    every = {INITIAL: initial, **models}

    def of(shares: Mapping[str, float]) -> Tensor:
        shares = shares or {INITIAL: 1.0}
        if set(shares.values()) == {1.0} and len(shares) == 1:
            (name,) = shares
            if name not in known:
                known[name] = law(every[name])
            return known[name]
        stack = {key: torch.stack([every[name][key] for name in shares]) for key in initial}
        return law(soup(torch.tensor(list(shares.values()), dtype=torch.float64), stack))

    return of


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

    def only(self, *families: Family) -> HybridModels:
        """The initial model and the families that are named.

        Raises:
            ValueError: a family is unknown.
        """
        _check_families(families)
        kept = [k for k, name in enumerate(self.names) if name.split(":")[0] in (INITIAL, *families)]
        return HybridModels(tuple(self.names[k] for k in kept), self.log_policies[kept], self.reference)

    def table(self, rewards: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Everything a mechanism needs to know: valuations (models, groups) and KL to the initial model (models,).

        Args:
            rewards: one member's reward for each sentence, shape (groups, sentences).
        """
        policies = self.log_policies.exp()
        divergences = (policies * (self.log_policies - self.reference)).sum(-1)
        return policies.numpy() @ as_real_array("rewards", rewards)[0].T, divergences.numpy()

    def finite_models(self, rewards: ArrayLike) -> FiniteModels:
        """The table as exact numbers: the floats that were computed, taken as Fractions, so that ties are ties."""
        valuations, divergences = self.table(rewards)
        exact = [[Fraction(v) for v in row] for row in valuations.tolist()]
        return FiniteModels(exact, [Fraction(d) for d in divergences.tolist()], features=True)


def hybrid_models(initial: Weights, tuned: Weights, shape: Shape, *, shares: Sequence[float]) -> HybridModels:
    """Every hybrid of two fine-tuned models and their common start.

    Args:
        initial: weights of the initial model.
        tuned: weights with leading axis (2,).
        shape: of the models.
        shares: of the first tuned model, as in `hybrids`.

    Returns:
        The initial model; then for each of soups, soups halfway to the initial model, decoding and sentences one model
        per share. At shares 0 and 1 soups, decoding and sentences are all the tuned model itself.

    Raises:
        ValueError: shares that `hybrids` refuses, or there are not two tuned models.
    """
    recipes = hybrids("first", "second", shares=shares, families=FAMILIES, ends=True)
    if any(len(tensor) != 2 for tensor in tuned.values()):
        raise ValueError("tuned must hold two models along the leading axis")
    pair = {name: {key: tensor[k] for key, tensor in tuned.items()} for k, name in enumerate(("first", "second"))}
    law = law_of_soups(language_model(shape), initial, pair)

    def sentences(hybrid: Hybrid) -> Tensor:
        if hybrid.how == "sentences":
            logs = torch.stack([sentences(Hybrid(name, {name: 1.0})) for name in hybrid.shares])
            return mixture(torch.tensor(list(hybrid.shares.values()), dtype=torch.float64), logs)
        return sentence_log_probabilities(next_word(hybrid, law), words=shape.words)

    with torch.no_grad():
        log_policies = torch.stack([sentences(hybrid) for hybrid in recipes])
    return HybridModels(tuple(hybrid.name for hybrid in recipes), log_policies, log_policies[0])
