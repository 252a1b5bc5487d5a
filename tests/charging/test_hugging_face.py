"""A language model with adapters and checkpoints that the test makes and saves itself; nothing is downloaded."""

import sys

import pytest
import torch

from incentives.learning.chance import generator

transformers = pytest.importorskip("transformers")
peft = pytest.importorskip("peft")

from incentives.charging.base_model import BaseModel
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.replies import Replies
from incentives.charging.soups import Hybrid, hybrids

from .tiny_models import ASKED

# peft still asks transformers for an attribute by its old name.
pytestmark = [
    pytest.mark.usefixtures("offline"),
    pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning"),
]


def test_log_probabilities_add_up_over_all_replies(two_adapters):
    # From one prompt all replies of at most two tokens: the end at once, or a token and any second one.
    ends = [(1,)] + [(a, b) for a in range(10) if a != 1 for b in range(10)]
    prompt = [4, 5]
    tokens = torch.full((len(ends), 4), 1)
    for row, reply in zip(tokens, ends, strict=True):
        row[: 2 + len(reply)] = torch.tensor([*prompt, *reply])
    replies = Replies(tokens, torch.full((len(ends),), 2), torch.tensor([2 + len(reply) for reply in ends]))
    for hybrid in hybrids("first", "second", shares=[0.25, 1]):
        total = two_adapters.log_probabilities(hybrid, replies).exp().sum().item()
        assert total == pytest.approx(1, abs=1e-5), hybrid.name


def test_a_saved_adapter_loads_from_another_folder(two_adapters_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(two_adapters_folder)
    near = LanguageModel(BaseModel("model", longest=4), adapters={"first": "adapter-1"})
    near.model.peft_config["first"].base_model_name_or_path = "model"  # as if it had been trained from here
    near.save(Hybrid("first", {"first": 1.0}), tmp_path / "kept")
    monkeypatch.chdir(tmp_path)
    again = LanguageModel(
        BaseModel(transformers.AutoModelForCausalLM.from_pretrained("kept"), near.tokenizer, longest=4)
    )
    replies = near.sample(Hybrid("initial", {}), ASKED, longest=4, generator=generator(0, "s"))
    ours = near.log_probabilities(Hybrid("first", {"first": 1.0}), replies)
    assert torch.allclose(ours, again.log_probabilities(Hybrid("initial", {}), replies), atol=1e-4)


def test_names_of_adapters_have_no_dot(two_adapters_folder):
    with pytest.raises(ValueError, match="names without a dot"):
        LanguageModel(
            BaseModel(two_adapters_folder / "model", longest=4), adapters={"v1.0": two_adapters_folder / "adapter-1"}
        )


def test_a_soup_is_the_average_of_merged_weights(two_adapters_folder, two_adapters):
    merged = []
    for seed in (1, 2):
        base = transformers.AutoModelForCausalLM.from_pretrained(two_adapters_folder / "model")
        merged.append(
            peft.PeftModel.from_pretrained(base, two_adapters_folder / f"adapter-{seed}").merge_and_unload().eval()
        )
    soup = {k: 0.3 * v + 0.7 * merged[1].state_dict()[k] for k, v in merged[0].state_dict().items()}
    merged[0].load_state_dict(soup)
    replies = two_adapters.sample(Hybrid("initial", {}), ASKED, longest=5, generator=generator(0, "s"))
    ours = two_adapters.log_probabilities(Hybrid("soup", {"first": 0.3, "second": 0.7}), replies)
    loaded = LanguageModel(BaseModel(merged[0], two_adapters.tokenizer, longest=4))
    theirs = loaded.log_probabilities(Hybrid("initial", {}), replies)
    plain = two_adapters.log_probabilities(Hybrid("initial", {}), replies)
    assert torch.allclose(ours, theirs, atol=1e-4)
    assert (ours - plain).abs().max() > 0.01


def random_adapter(base, path, seed, **more):
    """An adapter of a kind of its own with random factors."""
    config = peft.LoraConfig(
        task_type="CAUSAL_LM", r=2, lora_alpha=4, target_modules=["c_attn"], fan_in_fan_out=True, **more
    )
    made = peft.get_peft_model(base, config)
    chance = generator(seed, "adapter")
    with torch.no_grad():
        for tensor in made.parameters():
            if tensor.requires_grad:
                tensor.add_(0.3 * torch.randn(tensor.shape, generator=chance))
    made.save_pretrained(path)


@pytest.mark.parametrize(
    "strange",
    [
        {"use_rslora": True},
        {"use_dora": True},
        {"modules_to_save": ["lm_head"]},
        {"alpha_pattern": {"0.attn.c_attn": 8}},
    ],
)
@pytest.mark.filterwarnings("ignore:.*tie_word_embeddings:UserWarning")
def test_adapters_whose_sums_are_no_averages_are_refused_in_soups(two_adapters_folder, two_adapters, tmp_path, strange):
    folder = two_adapters_folder / "model"
    random_adapter(transformers.AutoModelForCausalLM.from_pretrained(folder), tmp_path / "strange", 3, **strange)
    paths = {"first": two_adapters_folder / "adapter-1", "strange": tmp_path / "strange"}
    model = LanguageModel(BaseModel(folder, longest=4), adapters=paths)
    replies = two_adapters.sample(Hybrid("initial", {}), ASKED, longest=3, generator=generator(0, "s"))
    alone = model.log_probabilities(Hybrid("alone", {"strange": 1.0}), replies)
    assert (alone - two_adapters.log_probabilities(Hybrid("initial", {}), replies)).abs().max() > 0.01
    (said,) = strange
    with pytest.raises(ValueError, match=rf"plain LoRA adapters.*'strange' is LORA with {said}"):
        model.log_probabilities(Hybrid("soup", {"first": 0.5, "strange": 0.5}), replies)


def test_an_adapter_of_another_base_and_a_checkpoint_of_another_shape_are_refused(two_adapters_folder, tmp_path):
    folder = two_adapters_folder / "model"
    other = transformers.AutoModelForCausalLM.from_pretrained(folder)
    other.save_pretrained(tmp_path / "tuned")
    random_adapter(transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "tuned"), tmp_path / "on-tuned", 3)
    with pytest.raises(ValueError, match=r"made on the base .*'a' names .*tuned"):
        LanguageModel(BaseModel(folder, longest=4), adapters={"a": tmp_path / "on-tuned"})
    other.resize_token_embeddings(16)
    with pytest.raises(ValueError, match=r"shapes of the base model; 'wide' has .* of shape \(16, 32\)"):
        LanguageModel(BaseModel(folder, longest=4), checkpoints={"wide": other})


