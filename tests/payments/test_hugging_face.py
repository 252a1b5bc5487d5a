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


def test_a_soup_of_checkpoints_is_the_average_of_their_weights(folder, model, tmp_path):
    """Checkpoints made by merging the adapters say what the adapters say, also saved and read again."""
    merged = {}
    for name, seed in (("first", 1), ("second", 2)):
        base = transformers.AutoModelForCausalLM.from_pretrained(folder / "model")
        whole = peft.PeftModel.from_pretrained(base, folder / f"adapter-{seed}").merge_and_unload()
        whole.save_pretrained(tmp_path / name)
        merged[name] = str(tmp_path / name)
    whole = hf.LanguageModel(folder / "model", checkpoints=merged)
    replies = model.sample(Hybrid("initial", {}), PROMPTS, longest=5, generator=generator(0, "s"))
    for hybrid in [Hybrid("initial", {}), *hybrids("first", "second", shares=[0.3, 1])]:
        ours, theirs = (m.log_probabilities(hybrid, replies) for m in (whole, model))
        assert torch.allclose(ours, theirs, atol=1e-4), hybrid.name
    soup = Hybrid("soup", {"first": 0.3, "second": 0.5})
    whole.save(soup, tmp_path / "soup")
    again = hf.LanguageModel(tmp_path / "soup").log_probabilities(Hybrid("initial", {}), replies)
    assert torch.allclose(again, model.log_probabilities(soup, replies), atol=1e-4)
    with pytest.raises(ValueError, match="different names"):
        hf.LanguageModel(folder / "model", adapters={"first": "x"}, checkpoints=merged)


def test_drawn_replies_follow_the_law_that_scores_them(model):
    """Drawing keeps a cache and scoring does not: counts of first words against their probabilities, 6 deviations."""
    first = [[k] for k in range(10)]
    tokens = torch.tensor([[4, 5, *word] for word in first])
    many = 4000
    for hybrid in hybrids("first", "second", shares=[0.4])[1:]:
        one = hf.Replies(tokens, torch.full((10,), 2), torch.full((10,), 3))
        law = model.log_probabilities(hybrid, one).exp()
        drawn = model.sample(hybrid, ["eat the"] * many, longest=1, generator=generator(2, "law"))
        counts = torch.bincount(drawn.tokens[:, 2], minlength=10) / many
        assert ((counts - law).abs() <= 6 * (law * (1 - law) / many).sqrt()).all(), hybrid.name


def test_a_cached_draw_is_the_uncached_one(model):
    """The same uniform numbers, turned into words by full passes over each prompt alone, give the same replies."""
    words = Hybrid("words", {"first": 0.3, "second": 0.7}, "words")
    drawn = model.sample(words, PROMPTS, longest=6, generator=generator(3, "c"))
    chance = generator(3, "c")
    uniform = torch.stack([torch.rand(len(PROMPTS), 1, generator=chance) for _ in range(6)])
    for row, prompt in enumerate(model.encode(PROMPTS)):
        said = list(prompt)
        for step in range(6):
            every = torch.tensor([[*said, word] for word in range(10)])
            one = hf.Replies(every, torch.full((10,), len(said)), torch.full((10,), len(said) + 1))
            reached = model.log_probabilities(words, one).exp().cumsum(0)
            said.append(int((reached <= uniform[step, row] * reached[-1]).sum()))
            if said[-1] == model.end:
                break
        assert drawn.tokens[row, : drawn.stop[row]].tolist() == said


def test_what_a_tokenizer_lacks_is_asked_for(folder, monkeypatch):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder / "model")
    with pytest.raises(ValueError, match="chat template"):
        hf.LanguageModel(folder / "model", tokenizer, chat=True)
    tokenizer.chat_template = "{% for m in messages %}please {{ m['content'] }}{% endfor %}"
    chat = hf.LanguageModel(folder / "model", tokenizer, chat=True)
    assert chat.encode(["dance"]) == [[9, 8]]
    tokenizer.eos_token = None
    with pytest.raises(ValueError, match="end token"):
        hf.LanguageModel(folder / "model", tokenizer)
    assert hf.LanguageModel(folder / "model", tokenizer, end=1).end == 1


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
    with pytest.raises(ValueError, match="prompts must be a list"):
        model.sample(Hybrid("initial", {}), "dance", longest=1, generator=generator(0, "s"))
    with pytest.raises(ValueError, match="longest must be"):
        model.sample(Hybrid("initial", {}), ["dance"], longest=0, generator=generator(0, "s"))
    with pytest.raises(ValueError, match="initial"):
        hf.judge(model, [Hybrid("x", {"first": 1.0})], [], PROMPTS, proposal=[0], longest=1, generator=None)

    monkeypatch.setitem(sys.modules, "peft", None)
    with pytest.raises(ImportError, match=r"incentives\[llm\]"):
        hf.LanguageModel("nowhere")
