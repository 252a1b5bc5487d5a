"""The word model against the transformer on the tree of all prefixes, sampling against its exact law."""

import pytest
import torch

from incentives.charging.small_transformer import (
    Shape,
    initial_weights,
    language_model,
    sentence_log_probabilities,
)
from incentives.charging.soups import hybrid_models
from incentives.learning.chance import generator
from incentives_book.payments.fine_tuning_by_sampling.word_model import (
    check_sentences,
    fit_sentences,
    hybrid_log_probabilities,
    log_probabilities,
    sample,
)
from incentives_book.payments.small_languages import conflicting

SHAPE = Shape(words=4, longest=3, width=8)
SENTENCES = torch.tensor(
    [[4, 4, 4], *[[a, 4, 4] for a in range(4)], *[[a, b, 4] for a in range(4) for b in range(4)]]
    + [[a, b, c] for a in range(4) for b in range(4) for c in range(4)]
)


def weights(*names):
    return initial_weights(SHAPE, generator=generator(3, *names))


def test_all_sentences_of_a_small_language_in_its_order():
    assert len(conflicting(words=4, longest=3).language) == len(SENTENCES)
    exact = sentence_log_probabilities(language_model(SHAPE)(weights("a")), words=4)
    assert torch.allclose(log_probabilities(weights("a"), SHAPE, SENTENCES), exact, atol=1e-10)
    assert exact.exp().sum().item() == pytest.approx(1)


def test_hybrids_are_those_of_the_listed_language():
    initial, first, second = weights("a"), weights("b"), weights("c")
    tuned = {name: torch.stack([first[name], second[name]]) for name in initial}
    listed = hybrid_models(initial, tuned, SHAPE, shares=[0, 0.25, 1])
    names, logs = hybrid_log_probabilities(initial, (first, second), SHAPE, SENTENCES, shares=[0, 0.25, 1])
    assert names == ("initial", "soups: 0", "soups: 0.25", "soups: 1", "decoding: 0.25")
    for name, row in zip(names, logs, strict=True):
        assert torch.allclose(row, listed.log_policies[listed.names.index(name)], atol=1e-10), name
    with pytest.raises(ValueError, match="two models"):
        hybrid_log_probabilities(initial, (first,), SHAPE, SENTENCES, shares=[0.5])


def test_sampling_follows_the_law_and_the_generator():
    law = log_probabilities(weights("a"), SHAPE, SENTENCES).exp()
    drawn = sample(weights("a"), SHAPE, 20000, generator=generator(1, "draw"))
    again = sample(weights("a"), SHAPE, 20000, generator=generator(1, "draw"))
    assert torch.equal(drawn, again)
    check_sentences(drawn, SHAPE)
    share = (drawn.unsqueeze(1) == SENTENCES).all(-1).double().mean(0)
    assert ((share - law).abs() < 5.5 * (law * (1 - law) / 20000).sqrt()).all()


def test_fitting_lowers_the_loss():
    corpus = torch.tensor([[0, 1, 4], [0, 2, 4]])
    fitted, losses = fit_sentences(
        weights("a"), SHAPE, corpus, steps=80, learning_rate=0.02, batch=16, generator=generator(0, "b")
    )
    assert losses[-1] < 1 < losses[0]
    assert log_probabilities(fitted, SHAPE, corpus).exp().sum() > 0.8


@pytest.mark.parametrize("wrong", [[[0, 1]], [[5, 4, 4]], [[-1, 4, 4]], [[4, 0, 4]]])
def test_wrong_sentences_are_refused(wrong):
    with pytest.raises(ValueError, match="must"):
        log_probabilities(weights("a"), SHAPE, torch.tensor(wrong))
    with pytest.raises(ValueError, match="many"):
        sample(weights("a"), SHAPE, 0, generator=generator(0, "x"))
