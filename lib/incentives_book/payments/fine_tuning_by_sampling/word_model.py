"""A causal transformer over word sequences that are too many to list: it can only be sampled and evaluated.

The network is that of `small_transformer`, run on a batch of sentences instead of on the tree of all prefixes; the two
give the same probabilities with the same weights. Sentences are rows of `longest` word numbers; the number `words` is
the end, and everything after a sentence's end is `words` too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor
from torch.nn import functional

from incentives.charging.small_transformer import Shape, Weights, adam
from incentives.charging.soups import hybrids, law_of_soups, next_word


def sequence_model(shape: Shape) -> Callable[[Weights, Tensor], Tensor]:
    """The transformer as a function of weights and sentences: log-probabilities of each next word.

    Returns:
        A function of the weights of one model and sentences, shape (batch, length) with length <= longest. The result
        has shape (batch, length, words + 1): column t is the law of word t given the words before it.
    """
    size = shape.width // shape.heads

    def heads(x: Tensor) -> Tensor:
        return x.unflatten(-1, (shape.heads, size)).transpose(1, 2)

    def model(weights: Weights, sentences: Tensor) -> Tensor:
        length = sentences.shape[1]
        # What is read at place t is word t - 1; before the first word stands the end of "the sentence before".
        read = functional.pad(sentences[:, :-1], (1, 0), value=shape.words)
        x = weights["embedding"][read] + weights["position"][:length]
        later = torch.ones(length, length, dtype=torch.bool).triu(1)
        for layer in range(shape.layers):
            normal = functional.layer_norm(x, (shape.width,))
            query, key, value = map(heads, (normal @ weights[f"attention in {layer}"]).chunk(3, dim=-1))
            scores = query @ key.transpose(-1, -2) / math.sqrt(size)
            mixed = scores.masked_fill(later, -math.inf).softmax(dim=-1) @ value
            x = x + mixed.transpose(1, 2).flatten(-2) @ weights[f"attention out {layer}"]
            normal = functional.layer_norm(x, (shape.width,))
            wide = normal @ weights[f"mlp in {layer}"] + weights[f"mlp in bias {layer}"]
            x = x + functional.gelu(wide) @ weights[f"mlp out {layer}"]
        normal = functional.layer_norm(x, (shape.width,))
        return (normal @ weights["unembedding"] + weights["unembedding bias"]).log_softmax(dim=-1)

    return model


def check_sentences(sentences: Tensor, shape: Shape) -> None:
    """Refuse sentences of another length, unknown words, and words after an end.

    Raises:
        ValueError: as said.
    """
    if sentences.ndim != 2 or sentences.shape[1] != shape.longest:
        raise ValueError(f"sentences must have {shape.longest} columns; got shape {tuple(sentences.shape)}")
    if sentences.numel() and (sentences.min() < 0 or sentences.max() > shape.words):
        raise ValueError(f"words must be numbers 0..{shape.words}, the last one the end; got {sentences!r}")
    ended = (sentences == shape.words).long()
    if bool((ended.diff(dim=1) < 0).any()):
        raise ValueError("after the end of a sentence there must be no further word")


def sentence_sums(next_word: Tensor, sentences: Tensor, *, words: int) -> Tensor:
    """Log-probability of whole sentences from the law of each next word.

    Args:
        next_word: shape (..., batch, longest, words + 1).
        sentences: shape (batch, longest).
        words: the number that is the end; the first one counts, what follows does not.

    Returns:
        Shape (..., batch).

    A fair coin for going on, at most two words, the sentences "0" and "0 0":

    >>> coin = torch.full((2, 2, 2), 0.5).log()
    >>> sentence_sums(coin, torch.tensor([[0, 1], [0, 0]]), words=1).exp().tolist()
    [0.25, 0.25]
    """
    ended = (sentences == words).long()
    counts = ended.cumsum(1) - ended == 0
    number = sentences.expand(next_word.shape[:-1]).unsqueeze(-1)
    return (next_word.gather(-1, number).squeeze(-1) * counts).sum(-1)


def log_probabilities(weights: Weights, shape: Shape, sentences: Tensor) -> Tensor:
    """Log-probability of each sentence under one model, shape (batch,).

    Raises:
        ValueError: `sentences` is not as `check_sentences` wants it.
    """
    check_sentences(sentences, shape)
    return sentence_sums(sequence_model(shape)(weights, sentences), sentences, words=shape.words)


def sample(weights: Weights, shape: Shape, many: int, *, generator: torch.Generator) -> Tensor:
    """Independent sentences of one model, shape (many, longest).

    Args:
        weights: of one model.
        shape: of the model.
        many: at least 1.
        generator: on the CPU; alone decides what is drawn.

    Raises:
        ValueError: `many` is below 1.
    """
    if many < 1:
        raise ValueError(f"many must be at least 1; got {many!r}")
    model = sequence_model(shape)
    drawn = torch.full((many, shape.longest), shape.words)
    going = torch.ones(many, dtype=torch.bool)
    with torch.no_grad():
        for place in range(shape.longest):
            law = model(weights, drawn[:, : place + 1])[:, place].exp()
            word = torch.multinomial(law, 1, generator=generator).squeeze(1)
            drawn[:, place] = torch.where(going, word, shape.words)
            going &= word != shape.words
    return drawn


def fit_sentences(
    weights: Weights,
    shape: Shape,
    corpus: Tensor,
    *,
    steps: int,
    learning_rate: float,
    batch: int,
    generator: torch.Generator,
) -> tuple[Weights, list[float]]:
    """Maximum likelihood on random batches of a corpus.

    Args:
        weights: where to begin; left as they are.
        shape: of the model.
        corpus: shape (sentences, longest).
        steps: of Adam, as in `adam`.
        learning_rate: of Adam.
        batch: sentences per step, drawn with replacement.
        generator: for the batches.

    Returns:
        New weights, and nats per sentence on each batch before its step.
    """
    check_sentences(corpus, shape)
    model = sequence_model(shape)

    def loss(weights: Weights) -> Tensor:
        rows = corpus[torch.randint(len(corpus), (batch,), generator=generator)]
        return -sentence_sums(model(weights, rows), rows, words=shape.words).mean()

    return adam(weights, loss, steps=steps, learning_rate=learning_rate)


def hybrid_log_probabilities(
    initial: Weights, tuned: Sequence[Weights], shape: Shape, sentences: Tensor, *, shares: Sequence[float]
) -> tuple[tuple[str, ...], Tensor]:
    """The log-probabilities of given sentences under the hybrids of two tuned models.

    Args:
        initial: the common start.
        tuned: two models.
        shape: of all of them.
        sentences: shape (batch, longest).
        shares: of the first tuned model, different numbers from 0 to 1.

    Returns:
        Names and log-probabilities, shape (models, batch): the initial model; soups (averaged weights) for every share;
        decoding (averaged log-probabilities of words, renormalised after every word) for every share strictly between.

    Raises:
        ValueError: not two tuned models, or shares that `soups.hybrids` refuses.
    """
    if len(tuned) != 2:
        raise ValueError(f"tuned must hold two models; got {len(tuned)}")
    recipes = hybrids("first", "second", shares=shares)
    check_sentences(sentences, shape)
    model = sequence_model(shape)
    law = law_of_soups(
        lambda weights: model(weights, sentences), initial, dict(zip(("first", "second"), tuned, strict=True))
    )
    with torch.no_grad():
        logs = [sentence_sums(next_word(hybrid, law), sentences, words=shape.words) for hybrid in recipes]
    return tuple(hybrid.name for hybrid in recipes), torch.stack(logs)
