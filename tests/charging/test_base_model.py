"""What every run and every judgement starts from, on models that the test makes; nothing is downloaded."""

import pytest

transformers = pytest.importorskip("transformers")

from incentives.charging.base_model import BaseModel

# peft still asks transformers for an attribute by its old name.
pytestmark = [
    pytest.mark.usefixtures("offline"),
    pytest.mark.filterwarnings("ignore:.*is_gradient_checkpointing.*:FutureWarning"),
]


def test_a_model_with_more_logits_than_words_is_refused(two_adapters_folder, tmp_path):
    wide = transformers.AutoModelForCausalLM.from_pretrained(two_adapters_folder / "model")
    wide.resize_token_embeddings(16)
    tokenizer = transformers.AutoTokenizer.from_pretrained(two_adapters_folder / "model")
    with pytest.raises(ValueError, match="one logit for each of the tokenizer's 10 words, got 16"):
        BaseModel(wide, tokenizer, longest=3)
    wide.resize_token_embeddings(len(tokenizer))
    assert BaseModel(wide, tokenizer, longest=3).longest == 3


def test_replies_fit_into_the_context(two_adapters_folder):
    with pytest.raises(ValueError, match="context of 32 tokens"):
        BaseModel(two_adapters_folder / "model", longest=32)
    base = BaseModel(two_adapters_folder / "model", longest=31)
    assert base.checked_length(30, prompt=2) == 30
    with pytest.raises(ValueError, match="a prompt of 2 and a reply of 31"):
        base.checked_length(31, prompt=2)
    for bad in (0, True, 1.5):
        with pytest.raises(ValueError, match="longest must be a number"):
            BaseModel(two_adapters_folder / "model", longest=bad)


def test_two_bases_tell_the_same_if_they_ask_and_end_alike(two_adapters_folder, monkeypatch):
    plain = BaseModel(two_adapters_folder / "model", longest=3)
    monkeypatch.chdir(two_adapters_folder)
    assert BaseModel("model", longest=3).told() == plain.told()
    tokenizer = transformers.AutoTokenizer.from_pretrained("model")
    tokenizer.chat_template = "{% for m in messages %}{{ m['content'] }}{% endfor %}"
    others = [
        BaseModel("model", longest=4),
        BaseModel("model", longest=3, end=2),
        BaseModel("model", tokenizer, longest=3, chat=True),
    ]
    assert all(other.told() != plain.told() for other in others)


def test_the_end_token_is_told_to_trainers(two_adapters_folder):
    base = BaseModel(two_adapters_folder / "model", longest=3, end=8)
    assert base.tokenizer_that_ends().eos_token_id == 8
    assert base.tokenizer.eos_token_id == 1
