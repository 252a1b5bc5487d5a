"""Fine-tuning with exact gradients: against the score-function formula and against the exact optimum."""

import pytest
import torch

from incentives.charging.fine_tuning import fine_tune, log_partition, objective
from incentives.charging.small_transformer import (
    Shape,
    initial_weights,
    language_model,
    sentence_log_probabilities,
)
from incentives.learning.chance import generator
from incentives.payments.policies import best_policy

SHAPE = Shape(words=2, longest=3, width=8, heads=2, layers=1)
MODEL = language_model(SHAPE)


def start(seed=0):
    return initial_weights(SHAPE, generator=generator(seed, "weights"))


def law(weights):
    return sentence_log_probabilities(MODEL(weights), words=SHAPE.words)


def rewards(models=2, seed=0):
    return torch.rand(models, 15, generator=generator(seed, "rewards"), dtype=torch.float64)


def test_the_gradient_is_that_of_the_score_function():
    """grad J = sum_x p(x) (R(x) - penalty log(p/q)) grad log p(x), one sentence at a time."""
    reference, weights = law(start(1)).detach(), {n: w.requires_grad_() for n, w in start(2).items()}
    reward, penalty = rewards(1)[0], 0.7
    value = objective(law(weights), reward, reference, penalty=penalty)
    found = torch.autograd.grad(value, list(weights.values()))
    by_hand = [torch.zeros_like(w) for w in weights.values()]
    for x in range(15):
        log_policy = law(weights)
        score = torch.autograd.grad(log_policy[x], list(weights.values()), allow_unused=True)
        advantage = reward[x] - penalty * (log_policy[x] - reference[x]).item()
        for total, part in zip(by_hand, score, strict=True):
            if part is not None:
                total += log_policy[x].exp().item() * advantage * part
    for ours, theirs in zip(found, by_hand, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-12)


def test_training_reaches_the_exact_optimum_and_never_passes_it():
    tuned = fine_tune(start(), SHAPE, 3 * rewards(), penalty=1.0, steps=600, learning_rate=0.02)
    assert (tuned.objective <= tuned.ceiling + 1e-12).all()
    assert (tuned.captured > 0.999).all()
    assert tuned.losses[-1] < tuned.losses[0]
    for row, reward in zip(tuned.log_policies, tuned.rewards, strict=True):
        exact = best_policy(reward.numpy(), tuned.reference.exp().numpy(), penalty=1.0)
        assert row.exp().numpy() == pytest.approx(exact, abs=0.02)
        # What is missing is the penalty times the distance to the optimum.
        missing = (row.exp() * (row - torch.as_tensor(exact).log())).sum()
        ceiling = log_partition(reward, tuned.reference, penalty=1.0)
        reached = objective(row, reward, tuned.reference, penalty=1.0)
        assert (ceiling - reached).item() == pytest.approx(missing.item(), abs=1e-12)


def test_models_train_side_by_side_as_they_do_alone():
    both = fine_tune(start(), SHAPE, rewards(), penalty=0.5, steps=30, learning_rate=0.02)
    for number in range(2):
        alone = fine_tune(start(), SHAPE, rewards()[number : number + 1], penalty=0.5, steps=30, learning_rate=0.02)
        torch.testing.assert_close(both.log_policies[number], alone.log_policies[0], rtol=0, atol=1e-9)


def test_training_touches_neither_the_start_nor_the_global_generator():
    weights, state = start(), torch.get_rng_state()
    kept = {name: w.clone() for name, w in weights.items()}
    fine_tune(weights, SHAPE, rewards(), penalty=1.0, steps=3, learning_rate=0.1)
    assert all(torch.equal(weights[name], kept[name]) for name in kept)
    assert torch.equal(torch.get_rng_state(), state)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rewards": rewards()[:, :5]}, r"shape \(models, 15\)"),
        ({"rewards": rewards()[0]}, r"shape \(models, 15\)"),
        ({"rewards": rewards() * float("inf")}, "must be finite"),
        ({"penalty": 0.0}, "penalty must be greater than 0"),
        ({"steps": 0}, "steps must be"),
        ({"learning_rate": -1.0}, "learning_rate must be positive"),
    ],
)
def test_bad_input_is_refused(wrong, message):
    usual = {"rewards": rewards(), "penalty": 1.0, "steps": 1, "learning_rate": 0.1} | wrong
    reward = usual.pop("rewards")
    with pytest.raises(ValueError, match=message):
        fine_tune(start(), SHAPE, reward, **usual)


def test_a_penalty_is_positive():
    with pytest.raises(ValueError, match="penalty must be greater than 0"):
        log_partition(rewards(), law(start()), penalty=-1.0)
