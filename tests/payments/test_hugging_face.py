"""The whole pipeline on models that the test makes and saves itself; nothing is downloaded."""

import sys

import numpy as np
import pytest
import torch

from incentives import payments as pay
from incentives.learning.chance import generator

transformers = pytest.importorskip("transformers")
peft = pytest.importorskip("peft")

from incentives.payments import hugging_face as hf
from incentives.payments.soups import Hybrid, hybrids

# peft still asks transformers for an attribute by its old name.
pytestmark = pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning")
WORDS = ["[PAD]", "[END]", "[UNK]", "never", "eat", "the", "roof", "haha", "dance", "please"]
PROMPTS = ["please eat", "never eat the roof", "dance"]


def adapter(base, path, seed):
    config = peft.LoraConfig(
        task_type="CAUSAL_LM", r=2, lora_alpha=4, target_modules=["c_attn"], fan_in_fan_out=True
    )
    made = peft.get_peft_model(base, config)
    chance = generator(seed, "adapter")
    with torch.no_grad():
        for name, tensor in made.named_parameters():
            if "lora" in name:
                tensor.copy_(0.5 * torch.randn(tensor.shape, generator=chance))
    made.save_pretrained(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    import tokenizers

    patch = pytest.MonkeyPatch()
    patch.setenv("HF_HUB_OFFLINE", "1")
    path = tmp_path_factory.mktemp("models")
    raw = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({w: k for k, w in enumerate(WORDS)}, unk_token="[UNK]")
    )
    raw.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=raw, pad_token="[PAD]", eos_token="[END]", unk_token="[UNK]"
    )
    size = dict(vocab_size=10, n_positions=32, n_embd=16, n_layer=2, n_head=2, pad_token_id=0)
    size |= dict(eos_token_id=1, bos_token_id=1)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        transformers.GPT2LMHeadModel(transformers.GPT2Config(**size)).save_pretrained(path / "model")
        for name in ("careful", "playful"):
            reward = transformers.GPT2ForSequenceClassification(transformers.GPT2Config(**size, num_labels=1))
            reward.save_pretrained(path / name)
            tokenizer.save_pretrained(path / name)
        for seed in (1, 2):
            base = transformers.AutoModelForCausalLM.from_pretrained(path / "model")
            adapter(base, path / f"adapter-{seed}", seed)
    tokenizer.save_pretrained(path / "model")
    yield path
    patch.undo()


@pytest.fixture(scope="module")
def model(folder):
    adapters = {"first": str(folder / "adapter-1"), "second": str(folder / "adapter-2")}
    return hf.LanguageModel(str(folder / "model"), adapters=adapters)


def test_end_to_end(folder, model):
    rewards = [hf.HuggingFaceReward(str(folder / name), spread=0.1) for name in ("careful", "playful")]
    models = hybrids("first", "second", shares=[0, 0.5, 1])
    state = torch.random.get_rng_state()
    found, replies = hf.judge(
        model,
        models,
        rewards,
        PROMPTS * 20,
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


def test_log_probabilities_add_up_over_all_replies(model):
    # From one prompt all replies of at most two tokens: the end at once, or a token and any second one.
    ends = [(1,)] + [(a, b) for a in range(10) if a != 1 for b in range(10)]
    prompt = [4, 5]
    tokens = torch.full((len(ends), 4), 1)
    for row, reply in zip(tokens, ends, strict=True):
        row[: 2 + len(reply)] = torch.tensor([*prompt, *reply])
    replies = hf.Replies(
        tokens, torch.full((len(ends),), 2), torch.tensor([2 + len(reply) for reply in ends])
    )
    for hybrid in hybrids("first", "second", shares=[0.25, 1]):
        total = model.log_probabilities(hybrid, replies).exp().sum().item()
        assert total == pytest.approx(1, abs=1e-5), hybrid.name


def test_a_soup_is_the_average_of_merged_weights(folder, model):
    merged = []
    for seed in (1, 2):
        base = transformers.AutoModelForCausalLM.from_pretrained(folder / "model")
        merged.append(
            peft.PeftModel.from_pretrained(base, folder / f"adapter-{seed}").merge_and_unload().eval()
        )
    soup = {k: 0.3 * v + 0.7 * merged[1].state_dict()[k] for k, v in merged[0].state_dict().items()}
    merged[0].load_state_dict(soup)
    replies = model.sample(Hybrid("initial", {}), PROMPTS, longest=5, generator=generator(0, "s"))
    ours = model.log_probabilities(Hybrid("soup", {"first": 0.3, "second": 0.7}), replies)
    loaded = hf.LanguageModel(merged[0], model.tokenizer)
    theirs = loaded.log_probabilities(Hybrid("initial", {}), replies)
    plain = model.log_probabilities(Hybrid("initial", {}), replies)
    assert torch.allclose(ours, theirs, atol=1e-4)
    assert (ours - plain).abs().max() > 0.01


def test_sampling_is_repeatable_and_ends(model):
    words = Hybrid("words", {"first": 0.5, "second": 0.5}, "words")
    drawn = [model.sample(words, PROMPTS, longest=3, generator=generator(4, "s")) for _ in range(2)]
    assert torch.equal(drawn[0].tokens, drawn[1].tokens)
    assert drawn[0].start.tolist() == [2, 4, 1]
    assert (drawn[0].stop - drawn[0].start <= 3).all()
    assert len(drawn[0].texts(model.tokenizer)) == len(PROMPTS)


def test_bad_input(model, monkeypatch):
    with pytest.raises(ValueError, match="tokenizer"):
        hf.LanguageModel(model.model)
    with pytest.raises(ValueError, match="spread"):
        hf.HuggingFaceReward(model.model, model.tokenizer, spread=0)
    with pytest.raises(ValueError, match="how"):
        Hybrid("x", {}, "letters")
    with pytest.raises(ValueError, match="prompts"):
        model.sample(Hybrid("initial", {}), [""], longest=1, generator=generator(0, "s"))
    with pytest.raises(ValueError, match="initial"):
        hf.judge(
            model, [Hybrid("x", {"first": 1.0})], [], PROMPTS, proposal=[0], longest=1, generator=None
        )

    monkeypatch.setitem(sys.modules, "peft", None)
    with pytest.raises(ImportError, match=r"incentives\[llm\]"):
        hf.LanguageModel("nowhere")
