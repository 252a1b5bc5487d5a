"""Adapters of the last layer: their least loss, their distance, and how the library peft serves them."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives_book.study import low_rank

RANK, WORDS, DECAY = 2, 12, 0.5


def places(seed, sentences=40, length=8):
    """Places of sentences of random lengths, with inputs and logits drawn."""
    rng = np.random.default_rng(seed)
    said = torch.from_numpy(rng.integers(1, WORDS, (sentences, length)))
    said[np.arange(length) >= rng.integers(4, length + 1, sentences)[:, None]] = 0
    inputs, logits = (torch.from_numpy(rng.normal(size=(sentences, length, n))).float() for n in (RANK, WORDS))
    return low_rank.Places(inputs, logits, said)


ALL = places(0, 200)
SOME = ALL.of(torch.arange(40))
METRIC = low_rank.form_of(ALL.of(torch.arange(200)))


def test_places_behind_the_end_of_a_sentence_are_left_out():
    assert len(SOME.said) == int((ALL.said[:40] > 0).sum())
    assert bool((SOME.said > 0).all())
    assert torch.equal(SOME.logits[0], ALL.logits[0, 0])


def test_the_loss_is_that_of_the_next_word():
    adapter = torch.from_numpy(np.random.default_rng(1).normal(size=RANK * WORDS))
    logits = SOME.logits + SOME.inputs @ adapter.reshape(RANK, WORDS).float()
    assert float(low_rank.loss(SOME, adapter)) == pytest.approx(
        float(torch.nn.functional.cross_entropy(logits, SOME.said)), rel=1e-5
    )


def test_an_adapter_has_the_least_loss_and_decay():
    def value(adapter):
        return low_rank.loss(SOME, adapter) + DECAY / 40 * adapter @ adapter

    found = low_rank.tune(SOME, 40, metric=METRIC, decay=DECAY)
    at = found.clone().requires_grad_()
    (slope,) = torch.autograd.grad(value(at), at)
    start = torch.zeros_like(found).requires_grad_()
    (before,) = torch.autograd.grad(value(start), start)
    assert slope.abs().max() < 1e-3 < before.abs().max() / 20
    chance = np.random.default_rng(1)
    for _ in range(5):
        assert value(found) < value(found + 0.1 * torch.from_numpy(chance.normal(size=len(found))))


def test_a_fit_that_does_not_end_is_told(monkeypatch):
    monkeypatch.setattr(low_rank, "TURNS", 1)
    with pytest.raises(RuntimeError, match="an adapter on 40 sentences was not tuned after 1 steps"):
        low_rank.tune(SOME, 40, metric=METRIC, decay=DECAY)


def test_adapters_differ_by_their_divergence_to_second_order():
    seen = ALL.of(torch.arange(200))
    small = 1e-2 * torch.from_numpy(np.random.default_rng(2).normal(size=RANK * WORDS))
    law = seen.logits.double().log_softmax(-1)
    other = (seen.logits + seen.inputs @ small.reshape(RANK, WORDS).float()).double().log_softmax(-1)
    divergence = (law.exp() * (law - other)).sum(-1).mean()
    assert float(small @ METRIC @ small) == pytest.approx(float(divergence), rel=0.02)


def test_the_library_serves_the_adapter_that_was_tuned():
    pytest.importorskip("transformers")
    pytest.importorskip("peft")
    sentences = torch.from_numpy(np.random.default_rng(3).integers(1, WORDS, (30, 6)))
    before = torch.random.get_rng_state()
    model = low_rank.initial_model(sentences, words=WORDS, steps=3, seed=0)
    first, second = torch.randn(RANK, low_rank.WIDTH), torch.randn(1, RANK * WORDS)
    torch.random.set_rng_state(before)
    with torch.no_grad():
        hidden = model.transformer(input_ids=sentences)[0]
        wanted = model.lm_head(hidden) + hidden @ first.T @ second.reshape(RANK, WORDS)
        served = low_rank.with_adapters(model, first, second)(input_ids=sentences).logits
    assert torch.allclose(served, wanted, atol=1e-4)
    assert torch.equal(before, torch.random.get_rng_state())
