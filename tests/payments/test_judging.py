"""Rewards and one common sample, on models that the test makes and saves itself; nothing is downloaded."""

import numpy as np
import pytest
import torch

from incentives import payments as pay
from incentives.learning.chance import generator

pytest.importorskip("peft")

from incentives.payments.judging import HuggingFaceReward, judge
from incentives.payments.soups import Hybrid, hybrids

from .tiny_models import ASKED

# peft still asks transformers for an attribute by its old name.
pytestmark = [
    pytest.mark.usefixtures("offline"),
    pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning"),
]


def test_end_to_end(two_adapters_folder, two_adapters):
    rewards = [HuggingFaceReward(str(two_adapters_folder / name), spread=0.1) for name in ("careful", "playful")]
    models = hybrids("first", "second", shares=[0, 0.5, 1])
    state = torch.random.get_rng_state()
    found, replies = judge(
        two_adapters,
        models,
        rewards,
        ASKED * 20,
        proposal=[0, 1, 3],
        longest=4,
        generator=generator(0, "judge"),
        batch=16,
    )
    assert torch.equal(state, torch.random.get_rng_state())
    assert len(replies) == found.samples == 60
    assert len(found.log_models) == len(models) == 5
    assert ((found.rewards > 0) & (found.rewards < 1)).all()
    assert found.rewards.std() > 0
    assert (np.exp(found.log_models[[0, 1, 3]] - found.log_proposal) <= 3 + 1e-9).all()
    chosen, intervals = found.payment_intervals([3, 7])
    assert 0 <= chosen < 5
    assert all(0 <= i.low <= i.payment <= i.high for i in intervals)
    curve = pay.size_curve(found.rule(), [[1, 0], [0, 1]], [3, 7], who=0, factors=[0, 1, 2, 5])
    assert curve.utilities.max() == curve.utilities[1]


def test_bad_input(two_adapters):
    with pytest.raises(ValueError, match="spread"):
        HuggingFaceReward(two_adapters.model, two_adapters.tokenizer, spread=0)
    with pytest.raises(ValueError, match="initial"):
        judge(two_adapters, [Hybrid("x", {"first": 1.0})], [], ASKED, proposal=[0], longest=1, generator=None)