def test_a_soup_of_checkpoints_is_the_average_of_their_weights(two_adapters_folder, two_adapters, tmp_path):
    """Checkpoints made by merging the adapters say what the adapters say, also saved and read again."""
    merged = {}
    for name, seed in (("first", 1), ("second", 2)):
        base = transformers.AutoModelForCausalLM.from_pretrained(two_adapters_folder / "model")
        whole = peft.PeftModel.from_pretrained(base, two_adapters_folder / f"adapter-{seed}").merge_and_unload()
        whole.save_pretrained(tmp_path / name)
        merged[name] = str(tmp_path / name)
    whole = LanguageModel(BaseModel(two_adapters_folder / "model", longest=4), checkpoints=merged)
    replies = two_adapters.sample(Hybrid("initial", {}), ASKED, longest=5, generator=generator(0, "s"))
    for hybrid in [Hybrid("initial", {}), *hybrids("first", "second", shares=[0.3, 1])]:
        ours, theirs = (m.log_probabilities(hybrid, replies) for m in (whole, two_adapters))
        assert torch.allclose(ours, theirs, atol=1e-4), hybrid.name
    soup = Hybrid("soup", {"first": 0.3, "second": 0.5})
    whole.save(soup, tmp_path / "soup")
    again = LanguageModel(BaseModel(tmp_path / "soup", longest=4)).log_probabilities(Hybrid("initial", {}), replies)
    assert torch.allclose(again, two_adapters.log_probabilities(soup, replies), atol=1e-4)
    with pytest.raises(ValueError, match="different names"):
        LanguageModel(BaseModel(two_adapters_folder / "model", longest=4), adapters={"first": "x"}, checkpoints=merged)


