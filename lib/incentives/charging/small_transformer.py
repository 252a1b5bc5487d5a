"""A causal transformer over a language whose sentences can all be listed, so that nothing about it needs sampling.

The model is run once on all prefixes together. Prefixes form a tree: prefix `k` is `parent(k)` and one more word, and a
causal transformer lets it attend to its own prefixes and to nothing else. So each layer handles every prefix once, and
attention gathers at most `longest` ancestors. With the law of the next word after every prefix the probability of every
sentence follows exactly.

Weights are a dict of tensors. Leading axes are different models of one shape, so that two models, or twenty-one
mixtures of two, are one call.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor
from torch.nn import functional

from incentives.numbers import as_count

Weights = dict[str, Tensor]


@dataclass(frozen=True)
class Shape:
    """The size of a transformer.

    Args:
        words: size of the vocabulary, without the end of a sentence.
        longest: most words in a sentence.
        width: numbers that describe one prefix, a multiple of `heads`.
        heads: attention heads per layer.
        layers: attention and perceptron, each so many times.

    Raises:
        ValueError: a size is no whole number >= 1, or `width` is no multiple of `heads`.

    >>> Shape(words=4, longest=5).prefixes
    341
    """

    words: int
    longest: int
    width: int = 32
    heads: int = 2
    layers: int = 2

    def __post_init__(self) -> None:
        for name, size in vars(self).items():
            as_count(name, size, least=1)
        if self.width % self.heads:
            raise ValueError(f"width must be a multiple of heads = {self.heads}; got {self.width}")

    @property
    def prefixes(self) -> int:
        """Sentences of fewer than `longest` words: after these a next word is drawn."""
        return sum(self.words**length for length in range(self.longest))

    def tree(self) -> tuple[Tensor, Tensor, Tensor]:
        """Last word, length and ancestors of every prefix, in the order of `Language`.

        Returns:
            The last word of each prefix, shape (prefixes,), `words` for the empty one; its length, shape (prefixes,);
            and its ancestors from the empty prefix down to itself, shape (prefixes, longest), -1 where there are no
            more.
        """
        number = torch.arange(self.prefixes)
        # Like a heap: the children of prefix k are k * words + 1 to k * words + words.
        last = torch.where(number == 0, self.words, (number - 1) % self.words)
        ancestors = torch.full((self.prefixes, self.longest), -1)
        length = torch.zeros_like(number)
        above = number.clone()
        lines = [above]
        while bool((above > 0).any()):
            length += (above > 0).long()
            above = torch.where(above > 0, (above - 1) // self.words, -1)
            lines.append(above)
        for steps, line in enumerate(lines):
            there = torch.nonzero(line >= 0).squeeze(1)
            ancestors[there, length[there] - steps] = line[there]
        return last, length, ancestors


def initial_weights(shape: Shape, *, generator: torch.Generator) -> Weights:
    """Random weights of one model, in double precision.

    Args:
        shape: of the model.
        generator: on the CPU; alone decides the weights.

    Raises:
        ValueError: `generator` is not on the CPU.

    >>> weights = initial_weights(Shape(2, 2, width=4), generator=torch.Generator().manual_seed(0))
    >>> sum(w.numel() for w in weights.values())
    451
    """
    if generator.device.type != "cpu":
        raise ValueError(f"generator must live on the CPU; got {generator.device}")

    def normal(rows: int, columns: int, spread: float) -> Tensor:
        return spread * torch.randn(rows, columns, generator=generator, dtype=torch.float64)

    d, deep = shape.width, 1 / math.sqrt(2 * shape.layers)
    weights = {"embedding": normal(shape.words + 1, d, 1.0), "position": normal(shape.longest, d, 0.3)}
    for layer in range(shape.layers):
        weights |= {
            f"attention in {layer}": normal(d, 3 * d, 1 / math.sqrt(d)),
            f"attention out {layer}": normal(d, d, deep / math.sqrt(d)),
            f"mlp in {layer}": normal(d, 4 * d, 1 / math.sqrt(d)),
            f"mlp in bias {layer}": torch.zeros(4 * d, dtype=torch.float64),
            f"mlp out {layer}": normal(4 * d, d, deep / math.sqrt(4 * d)),
        }
    weights["unembedding"] = normal(d, shape.words + 1, 0.1)
    weights["unembedding bias"] = torch.zeros(shape.words + 1, dtype=torch.float64)
    return weights


def language_model(shape: Shape) -> Callable[[Weights], Tensor]:
    """The transformer as a function of its weights: log-probabilities of the next word after every prefix.

    Returns:
        A function from weights with leading axes `...` to log-probabilities, shape (..., prefixes, words + 1); the last
        column is the end of the sentence. A prefix never sees a word that follows it.

    >>> shape = Shape(words=2, longest=2, width=4)
    >>> model = language_model(shape)
    >>> model(initial_weights(shape, generator=torch.Generator().manual_seed(0))).exp().sum(-1).round(decimals=6).tolist()
    [1.0, 1.0, 1.0]
    """  # noqa: E501
    last, length, ancestors = shape.tree()
    hidden = (ancestors < 0).unsqueeze(1)
    lines = ancestors.clamp(min=0)
    size = shape.width // shape.heads

    def heads(x: Tensor) -> Tensor:
        return x.unflatten(-1, (shape.heads, size))

    def model(weights: Weights) -> Tensor:
        x = weights["embedding"][..., last, :] + weights["position"][..., length, :]
        for layer in range(shape.layers):
            normal = functional.layer_norm(x, (shape.width,))
            query, key, value = (normal @ weights[f"attention in {layer}"]).chunk(3, dim=-1)
            keys, values = heads(key[..., lines, :]), heads(value[..., lines, :])
            scores = torch.einsum("...nhd,...nkhd->...nhk", heads(query), keys) / math.sqrt(size)
            share = scores.masked_fill(hidden, -math.inf).softmax(dim=-1)
            mixed = torch.einsum("...nhk,...nkhd->...nhd", share, values).flatten(-2)
            x = x + mixed @ weights[f"attention out {layer}"]
            normal = functional.layer_norm(x, (shape.width,))
            wide = normal @ weights[f"mlp in {layer}"] + weights[f"mlp in bias {layer}"].unsqueeze(-2)
            x = x + functional.gelu(wide) @ weights[f"mlp out {layer}"]
        normal = functional.layer_norm(x, (shape.width,))
        return (normal @ weights["unembedding"] + weights["unembedding bias"].unsqueeze(-2)).log_softmax(dim=-1)

    return model


def sentence_log_probabilities(next_word: Tensor, *, words: int) -> Tensor:
    """Log-probability of every sentence from the law of the next word after every prefix.

    Args:
        next_word: log-probabilities, shape (..., prefixes, words + 1), the end of the sentence last.
        words: size of the vocabulary.

    Returns:
        Shape (..., sentences), in the order of `Language`: a sentence that is shorter than the longest ends by drawing
        the end, a longest one ends by itself.

    Raises:
        ValueError: the shape fits no tree of prefixes.

    A fair coin for going on, two words, at most one word:

    >>> sentence_log_probabilities(torch.tensor([[0.25, 0.25, 0.5]]).log(), words=2).exp().tolist()
    [0.5, 0.25, 0.25]
    """
    prefixes, columns = next_word.shape[-2:]
    starts = [0]
    while starts[-1] < prefixes:
        starts.append(starts[-1] * words + 1)
    if columns != words + 1 or starts[-1] != prefixes:
        raise ValueError(
            f"next_word must have a row per prefix and {words + 1} columns for {words} words; got "
            f"{tuple(next_word.shape)}"
        )
    reached = next_word.new_zeros((*next_word.shape[:-2], 1))
    ended = []
    for begin, after in pairwise(starts):
        level = reached.unsqueeze(-1) + next_word[..., begin:after, :]
        ended.append(level[..., -1])
        reached = level[..., :-1].flatten(-2)
    return torch.cat([*ended, reached], dim=-1)


def fit_corpus(
    weights: Weights, shape: Shape, counts: Tensor, *, steps: int, learning_rate: float
) -> tuple[Weights, list[float]]:
    """Train a model on a corpus by maximum likelihood, every step on the whole corpus.

    The mean loss over the corpus is a sum over the different sentences in it, so one pass over all prefixes gives it
    exactly.

    Args:
        weights: where to begin; left as they are.
        shape: of the model.
        counts: how often each sentence occurs, shape (sentences,).
        steps: of Adam.
        learning_rate: of Adam, falling linearly to a tenth.

    Returns:
        The new weights, and the mean negative log-likelihood per sentence before each step, in nats.

    Raises:
        ValueError: the counts do not fit the language, or are negative or all zero.
    """
    sentences = shape.prefixes + shape.words**shape.longest
    if counts.shape != (sentences,) or bool((counts < 0).any()) or not bool((counts > 0).any()):
        raise ValueError(f"counts must be {sentences} numbers >= 0, not all 0; got shape {tuple(counts.shape)}")
    share = counts.to(torch.float64) / counts.sum()
    model = language_model(shape)

    def loss(weights: Weights) -> Tensor:
        return -(share * sentence_log_probabilities(model(weights), words=shape.words)).sum()

    return adam(weights, loss, steps=steps, learning_rate=learning_rate)


def adam(
    weights: Weights, loss: Callable[[Weights], Tensor], *, steps: int, learning_rate: float
) -> tuple[Weights, list[float]]:
    """Minimise a loss by Adam from `weights`, which are left as they are.

    Args:
        weights: where to begin, with leading axes for several models.
        loss: one number; a sum over models, which then train side by side without touching each other.
        steps: of Adam, at least 1.
        learning_rate: of Adam, positive; it falls linearly to a tenth.

    Returns:
        The new weights, without gradients, and the loss before each step.

    Raises:
        ValueError: `steps` or `learning_rate` is out of range.

    >>> found, losses = adam({"x": torch.zeros(1)}, lambda w: ((w["x"] - 1) ** 2).sum(), steps=100, learning_rate=0.1)
    >>> bool((found["x"] - 1).abs() < 0.01), losses[0]
    (True, 1.0)
    """
    as_count("steps", steps, least=1)
    if not learning_rate > 0:
        raise ValueError(f"learning_rate must be positive; got {learning_rate!r}")
    trained = {name: tensor.detach().clone().requires_grad_() for name, tensor in weights.items()}
    optimizer = torch.optim.Adam(trained.values(), lr=learning_rate)
    losses = []
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = learning_rate * (1 - 0.9 * step / steps)
        optimizer.zero_grad(set_to_none=True)
        value = loss(trained)
        value.backward()
        optimizer.step()
        losses.append(value.item())
    return {name: tensor.detach() for name, tensor in trained.items()}, losses
