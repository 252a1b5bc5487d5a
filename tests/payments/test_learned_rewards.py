"""The Bradley-Terry loss by hand, and a reward model that learns what the readers like."""

import math

import numpy as np
import pytest
import torch

from incentives.learning.chance import generator
from incentives_book.payments.fine_tuning_by_sampling.learned_rewards import (
    as_numbers,
    as_text,
    bradley_terry_loss,
    learn_reward,
    scores,
)
from incentives_book.payments.fine_tuning_by_sampling.word_corpus import (
    LONGEST,
    WORDS,
    Pairs,
    caution,
    judged,
    replies,
)


def test_the_loss_is_minus_the_log_likelihood():
    chosen, rejected = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 3.0])
    by_hand = -(math.log(1 / (1 + math.exp(-1))) + math.log(1 / (1 + math.exp(3)))) / 2
    assert bradley_terry_loss(chosen, rejected).item() == pytest.approx(by_hand)


def test_numbers_and_text():
    rows = as_numbers([("the", "roof"), ("unknown", "haha")], WORDS, longest=3)
    assert [as_text(row, WORDS) for row in rows] == ["the roof", "haha"]


def test_scores_ignore_what_follows_the_end():
    weights = {"word": torch.eye(2), "hidden": torch.eye(2), "hidden bias": torch.zeros(2)}
    weights["read"] = torch.tensor([1.0, 2.0])
    expected = [math.tanh(1) * 3, math.tanh(1), 0.0]
    assert scores(weights, torch.tensor([[0, 1], [0, 2], [2, 2]])).tolist() == pytest.approx(expected)


def test_a_reward_model_learns_caution():
    rng = np.random.default_rng(0)
    pairs = judged(replies(600, rng=rng), replies(600, rng=rng), caution, rng=rng)
    model = learn_reward(pairs, WORDS, longest=LONGEST, generator=generator(0, "reward"), steps=80)
    told = as_numbers([["never", "eat", "the", "bleach"], ["eat", "the", "bleach"]], WORDS, longest=LONGEST)
    careful, risky = model(told).tolist()
    assert 0 < risky < careful < 1
    assert model.accuracy > 0.6


def test_both_sides_need_pairs():
    with pytest.raises(ValueError, match="held_out"):
        learn_reward(Pairs((("a",),), (("b",),)), ["a", "b"], longest=1, generator=generator(0, "x"))