def test_drawn_replies_follow_the_law_that_scores_them(two_adapters):
    """Drawing keeps a cache and scoring does not: counts of first words against their probabilities, 6 deviations."""
    first = [[k] for k in range(10)]
    tokens = torch.tensor([[4, 5, *word] for word in first])
    many = 4000
    for hybrid in hybrids("first", "second", shares=[0.4])[1:]:
        one = Replies(tokens, torch.full((10,), 2), torch.full((10,), 3))
        law = two_adapters.log_probabilities(hybrid, one).exp()
        drawn = two_adapters.sample(hybrid, ["eat the"] * many, longest=1, generator=generator(2, "law"))
        counts = torch.bincount(drawn.tokens[:, 2], minlength=10) / many
        assert ((counts - law).abs() <= 6 * (law * (1 - law) / many).sqrt()).all(), hybrid.name


def test_a_cached_draw_is_the_uncached_one(two_adapters):
    """The same uniform numbers, turned into words by full passes over each prompt alone, give the same replies."""
    words = Hybrid("words", {"first": 0.3, "second": 0.7}, "words")
    drawn = two_adapters.sample(words, ASKED, longest=6, generator=generator(3, "c"))
    chance = generator(3, "c")
    uniform = torch.stack([torch.rand(len(ASKED), 1, generator=chance) for _ in range(6)])
    for row, prompt in enumerate(two_adapters.encode(ASKED)):
        said = list(prompt)
        for step in range(6):
            every = torch.tensor([[*said, word] for word in range(10)])
            one = Replies(every, torch.full((10,), len(said)), torch.full((10,), len(said) + 1))
            reached = two_adapters.log_probabilities(words, one).exp().cumsum(0)
            said.append(int((reached <= uniform[step, row] * reached[-1]).sum()))
            if said[-1] == two_adapters.end:
                break
        assert drawn.tokens[row, : drawn.stop[row]].tolist() == said


def test_what_a_tokenizer_lacks_is_asked_for(two_adapters_folder, monkeypatch):
    tokenizer = transformers.AutoTokenizer.from_pretrained(two_adapters_folder / "model")
    with pytest.raises(ValueError, match="chat template"):
        BaseModel(two_adapters_folder / "model", tokenizer, longest=4, chat=True)
    tokenizer.chat_template = "{% for m in messages %}please {{ m['content'] }}{% endfor %}"
    chat = BaseModel(two_adapters_folder / "model", tokenizer, longest=4, chat=True)
    assert chat.encode(["dance"]) == [[9, 8]]
    tokenizer.eos_token = None
    with pytest.raises(ValueError, match="end token"):
        BaseModel(two_adapters_folder / "model", tokenizer, longest=4)
    assert BaseModel(two_adapters_folder / "model", tokenizer, longest=4, end=1).end == 1


def test_sampling_is_repeatable_and_ends(two_adapters):
    words = Hybrid("words", {"first": 0.5, "second": 0.5}, "words")
    drawn = [two_adapters.sample(words, ASKED, longest=3, generator=generator(4, "s")) for _ in range(2)]
    assert torch.equal(drawn[0].tokens, drawn[1].tokens)
    assert drawn[0].start.tolist() == [2, 4, 1]
    assert (drawn[0].stop - drawn[0].start <= 3).all()
    assert len(drawn[0].texts(two_adapters.tokenizer)) == len(ASKED)


def test_bad_input(two_adapters, monkeypatch):
    with pytest.raises(ValueError, match="tokenizer"):
        BaseModel(two_adapters.model, longest=4)
    with pytest.raises(ValueError, match="how"):
        Hybrid("x", {}, "letters")
    with pytest.raises(ValueError, match="prompts"):
        two_adapters.sample(Hybrid("initial", {}), [""], longest=1, generator=generator(0, "s"))
    with pytest.raises(ValueError, match="prompts must be a list"):
        two_adapters.sample(Hybrid("initial", {}), "dance", longest=1, generator=generator(0, "s"))
    with pytest.raises(ValueError, match="longest must be"):
        two_adapters.sample(Hybrid("initial", {}), ["dance"], longest=0, generator=generator(0, "s"))

    monkeypatch.setitem(sys.modules, "peft", None)
    with pytest.raises(ImportError, match=r"incentives\[llm\]"):
        LanguageModel(two_adapters.base)
