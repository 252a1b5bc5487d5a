"""Models of two layers that the tests make and save themselves, what groups want of them, and their objective."""

import pytest
import torch

from incentives.charging.soups import Hybrid
from incentives.learning.chance import generator
from incentives_book.guide.your_own_model_and_rewards import all_replies, tiny_model

INITIAL = Hybrid("initial", {})
# For models that are trained and charged.
PROMPTS = ["please eat", "dance"]
SIZES = [3, 1]
# For models that carry two adapters of random numbers.
ASKED = ["please eat", "never eat the roof", "dance"]


def laughing(prompts, replies):
    return [reply.split().count("haha") / 3 for reply in replies]


def brief(prompts, replies):
    return [1 - len(reply.split()) / 3 for reply in replies]


REWARDS = [laughing, brief]


def objective(model, hybrid, weights):
    """Mean over the prompts of E[sum w r] - KL and of its largest value, from the list of all replies."""
    reached, best = [], []
    for prompt in PROMPTS:
        replies = all_replies(model, prompt, longest=3)
        texts = replies.texts(model.tokenizer)
        rewards = [torch.tensor(reward([prompt] * len(texts), texts)) for reward in REWARDS]
        total = sum(w * r for w, r in zip(weights, rewards, strict=True))
        q, p = (model.log_probabilities(m, replies, batch=4000) for m in (INITIAL, hybrid))
        assert p.exp().sum().item() == pytest.approx(1, abs=1e-5)
        reached.append(float((p.exp() * (total - (p - q))).sum()))
        best.append(float(torch.logsumexp(q + total, 0)))
    return sum(reached) / len(PROMPTS), sum(best) / len(PROMPTS)


def save_adapter(base, path, seed):
    import peft

    config = peft.LoraConfig(task_type="CAUSAL_LM", r=2, lora_alpha=4, target_modules=["c_attn"], fan_in_fan_out=True)
    made = peft.get_peft_model(base, config)
    chance = generator(seed, "adapter")
    with torch.no_grad():
        for name, tensor in made.named_parameters():
            if "lora" in name:
                tensor.copy_(0.5 * torch.randn(tensor.shape, generator=chance))
    made.save_pretrained(path)


def save_models(path):
    """A language model, two classifiers and two adapters below one folder."""
    import transformers

    tiny_model(path / "model")
    for seed, name in enumerate(("careful", "playful"), start=1):
        tiny_model(path / name, seed=seed, classes=1)
    for seed in (1, 2):
        base = transformers.AutoModelForCausalLM.from_pretrained(path / "model")
        save_adapter(base, path / f"adapter-{seed}", seed)
