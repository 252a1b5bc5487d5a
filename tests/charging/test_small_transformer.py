"""The transformer on all prefixes at once against an ordinary one, run prefix by prefix."""

import math

import pytest
import torch
from torch.nn import functional

from incentives.charging.fine_tuning import stacked
from incentives.charging.small_transformer import (
    Shape,
    adam,
    fit_corpus,
    initial_weights,
    language_model,
    sentence_log_probabilities,
)
from incentives.learning.chance import generator
from incentives_book.payments.small_languages import Language

SHAPE = Shape(words=3, longest=4, width=12, heads=3, layers=2)


def weights_of(shape, seed=0):
    return initial_weights(shape, generator=generator(seed, "weights"))


def ordinary(weights, shape, prefix):
    """Next-word log-probabilities after one prefix: token sequence, triangular mask, one head after the other."""
    tokens = [shape.words, *prefix]
    x = torch.stack([weights["embedding"][t] + weights["position"][k] for k, t in enumerate(tokens)])
    d, size = shape.width, shape.width // shape.heads
    for layer in range(shape.layers):
        y = functional.layer_norm(x, (d,)) @ weights[f"attention in {layer}"]
        mixed = []
        for h in range(shape.heads):
            q, k, v = (y[:, part * d + h * size : part * d + (h + 1) * size] for part in range(3))
            scores = q @ k.T / math.sqrt(size)
            future = torch.triu(torch.ones(len(tokens), len(tokens)), diagonal=1).bool()
            mixed.append(torch.exp(scores.masked_fill(future, -math.inf).log_softmax(1)) @ v)
        x = x + torch.cat(mixed, dim=1) @ weights[f"attention out {layer}"]
        y = functional.layer_norm(x, (d,)) @ weights[f"mlp in {layer}"] + weights[f"mlp in bias {layer}"]
        x = x + functional.gelu(y) @ weights[f"mlp out {layer}"]
    last = functional.layer_norm(x[-1], (d,)) @ weights["unembedding"] + weights["unembedding bias"]
    return last - last.logsumexp(0)


def random_biases(weights, seed):
    chance = generator(seed, "biases")
    return {
        name: w if "bias" not in name else torch.randn(w.shape, generator=chance, dtype=w.dtype)
        for name, w in weights.items()
    }


def test_all_prefixes_at_once_are_each_prefix_by_itself():
    weights = random_biases(weights_of(SHAPE), 1)
    together = language_model(SHAPE)(weights)
    language = Language(("a", "b", "c"), SHAPE.longest)
    assert together.shape == (language.prefixes, 4)
    for number, sentence in enumerate(language.sentences[: language.prefixes]):
        prefix = [language.words.index(word) for word in sentence]
        torch.testing.assert_close(together[number], ordinary(weights, SHAPE, prefix), rtol=0, atol=1e-12)


def test_sentences_are_products_of_words():
    language = Language(("a", "b", "c"), 3)
    shape = Shape(3, 3, width=6, heads=1, layers=1)
    table = language_model(shape)(weights_of(shape, 4))
    found = sentence_log_probabilities(table, words=3)
    assert found.exp().sum().item() == pytest.approx(1, abs=1e-14)
    for number, sentence in enumerate(language.sentences):
        total = 0.0
        for length, word in enumerate(sentence):
            total += table[language.number(sentence[:length]), language.words.index(word)].item()
        if len(sentence) < language.longest:
            total += table[number, -1].item()
        assert found[number].item() == pytest.approx(total, abs=1e-13)


def test_models_in_a_stack_do_not_touch_each_other():
    pair = [weights_of(SHAPE, seed) for seed in (1, 2)]
    model = language_model(SHAPE)
    both = model(stacked(pair))
    for row, weights in zip(both, pair, strict=True):
        torch.testing.assert_close(row, model(weights), rtol=0, atol=1e-13)
    cube = model({name: w.unsqueeze(0) for name, w in stacked(pair).items()})
    torch.testing.assert_close(cube[0], both, rtol=0, atol=1e-13)


def test_training_finds_a_corpus_and_repeats_itself():
    shape = Shape(2, 3, width=8, heads=2, layers=1)
    counts = torch.tensor([5, 1, 0, 7, 2, 0, 1, 3, 0, 0, 2, 1, 0, 4, 6])
    state = torch.get_rng_state()
    start = weights_of(shape)
    kept = {name: w.clone() for name, w in start.items()}
    found, losses = fit_corpus(start, shape, counts, steps=400, learning_rate=0.02)
    again, repeated = fit_corpus(weights_of(shape), shape, counts, steps=400, learning_rate=0.02)
    assert torch.equal(torch.get_rng_state(), state)
    assert losses == repeated
    assert all(torch.equal(found[name], again[name]) for name in found)
    assert all(torch.equal(start[name], kept[name]) for name in kept)
    share = counts[counts > 0] / counts.sum()
    entropy = -(share * share.log()).sum().item()
    # No model can code the corpus below its entropy; this one is rich enough to come close.
    assert entropy <= losses[-1] <= entropy + 0.01 < losses[0]
    assert not any(w.requires_grad for w in found.values())


@pytest.mark.parametrize("words", [1, 2, 5])
def test_the_tree_is_the_heap_of_prefixes(words):
    language = Language(tuple("abcde"[:words]), 4)
    last, length, ancestors = Shape(words, 4).tree()
    for number, sentence in enumerate(language.sentences[: language.prefixes]):
        line = [language.number(sentence[:k]) for k in range(len(sentence) + 1)]
        assert ancestors[number].tolist() == line + [-1] * (4 - len(line))
        assert length[number] == len(sentence)
        assert last[number] == (language.words.index(sentence[-1]) if sentence else words)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Shape(0, 2), "words must be a whole number of at least 1"),
        (lambda: Shape(2, 2, width=5, heads=2), "width must be a multiple of heads = 2"),
        (lambda: sentence_log_probabilities(torch.zeros(3, 2), words=2), "a row per prefix and 3 columns"),
        (lambda: sentence_log_probabilities(torch.zeros(4, 3), words=2), "a row per prefix"),
        (lambda: fit_corpus({}, Shape(2, 1), torch.ones(4), steps=1, learning_rate=1), "3 numbers >= 0"),
        (lambda: fit_corpus({}, Shape(2, 1), torch.zeros(3), steps=1, learning_rate=1), "not all 0"),
        (lambda: adam({}, lambda w: w, steps=0, learning_rate=1), "steps must be"),
        (lambda: adam({}, lambda w: w, steps=1, learning_rate=0), "learning_rate must be positive"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
